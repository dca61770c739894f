/* SPDX-License-Identifier: Apache-2.0 */
#include "collect/question_int.h"

#include <stdlib.h>
#include <string.h>

/* ---- where walks are split ------------------------------------------------- */

size_t
index_tail(const struct index_format *f)
{
	size_t n = 0;

	while (f && n < f->n_arcs && f->arcs[f->n_arcs - 1 - n].kind == ARC_ANY)
		n++;
	return n;
}

/* How many arcs are before the one that contains the ONU; all of them if none does. */
static size_t
arcs_before_onu(const struct index_format *f)
{
	for (unsigned i = 0; i < f->n_arcs; i++) {
		const struct index_arc *a = &f->arcs[i];

		if (a->kind != ARC_FIELDS)
			return i;
		for (unsigned j = 0; j < a->n_fields; j++) {
			if (!a->fields[j].is_const && a->fields[j].part == POS_ONU)
				return i;
		}
	}
	return f->n_arcs;
}

/* The smallest ONU number the format can express. */
static uint32_t
first_onu(const struct index_format *f)
{
	for (unsigned i = 0; i < f->n_arcs; i++) {
		for (unsigned j = 0; j < f->arcs[i].n_fields; j++) {
			const struct index_field *field = &f->arcs[i].fields[j];

			if (!field->is_const && field->part == POS_ONU)
				return field->min;
		}
	}
	return 0;
}

/* A port as an index at which a walk can be split: <ifIndex> before <ifIndex>.1, or the
 * first ONU of the port if both are in the same arc. 0 arcs: not possible. */
static size_t
port_index(const struct index_format *f, const struct position *port, uint32_t *arcs)
{
	struct position at = *port;
	size_t n, before = arcs_before_onu(f);

	at.has |= 1U << POS_ONU | 1U << POS_SUB | 1U << POS_SUB2;
	at.part[POS_ONU] = first_onu(f);
	if (index_encode(f, &at, arcs, OID_MAX, &n) != RC_OK)
		return 0;
	return before > 0 && before < n ? before : n;
}

static int
by_group_and_index(const void *a, const void *b)
{
	const struct snmpc_split *x = a, *y = b;

	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	return oid_compare(x->index.arcs, x->index.n, y->index.arcs, y->index.n);
}

const struct snmpc_split *
column_plan_splits(const struct column_plan *plan, const struct position *ports, size_t n,
    struct arena *arena, size_t *ret_n)
{
	struct snmpc_split *splits =
	    arena_alloc(arena, (plan->n_sources * n + 1) * sizeof(*splits));
	size_t count = 0;
	uint32_t done_groups = 0;

	*ret_n = 0;
	if (!splits)
		return NULL;
	for (size_t s = 0; s < plan->n_sources; s++) {
		const struct source *src = &plan->sources[s];

		if (src->section != SECTION_ONU || src->way != WAY_WALK ||
		    src->is_skipped || !src->column->index || src->group < done_groups)
			continue;
		done_groups = src->group + 1;
		for (size_t i = 0; i < n; i++) {
			uint32_t arcs[OID_MAX];
			size_t arcs_n = port_index(src->column->index, &ports[i], arcs);
			uint32_t *copy = arena_alloc(arena, (arcs_n + 1) * sizeof(*copy));

			if (!arcs_n || !copy)
				continue;
			memcpy(copy, arcs, arcs_n * sizeof(*copy));
			splits[count++] =
			    (struct snmpc_split){ src->group, { copy, arcs_n } };
		}
	}
	if (count)
		qsort(splits, count, sizeof(*splits), by_group_and_index);
	*ret_n = count;
	return splits;
}

struct position *
known_ports(const struct known *k, struct arena *arena, size_t *ret_n)
{
	const struct known_onu *onus = k ? known_at(k) : NULL;
	size_t n = k ? known_count(k) : 0, count = 0;
	struct position *ports = n ? arena_alloc(arena, n * sizeof(*ports)) : NULL;

	for (size_t i = 0; ports && i < n; i++) {
		struct position at = onus[i].position;

		at.has &= (uint8_t) ~(1U << POS_ONU);
		at.part[POS_ONU] = 0;
		if (!count || position_compare(&at, &ports[count - 1]) != 0)
			ports[count++] = at;
	}
	*ret_n = count;
	return ports;
}

/* ---- rows of known ONUs ------------------------------------------------------ */

/* An index format of the family that is only a key; NULL: all can be calculated. */
static const struct index_format *
key_format(const struct column_plan *plan, uint32_t family)
{
	for (size_t i = 0; i < plan->n_sources; i++) {
		const struct index_format *f = plan->sources[i].column->index;

		if (plan->sources[i].family == family && f && f->name_column)
			return f;
	}
	return NULL;
}

static bool
is_walked(const struct column_plan *plan, uint32_t family)
{
	for (size_t i = 0; i < plan->n_sources; i++) {
		const struct source *s = &plan->sources[i];

		if (s->family == family && s->way == WAY_WALK && !s->is_skipped)
			return true;
	}
	return false;
}

/* Can an ONU at this position be in this family? */
static bool
may_be_in(const struct column_plan *plan, uint32_t family, const struct known_onu *onu)
{
	uint32_t arcs[OID_MAX];
	struct position at = onu->position;
	size_t n;

	if (onu->table)
		return onu->table == family + 1;
	at.has |= 1U << POS_SUB | 1U << POS_SUB2;
	for (size_t i = 0; i < plan->n_sources; i++) {
		const struct source *s = &plan->sources[i];

		if (s->family == family && s->section == SECTION_ONU &&
		    s->column->index &&
		    index_encode(s->column->index, &at, arcs, OID_MAX, &n) == RC_OK)
			return true;
	}
	return false;
}

static enum rc
seed_family(struct rows *rows, const struct column_plan *plan,
    const struct collect_options *o, uint32_t family)
{
	const struct index_format *key = key_format(plan, family);
	const struct known_onu *onus = known_at(o->known);
	size_t n = known_count(o->known), first = 0, last = n;

	if (o->mode == COLLECT_GET) {
		first = o->first < n ? o->first : n;
		last = o->n_slice && o->n_slice < n - first ? first + o->n_slice : n;
	}
	for (size_t i = first; i < last; i++) {
		struct row row = { .position = onus[i].position,
			.family = family,
			.is_offline = onus[i].is_offline,
			.is_guess = onus[i].table == 0,
			.is_located = true,
			.discovered = o->mode == COLLECT_GET };

		if (!may_be_in(plan, family, &onus[i]) || (key && !onus[i].index))
			continue;
		if (key) {
			row.format = key;
			row.index = onus[i].index;
			row.n_index = onus[i].n_index;
		}
		if (!rows_seed(rows, &row))
			return RC_NOMEM;
	}
	return RC_OK;
}

enum rc
seed_rows(
    struct rows *rows, const struct column_plan *plan, const struct collect_options *o)
{
	uint32_t done = 0;

	if (!o->known || o->mode == COLLECT_DISCOVERY)
		return RC_OK;
	for (size_t i = 0; i < plan->n_sources; i++) {
		const struct source *s = &plan->sources[i];
		bool wants;
		enum rc rc;

		if (s->section != SECTION_ONU || s->is_skipped || s->family < done)
			continue;
		done = s->family + 1;
		/* A walk that provides the indexes creates its own rows. */
		wants = o->mode == COLLECT_GET ? !is_walked(plan, s->family)
					       : key_format(plan, s->family) != NULL;
		rc = wants ? seed_family(rows, plan, o, s->family) : RC_OK;
		if (rc != RC_OK)
			return rc;
	}
	return RC_OK;
}

struct slice {
	const struct known_onu *onus;
	size_t n;
};

static int
by_position(const void *key, const void *onu)
{
	return position_compare(key, &((const struct known_onu *)onu)->position);
}

static bool
is_in_slice(const struct row *row, const void *ctx)
{
	const struct slice *slice = ctx;

	return slice->n &&
	    bsearch(
		&row->position, slice->onus, slice->n, sizeof(*slice->onus), by_position);
}

void
keep_known(struct rows *rows, const struct collect_options *o)
{
	size_t n = o->known ? known_count(o->known) : 0;
	size_t first = o->first < n ? o->first : n;
	struct slice slice = { o->known ? known_at(o->known) + first : NULL, n - first };

	if (o->n_slice && o->n_slice < slice.n)
		slice.n = o->n_slice;
	rows_filter(rows, is_in_slice, &slice);
	for (size_t i = 0; i < rows_count(rows); i++) {
		struct row *row = rows_at(rows, i);
		const struct known_onu *onu = bsearch(&row->position, slice.onus, slice.n,
		    sizeof(*slice.onus), by_position);

		row->is_offline = onu && onu->is_offline;
	}
}

/* ---- items of a GET ---------------------------------------------------------- */

static bool
is_offline(const struct row *row, const struct column_plan *plan)
{
	const struct value *v =
	    plan->run_state >= 0 ? &row->values[plan->run_state] : NULL;

	if (!v || v->kind != VALUE_STATE || v->state == STATE_NONE)
		return row->is_offline;
	return v->state != STATE_ONLINE;
}

/* The row's index in this column's encoding, in the arena, without the end that only the
 * device knows. */
static bool
row_index(const struct row *row, const struct index_format *f, struct arena *arena,
    struct snmpc_index *ret_index)
{
	struct position at = row->position;
	uint32_t arcs[OID_MAX];
	uint32_t *copy;
	size_t n;

	if (f == row->format && row->n_index) {
		*ret_index = (struct snmpc_index){ row->index, row->n_index };
		return true;
	}
	at.has |= 1U << POS_SUB | 1U << POS_SUB2;
	if (!f || f->name_column || index_encode(f, &at, arcs, OID_MAX, &n) != RC_OK)
		return false;
	n -= index_tail(f);
	copy = arena_alloc(arena, n * sizeof(*copy));
	if (!copy)
		return false;
	memcpy(copy, arcs, n * sizeof(*copy));
	*ret_index = (struct snmpc_index){ copy, n };
	return true;
}

bool
port_row_index(const struct index_format *f, const struct position *port,
    struct arena *arena, struct snmpc_index *ret_index)
{
	struct row row = { .position = *port };

	return row_index(&row, f, arena, ret_index);
}

/* The items of one row. Adjacent columns mostly have the same index. */
static size_t
row_items(struct row *row, uint32_t number, struct source *const *sources,
    size_t n_sources, struct arena *arena, struct snmpc_item *items)
{
	const struct index_format *last = NULL;
	struct snmpc_index index = { 0 };
	size_t n = 0;

	for (size_t s = 0; s < n_sources; s++) {
		const struct index_format *f = sources[s]->column->index;

		if (sources[s]->family != row->family)
			continue;
		if (f != last || !last) {
			last = NULL;
			if (!row_index(row, f, arena, &index))
				continue;
			last = f;
		}
		items[n++] = (struct snmpc_item){
			.column = (uint32_t)s, .onu = number, .index = index
		};
		sources[s]->n_items++;
		row->n_asked++;
	}
	return n;
}

const struct snmpc_item *
column_plan_items(const struct rows *rows, const struct column_plan *plan,
    struct source *const *sources, size_t n_sources, struct arena *arena, size_t *ret_n)
{
	size_t most = rows_count(rows) * n_sources;
	struct snmpc_item *items = arena_alloc(arena, (most + 1) * sizeof(*items));
	size_t n = 0;

	*ret_n = 0;
	if (!items)
		return NULL;
	for (size_t i = 0; i < rows_count(rows); i++) {
		struct row *row = rows_at(rows, i);

		if (sources[0]->way >= WAY_SLOW_GET && is_offline(row, plan))
			continue;
		n += row_items(row, (uint32_t)i, sources, n_sources, arena, &items[n]);
	}
	*ret_n = n;
	return items;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "poll/finish.h"

#include <stdlib.h>
#include <string.h>

/* ---- rows ------------------------------------------------------------------ */

bool
family_has_rows(const struct rows *rows, uint32_t family)
{
	for (size_t i = 0; i < rows_count(rows); i++) {
		if (rows_at(rows, i)->family == family && rows_at(rows, i)->discovered)
			return true;
	}
	return false;
}

/* An opaque index: the position stands in a name. False: the name is not that
 * of an ONU. */
static bool
locate_by_name(struct row *row, const struct plan *plan)
{
	for (size_t i = 0; i < plan->n_sources; i++) {
		const struct source *s = &plan->sources[i];
		const struct value *name =
		    s->output >= 0 ? &row->values[s->output] : NULL;
		struct position at;

		if (s->family != row->family || !name || name->kind != VALUE_TEXT ||
		    strcmp(s->column->name, row->format->name_column) != 0)
			continue;
		if (index_position_from_name(
			row->format->name_pattern, name->text, &at) != RC_OK)
			return false;
		row->position = at;
		return true;
	}
	return false;
}

static bool
is_onu(const struct row *row, const void *ctx)
{
	(void)ctx;
	return row->discovered && !row->is_hidden;
}

void
settle_rows(struct rows *rows, const struct plan *plan)
{
	for (size_t i = 0; i < rows_count(rows); i++) {
		struct row *row = rows_at(rows, i);

		if (row->format && row->format->name_column && !row->is_located) {
			row->is_located = locate_by_name(row, plan);
			if (!row->is_located && !row->is_certain)
				row->is_hidden = true;
		}
	}
	rows_filter(rows, is_onu, NULL);
	rows_sort(rows);
}

/* ---- states and causes ----------------------------------------------------- */

static bool
is_cause(enum state s)
{
	return s == STATE_LOS || s == STATE_POWER || s == STATE_DISABLED ||
	    s == STATE_FAULT || s == STATE_RESET;
}

/* A run state such as "LOS" says two things: that the ONU is offline, and why. */
static void
tell_cause(struct row *row, const struct plan *plan)
{
	struct value *run = plan->run_state >= 0 ? &row->values[plan->run_state] : NULL;
	const struct value *last =
	    plan->last_down_cause >= 0 ? &row->values[plan->last_down_cause] : NULL;
	bool is_online = run && run->kind == VALUE_STATE && run->state == STATE_ONLINE;
	bool tells = run && run->kind == VALUE_STATE && is_cause(run->state);

	if (plan->cause >= 0 && !is_online && run && run->kind == VALUE_STATE) {
		if (tells)
			row->values[plan->cause] = *run;
		else if (last && last->kind != VALUE_NULL &&
		    run->state != STATE_TRANSITIONAL)
			row->values[plan->cause] = *last;
	}
	if (tells && run->state != STATE_DISABLED)
		run->state = STATE_OFFLINE;
}

static void
count_outputs(const struct rows *rows, struct plan *plan)
{
	for (size_t i = 0; i < rows_count(rows); i++) {
		const struct row *row = rows_at(rows, i);

		for (size_t j = 0; j < plan->n_outputs; j++)
			plan->outputs[j].n_values += row->values[j].kind != VALUE_NULL;
	}
}

void
finish_rows(struct rows *rows, struct plan *plan)
{
	settle_rows(rows, plan);
	for (size_t i = 0; i < rows_count(rows); i++)
		tell_cause(rows_at(rows, i), plan);
	count_outputs(rows, plan);
}

const char *
finish_source(struct source *s, struct plan *plan, struct arena *arena)
{
	struct output *o = s->output >= 0 ? &plan->outputs[s->output] : NULL;
	bool is_unverified = s->column->confidence == CONFIDENCE_C;

	if (o && is_unverified && s->good && o->is_wanted)
		o->is_unverified = true;
	if (is_unverified && !s->good && s->bad)
		return arena_printf(arena,
		    "%s: unverified column, no plausible value on this device; not used",
		    s->column->key);
	if (s->is_discovery && s->strays)
		return arena_printf(arena,
		    "%s: %u rows have an index that this profile cannot decode; left out",
		    s->column->key, s->strays);
	if (s->bad)
		return arena_printf(arena, "%s: %u values could not be read (%s)",
		    s->column->key, s->bad, s->problem);
	return NULL;
}

/* ---- questions ------------------------------------------------------------- */

size_t
index_tail(const struct index_format *f)
{
	size_t n = 0;

	while (f && n < f->n_arcs && f->arcs[f->n_arcs - 1 - n].kind == ARC_ANY)
		n++;
	return n;
}

/* How many arcs stand before the one with the ONU in it; all when none has. */
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

/* A port as an index at which a walk can be cut: <ifIndex> before <ifIndex>.1,
 * or the port's first ONU where both share an arc. 0 arcs: not possible. */
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
plan_splits(const struct plan *plan, const struct position *ports, size_t n,
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

		if (src->role == SOURCE_CPU || !src->column->index ||
		    src->group < done_groups)
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

static bool
is_offline(const struct row *row, const struct plan *plan)
{
	const struct value *v =
	    plan->run_state >= 0 ? &row->values[plan->run_state] : NULL;

	return v && v->kind == VALUE_STATE && v->state != STATE_NONE &&
	    v->state != STATE_ONLINE;
}

/* The row's index in this column's encoding, in the arena; without the tail
 * that only the device knows. */
static bool
row_index(const struct row *row, const struct index_format *f, struct arena *arena,
    struct snmpc_index *ret_index)
{
	struct position at = row->position;
	uint32_t arcs[OID_MAX];
	uint32_t *copy;
	size_t n;

	if (f == row->format) {
		*ret_index = (struct snmpc_index){ row->index, row->n_index };
		return true;
	}
	at.has |= 1U << POS_SUB | 1U << POS_SUB2;
	if (!f || index_encode(f, &at, arcs, OID_MAX, &n) != RC_OK)
		return false;
	n -= index_tail(f);
	copy = arena_alloc(arena, n * sizeof(*copy));
	if (!copy)
		return false;
	memcpy(copy, arcs, n * sizeof(*copy));
	*ret_index = (struct snmpc_index){ copy, n };
	return true;
}

const struct snmpc_item *
plan_items(const struct rows *rows, const struct plan *plan,
    struct source *const *sources, size_t n_sources, struct arena *arena, size_t *ret_n)
{
	size_t most = rows_count(rows) * n_sources;
	struct snmpc_item *items = arena_alloc(arena, (most + 1) * sizeof(*items));
	size_t n = 0;

	*ret_n = 0;
	if (!items)
		return NULL;
	for (size_t i = 0; i < rows_count(rows); i++) {
		const struct row *row = rows_at(rows, i);

		if (is_offline(row, plan))
			continue;
		for (size_t s = 0; s < n_sources; s++) {
			struct snmpc_item *it = &items[n];

			if (sources[s]->family != row->family ||
			    !row_index(row, sources[s]->column->index, arena, &it->index))
				continue;
			it->column = (uint32_t)s;
			it->onu = (uint32_t)i;
			n++;
		}
	}
	*ret_n = n;
	return items;
}

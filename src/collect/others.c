/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of custom columns whose kind is unknown.
 *
 * While they are received they are only stored. At the end each row is assigned to the
 * known ONU of its index. Rows without an ONU are the others, with the position of their
 * PON port if they belong to one. A row whose index could be that of an unknown ONU is
 * left out if its column has rows of ONUs, or if no ONU is known: the next discovery will
 * find the ONU. So the same answers always give the same result.
 */
#include "collect/collect_int.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "collect/others_int.h"

enum { TABLES_MAX = 64 };

/* ---- receiving ----------------------------------------------------------------- */

static bool
keep(struct collect *c, struct source *s, const uint32_t *index, size_t n,
    const struct value *v)
{
	uint32_t *copy = arena_alloc(c->arena, (n + 1) * sizeof(*copy));
	struct other_row *row = copy ? vec_add(&c->others) : NULL;

	if (!row)
		return false;
	if (n)
		memcpy(copy, index, n * sizeof(*copy));
	*row = (struct other_row){
		.source = s, .index = copy, .n_index = (uint32_t)n, .value = *v
	};
	return true;
}

void
others_take(struct collect *c, struct source *s, const uint32_t *index, size_t n,
    const struct snmp_value *raw)
{
	struct err err;
	struct value v;

	if (column_decode(s->column, raw, c->arena, &v, s->bad ? NULL : &err) != RC_OK) {
		if (s->bad++ == 0)
			s->problem = arena_copy(c->arena, err.msg, strlen(err.msg));
		return;
	}
	c->result.n_values += !s->is_names;
	if (v.kind == VALUE_NULL)
		s->nulls++;
	else
		s->good++;
	if (c->others.n >= OTHERS_KEPT_MAX || !keep(c, s, index, n, &v))
		s->n_left_out++;
}

/* ---- owners of an index -------------------------------------------------------- */

/* A table of ONUs or ports, and the index of its rows. */
struct place_table {
	const struct index_format *format;
	uint32_t family;
	bool is_onu;
	struct map *by_key; /* opaque index -> struct position; NULL: not opaque */
};

struct settling {
	struct collect *c;
	size_t n_tables;
	struct place_table tables[TABLES_MAX];
};

static const struct index_format *
format_of(const struct profile *p, const struct table *t)
{
	if (t->discovery)
		return t->discovery->index;
	for (size_t i = 0; i < p->n_columns; i++) {
		if (strcmp(p->columns[i].table, t->name) == 0 && p->columns[i].index &&
		    !p->columns[i].any_index)
			return p->columns[i].index;
	}
	return NULL;
}

/* False: out of memory. An existing key is not changed. */
static bool
add_key(struct settling *x, struct place_table *t, const uint32_t *index, size_t n,
    const struct position *at)
{
	struct position *copy = arena_alloc(x->c->arena, sizeof(*copy));

	if (!copy)
		return false;
	*copy = *at;
	return map_add(t->by_key, index, n * sizeof(*index), copy) != RC_NOMEM;
}

static bool
add_name(struct settling *x, struct place_table *t, const struct other_row *row)
{
	struct position at;

	if (row->value.kind != VALUE_TEXT ||
	    index_position_from_name(t->format->name_pattern, row->value.text, &at) !=
		RC_OK)
		return true;
	return add_key(x, t, row->index, row->n_index, &at);
}

/* From the names of interfaces on the device, and from the known ONUs. */
static bool
learn_keys(struct settling *x, struct place_table *t, const struct column *names)
{
	const struct vec *rows = &x->c->others;
	const struct known *known = x->c->options.known;
	const struct known_onu *onus = known ? known_at(known) : NULL;
	bool is_ok = true;

	for (size_t i = 0; is_ok && i < rows->n; i++) {
		const struct other_row *row = VEC_AT(rows, struct other_row, i);

		if (row->source->is_names && row->source->column == names)
			is_ok = add_name(x, t, row);
	}
	for (size_t i = 0; is_ok && t->is_onu && known && i < known_count(known); i++) {
		if (onus[i].index)
			is_ok = add_key(
			    x, t, onus[i].index, onus[i].n_index, &onus[i].position);
	}
	return is_ok;
}

static bool
add_tables(struct settling *x)
{
	const struct profile *p = x->c->options.profile;

	for (size_t i = 0; i < p->n_tables && x->n_tables < TABLES_MAX; i++) {
		const struct table *t = &p->tables[i];
		const struct index_format *f = format_of(p, t);
		struct place_table *to = &x->tables[x->n_tables];

		if (!f || (t->kind != TABLE_ONU && t->kind != TABLE_PON))
			continue;
		*to = (struct place_table){ f, (uint32_t)i, t->kind == TABLE_ONU, NULL };
		x->n_tables++;
		if (!f->name_column)
			continue;
		to->by_key = map_new();
		if (!to->by_key || !learn_keys(x, to, column_plan_name_column(p, t, f)))
			return false;
	}
	return true;
}

static bool
position_in(
    const struct place_table *t, const struct other_row *row, struct position *ret)
{
	const struct position *at;

	if (!t->by_key)
		return index_decode(t->format, row->index, row->n_index, ret) == RC_OK;
	at = map_find(t->by_key, row->index, row->n_index * sizeof(*row->index));
	if (at)
		*ret = *at;
	return at;
}

/* ---- ONUs ---------------------------------------------------------------------- */

static int
compare_known(const void *key, const void *onu)
{
	return position_compare(key, &((const struct known_onu *)onu)->position);
}

static const struct known_onu *
find_known(const struct collect *c, const struct position *at)
{
	const struct known *k = c->options.known;

	return k && known_count(k) ? bsearch(at, known_at(k), known_count(k),
					 sizeof(struct known_onu), compare_known)
				   : NULL;
}

/* The known ONU of a row. *ret_family is its table; if there is no ONU, whether the index
 * could be that of one. */
static const struct known_onu *
onu_of(const struct settling *x, const struct other_row *row, uint32_t *ret_family,
    bool *ret_could_be)
{
	*ret_could_be = false;
	for (size_t i = 0; i < x->n_tables; i++) {
		const struct place_table *t = &x->tables[i];
		const struct known_onu *onu;
		struct position at;

		if (!t->is_onu || !position_in(t, row, &at))
			continue;
		at = position_of_onu(&at);
		onu = find_known(x->c, &at);
		if (onu && (onu->table == 0 || onu->table == t->family + 1)) {
			*ret_family = t->family;
			return onu;
		}
		*ret_could_be = true;
	}
	return NULL;
}

static void
find_onus(struct settling *x)
{
	for (size_t i = 0; i < x->c->others.n; i++) {
		struct other_row *row = VEC_AT(&x->c->others, struct other_row, i);

		if (row->source->onu_output < 0)
			continue;
		row->onu = onu_of(x, row, &row->family, &row->could_be_onu);
		row->source->n_onus += row->onu != NULL;
	}
}

/* Rows are sorted by table and position. */
static struct row *
find_row(const struct rows *rows, size_t n, uint32_t family, const struct position *at)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		struct row *row = rows_at(rows, middle);
		int order = row->family != family ? (row->family < family ? -1 : 1)
						  : position_compare(&row->position, at);

		if (order == 0)
			return row;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

static bool
is_in_slice(const struct collect *c, const struct known_onu *onu)
{
	size_t at = (size_t)(onu - known_at(c->options.known));

	return at >= c->options.first &&
	    (!c->options.n_slice || at < c->options.first + c->options.n_slice);
}

/* n_sorted: rows that existed before; new rows are after them. */
static bool
give_to_onu(
    struct collect *c, const struct other_row *other, size_t n_sorted, struct map *made)
{
	struct rows *rows = c->rows[SECTION_ONU];
	const struct known_onu *onu = other->onu;
	struct row *row = find_row(rows, n_sorted, other->family, &onu->position);
	int output = other->source->onu_output;

	if (!row)
		row = map_find_u64(made, (uint64_t)(uintptr_t)onu);
	if (!row) {
		c->result.n_beyond += !is_in_slice(c, onu);
		row = rows_seed(rows,
		    &(struct row){ .position = onu->position,
			.is_beyond = !is_in_slice(c, onu),
			.family = other->family,
			.discovered = true,
			.is_located = true,
			.is_offline = onu->is_offline });
		if (!row || map_add_u64(made, (uint64_t)(uintptr_t)onu, row) != RC_OK)
			return false;
	}
	if (output < ROW_ANSWERS_MAX)
		row->answered |= UINT64_C(1) << output;
	if (other->value.kind == VALUE_NULL || row->from[output])
		return true;
	row->values[output] = other->value;
	row->from[output] = (uint16_t)(other->source - c->plan.sources + 1);
	return true;
}

static bool
give_to_onus(struct collect *c)
{
	struct map *made OWNED(map_free) = map_new();
	size_t n = rows_count(c->rows[SECTION_ONU]);
	bool is_ok = made;

	for (size_t i = 0; is_ok && i < c->others.n; i++) {
		const struct other_row *row = VEC_AT(&c->others, struct other_row, i);

		if (row->onu)
			is_ok = give_to_onu(c, row, n, made);
	}
	if (is_ok && rows_count(c->rows[SECTION_ONU]) > n)
		rows_sort(c->rows[SECTION_ONU]);
	return is_ok;
}

/* ---- the others ------------------------------------------------------------------ */

/* An ONU that no discovery has found yet. */
static bool
is_unknown_onu(const struct collect *c, const struct other_row *row)
{
	const struct known *k = c->options.known;

	return row->could_be_onu && (row->source->n_onus || !k || !known_count(k));
}

/* The table of ports for the rows of this column: that of its formula; without one,
 * any. */
static bool
may_have_ports(const struct source *s, const struct place_table *t)
{
	return !t->is_onu && (s->column->any_index || s->column->index == t->format);
}

/* If the position comes only from the index, it is a port only if all rows of the column
 * are ports: the number of an interface could look like a port by chance. */
static bool
all_are_ports(
    const struct settling *x, const struct source *s, const struct place_table *t)
{
	struct position at;

	for (size_t i = 0; i < x->c->others.n; i++) {
		const struct other_row *row = VEC_AT(&x->c->others, struct other_row, i);

		if (row->source == s && !position_in(t, row, &at))
			return false;
	}
	return true;
}

static void
find_port_tables(struct settling *x)
{
	for (size_t i = 0; i < x->c->plan.n_sources; i++) {
		struct source *s = &x->c->plan.sources[i];

		if (s->section != SECTION_OTHER || s->is_names || s->column->is_scalar)
			continue;
		for (size_t t = 0; t < x->n_tables && !s->ports; t++) {
			const struct place_table *table = &x->tables[t];

			if (!table->by_key && may_have_ports(s, table) &&
			    all_are_ports(x, s, table))
				s->ports = table;
		}
	}
}

static bool
position_of(const struct settling *x, const struct other_row *row, struct position *ret)
{
	const struct source *s = row->source;
	const struct index_format *f = s->column->any_index ? NULL : s->column->index;

	if (!row->n_index)
		return false;
	if (s->ports)
		return position_in(s->ports, row, ret);
	for (size_t t = 0; t < x->n_tables; t++) {
		const struct place_table *table = &x->tables[t];

		if (table->by_key && may_have_ports(s, table) &&
		    position_in(table, row, ret))
			return true;
	}
	/* A board or a fan, according to its formula. */
	return f && !f->name_column &&
	    index_decode(f, row->index, row->n_index, ret) == RC_OK;
}

/* NULL: out of memory. */
static const char *
place_of(const struct settling *x, const struct other_row *row)
{
	char text[POSITION_TEXT_MAX];
	struct position at;

	if (!position_of(x, row, &at))
		return "";
	return arena_printf(x->c->arena, "%s", position_format(&at, text));
}

static bool
add_result(struct settling *x, struct collected_other *list, const struct other_row *row)
{
	struct collection *r = &x->c->result;
	struct collected_other *to = &list[r->n_others];

	if (row->source->n_others >= COLLECT_OTHERS_MAX) {
		row->source->n_left_out++;
		return true;
	}
	*to = (struct collected_other){ .column = row->source->column,
		.index = row->index,
		.n_index = row->n_index,
		.is_scalar = row->source->column->is_scalar,
		.place = place_of(x, row),
		.value = row->value };
	row->source->n_others++;
	r->n_others++;
	return to->place;
}

static bool
settle(struct settling *x)
{
	struct collect *c = x->c;
	struct collected_other *list =
	    arena_alloc(c->arena, (c->others.n + 1) * sizeof(*list));

	if (!list || !add_tables(x))
		return false;
	find_onus(x);
	find_port_tables(x);
	for (size_t i = 0; i < c->others.n; i++) {
		const struct other_row *row = VEC_AT(&c->others, struct other_row, i);

		if (row->source->is_names || row->onu || is_unknown_onu(c, row))
			continue;
		if (!add_result(x, list, row))
			return false;
	}
	c->result.others = list;
	return give_to_onus(c);
}

static void
settling_fini(struct settling *x)
{
	struct collect *c = x->c;

	for (size_t i = 0; i < x->n_tables; i++)
		map_free(x->tables[i].by_key);
	for (size_t i = 0; i < c->plan.n_sources; i++)
		c->plan.sources[i].ports = NULL;
	vec_fini(&c->others);
	c->others = (struct vec)VEC_INIT(struct other_row);
}

bool
others_settle(struct collect *c)
{
	struct settling x = { .c = c };
	bool is_ok = c->others.n == 0 || settle(&x);

	settling_fini(&x);
	return is_ok;
}

/* ---- owners of a few rows --------------------------------------------------------- */

/* The position of a row of a column that has only ONUs. */
static bool
is_onu_by_formula(
    const struct settling *x, const struct other_row *row, struct position *ret)
{
	const struct column *col = row->source->column;
	const struct index_format *f = col->any_index ? NULL : col->index;
	const struct table *t = profile_table(x->c->options.profile, col->table);

	if (!f || f->name_column || !t ||
	    (t->kind != TABLE_ONU && t->kind != TABLE_ONU_PART) ||
	    index_decode(f, row->index, row->n_index, ret) != RC_OK)
		return false;
	*ret = position_of_onu(ret);
	return true;
}

static struct owner
look_at(const struct settling *x, const struct other_row *row)
{
	struct owner p = { .place = "" };
	char text[POSITION_TEXT_MAX];
	struct position at;

	if (is_onu_by_formula(x, row, &at))
		p.is_onu = find_known(x->c, &at) != NULL;
	else if (row->onu)
		p.is_onu = true, at = row->onu->position;
	else if (is_unknown_onu(x->c, row)) {
		p.is_stranger = true;
		return p;
	} else {
		p.place = place_of(x, row);
		return p;
	}
	p.is_stranger = !p.is_onu;
	p.place = arena_printf(x->c->arena, "%s", position_format(&at, text));
	return p;
}

bool
others_look(struct collect *c, struct owner *ret_places)
{
	struct settling x = { .c = c };
	bool is_ok = add_tables(&x);

	if (is_ok) {
		find_onus(&x);
		find_port_tables(&x);
	}
	for (size_t i = 0; is_ok && i < c->others.n; i++) {
		ret_places[i] = look_at(&x, VEC_AT(&c->others, struct other_row, i));
		is_ok = ret_places[i].place;
	}
	settling_fini(&x);
	return is_ok;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes a copy of the profile in which tables, columns and indexes are in the same
 * places, with space for new ones after them.
 */
#include "vendor/overlay_int.h"

#include <assert.h>
#include <string.h>

#include "base/buf.h"
#include "vendor/load_int.h"

enum { NEW_TABLES = 4, OID_ARCS_MAX = 64 };

struct maker {
	const struct overlay_question *q;
	const struct oid *never;
	size_t n_never;
	struct arena *arena;
	struct profile *p;
	struct table *tables;
	struct column *columns;
	struct index_format *indexes;
	bool *is_wrong; /* one per formula of the question */
	struct overlay_column *rows;
};

static const char *
or_empty(const char *text)
{
	return text ? text : "";
}

/* ---- the copy ---------------------------------------------------------------- */

/* Does it need more than the columns of the profile? */
static bool
differs(const struct overlay_question *q)
{
	if (q->n_formulas || q->n_labels)
		return true;
	for (size_t i = 0; i < q->n_rows; i++) {
		if (!q->rows[i].is_builtin || q->rows[i].is_edited)
			return true;
	}
	return false;
}

static void *
copy_list(struct maker *m, const void *list, size_t n, size_t more, size_t bytes)
{
	void *copy = arena_alloc(m->arena, (n + more + 1) * bytes);

	if (copy && n)
		memcpy(copy, list, n * bytes);
	return copy;
}

/* The copy of a column of base. */
static const struct column *
moved(const struct maker *m, const struct column *c)
{
	return c ? &m->columns[c - m->q->base->columns] : NULL;
}

static bool
copy_profile(struct maker *m)
{
	const struct profile *base = m->q->base;

	m->p = arena_alloc(m->arena, sizeof(*m->p));
	m->tables =
	    copy_list(m, base->tables, base->n_tables, NEW_TABLES, sizeof(*m->tables));
	m->columns = copy_list(
	    m, base->columns, base->n_columns, m->q->n_rows, sizeof(*m->columns));
	m->indexes = copy_list(
	    m, base->indexes, base->n_indexes, m->q->n_formulas, sizeof(*m->indexes));
	m->is_wrong = arena_alloc(m->arena, m->q->n_formulas + 1);
	if (!m->p || !m->tables || !m->columns || !m->indexes || !m->is_wrong)
		return false;
	*m->p = *base;
	m->p->tables = m->tables;
	m->p->columns = m->columns;
	m->p->indexes = m->indexes;
	for (size_t i = 0; i < base->n_tables; i++) {
		m->tables[i].discovery = moved(m, base->tables[i].discovery);
		m->tables[i].present_column = moved(m, base->tables[i].present_column);
	}
	for (size_t i = 0; i < base->n_columns; i++) {
		if (m->columns[i].index)
			m->columns[i].index =
			    &m->indexes[m->columns[i].index - base->indexes];
	}
	return true;
}

/* ---- formulas ---------------------------------------------------------------- */

static struct index_format *
place_of_formula(struct maker *m, const char *name)
{
	for (size_t i = 0; i < m->p->n_indexes; i++) {
		if (strcmp(m->indexes[i].name, name) == 0)
			return &m->indexes[i];
	}
	return &m->indexes[m->p->n_indexes++];
}

/* Returns their errors. */
static const char *
add_formulas(struct maker *m)
{
	const char *problem = "";

	for (size_t i = 0; i < m->q->n_formulas; i++) {
		const struct overlay_formula *formula = &m->q->formulas[i];
		struct index_format f = { 0 };
		struct err err = { 0 };

		if (overlay_format_load(formula, m->arena, &f, &err) == RC_OK) {
			*place_of_formula(m, f.name) = f;
			continue;
		}
		m->is_wrong[i] = true;
		problem =
		    arena_printf(m->arena, "%s%sformula \"%s\": %s", or_empty(problem),
			*or_empty(problem) ? "; " : "", or_empty(formula->name), err.msg);
	}
	return problem;
}

static bool
names_wrong_formula(const struct maker *m, const struct overlay_row *row)
{
	for (size_t i = 0; i < m->q->n_formulas; i++) {
		if (m->is_wrong[i] &&
		    strcmp(or_empty(m->q->formulas[i].name), or_empty(row->formula)) == 0)
			return true;
	}
	return false;
}

/* ---- labels ------------------------------------------------------------------ */

static bool
is_for(const struct overlay_label *l, const struct column *c)
{
	size_t n = strlen(c->table);
	const char *column = or_empty(l->column);

	if (c->parse != PARSE_ENUM)
		return false;
	if (*column)
		return strncmp(column, c->table, n) == 0 && column[n] == '.' &&
		    strcmp(column + n + 1, c->name) == 0;
	return c->purpose != PURPOSE_CUSTOM &&
	    strcmp(purpose_info(c->purpose)->name, or_empty(l->purpose)) == 0;
}

static bool
is_same_value(const struct enum_label *a, const struct enum_label *b)
{
	if (!a->text_code != !b->text_code)
		return false;
	return a->text_code ? strcmp(a->text_code, b->text_code) == 0
			    : a->code == b->code;
}

static void
put_label(struct enum_label *list, size_t *n, const struct enum_label *l)
{
	for (size_t i = 0; i < *n; i++) {
		if (is_same_value(&list[i], l)) {
			list[i] = *l;
			return;
		}
	}
	list[(*n)++] = *l;
}

static bool
make_label(struct maker *m, const struct overlay_label *from, struct enum_label *ret)
{
	const char *raw = or_empty(from->raw), *label = or_empty(from->label);

	*ret = (struct enum_label){ .label = arena_copy(m->arena, label, strlen(label)) };
	if (!text_is_integer(raw, &ret->code)) {
		ret->text_code = arena_copy(m->arena, raw, strlen(raw));
		if (!ret->text_code)
			return false;
	}
	/* With an unknown meaning only the label is shown. */
	if (!state_from_name(or_empty(from->meaning), &ret->state))
		ret->state = STATE_NONE;
	return ret->label != NULL;
}

/* RC_NOMEM. Labels for all columns of a purpose first: those for one column override
 * them. */
static enum rc
add_labels(struct maker *m, struct column *c)
{
	struct enum_label *list = NULL;
	size_t n = c->n_labels;

	for (int special = 0; special <= 1; special++) {
		for (size_t i = 0; i < m->q->n_labels; i++) {
			const struct overlay_label *l = &m->q->labels[i];
			struct enum_label made;

			if (!is_for(l, c) || (*or_empty(l->column) != '\0') != special)
				continue;
			if (!list)
				list = copy_list(
				    m, c->labels, n, m->q->n_labels, sizeof(*list));
			if (!list || !make_label(m, l, &made))
				return RC_NOMEM;
			put_label(list, &n, &made);
		}
	}
	if (!list)
		return RC_OK;
	load_sort_labels(list, n);
	c->labels = list;
	c->n_labels = n;
	return RC_OK;
}

/* ---- the table of a row that a user created -------------------------------------- */

static const struct index_format *
find_format(const struct profile *p, const char *name)
{
	for (size_t i = 0; i < p->n_indexes; i++) {
		if (strcmp(p->indexes[i].name, name) == 0)
			return &p->indexes[i];
	}
	return NULL;
}

static struct table *
table_of_kind(struct maker *m, enum table_kind kind, const char *name)
{
	assert(m->tables);
	for (size_t i = 0; i < m->p->n_tables; i++) {
		if (m->tables[i].kind == kind)
			return &m->tables[i];
	}
	m->tables[m->p->n_tables] = (struct table){ .name = name, .kind = kind };
	return &m->tables[m->p->n_tables++];
}

/* The table of a column of the profile that has this index. */
static struct table *
table_of_format(struct maker *m, const struct index_format *f)
{
	static const enum table_kind ORDER[] = { TABLE_ONU, TABLE_PON, TABLE_BOARD };

	for (size_t k = 0; k < sizeof(ORDER) / sizeof(ORDER[0]); k++) {
		for (size_t i = 0; i < m->q->base->n_columns; i++) {
			const struct table *t = profile_table(m->p, m->columns[i].table);

			if (m->columns[i].index == f && t && t->kind == ORDER[k])
				return &m->tables[t - m->p->tables];
		}
	}
	return NULL;
}

static enum table_kind
kind_of_format(const struct index_format *f)
{
	if (index_has_part(f, POS_ONU))
		return TABLE_ONU;
	return index_has_part(f, POS_PORT) ? TABLE_PON : TABLE_BOARD;
}

static enum table_kind
kind_of_purpose(const char *text)
{
	enum purpose purpose;

	if (!purpose_from_name(text, &purpose))
		return TABLE_ONU;
	switch (purpose) {
	case PURPOSE_PORT_NAME:
	case PURPOSE_PORT_STATE:
	case PURPOSE_PORT_CAUSE:
	case PURPOSE_PORT_DESCRIPTION:
	case PURPOSE_PORT_ONUS:
	case PURPOSE_PORT_TX:
		return TABLE_PON;
	case PURPOSE_CPU:
	case PURPOSE_MEMORY:
	case PURPOSE_CHASSIS_TEMPERATURE:
	case PURPOSE_CHASSIS_UPTIME:
	case PURPOSE_BOARD_STATE:
		return TABLE_BOARD;
	default: /* all others are columns of ONUs */
		return TABLE_ONU;
	}
}

static struct table *
named_table(struct maker *m, enum table_kind kind)
{
	switch (kind) {
	case TABLE_PON:
		return table_of_kind(m, kind, "pon");
	case TABLE_BOARD:
		return table_of_kind(m, kind, "board");
	case TABLE_SYSTEM:
		return table_of_kind(m, kind, "system");
	case TABLE_ONU:
	case TABLE_ONU_PART:
	case TABLE_AUTOFIND:
		break;
	}
	return table_of_kind(m, TABLE_ONU, "onu");
}

static struct table *
table_of_row(struct maker *m, const struct overlay_row *row)
{
	const struct index_format *f = find_format(m->p, or_empty(row->formula));
	const char *oid = or_empty(row->oid);
	size_t n = strlen(oid);
	struct table *t;

	if (n > 2 && strcmp(oid + n - 2, ".0") == 0)
		return named_table(m, TABLE_SYSTEM);
	if (!f)
		return named_table(m, kind_of_purpose(or_empty(row->purpose)));
	t = table_of_format(m, f);
	return t ? t : named_table(m, kind_of_format(f));
}

/* The index of the columns of a table: that of its discovery column, or of the first
 * one. */
static const struct index_format *
usual_format(const struct maker *m, const struct table *t)
{
	if (t->discovery)
		return t->discovery->index;
	for (size_t i = 0; i < m->q->base->n_columns; i++) {
		if (strcmp(m->columns[i].table, t->name) == 0 && m->columns[i].index)
			return m->columns[i].index;
	}
	return NULL;
}

/* ---- rows -------------------------------------------------------------------- */

static enum rc
check_oid(const struct maker *m, const struct column *c, struct err *err)
{
	if (c->oid.n > OID_ARCS_MAX)
		return err_set(err, RC_INVALID, "oid: longer than any column's");
	for (size_t i = 0; i < m->n_never; i++) {
		const struct oid *never = &m->never[i];

		if (oid_starts_with(c->oid.arcs, c->oid.n, never->arcs, never->n))
			return err_set(err, RC_REFUSED,
			    "oid: it holds credentials and is never read");
	}
	return RC_OK;
}

/* Use the labels of another column with the same purpose, preferably in the same
 * table. */
static void
borrow_labels(const struct maker *m, struct column *c)
{
	for (int own = 1; own >= 0 && !c->n_labels; own--) {
		for (size_t i = 0; i < m->q->base->n_columns && !c->n_labels; i++) {
			const struct column *other = &m->columns[i];

			if (other->purpose != c->purpose || !other->n_labels ||
			    (strcmp(other->table, c->table) == 0) != own)
				continue;
			c->labels = other->labels;
			c->n_labels = other->n_labels;
		}
	}
}

/* Replace what the user can edit; the rest is as shipped. */
static enum rc
edit_column(
    struct maker *m, const struct overlay_row *row, struct column *c, struct err *err)
{
	struct column made = { .table = c->table, .name = c->name, .index = c->index };
	enum rc rc = overlay_column_load(row, m->p, m->arena, &made, err);

	if (rc == RC_OK)
		rc = check_oid(m, &made, err);
	if (rc != RC_OK)
		return rc;
	made.confidence = c->confidence;
	made.getbulk = c->getbulk;
	made.sends_text = c->sends_text;
	made.source = c->source;
	made.note = c->note;
	made.sample = c->sample;
	made.labels = c->labels;
	made.n_labels = c->n_labels;
	if (made.parse == c->parse)
		made.wire = c->wire;
	*c = made;
	return RC_OK;
}

/* Is the kind of its rows unknown? Slow columns always belong to ONUs. */
static bool
has_any_index(const struct maker *m, const struct overlay_row *row)
{
	return strncmp(or_empty(row->purpose), "custom:", 7) == 0 && !row->is_slow &&
	    !find_format(m->p, or_empty(row->formula));
}

static enum rc
add_column(struct maker *m, const struct overlay_row *row, struct column **ret_column,
    struct err *err)
{
	const char *name = or_empty(row->name);
	struct table *t = table_of_row(m, row);
	struct column made = { .table = t->name,
		.name = arena_copy(m->arena, name, strlen(name)),
		.index = usual_format(m, t),
		.any_index = has_any_index(m, row) };
	enum rc rc;

	if (!made.name)
		return err_set(err, RC_NOMEM, "no memory for the profile");
	rc = overlay_column_load(row, m->p, m->arena, &made, err);
	if (rc == RC_OK)
		rc = check_oid(m, &made, err);
	if (rc != RC_OK)
		return rc;
	if (made.parse == PARSE_ENUM && made.purpose != PURPOSE_CUSTOM)
		borrow_labels(m, &made);
	m->columns[m->p->n_columns] = made;
	*ret_column = &m->columns[m->p->n_columns++];
	return RC_OK;
}

/* For a shipped row: its column. */
static struct column *
own_column(const struct maker *m, const struct overlay_row *row)
{
	for (size_t i = 0; i < m->q->base->n_columns; i++) {
		struct column *c = &m->columns[i];

		if (strcmp(c->table, or_empty(row->table)) == 0 &&
		    strcmp(c->name, or_empty(row->name)) == 0)
			return c;
	}
	return NULL;
}

static enum rc
take_row(struct maker *m, const struct overlay_row *row, struct column **ret_column,
    struct err *err)
{
	struct column *c = row->is_builtin ? own_column(m, row) : NULL;
	enum rc rc = RC_OK;

	if (names_wrong_formula(m, row))
		return err_set(
		    err, RC_INVALID, "its formula \"%s\" is wrong", row->formula);
	/* A row that was shipped by an older version is treated like a row of a user. */
	if (!c)
		return add_column(m, row, ret_column, err);
	if (row->is_edited)
		rc = edit_column(m, row, c, err);
	if (rc == RC_OK)
		*ret_column = c;
	return rc;
}

static bool
is_foreign(const struct maker *m, const struct overlay_row *row)
{
	return row->is_builtin && *or_empty(row->profile) &&
	    strcmp(or_empty(row->profile), m->q->base->id) != 0;
}

static enum rc
add_rows(struct maker *m)
{
	for (size_t i = 0; i < m->q->n_rows; i++) {
		const struct overlay_row *row = &m->q->rows[i];
		struct overlay_column *to = &m->rows[i];
		struct column *c = NULL;
		struct err err = { 0 };
		enum rc rc;

		to->problem = "";
		to->is_foreign = is_foreign(m, row);
		if (to->is_foreign)
			continue;
		rc = take_row(m, row, &c, &err);
		if (rc == RC_NOMEM)
			return rc;
		to->column = c;
		if (rc != RC_OK)
			to->problem = arena_printf(m->arena, "OID \"%s\" (%s): %s",
			    or_empty(row->name), or_empty(row->oid), err.msg);
		if (!to->problem)
			return RC_NOMEM;
	}
	return RC_OK;
}

/* ---- the overlay ---------------------------------------------------------------- */

/* Nothing differs: the columns are those of base. */
static void
find_rows(struct maker *m)
{
	for (size_t i = 0; i < m->q->n_rows; i++) {
		const struct overlay_row *row = &m->q->rows[i];
		struct overlay_column *to = &m->rows[i];

		to->problem = "";
		to->is_foreign = is_foreign(m, row);
		if (!to->is_foreign)
			to->column = profile_column(
			    m->q->base, or_empty(row->table), or_empty(row->name));
	}
}

static bool
all_found(const struct maker *m)
{
	for (size_t i = 0; i < m->q->n_rows; i++) {
		if (!m->rows[i].column && !m->rows[i].is_foreign)
			return false;
	}
	return true;
}

static enum rc
change_profile(struct maker *m, struct overlay *made)
{
	enum rc rc;

	if (!copy_profile(m))
		return RC_NOMEM;
	made->profile = m->p;
	made->problem = add_formulas(m);
	rc = made->problem ? add_rows(m) : RC_NOMEM;
	for (size_t i = 0; rc == RC_OK && i < m->p->n_columns; i++)
		rc = add_labels(m, &m->columns[i]);
	return rc;
}

static bool
has_column(const struct overlay *o, const struct column *c)
{
	for (size_t i = 0; i < o->n_columns; i++) {
		if (o->columns[i] == c)
			return true;
	}
	return false;
}

/* The list of columns, and all errors in one text. */
static enum rc
sum_up(const struct maker *m, struct overlay *made)
{
	const struct column **list =
	    arena_alloc(m->arena, (m->q->n_rows + 1) * sizeof(const struct column *));

	if (!list)
		return RC_NOMEM;
	made->columns = list;
	made->rows = m->rows;
	for (size_t i = 0; i < m->q->n_rows; i++) {
		const struct overlay_column *row = &m->rows[i];

		if (row->column && !has_column(made, row->column)) {
			list[made->n_columns++] = row->column;
			made->has_slow = made->has_slow || row->column->cost == COST_SLOW;
		}
		if (row->problem[0])
			made->problem = arena_printf(m->arena, "%s%s%s", made->problem,
			    made->problem[0] ? "; " : "", row->problem);
		if (!made->problem)
			return RC_NOMEM;
	}
	return RC_OK;
}

enum rc
overlay_make(const struct overlay_question *q, const struct oid *never, size_t n_never,
    struct arena *arena, struct overlay *ret)
{
	struct maker m = { .q = q, .never = never, .n_never = n_never, .arena = arena };
	struct overlay made = { .profile = q->base, .n_rows = q->n_rows, .problem = "" };
	enum rc rc = RC_OK;

	m.rows = arena_alloc(arena, (q->n_rows + 1) * sizeof(*m.rows));
	if (!m.rows)
		return RC_NOMEM;
	find_rows(&m);
	if (differs(q) || !all_found(&m))
		rc = change_profile(&m, &made);
	if (rc == RC_OK)
		rc = sum_up(&m, &made);
	if (rc == RC_OK)
		*ret = made;
	return rc;
}

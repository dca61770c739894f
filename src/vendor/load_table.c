/* SPDX-License-Identifier: Apache-2.0
 *
 * "tables", and "columns" grouped by table.
 */
#include "vendor/load_int.h"

#include <string.h>

static const struct {
	enum table_kind kind;
	const char *name;
} KINDS[] = {
	{ TABLE_ONU, "onu" },
	{ TABLE_ONU_PART, "onu_part" },
	{ TABLE_AUTOFIND, "autofind" },
	{ TABLE_PON, "pon" },
	{ TABLE_BOARD, "board" },
	{ TABLE_SYSTEM, "system" },
};

/* A table while it is read: with the default index of its columns, and the names of
 * columns that are not read yet. */
struct draft {
	struct table *table;
	const json_t *object;
	const struct index_format *index;
};

struct drafts {
	struct draft *at;
	size_t n;
};

static void
load_kind(struct reader *r, const json_t *o, struct table *t)
{
	const char *kind = reader_text(r, o, "kind", NEEDED);
	bool known = !kind;

	for (size_t i = 0; kind && i < sizeof(KINDS) / sizeof(KINDS[0]); i++) {
		if (strcmp(KINDS[i].name, kind) == 0) {
			t->kind = KINDS[i].kind;
			known = true;
		}
	}
	if (!known)
		reader_complain_of(
		    r, "kind", "expected onu, onu_part, autofind, pon, board or system");
}

static void
load_table(struct reader *r, const json_t *o, const struct profile *p, struct draft *d)
{
	static const char *const KEYS[] = { "kind", "technology", "index", "discovery",
		"present", "note", NULL };
	const char *index;

	if (!reader_is_object(r, o))
		return;
	reader_only_keys(r, o, KEYS);
	load_kind(r, o, d->table);
	d->table->technology = reader_text(r, o, "technology", OPTIONAL);
	(void)reader_text(r, o, "note", OPTIONAL); /* for users; only checked */
	index = reader_text(r, o, "index", OPTIONAL);
	if (index)
		d->index = load_find_index(r, p, "index", index);
}

static struct drafts
load_drafts(struct reader *r, const json_t *root, struct profile *p)
{
	json_t *object = reader_object(r, root, "tables", NEEDED);
	size_t n = json_object_size(object);
	struct table *tables = reader_alloc(r, n + 1, sizeof(*tables));
	struct drafts drafts = { .at = reader_alloc(r, n + 1, sizeof(*drafts.at)) };
	size_t mark = reader_enter(r, "tables");
	const char *key;
	json_t *value;

	if (tables && drafts.at) {
		json_object_foreach(object, key, value)
		{
			struct draft *d = &drafts.at[drafts.n];
			size_t at = reader_enter(r, key);

			if (!reader_is_word(key))
				reader_complain(
				    r, "a name has small letters, digits and _ only");
			d->table = &tables[drafts.n++];
			d->table->name = reader_copy(r, key);
			d->object = value;
			load_table(r, value, p, d);
			reader_leave(r, at);
		}
	}
	reader_leave(r, mark);
	p->tables = tables;
	p->n_tables = drafts.n;
	return drafts;
}

static const struct draft *
find_draft(const struct drafts *drafts, const char *name)
{
	for (size_t i = 0; i < drafts->n; i++) {
		if (strcmp(drafts->at[i].table->name, name) == 0)
			return &drafts->at[i];
	}
	return NULL;
}

/* The table of an element of "columns". If it has none, reports an error. */
static const struct draft *
draft_of(struct reader *r, const struct drafts *drafts, const json_t *object)
{
	const char *name;
	const struct draft *d;

	if (!reader_is_object(r, object))
		return NULL;
	name = reader_text(r, object, "table", NEEDED);
	d = name ? find_draft(drafts, name) : NULL;
	if (name && !d)
		reader_complain_of(r, "table", "no table \"%.40s\" in \"tables\"", name);
	return d;
}

static void
check_unique(struct reader *r, const struct column *columns, size_t n)
{
	const struct column *last = &columns[n - 1];

	for (size_t i = 0; i + 1 < n; i++) {
		const struct column *c = &columns[i];

		if (strcmp(c->table, last->table) != 0)
			continue;
		if (strcmp(c->name, last->name) == 0)
			reader_complain_of(r, "name",
			    "\"%s\" comes twice in table \"%s\"", c->name, c->table);
		if (c->oid.n &&
		    oid_compare(c->oid.arcs, c->oid.n, last->oid.arcs, last->oid.n) == 0)
			reader_complain_of(
			    r, "oid", "the same as column \"%s\"", c->name);
		if (c->purpose != PURPOSE_CUSTOM && c->purpose == last->purpose)
			reader_complain_of(
			    r, "purpose", "column \"%s\" has it already", c->name);
	}
}

/* Read the columns of one table, so that they are adjacent. */
static void
load_columns_of(struct reader *r, const json_t *root, const struct drafts *drafts,
    const struct draft *d, struct profile *p, struct column *columns)
{
	json_t *array = json_object_get(root, "columns");
	size_t n = json_array_size(array);

	for (size_t i = 0; i < n; i++) {
		json_t *object = json_array_get(array, i);
		const char *table = json_string_value(json_object_get(object, "table"));
		struct column *c = &columns[p->n_columns];
		size_t mark;

		if (!table || find_draft(drafts, table) != d)
			continue;
		mark = reader_enter(r, "columns");
		(void)reader_enter_at(r, i); /* reader_leave() leaves both */
		c->table = d->table->name;
		c->index = d->index;
		c->name = reader_text(r, object, "name", NEEDED);
		if (c->name && !reader_is_word(c->name))
			reader_complain_of(r, "name", "small letters, digits and _ only");
		if (c->name) {
			load_column(r, root, object, p, c);
			p->n_columns++;
			check_unique(r, columns, p->n_columns);
		}
		reader_leave(r, mark);
	}
}

/* Report one error for each element without a table. */
static void
check_tables_of_columns(
    struct reader *r, const json_t *array, const struct drafts *drafts)
{
	for (size_t i = 0; i < json_array_size(array); i++) {
		size_t mark = reader_enter(r, "columns");

		(void)reader_enter_at(r, i); /* reader_leave() leaves both */
		(void)draft_of(r, drafts, json_array_get(array, i)); /* reports errors */
		reader_leave(r, mark);
	}
}

static void
load_columns(
    struct reader *r, const json_t *root, const struct drafts *drafts, struct profile *p)
{
	json_t *array = reader_array(r, root, "columns", NEEDED);
	struct column *columns =
	    reader_alloc(r, json_array_size(array) + 1, sizeof(*columns));

	if (!array || !columns)
		return;
	check_tables_of_columns(r, array, drafts);
	p->columns = columns;
	for (size_t i = 0; i < drafts->n; i++) {
		if (drafts->at[i].table->kind == TABLE_ONU)
			load_columns_of(r, root, drafts, &drafts->at[i], p, columns);
	}
	for (size_t i = 0; i < drafts->n; i++) {
		if (drafts->at[i].table->kind != TABLE_ONU)
			load_columns_of(r, root, drafts, &drafts->at[i], p, columns);
	}
}

/* A key of a table that names one of its columns. */
static const struct column *
column_named(struct reader *r, const struct profile *p, const struct draft *d,
    const json_t *object, const char *key, enum need need)
{
	const char *name = reader_text(r, object, key, need);
	const struct column *c = name ? profile_column(p, d->table->name, name) : NULL;

	if (name && !c)
		reader_complain_of(r, key, "no column \"%.40s\" in this table", name);
	return c;
}

/* "present": { "column": "registered", "values": [1] } */
static void
load_present(struct reader *r, const struct profile *p, const struct draft *d)
{
	static const char *const KEYS[] = { "column", "values", NULL };
	json_t *present = reader_object(r, d->object, "present", OPTIONAL);
	size_t mark = reader_enter(r, "present");
	json_t *values;
	int64_t *numbers;

	if (present) {
		reader_only_keys(r, present, KEYS);
		d->table->present_column =
		    column_named(r, p, d, present, "column", NEEDED);
		values = reader_array(r, present, "values", NEEDED);
		numbers = reader_alloc(r, json_array_size(values) + 1, sizeof(*numbers));
		for (size_t i = 0; numbers && i < json_array_size(values); i++) {
			if (!json_is_integer(json_array_get(values, i)))
				reader_complain(
				    r, "values[%zu]: expected a whole number", i);
			numbers[d->table->n_present++] =
			    json_integer_value(json_array_get(values, i));
		}
		d->table->present = numbers;
	}
	reader_leave(r, mark);
}

void
load_tables(struct reader *r, const json_t *root, struct profile *p)
{
	struct drafts drafts = load_drafts(r, root, p);
	size_t mark;

	(void)reader_object(r, root, "enums", OPTIONAL); /* read where it is used */
	load_columns(r, root, &drafts, p);
	mark = reader_enter(r, "tables");
	for (size_t i = 0; i < drafts.n; i++) {
		const struct draft *d = &drafts.at[i];
		size_t at = reader_enter(r, d->table->name);

		if (json_is_object(d->object)) {
			d->table->discovery =
			    column_named(r, p, d, d->object, "discovery", OPTIONAL);
			load_present(r, p, d);
		}
		reader_leave(r, at);
	}
	reader_leave(r, mark);
}

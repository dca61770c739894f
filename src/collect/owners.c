/* SPDX-License-Identifier: Apache-2.0 */
#include "collect/owners.h"

#include <stdlib.h>
#include <string.h>

#include "collect/collect_int.h"
#include "collect/others_int.h"

/* A formula of a board or a port excludes ONUs. */
static bool
may_be_onus(const struct profile *p, const struct column *c)
{
	const struct table *table = profile_table(p, c->table);

	return c->any_index || !table || table->kind == TABLE_ONU ||
	    table->kind == TABLE_ONU_PART;
}

/* The source of a column, in a collection that sends nothing; NULL: too many. */
static struct source *
source_of(struct collect *c, const struct owners_question *q, const struct column *column)
{
	for (size_t i = 0; i < c->plan.n_sources; i++) {
		if (c->plan.sources[i].column == column)
			return &c->plan.sources[i];
	}
	if (c->plan.n_sources > OWNERS_NAME_COLUMNS_MAX)
		return NULL;
	c->plan.sources[c->plan.n_sources] = (struct source){ .column = column,
		.section = SECTION_OTHER,
		.is_names = column != q->column,
		.onu_output =
		    column == q->column && may_be_onus(q->profile, column) ? 0 : -1 };
	return &c->plan.sources[c->plan.n_sources++];
}

static bool
add_row(struct collect *c, const struct owners_question *q, const struct owners_row *row)
{
	struct source *s = source_of(c, q, row->column);
	struct other_row *to = s ? vec_add(&c->others) : NULL;

	if (!to)
		return false;
	*to = (struct other_row){ .source = s,
		.index = row->index,
		.n_index = (uint32_t)row->n_index,
		.value = row->value };
	return true;
}

bool
owners_find(const struct owners_question *q, struct owner *ret_owners)
{
	struct collect *c = calloc(1, sizeof(*c));
	bool is_ok = c;

	if (!c)
		return false;
	c->options.profile = q->profile;
	c->options.known = q->known;
	c->arena = q->arena;
	c->others = (struct vec)VEC_INIT(struct other_row);
	(void)source_of(c, q, q->column); /* the first source, also without rows */
	for (size_t i = 0; is_ok && i < q->n_rows; i++)
		is_ok = add_row(c, q, &q->rows[i]);
	if (is_ok)
		is_ok = others_look(c, ret_owners);
	else
		vec_fini(&c->others);
	free(c);
	return is_ok;
}

/* The index of the table's rows; NULL: unknown. */
static const struct index_format *
index_of(const struct profile *p, const struct table *table)
{
	const struct index_format *f = table->discovery ? table->discovery->index : NULL;

	for (size_t i = 0; !f && i < p->n_columns; i++) {
		if (strcmp(p->columns[i].table, table->name) == 0 &&
		    !p->columns[i].any_index)
			f = p->columns[i].index;
	}
	return f;
}

size_t
owners_name_columns(
    const struct profile *p, const struct column *ret_columns[OWNERS_NAME_COLUMNS_MAX])
{
	size_t n = 0;

	for (size_t i = 0; i < p->n_tables && n < OWNERS_NAME_COLUMNS_MAX; i++) {
		const struct table *table = &p->tables[i];
		const struct index_format *f = index_of(p, table);
		const struct column *names;
		bool is_new = true;

		if (!f || !f->name_column ||
		    (table->kind != TABLE_ONU && table->kind != TABLE_PON))
			continue;
		names = column_plan_name_column(p, table, f);
		for (size_t k = 0; k < n; k++)
			is_new = is_new && ret_columns[k] != names;
		if (names && is_new)
			ret_columns[n++] = names;
	}
	return n;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * A plan from a list of columns: those of a job, and the others that they need.
 *
 * If the ONUs are known, a walk needs no discovery column: values are assigned to ONUs by
 * index, and rows that belong to no ONU are ignored. Only an index that is an opaque key
 * must be resolved, with the known ONUs or with the names on the device.
 */
#include "collect/column_plan_int.h"

#include <string.h>

/* What is known about the ONUs of one table. */
struct acquaintance {
	size_t n; /* ONUs that are in it, or may be */
	size_t n_without_index;
};

static struct acquaintance
acquaintance_of(const struct collect_options *o, size_t table)
{
	struct acquaintance a = { 0 };
	const struct known_onu *onus = o->known ? known_at(o->known) : NULL;
	size_t n = o->known ? known_count(o->known) : 0;

	for (size_t i = 0; i < n; i++) {
		if (onus[i].table != 0 && onus[i].table != table + 1)
			continue;
		a.n++;
		a.n_without_index += onus[i].index == NULL;
	}
	return a;
}

static bool
is_keyed(const struct column_plan *plan, uint32_t family)
{
	for (size_t i = 0; i < plan->n_sources; i++) {
		const struct source *s = &plan->sources[i];

		if (s->family == family && s->column->index &&
		    s->column->index->name_column)
			return true;
	}
	return false;
}

static bool
has_slow(const struct column_plan *plan, uint32_t family)
{
	for (size_t i = 0; i < plan->n_sources; i++) {
		if (plan->sources[i].family == family &&
		    plan->sources[i].column->cost == COST_SLOW)
			return true;
	}
	return false;
}

static void
skip_family(struct column_plan *plan, uint32_t family)
{
	for (size_t i = 0; i < plan->n_sources; i++) {
		if (plan->sources[i].family == family)
			plan->sources[i].is_skipped = true;
	}
}

/* Add everything else that the wanted columns of one ONU table need. */
static void
complete_onus(struct column_plan *plan, const struct collect_options *o, size_t table,
    uint32_t family)
{
	const struct table *t = &o->profile->tables[table];
	struct acquaintance a = acquaintance_of(o, table);
	bool is_told = !is_keyed(plan, family) || (a.n && !a.n_without_index);
	bool others = o->known && known_count(o->known) > 0 && a.n == 0;

	if (o->mode != COLLECT_DISCOVERY && others) {
		skip_family(plan, family);
		return;
	}
	if (o->mode == COLLECT_DISCOVERY || (o->mode == COLLECT_WALK && !o->known) ||
	    !is_told)
		column_plan_add_discovery(plan, t, family);
	if (o->mode != COLLECT_GET && has_slow(plan, family))
		column_plan_add_states(plan, o->profile, t, family);
	if (o->mode == COLLECT_DISCOVERY || !is_told)
		column_plan_add_names(plan, o->profile, t, SECTION_ONU, family);
}

static void
add_part(struct column_plan *plan, const struct table *t, const struct column *c,
    enum section section, uint32_t family)
{
	struct source *s = column_plan_add_source(plan, t, c, section, family);

	if (!s)
		return;
	s->is_wanted = true;
	s->output = column_plan_add_output(plan, section, c, true);
}

static void
leave_out(struct column_plan *plan, const struct table *t, const struct column *c,
    uint32_t table)
{
	struct source *s = column_plan_add_source(plan, t, c, SECTION_PART, table);

	if (!s)
		return;
	s->is_wanted = true;
	s->is_skipped = true;
}

/* A custom column can have rows of any kind. Only those with an ONU formula, and those
 * that a GET has found to be of ONUs, are restricted to ONUs. */
static bool
has_other_rows(
    const struct collect_options *o, const struct table *t, const struct column *c)
{
	if (c->purpose != PURPOSE_CUSTOM)
		return false;
	switch (t->kind) {
	case TABLE_ONU:
		return c->any_index &&
		    !(o->mode == COLLECT_GET && o->is_of_onus &&
			o->is_of_onus(o->ctx, c));
	case TABLE_ONU_PART:
		return !index_is_inside(c->index);
	case TABLE_AUTOFIND:
	case TABLE_PON:
	case TABLE_BOARD:
	case TABLE_SYSTEM:
		break;
	}
	return true;
}

/* Each has its own family: its rows are not joined with others. */
static struct source *
add_other(struct column_plan *plan, const struct table *t, const struct column *c)
{
	struct source *s = column_plan_add_source(
	    plan, t, c, SECTION_OTHER, UINT32_MAX - (uint32_t)plan->n_sources);

	if (s)
		s->is_wanted = true;
	if (s && c->any_index && !c->is_scalar)
		s->onu_output = column_plan_add_output(plan, SECTION_ONU, c, true);
	return s;
}

static bool
column_plan_has_names(const struct column_plan *plan, const struct column *names)
{
	for (size_t i = 0; i < plan->n_sources; i++) {
		if (plan->sources[i].is_names && plan->sources[i].column == names)
			return true;
	}
	return false;
}

static bool
has_walked_others(const struct column_plan *plan)
{
	for (size_t i = 0; i < plan->n_sources; i++) {
		const struct source *s = &plan->sources[i];

		if (s->section == SECTION_OTHER && !s->column->is_scalar)
			return true;
	}
	return false;
}

/* Keys are resolved by names, of ONUs and of ports. */
static void
add_other_names(struct column_plan *plan, const struct profile *p)
{
	for (size_t i = 0; i < p->n_columns; i++) {
		const struct column *of = &p->columns[i];
		const struct table *t = profile_table(p, of->table);
		bool counts = t && (t->kind == TABLE_ONU || t->kind == TABLE_PON) &&
		    of->index && of->index->name_column;
		const struct column *names =
		    counts ? column_plan_name_column(p, t, of->index) : NULL;
		struct source *s = NULL;

		if (names && !column_plan_has_names(plan, names))
			s = column_plan_add_source(plan, t, names, SECTION_OTHER,
			    UINT32_MAX - (uint32_t)plan->n_sources);
		if (s)
			s->is_names = true;
	}
}

/* Of several rows inside an ONU, the first one is the value of that ONU. ONUs that are
 * not configured are not in the result: the column is reported as not requested. */
static void
add_column(
    struct column_plan *plan, const struct collect_options *o, const struct column *c)
{
	const struct profile *p = o->profile;
	const struct table *t = profile_table(p, c->table);
	uint32_t table = t ? (uint32_t)(t - p->tables) : 0;
	const struct table *onus;

	if (!t)
		return;
	if (has_other_rows(o, t, c)) {
		/* Every slice has the same outputs, also if it does not request them. */
		if (!o->no_others)
			(void)add_other(plan, t, c); /* if there is no space: as above */
		else if (c->any_index && !c->is_scalar)
			(void)column_plan_add_output(plan, SECTION_ONU, c, true);
		return;
	}
	switch (t->kind) {
	case TABLE_ONU:
		if (!c->is_scalar)
			column_plan_add_value(plan, t, c, table, true);
		return;
	case TABLE_PON:
		add_part(plan, t, c, SECTION_PORT, (uint32_t)p->n_tables);
		return;
	case TABLE_BOARD:
	case TABLE_SYSTEM:
		add_part(plan, t, c, SECTION_PART, table);
		return;
	case TABLE_ONU_PART:
		onus = index_is_inside(c->index) ? profile_onus_of(p, t) : NULL;
		if (onus)
			column_plan_add_value(
			    plan, t, c, (uint32_t)(onus - p->tables), true);
		else
			leave_out(plan, t, c, table);
		return;
	case TABLE_AUTOFIND:
		leave_out(plan, t, c, table);
		return;
	}
}

static bool
has_onus(const struct column_plan *plan, uint32_t family)
{
	for (size_t i = 0; i < plan->n_sources; i++) {
		if (plan->sources[i].section == SECTION_ONU &&
		    plan->sources[i].family == family)
			return true;
	}
	return false;
}

static bool
has_ports(const struct column_plan *plan, const struct table *t)
{
	for (size_t i = 0; i < plan->n_sources; i++) {
		if (plan->sources[i].section == SECTION_PORT &&
		    plan->sources[i].table == t)
			return true;
	}
	return false;
}

static bool
has_parts(const struct column_plan *plan, const struct table *t)
{
	for (size_t i = 0; i < plan->n_sources; i++) {
		const struct source *s = &plan->sources[i];

		if (s->section == SECTION_PART && s->table == t && s->is_wanted &&
		    !s->is_skipped)
			return true;
	}
	return false;
}

/* Parts that are found by their names, or that count only if a column says so: uplinks in
 * the list of interfaces. */
static void
complete_parts(struct column_plan *plan, const struct profile *p, size_t table)
{
	const struct table *t = &p->tables[table];
	struct source *s = NULL;

	column_plan_add_names(plan, p, t, SECTION_PART, (uint32_t)table);
	if (t->present_column)
		s = column_plan_add_source(
		    plan, t, t->present_column, SECTION_PART, (uint32_t)table);
	if (s)
		s->is_present = true;
}

enum rc
column_plan_columns(
    struct column_plan *plan, const struct collect_options *o, struct err *err)
{
	const struct profile *p = o->profile;

	for (size_t i = 0; i < o->n_columns; i++) {
		if (!o->no_slow || o->columns[i]->cost == COST_FAST)
			add_column(plan, o, o->columns[i]);
	}
	for (size_t i = 0; i < p->n_tables; i++) {
		const struct table *t = &p->tables[i];

		/* A discovery reads every table that may have ONUs. */
		if (t->kind == TABLE_ONU &&
		    (has_onus(plan, (uint32_t)i) || o->mode == COLLECT_DISCOVERY))
			complete_onus(plan, o, i, (uint32_t)i);
		if (t->kind == TABLE_BOARD && has_parts(plan, t))
			complete_parts(plan, p, i);
		if (has_ports(plan, t) && !o->ports_of_onus)
			column_plan_add_names(
			    plan, p, t, SECTION_PORT, (uint32_t)p->n_tables);
	}
	if (has_walked_others(plan))
		add_other_names(plan, p);
	for (int i = 0; i < SECTIONS; i++) {
		if (plan->outputs[i].n > ROW_ANSWERS_MAX)
			return err_set(err, RC_INVALID,
			    "%zu different values are more than one run can bring (%d): "
			    "split the job",
			    plan->outputs[i].n, ROW_ANSWERS_MAX);
	}
	if (!plan->n_sources)
		return err_set(
		    err, RC_NOT_FOUND, "the job asks for nothing on this device");
	return RC_OK;
}

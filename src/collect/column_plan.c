/* SPDX-License-Identifier: Apache-2.0 */
#include "collect/column_plan_int.h"

#include <string.h>

#include "base/buf.h"
#include "collect/question_int.h"

/* The default columns of an ONU. `cause` is made from the run state and the last-down
 * cause. */
static const char *const USUAL[] = { "serial", "mac", "name", "description",
	"admin_state", "run_state", "cause", "distance", "onu_rx", "olt_rx" };

static const char CAUSE[] = "cause";

static bool
names_column(const char *wanted, const struct column *c)
{
	return strcmp(wanted, c->key) == 0 || strcmp(wanted, c->name) == 0 ||
	    (c->purpose != PURPOSE_CUSTOM &&
		strcmp(wanted, purpose_info(c->purpose)->name) == 0);
}

int
column_plan_output(const struct column_plan *plan, const char *key)
{
	const struct outputs *o = &plan->outputs[SECTION_ONU];

	for (size_t i = 0; i < o->n; i++) {
		if (strcmp(o->at[i].key, key) == 0)
			return (int)i;
	}
	return -1;
}

static int
add_output(struct outputs *o, const char *key, enum purpose purpose, bool is_wanted)
{
	size_t at = 0;

	while (at < o->n && strcmp(o->at[at].key, key) != 0)
		at++;
	if (at == OUTPUTS_MAX)
		return -1;
	if (at == o->n) {
		o->n++;
		o->at[at] = (struct output){ .key = key,
			.heading = purpose == PURPOSE_CUSTOM
			    ? key
			    : purpose_info(purpose)->heading,
			.purpose = purpose };
	}
	o->at[at].is_wanted = o->at[at].is_wanted || is_wanted;
	return (int)at;
}

int
column_plan_add_output(struct column_plan *plan, enum section section,
    const struct column *c, bool is_wanted)
{
	return add_output(&plan->outputs[section], c->key, c->purpose, is_wanted);
}

static uint32_t
group_of(const struct column_plan *plan, const struct column *c, uint32_t family)
{
	uint32_t next = 0;

	for (size_t i = 0; i < plan->n_sources; i++) {
		const struct source *s = &plan->sources[i];

		if (s->family == family && s->column->index == c->index)
			return s->group;
		if (s->group >= next)
			next = s->group + 1;
	}
	return next;
}

static struct source *
column_plan_find(struct column_plan *plan, const struct column *c, uint32_t family)
{
	for (size_t i = 0; i < plan->n_sources; i++) {
		if (plan->sources[i].column == c && plan->sources[i].family == family)
			return &plan->sources[i];
	}
	return NULL;
}

struct source *
column_plan_add_source(struct column_plan *plan, const struct table *t,
    const struct column *c, enum section section, uint32_t family)
{
	struct source *s = column_plan_find(plan, c, family);

	if (s || plan->n_sources == SOURCES_MAX)
		return s;
	s = &plan->sources[plan->n_sources];
	*s = (struct source){ .column = c,
		.table = t,
		.section = section,
		.family = family,
		.group = group_of(plan, c, family),
		.output = -1,
		.onu_output = -1,
		.is_discovery = t->discovery == c };
	plan->n_sources++;
	return s;
}

void
column_plan_add_value(struct column_plan *plan, const struct table *t,
    const struct column *c, uint32_t family, bool is_wanted)
{
	struct source *s = column_plan_add_source(plan, t, c, SECTION_ONU, family);

	if (!s)
		return;
	s->output = column_plan_add_output(plan, SECTION_ONU, c, is_wanted);
	s->is_wanted = s->is_wanted || is_wanted;
	plan->has_slow = plan->has_slow || c->cost == COST_SLOW;
}

static bool
is_wanted(const struct collect_options *o, const char *const *list, size_t n,
    const struct column *c)
{
	if (o->no_slow && c->cost == COST_SLOW)
		return false;
	for (size_t i = 0; i < n; i++) {
		if (strcmp(list[i], "all") == 0 || names_column(list[i], c))
			return true;
	}
	return false;
}

static bool
wants(const char *const *list, size_t n, const char *key)
{
	for (size_t i = 0; i < n; i++) {
		if (strcmp(list[i], key) == 0 || strcmp(list[i], "all") == 0)
			return true;
	}
	return false;
}

const struct column *
column_plan_name_column(
    const struct profile *p, const struct table *t, const struct index_format *f)
{
	const struct column *c = profile_column(p, t->name, f->name_column);

	for (size_t i = 0; !c && i < p->n_tables; i++)
		c = profile_column(p, p->tables[i].name, f->name_column);
	return c;
}

void
column_plan_add_discovery(
    struct column_plan *plan, const struct table *t, uint32_t family)
{
	struct source *s;

	if (t->discovery) {
		column_plan_add_value(plan, t, t->discovery, family, false);
		s = column_plan_find(plan, t->discovery, family);
		if (s)
			s->teaches = true;
	}
	if (!t->present_column)
		return;
	s = column_plan_add_source(plan, t, t->present_column, SECTION_ONU, family);
	if (s)
		s->is_present = true;
}

void
column_plan_add_states(struct column_plan *plan, const struct profile *p,
    const struct table *t, uint32_t family)
{
	for (size_t i = 0; i < p->n_columns; i++) {
		const struct column *c = &p->columns[i];

		if (strcmp(c->table, t->name) == 0 && c->cost == COST_FAST &&
		    (c->purpose == PURPOSE_RUN_STATE ||
			c->purpose == PURPOSE_LAST_DOWN_CAUSE))
			column_plan_add_value(plan, t, c, family, false);
	}
}

void
column_plan_add_names(struct column_plan *plan, const struct profile *p,
    const struct table *t, enum section section, uint32_t family)
{
	size_t n = plan->n_sources;

	for (size_t i = 0; i < n; i++) {
		const struct source *of = &plan->sources[i];
		const struct index_format *f = of->column->index;
		const struct column *c =
		    of->family == family && of->table == t && f && f->name_column
		    ? column_plan_name_column(p, t, f)
		    : NULL;
		struct source *s =
		    c ? column_plan_add_source(plan, t, c, section, family) : NULL;

		if (!s)
			continue;
		s->teaches = true;
		if (s->output < 0)
			s->output = column_plan_add_output(plan, section, c, false);
	}
}

/* The other columns that the wanted columns of an ONU table need. */
static void
add_helpers(struct column_plan *plan, const struct profile *p, const struct table *t,
    uint32_t family, bool needs_state)
{
	column_plan_add_discovery(plan, t, family);
	if (needs_state)
		column_plan_add_states(plan, p, t, family);
	column_plan_add_names(plan, p, t, SECTION_ONU, family);
}

static void
add_table(struct column_plan *plan, const struct collect_options *o,
    const struct table *t, uint32_t family, const char *const *list, size_t n)
{
	const struct profile *p = o->profile;
	size_t before = plan->n_sources;
	bool wants_cause = wants(list, n, CAUSE);

	for (size_t i = 0; i < p->n_columns; i++) {
		const struct column *c = &p->columns[i];

		if (strcmp(c->table, t->name) == 0 && !c->is_scalar &&
		    is_wanted(o, list, n, c))
			column_plan_add_value(plan, t, c, family, true);
	}
	if (plan->n_sources > before || wants_cause)
		add_helpers(plan, p, t, family, wants_cause || plan->has_slow);
}

/* Columns of other tables that control the collection. */
static void
add_guides(struct column_plan *plan, const struct collect_options *o)
{
	const struct profile *p = o->profile;

	for (size_t i = 0; i < p->n_columns; i++) {
		const struct column *c = &p->columns[i];
		const struct table *t = profile_table(p, c->table);
		uint32_t family = (uint32_t)(p->n_tables + 1 + i);
		struct source *s;

		if (!plan->has_slow || c->purpose != PURPOSE_CPU || !t ||
		    c->confidence == CONFIDENCE_C)
			continue;
		s = column_plan_add_source(plan, t, c, SECTION_PART, family);
		if (s)
			s->is_cpu = true;
	}
}

static void
pair_twins(struct column_plan *plan)
{
	for (size_t i = 0; i < plan->n_sources; i++) {
		struct source *a = &plan->sources[i];

		for (size_t j = i + 1; !a->is_twin && j < plan->n_sources; j++) {
			struct source *b = &plan->sources[j];

			if (b->is_twin || a->way != WAY_WALK || b->way != WAY_WALK ||
			    a->section == SECTION_OTHER || b->section == SECTION_OTHER ||
			    oid_compare(a->column->oid.arcs, a->column->oid.n,
				b->column->oid.arcs, b->column->oid.n) != 0)
				continue;
			a->twin = b;
			b->is_twin = true;
			break;
		}
	}
}

static void
mark_alone(struct column_plan *plan)
{
	for (size_t i = 0; i < plan->n_sources; i++) {
		struct source *s = &plan->sources[i];

		/* All rows inside an ONU belong to that ONU. */
		s->is_alone =
		    s->section == SECTION_PART || !index_is_inside(s->column->index);
		for (size_t j = 0; j < plan->n_sources; j++) {
			const struct source *other = &plan->sources[j];

			if (other->family == s->family &&
			    other->column->index != s->column->index)
				s->is_alone = false;
		}
	}
}

/* If a column lists the ONUs, only its rows count. */
static void
mark_proof(struct column_plan *plan)
{
	for (size_t i = 0; i < plan->n_sources; i++) {
		struct source *s = &plan->sources[i];

		s->is_proof = true;
		for (size_t j = 0; j < plan->n_sources && !s->is_discovery; j++) {
			const struct source *other = &plan->sources[j];

			if (other->family == s->family && other->is_discovery &&
			    !other->is_skipped && other->way == WAY_WALK)
				s->is_proof = false;
		}
	}
}

static enum rc
unknown_column(const struct collect_options *o, const char *name, struct err *err)
{
	struct buf known = BUF_INIT(ERR_MAX);
	enum rc rc;

	for (size_t i = 0; i < o->profile->n_columns; i++) {
		const struct column *c = &o->profile->columns[i];
		const struct table *t = profile_table(o->profile, c->table);

		if (t && t->kind == TABLE_ONU && !strstr(buf_text(&known), c->key))
			buf_printf(&known, "%s%s", known.len ? ", " : "", c->key);
	}
	rc = err_set(err, RC_INVALID, "column \"%s\": %s has %s", name, o->profile->id,
	    buf_text(&known));
	buf_fini(&known);
	return rc;
}

/* Every given name must exist in the profile. */
static enum rc
check_wanted(const struct collect_options *o, struct err *err)
{
	for (size_t i = 0; i < o->n_wanted; i++) {
		const char *name = o->wanted[i];
		bool found = strcmp(name, "all") == 0 || strcmp(name, CAUSE) == 0;

		for (size_t j = 0; !found && j < o->profile->n_columns; j++) {
			const struct column *c = &o->profile->columns[j];
			const struct table *t = profile_table(o->profile, c->table);

			found = t && t->kind == TABLE_ONU && names_column(name, c);
		}
		if (!found)
			return unknown_column(o, name, err);
	}
	return RC_OK;
}

/* Outputs are in the order in which they were requested. */
static void
order_outputs(struct column_plan *plan, const struct collect_options *o,
    const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (strcmp(list[i], CAUSE) == 0)
			(void)add_output(
			    &plan->outputs[SECTION_ONU], CAUSE, PURPOSE_CUSTOM, true);
		for (size_t j = 0; j < o->profile->n_columns; j++) {
			const struct column *c = &o->profile->columns[j];
			const struct table *t = profile_table(o->profile, c->table);

			if (t && t->kind == TABLE_ONU && names_column(list[i], c) &&
			    is_wanted(o, list, n, c))
				(void)column_plan_add_output(plan, SECTION_ONU, c, true);
		}
	}
	if (wants(list, n, CAUSE))
		(void)add_output(
		    &plan->outputs[SECTION_ONU], CAUSE, PURPOSE_CUSTOM, true);
}

/* By name: columns of ONU tables that a user gave. */
static enum rc
column_plan_names(
    struct column_plan *plan, const struct collect_options *o, struct err *err)
{
	const char *const *list = o->n_wanted ? o->wanted : USUAL;
	size_t n = o->n_wanted ? o->n_wanted : sizeof(USUAL) / sizeof(USUAL[0]);
	enum rc rc = check_wanted(o, err);

	if (rc != RC_OK)
		return rc;
	order_outputs(plan, o, list, n);
	for (size_t i = 0; i < o->profile->n_tables; i++) {
		const struct table *t = &o->profile->tables[i];

		if (t->kind == TABLE_ONU)
			add_table(plan, o, t, (uint32_t)i, list, n);
	}
	if (plan->n_sources == 0)
		return err_set(err, RC_NOT_FOUND,
		    "profile %s has no ONU columns: this device does not list its ONUs "
		    "by SNMP",
		    o->profile->id);
	return RC_OK;
}

/* Is it a column of ports that is read with GET? */
static bool
is_port_item(const struct column_plan *plan, const struct source *s)
{
	return plan->options->ports_of_onus && s->section == SECTION_PORT;
}

/* How each column is read. Columns that are needed only for others are walked. */
static enum way
way_of(const struct column_plan *plan, const struct source *s)
{
	const struct collect_options *o = plan->options;
	bool has_tail = index_tail(s->column->index) > 0;

	if (s->column->is_scalar || is_port_item(plan, s))
		return WAY_SCALAR;
	if (s->section != SECTION_ONU)
		return WAY_WALK;
	if (s->column->cost == COST_SLOW)
		return has_tail ? WAY_SLOW_NEXT : WAY_SLOW_GET;
	if (o->mode == COLLECT_GET && s->is_wanted && !s->teaches)
		return has_tail ? WAY_NEXT : WAY_GET;
	return WAY_WALK;
}

static void
settle(struct column_plan *plan, const struct collect_options *o)
{
	for (size_t i = 0; i < plan->n_sources; i++) {
		struct source *s = &plan->sources[i];

		s->way = way_of(plan, s);
		if (o->is_unsupported && o->is_unsupported(o->ctx, s->column))
			s->is_skipped = true;
		if (is_port_item(plan, s) &&
		    (!s->column->index || s->column->index->name_column))
			s->is_skipped = true;
	}
	mark_alone(plan);
	mark_proof(plan);
	pair_twins(plan);
	plan->run_state = column_plan_output(plan, purpose_info(PURPOSE_RUN_STATE)->key);
	plan->last_down_cause =
	    column_plan_output(plan, purpose_info(PURPOSE_LAST_DOWN_CAUSE)->key);
	plan->cause = column_plan_output(plan, CAUSE);
	if (plan->cause >= 0)
		plan->outputs[SECTION_ONU].at[plan->cause].heading = "Cause";
}

enum rc
column_plan_make(
    struct column_plan *plan, const struct collect_options *o, struct err *err)
{
	enum rc rc;

	memset(plan, 0, sizeof(*plan));
	plan->options = o;
	rc = o->n_columns ? column_plan_columns(plan, o, err)
			  : column_plan_names(plan, o, err);
	if (rc != RC_OK)
		return rc;
	add_guides(plan, o);
	settle(plan, o);
	return RC_OK;
}

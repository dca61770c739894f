/* SPDX-License-Identifier: Apache-2.0 */
#include "poll/plan.h"

#include <string.h>

#include "base/buf.h"

/* What an operator wants to see of an ONU when he does not say. `cause` is
 * made from the run state and the last-down cause. */
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
plan_output(const struct plan *plan, const char *key)
{
	for (size_t i = 0; i < plan->n_outputs; i++) {
		if (strcmp(plan->outputs[i].key, key) == 0)
			return (int)i;
	}
	return -1;
}

static int
add_output(struct plan *plan, const char *key, enum purpose purpose, bool is_wanted)
{
	int at = plan_output(plan, key);

	if (at < 0) {
		if (plan->n_outputs == OUTPUTS_MAX)
			return -1;
		at = (int)plan->n_outputs++;
		plan->outputs[at] = (struct output){ .key = key,
			.heading = purpose == PURPOSE_CUSTOM
			    ? key
			    : purpose_info(purpose)->heading,
			.purpose = purpose };
	}
	plan->outputs[at].is_wanted = plan->outputs[at].is_wanted || is_wanted;
	return at;
}

static uint32_t
group_of(const struct plan *plan, const struct column *c, uint32_t family)
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
find_source(struct plan *plan, const struct column *c, uint32_t family)
{
	for (size_t i = 0; i < plan->n_sources; i++) {
		if (plan->sources[i].column == c && plan->sources[i].family == family)
			return &plan->sources[i];
	}
	return NULL;
}

/* Ask for a column (once). NULL when there is no room, which no profile needs. */
static struct source *
add_source(struct plan *plan, const struct table *t, const struct column *c,
    uint32_t family, enum source_role role)
{
	struct source *s = find_source(plan, c, family);

	if (s || plan->n_sources == SOURCES_MAX)
		return s;
	s = &plan->sources[plan->n_sources];
	*s = (struct source){ .column = c,
		.table = t,
		.role = role,
		.family = family,
		.group = group_of(plan, c, family),
		.output = -1,
		.is_discovery = t->discovery == c };
	plan->n_sources++;
	plan->has_slow = plan->has_slow || c->cost == COST_SLOW;
	return s;
}

static void
add_value(struct plan *plan, const struct table *t, const struct column *c,
    uint32_t family, bool is_wanted)
{
	struct source *s = add_source(plan, t, c, family, SOURCE_VALUE);

	if (s)
		s->output = add_output(plan, c->key, c->purpose, is_wanted);
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

/* The column that tells the positions of an opaque index, here or in another
 * table of the profile. */
static const struct column *
name_column(const struct profile *p, const struct table *t, const struct index_format *f)
{
	const struct column *c = profile_column(p, t->name, f->name_column);

	for (size_t i = 0; !c && i < p->n_tables; i++)
		c = profile_column(p, p->tables[i].name, f->name_column);
	return c;
}

/* What the wanted columns of an ONU table need besides themselves. */
static void
add_helpers(struct plan *plan, const struct profile *p, const struct table *t,
    uint32_t family, bool needs_state)
{
	size_t n = plan->n_sources;

	if (t->discovery && !find_source(plan, t->discovery, family))
		add_value(plan, t, t->discovery, family, false);
	if (t->present_column) {
		struct source *s = find_source(plan, t->present_column, family);

		if (!s)
			s = add_source(
			    plan, t, t->present_column, family, SOURCE_PRESENT);
		if (s)
			s->role = SOURCE_PRESENT;
	}
	for (size_t i = 0; i < p->n_columns; i++) {
		const struct column *c = &p->columns[i];

		if (strcmp(c->table, t->name) == 0 && c->cost == COST_FAST &&
		    needs_state &&
		    (c->purpose == PURPOSE_RUN_STATE ||
			c->purpose == PURPOSE_LAST_DOWN_CAUSE))
			add_value(plan, t, c, family, false);
	}
	for (size_t i = 0; i < n; i++) {
		const struct index_format *f = plan->sources[i].column->index;
		const struct column *c =
		    plan->sources[i].family == family && f && f->name_column
		    ? name_column(p, t, f)
		    : NULL;

		if (c)
			add_value(plan, t, c, family, false);
	}
}

static void
add_table(struct plan *plan, const struct collect_options *o, const struct table *t,
    uint32_t family, const char *const *list, size_t n)
{
	const struct profile *p = o->profile;
	size_t before = plan->n_sources;
	bool wants_cause = wants(list, n, CAUSE);

	for (size_t i = 0; i < p->n_columns; i++) {
		const struct column *c = &p->columns[i];

		if (strcmp(c->table, t->name) == 0 && !c->is_scalar &&
		    is_wanted(o, list, n, c))
			add_value(plan, t, c, family, true);
	}
	if (plan->n_sources > before || wants_cause)
		add_helpers(plan, p, t, family, wants_cause || plan->has_slow);
}

/* Columns of other tables that steer the collection. */
static void
add_guides(struct plan *plan, const struct collect_options *o)
{
	const struct profile *p = o->profile;

	for (size_t i = 0; i < p->n_columns; i++) {
		const struct column *c = &p->columns[i];
		const struct table *t = profile_table(p, c->table);
		uint32_t family = (uint32_t)(p->n_tables + i);

		if (plan->has_slow && c->purpose == PURPOSE_CPU && t &&
		    c->confidence != CONFIDENCE_C)
			(void)add_source(plan, t, c, family, SOURCE_CPU);
	}
}

static void
pair_twins(struct plan *plan)
{
	for (size_t i = 0; i < plan->n_sources; i++) {
		struct source *a = &plan->sources[i];

		for (size_t j = i + 1; !a->is_twin && j < plan->n_sources; j++) {
			struct source *b = &plan->sources[j];

			if (b->is_twin || a->column->cost == COST_SLOW ||
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
mark_alone(struct plan *plan)
{
	for (size_t i = 0; i < plan->n_sources; i++) {
		struct source *s = &plan->sources[i];

		s->is_alone = true;
		for (size_t j = 0; j < plan->n_sources; j++) {
			const struct source *other = &plan->sources[j];

			if (other->family == s->family &&
			    other->column->index != s->column->index)
				s->is_alone = false;
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

/* Every name that was asked for by hand must exist in the profile. */
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

/* Outputs appear in the order they were asked for. */
static void
order_outputs(
    struct plan *plan, const struct collect_options *o, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (strcmp(list[i], CAUSE) == 0)
			(void)add_output(plan, CAUSE, PURPOSE_CUSTOM, true);
		for (size_t j = 0; j < o->profile->n_columns; j++) {
			const struct column *c = &o->profile->columns[j];
			const struct table *t = profile_table(o->profile, c->table);

			if (t && t->kind == TABLE_ONU && names_column(list[i], c) &&
			    is_wanted(o, list, n, c))
				(void)add_output(plan, c->key, c->purpose, true);
		}
	}
	if (wants(list, n, CAUSE))
		(void)add_output(plan, CAUSE, PURPOSE_CUSTOM, true);
}

enum rc
plan_make(struct plan *plan, const struct collect_options *o, struct err *err)
{
	const char *const *list = o->n_wanted ? o->wanted : USUAL;
	size_t n = o->n_wanted ? o->n_wanted : sizeof(USUAL) / sizeof(USUAL[0]);
	enum rc rc = check_wanted(o, err);

	if (rc != RC_OK)
		return rc;
	memset(plan, 0, sizeof(*plan));
	order_outputs(plan, o, list, n);
	for (size_t i = 0; i < o->profile->n_tables; i++) {
		const struct table *t = &o->profile->tables[i];

		if (t->kind == TABLE_ONU)
			add_table(plan, o, t, (uint32_t)i, list, n);
	}
	add_guides(plan, o);
	mark_alone(plan);
	pair_twins(plan);
	if (plan->n_sources == 0)
		return err_set(err, RC_NOT_FOUND,
		    "profile %s has no ONU columns: this device does not list its ONUs "
		    "by SNMP",
		    o->profile->id);
	plan->run_state = plan_output(plan, purpose_info(PURPOSE_RUN_STATE)->key);
	plan->last_down_cause =
	    plan_output(plan, purpose_info(PURPOSE_LAST_DOWN_CAUSE)->key);
	plan->cause = plan_output(plan, CAUSE);
	if (plan->cause >= 0)
		plan->outputs[plan->cause].heading = "Cause";
	return RC_OK;
}

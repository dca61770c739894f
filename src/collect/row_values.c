/* SPDX-License-Identifier: Apache-2.0 */
#include "collect/row_values_int.h"

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

/* An opaque index: the position is in a name. False: it is not the name of an ONU. */
static bool
locate_by_name(struct row *row, const struct column_plan *plan)
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

static void
locate_rows(struct rows *rows, const struct column_plan *plan)
{
	for (size_t i = 0; i < rows_count(rows); i++) {
		struct row *row = rows_at(rows, i);

		if (row->format && row->format->name_column && !row->is_located) {
			row->is_located = locate_by_name(row, plan);
			if (!row->is_located && !row->is_certain)
				row->is_hidden = true;
		}
	}
}

void
settle_rows(struct rows *rows, const struct column_plan *plan)
{
	locate_rows(rows, plan);
	rows_filter(rows, is_onu, NULL);
	rows_sort(rows);
}

/* ---- states and causes ----------------------------------------------------- */

/* Does a run state contain the cause of an offline ONU? */
static bool
is_cause(enum state s)
{
	return (int)s >= STATE_CAUSES || s == STATE_DISABLED || s == STATE_FAULT;
}

static bool
is_dark(enum state cause)
{
	return cause == STATE_LOS_PORT || cause == STATE_LOS_ONU;
}

static struct value
no_value(void)
{
	return (struct value){ .kind = VALUE_NULL };
}

/* A state as a cause: "disabled" becomes admin; a state without a cause becomes
 * unknown. */
static struct value
as_cause(struct value v)
{
	struct value cause = v;

	if (cause.kind == VALUE_STATE)
		cause.state = state_cause(cause.state);
	return cause;
}

/* Which of two causes is more exact. run: from the run state; last: from the column of
 * causes, which is the only one that distinguishes a loss of light of the port from that
 * of the ONU. */
static const struct value *
better_cause(const struct value *run, const struct value *last)
{
	if (run->kind == VALUE_NULL)
		return last;
	if (last->kind == VALUE_NULL || last->state == STATE_UNKNOWN)
		return run;
	if (run->state == STATE_UNKNOWN || (is_dark(run->state) && is_dark(last->state)))
		return last;
	return run;
}

/* The stored cause: that of the column, or of the run state if the column has none. */
static void
keep_cause(struct row *row, int at, const struct value *run, const struct value *last)
{
	bool has_more = run->kind != VALUE_NULL &&
	    (last->kind == VALUE_NULL || last->state == STATE_UNKNOWN);

	row->values[at] = has_more ? *run : *last;
	if (has_more && at < ROW_ANSWERS_MAX)
		row->answered |= UINT64_C(1) << at;
}

/* A run state such as "LOS" contains two facts: the ONU is offline, and the cause. */
static void
tell_cause(struct row *row, const struct column_plan *plan)
{
	struct value *run = plan->run_state >= 0 ? &row->values[plan->run_state] : NULL;
	bool has_state = run && run->kind == VALUE_STATE;
	bool tells = has_state && is_cause(run->state);
	struct value of_run = tells ? as_cause(*run) : no_value();
	bool has_column = plan->last_down_cause >= 0 && row->values;
	struct value last =
	    has_column ? as_cause(row->values[plan->last_down_cause]) : no_value();

	if (plan->cause >= 0 && has_state && run->state != STATE_ONLINE &&
	    run->state != STATE_TRANSITIONAL)
		row->values[plan->cause] = *better_cause(&of_run, &last);
	if (has_column)
		keep_cause(row, plan->last_down_cause, &of_run, &last);
	if (tells && run->state != STATE_DISABLED)
		run->state = STATE_OFFLINE;
}

void
finish_onus(struct rows *rows, const struct column_plan *plan)
{
	settle_rows(rows, plan);
	for (size_t i = 0; i < rows_count(rows); i++)
		tell_cause(rows_at(rows, i), plan);
}

/* ---- ports and parts --------------------------------------------------------- */

static bool
is_shown(const struct row *row, const void *ctx)
{
	(void)ctx;
	return !row->is_hidden;
}

static int
port_name_of(const struct column_plan *plan)
{
	const struct outputs *o = &plan->outputs[SECTION_PORT];

	for (size_t i = 0; i < o->n; i++) {
		if (o->at[i].purpose == PURPOSE_PORT_NAME)
			return (int)i;
	}
	return -1;
}

static bool
is_named_pon(const struct row *row, int name)
{
	const struct value *v = &row->values[name];

	return v->kind == VALUE_TEXT && strcasestr(v->text, "pon");
}

/* Does everything known about it come from the list of all interfaces? */
static bool
is_interface(const struct row *row, const struct column_plan *plan)
{
	static const uint32_t MIB_2[] = { 1, 3, 6, 1, 2, 1 };

	for (size_t i = 0; i < plan->outputs[SECTION_PORT].n; i++) {
		const struct oid *o =
		    row->from[i] ? &plan->sources[row->from[i] - 1].column->oid : NULL;

		if (o && !oid_starts_with(o->arcs, o->n, MIB_2, 6))
			return false;
	}
	return true;
}

/* The list of interfaces has uplinks besides the PONs, and the index of an uplink may
 * look like that of a PON. If the device names its PONs as such, interfaces with other
 * names are not PONs. */
static void
hide_uplinks(struct rows *rows, const struct column_plan *plan)
{
	int name = port_name_of(plan);
	bool says_pon = false;

	for (size_t i = 0; name >= 0 && i < rows_count(rows); i++)
		says_pon = says_pon || is_named_pon(rows_at(rows, i), name);
	for (size_t i = 0; says_pon && i < rows_count(rows); i++) {
		struct row *row = rows_at(rows, i);

		if (!is_named_pon(row, name) && is_interface(row, plan))
			row->is_hidden = true;
	}
}

void
finish_ports(struct rows *rows, const struct column_plan *plan)
{
	locate_rows(rows, plan);
	rows_filter(rows, is_shown, NULL);
	rows_sort(rows);
	rows_merge(rows);
	hide_uplinks(rows, plan);
	rows_filter(rows, is_shown, NULL);
}

/* The name by which a row was located; NULL: none. */
static const char *
name_of_row(const struct row *row, const struct column_plan *plan)
{
	for (size_t i = 0; row->format->name_column && i < plan->n_sources; i++) {
		const struct source *s = &plan->sources[i];

		if (s->family == row->family && s->output >= 0 &&
		    strcmp(s->column->name, row->format->name_column) == 0 &&
		    row->values[s->output].kind == VALUE_TEXT)
			return row->values[s->output].text;
	}
	return NULL;
}

/* "" for the whole device, "board 0/3", "fan 1", "uplink ge0/0/5". */
static const char *
part_name(const struct row *row, const struct table *t, const struct column_plan *plan,
    struct arena *arena)
{
	char text[POSITION_TEXT_MAX];
	const char *name = row->format ? name_of_row(row, plan) : NULL;

	if (!row->format)
		return t->kind == TABLE_SYSTEM ? "" : t->name;
	return arena_printf(
	    arena, "%s %s", t->name, name ? name : position_format(&row->position, text));
}

enum rc
finish_parts(struct rows *rows, const struct column_plan *plan, const struct profile *p,
    struct arena *arena)
{
	locate_rows(rows, plan);
	rows_filter(rows, is_shown, NULL);
	rows_sort(rows);
	for (size_t i = 0; i < rows_count(rows); i++) {
		struct row *row = rows_at(rows, i);

		row->part = part_name(row, &p->tables[row->family], plan, arena);
		if (!row->part)
			return RC_NOMEM;
	}
	return RC_OK;
}

/* ---- values ------------------------------------------------------------------ */

void
forget_implausible(struct rows *rows, const struct source *s)
{
	if (s->output < 0 || s->output >= ROW_ANSWERS_MAX)
		return;
	for (size_t i = 0; i < rows_count(rows); i++) {
		struct row *row = rows_at(rows, i);

		if (row->family == s->family && !row->from[s->output])
			row->answered &= ~(UINT64_C(1) << s->output);
	}
}

void
count_values(const struct rows *rows, struct outputs *outputs)
{
	for (size_t i = 0; i < rows_count(rows); i++) {
		const struct row *row = rows_at(rows, i);

		for (size_t j = 0; j < outputs->n; j++)
			outputs->at[j].n_values += row->values[j].kind != VALUE_NULL;
	}
}

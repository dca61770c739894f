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

static void
locate_rows(struct rows *rows, const struct plan *plan)
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
settle_rows(struct rows *rows, const struct plan *plan)
{
	locate_rows(rows, plan);
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
	struct value *last =
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
	/* Where no column tells it, the state does. */
	if (tells && last && last->kind == VALUE_NULL) {
		*last = *run;
		if (plan->last_down_cause < ROW_ANSWERS_MAX)
			row->answered |= UINT64_C(1) << plan->last_down_cause;
	}
	if (tells && run->state != STATE_DISABLED)
		run->state = STATE_OFFLINE;
}

void
finish_onus(struct rows *rows, const struct plan *plan)
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
port_name_of(const struct plan *plan)
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

/* Does all that is known of it come from the list of all interfaces? */
static bool
is_interface(const struct row *row, const struct plan *plan)
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

/* Uplinks stand in the list of interfaces beside the PONs, some of them under indexes
 * that could be a PON's. Where the device calls its PONs so, what it calls otherwise is
 * none. */
static void
hide_uplinks(struct rows *rows, const struct plan *plan)
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
finish_ports(struct rows *rows, const struct plan *plan)
{
	locate_rows(rows, plan);
	rows_filter(rows, is_shown, NULL);
	rows_sort(rows);
	rows_merge(rows);
	hide_uplinks(rows, plan);
	rows_filter(rows, is_shown, NULL);
}

/* "" for the device as a whole, "board 0/3", "fan 1". */
static const char *
part_name(const struct row *row, const struct table *t, struct arena *arena)
{
	char text[POSITION_TEXT_MAX];

	if (!row->format)
		return t->kind == TABLE_SYSTEM ? "" : t->name;
	return arena_printf(
	    arena, "%s %s", t->name, position_format(&row->position, text));
}

enum rc
finish_parts(struct rows *rows, const struct profile *p, struct arena *arena)
{
	rows_sort(rows);
	for (size_t i = 0; i < rows_count(rows); i++) {
		struct row *row = rows_at(rows, i);

		row->part = part_name(row, &p->tables[row->family], arena);
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

/* SPDX-License-Identifier: Apache-2.0
 *
 * The whole at a glance: what is up, what is not and why, what was owed and made, and the
 * newest problems.
 */
#include <stdlib.h>
#include <string.h>

#include "model/totals.h"
#include "service/service_int.h"
#include "store/list.h"

enum { PROBLEMS = 10 };

/* ---- figures -------------------------------------------------------------------------- */

/* What is neither of the others is up. */
static json_t *
show_olts(const struct totals *t)
{
	int64_t n_up = t->olts_enabled - t->olts_failing - t->olts_new;

	return json_pack("{s:I, s:I, s:I, s:I, s:I}", "up", (json_int_t)n_up, "new",
	    (json_int_t)t->olts_new, "down", (json_int_t)t->olts_failing, "suspended",
	    (json_int_t)t->olts_suspended, "disabled", (json_int_t)t->olts_disabled);
}

json_t *
show_total_onus(const struct totals *t)
{
	json_t *causes = json_object();

	for (int i = 0; i < TOTALS_STATES; i++) {
		if (t->onus_offline_by[i])
			(void)json_object_set_new(causes, state_name((enum state)i),
			    json_integer(t->onus_offline_by[i]));
	}
	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o}", "present",
	    (json_int_t)t->onus_present, "absent", (json_int_t)t->onus_absent,
	    "duplicate", (json_int_t)t->onus_duplicate, "online",
	    (json_int_t)t->onus_online, "online_unheard",
	    (json_int_t)t->onus_online_unheard, "offline", (json_int_t)t->onus_offline,
	    "unknown", (json_int_t)t->onus_unknown, "offline_by_cause", causes);
}

json_t *
show_total_executions(const struct totals *t)
{
	json_t *all = json_object();

	for (int i = 0; i < EXECUTION_STATES; i++)
		(void)json_object_set_new(all,
		    execution_state_name((enum execution_state)i),
		    json_integer(t->executions[i]));
	(void)json_object_set_new(all, "late", json_integer(t->executions_late));
	return all;
}

json_t *
show_total_quotas(const struct totals *t)
{
	double percent = t->quota_required > 0
	    ? 100.0 * (double)t->quota_completed / (double)t->quota_required
	    : 100.0;

	return json_pack("{s:I, s:I, s:f, s:I}", "required",
	    (json_int_t)t->quota_required, "completed", (json_int_t)t->quota_completed,
	    "percent", percent, "open_violations", (json_int_t)t->violations_open);
}

/* ---- problems ---------------------------------------------------------------------------- */

/* Where problems are found, and how they are told. */
struct source {
	const char *kind, *list, *field, *value, *order;
	const char *at, *message; /* the fields that have it */
	const char *event, *details; /* likewise; NULL: it has none */
};

static const struct source SOURCES[] = {
	{ "critical", "coordinator_logs", "level", "CRITICAL", "-at", "at", "message",
	    "event", "details" },
	{ "error", "coordinator_logs", "level", "ERROR", "-at", "at", "message", "event",
	    "details" },
	{ "warning", "coordinator_logs", "level", "WARNING", "-at", "at", "message",
	    "event", "details" },
	{ "violation", "violations", "acked_at", "", "-created_at", "created_at",
	    "severity", NULL, NULL },
};

static json_t *
field_of(const json_t *row, const char *name)
{
	return name ? json_object_get(row, name) : NULL;
}

static json_t *
show_problem(const struct source *source, const json_t *row)
{
	return json_pack("{s:s, s:O?, s:O?, s:O?, s:O?, s:O?, s:O?}", "kind",
	    source->kind, "at", field_of(row, source->at), "olt", field_of(row, "olt"),
	    "olt_name", field_of(row, "olt_name"), "message",
	    field_of(row, source->message), "event", field_of(row, source->event),
	    "details", field_of(row, source->details));
}

static void
add_problems(struct ask *a, const struct source *source, json_t *problems)
{
	struct list_filter filter = { source->field, LIST_EQUAL, source->value };
	struct list_query query = { .n_filters = 1,
		.filters = &filter,
		.order = source->order,
		.page = 1,
		.page_size = PROBLEMS,
		.is_uncounted = true };
	struct err err = { 0 };
	json_t *rows = show_rows(a->db, source->list, &query, &err);

	if (!rows)
		(void)ask_fail_err(a, err.rc, &err);
	for (size_t i = 0; i < json_array_size(rows); i++)
		(void)json_array_append_new(
		    problems, show_problem(source, json_array_get(rows, i)));
	json_decref(rows);
}

/* The newest first: moments are written so that their texts are in their order. */
static int
compare(const void *a, const void *b)
{
	const char *x = json_string_value(json_object_get(*(json_t *const *)a, "at"));
	const char *y = json_string_value(json_object_get(*(json_t *const *)b, "at"));

	return strcmp(y ? y : "", x ? x : "");
}

static json_t *
newest(struct ask *a, const json_t *problems)
{
	size_t n = json_array_size(problems);
	json_t **sorted = arena_alloc(a->arena, (n + 1) * sizeof(json_t *));
	json_t *shown = json_array();

	for (size_t i = 0; sorted && i < n; i++)
		sorted[i] = json_array_get(problems, i);
	if (sorted)
		qsort(sorted, n, sizeof(json_t *), compare);
	for (size_t i = 0; sorted && i < n && i < PROBLEMS; i++)
		(void)json_array_append(shown, sorted[i]);
	return shown;
}

static json_t *
show_problems(struct ask *a)
{
	json_t *all = json_array(), *shown;

	for (size_t i = 0; i < sizeof(SOURCES) / sizeof(SOURCES[0]); i++)
		add_problems(a, &SOURCES[i], all);
	shown = newest(a, all);
	json_decref(all);
	return shown;
}

/* ---- all of it ------------------------------------------------------------------------------ */

static json_t *
show_pollers(struct ask *a)
{
	const struct service_world *world = &a->s->options.world;
	const struct snapshot *s = world->snapshot(world->ctx);
	json_t *shown;

	if (!s)
		return json_null();
	shown = show_poller_stats(s);
	world->release(world->ctx, s);
	return shown;
}

void
op_dashboard(struct ask *a)
{
	int64_t at_ms = 0;
	struct totals t;
	struct err err = { 0 };
	enum rc rc = totals_now(a, &t, &at_ms, &err);

	if (rc != RC_OK) {
		(void)ask_fail_err(a, rc, &err);
		return;
	}
	ask_answer(a,
	    json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "at", show_moment(at_ms),
		"olts", show_olts(&t), "onus", show_total_onus(&t), "executions",
		show_total_executions(&t), "quotas", show_total_quotas(&t), "pollers",
		show_pollers(a), "problems", show_problems(a)));
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * What is owed and what was made: quotas of this hour, violations, and plans against what
 * happened.
 */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/vec.h"
#include "model/text.h"
#include "sched/quota.h"
#include "service/service_int.h"
#include "store/list/list.h"
#include "store/ledger/plan.h"
#include "store/ledger/quota.h"

enum { RUNS_MAX = LIST_PAGE_MAX };

/* ---- quotas of this hour --------------------------------------------------------------- */

struct owed {
	struct quota quota;
	struct quota_names names; /* the arena's */
};

struct owed_list {
	struct arena *arena;
	struct vec rows; /* struct owed, OLT by OLT */
};

static enum rc
take_quota(void *ctx, const struct quota *quota, const struct quota_names *names)
{
	struct owed_list *list = ctx;
	struct owed *row = vec_add(&list->rows);

	if (!row)
		return RC_NOMEM;
	row->quota = *quota;
	row->names.olt = arena_printf(list->arena, "%s", names->olt);
	if (names->job)
		row->names.job = arena_printf(list->arena, "%s", names->job);
	return row->names.olt && (row->names.job || !names->job) ? RC_OK : RC_NOMEM;
}

static json_t *
show_quota(const struct owed *row)
{
	const struct quota *q = &row->quota;
	int64_t average_ms = quota_average_ms(q);
	double percent =
	    q->required > 0 ? 100.0 * (double)q->completed / (double)q->required : 100.0;
	bool at_risk = q->status == QUOTA_IN_PROGRESS && q->at_risk;

	return json_pack(
	    "{s:I, s:I, s:s, s:o, s:o, s:s, s:o, s:o, s:I, s:I, s:I, s:I, s:I, s:I, "
	    "s:I, s:s, s:f, s:b}",
	    "id", (json_int_t)q->id.v, "olt", (json_int_t)q->key.olt.v, "olt_name",
	    row->names.olt, "job",
	    q->key.job.v ? json_integer(q->key.job.v) : json_null(), "job_name",
	    row->names.job ? json_string(row->names.job) : json_null(), "task_type",
	    q->task_type, "period_start", show_moment(q->key.period_start_ms),
	    "period_end", show_moment(q->period_end_ms), "required",
	    (json_int_t)q->required, "completed", (json_int_t)q->completed, "partial",
	    (json_int_t)q->partial, "failed", (json_int_t)q->failed, "skipped",
	    (json_int_t)q->skipped, "pending", (json_int_t)quota_pending(q),
	    "average_duration_ms", (json_int_t)average_ms, "status",
	    quota_status_name(q->status), "percent", percent, "at_risk", at_risk);
}

void
op_quota_now(struct ask *a)
{
	struct olt_id olt = { arg_given(a, "olt") ? find_olt(a, "olt").v : 0 };
	int64_t now_ms = clock_wall_ms();
	struct owed_list all = { a->arena, VEC_INIT(struct owed) };
	json_t *results = json_array();
	struct err err = { 0 };
	enum rc rc = RC_OK;

	if (args_are_right(a))
		rc = store_quota_list(
		    a->db, quota_period_of(now_ms), take_quota, &all, &err);
	if (rc != RC_OK)
		(void)ask_fail_err(a, rc, &err);
	for (size_t i = 0; i < all.rows.n; i++) {
		const struct owed *row = VEC_AT(&all.rows, struct owed, i);

		if (!olt.v || row->quota.key.olt.v == olt.v)
			(void)json_array_append_new(results, show_quota(row));
	}
	vec_fini(&all.rows);
	if (ask_is_well(a))
		ask_answer(a, json_pack("{s:O}", "results", results));
	json_decref(results);
}

/* ---- violations -------------------------------------------------------------------------- */

static json_t *
show_violation(struct db *db, int64_t id, struct err *err)
{
	return show_row(db, "violations", id, err);
}

static const struct entity ENTITY_VIOLATION = { "violation", show_violation };

static const struct find_place VIOLATIONS = { "violations", "violation", NULL,
	{ NULL, NULL } };

void
op_violation_get(struct ask *a)
{
	int64_t id = find_in(a, "violation", &VIOLATIONS);

	if (args_are_right(a))
		answer_shown(a, &ENTITY_VIOLATION, id);
}

static enum rc
ack(struct change *c, struct db *db, struct err *err)
{
	return store_violation_ack(
	    db, (struct violation_id){ c->id }, c->ctx, c->now_ms, err);
}

/* The first to say so stays: saying it again changes nothing, and is no mistake. */
void
op_violation_ack(struct ask *a)
{
	int64_t id = find_in(a, "violation", &VIOLATIONS);
	char by[TEXT_USER_NAME_BYTES];
	struct change c = { "ack", &ENTITY_VIOLATION, id, ack, by, 0 };

	(void)snprintf(by, sizeof(by), "%s", a->who->name);
	if (args_are_right(a) && change_make(a, &c) == RC_OK)
		answer_shown(a, &ENTITY_VIOLATION, id);
}

/* ---- plans --------------------------------------------------------------------------------- */

/* What ran in the hour of a plan, by node and slot ("7 1767225600000"). */
static json_t *
load_actual(struct ask *a, const struct plan *plan)
{
	struct list_filter filters[] = {
		{ "olt", LIST_EQUAL,
		    arena_printf(a->arena, "%lld", (long long)plan->olt.v) },
		{ "due_at", LIST_AT_LEAST,
		    arena_printf(a->arena, "%lld", (long long)plan->period_start_ms) },
		{ "due_at", LIST_BELOW,
		    arena_printf(a->arena, "%lld", (long long)plan->period_end_ms) },
	};
	struct err err = { 0 };
	json_t *rows = show_rows(a->db, "executions",
	    &(struct list_query){ .n_filters = 3,
		.filters = filters,
		.order = "due_at",
		.page = 1,
		.page_size = RUNS_MAX },
	    &err);

	if (!rows)
		(void)ask_fail_err(a, err.rc, &err);
	return rows;
}

/* What is shown of an execution beside its planned run. */
static json_t *
show_actual(const json_t *execution)
{
	static const char *const FIELDS[] = { "id", "state", "started_at", "finished_at",
		"duration_ms", "late_ms", "message" };
	json_t *shown = json_object();

	for (size_t i = 0; i < sizeof(FIELDS) / sizeof(FIELDS[0]); i++)
		(void)json_object_set(
		    shown, FIELDS[i], json_object_get(execution, FIELDS[i]));
	return shown;
}

static const json_t *
find_actual(const json_t *rows, json_int_t node, const json_t *due)
{
	for (size_t i = 0; i < json_array_size(rows); i++) {
		const json_t *row = json_array_get(rows, i);

		if (json_integer_value(json_object_get(row, "node")) == node &&
		    json_equal(json_object_get(row, "due_at"), due))
			return row;
	}
	return NULL;
}

static json_t *
show_run(const json_t *planned, const json_t *executions)
{
	json_int_t node = json_integer_value(json_object_get(planned, "node"));
	json_t *due = show_moment(json_integer_value(json_object_get(planned, "due_ms")));
	const json_t *actual = find_actual(executions, node, due);

	return json_pack("{s:I, s:O, s:o, s:o, s:O, s:o}", "node", node, "type",
	    json_object_get(planned, "type"), "due_at", due, "start_at",
	    show_moment(json_integer_value(json_object_get(planned, "start_ms"))),
	    "duration_ms", json_object_get(planned, "duration_ms"), "actual",
	    actual ? show_actual(actual) : json_null());
}

static json_t *
show_runs(struct ask *a, const struct plan *plan)
{
	json_t *planned = json_loads(plan->runs_json, 0, NULL);
	json_t *executions = load_actual(a, plan), *runs = json_array();

	for (size_t i = 0; executions && i < json_array_size(planned); i++)
		(void)json_array_append_new(
		    runs, show_run(json_array_get(planned, i), executions));
	json_decref(planned);
	json_decref(executions);
	return runs;
}

void
op_plan_get(struct ask *a)
{
	static const struct find_place PLANS = { "plans", "plan", NULL, { NULL, NULL } };
	int64_t id = find_in(a, "plan", &PLANS);
	struct plan plan = { .runs_json = "[]" };
	struct err err = { 0 };
	json_t *shown;
	enum rc rc;

	if (!args_are_right(a))
		return;
	rc = store_plan_get(a->db, (struct plan_id){ id }, a->arena, &plan, &err);
	shown = rc == RC_OK ? show_row(a->db, "plans", id, &err) : NULL;
	if (!shown) {
		(void)ask_fail_err(a, err.rc, &err);
		return;
	}
	(void)json_object_set_new(shown, "runs", show_runs(a, &plan));
	ask_answer(a, shown);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Quotas, violations and plans: what the coordinator keeps of each hour.
 */
#include "site.h"

#include "base/arena.h"
#include "store/ledger/plan.h"
#include "store/ledger/quota.h"
#include "store/upkeep/retention.h"

#define HOUR_MS INT64_C(3600000)

static const enum purpose NOTHING[] = { PURPOSES };

/* site_make() has one job; the other is another of the same type. */
enum { OTHER_JOB = SITE_JOB + 1 };

static void
make_jobs(struct backend *b)
{
	site_make(b);
	site_do(b->db,
	    "INSERT INTO jobs (id, name, type, interval_ms, task_type, created_ms, "
	    "updated_ms) VALUES (2, 'other', 'get', 300000, 'get_other', 0, 0)");
}

static struct quota
quota_of(int64_t job, int64_t period_start_ms)
{
	return (struct quota){ .key = { { SITE_OLT }, { job }, period_start_ms },
		.task_type = "get_levels",
		.period_end_ms = period_start_ms + HOUR_MS,
		.required = 12,
		.pending = 12 };
}

struct quotas {
	struct quota at[8];
	size_t n;
};

static enum rc
note_quota(void *ctx, const struct quota *quota)
{
	struct quotas *q = ctx;

	q->at[q->n++] = *quota;
	return RC_OK;
}

static enum rc
note_named(void *ctx, const struct quota *quota, const struct quota_names *names)
{
	assert_non_null(names->job);
	assert_string_equal(names->olt, quota->key.olt.v == SITE_OLT ? "A" : "B");
	return note_quota(ctx, quota);
}

static struct quotas
quotas_at(struct backend *b, int64_t period_start_ms)
{
	struct quotas q = { .n = 0 };
	struct err err = { 0 };

	if (store_quota_list(b->db, period_start_ms, note_named, &q, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return q;
}

static void
put(struct backend *b, const struct quota *quota, int64_t now_ms)
{
	struct err err = { 0 };

	if (store_quota_put(b->db, quota, now_ms, &err) != RC_OK)
		fail_msg("%s", err.msg);
}

/* ---- trackers ------------------------------------------------------------------ */

static void
what_is_required_is_put_and_what_ran_is_counted(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct quota mine = quota_of(SITE_JOB, SITE_MS);
	struct finish_result result;
	struct site_run run;
	struct quotas q;

	site_make(b);
	put(b, &mine, SITE_MS);
	site_start(b, &run, SITE_MS + 1000, NOTHING);
	check_rc(
	    site_finish(b, s, &run, EXECUTION_ALL_CAME, SITE_MS + 2500, &result), RC_OK);
	site_start(b, &run, SITE_MS + 300000, NOTHING);
	check_rc(
	    site_finish(b, s, &run, EXECUTION_NOTHING_CAME, SITE_MS + 300500, &result),
	    RC_OK);
	q = quotas_at(b, SITE_MS);
	assert_int_equal(q.at[0].required, 12);
	assert_int_equal(q.at[0].pending, 10);
	mine.required = 24; /* a node was added */
	mine.pending = 22;
	put(b, &mine, SITE_MS + 400000);
	put(b, &mine, SITE_MS + 400000);
	q = quotas_at(b, SITE_MS);
	assert_int_equal(q.n, 1);
	assert_int_equal(q.at[0].key.olt.v, SITE_OLT);
	assert_int_equal(q.at[0].key.job.v, SITE_JOB);
	assert_string_equal(q.at[0].task_type, "get_levels");
	assert_int_equal(q.at[0].required, 24);
	assert_int_equal(q.at[0].pending, 22);
	assert_int_equal(q.at[0].completed, 1);
	assert_int_equal(q.at[0].failed, 1);
	assert_int_equal(q.at[0].skipped, 0);
	assert_int_equal(q.at[0].total_duration_ms, 2000);
	assert_int_equal(quota_average_ms(&q.at[0]), 1000);
	assert_int_equal(q.at[0].status, QUOTA_IN_PROGRESS);
	assert_int_equal(quotas_at(b, SITE_MS + HOUR_MS).n, 0);
}

/* What a run brought decides for what it counts: 80 % of what it asked for is enough. */
static void
runs_count_for_their_job_and_partial_ones_by_what_they_brought(void **state)
{
	static const struct share SHARES[] = { { 10, 8 }, { 10, 7 }, { 0, 0 } };
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct quota other = quota_of(OTHER_JOB, SITE_MS);
	struct finish_result result;
	struct site_run run;
	struct quotas q;

	make_jobs(b);
	memcpy(other.task_type, "get_other", sizeof("get_other"));
	put(b, &other, SITE_MS);
	for (int i = 0; i < 3; i++) {
		int64_t at = SITE_MS + (i + 1) * 60000;

		site_start(b, &run, at, NOTHING);
		run.finish.execution.share = SHARES[i];
		check_rc(site_finish(b, s, &run, EXECUTION_SOME_CAME, at + 500, &result),
		    RC_OK);
	}
	q = quotas_at(b, SITE_MS);
	assert_int_equal(q.n, 2);
	assert_int_equal(q.at[0].key.job.v, SITE_JOB);
	assert_string_equal(q.at[0].task_type, "get_levels");
	assert_int_equal(q.at[0].completed, 1);
	assert_int_equal(q.at[0].partial, 2);
	assert_int_equal(q.at[0].failed, 0);
	assert_int_equal(q.at[0].total_duration_ms, 1500);
	assert_int_equal(q.at[1].key.job.v, OTHER_JOB);
	assert_int_equal(q.at[1].completed + q.at[1].partial, 0);
}

static void
what_is_in_progress_is_found_whatever_its_hour(void **state)
{
	struct backend *b = backend_of(state);
	struct quota now = quota_of(SITE_JOB, SITE_MS);
	struct quota forgotten = quota_of(OTHER_JOB, SITE_MS - 5 * HOUR_MS);
	struct quota over = quota_of(SITE_JOB, SITE_MS - HOUR_MS);
	struct quotas q = { .n = 0 };
	struct err err = { 0 };

	make_jobs(b);
	over.status = QUOTA_PARTIAL;
	put(b, &now, SITE_MS);
	put(b, &over, SITE_MS);
	put(b, &forgotten, SITE_MS);
	check_rc(store_quota_open(b->db, note_quota, &q, &err), RC_OK);
	assert_int_equal(q.n, 2);
	assert_int_equal(q.at[0].key.period_start_ms, SITE_MS - 5 * HOUR_MS);
	assert_int_equal(q.at[0].key.job.v, OTHER_JOB);
	assert_int_equal(q.at[1].key.period_start_ms, SITE_MS);
}

/* ---- violations ---------------------------------------------------------------- */

static struct violation
violation_of(int64_t period_start_ms)
{
	return (struct violation){ .key = { { SITE_OLT }, { SITE_JOB }, period_start_ms },
		.task_type = "get_levels",
		.period_end_ms = period_start_ms + HOUR_MS,
		.severity = SEVERITY_HIGH,
		.report = "{\"required\":4,\"completed\":2}",
		.created_ms = period_start_ms + HOUR_MS };
}

static void
an_hour_is_violated_once_and_seen_once(void **state)
{
	struct backend *b = backend_of(state);
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct violation v = violation_of(SITE_MS), again = v, got;
	struct err err = { 0 };

	site_make(b);
	check_rc(store_violation_add(b->db, &v, &err), RC_OK);
	again.severity = SEVERITY_LOW;
	check_rc(store_violation_add(b->db, &again, &err), RC_OK);
	assert_int_equal(again.id.v, v.id.v);
	check_rc(store_violation_notified(b->db, v.id, SITE_MS + 1, &err), RC_OK);
	check_rc(store_violation_notified(b->db, v.id, SITE_MS + 2, &err), RC_OK);
	check_rc(store_violation_get(b->db, v.id, arena, &got, &err), RC_OK);
	assert_int_equal(got.acked_ms, 0);
	assert_string_equal(got.acked_by, "");
	check_rc(store_violation_ack(b->db, v.id, "ana", SITE_MS + 3, &err), RC_OK);
	check_rc(store_violation_ack(b->db, v.id, "bea", SITE_MS + 4, &err), RC_OK);
	check_rc(store_violation_get(b->db, v.id, arena, &got, &err), RC_OK);
	assert_int_equal(got.severity, SEVERITY_HIGH);
	assert_int_equal(got.key.period_start_ms, SITE_MS);
	assert_int_equal(got.notified_ms, SITE_MS + 1);
	assert_int_equal(got.acked_ms, SITE_MS + 3);
	assert_string_equal(got.acked_by, "ana");
	assert_string_equal(got.report, v.report);
}

static void
a_violation_of_nobody_is_refused(void **state)
{
	struct backend *b = backend_of(state);
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct violation v = violation_of(SITE_MS), got = { .acked_ms = 7 };
	struct violation_id nobody = { 99 };
	struct err err = { 0 };

	site_make(b);
	v.key.olt.v = 99;
	check_rc(store_violation_add(b->db, &v, &err), RC_CONFLICT);
	assert_int_equal(v.id.v, 0);
	check_rc(store_violation_ack(b->db, nobody, "ana", 1, &err), RC_NOT_FOUND);
	check_rc(store_violation_notified(b->db, nobody, 1, &err), RC_NOT_FOUND);
	check_rc(store_violation_get(b->db, nobody, arena, &got, &err), RC_NOT_FOUND);
	check_contains(err.msg, "no violation 99");
	assert_int_equal(got.acked_ms, 7);
}

static void
what_nobody_has_seen_outlives_retention(void **state)
{
	static const struct retention_rules RULES = { .executions_ms = HOUR_MS,
		.events_ms = HOUR_MS };
	struct retention_sweep sweep = RETENTION_SWEEP;
	struct backend *b = backend_of(state);
	struct violation seen = violation_of(SITE_MS), unseen = violation_of(0);
	struct err err = { 0 };

	site_make(b);
	check_rc(store_violation_add(b->db, &seen, &err), RC_OK);
	check_rc(store_violation_add(b->db, &unseen, &err), RC_OK);
	check_rc(store_violation_ack(b->db, seen.id, "ana", SITE_MS, &err), RC_OK);
	site_do(b->db,
	    "INSERT INTO onus (id, olt_id, first_seen_ms, last_seen_ms) "
	    "VALUES (1, 1, 0, 0);"
	    "INSERT INTO onu_positions (id, onu_id, olt_id, place, since_ms, until_ms) "
	    "VALUES (1, 1, 1, '0/1:1', 1, 2), (2, 1, 1, '0/1:2', 2, NULL);"
	    "INSERT INTO executions (id, olt_id, type, state, queued_ms, started_ms, "
	    "finished_ms) VALUES (8, 1, 'get', 'SUCCESS', 1, 1, 2), "
	    "(9, 1, 'get', 'SUCCESS', 1, 1, 2)");
	while (!sweep.is_over)
		check_rc(store_retain_step(
			     b->db, &RULES, SITE_MS + 10 * HOUR_MS, &sweep, &err),
		    RC_OK);
	assert_int_equal(site_ask(b->db, "SELECT id FROM violations"), unseen.id.v);
	/* Where it is now stays; the newest execution's number is the engine's memory. */
	assert_int_equal(site_ask(b->db, "SELECT MIN(id) FROM onu_positions"), 2);
	assert_int_equal(site_ask(b->db, "SELECT MIN(id) FROM executions"), 9);
}

/* ---- plans ----------------------------------------------------------------------- */

static const struct plan_run RUNS[] = {
	{ { SITE_NODE }, TASK_GET, SITE_MS, SITE_MS + 100, 1500 },
	{ { SITE_NODE }, TASK_GET, SITE_MS + 300000, SITE_MS + 300000, 1500 },
};

static struct plan
plan_of(int64_t created_ms)
{
	return (struct plan){ .olt = { SITE_OLT },
		.period_start_ms = SITE_MS,
		.period_end_ms = SITE_MS + HOUR_MS,
		.fits = true,
		.total = 2,
		.created_ms = created_ms,
		.n_runs = 2,
		.runs = RUNS };
}

static struct plan
stored_plan(struct backend *b, struct plan_id id, struct arena *arena)
{
	struct plan got = { 0 };
	struct err err = { 0 };

	if (store_plan_get(b->db, id, arena, &got, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return got;
}

static void
a_new_plan_takes_the_place_of_the_active_one(void **state)
{
	struct backend *b = backend_of(state);
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct plan first = plan_of(SITE_MS), again = first;
	struct plan second = plan_of(SITE_MS + 60000), next_hour = second, got;
	struct err err = { 0 };

	site_make(b);
	next_hour.period_start_ms += HOUR_MS;
	check_rc(store_plan_put(b->db, &first, &err), RC_OK);
	check_rc(store_plan_put(b->db, &again, &err), RC_OK);
	assert_int_equal(again.id.v, first.id.v);
	second.fits = false;
	check_rc(store_plan_put(b->db, &second, &err), RC_OK);
	check_rc(store_plan_put(b->db, &next_hour, &err), RC_OK);
	got = stored_plan(b, first.id, arena);
	assert_int_equal(got.status, PLAN_SUPERSEDED);
	assert_int_equal(got.updated_ms, SITE_MS + 60000);
	got = stored_plan(b, second.id, arena);
	assert_int_equal(got.status, PLAN_ACTIVE);
	assert_false(got.fits);
	assert_int_equal(got.total, 2);
	assert_int_equal(got.period_end_ms, SITE_MS + HOUR_MS);
	check_contains(got.runs_json, "[{\"node\":1,\"type\":\"get\",");
	check_contains(got.runs_json, "\"duration_ms\":1500}]");
	assert_int_equal(stored_plan(b, next_hour.id, arena).status, PLAN_ACTIVE);
}

static void
a_plan_goes_on_and_ends(void **state)
{
	struct backend *b = backend_of(state);
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct plan plan = plan_of(SITE_MS), got;
	struct err err = { 0 };

	site_make(b);
	check_rc(store_plan_move(b->db, &plan, &err), RC_NOT_FOUND);
	check_contains(err.msg, "no such plan");
	check_rc(store_plan_put(b->db, &plan, &err), RC_OK);
	plan.completed = 1;
	plan.updated_ms = SITE_MS + 2000;
	check_rc(store_plan_move(b->db, &plan, &err), RC_OK);
	got = stored_plan(b, plan.id, arena);
	assert_int_equal(got.completed, 1);
	assert_int_equal(got.status, PLAN_ACTIVE);
	plan.failed = 1;
	plan.status = PLAN_COMPLETED;
	plan.updated_ms = SITE_MS + HOUR_MS;
	for (int i = 0; i < 2; i++)
		check_rc(store_plan_move(b->db, &plan, &err), RC_OK);
	got = stored_plan(b, plan.id, arena);
	assert_int_equal(got.completed, 1);
	assert_int_equal(got.failed, 1);
	assert_int_equal(got.status, PLAN_COMPLETED);
	assert_int_equal(got.updated_ms, SITE_MS + HOUR_MS);
	plan.status = PLAN_ACTIVE; /* what is over stays over */
	check_rc(store_plan_move(b->db, &plan, &err), RC_OK);
	assert_int_equal(stored_plan(b, plan.id, arena).status, PLAN_COMPLETED);
}

static void
a_plan_whose_hour_is_long_over_has_its_end_at_a_start(void **state)
{
	struct backend *b = backend_of(state);
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct plan old = plan_of(SITE_MS), now = plan_of(SITE_MS + HOUR_MS);
	struct plan idle = plan_of(SITE_MS);
	struct err err = { 0 };
	int64_t n = -1;

	site_make(b);
	idle.olt.v = 2; /* nothing of it was done */
	now.period_start_ms = SITE_MS + HOUR_MS;
	now.period_end_ms = SITE_MS + 2 * HOUR_MS;
	check_rc(store_plan_put(b->db, &old, &err), RC_OK);
	check_rc(store_plan_put(b->db, &now, &err), RC_OK);
	check_rc(store_plan_put(b->db, &idle, &err), RC_OK);
	old.completed = 1;
	check_rc(store_plan_move(b->db, &old, &err), RC_OK);
	check_rc(store_plans_expire(b->db, SITE_MS + HOUR_MS - 1, &n, &err), RC_OK);
	assert_int_equal(n, 0);
	check_rc(store_plans_expire(b->db, SITE_MS + HOUR_MS, &n, &err), RC_OK);
	assert_int_equal(n, 2);
	check_rc(store_plans_expire(b->db, SITE_MS + HOUR_MS, NULL, &err), RC_OK);
	assert_int_equal(stored_plan(b, idle.id, arena).status, PLAN_ABORTED);
	assert_int_equal(stored_plan(b, old.id, arena).status, PLAN_COMPLETED);
	assert_int_equal(stored_plan(b, now.id, arena).status, PLAN_ACTIVE);
}

static void
a_plan_of_nobody_is_refused(void **state)
{
	struct backend *b = backend_of(state);
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct plan plan = plan_of(SITE_MS), got = { .total = 7 };
	struct err err = { 0 };

	site_make(b);
	plan.olt.v = 99;
	check_rc(store_plan_put(b->db, &plan, &err), RC_CONFLICT);
	assert_int_equal(plan.id.v, 0);
	check_rc(store_plan_get(b->db, (struct plan_id){ 99 }, arena, &got, &err),
	    RC_NOT_FOUND);
	assert_int_equal(got.total, 7);
}

/* ---- durations ------------------------------------------------------------------- */

struct durations {
	struct node_duration at[8];
	size_t n;
};

static enum rc
note_duration(void *ctx, const struct node_duration *duration)
{
	struct durations *d = ctx;

	d->at[d->n++] = *duration;
	return RC_OK;
}

static void
add_run(struct backend *b, const char *state, int64_t queued_ms, int64_t took_ms)
{
	char sql[512];

	(void)snprintf(sql, sizeof(sql),
	    "INSERT INTO executions (olt_id, node_id, type, state, queued_ms, "
	    "started_ms, finished_ms, busy_ms, slices) "
	    "VALUES (1, 1, 'get', '%s', %lld, %lld, %lld, %lld, 4)",
	    state, (long long)queued_ms, (long long)queued_ms,
	    (long long)(queued_ms + 50 * took_ms), (long long)took_ms);
	site_do(b->db, sql);
}

/* How long they held the OLT, not how long they were spread over. Twenty of 1000 and 2001 ms, which is 1500 in whole ones; the older of 90,000, the
 * failure and the execution of another time are not among them. */
static void
a_node_takes_what_its_last_successful_runs_took(void **state)
{
	struct backend *b = backend_of(state);
	struct durations d = { .n = 0 };
	struct err err = { 0 };

	site_make(b);
	site_do(b->db,
	    "INSERT INTO jobs (id, name, type, interval_ms, created_ms, updated_ms) "
	    "VALUES (2, 'never ran', 'get', 300000, 0, 0);"
	    "INSERT INTO nodes (id, workflow_id, olt_id, job_id, created_ms, updated_ms) "
	    "VALUES (2, 1, 1, 2, 0, 0)");
	add_run(b, "SUCCESS", SITE_MS, 90000);
	for (int i = 1; i <= DURATION_RUNS; i++)
		add_run(
		    b, i % 2 ? "SUCCESS" : "PARTIAL", SITE_MS + i, i % 2 ? 1000 : 2001);
	add_run(b, "FAILED", SITE_MS + 100, 5);
	check_rc(store_durations(b->db, 0, note_duration, &d, &err), RC_OK);
	assert_int_equal(d.n, 1);
	assert_int_equal(d.at[0].node.v, SITE_NODE);
	assert_int_equal(d.at[0].average_ms, 1500);
	assert_int_equal(d.at[0].slices, 4);
	d.n = 0;
	check_rc(store_durations(b->db, SITE_MS + DURATION_RUNS, note_duration, &d, &err),
	    RC_OK);
	assert_int_equal(d.n, 1);
	assert_int_equal(d.at[0].average_ms, 2001);
	d.n = 0;
	check_rc(store_durations(b->db, SITE_MS + 50, note_duration, &d, &err), RC_OK);
	assert_int_equal(d.n, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(what_is_required_is_put_and_what_ran_is_counted),
		ON_EACH(runs_count_for_their_job_and_partial_ones_by_what_they_brought),
		ON_EACH(what_is_in_progress_is_found_whatever_its_hour),
		ON_EACH(an_hour_is_violated_once_and_seen_once),
		ON_EACH(a_violation_of_nobody_is_refused),
		ON_EACH(what_nobody_has_seen_outlives_retention),
		ON_EACH(a_new_plan_takes_the_place_of_the_active_one),
		ON_EACH(a_plan_goes_on_and_ends),
		ON_EACH(a_plan_whose_hour_is_long_over_has_its_end_at_a_start),
		ON_EACH(a_plan_of_nobody_is_refused),
		ON_EACH(a_node_takes_what_its_last_successful_runs_took),
	};

	return CHECK_ALL(tests);
}

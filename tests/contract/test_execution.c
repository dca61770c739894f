/* SPDX-License-Identifier: Apache-2.0
 *
 * Executions as the engine makes them: it numbers them, a slot runs once, and who has
 * lost the OLT's lock writes nothing.
 */
#include "site.h"

#include "store/upkeep/check.h"
#include "store/work/job.h"
#include "store/olt/olt.h"

static const enum purpose STATES[] = { PURPOSE_RUN_STATE, PURPOSES };

static struct execution
queued(int64_t id, int64_t due_ms)
{
	return (struct execution){ .id = { id },
		.olt = { SITE_OLT },
		.node = { SITE_NODE },
		.job = { SITE_JOB },
		.type = TASK_GET,
		.max_attempts = 3,
		.due_ms = due_ms,
		.queued_ms = SITE_MS + 10 };
}

static struct execution
started(int64_t id, int64_t due_ms, int64_t fence)
{
	struct execution e = queued(id, due_ms);

	e.fence = fence;
	check_rc(execution_step(&e, EXECUTION_START, TROUBLE_NONE, SITE_MS + 20), RC_OK);
	return e;
}

static void
add(struct backend *b, struct execution *e)
{
	struct err err = { 0 };

	if (store_execution_add(b->db, e, &err) != RC_OK)
		fail_msg("%s", err.msg);
}

static int64_t
last_id(struct backend *b)
{
	int64_t id = -1;
	struct err err = { 0 };

	check_rc(store_execution_last_id(b->db, &id, &err), RC_OK);
	return id;
}

static void
numbers_are_the_engines_and_go_on_from_the_last(void **state)
{
	struct backend *b = backend_of(state);
	struct execution e = queued(41, SITE_MS), stored, next = queued(0, 0);
	struct err err = { 0 };

	site_make(b);
	assert_int_equal(last_id(b), 0);
	e.fence = 3;
	add(b, &e);
	assert_int_equal(e.id.v, 41);
	assert_int_equal(last_id(b), 41);
	add(b, &next);
	assert_int_equal(next.id.v, 42);
	check_rc(store_execution_get(b->db, e.id, &stored, &err), RC_OK);
	assert_int_equal(stored.due_ms, SITE_MS);
	assert_int_equal(stored.fence, 3);
	check_rc(store_execution_get(b->db, next.id, &stored, &err), RC_OK);
	assert_int_equal(stored.due_ms, 0);
}

static void
adding_twice_is_adding_once(void **state)
{
	struct backend *b = backend_of(state);
	struct execution e = started(7, SITE_MS, 1), other = queued(7, SITE_MS + 300000);
	struct err err = { 0 };

	site_make(b);
	add(b, &e);
	add(b, &e);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM executions"), 1);
	check_rc(store_execution_add(b->db, &other, &err), RC_CONFLICT);
	check_contains(err.msg, "execution 7 is another one");
	/* It has ended meanwhile: the late second try does not wake it. */
	check_rc(execution_step(&e, EXECUTION_CANCEL, TROUBLE_USER, SITE_MS + 50), RC_OK);
	check_rc(store_execution_save(b->db, &e, &err), RC_OK);
	e = started(7, SITE_MS, 1);
	add(b, &e);
	assert_string_equal(
	    site_ask_text(b->db, "SELECT state FROM executions"), "INTERRUPTED");
}

static void
a_slot_of_a_node_runs_once(void **state)
{
	struct backend *b = backend_of(state);
	struct execution e = queued(1, SITE_MS), again = queued(2, SITE_MS);
	struct execution next = queued(3, SITE_MS + 300000);
	struct execution by_hand = queued(4, 0), too = queued(5, 0);
	struct err err = { 0 };

	site_make(b);
	add(b, &e);
	check_rc(store_execution_add(b->db, &again, &err), RC_CONFLICT);
	check_contains(err.msg, "node 1 has run for this slot already");
	assert_int_equal(again.id.v, 2);
	again.id.v = 0;
	check_rc(store_execution_add(b->db, &again, &err), RC_CONFLICT);
	assert_int_equal(again.id.v, 0);
	add(b, &next);
	add(b, &by_hand);
	add(b, &too);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM executions"), 4);
	assert_false(db_in_transaction(b->db));
}

static void
record(struct backend *b, const struct execution *e, enum rc expected)
{
	struct err err = { 0 };

	check_rc(store_execution_record(b->db, e, &err), expected);
}

/* PENDING and RUNNING were in one transaction with the end, and it was committed after
 * all: what comes a second time finds it over and leaves it so. */
static void
records_come_in_any_state_and_never_go_back(void **state)
{
	struct backend *b = backend_of(state);
	struct execution waits = queued(1, SITE_MS), runs = started(1, SITE_MS, 1);
	struct execution ended = runs, other = queued(2, SITE_MS);

	site_make(b);
	waits.lane = LANE_POLLING;
	record(b, &runs, RC_OK); /* the first that the database hears of it */
	record(b, &waits, RC_OK);
	assert_string_equal(
	    site_ask_text(b->db, "SELECT state FROM executions"), "RUNNING");
	check_rc(
	    execution_step(&ended, EXECUTION_NOTHING_CAME, TROUBLE_TIMEOUT, SITE_MS + 50),
	    RC_OK);
	record(b, &ended, RC_OK);
	record(b, &waits, RC_OK);
	record(b, &runs, RC_OK);
	record(b, &ended, RC_OK);
	assert_int_equal(site_ask(b->db, "SELECT failed FROM quota_trackers"), 1);
	assert_int_equal(site_ask(b->db, "SELECT failures FROM nodes"), 1);
	assert_string_equal(
	    site_ask_text(b->db, "SELECT state FROM executions"), "FAILED");
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM executions"), 1);
	record(b, &other, RC_CONFLICT); /* the slot is taken */
	ended.state = EXECUTION_INTERRUPTED;
	record(b, &ended, RC_CONFLICT); /* it has ended in another way */
}

/* A sweep from which its next slot took over: the record comes without results. */
static void
a_record_of_a_partial_run_counts_for_its_quota(void **state)
{
	struct backend *b = backend_of(state);
	struct execution cut = started(1, SITE_MS, 1);

	site_make(b);
	record(b, &cut, RC_OK);
	cut.share = (struct share){ 1000, 300 };
	check_rc(
	    execution_step(&cut, EXECUTION_SOME_CAME, TROUBLE_DEADLINE, SITE_MS + 50),
	    RC_OK);
	record(b, &cut, RC_OK);
	record(b, &cut, RC_OK);
	assert_int_equal(site_ask(b->db, "SELECT partial FROM quota_trackers"), 1);
	assert_int_equal(site_ask(b->db, "SELECT completed FROM quota_trackers"), 0);
	assert_int_equal(site_ask(b->db, "SELECT answered FROM executions"), 300);
}

static void
the_lane_is_where_it_waited_last(void **state)
{
	struct backend *b = backend_of(state);
	struct execution e = queued(1, SITE_MS), stored;
	struct err err = { 0 };

	site_make(b);
	e.lane = LANE_DISCOVERY;
	record(b, &e, RC_OK);
	e.lane = LANE_RETRY;
	record(b, &e, RC_OK);
	check_rc(store_execution_get(b->db, e.id, &stored, &err), RC_OK);
	assert_int_equal(stored.lane, LANE_RETRY);
}

static void
a_token_only_grows(void **state)
{
	struct backend *b = backend_of(state);
	struct err err = { 0 };
	int64_t last = -1;

	site_make(b);
	check_rc(store_olt_last_fence(b->db, &last, &err), RC_OK);
	assert_int_equal(last, 0);
	check_rc(store_olt_fence(b->db, (struct olt_id){ SITE_OLT }, 5, &err), RC_OK);
	check_rc(store_olt_fence(b->db, (struct olt_id){ SITE_OLT }, 5, &err), RC_OK);
	check_rc(store_olt_last_fence(b->db, &last, &err), RC_OK);
	assert_int_equal(last, 5);
	check_rc(
	    store_olt_fence(b->db, (struct olt_id){ SITE_OLT }, 4, &err), RC_CONFLICT);
	check_contains(err.msg, "its lock is 5, ours was 4");
	check_rc(store_olt_fence(b->db, (struct olt_id){ 99 }, 6, &err), RC_NOT_FOUND);
	assert_int_equal(site_ask(b->db, "SELECT fence FROM olts WHERE id = 1"), 5);
	assert_int_equal(site_ask(b->db, "SELECT fence FROM olts WHERE id = 2"), 0);
}

static void
nobody_takes_over_between_the_look_and_the_commit(void **state)
{
	struct backend *b = backend_of(state);
	struct db *other OWNED(db_close) = NULL;
	struct olt_id olt = { SITE_OLT };
	struct err err = { 0 };

	site_make(b);
	check_rc(db_open(b->where, DB_WRITE, &other, &err), RC_OK);
	check_rc(db_set_patience(other, 50, &err), RC_OK);
	check_rc(db_begin(b->db, &err), RC_OK);
	check_rc(store_olt_fence(b->db, olt, 5, &err), RC_OK);
	check_rc(store_olt_fence(other, olt, 6, &err), RC_BUSY);
	check_rc(db_commit(b->db, &err), RC_OK);
	check_rc(store_olt_fence(other, olt, 6, &err), RC_OK);
	check_rc(store_olt_fence(b->db, olt, 5, &err), RC_CONFLICT);
}

static void
a_start_under_a_lost_lock_is_refused(void **state)
{
	struct backend *b = backend_of(state);
	struct execution waiting = queued(1, SITE_MS);
	struct execution late = started(2, SITE_MS + 300000, 4);
	struct err err = { 0 };

	site_make(b);
	add(b, &waiting);
	check_rc(store_olt_fence(b->db, (struct olt_id){ SITE_OLT }, 5, &err), RC_OK);
	check_rc(store_execution_add(b->db, &late, &err), RC_CONFLICT);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM executions"), 1);
	waiting = started(1, SITE_MS, 4);
	check_rc(store_execution_save(b->db, &waiting, &err), RC_CONFLICT);
	check_contains(err.msg, "taken over");
	assert_string_equal(
	    site_ask_text(b->db, "SELECT state FROM executions"), "PENDING");
	/* Under the lock that holds it starts; and starting raises the token. */
	waiting.fence = 6;
	check_rc(store_execution_save(b->db, &waiting, &err), RC_OK);
	assert_int_equal(site_ask(b->db, "SELECT fence FROM olts WHERE id = 1"), 6);
	assert_int_equal(site_ask(b->db, "SELECT fence FROM executions"), 6);
}

static void
a_result_under_a_lost_lock_leaves_nothing(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct finish_result result;
	struct site_run run;
	struct err err = { 0 };

	site_make(b);
	site_start(b, &run, SITE_MS, STATES);
	run.finish.is_discovery = true;
	(void)site_row(&run, 1, 1, "AAAA");
	check_rc(store_olt_fence(b->db, (struct olt_id){ SITE_OLT }, 1, &err), RC_OK);
	check_rc(site_finish(b, s, &run, EXECUTION_ALL_CAME, SITE_MS + 900, &result),
	    RC_CONFLICT);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM onus"), 0);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM attempts"), 0);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM quota_trackers"), 0);
	assert_string_equal(
	    site_ask_text(b->db, "SELECT state FROM executions"), "RUNNING");
	/* That it was stopped may be said by whoever ran it. */
	run.finish.execution.state = EXECUTION_RUNNING;
	run.finish.execution.finished_ms = 0;
	check_rc(
	    site_finish(b, s, &run, EXECUTION_CANCEL, SITE_MS + 950, &result), RC_OK);
	assert_string_equal(
	    site_ask_text(b->db, "SELECT state FROM executions"), "INTERRUPTED");
}

static void
what_was_in_before_the_lock_was_lost_is_in(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct finish_result result;
	struct site_run run;
	struct err err = { 0 };

	site_make(b);
	site_start(b, &run, SITE_MS, STATES);
	run.finish.execution.fence = 2;
	check_rc(
	    site_finish(b, s, &run, EXECUTION_ALL_CAME, SITE_MS + 900, &result), RC_OK);
	assert_int_equal(site_ask(b->db, "SELECT fence FROM olts WHERE id = 1"), 2);
	check_rc(store_olt_fence(b->db, (struct olt_id){ SITE_OLT }, 3, &err), RC_OK);
	check_rc(store_execution_finish(b->db, s, &run.finish, &result, &err), RC_OK);
	assert_true(result.was_done);
}

static void
nobody_ends_what_runs_under_a_later_lock(void **state)
{
	struct backend *b = backend_of(state);
	struct execution mine = started(1, SITE_MS, 1), theirs;
	struct err err = { 0 };

	site_make(b);
	add(b, &mine);
	theirs = mine;
	check_rc(
	    execution_step(&theirs, EXECUTION_TRY_LATER, TROUBLE_TIMEOUT, SITE_MS + 30),
	    RC_OK);
	check_rc(store_execution_save(b->db, &theirs, &err), RC_OK);
	theirs.fence = 2;
	check_rc(
	    execution_step(&theirs, EXECUTION_START, TROUBLE_NONE, SITE_MS + 40), RC_OK);
	check_rc(store_execution_save(b->db, &theirs, &err), RC_OK);
	check_rc(execution_step(&mine, EXECUTION_CANCEL, TROUBLE_SHUTDOWN, SITE_MS + 50),
	    RC_OK);
	check_rc(store_execution_save(b->db, &mine, &err), RC_CONFLICT);
	check_contains(err.msg, "execution 1 runs under a later lock");
	assert_string_equal(
	    site_ask_text(b->db, "SELECT state FROM executions"), "RUNNING");
}

static void
note_broken(void *ctx, const struct check_result *result)
{
	char *names = ctx;
	size_t n = strlen(names);

	if (result->n_broken)
		(void)snprintf(names + n, 256 - n, "%s ", result->name);
}

/* What the doctor says. */
static const char *
broken(struct backend *b)
{
	static const struct check_options OPTIONS = { .is_idle = true };
	static char names[256];
	struct err err = { 0 };

	names[0] = '\0';
	check_rc(store_check(b->db, &OPTIONS, note_broken, names, &err), RC_OK);
	return names;
}

/* Due a minute before the hour, queued and run after it. */
static void
a_run_counts_for_the_hour_in_which_it_was_due(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct execution before = queued(9, 0);
	struct finish_result result;
	struct site_run run;
	struct err err = { 0 };

	site_make(b);
	memset(&run, 0, sizeof(run));
	before.queued_ms = SITE_MS - 7200000; /* the doctor trusts hours that are whole */
	check_rc(execution_step(&before, EXECUTION_CANCEL, TROUBLE_USER, SITE_MS), RC_OK);
	record(b, &before, RC_OK);
	run.finish.execution = started(1, SITE_MS - 60000, 0);
	check_rc(store_execution_add(b->db, &run.finish.execution, &err), RC_OK);
	check_rc(
	    site_finish(b, s, &run, EXECUTION_ALL_CAME, SITE_MS + 900, &result), RC_OK);
	assert_int_equal(site_ask(b->db, "SELECT period_start_ms FROM quota_trackers"),
	    SITE_MS - 3600000);
	assert_string_equal(broken(b), "");
	site_do(b->db, "UPDATE executions SET due_ms = queued_ms");
	assert_string_equal(broken(b), "quotas ");
}

static void
a_node_that_was_disabled_meanwhile_gets_no_next_time(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct finish_result result;
	struct site_run run;

	site_make(b);
	for (int enabled = 1; enabled >= 0; enabled--) {
		site_start(b, &run, SITE_MS, STATES);
		run.finish.node = (struct finish_node){ true, SITE_MS + 300000 };
		if (!enabled)
			site_do(
			    b->db, "UPDATE nodes SET enabled = 0, next_run_ms = NULL");
		check_rc(
		    site_finish(b, s, &run, EXECUTION_ALL_CAME, SITE_MS + 9, &result),
		    RC_OK);
		assert_int_equal(site_ask(b->db, "SELECT next_run_ms FROM nodes"),
		    enabled ? SITE_MS + 300000 : -1);
	}
}

/* Every 5 minutes; due next at 00:10, and the three before were missed: 23:55 of the
 * hour before, 00:00 and 00:05. */
static void
missed_slots_are_skipped_in_their_own_hours(void **state)
{
	static const char SKIPPED[] =
	    "SELECT skipped FROM quota_trackers WHERE task_type = 'get_levels' "
	    "AND period_start_ms ";
	struct backend *b = backend_of(state);
	struct node_id node = { SITE_NODE };
	struct err err = { 0 };
	char sql[256];

	site_make(b);
	for (int i = 0; i < 2; i++)
		check_rc(store_node_next(b->db, node, SITE_MS + 600000, 3, &err), RC_OK);
	assert_int_equal(site_ask(b->db, "SELECT skipped FROM nodes"), 3);
	assert_int_equal(
	    site_ask(b->db, "SELECT next_run_ms FROM nodes"), SITE_MS + 600000);
	(void)snprintf(sql, sizeof(sql), "%s= %lld", SKIPPED, (long long)SITE_MS);
	assert_int_equal(site_ask(b->db, sql), 2);
	(void)snprintf(sql, sizeof(sql), "%s< %lld", SKIPPED, (long long)SITE_MS);
	assert_int_equal(site_ask(b->db, sql), 1);
	/* By cron nobody knows where they were: the hour of the last. */
	site_do(b->db, "UPDATE nodes SET cron = '0 * * * *'");
	check_rc(store_node_next(b->db, node, SITE_MS + 3600000, 2, &err), RC_OK);
	(void)snprintf(sql, sizeof(sql), "%s= %lld", SKIPPED, (long long)SITE_MS);
	assert_int_equal(site_ask(b->db, sql), 4);
	assert_int_equal(site_ask(b->db, "SELECT skipped FROM nodes"), 5);
}

static void
a_disabled_node_has_no_next_time(void **state)
{
	struct backend *b = backend_of(state);
	struct err err = { 0 };

	site_make(b);
	site_do(b->db, "UPDATE nodes SET enabled = 0");
	check_rc(store_node_next(b->db, (struct node_id){ SITE_NODE }, SITE_MS, 1, &err),
	    RC_OK);
	assert_int_equal(site_ask(b->db, "SELECT next_run_ms FROM nodes"), -1);
	assert_int_equal(site_ask(b->db, "SELECT skipped FROM nodes"), 0);
	check_rc(store_node_next(b->db, (struct node_id){ 99 }, SITE_MS, 0, &err),
	    RC_NOT_FOUND);
}

static void
what_is_found_out_about_an_olt_does_not_replace_what_people_said(void **state)
{
	struct backend *b = backend_of(state);
	struct olt_health health = { .failures = 3,
		.suspended_ms = SITE_MS,
		.suspended_why = "no answer",
		.not_answering_ms = SITE_MS - 1,
		.last_answer_ms = 5,
		.up_since_ms = 4 };
	struct olt_detected detected = { "zte_zxan", "Brand8", "C" };
	struct olt_id a = { 1 }, other = { 2 };
	struct err err = { 0 };

	site_make(b);
	site_do(b->db,
	    "INSERT INTO brands (id, name, created_ms, updated_ms) "
	    "VALUES (7, 'Brand7', 0, 0), (8, 'Brand8', 0, 0);"
	    "INSERT INTO models (id, brand_id, name, created_ms, updated_ms) "
	    "VALUES (9, 8, 'C', 0, 0); UPDATE olts SET brand_id = 7 WHERE id = 2");
	check_rc(store_olt_health_put(b->db, a, &health, &err), RC_OK);
	assert_int_equal(site_ask(b->db, "SELECT failures FROM olts WHERE id = 1"), 3);
	assert_string_equal(
	    site_ask_text(b->db, "SELECT suspended_why FROM olts WHERE id = 1"),
	    "no answer");
	/* A person's run that fails too does not take the reason away. */
	health.failures = 4;
	health.suspended_why = "";
	check_rc(store_olt_health_put(b->db, a, &health, &err), RC_OK);
	assert_int_equal(site_ask(b->db, "SELECT failures FROM olts WHERE id = 1"), 4);
	assert_string_equal(
	    site_ask_text(b->db, "SELECT suspended_why FROM olts WHERE id = 1"),
	    "no answer");
	assert_int_equal(
	    site_ask(b->db, "SELECT not_answering_ms FROM olts WHERE id = 1"),
	    SITE_MS - 1);
	health = (struct olt_health){ 0 };
	check_rc(store_olt_health_put(b->db, a, &health, &err), RC_OK);
	assert_int_equal(
	    site_ask(b->db, "SELECT not_answering_ms FROM olts WHERE id = 1"), -1);
	assert_int_equal(site_ask(b->db, "SELECT up_since_ms FROM olts WHERE id = 1"), 4);
	assert_string_equal(
	    site_ask_text(b->db, "SELECT suspended_why FROM olts WHERE id = 1"), "");
	assert_int_equal(
	    site_ask(b->db, "SELECT suspended_ms FROM olts WHERE id = 1"), -1);
	assert_int_equal(
	    site_ask(b->db, "SELECT last_answer_ms FROM olts WHERE id = 1"), 5);
	detected.brand = "unheard of";
	check_rc(store_olt_profile_put(b->db, a, &detected, &err), RC_OK);
	assert_int_equal(site_ask(b->db, "SELECT brand_id FROM olts WHERE id = 1"), 1);
	detected.brand = "Brand8";
	check_rc(store_olt_profile_put(b->db, a, &detected, &err), RC_OK);
	assert_int_equal(site_ask(b->db, "SELECT brand_id FROM olts WHERE id = 1"), 8);
	assert_int_equal(site_ask(b->db, "SELECT model_id FROM olts WHERE id = 1"), 9);
	check_rc(store_olt_profile_put(b->db, other, &detected, &err), RC_OK);
	assert_string_equal(
	    site_ask_text(b->db, "SELECT profile FROM olts WHERE id = 2"), "zte_zxan");
	assert_int_equal(site_ask(b->db, "SELECT brand_id FROM olts WHERE id = 2"), 7);
	assert_int_equal(site_ask(b->db, "SELECT model_id FROM olts WHERE id = 2"), -1);
	check_rc(store_olt_health_put(b->db, (struct olt_id){ 99 }, &health, &err),
	    RC_NOT_FOUND);
	check_rc(store_olt_profile_put(b->db, (struct olt_id){ 99 }, &detected, &err),
	    RC_NOT_FOUND);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(numbers_are_the_engines_and_go_on_from_the_last),
		ON_EACH(adding_twice_is_adding_once),
		ON_EACH(a_slot_of_a_node_runs_once),
		ON_EACH(records_come_in_any_state_and_never_go_back),
		ON_EACH(a_record_of_a_partial_run_counts_for_its_quota),
		ON_EACH(the_lane_is_where_it_waited_last),
		ON_EACH(a_token_only_grows),
		ON_EACH(nobody_takes_over_between_the_look_and_the_commit),
		ON_EACH(a_start_under_a_lost_lock_is_refused),
		ON_EACH(a_result_under_a_lost_lock_leaves_nothing),
		ON_EACH(what_was_in_before_the_lock_was_lost_is_in),
		ON_EACH(nobody_ends_what_runs_under_a_later_lock),
		ON_EACH(a_run_counts_for_the_hour_in_which_it_was_due),
		ON_EACH(a_node_that_was_disabled_meanwhile_gets_no_next_time),
		ON_EACH(missed_slots_are_skipped_in_their_own_hours),
		ON_EACH(a_disabled_node_has_no_next_time),
		ON_EACH(what_is_found_out_about_an_olt_does_not_replace_what_people_said),
	};

	return CHECK_ALL(tests);
}

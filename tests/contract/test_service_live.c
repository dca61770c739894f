/* SPDX-License-Identifier: Apache-2.0
 *
 * Totals that are counted in the background, and health.
 */
#include "service_lab.h"
#include "site.h"

#include <time.h>

#include "base/clock.h"
#include "service/event_tail.h"
#include "service/live.h"
#include "store/olt/olt.h"

static void
nap(void)
{
	struct timespec t = { 0, 10 * 1000000L };

	(void)nanosleep(&t, NULL);
}

/* The first count that has so many OLTs; a minute is as good as never. */
static const struct count *
wait_for_count(struct totals_cache *t, size_t n_olts)
{
	for (int i = 0; i < 6000; i++) {
		const struct count *c = totals_cache_get(t);

		if (c && c->n_olts == n_olts)
			return c;
		if (c)
			count_release(c);
		nap();
	}
	fail_msg("nobody counted %zu OLTs", n_olts);
	return NULL;
}

static void
totals_follow_what_is_in_the_database(void **state)
{
	struct lab l = { 0 };
	struct totals_cache *t = NULL;
	const struct count *before, *after;
	char trouble[ERR_MAX] = "?";

	lab_open(&l, state);
	check_rc(totals_cache_start(l.b->where, 10, &t, NULL), RC_OK);
	before = wait_for_count(t, 0);
	assert_int_equal(before->totals.olts_enabled, 0);
	(void)ask(&l, "olt.add", AN_OLT);
	after = wait_for_count(t, 1);
	assert_string_equal(after->olts[0].name, "centro");
	assert_int_equal(after->olts[0].id.v, 1);
	assert_int_equal(after->totals.olts_enabled, 1);
	assert_true(after->at_ms >= before->at_ms);
	tally_trouble(t, trouble);
	assert_string_equal(trouble, "");
	/* A count that somebody looks at stays as it was, even behind the end. */
	totals_cache_free(t);
	assert_int_equal(before->n_olts, 0);
	count_release(before);
	count_release(after);
	lab_close(&l);
}

static void
a_deleted_olt_is_not_counted(void **state)
{
	struct lab l = { 0 };
	struct totals_cache *t = NULL;

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	check_rc(totals_cache_start(l.b->where, 10, &t, NULL), RC_OK);
	count_release(wait_for_count(t, 1));
	(void)ask(&l, "olt.delete", "{'olt':'centro'}");
	count_release(wait_for_count(t, 0));
	totals_cache_free(t);
	lab_close(&l);
}

static void
a_service_without_a_tally_counts_when_it_is_asked(void **state)
{
	struct lab l = { 0 };
	const json_t *olts;

	lab_open(&l, state);
	assert_null(service_count(l.service));
	(void)ask(&l, "olt.add", AN_OLT);
	olts = json_object_get(ask(&l, "status", "{}"), "olts");
	assert_int_equal(int_of(olts, "enabled"), 1);
	lab_close(&l);
}

/* Two are new, until one answers and the other does not. */
static void
an_olt_that_has_not_answered_yet_is_not_up(void **state)
{
	struct olt_health well = { .last_answer_ms = 5 }, ill = { .failures = 1 };
	struct lab l = { 0 };
	const json_t *olts;

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	(void)ask(
	    &l, "olt.add", "{'name':'norte','address':'192.0.2.2','community':'s3cret'}");
	olts = json_object_get(ask(&l, "dashboard", "{}"), "olts");
	assert_int_equal(int_of(olts, "up"), 0);
	assert_int_equal(int_of(olts, "new"), 2);
	check_rc(store_olt_health_put(l.db, (struct olt_id){ 1 }, &well, NULL), RC_OK);
	check_rc(store_olt_health_put(l.db, (struct olt_id){ 2 }, &ill, NULL), RC_OK);
	olts = json_object_get(ask(&l, "dashboard", "{}"), "olts");
	assert_int_equal(int_of(olts, "up"), 1);
	assert_int_equal(int_of(olts, "new"), 0);
	assert_int_equal(int_of(olts, "down"), 1);
	lab_close(&l);
}

static const char *
kind_at(const json_t *problems, size_t i)
{
	return text_of(json_array_get(json_object_get(problems, "results"), i), "kind");
}

/* What blinds the program comes first, then what most customers notice. */
static void
what_is_wrong_now_is_told_the_gravest_first(void **state)
{
	struct snapshot snapshot = { .at_ms = clock_wall_ms() };
	struct lab l = { 0 };
	const json_t *problems, *first;

	lab_open(&l, state);
	l.ops.snapshot = &snapshot;
	(void)ask(&l, "olt.add", AN_OLT);
	(void)ask(
	    &l, "olt.add", "{'name':'norte','address':'192.0.2.2','community':'s3cret'}");
	problems = ask(&l, "problem.list", "{}");
	assert_int_equal(int_of(problems, "count"), 0);
	site_do(l.db,
	    "UPDATE olts SET failures = 1 WHERE name = 'centro';"
	    "INSERT INTO pon_ports (olt_id, port, place, condition, condition_ms, "
	    "onus_present, "
	    "onus_offline, first_seen_ms, updated_ms) VALUES "
	    "(2, 1, '0/1', 'dark', 5000, 40, 40, 0, 0), (2, 2, '0/2', 'up', 1, 9, 0, 0, "
	    "0);"
	    "INSERT INTO violations (olt_id, task_type, period_start_ms, period_end_ms, "
	    "severity, report, created_ms) VALUES "
	    "(2, 'get', 0, 1, 'LOW', '{}', 7000), (2, 'get_b', 0, 1, 'HIGH', '{}', "
	    "8000)");
	snapshot.figures.is_saturated = true;
	snapshot.figures.saturated_ms = 9000;
	snapshot.figures.saturation = "everything is busy";
	problems = ask(&l, "problem.list", "{}");
	assert_int_equal(int_of(problems, "count"), 4);
	assert_int_equal(int_of(problems, "customers"), 40);
	assert_string_equal(kind_at(problems, 0), "port_dark");
	first = json_array_get(json_object_get(problems, "results"), 0);
	assert_string_equal(text_of(first, "olt_name"), "norte");
	assert_string_equal(text_of(first, "place"), "0/1");
	assert_string_equal(text_of(first, "since"), "1970-01-01T00:00:05.000Z");
	assert_int_equal(int_of(first, "customers"), 40);
	assert_string_equal(kind_at(problems, 1), "olt_failing");
	assert_string_equal(kind_at(problems, 2), "pollers_saturated");
	assert_string_equal(kind_at(problems, 3), "violation");
	/* Of a status they are a part. */
	snapshot.figures.is_held = true;
	problems = json_object_get(ask(&l, "status", "{}"), "problems");
	assert_string_equal(kind_at(problems, 0), "database_behind");
	snapshot.at_ms -= 60000;
	assert_string_equal(kind_at(ask(&l, "problem.list", "{}"), 0), "engine_stuck");
	/* What is over is gone. */
	snapshot = (struct snapshot){ .at_ms = clock_wall_ms() };
	site_do(l.db,
	    "UPDATE olts SET failures = 0; UPDATE pon_ports SET condition = 'up';"
	    "UPDATE violations SET acked_ms = 1, acked_by = 'x'");
	assert_int_equal(int_of(ask(&l, "problem.list", "{}"), "count"), 0);
	lab_close(&l);
}

static void
health_says_what_is_missing(void **state)
{
	struct lab l = { 0 };
	struct service_health h;

	lab_open(&l, state);
	h = service_health(l.service, clock_wall_ms());
	assert_true(h.is_live);
	assert_false(h.is_ready);
	assert_int_equal(h.n_reasons, 1);
	assert_string_equal(h.reasons[0], "the engine has not begun yet");
	l.ops.snapshot = &(struct snapshot){ .at_ms = 1000000 };
	h = service_health(l.service, 1000500);
	assert_true(h.is_live && h.is_ready);
	assert_int_equal(h.n_reasons, 0);
	h = service_health(l.service, 1000000 + 30001);
	assert_false(h.is_live || h.is_ready);
	assert_string_equal(h.reasons[0], "the engine does not turn");
	service_close(l.service);
	h = service_health(l.service, 1000500);
	assert_true(h.is_live);
	assert_false(h.is_ready);
	assert_string_equal(h.reasons[0], "the program is ending");
	lab_close(&l);
}

/* The engine shows OLT 1 as suspended, with the first answer of a probe. */
static void
the_health_of_an_olt_is_what_engine_and_database_know(void **state)
{
	static const struct snapshot_olt OLTS[] = { { .id = { 1 },
	    .suspended_ms = 1000000,
	    .next_probe_ms = 1060000,
	    .probe_answers = 1,
	    .is_enabled = true,
	    .waiting = 2 } };
	struct snapshot snapshot = { .at_ms = 1000000, .n_olts = 1, .olts = OLTS };
	struct olt_learnt learnt = { 8, 1400, 25, 12500 };
	struct lab l = { 0 };
	const json_t *health;

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	health = ask(&l, "olt.health", "{'olt':'centro'}");
	assert_string_equal(text_of(health, "state"), "new");
	assert_true(json_is_null(json_object_get(health, "round_trip_ms")));
	assert_true(json_is_null(json_object_get(health, "next_probe_at")));
	check_rc(store_olt_learnt_put(l.db, (struct olt_id){ 1 }, &learnt, NULL), RC_OK);
	l.ops.snapshot = &snapshot;
	health = ask(&l, "olt.health", "{'olt':1}");
	assert_int_equal(int_of(health, "in_flight"), 8);
	assert_true(json_real_value(json_object_get(health, "round_trip_ms")) == 12.5);
	assert_int_equal(int_of(health, "waiting"), 2);
	assert_int_equal(int_of(health, "probe_answers"), 1);
	assert_string_equal(text_of(health, "next_probe_at"), "1970-01-01T00:17:40.000Z");
	assert_int_equal(
	    int_of(health, "suspend_after"), 5); /* as service_lab.c has it */
	assert_int_equal(int_of(health, "back_after"), 4);
	assert_int_equal(int_of(health, "probe_ms"), 90000);
	assert_true(json_is_false(json_object_get(health, "stays_suspended")));
	assert_int_equal(int_of(json_object_get(health, "onus"), "present"), 0);
	assert_int_equal(l.ops.looks, 0);
	check_rc(refused(&l, "olt.health", "{'olt':'nobody'}"), RC_INVALID);
	l.ops.snapshot = NULL;
	lab_close(&l);
}

/* What the database has of the next run is of the last one, and past by now. */
static void
every_answer_says_the_same_of_the_next_run(void **state)
{
	int64_t now_ms = clock_wall_ms(), at_ms = now_ms + 600000;
	const struct coordinator_next nodes[] = {
		{ { 1 }, { NEXT_PLANNED, at_ms, { 0 } } },
		{ { 2 }, { NEXT_WAITS_OLT, at_ms + 1000, { 77 } } },
	};
	const struct snapshot_olt olts[] = { { .id = { 1 },
	    .next = { NEXT_WAITS_OLT, at_ms, { 77 } },
	    .n_nodes = 2,
	    .last_answer_ms = now_ms } };
	struct snapshot snapshot = {
		.at_ms = now_ms, .n_olts = 1, .olts = olts, .n_nodes = 2, .nodes = nodes
	};
	struct lab l = { 0 };
	const json_t *answer;
	json_t *at;

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	(void)ask(&l, "job.add", A_JOB);
	(void)ask(&l, "job.duplicate", "{'job':'levels','name':'second'}");
	(void)ask(&l, "job.apply", "{'job':'levels','olt':1}");
	(void)ask(&l, "job.apply", "{'job':'second','olt':1}");
	site_do(l.db, "UPDATE nodes SET next_run_ms = 1000");
	/* No engine: nobody knows, and nobody says 1970. */
	answer = json_array_get(
	    json_object_get(ask(&l, "list", "{'list':'nodes'}"), "results"), 0);
	assert_true(json_is_null(json_object_get(answer, "next_run_at")));
	assert_string_equal(text_of(answer, "next_run"), "unknown");
	l.ops.snapshot = &snapshot;
	answer = ask(&l, "node.get", "{'node':1}");
	at = json_incref(json_object_get(answer, "next_run_at"));
	assert_true(json_is_string(at));
	assert_string_equal(text_of(answer, "next_run"), "planned");
	answer = row_of(ask(&l, "list", "{'list':'nodes'}"), "job_name", "levels");
	assert_true(json_equal(json_object_get(answer, "next_run_at"), at));
	answer =
	    row_of(ask(&l, "list", "{'list':'nodes','after':{}}"), "job_name", "second");
	assert_string_equal(text_of(answer, "next_run"), "waits_olt");
	assert_int_equal(int_of(answer, "waits_for"), 77);
	answer = row_of(ask(&l, "list", "{'list':'workflows'}"), "olt_name", "centro");
	assert_true(json_equal(json_object_get(answer, "next_run_at"), at));
	assert_string_equal(text_of(answer, "next_run"), "waits_olt");
	answer = ask(&l, "olt.health", "{'olt':1}");
	assert_true(json_equal(json_object_get(answer, "next_run_at"), at));
	assert_string_equal(text_of(answer, "next_run"), "waits_olt");
	answer = ask(&l, "workflow.get", "{'olt':1}");
	assert_true(json_equal(json_object_get(answer, "next_run_at"), at));
	answer = json_array_get(json_object_get(answer, "units"), 0);
	assert_string_equal(text_of(answer, "next_run"), "planned");
	/* A time that came since the engine looked is not told. */
	snapshot.nodes =
	    (const struct coordinator_next[]){ { { 1 }, { NEXT_PLANNED, now_ms, { 0 } } },
		    { { 2 }, { NEXT_OFF, 0, { 0 } } } };
	answer = ask(&l, "node.get", "{'node':1}");
	assert_true(json_is_null(json_object_get(answer, "next_run_at")));
	assert_string_equal(text_of(answer, "next_run"), "due");
	json_decref(at);
	lab_close(&l);
}

/* Lists read the database; so does the page of an OLT. */
static void
the_last_contact_is_the_same_in_the_list_and_on_the_page(void **state)
{
	struct olt_health heard = { .last_answer_ms = 5000 };
	const struct snapshot_olt olts[] = { { .id = { 1 }, .last_answer_ms = 9000 } };
	const struct snapshot snapshot = {
		.at_ms = clock_wall_ms(), .n_olts = 1, .olts = olts
	};
	struct lab l = { 0 };
	const json_t *row, *health;
	json_t *listed;

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	check_rc(store_olt_health_put(l.db, (struct olt_id){ 1 }, &heard, NULL), RC_OK);
	l.ops.snapshot = &snapshot;
	row = row_of(ask(&l, "list", "{'list':'olt_overview'}"), "name", "centro");
	listed = json_incref(json_object_get(row, "last_answer_at"));
	health = ask(&l, "olt.health", "{'olt':1}");
	assert_true(json_equal(listed, json_object_get(health, "last_answer_at")));
	json_decref(listed);
	lab_close(&l);
}

/* What is said above the rows comes with them. */
static void
executions_under_way_are_counted_with_the_rows(void **state)
{
	struct backend *b = backend_of(state);
	struct lab l = { 0 };
	const json_t *answer, *under_way;

	site_make(b);
	site_do(b->db,
	    "INSERT INTO executions (id, olt_id, node_id, job_id, type, lane, state, "
	    "attempts, max_attempts, queued_ms, started_ms, finished_ms, next_slice_ms) "
	    "VALUES "
	    "(1, 1, NULL, NULL, 'get', 'polling', 'RUNNING', 1, 1, 10, 11, NULL, NULL), "
	    "(2, 1, NULL, NULL, 'get', 'polling', 'PENDING', 0, 1, 12, NULL, NULL, "
	    "NULL), "
	    "(3, 1, NULL, NULL, 'get', 'polling', 'PENDING', 1, 1, 13, 14, NULL, 99), "
	    "(4, 1, NULL, NULL, 'get', 'polling', 'SUCCESS', 1, 1, 15, 16, 17, NULL)");
	lab_open(&l, state);
	answer = ask(&l, "list", "{'list':'executions','filter':{'state':'SUCCESS'}}");
	assert_int_equal(int_of(answer, "count"), 1);
	under_way = json_object_get(answer, "under_way");
	assert_int_equal(int_of(under_way, "running"), 1);
	assert_int_equal(int_of(under_way, "waiting"), 1);
	assert_int_equal(int_of(under_way, "between_slices"), 1);
	assert_null(json_object_get(ask(&l, "list", "{'list':'jobs'}"), "under_way"));
	lab_close(&l);
}

/* ---- the event log for viewers ----------------------------------------------------- */

/* The next event that a viewer hears; a minute is as good as never. */
static struct event_entry
hear_next(struct event_tail *t, uint64_t *last)
{
	struct event_entry e = { 0 };
	size_t n = 0;

	for (int i = 0; i < 6000 && n == 0; i++) {
		check_rc(event_tail_read(t, last, &e, 1, &n), RC_OK);
		if (n == 0) {
			event_tail_wake(t);
			nap();
		}
	}
	assert_int_equal(n, 1);
	return e;
}

/* Skips what came before it: also what could not be read yet when the tail began, because
 * another transaction was open. */
static struct event_entry
hear_last(struct event_tail *t, uint64_t *last)
{
	struct event_entry e;

	do
		e = hear_next(t, last);
	while (strcmp(e.what, "olt.update") != 0);
	return e;
}

static void
a_change_is_heard_by_every_viewer(void **state)
{
	struct lab l = { 0 };
	struct event_tail *t OWNED(event_tail_free) = NULL;
	struct event_entry e;
	uint64_t first = 0, second = 0;

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	check_rc(event_tail_start(l.b->where, &t, NULL), RC_OK);
	(void)ask(&l, "olt.change", "{'olt':'centro','site':'north'}");
	for (int i = 0; i < 2; i++) {
		e = hear_last(t, i == 0 ? &first : &second);
		assert_int_equal(e.kind, EVENT_CHANGE);
		assert_string_equal(e.what, "olt.update");
		assert_int_equal(e.olt.v, 1);
	}
	event_tail_free(GIVE(t));
	lab_close(&l);
}

static void
a_viewer_that_is_too_slow_is_told(void **state)
{
	struct lab l = { 0 };
	struct event_tail *t OWNED(event_tail_free) = NULL;
	struct event_entry e;
	uint64_t slow = 0;
	size_t n = 0;
	enum rc rc = RC_OK;

	lab_open(&l, state);
	check_rc(event_tail_start(l.b->where, &t, NULL), RC_OK);
	(void)ask(&l, "olt.add", AN_OLT);
	check_rc(db_begin(l.b->db, NULL), RC_OK);
	for (int i = 0; i < EVENT_TAIL_MAX + 5; i++)
		site_do(l.b->db,
		    "INSERT INTO audit_log (at_ms, user_name, action, "
		    "entity, entity_id) VALUES (1, 'x', 'y', 'olt', 1)");
	check_rc(db_commit(l.b->db, NULL), RC_OK);
	for (int i = 0; i < 6000 && rc == RC_OK; i++) {
		event_tail_wake(t);
		nap();
		slow = 0;
		rc = event_tail_read(t, &slow, &e, 1, &n);
	}
	check_rc(rc, RC_NOT_FOUND);
	assert_int_equal(n, 0);
	/* It goes on from here. */
	(void)ask(&l, "olt.change", "{'olt':'centro','site':'north'}");
	assert_string_equal(hear_last(t, &slow).what, "olt.update");
	event_tail_free(GIVE(t));
	lab_close(&l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(totals_follow_what_is_in_the_database),
		ON_EACH(a_deleted_olt_is_not_counted),
		ON_EACH(a_service_without_a_tally_counts_when_it_is_asked),
		ON_EACH(an_olt_that_has_not_answered_yet_is_not_up),
		ON_EACH(every_answer_says_the_same_of_the_next_run),
		ON_EACH(the_last_contact_is_the_same_in_the_list_and_on_the_page),
		ON_EACH(executions_under_way_are_counted_with_the_rows),
		ON_EACH(what_is_wrong_now_is_told_the_gravest_first),
		ON_EACH(health_says_what_is_missing),
		ON_EACH(the_health_of_an_olt_is_what_engine_and_database_know),
		ON_EACH(a_change_is_heard_by_every_viewer),
		ON_EACH(a_viewer_that_is_too_slow_is_told),
	};

	return CHECK_ALL(tests);
}

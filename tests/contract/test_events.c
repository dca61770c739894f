/* SPDX-License-Identifier: Apache-2.0
 *
 * The event log: what is in it, its order, its readers, and what retention leaves.
 */
#include "site.h"

#include <string.h>
#include <time.h>

#include "store/access/audit.h"
#include "store/event/event_log.h"
#include "store/ledger/coordinator.h"
#include "store/part/parts.h"
#include "store/upkeep/retention.h"

enum { MOST = 64, PATIENCE = 3000 };

static const struct olt_id OLT = { SITE_OLT };

static bool
is_same(const struct event_cursor *a, const struct event_cursor *b)
{
	return a->tx == b->tx && a->id == b->id;
}

struct got {
	struct event_entry events[MOST];
	size_t n;
	bool is_lost;
};

static struct got
read_now(struct backend *b, struct event_cursor after, unsigned kinds)
{
	struct event_wish wish = { kinds, after, MOST };
	struct got got = { 0 };
	struct err err = { 0 };

	if (store_events_read(b->db, &wish, got.events, &got.n, &got.is_lost, &err) !=
	    RC_OK)
		fail_msg("%s", err.msg);
	return got;
}

/* A transaction of another test on the same server delays readers. */
static struct got
read_until(struct backend *b, struct event_cursor after, unsigned kinds, size_t n)
{
	const struct timespec nap = { 0, 10 * 1000000L };
	struct got got = read_now(b, after, kinds);

	for (int i = 0; i < PATIENCE && got.n < n && !got.is_lost; i++) {
		(void)nanosleep(&nap, NULL);
		got = read_now(b, after, kinds);
	}
	return got;
}

static void
add_change(struct db *db, const char *action, int64_t at_ms)
{
	struct audit line = { .at_ms = at_ms,
		.user_name = "ana",
		.action = action,
		.entity = "olt",
		.entity_id = SITE_OLT };
	struct err err = { 0 };

	if (store_audit_add(db, &line, &err) != RC_OK)
		fail_msg("%s", err.msg);
}

static const enum purpose STATES[] = { PURPOSE_RUN_STATE, PURPOSES };
static const struct event_cursor START = { 0 };

/* A discovery that finds ONUs, or a run that reads their states. */
static struct site_run *
start_run(struct backend *b, int64_t now_ms, bool is_discovery)
{
	static struct site_run run;

	memset(&run, 0, sizeof(run));
	site_start(b, &run, now_ms, STATES);
	run.finish.is_discovery = is_discovery;
	run.finish.is_complete = true;
	run.finish.rules = (struct discovery_rules)DISCOVERY_RULES;
	for (uint32_t i = 1; i <= 3; i++)
		site_row(&run, 1, i,
		    i == 1       ? "A"
			: i == 2 ? "B"
				 : "C")[0] = is_discovery
		    ? site_state(1, STATE_ONLINE, "up")
		    : site_state(2, STATE_OFFLINE, "down");
	return &run;
}

static void
a_run_is_an_event_and_what_it_brought_is_one_more(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *samples OWNED(samples_free) = samples_new();
	struct finish_result result = { 0 };
	struct site_run *run;
	struct err err = { 0 };
	struct got got;

	site_make(b);
	run = start_run(b, SITE_MS, true);
	check_rc(
	    site_finish(b, samples, run, EXECUTION_ALL_CAME, SITE_MS + 1000, &result),
	    RC_OK);
	got = read_until(b, START, 1 << EVENT_ONUS | 1 << EVENT_EXECUTION, 2);
	assert_int_equal(got.n, 2);
	assert_int_equal(got.events[0].kind, EVENT_ONUS);
	assert_int_equal(got.events[0].olt.v, SITE_OLT);
	assert_int_equal(got.events[0].subject, run->finish.execution.id.v);
	assert_int_equal(got.events[0].at_ms, SITE_MS + 1000);
	assert_int_equal(got.events[0].n, result.n_events);
	assert_int_equal(site_ask(b->db,
			     "SELECT COUNT(*) FROM onu_events v JOIN events e ON "
			     "e.kind = 'onus' AND v.olt_id = e.olt_id AND "
			     "v.at_ms = e.at_ms AND v.execution_id = e.subject"),
	    result.n_events);
	assert_int_equal(got.events[1].kind, EVENT_EXECUTION);
	assert_string_equal(got.events[1].what, "SUCCESS");
	assert_int_equal(got.events[1].subject, run->finish.execution.id.v);

	/* The same once more is not. */
	check_rc(
	    store_execution_finish(b->db, samples, &run->finish, &result, &err), RC_OK);
	assert_true(result.was_done);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM events"), 2);

	/* A run that changes nothing is one event. */
	run = start_run(b, SITE_MS + 60000, true);
	check_rc(
	    site_finish(b, samples, run, EXECUTION_ALL_CAME, SITE_MS + 61000, &result),
	    RC_OK);
	got = read_until(b, got.events[1].at, EVENT_ALL, 1);
	assert_int_equal(got.n, 1);
	assert_int_equal(got.events[0].kind, EVENT_EXECUTION);
}

static void
decisions_and_changes_are_events_with_their_rows(void **state)
{
	struct backend *b = backend_of(state);
	struct coordinator_entry entry = { .at_ms = SITE_MS,
		.key = 7,
		.olt = OLT,
		.level = ENTRY_ERROR,
		.event = "OLT_SUSPENDED",
		.message = "it does not answer",
		.details = "{}" };
	struct err err = { 0 };
	struct got got;

	site_make(b);
	check_rc(store_log_add(b->db, &entry, 1, &err), RC_OK);
	check_rc(store_log_add(b->db, &entry, 1, &err), RC_OK); /* a second try */
	add_change(b->db, "update", SITE_MS + 5);
	got = read_until(b, START, EVENT_ALL, 2);
	assert_int_equal(got.n, 2);
	assert_int_equal(got.events[0].kind, EVENT_DECISION);
	assert_string_equal(got.events[0].what, "OLT_SUSPENDED");
	assert_int_equal(
	    got.events[0].ref, site_ask(b->db, "SELECT id FROM coordinator_logs"));
	assert_int_equal(got.events[1].kind, EVENT_CHANGE);
	assert_string_equal(got.events[1].what, "olt.update");
	assert_int_equal(got.events[1].subject, SITE_OLT);
	assert_int_equal(got.events[1].olt.v, SITE_OLT);
	assert_int_equal(got.events[1].ref, site_ask(b->db, "SELECT id FROM audit_log"));
	/* Only what is asked for. */
	got = read_now(b, START, 1 << EVENT_CHANGE);
	assert_int_equal(got.n, 1);
	assert_int_equal(got.events[0].kind, EVENT_CHANGE);
}

static void
ports_that_are_new_or_change_their_state_are_events(void **state)
{
	struct backend *b = backend_of(state);
	struct position at = { .has = 1 << POS_SLOT | 1 << POS_PORT };
	struct part_value values[] = { { PURPOSE_PORT_STATE,
	    site_state(1, STATE_ONLINE, "up") } };
	struct port_row row = { at, 1, values };
	struct chassis_row card = { .part = "slot 3" };
	struct parts parts = { .n_ports = 1,
		.ports = &row,
		.n_chassis = 1,
		.chassis = &card,
		.execution = { 5 } };
	struct err err = { 0 };
	struct got got;

	site_make(b);
	row.position.part[POS_SLOT] = 1;
	row.position.part[POS_PORT] = 4;
	check_rc(store_parts_apply(b->db, OLT, &parts, SITE_MS, NULL, &err), RC_OK);
	check_rc(store_parts_apply(b->db, OLT, &parts, SITE_MS + 1, NULL, &err), RC_OK);
	values[0].value = site_state(2, STATE_OFFLINE, "down");
	check_rc(store_parts_apply(b->db, OLT, &parts, SITE_MS + 2, NULL, &err), RC_OK);
	got = read_until(b, START, EVENT_ALL, 2);
	assert_int_equal(got.n, 2);
	assert_int_equal(got.events[0].kind, EVENT_PARTS);
	assert_int_equal(got.events[0].n, 2); /* the port and the card */
	assert_int_equal(got.events[0].subject, 5);
	assert_int_equal(got.events[1].n, 1);
	assert_int_equal(got.events[1].at_ms, SITE_MS + 2);
	assert_string_equal(site_ask_text(b->db,
				"SELECT part || ' ' || place || ' ' || what || ' ' || "
				"value_before || ' ' || value_after FROM part_events "
				"WHERE at_ms = 1767225600002"),
	    "port 1/4 state online offline");
}

/* ---- order ------------------------------------------------------------------------ */

static struct db *
another_writer(struct backend *b)
{
	struct db *db = NULL;
	struct err err = { 0 };

	if (db_open(b->where, DB_WRITE, &db, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return db;
}

/* Ids alone would lose the first one: its transaction ends after that of the second. */
static void
two_writers_that_commit_in_reverse_order_lose_nothing(void **state)
{
	struct backend *b = backend_of(state);
	struct db *first OWNED(db_close) = NULL, *second OWNED(db_close) = NULL;
	struct event_cursor at = { 0 };
	struct err err = { 0 };
	struct got got;

	site_make(b);
	first = another_writer(b);
	second = another_writer(b);
	check_rc(db_begin(first, &err), RC_OK);
	add_change(first, "begun first", 1);
	check_rc(db_begin(second, &err), RC_OK);
	add_change(second, "ended first", 2);
	check_rc(db_commit(second, &err), RC_OK);
	got = read_now(b, at, EVENT_ALL);
	assert_int_equal(got.n, 0); /* not yet */
	check_rc(store_events_end(b->db, &at, &err), RC_OK);
	check_rc(db_commit(first, &err), RC_OK);
	got = read_until(b, at, EVENT_ALL, 2);
	assert_int_equal(got.n, 2);
	assert_string_equal(got.events[0].what, "olt.begun first");
	assert_string_equal(got.events[1].what, "olt.ended first");
}

/* The number of a transaction may be older than the id of its event. */
static void
an_id_that_was_given_late_is_not_skipped(void **state)
{
	struct backend *b = backend_of(state);
	struct db *first OWNED(db_close) = NULL, *second OWNED(db_close) = NULL;
	struct event_cursor at = { 0 };
	struct err err = { 0 };
	struct got got;

	site_make(b);
	first = another_writer(b);
	second = another_writer(b);
	check_rc(db_begin(first, &err), RC_OK);
	site_do(first, "UPDATE olts SET site = 'x'"); /* it has a number from here on */
	add_change(second, "between", 1); /* its own transaction */
	add_change(first, "late", 2);
	check_rc(db_commit(first, &err), RC_OK);
	add_change(second, "after", 3);
	for (size_t n = 0; n < 3; n++) {
		got = read_until(b, at, EVENT_ALL, 1);
		assert_true(got.n >= 1);
		at = got.events[0].at;
		assert_string_equal(got.events[0].what,
		    n == 0       ? "olt.late"
			: n == 1 ? "olt.between"
				 : "olt.after");
	}
	assert_int_equal(read_now(b, at, EVENT_ALL).n, 0);
}

static void
what_is_rolled_back_never_was(void **state)
{
	struct backend *b = backend_of(state);
	struct err err = { 0 };
	struct got got;

	site_make(b);
	check_rc(db_begin(b->db, &err), RC_OK);
	add_change(b->db, "undone", 1);
	db_rollback(b->db);
	add_change(b->db, "made", 2);
	got = read_until(b, START, EVENT_ALL, 1);
	assert_int_equal(got.n, 1);
	assert_string_equal(got.events[0].what, "olt.made");
}

/* ---- readers ---------------------------------------------------------------------- */

static void
a_reader_goes_on_where_it_was(void **state)
{
	struct backend *b = backend_of(state);
	struct event_cursor at = { 9, 9 };
	struct err err = { 0 };
	struct got got;

	site_make(b);
	check_rc(store_events_position(b->db, "watcher", &at, NULL, &err), RC_NOT_FOUND);
	assert_int_equal(at.tx, 9);
	for (int i = 0; i < 5; i++)
		add_change(b->db, "update", i + 1);
	got = read_until(b, START, EVENT_ALL, 5);
	assert_int_equal(got.n, 5);
	for (size_t i = 1; i < 3; i++) {
		check_rc(store_events_keep_position(
			     b->db, "watcher", &got.events[i].at, 100, &err),
		    RC_OK);
		check_rc(store_events_position(b->db, "watcher", &at, NULL, &err), RC_OK);
		assert_true(is_same(&at, &got.events[i].at));
	}
	assert_int_equal(read_now(b, at, EVENT_ALL).n, 2);
	check_rc(store_events_end(b->db, &at, &err), RC_OK);
	assert_int_equal(read_now(b, at, EVENT_ALL).n, 0);
}

static void
retain(struct backend *b, int64_t now_ms)
{
	static const struct retention_rules RULES = { .audit_ms = 1000, .log_ms = 1000 };
	struct retention_sweep sweep = RETENTION_SWEEP;
	struct err err = { 0 };

	sweep.limit = 2;
	while (!sweep.is_over)
		check_rc(store_retain_step(b->db, &RULES, now_ms, &sweep, &err), RC_OK);
}

static void
a_reader_behind_retention_is_told(void **state)
{
	struct backend *b = backend_of(state);
	struct event_cursor second;
	struct err err = { 0 };
	struct got got;

	site_make(b);
	for (int i = 0; i < 6; i++)
		add_change(b->db, "update", i * 100);
	got = read_until(b, START, EVENT_ALL, 6);
	assert_int_equal(got.n, 6);
	second = got.events[1].at;
	retain(b, 1301); /* those before 301: four of them */
	assert_true(read_now(b, START, EVENT_ALL).is_lost);
	assert_true(read_now(b, second, 1 << EVENT_CHANGE).is_lost);
	assert_false(read_now(b, START, 1 << EVENT_DECISION).is_lost);
	assert_false(read_now(b, got.events[3].at, EVENT_ALL).is_lost);
	assert_int_equal(read_now(b, got.events[3].at, EVENT_ALL).n, 2);
	retain(b, 100000);
	assert_true(read_now(b, got.events[4].at, EVENT_ALL).is_lost);
	/* The end is known although no event is left, and nothing is lost from there. */
	check_rc(store_events_end(b->db, &second, &err), RC_OK);
	assert_true(is_same(&second, &got.events[5].at));
	assert_false(read_now(b, second, EVENT_ALL).is_lost);
	add_change(b->db, "update", 200000);
	assert_int_equal(read_until(b, second, EVENT_ALL, 1).n, 1);
}

/* Its transactions have higher numbers than this server's. */
static void
a_database_of_another_server_goes_on(void **state)
{
	struct backend *b = backend_of(state);
	struct event_cursor far = { INT64_C(4611686018427387904), 1 };
	struct err err = { 0 };
	struct got got;

	site_make(b);
	add_change(b->db, "there", 1);
	site_do(b->db, "UPDATE events SET tx = 4611686018427387904");
	check_rc(store_events_adopt(b->db, &err), RC_OK);
	add_change(b->db, "here", 2);
	got = read_until(b, START, EVENT_ALL, 2);
	assert_int_equal(got.n, 2);
	assert_string_equal(got.events[0].what, "olt.there");
	assert_true(read_now(b, far, EVENT_ALL).is_lost);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(a_run_is_an_event_and_what_it_brought_is_one_more),
		ON_EACH(decisions_and_changes_are_events_with_their_rows),
		ON_EACH(ports_that_are_new_or_change_their_state_are_events),
		ON_PGSQL(two_writers_that_commit_in_reverse_order_lose_nothing),
		ON_PGSQL(an_id_that_was_given_late_is_not_skipped),
		ON_EACH(what_is_rolled_back_never_was),
		ON_EACH(a_reader_goes_on_where_it_was),
		ON_EACH(a_reader_behind_retention_is_told),
		ON_EACH(a_database_of_another_server_goes_on),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

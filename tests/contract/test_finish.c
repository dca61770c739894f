/* SPDX-License-Identifier: Apache-2.0
 *
 * What finishing an execution leaves in the database.
 */
#include "site.h"

#include <stdlib.h>

static const enum purpose OPTICS[] = { PURPOSE_RUN_STATE, PURPOSE_ONU_RX,
	PURPOSE_DESCRIPTION, PURPOSE_DISTANCE, PURPOSES };
enum { RUN, RX, DESCRIPTION, DISTANCE };

static struct value
online(void)
{
	return site_state(1, STATE_ONLINE, "working");
}

/* A discovery that finds two ONUs, online, at -20 and -21 dBm. */
static void
discover_two(struct backend *b, struct samples *s, int64_t now_ms)
{
	struct finish_result result;
	struct site_run run;
	struct value *v;

	site_start(b, &run, now_ms, OPTICS);
	run.finish.is_discovery = true;
	v = site_row(&run, 1, 1, "AAAA");
	v[RUN] = online();
	v[RX] = site_real(-20);
	v[DESCRIPTION] = site_text("customer 1");
	v = site_row(&run, 1, 2, "BBBB");
	v[RUN] = online();
	v[RX] = site_real(-21);
	check_rc(
	    site_finish(b, s, &run, EXECUTION_ALL_CAME, now_ms + 900, &result), RC_OK);
	assert_int_equal(result.onus.fresh, 2);
	assert_false(result.was_done);
	assert_false(result.is_held);
}

static void
a_first_discovery_leaves_onus_values_and_history(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();

	site_make(b);
	discover_two(b, s, SITE_MS);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM onus"), 2);
	assert_string_equal(
	    site_ask_text(b->db, "SELECT place FROM onus WHERE serial = 'BBBB'"),
	    "0/1:2");
	assert_string_equal(
	    site_ask_text(b->db, "SELECT description FROM onus WHERE serial = 'AAAA'"),
	    "customer 1");
	assert_string_equal(
	    site_ask_text(b->db, "SELECT run_state FROM onus WHERE serial = 'AAAA'"),
	    "online");
	assert_int_equal(site_ask(b->db,
			     "SELECT CAST(onu_rx_dbm * 100 AS BIGINT) FROM onus JOIN "
			     "onu_numbers ON onu_id = id WHERE "
			     "serial = 'BBBB'"),
	    -2100);
	/* New is told; a first value is no change. */
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM onu_events"), 2);
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM onu_events WHERE kind = 'new'"), 2);
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM onu_positions WHERE until_ms IS NULL"),
	    2);
	/* ONU Rx has readings; the distance, all null, makes no block. */
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM history_blocks WHERE metric < 20"), 1);
	assert_int_equal(
	    site_ask(b->db, "SELECT metric FROM history_blocks WHERE metric < 20"), 1);
	assert_int_equal(site_ask(b->db, "SELECT roster FROM olts WHERE id = 1"), 1);
	assert_int_equal(
	    site_ask(b->db, "SELECT last_walk_ms FROM olts WHERE id = 1"), SITE_MS + 900);
}

static void
the_record_the_attempt_the_node_and_the_quota_are_in(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct execution e;
	struct err err = { 0 };

	site_make(b);
	discover_two(b, s, SITE_MS + 60000);
	check_rc(store_execution_get(b->db, (struct execution_id){ 1 }, &e, &err), RC_OK);
	execution_check(&e);
	assert_int_equal(e.state, EXECUTION_SUCCESS);
	assert_int_equal(e.onus.seen, 2);
	assert_int_equal(e.onus.fresh, 2);
	assert_int_equal(e.finished_ms, SITE_MS + 60900);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM attempts"), 1);
	assert_int_equal(
	    site_ask(b->db, "SELECT last_success_ms FROM nodes"), SITE_MS + 60900);
	assert_int_equal(site_ask(b->db, "SELECT last_failure_ms FROM nodes"), -1);
	assert_int_equal(site_ask(b->db, "SELECT next_run_ms FROM nodes"), -1);
	assert_int_equal(
	    site_ask(b->db, "SELECT period_start_ms FROM quota_trackers"), SITE_MS);
	assert_int_equal(site_ask(b->db, "SELECT completed FROM quota_trackers"), 1);
	assert_int_equal(
	    site_ask(b->db, "SELECT total_duration_ms FROM quota_trackers"), 900);
}

/* A run with one level for the first ONU. */
static void
read_level(struct backend *b, struct samples *s, int64_t now_ms, double dbm)
{
	static const enum purpose LEVEL[] = { PURPOSE_ONU_RX, PURPOSES };
	struct finish_result result;
	struct site_run run;

	site_start(b, &run, now_ms, LEVEL);
	site_row(&run, 1, 1, NULL)[0] = site_real(dbm);
	check_rc(
	    site_finish(b, s, &run, EXECUTION_ALL_CAME, now_ms + 900, &result), RC_OK);
}

static int64_t
count_crossings(struct backend *b)
{
	return site_ask(b->db, "SELECT COUNT(*) FROM onu_events WHERE kind = 'level'");
}

static const char *
last_crossing(struct backend *b)
{
	return site_ask_text(b->db,
	    "SELECT detail || ' ' || value_before || ' ' || value_after FROM onu_events "
	    "WHERE kind = 'level' ORDER BY id DESC LIMIT 1");
}

static void
a_level_that_crosses_a_limit_is_an_event(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();

	site_make(b);
	discover_two(b, s, SITE_MS);
	read_level(b, s, SITE_MS + 300000, -24.9);
	assert_int_equal(count_crossings(b), 0);
	read_level(b, s, SITE_MS + 600000, -27.4);
	assert_string_equal(last_crossing(b), "onu_rx bad -24.90 -27.40");
	/* Near the limit it does not cross it again and again. */
	read_level(b, s, SITE_MS + 900000, -26.8);
	read_level(b, s, SITE_MS + 1200000, -27.1);
	assert_int_equal(count_crossings(b), 1);
	read_level(b, s, SITE_MS + 1500000, -26.2);
	assert_string_equal(last_crossing(b), "onu_rx warn -27.10 -26.20");
	/* The limits are settings. */
	site_do(b->db,
	    "INSERT INTO settings (key, value, updated_ms) VALUES ('onu_rx.warn', "
	    "'-26.8', 0)");
	read_level(b, s, SITE_MS + 1800000, -26.3);
	assert_string_equal(last_crossing(b), "onu_rx good -26.20 -26.30");
	assert_int_equal(count_crossings(b), 3);
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM onu_levels"), 1);
}

static const char *
states_of(struct backend *b, int64_t execution)
{
	char sql[256];

	(void)snprintf(sql, sizeof(sql),
	    "SELECT states_read || ' of ' || states_of || ' after ' || "
	    "(COALESCE(states_before_ms, 0) - %lld) FROM executions WHERE id = %lld",
	    (long long)SITE_MS, (long long)execution);
	return site_ask_text(b->db, sql);
}

/* Whoever reads the event of its end learns it from the record. */
static void
a_run_that_read_states_says_so(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	static const enum purpose STATES[] = { PURPOSE_RUN_STATE, PURPOSES };
	struct finish_result result;
	struct site_run run;

	site_make(b);
	discover_two(b, s, SITE_MS + 1000);
	assert_int_equal(site_ask(b->db,
			     "SELECT states_read * 10 + states_of FROM executions "
			     "WHERE id = 1 AND states_before_ms IS NULL"),
	    22);
	site_start(b, &run, SITE_MS + 300000, STATES);
	site_row(&run, 1, 1, NULL)[0] = online();
	check_rc(site_finish(b, s, &run, EXECUTION_ALL_CAME, SITE_MS + 301000, &result),
	    RC_OK);
	assert_string_equal(states_of(b, 2), "1 of 2 after 1000");
	read_level(b, s, SITE_MS + 600000, -22);
	assert_int_equal(
	    site_ask(
		b->db, "SELECT states_read + states_of FROM executions WHERE id = 3"),
	    0);
}

static void
only_what_changed_is_written(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct finish_result result;
	struct site_run run;
	struct value *v;

	site_make(b);
	discover_two(b, s, SITE_MS);
	site_start(b, &run, SITE_MS + 300000, OPTICS);
	v = site_row(&run, 1, 1, NULL);
	v[RUN] = online();
	v[RX] = site_real(-20);
	v[DESCRIPTION] = site_text("customer 1");
	v = site_row(&run, 1, 2, NULL);
	v[RUN] = site_state(2, STATE_LOS_ONU, "no signal");
	run.rows[1].answered = 1 << RUN; /* the rest did not come and stays */
	(void)site_row(&run, 7, 7, NULL); /* nobody knows it */
	check_rc(site_finish(b, s, &run, EXECUTION_ALL_CAME, SITE_MS + 301000, &result),
	    RC_OK);
	assert_int_equal(result.n_updated, 1);
	assert_int_equal(result.n_unknown, 1);
	assert_int_equal(result.n_events, 1);
	assert_int_equal(site_ask(b->db,
			     "SELECT values_ms FROM onus JOIN onu_numbers ON onu_id = id "
			     "WHERE serial = 'AAAA'"),
	    SITE_MS + 900);
	assert_int_equal(site_ask(b->db,
			     "SELECT execution_id FROM onus JOIN onu_numbers ON onu_id = "
			     "id WHERE serial = 'BBBB'"),
	    2);
	assert_int_equal(
	    site_ask(b->db, "SELECT run_since_ms FROM onus WHERE serial = 'BBBB'"),
	    SITE_MS + 301000);
	assert_int_equal(site_ask(b->db,
			     "SELECT CAST(onu_rx_dbm * 100 AS BIGINT) FROM onus JOIN "
			     "onu_numbers ON onu_id = id WHERE "
			     "serial = 'BBBB'"),
	    -2100);
	assert_string_equal(
	    site_ask_text(
		b->db, "SELECT value_before FROM onu_events WHERE kind = 'run_state'"),
	    "working");
	assert_string_equal(
	    site_ask_text(
		b->db, "SELECT value_after FROM onu_events WHERE kind = 'run_state'"),
	    "no signal");
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM onus"), 2);
}

static const enum purpose STATES[] = { PURPOSE_RUN_STATE, PURPOSES };
static const enum purpose DOWNS[] = { PURPOSE_LAST_DOWN, PURPOSES };

/* One ONU at 1/2, as a run says it. */
static void
say_state(struct backend *b, struct samples *s, int64_t at_ms, struct value v)
{
	struct finish_result result;
	struct site_run run;

	site_start(b, &run, at_ms - 1000, STATES);
	site_row(&run, 1, 2, NULL)[0] = v;
	check_rc(site_finish(b, s, &run, EXECUTION_ALL_CAME, at_ms, &result), RC_OK);
}

/* Refining "offline" to "no light" begins nothing anew, and the device's own moment is
 * taken over, whichever run brings it. */
static void
since_when_it_is_down_is_the_first_moment_known(void **state)
{
	static const char since[] = "SELECT run_since_ms FROM onus WHERE serial = 'BBBB'";
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct finish_result result;
	struct site_run run;

	site_make(b);
	discover_two(b, s, SITE_MS);
	say_state(b, s, SITE_MS + 7200000, site_state(2, STATE_OFFLINE, "down"));
	assert_int_equal(site_ask(b->db, since), SITE_MS + 7200000);
	say_state(b, s, SITE_MS + 7500000, site_state(3, STATE_LOS_ONU, "no signal"));
	assert_int_equal(site_ask(b->db, since), SITE_MS + 7200000);
	site_start(b, &run, SITE_MS + 7600000, DOWNS);
	site_row(&run, 1, 2, NULL)[0] =
	    (struct value){ .kind = VALUE_TIME, .i = SITE_MS + 7000000 };
	check_rc(site_finish(b, s, &run, EXECUTION_ALL_CAME, SITE_MS + 7601000, &result),
	    RC_OK);
	assert_int_equal(site_ask(b->db, since), SITE_MS + 7000000);
	say_state(b, s, SITE_MS + 7800000, online());
	assert_int_equal(site_ask(b->db, since), SITE_MS + 7800000);
}

static void
finishing_twice_is_finishing_once(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct finish_result result;
	struct site_run run;
	struct err err = { 0 };

	site_make(b);
	discover_two(b, s, SITE_MS);
	site_start(b, &run, SITE_MS + 300000, OPTICS);
	site_row(&run, 1, 1, NULL)[RX] = site_real(-25);
	check_rc(site_finish(b, s, &run, EXECUTION_ALL_CAME, SITE_MS + 301000, &result),
	    RC_OK);
	check_rc(store_execution_finish(b->db, s, &run.finish, &result, &err), RC_OK);
	assert_true(result.was_done);
	assert_int_equal(site_ask(b->db, "SELECT completed FROM quota_trackers"), 2);
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM history_blocks WHERE metric < 20"), 2);
}

static void
what_was_interrupted_meanwhile_is_not_finished_any_more(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct finish_result result = { .n_unknown = 77 };
	struct site_run run;
	struct execution e;
	struct err err = { 0 };
	int64_t n = 0;

	site_make(b);
	discover_two(b, s, SITE_MS);
	site_start(b, &run, SITE_MS + 300000, OPTICS);
	site_row(&run, 1, 1, NULL)[RX] = site_real(-25);
	check_rc(store_executions_recover(b->db, SITE_MS + 300500, &n, &err), RC_OK);
	assert_int_equal(n, 1);
	check_rc(site_finish(b, s, &run, EXECUTION_ALL_CAME, SITE_MS + 301000, &result),
	    RC_CONFLICT);
	assert_int_equal(result.n_unknown, 77);
	check_rc(store_execution_get(b->db, (struct execution_id){ 2 }, &e, &err), RC_OK);
	assert_int_equal(e.state, EXECUTION_INTERRUPTED);
	assert_int_equal(e.trouble, TROUBLE_RESTART);
	execution_check(&e);
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM history_blocks WHERE metric < 20"), 1);
	check_rc(store_executions_recover(b->db, SITE_MS + 300500, &n, &err), RC_OK);
	assert_int_equal(n, 0);
}

static void
a_failure_counts_and_a_success_forgets(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct finish_result result;
	struct site_run run;

	site_make(b);
	for (int i = 1; i <= 2; i++) {
		site_start(b, &run, SITE_MS + i * 1000, OPTICS);
		run.finish.node = (struct finish_node){ true, SITE_MS + 500000 };
		check_rc(site_finish(b, s, &run, EXECUTION_NOTHING_CAME,
			     SITE_MS + i * 1000 + 10, &result),
		    RC_OK);
		assert_int_equal(site_ask(b->db, "SELECT failures FROM nodes"), i);
	}
	assert_int_equal(
	    site_ask(b->db, "SELECT next_run_ms FROM nodes"), SITE_MS + 500000);
	assert_int_equal(site_ask(b->db, "SELECT failed FROM quota_trackers"), 2);
	assert_int_equal(
	    site_ask(b->db, "SELECT last_answer_ms FROM olts WHERE id = 1"), -1);
	discover_two(b, s, SITE_MS + 5000);
	assert_int_equal(site_ask(b->db, "SELECT failures FROM nodes"), 0);
}

static void
a_try_that_will_be_repeated_leaves_its_attempt(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct finish_result result;
	struct site_run run;

	site_make(b);
	site_start(b, &run, SITE_MS, OPTICS);
	check_rc(
	    site_finish(b, s, &run, EXECUTION_TRY_LATER, SITE_MS + 10, &result), RC_OK);
	assert_string_equal(
	    site_ask_text(b->db, "SELECT state FROM executions"), "PENDING");
	assert_string_equal(
	    site_ask_text(b->db, "SELECT error FROM attempts"), "TIMEOUT");
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM quota_trackers"), 0);
	assert_int_equal(site_ask(b->db, "SELECT last_run_ms FROM nodes"), -1);
}

/* ---- discovery ----------------------------------------------------------------- */

static const enum purpose NOTHING[] = { PURPOSES };

/* One walk: rows as {port, onu, serial}, ending with a NULL serial. */
struct seen {
	uint32_t port, onu;
	const char *serial;
};

static struct finish_result
walk(struct backend *b, struct samples *s, int64_t now_ms, const struct seen *seen)
{
	struct finish_result result = { 0 };
	struct site_run run;

	site_start(b, &run, now_ms, NOTHING);
	run.finish.is_discovery = true;
	for (; seen->serial; seen++)
		(void)site_row(&run, seen->port, seen->onu, seen->serial);
	check_rc(
	    site_finish(b, s, &run, EXECUTION_ALL_CAME, now_ms + 100, &result), RC_OK);
	return result;
}

#define WALK(at, ...) walk(b, s, at, (const struct seen[]){ __VA_ARGS__, { 0, 0, NULL } })

static void
an_onu_that_moves_keeps_its_number_and_its_stays(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();

	site_make(b);
	WALK(SITE_MS, { 1, 1, "AAAA" }, { 1, 2, "BBBB" });
	WALK(SITE_MS + 1000, { 4, 4, "AAAA" }, { 1, 2, "BBBB" });
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM onus"), 2);
	assert_string_equal(
	    site_ask_text(b->db, "SELECT place FROM onus WHERE serial = 'AAAA'"),
	    "0/4:4");
	assert_string_equal(
	    site_ask_text(
		b->db, "SELECT value_before FROM onu_events WHERE kind = 'moved'"),
	    "0/1:1");
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM onu_positions"), 3);
	assert_int_equal(
	    site_ask(
		b->db, "SELECT until_ms FROM onu_positions WHERE until_ms IS NOT NULL"),
	    SITE_MS + 1100);
}

static void
an_onu_is_absent_after_three_walks_and_nothing_is_erased(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();

	site_make(b);
	WALK(SITE_MS, { 1, 1, "AAAA" }, { 1, 2, "BBBB" });
	for (int i = 1; i <= 3; i++) {
		struct finish_result r = WALK(SITE_MS + i * 1000, { 1, 2, "BBBB" });

		assert_int_equal(r.onus.absent, i == 3);
		assert_int_equal(
		    site_ask(b->db, "SELECT missed FROM onus WHERE serial = 'AAAA'"), i);
	}
	assert_int_equal(
	    site_ask(b->db, "SELECT is_present FROM onus WHERE serial = 'AAAA'"), 0);
	/* Last seen by the first walk. */
	assert_int_equal(
	    site_ask(b->db, "SELECT last_seen_ms FROM onus WHERE serial = 'AAAA'"),
	    SITE_MS + 100);
	WALK(SITE_MS + 9000, { 1, 1, "AAAA" }, { 1, 2, "BBBB" });
	assert_int_equal(
	    site_ask(b->db, "SELECT is_present FROM onus WHERE serial = 'AAAA'"), 1);
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM onu_events WHERE kind = 'returned'"),
	    1);
}

static void
an_empty_walk_is_held_until_two_more_agree(void **state)
{
	static const struct seen NOBODY[] = { { 0, 0, NULL } };
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();

	site_make(b);
	WALK(SITE_MS, { 1, 1, "AAAA" }, { 1, 2, "BBBB" });
	for (int i = 1; i <= 2; i++) {
		assert_true(walk(b, s, SITE_MS + i * 1000, NOBODY).is_held);
		assert_int_equal(
		    site_ask(b->db, "SELECT hold_walks FROM olts WHERE id = 1"), i);
		assert_int_equal(
		    site_ask(b->db, "SELECT COUNT(*) FROM onus WHERE missed = 0"), 2);
		assert_int_equal(
		    site_ask(b->db, "SELECT last_walk_ms FROM olts WHERE id = 1"),
		    SITE_MS + 100);
	}
	assert_false(walk(b, s, SITE_MS + 3000, NOBODY).is_held);
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM onus WHERE is_present = 0"), 2);
	assert_int_equal(site_ask(b->db, "SELECT hold_walks FROM olts WHERE id = 1"), 0);
}

/* One walk whose answer is wanted: how many are present then. */
static size_t
present_after(
    struct backend *b, struct samples *s, int64_t now_ms, const struct seen *seen)
{
	struct finish_result result = { 0 };
	struct site_run run;

	site_start(b, &run, now_ms, NOTHING);
	run.finish.is_discovery = true;
	run.finish.tells_present = true;
	for (; seen->serial; seen++)
		(void)site_row(&run, seen->port, seen->onu, seen->serial);
	check_rc(
	    site_finish(b, s, &run, EXECUTION_ALL_CAME, now_ms + 100, &result), RC_OK);
	assert_non_null(result.present);
	free(result.present);
	return result.n_present;
}

static void
a_discovery_says_who_is_present(void **state)
{
	static const struct seen ALL[] = { { 1, 1, "AAAA" }, { 1, 2, "BBBB" },
		{ 1, 3, "CCCC" }, { 0, 0, NULL } };
	static const struct seen ONE[] = { { 1, 1, "AAAA" }, { 0, 0, NULL } };
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();

	site_make(b);
	assert_int_equal(present_after(b, s, SITE_MS, ALL), 3);
	/* Held twice, and confirmed by the third. */
	assert_int_equal(present_after(b, s, SITE_MS + 1000, ONE), 3);
	assert_int_equal(present_after(b, s, SITE_MS + 2000, ONE), 3);
	assert_int_equal(present_after(b, s, SITE_MS + 3000, ONE), 1);
	assert_int_equal(present_after(b, s, SITE_MS + 4000, ALL), 3);
}

static void
another_onu_at_a_place_is_told_as_a_replacement(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();

	site_make(b);
	WALK(SITE_MS, { 1, 1, "AAAA" }, { 1, 2, "BBBB" });
	WALK(SITE_MS + 1000, { 1, 1, "CCCC" }, { 1, 2, "BBBB" });
	assert_int_equal(site_ask(b->db, "SELECT COUNT(*) FROM onus"), 3);
	assert_string_equal(
	    site_ask_text(
		b->db, "SELECT value_after FROM onu_events WHERE kind = 'replaced'"),
	    "CCCC");
}

#define RX_OF(serial)                                                         \
	"SELECT CAST(onu_rx_dbm * 100 AS BIGINT) FROM onus JOIN onu_numbers " \
	"ON onu_id = id WHERE serial = '" serial "'"

static void
a_sweep_that_is_under_way_brings_its_values_in_pieces(void **state)
{
	struct backend *b = backend_of(state);
	struct samples *s OWNED(samples_free) = samples_new();
	struct finish_result result = { 0 };
	struct execution e;
	struct site_run run;
	struct err err = { 0 };

	site_make(b);
	discover_two(b, s, SITE_MS);
	site_start(b, &run, SITE_MS + 300000, OPTICS);
	site_row(&run, 1, 1, NULL)[RX] = site_real(-22);
	run.rows[0].answered = 1 << RX;
	run.finish.at_ms = SITE_MS + 310000;
	run.finish.execution.traffic.requests = 3;
	for (int i = 0; i < 2; i++) { /* the second time it is in already */
		check_rc(
		    store_execution_finish(b->db, s, &run.finish, &result, &err), RC_OK);
		assert_int_equal(result.was_done, i == 1);
		assert_int_equal(site_ask(b->db, RX_OF("AAAA")), -2200);
		assert_int_equal(site_ask(b->db, RX_OF("BBBB")), -2100);
		assert_int_equal(
		    site_ask(
			b->db, "SELECT COUNT(*) FROM history_blocks WHERE metric < 20"),
		    2);
		assert_int_equal(
		    site_ask(b->db,
			"SELECT MAX(time_ms) FROM history_blocks WHERE metric < 20"),
		    SITE_MS + 310000);
	}
	check_rc(store_execution_get(b->db, run.finish.execution.id, &e, &err), RC_OK);
	assert_int_equal(e.state, EXECUTION_RUNNING);
	assert_int_equal(e.onus.changed, 1);

	run.finish.n_rows = 0;
	site_row(&run, 1, 2, NULL)[RX] = site_real(-23);
	run.rows[0].answered = 1 << RX;
	run.finish.at_ms = 0;
	run.finish.execution.traffic.requests = 5;
	check_rc(site_finish(b, s, &run, EXECUTION_ALL_CAME, SITE_MS + 320000, &result),
	    RC_OK);
	assert_int_equal(site_ask(b->db, RX_OF("AAAA")), -2200);
	assert_int_equal(site_ask(b->db, RX_OF("BBBB")), -2300);
	assert_int_equal(
	    site_ask(b->db, "SELECT COUNT(*) FROM history_blocks WHERE metric < 20"), 3);
	assert_int_equal(result.onus.changed, 2); /* those of both */
}

static void
an_execution_of_nobody_is_refused(void **state)
{
	struct backend *b = backend_of(state);
	struct execution e = {
		.id = { 42 }, .olt = { 999 }, .max_attempts = 1, .queued_ms = SITE_MS
	};
	struct execution got = { .queued_ms = 7 };
	struct err err = { 0 };

	site_make(b);
	check_rc(store_execution_add(b->db, &e, &err), RC_CONFLICT);
	assert_int_equal(e.id.v, 42);
	check_rc(store_execution_get(b->db, (struct execution_id){ 1 }, &got, &err),
	    RC_NOT_FOUND);
	check_contains(err.msg, "no execution 1");
	assert_int_equal(got.queued_ms, 7);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(a_first_discovery_leaves_onus_values_and_history),
		ON_EACH(the_record_the_attempt_the_node_and_the_quota_are_in),
		ON_EACH(a_level_that_crosses_a_limit_is_an_event),
		ON_EACH(a_run_that_read_states_says_so),
		ON_EACH(only_what_changed_is_written),
		ON_EACH(since_when_it_is_down_is_the_first_moment_known),
		ON_EACH(finishing_twice_is_finishing_once),
		ON_EACH(what_was_interrupted_meanwhile_is_not_finished_any_more),
		ON_EACH(a_failure_counts_and_a_success_forgets),
		ON_EACH(a_try_that_will_be_repeated_leaves_its_attempt),
		ON_EACH(an_onu_that_moves_keeps_its_number_and_its_stays),
		ON_EACH(an_onu_is_absent_after_three_walks_and_nothing_is_erased),
		ON_EACH(an_empty_walk_is_held_until_two_more_agree),
		ON_EACH(a_discovery_says_who_is_present),
		ON_EACH(another_onu_at_a_place_is_told_as_a_replacement),
		ON_EACH(a_sweep_that_is_under_way_brings_its_values_in_pieces),
		ON_EACH(an_execution_of_nobody_is_refused),
	};

	return CHECK_ALL(tests);
}

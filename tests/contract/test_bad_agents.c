/* SPDX-License-Identifier: Apache-2.0
 *
 * Agents that lose, repeat, delay, cut and invent answers, that loop, choke and
 * die: what the engine makes of each. The simulator plays them all.
 */
#include <string.h>
#include <unistd.h>

#include "agent.h"

enum { PORTS = 16, ONUS = 16, ROWS = PORTS * ONUS };

static struct lab_sim sim;
#define PORT (sim.port)

/* Huawei: serial, description, run state, distance. */
static const struct oid columns[] = {
	{ 15, { 1, 3, 6, 1, 4, 1, 2011, 6, 128, 1, 1, 2, 43, 1, 3 } },
	{ 15, { 1, 3, 6, 1, 4, 1, 2011, 6, 128, 1, 1, 2, 43, 1, 9 } },
	{ 15, { 1, 3, 6, 1, 4, 1, 2011, 6, 128, 1, 1, 2, 46, 1, 15 } },
	{ 15, { 1, 3, 6, 1, 4, 1, 2011, 6, 128, 1, 1, 2, 46, 1, 20 } },
};
enum { N_COLUMNS = 4 };
#define DESCRIPTION "1.3.6.1.4.1.2011.6.128.1.1.2.43.1.9"

static uint64_t true_hash;

/* Set a fault on all OLTs; it is taken back after the test. */
static void
fault(const char *name, const char *value)
{
	char line[256];

	(void)snprintf(
	    line, sizeof(line), "{\"cmd\":\"set\",\"%s\":\"%s\"}", name, value);
	json_decref(lab_sim_ask(&sim, line));
}

static void
heal(void)
{
	static const char *const NONE[][2] = { { "latency", "0ms" }, { "jitter", "0ms" },
		{ "loss", "0" }, { "duplicate", "0" }, { "reorder", "0" },
		{ "wrong_id", "0" }, { "truncate", "0" }, { "silent", "0" },
		{ "die_after", "0" }, { "max_bytes", "8192" }, { "toobig", "0" },
		{ "max_repetitions", "0" }, { "max_repetitions_silent", "0" },
		{ "slow", "" }, { "missing", "" }, { "generr", "" }, { "wrong_type", "" },
		{ "foreign", "" }, { "repeat", "" }, { "loop", "" }, { "endless", "" },
		{ "giant", "" }, { "garbage", "0" } };

	for (size_t i = 0; i < sizeof(NONE) / sizeof(NONE[0]); i++)
		fault(NONE[i][0], NONE[i][1]);
	json_decref(lab_sim_ask(&sim, "{\"cmd\":\"reset\"}"));
}

static struct outcome
walk(void)
{
	struct snmpc_target t = agent_target(PORT);

	return walk_agent(&t, columns, N_COLUMNS);
}

static void
check_all_came(const struct outcome *o)
{
	check_rc(o->rc, RC_OK);
	for (size_t i = 0; i < N_COLUMNS; i++) {
		assert_int_equal(o->columns[i].end, SNMPC_END_OK);
		assert_int_equal(o->columns[i].rows, ROWS);
	}
	assert_int_equal(o->hash, true_hash);
}

/* ---- runs that wait ----------------------------------------------------------- */

/* A run that is paused asks for nothing more, and goes on where it was. */
static void
a_paused_run_waits_and_goes_on(void **state)
{
	struct snmpc_target t = agent_target(PORT);
	struct bed b = bed_make(&t);
	struct snmpc_column c[2] = { { .arcs = columns[0].arcs, .n = columns[0].n },
		{ .arcs = columns[1].arcs, .n = columns[1].n } };
	struct snmpc_question q[2] = {
		{ .kind = SNMPC_WALK,
		    .in_order = true,
		    .n_columns = 1,
		    .columns = &c[0] },
		{ .kind = SNMPC_WALK,
		    .in_order = true,
		    .n_columns = 1,
		    .columns = &c[1] },
	};
	struct outcome paused = { 0 }, other = { 0 };

	(void)state;
	outcome_start(&b, &q[0], &paused);
	snmpc_run_pause(paused.run);
	outcome_start(&b, &q[1], &other);
	outcome_wait(&b, &other);
	assert_int_equal(other.columns[0].rows, ROWS);
	assert_false(paused.is_done);
	assert_int_equal(paused.n_values, 0);
	snmpc_run_resume(paused.run);
	outcome_wait(&b, &paused);
	check_rc(paused.rc, RC_OK);
	assert_int_equal(paused.columns[0].rows, ROWS);
	bed_free(&b);
}

/* ---- answers that are lost, late, doubled, out of order, cut --------------- */

static void
faults_of_the_way_cost_time_and_no_value(void **state)
{
	static const struct {
		const char *name, *value;
		bool resends; /* must it have been sent again? */
	} FAULTS[] = {
		{ "loss", "10", true },
		{ "duplicate", "50", false },
		{ "reorder", "50", false },
		{ "jitter", "30ms", false },
		{ "wrong_id", "10", true },
		{ "truncate", "10", true },
		{ "latency", "200ms", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(FAULTS) / sizeof(FAULTS[0]); i++) {
		struct outcome o;

		fault(FAULTS[i].name, FAULTS[i].value);
		o = walk();
		print_message("# %s %s: %u requests, %u sent again\n", FAULTS[i].name,
		    FAULTS[i].value, o.stats.requests, o.stats.retransmits);
		check_all_came(&o);
		if (FAULTS[i].resends)
			assert_true(o.stats.retransmits > 0);
		heal();
	}
}

static void
an_answer_later_than_its_timeout_is_not_taken_for_another(void **state)
{
	struct snmpc_target t = agent_target(PORT);
	struct outcome o;

	(void)state;
	fault("latency", "300ms");
	t.limits.timeout_ms = 120;
	t.limits.retries = 6;
	o = walk_agent(&t, columns, 1);
	assert_true(o.stats.retransmits > 0);
	assert_int_equal(o.columns[0].rows, ROWS);
}

/* ---- answers of the wrong size --------------------------------------------- */

static void
too_big_is_answered_with_smaller_questions(void **state)
{
	struct outcome o;

	(void)state;
	fault("toobig", "500");
	o = walk();
	check_all_came(&o);
	assert_true(lab_sim_counter(&sim, "max_answer_bytes") <= 500);
}

static void
an_agent_that_cuts_bulk_answers_is_read_to_the_end(void **state)
{
	struct outcome o;

	(void)state;
	fault("max_repetitions", "3");
	o = walk();
	check_all_came(&o);
	heal();
	fault("max_bytes", "484");
	o = walk();
	check_all_came(&o);
}

static void
an_agent_that_falls_silent_on_large_questions_is_asked_for_less(void **state)
{
	struct snmpc_target t = agent_target(PORT);
	struct outcome o;

	(void)state;
	fault("max_repetitions_silent", "4");
	t.limits.timeout_ms = 100;
	t.limits.retries = 0;
	o = walk_agent(&t, columns, N_COLUMNS);
	check_all_came(&o);
}

static void
answers_of_64_kilobytes_are_read(void **state)
{
	struct snmpc_target t = agent_target(PORT);
	struct outcome o;

	(void)state;
	fault("max_bytes", "65507");
	t.limits.fixed = true;
	t.limits.in_flight = 1;
	t.limits.answer_bytes = 65000;
	t.limits.repetitions = 2000;
	o = walk_agent(&t, columns, N_COLUMNS);
	check_all_came(&o);
	assert_true(lab_sim_counter(&sim, "max_answer_bytes") > 30000);
}

/* ---- answers that make no sense -------------------------------------------- */

static void
oids_that_do_not_increase_end_their_column_only(void **state)
{
	struct outcome o;

	(void)state;
	fault("repeat", DESCRIPTION ":40");
	o = walk();
	check_rc(o.rc, RC_OK);
	assert_int_equal(o.columns[1].end, SNMPC_END_NOT_INCREASING);
	assert_int_equal(o.columns[1].rows, 40);
	assert_int_equal(o.columns[0].rows, ROWS);
	assert_int_equal(o.columns[3].rows, ROWS);
	heal();
	fault("loop", DESCRIPTION ":40");
	o = walk();
	assert_int_equal(o.columns[1].end, SNMPC_END_NOT_INCREASING);
	assert_int_equal(o.columns[1].rows, 40);
	assert_true(lab_sim_counter(&sim, "requests") < 200);
}

static void
loose_order_still_ends_a_loop(void **state)
{
	struct snmpc_target t = agent_target(PORT);
	struct outcome o;

	(void)state;
	fault("loop", DESCRIPTION ":40");
	t.limits.loose_order = true;
	o = walk_agent(&t, &columns[1], 1);
	check_rc(o.rc, RC_OK);
	assert_int_equal(o.columns[0].end, SNMPC_END_NOT_INCREASING);
	assert_int_equal(o.columns[0].rows, 40);
}

static void
a_missing_column_does_not_touch_the_others(void **state)
{
	struct outcome o;

	(void)state;
	fault("missing", DESCRIPTION);
	o = walk();
	check_rc(o.rc, RC_OK);
	assert_int_equal(o.columns[1].end, SNMPC_END_NO_OBJECT);
	assert_int_equal(o.columns[1].rows, 0);
	assert_int_equal(o.columns[2].rows, ROWS);
}

static void
foreign_oids_are_not_taken_for_ours(void **state)
{
	struct outcome o;

	(void)state;
	fault("foreign", DESCRIPTION);
	o = walk();
	check_rc(o.rc, RC_OK);
	assert_int_equal(o.columns[1].rows, 0);
	assert_int_not_equal(o.columns[1].end, SNMPC_END_OK);
	assert_int_equal(o.columns[0].rows, ROWS);
	assert_int_equal(o.columns[2].rows, ROWS);
}

/* One row of the description cannot be read: the others of all columns come. */
static void
generr_in_a_walk_costs_the_row_and_few_around_it(void **state)
{
	struct outcome o;

	(void)state;
	fault("generr", DESCRIPTION ".4194312960.7"); /* 0/1/3:7 */
	o = walk();
	check_rc(o.rc, RC_OK);
	assert_int_equal(o.columns[0].rows, ROWS);
	assert_int_equal(o.columns[2].rows, ROWS);
	assert_int_equal(o.columns[1].end, SNMPC_END_ERROR);
	assert_true(o.columns[1].rows < ROWS);
	assert_true(o.columns[1].rows > ROWS - 24);
}

/* ---- answers without end ----------------------------------------------------- */

static void
an_endless_column_ends_the_run_at_its_rows(void **state)
{
	struct snmpc_target t = agent_target(PORT);
	struct outcome o;

	(void)state;
	fault("endless", DESCRIPTION);
	t.limits.max_rows = 1000;
	o = walk_agent(&t, columns, N_COLUMNS);
	check_rc(o.rc, RC_TOO_MUCH);
	assert_non_null(strstr(o.message, DESCRIPTION));
	assert_non_null(strstr(o.message, "1000"));
	assert_int_equal(o.columns[1].end, SNMPC_END_LIMIT);
	assert_int_equal(o.columns[1].rows, 1000);
	/* The others had come to their end by then. */
	assert_int_equal(o.columns[0].rows, ROWS);
	assert_int_equal(o.columns[0].end, SNMPC_END_OK);
	assert_true(lab_sim_counter(&sim, "varbinds") < 4 * 1000);
}

static void
a_walk_in_order_ends_at_its_own_ceiling(void **state)
{
	struct snmpc_target t = agent_target(PORT);
	struct snmpc_column c = { .arcs = columns[1].arcs, .n = columns[1].n };
	struct snmpc_question q = { .kind = SNMPC_WALK,
		.in_order = true,
		.max_rows = 3000,
		.n_columns = 1,
		.columns = &c };
	struct outcome o;

	(void)state;
	fault("endless", DESCRIPTION);
	t.limits.max_rows = 1000;
	o = ask_agent(&t, &q);
	check_rc(o.rc, RC_TOO_MUCH);
	assert_int_equal(o.n_values, 3000);
}

static void
as_many_rows_as_are_allowed_are_no_trouble(void **state)
{
	struct snmpc_target t = agent_target(PORT);
	struct outcome o;

	(void)state;
	t.limits.max_rows = ROWS;
	o = walk_agent(&t, columns, N_COLUMNS);
	check_all_came(&o);
}

static void
giant_values_end_the_run_at_its_bytes(void **state)
{
	struct snmpc_target t = agent_target(PORT);
	struct outcome o;

	(void)state;
	fault("max_bytes", "65507");
	fault("giant", DESCRIPTION ":20000");
	t.limits.max_bytes = 500 * 1000;
	o = walk_agent(&t, &columns[1], 1);
	check_rc(o.rc, RC_TOO_MUCH);
	assert_non_null(strstr(o.message, "500000"));
	assert_true(o.stats.bytes_in > t.limits.max_bytes);
	assert_true(o.stats.bytes_in < t.limits.max_bytes + 65507);
	assert_true(o.n_values < ROWS);
}

static void
a_ceiling_that_nobody_set_is_there_all_the_same(void **state)
{
	struct snmpc_target t = agent_target(PORT);
	struct outcome o;

	(void)state;
	fault("endless", DESCRIPTION);
	t.limits.max_rows = 0;
	t.limits.max_bytes = 0;
	o = walk_agent(&t, &columns[1], 1);
	check_rc(o.rc, RC_TOO_MUCH);
	assert_int_equal(o.columns[0].rows, SNMPC_MAX_ROWS);
}

static void
garbage_is_silence(void **state)
{
	struct snmpc_target t = agent_target(PORT);
	struct outcome o;

	(void)state;
	fault("garbage", "100");
	t.limits.timeout_ms = 100;
	o = walk_agent(&t, columns, N_COLUMNS);
	check_rc(o.rc, RC_TIMEOUT);
	assert_int_equal(o.n_values, 0);
}

/* ---- GET ------------------------------------------------------------------- */

static uint32_t indexes[ROWS][2];
static struct snmpc_item items[ROWS];

static struct outcome
get_descriptions(const struct snmpc_limits *limits)
{
	struct snmpc_column c = { .arcs = columns[1].arcs, .n = columns[1].n };
	struct snmpc_question q = { .kind = SNMPC_GET,
		.n_columns = 1,
		.columns = &c,
		.n_items = ROWS,
		.items = items };
	struct snmpc_target t = agent_target(PORT);

	for (uint32_t i = 0; i < ROWS; i++) {
		/* 0xFA002000 is GPON 0/1/0; a port is 0x100, an ONU the second arc. */
		indexes[i][0] = 0xFA002000u + i / ONUS * 0x100;
		indexes[i][1] = i % ONUS;
		items[i] = (struct snmpc_item){ 0, i, { indexes[i], 2 } };
	}
	if (limits)
		t.limits = *limits;
	return ask_agent(&t, &q);
}

static void
one_bad_onu_costs_one_onu(void **state)
{
	struct outcome o;

	(void)state;
	o = get_descriptions(NULL);
	check_rc(o.rc, RC_OK);
	assert_int_equal(o.n_values, ROWS);
	fault("generr", DESCRIPTION ".4194312960.7");
	o = get_descriptions(NULL);
	check_rc(o.rc, RC_OK);
	assert_int_equal(o.n_values, ROWS - 1);
	assert_int_equal(o.columns[0].failed, 1);
	assert_int_equal(o.columns[0].end, SNMPC_END_ERROR);
}

static void
a_get_that_is_too_big_is_subdivided(void **state)
{
	struct snmpc_limits l = agent_target(PORT).limits;
	struct outcome o;

	(void)state;
	fault("toobig", "300");
	o = get_descriptions(&l);
	check_rc(o.rc, RC_OK);
	assert_int_equal(o.n_values, ROWS);
}

static void
batch_sizes_are_parameters(void **state)
{
	struct snmpc_limits l = agent_target(PORT).limits;
	struct outcome o;

	(void)state;
	l.batch_onus[0] = 4;
	o = get_descriptions(&l);
	assert_int_equal(o.n_values, ROWS);
	assert_int_equal(o.stats.requests, ROWS / 4);
}

static void
no_request_names_more_oids_than_the_device_takes(void **state)
{
	struct snmpc_limits l = agent_target(PORT).limits;
	struct snmpc_target t = agent_target(PORT);
	struct outcome o;

	(void)state;
	l.varbinds = 8;
	o = get_descriptions(&l);
	assert_int_equal(o.n_values, ROWS);
	assert_true(lab_sim_counter(&sim, "max_varbinds_in_answer") <= 8);
	/* A walk by GETNEXT has as many cursors in a request. */
	t.limits = l;
	t.limits.no_getbulk = true;
	o = walk_agent(&t, columns, N_COLUMNS);
	check_all_came(&o);
	assert_true(lab_sim_counter(&sim, "max_varbinds_in_answer") <= 8);
}

/* ---- gentleness ------------------------------------------------------------ */

static double
most_in_flight(const struct snmpc_limits *limits)
{
	struct snmpc_target t = agent_target(PORT);
	struct outcome o;

	t.limits = *limits;
	json_decref(lab_sim_ask(&sim, "{\"cmd\":\"reset\"}"));
	o = walk_agent(&t, columns, N_COLUMNS);
	check_all_came(&o);
	return lab_sim_counter(&sim, "max_in_flight");
}

/* Without governing the limit is reached, so that the test would see one more;
 * how far the governor goes is its own business, but never beyond. */
static void
never_more_in_flight_than_allowed(void **state)
{
	struct snmpc_limits l = agent_target(PORT).limits;

	(void)state;
	fault("latency", "10ms");
	for (uint32_t most = 1; most <= 3; most++) {
		l.in_flight = most;
		l.fixed = true;
		assert_int_equal(most_in_flight(&l), most);
		l.fixed = false;
		assert_true(most_in_flight(&l) <= most);
	}
}

static void
slow_values_are_asked_one_request_at_a_time(void **state)
{
	struct snmpc_target t = agent_target(PORT);
	struct snmpc_column c = { .arcs = columns[1].arcs, .n = columns[1].n };
	struct snmpc_question q = { .kind = SNMPC_GET,
		.n_columns = 1,
		.columns = &c,
		.n_items = 64,
		.items = items,
		.slow = true,
		.max_varbinds = 8 };
	struct outcome o;

	(void)state;
	t.limits.timeout_ms = 5000;
	(void)get_descriptions(NULL); /* fills the items */
	json_decref(lab_sim_ask(&sim, "{\"cmd\":\"reset\"}"));
	/* 8 x 40 ms an answer: a time-out learnt from fast answers would resend. */
	fault("slow", DESCRIPTION ":40ms");
	o = ask_agent(&t, &q);
	check_rc(o.rc, RC_OK);
	assert_int_equal(o.n_values, 64);
	assert_int_equal(o.stats.retransmits, 0);
	assert_int_equal(lab_sim_counter(&sim, "max_in_flight"), 1);
	assert_true(lab_sim_counter(&sim, "max_varbinds_in_answer") <= 8);
}

static void
a_pause_between_requests_is_kept(void **state)
{
	struct snmpc_target t = agent_target(PORT);
	struct outcome o;

	(void)state;
	t.limits.pause_ms = 30;
	o = walk_agent(&t, &columns[2], 1);
	check_rc(o.rc, RC_OK);
	assert_true(o.stats.duration_us > (int64_t)(o.stats.requests - 1) * 30000);
	assert_true(o.stats.requests > 3);
}

/* ---- the end of a run ------------------------------------------------------ */

static void
a_device_that_dies_in_the_middle_costs_the_rest_only(void **state)
{
	struct snmpc_target t = agent_target(PORT);
	struct outcome o;

	(void)state;
	fault("die_after", "6");
	t.limits.timeout_ms = 100;
	o = walk_agent(&t, columns, N_COLUMNS);
	check_rc(o.rc, RC_TIMEOUT);
	assert_true(o.n_values > 100);
	assert_true(o.n_values < (uint64_t)ROWS * N_COLUMNS);
	assert_int_equal(o.columns[0].end, SNMPC_END_STOPPED);
	/* Those in flight when it died, each sent three times, and no more. */
	assert_true(o.stats.requests <= 6 + 5);
}

static void
a_silent_device_costs_one_request(void **state)
{
	struct snmpc_target t = agent_target(PORT);
	struct outcome o;

	(void)state;
	fault("silent", "1");
	t.limits.timeout_ms = 100;
	o = walk_agent(&t, columns, N_COLUMNS);
	check_rc(o.rc, RC_TIMEOUT);
	assert_int_equal(o.stats.requests, 1);
	assert_int_equal(o.stats.retransmits, 2);
}

/* The profile would wait for three quarters of a minute, the site does not. */
static void
whether_it_is_there_is_found_out_by_the_first_time_out(void **state)
{
	struct snmpc_target t = agent_target(PORT);
	struct outcome o;

	(void)state;
	fault("silent", "1");
	t.limits.timeout_ms = 45000;
	t.limits.first_timeout_ms = 50;
	o = walk_agent(&t, columns, N_COLUMNS);
	check_rc(o.rc, RC_TIMEOUT);
	assert_int_equal(o.stats.requests, 1);
	assert_int_equal(o.stats.retransmits, 2);
	assert_true(o.stats.duration_us < INT64_C(1000) * t.limits.timeout_ms);
}

/* Every answer takes 300 ms: three times as long as the site waits. */
static void
a_device_that_is_known_to_be_there_has_the_whole_time_out(void **state)
{
	struct snmpc_target t = agent_target(PORT);
	struct snmpc_column c = { .arcs = columns[0].arcs, .n = columns[0].n };
	struct snmpc_question q = { .kind = SNMPC_PEEK, .n_columns = 1, .columns = &c };
	struct outcome quick = { 0 }, late = { 0 }, usual;
	struct bed b;

	(void)state;
	t.limits.timeout_ms = 20000;
	t.limits.first_timeout_ms = 100;
	t.limits.retries = 0;
	b = bed_make(&t);
	outcome_start(&b, &q, &quick);
	outcome_wait(&b, &quick);
	check_rc(quick.rc, RC_OK);
	fault("latency", "300ms");
	outcome_start(&b, &q, &late);
	outcome_wait(&b, &late);
	check_rc(late.rc, RC_OK); /* it has just answered */
	bed_free(&b);
	check_rc(ask_agent(&t, &q).rc, RC_TIMEOUT); /* a stranger */
	t.memory = (struct snmpc_memory){
		.in_flight = 1, .answer_bytes = 1400, .rtt_us = 300000
	};
	usual = ask_agent(&t, &q);
	check_rc(usual.rc, RC_OK); /* it has always been like that */
}

static void
a_deadline_ends_the_run_and_keeps_what_came(void **state)
{
	struct snmpc_target t = agent_target(PORT);
	struct snmpc_column c[N_COLUMNS];
	struct snmpc_question q = { .kind = SNMPC_WALK,
		.n_columns = N_COLUMNS,
		.columns = c,
		.deadline_ms = 250 };
	struct outcome o;

	(void)state;
	for (size_t i = 0; i < N_COLUMNS; i++)
		c[i] =
		    (struct snmpc_column){ .arcs = columns[i].arcs, .n = columns[i].n };
	fault("latency", "60ms");
	o = ask_agent(&t, &q);
	check_rc(o.rc, RC_TIMEOUT);
	check_contains(o.message, "250 ms");
	assert_true(o.n_values > 0);
	assert_true(o.n_values < (uint64_t)ROWS * N_COLUMNS);
}

static void
spin(struct bed *b, int64_t ms)
{
	struct timeval tv = { ms / 1000, ms % 1000 * 1000 };

	(void)event_base_loopexit(b->base, &tv);
	(void)event_base_dispatch(b->base);
}

static void
after_a_cancel_nothing_more_is_sent(void **state)
{
	struct snmpc_target t = agent_target(PORT);
	struct bed b = bed_make(&t);
	struct snmpc_column c = { .arcs = columns[0].arcs, .n = columns[0].n };
	struct snmpc_question q = { .kind = SNMPC_WALK, .n_columns = 1, .columns = &c };
	struct outcome o = { 0 };
	double before;

	(void)state;
	fault("latency", "50ms");
	outcome_start(&b, &q, &o);
	spin(&b, 130);
	snmpc_run_cancel(o.run);
	before = lab_sim_counter(&sim, "requests");
	fault("silent", "1"); /* would be a reason to send again */
	spin(&b, 1500);
	assert_false(o.is_done);
	/* At most the one that was on its way. */
	assert_true(lab_sim_counter(&sim, "requests") <= before + 1);
	assert_int_equal(lab_sim_counter(&sim, "retransmits"), 0);
	bed_free(&b);
}

static void
a_cancelled_request_still_counts_against_the_limit(void **state)
{
	struct snmpc_target t = agent_target(PORT);
	struct bed b;
	struct snmpc_column c = { .arcs = columns[0].arcs, .n = columns[0].n };
	struct snmpc_question q = { .kind = SNMPC_WALK, .n_columns = 1, .columns = &c };
	struct outcome first = { 0 }, second = { 0 };

	(void)state;
	t.limits.in_flight = 1;
	b = bed_make(&t);
	fault("latency", "80ms");
	outcome_start(&b, &q, &first);
	spin(&b, 30);
	snmpc_run_cancel(first.run);
	outcome_start(&b, &q, &second);
	outcome_wait(&b, &second);
	check_rc(second.rc, RC_OK);
	assert_int_equal(lab_sim_counter(&sim, "max_in_flight"), 1);
	bed_free(&b);
}

static void
an_engine_may_be_freed_in_the_middle_of_everything(void **state)
{
	struct snmpc_target t = agent_target(PORT);
	struct bed b = bed_make(&t);
	struct snmpc_column c = { .arcs = columns[0].arcs, .n = columns[0].n };
	struct snmpc_question q = { .kind = SNMPC_WALK, .n_columns = 1, .columns = &c };
	struct outcome o = { 0 };

	(void)state;
	fault("latency", "50ms");
	outcome_start(&b, &q, &o);
	spin(&b, 70);
	bed_free(&b);
	assert_false(o.is_done);
}

/* ---- the device comes back ------------------------------------------------- */

static void
a_session_survives_its_device(void **state)
{
	struct snmpc_target t = agent_target(PORT);
	struct bed b;
	struct snmpc_column c = { .arcs = columns[0].arcs, .n = columns[0].n };
	struct snmpc_question q = { .kind = SNMPC_WALK, .n_columns = 1, .columns = &c };
	struct outcome dead = { 0 }, alive = { 0 };

	(void)state;
	t.limits.timeout_ms = 100;
	b = bed_make(&t);
	fault("silent", "1");
	outcome_start(&b, &q, &dead);
	outcome_wait(&b, &dead);
	check_rc(dead.rc, RC_TIMEOUT);
	fault("silent", "0");
	outcome_start(&b, &q, &alive);
	outcome_wait(&b, &alive);
	check_rc(alive.rc, RC_OK);
	assert_int_equal(alive.columns[0].rows, ROWS);
	bed_free(&b);
}

static int
bring_up(void **state)
{
	static const char *const ARGS[] = { "--profile", "huawei", "--ports", "16",
		"--onus", "16", "--static", NULL };

	(void)state;
	sim = lab_sim_start(lab_free_ports(1), ARGS);
	return 0;
}

static int
take_down(void **state)
{
	(void)state;
	lab_sim_stop(&sim);
	return 0;
}

/* What a healthy one says; all of them have the same seed. */
static int
learn_truth(void **state)
{
	struct outcome o;

	(void)bring_up(state);
	o = walk();
	if (o.rc != RC_OK || o.n_values != (uint64_t)ROWS * N_COLUMNS)
		lab_die("the healthy simulator brings %llu values",
		    (unsigned long long)o.n_values);
	true_hash = o.hash;
	return take_down(state);
}

/* Each has a device of its own: what comes late of the test before moves no counter. */
#define ALONE(test) cmocka_unit_test_setup_teardown(test, bring_up, take_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ALONE(a_paused_run_waits_and_goes_on),
		ALONE(faults_of_the_way_cost_time_and_no_value),
		ALONE(an_answer_later_than_its_timeout_is_not_taken_for_another),
		ALONE(too_big_is_answered_with_smaller_questions),
		ALONE(an_agent_that_cuts_bulk_answers_is_read_to_the_end),
		ALONE(an_agent_that_falls_silent_on_large_questions_is_asked_for_less),
		ALONE(answers_of_64_kilobytes_are_read),
		ALONE(oids_that_do_not_increase_end_their_column_only),
		ALONE(loose_order_still_ends_a_loop),
		ALONE(a_missing_column_does_not_touch_the_others),
		ALONE(foreign_oids_are_not_taken_for_ours),
		ALONE(generr_in_a_walk_costs_the_row_and_few_around_it),
		ALONE(an_endless_column_ends_the_run_at_its_rows),
		ALONE(a_walk_in_order_ends_at_its_own_ceiling),
		ALONE(as_many_rows_as_are_allowed_are_no_trouble),
		ALONE(giant_values_end_the_run_at_its_bytes),
		ALONE(a_ceiling_that_nobody_set_is_there_all_the_same),
		ALONE(garbage_is_silence),
		ALONE(one_bad_onu_costs_one_onu),
		ALONE(a_get_that_is_too_big_is_subdivided),
		ALONE(batch_sizes_are_parameters),
		ALONE(no_request_names_more_oids_than_the_device_takes),
		ALONE(never_more_in_flight_than_allowed),
		ALONE(slow_values_are_asked_one_request_at_a_time),
		ALONE(a_pause_between_requests_is_kept),
		ALONE(a_device_that_dies_in_the_middle_costs_the_rest_only),
		ALONE(a_silent_device_costs_one_request),
		ALONE(whether_it_is_there_is_found_out_by_the_first_time_out),
		ALONE(a_device_that_is_known_to_be_there_has_the_whole_time_out),
		ALONE(a_deadline_ends_the_run_and_keeps_what_came),
		ALONE(after_a_cancel_nothing_more_is_sent),
		ALONE(a_cancelled_request_still_counts_against_the_limit),
		ALONE(an_engine_may_be_freed_in_the_middle_of_everything),
		ALONE(a_session_survives_its_device),
	};

	return cmocka_run_group_tests(tests, learn_truth, NULL);
}

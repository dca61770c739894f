/* SPDX-License-Identifier: Apache-2.0
 *
 * The log, the figures of the pollers, and many OLTs at once.
 */
#include "ledger_lab.h"

/* ---- the log ----------------------------------------------------------------- */

static void
every_event_is_an_entry_with_level_details_and_a_key_of_its_own(void **state)
{
	struct ledger_options options = LEDGER_OPTIONS;
	struct ledger *b OWNED(ledger_free) = NULL;

	(void)state;
	memset(&seen, 0, sizeof(seen));
	options.least = ENTRY_DEBUG;
	check_rc(ledger_new(&options, &WORLD, &b, NULL), RC_OK);
	for (enum coordinator_event_kind k = COORDINATOR_OLT_ADDED;
	     k < COORDINATOR_EVENT_KINDS; k++) {
		struct coordinator_event e = { .kind = k,
			.at_ms = EIGHT,
			.olt = { OLT },
			.node = { 1 },
			.execution = { 12 },
			.trouble = TROUBLE_TIMEOUT,
			.number = 3,
			.message = "a sentence" };

		ledger_event(b, &e);
	}
	assert_int_equal(seen.n_entries, COORDINATOR_EVENT_KINDS);
	for (int i = 0; i < seen.n_entries; i++) {
		json_t *details = json_loads(seen.details[i], 0, NULL);

		assert_string_equal(seen.events[i],
		    coordinator_event_type((enum coordinator_event_kind)i));
		assert_string_equal(seen.messages[i], "a sentence");
		assert_int_equal(seen.entries[i].olt.v, OLT);
		assert_int_equal(
		    json_integer_value(json_object_get(details, "execution")), 12);
		assert_string_equal(
		    json_string_value(json_object_get(details, "error")), "TIMEOUT");
		json_decref(details);
		for (int j = 0; j < i; j++)
			assert_true(seen.entries[i].key != seen.entries[j].key);
	}
	assert_int_equal(seen.entries[COORDINATOR_OLT_SUSPENDED].level, ENTRY_ERROR);
	assert_int_equal(seen.entries[COORDINATOR_STARTED].level, ENTRY_DEBUG);
}

/* Texts of devices and names may contain anything. */
static void
details_have_what_is_in_the_sentence_and_stay_json(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	json_t *details;

	(void)state;
	ledger_event(b,
	    &(struct coordinator_event){ .kind = COORDINATOR_SKIPPED,
		.at_ms = EIGHT,
		.olt = { OLT },
		.number = 2,
		.message = "x",
		.task = "the \"good\" \\ one",
		.why = "it said \x01 and \xc3" });
	ledger_event(b,
	    &(struct coordinator_event){
		.kind = COORDINATOR_RELIEVED, .message = "y", .why = "" });
	assert_int_equal(seen.n_entries, 2);
	details = json_loads(seen.details[0], 0, NULL);
	assert_string_equal(
	    json_string_value(json_object_get(details, "task")), "the \"good\" \\ one");
	assert_string_equal(
	    json_string_value(json_object_get(details, "why")), "it said ? and ");
	json_decref(details);
	assert_string_equal(seen.details[1], "{\"number\":0}");
}

static void
an_end_is_logged_as_bad_as_it_was_and_starts_only_when_wanted(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node node = node_of(1, TASK_GET, "*/15 * * * *");

	(void)state;
	end_run(b, &node, EIGHT, EIGHT, EXECUTION_SUCCESS);
	end_run(b, &node, EIGHT, EIGHT, EXECUTION_PARTIAL);
	end_run(b, &node, EIGHT, EIGHT, EXECUTION_FAILED);
	ledger_event(b,
	    &(struct coordinator_event){ .kind = COORDINATOR_STARTED, .message = "x" });
	assert_int_equal(seen.n_entries, 3);
	assert_int_equal(seen.entries[0].level, ENTRY_INFO);
	assert_int_equal(seen.entries[1].level, ENTRY_WARNING);
	assert_int_equal(seen.entries[2].level, ENTRY_ERROR);
	check_contains(seen.details[2], "\"state\":\"FAILED\"");
}

static void
that_an_olt_is_there_at_a_start_is_no_news(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_event e = {
		.kind = COORDINATOR_OLT_ADDED, .at_ms = EIGHT, .message = "x"
	};

	(void)state;
	ledger_event(b, &e);
	e.at_ms = EIGHT + 5 * SECOND;
	ledger_event(b, &e);
	assert_int_equal(seen.n_entries, 0);
	e.at_ms = EIGHT + 5 * MINUTE;
	ledger_event(b, &e);
	assert_int_equal(seen.n_entries, 1);
}

/* Two tasks of an OLT that does not answer: one line at the beginning, one at the end. */
static void
that_the_runs_of_an_olt_are_skipped_is_said_once_and_how_many_when_it_is_over(
    void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node nodes[] = { node_of(1, TASK_GET, "*/15 * * * *"),
		node_of(2, TASK_GET, "*/15 * * * *") };
	struct coordinator_event skipped = { .kind = COORDINATOR_SKIPPED,
		.at_ms = EIGHT,
		.olt = { OLT },
		.is_olts = true,
		.why = "not answering",
		.number = 1 };
	struct coordinator_event news = {
		.kind = COORDINATOR_OLT_BACK, .at_ms = EIGHT + MINUTE, .olt = { OLT }
	};

	(void)state;
	tell(b, nodes, 2, true, EIGHT);
	for (int i = 0; i < 6; i++) {
		skipped.node.v = 1 + i % 2;
		ledger_event(b, &skipped);
	}
	assert_int_equal(count_entries("SKIPPED"), 1);
	check_contains(
	    seen.messages[seen.n_entries - 1], "runs are skipped: not answering");
	skipped.why = "the OLT is suspended";
	ledger_event(b, &skipped);
	assert_int_equal(count_entries("SKIPPED"), 3);
	check_contains(
	    seen.messages[seen.n_entries - 2], "skipped 6 runs: not answering");
	ledger_event(b, &news);
	assert_int_equal(count_entries("SKIPPED"), 4);
	check_contains(
	    seen.messages[seen.n_entries - 1], "skipped 1 run: the OLT is suspended");
	ledger_event(b, &news);
	assert_int_equal(count_entries("SKIPPED"), 4);
}

static void
a_task_that_is_skipped_again_and_again_is_said_once_and_counted(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node node = node_of(1, TASK_GET, "*/15 * * * *");
	struct coordinator_event skipped = { .kind = COORDINATOR_SKIPPED,
		.at_ms = EIGHT,
		.olt = { OLT },
		.node = { 1 },
		.task = "optics",
		.why = "the run before is not over",
		.message = "optics skipped 1 time",
		.number = 1 };
	struct coordinator_event started = { .kind = COORDINATOR_STARTED,
		.at_ms = EIGHT + MINUTE,
		.olt = { OLT },
		.node = { 1 },
		.task = "optics",
		.by_hand = true };

	(void)state;
	tell(b, &node, 1, true, EIGHT);
	for (int i = 0; i < 5; i++)
		ledger_event(b, &skipped);
	ledger_event(b, &started);
	assert_int_equal(count_entries("SKIPPED"), 1);
	started.by_hand = false;
	ledger_event(b, &started);
	assert_int_equal(count_entries("SKIPPED"), 2);
	check_contains(seen.messages[seen.n_entries - 1],
	    "optics skipped 5 times: the run before is not over");
	/* It was already logged once. */
	ledger_event(b, &skipped);
	ledger_event(b, &started);
	assert_int_equal(count_entries("SKIPPED"), 3);
}

/* ---- figures and load -------------------------------------------------------- */

static void
each_minute_has_a_row_of_figures(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_figures f = { .total = 50,
		.busy = 10,
		.busy_percent = 20.5,
		.queue = 3,
		.late_p99_ms = 120 };

	(void)state;
	for (int64_t t = 0; t < 150; t++) { /* from 08:00:30 to 08:02:59 */
		f.completed = 100 + t;
		f.delayed = t / 10;
		ledger_tick(b, &f, EIGHT + (30 + t) * SECOND);
	}
	assert_int_equal(seen.n_stats, 2);
	assert_int_equal(seen.stats[0].at_ms, EIGHT + MINUTE);
	assert_int_equal(seen.stats[0].completed, 30);
	assert_int_equal(seen.stats[1].completed, 60);
	assert_int_equal(seen.stats[1].delayed, 6);
	assert_int_equal(seen.stats[1].total, 50);
	assert_int_equal(seen.stats[1].late_p99_ms, 120);
	assert_true(seen.stats[1].busy_percent == 20.5);
	assert_string_equal(seen.stats[1].machine, "");
}

static void
without_room_nothing_is_written_and_with_room_nothing_is_missing(void **state)
{
	struct ledger *b OWNED(ledger_free) = open_books();
	struct coordinator_node node = node_of(1, TASK_GET, "*/15 * * * *");
	int64_t now = EIGHT + HOUR + 15 * SECOND;

	(void)state;
	seen.is_full = true;
	live_through_an_hour(b, &node, 2);
	assert_int_equal(seen.n_quotas, 0);
	assert_int_equal(seen.n_plans, 0);
	seen.is_full = false;
	pass(b, &now, now + 2 * SECOND);
	assert_int_equal(told(1, EIGHT).status, QUOTA_NOT_MET);
	assert_int_equal(seen.n_violations, 1);
	assert_int_equal(told(1, EIGHT + HOUR).required, 4);
}

static struct {
	int quotas, plans, most; /* maximum in one tick */
	int in_tick;
} crowd;

static void
crowd_quota(void *ctx, const struct quota *quota)
{
	(void)ctx;
	crowd.quotas += quota->key.period_start_ms == EIGHT;
}

static void
crowd_plan(void *ctx, const struct plan *plan)
{
	(void)ctx;
	crowd.plans += plan->period_start_ms == EIGHT;
	crowd.in_tick++;
}

static void
ignore_plan(void *ctx, const struct plan *plan)
{
	(void)ctx;
	(void)plan;
}

static void
ten_thousand_olts_change_their_hour_in_small_parts(void **state)
{
	struct ledger_options options = LEDGER_OPTIONS;
	struct ledger_ops ops = WORLD;
	struct ledger *b OWNED(ledger_free) = NULL;
	struct coordinator_figures figures = { 0 };
	struct coordinator_node nodes[7];

	(void)state;
	memset(&seen, 0, sizeof(seen));
	memset(&crowd, 0, sizeof(crowd));
	ops.put_quota = crowd_quota;
	ops.put_plan = crowd_plan;
	ops.move_plan = ignore_plan;
	check_rc(ledger_new(&options, &ops, &b, NULL), RC_OK);
	for (int64_t i = 1; i <= 10000; i++) {
		struct coordinator_olt olt = { .id = { i },
			.name = "x",
			.enabled = true,
			.n_nodes = 7,
			.nodes = nodes };

		for (int n = 0; n < 7; n++) {
			nodes[n] =
			    node_of(i * 7 + n, n ? TASK_GET : TASK_DISCOVERY, NULL);
			nodes[n].node.interval_ms = 15 * MINUTE;
		}
		check_rc(ledger_olt(b, &olt, EIGHT - 10 * MINUTE), RC_OK);
	}
	for (int64_t now = EIGHT - 10 * MINUTE; now < EIGHT + 3 * MINUTE; now += SECOND) {
		crowd.in_tick = 0;
		ledger_tick(b, &figures, now);
		if (crowd.in_tick > crowd.most)
			crowd.most = crowd.in_tick;
	}
	assert_int_equal(crowd.most, 50);
	assert_int_equal(crowd.plans, 180 * 50);
	for (int64_t now = EIGHT + 3 * MINUTE; now < EIGHT + 5 * MINUTE; now += SECOND)
		ledger_tick(b, &figures, now);
	assert_int_equal(crowd.plans, 10000);
	assert_int_equal(crowd.quotas, 70000); /* one for each of seven jobs */
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    every_event_is_an_entry_with_level_details_and_a_key_of_its_own),
		cmocka_unit_test(details_have_what_is_in_the_sentence_and_stay_json),
		cmocka_unit_test(
		    an_end_is_logged_as_bad_as_it_was_and_starts_only_when_wanted),
		cmocka_unit_test(that_an_olt_is_there_at_a_start_is_no_news),
		cmocka_unit_test(
		    that_the_runs_of_an_olt_are_skipped_is_said_once_and_how_many_when_it_is_over),
		cmocka_unit_test(
		    a_task_that_is_skipped_again_and_again_is_said_once_and_counted),
		cmocka_unit_test(each_minute_has_a_row_of_figures),
		cmocka_unit_test(
		    without_room_nothing_is_written_and_with_room_nothing_is_missing),
		cmocka_unit_test(ten_thousand_olts_change_their_hour_in_small_parts),
	};

	return CHECK_ALL(tests);
}

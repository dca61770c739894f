/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "sched/predict.h"

#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)
#define HOUR (60 * MINUTE)
#define NOW (480000 * HOUR)

/* By cron, so that the slots are known. */
static struct schedule
by_cron(const char *text)
{
	struct schedule s;

	check_rc(schedule_make(0, text, 0, &s, NULL), RC_OK);
	return s;
}

static void
a_node_alone_starts_when_it_is_due(void **state)
{
	struct schedule s = by_cron("*/15 * * * *");
	struct predict_node node = { { 7 }, TASK_GET, &s, 0, 40, 20 * SECOND };
	struct prediction p;

	(void)state;
	check_rc(predict(&node, 1, NOW, NOW + HOUR, &p), RC_OK);
	assert_int_equal(p.n_runs, 4);
	assert_int_equal(p.total, 4);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(p.runs[i].node.v, 7);
		assert_int_equal(p.runs[i].type, TASK_GET);
		assert_int_equal(p.runs[i].due_ms, NOW + i * 15 * MINUTE);
		assert_int_equal(p.runs[i].start_ms, p.runs[i].due_ms);
		assert_int_equal(p.runs[i].duration_ms, 20 * SECOND);
	}
	assert_true(p.fits);
	assert_int_equal(p.work_ms, 80 * SECOND);
	assert_string_equal(p.words, "4 runs take 80 s of 3600 s");
	prediction_fini(&p);
}

/* One at a time: the one that is due first, then the higher priority, then the lower
 * id. */
static void
runs_wait_for_each_other(void **state)
{
	struct schedule hourly = by_cron("0 * * * *"), at_one = by_cron("1 * * * *");
	struct predict_node nodes[] = {
		{ { 1 }, TASK_GET, &at_one, 0, 90, 30 * SECOND },
		{ { 2 }, TASK_GET, &hourly, 0, 40, 50 * SECOND },
		{ { 3 }, TASK_DISCOVERY, &hourly, 0, 90, 40 * SECOND },
		{ { 4 }, TASK_WALK, &hourly, 0, 40, 10 * SECOND },
	};
	static const struct {
		int64_t node, start_s;
	} EXPECTED[] = { { 3, 0 }, { 2, 40 }, { 4, 90 }, { 1, 100 } };
	struct prediction p;

	(void)state;
	check_rc(predict(nodes, 4, NOW, NOW + HOUR, &p), RC_OK);
	assert_int_equal(p.n_runs, 4);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(p.runs[i].node.v, EXPECTED[i].node);
		assert_int_equal(p.runs[i].start_ms, NOW + EXPECTED[i].start_s * SECOND);
	}
	assert_true(p.fits);
	prediction_fini(&p);
}

static void
a_node_that_takes_longer_than_its_interval_skips_and_does_not_fit(void **state)
{
	struct schedule s = by_cron("*/5 * * * *");
	struct predict_node node = { { 7 }, TASK_GET, &s, 0, 40, 6 * MINUTE };
	struct prediction p;

	(void)state;
	check_rc(predict(&node, 1, NOW, NOW + HOUR, &p), RC_OK);
	assert_int_equal(p.total, 6);
	assert_int_equal(p.skipped, 6);
	assert_int_equal(p.beyond, 0);
	assert_false(p.fits);
	check_contains(
	    p.words, "does not fit: 6 more will be skipped, 0 will start too late");
	prediction_fini(&p);
}

static void
more_work_than_time_starts_too_late_and_does_not_fit(void **state)
{
	struct schedule s = by_cron("0 * * * *");
	struct predict_node nodes[4];
	struct prediction p;

	(void)state;
	for (int i = 0; i < 4; i++)
		nodes[i] =
		    (struct predict_node){ { i + 1 }, TASK_WALK, &s, 0, 40, 25 * MINUTE };
	check_rc(predict(nodes, 4, NOW, NOW + HOUR, &p), RC_OK);
	assert_int_equal(p.total, 4);
	assert_int_equal(p.beyond, 1);
	assert_int_equal(p.runs[3].start_ms, NOW + 75 * MINUTE);
	assert_false(p.fits);
	check_contains(p.words, "4 runs take 6000 s of 3600 s");
	prediction_fini(&p);
}

/* 48 slices of a second, spread over most of an hour: there is time for everything
 * else. */
static void
a_sweep_takes_the_time_of_its_slices(void **state)
{
	struct schedule five, hour;
	struct predict_node nodes[] = {
		{ { 1 }, TASK_GET, &five, 0, 40, 20 * SECOND },
		{ { 2 }, TASK_GET, &hour, 0, 40, 48 * SECOND, .slices = 48 },
	};
	struct prediction p;

	(void)state;
	check_rc(schedule_make(5 * MINUTE, NULL, 1, &five, NULL), RC_OK);
	check_rc(schedule_make(HOUR, NULL, 2, &hour, NULL), RC_OK);
	check_rc(predict(nodes, 2, NOW, NOW + HOUR, &p), RC_OK);
	assert_true(p.fits);
	assert_int_equal(p.total, 13);
	assert_int_equal(p.work_ms, 288 * SECOND);
	assert_int_equal(p.tallies[0].made, 12);
	assert_int_equal(p.tallies[1].made, 1);
	prediction_fini(&p);
	/* The slices of another sweep do not leave enough time for the GETs. */
	nodes[1].duration_ms = 70 * MINUTE;
	check_rc(predict(nodes, 2, NOW, NOW + HOUR, &p), RC_OK);
	assert_false(p.fits);
	prediction_fini(&p);
}

/* Runs that wait at the beginning of the hour delay those that are due then. */
static void
what_is_open_goes_first(void **state)
{
	struct schedule s = by_cron("*/15 * * * *");
	struct predict_node node = { { 7 }, TASK_GET, &s, 0, 40, 10 * MINUTE,
		.open_ms = 20 * MINUTE };
	struct prediction p;

	(void)state;
	check_rc(predict(&node, 1, NOW, NOW + HOUR, &p), RC_OK);
	assert_int_equal(p.skipped, 2); /* at 0 and at 15 */
	assert_int_equal(p.tallies[0].made, 2);
	assert_int_equal(p.tallies[0].missed, 2);
	prediction_fini(&p);
}

static void
the_rest_of_an_hour_is_predicted_from_now_on(void **state)
{
	struct schedule s = by_cron("*/15 * * * *");
	struct predict_node node = { { 7 }, TASK_GET, &s, 0, 40, 20 * SECOND };
	struct prediction p;

	(void)state;
	check_rc(predict(&node, 1, NOW + 20 * MINUTE, NOW + HOUR, &p), RC_OK);
	assert_int_equal(p.total, 2);
	assert_int_equal(p.runs[0].due_ms, NOW + 30 * MINUTE);
	prediction_fini(&p);
}

static void
a_first_run_that_is_no_slot_is_planned_where_it_is(void **state)
{
	struct schedule s;
	struct predict_node node = { { 7 }, TASK_GET, &s, NOW + 90 * SECOND, 40, SECOND };
	struct prediction p;

	(void)state;
	check_rc(schedule_make(10 * MINUTE, NULL, 7, &s, NULL), RC_OK);
	check_rc(predict(&node, 1, NOW, NOW + HOUR, &p), RC_OK);
	assert_int_equal(p.runs[0].due_ms, NOW + 90 * SECOND);
	assert_int_equal(p.runs[1].due_ms,
	    phase_next(&s.phase, NOW + 90 * SECOND, NOW + 90 * SECOND, NULL));
	assert_int_equal(p.total, schedule_runs(&s, NOW + 90 * SECOND, NOW + HOUR));
	prediction_fini(&p);
}

static void
nothing_to_do_fits(void **state)
{
	struct schedule s = by_cron("0 0 31 2 *");
	struct predict_node node = { { 7 }, TASK_GET, &s, INT64_MAX, 40, SECOND };
	struct prediction p;

	(void)state;
	check_rc(predict(NULL, 0, NOW, NOW + HOUR, &p), RC_OK);
	assert_int_equal(p.total, 0);
	assert_true(p.fits);
	prediction_fini(&p);
	check_rc(predict(&node, 1, NOW, NOW + HOUR, &p), RC_OK);
	assert_int_equal(p.total, 0);
	prediction_fini(&p);
}

static void
all_are_counted_and_a_thousand_are_listed(void **state)
{
	struct schedule s;
	struct predict_node node = { { 7 }, TASK_GET, &s, 0, 40, 100 };
	struct prediction p;

	(void)state;
	check_rc(schedule_make(SECOND, NULL, 7, &s, NULL), RC_OK);
	check_rc(predict(&node, 1, NOW, NOW + HOUR, &p), RC_OK);
	assert_int_equal(p.total, 3600);
	assert_int_equal(p.n_runs, 1000);
	assert_int_equal(p.work_ms, 360 * SECOND);
	assert_true(p.fits);
	prediction_fini(&p);
}

/* Future runs if the next one is known: 12 an hour from a slot on; after a first run, the
 * slots that are not too near. */
static void
runs_are_counted_from_the_next_one_on(void **state)
{
	struct schedule s, never = by_cron("0 0 31 2 *"),
			   quarters = by_cron("*/15 * * * *");
	int64_t slot;

	(void)state;
	check_rc(schedule_make(5 * MINUTE, NULL, 7, &s, NULL), RC_OK);
	slot = schedule_next(&s, 0, NOW - 1, NULL);
	assert_int_equal(schedule_runs(&s, slot, NOW + HOUR), 12);
	assert_int_equal(schedule_runs(&s, slot + 5 * MINUTE, NOW + HOUR), 11);
	/* A minute before a slot: that slot is left out, so the number is the same. */
	assert_int_equal(schedule_runs(&s, slot + 4 * MINUTE, NOW + HOUR), 11);
	/* Four minutes before a slot: both run. */
	assert_int_equal(schedule_runs(&s, slot + MINUTE, NOW + HOUR), 12);
	assert_int_equal(schedule_runs(&s, NOW + HOUR, NOW + HOUR), 0);
	assert_int_equal(schedule_runs(&quarters, NOW + 15 * MINUTE, NOW + HOUR), 3);
	assert_int_equal(schedule_runs(&never, INT64_MAX, NOW + HOUR), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_node_alone_starts_when_it_is_due),
		cmocka_unit_test(runs_wait_for_each_other),
		cmocka_unit_test(
		    a_node_that_takes_longer_than_its_interval_skips_and_does_not_fit),
		cmocka_unit_test(more_work_than_time_starts_too_late_and_does_not_fit),
		cmocka_unit_test(a_sweep_takes_the_time_of_its_slices),
		cmocka_unit_test(what_is_open_goes_first),
		cmocka_unit_test(the_rest_of_an_hour_is_predicted_from_now_on),
		cmocka_unit_test(a_first_run_that_is_no_slot_is_planned_where_it_is),
		cmocka_unit_test(nothing_to_do_fits),
		cmocka_unit_test(all_are_counted_and_a_thousand_are_listed),
		cmocka_unit_test(runs_are_counted_from_the_next_one_on),
	};

	return CHECK_ALL(tests);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * When a node runs: fixed phase, no drift, no repetition of missed slots, spread, counted
 * skips.
 */
#include "check.h"

#include "world.h"

#include <time.h>

static void
the_first_run_is_one_to_two_minutes_after_enabling(void **state)
{
	struct world *w = *state;
	int64_t at;

	for (int64_t i = 1; i <= 100; i++)
		world_node(w, i, i, 5 * MINUTE);
	world_tell_all(w);
	world_pass(w, 10 * MINUTE);
	for (int64_t i = 1; i <= 100; i++) {
		at = world_order_of(w, i, 0)->started_ms;
		assert_in_range(at, START + MINUTE, START + 2 * MINUTE);
	}
}

/* With any duration of a run, up to half an interval, which is guaranteed after a first
 * run. */
static void
a_five_minute_node_makes_exactly_twelve_runs_in_every_hour(void **state)
{
	struct world *w = *state;

	for (int64_t i = 1; i <= 10; i++) {
		world_olt(w, i)->duration_ms = i * 14 * SECOND;
		world_node(w, i, i, 5 * MINUTE);
	}
	world_tell_all(w);
	world_pass(w, 26 * HOUR);
	for (int64_t i = 1; i <= 10; i++) {
		for (int64_t hour = 1; hour < 25; hour++)
			assert_int_equal(world_runs(w, i, START + hour * HOUR,
					     START + (hour + 1) * HOUR),
			    12);
	}
	assert_int_equal(world_said(w, COORDINATOR_SKIPPED), 0);
}

static void
runs_do_not_drift(void **state)
{
	struct world *w = *state;
	int64_t first, last;

	world_olt(w, 1)->duration_ms = 47 * SECOND;
	world_node(w, 1, 1, 5 * MINUTE);
	world_tell(w, 1);
	world_pass(w, DAY);
	first = world_order_of(w, 1, 1)->started_ms;
	last = world_order_of(w, 1, 201)->started_ms;
	assert_int_equal(last - first, 200 * 5 * MINUTE);
}

static void
five_hundred_olts_with_the_same_job_are_spread_over_the_interval(void **state)
{
	struct world *w = *state;
	int64_t counts[300] = { 0 };

	for (int64_t i = 1; i <= 500; i++)
		world_node(w, i, i, 5 * MINUTE);
	world_tell_all(w);
	world_pass(w, 2 * HOUR);
	for (size_t i = 0; i < world_n_orders(w); i++) {
		int64_t at = world_order(w, i)->started_ms;

		if (at >= START + HOUR && at < START + HOUR + 5 * MINUTE)
			counts[(at - START - HOUR) / SECOND]++;
	}
	for (int i = 0; i < 300; i++)
		assert_in_range(counts[i], 0, 4); /* 500 over 300 seconds */
}

/* 12 minutes on a 5-minute node: it starts at 0 and again at 15. */
static void
a_run_that_overruns_skips_slots_and_counts_them(void **state)
{
	struct world *w = *state;
	const struct world_order *second, *third;

	world_olt(w, 1)->duration_ms = 12 * MINUTE;
	world_node(w, 1, 1, 5 * MINUTE);
	world_tell(w, 1);
	world_pass(w, 60 * MINUTE);
	second = world_order_of(w, 1, 1);
	third = world_order_of(w, 1, 2);
	assert_int_equal(third->started_ms - second->started_ms, 15 * MINUTE);
	world_pass(w, 2 * DAY);
	/* Of three slots two are skipped. */
	int64_t ran = world_runs(w, 1, START, world_now(w));
	assert_in_range(world_node(w, 1, 1, 0)->skipped, 2 * ran - 3, 2 * ran);
	assert_int_equal(
	    world_said(w, COORDINATOR_SKIPPED), world_node(w, 1, 1, 0)->skipped);
	assert_int_equal(world_figures(w).skipped, world_node(w, 1, 1, 0)->skipped);
	check_contains(world_last(w, COORDINATOR_SKIPPED), "not over");
}

static void
time_spent_disabled_is_never_replayed(void **state)
{
	struct world *w = *state;
	int64_t again;

	world_node(w, 1, 1, 5 * MINUTE);
	world_tell(w, 1);
	world_pass(w, HOUR);
	world_node(w, 1, 1, 0)->coordinator.node.enabled = false;
	world_tell(w, 1);
	world_pass(w, 5 * HOUR);
	again = world_now(w);
	assert_int_equal(world_runs(w, 1, START + HOUR, again), 0);
	world_node(w, 1, 1, 0)->coordinator.node.enabled = true;
	world_tell(w, 1);
	world_pass(w, 61 * SECOND);
	assert_in_range(world_runs(w, 1, again, world_now(w)), 0, 1);
	world_pass(w, HOUR);
	assert_in_range(world_runs(w, 1, again, world_now(w)), 12, 13);
	assert_int_equal(world_node(w, 1, 1, 0)->skipped, 0);
}

static void
time_that_the_program_was_away_is_never_replayed(void **state)
{
	struct world *w = *state;
	int64_t again;

	world_node(w, 1, 1, 5 * MINUTE);
	world_tell(w, 1);
	world_pass(w, HOUR);
	world_restart(w, 10 * HOUR);
	again = world_now(w);
	world_pass(w, HOUR);
	assert_int_equal(world_runs(w, 1, again, again + HOUR), 12);
	assert_int_equal(world_node(w, 1, 1, 0)->skipped, 0);
}

/* The same hour as if nothing had happened. */
static void
telling_the_desk_what_it_knows_moves_no_time(void **state)
{
	struct world *w = *state;

	world_node(w, 1, 1, 5 * MINUTE);
	world_tell(w, 1);
	world_pass(w, HOUR);
	for (int i = 0; i < 3600; i++) {
		world_tell(w, 1);
		world_pass(w, SECOND);
	}
	assert_int_equal(world_runs(w, 1, START + HOUR, START + 2 * HOUR), 12);
	assert_int_equal(world_said(w, COORDINATOR_INTERVAL_CHANGED), 0);
	assert_int_equal(world_said(w, COORDINATOR_TASK_ADDED), 0);
	assert_int_equal(world_said(w, COORDINATOR_OLT_ADDED), 1);
}

static void
set_zone(const char *zone)
{
	assert_int_equal(setenv("TZ", zone, 1), 0);
	tzset();
}

/* 29 March 2026, 02:00 becomes 03:00 in Madrid: a day of 23 hours. */
static void
cron_runs_by_the_sites_clock_across_summer_time(void **state)
{
	struct world *w = *state;
	struct world_node *n = world_node(w, 1, 1, 0);
	int64_t last_day = 0;

	set_zone("Europe/Madrid");
	n->coordinator.node.cron = "30 4 * * *";
	world_tell(w, 1);
	world_pass(w, 100 * DAY);
	set_zone("UTC");
	assert_int_equal(world_runs(w, 1, START, world_now(w)), 100);
	for (size_t i = 0; i < 100; i++) {
		/* 04:30 is 03:30 UTC in winter, 02:30 in summer. */
		int64_t in_day = world_order_of(w, 1, i)->started_ms % DAY;
		int64_t day = world_order_of(w, 1, i)->started_ms / DAY;
		bool is_summer = day >= START / DAY + 31 + 28 + 28;

		assert_int_equal(in_day, (is_summer ? 2 : 3) * HOUR + 30 * MINUTE);
		assert_true(day > last_day);
		last_day = day;
	}
}

static void
an_engine_that_slept_runs_once_and_counts_the_rest(void **state)
{
	struct world *w = *state;
	int64_t before;

	world_node(w, 1, 1, 5 * MINUTE);
	world_tell(w, 1);
	world_pass(w, HOUR);
	before = world_now(w);
	world_sleep(w, HOUR);
	world_pass(w, SECOND);
	assert_int_equal(world_runs(w, 1, before, world_now(w)), 1);
	assert_int_equal(world_node(w, 1, 1, 0)->skipped, 11);
	world_pass(w, HOUR - SECOND);
	assert_in_range(world_runs(w, 1, before, world_now(w)), 12, 13);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		IN_WORLD(the_first_run_is_one_to_two_minutes_after_enabling),
		IN_WORLD(a_five_minute_node_makes_exactly_twelve_runs_in_every_hour),
		IN_WORLD(runs_do_not_drift),
		IN_WORLD(
		    five_hundred_olts_with_the_same_job_are_spread_over_the_interval),
		IN_WORLD(a_run_that_overruns_skips_slots_and_counts_them),
		IN_WORLD(time_spent_disabled_is_never_replayed),
		IN_WORLD(time_that_the_program_was_away_is_never_replayed),
		IN_WORLD(telling_the_desk_what_it_knows_moves_no_time),
		IN_WORLD(cron_runs_by_the_sites_clock_across_summer_time),
		IN_WORLD(an_engine_that_slept_runs_once_and_counts_the_rest),
	};

	return CHECK_ALL(tests);
}

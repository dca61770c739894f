/* SPDX-License-Identifier: Apache-2.0
 *
 * kill -9, a normal stop, and changes of the clock.
 */
#include "check.h"

#include "world.h"

enum { OLTS = 60 };

/* Two masters with one link each; some fail, some are slow. */
static void
populate(struct world *w)
{
	for (int64_t i = 1; i <= OLTS; i++) {
		world_olt(w, i)->duration_ms = i % 7 * 10 * SECOND + SECOND;
		world_olt(w, i)->is_silent = i % 11 == 0;
		world_node(w, i, i * 10, 5 * MINUTE);
		world_node(w, i, i * 10 + 1, MINUTE);
		world_link(w, i * 10, i * 10 + 2, 5);
	}
	world_tell_all(w);
}

/* The world checks at each start that no slot runs twice. */
static void
killed_fifty_times_under_load_nothing_is_stuck_or_run_twice(void **state)
{
	struct world *w = world_new(&(struct world_options){ .pollers = 10, .seed = 5 });

	(void)state;
	populate(w);
	for (int i = 0; i < 50; i++) {
		world_pass(w, (int64_t)world_random(w, 20 * MINUTE));
		world_restart(w, (int64_t)world_random(w, 3 * MINUTE));
		assert_int_equal(world_count(w, EXECUTION_PENDING), 0);
		assert_int_equal(world_count(w, EXECUTION_RUNNING), 0);
		assert_int_equal(node_queue_figures(world_queue(w)).leased, 0);
		for (int64_t n = 1; n <= OLTS; n++) {
			const struct world_node *m = world_node(w, n, n * 10, 0);

			assert_true(
			    m->coordinator.node.next_run_ms <= world_now(w) + 8 * MINUTE);
		}
	}
	int64_t from = world_now(w);
	world_pass(w, HOUR);
	/* There is too much work for ten pollers, but every OLT gets its turn. */
	for (int64_t i = 1; i <= OLTS; i++) {
		if (i % 11)
			assert_true(world_runs(w, i * 10, from, from + HOUR) >= 1);
	}
	world_free(w);
}

static void
a_stored_time_ahead_is_kept_and_one_behind_goes_to_the_next_slot(void **state)
{
	struct world *w = *state;
	int64_t ahead;

	world_node(w, 1, 1, HOUR);
	world_tell(w, 1);
	world_pass(w, 30 * MINUTE);
	ahead = world_node(w, 1, 1, 0)->coordinator.node.next_run_ms;
	assert_true(ahead > world_now(w));
	world_restart(w, SECOND);
	world_pass(w, ahead - world_now(w) + SECOND);
	assert_int_equal(world_order_of(w, 1, 1)->started_ms, ahead);
	/* It is down during the next slot. */
	world_restart(w, 2 * HOUR);
	world_pass(w, HOUR);
	assert_int_equal(world_order_of(w, 1, 2)->started_ms, ahead + 3 * HOUR);
	assert_int_equal(world_node(w, 1, 1, 0)->skipped, 0);
}

static void
a_stored_time_that_cannot_be_is_not_believed(void **state)
{
	struct world *w = *state;

	world_node(w, 1, 1, MINUTE)->coordinator.node.next_run_ms = START + 5 * DAY;
	world_tell(w, 1);
	world_pass(w, HOUR);
	assert_int_equal(world_runs(w, 1, START, START + HOUR), 60);
}

static void
the_clock_set_forward_an_hour_makes_no_burst_and_no_flood_of_skips(void **state)
{
	struct world *w = *state;
	size_t before;

	for (int64_t i = 1; i <= OLTS; i++)
		world_node(w, i, i, 5 * MINUTE);
	world_tell_all(w);
	world_pass(w, HOUR + 5 * MINUTE);
	before = world_n_orders(w);
	world_step_clock(w, HOUR);
	world_pass(w, SECOND);
	assert_int_equal(world_said(w, COORDINATOR_CLOCK_STEPPED), 1);
	assert_int_equal(world_last_number(w, COORDINATOR_CLOCK_STEPPED), HOUR);
	/* 60 OLTs over 300 seconds. */
	assert_in_range(world_n_orders(w) - before, 0, 2);
	int64_t from = world_now(w);
	world_pass(w, HOUR);
	for (int64_t i = 1; i <= OLTS; i++)
		assert_int_equal(world_runs(w, i, from, from + HOUR), 12);
	assert_int_equal(world_figures(w).skipped, 0);
	assert_in_range(world_figures(w).late_max_ms, 0, SECOND);
}

/* The slots of the hour that comes twice run, without their slot numbers. */
static void
the_clock_set_back_an_hour_goes_on_at_the_next_slots(void **state)
{
	struct world *w = *state;
	int64_t from;

	for (int64_t i = 1; i <= OLTS; i++)
		world_node(w, i, i, 5 * MINUTE);
	world_tell_all(w);
	world_pass(w, 3 * HOUR);
	size_t before = world_n_orders(w);
	world_step_clock(w, -HOUR);
	from = world_now(w);
	world_pass(w, 2 * HOUR);
	assert_int_equal(world_said(w, COORDINATOR_CLOCK_STEPPED), 1);
	assert_int_equal(world_n_orders(w) - before, OLTS * 24);
	for (size_t i = before; i < world_n_orders(w); i++) {
		const struct world_order *o = world_order(w, i);

		assert_int_equal(o->slot_ms == 0, o->started_ms < from + HOUR);
		assert_in_range(o->late_ms, 0, SECOND);
	}
	assert_int_equal(world_figures(w).skipped, 0);
	assert_int_equal(world_count(w, EXECUTION_FAILED), 0);
}

static void
what_runs_while_the_clock_jumps_keeps_its_lock_and_its_duration(void **state)
{
	struct world *w = *state;
	int64_t runs, waits;

	world_node(w, 1, 1, DAY)->coordinator.node.enabled = false;
	world_olt(w, 1)->duration_ms = 10 * MINUTE;
	world_tell(w, 1);
	runs = world_run_now(w, 1, true);
	waits = world_run_now(w, 1, true);
	world_pass(w, MINUTE);
	world_step_clock(w, HOUR);
	world_pass(w, MINUTE);
	world_step_clock(w, -3 * HOUR);
	world_pass(w, 30 * MINUTE);
	assert_int_equal(world_n_orders(w), 2);
	assert_int_equal(world_said(w, COORDINATOR_LEASE_LOST), 0);
	assert_int_equal(
	    world_execution(w, runs)->finished_ms - world_execution(w, runs)->started_ms,
	    10 * MINUTE);
	assert_int_equal(world_execution(w, waits)->state, EXECUTION_SUCCESS);
}

static void
retries_and_probes_keep_their_distance_when_the_clock_jumps(void **state)
{
	struct world *w = *state;

	world_node(w, 1, 1, DAY)->coordinator.node.next_run_ms = START + SECOND;
	world_olt(w, 1)->is_silent = true;
	world_tell(w, 1);
	world_olt(w, 2)->is_silent = true;
	world_olt(w, 2)->failures = 3;
	world_olt(w, 2)->suspended_ms = START;
	world_node(w, 2, 2, DAY);
	world_tell(w, 2);
	world_pass(w, 10 * SECOND);
	world_step_clock(w, 5 * HOUR);
	world_pass(w, 110 * SECOND);
	assert_int_equal(world_n_orders(w), 1);
	assert_in_range(world_olt(w, 2)->probes, 1, 2);
	world_pass(w, 10 * SECOND);
	assert_int_equal(world_n_orders(w), 2);
	world_step_clock(w, -10 * HOUR);
	world_pass(w, 3 * MINUTE);
	assert_int_equal(world_n_orders(w), 3);
	assert_in_range(world_olt(w, 2)->probes, 3, 6);
}

static void
a_small_correction_of_the_clock_is_no_step(void **state)
{
	struct world *w = *state;

	world_node(w, 1, 1, MINUTE);
	world_tell(w, 1);
	for (int i = 0; i < 60; i++) {
		world_pass(w, MINUTE);
		world_step_clock(w, i % 2 ? 1500 : -1500);
	}
	assert_int_equal(world_said(w, COORDINATOR_CLOCK_STEPPED), 0);
	assert_in_range(world_runs(w, 1, START, world_now(w)), 58, 60);
}

static void
a_good_end_hands_out_nothing_more_and_waits_for_what_runs(void **state)
{
	struct world *w = world_new(&(struct world_options){ .pollers = 2 });
	struct coordinator_manual manual = { .node = { 1 }, .execution = { 9999 } };
	struct err err = { 0 };

	(void)state;
	for (int64_t i = 1; i <= 6; i++) {
		world_olt(w, i)->duration_ms = 5 * SECOND;
		world_node(w, i, i, MINUTE)->coordinator.node.next_run_ms =
		    START + SECOND;
		world_link(w, i, i + 100, 5);
		world_tell(w, i);
	}
	world_olt(w, 6)->is_silent = true;
	world_pass(w, 3 * SECOND);
	assert_int_equal(world_figures(w).busy, 1);
	coordinator_stop(world_desk(w), false, world_moment(w));
	assert_int_equal(coordinator_running(world_desk(w)), 1);
	assert_int_equal(world_count(w, EXECUTION_INTERRUPTED), 5);
	check_rc(coordinator_run(world_desk(w), &manual, world_moment(w), &err), RC_BUSY);
	world_pass(w, 5 * MINUTE);
	assert_int_equal(coordinator_running(world_desk(w)), 0);
	assert_int_equal(world_n_orders(w), 1); /* not even the chain */
	assert_int_equal(world_count(w, EXECUTION_SUCCESS), 1);
	world_free(w);
}

static void
patience_ends_and_what_runs_is_interrupted(void **state)
{
	struct world *w = *state;

	for (int64_t i = 1; i <= 6; i++) {
		world_olt(w, i)->duration_ms = HOUR;
		world_node(w, i, i, DAY)->coordinator.node.next_run_ms = START + SECOND;
		world_tell(w, i);
	}
	world_pass(w, 10 * SECOND);
	coordinator_stop(world_desk(w), false, world_moment(w));
	world_pass(w, 9 * SECOND);
	assert_int_equal(coordinator_running(world_desk(w)), 6);
	coordinator_stop(world_desk(w), true, world_moment(w));
	assert_int_equal(coordinator_running(world_desk(w)), 0);
	assert_int_equal(world_count(w, EXECUTION_INTERRUPTED), 6);
	assert_int_equal(world_execution(w, world_order(w, 0)->execution.v)->trouble,
	    TROUBLE_SHUTDOWN);
	assert_int_equal(node_queue_figures(world_queue(w)).leased, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    killed_fifty_times_under_load_nothing_is_stuck_or_run_twice),
		IN_WORLD(
		    a_stored_time_ahead_is_kept_and_one_behind_goes_to_the_next_slot),
		IN_WORLD(a_stored_time_that_cannot_be_is_not_believed),
		IN_WORLD(
		    the_clock_set_forward_an_hour_makes_no_burst_and_no_flood_of_skips),
		IN_WORLD(the_clock_set_back_an_hour_goes_on_at_the_next_slots),
		IN_WORLD(what_runs_while_the_clock_jumps_keeps_its_lock_and_its_duration),
		IN_WORLD(retries_and_probes_keep_their_distance_when_the_clock_jumps),
		IN_WORLD(a_small_correction_of_the_clock_is_no_step),
		cmocka_unit_test(
		    a_good_end_hands_out_nothing_more_and_waits_for_what_runs),
		IN_WORLD(patience_ends_and_what_runs_is_interrupted),
	};

	return CHECK_ALL(tests);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Rolling sweeps: one execution in slices, between which the OLT is free.
 */
#include "check.h"

#include "world.h"

/* Node 1 of OLT 1: five slices of a second, a minute apart. */
static struct world_node *
sweeping(struct world *w, int64_t interval_ms)
{
	struct world_node *n = world_node(w, 1, 1, interval_ms);

	n->slices = 5;
	n->slice_ms = MINUTE;
	n->coordinator.is_sweep = true;
	n->coordinator.node.next_run_ms = START + SECOND;
	world_tell(w, 1);
	return n;
}

/* A run is counted once, for the poller that ended it; earlier slices are not counted. */
static int64_t
completed_by_pollers(struct world *w)
{
	struct coordinator_poller pollers[64];
	size_t n = coordinator_pollers(world_desk(w), pollers, 64);
	int64_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += pollers[i].completed;
	return sum;
}

static void
a_sweep_is_one_execution_whose_slices_leave_poller_and_olt_free(void **state)
{
	struct world *w = *state;
	const struct execution *e;

	sweeping(w, DAY);
	world_node(w, 1, 2, MINUTE);
	world_tell(w, 1);
	world_pass(w, 30 * SECOND);
	assert_int_equal(world_figures(w).busy, 0);
	e = world_execution(w, world_order(w, 0)->execution.v);
	assert_int_equal(e->state, EXECUTION_RUNNING);
	world_pass(w, 10 * MINUTE);
	assert_int_equal(world_runs(w, 1, START, world_now(w)), 5);
	assert_true(world_runs(w, 2, START, world_now(w)) >= 8);
	for (size_t i = 0; i < 5; i++) {
		const struct world_order *o = world_order_of(w, 1, i);

		assert_int_equal(o->execution.v, e->id.v);
		assert_int_equal(o->is_slice, i > 0);
		assert_int_equal(o->attempt, 1);
		assert_int_equal(
		    o->started_ms, START + SECOND + (int64_t)i * 61 * SECOND);
	}
	assert_int_equal(e->state, EXECUTION_SUCCESS);
	assert_int_equal(e->attempts, 1);
	assert_int_equal(e->traffic.requests, 50);
	assert_int_equal(
	    world_said(w, COORDINATOR_STARTED) - world_runs(w, 2, 0, INT64_MAX), 1);
	assert_int_equal(completed_by_pollers(w), world_figures(w).completed);
}

static void
a_slice_yields_to_everything_else(void **state)
{
	struct world *w = world_new(&(struct world_options){ .pollers = 1 });

	(void)state;
	sweeping(w, DAY);
	world_pass(w, 50 * SECOND);
	/* From 0:55 on the poller is busy; the slice was due at 1:02, the others later. */
	for (int64_t i = 2; i <= 5; i++) {
		world_node(w, i, i, DAY)->coordinator.node.next_run_ms =
		    START + (50 + i * 5) * SECOND;
		world_node(w, i, i, DAY)->duration_ms = 20 * SECOND;
		world_tell(w, i);
	}
	world_pass(w, 5 * MINUTE);
	for (size_t i = 1; i <= 4; i++)
		assert_int_equal(world_order(w, i)->node.v, i + 1);
	assert_int_equal(world_order(w, 5)->node.v, 1);
	assert_true(world_order(w, 5)->is_slice);
	world_free(w);
}

/* 4 minutes of slices in an interval of 3. */
static void
the_next_slot_ends_a_sweep_that_is_not_through(void **state)
{
	struct world *w = *state;
	int64_t first;

	sweeping(w, 3 * MINUTE);
	world_pass(w, 10 * MINUTE);
	first = world_order_of(w, 1, 0)->execution.v;
	assert_int_equal(world_execution(w, first)->state, EXECUTION_PARTIAL);
	assert_int_equal(world_execution(w, first)->trouble, TROUBLE_DEADLINE);
	check_contains(world_execution(w, first)->message, "not through");
	world_pass(w, HOUR);
	assert_int_equal(world_node(w, 1, 1, 0)->skipped, 0);
	assert_true(world_count(w, EXECUTION_PARTIAL) >= 20);
	assert_int_equal(world_count(w, EXECUTION_RUNNING), 1);
}

static void
the_chain_of_a_sweep_runs_after_its_last_slice(void **state)
{
	struct world *w = *state;

	sweeping(w, DAY);
	world_link(w, 1, 2, 5);
	world_tell(w, 1);
	world_pass(w, 4 * MINUTE);
	assert_int_equal(world_runs(w, 2, START, world_now(w)), 0);
	world_pass(w, 4 * MINUTE);
	assert_int_equal(world_runs(w, 2, START, world_now(w)), 1);
	assert_int_equal(
	    world_order_of(w, 2, 0)->started_ms, world_order_of(w, 1, 4)->ended_ms);
}

static void
a_link_that_sweeps_does_not_hold_up_its_chain(void **state)
{
	struct world *w = *state;

	world_node(w, 1, 10, DAY)->coordinator.node.next_run_ms = START + SECOND;
	world_link(w, 10, 1, 9);
	world_link(w, 10, 2, 5);
	sweeping(w, DAY);
	world_pass(w, 5 * SECOND);
	assert_int_equal(world_runs(w, 2, START, world_now(w)), 1);
	world_pass(w, 10 * MINUTE);
	assert_int_equal(world_runs(w, 1, START, world_now(w)), 5);
	assert_int_equal(world_runs(w, 2, START, world_now(w)), 1);
	assert_int_equal(world_count(w, EXECUTION_SUCCESS), 3);
}

/* Each time the sweep is between two slices. */
static void
disabling_suspending_and_stopping_end_it(void **state)
{
	struct world *w = *state;
	struct world_node *n = sweeping(w, DAY);
	struct err err = { 0 };

	world_pass(w, 30 * SECOND);
	n->coordinator.node.enabled = false;
	world_tell(w, 1);
	assert_int_equal(world_count(w, EXECUTION_INTERRUPTED), 1);
	n->coordinator.node.enabled = true;
	world_tell(w, 1);
	world_pass(w, 2 * MINUTE + 30 * SECOND);
	assert_int_equal(world_count(w, EXECUTION_RUNNING), 1);
	check_rc(coordinator_interrupt(world_desk(w),
		     world_order(w, world_n_orders(w) - 1)->execution, "ana",
		     world_moment(w), &err),
	    RC_OK);
	assert_int_equal(world_count(w, EXECUTION_INTERRUPTED), 2);
	(void)world_run_now(w, 1, true);
	world_pass(w, 30 * SECOND);
	coordinator_stop(world_desk(w), false, world_moment(w));
	assert_int_equal(world_count(w, EXECUTION_INTERRUPTED), 3);
	assert_int_equal(world_count(w, EXECUTION_RUNNING), 0);
	world_pass(w, HOUR);
	assert_int_equal(coordinator_running(world_desk(w)), 0);
}

/* A slice takes a second, and is running. */
static void
a_sweep_that_is_stopped_in_a_slice_ends_with_what_it_has(void **state)
{
	struct world *w = *state;
	struct world_node *n = sweeping(w, DAY);
	const struct execution *e;

	world_pass(w, 62500);
	n->coordinator.node.enabled = false;
	world_tell(w, 1);
	world_pass(w, HOUR);
	e = world_execution(w, world_order(w, 0)->execution.v);
	assert_int_equal(e->state, EXECUTION_PARTIAL);
	assert_int_equal(e->trouble, TROUBLE_JOB_DISABLED);
	assert_int_equal(world_n_orders(w), 2);
	(void)world_run_now(w, 1, true);
	world_pass(w, 61500);
	coordinator_stop(world_desk(w), false, world_moment(w));
	world_pass(w, HOUR);
	e = world_execution(w, world_order(w, 2)->execution.v);
	assert_int_equal(e->state, EXECUTION_PARTIAL);
	assert_int_equal(e->trouble, TROUBLE_SHUTDOWN);
}

/* The second slice runs, and its lease is not renewed. */
static void
a_sweep_that_loses_its_lock_begins_from_its_start(void **state)
{
	struct world *w = *state;
	struct world_node *n = sweeping(w, DAY);

	n->duration_ms = 30 * SECOND;
	world_pass(w, 100 * SECOND);
	assert_true(world_order(w, 1)->is_slice);
	world_sleep(w, 2 * MINUTE);
	world_pass(w, HOUR);
	assert_int_equal(world_n_orders(w), 7);
	assert_true(world_order(w, 1)->was_stopped);
	assert_false(world_order(w, 2)->is_slice);
	assert_true(world_order(w, 3)->is_slice);
	assert_int_equal(world_order(w, 6)->execution.v, world_order(w, 0)->execution.v);
	assert_int_equal(world_count(w, EXECUTION_SUCCESS), 1);
}

static void
suspension_ends_it_too(void **state)
{
	struct world *w = *state;

	sweeping(w, DAY)->slice_ms = HOUR;
	world_node(w, 1, 2, MINUTE)->coordinator.max_retries = 0;
	world_tell(w, 1);
	world_pass(w, MINUTE);
	world_olt(w, 1)->is_silent = true;
	world_pass(w, 10 * MINUTE);
	assert_true(world_olt(w, 1)->suspended_ms > 0);
	assert_int_equal(world_execution(w, world_order(w, 0)->execution.v)->state,
	    EXECUTION_INTERRUPTED);
	assert_int_equal(world_execution(w, world_order(w, 0)->execution.v)->trouble,
	    TROUBLE_OLT_SUSPENDED);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		IN_WORLD(a_sweep_is_one_execution_whose_slices_leave_poller_and_olt_free),
		cmocka_unit_test(a_slice_yields_to_everything_else),
		IN_WORLD(the_next_slot_ends_a_sweep_that_is_not_through),
		IN_WORLD(the_chain_of_a_sweep_runs_after_its_last_slice),
		IN_WORLD(a_link_that_sweeps_does_not_hold_up_its_chain),
		IN_WORLD(disabling_suspending_and_stopping_end_it),
		IN_WORLD(a_sweep_that_is_stopped_in_a_slice_ends_with_what_it_has),
		IN_WORLD(a_sweep_that_loses_its_lock_begins_from_its_start),
		IN_WORLD(suspension_ends_it_too),
	};

	return CHECK_ALL(tests);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Changes take effect at once, with all their consequences.
 */
#include "check.h"

#include "world.h"

static void
a_task_that_is_added_runs_within_two_minutes(void **state)
{
	struct world *w = *state;
	int64_t added;

	world_node(w, 1, 1, 5 * MINUTE);
	world_tell(w, 1);
	world_pass(w, HOUR);
	added = world_now(w);
	world_node(w, 1, 2, 5 * MINUTE);
	world_tell(w, 1);
	assert_int_equal(world_said(w, COORDINATOR_TASK_ADDED), 1);
	check_contains(world_last(w, COORDINATOR_TASK_ADDED), "task-2");
	world_pass(w, 2 * MINUTE + SECOND);
	assert_in_range(
	    world_order_of(w, 2, 0)->started_ms, added + MINUTE, added + 2 * MINUTE);
	assert_int_equal(world_runs(w, 1, START + HOUR, START + HOUR + 2 * MINUTE),
	    world_runs(w, 1, START + HOUR, world_now(w)));
}

static void
a_task_that_is_removed_runs_no_more_and_stops_if_it_runs(void **state)
{
	struct world *w = *state;

	world_olt(w, 1)->duration_ms = 2 * MINUTE;
	world_node(w, 1, 1, 5 * MINUTE);
	world_tell(w, 1);
	world_pass(w, 2 * MINUTE + 30 * SECOND);
	assert_int_equal(world_figures(w).busy, 1);
	world_node(w, 1, 1, 0)->is_deleted = true;
	world_tell(w, 1);
	assert_int_equal(world_said(w, COORDINATOR_TASK_REMOVED), 1);
	assert_true(world_order(w, 0)->was_stopped);
	assert_int_equal(world_count(w, EXECUTION_INTERRUPTED), 1);
	assert_int_equal(world_figures(w).busy, 0);
	world_pass(w, DAY);
	assert_int_equal(world_n_orders(w), 1);
	assert_int_equal(world_figures(w).nodes, 0);
}

static void
an_interval_that_is_changed_counts_from_now(void **state)
{
	struct world *w = *state;
	int64_t changed;

	world_node(w, 1, 1, DAY);
	world_tell(w, 1);
	world_pass(w, HOUR);
	changed = world_now(w);
	world_node(w, 1, 1, 0)->coordinator.node.interval_ms = MINUTE;
	world_tell(w, 1);
	assert_int_equal(world_said(w, COORDINATOR_INTERVAL_CHANGED), 1);
	assert_in_range(world_node(w, 1, 1, 0)->coordinator.node.next_run_ms, changed + 1,
	    changed + MINUTE);
	world_pass(w, HOUR);
	assert_int_equal(world_runs(w, 1, changed, changed + HOUR), 60);
	world_node(w, 1, 1, 0)->coordinator.node.interval_ms = 0;
	world_node(w, 1, 1, 0)->coordinator.node.cron = "*/10 * * * *";
	changed = world_now(w);
	world_tell(w, 1);
	world_pass(w, HOUR + SECOND);
	assert_int_equal(world_runs(w, 1, changed + 1, world_now(w)), 6);
	assert_int_equal(world_said(w, COORDINATOR_INTERVAL_CHANGED), 2);
}

/* 3 runs for 20 minutes; 1 waits for it, 2 waits for a retry, and a manual run waits
 * too. */
static void
a_disabled_tasks_waiting_runs_are_interrupted_and_leave_the_queue(void **state)
{
	struct world *w = *state;
	int64_t manual;

	world_node(w, 1, 2, DAY)->coordinator.node.next_run_ms = START + SECOND;
	world_node(w, 1, 3, DAY)->coordinator.node.next_run_ms = START + 30 * SECOND;
	world_node(w, 1, 1, DAY)->coordinator.node.next_run_ms = START + MINUTE;
	world_node(w, 1, 2, 0)->coordinator.retry_delay_ms = HOUR;
	world_olt(w, 1)->is_silent = true;
	world_tell(w, 1);
	world_pass(w, 20 * SECOND);
	world_olt(w, 1)->is_silent = false;
	world_olt(w, 1)->duration_ms = 20 * MINUTE;
	world_pass(w, 2 * MINUTE);
	manual = world_run_now(w, 1, true);
	assert_int_equal(world_figures(w).queue, 2);
	assert_int_equal(world_figures(w).retries_waiting, 1);
	for (int64_t i = 1; i <= 3; i++)
		world_node(w, 1, i, 0)->coordinator.node.enabled = false;
	world_tell(w, 1);
	assert_int_equal(world_said(w, COORDINATOR_TASK_DISABLED), 3);
	assert_int_equal(world_count(w, EXECUTION_INTERRUPTED), 2);
	assert_int_equal(world_figures(w).queue, 1);
	assert_int_equal(world_figures(w).retries_waiting, 0);
	assert_int_equal(
	    world_execution(w, world_order_of(w, 2, 0)->execution.v)->trouble,
	    TROUBLE_JOB_DISABLED);
	/* Running executions may end, and manual ones still run. */
	world_pass(w, HOUR);
	assert_int_equal(world_execution(w, world_order_of(w, 3, 0)->execution.v)->state,
	    EXECUTION_SUCCESS);
	assert_int_equal(world_execution(w, manual)->state, EXECUTION_SUCCESS);
	world_pass(w, 3 * DAY);
	assert_int_equal(world_n_orders(w), 3);
}

static void
a_disabled_olts_runs_are_all_interrupted_at_once(void **state)
{
	struct world *w = *state;
	struct node_queue_lease lease;

	for (int64_t i = 1; i <= 5; i++)
		world_node(w, 1, i, DAY)->coordinator.node.next_run_ms =
		    START + i * SECOND;
	world_olt(w, 1)->duration_ms = HOUR;
	world_tell(w, 1);
	world_pass(w, MINUTE);
	(void)world_run_now(w, 1, false);
	assert_int_equal(world_figures(w).queue, 5);
	world_olt(w, 1)->enabled = false;
	world_tell(w, 1);
	assert_int_equal(world_said(w, COORDINATOR_OLT_DISABLED), 1);
	assert_int_equal(world_said(w, COORDINATOR_TASK_DISABLED), 0);
	assert_true(world_order(w, 0)->was_stopped);
	assert_int_equal(world_count(w, EXECUTION_INTERRUPTED), 6);
	assert_int_equal(world_figures(w).queue, 0);
	assert_int_equal(world_figures(w).busy, 0);
	assert_int_equal(world_execution(w, world_order(w, 0)->execution.v)->trouble,
	    TROUBLE_OLT_DISABLED);
	/* Its lock is free. */
	check_rc(
	    node_queue_lock(world_queue(w), (struct olt_id){ 1 }, world_now(w), &lease),
	    RC_OK);
	node_queue_unlock(
	    world_queue(w), (struct olt_id){ 1 }, lease.token, world_now(w));
	world_pass(w, 5 * DAY);
	assert_int_equal(world_n_orders(w), 1);
}

static void
an_olt_that_is_enabled_again_begins_within_two_minutes(void **state)
{
	struct world *w = *state;
	int64_t again;

	for (int64_t i = 1; i <= 5; i++)
		world_node(w, 1, i, 5 * MINUTE);
	world_tell(w, 1);
	world_pass(w, HOUR);
	world_olt(w, 1)->enabled = false;
	world_tell(w, 1);
	world_pass(w, HOUR);
	world_olt(w, 1)->enabled = true;
	again = world_now(w);
	world_tell(w, 1);
	assert_int_equal(world_said(w, COORDINATOR_OLT_ENABLED), 1);
	assert_int_equal(world_said(w, COORDINATOR_TASK_ENABLED), 0);
	world_pass(w, 2 * MINUTE + 10 * SECOND);
	for (int64_t i = 1; i <= 5; i++)
		assert_int_equal(world_runs(w, i, again + MINUTE, world_now(w)), 1);
	world_pass(w, HOUR);
	for (int64_t i = 1; i <= 5; i++)
		assert_int_equal(world_runs(w, i, again + 30 * MINUTE, again + HOUR), 6);
}

static void
a_deleted_olt_is_forgotten_and_its_run_stopped(void **state)
{
	struct world *w = *state;
	struct coordinator_look look;

	world_olt(w, 1)->duration_ms = HOUR;
	world_node(w, 1, 1, DAY)->coordinator.node.next_run_ms = START + SECOND;
	world_node(w, 1, 2, DAY)->coordinator.node.next_run_ms = START + SECOND;
	world_tell(w, 1);
	world_pass(w, MINUTE);
	world_olt(w, 1)->is_deleted = true;
	world_tell(w, 1);
	assert_int_equal(world_count(w, EXECUTION_INTERRUPTED), 2);
	assert_int_equal(world_figures(w).olts, 0);
	assert_int_equal(world_figures(w).nodes, 0);
	assert_false(coordinator_look(world_desk(w), (struct olt_id){ 1 }, &look));
	world_pass(w, DAY);
	assert_int_equal(world_n_orders(w), 1);
}

/* The writer has not answered yet when its OLT is deleted. */
static void
what_ended_before_its_olt_went_is_still_stored(void **state)
{
	struct world *w = *state;

	world_node(w, 1, 1, DAY)->coordinator.node.next_run_ms = START + SECOND;
	world_tell(w, 1);
	world_pass(w, 2 * SECOND);
	world_olt(w, 1)->is_deleted = true;
	world_tell(w, 1);
	world_pass(w, SECOND);
	assert_int_equal(world_count(w, EXECUTION_SUCCESS), 1);
	assert_int_equal(world_count(w, EXECUTION_INTERRUPTED), 0);
	check_contains(world_last(w, COORDINATOR_ENDED), "gone");
}

static void
a_link_that_becomes_a_master_gets_a_time_and_the_other_way_loses_it(void **state)
{
	struct world *w = *state;
	int64_t changed;

	world_node(w, 1, 1, 10 * MINUTE);
	world_link(w, 1, 2, 5);
	world_tell(w, 1);
	world_pass(w, HOUR);
	world_node(w, 1, 2, 0)->coordinator.node.master.v = 0;
	changed = world_now(w);
	world_tell(w, 1);
	world_pass(w, HOUR);
	assert_int_equal(world_runs(w, 2, changed, changed + HOUR), 6);
	assert_int_not_equal(
	    world_order_of(w, 2, 10)->started_ms, world_order_of(w, 1, 10)->ended_ms);
	world_node(w, 1, 2, 0)->coordinator.node.master.v = 1;
	changed = world_now(w);
	world_tell(w, 1);
	world_pass(w, HOUR);
	assert_int_equal(world_runs(w, 2, changed, changed + HOUR),
	    world_runs(w, 1, changed, changed + HOUR));
}

static void
a_cron_expression_that_nobody_understands_never_runs(void **state)
{
	struct world *w = *state;

	world_node(w, 1, 1, 0)->coordinator.node.cron = "whenever";
	world_node(w, 1, 2, 0)->coordinator.node.cron = "0 0 31 2 *";
	world_tell(w, 1);
	world_pass(w, DAY);
	assert_int_equal(world_n_orders(w), 0);
	(void)world_run_now(w, 1, true);
	world_pass(w, MINUTE);
	assert_int_equal(world_n_orders(w), 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		IN_WORLD(a_task_that_is_added_runs_within_two_minutes),
		IN_WORLD(a_task_that_is_removed_runs_no_more_and_stops_if_it_runs),
		IN_WORLD(an_interval_that_is_changed_counts_from_now),
		IN_WORLD(
		    a_disabled_tasks_waiting_runs_are_interrupted_and_leave_the_queue),
		IN_WORLD(a_disabled_olts_runs_are_all_interrupted_at_once),
		IN_WORLD(an_olt_that_is_enabled_again_begins_within_two_minutes),
		IN_WORLD(a_deleted_olt_is_forgotten_and_its_run_stopped),
		IN_WORLD(what_ended_before_its_olt_went_is_still_stored),
		IN_WORLD(
		    a_link_that_becomes_a_master_gets_a_time_and_the_other_way_loses_it),
		IN_WORLD(a_cron_expression_that_nobody_understands_never_runs),
	};

	return CHECK_ALL(tests);
}

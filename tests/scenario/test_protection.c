/* SPDX-License-Identifier: Apache-2.0
 *
 * Only one unit at a time on an OLT, and the leases that ensure this. The world checks at
 * every start that there are never two.
 */
#include "check.h"

#include "world.h"

static void
fifty_manual_runs_a_schedule_and_retries_share_one_olt(void **state)
{
	struct world *w = *state;

	world_olt(w, 1)->duration_ms = 2 * SECOND;
	for (int64_t i = 1; i <= 10; i++)
		world_node(w, 1, i, MINUTE)->coordinator.retry_delay_ms = 10 * SECOND;
	world_tell(w, 1);
	world_pass(w, 3 * MINUTE);
	for (int i = 0; i < 50; i++)
		(void)world_run_now(w, 1 + i % 10, false);
	world_pass(w, 90 * SECOND);
	world_olt(w, 1)->result = EXECUTION_FAILED; /* also retries */
	world_pass(w, 20 * SECOND);
	world_olt(w, 1)->result = EXECUTION_SUCCESS;
	world_pass(w, 10 * MINUTE);
	int64_t manual = 0, retries = 0;
	for (size_t i = 0; i < world_n_orders(w); i++) {
		manual += world_order(w, i)->lane == LANE_HIGH;
		retries += world_order(w, i)->attempt > 1;
	}
	assert_int_equal(manual, 50);
	assert_true(retries > 0);
}

static void
the_next_one_starts_in_the_moment_in_which_one_ends(void **state)
{
	struct world *w = *state;

	world_olt(w, 1)->duration_ms = 12345;
	world_node(w, 1, 1, DAY)->coordinator.node.enabled = false;
	world_tell(w, 1);
	for (int i = 0; i < 20; i++)
		(void)world_run_now(w, 1, true);
	world_pass(w, HOUR);
	assert_int_equal(world_n_orders(w), 20);
	for (size_t i = 1; i < 20; i++)
		assert_int_equal(
		    world_order(w, i)->started_ms, world_order(w, i - 1)->ended_ms);
}

static void
a_run_longer_than_a_lease_keeps_it(void **state)
{
	struct world *w = *state;

	world_olt(w, 1)->duration_ms = HOUR;
	world_node(w, 1, 1, DAY)->coordinator.node.enabled = false;
	world_tell(w, 1);
	(void)world_run_now(w, 1, true);
	world_pass(w, 2 * HOUR);
	assert_int_equal(world_n_orders(w), 1);
	assert_int_equal(world_said(w, COORDINATOR_LEASE_LOST), 0);
	assert_int_equal(world_count(w, EXECUTION_SUCCESS), 1);
}

/* The lease is not renewed for two minutes. */
static void
a_lease_that_is_lost_stops_the_run_and_it_begins_again_under_a_later_token(void **state)
{
	struct world *w = *state;
	int64_t execution;

	world_olt(w, 1)->duration_ms = 5 * MINUTE;
	world_node(w, 1, 1, DAY)->coordinator.node.enabled = false;
	world_tell(w, 1);
	execution = world_run_now(w, 1, true);
	world_pass(w, MINUTE);
	world_sleep(w, 2 * MINUTE);
	world_pass(w, SECOND);
	assert_int_equal(world_said(w, COORDINATOR_LEASE_LOST), 1);
	assert_int_equal(world_n_orders(w), 2);
	assert_true(world_order(w, 0)->was_stopped);
	assert_int_equal(world_order(w, 1)->execution.v, execution);
	assert_int_equal(world_order(w, 1)->attempt, 1);
	world_pass(w, HOUR);
	assert_int_equal(world_n_orders(w), 2);
	assert_int_equal(world_execution(w, execution)->state, EXECUTION_SUCCESS);
	assert_int_equal(world_count(w, EXECUTION_INTERRUPTED), 0);
}

static void
a_lease_that_is_lost_at_the_end_leaves_nothing_behind(void **state)
{
	struct world *w = *state;
	int64_t execution;

	world_olt(w, 1)->duration_ms = 5 * MINUTE;
	world_node(w, 1, 1, DAY)->coordinator.node.enabled = false;
	world_tell(w, 1);
	execution = world_run_now(w, 1, true);
	world_pass(w, MINUTE);
	coordinator_stop(world_desk(w), false, world_moment(w));
	world_sleep(w, 2 * MINUTE);
	world_pass(w, SECOND);
	assert_int_equal(coordinator_running(world_desk(w)), 0);
	assert_int_equal(world_execution(w, execution)->state, EXECUTION_INTERRUPTED);
	assert_int_equal(world_execution(w, execution)->trouble, TROUBLE_SHUTDOWN);
	assert_int_equal(node_queue_figures(world_queue(w)).waiting, 0);
}

/* Its end is reported first after two minutes. */
static void
a_unit_that_ended_under_a_lost_lease_is_not_run_again(void **state)
{
	struct world *w = *state;

	world_olt(w, 1)->duration_ms = 90 * SECOND;
	world_node(w, 1, 1, DAY)->coordinator.node.enabled = false;
	world_link(w, 1, 2, 0)->duration_ms = SECOND;
	world_tell(w, 1);
	(void)world_run_now(w, 1, true);
	world_pass(w, SECOND);
	world_sleep(w, 2 * MINUTE);
	struct coordinator_outcome outcome = { .state = EXECUTION_SUCCESS,
		.answered = true };
	struct coordinator_verdict verdict;
	coordinator_ended(world_desk(w), world_order(w, 0)->execution, &outcome,
	    world_moment(w), &verdict);
	assert_int_equal(verdict.execution.state, EXECUTION_SUCCESS);
	assert_int_equal(node_queue_figures(world_queue(w)).expired, 1);
	assert_int_equal(node_queue_figures(world_queue(w)).waiting, 0);
	assert_int_equal(node_queue_figures(world_queue(w)).leased, 0);
	assert_int_equal(world_n_orders(w), 1);
}

static void
a_lease_lost_in_the_chain_does_not_run_the_master_twice(void **state)
{
	struct world *w = *state;

	world_olt(w, 1)->duration_ms = MINUTE;
	world_node(w, 1, 1, DAY)->coordinator.node.enabled = false;
	for (int64_t i = 2; i <= 4; i++)
		world_link(w, 1, i, 0);
	world_tell(w, 1);
	(void)world_run_now(w, 1, false);
	world_pass(w, 90 * SECOND); /* 2 has started */
	world_sleep(w, 2 * MINUTE);
	world_pass(w, HOUR);
	assert_int_equal(world_n_orders(w), 4);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(world_order(w, i)->node.v, i + 1);
	assert_int_equal(world_count(w, EXECUTION_SUCCESS), 3);
	assert_int_equal(world_count(w, EXECUTION_INTERRUPTED), 1);
	assert_int_equal(world_execution(w, world_order(w, 1)->execution.v)->trouble,
	    TROUBLE_LOCK_LOST);
}

static void
a_unit_waits_while_somebody_else_has_the_lock(void **state)
{
	struct world *w = *state;
	struct node_queue_lease lease;

	world_node(w, 1, 1, DAY)->coordinator.node.enabled = false;
	world_tell(w, 1);
	check_rc(
	    node_queue_lock(world_queue(w), (struct olt_id){ 1 }, world_now(w), &lease),
	    RC_OK);
	(void)world_run_now(w, 1, true);
	world_pass(w, 10 * SECOND);
	assert_int_equal(world_n_orders(w), 0);
	assert_int_equal(world_count(w, EXECUTION_PENDING), 1);
	assert_int_equal(world_said(w, COORDINATOR_QUEUED), 1);
	node_queue_unlock(
	    world_queue(w), (struct olt_id){ 1 }, lease.token, world_now(w));
	world_pass(w, 10 * SECOND);
	assert_int_equal(world_count(w, EXECUTION_SUCCESS), 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		IN_WORLD(fifty_manual_runs_a_schedule_and_retries_share_one_olt),
		IN_WORLD(the_next_one_starts_in_the_moment_in_which_one_ends),
		IN_WORLD(a_run_longer_than_a_lease_keeps_it),
		IN_WORLD(
		    a_lease_that_is_lost_stops_the_run_and_it_begins_again_under_a_later_token),
		IN_WORLD(a_lease_that_is_lost_at_the_end_leaves_nothing_behind),
		IN_WORLD(a_unit_that_ended_under_a_lost_lease_is_not_run_again),
		IN_WORLD(a_lease_lost_in_the_chain_does_not_run_the_master_twice),
		IN_WORLD(a_unit_waits_while_somebody_else_has_the_lock),
	};

	return CHECK_ALL(tests);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * States and attempts: how an execution ends, and when it is repeated.
 */
#include "check.h"

#include "world.h"

/* Node 1 of OLT 1, due in a second, and then not again for a day. */
static struct world_node *
one(struct world *w)
{
	struct world_node *n = world_node(w, 1, 1, DAY);

	n->coordinator.node.next_run_ms = START + SECOND;
	world_tell(w, 1);
	return n;
}

static const struct execution *
first_execution(const struct world *w)
{
	return world_execution(w, world_order(w, 0)->execution.v);
}

static void
an_execution_is_success_only_when_it_is_stored(void **state)
{
	struct world *w = *state;

	one(w);
	world_pass(w, 2 * SECOND); /* it ended just now */
	assert_int_equal(world_order(w, 0)->ended_ms, START + 2 * SECOND);
	assert_int_equal(first_execution(w)->state, EXECUTION_RUNNING);
	assert_int_equal(world_said(w, COORDINATOR_ENDED), 0);
	assert_int_equal(world_figures(w).completed, 0);
	assert_int_equal(world_figures(w).busy, 0);
	world_pass(w, SECOND);
	assert_int_equal(first_execution(w)->state, EXECUTION_SUCCESS);
	assert_int_equal(world_said(w, COORDINATOR_ENDED), 1);
	assert_int_equal(world_figures(w).completed, 1);
	assert_int_equal(first_execution(w)->traffic.requests, 10);
	assert_int_equal(first_execution(w)->poller, 1);
	assert_int_equal(first_execution(w)->finished_ms, START + 2 * SECOND);
}

static void
what_cannot_be_stored_has_failed_with_store(void **state)
{
	struct world *w = *state;

	one(w);
	world_store_says(w, RC_INVALID);
	world_pass(w, 5 * SECOND);
	assert_int_equal(first_execution(w)->state, EXECUTION_FAILED);
	assert_int_equal(first_execution(w)->trouble, TROUBLE_STORE);
	assert_int_equal(world_figures(w).completed, 0);
	assert_int_equal(world_said(w, COORDINATOR_ENDED), 1);
	check_contains(world_last(w, COORDINATOR_ENDED), "could not be stored");
}

static void
an_attempt_that_could_not_be_stored_does_not_spoil_the_next(void **state)
{
	struct world *w = *state;

	one(w);
	world_olt(w, 1)->is_silent = true;
	world_store_says(w, RC_IO);
	world_pass(w, MINUTE);
	world_olt(w, 1)->is_silent = false;
	world_store_says(w, RC_OK);
	world_pass(w, HOUR);
	assert_int_equal(first_execution(w)->state, EXECUTION_SUCCESS);
	assert_int_equal(world_figures(w).completed, 1);
}

static void
a_result_that_the_store_has_another_end_of_is_only_said(void **state)
{
	struct world *w = *state;

	one(w);
	world_store_says(w, RC_CONFLICT);
	world_pass(w, 5 * SECOND);
	assert_int_equal(world_said(w, COORDINATOR_ENDED), 0);
	assert_int_equal(world_said(w, COORDINATOR_LEASE_LOST), 1);
}

static void
partial_keeps_its_reason_and_is_not_tried_again(void **state)
{
	struct world *w = *state;

	one(w);
	world_olt(w, 1)->result = EXECUTION_PARTIAL;
	world_pass(w, HOUR);
	assert_int_equal(world_n_orders(w), 1);
	assert_int_equal(first_execution(w)->state, EXECUTION_PARTIAL);
	assert_int_equal(first_execution(w)->trouble, TROUBLE_BAD_RESPONSE);
	assert_string_equal(first_execution(w)->message, "it speaks in tongues");
	assert_int_equal(world_figures(w).completed, 1);
}

/* Silent for 5 s: attempts begin at 1, 126 and 251 s. */
static void
retries_come_after_a_fixed_delay_in_their_own_lane(void **state)
{
	struct world *w = *state;

	one(w);
	world_olt(w, 1)->is_silent = true;
	world_pass(w, 7 * SECOND);
	assert_int_equal(first_execution(w)->state, EXECUTION_PENDING);
	assert_int_equal(first_execution(w)->attempts, 1);
	assert_int_equal(first_execution(w)->trouble, TROUBLE_TIMEOUT);
	assert_int_equal(world_said(w, COORDINATOR_RETRY), 1);
	assert_int_equal(world_last_number(w, COORDINATOR_RETRY), 120 * SECOND);
	world_pass(w, HOUR);
	assert_int_equal(world_n_orders(w), 3);
	assert_int_equal(world_order(w, 1)->started_ms, START + 126 * SECOND);
	assert_int_equal(world_order(w, 2)->started_ms, START + 251 * SECOND);
	assert_int_equal(world_order(w, 1)->lane, LANE_RETRY);
	assert_int_equal(world_order(w, 2)->attempt, 3);
	assert_int_equal(first_execution(w)->state, EXECUTION_FAILED);
	assert_int_equal(first_execution(w)->attempts, 3);
	assert_int_equal(first_execution(w)->traffic.timeouts, 3);
	assert_int_equal(world_said(w, COORDINATOR_ENDED), 1);
}

static void
retries_come_after_delays_that_grow(void **state)
{
	struct world *w = *state;
	struct world_node *n = world_node(w, 1, 1, DAY);

	n->coordinator.max_retries = 3;
	n->coordinator.retry_delay_ms = 300 * SECOND;
	n->coordinator.retry_grows = true;
	one(w);
	world_olt(w, 1)->is_silent = true;
	world_pass(w, 2 * HOUR);
	assert_int_equal(world_n_orders(w), 4);
	for (size_t i = 1; i < 4; i++)
		assert_int_equal(
		    world_order(w, i)->started_ms - world_order(w, i - 1)->ended_ms,
		    (300 << (i - 1)) * SECOND);
}

static void
a_second_attempt_that_succeeds_ends_it(void **state)
{
	struct world *w = *state;

	one(w);
	world_olt(w, 1)->is_silent = true;
	world_pass(w, MINUTE);
	world_olt(w, 1)->is_silent = false;
	world_pass(w, HOUR);
	assert_int_equal(world_n_orders(w), 2);
	assert_int_equal(first_execution(w)->state, EXECUTION_SUCCESS);
	assert_int_equal(first_execution(w)->attempts, 2);
	assert_int_equal(first_execution(w)->trouble, TROUBLE_NONE);
	assert_int_equal(first_execution(w)->started_ms, START + SECOND);
}

static void
manual_runs_are_not_tried_again_and_move_no_time(void **state)
{
	struct world *w = *state;
	struct world_node *n = one(w);
	int64_t execution, next;

	world_pass(w, 30 * MINUTE);
	next = n->coordinator.node.next_run_ms;
	world_olt(w, 1)->is_silent = true;
	execution = world_run_now(w, 1, false);
	world_pass(w, 10 * MINUTE);
	assert_int_equal(world_execution(w, execution)->state, EXECUTION_FAILED);
	assert_int_equal(world_execution(w, execution)->attempts, 1);
	assert_string_equal(world_execution(w, execution)->asked_by, "ana");
	assert_int_equal(world_execution(w, execution)->due_ms, 0);
	assert_int_equal(n->coordinator.node.next_run_ms, next);
}

/* Interval 60 s, delay 120 s: the second attempt never comes. */
static void
a_slot_that_comes_before_the_retry_takes_over(void **state)
{
	struct world *w = *state;

	world_node(w, 1, 1, MINUTE);
	world_tell(w, 1);
	world_pass(w, 10 * MINUTE);
	world_olt(w, 1)->is_silent = true;
	size_t before = world_n_orders(w);
	world_pass(w, MINUTE);
	assert_int_equal(world_n_orders(w), before + 1);
	int64_t old = world_order(w, before)->execution.v;
	assert_int_equal(world_execution(w, old)->state, EXECUTION_PENDING);
	world_olt(w, 1)->is_silent = false;
	world_pass(w, MINUTE);
	assert_int_equal(world_execution(w, old)->state, EXECUTION_FAILED);
	assert_int_equal(world_execution(w, old)->trouble, TROUBLE_TIMEOUT);
	assert_int_equal(world_n_orders(w), before + 2);
	assert_int_equal(world_order(w, before + 1)->attempt, 1);
	assert_int_equal(world_node(w, 1, 1, 0)->skipped, 0);
}

/* Both pollers of the retry lane are busy for an hour: the retry is due, and waits. */
static void
a_slot_takes_over_from_a_retry_in_the_queue_too(void **state)
{
	struct world *w = *state;
	int64_t old;

	for (int64_t i = 1; i <= 3; i++) {
		world_node(w, i, i, i == 3 ? 10 * MINUTE : DAY)
		    ->coordinator.node.next_run_ms = START + i * SECOND;
		world_olt(w, i)->is_silent = true;
		world_tell(w, i);
	}
	world_pass(w, MINUTE);
	for (int64_t i = 1; i <= 3; i++) {
		world_olt(w, i)->is_silent = false;
		world_olt(w, i)->duration_ms = HOUR;
	}
	world_pass(w, 2 * MINUTE);
	old = world_order_of(w, 3, 0)->execution.v;
	assert_int_equal(world_figures(w).queue_lane[LANE_RETRY], 1);
	assert_int_equal(world_execution(w, old)->state, EXECUTION_PENDING);
	world_pass(w, 15 * MINUTE);
	assert_int_equal(world_execution(w, old)->state, EXECUTION_FAILED);
	assert_int_equal(world_order_of(w, 3, 1)->attempt, 1);
	assert_int_equal(world_figures(w).queue, 0);
}

static void
a_task_that_is_disabled_while_it_runs_is_not_tried_again(void **state)
{
	struct world *w = *state;
	struct world_node *n = one(w);

	world_olt(w, 1)->is_silent = true;
	world_pass(w, 3 * SECOND);
	n->coordinator.node.enabled = false;
	world_tell(w, 1);
	world_pass(w, HOUR);
	assert_int_equal(world_n_orders(w), 1);
	assert_int_equal(first_execution(w)->state, EXECUTION_FAILED);
	assert_int_equal(first_execution(w)->trouble, TROUBLE_TIMEOUT);
}

static void
a_person_interrupts_what_runs_and_what_waits(void **state)
{
	struct world *w = *state;
	struct err err = { 0 };
	int64_t runs, waits;

	world_node(w, 1, 1, DAY)->coordinator.node.enabled = false;
	world_olt(w, 1)->duration_ms = HOUR;
	world_tell(w, 1);
	runs = world_run_now(w, 1, true);
	waits = world_run_now(w, 1, true);
	assert_int_equal(world_execution(w, waits)->state, EXECUTION_PENDING);
	check_rc(coordinator_interrupt(world_desk(w), (struct execution_id){ waits },
		     "eva", world_moment(w), &err),
	    RC_OK);
	assert_int_equal(world_execution(w, waits)->state, EXECUTION_INTERRUPTED);
	assert_int_equal(world_execution(w, waits)->trouble, TROUBLE_USER);
	check_contains(world_execution(w, waits)->message, "eva");
	world_pass(w, MINUTE);
	check_rc(coordinator_interrupt(world_desk(w), (struct execution_id){ runs },
		     "eva", world_moment(w), &err),
	    RC_OK);
	assert_true(world_order(w, 0)->was_stopped);
	assert_int_equal(world_execution(w, runs)->state, EXECUTION_INTERRUPTED);
	assert_int_equal(world_figures(w).busy, 0);
	check_rc(coordinator_interrupt(world_desk(w), (struct execution_id){ runs },
		     "eva", world_moment(w), &err),
	    RC_NOT_FOUND);
	world_pass(w, 2 * HOUR);
	assert_int_equal(world_n_orders(w), 1);
}

static void
a_person_interrupts_what_waits_for_a_retry(void **state)
{
	struct world *w = *state;
	struct err err = { 0 };

	one(w);
	world_olt(w, 1)->is_silent = true;
	world_pass(w, MINUTE);
	check_rc(coordinator_interrupt(world_desk(w), world_order(w, 0)->execution, "eva",
		     world_moment(w), &err),
	    RC_OK);
	world_pass(w, HOUR);
	assert_int_equal(world_n_orders(w), 1);
	assert_int_equal(first_execution(w)->state, EXECUTION_INTERRUPTED);
	assert_int_equal(world_figures(w).retries_waiting, 0);
}

static void
a_node_that_nobody_knows_cannot_be_run(void **state)
{
	struct world *w = *state;
	struct coordinator_manual manual = { .node = { 5 }, .execution = { 9 } };
	struct err err = { 0 };

	check_rc(
	    coordinator_run(world_desk(w), &manual, world_moment(w), &err), RC_NOT_FOUND);
	world_node(w, 1, 5, HOUR);
	world_olt(w, 1)->enabled = false;
	world_tell(w, 1);
	check_rc(
	    coordinator_run(world_desk(w), &manual, world_moment(w), &err), RC_REFUSED);
	check_contains(err.msg, "olt-1 is disabled");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		IN_WORLD(an_execution_is_success_only_when_it_is_stored),
		IN_WORLD(what_cannot_be_stored_has_failed_with_store),
		IN_WORLD(an_attempt_that_could_not_be_stored_does_not_spoil_the_next),
		IN_WORLD(a_result_that_the_store_has_another_end_of_is_only_said),
		IN_WORLD(partial_keeps_its_reason_and_is_not_tried_again),
		IN_WORLD(retries_come_after_a_fixed_delay_in_their_own_lane),
		IN_WORLD(retries_come_after_delays_that_grow),
		IN_WORLD(a_second_attempt_that_succeeds_ends_it),
		IN_WORLD(manual_runs_are_not_tried_again_and_move_no_time),
		IN_WORLD(a_slot_that_comes_before_the_retry_takes_over),
		IN_WORLD(a_slot_takes_over_from_a_retry_in_the_queue_too),
		IN_WORLD(a_task_that_is_disabled_while_it_runs_is_not_tried_again),
		IN_WORLD(a_person_interrupts_what_runs_and_what_waits),
		IN_WORLD(a_person_interrupts_what_waits_for_a_retry),
		IN_WORLD(a_node_that_nobody_knows_cannot_be_run),
	};

	return CHECK_ALL(tests);
}

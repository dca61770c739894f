/* SPDX-License-Identifier: Apache-2.0
 *
 * The first run of a node: soon, or at a given time, even if something else happens
 * before it.
 */
#include "check.h"

#include "world.h"

/* A slow machine: the node was stored and became due before the coordinator got the
 * message about it. */
static void
a_first_run_that_was_due_before_the_desk_knew_of_it_is_made_at_once(void **state)
{
	struct world *w = *state;
	int64_t told;

	world_pass(w, 10 * SECOND);
	told = world_now(w);
	world_node(w, 1, 1, DAY)->coordinator.node.next_run_ms = told - 300;
	world_tell(w, 1);
	world_pass(w, HOUR);
	assert_int_equal(world_runs(w, 1, told, told + SECOND + 1), 1);
	assert_int_equal(world_runs(w, 1, told, told + HOUR), 1);
	assert_int_equal(world_order_of(w, 1, 0)->slot_ms, told + 1);
	assert_int_equal(world_said(w, COORDINATOR_SKIPPED), 0);
}

static void
a_first_run_that_was_due_while_the_program_was_away_is_not_made_up_for(void **state)
{
	struct world *w = *state;

	world_pass(w, MINUTE);
	world_node(w, 1, 1, DAY)->coordinator.node.next_run_ms =
	    world_now(w) + 5 * SECOND;
	world_tell(w, 1);
	world_restart(w, 10 * SECOND);
	world_pass(w, MINUTE);
	assert_int_equal(world_n_orders(w), 0);
	world_pass(w, DAY);
	assert_int_equal(world_n_orders(w), 1);
}

/* Its next time passed while it did not exist. */
static void
what_a_restored_olt_missed_is_not_made_up_for(void **state)
{
	struct world *w = *state;
	int64_t next;

	world_node(w, 1, 1, HOUR)->coordinator.node.next_run_ms = START + SECOND;
	world_tell(w, 1);
	world_pass(w, MINUTE);
	assert_int_equal(world_n_orders(w), 1);
	next = world_node(w, 1, 1, 0)->coordinator.node.next_run_ms;
	world_olt(w, 1)->is_deleted = true;
	world_tell(w, 1);
	world_pass(w, next - world_now(w) + MINUTE);
	world_olt(w, 1)->is_deleted = false;
	/* A message about a change does not contain the used slots. */
	world_node(w, 1, 1, 0)->coordinator.last_slot_ms = 0;
	world_tell(w, 1);
	world_pass(w, MINUTE);
	assert_int_equal(world_n_orders(w), 1);
	world_pass(w, HOUR);
	assert_int_equal(world_order_of(w, 1, 1)->started_ms, next + HOUR);
}

static void
a_first_run_may_be_put_off_for_a_day(void **state)
{
	struct world *w = *state;

	world_node(w, 1, 1, 10 * SECOND)->coordinator.node.next_run_ms = START + DAY;
	world_tell(w, 1);
	world_pass(w, DAY - SECOND);
	assert_int_equal(world_n_orders(w), 0);
	world_pass(w, 2 * SECOND);
	assert_int_equal(world_order_of(w, 1, 0)->started_ms, START + DAY);
	assert_int_equal(world_order_of(w, 1, 0)->slot_ms, START + DAY);
	world_pass(w, HOUR);
	assert_int_equal(
	    world_runs(w, 1, START + DAY + 10 * MINUTE, START + DAY + 20 * MINUTE), 60);
}

static void
one_that_was_put_off_survives_a_restart_and_a_run_by_hand(void **state)
{
	struct world *w = *state;

	world_node(w, 1, 1, 10 * SECOND)->coordinator.node.next_run_ms = START + DAY;
	world_tell(w, 1);
	world_pass(w, HOUR);
	(void)world_run_now(w, 1, true);
	world_pass(w, MINUTE);
	world_restart(w, MINUTE);
	world_pass(w, START + DAY - SECOND - world_now(w));
	assert_int_equal(world_n_orders(w), 1);
	world_pass(w, 2 * SECOND);
	assert_int_equal(world_order_of(w, 1, 1)->started_ms, START + DAY);
}

static void
one_that_was_put_off_stays_as_far_away_when_the_clock_is_set(void **state)
{
	struct world *w = *state;

	world_node(w, 1, 1, 10 * SECOND)->coordinator.node.next_run_ms = START + 2 * HOUR;
	world_tell(w, 1);
	world_pass(w, HOUR);
	world_step_clock(w, 5 * MINUTE);
	world_pass(w, HOUR - SECOND);
	assert_int_equal(world_n_orders(w), 0);
	world_pass(w, 2 * SECOND);
	assert_int_equal(
	    world_order_of(w, 1, 0)->started_ms, START + 2 * HOUR + 5 * MINUTE);
}

/* All first runs have ended after two minutes. A slot up to half an hour after them is
 * left out, with or without a restart of the program. */
static void
slots_right_behind_the_first_run_are_left_out_after_a_restart_too(void **state)
{
	struct world *w = *state;

	for (int64_t i = 1; i <= 60; i++)
		world_node(w, i, i, HOUR);
	world_tell_all(w);
	world_pass(w, 3 * MINUTE);
	world_restart(w, SECOND);
	world_pass(w, 2 * HOUR);
	for (int64_t i = 1; i <= 60; i++) {
		assert_int_equal(world_runs(w, i, START, START + 31 * MINUTE), 1);
		assert_int_equal(
		    world_runs(w, i, START + 31 * MINUTE, START + 92 * MINUTE), 1);
		assert_true(world_order_of(w, i, 1)->slot_ms > 0);
	}
}

/* ---- after the first discovery ------------------------------------------------- */

enum { DISCOVERY = 10, STATES = 11, LEVELS = 12, DETAILS = 13 };

/* As when the standard jobs are applied, in the worst order: all others run before the
 * discovery, and find no ONUs. Slices of levels follow each other at once. */
static void
apply_standard(struct world *w)
{
	struct world_node *n = world_node(w, 1, DISCOVERY, HOUR);

	world_olt(w, 1)->finds = 512;
	n->coordinator.node.type = TASK_DISCOVERY;
	n->coordinator.node.lane = "discovery";
	n->coordinator.node.priority = 90;
	n->coordinator.node.next_run_ms = START + MINUTE;
	n->duration_ms = 5 * SECOND;
	world_node(w, 1, STATES, 5 * MINUTE)->coordinator.node.next_run_ms =
	    START + SECOND;
	world_node(w, 1, LEVELS, HOUR)->coordinator.node.next_run_ms = START + 2 * SECOND;
	world_node(w, 1, DETAILS, DAY)->coordinator.node.next_run_ms = START + 3 * SECOND;
	for (int64_t i = STATES; i <= DETAILS; i++)
		world_node(w, 1, i, 0)->needs_onus = true;
	world_node(w, 1, LEVELS, 0)->coordinator.is_sweep = true;
	world_node(w, 1, LEVELS, 0)->slices = 16;
	world_node(w, 1, LEVELS, 0)->slice_ms = SECOND;
	world_tell(w, 1);
}

static void
what_found_nobody_runs_again_right_after_the_first_discovery(void **state)
{
	struct world *w = *state;
	int64_t found;

	apply_standard(w);
	world_pass(w, 59 * SECOND);
	assert_int_equal(world_count(w, EXECUTION_INTERRUPTED), 3);
	assert_int_equal(world_count(w, EXECUTION_SUCCESS), 0);
	world_pass(w, 2 * MINUTE);
	found = world_order_of(w, DISCOVERY, 0)->ended_ms;
	for (int64_t i = STATES; i <= DETAILS; i++) {
		assert_int_equal(world_runs(w, i, START, found), 1);
		assert_true(world_runs(w, i, found, found + 10 * SECOND) >= 1);
	}
	assert_int_equal(world_runs(w, LEVELS, found, found + 40 * SECOND), 16);
	assert_int_equal(world_said(w, COORDINATOR_TASK_RUNS_NOW), 3);
	/* Discovery, states, levels, details. */
	assert_int_equal(world_count(w, EXECUTION_SUCCESS), 4);
}

static void
after_it_everything_runs_at_its_usual_times(void **state)
{
	struct world *w = *state;
	int64_t found;

	apply_standard(w);
	world_pass(w, 5 * HOUR);
	found = world_order_of(w, DISCOVERY, 0)->ended_ms;
	assert_int_equal(world_said(w, COORDINATOR_TASK_RUNS_NOW), 3);
	assert_int_equal(world_said(w, COORDINATOR_SKIPPED), 0);
	/* One after it, and one each hour. */
	assert_in_range(world_slots(w, LEVELS, found, world_now(w)), 5, 6);
	assert_int_equal(world_slots(w, STATES, START + HOUR, START + 2 * HOUR), 12);
	assert_in_range(world_slots(w, DETAILS, found, world_now(w)), 1, 2);
}

/* Tasks that already have results do not run again. */
static void
only_what_has_brought_nothing_runs_at_once(void **state)
{
	struct world *w = *state;

	apply_standard(w);
	world_node(w, 1, STATES, 0)->needs_onus = false;
	world_pass(w, 2 * MINUTE);
	assert_int_equal(world_said(w, COORDINATOR_TASK_RUNS_NOW), 2);
	assert_true(world_order_of(w, LEVELS, 0)->is_first);
	assert_true(world_order_of(w, LEVELS, 1)->is_first);
	world_pass(w, 2 * HOUR);
	assert_false(world_order_of(w, LEVELS, 17)->is_first);
}

/* The second discovery finds more ONUs; after a restart they are in the store. */
static void
it_is_the_first_discovery_once(void **state)
{
	struct world *w = *state;

	apply_standard(w);
	world_pass(w, 10 * MINUTE);
	world_olt(w, 1)->finds = 600;
	world_pass(w, 2 * HOUR);
	assert_int_equal(world_said(w, COORDINATOR_TASK_RUNS_NOW), 3);
	world_restart(w, MINUTE);
	world_pass(w, HOUR);
	assert_int_equal(world_said(w, COORDINATOR_TASK_RUNS_NOW), 3);
}

/* It failed, and waits two minutes for its next attempt. */
static void
a_retry_does_not_wait_any_longer(void **state)
{
	struct world *w = *state;

	apply_standard(w);
	world_olt(w, 1)->is_silent = true;
	world_olt(w, 1)->silent_ms = SECOND;
	world_pass(w, 50 * SECOND);
	world_olt(w, 1)->is_silent = false;
	world_pass(w, 30 * SECOND);
	assert_int_equal(world_order_of(w, STATES, 1)->attempt, 2);
	assert_true(world_order_of(w, STATES, 1)->started_ms < START + 80 * SECOND);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		IN_WORLD(
		    a_first_run_that_was_due_before_the_desk_knew_of_it_is_made_at_once),
		IN_WORLD(
		    a_first_run_that_was_due_while_the_program_was_away_is_not_made_up_for),
		IN_WORLD(what_a_restored_olt_missed_is_not_made_up_for),
		IN_WORLD(a_first_run_may_be_put_off_for_a_day),
		IN_WORLD(one_that_was_put_off_survives_a_restart_and_a_run_by_hand),
		IN_WORLD(one_that_was_put_off_stays_as_far_away_when_the_clock_is_set),
		IN_WORLD(
		    slots_right_behind_the_first_run_are_left_out_after_a_restart_too),
		IN_WORLD(what_found_nobody_runs_again_right_after_the_first_discovery),
		IN_WORLD(after_it_everything_runs_at_its_usual_times),
		IN_WORLD(only_what_has_brought_nothing_runs_at_once),
		IN_WORLD(it_is_the_first_discovery_once),
		IN_WORLD(a_retry_does_not_wait_any_longer),
	};

	return CHECK_ALL(tests);
}

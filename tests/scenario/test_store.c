/* SPDX-License-Identifier: Apache-2.0
 *
 * The database is unavailable: dispatching stops, continues automatically, and no result
 * is lost.
 */
#include "check.h"

#include "world.h"

enum { OLTS = 200 };

static void
populate(struct world *w)
{
	for (int64_t i = 1; i <= OLTS; i++)
		world_node(w, i, i, MINUTE);
	world_tell_all(w);
	world_pass(w, 10 * MINUTE);
}

static void
dispatch_stops_with_its_reason_and_is_said_once(void **state)
{
	struct world *w = *state;
	size_t held;

	populate(w);
	world_database(w, true);
	world_pass(w, MINUTE);
	held = world_n_orders(w);
	assert_true(world_figures(w).is_held);
	assert_true(world_figures(w).is_saturated);
	assert_string_equal(world_figures(w).saturation, "store");
	assert_int_equal(world_said(w, COORDINATOR_HELD), 1);
	check_contains(world_last(w, COORDINATOR_HELD), "store");
	world_pass(w, HOUR);
	assert_int_equal(world_n_orders(w), held);
	assert_int_equal(world_figures(w).busy, 0);
	assert_int_equal(world_said(w, COORDINATOR_HELD), 1);
	/* One run of each waits, and the following slots are skipped. */
	assert_int_equal(world_figures(w).queue, OLTS);
}

static void
it_resumes_by_itself_and_no_result_is_lost(void **state)
{
	struct world *w = *state;
	int64_t from, runs = 0;

	populate(w);
	world_database(w, true);
	world_pass(w, 30 * MINUTE);
	world_database(w, false);
	assert_int_equal(world_said(w, COORDINATOR_RESUMED), 1);
	world_pass(w, 2 * MINUTE);
	assert_false(world_figures(w).is_held);
	from = world_now(w);
	world_pass(w, 10 * MINUTE);
	for (int64_t i = 1; i <= OLTS; i++)
		assert_int_equal(world_runs(w, i, from, from + 10 * MINUTE), 10);
	world_pass(w, SECOND);
	/* All runs are stored with their results. */
	for (size_t i = 0; i < world_n_orders(w); i++)
		runs += world_order(w, i)->ended_ms != 0;
	assert_in_range(world_count(w, EXECUTION_SUCCESS), runs - 2, runs);
	assert_int_equal(world_count(w, EXECUTION_FAILED), 0);
	assert_int_equal(world_count(w, EXECUTION_INTERRUPTED), 0);
}

static void
what_runs_when_it_is_held_goes_on_with_its_chain(void **state)
{
	struct world *w = *state;

	world_olt(w, 1)->duration_ms = MINUTE;
	world_node(w, 1, 1, DAY)->coordinator.node.next_run_ms = START + SECOND;
	world_link(w, 1, 2, 5);
	world_tell(w, 1);
	world_pass(w, 10 * SECOND);
	coordinator_hold(world_desk(w), true, "store", world_moment(w));
	world_pass(w, 10 * MINUTE);
	assert_int_equal(world_n_orders(w), 2);
	assert_int_equal(world_count(w, EXECUTION_SUCCESS), 2);
}

static void
a_person_may_ask_while_it_is_held_and_is_served_afterwards(void **state)
{
	struct world *w = *state;
	int64_t execution;

	world_node(w, 1, 1, DAY)->coordinator.node.enabled = false;
	world_tell(w, 1);
	coordinator_hold(world_desk(w), true, "store", world_moment(w));
	execution = world_run_now(w, 1, true);
	assert_int_equal(world_execution(w, execution)->state, EXECUTION_PENDING);
	check_contains(world_last(w, COORDINATOR_QUEUED), "store");
	world_pass(w, MINUTE);
	coordinator_hold(world_desk(w), false, NULL, world_moment(w));
	assert_int_equal(world_n_orders(w), 1);
	assert_int_equal(world_order(w, 0)->late_ms, MINUTE);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		IN_WORLD(dispatch_stops_with_its_reason_and_is_said_once),
		IN_WORLD(it_resumes_by_itself_and_no_result_is_lost),
		IN_WORLD(what_runs_when_it_is_held_goes_on_with_its_chain),
		IN_WORLD(a_person_may_ask_while_it_is_held_and_is_served_afterwards),
	};

	return CHECK_ALL(tests);
}

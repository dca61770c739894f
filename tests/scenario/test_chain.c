/* SPDX-License-Identifier: Apache-2.0
 *
 * Composite nodes: a master and its chain are one unit.
 */
#include "check.h"

#include "world.h"

/* Master 10 with links 11 (priority 5), 12 (9) and 13 (5) on OLT 1, every minute. */
static struct world *
chained(struct world *w)
{
	world_olt(w, 1)->duration_ms = MINUTE;
	world_node(w, 1, 10, HOUR)->coordinator.node.next_run_ms = START + MINUTE;
	world_link(w, 10, 11, 5);
	world_link(w, 10, 12, 9);
	world_link(w, 10, 13, 5);
	world_tell(w, 1);
	return w;
}

static void
check_nodes(struct world *w, const int64_t *nodes, size_t n)
{
	assert_int_equal(world_n_orders(w), n);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(world_order(w, i)->node.v, nodes[i]);
}

#define CHECK_NODES(w, ...)                                                 \
	do {                                                                \
		const int64_t nodes_[] = { __VA_ARGS__ };                   \
		check_nodes(w, nodes_, sizeof(nodes_) / sizeof(nodes_[0])); \
	} while (0)

static void
the_chain_runs_behind_its_master_by_priority_then_id(void **state)
{
	struct world *w = chained(*state);
	struct coordinator_poller first;

	world_pass(w, 10 * MINUTE);
	CHECK_NODES(w, 10, 12, 11, 13);
	for (size_t i = 1; i < 4; i++) {
		const struct world_order *o = world_order(w, i);

		assert_int_equal(o->started_ms, world_order(w, i - 1)->ended_ms);
		assert_int_equal(o->poller, world_order(w, 0)->poller);
		assert_int_equal(o->slot_ms, world_order(w, 0)->slot_ms);
		assert_int_not_equal(o->execution.v, world_order(w, i - 1)->execution.v);
		assert_int_equal(
		    world_execution(w, o->execution.v)->state, EXECUTION_SUCCESS);
	}
	/* 1, not 4. */
	assert_int_equal(world_figures(w).completed, 1);
	assert_int_equal(coordinator_pollers(world_desk(w), &first, 1), 1);
	assert_int_equal(first.completed, 1);
	assert_int_equal(first.busy_ms, 4 * MINUTE);
}

static void
only_the_master_has_a_next_time(void **state)
{
	struct world *w = chained(*state);

	world_pass(w, 10 * MINUTE);
	assert_true(world_node(w, 1, 10, 0)->coordinator.node.next_run_ms > world_now(w));
	assert_int_equal(world_node(w, 1, 11, 0)->coordinator.node.next_run_ms, 0);
	world_pass(w, 3 * HOUR);
	assert_int_equal(world_runs(w, 11, START, world_now(w)),
	    world_runs(w, 10, START, world_now(w)));
}

/* The pollers are busy until 5:00; the unit was due at 1:00. */
static void
lateness_is_the_masters_and_counts_once(void **state)
{
	struct world *w = world_new(&(struct world_options){ .pollers = 1 });

	(void)state;
	world_node(w, 2, 20, DAY)->duration_ms = 5 * MINUTE;
	world_node(w, 2, 20, DAY)->coordinator.node.enabled = false;
	world_tell(w, 2);
	(void)world_run_now(w, 20, true);
	chained(w);
	world_pass(w, 10 * MINUTE);
	assert_int_equal(world_order_of(w, 10, 0)->late_ms, 4 * MINUTE);
	assert_int_equal(world_order_of(w, 11, 0)->late_ms, 0);
	assert_int_equal(world_order_of(w, 13, 0)->late_ms, 0);
	assert_int_equal(world_figures(w).delayed, 1);
	world_free(w);
}

static void
the_chain_does_not_run_behind_a_master_that_failed(void **state)
{
	struct world *w = chained(*state);

	world_node(w, 1, 10, 0)->coordinator.max_retries = 0;
	world_tell(w, 1);
	world_olt(w, 1)->is_silent = true;
	world_pass(w, 10 * MINUTE);
	CHECK_NODES(w, 10);
	assert_int_equal(world_count(w, EXECUTION_FAILED), 1);
}

static void
the_chain_runs_behind_a_master_that_was_partial(void **state)
{
	struct world *w = chained(*state);

	world_olt(w, 1)->result = EXECUTION_PARTIAL;
	world_pass(w, 10 * MINUTE);
	CHECK_NODES(w, 10, 12, 11, 13);
}

static void
the_chain_does_not_run_behind_a_master_that_was_interrupted(void **state)
{
	struct world *w = chained(*state);
	struct err err = { 0 };

	world_pass(w, 90 * SECOND);
	check_rc(coordinator_interrupt(world_desk(w), world_order(w, 0)->execution, "ana",
		     world_moment(w), &err),
	    RC_OK);
	world_pass(w, 10 * MINUTE);
	CHECK_NODES(w, 10);
	assert_true(world_order(w, 0)->was_stopped);
}

static void
a_link_that_fails_or_is_interrupted_does_not_stop_the_others(void **state)
{
	struct world *w = chained(*state);
	struct err err = { 0 };

	world_node(w, 1, 11, 0)->coordinator.max_retries = 0;
	world_node(w, 1, 13, 0)->coordinator.max_retries = 0;
	world_tell(w, 1);
	world_pass(w, 130 * SECOND); /* 12 has started */
	world_olt(w, 1)->result = EXECUTION_FAILED;
	check_rc(coordinator_interrupt(world_desk(w), world_order(w, 1)->execution, "ana",
		     world_moment(w), &err),
	    RC_OK);
	world_pass(w, 10 * MINUTE);
	CHECK_NODES(w, 10, 12, 11, 13);
	assert_int_equal(world_count(w, EXECUTION_INTERRUPTED), 1);
	assert_int_equal(world_count(w, EXECUTION_FAILED), 2);
}

static void
disabled_links_are_skipped(void **state)
{
	struct world *w = chained(*state);

	world_node(w, 1, 12, 0)->coordinator.node.enabled = false;
	world_tell(w, 1);
	world_pass(w, 10 * MINUTE);
	CHECK_NODES(w, 10, 11, 13);
}

static void
a_chain_edited_while_it_runs_takes_effect_for_the_links_not_begun(void **state)
{
	struct world *w = chained(*state);

	world_pass(w, 130 * SECOND); /* 12 has started */
	world_node(w, 1, 11, 0)->coordinator.node.enabled = false;
	world_node(w, 1, 13, 0)->is_deleted = true;
	world_link(w, 10, 14, 1);
	world_node(w, 1, 12, 0)->coordinator.node.priority = 0; /* not again */
	world_tell(w, 1);
	world_pass(w, 10 * MINUTE);
	CHECK_NODES(w, 10, 12, 14);
}

static void
the_link_under_way_is_stopped_when_it_is_removed_and_the_chain_goes_on(void **state)
{
	struct world *w = chained(*state);

	world_pass(w, 130 * SECOND);
	world_node(w, 1, 12, 0)->is_deleted = true;
	world_tell(w, 1);
	world_pass(w, 10 * MINUTE);
	CHECK_NODES(w, 10, 12, 11, 13);
	assert_true(world_order(w, 1)->was_stopped);
	assert_int_equal(world_execution(w, world_order(w, 1)->execution.v)->trouble,
	    TROUBLE_JOB_DISABLED);
}

static void
a_retried_master_that_succeeds_is_followed_by_its_chain(void **state)
{
	struct world *w = chained(*state);

	world_olt(w, 1)->is_silent = true;
	world_pass(w, 90 * SECOND);
	world_olt(w, 1)->is_silent = false;
	world_pass(w, 20 * MINUTE);
	CHECK_NODES(w, 10, 10, 12, 11, 13);
	assert_int_equal(world_order(w, 0)->execution.v, world_order(w, 1)->execution.v);
	assert_int_equal(world_order(w, 1)->attempt, 2);
	assert_int_equal(world_count(w, EXECUTION_SUCCESS), 4);
}

static void
a_link_that_failed_is_tried_again_alone(void **state)
{
	struct world *w = chained(*state);

	world_pass(w, 119 * SECOND);
	/* 12 runs from 2:00 on, without an answer until 2:05; its retry is at 4:05. */
	world_pass(w, 2 * SECOND);
	world_olt(w, 1)->is_silent = true;
	world_pass(w, 59 * SECOND); /* 11 starts at 3:00 */
	world_pass(w, 4 * SECOND);
	world_olt(w, 1)->is_silent = false;
	world_pass(w, 20 * MINUTE);
	CHECK_NODES(w, 10, 12, 11, 13, 11);
	assert_int_equal(world_order(w, 4)->attempt, 2);
	assert_int_equal(world_order(w, 4)->lane, LANE_RETRY);
	assert_int_equal(world_count(w, EXECUTION_SUCCESS), 4);
}

static void
a_manual_run_brings_its_chain_unless_it_is_to_run_alone(void **state)
{
	struct world *w = chained(*state);

	world_node(w, 1, 10, 0)->coordinator.node.enabled = false;
	world_tell(w, 1);
	(void)world_run_now(w, 10, true);
	world_pass(w, 10 * MINUTE);
	CHECK_NODES(w, 10);
	(void)world_run_now(w, 10, false);
	world_pass(w, 10 * MINUTE);
	CHECK_NODES(w, 10, 10, 12, 11, 13);
	(void)world_run_now(w, 13, false);
	world_pass(w, 10 * MINUTE);
	CHECK_NODES(w, 10, 10, 12, 11, 13, 13);
	for (size_t i = 0; i < world_n_orders(w); i++)
		assert_string_equal(
		    world_execution(w, world_order(w, i)->execution.v)->asked_by, "ana");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		IN_WORLD(the_chain_runs_behind_its_master_by_priority_then_id),
		IN_WORLD(only_the_master_has_a_next_time),
		cmocka_unit_test(lateness_is_the_masters_and_counts_once),
		IN_WORLD(the_chain_does_not_run_behind_a_master_that_failed),
		IN_WORLD(the_chain_runs_behind_a_master_that_was_partial),
		IN_WORLD(the_chain_does_not_run_behind_a_master_that_was_interrupted),
		IN_WORLD(a_link_that_fails_or_is_interrupted_does_not_stop_the_others),
		IN_WORLD(disabled_links_are_skipped),
		IN_WORLD(
		    a_chain_edited_while_it_runs_takes_effect_for_the_links_not_begun),
		IN_WORLD(
		    the_link_under_way_is_stopped_when_it_is_removed_and_the_chain_goes_on),
		IN_WORLD(a_retried_master_that_succeeds_is_followed_by_its_chain),
		IN_WORLD(a_link_that_failed_is_tried_again_alone),
		IN_WORLD(a_manual_run_brings_its_chain_unless_it_is_to_run_alone),
	};

	return CHECK_ALL(tests);
}

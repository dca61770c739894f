/* SPDX-License-Identifier: Apache-2.0
 *
 * The order of units if they cannot all run at once.
 */
#include "check.h"

#include "world.h"

/* One poller, and an OLT that uses it for ten minutes: other units wait. */
static struct world *
busy_ops(void)
{
	struct world *w = world_new(&(struct world_options){ .pollers = 1 });

	world_node(w, 999, 999, DAY)->duration_ms = 10 * MINUTE;
	world_node(w, 999, 999, DAY)->coordinator.node.enabled = false;
	world_tell(w, 999);
	(void)world_run_now(w, 999, true);
	world_pass(w, SECOND);
	return w;
}

/* A node on a separate OLT that is due at a given time, and does not delay others. */
static struct world_node *
due_at(struct world *w, int64_t id, int64_t priority, int64_t at_ms)
{
	struct world_node *n = world_node(w, id, id, DAY);

	world_olt(w, id)->duration_ms = 10;
	n->coordinator.node.priority = priority;
	n->coordinator.node.next_run_ms = at_ms;
	world_tell(w, id);
	return n;
}

static void
check_order(struct world *w, const int64_t *nodes, size_t n)
{
	assert_true(world_n_orders(w) >= n + 1);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(world_order(w, i + 1)->node.v, nodes[i]);
}

static void
late_ones_run_first_and_of_those_the_latest(void **state)
{
	struct world *w = busy_ops();
	static const int64_t ORDER[] = { 3, 2, 1, 5, 4 };

	(void)state;
	/* The poller is free at 10:00 after the start. */
	due_at(w, 1, 90, START + 9 * MINUTE);
	due_at(w, 2, 10, START + 8 * MINUTE);
	due_at(w, 3, 40, START + 7 * MINUTE);
	due_at(w, 4, 40, START + 10 * MINUTE - 500);
	due_at(w, 5, 90, START + 10 * MINUTE - 400);
	world_pass(w, 11 * MINUTE);
	check_order(w, ORDER, 5);
	world_free(w);
}

static void
on_time_discovery_runs_before_get(void **state)
{
	struct world *w = busy_ops();
	static const int64_t ORDER[] = { 2, 1 };
	struct world_node *discovery;

	(void)state;
	due_at(w, 1, 40, START + 10 * MINUTE - 900);
	discovery = due_at(w, 2, 90, START + 10 * MINUTE - 100);
	discovery->coordinator.node.type = TASK_DISCOVERY;
	discovery->coordinator.node.lane = "discovery";
	world_tell(w, 2);
	world_pass(w, 11 * MINUTE);
	check_order(w, ORDER, 2);
	world_free(w);
}

static void
manual_runs_come_first_and_retries_last(void **state)
{
	struct world *w = world_new(&(struct world_options){ .pollers = 1 });
	size_t n;

	(void)state;
	/* 1 fails at once and waits for its second attempt, which is due while 9 runs. */
	world_olt(w, 1)->is_silent = true;
	due_at(w, 1, 99, START + SECOND);
	world_pass(w, 10 * SECOND);
	world_olt(w, 1)->is_silent = false;
	due_at(w, 9, 40, START + MINUTE)->duration_ms = 5 * MINUTE;
	due_at(w, 2, 10, START + 2 * MINUTE);
	due_at(w, 3, 10, START + 6 * MINUTE - 100);
	world_node(w, 4, 4, DAY)->coordinator.node.enabled = false;
	world_tell(w, 4);
	world_pass(w, 5 * MINUTE);
	(void)world_run_now(w, 4, true);
	world_pass(w, 2 * MINUTE);
	n = world_n_orders(w);
	assert_int_equal(n, 6);
	assert_int_equal(world_order(w, 2)->node.v, 4);
	assert_int_equal(world_order(w, 3)->node.v, 2);
	assert_int_equal(world_order(w, 4)->node.v, 3);
	assert_int_equal(world_order(w, 5)->node.v, 1);
	assert_int_equal(world_order(w, 5)->attempt, 2);
	assert_int_equal(world_order(w, 5)->lane, LANE_RETRY);
	world_free(w);
}

enum { NODES = 10000 };

/* Ten thousand OLTs with one node each, all due within a minute, with 50 pollers that
 * need much longer: every slot runs once or is counted as skipped. */
static void
with_ten_thousand_nodes_nothing_is_lost_doubled_or_starved(void **state)
{
	struct world *w = world_new(&(struct world_options){ .pollers = 50 });
	int64_t runs = 0, skipped = 0, worst = 0;

	(void)state;
	for (int64_t i = 1; i <= NODES; i++) {
		struct world_node *n = world_node(w, i, i, 10 * MINUTE);

		n->coordinator.node.priority = i % 100;
		world_olt(w, i)->duration_ms = 4 * SECOND;
	}
	world_tell_all(w);
	/* 10,000 runs of 4 s on 45 pollers take 15 minutes; the interval is 10. */
	world_pass(w, 3 * HOUR);
	for (int64_t i = 1; i <= NODES; i++) {
		skipped += world_node(w, i, i, 0)->skipped;
		if (i % 500)
			continue;
		runs = world_runs(w, i, START, world_now(w));
		/* Of 18 slots, those that were due have run or were skipped; and no OLT
		 * has less than half of the possible runs. */
		assert_in_range(runs + world_node(w, i, i, 0)->skipped, 17, 19);
		assert_true(runs >= 8);
	}
	assert_int_equal(skipped, world_figures(w).skipped);
	for (size_t i = 0; i < world_n_orders(w); i++) {
		if (world_order(w, i)->late_ms > worst)
			worst = world_order(w, i)->late_ms;
	}
	/* One complete round of all others, and not more. */
	assert_true(worst < 17 * MINUTE);
	assert_true(world_said(w, COORDINATOR_SATURATED) >= 1);
	world_free(w);
}

static void
a_full_queue_refuses_and_the_slot_counts_as_skipped(void **state)
{
	struct world *w = world_new(&(struct world_options){ .pollers = 1, .bound = 2 });
	struct coordinator_manual manual = { .node = { 5 }, .execution = { 77777 } };
	struct err err = { 0 };

	(void)state;
	due_at(w, 9, 40, START + SECOND)->duration_ms = 10 * MINUTE;
	for (int64_t i = 1; i <= 5; i++)
		due_at(w, i, 40, START + i * MINUTE);
	world_pass(w, 6 * MINUTE);
	assert_int_equal(world_said(w, COORDINATOR_SKIPPED), 3);
	check_contains(world_last(w, COORDINATOR_SKIPPED), "queue is full");
	check_rc(coordinator_run(world_desk(w), &manual, world_moment(w), &err), RC_BUSY);
	check_contains(err.msg, "queue is full");
	world_pass(w, 10 * MINUTE);
	assert_int_equal(world_n_orders(w), 3);
	assert_int_equal(world_count(w, EXECUTION_SUCCESS), 3);
	world_free(w);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(late_ones_run_first_and_of_those_the_latest),
		cmocka_unit_test(on_time_discovery_runs_before_get),
		cmocka_unit_test(manual_runs_come_first_and_retries_last),
		cmocka_unit_test(
		    with_ten_thousand_nodes_nothing_is_lost_doubled_or_starved),
		cmocka_unit_test(a_full_queue_refuses_and_the_slot_counts_as_skipped),
	};

	return CHECK_ALL(tests);
}

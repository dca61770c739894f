/* SPDX-License-Identifier: Apache-2.0
 *
 * Rules that change while the coordinator runs: pollers are added and removed, lanes get
 * other shares, OLTs are watched or not, tasks run at other times. The world checks at
 * every start that there are not more orders than allowed.
 */
#include "check.h"

#include "world.h"

enum { OLTS = 8 };

/* This number of OLTs with one manual order each, which takes ten minutes. */
static struct world *
busy_ops(int32_t pollers)
{
	struct world *w = world_new(&(struct world_options){ .pollers = pollers });

	for (int64_t i = 1; i <= OLTS; i++) {
		struct world_node *n = world_node(w, i, i, DAY);

		n->duration_ms = 10 * MINUTE;
		n->coordinator.node.enabled = false;
		world_tell(w, i);
	}
	world_pass(w, MINUTE);
	for (int64_t i = 1; i <= OLTS; i++)
		(void)world_run_now(w, i, true);
	return w;
}

static void
a_pool_that_grows_takes_what_waits_at_once(void **state)
{
	struct world *w = busy_ops(2);

	(void)state;
	world_pass(w, MINUTE);
	assert_int_equal(world_figures(w).busy, 2);
	world_rules(w)->pollers = OLTS;
	world_rule(w);
	assert_int_equal(world_figures(w).busy, OLTS);
	assert_int_equal(world_figures(w).total, OLTS);
	world_pass(w, 20 * MINUTE);
	assert_int_equal(world_count(w, EXECUTION_SUCCESS), OLTS);
	world_free(w);
}

static void
a_pool_that_shrinks_lets_what_runs_end(void **state)
{
	struct world *w = busy_ops(6);
	struct coordinator_poller p[OLTS];

	(void)state;
	world_pass(w, MINUTE);
	world_rules(w)->pollers = 2;
	world_rule(w);
	/* Six are busy, and four of them will be removed. */
	assert_int_equal(world_figures(w).busy, 6);
	assert_int_equal(world_figures(w).total, 6);
	assert_int_equal(coordinator_pollers(world_desk(w), p, OLTS), 6);
	assert_false(p[1].is_leaving);
	assert_true(p[2].is_leaving);
	assert_int_equal(p[5].number, 6);
	world_pass(w, 10 * MINUTE);
	assert_int_equal(world_count(w, EXECUTION_SUCCESS), 6);
	assert_int_equal(world_figures(w).busy, 2);
	assert_int_equal(world_figures(w).total, 2);
	assert_int_equal(coordinator_pollers(world_desk(w), p, OLTS), 2);
	world_pass(w, 20 * MINUTE);
	assert_int_equal(world_count(w, EXECUTION_SUCCESS), OLTS);
	assert_int_equal(world_count(w, EXECUTION_INTERRUPTED), 0);
	for (size_t i = 0; i < world_n_orders(w); i++)
		assert_false(world_order(w, i)->was_stopped);
	world_free(w);
}

static void
a_pool_grows_again_while_pollers_leave(void **state)
{
	struct world *w = busy_ops(6);
	struct coordinator_poller p[OLTS + 1];

	(void)state;
	world_rules(w)->pollers = 1;
	world_rule(w);
	world_pass(w, MINUTE);
	assert_int_equal(world_figures(w).busy, 6);
	world_rules(w)->pollers = 7;
	world_rule(w);
	assert_int_equal(world_figures(w).busy, 7);
	assert_int_equal(coordinator_pollers(world_desk(w), p, OLTS + 1), 7);
	for (int i = 0; i < 7; i++) {
		assert_int_equal(p[i].number, i + 1);
		assert_true(p[i].is_busy);
		assert_false(p[i].is_leaving);
	}
	world_pass(w, HOUR);
	assert_int_equal(world_count(w, EXECUTION_SUCCESS), OLTS);
	world_free(w);
}

static void
a_chain_ends_on_a_poller_that_leaves(void **state)
{
	struct world *w = world_new(&(struct world_options){ .pollers = 3 });

	(void)state;
	for (int64_t i = 1; i <= 3; i++) {
		world_node(w, i, 10 * i, DAY)->coordinator.node.enabled = false;
		world_link(w, 10 * i, 10 * i + 1, 5);
		world_olt(w, i)->duration_ms = MINUTE;
		world_tell(w, i);
	}
	world_pass(w, SECOND);
	for (int64_t i = 1; i <= 3; i++)
		(void)world_run_now(w, 10 * i, false);
	world_rules(w)->pollers = 1;
	world_rule(w);
	world_pass(w, 3 * MINUTE);
	assert_int_equal(world_count(w, EXECUTION_SUCCESS), 6);
	for (int64_t i = 1; i <= 3; i++)
		assert_int_equal(world_order_of(w, 10 * i + 1, 0)->poller,
		    world_order_of(w, 10 * i, 0)->poller);
	world_free(w);
}

/* Pools of any size, one after the other; the world checks each start. */
static void
a_pool_of_any_size_loses_nothing(void **state)
{
	struct world *w = world_new(&(struct world_options){ .pollers = 20, .seed = 7 });
	int64_t runs = 0;

	(void)state;
	for (int64_t i = 1; i <= 40; i++) {
		world_olt(w, i)->duration_ms = 20 * SECOND;
		world_node(w, i, i, 5 * MINUTE);
		world_tell(w, i);
	}
	for (int i = 0; i < 300; i++) {
		world_rules(w)->pollers = 5 + (int32_t)world_random(w, 40);
		world_rule(w);
		world_pass(w, (int64_t)world_random(w, 90) * SECOND);
	}
	world_pass(w, 10 * MINUTE);
	for (int64_t i = 1; i <= 40; i++) {
		runs = world_runs(w, i, START, world_now(w));
		assert_in_range(runs, (world_now(w) - START) / (5 * MINUTE) - 2,
		    (world_now(w) - START) / (5 * MINUTE) + 1);
	}
	assert_int_equal(world_count(w, EXECUTION_INTERRUPTED), 0);
	assert_int_equal(world_count(w, EXECUTION_FAILED), 0);
	world_free(w);
}

static void
no_pool_is_refused_and_changes_nothing(void **state)
{
	struct world *w = busy_ops(3);
	struct coordinator_rules none = *world_rules(w);
	struct err err = { 0 };

	(void)state;
	none.pollers = 0;
	check_rc(
	    coordinator_rule(world_desk(w), &none, world_moment(w), &err), RC_INVALID);
	assert_int_equal(world_figures(w).total, 3);
	world_pass(w, HOUR);
	assert_int_equal(world_count(w, EXECUTION_SUCCESS), OLTS);
	world_free(w);
}

static void
a_lane_gets_another_share(void **state)
{
	struct world *w = world_new(&(struct world_options){ .pollers = 10 });

	(void)state;
	for (int64_t i = 1; i <= 10; i++) {
		struct world_node *n = world_node(w, i, i, HOUR);

		n->coordinator.node.type = TASK_DISCOVERY;
		n->coordinator.node.lane = "discovery";
		n->coordinator.node.next_run_ms = START + MINUTE;
		n->duration_ms = 10 * MINUTE;
		world_tell(w, i);
	}
	world_pass(w, 2 * MINUTE);
	assert_int_equal(world_figures(w).lanes[LANE_DISCOVERY].held, 3);
	world_rules(w)->lanes[LANE_DISCOVERY].per_ten = 8;
	world_rule(w);
	assert_int_equal(world_figures(w).lanes[LANE_DISCOVERY].held, 8);
	/* Less: running ones are not stopped, and no more start. */
	world_rules(w)->lanes[LANE_DISCOVERY].per_ten = 1;
	world_rule(w);
	world_pass(w, MINUTE);
	assert_int_equal(world_figures(w).lanes[LANE_DISCOVERY].held, 8);
	world_pass(w, 10 * MINUTE);
	assert_int_equal(world_figures(w).lanes[LANE_DISCOVERY].held, 1);
	world_pass(w, HOUR / 2);
	assert_int_equal(world_count(w, EXECUTION_INTERRUPTED), 0);
	world_free(w);
}

/* ---- watching -------------------------------------------------------------------- */

static void
watching_begins_and_ends_while_it_runs(void **state)
{
	struct world *w = world_new(&(struct world_options){ .pollers = 2 });
	struct world_olt *o = world_olt(w, 1);
	int64_t probes;

	(void)state;
	world_node(w, 1, 1, DAY)->coordinator.node.enabled = false;
	world_tell(w, 1);
	o->is_silent = true;
	world_pass(w, 10 * MINUTE);
	assert_int_equal(o->probes, 0);
	world_rules(w)->health.watch_ms = MINUTE;
	world_rule(w);
	world_pass(w, 2 * MINUTE);
	assert_true(o->probes > 0);
	assert_int_not_equal(o->not_answering_ms, 0);
	assert_int_equal(world_figures(w).not_answering, 1);

	/* OLTs are not watched any more: none is reported as not answering. */
	world_rules(w)->health.watch_ms = 0;
	world_rule(w);
	assert_int_equal(o->not_answering_ms, 0);
	assert_int_equal(world_figures(w).not_answering, 0);
	world_pass(w, MINUTE); /* a running one may end */
	probes = o->probes;
	world_pass(w, HOUR);
	assert_int_equal(o->probes, probes);

	world_rules(w)->health.watch_ms = 5 * MINUTE;
	world_rule(w);
	world_pass(w, 7 * MINUTE);
	assert_int_not_equal(o->not_answering_ms, 0);
	world_free(w);
}

static void
a_shorter_watch_counts_from_now_on_and_is_spread(void **state)
{
	struct world *w =
	    world_new(&(struct world_options){ .pollers = 2, .watch_ms = HOUR });
	int64_t first = INT64_MAX, last = 0;

	(void)state;
	for (int64_t i = 1; i <= 200; i++) {
		world_node(w, i, i, DAY)->coordinator.node.enabled = false;
		world_tell(w, i);
	}
	world_pass(w, 2 * HOUR);
	world_rules(w)->health.watch_ms = MINUTE;
	world_rule(w);
	int64_t changed_ms = world_now(w);
	world_pass(w, MINUTE + 5 * SECOND);
	for (int64_t i = 1; i <= 200; i++) {
		int64_t at_ms = world_olt(w, i)->last_probe_ms - changed_ms;

		assert_in_range(at_ms, 0, MINUTE + 5 * SECOND);
		first = at_ms < first ? at_ms : first;
		last = at_ms > last ? at_ms : last;
	}
	assert_true(last - first > 30 * SECOND);
	world_free(w);
}

static void
a_suspended_one_is_probed_again_when_it_need_not_stay(void **state)
{
	struct world *w =
	    world_new(&(struct world_options){ .pollers = 2, .stays_suspended = true });
	struct world_olt *o = world_olt(w, 1);

	(void)state;
	world_node(w, 1, 1, 5 * MINUTE);
	world_tell(w, 1);
	o->is_silent = true;
	world_pass(w, HOUR);
	assert_int_not_equal(o->suspended_ms, 0);
	o->is_silent = false;
	world_pass(w, HOUR);
	assert_int_not_equal(o->suspended_ms, 0);
	world_rules(w)->health.stays = false;
	world_rule(w);
	world_pass(w, 5 * MINUTE);
	assert_int_equal(o->suspended_ms, 0);
	world_free(w);
}

/* ---- times ------------------------------------------------------------------------- */

static void
another_interval_runs_nothing_twice_and_skips_nothing(void **state)
{
	static const int64_t INTERVALS[] = { 2 * MINUTE, 7 * MINUTE, MINUTE,
		30 * MINUTE };
	struct world *w = world_new(&(struct world_options){ .pollers = 20 });

	(void)state;
	for (int64_t i = 1; i <= 10; i++)
		world_node(w, i, i, 5 * MINUTE);
	world_tell_all(w);
	world_pass(w, HOUR + 40 * SECOND);
	for (size_t k = 0; k < sizeof(INTERVALS) / sizeof(INTERVALS[0]); k++) {
		int64_t from = world_now(w);

		for (int64_t i = 1; i <= 10; i++)
			world_node(w, i, i, 0)->coordinator.node.interval_ms =
			    INTERVALS[k];
		world_tell_all(w);
		world_pass(w, HOUR);
		for (int64_t i = 1; i <= 10; i++)
			assert_in_range(world_runs(w, i, from, world_now(w)),
			    HOUR / INTERVALS[k] - 1, HOUR / INTERVALS[k] + 1);
	}
	for (int64_t i = 1; i <= 10; i++)
		assert_int_equal(world_node(w, i, i, 0)->skipped, 0);
	assert_int_equal(world_said(w, COORDINATOR_SKIPPED), 0);
	assert_int_equal(world_figures(w).skipped, 0);
	world_free(w);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pool_that_grows_takes_what_waits_at_once),
		cmocka_unit_test(a_pool_that_shrinks_lets_what_runs_end),
		cmocka_unit_test(a_pool_grows_again_while_pollers_leave),
		cmocka_unit_test(a_chain_ends_on_a_poller_that_leaves),
		cmocka_unit_test(a_pool_of_any_size_loses_nothing),
		cmocka_unit_test(no_pool_is_refused_and_changes_nothing),
		cmocka_unit_test(a_lane_gets_another_share),
		cmocka_unit_test(watching_begins_and_ends_while_it_runs),
		cmocka_unit_test(a_shorter_watch_counts_from_now_on_and_is_spread),
		cmocka_unit_test(a_suspended_one_is_probed_again_when_it_need_not_stay),
		cmocka_unit_test(another_interval_runs_nothing_twice_and_skips_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Pollers, lanes with their shares and time limits, saturation.
 */
#include "check.h"

#include "world.h"

/* This number of OLTs runs a node for an hour, manually or by schedule. */
static void
load(struct world *w, int64_t from, int64_t n, const char *lane, enum task_type type)
{
	for (int64_t i = from; i < from + n; i++) {
		struct world_node *node = world_node(w, i, i, DAY);

		node->duration_ms = HOUR;
		node->coordinator.node.lane = lane;
		node->coordinator.node.type = type;
		node->coordinator.node.next_run_ms = world_now(w) + SECOND;
		world_tell(w, i);
	}
}

static int64_t
running(const struct world *w, enum lane lane)
{
	int64_t n = 0;

	for (size_t i = 0; i < world_n_orders(w); i++)
		n += world_order(w, i)->ended_ms == 0 && world_order(w, i)->lane == lane;
	return n;
}

static void
each_lane_holds_its_share_and_one_in_ten_is_kept_for_people(void **state)
{
	struct world *w = *state; /* 20 pollers */

	load(w, 1, 30, "discovery", TASK_DISCOVERY);
	world_pass(w, 2 * SECOND);
	assert_int_equal(running(w, LANE_DISCOVERY), 6);
	load(w, 101, 30, "polling", TASK_GET);
	world_pass(w, 2 * SECOND);
	assert_int_equal(running(w, LANE_POLLING), 12); /* 18 without the reserved ones */
	assert_int_equal(world_figures(w).busy, 18);
	for (int64_t i = 101; i <= 140; i++) {
		world_node(w, i + 100, i + 100, DAY)->coordinator.node.enabled = false;
		world_tell(w, i + 100);
		(void)world_run_now(w, i + 100, true);
	}
	assert_int_equal(running(w, LANE_HIGH), 2);
	assert_int_equal(world_figures(w).busy, 20);
}

static void
alone_a_lane_holds_what_it_may_at_most(void **state)
{
	struct world *w = *state;

	load(w, 1, 40, "polling", TASK_GET);
	world_pass(w, 2 * SECOND);
	assert_int_equal(running(w, LANE_POLLING), 18);
	assert_int_equal(world_figures(w).queue, 22);
	assert_int_equal(world_figures(w).queue_lane[LANE_POLLING], 22);
	assert_int_equal(world_figures(w).lanes[LANE_POLLING].held, 18);
	assert_int_equal(world_figures(w).lanes[LANE_POLLING].most, 18);
	assert_int_equal(world_figures(w).lanes[LANE_HIGH].reserved, 2);
	assert_int_equal(world_figures(w).lanes[LANE_HIGH].held, 0);
}

static void
retries_hold_one_poller_in_ten(void **state)
{
	struct world *w = *state;

	for (int64_t i = 1; i <= 15; i++) {
		world_node(w, i, i, DAY)->coordinator.node.next_run_ms = START + SECOND;
		world_olt(w, i)->is_silent = true;
		world_olt(w, i)->silent_ms = SECOND;
		world_tell(w, i);
	}
	world_pass(w, MINUTE);
	for (int64_t i = 1; i <= 15; i++) {
		world_olt(w, i)->is_silent = false;
		world_olt(w, i)->duration_ms = HOUR;
	}
	assert_int_equal(world_figures(w).retries_waiting, 15);
	world_pass(w, 5 * MINUTE);
	assert_int_equal(running(w, LANE_RETRY), 2);
	assert_int_equal(world_figures(w).queue_lane[LANE_RETRY], 13);
}

static void
with_a_single_poller_every_lane_still_runs(void **state)
{
	struct world *w = world_new(&(struct world_options){ .pollers = 1 });

	(void)state;
	for (int64_t i = 1; i <= 3; i++) {
		struct world_node *n = world_node(w, i, i, 10 * MINUTE);

		n->coordinator.node.lane = i == 1 ? "discovery"
		    : i == 2                      ? "polling"
						  : "high";
		world_tell(w, i);
	}
	world_olt(w, 2)->is_silent = true;
	world_pass(w, 150 * SECOND);
	world_olt(w, 2)->is_silent = false;
	(void)world_run_now(w, 1, true);
	world_pass(w, HOUR);
	for (int64_t i = 1; i <= 3; i++)
		assert_true(world_runs(w, i, START, world_now(w)) >= 6);
	assert_int_equal(world_order_of(w, 2, 1)->lane, LANE_RETRY);
	world_free(w);
}

static void
time_limits_follow_the_type_the_onus_and_the_job(void **state)
{
	struct world *w = *state;
	static const struct {
		enum task_type type;
		const char *lane;
		int64_t onus, timeout_ms, limit_ms;
	} CASES[] = {
		{ TASK_DISCOVERY, "discovery", 4000, 0, 300 * SECOND },
		{ TASK_GET, "polling", 0, 0, 60 * SECOND },
		{ TASK_GET, "polling", 1000, 0, 60 * SECOND },
		{ TASK_WALK, "polling", 4096, 0, 245760 },
		{ TASK_WALK, "polling", 4096, 20 * SECOND, 20 * SECOND },
		{ TASK_DISCOVERY, "high", 0, 0, 300 * SECOND },
		{ TASK_BULK, "retry", 2000, 0, 120 * SECOND },
	};

	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
		int64_t id = (int64_t)i + 1;
		struct world_node *n = world_node(w, id, id, DAY);

		n->coordinator.node.type = CASES[i].type;
		n->coordinator.node.lane = CASES[i].lane;
		n->coordinator.timeout_ms = CASES[i].timeout_ms;
		n->coordinator.node.enabled = false;
		world_olt(w, id)->n_onus = CASES[i].onus;
		world_tell(w, id);
		(void)world_run_now(w, id, true);
		assert_int_equal(world_order_of(w, id, 0)->limit_ms, CASES[i].limit_ms);
	}
}

static void
a_poller_is_free_or_busy_and_counts_its_time(void **state)
{
	struct world *w = world_new(&(struct world_options){ .pollers = 2 });
	struct coordinator_poller p[4];

	(void)state;
	world_node(w, 1, 1, DAY)->duration_ms = 30 * SECOND;
	world_node(w, 1, 1, DAY)->coordinator.node.enabled = false;
	world_tell(w, 1);
	world_pass(w, 30 * SECOND);
	(void)world_run_now(w, 1, true);
	assert_int_equal(coordinator_pollers(world_desk(w), p, 4), 2);
	assert_true(p[0].is_busy);
	assert_false(p[1].is_busy);
	assert_int_equal(p[0].olt.v, 1);
	assert_int_equal(p[0].node.v, 1);
	assert_int_equal(p[0].since_ms, START + 30 * SECOND);
	world_pass(w, MINUTE);
	assert_int_equal(coordinator_pollers(world_desk(w), p, 4), 2);
	assert_false(p[0].is_busy);
	assert_int_equal(p[0].busy_ms, 30 * SECOND);
	assert_in_range(p[0].total_ms, 89 * SECOND, 90 * SECOND);
	assert_int_equal(p[0].completed, 1);
	assert_int_equal(p[0].delayed, 0);
	assert_int_equal(p[1].busy_ms, 0);
	/* One of two, for half of the last minute. */
	assert_in_range((int64_t)world_figures(w).busy_percent, 20, 30);
	world_free(w);
}

static void
an_olt_can_be_looked_at(void **state)
{
	struct world *w = *state;
	struct coordinator_look look = { .waiting = 77 };

	assert_false(coordinator_look(world_desk(w), (struct olt_id){ 1 }, &look));
	assert_int_equal(look.waiting, 77);
	world_node(w, 1, 1, DAY)->coordinator.node.next_run_ms = START + 2 * HOUR;
	world_node(w, 1, 2, DAY)->coordinator.node.next_run_ms = START + HOUR;
	world_olt(w, 1)->duration_ms = MINUTE;
	world_tell(w, 1);
	assert_true(coordinator_look(world_desk(w), (struct olt_id){ 1 }, &look));
	assert_true(look.is_enabled && !look.is_busy);
	assert_int_equal(look.next.at_ms, START + HOUR);
	assert_int_equal(look.execution.v, 0);
	int64_t execution = world_run_now(w, 1, true);
	(void)world_run_now(w, 1, true);
	(void)world_run_now(w, 1, true);
	assert_true(coordinator_look(world_desk(w), (struct olt_id){ 1 }, &look));
	assert_true(look.is_busy);
	assert_int_equal(look.execution.v, execution);
	assert_int_equal(look.waiting, 2);
	world_olt(w, 1)->enabled = false;
	world_tell(w, 1);
	assert_true(coordinator_look(world_desk(w), (struct olt_id){ 1 }, &look));
	assert_false(look.is_enabled || look.is_busy);
	assert_int_equal(look.next.at_ms, 0);
}

static void
saturation_by_queue_is_said_once_and_so_is_its_end(void **state)
{
	struct world *w = world_new(&(struct world_options){ .pollers = 10 });

	(void)state;
	load(w, 1, 100, "polling", TASK_GET);
	for (int64_t i = 1; i <= 100; i++)
		world_node(w, i, i, 0)->duration_ms = 20 * SECOND;
	world_pass(w, MINUTE);
	assert_true(world_figures(w).is_saturated);
	assert_true(world_figures(w).saturation[0]);
	assert_int_equal(world_said(w, COORDINATOR_SATURATED), 1);
	world_pass(w, 30 * MINUTE);
	assert_false(world_figures(w).is_saturated);
	assert_int_equal(world_said(w, COORDINATOR_SATURATED), 1);
	assert_int_equal(world_said(w, COORDINATOR_RELIEVED), 1);
	world_free(w);
}

/* All are busy and units wait for some seconds, again and again. */
static void
saturation_that_comes_and_goes_is_not_said_each_time(void **state)
{
	struct world *w = world_new(&(struct world_options){ .pollers = 2 });

	(void)state;
	for (int64_t i = 1; i <= 4; i++) {
		world_node(w, i, i, DAY)->duration_ms = 2 * SECOND;
		world_node(w, i, i, DAY)->coordinator.node.enabled = false;
		world_tell(w, i);
	}
	for (int round = 0; round < 10; round++) {
		for (int64_t i = 1; i <= 4; i++)
			(void)world_run_now(w, i, true);
		world_pass(w, 8 * SECOND);
	}
	assert_int_equal(world_said(w, COORDINATOR_SATURATED), 1);
	assert_int_equal(world_said(w, COORDINATOR_RELIEVED), 0);
	world_pass(w, 2 * MINUTE);
	assert_int_equal(world_said(w, COORDINATOR_RELIEVED), 1);
	world_free(w);
}

/* 16 of 20 pollers, nothing waits. */
static void
saturation_by_busy_pollers_alone(void **state)
{
	struct world *w = *state;

	load(w, 1, 15, "polling", TASK_GET);
	world_pass(w, 5 * MINUTE);
	assert_false(world_figures(w).is_saturated); /* exactly 75 % */
	load(w, 50, 1, "polling", TASK_GET);
	world_pass(w, 5 * MINUTE);
	assert_true(world_figures(w).is_saturated);
	assert_int_equal(world_figures(w).queue, 0);
}

static void
lateness_percentiles_are_of_the_last_minute(void **state)
{
	struct world *w = world_new(&(struct world_options){ .pollers = 1 });

	(void)state;
	load(w, 1, 1, "polling", TASK_GET);
	world_node(w, 1, 1, 0)->duration_ms = 30 * SECOND;
	load(w, 2, 1, "polling", TASK_GET);
	world_node(w, 2, 2, 0)->duration_ms = SECOND;
	world_pass(w, 40 * SECOND);
	assert_int_equal(world_figures(w).late_p50_ms, 0);
	assert_in_range(world_figures(w).late_p99_ms, 30 * SECOND, 33 * SECOND);
	assert_int_equal(world_figures(w).late_max_ms, 30 * SECOND);
	world_pass(w, 2 * MINUTE);
	assert_int_equal(world_figures(w).late_p99_ms, 0);
	world_free(w);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		IN_WORLD(each_lane_holds_its_share_and_one_in_ten_is_kept_for_people),
		IN_WORLD(alone_a_lane_holds_what_it_may_at_most),
		IN_WORLD(retries_hold_one_poller_in_ten),
		cmocka_unit_test(with_a_single_poller_every_lane_still_runs),
		IN_WORLD(time_limits_follow_the_type_the_onus_and_the_job),
		cmocka_unit_test(a_poller_is_free_or_busy_and_counts_its_time),
		IN_WORLD(an_olt_can_be_looked_at),
		cmocka_unit_test(saturation_by_queue_is_said_once_and_so_is_its_end),
		cmocka_unit_test(saturation_that_comes_and_goes_is_not_said_each_time),
		IN_WORLD(saturation_by_busy_pollers_alone),
		cmocka_unit_test(lateness_percentiles_are_of_the_last_minute),
	};

	return CHECK_ALL(tests);
}

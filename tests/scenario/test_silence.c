/* SPDX-License-Identifier: Apache-2.0
 *
 * OLTs that do not answer: their cost, suspension, probes, and recovery.
 */
#include "check.h"

#include "world.h"

/* OLT 1 with nodes 1 and 2, every minute, without retries. */
static struct world_olt *
minute_olt(struct world *w)
{
	for (int64_t i = 1; i <= 2; i++)
		world_node(w, 1, i, MINUTE)->coordinator.max_retries = 0;
	world_tell(w, 1);
	world_pass(w, 10 * MINUTE);
	return world_olt(w, 1);
}

static void
after_three_exhausted_runs_it_is_suspended_and_only_probed(void **state)
{
	struct world *w = *state;
	struct world_olt *o = minute_olt(w);
	size_t before;

	o->is_silent = true;
	world_pass(w, 2 * MINUTE);
	assert_true(o->suspended_ms > 0);
	assert_int_equal(o->failures, 3);
	assert_int_equal(world_said(w, COORDINATOR_OLT_SUSPENDED), 1);
	check_contains(world_last(w, COORDINATOR_OLT_SUSPENDED), "TIMEOUT");
	assert_int_equal(world_figures(w).suspended, 1);
	before = world_n_orders(w);
	int64_t skipped = world_figures(w).skipped;
	world_pass(w, HOUR);
	assert_int_equal(world_n_orders(w), before);
	/* Every 60 s after the end of the previous one, which takes 2 s to fail. */
	assert_in_range(o->probes, 57, 60);
	assert_int_equal(world_figures(w).skipped - skipped, 120);
	check_contains(world_last(w, COORDINATOR_SKIPPED), "suspended");
}

static void
two_answers_bring_it_back_without_a_burst(void **state)
{
	struct world *w = *state;
	struct world_olt *o = minute_olt(w);
	int64_t back;

	o->is_silent = true;
	world_pass(w, HOUR);
	o->is_silent = false;
	world_pass(w, 70 * SECOND);
	assert_true(o->suspended_ms > 0); /* one answer so far */
	world_pass(w, 60 * SECOND);
	assert_int_equal(o->suspended_ms, 0);
	assert_int_equal(o->failures, 0);
	assert_int_equal(world_said(w, COORDINATOR_OLT_BACK), 1);
	back = world_now(w);
	world_pass(w, 10 * MINUTE);
	for (int64_t i = 1; i <= 2; i++)
		assert_int_equal(world_runs(w, i, back, back + 10 * MINUTE), 10);
	assert_int_equal(world_figures(w).suspended, 0);
}

static void
a_single_answer_between_silences_does_not(void **state)
{
	struct world *w = *state;
	struct world_olt *o = minute_olt(w);

	o->is_silent = true;
	world_pass(w, HOUR);
	for (int i = 0; i < 10; i++) {
		int64_t probes = o->probes;

		o->is_silent = false;
		while (o->probes == probes)
			world_pass(w, SECOND);
		o->is_silent = true;
		world_pass(w, 63 * SECOND);
	}
	assert_true(o->suspended_ms > 0);
	assert_int_equal(world_said(w, COORDINATOR_OLT_BACK), 0);
}

static void
the_setting_keeps_it_suspended_until_a_person_acts(void **state)
{
	struct world *w = world_new(&(struct world_options){ .stays_suspended = true });
	struct world_olt *o = minute_olt(w);

	(void)state;
	o->is_silent = true;
	world_pass(w, 5 * MINUTE);
	o->is_silent = false;
	world_pass(w, DAY);
	assert_true(o->suspended_ms > 0);
	assert_int_equal(o->probes, 0);
	check_rc(coordinator_olt_revive(world_desk(w), o->id, world_moment(w)), RC_OK);
	assert_int_equal(o->suspended_ms, 0);
	int64_t back = world_now(w);
	world_pass(w, 10 * MINUTE);
	assert_int_equal(world_runs(w, 1, back, world_now(w)), 10);
	check_rc(
	    coordinator_olt_revive(world_desk(w), (struct olt_id){ 9 }, world_moment(w)),
	    RC_NOT_FOUND);
	world_free(w);
}

/* Node 2 waits for a retry, and node 1 runs and will be answered, when the next slot of
 * node 2 is due: its previous run then ends, as the third one without an answer. */
static struct world_olt *
suspended_under_a_run(struct world *w)
{
	struct world_node *retried = world_node(w, 1, 2, HOUR), *answered;
	struct world_olt *o = world_olt(w, 1);

	retried->coordinator.retry_delay_ms = DAY;
	retried->coordinator.node.next_run_ms = START + SECOND;
	o->failures = 2;
	o->is_silent = true;
	world_tell(w, 1);
	world_pass(w, 10 * SECOND);
	o->is_silent = false;
	answered = world_node(w, 1, 1, DAY);
	answered->duration_ms = 30 * SECOND;
	answered->coordinator.node.next_run_ms =
	    retried->coordinator.node.next_run_ms - 10 * SECOND;
	world_tell(w, 1);
	while (!o->suspended_ms)
		world_pass(w, SECOND);
	assert_int_equal(o->under_way.v, world_order_of(w, 1, 0)->execution.v);
	return o;
}

static void
a_run_under_way_that_is_answered_brings_it_back(void **state)
{
	struct world *w = *state;
	struct world_olt *o = suspended_under_a_run(w);

	world_pass(w, 40 * SECOND);
	assert_int_equal(o->suspended_ms, 0);
	assert_int_equal(world_said(w, COORDINATOR_OLT_BACK), 1);
}

static void
but_not_where_only_a_person_may(void **state)
{
	struct world *w = world_new(&(struct world_options){ .stays_suspended = true });
	struct world_olt *o = suspended_under_a_run(w);

	(void)state;
	world_pass(w, HOUR);
	assert_true(o->suspended_ms > 0);
	assert_int_equal(world_said(w, COORDINATOR_OLT_BACK), 0);
	assert_int_equal(world_execution(w, world_order_of(w, 1, 0)->execution.v)->state,
	    EXECUTION_SUCCESS);
	(void)world_run_now(w, 2, true);
	world_pass(w, 5 * SECOND);
	assert_int_equal(o->suspended_ms, 0);
	world_free(w);
}

static void
success_resets_the_counter_and_so_does_partial(void **state)
{
	struct world *w = *state;
	struct world_olt *o = minute_olt(w);

	for (int i = 0; i < 10; i++) {
		o->is_silent = true;
		world_pass(w, 30 * SECOND);
		o->result = i % 2 ? EXECUTION_PARTIAL : EXECUTION_SUCCESS;
		o->is_silent = false;
		world_pass(w, 90 * SECOND);
	}
	assert_int_equal(o->suspended_ms, 0);
	assert_int_equal(o->failures, 0);
}

/* Its answers are invalid, but it answers. */
static void
failures_of_a_device_that_speaks_do_not_suspend_it(void **state)
{
	struct world *w = *state;
	struct world_olt *o = minute_olt(w);

	o->result = EXECUTION_FAILED;
	world_pass(w, 3 * HOUR);
	assert_int_equal(o->suspended_ms, 0);
	assert_true(world_count(w, EXECUTION_FAILED) > 300);
}

/* Three attempts of one run are one failure, not three. */
static void
attempts_of_one_run_count_once(void **state)
{
	struct world *w = *state;

	world_node(w, 1, 1, HOUR);
	world_tell(w, 1);
	world_olt(w, 1)->is_silent = true;
	world_pass(w, 20 * MINUTE);
	assert_int_equal(world_n_orders(w), 3);
	assert_int_equal(world_olt(w, 1)->failures, 1);
	world_pass(w, HOUR);
	assert_int_equal(world_olt(w, 1)->failures, 2);
	world_pass(w, HOUR);
	assert_true(world_olt(w, 1)->suspended_ms > 0);
}

static void
what_waits_when_it_is_suspended_is_interrupted(void **state)
{
	struct world *w = *state;

	/* 9 waits for a retry for an hour; 1, 2, 3 use all their attempts. */
	world_node(w, 1, 9, DAY)->coordinator.retry_delay_ms = HOUR;
	world_node(w, 1, 9, DAY)->coordinator.node.next_run_ms = START + SECOND;
	for (int64_t i = 1; i <= 3; i++) {
		world_node(w, 1, i, DAY)->coordinator.max_retries = 0;
		world_node(w, 1, i, DAY)->coordinator.node.next_run_ms = START + MINUTE;
	}
	world_olt(w, 1)->is_silent = true;
	world_tell(w, 1);
	world_pass(w, 2 * MINUTE);
	assert_true(world_olt(w, 1)->suspended_ms > 0);
	assert_int_equal(world_count(w, EXECUTION_INTERRUPTED), 1);
	assert_int_equal(
	    world_execution(w, world_order_of(w, 9, 0)->execution.v)->trouble,
	    TROUBLE_OLT_SUSPENDED);
	assert_int_equal(world_figures(w).retries_waiting, 0);
	assert_int_equal(world_figures(w).queue, 0);
}

static void
a_person_may_run_a_node_of_a_suspended_olt_and_its_answer_brings_it_back(void **state)
{
	struct world *w = *state;
	struct world_olt *o = minute_olt(w);

	o->is_silent = true;
	world_pass(w, HOUR);
	(void)world_run_now(w, 1, true);
	world_pass(w, 10 * SECOND);
	assert_true(o->suspended_ms > 0);
	o->is_silent = false;
	(void)world_run_now(w, 1, true);
	world_pass(w, 5 * SECOND);
	assert_int_equal(o->suspended_ms, 0);
	assert_int_equal(world_said(w, COORDINATOR_OLT_BACK), 1);
}

static void
suspension_outlives_the_program(void **state)
{
	struct world *w = *state;
	struct world_olt *o = minute_olt(w);
	int64_t probes;

	o->is_silent = true;
	world_pass(w, 10 * MINUTE);
	size_t before = world_n_orders(w);
	probes = o->probes;
	world_restart(w, MINUTE);
	world_pass(w, 62 * SECOND);
	assert_int_equal(world_n_orders(w), before);
	assert_int_equal(o->probes, probes + 1);
	o->is_silent = false;
	world_pass(w, 3 * MINUTE);
	assert_int_equal(o->suspended_ms, 0);
}

static void
a_suspended_olt_that_is_disabled_is_not_probed_and_enabling_revives_it(void **state)
{
	struct world *w = *state;
	struct world_olt *o = minute_olt(w);
	int64_t probes;

	o->is_silent = true;
	world_pass(w, 10 * MINUTE);
	o->enabled = false;
	world_tell(w, 1);
	probes = o->probes;
	world_pass(w, HOUR);
	assert_int_equal(o->probes, probes);
	o->is_silent = false;
	o->enabled = true;
	world_tell(w, 1);
	assert_int_equal(o->suspended_ms, 0);
	world_pass(w, 3 * MINUTE);
	assert_int_equal(world_count(w, EXECUTION_RUNNING), 0);
	assert_true(world_runs(w, 1, world_now(w) - 2 * MINUTE, world_now(w)) > 0);
}

enum { OLTS = 1000, DEAD = 200 };

/* Every fifth never answers. */
static void
two_hundred_dead_among_a_thousand_do_not_delay_the_rest(void **state)
{
	struct world *w = world_new(&(struct world_options){ .pollers = 50 });
	int64_t probes = 0, late = 0;

	(void)state;
	for (int64_t i = 1; i <= OLTS; i++) {
		world_node(w, i, i, MINUTE);
		world_olt(w, i)->is_silent = i % 5 == 0;
		world_olt(w, i)->silent_ms = 6 * SECOND; /* time-outs of one request */
	}
	world_tell_all(w);
	world_pass(w, 2 * HOUR);
	assert_int_equal(world_figures(w).suspended, DEAD);
	for (size_t i = 0; i < world_n_orders(w); i++) {
		const struct world_order *o = world_order(w, i);

		if (o->started_ms > START + 10 * MINUTE) {
			assert_int_not_equal(o->olt.v % 5, 0);
			late += o->late_ms > SECOND;
		}
	}
	assert_int_equal(late, 0);
	for (int64_t i = 1; i <= OLTS; i++) {
		probes += world_olt(w, i)->probes;
		if (i % 5)
			assert_int_equal(
			    world_runs(w, i, START + HOUR, START + 2 * HOUR), 60);
	}
	/* About one per minute each, for a little less than two hours. */
	assert_in_range(probes, DEAD * 105, DEAD * 120);
	world_free(w);
}

/* A site loses its power: all stop answering at the same time. */
static void
probes_of_many_are_not_sent_all_at_once(void **state)
{
	struct world *w = world_new(&(struct world_options){ .pollers = 50 });

	(void)state;
	for (int64_t i = 1; i <= OLTS; i++) {
		struct world_olt *o = world_olt(w, i);

		world_node(w, i, i, HOUR);
		o->is_silent = true;
		o->failures = 3;
		o->suspended_ms = START;
		world_tell(w, i);
	}
	for (int second = 0; second < 180; second++) {
		int64_t probed = 0;

		world_pass(w, SECOND);
		for (int64_t i = 1; i <= OLTS; i++)
			probed += world_olt(w, i)->is_probed;
		/* 17 start each second and take two seconds. */
		assert_in_range(probed, 0, 60);
	}
	world_free(w);
}

/* All fail three times at the same time. */
static void
a_site_that_goes_dark_at_once_is_probed_in_turn(void **state)
{
	enum { SITE = 1200, AT_ONCE = 1000 };
	struct world *w = world_new(&(struct world_options){ .pollers = 1600 });
	int64_t most = 0, probed, all = 0;

	(void)state;
	for (int64_t i = 1; i <= SITE; i++) {
		for (int64_t k = 0; k < 3; k++) {
			struct world_node *n = world_node(w, i, i * 10 + k, DAY);

			n->coordinator.max_retries = 0;
			n->coordinator.node.next_run_ms = START + SECOND;
		}
		world_olt(w, i)->is_silent = true;
	}
	world_tell_all(w);
	world_pass(w, 17 * SECOND);
	assert_int_equal(world_figures(w).suspended, SITE);
	for (int i = 0; i < 150; i++) {
		world_pass(w, 500);
		probed = 0;
		for (int64_t o = 1; o <= SITE; o++)
			probed += world_olt(w, o)->is_probed;
		most = probed > most ? probed : most;
	}
	for (int64_t o = 1; o <= SITE; o++)
		all += world_olt(w, o)->probes;
	assert_int_equal(most, AT_ONCE);
	assert_true(all >= SITE);
	world_free(w);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		IN_WORLD(after_three_exhausted_runs_it_is_suspended_and_only_probed),
		IN_WORLD(two_answers_bring_it_back_without_a_burst),
		IN_WORLD(a_single_answer_between_silences_does_not),
		cmocka_unit_test(the_setting_keeps_it_suspended_until_a_person_acts),
		IN_WORLD(a_run_under_way_that_is_answered_brings_it_back),
		cmocka_unit_test(but_not_where_only_a_person_may),
		IN_WORLD(success_resets_the_counter_and_so_does_partial),
		IN_WORLD(failures_of_a_device_that_speaks_do_not_suspend_it),
		IN_WORLD(attempts_of_one_run_count_once),
		IN_WORLD(what_waits_when_it_is_suspended_is_interrupted),
		IN_WORLD(
		    a_person_may_run_a_node_of_a_suspended_olt_and_its_answer_brings_it_back),
		IN_WORLD(suspension_outlives_the_program),
		IN_WORLD(
		    a_suspended_olt_that_is_disabled_is_not_probed_and_enabling_revives_it),
		cmocka_unit_test(two_hundred_dead_among_a_thousand_do_not_delay_the_rest),
		cmocka_unit_test(probes_of_many_are_not_sent_all_at_once),
		cmocka_unit_test(a_site_that_goes_dark_at_once_is_probed_in_turn),
	};

	return CHECK_ALL(tests);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * OLTs that are watched: how soon a missing answer is detected, what happens to their
 * runs, and how they recover.
 */
#include "check.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "world.h"

static int
watched_setup(void **state)
{
	*state = world_new(&(struct world_options){ .pollers = 20, .watch_ms = MINUTE });
	return 0;
}

#define WATCHED(f) cmocka_unit_test_setup_teardown(f, watched_setup, world_teardown)

/* OLT 1 with one node of this interval and no retries, for ten minutes. */
static struct world_olt *
olt_of(struct world *w, int64_t interval_ms)
{
	struct world_olt *o = world_olt(w, 1);

	o->up_mono_ms = world_mono(w) - 100 * DAY;
	world_node(w, 1, 1, interval_ms)->coordinator.max_retries = 0;
	world_tell(w, 1);
	world_pass(w, 10 * MINUTE);
	return o;
}

/* Advance until it is not answering; returns how long that took. */
static int64_t
until_not_answering(struct world *w, const struct world_olt *o)
{
	int64_t from = world_now(w);

	while (!o->not_answering_ms && world_now(w) - from < HOUR)
		world_pass(w, 100);
	return world_now(w) - from;
}

static void
an_olt_without_runs_is_asked_once_a_minute(void **state)
{
	struct world *w = *state;
	struct world_olt *o = world_olt(w, 1);

	o->up_mono_ms = 1;
	world_tell(w, 1);
	world_pass(w, HOUR);
	assert_in_range(o->probes, 59, 61);
	assert_int_equal(world_n_orders(w), 0);
	assert_int_equal(world_said(w, COORDINATOR_OLT_NOT_ANSWERING), 0);
}

/* The stored time of its last answer is shown in lists and pages. */
static void
the_answers_of_the_watch_are_stored(void **state)
{
	struct world *w = *state;
	struct world_olt *o = world_olt(w, 1);

	o->up_mono_ms = 1;
	world_tell(w, 1);
	world_pass(w, 10 * MINUTE);
	for (int i = 0; i < 30; i++) {
		world_pass(w, MINUTE);
		assert_in_range(
		    o->last_answer_ms, world_now(w) - 61 * SECOND, world_now(w));
	}
}

/* A sweep is answered each minute, and ends after an hour: no probes are needed. */
static void
the_answers_of_slices_are_stored(void **state)
{
	struct world *w = *state;
	struct world_olt *o = world_olt(w, 1);
	struct world_node *n = world_node(w, 1, 1, DAY);

	o->up_mono_ms = 1;
	n->slices = 60;
	n->slice_ms = 50 * SECOND;
	n->coordinator.is_sweep = true;
	n->coordinator.node.next_run_ms = START + SECOND;
	world_tell(w, 1);
	world_pass(w, 5 * MINUTE);
	for (int i = 0; i < 30; i++) {
		world_pass(w, MINUTE);
		assert_in_range(
		    o->last_answer_ms, world_now(w) - 61 * SECOND, world_now(w));
	}
}

/* A run takes 20 s to fail, on a node that runs every half minute. */
static void
one_that_has_just_answered_is_not_asked(void **state)
{
	struct world *w = *state;
	struct world_olt *o = olt_of(w, 30 * SECOND);
	int64_t probes = o->probes;

	world_pass(w, HOUR);
	assert_int_equal(o->probes, probes);
	/* Its uptime was requested once. */
	assert_int_equal(probes, 1);
}

static void
a_death_is_seen_within_ninety_seconds_whenever_it_happens(void **state)
{
	static const int64_t INTERVALS[] = { 30 * SECOND, 2 * MINUTE, 5 * MINUTE, HOUR };

	(void)state;
	for (size_t i = 0; i < sizeof(INTERVALS) / sizeof(INTERVALS[0]); i++) {
		for (int64_t at = 0; at < 5 * MINUTE; at += 7 * SECOND) {
			struct world *w =
			    world_new(&(struct world_options){ .watch_ms = MINUTE });
			struct world_olt *o = olt_of(w, INTERVALS[i]);

			world_pass(w, at);
			o->silent_ms = 14 * SECOND;
			o->is_silent = true;
			assert_in_range(until_not_answering(w, o), 0, 90 * SECOND);
			assert_int_equal(world_said(w, COORDINATOR_OLT_NOT_ANSWERING), 1);
			assert_int_equal(world_figures(w).not_answering, 1);
			world_free(w);
		}
	}
}

/* Not since the first unanswered request, which may be recent. */
static void
how_long_nothing_came_is_told_from_its_last_answer(void **state)
{
	struct world *w = *state;
	struct world_olt *o = olt_of(w, HOUR);
	int64_t heard_ms, said_s = 0;
	const char *words;

	o->silent_ms = 300;
	o->is_silent = true;
	heard_ms = o->last_answer_ms;
	assert_true(heard_ms > 0);
	(void)until_not_answering(w, o);
	words = strstr(world_last(w, COORDINATOR_OLT_NOT_ANSWERING), "nothing for ");
	assert_non_null(words);
	assert_int_equal(sscanf(words, "nothing for %" SCNd64, &said_s), 1);
	assert_in_range(said_s, (world_now(w) - heard_ms) / 1000 - 1,
	    (world_now(w) - heard_ms) / 1000);
	assert_true(said_s > 2);
}

/* Runs that fail within half a second, one after the other. */
static void
short_timeouts_do_not_make_it_silent_before_two_seconds(void **state)
{
	struct world *w = *state;
	struct world_olt *o = olt_of(w, SECOND);

	o->silent_ms = 100;
	o->is_silent = true;
	assert_in_range(until_not_answering(w, o), 2 * SECOND, 30 * SECOND);
}

static void
its_slots_are_skipped_and_nine_of_them_suspend_it(void **state)
{
	struct world *w = *state;
	struct world_olt *o = olt_of(w, 5 * MINUTE);
	int64_t skipped, silent_ms;
	size_t orders;

	o->is_silent = true;
	(void)until_not_answering(w, o);
	orders = world_n_orders(w);
	skipped = world_figures(w).skipped;
	silent_ms = o->not_answering_ms;
	world_pass(w, 40 * MINUTE);
	check_contains(world_last(w, COORDINATOR_SKIPPED), "not answering");
	assert_int_equal(world_figures(w).skipped - skipped, 8);
	assert_int_equal(o->failures, 2);
	assert_int_equal(o->suspended_ms, 0);
	world_pass(w, 6 * MINUTE);
	assert_int_equal(world_n_orders(w), orders);
	assert_int_equal(o->failures, 3);
	assert_true(o->suspended_ms > 0);
	assert_int_equal(o->not_answering_ms, silent_ms);
	check_contains(world_last(w, COORDINATOR_OLT_SUSPENDED), "not answered");
	assert_int_equal(world_figures(w).suspended, 1);
	assert_int_equal(world_figures(w).not_answering, 0);
	/* It is probed once a minute, before and after. */
	assert_in_range(o->probes, 40, 70);
	o->is_silent = false;
	world_pass(w, 3 * MINUTE);
	assert_int_equal(o->suspended_ms, 0);
	assert_int_equal(o->not_answering_ms, 0);
	assert_int_equal(world_said(w, COORDINATOR_OLT_BACK), 1);
	assert_int_equal(world_figures(w).suspended, 0);
	assert_int_equal(world_figures(w).not_answering, 0);
}

static void
two_answers_bring_it_back_without_a_burst(void **state)
{
	struct world *w = *state;
	struct world_olt *o = olt_of(w, 5 * MINUTE);
	int64_t back, n;

	for (int64_t i = 2; i <= 8; i++)
		world_node(w, 1, i, 5 * MINUTE)->coordinator.max_retries = 0;
	world_tell(w, 1);
	world_pass(w, 10 * MINUTE);
	o->is_silent = true;
	(void)until_not_answering(w, o);
	o->is_silent = false;
	n = (int64_t)world_n_orders(w);
	while (o->not_answering_ms)
		world_pass(w, 100);
	back = world_now(w);
	assert_int_equal(world_said(w, COORDINATOR_OLT_BACK), 1);
	assert_int_equal(world_n_orders(w), n);
	world_pass(w, 50 * MINUTE);
	for (int64_t i = 1; i <= 8; i++)
		assert_int_equal(world_runs(w, i, back, back + 50 * MINUTE), 10);
}

static void
a_run_that_is_answered_brings_it_back_at_once(void **state)
{
	struct world *w = *state;
	struct world_olt *o = olt_of(w, HOUR);

	o->is_silent = true;
	(void)until_not_answering(w, o);
	(void)world_run_now(w, 1, true);
	world_pass(w, 10 * SECOND);
	assert_true(o->not_answering_ms > 0);
	o->is_silent = false;
	(void)world_run_now(w, 1, true);
	world_pass(w, 3 * SECOND);
	assert_int_equal(o->not_answering_ms, 0);
	assert_int_equal(world_said(w, COORDINATOR_OLT_BACK), 1);
}

/* A live read of an ONU, which the coordinator did not order. */
static void
so_does_any_other_answer(void **state)
{
	struct world *w = *state;
	struct world_olt *o = olt_of(w, HOUR);

	o->is_silent = true;
	(void)until_not_answering(w, o);
	coordinator_heard(world_desk(w), o->id, world_moment(w));
	assert_int_equal(o->not_answering_ms, 0);
	assert_int_equal(world_figures(w).not_answering, 0);
}

/* One lost packet does not mean that the OLT is down. */
static void
one_lost_question_is_nothing(void **state)
{
	struct world *w = *state;
	struct world_olt *o = olt_of(w, HOUR);

	for (int i = 0; i < 20; i++) {
		int64_t probes = o->probes;

		o->is_silent = true;
		while (o->probes == probes)
			world_pass(w, 100);
		world_pass(w, 500);
		o->is_silent = false;
		world_pass(w, 30 * SECOND);
	}
	assert_int_equal(world_said(w, COORDINATOR_OLT_NOT_ANSWERING), 0);
	assert_int_equal(o->not_answering_ms, 0);
}

static void
it_outlives_the_program(void **state)
{
	struct world *w = *state;
	struct world_olt *o = olt_of(w, 5 * MINUTE);
	int64_t since;
	size_t orders;

	o->is_silent = true;
	(void)until_not_answering(w, o);
	since = o->not_answering_ms;
	orders = world_n_orders(w);
	world_restart(w, MINUTE);
	assert_int_equal(world_figures(w).not_answering, 1);
	world_pass(w, 10 * MINUTE);
	assert_int_equal(o->not_answering_ms, since);
	assert_int_equal(world_n_orders(w), orders);
	assert_int_equal(world_said(w, COORDINATOR_OLT_NOT_ANSWERING), 1);
	o->is_silent = false;
	world_pass(w, 2 * MINUTE);
	assert_int_equal(o->not_answering_ms, 0);
}

static void
one_that_is_disabled_is_not_watched(void **state)
{
	struct world *w = *state;
	struct world_olt *o = olt_of(w, HOUR);
	int64_t probes;

	o->is_silent = true;
	(void)until_not_answering(w, o);
	o->enabled = false;
	world_tell(w, 1);
	probes = o->probes;
	assert_int_equal(o->not_answering_ms, 0);
	assert_int_equal(world_figures(w).not_answering, 0);
	world_pass(w, HOUR);
	assert_int_equal(o->probes, probes);
	o->enabled = true;
	world_tell(w, 1);
	(void)until_not_answering(w, o);
	assert_true(o->not_answering_ms > 0);
	o->is_deleted = true;
	world_tell(w, 1);
	assert_int_equal(world_figures(w).not_answering, 0);
}

static void
a_device_that_restarts_is_said_once(void **state)
{
	struct world *w = *state;
	struct world_olt *o = olt_of(w, HOUR);

	assert_int_equal(world_said(w, COORDINATOR_OLT_RESTARTED), 0);
	o->is_silent = true;
	world_pass(w, 3 * MINUTE);
	o->is_silent = false;
	o->up_mono_ms = world_mono(w) - 20 * SECOND;
	world_pass(w, 10 * MINUTE);
	assert_int_equal(world_said(w, COORDINATOR_OLT_RESTARTED), 1);
	assert_int_equal(o->restarts, 1);
	check_contains(world_last(w, COORDINATOR_OLT_RESTARTED), "restarted");
	/* Also if the program was not running. */
	world_restart(w, MINUTE);
	world_pass(w, 10 * MINUTE);
	assert_int_equal(world_said(w, COORDINATOR_OLT_RESTARTED), 1);
	o->up_mono_ms = world_mono(w) + 30 * SECOND;
	world_restart(w, MINUTE);
	world_pass(w, 10 * MINUTE);
	assert_int_equal(world_said(w, COORDINATOR_OLT_RESTARTED), 2);
}

static void
an_uptime_that_ran_over_is_no_restart(void **state)
{
	struct world *w = *state;
	struct world_olt *o = olt_of(w, HOUR);

	o->up_mono_ms = world_mono(w) - (INT64_C(10) << 32) + 5 * MINUTE;
	world_pass(w, 2 * HOUR);
	assert_int_equal(world_said(w, COORDINATOR_OLT_RESTARTED), 0);
}

/* A change of the clock is not a missing answer, and does not reset one. */
static void
a_clock_that_is_set_changes_nothing(void **state)
{
	struct world *w = *state;
	struct world_olt *o = olt_of(w, HOUR);

	world_step_clock(w, -3 * HOUR);
	world_pass(w, 10 * MINUTE);
	world_step_clock(w, 9 * HOUR);
	world_pass(w, 10 * MINUTE);
	assert_int_equal(world_said(w, COORDINATOR_OLT_NOT_ANSWERING), 0);
	assert_int_equal(world_said(w, COORDINATOR_OLT_RESTARTED), 0);
	o->is_silent = true;
	assert_in_range(until_not_answering(w, o), 0, 90 * SECOND);
}

enum { OLTS = 10000 };

/* Ten thousand are probed evenly, and if a thousand stop answering at once, all are
 * detected. */
static void
ten_thousand_are_asked_evenly(void **state)
{
	struct world *w =
	    world_new(&(struct world_options){ .pollers = 50, .watch_ms = MINUTE });
	int64_t dark;

	(void)state;
	for (int64_t i = 1; i <= OLTS; i++) {
		world_olt(w, i)->up_mono_ms = 1;
		world_tell(w, i);
	}
	world_pass(w, 2 * MINUTE);
	for (int second = 0; second < 60; second++) {
		int64_t before = 0, after = 0;

		for (int64_t i = 1; i <= OLTS; i++)
			before += world_olt(w, i)->probes;
		world_pass(w, SECOND);
		for (int64_t i = 1; i <= OLTS; i++)
			after += world_olt(w, i)->probes;
		/* 167 per second. */
		assert_in_range(after - before, 100, 250);
	}
	for (int64_t i = 1; i <= OLTS; i += 10)
		world_olt(w, i)->is_silent = true;
	world_pass(w, 90 * SECOND);
	dark = (int64_t)world_figures(w).not_answering;
	assert_int_equal(dark, OLTS / 10);
	world_free(w);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		WATCHED(an_olt_without_runs_is_asked_once_a_minute),
		WATCHED(the_answers_of_the_watch_are_stored),
		WATCHED(the_answers_of_slices_are_stored),
		WATCHED(one_that_has_just_answered_is_not_asked),
		cmocka_unit_test(
		    a_death_is_seen_within_ninety_seconds_whenever_it_happens),
		WATCHED(how_long_nothing_came_is_told_from_its_last_answer),
		WATCHED(short_timeouts_do_not_make_it_silent_before_two_seconds),
		WATCHED(its_slots_are_skipped_and_nine_of_them_suspend_it),
		WATCHED(two_answers_bring_it_back_without_a_burst),
		WATCHED(a_run_that_is_answered_brings_it_back_at_once),
		WATCHED(so_does_any_other_answer),
		WATCHED(one_lost_question_is_nothing),
		WATCHED(it_outlives_the_program),
		WATCHED(one_that_is_disabled_is_not_watched),
		WATCHED(a_device_that_restarts_is_said_once),
		WATCHED(an_uptime_that_ran_over_is_no_restart),
		WATCHED(a_clock_that_is_set_changes_nothing),
		cmocka_unit_test(ten_thousand_are_asked_evenly),
	};

	return CHECK_ALL(tests);
}

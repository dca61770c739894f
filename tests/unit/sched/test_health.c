/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "sched/health.h"

/* Without the watch only runs and probes of suspended OLTs count. */
static const struct health_rules RULES = {
	.suspend_after = 3, .back_after = 2, .probe_ms = 60000
};
static const struct health_rules WATCH = HEALTH_RULES;

static const struct health_past SUSPENDED = { .failures = 3, .suspended_ms = 1000 };
static const struct health_past FAILING = { .failures = 2 };

/* Suspended at 1000. */
static struct health
suspended(void)
{
	struct health h = { 0 };

	assert_int_equal(health_run_failed(&h, &RULES, 800), HEALTH_SAME);
	assert_int_equal(health_run_failed(&h, &RULES, 900), HEALTH_SAME);
	assert_int_equal(health_run_failed(&h, &RULES, 1000), HEALTH_SUSPENDED);
	return h;
}

static void
the_third_failure_in_a_row_suspends(void **state)
{
	struct health h = suspended();

	(void)state;
	assert_int_equal(h.failures, 3);
	assert_int_equal(h.suspended_ms, 1000);
	assert_int_equal(h.next_probe_ms, 61000);
	assert_int_equal(h.answers, 0);
}

static void
any_success_resets_the_counter(void **state)
{
	struct health h = { 0 };

	(void)state;
	for (int i = 1; i <= 10; i++) {
		assert_int_equal(health_run_failed(&h, &RULES, i * 100), HEALTH_SAME);
		assert_int_equal(health_run_failed(&h, &RULES, i * 100), HEALTH_SAME);
		assert_int_equal(
		    health_run_answered(&h, &RULES, HEALTH_ASKED_BY_PLAN, i * 100),
		    HEALTH_SAME);
		assert_int_equal(h.failures, 0);
		assert_int_equal(h.last_answer_ms, i * 100);
	}
}

static void
two_answers_to_probes_bring_it_back(void **state)
{
	struct health h = suspended();

	(void)state;
	assert_int_equal(health_probed(&h, &RULES, true, 61000), HEALTH_SAME);
	assert_int_equal(h.answers, 1);
	assert_int_equal(h.next_probe_ms, 121000);
	assert_int_equal(h.suspended_ms, 1000);
	assert_int_equal(health_probed(&h, &RULES, true, 121000), HEALTH_BACK);
	assert_int_equal(h.suspended_ms, 0);
	assert_int_equal(h.failures, 0);
	assert_int_equal(h.next_probe_ms, 0);
	assert_int_equal(h.last_answer_ms, 121000);
}

static void
the_two_answers_must_be_in_a_row(void **state)
{
	struct health h = suspended();

	(void)state;
	assert_int_equal(health_probed(&h, &RULES, true, 61000), HEALTH_SAME);
	assert_int_equal(health_probed(&h, &RULES, false, 121000), HEALTH_SAME);
	assert_int_equal(h.answers, 0);
	assert_int_equal(h.next_probe_ms, 181000);
	assert_int_equal(health_probed(&h, &RULES, true, 181000), HEALTH_SAME);
	assert_int_equal(health_probed(&h, &RULES, true, 241000), HEALTH_BACK);
}

static void
it_is_suspended_once_however_often_it_fails(void **state)
{
	struct health h = suspended();

	(void)state;
	assert_int_equal(health_run_failed(&h, &RULES, 5000), HEALTH_SAME);
	assert_int_equal(h.suspended_ms, 1000);
	assert_int_equal(h.next_probe_ms, 61000);
}

static void
after_it_came_back_three_more_failures_suspend_it_again(void **state)
{
	struct health h = suspended();

	(void)state;
	assert_int_equal(health_reset(&h, &RULES, 2000), HEALTH_BACK);
	assert_int_equal(health_run_failed(&h, &RULES, 3000), HEALTH_SAME);
	assert_int_equal(health_run_failed(&h, &RULES, 4000), HEALTH_SAME);
	assert_int_equal(health_run_failed(&h, &RULES, 5000), HEALTH_SUSPENDED);
}

static void
a_person_or_an_answered_run_ends_it_at_once(void **state)
{
	struct health by_person = suspended(), by_run = suspended();

	(void)state;
	assert_int_equal(health_reset(&by_person, &RULES, 2000), HEALTH_BACK);
	assert_int_equal(by_person.last_answer_ms, 0);
	assert_int_equal(health_reset(&by_person, &RULES, 2000), HEALTH_SAME);
	assert_int_equal(health_run_answered(&by_run, &RULES, HEALTH_ASKED_BY_PLAN, 2000),
	    HEALTH_BACK);
	assert_int_equal(by_run.next_probe_ms, 0);
	assert_int_equal(by_run.last_answer_ms, 2000);
}

static void
a_setting_keeps_it_suspended_until_a_person_acts(void **state)
{
	struct health_rules rules = RULES;
	struct health h = { .failures = 2 };

	(void)state;
	rules.stays = true;
	assert_int_equal(health_run_failed(&h, &rules, 1000), HEALTH_SUSPENDED);
	assert_int_equal(h.next_probe_ms, 0);
	h = health_load(&rules, &SUSPENDED, 7, 50000);
	assert_int_equal(h.next_probe_ms, 0);
	assert_int_equal(h.suspended_ms, 1000);
	assert_int_equal(health_reset(&h, &RULES, 2000), HEALTH_BACK);
}

static void
then_only_a_run_that_a_person_wanted_ends_it(void **state)
{
	struct health_rules rules = RULES;
	struct health h = suspended();

	(void)state;
	rules.stays = true;
	assert_int_equal(
	    health_run_answered(&h, &rules, HEALTH_ASKED_BY_PLAN, 2000), HEALTH_SAME);
	assert_int_equal(h.suspended_ms, 1000);
	assert_int_equal(h.failures, 3);
	assert_int_equal(h.last_answer_ms, 2000);
	assert_int_equal(
	    health_run_answered(&h, &rules, HEALTH_ASKED_BY_PERSON, 3000), HEALTH_BACK);
	assert_int_equal(h.suspended_ms, 0);
	assert_int_equal(h.failures, 0);
}

static void
a_probe_of_one_that_is_well_changes_nothing(void **state)
{
	struct health h = { .failures = 1 };

	(void)state;
	assert_int_equal(health_probed(&h, &RULES, false, 1000), HEALTH_SAME);
	assert_int_equal(health_probed(&h, &RULES, true, 2000), HEALTH_SAME);
	assert_int_equal(h.failures, 1);
	assert_int_equal(h.next_probe_ms, 0);
	assert_int_equal(h.last_answer_ms, 2000);
}

static void
what_was_stored_goes_on_and_the_probes_are_spread(void **state)
{
	int per_second[60] = { 0 };
	struct health well = health_load(&RULES, &FAILING, 7, 50000);

	(void)state;
	assert_int_equal(well.next_probe_ms, 0);
	assert_int_equal(health_run_failed(&well, &RULES, 60000), HEALTH_SUSPENDED);
	for (uint64_t key = 1; key <= 600; key++) {
		struct health h = health_load(&RULES, &SUSPENDED, key, 50000);

		assert_in_range(h.next_probe_ms, 50000, 109999);
		per_second[(h.next_probe_ms - 50000) / 1000]++;
	}
	for (int i = 0; i < 60; i++)
		assert_in_range(per_second[i], 8, 12);
}

/* ---- the watch ------------------------------------------------------------------ */

enum { S = 1000, ASKED = 100 * S };

/* Silent since ASKED; each request takes a second to fail. */
static struct health
not_answering(int64_t *ret_ms)
{
	struct health h = health_load(&WATCH, &(struct health_past){ 0 }, 7, 50 * S);
	int64_t now_ms = ASKED;
	enum health_news news;

	do {
		news = health_probed(&h, &WATCH, false, now_ms);
		*ret_ms = now_ms;
		now_ms = h.next_probe_ms + S;
	} while (news == HEALTH_SAME);
	assert_int_equal(news, HEALTH_NOT_ANSWERING);
	return h;
}

static void
after_a_first_silence_it_is_asked_at_2_5_and_10_s(void **state)
{
	struct health h = health_load(&WATCH, &(struct health_past){ 0 }, 7, 50 * S);
	const int64_t at[] = { 2 * S, 5 * S, 10 * S };

	(void)state;
	assert_in_range(h.next_probe_ms, 50 * S, 110 * S - 1);
	assert_int_equal(health_probed(&h, &WATCH, false, ASKED), HEALTH_SAME);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(h.not_answering_ms, 0);
		assert_int_equal(h.next_probe_ms, ASKED + at[i]);
		assert_int_equal(
		    health_probed(&h, &WATCH, false, h.next_probe_ms + 2 * S),
		    i < 2 ? HEALTH_SAME : HEALTH_NOT_ANSWERING);
	}
	assert_int_equal(h.not_answering_ms, ASKED);
	assert_int_equal(h.failures, 0);
	/* And then at the interval of probes. */
	assert_int_equal(h.next_probe_ms, ASKED + 12 * S + 60 * S);
	assert_int_equal(health_probed(&h, &WATCH, false, 200 * S), HEALTH_SAME);
	assert_int_equal(h.not_answering_ms, ASKED);
}

static void
one_answer_ends_the_doubt(void **state)
{
	struct health h = health_load(&WATCH, &(struct health_past){ 0 }, 7, 50 * S);

	(void)state;
	for (int i = 0; i < 3; i++)
		assert_int_equal(
		    health_probed(&h, &WATCH, false, ASKED + i * 3 * S), HEALTH_SAME);
	assert_int_equal(health_probed(&h, &WATCH, true, ASKED + 11 * S), HEALTH_SAME);
	assert_int_equal(h.misses, 0);
	assert_int_equal(h.next_probe_ms, ASKED + 71 * S);
	assert_int_equal(health_probed(&h, &WATCH, false, 200 * S), HEALTH_SAME);
	assert_int_equal(h.next_probe_ms, 202 * S);
}

static void
two_answers_bring_it_back_soon(void **state)
{
	int64_t now_ms;
	struct health h = not_answering(&now_ms);

	(void)state;
	assert_int_equal(health_probed(&h, &WATCH, true, 300 * S), HEALTH_SAME);
	assert_int_equal(h.next_probe_ms, 302 * S);
	assert_int_equal(health_probed(&h, &WATCH, false, 303 * S), HEALTH_SAME);
	assert_int_equal(h.next_probe_ms, 363 * S);
	assert_int_equal(health_probed(&h, &WATCH, true, 363 * S), HEALTH_SAME);
	assert_int_equal(health_probed(&h, &WATCH, true, 365 * S), HEALTH_BACK);
	assert_int_equal(h.not_answering_ms, 0);
	assert_int_equal(h.next_probe_ms, 425 * S);
}

/* A run sends several requests, and one more unanswered request is enough. */
static void
a_silent_run_counts_for_three(void **state)
{
	struct health h = { .next_probe_ms = 110 * S };

	(void)state;
	assert_int_equal(
	    health_missed(&h, &WATCH, HEALTH_MISSES_OF_RUN, ASKED), HEALTH_SAME);
	assert_int_equal(h.next_probe_ms, ASKED + 2 * S);
	assert_int_equal(
	    health_probed(&h, &WATCH, false, ASKED + 4 * S), HEALTH_NOT_ANSWERING);
	assert_int_equal(h.not_answering_ms, ASKED);
	/* An answered run counts more than two answers. */
	assert_int_equal(
	    health_run_answered(&h, &WATCH, HEALTH_ASKED_BY_PLAN, 200 * S), HEALTH_BACK);
	assert_int_equal(h.next_probe_ms, 260 * S);
}

/* With short time-outs two runs may fail within a second: that counts as one moment. */
static void
two_runs_that_fail_at_once_are_not_enough(void **state)
{
	struct health h = { .next_probe_ms = 110 * S };

	(void)state;
	assert_int_equal(
	    health_missed(&h, &WATCH, HEALTH_MISSES_OF_RUN, ASKED), HEALTH_SAME);
	assert_int_equal(
	    health_missed(&h, &WATCH, HEALTH_MISSES_OF_RUN, ASKED + S), HEALTH_SAME);
	assert_in_range(h.next_probe_ms, ASKED + 2 * S, ASKED + 5 * S);
	assert_int_equal(h.not_answering_ms, 0);
	assert_int_equal(
	    health_probed(&h, &WATCH, false, h.next_probe_ms), HEALTH_NOT_ANSWERING);
	assert_int_equal(h.not_answering_ms, ASKED);
}

/* The lock is in use for a long time after two unanswered requests. */
static void
within_thirty_seconds_of_the_second_it_is_so_whatever_happens(void **state)
{
	struct health h = { .next_probe_ms = ASKED };
	int64_t now_ms = ASKED + 4 * S;

	(void)state;
	assert_int_equal(health_probed(&h, &WATCH, false, ASKED), HEALTH_SAME);
	assert_int_equal(health_probed(&h, &WATCH, false, now_ms), HEALTH_SAME);
	while (health_put_off(&h, &WATCH, S, now_ms) == HEALTH_SAME) {
		assert_int_equal(h.next_probe_ms, now_ms + S);
		now_ms += S;
	}
	assert_int_equal(h.not_answering_ms, ASKED);
	assert_in_range(now_ms, ASKED + 4 * S, ASKED + 34 * S);
}

static void
three_skipped_runs_are_a_failure_and_nine_suspend_it(void **state)
{
	int64_t now_ms;
	struct health h = not_answering(&now_ms);

	(void)state;
	for (int i = 1; i < 9; i++) {
		assert_int_equal(health_run_skipped(&h, &WATCH, 200 * S), HEALTH_SAME);
		assert_int_equal(h.failures, i / 3);
	}
	assert_int_equal(health_run_skipped(&h, &WATCH, 200 * S), HEALTH_SUSPENDED);
	assert_int_equal(h.next_probe_ms, 260 * S);
	assert_int_equal(health_probed(&h, &WATCH, true, 260 * S), HEALTH_SAME);
	assert_int_equal(health_probed(&h, &WATCH, true, 320 * S), HEALTH_BACK);
	assert_int_equal(h.not_answering_ms, 0);
	assert_int_equal(h.failures, 0);
}

static void
who_has_just_answered_is_not_asked(void **state)
{
	struct health h = { .next_probe_ms = ASKED };

	(void)state;
	assert_int_equal(
	    health_run_answered(&h, &WATCH, HEALTH_ASKED_BY_PLAN, 90 * S), HEALTH_SAME);
	assert_int_equal(h.next_probe_ms, ASKED);
	assert_false(health_is_to_ask(&h, &WATCH, ASKED));
	assert_int_equal(h.next_probe_ms, 150 * S);
	assert_true(health_is_to_ask(&h, &WATCH, 150 * S));
	/* The clock was set back: this is not an answer of tomorrow. */
	h.last_answer_ms = 900 * S;
	assert_true(health_is_to_ask(&h, &WATCH, 150 * S));
}

static void
without_the_watch_nobody_is_called_silent(void **state)
{
	struct health_past silent = { .not_answering_ms = 1000 };
	struct health h = health_load(&RULES, &silent, 7, 50 * S);

	(void)state;
	assert_int_equal(h.not_answering_ms, 0);
	for (int i = 0; i < 10; i++)
		assert_int_equal(health_missed(&h, &RULES, 3, ASKED), HEALTH_SAME);
	assert_int_equal(h.next_probe_ms, 0);
}

static void
one_that_is_disabled_is_not_called_silent(void **state)
{
	int64_t now_ms;
	struct health h = not_answering(&now_ms);

	(void)state;
	assert_true(health_let_go(&h));
	assert_int_equal(h.not_answering_ms, 0);
	assert_false(health_let_go(&h));
	/* If a user resets the state, it is probed at once. */
	h = not_answering(&now_ms);
	assert_int_equal(health_reset(&h, &WATCH, 400 * S), HEALTH_BACK);
	assert_int_equal(h.next_probe_ms, 400 * S);
}

/* ---- other rules ------------------------------------------------------------------ */

static void
other_rules_plan_the_next_question(void **state)
{
	struct health_rules often = WATCH, stays = WATCH, never = WATCH;
	struct health h = { .last_answer_ms = 1000, .next_probe_ms = 3600000 };

	(void)state;
	often.watch_ms = 10000;
	stays.stays = true;
	never.watch_ms = 0;
	assert_false(health_ruled(&h, &often, 7, 500000));
	assert_in_range(h.next_probe_ms, 500000, 510000);
	assert_false(health_ruled(&h, &never, 7, 500000));
	assert_int_equal(h.next_probe_ms, 0);
	/* A suspended OLT is probed, unless it must stay suspended. */
	h = suspended();
	assert_false(health_ruled(&h, &stays, 7, 500000));
	assert_int_equal(h.next_probe_ms, 0);
	assert_false(health_ruled(&h, &WATCH, 7, 500000));
	assert_in_range(h.next_probe_ms, 500000, 560000);
	assert_int_equal(h.suspended_ms, 1000);
}

static void
one_that_is_doubted_is_asked_as_it_was_going_to_be(void **state)
{
	struct health_rules never = WATCH;
	struct health h = { 0 };

	(void)state;
	never.watch_ms = 0;
	assert_int_equal(health_missed(&h, &WATCH, 1, 1000), HEALTH_SAME);
	int64_t next_ms = h.next_probe_ms;
	assert_false(health_ruled(&h, &WATCH, 7, 1500));
	assert_int_equal(h.next_probe_ms, next_ms);
	/* Without the watch the doubt ends, and the OLT is not reported any more. */
	assert_int_equal(health_missed(&h, &WATCH, 3, 3000), HEALTH_NOT_ANSWERING);
	assert_true(health_ruled(&h, &never, 7, 4000));
	assert_int_equal(h.not_answering_ms, 0);
	assert_int_equal(h.misses, 0);
	assert_int_equal(h.next_probe_ms, 0);
	/* A pending probe is not answered: the watch starts again nevertheless. */
	assert_int_equal(health_probed(&h, &never, false, 4000), HEALTH_SAME);
	assert_false(health_ruled(&h, &WATCH, 7, 5000));
	assert_in_range(h.next_probe_ms, 5000, 65000);
	assert_true(health_rules_are(&WATCH, &WATCH));
	assert_false(health_rules_are(&WATCH, &never));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_third_failure_in_a_row_suspends),
		cmocka_unit_test(any_success_resets_the_counter),
		cmocka_unit_test(two_answers_to_probes_bring_it_back),
		cmocka_unit_test(the_two_answers_must_be_in_a_row),
		cmocka_unit_test(it_is_suspended_once_however_often_it_fails),
		cmocka_unit_test(after_it_came_back_three_more_failures_suspend_it_again),
		cmocka_unit_test(a_person_or_an_answered_run_ends_it_at_once),
		cmocka_unit_test(a_setting_keeps_it_suspended_until_a_person_acts),
		cmocka_unit_test(then_only_a_run_that_a_person_wanted_ends_it),
		cmocka_unit_test(a_probe_of_one_that_is_well_changes_nothing),
		cmocka_unit_test(what_was_stored_goes_on_and_the_probes_are_spread),
		cmocka_unit_test(after_a_first_silence_it_is_asked_at_2_5_and_10_s),
		cmocka_unit_test(one_answer_ends_the_doubt),
		cmocka_unit_test(two_answers_bring_it_back_soon),
		cmocka_unit_test(a_silent_run_counts_for_three),
		cmocka_unit_test(two_runs_that_fail_at_once_are_not_enough),
		cmocka_unit_test(
		    within_thirty_seconds_of_the_second_it_is_so_whatever_happens),
		cmocka_unit_test(three_skipped_runs_are_a_failure_and_nine_suspend_it),
		cmocka_unit_test(who_has_just_answered_is_not_asked),
		cmocka_unit_test(without_the_watch_nobody_is_called_silent),
		cmocka_unit_test(one_that_is_disabled_is_not_called_silent),
		cmocka_unit_test(other_rules_plan_the_next_question),
		cmocka_unit_test(one_that_is_doubted_is_asked_as_it_was_going_to_be),
	};

	return CHECK_ALL(tests);
}

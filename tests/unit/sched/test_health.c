/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "sched/health.h"

static const struct health_rules RULES = HEALTH_RULES;

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
	assert_int_equal(health_reset(&h, 2000), HEALTH_BACK);
	assert_int_equal(health_run_failed(&h, &RULES, 3000), HEALTH_SAME);
	assert_int_equal(health_run_failed(&h, &RULES, 4000), HEALTH_SAME);
	assert_int_equal(health_run_failed(&h, &RULES, 5000), HEALTH_SUSPENDED);
}

static void
a_person_or_an_answered_run_ends_it_at_once(void **state)
{
	struct health by_person = suspended(), by_run = suspended();

	(void)state;
	assert_int_equal(health_reset(&by_person, 2000), HEALTH_BACK);
	assert_int_equal(by_person.last_answer_ms, 0);
	assert_int_equal(health_reset(&by_person, 2000), HEALTH_SAME);
	assert_int_equal(health_run_answered(&by_run, &RULES, HEALTH_ASKED_BY_PLAN, 2000),
	    HEALTH_BACK);
	assert_int_equal(by_run.next_probe_ms, 0);
	assert_int_equal(by_run.last_answer_ms, 2000);
}

static void
a_setting_keeps_it_suspended_until_a_person_acts(void **state)
{
	struct health_rules rules = HEALTH_RULES;
	struct health h = { .failures = 2 };

	(void)state;
	rules.stays = true;
	assert_int_equal(health_run_failed(&h, &rules, 1000), HEALTH_SUSPENDED);
	assert_int_equal(h.next_probe_ms, 0);
	h = health_load(&rules, 3, 1000, 7, 50000);
	assert_int_equal(h.next_probe_ms, 0);
	assert_int_equal(h.suspended_ms, 1000);
	assert_int_equal(health_reset(&h, 2000), HEALTH_BACK);
}

static void
then_only_a_run_that_a_person_wanted_ends_it(void **state)
{
	struct health_rules rules = HEALTH_RULES;
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
	struct health well = health_load(&RULES, 2, 0, 7, 50000);

	(void)state;
	assert_int_equal(well.next_probe_ms, 0);
	assert_int_equal(health_run_failed(&well, &RULES, 60000), HEALTH_SUSPENDED);
	for (uint64_t key = 1; key <= 600; key++) {
		struct health h = health_load(&RULES, 3, 1000, key, 50000);

		assert_in_range(h.next_probe_ms, 50000, 109999);
		per_second[(h.next_probe_ms - 50000) / 1000]++;
	}
	for (int i = 0; i < 60; i++)
		assert_in_range(per_second[i], 8, 12);
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
	};

	return CHECK_ALL(tests);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "sched/look_budget.h"

#define S INT64_C(1000)
#define H (3600 * S)

static void
three_looks_fit_in_a_minute(void **state)
{
	struct look_budget b = { 0 };

	(void)state;
	for (int i = 0; i < LOOKS_A_MINUTE; i++) {
		assert_int_equal(look_budget_check(&b, H + i * 10 * S), LOOK_ALLOWED);
		look_budget_begin(&b, H + i * 10 * S);
	}
	assert_int_equal(look_budget_check(&b, H + 59 * S), LOOK_MINUTE_IS_FULL);
	/* The first one is a minute old. */
	assert_int_equal(look_budget_check(&b, H + 60 * S), LOOK_ALLOWED);
	look_budget_begin(&b, H + 60 * S);
	assert_int_equal(look_budget_check(&b, H + 61 * S), LOOK_MINUTE_IS_FULL);
}

/* 20 looks of an OLT that is hardly asked; then the first hour is a day old. */
static void
an_olt_with_few_requests_gets_twenty_a_day(void **state)
{
	struct look_budget b = { 0 };
	int64_t now_ms = 100 * H;

	(void)state;
	for (int i = 0; i < LOOKS_A_DAY; i++) {
		assert_int_equal(look_budget_check(&b, now_ms), LOOK_ALLOWED);
		look_budget_begin(&b, now_ms);
		look_budget_asked(&b, 16, now_ms);
		look_budget_spent(&b, 16, now_ms);
		now_ms += 30 * S;
	}
	now_ms += 60 * S;
	assert_int_equal(look_budget_check(&b, now_ms), LOOK_DAY_IS_FULL);
	assert_int_equal(look_budget_check(&b, 123 * H), LOOK_DAY_IS_FULL);
	assert_int_equal(look_budget_check(&b, 124 * H), LOOK_ALLOWED);
}

/* 20 looks of 16 requests are 320: more are allowed while the OLT has more than 16,000. */
static void
an_olt_with_many_requests_gets_two_in_a_hundred(void **state)
{
	struct look_budget b = { 0 };
	int64_t now_ms = 100 * H;

	(void)state;
	look_budget_asked(&b, 16000, now_ms);
	for (int i = 0; i < LOOKS_A_DAY; i++) {
		now_ms += 60 * S;
		look_budget_begin(&b, now_ms);
		look_budget_spent(&b, 16, now_ms);
	}
	now_ms += 60 * S;
	assert_int_equal(look_budget_check(&b, now_ms), LOOK_DAY_IS_FULL);
	look_budget_asked(&b, 1, now_ms);
	assert_int_equal(look_budget_check(&b, now_ms), LOOK_ALLOWED);
	look_budget_spent(&b, 1, now_ms);
	assert_int_equal(look_budget_check(&b, now_ms), LOOK_DAY_IS_FULL);
}

static void
a_busy_olt_is_left_alone(void **state)
{
	struct look_load load = { .cpu_pct = 84, .cpu_age_ms = 0, .slowed_age_ms = -1 };

	(void)state;
	assert_int_equal(look_load_check(&load), LOOK_LOAD_GOOD);
	load.cpu_pct = 85;
	assert_int_equal(look_load_check(&load), LOOK_CPU_IS_BUSY);
	load.cpu_age_ms = 900 * S; /* too old to count */
	assert_int_equal(look_load_check(&load), LOOK_LOAD_GOOD);
	load.cpu_age_ms = -1;
	load.slowed_age_ms = 59 * S;
	assert_int_equal(look_load_check(&load), LOOK_ANSWERS_LATE);
	load.slowed_age_ms = 60 * S;
	assert_int_equal(look_load_check(&load), LOOK_LOAD_GOOD);
	load.is_read = true;
	assert_int_equal(look_load_check(&load), LOOK_LOAD_GOOD);
	load.has_one_reader = true;
	assert_int_equal(look_load_check(&load), LOOK_HAS_A_READER);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_looks_fit_in_a_minute),
		cmocka_unit_test(an_olt_with_few_requests_gets_twenty_a_day),
		cmocka_unit_test(an_olt_with_many_requests_gets_two_in_a_hundred),
		cmocka_unit_test(a_busy_olt_is_left_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "model/quota.h"

static void
every_status_has_a_name_and_comes_back_from_it(void **state)
{
	enum quota_status status = QUOTA_STATUSES;

	(void)state;
	for (int i = 0; i < QUOTA_STATUSES; i++) {
		assert_true(quota_status_from_name(
		    quota_status_name((enum quota_status)i), &status));
		assert_int_equal(status, i);
	}
	assert_string_equal(quota_status_name(QUOTA_NOT_MET), "QUOTA_NOT_MET");
	assert_false(quota_status_from_name("", &status));
	assert_int_equal(status, QUOTA_INTERRUPTED);
}

static void
severities_come_back_from_their_names_and_grow(void **state)
{
	enum severity low, high, untouched = SEVERITY_MEDIUM;

	(void)state;
	assert_true(severity_from_name("LOW", &low));
	assert_true(severity_from_name("CRITICAL", &high));
	assert_true(low < high);
	assert_string_equal(severity_name(SEVERITY_HIGH), "HIGH");
	assert_false(severity_from_name("WORST", &untouched));
	assert_int_equal(untouched, SEVERITY_MEDIUM);
}

static void
a_period_is_a_clock_hour(void **state)
{
	(void)state;
	/* 2026-01-01 00:00 UTC */
	assert_int_equal(quota_period_of(INT64_C(1767225600000)), INT64_C(1767225600000));
	assert_int_equal(
	    quota_period_of(INT64_C(1767225600000) + 3599999), INT64_C(1767225600000));
	assert_int_equal(
	    quota_period_of(INT64_C(1767225600000) + 3600000), INT64_C(1767229200000));
}

static void
the_average_is_of_completed_and_failed_runs(void **state)
{
	struct quota q = { .completed = 2, .failed = 1, .skipped = 7 };

	(void)state;
	q.total_duration_ms = 4500;
	assert_int_equal(quota_average_ms(&q), 1500);
	q.completed = q.failed = 0;
	assert_int_equal(quota_average_ms(&q), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_status_has_a_name_and_comes_back_from_it),
		cmocka_unit_test(severities_come_back_from_their_names_and_grow),
		cmocka_unit_test(a_period_is_a_clock_hour),
		cmocka_unit_test(the_average_is_of_completed_and_failed_runs),
	};

	return CHECK_ALL(tests);
}

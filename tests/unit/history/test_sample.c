/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <math.h>

#include "history/sample.h"

static const int64_t HOUR_MS = 3600000;

static void
a_reading_is_rounded_to_its_scale(void **state)
{
	(void)state;
	assert_int_equal(history_scaled(-21.37, 100), -2137);
	assert_int_equal(history_scaled(2.345, 10), 23);
	assert_int_equal(history_scaled(-0.25, 10), -3);
	assert_int_equal(history_scaled(0, 1000), 0);
	assert_true(history_unscaled(-2137, 100) == -21.37);
}

static void
what_does_not_fit_is_no_reading(void **state)
{
	(void)state;
	assert_int_equal(history_scaled(NAN, 100), HISTORY_NULL);
	assert_int_equal(history_scaled(INFINITY, 1), HISTORY_NULL);
	assert_int_equal(history_scaled(-INFINITY, 1), HISTORY_NULL);
	assert_int_equal(history_scaled(2147483647.0, 1), INT32_MAX);
	assert_int_equal(history_scaled(2147483648.0, 1), HISTORY_NULL);
	assert_int_equal(history_scaled(-2147483647.0, 1), -INT32_MAX);
	assert_int_equal(history_scaled(-2147483648.0, 1), HISTORY_NULL);
	assert_true(isnan(history_unscaled(HISTORY_NULL, 100)));
}

static void
up_to_two_days_are_shown_by_sample(void **state)
{
	struct history_limits limits = HISTORY_LIMITS_DEFAULT;

	(void)state;
	assert_int_equal(history_resolution(0, 48 * HOUR_MS, &limits), HISTORY_RAW);
	assert_int_equal(history_resolution(0, 48 * HOUR_MS + 1, &limits), HISTORY_HOUR);
	assert_int_equal(history_resolution(5, 5, &limits), HISTORY_RAW);
	assert_int_equal(
	    history_resolution(INT64_MIN + 1, INT64_MAX, &limits), HISTORY_HOUR);
	limits.raw_since_ms = 100 * HOUR_MS;
	assert_int_equal(
	    history_resolution(99 * HOUR_MS, 101 * HOUR_MS, &limits), HISTORY_HOUR);
	assert_int_equal(
	    history_resolution(100 * HOUR_MS, 101 * HOUR_MS, &limits), HISTORY_RAW);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_reading_is_rounded_to_its_scale),
		cmocka_unit_test(what_does_not_fit_is_no_reading),
		cmocka_unit_test(up_to_two_days_are_shown_by_sample),
	};

	return CHECK_ALL(tests);
}

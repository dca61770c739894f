/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "history/hour.h"
#include "history/sample.h"

static void
check_hour(
    const struct history_hour *h, int32_t min, int32_t avg, int32_t max, uint32_t count)
{
	assert_int_equal(h->min, min);
	assert_int_equal(h->avg, avg);
	assert_int_equal(h->max, max);
	assert_int_equal(h->count, count);
}

static void
an_hour_is_min_avg_max_and_count_of_its_runs(void **state)
{
	static const int32_t RUNS[3][4] = {
		{ -2100, HISTORY_NULL, HISTORY_NULL, 5 },
		{ -2110, 7, HISTORY_NULL, 6 },
		{ -2120, HISTORY_NULL, HISTORY_NULL, 6 },
	};
	struct history_sum sums[4] = { 0 };
	struct history_hour hours[4];

	(void)state;
	for (int i = 0; i < 3; i++)
		history_sum_add(sums, RUNS[i], 4);
	history_sum_finish(sums, 4, hours);
	check_hour(&hours[0], -2120, -2110, -2100, 3);
	check_hour(&hours[1], 7, 7, 7, 1);
	check_hour(&hours[2], HISTORY_NULL, HISTORY_NULL, HISTORY_NULL, 0);
	check_hour(&hours[3], 5, 6, 6, 3); /* 17 / 3 */
}

static void
halves_are_rounded_away_from_zero(void **state)
{
	static const int32_t RUNS[2][2] = { { 1, -1 }, { 2, -2 } };
	struct history_sum sums[2] = { 0 };
	struct history_hour hours[2];

	(void)state;
	history_sum_add(sums, RUNS[0], 2);
	history_sum_add(sums, RUNS[1], 2);
	history_sum_finish(sums, 2, hours);
	check_hour(&hours[0], 1, 2, 2, 2);
	check_hour(&hours[1], -2, -2, -1, 2);
}

static void
the_largest_values_do_not_overflow(void **state)
{
	static const int32_t HIGH = INT32_MAX, LOW = -INT32_MAX;
	struct history_sum up = { 0 }, down = { 0 };
	struct history_hour hour;

	(void)state;
	for (int i = 0; i < 1000; i++) {
		history_sum_add(&up, &HIGH, 1);
		history_sum_add(&down, &LOW, 1);
	}
	history_sum_finish(&up, 1, &hour);
	check_hour(&hour, INT32_MAX, INT32_MAX, INT32_MAX, 1000);
	history_sum_finish(&down, 1, &hour);
	check_hour(&hour, -INT32_MAX, -INT32_MAX, -INT32_MAX, 1000);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_hour_is_min_avg_max_and_count_of_its_runs),
		cmocka_unit_test(halves_are_rounded_away_from_zero),
		cmocka_unit_test(the_largest_values_do_not_overflow),
	};

	return CHECK_ALL(tests);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "history/rate.h"

/* Octets on a gigabit link. */
static const struct history_counter IN_32 = { 32, 125e6 }, IN_64 = { 64, 125e6 };

static struct history_reading
read_at(int64_t seconds, uint64_t value, int64_t uptime_s)
{
	return (struct history_reading){ value, seconds * 1000,
		uptime_s < 0 ? HISTORY_UPTIME_UNKNOWN : uptime_s * 1000 };
}

static void
check_rate(const struct history_counter *counter, struct history_reading before,
    struct history_reading after, enum history_rate kind, double expected)
{
	double per_s = -7;

	assert_int_equal(history_rate(counter, &before, &after, &per_s), kind);
	assert_true(per_s == expected);
}

static const double UNTOUCHED = -7;

static void
a_counter_that_grew_has_a_rate(void **state)
{
	(void)state;
	check_rate(
	    &IN_64, read_at(0, 1000, -1), read_at(300, 4000, -1), HISTORY_RATE_OK, 10);
	check_rate(&IN_32, read_at(100, 7, 50), read_at(400, 7, 350), HISTORY_RATE_OK, 0);
}

static void
a_counter_that_ran_over_its_end_is_counted_through(void **state)
{
	(void)state;
	/* 296 up to the end, 4 from zero on: 300 in 300 s. */
	check_rate(&IN_32, read_at(0, UINT32_MAX - 295, -1), read_at(300, 4, -1),
	    HISTORY_RATE_WRAPPED, 1);
	check_rate(&IN_64, read_at(0, UINT64_MAX - 295, 10), read_at(300, 4, 310),
	    HISTORY_RATE_WRAPPED, 1);
}

static void
no_rate_across_a_restart_of_the_device(void **state)
{
	(void)state;
	check_rate(&IN_64, read_at(0, 1000, 5000), read_at(300, 4000, 20),
	    HISTORY_RATE_RESET, UNTOUCHED);
}

static void
an_uptime_shorter_than_the_time_between_tells_of_a_restart(void **state)
{
	(void)state;
	/* The first uptime is unknown: 299 s of 300 s, so it was restarted. */
	check_rate(&IN_64, read_at(0, 1000, -1), read_at(300, 4000, 299),
	    HISTORY_RATE_RESET, UNTOUCHED);
	check_rate(
	    &IN_64, read_at(0, 1000, -1), read_at(300, 4000, 300), HISTORY_RATE_OK, 10);
}

static void
a_32_bit_fall_more_than_half_round_needs_an_uptime(void **state)
{
	(void)state;
	/* From 1,000,000 to 100: 4293967396 on, which is 14.3 MB/s over 300 s. */
	check_rate(&IN_32, read_at(0, 1000000, -1), read_at(300, 100, -1),
	    HISTORY_RATE_RESET, UNTOUCHED);
	check_rate(&IN_32, read_at(0, 1000000, -1), read_at(1000, 100, 5000),
	    HISTORY_RATE_WRAPPED, 4293967.396);
	/* From 2^32 - 600 to 0. */
	check_rate(&IN_32, read_at(0, UINT64_C(4294966696), -1), read_at(300, 0, -1),
	    HISTORY_RATE_WRAPPED, 2);
}

static void
a_fall_that_no_wrap_explains_is_a_reset(void **state)
{
	(void)state;
	/* 2^64 - 900000 in 300 s is faster than a gigabit. */
	check_rate(&IN_64, read_at(0, 1000000, -1), read_at(300, 100000, -1),
	    HISTORY_RATE_RESET, UNTOUCHED);
	/* In 32 bits 4294067296 octets in 10 s are 429 MB/s: also too fast. */
	check_rate(&IN_32, read_at(0, 1000000, -1), read_at(10, 100000, -1),
	    HISTORY_RATE_RESET, UNTOUCHED);
}

static void
an_impossible_leap_is_a_reset_too(void **state)
{
	(void)state;
	check_rate(&IN_64, read_at(0, 0, -1), read_at(10, 1250000001, -1),
	    HISTORY_RATE_RESET, UNTOUCHED);
	check_rate(&IN_64, read_at(0, 0, -1), read_at(10, 1250000000, -1),
	    HISTORY_RATE_OK, 125e6);
}

static void
no_rate_without_time_between(void **state)
{
	(void)state;
	check_rate(&IN_64, read_at(5, 1, -1), read_at(5, 2, -1), HISTORY_RATE_NO_TIME,
	    UNTOUCHED);
	check_rate(&IN_64, read_at(5, 1, -1), read_at(4, 2, -1), HISTORY_RATE_NO_TIME,
	    UNTOUCHED);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_counter_that_grew_has_a_rate),
		cmocka_unit_test(a_counter_that_ran_over_its_end_is_counted_through),
		cmocka_unit_test(no_rate_across_a_restart_of_the_device),
		cmocka_unit_test(
		    an_uptime_shorter_than_the_time_between_tells_of_a_restart),
		cmocka_unit_test(a_32_bit_fall_more_than_half_round_needs_an_uptime),
		cmocka_unit_test(a_fall_that_no_wrap_explains_is_a_reset),
		cmocka_unit_test(an_impossible_leap_is_a_reset_too),
		cmocka_unit_test(no_rate_without_time_between),
	};

	return CHECK_ALL(tests);
}

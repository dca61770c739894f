/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "sched/uptime.h"

#define S INT64_C(1000)
#define H (3600 * S)
#define WRAP (INT64_C(10) << 32) /* 2^32 hundredths of a second */

/* It was started before our clock; uptimes counted in minutes jump. */
static void
an_uptime_that_goes_on_is_no_start(void **state)
{
	struct uptime u = { 0 };

	(void)state;
	assert_false(uptime_said(&u, 500 * H, H));
	assert_false(uptime_said(&u, 501 * H, 2 * H));
	assert_false(uptime_said(&u, 501 * H - 59 * S, 2 * H));
	assert_false(uptime_said(&u, 502 * H + 30 * S, 3 * H));
}

static void
one_that_begins_anew_is_a_start(void **state)
{
	struct uptime u = { 0 };

	(void)state;
	assert_false(uptime_said(&u, 500 * H, H));
	assert_true(uptime_said(&u, 60 * S, 2 * H));
	assert_false(uptime_said(&u, 120 * S, 2 * H + 60 * S));
	/* Soon after the last reading, and after a silence longer than its previous
	 * uptime. */
	assert_true(uptime_said(&u, 5 * S, 2 * H + 100 * S));
	assert_true(uptime_said(&u, 10 * H, 30 * H));
}

static void
the_end_of_its_32_bits_is_no_start(void **state)
{
	struct uptime u = { 0 };

	(void)state;
	assert_false(uptime_said(&u, WRAP - 20 * S, H));
	assert_false(uptime_said(&u, 40 * S, H + 60 * S));
	assert_false(uptime_said(&u, 100 * S, H + 120 * S));
	/* Also after a silence of days. */
	u = (struct uptime){ 0 };
	assert_false(uptime_said(&u, WRAP - 24 * H, H));
	assert_false(uptime_said(&u, 48 * H, 73 * H));
	/* But a restart near the overflow is a restart. */
	u = (struct uptime){ 0 };
	assert_false(uptime_said(&u, WRAP - 10 * H, H));
	assert_true(uptime_said(&u, 30 * S, 2 * H));
}

/* Rounded to seconds in one answer and not in the other. */
static void
what_is_rounded_is_no_start(void **state)
{
	struct uptime u = { 0 };

	(void)state;
	assert_false(uptime_said(&u, 30 * S + 990, H));
	assert_false(uptime_said(&u, 30 * S, H + 5));
}

/* A counter that stops for a while, or is slow, is not a restart. */
static void
a_clock_that_is_slow_is_no_start(void **state)
{
	struct uptime u = { 0 };

	(void)state;
	assert_false(uptime_said(&u, 500 * H, H));
	assert_false(uptime_said(&u, 500 * H, 3 * H));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_uptime_that_goes_on_is_no_start),
		cmocka_unit_test(one_that_begins_anew_is_a_start),
		cmocka_unit_test(the_end_of_its_32_bits_is_no_start),
		cmocka_unit_test(what_is_rounded_is_no_start),
		cmocka_unit_test(a_clock_that_is_slow_is_no_start),
	};

	return CHECK_ALL(tests);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "base/grumble.h"

/* 0, 60, 180, 420, 900 and 1860 s: the pauses are 1, 2, 4, 8, 16 minutes. */
static void
an_hour_of_failures_makes_six_lines(void **state)
{
	static const int64_t EXPECTED[] = { 0, 60, 180, 420, 900, 1860 };
	struct grumble g = { 0 };
	size_t lines = 0;

	(void)state;
	for (int64_t s = 0; s < 3600; s += 10) {
		if (!grumble_bad(&g, s * 1000))
			continue;
		assert_true(lines < 6);
		assert_int_equal(s, EXPECTED[lines]);
		lines++;
	}
	assert_int_equal(lines, 6);
	assert_int_equal(g.times, 360);
}

static void
it_is_never_silent_for_more_than_an_hour(void **state)
{
	struct grumble g = { 0 };
	int64_t last = 0;

	(void)state;
	for (int64_t s = 0; s < 7 * 24 * 3600; s += 60) {
		if (grumble_bad(&g, s * 1000))
			last = s;
		assert_true(s - last < 3600);
	}
}

static void
recovery_is_news_once_and_the_next_failure_is_news_again(void **state)
{
	struct grumble g = { 0 };

	(void)state;
	assert_false(grumble_good(&g));
	assert_true(grumble_bad(&g, 1000));
	assert_false(grumble_bad(&g, 2000));
	assert_true(grumble_good(&g));
	assert_false(grumble_good(&g));
	assert_true(grumble_bad(&g, 3000));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_hour_of_failures_makes_six_lines),
		cmocka_unit_test(it_is_never_silent_for_more_than_an_hour),
		cmocka_unit_test(
		    recovery_is_news_once_and_the_next_failure_is_news_again),
	};

	return CHECK_ALL(tests);
}

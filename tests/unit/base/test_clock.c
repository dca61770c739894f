/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "base/clock.h"

static void
the_monotonic_clock_never_goes_back(void **state)
{
	int64_t last = clock_mono_us();

	(void)state;
	for (int i = 0; i < 1000; i++) {
		int64_t now = clock_mono_us();

		assert_true(now >= last);
		last = now;
	}
	assert_true(llabs(clock_mono_ms() - last / 1000) < 1000);
}

static void
wall_time_is_of_this_century(void **state)
{
	(void)state;
	assert_true(clock_wall_ms() > INT64_C(1600000000000)); /* September 2020 */
	assert_true(clock_wall_ms() < INT64_C(4102444800000)); /* 2100 */
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_monotonic_clock_never_goes_back),
		cmocka_unit_test(wall_time_is_of_this_century),
	};

	return CHECK_ALL(tests);
}

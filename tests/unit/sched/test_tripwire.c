/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "sched/tripwire.h"

static void
three_onus_and_a_tenth_are_needed(void **state)
{
	(void)state;
	assert_false(tripwire_fell(10, 8));
	assert_true(tripwire_fell(10, 7));
	assert_true(tripwire_fell(3, 0));
	assert_true(tripwire_fell(30, 27));
	assert_false(tripwire_fell(64, 58)); /* 6 of 64 are less than a tenth */
	assert_true(tripwire_fell(64, 57));
	assert_false(tripwire_fell(8, 64));
	assert_false(tripwire_fell(8, -1)); /* no count */
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_onus_and_a_tenth_are_needed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

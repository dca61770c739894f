/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "sched/retry.h"

static void
another_attempt_helps_against_silence_and_nonsense_but_not_against_a_no(void **state)
{
	static const bool HELPS[TROUBLES] = {
		[TROUBLE_TIMEOUT] = true,
		[TROUBLE_UNREACHABLE] = true,
		[TROUBLE_BAD_RESPONSE] = true,
		[TROUBLE_DEADLINE] = true,
		[TROUBLE_STORE] = true,
	};

	(void)state;
	for (enum trouble t = TROUBLE_NONE; t < TROUBLES; t++) {
		if (retry_helps(t) != HELPS[t])
			fail_msg("%s", trouble_name(t));
	}
}

static void
the_delay_is_the_same_each_time(void **state)
{
	struct retry_rules rules = { .delay_ms = 120000 };

	(void)state;
	assert_int_equal(retry_delay_ms(&rules, 1), 120000);
	assert_int_equal(retry_delay_ms(&rules, 2), 120000);
	assert_int_equal(retry_delay_ms(&rules, 10), 120000);
}

static void
or_it_doubles_up_to_a_day(void **state)
{
	struct retry_rules rules = { .delay_ms = 300000, .grows = true };

	(void)state;
	assert_int_equal(retry_delay_ms(&rules, 1), 300000);
	assert_int_equal(retry_delay_ms(&rules, 2), 600000);
	assert_int_equal(retry_delay_ms(&rules, 3), 1200000);
	assert_int_equal(retry_delay_ms(&rules, 9), 76800000); /* 21 hours */
	assert_int_equal(retry_delay_ms(&rules, 10), 86400000);
	assert_int_equal(retry_delay_ms(&rules, INT32_MAX), 86400000);
}

static void
no_delay_stays_none(void **state)
{
	struct retry_rules rules = { .delay_ms = 0, .grows = true };

	(void)state;
	assert_int_equal(retry_delay_ms(&rules, 1), 0);
	assert_int_equal(retry_delay_ms(&rules, 5), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    another_attempt_helps_against_silence_and_nonsense_but_not_against_a_no),
		cmocka_unit_test(the_delay_is_the_same_each_time),
		cmocka_unit_test(or_it_doubles_up_to_a_day),
		cmocka_unit_test(no_delay_stays_none),
	};

	return CHECK_ALL(tests);
}

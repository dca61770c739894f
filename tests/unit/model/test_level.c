/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "model/level.h"

static const struct level_limits ONU = { LEVEL_ONU_RX_HIGH, LEVEL_ONU_RX_WARN,
	LEVEL_ONU_RX_BAD };

static void
a_level_is_judged_by_its_limits(void **state)
{
	(void)state;
	assert_int_equal(level_judge(&ONU, -20), LEVEL_GOOD);
	assert_int_equal(level_judge(&ONU, -25), LEVEL_GOOD);
	assert_int_equal(level_judge(&ONU, -25.01), LEVEL_WARN);
	assert_int_equal(level_judge(&ONU, -27), LEVEL_WARN);
	assert_int_equal(level_judge(&ONU, -27.01), LEVEL_BAD);
	assert_int_equal(level_judge(&ONU, -8), LEVEL_HIGH);
}

/* Down at the limit, up half a dB above it. */
static void
the_way_back_is_half_a_db_longer(void **state)
{
	(void)state;
	assert_int_equal(level_follow(&ONU, LEVEL_GOOD, -24.9), LEVEL_GOOD);
	assert_int_equal(level_follow(&ONU, LEVEL_GOOD, -25.1), LEVEL_WARN);
	assert_int_equal(level_follow(&ONU, LEVEL_WARN, -24.6), LEVEL_WARN);
	assert_int_equal(level_follow(&ONU, LEVEL_WARN, -24.5), LEVEL_GOOD);
	assert_int_equal(level_follow(&ONU, LEVEL_WARN, -27.1), LEVEL_BAD);
	assert_int_equal(level_follow(&ONU, LEVEL_BAD, -26.6), LEVEL_BAD);
	assert_int_equal(level_follow(&ONU, LEVEL_BAD, -26.5), LEVEL_WARN);
	assert_int_equal(level_follow(&ONU, LEVEL_BAD, -24.6), LEVEL_WARN);
	assert_int_equal(level_follow(&ONU, LEVEL_BAD, -24.4), LEVEL_GOOD);
	assert_int_equal(level_follow(&ONU, LEVEL_HIGH, -8.5), LEVEL_HIGH);
	assert_int_equal(level_follow(&ONU, LEVEL_HIGH, -8.6), LEVEL_GOOD);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_level_is_judged_by_its_limits),
		cmocka_unit_test(the_way_back_is_half_a_db_longer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

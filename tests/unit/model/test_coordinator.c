/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "model/coordinator.h"

static void
every_level_has_a_name_and_comes_back_from_it(void **state)
{
	enum entry_level level = ENTRY_LEVELS;

	(void)state;
	for (int i = 0; i < ENTRY_LEVELS; i++) {
		assert_true(
		    entry_level_from_name(entry_level_name((enum entry_level)i), &level));
		assert_int_equal(level, i);
	}
	assert_string_equal(entry_level_name(ENTRY_WARNING), "WARNING");
	assert_false(entry_level_from_name("warning", &level));
	assert_int_equal(level, ENTRY_CRITICAL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_level_has_a_name_and_comes_back_from_it),
	};

	return CHECK_ALL(tests);
}

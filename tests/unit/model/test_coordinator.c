/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "model/coordinator.h"

static void
every_level_has_a_name(void **state)
{
	(void)state;
	for (int i = 0; i < ENTRY_LEVELS; i++)
		assert_true(*entry_level_name((enum entry_level)i));
	assert_string_equal(entry_level_name(ENTRY_WARNING), "WARNING");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_level_has_a_name),
	};

	return CHECK_ALL(tests);
}

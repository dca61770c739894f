/* SPDX-License-Identifier: Apache-2.0 */
#include "vendor/profile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>

static void
every_builtin_profile_loads(void **state)
{
	struct profile_set *set OWNED(profile_set_free) = NULL;
	struct err err = { 0 };

	(void)state;
	if (profile_set_load_builtin(&set, &err) != RC_OK)
		fail_msg("%s", err.msg);
	assert_true(profile_set_count(set) > 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_builtin_profile_loads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

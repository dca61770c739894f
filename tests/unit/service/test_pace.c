/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "service/pace_int.h"

static int
attempts(struct pace *p, const char *user, int n, int64_t now_ms)
{
	int64_t wait_ms;
	int through = 0;

	for (int i = 0; i < n; i++)
		through += pace_allows(p, user, now_ms, &wait_ms);
	return through;
}

static void
some_at_once_and_then_one_at_a_time(void **state)
{
	struct pace *p OWNED(pace_free) = pace_new();
	int64_t wait_ms = -7;

	(void)state;
	assert_int_equal(attempts(p, "ana", 100, 1000), PACE_AT_ONCE);
	assert_false(pace_allows(p, "ana", 2000, &wait_ms));
	assert_int_equal(wait_ms, PACE_MS - 1000);
	assert_int_equal(attempts(p, "ana", 5, 1000 + PACE_MS), 1);
	assert_int_equal(attempts(p, "ana", 5, 1000 + 3 * PACE_MS), 2);
	/* After a pause the full number is allowed again, and not more. */
	assert_int_equal(attempts(p, "ana", 100, 10000000), PACE_AT_ONCE);
}

static void
users_do_not_count_for_each_other(void **state)
{
	struct pace *p OWNED(pace_free) = pace_new();

	(void)state;
	assert_int_equal(attempts(p, "ana", 100, 1), PACE_AT_ONCE);
	assert_int_equal(attempts(p, "bea", 100, 1), PACE_AT_ONCE);
	assert_int_equal(attempts(p, "ana", 1, 1), 0);
}

static void
a_full_table_forgets_the_quietest(void **state)
{
	struct pace *p OWNED(pace_free) = pace_new();
	char name[16];

	(void)state;
	assert_int_equal(attempts(p, "ana", 100, 1), PACE_AT_ONCE);
	for (int i = 0; i < PACE_USERS * 3; i++) {
		(void)snprintf(name, sizeof(name), "u%d", i);
		assert_int_equal(attempts(p, name, 1, 1), 1);
	}
	assert_int_equal(attempts(p, "ana", 1, 1), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(some_at_once_and_then_one_at_a_time),
		cmocka_unit_test(users_do_not_count_for_each_other),
		cmocka_unit_test(a_full_table_forgets_the_quietest),
	};

	return CHECK_ALL(tests);
}

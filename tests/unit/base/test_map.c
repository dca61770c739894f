/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "base/map.h"

enum { MANY = 5000 };

static void
what_is_added_is_found_and_nothing_else(void **state)
{
	struct map *m OWNED(map_free) = map_new();
	int one = 1, two = 2;

	(void)state;
	check_rc(map_add(m, "HWTC1", 5, &one), RC_OK);
	check_rc(map_add(m, "HWTC2", 5, &two), RC_OK);
	check_rc(map_add(m, "HWTC1", 5, &two), RC_CONFLICT);
	assert_ptr_equal(map_find(m, "HWTC1", 5), &one);
	assert_ptr_equal(map_find(m, "HWTC2", 5), &two);
	assert_null(map_find(m, "HWTC", 4));
	assert_null(map_find(m, "", 0));
	assert_int_equal(map_count(m), 2);
}

static void
an_empty_key_and_the_number_zero_are_keys(void **state)
{
	struct map *m OWNED(map_free) = map_new();
	struct map *numbers OWNED(map_free) = map_new();
	int value;

	(void)state;
	check_rc(map_add(m, NULL, 0, &value), RC_OK);
	assert_ptr_equal(map_find(m, "", 0), &value);
	assert_null(map_find_u64(numbers, 0));
	check_rc(map_add_u64(numbers, 0, &value), RC_OK);
	assert_ptr_equal(map_find_u64(numbers, 0), &value);
	assert_null(map_find_u64(numbers, UINT64_MAX));
}

/* Remove every third entry, in another order than they were added, and search for all:
 * closing the gaps must not lose or duplicate an entry. */
static void
taking_out_disturbs_nobody_else(void **state)
{
	struct map *m OWNED(map_free) = map_new();
	static int values[MANY];

	(void)state;
	for (uint64_t i = 0; i < MANY; i++)
		check_rc(map_add_u64(m, i << 16, &values[i]), RC_OK);
	for (uint64_t i = 0; i < MANY; i++) {
		uint64_t k = i * 2999 % MANY; /* 2999 is prime to MANY */

		if (k % 3 == 0)
			assert_ptr_equal(map_take_u64(m, k << 16), &values[k]);
	}
	assert_int_equal(map_count(m), MANY - (MANY + 2) / 3);
	for (uint64_t i = 0; i < MANY; i++) {
		void *expected = i % 3 == 0 ? NULL : &values[i];

		assert_ptr_equal(map_find_u64(m, i << 16), expected);
	}
	assert_null(map_take_u64(m, 0));
}

static void
a_visit_sees_each_entry_once(void **state)
{
	struct map *m OWNED(map_free) = map_new();
	char names[100][8];
	bool seen[100] = { false };
	size_t at = 0, count = 0;
	char *name;

	(void)state;
	for (int i = 0; i < 100; i++) {
		(void)snprintf(names[i], sizeof(names[i]), "%d", i);
		check_rc(map_add(m, names[i], strlen(names[i]), names[i]), RC_OK);
	}
	while ((name = map_next(m, &at)) != NULL) {
		int i = (int)strtol(name, NULL, 10);

		assert_false(seen[i]);
		seen[i] = true;
		count++;
	}
	assert_int_equal(count, 100);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_added_is_found_and_nothing_else),
		cmocka_unit_test(an_empty_key_and_the_number_zero_are_keys),
		cmocka_unit_test(taking_out_disturbs_nobody_else),
		cmocka_unit_test(a_visit_sees_each_entry_once),
	};

	return CHECK_ALL(tests);
}

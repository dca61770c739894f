/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "base/vec.h"

struct item {
	int number;
	char text[12];
};

static void
items_survive_growth_and_new_ones_are_zeroed(void **state)
{
	struct vec v = VEC_INIT(struct item);

	(void)state;
	for (int i = 0; i < 1000; i++) {
		struct item *item = vec_add(&v);

		assert_non_null(item);
		assert_int_equal(item->number, 0);
		item->number = i;
	}
	assert_int_equal(v.n, 1000);
	for (size_t i = 0; i < v.n; i++)
		assert_int_equal(VEC_AT(&v, struct item, i)->number, (int)i);
	vec_clear(&v);
	assert_int_equal(v.n, 0);
	assert_int_equal(((struct item *)vec_add(&v))->number, 0);
	vec_fini(&v);
	assert_null(v.data);
	vec_fini(&v);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(items_survive_growth_and_new_ones_are_zeroed),
	};

	return CHECK_ALL(tests);
}

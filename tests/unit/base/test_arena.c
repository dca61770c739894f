/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "base/arena.h"

static void
memory_is_zeroed_and_aligned_also_after_a_reset(void **state)
{
	struct arena *a OWNED(arena_free) = arena_new(0);
	unsigned char *p;

	(void)state;
	p = arena_alloc(a, 100);
	assert_int_equal((uintptr_t)p % 16, 0);
	memset(p, 0xFF, 100);
	arena_reset(a);
	p = arena_alloc(a, 100);
	for (int i = 0; i < 100; i++)
		assert_int_equal(p[i], 0);
	assert_int_equal((uintptr_t)arena_alloc(a, 1) % 16, 0);
}

static void
pieces_larger_than_a_block_and_many_small_ones_do_not_overlap(void **state)
{
	struct arena *a OWNED(arena_free) = arena_new(0);
	char *small[2000], *large;

	(void)state;
	for (int i = 0; i < 2000; i++) {
		small[i] = arena_alloc(a, 100);
		memset(small[i], i % 251, 100);
	}
	large = arena_alloc(a, 3 * 1024 * 1024);
	memset(large, 'x', 3 * 1024 * 1024);
	for (int i = 0; i < 2000; i++) {
		assert_int_equal((unsigned char)small[i][0], i % 251);
		assert_int_equal((unsigned char)small[i][99], i % 251);
	}
}

static void
the_ceiling_holds_and_what_fits_below_it_still_fits(void **state)
{
	struct arena *a OWNED(arena_free) = arena_new(64);

	(void)state;
	assert_non_null(arena_alloc(a, 48));
	assert_null(arena_alloc(a, 17));
	assert_non_null(arena_alloc(a, 16));
	assert_null(arena_alloc(a, 1));
	arena_reset(a);
	assert_non_null(arena_alloc(a, 64));
}

static void
a_size_that_would_overflow_is_refused(void **state)
{
	struct arena *a OWNED(arena_free) = arena_new(0);

	(void)state;
	assert_null(arena_alloc(a, SIZE_MAX));
	assert_null(arena_alloc(a, SIZE_MAX - 8));
}

static void
copies_end_with_a_nul(void **state)
{
	struct arena *a OWNED(arena_free) = arena_new(0);

	(void)state;
	assert_string_equal(arena_copy(a, "abcdef", 3), "abc");
	assert_string_equal(arena_copy(a, NULL, 0), "");
	assert_string_equal(arena_printf(a, "%s/%d", "slot", 7), "slot/7");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(memory_is_zeroed_and_aligned_also_after_a_reset),
		cmocka_unit_test(
		    pieces_larger_than_a_block_and_many_small_ones_do_not_overlap),
		cmocka_unit_test(the_ceiling_holds_and_what_fits_below_it_still_fits),
		cmocka_unit_test(a_size_that_would_overflow_is_refused),
		cmocka_unit_test(copies_end_with_a_nul),
	};

	return CHECK_ALL(tests);
}

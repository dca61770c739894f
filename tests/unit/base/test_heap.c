/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "base/heap.h"

struct thing {
	int64_t due;
	int64_t weight;
	size_t by_due, by_weight;
};

static int
earlier(const void *a, const void *b)
{
	const struct thing *x = a, *y = b;

	return x->due < y->due ? -1 : x->due > y->due;
}

static int
heavier(const void *a, const void *b)
{
	const struct thing *x = a, *y = b;

	return x->weight > y->weight ? -1 : x->weight < y->weight;
}

static void
add(struct heap *h, struct thing *t)
{
	check_rc(heap_reserve(h, heap_count(h) + 1), RC_OK);
	heap_add(h, t);
}

static void
the_first_comes_first_whatever_the_order_of_adding(void **state)
{
	struct thing things[] = { { .due = 5 }, { .due = 1 }, { .due = 9 },
		{ .due = 3 } };
	static const int64_t SORTED[] = { 1, 3, 5, 9 };
	struct heap h = HEAP_INIT(struct thing, by_due, earlier);

	(void)state;
	assert_null(heap_first(&h));
	for (size_t i = 0; i < 4; i++)
		add(&h, &things[i]);
	for (size_t i = 0; i < 4; i++) {
		struct thing *t = heap_first(&h);

		assert_int_equal(t->due, SORTED[i]);
		heap_remove(&h, t);
		assert_false(heap_has(&h, t));
	}
	assert_null(heap_first(&h));
	heap_fini(&h);
}

static void
a_thing_may_be_in_two_heaps(void **state)
{
	struct thing a = { .due = 1, .weight = 1 }, b = { .due = 2, .weight = 2 };
	struct heap due = HEAP_INIT(struct thing, by_due, earlier);
	struct heap weight = HEAP_INIT(struct thing, by_weight, heavier);

	(void)state;
	add(&due, &a);
	add(&due, &b);
	add(&weight, &a);
	add(&weight, &b);
	assert_ptr_equal(heap_first(&due), &a);
	assert_ptr_equal(heap_first(&weight), &b);
	heap_remove(&weight, &b);
	assert_ptr_equal(heap_first(&weight), &a);
	assert_true(heap_has(&due, &b));
	heap_fini(&due);
	heap_fini(&weight);
}

/* An item of another heap must not be mistaken for an item of this one. */
static void
a_thing_outside_is_outside(void **state)
{
	struct thing a = { .due = 1 }, b = { .due = 2 };
	struct heap one = HEAP_INIT(struct thing, by_due, earlier);
	struct heap other = HEAP_INIT(struct thing, by_due, earlier);

	(void)state;
	add(&one, &a);
	add(&other, &b);
	assert_false(heap_has(&one, &b));
	assert_true(heap_has(&other, &b));
	heap_fini(&one);
	heap_fini(&other);
}

static struct thing *
naive_first(struct thing *things, size_t n)
{
	struct thing *first = NULL;

	for (size_t i = 0; i < n; i++) {
		if (things[i].weight && (!first || things[i].due < first->due))
			first = &things[i];
	}
	return first;
}

enum { MANY = 200, STEPS = 20000 };

/* weight 1 means "inside" for the naive model. */
static void
random_coming_and_going_agrees_with_looking_at_all(void **state)
{
	struct thing things[MANY] = { 0 };
	struct heap h = HEAP_INIT(struct thing, by_due, earlier);
	uint64_t seed = 42;
	int64_t unique = 0;

	(void)state;
	for (int step = 0; step < STEPS; step++) {
		struct thing *t;

		seed = seed * UINT64_C(6364136223846793005) + 1;
		t = &things[(seed >> 33) % MANY];
		if (t->weight && (seed >> 20) % 2) {
			heap_remove(&h, t);
			t->weight = 0;
		} else {
			t->due = (int64_t)((seed >> 40) % 1000) * 100000 + unique++;
			if (t->weight)
				heap_moved(&h, t);
			else
				add(&h, t);
			t->weight = 1;
		}
		assert_ptr_equal(heap_first(&h), naive_first(things, MANY));
	}
	heap_fini(&h);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_comes_first_whatever_the_order_of_adding),
		cmocka_unit_test(a_thing_may_be_in_two_heaps),
		cmocka_unit_test(a_thing_outside_is_outside),
		cmocka_unit_test(random_coming_and_going_agrees_with_looking_at_all),
	};

	return CHECK_ALL(tests);
}

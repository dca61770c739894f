/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "sched/timetable.h"

enum { NODES = 70000, TIMES = 5000 };

static struct node_id
node(int64_t v)
{
	return (struct node_id){ v };
}

static void
an_empty_timetable_has_nothing_and_forgives(void **state)
{
	struct timetable *t OWNED(timetable_free) = timetable_new();
	struct node_id got = node(-1);
	int64_t due = -1;

	(void)state;
	assert_non_null(t);
	assert_int_equal(timetable_next(t), INT64_MAX);
	assert_false(timetable_pop(t, INT64_MAX, &got, &due));
	timetable_remove(t, node(1));
	assert_int_equal(got.v, -1);
	assert_int_equal(due, -1);
	timetable_free(NULL);
}

static void
what_is_due_comes_in_order_and_nothing_before_its_time(void **state)
{
	struct timetable *t OWNED(timetable_free) = timetable_new();
	struct node_id got;
	int64_t due;

	(void)state;
	check_rc(timetable_put(t, node(3), 200), RC_OK);
	check_rc(timetable_put(t, node(2), 100), RC_OK);
	check_rc(timetable_put(t, node(1), 200), RC_OK);
	assert_int_equal(timetable_next(t), 100);
	assert_false(timetable_pop(t, 99, &got, &due));
	assert_true(timetable_pop(t, 100, &got, &due));
	assert_int_equal(got.v, 2);
	assert_int_equal(due, 100);
	assert_false(timetable_pop(t, 199, &got, &due));
	assert_true(timetable_pop(t, 500, &got, &due)); /* the same time: by id */
	assert_int_equal(got.v, 1);
	assert_int_equal(due, 200);
	assert_true(timetable_pop(t, 500, &got, &due));
	assert_int_equal(got.v, 3);
	assert_false(timetable_pop(t, INT64_MAX, &got, &due));
}

static void
a_node_is_in_it_once(void **state)
{
	struct timetable *t OWNED(timetable_free) = timetable_new();
	struct node_id got;
	int64_t due;

	(void)state;
	check_rc(timetable_put(t, node(1), 100), RC_OK);
	check_rc(timetable_put(t, node(2), 150), RC_OK);
	check_rc(timetable_put(t, node(1), 300), RC_OK);
	assert_int_equal(timetable_next(t), 150);
	check_rc(timetable_put(t, node(1), 50), RC_OK);
	assert_true(timetable_pop(t, 1000, &got, &due));
	assert_int_equal(got.v, 1);
	assert_int_equal(due, 50);
	assert_true(timetable_pop(t, 1000, &got, &due));
	assert_int_equal(got.v, 2);
	assert_false(timetable_pop(t, INT64_MAX, &got, &due));
}

/* A node that is never due is in the timetable, and never returned. */
static void
never_is_a_time_too(void **state)
{
	struct timetable *t OWNED(timetable_free) = timetable_new();
	struct node_id got;
	int64_t due;

	(void)state;
	check_rc(timetable_put(t, node(1), INT64_MAX), RC_OK);
	assert_false(timetable_pop(t, INT64_MAX - 1, &got, &due));
	assert_int_equal(timetable_next(t), INT64_MAX);
	assert_true(timetable_pop(t, INT64_MAX, &got, &due));
	assert_int_equal(got.v, 1);
}

/* The model is an array: due[n] of node n, -1: not in the timetable. */
static int64_t
earliest(const int64_t *model, int *ret_node)
{
	int64_t first = INT64_MAX;

	for (int i = 0; i < NODES; i++) {
		if (model[i] >= 0 && model[i] < first) {
			first = model[i];
			*ret_node = i;
		}
	}
	return first;
}

static void
pop_both(struct timetable *t, int64_t *model)
{
	struct node_id got;
	int64_t due, expected;
	int first = -1;

	expected = earliest(model, &first);
	assert_int_equal(timetable_next(t), expected);
	if (first < 0)
		return;
	assert_true(timetable_pop(t, expected, &got, &due));
	assert_int_equal(got.v, first);
	assert_int_equal(due, expected);
	model[first] = -1;
}

struct expected {
	int64_t due;
	int node;
};

static int
by_time_and_id(const void *a, const void *b)
{
	const struct expected *x = a, *y = b;

	if (x->due != y->due)
		return x->due < y->due ? -1 : 1;
	return x->node < y->node ? -1 : 1;
}

/* All nodes of the model come out, in order, and no others. */
static void
empty(struct timetable *t, const int64_t *model)
{
	struct expected *list = malloc(NODES * sizeof(*list));
	struct node_id got;
	int64_t due;
	size_t n = 0;

	assert_non_null(list);
	for (int i = 0; i < NODES; i++) {
		if (model[i] >= 0)
			list[n++] = (struct expected){ model[i], i };
	}
	qsort(list, n, sizeof(*list), by_time_and_id);
	for (size_t i = 0; i < n; i++) {
		assert_true(timetable_pop(t, TIMES, &got, &due));
		assert_int_equal(got.v, list[i].node);
		assert_int_equal(due, list[i].due);
	}
	assert_false(timetable_pop(t, INT64_MAX, &got, &due));
	free(list);
}

static void
seventy_thousand_nodes_behave_as_a_plain_array_does(void **state)
{
	struct timetable *t OWNED(timetable_free) = timetable_new();
	int64_t *model = malloc(NODES * sizeof(*model));
	unsigned seed = 70000;

	(void)state;
	assert_non_null(model);
	for (int i = 0; i < NODES; i++) {
		model[i] = rand_r(&seed) % TIMES;
		check_rc(timetable_put(t, node(i), model[i]), RC_OK);
	}
	for (int step = 0; step < 200000; step++) {
		int i = rand_r(&seed) % NODES;

		if (step % 1000 == 0) {
			pop_both(t, model);
		} else if (rand_r(&seed) % 3 == 0) {
			timetable_remove(t, node(i));
			model[i] = -1;
		} else {
			model[i] = rand_r(&seed) % TIMES;
			check_rc(timetable_put(t, node(i), model[i]), RC_OK);
		}
	}
	empty(t, model);
	free(model);
}

static void
it_empties_in_order(void **state)
{
	struct timetable *t OWNED(timetable_free) = timetable_new();
	struct node_id got, before = node(-1);
	int64_t due, last = -1;
	unsigned seed = 3;
	int n = 0;

	(void)state;
	for (int i = 0; i < NODES; i++)
		check_rc(timetable_put(t, node(i), rand_r(&seed) % TIMES), RC_OK);
	for (; timetable_pop(t, TIMES, &got, &due); n++) {
		assert_true(due > last || (due == last && got.v > before.v));
		last = due;
		before = got;
	}
	assert_int_equal(n, NODES);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_timetable_has_nothing_and_forgives),
		cmocka_unit_test(what_is_due_comes_in_order_and_nothing_before_its_time),
		cmocka_unit_test(a_node_is_in_it_once),
		cmocka_unit_test(never_is_a_time_too),
		cmocka_unit_test(seventy_thousand_nodes_behave_as_a_plain_array_does),
		cmocka_unit_test(it_empties_in_order),
	};

	return CHECK_ALL(tests);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <pthread.h>

#include "engine/window_int.h"

static struct snapshot *
snapshot_of(int64_t at_ms)
{
	struct snapshot_size size = { .pollers = 2, .queue = 3, .olts = 5 };
	struct snapshot *s = snapshot_new(&size);

	assert_non_null(s);
	s->at_ms = at_ms;
	s->n_olts = size.olts;
	for (size_t i = 0; i < size.olts; i++)
		snapshot_olts(s)[i].id.v = at_ms;
	return s;
}

static void
before_the_first_there_is_nothing_to_see(void **state)
{
	struct window *w OWNED(engine_window_free) = engine_window_new();

	(void)state;
	assert_null(window_look(w));
}

static void
what_was_looked_at_stays_when_a_newer_one_is_shown(void **state)
{
	struct window *w OWNED(engine_window_free) = engine_window_new();
	const struct snapshot *old, *newer;

	(void)state;
	window_show(w, snapshot_of(1));
	old = window_look(w);
	window_show(w, snapshot_of(2));
	newer = window_look(w);
	assert_int_equal(old->at_ms, 1);
	assert_int_equal(old->olts[4].id.v, 1);
	assert_int_equal(newer->at_ms, 2);
	snapshot_release(old);
	snapshot_release(newer);
}

enum { MANY = 20000 };

static void *
show_many(void *arg)
{
	for (int64_t i = 1; i <= MANY; i++)
		window_show(arg, snapshot_of(i));
	return NULL;
}

/* Every snapshot is complete, and never older than the one before. */
static void
one_shows_while_another_looks(void **state)
{
	struct window *w OWNED(engine_window_free) = engine_window_new();
	int64_t last_ms = 0;
	pthread_t thread;

	(void)state;
	assert_int_equal(pthread_create(&thread, NULL, show_many, w), 0);
	while (last_ms < MANY) {
		const struct snapshot *s = window_look(w);

		if (!s)
			continue;
		assert_true(s->at_ms >= last_ms);
		last_ms = s->at_ms;
		for (size_t i = 0; i < s->n_olts; i++)
			assert_int_equal(s->olts[i].id.v, s->at_ms);
		snapshot_release(s);
	}
	assert_int_equal(pthread_join(thread, NULL), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(before_the_first_there_is_nothing_to_see),
		cmocka_unit_test(what_was_looked_at_stays_when_a_newer_one_is_shown),
		cmocka_unit_test(one_shows_while_another_looks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <pthread.h>

#include "engine/ring_int.h"

static void
add(struct ring *r, int64_t number)
{
	char text[32];
	struct coordinator_event e = {
		.kind = COORDINATOR_STARTED, .number = number, .message = text
	};

	(void)snprintf(text, sizeof(text), "event %lld", (long long)number);
	ring_add(r, &e);
}

static void
what_happened_is_told_in_order_and_once(void **state)
{
	struct ring *r OWNED(ring_unref) = ring_new();
	struct engine_event e[8];
	uint64_t last = 0;
	size_t n = 99;

	(void)state;
	add(r, 10);
	add(r, 11);
	add(r, 12);
	check_rc(ring_listen(r, &last, e, 2, &n, 0), RC_OK);
	assert_int_equal(n, 2);
	assert_int_equal(e[0].number, 1);
	assert_int_equal(e[0].event.number, 10);
	assert_string_equal(e[1].event.message, "event 11");
	check_rc(ring_listen(r, &last, e, 8, &n, 0), RC_OK);
	assert_int_equal(n, 1);
	assert_int_equal(e[0].event.number, 12);
	n = 99;
	check_rc(ring_listen(r, &last, e, 8, &n, 0), RC_TIMEOUT);
	assert_int_equal(n, 99);
}

static void
a_listener_that_is_overtaken_is_told_so(void **state)
{
	struct ring *r OWNED(ring_unref) = ring_new();
	struct engine_event e[1];
	uint64_t last = 0;
	size_t n = 99;

	(void)state;
	for (int i = 1; i <= RING_EVENTS + 5; i++)
		add(r, i);
	check_rc(ring_listen(r, &last, e, 1, &n, 0), RC_NOT_FOUND);
	assert_int_equal(n, 99);
	check_rc(ring_listen(r, &last, e, 1, &n, 0), RC_OK);
	assert_int_equal(e[0].event.number, 6); /* the oldest remaining one */
}

static void
a_long_text_is_cut(void **state)
{
	struct ring *r OWNED(ring_unref) = ring_new();
	struct engine_event e[1];
	char text[ENGINE_EVENT_TEXT * 2];
	struct coordinator_event event = { .message = text };
	uint64_t last = 0;
	size_t n;

	(void)state;
	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	ring_add(r, &event);
	check_rc(ring_listen(r, &last, e, 1, &n, 0), RC_OK);
	assert_int_equal(strlen(e[0].event.message), ENGINE_EVENT_TEXT - 1);
}

static void
at_the_end_listeners_are_let_go(void **state)
{
	struct ring *r OWNED(ring_unref) = ring_new();
	struct engine_event e[1];
	uint64_t last = 0;
	size_t n;

	(void)state;
	add(r, 1);
	ring_end(r);
	check_rc(ring_listen(r, &last, e, 1, &n, 60000), RC_OK);
	check_rc(ring_listen(r, &last, e, 1, &n, 60000), RC_CANCELLED);
}

enum { MANY = 20000 };

static void *
add_many(void *arg)
{
	for (int i = 1; i <= MANY; i++)
		add(arg, i);
	ring_end(arg);
	return NULL;
}

/* No event comes twice, out of order, or with the text of another, even if some are
 * lost. */
static void
one_adds_while_another_listens(void **state)
{
	struct ring *r OWNED(ring_unref) = ring_new();
	static struct engine_event e[100];
	uint64_t last = 0;
	int64_t before = 0;
	pthread_t thread;
	enum rc rc;

	(void)state;
	assert_int_equal(pthread_create(&thread, NULL, add_many, r), 0);
	do {
		size_t n = 0;

		rc = ring_listen(r, &last, e, 100, &n, 60000);
		for (size_t i = 0; i < n; i++) {
			char text[32];

			assert_true(e[i].event.number > before);
			before = e[i].event.number;
			(void)snprintf(
			    text, sizeof(text), "event %lld", (long long)before);
			assert_string_equal(e[i].event.message, text);
		}
	} while (rc != RC_CANCELLED);
	assert_int_equal(before, MANY);
	assert_int_equal(pthread_join(thread, NULL), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_happened_is_told_in_order_and_once),
		cmocka_unit_test(a_listener_that_is_overtaken_is_told_so),
		cmocka_unit_test(a_long_text_is_cut),
		cmocka_unit_test(at_the_end_listeners_are_let_go),
		cmocka_unit_test(one_adds_while_another_listens),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <poll.h>
#include <pthread.h>

#include "engine/inbox_int.h"

static struct message *
message_of(enum message_kind kind, int64_t execution)
{
	struct message *l = message_new(kind);

	assert_non_null(l);
	l->execution.v = execution;
	return l;
}

static int64_t
take(struct inbox *p)
{
	struct message *l OWNED(message_free) = inbox_take(p);

	return l ? l->execution.v : -1;
}

static bool
is_readable(const struct inbox *p)
{
	struct pollfd fd = { .fd = inbox_fd(p), .events = POLLIN };

	return poll(&fd, 1, 0) == 1;
}

static void
letters_come_in_order_and_wake_the_reader(void **state)
{
	struct inbox *p OWNED(inbox_unref) = inbox_new(4);

	(void)state;
	assert_false(is_readable(p));
	check_rc(inbox_send(p, message_of(MESSAGE_RUN, 1)), RC_OK);
	check_rc(inbox_send(p, message_of(MESSAGE_RUN, 2)), RC_OK);
	assert_true(is_readable(p));
	assert_int_equal(take(p), 1);
	assert_int_equal(take(p), 2);
	assert_int_equal(take(p), -1);
	assert_false(is_readable(p));
}

static void
what_does_not_fit_is_refused_and_counted(void **state)
{
	struct inbox *p OWNED(inbox_unref) = inbox_new(1);
	struct message *l = message_of(MESSAGE_RUN, 2);

	(void)state;
	check_rc(inbox_send(p, message_of(MESSAGE_RUN, 1)), RC_OK);
	check_rc(inbox_send(p, l), RC_BUSY);
	assert_int_equal(inbox_refused(p), 1);
	message_free(l); /* still owned by us */
}

static void
when_it_is_closed_to_people_the_writers_word_still_comes(void **state)
{
	struct inbox *p OWNED(inbox_unref) = inbox_new(4);
	struct message *l = message_of(MESSAGE_RUN, 1);

	(void)state;
	inbox_close_to_people(p);
	check_rc(inbox_send(p, l), RC_CANCELLED);
	message_free(l);
	inbox_reply(p, message_of(MESSAGE_STORED, 2));
	assert_int_equal(take(p), 2);
}

/* A write that is done after the engine has ended. */
static void
a_word_that_comes_too_late_falls_into_an_empty_box(void **state)
{
	struct inbox *p = inbox_new(4), *other = inbox_ref(p);

	(void)state;
	inbox_close(p);
	inbox_unref(p);
	inbox_reply(other, message_of(MESSAGE_STORED, 1));
	inbox_unref(other);
}

enum { MANY = 5000 };

static void *
reply_many(void *arg)
{
	for (int64_t i = 1; i <= MANY; i++)
		inbox_reply(arg, message_of(MESSAGE_STORED, i));
	return NULL;
}

/* The writer waits for room; nothing is lost, and the order is kept. */
static void
the_writer_waits_for_room(void **state)
{
	struct inbox *p OWNED(inbox_unref) = inbox_new(2);
	int64_t next = 1;
	pthread_t thread;

	(void)state;
	assert_int_equal(pthread_create(&thread, NULL, reply_many, p), 0);
	while (next <= MANY) {
		int64_t got = take(p);

		if (got < 0)
			continue;
		assert_int_equal(got, next);
		next++;
	}
	assert_int_equal(pthread_join(thread, NULL), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(letters_come_in_order_and_wake_the_reader),
		cmocka_unit_test(what_does_not_fit_is_refused_and_counted),
		cmocka_unit_test(
		    when_it_is_closed_to_people_the_writers_word_still_comes),
		cmocka_unit_test(a_word_that_comes_too_late_falls_into_an_empty_box),
		cmocka_unit_test(the_writer_waits_for_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

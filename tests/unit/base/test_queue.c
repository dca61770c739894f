/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <pthread.h>

#include "base/clock.h"
#include "base/queue.h"

static int *
number(int n)
{
	int *p = malloc(sizeof(*p));

	assert_non_null(p);
	*p = n;
	return p;
}

static int
take_number(struct queue *q)
{
	void *item = NULL;
	int n;

	check_rc(queue_take(q, 1000, &item), RC_OK);
	n = *(int *)item;
	free(item);
	return n;
}

static void
first_in_is_first_out(void **state)
{
	struct queue *q OWNED(queue_free) = queue_new(3, QUEUE_WAIT, free);

	(void)state;
	for (int round = 0; round < 10; round++) {
		check_rc(queue_put(q, number(2 * round)), RC_OK);
		check_rc(queue_put(q, number(2 * round + 1)), RC_OK);
		assert_int_equal(take_number(q), 2 * round);
		assert_int_equal(take_number(q), 2 * round + 1);
	}
}

static void
when_full_the_oldest_falls_out_and_is_counted(void **state)
{
	struct queue *q OWNED(queue_free) = queue_new(2, QUEUE_DROP_OLDEST, free);
	struct queue_figures figures;

	(void)state;
	for (int i = 0; i < 5; i++)
		check_rc(queue_put(q, number(i)), RC_OK);
	figures = queue_figures(q);
	assert_int_equal(figures.dropped, 3);
	assert_int_equal(figures.depth, 2);
	assert_int_equal(figures.deepest, 2);
	assert_int_equal(take_number(q), 3);
	assert_int_equal(take_number(q), 4);
}

static void
one_who_must_not_wait_is_told_that_it_is_full(void **state)
{
	struct queue *q OWNED(queue_free) = queue_new(1, QUEUE_WAIT, free);
	int mine = 0;

	(void)state;
	check_rc(queue_try_put(q, number(1)), RC_OK);
	check_rc(queue_try_put(q, &mine), RC_BUSY);
	assert_int_equal(queue_figures(q).refused, 1);
	assert_int_equal(take_number(q), 1);
}

static void
a_closed_queue_gives_what_it_has_and_takes_nothing(void **state)
{
	struct queue *q OWNED(queue_free) = queue_new(4, QUEUE_WAIT, free);
	void *item = NULL;
	int mine = 0;

	(void)state;
	check_rc(queue_put(q, number(7)), RC_OK);
	queue_close(q);
	check_rc(queue_put(q, &mine), RC_CANCELLED);
	assert_int_equal(take_number(q), 7);
	check_rc(queue_take(q, -1, &item), RC_CANCELLED);
	assert_null(item);
}

static void
waiting_for_an_item_ends_in_time(void **state)
{
	struct queue *q OWNED(queue_free) = queue_new(4, QUEUE_WAIT, free);
	int64_t before = clock_mono_ms();
	void *item = NULL;

	(void)state;
	check_rc(queue_take(q, 20, &item), RC_TIMEOUT);
	assert_true(clock_mono_ms() - before >= 20);
	assert_null(item);
	check_rc(queue_take(q, 0, &item), RC_TIMEOUT);
}

static void *
put_one(void *arg)
{
	int *mine = number(2);
	enum rc rc = queue_put(arg, mine);

	if (rc != RC_OK)
		free(mine);
	return (void *)(uintptr_t)rc;
}

static void
a_sender_that_waits_for_room_is_released_by_closing(void **state)
{
	struct queue *q OWNED(queue_free) = queue_new(1, QUEUE_WAIT, free);
	pthread_t sender;
	void *rc;

	(void)state;
	check_rc(queue_put(q, number(1)), RC_OK);
	assert_int_equal(pthread_create(&sender, NULL, put_one, q), 0);
	while (queue_figures(q).waited == 0)
		;
	queue_close(q);
	(void)pthread_join(sender, &rc);
	assert_int_equal((uintptr_t)rc, RC_CANCELLED);
}

enum { SENDERS = 3, EACH = 2000 };

static void *
put_many(void *arg)
{
	for (int i = 1; i <= EACH; i++) {
		if (queue_put(arg, number(i)) != RC_OK)
			return arg;
	}
	return NULL;
}

struct sum {
	struct queue *q;
	int64_t total;
	int64_t count;
};

static void *
add_up(void *arg)
{
	struct sum *sum = arg;
	void *item;

	while (queue_take(sum->q, -1, &item) == RC_OK) {
		sum->total += *(int *)item;
		sum->count++;
		free(item);
	}
	return NULL;
}

/* For ThreadSanitizer: 3 senders, 2 takers, a small queue. */
static void
nothing_is_lost_or_doubled_between_threads(void **state)
{
	struct queue *q OWNED(queue_free) = queue_new(5, QUEUE_WAIT, free);
	struct sum sums[2] = { { .q = q }, { .q = q } };
	pthread_t senders[SENDERS], takers[2];

	(void)state;
	for (int i = 0; i < 2; i++)
		(void)pthread_create(&takers[i], NULL, add_up, &sums[i]);
	for (int i = 0; i < SENDERS; i++)
		(void)pthread_create(&senders[i], NULL, put_many, q);
	for (int i = 0; i < SENDERS; i++)
		(void)pthread_join(senders[i], NULL);
	queue_close(q);
	for (int i = 0; i < 2; i++)
		(void)pthread_join(takers[i], NULL);
	assert_int_equal(sums[0].count + sums[1].count, SENDERS * EACH);
	assert_int_equal(
	    sums[0].total + sums[1].total, (int64_t)SENDERS * EACH * (EACH + 1) / 2);
	assert_int_equal(queue_figures(q).deepest <= 5, 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(first_in_is_first_out),
		cmocka_unit_test(when_full_the_oldest_falls_out_and_is_counted),
		cmocka_unit_test(one_who_must_not_wait_is_told_that_it_is_full),
		cmocka_unit_test(a_closed_queue_gives_what_it_has_and_takes_nothing),
		cmocka_unit_test(waiting_for_an_item_ends_in_time),
		cmocka_unit_test(a_sender_that_waits_for_room_is_released_by_closing),
		cmocka_unit_test(nothing_is_lost_or_doubled_between_threads),
	};

	return CHECK_ALL(tests);
}

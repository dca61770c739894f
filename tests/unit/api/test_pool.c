/* SPDX-License-Identifier: Apache-2.0
 *
 * What several threads use at once: pools, keys, rates, the watchman.
 */
#include "check.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <unistd.h>

#include "api/keys.h"
#include "api/pool.h"
#include "api/rate.h"
#include "api/watch.h"

enum { THREADS = 4, TIMES = 200 };

static void
count(void *ctx)
{
	atomic_fetch_add((_Atomic int *)ctx, 1);
}

static void
everything_that_was_put_is_done_before_the_end(void **state)
{
	_Atomic int n = 0;
	struct pool *p = NULL;

	(void)state;
	check_rc(pool_start(3, 1000, &p, NULL), RC_OK);
	for (int i = 0; i < 1000; i++)
		check_rc(pool_put(p, count, &n), RC_OK);
	pool_free(p);
	assert_int_equal(n, 1000);
}

/* A thread that waits until it may go on. */
struct gate {
	pthread_mutex_t lock;
	_Atomic bool is_in;
};

static void
pass(void *ctx)
{
	struct gate *g = ctx;

	atomic_store(&g->is_in, true);
	pthread_mutex_lock(&g->lock);
	pthread_mutex_unlock(&g->lock);
}

static void
a_full_pool_says_so_at_once(void **state)
{
	struct gate g = { .lock = PTHREAD_MUTEX_INITIALIZER };
	_Atomic int n = 0;
	struct pool *p = NULL;

	(void)state;
	check_rc(pool_start(1, 2, &p, NULL), RC_OK);
	pthread_mutex_lock(&g.lock);
	check_rc(pool_put(p, pass, &g), RC_OK);
	while (!atomic_load(&g.is_in))
		(void)usleep(1000);
	check_rc(pool_put(p, count, &n), RC_OK);
	check_rc(pool_put(p, count, &n), RC_OK);
	check_rc(pool_put(p, count, &n), RC_BUSY);
	pthread_mutex_unlock(&g.lock);
	pool_free(p);
	assert_int_equal(n, 2);
}

struct crowd {
	struct keys *keys;
	struct rate *rate;
	struct watch *watch;
	_Atomic int made, allowed;
};

/* Each key is to be answered by one of them. */
static void *
jostle(void *arg)
{
	struct crowd *c = arg;

	for (int i = 0; i < TIMES; i++) {
		char key[16], *body = NULL;
		struct keys_request r = { "ana", key, "POST", "/", "{}", 2 };
		struct peer *peer = watch_add(c->watch, -1);
		int status = 0;

		(void)snprintf(key, sizeof(key), "k%d", i);
		if (keys_begin(c->keys, &r, 1, &status, &body) == RC_OK) {
			atomic_fetch_add(&c->made, 1);
			keys_end(c->keys, &r, 200, "{}", 2);
		}
		free(body);
		atomic_fetch_add(&c->allowed, rate_allows(c->rate, "192.0.2.1", 1));
		watch_has(c->watch, peer);
		watch_waits(c->watch, peer);
		watch_drop(c->watch, peer);
	}
	return NULL;
}

static void
a_crowd_is_counted_right(void **state)
{
	struct crowd c = { .keys = keys_new(), .rate = rate_new(50) };
	pthread_t threads[THREADS];

	(void)state;
	check_rc(watch_start(60000, &c.watch, NULL), RC_OK);
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, jostle, &c), 0);
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
	assert_int_equal(c.made, TIMES);
	assert_int_equal(c.allowed, 100);
	assert_int_equal(watch_count(c.watch), 0);
	assert_int_equal(watch_cut(c.watch), 0);
	watch_free(c.watch);
	keys_free(c.keys);
	rate_free(c.rate);
}

static void
the_watchman_cuts_whoever_waits_too_long_and_nobody_else(void **state)
{
	struct watch *w = NULL;
	struct peer *slow, *busy;
	int a[2], b[2];
	char byte;

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, a), 0);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, b), 0);
	check_rc(watch_start(100, &w, NULL), RC_OK);
	slow = watch_add(w, a[0]);
	busy = watch_add(w, b[0]);
	watch_has(w, busy);
	assert_int_equal(read(a[1], &byte, 1), 0); /* waits until it is cut */
	assert_int_equal(watch_cut(w), 1);
	assert_int_equal(recv(b[1], &byte, 1, MSG_DONTWAIT), -1);
	watch_drop(w, slow);
	watch_drop(w, busy);
	watch_free(w);
	for (int i = 0; i < 2; i++) {
		(void)close(a[i]);
		(void)close(b[i]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_that_was_put_is_done_before_the_end),
		cmocka_unit_test(a_full_pool_says_so_at_once),
		cmocka_unit_test(a_crowd_is_counted_right),
		cmocka_unit_test(
		    the_watchman_cuts_whoever_waits_too_long_and_nobody_else),
	};

	return CHECK_ALL(tests);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts that several threads use at once: pools, keys, rates, the watch thread.
 */
#include "check.h"

#include <arpa/inet.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <unistd.h>

#include "api/keys_int.h"
#include "api/pool_int.h"
#include "api/rate_int.h"
#include "api/watchman_int.h"

enum { THREADS = 4, TIMES = 200 };

static void
count(void *ctx)
{
	atomic_fetch_add((_Atomic int *)ctx, 1);
}

static enum rc
put(struct pool *p, void (*run)(void *ctx), void *ctx, uint64_t owner)
{
	return pool_put(p, &(struct pool_work){ run, ctx, owner, false });
}

static void
everything_that_was_put_is_done_before_the_end(void **state)
{
	_Atomic int n = 0;
	struct pool *p = NULL;

	(void)state;
	check_rc(pool_start(3, 1000, &p, NULL), RC_OK);
	for (int i = 0; i < 1000; i++)
		check_rc(put(p, count, &n, (uint64_t)i), RC_OK);
	pool_free(p);
	assert_int_equal(n, 1000);
}

/* A thread that waits until it is released. */
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
	check_rc(put(p, pass, &g, 1), RC_OK);
	while (!atomic_load(&g.is_in))
		(void)usleep(1000);
	check_rc(put(p, count, &n, 1), RC_OK);
	check_rc(put(p, count, &n, 2), RC_OK);
	check_rc(put(p, count, &n, 3), RC_BUSY);
	/* Work that was started before is not refused. */
	check_rc(pool_put(p, &(struct pool_work){ count, &n, 1, true }), RC_OK);
	pthread_mutex_unlock(&g.lock);
	pool_free(p);
	assert_int_equal(n, 3);
}

/* Each reports that it has started, and waits. */
struct gates {
	pthread_mutex_t lock;
	_Atomic int n_in, most_in;
};

static void
pass_gates(void *ctx)
{
	struct gates *g = ctx;
	int now = atomic_fetch_add(&g->n_in, 1) + 1;

	if (now > atomic_load(&g->most_in))
		atomic_store(&g->most_in, now);
	pthread_mutex_lock(&g->lock);
	pthread_mutex_unlock(&g->lock);
	atomic_fetch_sub(&g->n_in, 1);
}

static void
one_owner_has_half_of_the_threads_and_of_the_queue(void **state)
{
	struct gates g = { .lock = PTHREAD_MUTEX_INITIALIZER };
	struct gate other = { .lock = PTHREAD_MUTEX_INITIALIZER };
	_Atomic int n = 0;
	struct pool *p = NULL;

	(void)state;
	check_rc(pool_start(4, 20, &p, NULL), RC_OK);
	pthread_mutex_lock(&g.lock);
	for (int i = 0; i < 2; i++)
		check_rc(put(p, pass_gates, &g, 1), RC_OK);
	while (atomic_load(&g.n_in) < 2)
		(void)usleep(1000);
	for (int i = 0; i < 10; i++)
		check_rc(put(p, pass_gates, &g, 1), RC_OK);
	check_rc(put(p, pass_gates, &g, 1), RC_REFUSED);
	/* Another one overtakes those that wait. */
	check_rc(put(p, pass, &other, 2), RC_OK);
	while (!atomic_load(&other.is_in))
		(void)usleep(1000);
	check_rc(put(p, count, &n, 2), RC_OK);
	while (atomic_load(&n) == 0)
		(void)usleep(1000);
	pthread_mutex_unlock(&g.lock);
	pool_free(p);
	assert_int_equal(g.most_in, 2);
}

struct crowd {
	struct keys *keys;
	struct rate *rate;
	struct watchman *watch;
	_Atomic int made, allowed;
};

/* Each key must be answered by exactly one of them. */
static void *
jostle(void *arg)
{
	struct crowd *c = arg;

	for (int i = 0; i < TIMES; i++) {
		char key[16], *body = NULL;
		struct keys_request r = { "ana", key, "POST", "/", "{}", 2 };
		struct peer *peer = watchman_add(c->watch, -1);
		int status = 0;

		(void)snprintf(key, sizeof(key), "k%d", i);
		if (keys_begin(c->keys, &r, 1, &status, &body) == RC_OK) {
			atomic_fetch_add(&c->made, 1);
			keys_end(c->keys, &r, 200, "{}", 2);
		}
		free(body);
		atomic_fetch_add(&c->allowed, rate_allows(c->rate, "192.0.2.1", 1));
		watchman_has(c->watch, peer);
		watchman_waits(c->watch, peer);
		watchman_drop(c->watch, peer);
	}
	return NULL;
}

static void
a_crowd_is_counted_right(void **state)
{
	struct crowd c = { .keys = keys_new(), .rate = rate_new(50) };
	pthread_t threads[THREADS];

	(void)state;
	check_rc(watchman_start(60000, &c.watch, NULL), RC_OK);
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, jostle, &c), 0);
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
	assert_int_equal(c.made, TIMES);
	assert_int_equal(c.allowed, 100);
	assert_int_equal(watchman_count(c.watch), 0);
	assert_int_equal(watchman_cut(c.watch), 0);
	watchman_free(c.watch);
	keys_free(c.keys);
	rate_free(c.rate);
}

static void
the_watchman_cuts_whoever_waits_too_long_and_nobody_else(void **state)
{
	struct watchman *w = NULL;
	struct peer *slow, *busy;
	int a[2], b[2];
	char byte;

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, a), 0);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, b), 0);
	check_rc(watchman_start(100, &w, NULL), RC_OK);
	slow = watchman_add(w, a[0]);
	busy = watchman_add(w, b[0]);
	watchman_has(w, busy);
	assert_int_equal(read(a[1], &byte, 1), 0); /* waits for the close */
	assert_int_equal(watchman_cut(w), 1);
	assert_int_equal(recv(b[1], &byte, 1, MSG_DONTWAIT), -1);
	watchman_drop(w, slow);
	watchman_drop(w, busy);
	watchman_free(w);
	for (int i = 0; i < 2; i++) {
		(void)close(a[i]);
		(void)close(b[i]);
	}
}

static void
the_watchman_sees_who_hangs_up_during_a_request(void **state)
{
	struct watchman *w = NULL;
	struct peer *leaves, *stays;
	int a[2], b[2];

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, a), 0);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, b), 0);
	check_rc(watchman_start(60000, &w, NULL), RC_OK);
	leaves = watchman_add(w, a[0]);
	stays = watchman_add(w, b[0]);
	watchman_has(w, leaves);
	watchman_has(w, stays);
	(void)close(a[1]);
	while (!watchman_is_gone(leaves))
		(void)usleep(1000);
	assert_false(watchman_is_gone(stays));
	watchman_drop(w, leaves);
	watchman_drop(w, stays);
	watchman_free(w);
	(void)close(a[0]);
	(void)close(b[0]);
	(void)close(b[1]);
}

/* Two ends of a connection over loopback; the client's end has a very small buffer. */
static void
connect_both(int ends[2])
{
	struct sockaddr_in at = { .sin_family = AF_INET,
		.sin_addr = { htonl(INADDR_LOOPBACK) } };
	socklen_t n = sizeof(at);
	int listener = socket(AF_INET, SOCK_STREAM, 0), small = 1;

	assert_int_equal(bind(listener, (struct sockaddr *)&at, sizeof(at)), 0);
	assert_int_equal(listen(listener, 1), 0);
	assert_int_equal(getsockname(listener, (struct sockaddr *)&at, &n), 0);
	ends[1] = socket(AF_INET, SOCK_STREAM, 0);
	assert_int_equal(
	    setsockopt(ends[1], SOL_SOCKET, SO_RCVBUF, &small, sizeof(small)), 0);
	assert_int_equal(connect(ends[1], (struct sockaddr *)&at, sizeof(at)), 0);
	ends[0] = accept(listener, NULL, NULL);
	assert_true(ends[0] >= 0);
	(void)close(listener);
}

/* As libmicrohttpd does: send as much as fits. False: the connection is closed. */
static bool
send_some(int fd)
{
	static const char bytes[4096];

	while (send(fd, bytes, sizeof(bytes), MSG_DONTWAIT | MSG_NOSIGNAL) > 0)
		;
	return errno == EAGAIN;
}

static void
the_watchman_cuts_whoever_takes_an_answer_byte_by_byte(void **state)
{
	struct watchman *w = NULL;
	struct peer *sips, *takes, *listens;
	int a[2], b[2], c[2];
	char room[65536];

	(void)state;
	connect_both(a);
	connect_both(b);
	connect_both(c);
	check_rc(watchman_start(2000, &w, NULL), RC_OK);
	sips = watchman_add(w, a[0]);
	takes = watchman_add(w, b[0]);
	listens = watchman_add(w, c[0]);
	watchman_has(w, sips);
	watchman_has(w, takes);
	watchman_has(w, listens);
	watchman_sends(w, sips);
	watchman_sends(w, takes);
	while (send_some(a[0])) {
		assert_true(send_some(b[0]));
		assert_true(send_some(c[0])); /* events: these are not watched */
		(void)recv(a[1], room, 20, MSG_DONTWAIT);
		(void)recv(c[1], room, 20, MSG_DONTWAIT);
		while (recv(b[1], room, sizeof(room), MSG_DONTWAIT) > 0)
			;
		(void)usleep(100000);
	}
	assert_int_equal(watchman_cut(w), 1);
	watchman_drop(w, sips);
	watchman_drop(w, takes);
	watchman_drop(w, listens);
	watchman_free(w);
	for (int i = 0; i < 2; i++) {
		(void)close(a[i]);
		(void)close(b[i]);
		(void)close(c[i]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_that_was_put_is_done_before_the_end),
		cmocka_unit_test(a_full_pool_says_so_at_once),
		cmocka_unit_test(one_owner_has_half_of_the_threads_and_of_the_queue),
		cmocka_unit_test(a_crowd_is_counted_right),
		cmocka_unit_test(
		    the_watchman_cuts_whoever_waits_too_long_and_nobody_else),
		cmocka_unit_test(the_watchman_sees_who_hangs_up_during_a_request),
		cmocka_unit_test(the_watchman_cuts_whoever_takes_an_answer_byte_by_byte),
	};

	return CHECK_ALL(tests);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "api/watchman_int.h"

#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/queue.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "base/condition.h"

enum { LOOK_MS = 1000 };

struct peer {
	TAILQ_ENTRY(peer) link;
	int fd;
	int64_t since_ms; /* it waits for a request; 0: a request is in progress */
	_Atomic bool is_gone; /* the client disconnected during the current request */
	bool is_sending; /* an answer is being sent */
	int64_t looked_ms; /* the last check, and the bytes that had been received then */
	uint64_t taken;
	int64_t slow_ms; /* how long the client has received too little */
};

struct watchman {
	int64_t patience_ms;
	pthread_t thread;
	bool has_thread;
	pthread_mutex_t lock; /* guards all below */
	pthread_cond_t stopped;
	bool is_stopping;
	TAILQ_HEAD(peer_list, peer) peers;
	uint64_t n_peers, n_cut;
};

static bool
has_hung_up(const struct peer *p)
{
	struct pollfd fd = { .fd = p->fd, .events = POLLRDHUP };

	return poll(&fd, 1, 0) > 0;
}

/* Its thread in libmicrohttpd notices it and closes the connection. */
static void
cut(struct watchman *w, struct peer *p)
{
	(void)shutdown(p->fd, SHUT_RDWR);
	p->since_ms = 0;
	p->is_sending = false;
	w->n_cut++;
}

/* Bytes acknowledged by the client since it connected. False: not known. */
static bool
bytes_taken(const struct peer *p, uint64_t *ret_bytes)
{
	struct tcp_info info = { 0 };
	socklen_t n = sizeof(info);

	if (getsockopt(p->fd, IPPROTO_TCP, TCP_INFO, &info, &n) != 0 ||
	    n < offsetof(struct tcp_info, tcpi_bytes_acked) +
		    sizeof(info.tcpi_bytes_acked))
		return false;
	*ret_bytes = info.tcpi_bytes_acked;
	return true;
}

/* Bytes that were not passed to the kernel yet do not count against the client. */
static bool
has_to_take(const struct peer *p)
{
	int waiting = 0;

	return ioctl(p->fd, SIOCOUTQ, &waiting) == 0 && waiting > 0;
}

static bool
is_too_slow(const struct watchman *w, struct peer *p, int64_t now_ms)
{
	int64_t passed_ms = now_ms - p->looked_ms;
	uint64_t taken = 0;

	if (!bytes_taken(p, &taken))
		return false;
	if (p->looked_ms && has_to_take(p) &&
	    (taken - p->taken) * 1000 < (uint64_t)passed_ms * WATCH_SLOWEST)
		p->slow_ms += passed_ms;
	else
		p->slow_ms = 0;
	p->looked_ms = now_ms;
	p->taken = taken;
	return p->slow_ms >= w->patience_ms;
}

static void
look(struct watchman *w, int64_t now_ms)
{
	struct peer *p;

	TAILQ_FOREACH(p, &w->peers, link)
	{
		if ((p->since_ms && now_ms - p->since_ms >= w->patience_ms) ||
		    (p->is_sending && is_too_slow(w, p, now_ms)))
			cut(w, p);
		else if (!p->since_ms && has_hung_up(p))
			atomic_store(&p->is_gone, true);
	}
}

static void *
run(void *arg)
{
	struct watchman *w = arg;

	pthread_mutex_lock(&w->lock);
	while (!w->is_stopping) {
		struct timespec until = condition_moment(LOOK_MS);

		(void)condition_wait(&w->stopped, &w->lock, &until);
		look(w, clock_mono_ms());
	}
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

enum rc
watchman_start(int64_t patience_ms, struct watchman **ret_watchman, struct err *err)
{
	struct watchman *w = calloc(1, sizeof(*w));

	if (!w || condition_init_with_lock(&w->stopped, &w->lock) != RC_OK) {
		free(w);
		return err_set(err, RC_NOMEM, "no memory for the API");
	}
	w->patience_ms = patience_ms;
	TAILQ_INIT(&w->peers);
	w->has_thread = pthread_create(&w->thread, NULL, run, w) == 0;
	if (!w->has_thread) {
		watchman_free(w);
		return err_set(err, RC_NOMEM, "no memory for the API");
	}
	*ret_watchman = w;
	return RC_OK;
}

void
watchman_free(struct watchman *w)
{
	struct peer *p;

	if (!w)
		return;
	pthread_mutex_lock(&w->lock);
	w->is_stopping = true;
	pthread_cond_signal(&w->stopped);
	pthread_mutex_unlock(&w->lock);
	if (w->has_thread)
		(void)pthread_join(w->thread, NULL);
	while ((p = TAILQ_FIRST(&w->peers))) {
		TAILQ_REMOVE(&w->peers, p, link);
		free(p);
	}
	condition_fini_with_lock(&w->stopped, &w->lock);
	free(w);
}

struct peer *
watchman_add(struct watchman *w, int fd)
{
	struct peer *p = calloc(1, sizeof(*p));

	if (!p)
		return NULL;
	p->fd = fd;
	p->since_ms = clock_mono_ms();
	pthread_mutex_lock(&w->lock);
	TAILQ_INSERT_TAIL(&w->peers, p, link);
	w->n_peers++;
	pthread_mutex_unlock(&w->lock);
	return p;
}

void
watchman_drop(struct watchman *w, struct peer *peer)
{
	if (!peer)
		return;
	pthread_mutex_lock(&w->lock);
	TAILQ_REMOVE(&w->peers, peer, link);
	w->n_peers--;
	pthread_mutex_unlock(&w->lock);
	free(peer);
}

static void
set_since(struct watchman *w, struct peer *peer, int64_t since_ms)
{
	if (!peer)
		return;
	pthread_mutex_lock(&w->lock);
	peer->since_ms = since_ms;
	peer->is_sending = false;
	atomic_store(&peer->is_gone, false);
	pthread_mutex_unlock(&w->lock);
}

void
watchman_waits(struct watchman *w, struct peer *peer)
{
	set_since(w, peer, clock_mono_ms());
}

void
watchman_has(struct watchman *w, struct peer *peer)
{
	set_since(w, peer, 0);
}

void
watchman_sends(struct watchman *w, struct peer *peer)
{
	if (!peer)
		return;
	pthread_mutex_lock(&w->lock);
	peer->is_sending = true;
	peer->looked_ms = 0;
	peer->slow_ms = 0;
	pthread_mutex_unlock(&w->lock);
}

bool
watchman_is_gone(const struct peer *peer)
{
	return atomic_load(&peer->is_gone);
}

uint64_t
watchman_cut(struct watchman *w)
{
	uint64_t n;

	pthread_mutex_lock(&w->lock);
	n = w->n_cut;
	pthread_mutex_unlock(&w->lock);
	return n;
}

uint64_t
watchman_count(struct watchman *w)
{
	uint64_t n;

	pthread_mutex_lock(&w->lock);
	n = w->n_peers;
	pthread_mutex_unlock(&w->lock);
	return n;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "api/watch.h"

#include <stdlib.h>
#include <sys/queue.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "base/condition.h"

enum { LOOK_MS = 1000 };

struct peer {
	TAILQ_ENTRY(peer) link;
	int fd;
	int64_t since_ms; /* it waits for a request; 0: it has one */
};

struct watch {
	int64_t patience_ms;
	pthread_t thread;
	bool has_thread;
	pthread_mutex_t lock; /* guards all below */
	pthread_cond_t stopped;
	bool is_stopping;
	TAILQ_HEAD(peer_list, peer) peers;
	uint64_t n_peers, n_cut;
};

/* Its thread in libmicrohttpd notices, and closes it. */
static void
look(struct watch *w, int64_t now_ms)
{
	struct peer *p;

	TAILQ_FOREACH(p, &w->peers, link)
	{
		if (p->since_ms && now_ms - p->since_ms >= w->patience_ms) {
			(void)shutdown(p->fd, SHUT_RDWR);
			p->since_ms = 0;
			w->n_cut++;
		}
	}
}

static void *
run(void *arg)
{
	struct watch *w = arg;

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
watch_start(int64_t patience_ms, struct watch **ret_watch, struct err *err)
{
	struct watch *w = calloc(1, sizeof(*w));

	if (!w || condition_init_with_lock(&w->stopped, &w->lock) != RC_OK) {
		free(w);
		return err_set(err, RC_NOMEM, "no memory for the API");
	}
	w->patience_ms = patience_ms;
	TAILQ_INIT(&w->peers);
	w->has_thread = pthread_create(&w->thread, NULL, run, w) == 0;
	if (!w->has_thread) {
		watch_free(w);
		return err_set(err, RC_NOMEM, "no memory for the API");
	}
	*ret_watch = w;
	return RC_OK;
}

void
watch_free(struct watch *w)
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
watch_add(struct watch *w, int fd)
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
watch_drop(struct watch *w, struct peer *peer)
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
set_since(struct watch *w, struct peer *peer, int64_t since_ms)
{
	if (!peer)
		return;
	pthread_mutex_lock(&w->lock);
	peer->since_ms = since_ms;
	pthread_mutex_unlock(&w->lock);
}

void
watch_waits(struct watch *w, struct peer *peer)
{
	set_since(w, peer, clock_mono_ms());
}

void
watch_has(struct watch *w, struct peer *peer)
{
	set_since(w, peer, 0);
}

uint64_t
watch_cut(struct watch *w)
{
	uint64_t n;

	pthread_mutex_lock(&w->lock);
	n = w->n_cut;
	pthread_mutex_unlock(&w->lock);
	return n;
}

uint64_t
watch_count(struct watch *w)
{
	uint64_t n;

	pthread_mutex_lock(&w->lock);
	n = w->n_peers;
	pthread_mutex_unlock(&w->lock);
	return n;
}

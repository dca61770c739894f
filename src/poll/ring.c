/* SPDX-License-Identifier: Apache-2.0 */
#include "poll/ring.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct ring {
	pthread_mutex_t lock; /* guards all below */
	pthread_cond_t more; /* last or is_over changed */
	uint64_t last; /* number of the newest; the first one is 1 */
	unsigned listeners; /* that wait */
	bool is_over;
	struct engine_event events[RING_EVENTS];
};

static enum rc
make_lock(struct ring *r)
{
	pthread_condattr_t attr;
	int failed;

	if (pthread_condattr_init(&attr) != 0)
		return RC_NOMEM;
	failed = pthread_condattr_setclock(&attr, CLOCK_MONOTONIC) ||
	    pthread_cond_init(&r->more, &attr);
	(void)pthread_condattr_destroy(&attr);
	if (failed)
		return RC_NOMEM;
	if (pthread_mutex_init(&r->lock, NULL) != 0) {
		(void)pthread_cond_destroy(&r->more);
		return RC_NOMEM;
	}
	return RC_OK;
}

struct ring *
ring_new(void)
{
	struct ring *r = calloc(1, sizeof(*r));

	if (!r || make_lock(r) == RC_OK)
		return r;
	free(r);
	return NULL;
}

void
ring_free(struct ring *r)
{
	if (!r)
		return;
	(void)pthread_cond_destroy(&r->more);
	(void)pthread_mutex_destroy(&r->lock);
	free(r);
}

void
ring_add(struct ring *r, const struct desk_event *event)
{
	struct engine_event *e;

	pthread_mutex_lock(&r->lock);
	e = &r->events[++r->last % RING_EVENTS];
	e->number = r->last;
	e->event = *event;
	e->event.task = e->event.why = NULL; /* they are gone when it is read */
	(void)snprintf(
	    e->text, sizeof(e->text), "%s", event->message ? event->message : "");
	if (r->listeners)
		pthread_cond_broadcast(&r->more);
	pthread_mutex_unlock(&r->lock);
}

void
ring_end(struct ring *r)
{
	pthread_mutex_lock(&r->lock);
	r->is_over = true;
	pthread_cond_broadcast(&r->more);
	pthread_mutex_unlock(&r->lock);
}

static struct timespec
moment_in(int64_t ms)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	t.tv_sec += ms / 1000;
	t.tv_nsec += ms % 1000 * 1000000;
	if (t.tv_nsec >= 1000000000) {
		t.tv_sec++;
		t.tv_nsec -= 1000000000;
	}
	return t;
}

/* Under the lock: until something is newer than last. */
static enum rc
wait_for_more(struct ring *r, uint64_t last, int64_t timeout_ms)
{
	struct timespec until = moment_in(timeout_ms);
	int waited = 0;

	r->listeners++;
	while (r->last <= last && !r->is_over && waited != ETIMEDOUT)
		waited = pthread_cond_timedwait(&r->more, &r->lock, &until);
	r->listeners--;
	if (r->last > last)
		return RC_OK;
	return r->is_over ? RC_CANCELLED : RC_TIMEOUT;
}

/* Under the lock: one chunk; *last stands behind it. False when it was overtaken. */
static bool
copy_chunk(
    const struct ring *r, uint64_t *last, struct engine_event *to, size_t max, size_t *n)
{
	if (r->last - *last > RING_EVENTS) {
		/* What was copied so far is told first, and the loss the next time. */
		if (*n == 0)
			*last = r->last - RING_EVENTS;
		return false;
	}
	for (size_t i = 0; i < RING_CHUNK && *n < max && *last < r->last; i++) {
		struct engine_event *e = &to[(*n)++];

		*e = r->events[++*last % RING_EVENTS];
		e->event.message = e->text;
	}
	return true;
}

enum rc
ring_listen(struct ring *r, uint64_t *last, struct engine_event *events, size_t max,
    size_t *ret_n, int64_t timeout_ms)
{
	size_t n = 0;
	bool goes_on = true;
	enum rc rc;

	pthread_mutex_lock(&r->lock);
	rc = wait_for_more(r, *last, timeout_ms);
	while (rc == RC_OK && goes_on) {
		goes_on = copy_chunk(r, last, events, max, &n);
		if (!goes_on && n == 0)
			rc = RC_NOT_FOUND;
		goes_on = goes_on && n < max && *last < r->last;
		/* Let the engine in between two chunks. */
		pthread_mutex_unlock(&r->lock);
		pthread_mutex_lock(&r->lock);
	}
	pthread_mutex_unlock(&r->lock);
	if (rc == RC_OK)
		*ret_n = n;
	return rc;
}

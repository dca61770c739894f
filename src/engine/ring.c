/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/ring_int.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/condition.h"

struct ring {
	_Atomic unsigned owners;
	pthread_mutex_t lock; /* guards all below */
	pthread_cond_t more; /* last or is_over changed */
	uint64_t last; /* number of the newest; the first one is 1 */
	unsigned listeners; /* waiting ones */
	bool is_over;
	struct engine_event events[RING_EVENTS];
};

struct ring *
ring_new(void)
{
	struct ring *r = calloc(1, sizeof(*r));

	if (!r)
		return NULL;
	r->owners = 1;
	if (condition_init_with_lock(&r->more, &r->lock) == RC_OK)
		return r;
	free(r);
	return NULL;
}

struct ring *
ring_ref(struct ring *r)
{
	r->owners++;
	return r;
}

void
ring_unref(struct ring *r)
{
	if (!r || --r->owners > 0)
		return;
	condition_fini_with_lock(&r->more, &r->lock);
	free(r);
}

void
ring_add(struct ring *r, const struct coordinator_event *event)
{
	struct engine_event *e;

	pthread_mutex_lock(&r->lock);
	e = &r->events[++r->last % RING_EVENTS];
	e->number = r->last;
	e->event = *event;
	e->event.task = e->event.why = NULL; /* freed before it is read */
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

/* The lock is held. Waits until there is an event after last. */
static enum rc
wait_for_more(struct ring *r, uint64_t last, int64_t timeout_ms)
{
	struct timespec until = condition_moment(timeout_ms);

	r->listeners++;
	while (
	    r->last <= last && !r->is_over && condition_wait(&r->more, &r->lock, &until))
		;
	r->listeners--;
	if (r->last > last)
		return RC_OK;
	return r->is_over ? RC_CANCELLED : RC_TIMEOUT;
}

/* The lock is held. Copies one chunk and advances *last. False: some were overwritten. */
static bool
copy_chunk(
    const struct ring *r, uint64_t *last, struct engine_event *to, size_t max, size_t *n)
{
	if (r->last - *last > RING_EVENTS) {
		/* The copied events are returned first, and the loss is reported the next
		 * time. */
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
		/* Let other threads take the lock between two chunks. */
		pthread_mutex_unlock(&r->lock);
		pthread_mutex_lock(&r->lock);
	}
	pthread_mutex_unlock(&r->lock);
	if (rc == RC_OK)
		*ret_n = n;
	return rc;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "base/queue.h"

#include <assert.h>
#include <stdlib.h>

#include "base/condition.h"

/* Items are in a ring: figures.depth items starting at `first`. */
struct queue {
	size_t capacity;
	enum queue_when_full when_full;
	void (*free_item)(void *item);

	pthread_mutex_t lock; /* guards all members below */
	pthread_cond_t has_item;
	pthread_cond_t has_room;
	bool is_closed;
	size_t first;
	struct queue_figures figures;
	void *items[];
};

static enum rc
make_lock(struct queue *q)
{
	if (condition_init(&q->has_room) != RC_OK)
		return RC_NOMEM;
	if (condition_init_with_lock(&q->has_item, &q->lock) == RC_OK)
		return RC_OK;
	(void)pthread_cond_destroy(&q->has_room);
	return RC_NOMEM;
}

struct queue *
queue_new(size_t capacity, enum queue_when_full when_full, void (*free_item)(void *))
{
	struct queue *q = calloc(1, sizeof(*q) + capacity * sizeof(q->items[0]));

	assert(capacity > 0);
	if (!q || make_lock(q) != RC_OK) {
		free(q);
		return NULL;
	}
	q->capacity = capacity;
	q->when_full = when_full;
	q->free_item = free_item;
	return q;
}

/* For the next three functions the lock is held. */
static bool
is_full(const struct queue *q)
{
	return q->figures.depth == q->capacity;
}

static void
push(struct queue *q, void *item)
{
	q->items[(q->first + q->figures.depth) % q->capacity] = item;
	q->figures.put++;
	if (++q->figures.depth > q->figures.deepest)
		q->figures.deepest = q->figures.depth;
	(void)pthread_cond_signal(&q->has_item);
}

static void *
pop(struct queue *q)
{
	void *item = q->items[q->first];

	q->first = (q->first + 1) % q->capacity;
	q->figures.depth--;
	return item;
}

static void
wait_for_room(struct queue *q)
{
	if (!is_full(q) || q->is_closed)
		return;
	q->figures.waited++;
	while (is_full(q) && !q->is_closed)
		(void)pthread_cond_wait(&q->has_room, &q->lock);
}

/* Put under the lock. A dropped item is returned, to be freed without the lock. */
static enum rc
put_locked(struct queue *q, void *item, bool may_wait, void **ret_fallen)
{
	if (q->when_full == QUEUE_WAIT && may_wait)
		wait_for_room(q);
	if (q->is_closed)
		return RC_CANCELLED;
	if (is_full(q) && q->when_full == QUEUE_WAIT) {
		q->figures.refused++;
		return RC_BUSY;
	}
	if (is_full(q)) {
		*ret_fallen = pop(q);
		q->figures.dropped++;
	}
	push(q, item);
	return RC_OK;
}

static enum rc
put(struct queue *q, void *item, bool may_wait)
{
	void *fallen = NULL;
	enum rc rc;

	(void)pthread_mutex_lock(&q->lock);
	rc = put_locked(q, item, may_wait, &fallen);
	(void)pthread_mutex_unlock(&q->lock);
	if (fallen)
		q->free_item(fallen);
	return rc;
}

enum rc
queue_put(struct queue *q, void *item)
{
	return put(q, item, true);
}

enum rc
queue_try_put(struct queue *q, void *item)
{
	return put(q, item, false);
}

/* The lock is held. Returns when there is an item, when the queue is closed, or at the
 * end of the time-out. */
static void
wait_for_item(struct queue *q, int64_t timeout_ms)
{
	struct timespec until = condition_moment(timeout_ms > 0 ? timeout_ms : 0);
	bool has_time = true;

	while (q->figures.depth == 0 && !q->is_closed && has_time) {
		if (timeout_ms < 0)
			(void)pthread_cond_wait(&q->has_item, &q->lock);
		else
			has_time = condition_wait(&q->has_item, &q->lock, &until);
	}
}

enum rc
queue_take(struct queue *q, int64_t timeout_ms, void **ret_item)
{
	enum rc rc = RC_OK;

	(void)pthread_mutex_lock(&q->lock);
	wait_for_item(q, timeout_ms);
	if (q->figures.depth) {
		*ret_item = pop(q);
		q->figures.taken++;
		(void)pthread_cond_signal(&q->has_room);
	} else {
		rc = q->is_closed ? RC_CANCELLED : RC_TIMEOUT;
	}
	(void)pthread_mutex_unlock(&q->lock);
	return rc;
}

void
queue_close(struct queue *q)
{
	(void)pthread_mutex_lock(&q->lock);
	q->is_closed = true;
	(void)pthread_cond_broadcast(&q->has_item);
	(void)pthread_cond_broadcast(&q->has_room);
	(void)pthread_mutex_unlock(&q->lock);
}

struct queue_figures
queue_figures(struct queue *q)
{
	struct queue_figures figures;

	(void)pthread_mutex_lock(&q->lock);
	figures = q->figures;
	(void)pthread_mutex_unlock(&q->lock);
	return figures;
}

void
queue_free(struct queue *q)
{
	if (!q)
		return;
	while (q->figures.depth)
		q->free_item(pop(q));
	(void)pthread_cond_destroy(&q->has_item);
	(void)pthread_cond_destroy(&q->has_room);
	(void)pthread_mutex_destroy(&q->lock);
	free(q);
}

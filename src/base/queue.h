/* SPDX-License-Identifier: Apache-2.0
 *
 * base/queue.h - a bounded FIFO queue between threads.
 *
 * What happens when it is full is chosen at creation, and counted: with QUEUE_WAIT the
 * sender waits (nothing is lost), with QUEUE_DROP_OLDEST the oldest item is freed (the
 * sender never waits). A loop that must not wait uses queue_try_put with both.
 *
 * Items are pointers; the queue owns them from a successful put to a take.
 *
 * Order of calls: queue_new, start threads, queue_close (no more puts; the remaining
 * items can still be taken), end threads, queue_free. All functions except new and free:
 * any thread. No callback runs under the lock.
 */
#ifndef FACHO_BASE_QUEUE_H
#define FACHO_BASE_QUEUE_H

#include <stddef.h>
#include <stdint.h>

#include "base/own.h"
#include "base/rc.h"

struct queue;

enum queue_when_full {
	QUEUE_WAIT,
	QUEUE_DROP_OLDEST,
};

struct queue_figures {
	size_t depth; /* now */
	size_t deepest; /* ever */
	uint64_t put;
	uint64_t taken;
	uint64_t dropped; /* dropped because it was full */
	uint64_t waited; /* puts that had to wait */
	uint64_t refused; /* try_puts that found it full */
};

/* free_item is called for dropped items and for items that remain at queue_free. NULL
 * when out of memory. capacity is at least 1. */
struct queue *queue_new(
    size_t capacity, enum queue_when_full when_full, void (*free_item)(void *item));

/* RC_CANCELLED: it is closed (also while waiting); then the caller still owns the
 * item. */
enum rc queue_put(struct queue *q, void *item) MUST_CHECK;

/* Never waits. RC_BUSY: a QUEUE_WAIT queue is full. */
enum rc queue_try_put(struct queue *q, void *item) MUST_CHECK;

/* Wait up to timeout_ms (-1: for ever) for an item. RC_TIMEOUT: no item came.
 * RC_CANCELLED: the queue is closed and empty. */
enum rc queue_take(struct queue *q, int64_t timeout_ms, void **ret_item) MUST_CHECK;

void queue_close(struct queue *q);
struct queue_figures queue_figures(struct queue *q);

/* No other thread may use it any more. NULL is allowed. */
void queue_free(struct queue *q);
OWNED_BY(struct queue, queue_free);

#endif

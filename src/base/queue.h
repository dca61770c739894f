/* SPDX-License-Identifier: Apache-2.0
 *
 * base/queue.h - the border between two threads: bounded, first in first out.
 *
 * What happens when it is full is decided when it is made, and counted:
 * QUEUE_WAIT makes the sender wait (nothing is lost, the pressure goes back),
 * QUEUE_DROP_OLDEST frees the oldest item (the newest matters, the sender is
 * never held up). A loop that must not wait uses queue_try_put on either.
 *
 * Items are pointers; the queue owns them from a successful put to a take.
 *
 * Life: queue_new, threads, queue_close (no more puts; what is inside can still
 * be taken), threads end, queue_free. All but new and free: any thread. No
 * callback runs under the lock.
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
	uint64_t dropped; /* fell out because it was full */
	uint64_t waited; /* puts that had to wait */
	uint64_t refused; /* try_puts that found it full */
};

/* free_item is called for what falls out and for what queue_free finds.
 * NULL when out of memory. capacity is at least 1. */
struct queue *queue_new(
    size_t capacity, enum queue_when_full when_full, void (*free_item)(void *item));

/* RC_CANCELLED when it is closed (also while waiting); then the item is still
 * the caller's. */
enum rc queue_put(struct queue *q, void *item) MUST_CHECK;

/* Never waits: RC_BUSY when a QUEUE_WAIT queue is full. */
enum rc queue_try_put(struct queue *q, void *item) MUST_CHECK;

/* Wait up to timeout_ms (-1: for ever) for an item. RC_TIMEOUT when none came,
 * RC_CANCELLED when none will: closed and empty. */
enum rc queue_take(struct queue *q, int64_t timeout_ms, void **ret_item) MUST_CHECK;

void queue_close(struct queue *q);
struct queue_figures queue_figures(struct queue *q);

/* No other thread uses it any more. NULL is fine. */
void queue_free(struct queue *q);
OWNED_BY(struct queue, queue_free);

#endif

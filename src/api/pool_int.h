/* SPDX-License-Identifier: Apache-2.0
 *
 * api/pool_int.h - a pool of threads with a bounded queue.
 *
 * Work has an owner: a user, or the address of a client without login. One owner has at
 * most half of the threads and half of the queue (and at least one of each), so that no
 * owner can block all others. Work of an owner whose share of the threads is in use
 * waits, and work of other owners goes first.
 *
 * pool_put: any thread. Other functions: owner of the pool only.
 */
#ifndef FACHO_API_POOL_INT_H
#define FACHO_API_POOL_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"

struct pool;

struct pool_work {
	void (*run)(void *ctx);
	void *ctx;
	uint64_t owner;
	/* The continuation of earlier work, at most one for each connection: it waits for
	 * a thread and is not refused. */
	bool is_more;
};

enum rc pool_start(int threads, size_t capacity, struct pool **ret_pool, struct err *err)
    MUST_CHECK;

/* Copies work. RC_BUSY: the queue is full; RC_REFUSED: the owner's part of the queue is
 * full; RC_CANCELLED: the pool is stopping. Does not wait. */
enum rc pool_put(struct pool *p, const struct pool_work *work) MUST_CHECK;

/* No more puts; waiting work is still done. Waits for the threads. */
void pool_free(struct pool *p);
OWNED_BY(struct pool, pool_free);

#endif

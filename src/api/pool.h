/* SPDX-License-Identifier: Apache-2.0
 *
 * api/pool.h - some threads that do what they are handed, from a bounded queue.
 *
 * pool_put: any thread. The rest: the owner.
 */
#ifndef FACHO_API_POOL_H
#define FACHO_API_POOL_H

#include <stddef.h>

#include "base/err.h"
#include "base/own.h"

struct pool;

enum rc pool_start(int threads, size_t capacity, struct pool **ret_pool, struct err *err)
    MUST_CHECK;

/* RC_BUSY: as many wait as may; RC_CANCELLED: it is stopping. Does not wait. */
enum rc pool_put(struct pool *p, void (*run)(void *ctx), void *ctx) MUST_CHECK;

/* No more puts; what waits is still done. Waits for the threads. */
void pool_free(struct pool *p);
OWNED_BY(struct pool, pool_free);

#endif

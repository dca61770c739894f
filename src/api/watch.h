/* SPDX-License-Identifier: Apache-2.0
 *
 * api/watch.h - the watchman: cuts connections that take too long to say what they want.
 *
 * A connection that is silent is libmicrohttpd's business; one that sends a byte now and then
 * would be kept for ever. A thread looks every second.
 *
 * watch_*: any thread. Life: watch_start, watch_free (when no connection is left).
 */
#ifndef FACHO_API_WATCH_H
#define FACHO_API_WATCH_H

#include <stdint.h>

#include "base/err.h"
#include "base/own.h"

struct peer;
struct watch;

enum rc watch_start(int64_t patience_ms, struct watch **ret_watch, struct err *err)
    MUST_CHECK;
void watch_free(struct watch *w);
OWNED_BY(struct watch, watch_free);

/* A connection begins; it stays the caller's. NULL: no memory, and nobody watches it. */
struct peer *watch_add(struct watch *w, int fd);
void watch_drop(struct watch *w, struct peer *peer); /* before its fd is closed */

void watch_waits(struct watch *w, struct peer *peer); /* for its next request */
void watch_has(struct watch *w, struct peer *peer); /* the request, whole */

uint64_t watch_cut(struct watch *w); /* how many so far */
uint64_t watch_count(struct watch *w); /* connections now */

#endif

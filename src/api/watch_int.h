/* SPDX-License-Identifier: Apache-2.0
 *
 * api/watch_int.h - the watchman: closes connections that are too slow.
 *
 * libmicrohttpd closes idle connections; but a connection that sends a byte from time to
 * time would be kept for ever, and so would one that receives its answer byte by byte.
 * The watchman also detects clients that disconnect before the answer, which
 * libmicrohttpd does not do while a connection is suspended. A thread checks every
 * second.
 *
 * watch_*: any thread. Order of calls: watch_start, watch_free (when no connection is
 * left).
 */
#ifndef FACHO_API_WATCH_INT_H
#define FACHO_API_WATCH_INT_H

#include <stdbool.h>
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

/* Its answer is on its way: whoever takes less than WATCH_SLOWEST bytes of it in a second,
 * for as long as the patience lasts, is cut. A second in which it has taken all that there
 * was, or enough, begins that anew. Not for streams of events. */
enum { WATCH_SLOWEST = 1024 };
void watch_sends(struct watch *w, struct peer *peer);

/* Has the client of a whole request hung up? As seen at the last look; any thread, as long
 * as the connection is there. */
bool watch_is_gone(const struct peer *peer);

uint64_t watch_cut(struct watch *w); /* how many so far */
uint64_t watch_count(struct watch *w); /* connections now */

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * api/watchman_int.h - the watchman: closes connections that are too slow.
 *
 * libmicrohttpd closes idle connections; but a connection that sends a byte from time to
 * time would be kept for ever, and so would one that receives its answer byte by byte.
 * The watchman also detects clients that disconnect before the answer, which
 * libmicrohttpd does not do while a connection is suspended. A thread checks every
 * second.
 *
 * watchman_*: any thread. Order of calls: watchman_start, watchman_free (when no connection is
 * left).
 */
#ifndef FACHO_API_WATCHMAN_INT_H
#define FACHO_API_WATCHMAN_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"

struct peer;
struct watchman;

enum rc watchman_start(
    int64_t patience_ms, struct watchman **ret_watchman, struct err *err) MUST_CHECK;
void watchman_free(struct watchman *w);
OWNED_BY(struct watchman, watchman_free);

/* A new connection; the caller keeps it. NULL: no memory, and it is not watched. */
struct peer *watchman_add(struct watchman *w, int fd);
/* call it before its fd is closed */
void watchman_drop(struct watchman *w, struct peer *peer);

/* waits for its next request */
void watchman_waits(struct watchman *w, struct peer *peer);
void watchman_has(struct watchman *w, struct peer *peer); /* the request is complete */

/* Its answer is being sent. A client that receives less than WATCH_SLOWEST bytes per
 * second for the whole time limit is disconnected. The limit starts again after a second
 * in which it received enough, or everything that was available. Not for streams of
 * events. */
enum { WATCH_SLOWEST = 1024 };
void watchman_sends(struct watchman *w, struct peer *peer);

/* Has the client of a complete request disconnected? The state of the last check; any
 * thread, while the connection exists. */
bool watchman_is_gone(const struct peer *peer);

uint64_t watchman_cut(struct watchman *w); /* number of closed connections so far */
uint64_t watchman_count(struct watchman *w); /* open connections */

#endif

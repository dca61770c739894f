/* SPDX-License-Identifier: Apache-2.0
 *
 * service/event_tail.h - new events of the log (events/event.h), for live viewers.
 *
 * A thread reads the log after each commit of this program's writer (event_tail_wake), at
 * most ten times per second, and keeps the last EVENT_TAIL_MAX events. Viewers read them
 * from memory, each from its own place: none of them asks the database, and none can
 * delay it. On PostgreSQL the thread also looks once per second: other programs write
 * there, and an event can be read only when older transactions have ended.
 *
 * What runs brought for ONUs and parts, changes by users, versions of incidents, and
 * decisions about an OLT (suspended, back), when they are stored. Executions and other decisions come from the
 * engine's ring.
 */
#ifndef FACHO_SERVICE_EVENT_TAIL_H
#define FACHO_SERVICE_EVENT_TAIL_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "events/event.h"

struct event_tail;

enum { EVENT_TAIL_MAX = 1024 };

/* From now on: events of before are not told. */
enum rc event_tail_start(
    const char *database, struct event_tail **ret_tail, struct err *err) MUST_CHECK;
void event_tail_free(struct event_tail *t);
OWNED_BY(struct event_tail, event_tail_free);

/* Something was committed. Any thread; does not wait. NULL is fine. */
void event_tail_wake(struct event_tail *t);

/* How many commits there have been: whoever looks again after it has grown finds what was
 * committed. Any thread; does not wait. */
uint64_t event_tail_commits(struct event_tail *t);

/* Events behind *last (0 at first), which moves on. RC_NOT_FOUND: some were overwritten or
 * lost, and *last is at the end: read everything again. Any thread; does not wait. */
enum rc event_tail_read(struct event_tail *t, uint64_t *last,
    struct event_entry *ret_events, size_t max, size_t *ret_n) MUST_CHECK;

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * engine/ring_int.h - the latest events, for listeners (engine_listen).
 *
 * The engine and the writer add events, any number of listeners read, each at its own
 * position. The lock is held while one record is added, or at most RING_CHUNK records are
 * read: the engine never waits longer than that. A listener that is too slow is informed
 * and continues with the oldest remaining event.
 *
 * For the files of engine/ only.
 */
#ifndef FACHO_ENGINE_RING_INT_H
#define FACHO_ENGINE_RING_INT_H

#include "engine/engine.h"

enum { RING_EVENTS = 4096, RING_CHUNK = 32 };

struct ring;

/* NULL when it cannot be created. Has one owner. Writes also have references, so that one
 * that is done after the end of the engine can still use it. */
struct ring *ring_new(void);
struct ring *ring_ref(struct ring *r);
void ring_unref(struct ring *r);
OWNED_BY(struct ring, ring_unref);

void ring_add(struct ring *r, const struct coordinator_event *event);
/* There will be no more events. */
void ring_end(struct ring *r);

/* As engine_listen(). */
enum rc ring_listen(struct ring *r, uint64_t *last, struct engine_event *events,
    size_t max, size_t *ret_n, int64_t timeout_ms) MUST_CHECK;

#endif

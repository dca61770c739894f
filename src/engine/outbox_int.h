/* SPDX-License-Identifier: Apache-2.0
 *
 * engine/outbox_int.h - writes of the engine for the writer, in order and without loss.
 *
 * The writer refuses writes when its queue is full. Results of devices cannot be read
 * again, so refused writes wait here and are offered again at every flush, before newer
 * ones. There is always room for results: there are not more than running executions,
 * because the engine starts nothing while writes wait here. Notes (a node's next time, a
 * line of the log) are refused above OUTBOX_NOTES and counted, because they are not
 * essential.
 *
 * Engine thread only. For the files of engine/ only.
 */
#ifndef FACHO_ENGINE_OUTBOX_INT_H
#define FACHO_ENGINE_OUTBOX_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/own.h"
#include "store/core/writer.h"

enum { OUTBOX_NOTES = 100000 };

struct outbox;

/* writer is borrowed. NULL when out of memory. */
struct outbox *outbox_new(struct writer *writer);
/* Writes that still wait get RC_CANCELLED. */
void outbox_free(struct outbox *o);
OWNED_BY(struct outbox, outbox_free);

/* Always owns work->ctx: a note without room gets RC_BUSY at once. */
void outbox_put(struct outbox *o, const struct writer_work *work);
void outbox_note(struct outbox *o, const struct writer_work *work);

/* The coordinator starts the next run of an OLT inside the call that ends the previous
 * one. The writes of that run must not come before the results: the token of the new
 * run's lock is higher, and the results would be refused. So: hold, call the coordinator,
 * open, put the results, release. */
void outbox_hold(struct outbox *o); /* from now on writes are set aside */
void outbox_open(struct outbox *o); /* from now on they are not */
void outbox_release(struct outbox *o); /* put those that were set aside */

/* Offer the waiting writes. */
void outbox_flush(struct outbox *o);

struct outbox_figures {
	size_t waiting; /* here */
	uint64_t dropped; /* refused notes */
	struct writer_figures writer;
};
struct outbox_figures outbox_figures(const struct outbox *o);

/* Must dispatching stop? Yes if the writer is unavailable, something waits here, or its
 * queue is three quarters full; then until it is half empty. */
bool outbox_is_full(struct outbox *o);

#endif

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
/* What still waits is told RC_CANCELLED. */
void outbox_free(struct outbox *o);
OWNED_BY(struct outbox, outbox_free);

/* Owns work->ctx in any case: a note that finds no room is told RC_BUSY at once. */
void outbox_put(struct outbox *o, const struct writer_work *work);
void outbox_note(struct outbox *o, const struct writer_work *work);

/* The coordinator begins the next run of an OLT from inside the call that ends the one before.
 * What that writes must not come before the results: the new run's lock would fence them
 * off. So hold, tell the coordinator, open, put the results, release. */
void outbox_hold(struct outbox *o); /* what is put is set aside */
void outbox_open(struct outbox *o); /* and what is put now is not */
void outbox_release(struct outbox *o); /* what was set aside follows */

/* Offer what waits. */
void outbox_flush(struct outbox *o);

struct outbox_figures {
	size_t waiting; /* here */
	uint64_t dropped; /* notes */
	struct writer_figures writer;
};
struct outbox_figures outbox_figures(const struct outbox *o);

/* Must dispatch stop? Yes when the writer is away, or something waits here, or its queue
 * is three quarters full; then until it is half empty again. */
bool outbox_is_full(struct outbox *o);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * engine/window_int.h - publishes the engine's newest snapshot.
 *
 * A snapshot is created by the engine and never changed. Publishing it replaces a
 * pointer; a reader takes a reference. The lock is held only for that.
 *
 * For the files of engine/ only.
 */
#ifndef FACHO_ENGINE_WINDOW_INT_H
#define FACHO_ENGINE_WINDOW_INT_H

#include "engine/engine.h"

struct window;

struct window *engine_window_new(void); /* NULL when it cannot be created */
void engine_window_free(struct window *w);
OWNED_BY(struct window, engine_window_free);

/* Allocate this number of each, zeroed; NULL when out of memory. */
struct snapshot_size {
	size_t pollers, queue, olts, nodes;
};
struct snapshot *snapshot_new(const struct snapshot_size *size);
/* The same arrays, to be filled before window_show(). */
struct coordinator_poller *snapshot_pollers(struct snapshot *s);
struct unit *snapshot_queue(struct snapshot *s);
struct snapshot_olt *snapshot_olts(struct snapshot *s);
struct coordinator_next *snapshot_nodes(struct snapshot *s);

/* Engine thread; owns it from now on. */
void window_show(struct window *w, struct snapshot *s);
/* Any thread; NULL: none yet. */
const struct snapshot *window_look(struct window *w);

#endif

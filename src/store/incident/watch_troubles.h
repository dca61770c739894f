/* SPDX-License-Identifier: Apache-2.0
 *
 * store/incident/watch_troubles.h - troubles of the system that the database knows of: walks
 * that are held, quotas that are not met, channels that deliver nothing, windows that nobody
 * ended. What is on follows from the rows alone, so a restart forgets nothing.
 */
#ifndef FACHO_STORE_INCIDENT_WATCH_TROUBLES_H
#define FACHO_STORE_INCIDENT_WATCH_TROUBLES_H

#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"
#include "watch/watch.h"

struct db;

enum {
	WATCH_CHANNEL_DEAD_MS = 10 * 60 * 1000, /* a channel fails for so long */
	WATCH_WINDOW_OPEN_MS = 24 * 3600 * 1000, /* a window without an end is on */
};

/* Appends struct watch_trouble, with texts in the arena. Reading connection. */
enum rc store_watch_troubles(struct db *db, int64_t now_ms, struct arena *arena,
    struct vec *ret_troubles, struct err *err) MUST_CHECK;

#endif

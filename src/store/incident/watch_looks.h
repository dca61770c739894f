/* SPDX-License-Identifier: Apache-2.0
 *
 * store/incident/watch_looks.h - looks: where the ONUs are that must be read, and what
 * was read when its execution has ended.
 */
#ifndef FACHO_STORE_INCIDENT_WATCH_LOOKS_H
#define FACHO_STORE_INCIDENT_WATCH_LOOKS_H

#include "base/err.h"
#include "events/event.h"
#include "model/position.h"
#include "watch/watch.h"

struct db;

enum { WATCH_LOOK_MAX = 64 };

/* A look that was begun. */
struct watch_looking {
	int64_t incident;
	struct olt_id olt;
	struct execution_id execution; /* 0: it has not begun */
	int64_t asked_ms;
	size_t n;
	struct onu_id onus[WATCH_LOOK_MAX];
};

/* Positions of these ONUs, in their order; those that are gone are left out. */
enum rc store_watch_look_positions(struct db *db, const struct onu_id *onus, size_t n,
    struct position *ret_positions, size_t *ret_n, struct err *err) MUST_CHECK;

/* The execution of the look has ended, as event says: tell the watch what is stored now. */
enum rc store_watch_looked(struct db *db, struct watch *w,
    const struct watch_looking *look, const struct event_entry *event, struct err *err)
    MUST_CHECK;

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * store/incident/watch_places.h - places that a maintenance window may name, and what is left
 * of what happened there.
 *
 * Reading connection. The functions with a callback stop at its first outcome that is not
 * RC_OK. Texts are valid during the call.
 */
#ifndef FACHO_STORE_INCIDENT_WATCH_PLACES_H
#define FACHO_STORE_INCIDENT_WATCH_PLACES_H

#include "base/err.h"
#include "watch/watch.h"

struct db;

struct watch_spot {
	const char *card, *port; /* "0/1", "0/1/3" */
	struct onu_id onu; /* 0: the whole port */
	int64_t node; /* of the ONU; 0: none */
};

/* The ports of an OLT that have ONUs. */
enum rc store_watch_ports(struct db *db, struct olt_id olt,
    enum rc (*row)(void *ctx, const struct watch_spot *spot), void *ctx, struct err *err)
    MUST_CHECK;

/* ONUs of an OLT that have tags, or whose node has. */
enum rc store_watch_tagged(struct db *db, struct olt_id olt,
    enum rc (*row)(void *ctx, const struct watch_spot *spot), void *ctx, struct err *err)
    MUST_CHECK;

/* Pass the ONUs of this place that went down in [from, until) of the window and are down
 * since then. */
enum rc store_watch_left(struct db *db, struct watch *w,
    const struct watch_window *window, int64_t now_ms, struct err *err) MUST_CHECK;

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * store/incident/limits.h - limits (model/limit.h) and the values that they are about.
 *
 * Rows are read and written like other settings (store/notify/rows.h). Owner of the
 * connection only.
 */
#ifndef FACHO_STORE_INCIDENT_LIMITS_H
#define FACHO_STORE_INCIDENT_LIMITS_H

#include <stdint.h>

#include "base/err.h"
#include "events/event.h"
#include "model/limit.h"
#include "watch/watch.h"

struct db;

/* Bring the limits that ship up to date. What people have edited stays as it is. The same
 * program again changes nothing. */
enum rc store_limits_ship(struct db *db, int64_t now_ms, struct err *err) MUST_CHECK;

/* Pass the limits that are enabled to the watch, in place of those before. */
enum rc store_watch_limits(
    struct db *db, struct watch *w, int64_t now_ms, struct err *err) MUST_CHECK;

/* A run has ended: pass the values that it has read and some limit is about. */
enum rc store_watch_measures(struct db *db, struct watch *w,
    const struct event_entry *event, struct err *err) MUST_CHECK;

/* The present values that are beyond a limit, 1,000 at most, by OLT and place. It stops at the
 * first outcome that is not RC_OK. */
struct limit_match {
	struct olt_id olt;
	const char *olt_name;
	const char *place;
	struct onu_id onu; /* 0: none */
	double value;
};
struct limit_question {
	struct limit_row limit;
	int64_t now_ms;
};
enum rc store_limit_matches(struct db *db, const struct limit_question *question,
    enum rc (*row)(void *ctx, const struct limit_match *match), void *ctx,
    struct err *err) MUST_CHECK;

#endif

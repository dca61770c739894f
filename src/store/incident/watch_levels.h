/* SPDX-License-Identifier: Apache-2.0
 *
 * store/incident/watch_levels.h - levels of ONUs and ports for the watch: what a run has
 * read, against what is usual (store/history/level_base.h).
 *
 * A run costs one small question. One that has read levels costs one row of usual levels and
 * the blocks of that run; nothing is kept in memory. Reading connection; owner of the watch
 * only.
 */
#ifndef FACHO_STORE_INCIDENT_WATCH_LEVELS_H
#define FACHO_STORE_INCIDENT_WATCH_LEVELS_H

#include "base/err.h"
#include "events/event.h"
#include "watch/watch.h"

struct db;

/* A run has ended. If it has read levels of ONUs that have a usual level: passes them and
 * judges. *days_ms says up to when the days of this OLT were passed last, 0: never; newer
 * ones are passed, and it moves. */
enum rc store_watch_levels(struct db *db, struct watch *w,
    const struct event_entry *event, int64_t *days_ms, struct err *err) MUST_CHECK;

/* A run has ended: what the ports send now, if it has asked them for it. */
enum rc store_watch_port_levels(struct db *db, struct watch *w,
    const struct event_entry *event, struct err *err) MUST_CHECK;

/* The limits of levels that are in force, into the rules. */
enum rc store_watch_level_limits(
    struct db *db, struct watch_rules *rules, struct err *err) MUST_CHECK;

#endif

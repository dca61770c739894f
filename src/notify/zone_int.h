/* SPDX-License-Identifier: Apache-2.0
 *
 * notify/zone_int.h - named time zones, by libical: localtime_r() knows only the zone of
 * the process.
 *
 * A local time is a number of seconds as if the zone were UTC. libical keeps its zones in
 * one table of the process and fills it on demand; zone_lock() guards it, and the
 * functions here take it themselves. Any thread.
 */
#ifndef FACHO_NOTIFY_ZONE_INT_H
#define FACHO_NOTIFY_ZONE_INT_H

#include <stdint.h>

#include "base/err.h"

struct zone; /* never freed: it belongs to libical's table */

/* "" or NULL is UTC. RC_INVALID: unknown. */
enum rc zone_find(const char *name, struct zone **ret_zone, struct err *err) MUST_CHECK;

/* Seconds that local time is ahead of UTC. */
int64_t zone_offset_s(struct zone *zone, int64_t utc_s);

/* The time of a local time. For a local time that does not exist it is the time after the
 * missing hour; for one that occurs twice it is the first. Never decreases with
 * local_s. */
int64_t zone_moment_s(struct zone *zone, int64_t local_s);

/* Around other calls of libical. */
void zone_lock(void);
void zone_unlock(void);

#endif

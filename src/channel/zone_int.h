/* SPDX-License-Identifier: Apache-2.0
 *
 * channel/zone_int.h - local time in a named zone.
 *
 * localtime_r knows only the zone of the process, and a target may be in another one. The
 * rules are read from the system's zoneinfo files (RFC 8536). No state is shared: any
 * thread.
 */
#ifndef FACHO_CHANNEL_ZONE_INT_H
#define FACHO_CHANNEL_ZONE_INT_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "base/own.h"

struct zone;

/* NULL: unknown zone, or it cannot be read. */
struct zone *zone_load(const char *name);
void zone_free(struct zone *z);
OWNED_BY(struct zone, zone_free);

/* The local time at at_ms. z NULL: UTC. tm_gmtoff is set, tm_zone and tm_isdst are not. */
void zone_time(const struct zone *z, int64_t at_ms, struct tm *ret_tm);

#endif

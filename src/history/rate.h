/* SPDX-License-Identifier: Apache-2.0
 *
 * history/rate.h - calculates a rate per second from two readings of a counter.
 *
 * A counter only increases, until it overflows (a wrap) or the device restarts it (a
 * reset). A wrap is included in the rate; there is no rate across a reset, because the
 * count before it is unknown.
 *
 * Pure; any thread.
 */
#ifndef FACHO_HISTORY_RATE_H
#define FACHO_HISTORY_RATE_H

#include <stdint.h>

enum { HISTORY_UPTIME_UNKNOWN = -1 };

struct history_reading {
	uint64_t value;
	int64_t time_ms; /* wall time */
	int64_t uptime_ms; /* of the device, or HISTORY_UPTIME_UNKNOWN */
};

struct history_counter {
	unsigned bits; /* 32 or 64 */
	double max_per_s; /* the link cannot be faster than this */
};

enum history_rate {
	HISTORY_RATE_OK,
	HISTORY_RATE_WRAPPED, /* also a valid rate; the counter overflowed once */
	HISTORY_RATE_RESET, /* no rate: the counter was reset */
	HISTORY_RATE_NO_TIME, /* no rate: the second reading is not later */
};

/* The rate between two readings. *ret_per_s is set for OK and WRAPPED only.
 *
 * It is a reset if the uptime decreased or is shorter than the time between the readings
 * (for which the second uptime is enough), or if the rate would be above max_per_s: a
 * value that decreased has wrapped if the rate is possible; otherwise the device counts
 * from zero again. With 32 bits nearly every rate is possible; without a known uptime, a
 * wrap of more than half of the counter is a reset. If a 32-bit counter may wrap more
 * than once between two readings, the number of wraps is unknown; the lowest possible one
 * is used. An overflow of the uptime (TimeTicks: after 497 days) costs one rate. */
enum history_rate history_rate(const struct history_counter *counter,
    const struct history_reading *before, const struct history_reading *after,
    double *ret_per_s);

#endif

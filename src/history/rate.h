/* SPDX-License-Identifier: Apache-2.0
 *
 * history/rate.h - from two readings of a counter to a rate per second.
 *
 * A counter only grows, until it runs over its end (a wrap) or the device starts
 * it anew (a reset). A wrap is counted through; across a reset there is no rate,
 * because nobody knows what was counted before it.
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
	int64_t uptime_ms; /* of whoever counts, or HISTORY_UPTIME_UNKNOWN */
};

struct history_counter {
	unsigned bits; /* 32 or 64 */
	double max_per_s; /* faster than this is not possible on the link */
};

enum history_rate {
	HISTORY_RATE_OK,
	HISTORY_RATE_WRAPPED, /* a good rate too; the counter ran over its end once */
	HISTORY_RATE_RESET, /* no rate: the counter was started anew */
	HISTORY_RATE_NO_TIME, /* no rate: the second reading is not later */
};

/* The rate between two readings. *ret_per_s is set for OK and WRAPPED only.
 *
 * It is a reset when the uptime went back or is shorter than the time between the
 * readings (so that the second alone will do), and when the rate would be faster than
 * max_per_s: a value that fell and is still within reach has wrapped, otherwise
 * the device counts from zero again. In 32 bits nearly everything is within reach;
 * where no uptime vouches for it, a wrap of more than half the counter is a reset.
 * A 32-bit counter that may run over more than once between two readings cannot be
 * told from one that did once; the least that explains the readings is taken. An
 * uptime that itself wraps (TimeTicks: after 497 days) costs one rate. */
enum history_rate history_rate(const struct history_counter *counter,
    const struct history_reading *before, const struct history_reading *after,
    double *ret_per_s);

#endif

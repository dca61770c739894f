/* SPDX-License-Identifier: Apache-2.0
 *
 * history/hour.h - the samples of an hour in four numbers.
 *
 *	struct history_sum sums[n] = { 0 };
 *	for each run of the hour: history_sum_add(sums, values, n);
 *	history_sum_finish(sums, n, hours);
 *
 * All arrays are in the order of one roster; values of a run with an older roster are
 * converted first (history_roster_move()).
 *
 * Pure; any thread.
 */
#ifndef FACHO_HISTORY_HOUR_H
#define FACHO_HISTORY_HOUR_H

#include <stddef.h>
#include <stdint.h>

/* Scaled like the samples. Without a reading count is 0 and the others are HISTORY_NULL;
 * otherwise min <= avg <= max. */
struct history_hour {
	int32_t min, avg, max;
	uint32_t count;
};

/* An hour that is not complete. All zero: no readings. */
struct history_sum {
	int64_t sum;
	int32_t min, max;
	uint32_t count; /* at most UINT32_MAX readings; the others also stop there */
};

/* Add the values of one run; HISTORY_NULL is not counted. */
void history_sum_add(struct history_sum *sums, const int32_t *values, size_t n);

/* The average is rounded to the nearest integer, halves away from zero. */
void history_sum_finish(
    const struct history_sum *sums, size_t n, struct history_hour *ret_hours);

#endif

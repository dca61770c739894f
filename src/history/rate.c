/* SPDX-License-Identifier: Apache-2.0 */
#include "history/rate.h"

#include <stdbool.h>

/* 0 - 1 is the highest value of the counter, in 32 bits as in 64. */
static uint64_t
grown(unsigned bits, uint64_t before, uint64_t after)
{
	uint64_t by = after - before;

	return bits == 32 ? by & UINT32_MAX : by;
}

/* Its uptime decreased, or is shorter than the time between the readings. */
static bool
was_restarted(const struct history_reading *before, const struct history_reading *after)
{
	if (after->uptime_ms < 0)
		return false;
	if (before->uptime_ms >= 0 && after->uptime_ms < before->uptime_ms)
		return true;
	return after->uptime_ms < after->time_ms - before->time_ms;
}

/* A 32-bit counter can reach half of its range within minutes, so the rate does not
 * distinguish a wrap from a reset. Without an uptime as evidence, a counter that
 * decreased and would have advanced by more than half of its range counts as reset. */
static bool
is_doubtful(const struct history_counter *counter, const struct history_reading *before,
    const struct history_reading *after, uint64_t by)
{
	return counter->bits == 32 && after->value < before->value &&
	    after->uptime_ms < 0 && by > UINT32_MAX / 2;
}

enum history_rate
history_rate(const struct history_counter *counter, const struct history_reading *before,
    const struct history_reading *after, double *ret_per_s)
{
	if (after->time_ms <= before->time_ms)
		return HISTORY_RATE_NO_TIME;
	if (was_restarted(before, after))
		return HISTORY_RATE_RESET;

	uint64_t elapsed_ms = (uint64_t)after->time_ms - (uint64_t)before->time_ms;
	uint64_t by = grown(counter->bits, before->value, after->value);
	double per_s = (double)by / ((double)elapsed_ms / 1000);

	if (per_s > counter->max_per_s || is_doubtful(counter, before, after, by))
		return HISTORY_RATE_RESET;
	*ret_per_s = per_s;
	return after->value < before->value ? HISTORY_RATE_WRAPPED : HISTORY_RATE_OK;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * sched/cron_int.h - five-field cron expressions in the site's time zone.
 *
 * minute hour day-of-month month day-of-week; numbers, *, lists, ranges, steps, names
 * of months and days (jan, mon), 7 is Sunday; when both days are restricted either
 * suffices, as cron does it. The zone is the process's (TZ, set once at start).
 *
 * At the change to summer time, what falls into the hour that does not exist runs at
 * the first moment after it; at the change back, what falls into the hour that comes
 * twice runs once. An expression whose hour is * names no time of day: it goes on at its
 * minutes through both changes, so that "every 5 minutes" is never silent for an hour.
 *
 * Pure but for the zone; any thread.
 */
#ifndef FACHO_SCHED_CRON_INT_H
#define FACHO_SCHED_CRON_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct cron {
	uint64_t minutes; /* bit n: minute n */
	uint32_t hours, days, months, weekdays;
	bool any_day, any_weekday; /* the field begins with * */
};

/* RC_INVALID names the field, what is wrong with it and what it may be. */
enum rc cron_parse(const char *text, struct cron *ret_cron, struct err *err) MUST_CHECK;

/* The first moment after after_ms; INT64_MAX when there is none (31 February). */
int64_t cron_next(const struct cron *cron, int64_t after_ms);

/* How many moments there are, from <= t < to. Takes time in proportion to them. */
int64_t cron_count(const struct cron *cron, int64_t from_ms, int64_t to_ms);

#endif

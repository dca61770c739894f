/* SPDX-License-Identifier: Apache-2.0
 *
 * sched/cron_int.h - five-field cron expressions in the site's time zone.
 *
 * minute hour day-of-month month day-of-week; numbers, *, lists, ranges, steps, names of
 * months and days (jan, mon), 7 is Sunday; if both day fields are restricted, one match
 * is enough, as in cron. The time zone is that of the process (TZ, set once at start).
 *
 * At the start of summer time, a run in the skipped hour starts directly after it; at its
 * end, a run in the repeated hour starts once. An expression with hour * has no time of
 * day: it runs at its minutes in both cases, so that "every 5 minutes" never pauses for
 * an hour.
 *
 * Pure except for the time zone; any thread.
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

/* With RC_INVALID err names the field, the error and the allowed values. */
enum rc cron_parse(const char *text, struct cron *ret_cron, struct err *err) MUST_CHECK;

/* The first time after after_ms; INT64_MAX: none (31 February). */
int64_t cron_next(const struct cron *cron, int64_t after_ms);

/* The number of times with from <= t < to. The cost is proportional to it. */
int64_t cron_count(const struct cron *cron, int64_t from_ms, int64_t to_ms);

#endif

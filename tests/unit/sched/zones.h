/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/unit/sched/zones.h - time zones by their rules, so that the tests need no zone
 * files, and times in readable form.
 */
#ifndef FACHO_TESTS_SCHED_ZONES_H
#define FACHO_TESTS_SCHED_ZONES_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* 2026: 29 March 02:00 -> 03:00 (01:00 UTC); 25 October 03:00 -> 02:00 (01:00 UTC). */
#define MADRID "CET-1CEST,M3.5.0,M10.5.0/3"
/* 8 March 02:00 -> 03:00 (07:00 UTC); 1 November 02:00 -> 01:00 (06:00 UTC). */
#define NEW_YORK "EST5EDT,M3.2.0,M11.1.0"
/* 4 April 24:00 -> 23:00 (5 April 03:00 UTC); 5 September 24:00 -> 01:00 (04:00 UTC). */
#define SANTIAGO "<-04>4<-03>,M9.1.6/24,M4.1.6/24"
/* Half an hour: 5 April 02:00 -> 01:30 (4 April 15:00 UTC);
 * 4 October 02:00 -> 02:30 (3 October 15:30 UTC). */
#define LORD_HOWE "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0"
/* Clocks set back over midnight, as in Newfoundland: 1 November 00:01 -> 31 October
 * 23:01. */
#define NEWFOUNDLAND "NST3:30NDT,M3.2.0/0:01,M11.1.0/0:01"
#define KOLKATA "IST-5:30"
#define UTC "UTC0"

static inline void
live_in(const char *zone)
{
	(void)setenv("TZ", zone, 1);
	tzset();
}

/* "2026-03-29 01:00", UTC, in milliseconds. */
static inline int64_t
at(const char *text)
{
	struct tm tm = { 0 };
	const char *end = strptime(text, "%Y-%m-%d %H:%M", &tm);

	if (!end || *end)
		abort();
	return (int64_t)timegm(&tm) * 1000;
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Two ways to find the next time. An expression with hours goes through the calendar: the
 * days and minutes of local time that match, which are then converted to a time. An
 * expression for every hour goes through real time, minute by minute within a matching
 * day.
 */
#include "sched/cron_int.h"

#include <time.h>

enum {
	MINUTE_S = 60,
	HOUR_S = 3600,
	DAY_S = 24 * HOUR_S,
	LAST_DAY = 366 * 9, /* up to 8 years without a 29 February: 2096 to 2104 */
	EVERY_HOUR = (1 << 24) - 1,
};

/* Local time, in seconds as if it were UTC. */
typedef int64_t wall_s;

static wall_s
wall_of(int64_t at_s, struct tm *ret_tm)
{
	time_t at = (time_t)at_s;

	(void)localtime_r(&at, ret_tm);
	return at_s + ret_tm->tm_gmtoff;
}

static int64_t
offset_at(int64_t at_s)
{
	struct tm tm;

	return wall_of(at_s, &tm) - at_s;
}

/* The first time in (before, after] with the same UTC offset as at after. */
static int64_t
change_between(int64_t before_s, int64_t after_s)
{
	int64_t offset = offset_at(after_s);

	while (after_s - before_s > 1) {
		int64_t middle = before_s + (after_s - before_s) / 2;

		if (offset_at(middle) == offset)
			after_s = middle;
		else
			before_s = middle;
	}
	return after_s;
}

/* The time at which local clocks show this: the first of two; if there is none, the first
 * time after the gap. No zone changes twice within two days. */
static int64_t
moment_of(wall_s wall)
{
	int64_t early = wall - offset_at(wall - DAY_S);
	int64_t late = wall - offset_at(wall + DAY_S);
	bool is_early = early + offset_at(early) == wall;
	bool is_late = late + offset_at(late) == wall;

	if (is_early && is_late)
		return early < late ? early : late;
	if (is_early || is_late)
		return is_early ? early : late;
	return change_between(late, early);
}

/* tm needs only month, day and weekday. As in cron: a star is no restriction, and of two
 * restrictions one match is enough. */
static bool
is_day(const struct cron *c, const struct tm *tm)
{
	bool day = c->days & 1U << tm->tm_mday;
	bool weekday = c->weekdays & 1U << tm->tm_wday;

	if (!(c->months & 1U << (tm->tm_mon + 1)))
		return false;
	return c->any_day || c->any_weekday ? day && weekday : day || weekday;
}

static bool
is_wall_day(const struct cron *c, wall_s midnight)
{
	time_t at = (time_t)midnight;
	struct tm tm;

	(void)gmtime_r(&at, &tm);
	return is_day(c, &tm);
}

/* The first matching minute of the day, at `from` or later; -1: none. */
static int
minute_from(const struct cron *c, int from)
{
	for (int m = from; m < DAY_S / MINUTE_S; m++) {
		if (!(c->hours & 1U << m / 60))
			m += 59 - m % 60;
		else if (c->minutes & UINT64_C(1) << m % 60)
			return m;
	}
	return -1;
}

static int64_t
next_by_calendar(const struct cron *c, int64_t after_s)
{
	struct tm tm;
	wall_s now = wall_of(after_s, &tm);
	wall_s midnight = now - now % DAY_S;
	int from = (int)((now - midnight) / MINUTE_S) + 1;

	for (int day = 0; day < LAST_DAY; day++, midnight += DAY_S, from = 0) {
		if (!is_wall_day(c, midnight))
			continue;
		for (int m = minute_from(c, from); m >= 0; m = minute_from(c, m + 1)) {
			int64_t at = moment_of(midnight + (int64_t)m * MINUTE_S);

			if (at > after_s) /* else it was in the first of the two hours */
				return at;
		}
	}
	return INT64_MAX;
}

/* The start of the next matching day; INT64_MAX: none. */
static int64_t
next_day(const struct cron *c, wall_s wall)
{
	wall_s midnight = wall - wall % DAY_S;

	for (int day = 0; day < LAST_DAY; day++) {
		midnight += DAY_S;
		if (is_wall_day(c, midnight))
			return moment_of(midnight);
	}
	return INT64_MAX;
}

/* If clocks are set back over midnight, the next day may have begun before. */
static int64_t
later(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static int64_t
next_by_minutes(const struct cron *c, int64_t after_s)
{
	int64_t at = after_s - after_s % MINUTE_S + MINUTE_S;

	while (at != INT64_MAX) {
		struct tm tm;
		wall_s wall = wall_of(at, &tm);

		if (!is_day(c, &tm))
			at = later(next_day(c, wall), at + MINUTE_S);
		else if (c->minutes & UINT64_C(1) << tm.tm_min)
			return at;
		else
			at += MINUTE_S;
	}
	return INT64_MAX;
}

int64_t
cron_next(const struct cron *cron, int64_t after_ms)
{
	int64_t after_s = after_ms / 1000;
	int64_t at = cron->hours == EVERY_HOUR ? next_by_minutes(cron, after_s)
					       : next_by_calendar(cron, after_s);

	return at == INT64_MAX ? at : at * 1000;
}

int64_t
cron_count(const struct cron *cron, int64_t from_ms, int64_t to_ms)
{
	int64_t n = 0;

	for (int64_t at = cron_next(cron, from_ms - 1); at < to_ms;
	     at = cron_next(cron, at))
		n++;
	return n;
}

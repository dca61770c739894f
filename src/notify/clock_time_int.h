/* SPDX-License-Identifier: Apache-2.0
 *
 * notify/clock_time_int.h - a time of day as users write it: "22:00".
 */
#ifndef FACHO_NOTIFY_CLOCK_TIME_INT_H
#define FACHO_NOTIFY_CLOCK_TIME_INT_H

#include <stdbool.h>
#include <string.h>

/* "00:00" to "23:59" as minutes of the day. False: not valid. */
static inline bool
clock_time_read(const char *text, int *ret_minute)
{
	int hour, minute;

	if (strlen(text) != 5 || text[2] != ':' || strspn(text, "0123456789") != 2 ||
	    strspn(text + 3, "0123456789") != 2)
		return false;
	hour = (text[0] - '0') * 10 + (text[1] - '0');
	minute = (text[3] - '0') * 10 + (text[4] - '0');
	if (hour > 23 || minute > 59)
		return false;
	*ret_minute = hour * 60 + minute;
	return true;
}

/* Is the minute between from (included) and until (not included), also across
 * midnight? */
static inline bool
clock_time_within(int minute, int from, int until)
{
	return from < until ? minute >= from && minute < until
			    : minute >= from || minute < until;
}

#endif

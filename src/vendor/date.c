/* SPDX-License-Identifier: Apache-2.0
 *
 * DateAndTime (RFC 2579) and the text formats that some firmware sends instead:
 * "2025-10-21 08:30:15", "2025/10/21 08:30:15", "2025-10-21,8:30:15.0,+8:0".
 */
#include "vendor/vendor_int.h"

#include <string.h>

/* Clocks that were never set show 1970, 1980 or 1900. Up to LAST_YEAR the first octet of
 * the binary form is not a printable character, which distinguishes it from text. */
enum { FIRST_YEAR = 1990, LAST_YEAR = 2999 };

struct moment {
	int64_t year, month, day, hour, minute, second, decis;
	int64_t zone_minutes; /* east of Greenwich */
};

/* Days since 1970-01-01 in the proleptic Gregorian calendar. Without timegm(), so that it
 * does not depend on the state of the process. The year begins in March, so the leap day
 * is at its end. */
static int64_t
days_from_civil(int64_t year, int64_t month, int64_t day)
{
	int64_t y = month > 2 ? year : year - 1;
	int64_t era = y / 400;
	int64_t year_of_era = y - era * 400;
	int64_t day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;

	return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 +
	    day_of_year - 719468;
}

static int64_t
days_in_month(int64_t year, int64_t month)
{
	return days_from_civil(month == 12 ? year + 1 : year, month % 12 + 1, 1) -
	    days_from_civil(year, month, 1);
}

static enum rc
moment_to_ms(const struct moment *m, int64_t *ret_ms)
{
	int64_t minutes;

	if (m->year < FIRST_YEAR)
		return RC_NOT_FOUND;
	if (m->year > LAST_YEAR || m->month < 1 || m->month > 12 || m->day < 1 ||
	    m->day > days_in_month(m->year, m->month) || m->hour > 23 || m->minute > 59 ||
	    m->second > 60 || m->decis > 9)
		return RC_PROTOCOL;
	minutes = days_from_civil(m->year, m->month, m->day) * 1440 + m->hour * 60 +
	    m->minute - m->zone_minutes;
	*ret_ms = (minutes * 60 + m->second) * 1000 + m->decis * 100;
	return RC_OK;
}

static enum rc
from_binary(const uint8_t *s, size_t n, int64_t *ret_ms)
{
	struct moment m = {
		.year = s[0] << 8 | s[1],
		.month = s[2],
		.day = s[3],
		.hour = s[4],
		.minute = s[5],
		.second = s[6],
		.decis = s[7],
	};

	if (n == 11) {
		if ((s[8] != '+' && s[8] != '-') || s[9] > 14 || s[10] > 59)
			return RC_PROTOCOL;
		m.zone_minutes = (s[8] == '-' ? -1 : 1) * (s[9] * 60 + s[10]);
	}
	return moment_to_ms(&m, ret_ms);
}

/* Up to four digits at *at. */
static bool
take(const char **at, int64_t *ret)
{
	const char *p = *at;
	int64_t n = 0;

	for (; *p >= '0' && *p <= '9' && p - *at < 4; p++)
		n = n * 10 + (*p - '0');
	if (p == *at)
		return false;
	*at = p;
	*ret = n;
	return true;
}

/* One of the characters in `any`, then a number. */
static bool
take_after(const char **at, const char *any, int64_t *ret)
{
	const char *p = *at;

	if (*p == '\0' || !strchr(any, *p))
		return false;
	p++;
	if (!take(&p, ret))
		return false;
	*at = p;
	return true;
}

/* ",+8:0", "+08:00", "Z" or nothing. */
static bool
take_zone(const char **at, int64_t *ret_minutes)
{
	const char *p = *at;
	int64_t hours;
	int64_t minutes;
	bool west;

	if (*p == 'Z')
		p++;
	if (*p == ',')
		p++;
	if (*p == '\0') {
		*at = p;
		return true;
	}
	west = *p == '-';
	if (!take_after(&p, "+-", &hours) || !take_after(&p, ":", &minutes) ||
	    hours > 14 || minutes > 59)
		return false;
	*ret_minutes = (west ? -1 : 1) * (hours * 60 + minutes);
	*at = p;
	return true;
}

static enum rc
from_text(const char *p, int64_t *ret_ms)
{
	struct moment m = { 0 };

	if (!take(&p, &m.year) || !take_after(&p, "-/", &m.month) ||
	    !take_after(&p, "-/", &m.day) || !take_after(&p, " ,T", &m.hour) ||
	    !take_after(&p, ":", &m.minute))
		return RC_PROTOCOL;
	if (*p == ':' && !take_after(&p, ":", &m.second))
		return RC_PROTOCOL;
	if (*p == '.' && !take_after(&p, ".", &m.decis))
		return RC_PROTOCOL;
	if (!take_zone(&p, &m.zone_minutes) || *p != '\0')
		return RC_PROTOCOL;
	return moment_to_ms(&m, ret_ms);
}

enum rc
date_from_octets(const uint8_t *octets, size_t n, int64_t *ret_ms)
{
	char text[40];
	size_t start = 0;
	bool zeros = true;

	for (size_t i = 0; i < n; i++)
		zeros = zeros && octets[i] == 0;
	if (zeros)
		return n <= 11 ? RC_NOT_FOUND : RC_PROTOCOL;
	if ((n == 8 || n == 11) && octets[0] < ' ')
		return from_binary(octets, n, ret_ms);
	while (n && (octets[n - 1] == 0 || octets[n - 1] == ' '))
		n--;
	while (start < n && octets[start] == ' ')
		start++;
	if (n - start >= sizeof(text))
		return RC_PROTOCOL;
	memcpy(text, octets + start, n - start);
	text[n - start] = '\0';
	return text_says_nothing(text) ? RC_NOT_FOUND : from_text(text, ret_ms);
}

void
date_to_octets(int64_t ms, uint8_t ret[8])
{
	int64_t days = ms / 86400000;
	int64_t left = ms % 86400000;
	int64_t year;
	int64_t month = 1;

	if (left < 0) {
		left += 86400000;
		days--;
	}
	year = 1970 + days / 366;
	while (days_from_civil(year + 1, 1, 1) <= days)
		year++;
	days -= days_from_civil(year, 1, 1);
	for (; days >= days_in_month(year, month); month++)
		days -= days_in_month(year, month);
	ret[0] = (uint8_t)(year >> 8);
	ret[1] = (uint8_t)year;
	ret[2] = (uint8_t)month;
	ret[3] = (uint8_t)(days + 1);
	ret[4] = (uint8_t)(left / 3600000);
	ret[5] = (uint8_t)(left / 60000 % 60);
	ret[6] = (uint8_t)(left / 1000 % 60);
	ret[7] = (uint8_t)(left / 100 % 10);
}

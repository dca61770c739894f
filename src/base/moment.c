/* SPDX-License-Identifier: Apache-2.0 */
#include "base/moment.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* ".123": thousandths; what is behind them is passed over. */
static const char *
read_fraction(const char *p, int64_t *ret_ms)
{
	int64_t worth = 100;

	*ret_ms = 0;
	if (*p != '.')
		return p;
	for (p++; *p >= '0' && *p <= '9'; p++) {
		*ret_ms += (*p - '0') * worth;
		worth /= 10;
	}
	return p;
}

/* "Z", "+02:00", or nothing, which is UTC too. */
static bool
read_offset(const char *p, int64_t *ret_minutes)
{
	int hours, minutes, n = 0;
	char sign;

	*ret_minutes = 0;
	if (!*p || strcmp(p, "Z") == 0)
		return true;
	if (sscanf(p, "%c%2d:%2d%n", &sign, &hours, &minutes, &n) != 3 || p[n] ||
	    (sign != '+' && sign != '-') || hours > 23 || minutes > 59)
		return false;
	*ret_minutes = (sign == '+' ? 1 : -1) * (hours * 60 + minutes);
	return true;
}

bool
moment_read(const char *text, int64_t *ret_ms)
{
	struct tm tm = { 0 };
	const char *rest = strptime(text, "%Y-%m-%d", &tm);
	int64_t fraction_ms = 0, offset = 0;

	if (!rest)
		return false;
	if (*rest == 'T' || *rest == ' ') {
		rest = strptime(rest + 1, "%H:%M:%S", &tm);
		if (!rest)
			return false;
		rest = read_fraction(rest, &fraction_ms);
	}
	if (!read_offset(rest, &offset))
		return false;
	*ret_ms = ((int64_t)timegm(&tm) - offset * 60) * 1000 + fraction_ms;
	return true;
}

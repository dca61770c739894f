/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/frame/moment.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/units.h"

/* The text after the date; NULL if it cannot be parsed. */
static const char *
read_time(const char *rest, struct tm *tm)
{
	const char *seconds;

	if (*rest != 'T' && *rest != ' ')
		return rest;
	rest = strptime(rest + 1, "%H:%M", tm);
	if (!rest || *rest != ':')
		return rest;
	seconds = strptime(rest + 1, "%S", tm);
	if (seconds && *seconds == '.')
		seconds += 1 + strspn(seconds + 1, "0123456789");
	return seconds;
}

enum rc
moment_parse(const char *text, int64_t now_ms, int64_t *ret_ms)
{
	struct tm tm = { .tm_isdst = -1 };
	int64_t ago_ms;
	const char *rest;

	if (strcmp(text, "now") == 0) {
		*ret_ms = now_ms;
		return RC_OK;
	}
	if (units_parse_ms(text, &ago_ms) == RC_OK && ago_ms >= 0) {
		*ret_ms = now_ms - ago_ms;
		return RC_OK;
	}
	rest = strptime(text, "%Y-%m-%d", &tm);
	rest = rest ? read_time(rest, &tm) : NULL;
	if (!rest || (*rest && strcmp(rest, "Z") != 0))
		return RC_INVALID;
	*ret_ms = (int64_t)(*rest ? timegm(&tm) : mktime(&tm)) * 1000;
	return RC_OK;
}

char *
moment_iso(int64_t ms, char text[MOMENT_TEXT_MAX])
{
	time_t seconds = (time_t)(ms / 1000);
	struct tm tm = { 0 };
	size_t n;

	(void)gmtime_r(&seconds, &tm);
	n = strftime(text, MOMENT_TEXT_MAX, "%Y-%m-%dT%H:%M:%S", &tm);
	(void)snprintf(text + n, MOMENT_TEXT_MAX - n, ".%03dZ", (int)(ms % 1000));
	return text;
}

char *
moment_clock(const char *iso, char text[MOMENT_TEXT_MAX])
{
	struct tm tm = { 0 };
	time_t at;

	text[0] = '\0';
	if (!iso || !strptime(iso, "%Y-%m-%dT%H:%M:%S", &tm))
		return text;
	at = timegm(&tm);
	(void)localtime_r(&at, &tm);
	(void)strftime(text, MOMENT_TEXT_MAX, "%H:%M:%S", &tm);
	return text;
}

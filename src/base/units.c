/* SPDX-License-Identifier: Apache-2.0 */
#include "base/units.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct unit {
	const char *name;
	int64_t factor;
};

/* Smallest first: formatting uses the last one that divides the number. */
static const struct unit DURATIONS[] = {
	{ "ms", 1 },
	{ "s", 1000 },
	{ "m", 60 * 1000 },
	{ "h", 3600 * 1000 },
	{ "d", 24 * 3600 * 1000 },
	{ NULL, 0 },
};

static const struct unit SIZES[] = {
	{ "", 1 },
	{ "k", 1024 },
	{ "M", 1024 * 1024 },
	{ "G", 1024 * 1024 * 1024 },
	{ NULL, 0 },
};

/* Parse the number at the beginning of text and return where it ends. strtoll alone would
 * also accept leading blanks. */
static enum rc
leading_int(const char *text, int64_t *ret_number, const char **ret_rest)
{
	const char *digits = text + (*text == '-' || *text == '+');
	char *rest;
	long long n;

	if (*digits < '0' || *digits > '9')
		return RC_INVALID;
	errno = 0;
	n = strtoll(text, &rest, 10);
	if (errno)
		return RC_INVALID;
	*ret_number = n;
	*ret_rest = rest;
	return RC_OK;
}

static enum rc
parse_with_unit(const char *text, const struct unit *units, int64_t *ret_number)
{
	const char *rest;
	int64_t n, product;

	if (leading_int(text, &n, &rest) != RC_OK || n < 0)
		return RC_INVALID;
	if (n == 0 && *rest == '\0') {
		*ret_number = 0;
		return RC_OK;
	}
	for (; units->name; units++) {
		if (strcasecmp(units->name, rest) != 0)
			continue;
		if (__builtin_mul_overflow(n, units->factor, &product))
			return RC_INVALID;
		*ret_number = product;
		return RC_OK;
	}
	return RC_INVALID;
}

static char *
format_with_unit(int64_t n, const struct unit *units, char text[UNITS_TEXT_MAX])
{
	const struct unit *best = units;

	for (const struct unit *u = units; u->name; u++) {
		if (n != 0 && n % u->factor == 0)
			best = u;
	}
	(void)snprintf(
	    text, UNITS_TEXT_MAX, "%" PRId64 "%s", n / best->factor, best->name);
	return text;
}

enum rc
units_parse_int(const char *text, int64_t *ret_number)
{
	const char *rest;
	int64_t n;

	if (leading_int(text, &n, &rest) != RC_OK || *rest != '\0')
		return RC_INVALID;
	*ret_number = n;
	return RC_OK;
}

enum rc
units_parse_ms(const char *text, int64_t *ret_ms)
{
	return parse_with_unit(text, DURATIONS, ret_ms);
}

enum rc
units_parse_bytes(const char *text, int64_t *ret_bytes)
{
	return parse_with_unit(text, SIZES, ret_bytes);
}

enum rc
units_parse_bool(const char *text, bool *ret_bool)
{
	static const char *const WORDS[][2] = { { "no", "yes" }, { "false", "true" },
		{ "off", "on" }, { "0", "1" } };

	for (size_t i = 0; i < sizeof(WORDS) / sizeof(WORDS[0]); i++) {
		for (int truth = 0; truth < 2; truth++) {
			if (strcasecmp(text, WORDS[i][truth]) != 0)
				continue;
			*ret_bool = truth;
			return RC_OK;
		}
	}
	return RC_INVALID;
}

char *
units_format_ms(int64_t ms, char text[UNITS_TEXT_MAX])
{
	return format_with_unit(ms, DURATIONS, text);
}

char *
units_format_bytes(int64_t bytes, char text[UNITS_TEXT_MAX])
{
	return format_with_unit(bytes, SIZES, text);
}

int
units_hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

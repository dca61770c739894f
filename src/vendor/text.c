/* SPDX-License-Identifier: Apache-2.0 */
#include "vendor/vendor_int.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Longer texts are truncated: no device needs more for one value, and lists would become
 * slow to load. */
enum { TEXT_MAX = 4096 };

/* The number of octets of the UTF-8 character at s; 0: not valid. */
static size_t
utf8_length(const uint8_t *s, size_t n)
{
	static const uint32_t LEAST[5] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t len = s[0] < 0x80    ? 1
	    : (s[0] & 0xE0) == 0xC0 ? 2
	    : (s[0] & 0xF0) == 0xE0 ? 3
	    : (s[0] & 0xF8) == 0xF0 ? 4
				    : 0;
	uint32_t code;

	if (len <= 1 || len > n)
		return len <= n ? len : 0;
	code = s[0] & (0x7FU >> len);
	for (size_t i = 1; i < len; i++) {
		if ((s[i] & 0xC0) != 0x80)
			return 0;
		code = code << 6 | (s[i] & 0x3FU);
	}
	if (code < LEAST[len] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
		return 0;
	return len;
}

static bool
is_utf8(const uint8_t *s, size_t n)
{
	for (size_t i = 0; i < n;) {
		size_t len = utf8_length(s + i, n - i);

		if (len == 0)
			return false;
		i += len;
	}
	return true;
}

/* C0, DEL, and C1 of Latin-1. */
static bool
is_control(uint8_t c)
{
	return c < 0x20 || (c >= 0x7F && c < 0xA0);
}

static char *
from_latin1(const uint8_t *s, size_t n, char *to)
{
	for (size_t i = 0; i < n; i++) {
		if (is_control(s[i]))
			continue;
		if (s[i] >= 0x80) {
			*to++ = (char)(0xC0 | s[i] >> 6);
			*to++ = (char)(0x80 | (s[i] & 0x3F));
		} else {
			*to++ = (char)s[i];
		}
	}
	return to;
}

static char *
from_utf8(const uint8_t *s, size_t n, char *to)
{
	for (size_t i = 0; i < n;) {
		size_t len = utf8_length(s + i, n - i);
		bool drop = len == 1 ? is_control(s[i])
				     : len == 2 && s[i] == 0xC2 && is_control(s[i + 1]);

		if (!drop) {
			memcpy(to, s + i, len);
			to += len;
		}
		i += len;
	}
	return to;
}

/* Only printable ASCII? */
static bool
is_plain(const uint8_t *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (s[i] < 0x20 || s[i] >= 0x7F)
			return false;
	}
	return true;
}

static bool
is_padding(uint8_t c)
{
	return c == '\0' || c == ' ' || (c >= '\t' && c <= '\r');
}

char *
text_clean(const uint8_t *octets, size_t n, struct arena *arena)
{
	char *text;
	char *end;

	if (n > TEXT_MAX) {
		n = TEXT_MAX;
		while (n && (octets[n] & 0xC0) == 0x80) /* not inside a character */
			n--;
	}
	while (n && is_padding(octets[n - 1]))
		n--;
	while (n && is_padding(octets[0])) {
		octets++;
		n--;
	}
	if (is_plain(octets, n)) /* nearly always true */
		return arena_copy(arena, octets, n);
	/* A Latin-1 character may need two octets. */
	text = arena_alloc(arena, 2 * n + 1);
	if (!text)
		return NULL;
	end = is_utf8(octets, n) ? from_utf8(octets, n, text)
				 : from_latin1(octets, n, text);
	while (end > text && end[-1] == ' ')
		end--;
	*end = '\0';
	return text;
}

bool
text_says_nothing(const char *text)
{
	static const char *const WORDS[] = { "", "-", "--", "---", "n/a", "na", "nan",
		"null", "none", "inf", "-inf" };

	for (size_t i = 0; i < sizeof(WORDS) / sizeof(WORDS[0]); i++) {
		if (strcasecmp(text, WORDS[i]) == 0)
			return true;
	}
	return false;
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

bool
text_find_number(const char *text, double *ret)
{
	const char *p = text;
	double number = 0;
	double unit = 1;
	bool negative;

	while (*p && !is_digit(*p))
		p++;
	if (!*p)
		return false;
	negative = p > text && p[-1] == '-';
	for (; is_digit(*p); p++)
		number = number * 10 + (*p - '0');
	/* Digits are collected as a whole number and divided once, so that 27.84 becomes
	 * the nearest double. */
	if (*p == '.') {
		for (p++; is_digit(*p) && unit < 1e9; p++) {
			number = number * 10 + (*p - '0');
			unit *= 10;
		}
	}
	number /= unit;
	*ret = negative ? -number : number;
	return true;
}

bool
text_is_integer(const char *text, int64_t *ret)
{
	const char *p = text;
	int64_t n = 0;
	bool negative;

	while (*p == ' ')
		p++;
	negative = *p == '-';
	p += negative || *p == '+';
	if (!is_digit(*p))
		return false;
	for (; is_digit(*p); p++) {
		if (__builtin_mul_overflow(n, 10, &n) ||
		    __builtin_add_overflow(n, *p - '0', &n))
			return false;
	}
	while (*p == ' ')
		p++;
	if (*p)
		return false;
	*ret = negative ? -n : n;
	return true;
}

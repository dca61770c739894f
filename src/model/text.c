/* SPDX-License-Identifier: Apache-2.0 */
#include "model/text.h"

#include <stddef.h>
#include <string.h>

size_t
text_length(const char *text)
{
	size_t n = 0;

	/* Every byte except continuation bytes begins a character. */
	for (const char *p = text; p && *p; p++)
		n += ((unsigned char)*p & 0xC0) != 0x80;
	return n;
}

/* Of characters with two bytes: 0080 to 009F (first byte C2) and 061C (first byte D8). */
static bool
is_control_of_two(const unsigned char *p)
{
	return (p[0] == 0xC2 && p[1] >= 0x80 && p[1] <= 0x9F) ||
	    (p[0] == 0xD8 && p[1] == 0x9C);
}

/* 200E, 200F, 2028 to 202E, 2066 to 2069: E2 80 .., E2 81 .. */
static bool
is_control_of_three(const unsigned char *p)
{
	if (p[0] != 0xE2 || p[1] == '\0')
		return false;
	if (p[1] == 0x80)
		return p[2] == 0x8E || p[2] == 0x8F || (p[2] >= 0xA8 && p[2] <= 0xAE);
	return p[1] == 0x81 && p[2] >= 0xA6 && p[2] <= 0xA9;
}

bool
text_has_control(const char *text)
{
	const unsigned char *p = (const unsigned char *)text;

	for (; p && *p; p++) {
		if (*p < 0x20 || *p == 0x7F || is_control_of_two(p) ||
		    is_control_of_three(p))
			return true;
	}
	return false;
}

int
text_choice(const char *choices, const char *word)
{
	size_t n = strlen(word);
	int place = 0;

	for (const char *p = choices;; p++, place++) {
		size_t m = strcspn(p, "|");

		if (m == n && memcmp(p, word, n) == 0)
			return place;
		p += m;
		if (!*p)
			return -1;
	}
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/frame/utf8.h"

#include <stdbool.h>

struct range {
	uint32_t first, last;
};

/* The blocks used in names; not all of the annexes of Unicode. */
static const struct range ZERO[] = { { 0x0300, 0x036F }, { 0x0483, 0x0489 },
	{ 0x0591, 0x05BD }, { 0x0610, 0x061A }, { 0x064B, 0x065F }, { 0x200B, 0x200F },
	{ 0x202A, 0x202E }, { 0x2060, 0x2064 }, { 0x20D0, 0x20F0 }, { 0xFE00, 0xFE0F },
	{ 0xFE20, 0xFE2F }, { 0xFEFF, 0xFEFF } };

static const struct range WIDE[] = { { 0x1100, 0x115F }, { 0x2E80, 0x303E },
	{ 0x3041, 0xA4CF }, { 0xAC00, 0xD7A3 }, { 0xF900, 0xFAFF }, { 0xFE30, 0xFE6F },
	{ 0xFF00, 0xFF60 }, { 0xFFE0, 0xFFE6 }, { 0x1F300, 0x1F64F },
	{ 0x1F900, 0x1F9FF }, { 0x20000, 0x3FFFD } };

static bool
is_in(uint32_t c, const struct range *ranges, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (c >= ranges[i].first && c <= ranges[i].last)
			return true;
	}
	return false;
}

/* How many bytes follow this one, and its bits of the character; -1 if it is not a first
 * byte. */
static int
tail_length(unsigned char lead, uint32_t *ret_bits)
{
	if (lead >= 0xC2 && lead <= 0xDF) {
		*ret_bits = lead & 0x1FU;
		return 1;
	}
	if (lead >= 0xE0 && lead <= 0xEF) {
		*ret_bits = lead & 0x0FU;
		return 2;
	}
	if (lead >= 0xF0 && lead <= 0xF4) {
		*ret_bits = lead & 0x07U;
		return 3;
	}
	return -1;
}

/* An encoding that is too long, a half of a UTF-16 pair, or above the last character. */
static bool
is_forbidden(uint32_t c, int tail)
{
	static const uint32_t SMALLEST[] = { 0, 0x80, 0x800, 0x10000 };

	return c < SMALLEST[tail] || (c >= 0xD800 && c <= 0xDFFF) || c > 0x10FFFF;
}

uint32_t
utf8_step(const char **at)
{
	const unsigned char *p = (const unsigned char *)*at;
	uint32_t c = *p;
	int tail;

	if (c == 0)
		return 0;
	(*at)++;
	if (c < 0x80)
		return c;
	tail = tail_length(*p, &c);
	if (tail < 0)
		return UTF8_REPLACEMENT;
	for (int i = 1; i <= tail; i++) {
		if ((p[i] & 0xC0) != 0x80)
			return UTF8_REPLACEMENT;
		c = c << 6 | (p[i] & 0x3FU);
	}
	if (is_forbidden(c, tail))
		return UTF8_REPLACEMENT;
	*at += tail;
	return c;
}

size_t
utf8_put(uint32_t c, char bytes[5])
{
	size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	static const uint32_t LEAD[] = { 0, 0, 0xC0, 0xE0, 0xF0 };

	bytes[n] = '\0';
	for (size_t i = n - 1; i > 0; i--) {
		bytes[i] = (char)(0x80U | (c & 0x3FU));
		c >>= 6;
	}
	bytes[0] = (char)(LEAD[n] | c);
	return n;
}

uint32_t
utf8_harmless(uint32_t c)
{
	static const struct range OBEYED[] = { { 0x00, 0x1F }, { 0x7F, 0x9F },
		{ 0x061C, 0x061C }, { 0x200E, 0x200F }, { 0x2028, 0x202E },
		{ 0x2066, 0x2069 } };

	return is_in(c, OBEYED, sizeof(OBEYED) / sizeof(OBEYED[0])) ? '?' : c;
}

void
utf8_print(FILE *out, const char *text)
{
	uint32_t c;

	while ((c = utf8_step(&text)) != 0) {
		char bytes[5];
		size_t n = utf8_put(utf8_harmless(c), bytes);

		(void)fwrite(bytes, 1, n, out);
	}
}

unsigned
utf8_columns(uint32_t c)
{
	if (c < 0x300)
		return 1;
	if (is_in(c, ZERO, sizeof(ZERO) / sizeof(ZERO[0])))
		return 0;
	return is_in(c, WIDE, sizeof(WIDE) / sizeof(WIDE[0])) ? 2 : 1;
}

size_t
utf8_width(const char *text)
{
	size_t width = 0;
	uint32_t c;

	while ((c = utf8_step(&text)) != 0)
		width += utf8_columns(c);
	return width;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "channel/utf8_int.h"

enum { WRONG = 0xFFFD, FIRST_PAIR = 0x10000 };

/* The number of bytes given by the first byte; 0: it cannot be a first byte. */
static size_t
promised(unsigned char first)
{
	if (first < 0x80)
		return 1;
	if (first >= 0xC2 && first < 0xE0)
		return 2;
	if (first >= 0xE0 && first < 0xF0)
		return 3;
	return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

static bool
is_allowed(uint32_t c, size_t bytes)
{
	static const uint32_t LEAST[] = { 0, 0, 0x80, 0x800, FIRST_PAIR };

	return c >= LEAST[bytes] && c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF);
}

/* 0: not a character. */
static size_t
decode(const unsigned char *at, uint32_t *ret_char)
{
	size_t n = promised(*at);
	uint32_t c;

	if (n < 2) {
		*ret_char = *at;
		return n;
	}
	c = *at & (0x7FU >> n);
	for (size_t i = 1; i < n; i++) {
		if ((at[i] & 0xC0) != 0x80)
			return 0;
		c = c << 6 | (at[i] & 0x3FU);
	}
	*ret_char = c;
	return is_allowed(c, n) ? n : 0;
}

size_t
utf8_next(const char *text, uint32_t *ret_char)
{
	size_t n;

	if (!*text) {
		*ret_char = 0;
		return 0;
	}
	n = decode((const unsigned char *)text, ret_char);
	if (n)
		return n;
	*ret_char = WRONG;
	return 1;
}

bool
utf8_is_valid(const char *text)
{
	const unsigned char *at = (const unsigned char *)text;
	uint32_t c;

	while (*at) {
		size_t n = decode(at, &c);

		if (!n)
			return false;
		at += n;
	}
	return true;
}

size_t
utf8_units(const char *text)
{
	size_t units = 0;
	size_t n;
	uint32_t c;

	for (; (n = utf8_next(text, &c)) > 0; text += n)
		units += c >= FIRST_PAIR ? 2 : 1;
	return units;
}

size_t
utf8_cut(const char *text, size_t max_bytes)
{
	size_t cut = 0;
	size_t n;
	uint32_t c;

	while ((n = utf8_next(text + cut, &c)) > 0 && cut + n <= max_bytes)
		cut += n;
	return cut;
}

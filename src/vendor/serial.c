/* SPDX-License-Identifier: Apache-2.0
 *
 * GPON serials and MACs. A serial is four letters (the ONU's vendor) and four octets.
 * Devices send these 8 octets unchanged, or as 12 or 16 characters, with or without
 * separators and padding. The result for an ONU must be the same for all of these
 * formats.
 */
#include "vendor/vendor_int.h"

#include <stdio.h>
#include <string.h>

#include "base/units.h"

/* Longer than any format of a serial with its separators. */
enum { COMPACT_MAX = 40 };

static bool
is_letter(uint8_t c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool
has_vendor(const uint8_t *s)
{
	return is_letter(s[0]) && is_letter(s[1]) && is_letter(s[2]) && is_letter(s[3]);
}

static char
upper(char c)
{
	return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static bool
is_all(const uint8_t *s, size_t n, uint8_t c)
{
	for (size_t i = 0; i < n; i++) {
		if (s[i] != c)
			return false;
	}
	return true;
}

static bool
is_printable(const uint8_t *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (s[i] < ' ' || s[i] > '~')
			return false;
	}
	return true;
}

/* Two characters per octet. False: one of them is not a hexadecimal digit. */
static bool
unhex(const char *text, size_t n, uint8_t *ret)
{
	for (size_t i = 0; i < n; i++) {
		int high = units_hex_digit(text[2 * i]);
		int low = high < 0 ? -1 : units_hex_digit(text[2 * i + 1]);

		if (low < 0)
			return false;
		ret[i] = (uint8_t)(high << 4 | low);
	}
	return true;
}

static char *
to_hex(const uint8_t *s, size_t n, char *to)
{
	static const char DIGITS[] = "0123456789ABCDEF";

	for (size_t i = 0; i < n; i++) {
		*to++ = DIGITS[s[i] >> 4];
		*to++ = DIGITS[s[i] & 15];
	}
	return to;
}

static char *
from_eight(const uint8_t s[8], struct arena *arena)
{
	char *text = arena_alloc(arena, SERIAL_LEN + 1);

	if (!text)
		return NULL;
	for (int i = 0; i < 4; i++)
		text[i] = upper((char)s[i]);
	(void)to_hex(s + 4, 4, text + 4); /* zeroed memory: it is terminated */
	return text;
}

/* The text without separators. False: it is too long for a serial. */
static bool
compact(const char *text, char ret[COMPACT_MAX])
{
	size_t n = 0;

	if (strncmp(text, "0x", 2) == 0 || strncmp(text, "0X", 2) == 0)
		text += 2;
	for (; *text; text++) {
		if (*text == ':' || *text == '-' || *text == ' ')
			continue;
		if (n == COMPACT_MAX - 1)
			return false;
		ret[n++] = *text;
	}
	ret[n] = '\0';
	return true;
}

/* The 8 octets for 12 or 16 characters. */
static bool
eight_from_text(const char *text, uint8_t ret[8])
{
	uint8_t eight[8];
	size_t n = strlen(text);

	if (n == SERIAL_LEN && unhex(text + 4, 4, eight + 4))
		memcpy(eight, text, 4);
	else if (n != 16 || !unhex(text, 8, eight))
		return false;
	if (!has_vendor(eight))
		return false;
	memcpy(ret, eight, 8);
	return true;
}

static enum rc
serial_from_text(
    const uint8_t *octets, size_t n, struct arena *arena, const char **ret_text)
{
	char *text = text_clean(octets, n, arena);
	char bare[COMPACT_MAX];
	uint8_t eight[8];

	if (!text)
		return RC_NOMEM;
	if (compact(text, bare)) {
		if (is_all((const uint8_t *)bare, strlen(bare), '0') ||
		    text_says_nothing(text))
			text = NULL;
		else if (eight_from_text(bare, eight)) {
			text = from_eight(eight, arena);
			if (!text)
				return RC_NOMEM;
		}
	}
	*ret_text = text;
	return RC_OK;
}

/* Binary data that is not a serial is shown in hexadecimal. */
static enum rc
serial_as_hex(const uint8_t *octets, size_t n, struct arena *arena, const char **ret_text)
{
	char *text = arena_alloc(arena, 2 * n + 1);

	if (!text)
		return RC_NOMEM;
	(void)to_hex(octets, n, text); /* zeroed memory: it is terminated */
	*ret_text = text;
	return RC_OK;
}

void
serial_strip_prefix(const uint8_t **octets, size_t *n)
{
	size_t i = 0;

	while (i < *n && (*octets)[i] >= '0' && (*octets)[i] <= '9')
		i++;
	if (i == 0 || i == *n || (*octets)[i] != ',')
		return;
	*octets += i + 1;
	*n -= i + 1;
}

enum rc
serial_from_octets(
    const uint8_t *octets, size_t n, struct arena *arena, const char **ret_text)
{
	size_t trimmed = n;
	const char *text;

	if (is_all(octets, n, 0)) {
		*ret_text = NULL;
		return RC_OK;
	}
	if (n == 8 && has_vendor(octets)) {
		text = from_eight(octets, arena);
		if (!text)
			return RC_NOMEM;
		*ret_text = text;
		return RC_OK;
	}
	serial_strip_prefix(&octets, &n);
	trimmed = n;
	while (trimmed && octets[trimmed - 1] == 0)
		trimmed--;
	if (!is_printable(octets, trimmed))
		return serial_as_hex(octets, n, arena, ret_text);
	return serial_from_text(octets, trimmed, arena, ret_text);
}

bool
serial_to_octets(const char *text, uint8_t ret[8])
{
	return strlen(text) == SERIAL_LEN && eight_from_text(text, ret);
}

/* "0:1a:2b:3:4:5": groups of one or two digits. */
static bool
mac_from_groups(const char *text, uint8_t ret[6])
{
	for (int i = 0; i < 6; i++) {
		int high = units_hex_digit(*text);
		int low = high < 0 ? -1 : units_hex_digit(text[1]);

		if (high < 0)
			return false;
		ret[i] = (uint8_t)(low < 0 ? high : high << 4 | low);
		text += low < 0 ? 1 : 2;
		if (i < 5 && *text != ':' && *text != '-')
			return false;
		text += i < 5;
	}
	return *text == '\0';
}

bool
mac_from_octets(const uint8_t *octets, size_t n, uint8_t ret[6])
{
	char text[24];
	char bare[COMPACT_MAX];
	size_t len = 0;
	uint8_t mac[6];

	if (n == 6) {
		memcpy(ret, octets, 6);
		return true;
	}
	while (n && (octets[n - 1] == 0 || octets[n - 1] == ' '))
		n--;
	if (n == 0 || n >= sizeof(text))
		return false;
	memcpy(text, octets, n);
	text[n] = '\0';
	if (strlen(text) != n)
		return false;
	if (!mac_from_groups(text, mac)) {
		for (const char *p = text; *p; p++) {
			if (*p != '.' && *p != ':' && *p != '-' && *p != ' ')
				bare[len++] = *p;
		}
		if (len != 12 || !unhex(bare, 6, mac))
			return false;
	}
	memcpy(ret, mac, 6);
	return true;
}

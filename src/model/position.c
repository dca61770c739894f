/* SPDX-License-Identifier: Apache-2.0 */
#include "model/position.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const char *const NAMES[POS_PARTS] = {
	[POS_RACK] = "rack",
	[POS_FRAME] = "frame",
	[POS_SLOT] = "slot",
	[POS_PORT] = "port",
	[POS_ONU] = "onu",
	[POS_SUB] = "sub",
	[POS_SUB2] = "sub2",
};

/* The separator before a part if it is not the first. */
static const char SEPARATORS[POS_PARTS] = {
	[POS_RACK] = '/',
	[POS_FRAME] = '/',
	[POS_SLOT] = '/',
	[POS_PORT] = '/',
	[POS_ONU] = ':',
	[POS_SUB] = '.',
	[POS_SUB2] = '.',
};

const char *
position_part_name(enum position_part part)
{
	return NAMES[part];
}

bool
position_part_from_name(const char *name, enum position_part *ret_part)
{
	for (int i = 0; i < POS_PARTS; i++) {
		if (strcmp(NAMES[i], name) == 0) {
			*ret_part = (enum position_part)i;
			return true;
		}
	}
	return false;
}

/* A serial of printable characters is shown as text; otherwise as four letters and eight
 * hexadecimal digits, or completely in hexadecimal. */
static size_t
format_serial(const struct position *p, char *text, size_t size)
{
	size_t n = 0;
	bool printable = true;

	for (unsigned i = 0; i < p->serial_len; i++)
		printable = printable && p->serial[i] > ' ' && p->serial[i] < 127;
	for (unsigned i = 0; i < p->serial_len && n + 3 < size; i++) {
		bool letter = printable ||
		    (p->serial_len == 8 && i < 4 && p->serial[i] > ' ' &&
			p->serial[i] < 127);

		n += (size_t)snprintf(
		    text + n, size - n, letter ? "%c" : "%02X", p->serial[i]);
	}
	return n;
}

char *
position_format(const struct position *p, char text[POSITION_TEXT_MAX])
{
	size_t n = 0;

	text[0] = '\0';
	for (int i = 0; i < POS_PARTS; i++) {
		if (!position_has(p, (enum position_part)i))
			continue;
		if (n)
			text[n++] = SEPARATORS[i];
		n += (size_t)snprintf(text + n, POSITION_TEXT_MAX - n, "%u", p->part[i]);
	}
	if (p->serial_len) {
		if (n)
			text[n++] = ':';
		(void)format_serial(p, text + n, POSITION_TEXT_MAX - n);
	}
	return text;
}

struct position
position_of_onu(const struct position *p)
{
	struct position onu = *p;

	onu.has &= (uint8_t) ~((1U << POS_SUB) | (1U << POS_SUB2));
	onu.part[POS_SUB] = onu.part[POS_SUB2] = 0;
	return onu;
}

int
position_compare(const struct position *a, const struct position *b)
{
	for (int i = 0; i < POS_PARTS; i++) {
		if (a->part[i] != b->part[i])
			return a->part[i] < b->part[i] ? -1 : 1;
	}
	if (a->serial_len != b->serial_len)
		return a->serial_len < b->serial_len ? -1 : 1;
	return memcmp(a->serial, b->serial, a->serial_len);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "base/tidy.h"

#include <stddef.h>
#include <stdint.h>

struct lead {
	size_t length; /* of the sequence that it starts; 0: not a first byte */
	uint8_t low, high; /* range of the second byte */
};

/* The table of RFC 3629: no overlong forms, no surrogates, nothing past U+10FFFF. */
static struct lead
lead_of(uint8_t c)
{
	if (c >= 0xc2 && c <= 0xdf)
		return (struct lead){ 2, 0x80, 0xbf };
	if (c >= 0xe0 && c <= 0xef)
		return (
		    struct lead){ 3, c == 0xe0 ? 0xa0 : 0x80, c == 0xed ? 0x9f : 0xbf };
	if (c >= 0xf0 && c <= 0xf4)
		return (
		    struct lead){ 4, c == 0xf0 ? 0x90 : 0x80, c == 0xf4 ? 0x8f : 0xbf };
	return (struct lead){ 0, 0, 0 };
}

/* How many bytes of the sequence are valid. */
static size_t
good_bytes(const uint8_t *at, const struct lead *lead)
{
	size_t n = 1;

	if (at[1] < lead->low || at[1] > lead->high)
		return n;
	for (n = 2; n < lead->length; n++) {
		if (at[n] < 0x80 || at[n] > 0xbf)
			return n;
	}
	return n;
}

void
tidy(char *text)
{
	uint8_t *at = (uint8_t *)text;

	while (*at) {
		struct lead lead = lead_of(*at);
		size_t good = lead.length ? good_bytes(at, &lead) : 1;

		if (lead.length && good == lead.length) {
			at += good;
		} else if (lead.length && at[good] == '\0') {
			*at = '\0'; /* the text was truncated here */
		} else {
			if (lead.length || *at >= 0x80 || *at < 0x20 || *at == 0x7f)
				*at = '?';
			at++;
		}
	}
}

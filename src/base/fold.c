/* SPDX-License-Identifier: Apache-2.0 */
#include "base/fold.h"

#include <string.h>

/* U+00C0 to U+00FF, which UTF-8 writes as C3 and a second byte; "." stays as it is. */
static const char LATIN[] = "aaaaaa.ceeeeiiii"
			    ".nooooo.ouuuuy.."
			    "aaaaaa.ceeeeiiii"
			    ".nooooo.ouuuuy.y";

/* Second bytes of the combining accents after CC: grave, acute, circumflex, tilde,
 * diaeresis, ring, cedilla. */
static const char ACCENTS[] = "\x80\x81\x82\x83\x88\x8A\xA7";

static size_t
length_of(unsigned char first)
{
	if (first >= 0xF0)
		return 4;
	if (first >= 0xE0)
		return 3;
	return first >= 0xC0 ? 2 : 1;
}

/* The number of bytes of the character at text. For an incomplete character: the bytes
 * that are there. */
static size_t
character(const char *text)
{
	size_t n = length_of((unsigned char)text[0]), i = 1;

	while (i < n && ((unsigned char)text[i] & 0xC0) == 0x80)
		i++;
	return i;
}

/* Write the folded form of the character of n bytes, and return its length. */
static size_t
fold_one(const char *text, size_t n, char ret[4])
{
	unsigned char first = (unsigned char)text[0];

	if (n == 1 && first >= 'A' && first <= 'Z') {
		ret[0] = (char)(first - 'A' + 'a');
		return 1;
	}
	if (n == 2 && first == 0xC3 && LATIN[(unsigned char)text[1] - 0x80] != '.') {
		ret[0] = LATIN[(unsigned char)text[1] - 0x80];
		return 1;
	}
	if (n == 2 && first == 0xCC && strchr(ACCENTS, text[1]))
		return 0;
	memcpy(ret, text, n);
	return n;
}

size_t
fold_text(const char *text, char *ret, size_t size)
{
	size_t len = 0;

	while (*text) {
		char one[4];
		size_t n = character(text), folded = fold_one(text, n, one);

		if (len + folded >= size)
			break;
		memcpy(ret + len, one, folded);
		len += folded;
		text += n;
	}
	ret[len] = '\0';
	return len;
}

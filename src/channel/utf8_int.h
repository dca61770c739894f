/* SPDX-License-Identifier: Apache-2.0
 *
 * channel/utf8_int.h - characters of UTF-8 text, and their length in UTF-16 units, which
 * is how Telegram counts. Pure. Any thread.
 */
#ifndef FACHO_CHANNEL_UTF8_INT_H
#define FACHO_CHANNEL_UTF8_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The character at text and its length in bytes; 0 at the end. Wrong bytes are read one by
 * one as U+FFFD. */
size_t utf8_next(const char *text, uint32_t *ret_char);
bool utf8_is_valid(const char *text);
size_t utf8_units(const char *text);
/* The bytes of the longest start of text with at most max_bytes; never half a character. */
size_t utf8_cut(const char *text, size_t max_bytes);

#endif

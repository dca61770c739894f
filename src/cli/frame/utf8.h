/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/frame/utf8.h - how wide text is on a terminal. Not wcwidth(): its answers hang
 * on the locale, and a table must look the same under cron. Any thread.
 */
#ifndef FACHO_CLI_FRAME_UTF8_H
#define FACHO_CLI_FRAME_UTF8_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { UTF8_REPLACEMENT = 0xFFFD };

/* The character at *at, which moves past it. Broken bytes are read one at a
 * time as UTF8_REPLACEMENT. 0 at the end of the text. */
uint32_t utf8_step(const char **at);

/* Write c as UTF-8 with a NUL behind it; returns the number of bytes. */
size_t utf8_put(uint32_t c, char bytes[5]);

/* c, or a question mark for what a terminal would obey (controls, marks that turn the
 * direction of writing): what devices say is shown, never done. */
uint32_t utf8_harmless(uint32_t c);

/* The text, harmless. */
void utf8_print(FILE *out, const char *text);

/* Columns of one character: 0 (combining), 1, or 2 (East Asian, emoji). */
unsigned utf8_columns(uint32_t c);

/* Columns of a whole text. */
size_t utf8_width(const char *text);

#endif

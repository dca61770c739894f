/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/frame/utf8.h - the width of text on a terminal. wcwidth() is not used because it
 * depends on the locale, and a table must look the same under cron. Any thread.
 */
#ifndef FACHO_CLI_FRAME_UTF8_H
#define FACHO_CLI_FRAME_UTF8_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { UTF8_REPLACEMENT = 0xFFFD };

/* The character at *at, which moves past it. Invalid bytes are read one at a time as
 * UTF8_REPLACEMENT. 0 at the end of the text. */
uint32_t utf8_step(const char **at);

/* Write c as UTF-8 followed by a NUL; returns the number of bytes. */
size_t utf8_put(uint32_t c, char bytes[5]);

/* c, or a question mark for a character that controls a terminal (controls, marks that
 * change the direction of writing): text of devices is only shown. */
uint32_t utf8_harmless(uint32_t c);

/* The text with these characters replaced. */
void utf8_print(FILE *out, const char *text);

/* Columns of one character: 0 (combining), 1, or 2 (East Asian, emoji). */
unsigned utf8_columns(uint32_t c);

/* Columns of a whole text. */
size_t utf8_width(const char *text);

#endif

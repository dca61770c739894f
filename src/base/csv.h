/* SPDX-License-Identifier: Apache-2.0
 *
 * base/csv.h - what a text in a CSV must not do. Pure; any thread.
 */
#ifndef FACHO_BASE_CSV_H
#define FACHO_BASE_CSV_H

#include <stdbool.h>
#include <string.h>

/* A table calculator takes a text that begins so for a formula, and runs it: such a cell
 * gets an apostrophe in front. Numbers are no texts. */
static inline bool
csv_is_formula(const char *text)
{
	return *text && strchr("=+-@\t\r", *text);
}

/* Must the cell be in quotes? */
static inline bool
csv_needs_quotes(const char *text)
{
	return csv_is_formula(text) || strpbrk(text, ",\"\r\n");
}

#endif

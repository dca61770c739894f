/* SPDX-License-Identifier: Apache-2.0
 *
 * base/csv.h - safe texts in CSV files. Pure; any thread.
 */
#ifndef FACHO_BASE_CSV_H
#define FACHO_BASE_CSV_H

#include <stdbool.h>
#include <string.h>

/* Spreadsheets execute a text that begins with one of these characters as a formula. Such
 * a cell gets an apostrophe in front. Do not use it for numbers. */
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

/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/frame/printer.h - rows of typed values out: a table for people, CSV (RFC 4180)
 * or JSON (an array of objects) for programs.
 *
 * CSV and JSON go out row by row; a table waits for its last row because its
 * widths depend on all of them. Times are ISO 8601 in UTC, states their words
 * (the meaning where there is one, else the vendor's label, else its number),
 * reals as short as they are exact, nulls null, "" and "-".
 *
 * Text that came from a device cannot harm the terminal or the file: control
 * characters and broken UTF-8 are replaced in tables and escaped in JSON.
 *
 * One thread.
 */
#ifndef FACHO_CLI_FRAME_PRINTER_H
#define FACHO_CLI_FRAME_PRINTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/err.h"
#include "base/own.h"
#include "model/value.h"

/* In the order of PRINTER_FORMATS, so cli_choice() gives one of these. */
enum printer_format {
	PRINTER_TABLE,
	PRINTER_CSV,
	PRINTER_JSON,
};

/* The choices of a --format option. */
#define PRINTER_FORMATS "table|csv|json"

struct printer_column {
	const char *key; /* of JSON and the first line of CSV */
	const char *heading; /* of a table */
	bool is_spare; /* a table that is too wide for its terminal leaves it out first */
};

struct printer;

/* The columns are borrowed until printer_free. width is that of the terminal,
 * 0 for no limit (see terminal_width). NULL when out of memory. */
struct printer *printer_new(FILE *out, enum printer_format format,
    const struct printer_column *columns, size_t n_columns, unsigned width);

/* One value a column; they are not kept. */
enum rc printer_row(struct printer *w, const struct value *values) MUST_CHECK;

/* No more rows: what is still to be written is, and RC_IO says that the
 * output could not take all of it (a full disk, a closed pipe). */
enum rc printer_end(struct printer *w, struct err *err) MUST_CHECK;

void printer_free(struct printer *w);
OWNED_BY(struct printer, printer_free);

/* How wide the terminal behind out is: its own answer, else $COLUMNS, else 80;
 * without a terminal $COLUMNS or 0. */
unsigned terminal_width(FILE *out);

void printer_json_text(FILE *out, const char *text);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/frame/printer.h - prints rows of typed values: as a table for users, as CSV (RFC
 * 4180) or as JSON (an array of objects) for programs.
 *
 * CSV and JSON are written row by row; a table is written after its last row, because its
 * widths depend on all rows. Times are ISO 8601 in UTC. States are words (the meaning if
 * known, otherwise the vendor's label, otherwise the number). Real numbers have as many
 * digits as needed. A null is null, "" or "-".
 *
 * Text of a device cannot damage the terminal or the file: control characters and invalid
 * UTF-8 are replaced in tables and escaped in JSON.
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

/* In the order of PRINTER_FORMATS, so that cli_choice() returns one of these. */
enum printer_format {
	PRINTER_TABLE,
	PRINTER_CSV,
	PRINTER_JSON,
};

/* The choices of a --format option. */
#define PRINTER_FORMATS "table|csv|json"

struct printer_column {
	const char *key; /* key of JSON, and of the first line of CSV */
	const char *heading; /* heading of a table */
	bool is_spare; /* omitted first if the table is too wide for the terminal */
};

struct printer;

/* The columns are borrowed until printer_free. width is that of the terminal, 0 for no
 * limit (see terminal_width). NULL: no memory. */
struct printer *printer_new(FILE *out, enum printer_format format,
    const struct printer_column *columns, size_t n_columns, unsigned width);

/* One value per column; they are not kept. */
enum rc printer_row(struct printer *w, const struct value *values) MUST_CHECK;

/* No more rows: writes the rest. RC_IO: the output could not be written completely (a
 * full disk, a closed pipe). */
enum rc printer_end(struct printer *w, struct err *err) MUST_CHECK;

void printer_free(struct printer *w);
OWNED_BY(struct printer, printer_free);

/* The width of the terminal of out: from the terminal, else $COLUMNS, else 80; without a
 * terminal $COLUMNS or 0. */
unsigned terminal_width(FILE *out);

void printer_json_text(FILE *out, const char *text);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/writer.h - rows of typed values out: a table for people, CSV (RFC 4180)
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
#ifndef FACHO_CLI_WRITER_H
#define FACHO_CLI_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/err.h"
#include "base/own.h"
#include "model/value.h"

/* In the order of WRITER_FORMATS, so cli_choice() gives one of these. */
enum writer_format {
	WRITER_TABLE,
	WRITER_CSV,
	WRITER_JSON,
};

/* "table", "csv", "json", NULL: the choices of a --format option. */
extern const char *const WRITER_FORMATS[];

struct writer_column {
	const char *key; /* of JSON and the first line of CSV */
	const char *heading; /* of a table */
};

struct writer;

/* The columns are borrowed until writer_free. width is that of the terminal,
 * 0 for no limit (see terminal_width). NULL when out of memory. */
struct writer *writer_new(FILE *out, enum writer_format format,
    const struct writer_column *columns, size_t n_columns, unsigned width);

/* One value a column; they are not kept. */
enum rc writer_row(struct writer *w, const struct value *values) MUST_CHECK;

/* No more rows: what is still to be written is, and RC_IO says that the
 * output could not take all of it (a full disk, a closed pipe). */
enum rc writer_end(struct writer *w, struct err *err) MUST_CHECK;

void writer_free(struct writer *w);
OWNED_BY(struct writer, writer_free);

/* How wide the terminal behind out is: its own answer, else $COLUMNS, else 80;
 * without a terminal $COLUMNS or 0. */
unsigned terminal_width(FILE *out);

/* One value as JSON, for commands that print single objects. */
void writer_json_value(FILE *out, const struct value *value);
void writer_json_text(FILE *out, const char *text);

#endif

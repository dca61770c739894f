/* SPDX-License-Identifier: Apache-2.0
 *
 * base/csv_reader.h - read CSV as spreadsheets write it: separated by commas, semicolons or
 * tabs, cells in quotes or not, with or without a byte order mark, any kind of line end.
 *
 * The separator is the one that the first line has most. Blank lines are passed over. The text
 * stays the caller's and is not changed; cells are in the arena. Pure; one thread.
 */
#ifndef FACHO_BASE_CSV_READER_H
#define FACHO_BASE_CSV_READER_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"

enum { CSV_CELLS_MAX = 64 };

struct csv_reader {
	const char *at; /* the rest */
	char separator;
	int64_t line; /* of the rest, from 1 */
	char *into; /* where the next cell goes */
};

struct csv_row {
	char *cells[CSV_CELLS_MAX]; /* without spaces around */
	size_t n; /* at least 1 */
	int64_t line; /* where it begins */
};

/* RC_NOMEM. */
enum rc csv_reader_init(struct csv_reader *r, const char *text, struct arena *arena,
    struct err *err) MUST_CHECK;

/* RC_CANCELLED: there is no more. RC_INVALID: a quote has no end, or the row has too many
 * cells; ret_row->line says where, and the row was passed over. */
enum rc csv_reader_next(struct csv_reader *r, struct csv_row *ret_row, struct err *err)
    MUST_CHECK;

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Any text as CSV: the reader comes to its end, lines ascend, and every cell is a text
 * within what was given.
 */
#include <assert.h>
#include <string.h>

#include "base/csv_reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static size_t
bytes_of(const struct csv_row *row)
{
	size_t n = 0;

	for (size_t i = 0; i < row->n; i++)
		n += strlen(row->cells[i]);
	return n;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	char *text = arena_copy(arena, data, n);
	struct csv_reader r;
	struct csv_row row;
	struct err err = { .msg = "" };
	int64_t line = 0;
	size_t bytes = 0;
	enum rc rc;

	assert(text);
	if (csv_reader_init(&r, text, arena, &err) != RC_OK)
		return 0;
	while ((rc = csv_reader_next(&r, &row, &err)) != RC_CANCELLED) {
		assert(rc == RC_OK || *err.msg);
		assert(row.n >= 1 && row.n <= CSV_CELLS_MAX && row.line > line);
		line = row.line;
		bytes += bytes_of(&row);
	}
	assert(bytes <= n);
	return 0;
}

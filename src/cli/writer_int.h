/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/writer_int.h - what a format of writer.h has to supply.
 */
#ifndef FACHO_CLI_WRITER_INT_H
#define FACHO_CLI_WRITER_INT_H

#include "base/buf.h"
#include "cli/writer.h"

struct writer_ops {
	const char *name; /* as in --format */
	size_t size; /* of the struct that begins with a struct writer */

	/* Before the first row. RC_NOMEM. */
	enum rc (*begin)(struct writer *w);
	/* n_columns values, not kept. RC_NOMEM. */
	enum rc (*row)(struct writer *w, const struct value *values);
	/* Behind the last row. */
	void (*end)(struct writer *w);
	/* Free what begin and row allocated, not w itself. Half-built is fine. */
	void (*fini)(struct writer *w);
};

struct writer {
	const struct writer_ops *ops;
	FILE *out;
	const struct writer_column *columns;
	size_t n_columns;
	unsigned width;
	size_t n_rows;
};

extern const struct writer_ops writer_table;
extern const struct writer_ops writer_csv;
extern const struct writer_ops writer_json;

enum { WRITER_SCALAR_MAX = 64 };

/* A number, a time or a null ("") as plain text; for TEXT and STATE the text
 * itself is returned, borrowed. */
const char *writer_plain(const struct value *value, char text[WRITER_SCALAR_MAX]);

#endif

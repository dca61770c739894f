/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/frame/printer_ops.h - the functions of an output format of printer.h.
 */
#ifndef FACHO_CLI_FRAME_PRINTER_OPS_H
#define FACHO_CLI_FRAME_PRINTER_OPS_H

#include "base/buf.h"
#include "cli/frame/printer.h"

struct printer_ops {
	const char *name; /* name in --format */
	size_t size; /* size of the struct that begins with a struct printer */

	/* Before the first row. RC_NOMEM. */
	enum rc (*begin)(struct printer *w);
	/* n_columns values, not kept. RC_NOMEM. */
	enum rc (*row)(struct printer *w, const struct value *values);
	/* After the last row. */
	void (*end)(struct printer *w);
	/* Free what begin and row allocated, but not w itself. w may be incomplete. */
	void (*fini)(struct printer *w);
};

struct printer {
	const struct printer_ops *ops;
	FILE *out;
	const struct printer_column *columns;
	size_t n_columns;
	unsigned width;
	size_t n_rows;
};

extern const struct printer_ops printer_table;
extern const struct printer_ops printer_csv;
extern const struct printer_ops printer_json;

enum { PRINTER_SCALAR_MAX = 64 };

/* A number, a time or a null ("") as plain text; for TEXT and STATE the text itself,
 * borrowed. */
const char *printer_plain(const struct value *value, char text[PRINTER_SCALAR_MAX]);

#endif

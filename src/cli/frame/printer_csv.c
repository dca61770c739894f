/* SPDX-License-Identifier: Apache-2.0
 *
 * RFC 4180: CRLF, a header line, quotes only if needed; and no text that a spreadsheet
 * would interpret as a formula.
 */
#include <string.h>

#include "base/csv.h"
#include "cli/frame/printer_ops.h"

static void
put_text(FILE *out, const char *text)
{
	if (!csv_needs_quotes(text)) {
		(void)fputs(text, out);
		return;
	}
	(void)fputs(csv_is_formula(text) ? "\"'" : "\"", out);
	for (; *text; text++) {
		if (*text == '"')
			(void)fputc('"', out);
		(void)fputc(*text, out);
	}
	(void)fputc('"', out);
}

static enum rc
csv_begin(struct printer *w)
{
	for (size_t i = 0; i < w->n_columns; i++) {
		if (i)
			(void)fputc(',', w->out);
		put_text(w->out, w->columns[i].key);
	}
	(void)fputs("\r\n", w->out);
	return RC_OK;
}

static enum rc
csv_row(struct printer *w, const struct value *values)
{
	char text[PRINTER_SCALAR_MAX];

	for (size_t i = 0; i < w->n_columns; i++) {
		const char *plain;

		if (i)
			(void)fputc(',', w->out);
		plain = printer_plain(&values[i], text);
		/* A text made here is a number, a time or empty, and is not changed. */
		if (plain == text)
			(void)fputs(plain, w->out);
		else
			put_text(w->out, plain);
	}
	(void)fputs("\r\n", w->out);
	return RC_OK;
}

static void
csv_end(struct printer *w)
{
	(void)w;
}

const struct printer_ops printer_csv = {
	.name = "csv",
	.size = sizeof(struct printer),
	.begin = csv_begin,
	.row = csv_row,
	.end = csv_end,
	.fini = csv_end,
};

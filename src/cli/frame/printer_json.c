/* SPDX-License-Identifier: Apache-2.0
 *
 * An array of objects, one per line, so that it is valid JSON and works with grep.
 * jansson is not used, because rows are written as a stream and not collected in memory.
 */
#include <math.h>

#include "cli/frame/utf8.h"
#include "cli/frame/printer_ops.h"

static void
put_character(FILE *out, uint32_t c)
{
	char bytes[5];

	switch (c) {
	case '"':
		(void)fputs("\\\"", out);
		return;
	case '\\':
		(void)fputs("\\\\", out);
		return;
	case '\n':
		(void)fputs("\\n", out);
		return;
	case '\r':
		(void)fputs("\\r", out);
		return;
	case '\t':
		(void)fputs("\\t", out);
		return;
	}
	if (c < 0x20 || (c >= 0x7F && c < 0xA0)) {
		(void)fprintf(out, "\\u%04x", c);
		return;
	}
	(void)utf8_put(c, bytes);
	(void)fputs(bytes, out);
}

void
printer_json_text(FILE *out, const char *text)
{
	uint32_t c;

	(void)fputc('"', out);
	while ((c = utf8_step(&text)) != 0)
		put_character(out, c);
	(void)fputc('"', out);
}

/* One value as JSON, for commands that print single objects. */
static void
printer_json_value(FILE *out, const struct value *value)
{
	char text[PRINTER_SCALAR_MAX];
	const char *plain = printer_plain(value, text);

	switch (value->kind) {
	case VALUE_NULL:
		(void)fputs("null", out);
		return;
	case VALUE_REAL:
		(void)fputs(isfinite(value->r) ? plain : "null", out);
		return;
	case VALUE_INT:
		(void)fputs(plain, out);
		return;
	case VALUE_TEXT:
	case VALUE_TIME:
	case VALUE_STATE:
		printer_json_text(out, plain);
		return;
	}
}

static enum rc
json_begin(struct printer *w)
{
	(void)fputc('[', w->out);
	return RC_OK;
}

static enum rc
json_row(struct printer *w, const struct value *values)
{
	(void)fputs(w->n_rows ? ",\n{" : "\n{", w->out);
	for (size_t i = 0; i < w->n_columns; i++) {
		(void)fputs(i ? ", " : "", w->out);
		printer_json_text(w->out, w->columns[i].key);
		(void)fputs(": ", w->out);
		printer_json_value(w->out, &values[i]);
	}
	(void)fputc('}', w->out);
	return RC_OK;
}

static void
json_end(struct printer *w)
{
	(void)fputs(w->n_rows ? "\n]\n" : "]\n", w->out);
}

static void
json_fini(struct printer *w)
{
	(void)w;
}

const struct printer_ops printer_json = {
	.name = "json",
	.size = sizeof(struct printer),
	.begin = json_begin,
	.row = json_row,
	.end = json_end,
	.fini = json_fini,
};

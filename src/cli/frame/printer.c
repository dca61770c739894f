/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/frame/printer.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "base/units.h"
#include "cli/frame/printer_ops.h"

static const struct printer_ops *const OPS[] = {
	[PRINTER_TABLE] = &printer_table,
	[PRINTER_CSV] = &printer_csv,
	[PRINTER_JSON] = &printer_json,
};

struct printer *
printer_new(FILE *out, enum printer_format format, const struct printer_column *columns,
    size_t n_columns, unsigned width)
{
	struct printer *w OWNED(printer_free) = calloc(1, OPS[format]->size);

	if (!w)
		return NULL;
	w->ops = OPS[format];
	w->out = out;
	w->columns = columns;
	w->n_columns = n_columns;
	w->width = width;
	if (w->ops->begin(w) != RC_OK)
		return NULL;
	return GIVE(w);
}

enum rc
printer_row(struct printer *w, const struct value *values)
{
	enum rc rc = w->ops->row(w, values);

	if (rc == RC_OK)
		w->n_rows++;
	return rc;
}

enum rc
printer_end(struct printer *w, struct err *err)
{
	w->ops->end(w);
	if (fflush(w->out) != 0 || ferror(w->out))
		return err_set(err, RC_IO, "cannot write the output: %s",
		    errno ? strerror(errno) : "it is cut short");
	return RC_OK;
}

void
printer_free(struct printer *w)
{
	if (!w)
		return;
	w->ops->fini(w);
	free(w);
}

/* Ten significant digits are more than any device measures, and few enough to hide that
 * -2143 * 0.01 is not exactly -21.43 in binary. */
static const char *
plain_real(double r, char text[PRINTER_SCALAR_MAX])
{
	if (!isfinite(r))
		return "";
	(void)snprintf(text, PRINTER_SCALAR_MAX, "%.10g", r == 0 ? 0.0 : r);
	return text;
}

static const char *
plain_time(int64_t ms, char text[PRINTER_SCALAR_MAX])
{
	time_t seconds = (time_t)(ms / 1000 - (ms % 1000 < 0));
	struct tm tm;
	size_t n;

	if (!gmtime_r(&seconds, &tm))
		return "";
	n = strftime(text, PRINTER_SCALAR_MAX, "%Y-%m-%dT%H:%M:%S", &tm);
	if (ms % 1000)
		n += (size_t)snprintf(text + n, PRINTER_SCALAR_MAX - n, ".%03d",
		    (int)((ms % 1000 + 1000) % 1000));
	(void)snprintf(text + n, PRINTER_SCALAR_MAX - n, "Z");
	return text;
}

const char *
printer_plain(const struct value *value, char text[PRINTER_SCALAR_MAX])
{
	switch (value->kind) {
	case VALUE_NULL:
		return "";
	case VALUE_INT:
		(void)snprintf(text, PRINTER_SCALAR_MAX, "%" PRId64, value->i);
		return text;
	case VALUE_REAL:
		return plain_real(value->r, text);
	case VALUE_TEXT:
		return value->text;
	case VALUE_TIME:
		return plain_time(value->i, text);
	case VALUE_STATE:
		if (value->state != STATE_NONE)
			return state_name(value->state);
		if (value->text)
			return value->text;
		(void)snprintf(text, PRINTER_SCALAR_MAX, "%" PRId64, value->i);
		return text;
	}
	return "";
}

unsigned
terminal_width(FILE *out)
{
	const char *columns = getenv("COLUMNS");
	bool is_terminal = isatty(fileno(out));
	struct winsize size;
	int64_t n;

	if (is_terminal && ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col)
		return size.ws_col;
	if (columns && units_parse_int(columns, &n) == RC_OK && n > 0 && n < 10000)
		return (unsigned)n;
	return is_terminal ? 80 : 0;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows that the program that runs answers, for people and for other programs.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/units.h"
#include "cli/remote/remote_int.h"

enum { LIST_TEXT_MAX = 4096 };

static enum printer_format
format_of(const struct cli_call *call)
{
	if (cli_flag(call, "json"))
		return PRINTER_JSON;
	if (cli_flag(call, "csv"))
		return PRINTER_CSV;
	return (enum printer_format)cli_choice(call, "format");
}

bool
remote_wants_json(const struct cli_call *call)
{
	return format_of(call) == PRINTER_JSON;
}

bool
remote_wants_csv(const struct cli_call *call)
{
	return format_of(call) == PRINTER_CSV;
}

bool
remote_wants_data(const struct cli_call *call)
{
	return format_of(call) != PRINTER_TABLE;
}

int
remote_print_json(struct cli_call *call, const json_t *value)
{
	int failed = json_dumpf(value, call->out, JSON_INDENT(2));

	(void)fputc('\n', call->out);
	return failed ? cli_failed(call, "cannot write") : CLI_DONE;
}

/* In local time. Where there is little room, today's is told by the clock, and another
 * without its seconds. */
static const char *
local_moment(const char *text, bool is_short, struct arena *arena)
{
	struct tm tm = { 0 }, today;
	const char *rest = strptime(text, "%Y-%m-%dT%H:%M:%S", &tm);
	time_t at, now = time(NULL);
	char shown[32];

	if (!rest || *rest != '.' || !strchr(rest, 'Z'))
		return text;
	at = timegm(&tm);
	(void)localtime_r(&at, &tm);
	(void)localtime_r(&now, &today);
	if (!is_short)
		(void)strftime(shown, sizeof(shown), "%Y-%m-%d %H:%M:%S", &tm);
	else if (tm.tm_yday == today.tm_yday && tm.tm_year == today.tm_year)
		(void)strftime(shown, sizeof(shown), "%H:%M:%S", &tm);
	else
		(void)strftime(shown, sizeof(shown), "%Y-%m-%d %H:%M", &tm);
	return arena_copy(arena, shown, strlen(shown));
}

static const char *
shown_text(const json_t *v, enum remote_moments moments, struct arena *arena)
{
	const char *text = json_string_value(v);

	if (moments != REMOTE_TIME_ISO)
		text = local_moment(text, moments == REMOTE_TIME_SHORT, arena);
	return text ? text : "";
}

/* "a, b" of ["a", "b"]; of things, how many they are. */
static struct value
list_value(const json_t *list, enum remote_moments moments, struct arena *arena)
{
	struct buf b = BUF_INIT(LIST_TEXT_MAX);
	const json_t *item;
	const char *text = NULL;
	size_t i;

	if (json_is_object(json_array_get(list, 0)))
		return (struct value){ .kind = VALUE_INT,
			.i = (int64_t)json_array_size(list) };
	json_array_foreach(list, i, item)
	{
		if (i)
			buf_puts(&b, ", ");
		if (json_is_string(item))
			buf_puts(&b, shown_text(item, moments, arena));
		else if (json_is_integer(item))
			buf_printf(&b, "%lld", (long long)json_integer_value(item));
		else if (json_is_real(item))
			buf_printf(&b, "%.10g", json_real_value(item));
	}
	if (b.len > 0)
		text = arena_copy(arena, buf_text(&b), strlen(buf_text(&b)));
	buf_fini(&b);
	return text ? (struct value){ .kind = VALUE_TEXT, .text = text }
		    : (struct value){ .kind = VALUE_NULL };
}

struct value
remote_value(const json_t *v, enum remote_moments moments, struct arena *arena)
{
	const char *text = json_string_value(v);

	if (json_is_integer(v))
		return (struct value){ .kind = VALUE_INT, .i = json_integer_value(v) };
	if (json_is_real(v))
		return (struct value){ .kind = VALUE_REAL, .r = json_real_value(v) };
	if (json_is_boolean(v))
		return (struct value){ .kind = VALUE_TEXT,
			.text = json_is_true(v) ? "yes" : "no" };
	if (json_is_array(v))
		return list_value(v, moments, arena);
	text = text ? shown_text(v, moments, arena) : NULL;
	if (!text || !*text)
		return (struct value){ .kind = VALUE_NULL };
	return (struct value){ .kind = VALUE_TEXT, .text = text };
}

/* ---- rows as they come --------------------------------------------------------------- */

int
remote_rows_begin(struct remote_rows *out, struct cli_call *call, const char *plural,
    const struct remote_column *columns, size_t n)
{
	unsigned width = terminal_width(call->out);

	*out = (struct remote_rows){
		.call = call, .format = format_of(call), .plural = plural
	};
	if (out->format == PRINTER_JSON)
		return CLI_DONE;
	out->n_columns = n < REMOTE_COLUMNS_MAX ? n : REMOTE_COLUMNS_MAX;
	for (size_t i = 0; i < out->n_columns; i++) {
		out->columns[i] = (struct printer_column){ columns[i].key,
			columns[i].heading, columns[i].is_spare };
		out->is_span[i] = columns[i].is_span && out->format == PRINTER_TABLE;
		out->is_duration[i] =
		    columns[i].is_duration && out->format == PRINTER_TABLE;
		out->words[i] =
		    out->format == PRINTER_TABLE ? columns[i].words : WORDS_NONE;
	}
	if (out->format == PRINTER_TABLE)
		out->moments = width ? REMOTE_TIME_SHORT : REMOTE_TIME_LOCAL;
	out->printer =
	    printer_new(call->out, out->format, out->columns, out->n_columns, width);
	return out->printer ? CLI_DONE : cli_failed(call, "out of memory");
}

/* JSON has the whole rows, whatever the columns are. */
static int
add_json(struct remote_rows *out, const json_t *rows)
{
	const json_t *row;
	size_t i;

	json_array_foreach(rows, i, row)
	{
		(void)fputs(out->n_rows++ ? ",\n" : "[\n", out->call->out);
		if (json_dumpf(row, out->call->out, JSON_COMPACT | JSON_ENCODE_ANY) != 0)
			return cli_failed(out->call, "cannot write");
	}
	return CLI_DONE;
}

/* "5m" of 300000. */
static struct value
span_value(const json_t *v, struct arena *arena)
{
	char text[UNITS_TEXT_MAX];
	const char *kept = json_is_integer(v)
	    ? arena_printf(arena, "%s", units_format_ms(json_integer_value(v), text))
	    : NULL;

	return kept ? (struct value){ .kind = VALUE_TEXT, .text = kept }
		    : (struct value){ .kind = VALUE_NULL };
}

const char *
remote_duration(int64_t ms, struct arena *arena)
{
	static const struct {
		int64_t ms;
		const char *unit, *next;
		int64_t next_ms;
	} UNITS[] = { { 86400000, "d", "h", 3600000 }, { 3600000, "h", "m", 60000 },
		{ 60000, "m", "s", 1000 } };

	for (size_t i = 0; i < sizeof(UNITS) / sizeof(UNITS[0]); i++) {
		int64_t n = ms / UNITS[i].ms;

		if (n > 0)
			return arena_printf(arena, "%lld%s %lld%s", (long long)n,
			    UNITS[i].unit,
			    (long long)(ms % UNITS[i].ms / UNITS[i].next_ms),
			    UNITS[i].next);
	}
	return arena_printf(arena, "%llds", (long long)(ms / 1000));
}

static struct value
duration_value(const json_t *v, struct arena *arena)
{
	const char *text =
	    json_is_integer(v) ? remote_duration(json_integer_value(v), arena) : NULL;

	return text ? (struct value){ .kind = VALUE_TEXT, .text = text }
		    : (struct value){ .kind = VALUE_NULL };
}

static struct value
cell_value(
    const struct remote_rows *out, size_t column, const json_t *v, struct arena *arena)
{
	struct value value = remote_value(v, out->moments, arena);

	if (out->is_span[column])
		return span_value(v, arena);
	if (out->is_duration[column])
		return duration_value(v, arena);
	if (value.kind == VALUE_TEXT)
		value.text = words_for(out->words[column], value.text);
	return value;
}

static enum rc
add_row(struct remote_rows *out, const json_t *row, struct arena *arena)
{
	struct value values[REMOTE_COLUMNS_MAX];

	for (size_t k = 0; k < out->n_columns; k++) {
		const json_t *v = json_object_get(row, out->columns[k].key);

		values[k] = cell_value(out, k, v, arena);
	}
	out->n_rows++;
	return printer_row(out->printer, values);
}

int
remote_rows_add(struct remote_rows *out, const json_t *rows)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	const json_t *row;
	size_t i;
	enum rc rc = arena ? RC_OK : RC_NOMEM;

	if (out->format == PRINTER_JSON)
		return add_json(out, rows);
	json_array_foreach(rows, i, row)
	{
		if (rc == RC_OK)
			rc = add_row(out, row, arena);
	}
	return rc == RC_OK ? CLI_DONE : cli_failed(out->call, "out of memory");
}

int
remote_rows_end(struct remote_rows *out, int status)
{
	struct err err = { 0 };
	enum rc rc = RC_OK;

	/* A table without rows would be a lone heading; programs get their empty list. */
	if (status == CLI_DONE && out->format == PRINTER_TABLE && out->n_rows == 0)
		(void)fprintf(out->call->err, "no %s\n", out->plural);
	else if (status == CLI_DONE && out->printer)
		rc = printer_end(out->printer, &err);
	else if (status == CLI_DONE)
		(void)fputs(out->n_rows ? "\n]\n" : "[]\n", out->call->out);
	printer_free(out->printer);
	out->printer = NULL;
	return rc == RC_OK ? status : cli_failed(out->call, "%s", err.msg);
}

int
remote_print_rows(struct cli_call *call, const json_t *rows, const char *plural,
    const struct remote_column *columns, size_t n)
{
	struct remote_rows out;
	int status;

	if (remote_wants_json(call))
		return remote_print_json(call, rows);
	status = remote_rows_begin(&out, call, plural, columns, n);
	if (status == CLI_DONE)
		status = remote_rows_add(&out, rows);
	return remote_rows_end(&out, status);
}

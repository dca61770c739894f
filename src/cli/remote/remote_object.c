/* SPDX-License-Identifier: Apache-2.0
 *
 * One thing: a line for each of its fields, "engine.busy" for what is inside of another, and
 * behind them a table for each list of things in it.
 */
#include <string.h>

#include "cli/frame/printer_ops.h"
#include "cli/remote/remote_int.h"
#include "cli/frame/utf8.h"

enum { LINES_MAX = 256, NAMES_WIDTH = 14, DEPTH_MAX = 4 };

struct line {
	const char *name;
	const json_t *value; /* neither null nor an object */
};

struct lines {
	struct arena *arena;
	json_t *read; /* objects that were texts, which the lines borrow from */
	size_t n;
	struct line v[LINES_MAX];
};

static bool
is_rows(const json_t *value)
{
	return json_is_object(json_array_get(value, 0));
}

static bool
is_nothing(const json_t *value)
{
	const char *text = json_string_value(value);

	return json_is_null(value) || (text && !*text) ||
	    (json_is_array(value) && json_array_size(value) == 0);
}

static void collect(
    struct lines *lines, const char *prefix, const json_t *object, int depth);

/* What it was before is told as the text of an object. */
static bool
collect_text(struct lines *lines, const char *name, const json_t *value, int depth)
{
	const char *text = json_string_value(value);
	json_t *object = text && *text == '{' ? json_loads(text, 0, NULL) : NULL;

	if (!object || json_array_append_new(lines->read, object) != 0)
		return false;
	collect(lines, name, object, depth);
	return true;
}

/* Names are borrowed from the object, or the arena's. */
static void
collect(struct lines *lines, const char *prefix, const json_t *object, int depth)
{
	union {
		const json_t *read;
		json_t *walk; /* jansson's iteration wants it so, and changes nothing */
	} o = { object };
	const char *key;
	json_t *value;

	json_object_foreach(o.walk, key, value)
	{
		const char *name =
		    *prefix ? arena_printf(lines->arena, "%s.%s", prefix, key) : key;

		if (!name || is_nothing(value))
			continue;
		if (json_is_object(value) && depth < DEPTH_MAX)
			collect(lines, name, value, depth + 1);
		else if (!collect_text(lines, name, value, depth + 1) &&
		    lines->n < LINES_MAX)
			lines->v[lines->n++] = (struct line){ name, value };
	}
}

/* ---- for people ------------------------------------------------------------------------ */

static void
print_lines(struct cli_call *call, const struct lines *lines)
{
	size_t width = NAMES_WIDTH;

	for (size_t i = 0; i < lines->n; i++) {
		size_t n = is_rows(lines->v[i].value) ? 0 : strlen(lines->v[i].name);

		width = n > width ? n : width;
	}
	for (size_t i = 0; i < lines->n; i++) {
		char room[PRINTER_SCALAR_MAX];
		struct value value;

		if (is_rows(lines->v[i].value))
			continue;
		value = remote_value(lines->v[i].value, REMOTE_TIME_LOCAL, lines->arena);
		(void)fprintf(call->out, "%-*s  ", (int)width, lines->v[i].name);
		utf8_print(call->out, printer_plain(&value, room));
		(void)fputc('\n', call->out);
	}
}

/* The fields of the first row are the columns of all. */
static size_t
columns_of(const json_t *rows, struct remote_column columns[REMOTE_COLUMNS_MAX])
{
	json_t *row = json_array_get(rows, 0), *value;
	const char *key;
	size_t n = 0;

	json_object_foreach(row, key, value)
	{
		if (!json_is_object(value) && n < REMOTE_COLUMNS_MAX)
			columns[n++] = (struct remote_column){ key, key, false };
	}
	return n;
}

static int
print_tables(struct cli_call *call, const struct lines *lines)
{
	int status = CLI_DONE;

	for (size_t i = 0; status == CLI_DONE && i < lines->n; i++) {
		struct remote_column columns[REMOTE_COLUMNS_MAX];
		size_t n = columns_of(lines->v[i].value, columns);

		if (!is_rows(lines->v[i].value) || n == 0)
			continue;
		(void)fprintf(call->out, "\n%s:\n", lines->v[i].name);
		status = remote_print_rows(
		    call, lines->v[i].value, lines->v[i].name, columns, n);
	}
	return status;
}

/* ---- for programs ---------------------------------------------------------------------- */

/* One row with all that is no list of things. */
static int
print_csv(struct cli_call *call, const struct lines *lines)
{
	struct remote_column columns[REMOTE_COLUMNS_MAX];
	json_t *rows = json_pack("[{}]"), *row = json_array_get(rows, 0);
	size_t n = 0;
	int status;

	for (size_t i = 0; i < lines->n && n < REMOTE_COLUMNS_MAX; i++) {
		const struct line *l = &lines->v[i];

		if (is_rows(l->value) ||
		    json_object_set_new(row, l->name, json_deep_copy(l->value)) != 0)
			continue;
		columns[n++] = (struct remote_column){ l->name, l->name, false };
	}
	status = remote_print_rows(call, rows, "fields", columns, n);
	json_decref(rows);
	return status;
}

int
remote_print_object(struct cli_call *call, const json_t *object)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct lines *lines = arena ? arena_alloc(arena, sizeof(*lines)) : NULL;
	int status;

	if (remote_wants_json(call))
		return remote_print_json(call, object);
	if (!lines)
		return cli_failed(call, "out of memory");
	lines->arena = arena;
	lines->read = json_array();
	collect(lines, "", object, 0);
	if (remote_wants_csv(call)) {
		status = print_csv(call, lines);
	} else {
		print_lines(call, lines);
		status = print_tables(call, lines);
	}
	json_decref(lines->read);
	return status;
}

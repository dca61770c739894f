/* SPDX-License-Identifier: Apache-2.0
 *
 * Answers of the program that runs, for people and for other programs.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "cli/printer.h"
#include "cli/remote.h"

enum { COLUMNS_MAX = 64, LIST_PAGE = 1000, WAIT_MS = 200, MISSES_MAX = 150 };

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

static int
print_json(struct cli_call *call, const json_t *value)
{
	int failed = json_dumpf(value, call->out, JSON_INDENT(2));

	(void)fputc('\n', call->out);
	return failed ? cli_failed(call, "cannot write") : CLI_DONE;
}

/* A moment of a table is in local time and without what nobody reads. */
static const char *
short_moment(const char *text, struct arena *arena)
{
	struct tm tm = { 0 };
	const char *rest = strptime(text, "%Y-%m-%dT%H:%M:%S", &tm);
	char shown[32];
	time_t at;

	if (!rest || *rest != '.' || !strchr(rest, 'Z'))
		return text;
	at = timegm(&tm);
	(void)localtime_r(&at, &tm);
	(void)strftime(shown, sizeof(shown), "%Y-%m-%d %H:%M:%S", &tm);
	return arena_copy(arena, shown, strlen(shown));
}

static struct value
to_value(const struct cli_call *call, const json_t *v, struct arena *arena)
{
	bool is_table = format_of(call) == PRINTER_TABLE;
	const char *text = json_string_value(v);

	if (json_is_integer(v))
		return (struct value){ .kind = VALUE_INT, .i = json_integer_value(v) };
	if (json_is_real(v))
		return (struct value){ .kind = VALUE_REAL, .r = json_real_value(v) };
	if (json_is_boolean(v))
		return (struct value){ .kind = VALUE_TEXT,
			.text = json_is_true(v) ? "yes" : "no" };
	if (text && is_table)
		text = short_moment(text, arena);
	if (!text || !*text)
		return (struct value){ .kind = VALUE_NULL };
	return (struct value){ .kind = VALUE_TEXT, .text = text };
}

static enum rc
print_rows(struct cli_call *call, struct printer *p, const json_t *rows,
    const struct remote_column *columns, size_t n)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct value values[COLUMNS_MAX];
	const json_t *row;
	size_t i;
	enum rc rc = arena ? RC_OK : RC_NOMEM;

	json_array_foreach(rows, i, row)
	{
		for (size_t k = 0; k < n; k++)
			values[k] =
			    to_value(call, json_object_get(row, columns[k].key), arena);
		if (rc == RC_OK)
			rc = printer_row(p, values);
	}
	return rc;
}

int
remote_print_rows(struct cli_call *call, const json_t *rows,
    const struct remote_column *columns, size_t n)
{
	struct printer_column shown[COLUMNS_MAX];
	struct printer *p OWNED(printer_free) = NULL;
	struct err err = { 0 };
	enum rc rc;

	if (remote_wants_json(call))
		return print_json(call, rows);
	for (size_t i = 0; i < n; i++)
		shown[i] = (struct printer_column){ columns[i].key, columns[i].heading };
	p = printer_new(call->out, format_of(call), shown, n, terminal_width(call->out));
	rc = p ? print_rows(call, p, rows, columns, n) : RC_NOMEM;
	if (rc == RC_OK)
		rc = printer_end(p, &err);
	return rc == RC_OK ? CLI_DONE
			   : cli_failed(call, "%s", *err.msg ? err.msg : "no memory");
}

/* Every page's rows behind each other; NULL: it has been said why. */
static json_t *
fetch_all(struct cli_call *call, struct remote *r, const char *list, json_t *filter,
    int *ret_status)
{
	json_t *all = json_array();
	size_t count = 1;

	for (int page = 1; json_array_size(all) < count; page++) {
		json_t *args = json_pack("{s:s, s:i, s:i, s:O}", "list", list, "page",
		    page, "page_size", (int)LIST_PAGE, "filter", filter);
		json_t *result = remote_result(call, r, "list", args, ret_status);
		json_t *rows = json_object_get(result, "results");

		count = (size_t)json_integer_value(json_object_get(result, "count"));
		(void)json_array_extend(all, rows);
		if (!result || json_array_size(rows) == 0)
			count = 0;
		json_decref(result);
	}
	if (*ret_status != CLI_DONE) {
		json_decref(all);
		all = NULL;
	}
	return all;
}

int
remote_print_list(struct cli_call *call, struct remote *r, const char *list,
    json_t *filter, const struct remote_column *columns, size_t n)
{
	int status = CLI_DONE;
	json_t *given = filter ? filter : json_object();
	json_t *rows = fetch_all(call, r, list, given, &status);

	if (rows)
		status = remote_print_rows(call, rows, columns, n);
	json_decref(rows);
	json_decref(given);
	return status;
}

int
remote_print_object(struct cli_call *call, const json_t *object)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	union {
		const json_t *read;
		json_t *walk; /* jansson's iteration wants it so, and changes nothing */
	} o = { object };
	const char *key;
	json_t *value;

	if (remote_wants_json(call) || !arena)
		return print_json(call, object);
	json_object_foreach(o.walk, key, value)
	{
		char *text = NULL;

		if (json_is_null(value))
			continue;
		if (!json_is_string(value))
			text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
		(void)fprintf(call->out, "%-18s %s\n", key,
		    text ? text : short_moment(json_string_value(value), arena));
		free(text);
	}
	return CLI_DONE;
}

/* ---- waiting ------------------------------------------------------------------------------- */

static bool
is_over(const char *state)
{
	return state && strcmp(state, "PENDING") != 0 && strcmp(state, "RUNNING") != 0;
}

/* NULL: the program is gone, or does not know it. It is written a moment after it has
 * begun, so that it may not be there yet. */
static json_t *
wait_for(struct cli_call *call, struct remote *r, int64_t id)
{
	struct timespec nap = { 0, WAIT_MS * 1000000L };
	int misses = 0;

	while (misses < MISSES_MAX) {
		struct err err = { 0 };
		json_t *reply = NULL, *result;
		json_t *args = json_pack("{s:I}", "execution", (json_int_t)id);

		if (remote_ask(r, "execution.get", args, &reply, &err) != RC_OK) {
			(void)cli_failed(call, "%s", err.msg);
			return NULL;
		}
		result = json_incref(json_object_get(reply, "result"));
		json_decref(reply);
		if (is_over(json_string_value(json_object_get(result, "state"))))
			return result;
		misses = result ? 0 : misses + 1;
		json_decref(result);
		(void)nanosleep(&nap, NULL);
	}
	(void)cli_failed(call, "execution %lld does not appear", (long long)id);
	return NULL;
}

int
remote_wait(struct cli_call *call, struct remote *r, const json_t *executions)
{
	static const struct remote_column COLUMNS[] = {
		{ "id", "Execution" },
		{ "olt_name", "OLT" },
		{ "job_name", "Job" },
		{ "state", "State" },
		{ "duration_ms", "ms" },
		{ "onus_seen", "ONUs" },
		{ "error", "Error" },
		{ "message", "Message" },
	};
	json_t *rows = json_array();
	const json_t *id;
	size_t i;
	int status = CLI_DONE, printed;

	json_array_foreach(executions, i, id)
	{
		json_t *row = wait_for(call, r, json_integer_value(id));
		const char *state = json_string_value(json_object_get(row, "state"));

		if (!state || strcmp(state, "SUCCESS") != 0)
			status = CLI_PARTIAL;
		if (row)
			(void)json_array_append_new(rows, row);
	}
	printed =
	    remote_print_rows(call, rows, COLUMNS, sizeof(COLUMNS) / sizeof(COLUMNS[0]));
	json_decref(rows);
	return printed == CLI_DONE ? status : printed;
}

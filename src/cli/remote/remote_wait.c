/* SPDX-License-Identifier: Apache-2.0
 *
 * Executions, until they have ended.
 */
#include <string.h>
#include <time.h>

#include "cli/remote/remote.h"
#include "cli/frame/utf8.h"

enum { WAIT_MS = 200, MISSES_MAX = 150 };

static bool
is_over(const char *state)
{
	return state && strcmp(state, "PENDING") != 0 && strcmp(state, "RUNNING") != 0;
}

/* It is written a moment after it has begun, so that it may not be there yet. */
json_t *
remote_ended(struct cli_call *call, struct remote *r, int64_t id)
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
		{ "state", "State", .words = WORDS_EXECUTION },
		{ "duration_ms", "ms" },
		{ "onus_seen", "ONUs" },
		{ "error", "Error", .words = WORDS_TROUBLE },
		{ "message", "Message" },
	};
	json_t *rows = json_array();
	const json_t *id;
	size_t i;
	int status = CLI_DONE, printed;

	json_array_foreach(executions, i, id)
	{
		json_t *row = remote_ended(call, r, json_integer_value(id));
		const char *state = json_string_value(json_object_get(row, "state"));

		if (!state || strcmp(state, "SUCCESS") != 0)
			status = CLI_PARTIAL;
		if (row)
			(void)json_array_append_new(rows, row);
	}
	printed = remote_print_rows(
	    call, rows, "executions", COLUMNS, sizeof(COLUMNS) / sizeof(COLUMNS[0]));
	json_decref(rows);
	return printed == CLI_DONE ? status : printed;
}

/* ---- following one ------------------------------------------------------------------------- */

static void
print_step(struct cli_call *call, const json_t *x)
{
	const char *state = json_string_value(json_object_get(x, "state"));
	const char *message = json_string_value(json_object_get(x, "message"));
	time_t now = time(NULL);
	struct tm tm;
	char moment[16];

	(void)localtime_r(&now, &tm);
	(void)strftime(moment, sizeof(moment), "%H:%M:%S", &tm);
	(void)fprintf(call->out, "%s %-11s attempt %lld%s", moment, state ? state : "",
	    (long long)json_integer_value(json_object_get(x, "attempts")),
	    message && *message ? ": " : "");
	utf8_print(call->out, message ? message : "");
	(void)fputc('\n', call->out);
	(void)fflush(call->out);
}

static bool
is_news(const json_t *before, const json_t *x)
{
	return !before ||
	    !json_equal(json_object_get(before, "state"), json_object_get(x, "state")) ||
	    !json_equal(
		json_object_get(before, "attempts"), json_object_get(x, "attempts"));
}

int
remote_status_of(const json_t *x)
{
	const char *state = json_string_value(json_object_get(x, "state"));

	if (!state || strcmp(state, "FAILED") == 0 || strcmp(state, "INTERRUPTED") == 0)
		return CLI_FAILED;
	return strcmp(state, "SUCCESS") == 0 ? CLI_DONE : CLI_PARTIAL;
}

/* Takes both; returns what is to be compared with next. */
static json_t *
tell_step(struct cli_call *call, json_t *before, json_t *x)
{
	if (!remote_wants_data(call) && is_news(before, x))
		print_step(call, x);
	json_decref(before);
	return x;
}

int
remote_follow(struct cli_call *call, struct remote *r, int64_t execution)
{
	struct timespec nap = { 0, WAIT_MS * 1000000L };
	json_t *x = NULL;
	int status = CLI_DONE;

	for (;;) {
		json_t *now = remote_result(call, r, "execution.get",
		    json_pack("{s:I}", "execution", (json_int_t)execution), &status);

		if (!now)
			break;
		x = tell_step(call, x, now);
		if (is_over(json_string_value(json_object_get(x, "state"))))
			break;
		(void)nanosleep(&nap, NULL);
	}
	if (x && status == CLI_DONE) {
		if (remote_wants_data(call))
			(void)remote_print_object(call, x);
		status = remote_status_of(x);
	}
	json_decref(x);
	return status;
}

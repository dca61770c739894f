/* SPDX-License-Identifier: Apache-2.0
 *
 * facho execution: what ran, what runs, and how it went.
 */
#include "cli/commands.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/units.h"
#include "cli/remote.h"

static int run(struct cli_call *call);

static const char *const STATES[] = { "PENDING", "RUNNING", "SUCCESS", "PARTIAL",
	"FAILED", "INTERRUPTED", NULL };

static const struct cli_option OPTIONS[] = {
	{ 0, "olt", CLI_TEXT, "OLT", "list: of this OLT (its name)." },
	{ 0, "job", CLI_TEXT, "JOB", "list: of this job (its name)." },
	{ 0, "state", CLI_CHOICE, "STATE", "list: in this state.", .choices = STATES },
	{ 'n', "count", CLI_INT, "N", "list: the newest so many.", .min = 1, .max = 1000,
	    .fallback = "50" },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_execution = {
	.name = "execution",
	.summary = "list, show, follow and interrupt what facho serve runs",
	.usage = "list [--olt OLT] [--state STATE] | show ID | interrupt ID | follow",
	.help = "follow prints everything that happens as it happens, until ^C.\n",
	.examples = "facho execution list --state FAILED\n"
		    "facho execution show 1234\n"
		    "facho execution follow\n",
	.min_args = 1,
	.max_args = 2,
	.uses_settings = true,
	.options = { OPTIONS, REMOTE_OPTIONS },
	.run = run,
};

static int
list(struct cli_call *call, struct remote *r)
{
	static const struct remote_column COLUMNS[] = {
		{ "id", "Execution" },
		{ "olt_name", "OLT" },
		{ "job_name", "Job" },
		{ "state", "State" },
		{ "queued_at", "Queued" },
		{ "duration_ms", "ms" },
		{ "late_ms", "Late" },
		{ "attempts", "Attempts" },
		{ "onus_seen", "ONUs" },
		{ "asked_by", "Asked by" },
		{ "error", "Error" },
		{ "message", "Message" },
	};
	json_t *filter = json_object(), *result;
	int status = CLI_DONE;

	if (cli_text(call, "olt"))
		(void)json_object_set_new(
		    filter, "olt_name", json_string(cli_text(call, "olt")));
	if (cli_text(call, "job"))
		(void)json_object_set_new(
		    filter, "job_name", json_string(cli_text(call, "job")));
	if (cli_text(call, "state"))
		(void)json_object_set_new(
		    filter, "state", json_string(cli_text(call, "state")));
	result = remote_result(call, r, "list",
	    json_pack("{s:s, s:o, s:I}", "list", "executions", "filter", filter,
		"page_size", (json_int_t)cli_number(call, "count")),
	    &status);
	if (result)
		status = remote_print_rows(call, json_object_get(result, "results"),
		    COLUMNS, sizeof(COLUMNS) / sizeof(COLUMNS[0]));
	json_decref(result);
	return status;
}

static int
one(struct cli_call *call, struct remote *r)
{
	bool is_show = strcmp(call->args[0], "show") == 0;
	int64_t id = 0;
	int status = CLI_DONE;
	json_t *result;

	if (units_parse_int(call->args[1], &id) != RC_OK)
		return cli_wrong_usage(
		    call, "\"%s\" is not the number of an execution", call->args[1]);
	result = remote_result(call, r, is_show ? "execution.get" : "execution.interrupt",
	    json_pack("{s:I}", "execution", (json_int_t)id), &status);
	if (result)
		status = remote_print_object(call, result);
	json_decref(result);
	return status;
}

/* ---- following ------------------------------------------------------------------------------ */

static void
print_event(struct cli_call *call, const json_t *event)
{
	time_t at = (time_t)(json_integer_value(json_object_get(event, "at_ms")) / 1000);
	struct tm tm;
	char moment[32];

	(void)localtime_r(&at, &tm);
	(void)strftime(moment, sizeof(moment), "%H:%M:%S", &tm);
	(void)fprintf(call->out, "%s %-16s %s\n", moment,
	    json_string_value(json_object_get(event, "kind")),
	    json_string_value(json_object_get(event, "message")));
}

static int
follow(struct cli_call *call, struct remote *r)
{
	json_t *line = NULL;
	struct err err = { 0 };
	enum rc rc = remote_ask(r, "follow", NULL, &line, &err);

	while (rc == RC_OK) {
		const json_t *event = json_object_get(line, "event");

		if (event && remote_wants_json(call)) {
			(void)json_dumpf(event, call->out, JSON_COMPACT);
			(void)fputc('\n', call->out);
		} else if (event) {
			print_event(call, event);
		} else if (json_object_get(line, "lost")) {
			(void)fputs("... more happened than could be shown\n", call->err);
		}
		(void)fflush(call->out);
		json_decref(line);
		rc = remote_next(r, &line, &err);
	}
	return rc == RC_CANCELLED ? CLI_DONE : cli_failed(call, "%s", err.msg);
}

static int
run(struct cli_call *call)
{
	static const struct remote_verb VERBS[] = {
		{ "list", 0, 0, list },
		{ "show", 1, 1, one },
		{ "interrupt", 1, 1, one },
		{ "follow", 0, 0, follow },
		{ NULL },
	};

	return remote_run(call, VERBS);
}

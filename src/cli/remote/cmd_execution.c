/* SPDX-License-Identifier: Apache-2.0
 *
 * facho execution: what ran, what runs, and how it went.
 */
#include "cli/frame/commands.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"
#include "cli/frame/moment.h"
#include "cli/remote/remote.h"
#include "cli/frame/utf8.h"

static const struct remote_noun NOUN;

static const struct cli_option OPTIONS[] = {
	{ 0, "state", CLI_CHOICE, "STATE", "list: executions in this state.",
	    .choices = "PENDING|RUNNING|SUCCESS|PARTIAL|FAILED|INTERRUPTED" },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_execution = {
	.name = "execution",
	.summary = "list, show, follow and interrupt executions",
	.usage = "list [--olt OLT] [--state STATE] | show ID | interrupt ID |\n"
		 "       follow [ID]",
	.help = "follow ID prints the progress of one execution until it ends. Exit\n"
		"status: 0 if it was successful, 3 if it was partial, 1 if it failed.\n"
		"Without ID, all events are printed as they happen, until ^C.\n",
	.examples = "facho execution list --state FAILED\n"
		    "facho execution show 1234\n"
		    "facho execution follow 1234\n",
	.options = { OPTIONS, LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(NOUN, 1),
};

static int
one(struct cli_call *call, struct remote *r)
{
	bool is_show = strcmp(call->args[0], "show") == 0;
	int64_t id = 0;

	if (units_parse_int(call->args[1], &id) != RC_OK)
		return cli_wrong_usage(
		    call, "\"%s\" is not the number of an execution", call->args[1]);
	return remote_show(call, r, is_show ? "execution.get" : "execution.interrupt",
	    json_pack("{s:I}", "execution", (json_int_t)id));
}

/* ---- following ------------------------------------------------------------------------------ */

/* The socket has milliseconds, the API says it in words. */
static const char *
clock_of(const json_t *event, char text[MOMENT_TEXT_MAX])
{
	char iso[MOMENT_TEXT_MAX];
	const json_t *ms = json_object_get(event, "at_ms");

	if (json_is_integer(ms))
		return moment_clock(moment_iso(json_integer_value(ms), iso), text);
	return moment_clock(json_string_value(json_object_get(event, "at")), text);
}

static void
print_event(struct cli_call *call, const json_t *event)
{
	const char *kind = json_string_value(json_object_get(event, "kind"));
	const char *message = json_string_value(json_object_get(event, "message"));
	char moment[MOMENT_TEXT_MAX];

	(void)fprintf(call->out, "%s %-16s ", clock_of(event, moment), kind ? kind : "");
	utf8_print(call->out, message ? message : "");
	(void)fputc('\n', call->out);
}

static int
follow_all(struct cli_call *call, struct remote *r)
{
	json_t *line = NULL;
	struct err err = { 0 };
	enum rc rc;

	if (remote_wants_csv(call))
		return cli_wrong_usage(
		    call, "follow prints lines or --json, not --csv or --format csv");
	rc = remote_ask(r, "follow", NULL, &line, &err);
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
follow(struct cli_call *call, struct remote *r)
{
	int64_t id = 0;

	if (call->n_args < 2)
		return follow_all(call, r);
	if (units_parse_int(call->args[1], &id) != RC_OK)
		return cli_wrong_usage(
		    call, "\"%s\" is not the number of an execution", call->args[1]);
	return remote_follow(call, r, id);
}

/* ---- the noun ---------------------------------------------------------------------------- */

static const struct remote_column COLUMNS[] = {
	{ "id", "Execution" },
	{ "olt_name", "OLT" },
	{ "job_name", "Job" },
	{ "state", "State", .words = WORDS_EXECUTION },
	{ "queued_at", "Queued", true },
	{ "duration_ms", "ms", true },
	{ "late_ms", "Late", true },
	{ "attempts", "Attempts", true },
	{ "onus_seen", "ONUs", true },
	{ "asked_by", "Asked by", true },
	{ "error", "Error", true, .words = WORDS_TROUBLE },
	{ "message", "Message" },
	{ NULL },
};

static const struct remote_verb VERBS[] = {
	{ "list", 0, 0, verb_list },
	{ "show", 1, 1, one },
	{ "interrupt", 1, 1, one },
	{ "follow", 0, 1, follow },
	{ NULL },
};

static const struct remote_noun NOUN = { VERBS, COLUMNS, "executions", NULL, 50,
	"-queued_at", .plural = "executions" };

/* SPDX-License-Identifier: Apache-2.0
 *
 * facho node: a job on an OLT.
 */
#include "cli/commands.h"

#include <string.h>

#include "cli/remote.h"

static int run(struct cli_call *call);

static const struct cli_option OPTIONS[] = {
	{ 0, "olt", CLI_TEXT, "OLT", "list: of this OLT (its name)." },
	{ 0, "job", CLI_TEXT, "JOB", "list: of this job (its name)." },
	{ 'i', "interval", CLI_TEXT, "TIME", "override: how often, for this OLT." },
	{ 0, "cron", CLI_TEXT, "\"M H D M W\"", "override: when, for this OLT." },
	{ 0, "priority", CLI_INT, "N", "override: higher runs first.", .max = 1000 },
	{ 0, "alone", CLI_FLAG, NULL, "run: without those chained to it." },
	{ 'w', "wait", CLI_FLAG, NULL, "run: until it has ended, and say how." },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_node = {
	.name = "node",
	.summary = "list, run and switch the jobs of single OLTs",
	.usage = "list [--olt OLT] [--job JOB] | run|enable|disable|remove NODE |\n"
		 "       override NODE [--interval TIME] | chain NODE [MASTER]",
	.help =
	    "A node is a job on one OLT. run starts it now, whatever its times are and\n"
	    "whether it is enabled or not; it waits for its OLT to be free. chain lets "
	    "it\n"
	    "run after another node of its OLT, and without MASTER on its own again.\n",
	.examples = "facho node list --olt centro\n"
		    "facho node run 12 --wait\n"
		    "facho node override 12 --interval 10m\n",
	.min_args = 1,
	.max_args = 3,
	.uses_settings = true,
	.options = { OPTIONS, REMOTE_OPTIONS },
	.run = run,
};

static int
list(struct cli_call *call, struct remote *r)
{
	static const struct remote_column COLUMNS[] = {
		{ "id", "Node" },
		{ "olt_name", "OLT" },
		{ "job_name", "Job" },
		{ "master", "After" },
		{ "runs", "Runs" },
		{ "interval_ms", "Every (ms)" },
		{ "cron", "Cron" },
		{ "priority", "Priority" },
		{ "next_run_at", "Next" },
		{ "last_run_at", "Last" },
		{ "failures", "Failures" },
		{ "skipped", "Skipped" },
	};
	json_t *filter = json_object();

	if (cli_text(call, "olt"))
		(void)json_object_set_new(
		    filter, "olt_name", json_string(cli_text(call, "olt")));
	if (cli_text(call, "job"))
		(void)json_object_set_new(
		    filter, "job_name", json_string(cli_text(call, "job")));
	return remote_print_list(
	    call, r, "nodes", filter, COLUMNS, sizeof(COLUMNS) / sizeof(COLUMNS[0]));
}

static int
ask_and_print(
    struct cli_call *call, struct remote *r, const char *operation, json_t *args)
{
	int status = CLI_DONE;
	json_t *result = remote_result(call, r, operation, args, &status);

	if (result && cli_flag(call, "wait") && json_object_get(result, "executions"))
		status = remote_wait(call, r, json_object_get(result, "executions"));
	else if (result)
		status = remote_print_object(call, result);
	json_decref(result);
	return status;
}

static int
one(struct cli_call *call, struct remote *r)
{
	char operation[64];
	json_t *args = json_pack("{s:s}", "node", call->args[1]);

	(void)snprintf(operation, sizeof(operation), "node.%s", call->args[0]);
	if (strcmp(call->args[0], "run") == 0)
		(void)json_object_set_new(
		    args, "alone", json_boolean(cli_flag(call, "alone")));
	return ask_and_print(call, r, operation, args);
}

static int
override(struct cli_call *call, struct remote *r)
{
	json_t *args = json_pack("{s:s}", "node", call->args[1]);

	if (cli_text(call, "interval"))
		(void)json_object_set_new(
		    args, "interval", json_string(cli_text(call, "interval")));
	if (cli_text(call, "cron"))
		(void)json_object_set_new(
		    args, "cron", json_string(cli_text(call, "cron")));
	if (cli_given(call, "priority"))
		(void)json_object_set_new(
		    args, "priority", json_integer(cli_number(call, "priority")));
	return ask_and_print(call, r, "node.override", args);
}

static int
chain(struct cli_call *call, struct remote *r)
{
	json_t *args = json_pack("{s:s}", "node", call->args[1]);

	if (call->n_args > 2)
		(void)json_object_set_new(args, "master", json_string(call->args[2]));
	return ask_and_print(call, r, "node.chain", args);
}

static int
run(struct cli_call *call)
{
	static const struct remote_verb VERBS[] = {
		{ "list", 0, 0, list },
		{ "run", 1, 1, one },
		{ "enable", 1, 1, one },
		{ "disable", 1, 1, one },
		{ "remove", 1, 1, one },
		{ "override", 1, 1, override },
		{ "chain", 1, 2, chain },
		{ NULL },
	};

	return remote_run(call, VERBS);
}

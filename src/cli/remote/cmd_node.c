/* SPDX-License-Identifier: Apache-2.0
 *
 * facho node: a job on an OLT.
 */
#include "cli/frame/commands.h"

#include "cli/remote/remote.h"

static const struct remote_noun NOUN;

static const struct cli_option OPTIONS[] = {
	{ 'i', "interval", CLI_TEXT, "TIME", "override: the interval for this OLT." },
	{ 0, "cron", CLI_TEXT, "\"M H D M W\"",
	    "override: a cron expression for this OLT." },
	{ 0, "priority", CLI_INT, "N",
	    "override: the priority; higher numbers run first.", .max = 1000 },
	{ 0, "alone", CLI_FLAG, NULL, "run: do not run the nodes chained to it." },
	{ 'w', "wait", CLI_FLAG, NULL,
	    "run: wait until it has ended and show the result." },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_node = {
	.name = "node",
	.summary = "list, run, enable and disable nodes (jobs of one OLT)",
	.usage = "list [--olt OLT] [--job JOB] | show|run|enable|disable|remove NODE |\n"
		 "       override NODE [--interval TIME] | chain NODE [MASTER]",
	.help =
	    "A node is a job applied to one OLT. run starts it now, regardless of its\n"
	    "schedule and even if it is disabled; it waits until no other run uses\n"
	    "the OLT. chain makes it run after another node of the same OLT; without\n"
	    "MASTER it runs on its own schedule again. override changes the given\n"
	    "fields for this node; without options, it removes all overrides.\n",
	.examples = "facho node list --olt centro\n"
		    "facho node run 12 --wait\n"
		    "facho node override 12 --interval 10m\n",
	.options = { OPTIONS, LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(NOUN, 2),
};

/* Without an option there is nothing of its own any more. */
static int
override(struct cli_call *call, struct remote *r)
{
	if (cli_given(call, "interval") || cli_given(call, "cron") ||
	    cli_given(call, "priority"))
		return verb_ask(call, r);
	return remote_show(
	    call, r, "node.override", json_pack("{s:s}", "node", call->args[1]));
}

static int
chain(struct cli_call *call, struct remote *r)
{
	json_t *args = json_pack("{s:s}", "node", call->args[1]);

	if (call->n_args > 2)
		remote_set_text(args, "master", call->args[2]);
	return remote_show(call, r, "node.chain", args);
}

/* ---- the noun ---------------------------------------------------------------------------- */

static const struct remote_column COLUMNS[] = {
	{ "id", "Node" },
	{ "olt_name", "OLT" },
	{ "job_name", "Job" },
	{ "master", "After", true },
	{ "runs", "Runs" },
	{ "interval_ms", "Every", .is_span = true },
	{ "cron", "Cron", true },
	{ "priority", "Priority", true },
	{ "next_run_at", "Next" },
	{ "next_run", "What next" },
	{ "waits_for", "Waits for", true },
	{ "last_run_at", "Last", true },
	{ "failures", "Failures", true },
	{ "skipped", "Skipped", true },
	{ NULL },
};

static const struct remote_verb VERBS[] = {
	{ "list", 0, 0, verb_list },
	{ "show", 1, 1, verb_row },
	{ "run", 1, 1, verb_run, "node.run", "node", .options = "wait" },
	{ "enable", 1, 1, verb_ask, "node.enable", "node" },
	{ "disable", 1, 1, verb_ask, "node.disable", "node" },
	{ "remove", 1, 1, verb_ask, "node.remove", "node" },
	{ "override", 1, 1, override, "node.change", "node" },
	{ "chain", 1, 2, chain },
	{ NULL },
};

static const struct remote_noun NOUN = { VERBS, COLUMNS, "nodes", NULL, 0,
	.plural = "nodes" };

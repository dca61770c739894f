/* SPDX-License-Identifier: Apache-2.0
 *
 * facho job: what is done on OLTs, and on which.
 */
#include "cli/frame/commands.h"

#include <string.h>

#include "cli/remote/remote.h"
#include "model/job.h"
#include "cli/frame/utf8.h"

static const struct remote_noun NOUN;

static const struct cli_option OPTIONS[] = {
	{ 0, "oid", CLI_LIST, "OID",
	    "add, change: an OID of the catalogue: PROFILE/TABLE/NAME, number or name.",
	    .key = "oids" },
	{ 0, "olt", CLI_TEXT, "OLT", "apply, run: the OLT." },
	{ 0, "all", CLI_FLAG, NULL, "apply: all OLTs to which the job can be applied." },
	{ 0, "standard", CLI_FLAG, NULL,
	    "apply: the standard jobs of the OLT's brand instead of one job." },
	{ 0, "first-in", CLI_TEXT, "TIME",
	    "apply: start the first run after this time, instead of after one or "
	    "two minutes." },
	{ 'w', "wait", CLI_FLAG, NULL,
	    "run: wait until it has ended and show the result." },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_job = {
	.name = "job",
	.summary = "add, apply, run, enable and disable jobs",
	.usage = "add NAME --type TYPE --oid OID --interval TIME | change JOB ... |\n"
		 "       list | show JOB | preview [JOB] [--interval TIME] |\n"
		 "       apply JOB|--standard [--olt OLT|--all] | run JOB [--olt OLT] |\n"
		 "       enable|disable|delete JOB | duplicate JOB NAME",
	.help =
	    "A job defines what to read and when. When a job is applied to an OLT, it\n"
	    "becomes a node of that OLT. apply --standard creates the jobs that every\n"
	    "OLT of a brand should have (discovery, states, inventory, optics, ports,\n"
	    "chassis) and applies them; if they are already applied, nothing changes.\n"
	    "The first run starts one or two minutes later, and the first runs of\n"
	    "many OLTs are spread over time.\n",
	.examples = "facho job apply --standard --olt centro\n"
		    "facho job apply --standard --all\n"
		    "facho job add levels -t get -i 15m --brand Huawei \\\n"
		    "    --oid huawei_smartax/onu/rx_dbm\n"
		    "facho job apply levels --all\n"
		    "facho job run levels --olt centro --wait\n",
	.entity = &JOB_ENTITY,
	.options = { OPTIONS, LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(NOUN, 2),
};

/* What was applied, and to whom it could not be. */
static int
print_tally(struct cli_call *call, json_t *result)
{
	json_t *refused = json_object_get(result, "refused"), *one_of_them;
	size_t i;
	int status = CLI_DONE;

	if (remote_wants_data(call))
		return remote_print_object(call, result);
	(void)fprintf(call->out, "%lld applied, %lld were there already\n",
	    (long long)json_integer_value(json_object_get(result, "applied")),
	    (long long)json_integer_value(json_object_get(result, "already")));
	json_array_foreach(refused, i, one_of_them)
	{
		status = CLI_PARTIAL;
		(void)fprintf(call->err, "OLT %lld: ",
		    (long long)json_integer_value(json_object_get(one_of_them, "olt")));
		utf8_print(
		    call->err, json_string_value(json_object_get(one_of_them, "why")));
		(void)fputc('\n', call->err);
	}
	return status;
}

static int
apply(struct cli_call *call, struct remote *r)
{
	bool standard = cli_flag(call, "standard"), all = cli_flag(call, "all");
	const char *olt = cli_text(call, "olt");
	json_t *args, *result;
	int status = CLI_DONE;

	if (standard == (call->n_args == 2))
		return cli_wrong_usage(call, "apply a JOB by name, or --standard");
	if (all == (olt != NULL))
		return cli_wrong_usage(call, "apply it to --olt OLT or to --all");
	args = json_pack("{s:b}", "all", all);
	if (!standard)
		remote_set_text(args, "job", call->args[1]);
	remote_set_text(args, "olt", olt);
	remote_set_text(args, "first_in", cli_text(call, "first-in"));
	result = remote_result(
	    call, r, standard ? "job.standard" : "job.apply", args, &status);
	if (result)
		status = print_tally(call, result);
	json_decref(result);
	return status;
}

/* ---- the noun ---------------------------------------------------------------------------- */

static const struct remote_column COLUMNS[] = {
	{ "id", "Id" },
	{ "name", "Name" },
	{ "brand", "Brand", true },
	{ "type", "Type" },
	{ "interval_ms", "Every", .is_span = true },
	{ "cron", "Cron", true },
	{ "priority", "Priority", true },
	{ "oids", "OIDs", true },
	{ "nodes", "OLTs" },
	{ "enabled", "Enabled" },
	{ NULL },
};

static const struct remote_verb VERBS[] = {
	{ "add", 1, 1, verb_ask, "job.add", "name" },
	{ "change", 1, 1, verb_ask, "job.change", "job" },
	{ "list", 0, 0, verb_list },
	{ "show", 1, 1, verb_ask, "job.get", "job" },
	{ "preview", 0, 1, verb_ask, "job.preview", "job" },
	{ "apply", 0, 1, apply, .options = "olt all standard first-in" },
	{ "run", 1, 1, verb_run, "job.run", "job", .options = "wait" },
	{ "enable", 1, 1, verb_ask, "job.enable", "job", true },
	{ "disable", 1, 1, verb_ask, "job.disable", "job", true },
	{ "delete", 1, 1, verb_ask, "job.delete", "job", true },
	{ "duplicate", 2, 2, verb_ask, "job.duplicate", "job name" },
	{ NULL },
};

static const struct remote_noun NOUN = { VERBS, COLUMNS, "jobs", "deleted_at", 0, "name",
	.plural = "jobs" };

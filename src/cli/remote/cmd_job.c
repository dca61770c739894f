/* SPDX-License-Identifier: Apache-2.0
 *
 * facho job: what is done on OLTs, and on which.
 */
#include "cli/frame/commands.h"

#include <string.h>

#include "cli/remote/remote.h"
#include "cli/frame/utf8.h"

static const struct remote_noun NOUN;

static const struct cli_option OPTIONS[] = {
	{ 't', "type", CLI_CHOICE, "TYPE", "add, change: the type of job.",
	    .choices = "discovery|get|walk|table|bulk" },
	{ 0, "oid", CLI_LIST, "OID",
	    "add, change: an OID of the catalogue: PROFILE/TABLE/NAME, number or name." },
	{ 'i', "interval", CLI_TEXT, "TIME",
	    "add, change: the interval, like 30s, 5m, 1h." },
	{ 0, "cron", CLI_TEXT, "\"M H D M W\"",
	    "add, change: a cron expression in the site's time zone, instead of an "
	    "interval." },
	{ 0, "brand", CLI_TEXT, "NAME", "add, change: only for OLTs of this brand." },
	{ 0, "priority", CLI_INT, "N",
	    "add, change: the priority; higher numbers run first.", .max = 1000 },
	{ 0, "max-retries", CLI_INT, "N", "add, change: the maximum number of retries.",
	    .max = 10 },
	{ 0, "retry-delay", CLI_TEXT, "TIME", "add, change: the delay before a retry." },
	{ 0, "timeout", CLI_TEXT, "TIME", "add, change: the time limit of a run." },
	{ 0, "lane", CLI_CHOICE, "LANE", "add, change: the lane (queue) of its runs.",
	    .choices = "high|discovery|polling|retry" },
	{ 0, "retry-grows", CLI_CHOICE, "yes|no",
	    "add, change: increase the delay before each further retry.",
	    .choices = "no|yes" },
	{ 0, "target", CLI_CHOICE, "TARGET",
	    "add, change, preview: the OLTs of the job: picked (see apply), those "
	    "that match a filter, or all.",
	    .choices = "picked|filter|all" },
	{ 0, "target-brand", CLI_TEXT, "NAME",
	    "add, change, preview: all OLTs of this brand." },
	{ 0, "target-model", CLI_TEXT, "NAME",
	    "add, change, preview: all OLTs of this model of the brand." },
	{ 0, "target-site", CLI_TEXT, "TEXT",
	    "add, change, preview: all OLTs of this site." },
	{ 0, "description", CLI_TEXT, "TEXT", "add, change: a description." },
	{ 0, "name", CLI_TEXT, "NAME", "change: the new name." },
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
	.min_args = 1,
	.max_args = 3,
	.uses_settings = true,
	.options = { OPTIONS, LIST_OPTIONS, REMOTE_OPTIONS },
	.more_options = remote_more_options,
	.noun = &NOUN,
	.run = remote_run,
};

static void
set_number(struct cli_call *call, json_t *args, const char *key, const char *option)
{
	if (cli_given(call, option))
		(void)json_object_set_new(
		    args, key, json_integer(cli_number(call, option)));
}

static int
print_and_free(struct cli_call *call, json_t *result, int status)
{
	if (result)
		status = remote_print_object(call, result);
	json_decref(result);
	return status;
}

static void
take_fields(struct cli_call *call, json_t *args)
{
	const char *const *oids;
	size_t n = cli_list(call, "oid", &oids);
	json_t *list = json_array();

	for (size_t i = 0; i < n; i++)
		(void)json_array_append_new(list, json_string(oids[i]));
	if (n > 0)
		(void)json_object_set(args, "oids", list);
	json_decref(list);
	remote_set_text(args, "type", cli_text(call, "type"));
	remote_set_text(args, "interval", cli_text(call, "interval"));
	remote_set_text(args, "cron", cli_text(call, "cron"));
	remote_set_text(args, "brand", cli_text(call, "brand"));
	remote_set_text(args, "retry_delay", cli_text(call, "retry-delay"));
	remote_set_text(args, "timeout", cli_text(call, "timeout"));
	remote_set_text(args, "lane", cli_text(call, "lane"));
	remote_set_text(args, "description", cli_text(call, "description"));
	remote_set_text(args, "retry_grows", cli_text(call, "retry-grows"));
	remote_set_text(args, "target", cli_text(call, "target"));
	remote_set_text(args, "target_brand", cli_text(call, "target-brand"));
	remote_set_text(args, "target_model", cli_text(call, "target-model"));
	remote_set_text(args, "target_site", cli_text(call, "target-site"));
	set_number(call, args, "priority", "priority");
	set_number(call, args, "max_retries", "max-retries");
}

static int
add(struct cli_call *call, struct remote *r)
{
	json_t *args = json_pack("{s:s}", "name", call->args[1]), *result;
	int status = CLI_DONE;

	take_fields(call, args);
	result = remote_result(call, r, "job.add", args, &status);
	return print_and_free(call, result, status);
}

static int
change(struct cli_call *call, struct remote *r)
{
	json_t *args = json_pack("{s:s}", "job", call->args[1]), *result;
	int status = CLI_DONE;

	take_fields(call, args);
	remote_set_text(args, "name", cli_text(call, "name"));
	result = remote_result(call, r, "job.change", args, &status);
	return print_and_free(call, result, status);
}

static int
one(struct cli_call *call, struct remote *r)
{
	const char *verb = call->args[0];
	bool is_show = strcmp(verb, "show") == 0;
	char operation[64];
	int status = CLI_DONE;
	json_t *result;

	(void)snprintf(operation, sizeof(operation), "job.%s", is_show ? "get" : verb);
	result = remote_result(
	    call, r, operation, json_pack("{s:s}", "job", call->args[1]), &status);
	if (result && !is_show && !remote_wants_data(call)) {
		(void)fprintf(call->out, "%s: %s\n", call->args[1], verb);
		json_decref(result);
		return status;
	}
	return print_and_free(call, result, status);
}

static int
duplicate(struct cli_call *call, struct remote *r)
{
	int status = CLI_DONE;
	json_t *result = remote_result(call, r, "job.duplicate",
	    json_pack("{s:s, s:s}", "job", call->args[1], "name", call->args[2]),
	    &status);

	return print_and_free(call, result, status);
}

/* What was applied, and to whom it could not be. */
static int
print_tally(struct cli_call *call, json_t *result)
{
	json_t *refused = json_object_get(result, "refused"), *one_of_them;
	size_t i;
	int status = CLI_DONE;

	if (remote_wants_data(call))
		return print_and_free(call, result, status);
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
	json_decref(result);
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
	return result ? print_tally(call, result) : status;
}

static int
run_now(struct cli_call *call, struct remote *r)
{
	json_t *args = json_pack("{s:s}", "job", call->args[1]), *result;
	int status = CLI_DONE;

	remote_set_text(args, "olt", cli_text(call, "olt"));
	result = remote_result(call, r, "job.run", args, &status);
	if (result && cli_flag(call, "wait")) {
		status = remote_wait(call, r, json_object_get(result, "executions"));
		json_decref(result);
		return status;
	}
	return print_and_free(call, result, status);
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

#define FIELD_OPTIONS                                                                 \
	"type oid interval cron brand priority max-retries retry-delay timeout lane " \
	"retry-grows target target-brand target-model target-site description"

static const struct remote_verb VERBS[] = {
	{ "add", 1, 1, add, .options = FIELD_OPTIONS },
	{ "change", 1, 1, change, .options = "name " FIELD_OPTIONS },
	{ "list", 0, 0, verb_list },
	{ "show", 1, 1, one },
	{ "preview", 0, 1, verb_ask, "job.preview", "job" },
	{ "apply", 0, 1, apply, .options = "olt all standard first-in" },
	{ "run", 1, 1, run_now, .options = "olt wait" },
	{ "enable", 1, 1, one },
	{ "disable", 1, 1, one },
	{ "delete", 1, 1, one },
	{ "duplicate", 2, 2, duplicate },
	{ NULL },
};

static const struct remote_noun NOUN = { VERBS, COLUMNS, "jobs", "deleted_at", 0, "name",
	.plural = "jobs" };

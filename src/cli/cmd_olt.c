/* SPDX-License-Identifier: Apache-2.0
 *
 * facho olt: the OLTs of the program that runs.
 */
#include "cli/commands.h"

#include <string.h>

#include "cli/asking.h"
#include "cli/remote.h"

static const struct remote_noun NOUN;

static const struct cli_option OPTIONS[] = {
	{ 0, "brand", CLI_TEXT, "NAME",
	    "add, change: its brand; otherwise it is detected." },
	{ 0, "model", CLI_TEXT, "NAME", "add, change: its model, of that brand." },
	{ 0, "profile", CLI_TEXT, "NAME",
	    "add, change: the vendor profile to read it with." },
	{ 0, "site", CLI_TEXT, "TEXT", "add, change: where it is." },
	{ 0, "description", CLI_TEXT, "TEXT", "add, change: a few words." },
	{ 0, "name", CLI_TEXT, "NAME", "change: what it is called from now on." },
	{ 0, "disabled", CLI_FLAG, NULL, "add: do not ask it yet." },
	{ 0, "standard", CLI_FLAG, NULL,
	    "add: apply the standard jobs of its brand too." },
	{ 0, "why", CLI_TEXT, "TEXT", "delete: the reason, for those who wonder later." },
	{ 0, "deleted", CLI_FLAG, NULL, "list: the deleted ones." },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_olt = {
	.name = "olt",
	.summary = "add, list, switch and test the OLTs of facho serve",
	.usage = "add NAME HOST | change OLT [HOST] | list | show OLT | health OLT |\n"
		 "       test OLT|HOST |\n"
		 "       run|enable|disable|revive|delete|restore OLT",
	.help =
	    "Talks to the facho serve that runs. An OLT is named by its name or number.\n"
	    "add takes the community as the other commands do: from -c (wiped from the\n"
	    "command line), $FACHO_COMMUNITY, the settings or a question; it is kept "
	    "sealed\n"
	    "and never shown again. disable interrupts what runs and takes effect within "
	    "a\n"
	    "second. delete keeps the history; restore brings it back. revive ends the\n"
	    "suspension of an OLT that did not answer. test contacts an OLT, says what "
	    "it\n"
	    "is and which columns answer, and writes nothing.\n",
	.examples = "facho olt add centro 192.0.2.1 --standard\n"
		    "facho olt add norte [2001:db8::1]:1161 -v 3 -u noc -a SHA -x AES\n"
		    "facho olt change norte --site Norte --timeout 5s\n"
		    "facho olt test 192.0.2.7\n"
		    "facho olt list --json\n"
		    "facho olt delete centro --why \"replaced by centro2\"\n",
	.min_args = 1,
	.max_args = 3,
	.uses_settings = true,
	.options = { OPTIONS, ASKING_OPTIONS, LIST_OPTIONS, REMOTE_OPTIONS },
	.more_options = remote_more_options,
	.noun = &NOUN,
	.run = remote_run,
};

/* ---- how to reach it --------------------------------------------------------------------- */

static void
set_text(json_t *args, const char *key, const char *text)
{
	if (text && *text)
		(void)json_object_set_new(args, key, json_string(text));
}

static void
add_v3(json_t *args, const struct snmpc_target *t)
{
	static const char *const AUTHS[] = { "", "MD5", "SHA", "SHA-256", "SHA-512" };
	static const char *const PRIVS[] = { "", "DES", "AES" };

	set_text(args, "v3_user", t->user);
	set_text(args, "v3_context", t->context);
	set_text(args, "v3_auth", AUTHS[t->auth]);
	set_text(args, "v3_priv", PRIVS[t->priv]);
	set_text(args, "auth_pass", t->auth_pass.bytes);
	set_text(args, "priv_pass", t->priv_pass.bytes);
}

/* Only what was said for this one overrides the settings. */
static void
add_overrides(struct cli_call *call, json_t *args)
{
	static const struct {
		const char *option, *key;
	} OVERRIDES[] = { { "timeout", "timeout_ms" }, { "retries", "retries" },
		{ "repetitions", "repetitions" }, { "in-flight", "in_flight" } };

	for (size_t i = 0; i < sizeof(OVERRIDES) / sizeof(OVERRIDES[0]); i++) {
		if (cli_given(call, OVERRIDES[i].option))
			(void)json_object_set_new(args, OVERRIDES[i].key,
			    json_integer(cli_number(call, OVERRIDES[i].option)));
	}
}

/* NULL: it has been said what is wrong. */
static json_t *
args_for(struct cli_call *call, const char *host, int *ret_status)
{
	struct snmpc_target target = { 0 };
	struct err err = { 0 };
	json_t *args = json_object();

	if (asking_target(call, host, &target, &err) != RC_OK) {
		*ret_status = err.rc == RC_INVALID ? cli_wrong_usage(call, "%s", err.msg)
						   : cli_failed(call, "%s", err.msg);
		json_decref(args);
		return NULL;
	}
	set_text(args, "address", target.host);
	(void)json_object_set_new(args, "port", json_integer(target.port));
	set_text(args, "version", cli_text(call, "version"));
	set_text(args, "community", target.community.bytes);
	if (target.version == SNMP_V3)
		add_v3(args, &target);
	add_overrides(call, args);
	set_text(args, "brand", cli_text(call, "brand"));
	set_text(args, "model", cli_text(call, "model"));
	set_text(args, "profile", cli_text(call, "profile"));
	explicit_bzero(&target, sizeof(target));
	return args;
}

/* ---- verbs -------------------------------------------------------------------------------- */

static int
apply_standard(struct cli_call *call, struct remote *r, const char *name)
{
	int status = CLI_DONE;
	json_t *result = remote_result(
	    call, r, "job.standard", json_pack("{s:s}", "olt", name), &status);

	if (result)
		(void)fprintf(call->err, "%lld standard jobs are applied to it\n",
		    (long long)json_integer_value(json_object_get(result, "applied")));
	json_decref(result);
	return status;
}

static int
add(struct cli_call *call, struct remote *r)
{
	int status = CLI_DONE;
	json_t *args = args_for(call, call->args[2], &status), *result;

	if (!args)
		return status;
	set_text(args, "name", call->args[1]);
	set_text(args, "site", cli_text(call, "site"));
	set_text(args, "description", cli_text(call, "description"));
	(void)json_object_set_new(
	    args, "enabled", json_boolean(!cli_flag(call, "disabled")));
	result = remote_result(call, r, "olt.add", args, &status);
	if (result)
		status = remote_print_object(call, result);
	json_decref(result);
	if (status == CLI_DONE && cli_flag(call, "standard"))
		status = apply_standard(call, r, call->args[1]);
	return status;
}

/* Only what is given; secrets only from the options, for nobody asked to change them. */
static json_t *
args_to_change(struct cli_call *call, struct err *err)
{
	json_t *args = json_pack("{s:s}", "olt", call->args[1]);
	struct snmpc_target target = { 0 };

	if (call->n_args > 2) {
		if (snmpc_parse_host(call->args[2], &target, err) != RC_OK) {
			json_decref(args);
			return NULL;
		}
		set_text(args, "address", target.host);
		(void)json_object_set_new(args, "port", json_integer(target.port));
	}
	set_text(args, "name", cli_text(call, "name"));
	set_text(args, "brand", cli_text(call, "brand"));
	set_text(args, "model", cli_text(call, "model"));
	set_text(args, "profile", cli_text(call, "profile"));
	set_text(args, "site", cli_text(call, "site"));
	set_text(args, "description", cli_text(call, "description"));
	set_text(args, "community", cli_secret(call, "community")->bytes);
	set_text(args, "auth_pass", cli_secret(call, "auth-pass")->bytes);
	set_text(args, "priv_pass", cli_secret(call, "priv-pass")->bytes);
	set_text(args, "v3_user", cli_text(call, "user"));
	if (cli_given(call, "version"))
		set_text(args, "version", cli_text(call, "version"));
	if (cli_given(call, "auth"))
		set_text(args, "v3_auth", cli_text(call, "auth"));
	if (cli_given(call, "priv"))
		set_text(args, "v3_priv", cli_text(call, "priv"));
	add_overrides(call, args);
	return args;
}

static int
change(struct cli_call *call, struct remote *r)
{
	struct err err = { 0 };
	json_t *args = args_to_change(call, &err), *result;
	int status = CLI_DONE;

	if (!args)
		return cli_wrong_usage(call, "%s", err.msg);
	result = remote_result(call, r, "olt.change", args, &status);
	if (result)
		status = remote_print_object(call, result);
	json_decref(result);
	return status;
}

/* The operation of the verb's name on the OLT that is named. */
static int
one(struct cli_call *call, struct remote *r)
{
	const char *verb = call->args[0];
	bool is_show = strcmp(verb, "show") == 0;
	char operation[64];
	int status = CLI_DONE;
	json_t *args = json_pack("{s:s}", "olt", call->args[1]), *result;

	(void)snprintf(operation, sizeof(operation), "olt.%s", is_show ? "get" : verb);
	if (strcmp(verb, "delete") == 0)
		set_text(args, "why", cli_text(call, "why"));
	result = remote_result(call, r, operation, args, &status);
	if (result && (is_show || remote_wants_json(call)))
		status = remote_print_object(call, result);
	else if (result)
		(void)fprintf(call->out, "%s: %s\n", call->args[1], verb);
	json_decref(result);
	return status;
}

/* ---- test ----------------------------------------------------------------------------------- */

static void
print_columns(struct cli_call *call, const json_t *columns)
{
	static const struct remote_column COLUMNS[] = {
		{ "table", "Table" },
		{ "name", "Column" },
		{ "answers", "Answers" },
		{ "plausible", "Plausible" },
		{ "slow", "Slow" },
		{ "ms", "ms" },
	};

	(void)fputc('\n', call->out);
	(void)remote_print_rows(
	    call, columns, COLUMNS, sizeof(COLUMNS) / sizeof(COLUMNS[0]));
}

static void
print_onus(struct cli_call *call, const json_t *onus)
{
	static const struct remote_column COLUMNS[] = {
		{ "position", "Position" },
		{ "serial", "Serial" },
		{ "description", "Description" },
		{ "run_state", "State" },
		{ "distance_m", "Distance" },
		{ "onu_rx_dbm", "ONU Rx" },
	};

	if (json_array_size(onus) == 0)
		return;
	(void)fputc('\n', call->out);
	(void)remote_print_rows(
	    call, onus, COLUMNS, sizeof(COLUMNS) / sizeof(COLUMNS[0]));
}

/* A name that facho serve does not know is the address of a new one. */
static json_t *
test_args(struct cli_call *call, struct remote *r, int *ret_status)
{
	json_t *args = json_pack("{s:s}", "olt", call->args[1]), *reply = NULL;
	struct err err = { 0 };
	bool is_known;

	if (remote_ask(r, "olt.get", json_incref(args), &reply, &err) != RC_OK) {
		json_decref(args);
		*ret_status = cli_failed(call, "%s", err.msg);
		return NULL;
	}
	is_known = json_is_true(json_object_get(reply, "ok"));
	json_decref(reply);
	if (is_known)
		return args;
	json_decref(args);
	return args_for(call, call->args[1], ret_status);
}

static int
test(struct cli_call *call, struct remote *r)
{
	int status = CLI_DONE;
	json_t *args = test_args(call, r, &status), *result;
	const char *outcome;

	if (!args)
		return status;
	result = remote_result(call, r, "olt.test", args, &status);
	if (!result)
		return status;
	outcome = json_string_value(json_object_get(result, "outcome"));
	if (!outcome || strcmp(outcome, "ok") != 0)
		status = CLI_FAILED;
	if (remote_wants_json(call)) {
		(void)remote_print_object(call, result);
	} else {
		json_t *columns = json_incref(json_object_get(result, "columns"));
		json_t *onus = json_incref(json_object_get(result, "onus"));

		(void)json_object_del(result, "columns");
		(void)json_object_del(result, "onus");
		(void)remote_print_object(call, result);
		print_columns(call, columns);
		print_onus(call, onus);
		json_decref(columns);
		json_decref(onus);
	}
	json_decref(result);
	return status;
}

/* ---- the noun ---------------------------------------------------------------------------- */

static const struct remote_column COLUMNS[] = {
	{ "id", "Id" },
	{ "name", "Name" },
	{ "address", "Address" },
	{ "brand", "Brand", true },
	{ "model", "Model", true },
	{ "site", "Site", true },
	{ "state", "State" },
	{ "onus_present", "ONUs" },
	{ "onus_online", "Online" },
	{ "failures", "Failures", true },
	{ "last_answer_at", "Last answer", true },
	{ NULL },
};

static const struct remote_verb VERBS[] = {
	{ "add", 2, 2, add },
	{ "change", 1, 2, change },
	{ "list", 0, 0, verb_list },
	{ "show", 1, 1, one },
	{ "health", 1, 1, verb_ask, "olt.health", "olt" },
	{ "test", 1, 1, test },
	{ "enable", 1, 1, one },
	{ "disable", 1, 1, one },
	{ "revive", 1, 1, one },
	{ "run", 1, 1, one },
	{ "delete", 1, 1, one },
	{ "restore", 1, 1, one },
	{ NULL },
};

static const struct remote_noun NOUN = { VERBS, COLUMNS, "olt_overview", "deleted_at", 0,
	"name" };

/* SPDX-License-Identifier: Apache-2.0
 *
 * facho olt: the OLTs of the program that runs.
 */
#include "cli/frame/commands.h"

#include <string.h>

#include "cli/frame/asking.h"
#include "cli/remote/history_int.h"
#include "cli/remote/remote.h"
#include "service/service.h"

static const struct remote_noun NOUN;

static const struct cli_option OPTIONS[] = {
	{ 0, "brand", CLI_TEXT, "NAME", "add, change: the brand (default: detected)." },
	{ 0, "model", CLI_TEXT, "NAME", "add, change: the model of that brand." },
	{ 0, "profile", CLI_TEXT, "NAME", "add, change: the vendor profile." },
	{ 0, "site", CLI_TEXT, "TEXT", "add, change: the site." },
	{ 0, "description", CLI_TEXT, "TEXT", "add, change: a description." },
	{ 0, "name", CLI_TEXT, "NAME", "change: the new name." },
	{ 0, "disabled", CLI_FLAG, NULL, "add: do not poll it yet." },
	{ 0, "standard", CLI_FLAG, NULL,
	    "add: also apply the standard jobs of its brand." },
	{ 0, "why", CLI_TEXT, "TEXT", "delete: the reason, for the log." },
	{ 0, "deleted", CLI_FLAG, NULL, "list: deleted OLTs." },
	{ 0, "part", CLI_TEXT, "PART",
	    "history: of this card (default: of the whole OLT)." },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_olt = {
	.name = "olt",
	.summary = "add, list, enable, disable and test OLTs",
	.usage =
	    "add NAME HOST | change OLT [HOST] | list | show OLT | health OLT |\n"
	    "       history OLT cpu|memory|temperature | performance OLT | compare |\n"
	    "       test OLT|HOST |\n"
	    "       run|enable|disable|revive|delete|restore OLT",
	.help =
	    "Connects to the running facho serve. OLT is a name or a number. add\n"
	    "takes the community in the same way as the other commands: from -c\n"
	    "(which is removed from the process list), $FACHO_COMMUNITY, the settings\n"
	    "or a prompt. It is stored encrypted and never shown again. disable\n"
	    "interrupts running executions and takes effect within a second. delete\n"
	    "keeps the history; restore undoes it. revive ends the suspension of an\n"
	    "OLT that did not answer. test contacts an OLT, shows what it is and\n"
	    "which columns answer, and stores nothing.\n"
	    "\n"
	    "If change sets another address, port, version, user or protocol, the\n"
	    "credentials are required again, from the same sources as for add: stored\n"
	    "credentials are not sent to another target. HOST without a port keeps\n"
	    "the port.\n"
	    "\n"
	    "performance shows success, duration, lateness, requests and round trips\n"
	    "of the runs of one OLT hour by hour, for the last week or since --from.\n"
	    "compare shows these values for all OLTs, for the last week.\n",
	.examples = "facho olt add centro 192.0.2.1 --standard\n"
		    "facho olt add norte [2001:db8::1]:1161 -v 3 -u noc -a SHA -x AES\n"
		    "facho olt change norte --site Norte --timeout 5s\n"
		    "facho olt test 192.0.2.7\n"
		    "facho olt list --json\n"
		    "facho olt performance centro --from 24h\n"
		    "facho olt delete centro --why \"replaced by centro2\"\n",
	.options = { OPTIONS, ASKING_OPTIONS, HISTORY_OPTIONS, LIST_OPTIONS,
	    REMOTE_OPTIONS },
	REMOTE_COMMAND(NOUN, 2),
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
	set_text(args, "v3_user", t->user);
	set_text(args, "v3_context", t->context);
	set_text(args, "v3_auth", v3_auth_name(t->auth));
	set_text(args, "v3_priv", v3_priv_name(t->priv));
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
	json_t *args = args_for(call, call->args[2], &status);

	if (!args)
		return status;
	set_text(args, "name", call->args[1]);
	set_text(args, "site", cli_text(call, "site"));
	set_text(args, "description", cli_text(call, "description"));
	(void)json_object_set_new(
	    args, "enabled", json_boolean(!cli_flag(call, "disabled")));
	status = remote_show(call, r, "olt.add", args);
	if (status == CLI_DONE && cli_flag(call, "standard"))
		status = apply_standard(call, r, call->args[1]);
	return status;
}

static const struct {
	const char *key, *option;
} SECRETS[] = { { "community", "community" }, { "auth_pass", "auth-pass" },
	{ "priv_pass", "priv-pass" } };

enum { N_SECRETS = sizeof(SECRETS) / sizeof(SECRETS[0]) };

/* How to reach an OLT that is stored: only what is given. Secrets only from the options,
 * for nobody asked to change them. */
static void
add_given(struct cli_call *call, json_t *args)
{
	static const struct {
		const char *option, *key;
	} TEXTS[] = { { "brand", "brand" }, { "model", "model" },
		{ "profile", "profile" }, { "user", "v3_user" },
		{ "context", "v3_context" } };

	for (size_t i = 0; i < sizeof(TEXTS) / sizeof(TEXTS[0]); i++)
		remote_set_text(args, TEXTS[i].key, cli_text(call, TEXTS[i].option));
	if (cli_given(call, "version"))
		remote_set_text(args, "version", cli_text(call, "version"));
	if (cli_given(call, "auth"))
		remote_set_text(args, "v3_auth",
		    v3_auth_name((enum v3_auth)cli_choice(call, "auth")));
	if (cli_given(call, "priv"))
		remote_set_text(args, "v3_priv",
		    v3_priv_name((enum v3_priv)cli_choice(call, "priv")));
	for (size_t i = 0; i < N_SECRETS; i++) {
		if (cli_given(call, SECRETS[i].option))
			remote_set_text(args, SECRETS[i].key,
			    cli_secret(call, SECRETS[i].option)->bytes);
	}
	add_overrides(call, args);
}

static json_t *
args_to_change(struct cli_call *call, struct err *err)
{
	json_t *args = json_pack("{s:s}", "olt", call->args[1]);
	struct snmpc_target target = { 0 };

	if (call->n_args > 2) {
		if (snmpc_split_host(call->args[2], &target, err) != RC_OK) {
			json_decref(args);
			return NULL;
		}
		set_text(args, "address", target.host);
		if (target.port)
			(void)json_object_set_new(
			    args, "port", json_integer(target.port));
	}
	remote_set_text(args, "name", cli_text(call, "name"));
	remote_set_text(args, "site", cli_text(call, "site"));
	remote_set_text(args, "description", cli_text(call, "description"));
	add_given(call, args);
	return args;
}

static bool
is_wanted_again(const json_t *reply, const char *key)
{
	const json_t *fields = json_object_get(json_object_get(reply, "error"), "fields");
	const char *words = json_string_value(json_object_get(fields, key));

	return words && strncmp(words, SERVICE_AGAIN, sizeof(SERVICE_AGAIN) - 1) == 0;
}

/* Add to args what the program wants to have again. RC_OK also when that is nothing. */
static enum rc
add_wanted(struct cli_call *call, const json_t *reply, json_t *args, bool *ret_is_wanted,
    struct err *err)
{
	enum rc rc = RC_OK;

	*ret_is_wanted = false;
	for (size_t i = 0; rc == RC_OK && i < N_SECRETS; i++) {
		struct secret secret = { 0 };

		if (!is_wanted_again(reply, SECRETS[i].key))
			continue;
		if (!*ret_is_wanted)
			(void)fprintf(call->err,
			    "its credentials are needed again: the address, port, "
			    "version, user or protocol is another one\n");
		*ret_is_wanted = true;
		rc = asking_secret(call, SECRETS[i].option, &secret, err);
		if (rc == RC_OK)
			set_text(args, SECRETS[i].key, secret.bytes);
		secret_wipe(&secret);
	}
	return rc;
}

/* The program does not send stored credentials to another target: it says which it wants
 * again, and then they are looked for, and at the last asked for. */
static json_t *
change_it(struct cli_call *call, struct remote *r, int *ret_status)
{
	struct err err = { 0 };
	json_t *args = args_to_change(call, &err), *reply = NULL, *again;
	bool is_wanted = false;
	enum rc rc = args ? remote_ask(r, "olt.change", args, &reply, &err) : err.rc;

	if (rc != RC_OK) {
		*ret_status = args ? cli_failed(call, "%s", err.msg)
				   : cli_wrong_usage(call, "%s", err.msg);
		return NULL;
	}
	again = args_to_change(call, &err);
	rc = add_wanted(call, reply, again, &is_wanted, &err);
	if (rc == RC_OK && is_wanted) {
		json_decref(reply);
		return remote_result(call, r, "olt.change", again, ret_status);
	}
	remote_args_free(again);
	if (rc != RC_OK) {
		json_decref(reply);
		*ret_status = cli_failed(call, "%s", err.msg);
		return NULL;
	}
	return remote_take_result(call, "olt.change", reply, ret_status);
}

static int
change(struct cli_call *call, struct remote *r)
{
	int status = CLI_DONE;
	json_t *result = change_it(call, r, &status);

	if (result)
		status = remote_print_object(call, result);
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
	    call, columns, "columns", COLUMNS, sizeof(COLUMNS) / sizeof(COLUMNS[0]));
}

static void
print_onus(struct cli_call *call, const json_t *onus)
{
	static const struct remote_column COLUMNS[] = {
		{ "position", "Position" },
		{ "serial", "Serial" },
		{ "description", "Description" },
		{ "run_state", "State", .words = WORDS_ONU },
		{ "distance_m", "Distance" },
		{ "onu_rx_dbm", "ONU Rx" },
	};

	if (json_array_size(onus) == 0)
		return;
	(void)fputc('\n', call->out);
	(void)remote_print_rows(
	    call, onus, "ONUs", COLUMNS, sizeof(COLUMNS) / sizeof(COLUMNS[0]));
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
	if (is_known) {
		add_given(call, args);
		return args;
	}
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

/* ---- how its runs went --------------------------------------------------------------------- */

#define RUN_COLUMNS                                                                \
	{ "runs", "Runs" }, { "success_pct", "Success %" },                        \
	    { "failed", "Failed", true }, { "duration_ms", "Took ms" },            \
	    { "duration_max_ms", "at most", true }, { "late_ms", "Late ms" },      \
	    { "late_max_ms", "at most", true }, { "requests", "Requests" },        \
	    { "retransmits", "Sent again" }, { "round_trip_ms", "Round trip ms" }, \
	{                                                                          \
		"round_trip_max_ms", "at most", true                               \
	}

static const struct remote_column HOUR_COLUMNS[] = {
	{ "at", "Hour" },
	RUN_COLUMNS,
	{ NULL },
};

static const struct remote_column SIDE_COLUMNS[] = {
	{ "name", "OLT" },
	RUN_COLUMNS,
	{ NULL },
};

static int
compare(struct cli_call *call, struct remote *r)
{
	struct remote_other all = { .list = "performance_week",
		.order = "name",
		.plural = "OLTs",
		.filter = json_object(),
		.columns = SIDE_COLUMNS };

	return verb_other_list(call, r, &all);
}

/* ---- the noun ---------------------------------------------------------------------------- */

static const struct remote_column COLUMNS[] = {
	{ "id", "Id" },
	{ "name", "Name" },
	{ "address", "Address" },
	{ "brand", "Brand", true },
	{ "model", "Model", true },
	{ "site", "Site", true },
	{ "state", "State", .words = WORDS_OLT },
	{ "not_answering_at", "Not answering since" },
	{ "onus_present", "ONUs" },
	{ "onus_online", "Online" },
	{ "failures", "Failures", true },
	{ "last_answer_at", "Last answer", true },
	{ "up_since_at", "Up since", true },
	{ NULL },
};

#define REACH_OPTIONS                                                               \
	"brand model profile community version user auth auth-pass priv priv-pass " \
	"context timeout retries in-flight repetitions"

static const struct remote_verb VERBS[] = {
	{ "add", 2, 2, add,
	    .options = "site description disabled standard " REACH_OPTIONS },
	{ "change", 1, 2, change, .options = "name site description " REACH_OPTIONS },
	{ "list", 0, 0, verb_list },
	{ "show", 1, 1, verb_ask, "olt.get", "olt" },
	{ "health", 1, 1, verb_ask, "olt.health", "olt" },
	{ "history", 2, 2, verb_ask, "olt.history", "olt metric", true, "points",
	    HISTORY_COLUMNS, .nothing = "values" },
	{ "performance", 1, 1, verb_ask, "olt.performance", "olt", true, "points",
	    HOUR_COLUMNS, .nothing = "runs" },
	{ "compare", 0, 0, compare, .options = "count" },
	{ "test", 1, 1, test, .options = REACH_OPTIONS },
	{ "enable", 1, 1, verb_ask, "olt.enable", "olt", true },
	{ "disable", 1, 1, verb_ask, "olt.disable", "olt", true },
	{ "revive", 1, 1, verb_ask, "olt.revive", "olt", true },
	{ "run", 1, 1, verb_ask, "olt.run", "olt", true },
	{ "tag", 1, 2, verb_tag, "olt.tag", "olt tags" },
	{ "delete", 1, 1, verb_ask, "olt.delete", "olt", true },
	{ "restore", 1, 1, verb_ask, "olt.restore", "olt", true },
	{ NULL },
};

static const struct remote_noun NOUN = { VERBS, COLUMNS, "olt_overview", "deleted_at", 0,
	"name", .plural = "OLTs" };

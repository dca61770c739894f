/* SPDX-License-Identifier: Apache-2.0
 *
 * facho user: who may log in to the program that runs.
 */
#include "cli/frame/commands.h"

#include <stdlib.h>
#include <string.h>

#include "cli/frame/prompt.h"
#include "cli/remote/remote.h"
#include "model/user.h"

static const struct remote_noun NOUN;

static const struct cli_option OPTIONS[] = {
	{ 0, "role", CLI_CHOICE, "ROLE",
	    "add, change: viewer (read only), operator (also runs jobs, "
	    "acknowledges, enables and disables) or admin (everything).",
	    .choices = ROLE_CHOICES },
	{ 0, "password", CLI_SECRET, "PASSWORD",
	    "add, password: the password, which is immediately removed from the "
	    "process list. Default: $FACHO_PASSWORD or a prompt." },
	{ 0, "revoke-tokens", CLI_FLAG, NULL,
	    "password: also revoke the user's tokens." },
	{ 0, "full-name", CLI_TEXT, "TEXT", "add, change: the full name." },
	{ 0, "email", CLI_TEXT, "ADDRESS", "add, change: the e-mail address." },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_user = {
	.name = "user",
	.summary = "add, list, change and delete users",
	.usage = "add NAME [--role ROLE] | list | show USER | change USER |\n"
		 "       password USER | logout USER | enable|disable|delete USER",
	.help =
	    "Connects to the running facho serve on the same machine. Anyone who may\n"
	    "open its socket has full access. Passwords are stored as Argon2id\n"
	    "hashes. A new password ends the sessions of the user. A new role applies\n"
	    "from the next request. The last administrator cannot be deleted,\n"
	    "disabled or given another role.\n",
	.examples = "facho user add ana --role operator\n"
		    "facho user password admin\n"
		    "facho user list --json\n"
		    "facho user disable ana\n",
	.min_args = 1,
	.max_args = 2,
	.uses_settings = true,
	.options = { OPTIONS, LIST_OPTIONS, REMOTE_OPTIONS },
	.more_options = remote_more_options,
	.noun = &NOUN,
	.run = remote_run,
};

/* ---- what is given ------------------------------------------------------------------------ */

/* The option, the environment, or the person, who types it twice. */
static enum rc
find_password(struct cli_call *call, struct secret *ret_password, struct err *err)
{
	const char *env = getenv("FACHO_PASSWORD");
	struct secret again = { 0 };
	bool is_same;
	enum rc rc;

	if (!secret_is_empty(cli_secret(call, "password"))) {
		*ret_password = *cli_secret(call, "password");
		return RC_OK;
	}
	if (env && *env) {
		rc = secret_set(ret_password, env);
		return rc == RC_OK ? rc : err_set(err, rc, "$FACHO_PASSWORD is too long");
	}
	rc = prompt_secret("password", ret_password, err);
	if (rc == RC_NOT_FOUND)
		return err_set(err, rc,
		    "no password: give --password or set $FACHO_PASSWORD (there is no "
		    "terminal to ask at)");
	if (rc == RC_OK)
		rc = prompt_secret("the same again", &again, err);
	is_same = again.len == ret_password->len &&
	    memcmp(again.bytes, ret_password->bytes, again.len) == 0;
	secret_wipe(&again);
	if (rc == RC_OK && !is_same)
		rc = err_set(err, RC_INVALID, "these are two different passwords");
	return rc;
}

/* Adds it to args; false, and it has been said why not. */
static bool
add_password(struct cli_call *call, json_t *args)
{
	struct secret password = { 0 };
	struct err err = { 0 };
	enum rc rc = find_password(call, &password, &err);

	if (rc == RC_OK)
		(void)json_object_set_new(args, "password", json_string(password.bytes));
	else
		(void)cli_failed(call, "%s", err.msg);
	secret_wipe(&password);
	return rc == RC_OK;
}

static void
add_fields(struct cli_call *call, json_t *args)
{
	static const struct {
		const char *option, *key;
	} FIELDS[] = { { "role", "role" }, { "full-name", "full_name" },
		{ "email", "email" } };

	for (size_t i = 0; i < sizeof(FIELDS) / sizeof(FIELDS[0]); i++) {
		const char *text = cli_text(call, FIELDS[i].option);

		if (text)
			(void)json_object_set_new(args, FIELDS[i].key, json_string(text));
	}
}

/* ---- verbs ---------------------------------------------------------------------------------- */

/* Takes args. */
static int
ask_and_print(
    struct cli_call *call, struct remote *r, const char *operation, json_t *args)
{
	int status = CLI_DONE;
	json_t *result = remote_result(call, r, operation, args, &status);

	if (result)
		status = remote_print_object(call, result);
	json_decref(result);
	return status;
}

static int
add(struct cli_call *call, struct remote *r)
{
	json_t *args = json_pack("{s:s}", "name", call->args[1]);

	add_fields(call, args);
	if (!add_password(call, args)) {
		json_decref(args);
		return CLI_FAILED;
	}
	return ask_and_print(call, r, "user.add", args);
}

static int
show(struct cli_call *call, struct remote *r)
{
	return ask_and_print(
	    call, r, "user.get", json_pack("{s:s}", "user", call->args[1]));
}

static int
change(struct cli_call *call, struct remote *r)
{
	json_t *args = json_pack("{s:s}", "user", call->args[1]);

	add_fields(call, args);
	return ask_and_print(call, r, "user.change", args);
}

/* What needs no answer but that it is done. Takes args. */
static int
do_it(struct cli_call *call, struct remote *r, const char *operation, json_t *args)
{
	int status = CLI_DONE;
	json_t *result = remote_result(call, r, operation, args, &status);

	if (result && remote_wants_data(call))
		status = remote_print_object(call, result);
	else if (result)
		(void)fprintf(call->out, "%s: %s\n", call->args[1], call->args[0]);
	json_decref(result);
	return status;
}

static int
password(struct cli_call *call, struct remote *r)
{
	json_t *args = json_pack("{s:s}", "user", call->args[1]);

	if (!add_password(call, args)) {
		json_decref(args);
		return CLI_FAILED;
	}
	if (cli_flag(call, "revoke-tokens"))
		(void)json_object_set_new(args, "revoke_tokens", json_true());
	return do_it(call, r, "user.password", args);
}

static int
switch_it(struct cli_call *call, struct remote *r)
{
	return do_it(call, r, "user.change",
	    json_pack("{s:s, s:b}", "user", call->args[1], "enabled",
		strcmp(call->args[0], "enable") == 0));
}

static int
one(struct cli_call *call, struct remote *r)
{
	char operation[32];

	(void)snprintf(operation, sizeof(operation), "user.%s", call->args[0]);
	return do_it(call, r, operation, json_pack("{s:s}", "user", call->args[1]));
}

/* ---- the noun ---------------------------------------------------------------------------- */

static const struct remote_column COLUMNS[] = {
	{ "id", "Id" },
	{ "name", "Name" },
	{ "role", "Role" },
	{ "full_name", "Full name", true },
	{ "email", "E-mail", true },
	{ "enabled", "Enabled" },
	{ "last_login_at", "Last login", true },
	{ NULL },
};

static const struct remote_verb VERBS[] = {
	{ "add", 1, 1, add, .options = "role password full-name email" },
	{ "list", 0, 0, verb_list },
	{ "show", 1, 1, show },
	{ "change", 1, 1, change, .options = "role full-name email" },
	{ "password", 1, 1, password, .options = "password revoke-tokens" },
	{ "logout", 1, 1, one },
	{ "enable", 1, 1, switch_it },
	{ "disable", 1, 1, switch_it },
	{ "delete", 1, 1, one },
	{ NULL },
};

static const struct remote_noun NOUN = { VERBS, COLUMNS, "users", NULL, 0, "name",
	.plural = "users" };

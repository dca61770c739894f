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
	{ 0, "password", CLI_SECRET, "PASSWORD",
	    "add, password: the password, which is immediately removed from the "
	    "process list. Default: $FACHO_PASSWORD or a prompt." },
	{ 0, "revoke-tokens", CLI_FLAG, NULL,
	    "password: also revoke the user's tokens." },
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
	.entity = &USER_ENTITY,
	.options = { OPTIONS, LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(NOUN, 1),
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

/* ---- verbs ---------------------------------------------------------------------------------- */

/* With a password, from wherever it comes. */
static int
ask_with_password(struct cli_call *call, struct remote *r)
{
	int status = CLI_DONE;
	json_t *args = verb_args(call, &status);

	if (!args)
		return status;
	if (!add_password(call, args)) {
		remote_args_free(args);
		return CLI_FAILED;
	}
	return verb_finish(call, r, args);
}

static int
switch_it(struct cli_call *call, struct remote *r)
{
	int status = CLI_DONE;
	json_t *result = remote_result(call, r, "user.change",
	    json_pack("{s:s, s:b}", "user", call->args[1], "enabled",
		strcmp(call->args[0], "enable") == 0),
	    &status);

	if (result)
		status = verb_print(call, result);
	json_decref(result);
	return status;
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
	{ "add", 1, 1, ask_with_password, "user.add", "name" },
	{ "list", 0, 0, verb_list },
	{ "show", 1, 1, verb_ask, "user.get", "user" },
	{ "change", 1, 1, verb_ask, "user.change", "user" },
	{ "password", 1, 1, ask_with_password, "user.password", "user", true },
	{ "logout", 1, 1, verb_ask, "user.logout", "user", true },
	{ "enable", 1, 1, switch_it, .is_quiet = true },
	{ "disable", 1, 1, switch_it, .is_quiet = true },
	{ "delete", 1, 1, verb_ask, "user.delete", "user", true },
	{ NULL },
};

static const struct remote_noun NOUN = { VERBS, COLUMNS, "users", NULL, 0, "name",
	.plural = "users" };

/* SPDX-License-Identifier: Apache-2.0
 *
 * facho token: what other programs come with.
 */
#include "cli/frame/commands.h"

#include <string.h>

#include "cli/remote/remote.h"
#include "model/user.h"

static const struct remote_noun NOUN;

static const struct cli_option OPTIONS[] = {
	{ 0, "user", CLI_TEXT, "USER", "add, list: the user." },
	{ 0, "role", CLI_CHOICE, "ROLE",
	    "add: the maximum role of the token (default: the role of the user).",
	    .choices = ROLE_CHOICES },
	{ 0, "expires-in", CLI_TEXT, "TIME",
	    "add: when it expires, like 90d (default: never)." },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_token = {
	.name = "token",
	.summary = "add, list and revoke API tokens",
	.usage = "add NAME --user USER [--role ROLE] [--expires-in TIME] |\n"
		 "       list [--user USER] | show TOKEN | revoke TOKEN",
	.help =
	    "add prints the token. It is shown only once, because only a hash of it\n"
	    "is stored. Clients send it as \"Authorization: Token ...\". TOKEN is the\n"
	    "number shown by list.\n",
	.examples = "facho token add grafana --user ana --role viewer --expires-in 365d\n"
		    "facho token list\n"
		    "facho token revoke 3\n",
	.options = { OPTIONS, LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(NOUN, 1),
};

/* The text alone on standard output, so that a script can take it. */
static int
add(struct cli_call *call, struct remote *r)
{
	int status = CLI_DONE;
	json_t *result = verb_result(call, r, &status);

	if (result && remote_wants_data(call)) {
		status = remote_print_object(call, result);
	} else if (result) {
		(void)fprintf(call->out, "%s\n",
		    json_string_value(json_object_get(result, "token")));
		(void)fputs("This is the only time that it is shown.\n", call->err);
	}
	json_decref(result);
	return status;
}

static int
revoke(struct cli_call *call, struct remote *r)
{
	int status = CLI_DONE;
	json_t *result = verb_result(call, r, &status);

	if (result && remote_wants_data(call))
		status = remote_print_object(call, result);
	else if (result)
		(void)fprintf(call->out, "%s: revoked\n", call->args[1]);
	json_decref(result);
	return status;
}

/* ---- the noun ---------------------------------------------------------------------------- */

static const struct remote_column COLUMNS[] = {
	{ "id", "Id" },
	{ "user_name", "User" },
	{ "name", "Name" },
	{ "role", "Role" },
	{ "created_at", "Made", true },
	{ "expires_at", "Expires", true },
	{ "last_used_at", "Last used", true },
	{ "revoked_at", "Revoked" },
	{ NULL },
};

static const struct remote_verb VERBS[] = {
	{ "add", 1, 1, add, "token.add", "name" },
	{ "list", 0, 0, verb_list },
	{ "show", 1, 1, verb_ask, "token.get", "token" },
	{ "revoke", 1, 1, revoke, "token.revoke", "token" },
	{ NULL },
};

static const struct remote_noun NOUN = { VERBS, COLUMNS, "tokens", NULL, 0,
	.plural = "tokens" };

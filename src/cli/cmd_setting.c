/* SPDX-License-Identifier: Apache-2.0
 *
 * facho setting: what can be changed while the program runs.
 */
#include "cli/commands.h"

#include <stdlib.h>

#include "cli/remote.h"

/* A number is told as one; what else there may be, facho serve knows. */
static int
set(struct cli_call *call, struct remote *r)
{
	const char *text = call->args[2];
	char *end;
	double value = strtod(text, &end);
	int status = CLI_DONE;
	json_t *args, *result;

	args = *end || end == text
	    ? json_pack("{s:s, s:s}", "setting", call->args[1], "value", text)
	    : json_pack("{s:s, s:f}", "setting", call->args[1], "value", value);
	result = remote_result(call, r, "setting.change", args, &status);
	if (result)
		status = remote_print_object(call, result);
	json_decref(result);
	return status;
}

static const struct remote_column COLUMNS[] = {
	{ "key", "Setting" },
	{ "value", "Value" },
	{ "unit", "Unit" },
	{ "default", "Default", true },
	{ "min", "Least", true },
	{ "max", "Most", true },
	{ "is_changed", "Changed", true },
	{ "help", "What it is" },
	{ NULL },
};

static const struct remote_verb VERBS[] = {
	{ "list", 0, 0, verb_ask, "setting.list" },
	{ "show", 1, 1, verb_ask, "setting.get", "setting" },
	{ "set", 2, 2, set, "setting.change", "setting value" },
	{ "reset", 1, 1, verb_ask, "setting.reset", "setting" },
	{ NULL },
};

static const struct remote_noun NOUN = { VERBS, COLUMNS, NULL, NULL, 0 };

const struct cli_command cmd_setting = {
	.name = "setting",
	.summary = "show and change what facho serve can learn while it runs",
	.usage = "list | show SETTING | set SETTING VALUE | reset SETTING",
	.help =
	    "These are kept in the database and count at once. Those of the program's\n"
	    "start are shown by `facho config`.\n",
	.examples = "facho setting list\n"
		    "facho setting set onu_rx.warn -24.5\n"
		    "facho setting reset onu_rx.warn\n",
	.min_args = 1,
	.max_args = 3,
	.uses_settings = true,
	.options = { REMOTE_OPTIONS },
	.noun = &NOUN,
	.run = remote_run,
};

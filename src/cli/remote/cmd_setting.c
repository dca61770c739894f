/* SPDX-License-Identifier: Apache-2.0
 *
 * facho setting: what is set, where it comes from, and when a change takes effect.
 */
#include "cli/frame/commands.h"

#include <stdlib.h>
#include <string.h>

#include "cli/remote/remote.h"

/* ---- in words ------------------------------------------------------------------ */

static void
put_words(json_t *setting)
{
	const char *applies = json_string_value(json_object_get(setting, "applies"));

	if (applies)
		(void)json_object_set_new(setting, "applies",
		    json_string(
			strcmp(applies, "now") == 0 ? "at once" : "after a restart"));
}

/* For people in words, for programs as the API has it. */
static void
tell_when(const struct cli_call *call, json_t *result)
{
	json_t *one;
	size_t i;

	if (remote_wants_data(call))
		return;
	if (json_is_object(result))
		put_words(result);
	json_array_foreach(result, i, one)
	{
		put_words(one);
	}
}

/* ---- verbs ---------------------------------------------------------------------- */

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
		tell_when(call, result);
	if (result)
		status = remote_print_object(call, result);
	json_decref(result);
	return status;
}

static const struct remote_column COLUMNS[] = {
	{ "key", "Setting" },
	{ "value", "Value" },
	{ "unit", "Unit", true },
	{ "applies", "Takes effect" },
	{ "note", "Note" },
	{ "default", "Default", true },
	{ "is_changed", "Changed", true },
	{ "help", "What it is" },
	{ NULL },
};

static int
list(struct cli_call *call, struct remote *r)
{
	int status = CLI_DONE;
	json_t *result = verb_result(call, r, &status);

	if (result)
		tell_when(call, result);
	if (result)
		status = remote_print_rows(call, result, "settings", COLUMNS,
		    sizeof(COLUMNS) / sizeof(COLUMNS[0]) - 1);
	json_decref(result);
	return status;
}

static int
show(struct cli_call *call, struct remote *r)
{
	int status = CLI_DONE;
	json_t *result = verb_result(call, r, &status);

	if (result)
		tell_when(call, result);
	if (result)
		status = remote_print_object(call, result);
	json_decref(result);
	return status;
}

static const struct remote_verb VERBS[] = {
	{ "list", 0, 0, list, "setting.list" },
	{ "show", 1, 1, show, "setting.get", "setting" },
	{ "set", 2, 2, set, "setting.change", "setting value" },
	{ "reset", 1, 1, show, "setting.reset", "setting" },
	{ NULL },
};

static const struct remote_noun NOUN = { VERBS, COLUMNS, NULL, NULL, 0,
	.plural = "settings" };

const struct cli_command cmd_setting = {
	.name = "setting",
	.summary = "show and change the settings of facho serve",
	.usage = "list | show SETTING | set SETTING VALUE | reset SETTING",
	.help =
	    "Changes are stored in the database. They take effect at once, or after a\n"
	    "restart of facho serve; list shows which. After a change that needs a\n"
	    "restart, a note shows the value in use and the stored value. A value\n"
	    "from the configuration file, the environment or an option overrides the\n"
	    "stored value and must be changed there. `facho config` shows those\n"
	    "values without a connection to facho serve.\n",
	.examples = "facho setting list\n"
		    "facho setting set onu_rx.warn -24.5\n"
		    "facho setting set poll.pollers 80\n"
		    "facho setting set health.watch 30s\n"
		    "facho setting reset onu_rx.warn\n",
	.options = { REMOTE_OPTIONS },
	REMOTE_COMMAND(NOUN, 2),
};

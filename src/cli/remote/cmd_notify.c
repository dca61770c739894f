/* SPDX-License-Identifier: Apache-2.0
 *
 * facho contact, channel, target, route, silence, maintenance, template, notify: who is told of
 * incidents, by what, and what became of the messages.
 */
#include "cli/frame/commands.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"
#include "cli/frame/prompt.h"
#include "cli/remote/remote.h"
#include "model/notify.h"

#define HELP_OF(what)                                                               \
	"Connects to the running facho serve. " what " is given by its number or\n" \
	"by its name, if it has one. `facho notify --help` has an overview.\n"

/* What all of them have; key: what the word behind add is. */
#define VERBS_OF(noun, key)                                                         \
	{ "list", 0, 0, verb_list }, { "show", 1, 1, verb_ask, noun ".get", "id" }, \
	    { "add", 1, 1, verb_ask, noun ".add", key },                            \
	    { "change", 1, 1, verb_ask, noun ".change", "id" },                     \
	{                                                                           \
		"delete", 1, 1, verb_ask, noun ".delete", "id", true                \
	}

/* ---- channels ------------------------------------------------------------------------- */

static const struct cli_option SECRET_OPTIONS[] = {
	{ 0, "secret-file", CLI_TEXT, "FILE",
	    "add, change: a file with the bot token, the password or the key for "
	    "signatures; - reads standard input. Default: $FACHO_CHANNEL_SECRET." },
	{ 0, "ask-secret", CLI_FLAG, NULL,
	    "add, change: prompt for the secret at the terminal." },
	CLI_OPTIONS_END,
};

static enum rc
read_secret_file(const char *path, struct secret *ret_secret, struct err *err)
{
	bool is_stdin = strcmp(path, "-") == 0;
	FILE *f = is_stdin ? stdin : fopen(path, "r");
	char text[SECRET_MAX + 2] = { 0 };
	size_t n;
	enum rc rc;

	if (!f)
		return err_set(err, RC_IO, "%s: %s", path, strerror(errno));
	n = fread(text, 1, sizeof(text) - 1, f);
	if (!is_stdin)
		(void)fclose(f);
	text[n] = '\0';
	text[strcspn(text, "\r\n")] = '\0';
	rc = secret_set(ret_secret, text);
	secret_wipe_text(text);
	return rc == RC_OK ? rc
			   : err_set(err, rc, "%s: at most %d bytes", path, SECRET_MAX);
}

/* From its file, the environment, or the person; empty: it was not given. */
static enum rc
find_secret(struct cli_call *call, struct secret *ret_secret, struct err *err)
{
	const char *file = cli_text(call, "secret-file");
	const char *env = getenv("FACHO_CHANNEL_SECRET");
	enum rc rc = RC_OK;

	if (file)
		return read_secret_file(file, ret_secret, err);
	if (cli_flag(call, "ask-secret")) {
		rc = prompt_secret("secret of the channel", ret_secret, err);
		return rc == RC_NOT_FOUND
		    ? err_set(
			  err, rc, "there is no terminal to ask at: give --secret-file")
		    : rc;
	}
	if (env && *env && secret_set(ret_secret, env) != RC_OK)
		return err_set(err, RC_INVALID, "$FACHO_CHANNEL_SECRET: at most %d bytes",
		    SECRET_MAX);
	return RC_OK;
}

/* Add or change, with the secret if one was given. */
static int
ask_with_secret(struct cli_call *call, struct remote *r)
{
	int status = CLI_DONE;
	json_t *args = verb_args(call, &status);
	struct secret secret = { 0 };
	struct err err = { 0 };

	if (!args)
		return status;
	if (find_secret(call, &secret, &err) != RC_OK) {
		remote_args_free(args);
		return cli_failed(call, "%s", err.msg);
	}
	if (!secret_is_empty(&secret))
		(void)json_object_set_new(args, "secret", json_string(secret.bytes));
	secret_wipe(&secret);
	return verb_finish(call, r, args);
}

static const struct remote_column CHANNEL_COLUMNS[] = {
	{ "id", "Id" },
	{ "name", "Name" },
	{ "kind", "Kind" },
	{ "enabled", "Enabled", true },
	{ "state", "State" },
	{ "last_ok_at", "Last delivery" },
	{ "queued", "Waiting" },
	{ "last_error", "Last error" },
	{ NULL },
};

#define WITH_SECRET "secret-file ask-secret"

static const struct remote_verb CHANNEL_VERBS[] = {
	{ "list", 0, 0, verb_list },
	{ "show", 1, 1, verb_ask, "channel.get", "id" },
	{ "add", 1, 1, ask_with_secret, "channel.add", "name", .options = WITH_SECRET },
	{ "change", 1, 1, ask_with_secret, "channel.change", "id",
	    .options = WITH_SECRET },
	{ "delete", 1, 1, verb_ask, "channel.delete", "id", true },
	{ NULL },
};

static const struct remote_noun CHANNEL = { CHANNEL_VERBS, CHANNEL_COLUMNS, "channels",
	NULL, 0, "name", .plural = "channels" };

const struct cli_command cmd_channel = {
	.name = "channel",
	.summary = "list and change the channels: Telegram, e-mail, webhook",
	.usage = "list | show CHANNEL |\n"
		 "       add NAME --kind KIND --settings JSON |\n"
		 "       change CHANNEL | delete CHANNEL",
	.help = HELP_OF("A channel") "Its secret (bot token, password, key for "
				     "signatures) is read from a file,\n"
				     "the environment or a prompt, never from the "
				     "command line, and is never\n"
				     "shown. It must be given again when the address to "
				     "which it is sent changes.\n",
	.examples =
	    "facho channel add Bot --kind telegram --ask-secret \\\n"
	    "    --settings '{\"bot\": \"facho_bot\"}'\n"
	    "facho channel add Mail --kind email --secret-file /run/secrets/smtp \\\n"
	    "    --settings '{\"host\": \"mail.example\", \"user\": \"noc\",\n"
	    "                 \"from\": \"noc@example.net\"}'\n"
	    "facho notify test Bot\n",
	.entity = &CHANNEL_ENTITY,
	.options = { SECRET_OPTIONS, LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(CHANNEL, 1),
};

/* ---- contacts --------------------------------------------------------------------------- */

static const struct cli_option CONTACT_OPTIONS[] = {
	{ 0, "addresses", CLI_TEXT, "JSON",
	    "add, change: all addresses, like '[{\"channel\": \"Mail\", \"address\": "
	    "\"ana@example.net\"}]'." },
	{ 0, "channel", CLI_TEXT, "CHANNEL", "link: the Telegram channel." },
	CLI_OPTIONS_END,
};

static const struct remote_column CONTACT_COLUMNS[] = {
	{ "id", "Id" },
	{ "name", "Name" },
	{ "user_name", "User" },
	{ "language", "Language", true },
	{ "zone", "Time zone", true },
	{ "quiet_from", "Quiet from" },
	{ "quiet_until", "Until" },
	{ "targets", "Targets" },
	{ NULL },
};

/* The list of addresses is JSON on the command line. */
static int
ask_with_addresses(struct cli_call *call, struct remote *r)
{
	int status = CLI_DONE;
	json_t *args = verb_args(call, &status), *given;
	const char *text = json_string_value(json_object_get(args, "addresses"));

	if (!args)
		return status;
	given = text ? json_loads(text, 0, NULL) : NULL;
	if (text && !json_is_array(given)) {
		json_decref(given);
		remote_args_free(args);
		return cli_wrong_usage(call, "--addresses: a JSON list is expected");
	}
	if (given)
		(void)json_object_set_new(args, "addresses", given);
	return verb_finish(call, r, args);
}

static const struct remote_verb CONTACT_VERBS[] = {
	{ "list", 0, 0, verb_list },
	{ "show", 1, 1, verb_ask, "contact.get", "id" },
	{ "add", 1, 1, ask_with_addresses, "contact.add", "name" },
	{ "change", 1, 1, ask_with_addresses, "contact.change", "id" },
	{ "delete", 1, 1, verb_ask, "contact.delete", "id", true },
	{ "link", 1, 1, verb_ask, "contact.link", "id" },
	{ NULL },
};

static const struct remote_noun CONTACT = { CONTACT_VERBS, CONTACT_COLUMNS, "contacts",
	NULL, 0, "name", .plural = "contacts" };

const struct cli_command cmd_contact = {
	.name = "contact",
	.summary = "list and change the people who get messages",
	.usage = "list | show CONTACT | add NAME | change CONTACT |\n"
		 "       delete CONTACT | link CONTACT [--channel CHANNEL]",
	.help = HELP_OF(
	    "A contact") "link makes a code for one use within ten minutes: sent to "
			 "the bot as\n"
			 "/start CODE it links the Telegram chat to the contact.\n",
	.examples = "facho contact add Ana --user ana --zone America/La_Paz \\\n"
		    "    --quiet-from 22:00 --quiet-until 06:30\n"
		    "facho contact link Ana\n",
	.entity = &CONTACT_ENTITY,
	.options = { CONTACT_OPTIONS, LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(CONTACT, 1),
};

/* ---- targets ------------------------------------------------------------------------------ */

static const struct remote_column TARGET_COLUMNS[] = {
	{ "id", "Id" },
	{ "name", "Name" },
	{ "channel_name", "Channel" },
	{ "contact_name", "Contact", true },
	{ "address", "Address" },
	{ "language", "Language", true },
	{ "enabled", "Enabled" },
	{ "last_sent_at", "Last message" },
	{ NULL },
};

static const struct remote_verb TARGET_VERBS[] = { VERBS_OF("target", "name"), { NULL } };

static const struct remote_noun TARGET = { TARGET_VERBS, TARGET_COLUMNS, "targets", NULL,
	0, "name", .plural = "targets" };

const struct cli_command cmd_target = {
	.name = "target",
	.summary = "list and change the targets: chats, mailboxes, programs",
	.usage = "list | show TARGET |\n"
		 "       add NAME --channel CHANNEL [--address ADDRESS] |\n"
		 "       change TARGET | delete TARGET",
	.help = HELP_OF("A target") "The included routes are for the first target: "
				    "critical and major\n"
				    "incidents, and incidents of the program itself.\n",
	.examples = "facho target add NOC --channel Bot --address -1001234567890\n"
		    "facho target add \"On call\" --channel Mail --contact Ana\n",
	.entity = &TARGET_ENTITY,
	.options = { LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(TARGET, 1),
};

/* ---- routes -------------------------------------------------------------------------------- */

static const struct remote_column ROUTE_COLUMNS[] = {
	{ "id", "Id" },
	{ "place", "Place" },
	{ "name", "Name" },
	{ "enabled", "Enabled" },
	{ "filter", "Filter" },
	{ "targets", "Targets" },
	{ "delay_s", "Delay (s)", true },
	{ "is_continue", "Continues", true },
	{ NULL },
};

static const struct remote_verb ROUTE_VERBS[] = { VERBS_OF("route", "name"), { NULL } };

static const struct remote_noun ROUTE = { ROUTE_VERBS, ROUTE_COLUMNS, "routes", NULL, 0,
	"place", .plural = "routes" };

const struct cli_command cmd_route = {
	.name = "route",
	.summary = "list and change the routes: which incidents go to which targets",
	.usage = "list | show ROUTE | add NAME --filter JSON --targets JSON |\n"
		 "       change ROUTE | delete ROUTE",
	.help = HELP_OF("A route") "Routes are tried in the order of their place. The "
				   "first route that matches\n"
				   "is used; if its is-continue is yes, the following "
				   "routes are tried too.\n",
	.examples = "facho route list\n"
		    "facho route add Centro --targets '[\"NOC\"]' \\\n"
		    "    --filter '[{\"field\": \"olt\", \"op\": \"=\", "
		    "\"value\": \"centro\"}]'\n",
	.entity = &ROUTE_ENTITY,
	.options = { LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(ROUTE, 1),
};

/* ---- silences -------------------------------------------------------------------------------- */

static const struct cli_option SILENCE_OPTIONS[] = {
	{ 0, "for", CLI_TEXT, "TIME",
	    "add, change: how long, like 1h; instead of --until-at." },
	{ 0, "until", CLI_TEXT, "WHEN",
	    "add, change: tomorrow (at 08:00) or end (of its incident)." },
	CLI_OPTIONS_END,
};

static const struct remote_column SILENCE_COLUMNS[] = {
	{ "id", "Id" },
	{ "from_at", "From" },
	{ "until_at", "Until" },
	{ "incident", "Incident" },
	{ "filter", "Filter" },
	{ "who", "Who" },
	{ "why", "Why" },
	{ "hidden", "Hidden" },
	{ "ended_at", "Ended", true },
	{ NULL },
};

/* Where it was made. */
static int
add_silence(struct cli_call *call, struct remote *r)
{
	int status = CLI_DONE;
	json_t *args = verb_args(call, &status);

	if (!args)
		return status;
	(void)json_object_set_new(args, "source", json_string("cli"));
	return verb_finish(call, r, args);
}

static const struct remote_verb SILENCE_VERBS[] = {
	{ "list", 0, 0, verb_list },
	{ "show", 1, 1, verb_ask, "silence.get", "id" },
	{ "add", 0, 0, add_silence, "silence.add" },
	{ "change", 1, 1, verb_ask, "silence.change", "id" },
	{ "end", 1, 1, verb_ask, "silence.end", "id", true },
	{ "delete", 1, 1, verb_ask, "silence.delete", "id", true },
	{ NULL },
};

static const struct remote_noun SILENCE = { SILENCE_VERBS, SILENCE_COLUMNS, "silences",
	NULL, 0, "-from_at", .plural = "silences" };

const struct cli_command cmd_silence = {
	.name = "silence",
	.summary = "list, add and end silences: no messages for some time",
	.usage = "list | show N |\n"
		 "       add --for TIME | --until WHEN [--filter JSON | --incident N] |\n"
		 "       change N | end N | delete N",
	.help = HELP_OF("A silence") "No messages are sent about the incidents of a "
				     "silence, but they are still\n"
				     "detected and shown. Messages about problems that "
				     "are still open are sent\n"
				     "when it ends. The maximum is 24 hours for "
				     "operators and 30 days for\n"
				     "administrators. The silence of one incident can\n"
				     "last until it ends.\n",
	.examples = "facho silence add --for 2h --why \"fibre works\" \\\n"
		    "    --filter '[{\"field\": \"port\", \"op\": \"=\", \"value\": "
		    "\"0/1/3\"}]'\n"
		    "facho silence add --incident 71 --for 1h\n"
		    "facho silence end 4\n",
	.entity = &SILENCE_ENTITY,
	.options = { SILENCE_OPTIONS, LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(SILENCE, 1),
};

/* ---- maintenances ------------------------------------------------------------------------------ */

static const struct remote_column MAINTENANCE_COLUMNS[] = {
	{ "id", "Id" },
	{ "title", "Title" },
	{ "mode", "Mode" },
	{ "from_at", "From" },
	{ "until_at", "Until" },
	{ "rrule", "Recurs" },
	{ "zone", "Time zone", true },
	{ "who", "Who", true },
	{ "ended_at", "Ended", true },
	{ NULL },
};

static const struct remote_verb MAINTENANCE_VERBS[] = {
	VERBS_OF("maintenance", "title"),
	{ "end", 1, 1, verb_ask, "maintenance.end", "id", true },
	{ NULL },
};

static const struct remote_noun MAINTENANCE = { MAINTENANCE_VERBS, MAINTENANCE_COLUMNS,
	"maintenances", NULL, 0, "-from_at", .plural = "maintenances" };

const struct cli_command cmd_maintenance = {
	.name = "maintenance",
	.summary = "list and plan maintenances",
	.usage = "list | show N |\n"
		 "       add TITLE --from-at TIME --until-at TIME |\n"
		 "       add TITLE --from-at TIME --rrule RULE --length-s SECONDS\n"
		 "           [--zone ZONE] |\n"
		 "       change N | end N | delete N",
	.help = HELP_OF("A maintenance") "Messages about problems that are still open "
					 "are sent ten minutes after its\n"
					 "end.\n",
	.examples = "facho maintenance add Poda --from-at 2026-12-01T02:00 \\\n"
		    "    --until-at 2026-12-01T04:00\n"
		    "facho maintenance add Weekly --from-at 2026-12-06T02:00 \\\n"
		    "    --length-s 7200 --rrule 'FREQ=WEEKLY;BYDAY=SU' \\\n"
		    "    --zone America/Santiago\n"
		    "facho maintenance end 3\n",
	.entity = &MAINTENANCE_ENTITY,
	.options = { LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(MAINTENANCE, 1),
};

/* ---- templates ----------------------------------------------------------------------------------- */

static const struct cli_option TEMPLATE_OPTIONS[] = {
	{ 0, "incident", CLI_INT, "N", "preview: this incident; default: an example.",
	    .min = 1, .max = INT32_MAX },
	CLI_OPTIONS_END,
};

static const struct remote_column TEMPLATE_COLUMNS[] = {
	{ "id", "Id" },
	{ "set", "Set" },
	{ "language", "Language" },
	{ "kind", "Kind" },
	{ "targets", "Targets" },
	{ "updated_at", "Changed", true },
	{ NULL },
};

/* The text, as it would be read. */
static int
preview(struct cli_call *call, struct remote *r)
{
	int status = CLI_DONE;
	json_t *result = verb_result(call, r, &status);

	if (!result)
		return status;
	if (remote_wants_data(call))
		status = remote_print_object(call, result);
	else
		(void)fprintf(call->out, "%s\n",
		    json_string_value(json_object_get(result, "text")));
	json_decref(result);
	return status;
}

static const struct remote_verb TEMPLATE_VERBS[] = {
	VERBS_OF("template", "set"),
	{ "preview", 0, 1, preview, "template.preview", "id" },
	{ NULL },
};

static const struct remote_noun TEMPLATE = { TEMPLATE_VERBS, TEMPLATE_COLUMNS,
	"templates", NULL, 0, "set", .plural = "templates" };

const struct cli_command cmd_template = {
	.name = "template",
	.summary = "list and change the templates of messages",
	.usage = "list | show N |\n"
		 "       add SET --language es|en --kind KIND --body TEXT |\n"
		 "       change N | delete N | preview [N] [--body TEXT] [--incident N]",
	.help =
	    HELP_OF("A template") "Targets use a set of templates by its name. For kinds "
				  "of messages that are\n"
				  "not in the set, the included templates are used.\n",
	.examples = "facho template preview --kind incident.resolved --language en\n"
		    "facho template add short --language es --kind incident.opened \\\n"
		    "    --body \"**{{place}}** {{sentence}}\"\n",
	.entity = &TEMPLATE_ENTITY,
	.options = { TEMPLATE_OPTIONS, LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(TEMPLATE, 1),
};

/* ---- messages -------------------------------------------------------------------------------------- */

static const struct cli_option NOTIFY_OPTIONS[] = {
	{ 0, "target", CLI_TEXT, "TARGET",
	    "test: the target; default: the first one of the channel." },
	{ 0, "incident", CLI_INT, "N",
	    "test: send this incident; outbox list: messages about it.", .min = 1,
	    .max = INT32_MAX },
	{ 0, "state", CLI_TEXT, "STATE",
	    "outbox list: only those that are queued, sending, sent, confirmed, unsure, "
	    "dead or dropped." },
	{ 0, "count", CLI_INT, "N", "outbox list: maximum number of rows; 0 for all.",
	    .max = CLI_ANY_NUMBER * 16 },
	CLI_OPTIONS_END,
};

static const struct remote_column OUTBOX_COLUMNS[] = {
	{ "id", "Id" },
	{ "created_at", "Made" },
	{ "state", "State" },
	{ "target_name", "Target" },
	{ "channel_name", "Channel", true },
	{ "incident", "Incident" },
	{ "act", "Act", true },
	{ "attempts", "Attempts" },
	{ "sent_at", "Sent" },
	{ "last_error", "Last error" },
	{ NULL },
};

static int
list_outbox(struct cli_call *call, struct remote *r)
{
	json_t *filter = json_object();
	struct remote_other all = { "outbox", "-id", "messages", filter, 50,
		OUTBOX_COLUMNS };

	remote_set_text(filter, "state", cli_text(call, "state"));
	if (cli_given(call, "incident"))
		(void)json_object_set_new(
		    filter, "incident", json_integer(cli_number(call, "incident")));
	return verb_other_list(call, r, &all);
}

static int
act_on_message(struct cli_call *call, struct remote *r, const char *operation)
{
	return remote_show(
	    call, r, operation, json_pack("{s:s}", "outbox", call->args[2]));
}

/* outbox list, or show, retry, drop and a number. */
static int
outbox(struct cli_call *call, struct remote *r)
{
	static const struct {
		const char *word, *operation;
	} ACTS[] = { { "show", "outbox.get" }, { "retry", "outbox.retry" },
		{ "drop", "outbox.drop" } };

	if (strcmp(call->args[1], "list") == 0 && call->n_args == 2)
		return list_outbox(call, r);
	for (size_t i = 0; i < sizeof(ACTS) / sizeof(ACTS[0]); i++) {
		if (strcmp(call->args[1], ACTS[i].word) == 0 && call->n_args == 3)
			return act_on_message(call, r, ACTS[i].operation);
	}
	return cli_wrong_usage(
	    call, "outbox: list, or show, retry or drop and the number of a message");
}

static const struct remote_column TRY_COLUMNS[] = {
	{ "route_name", "Route" },
	{ "target_name", "Target" },
	{ "why", "Why" },
	{ "at", "When" },
	{ "delay_s", "Delay (s)", true },
	{ NULL },
};

/* Who would be told of an incident. */
static int
try_routes(struct cli_call *call, struct remote *r)
{
	int64_t incident = 0;
	int status = CLI_DONE;
	json_t *result;

	if (units_parse_int(call->args[1], &incident) != RC_OK)
		return cli_wrong_usage(
		    call, "\"%.40s\" is not the number of an incident", call->args[1]);
	result = remote_result(call, r, "route.try",
	    json_pack("{s:I}", "incident", (json_int_t)incident), &status);
	if (result)
		status = remote_print_rows(call, json_object_get(result, "results"),
		    "routes that fit", TRY_COLUMNS,
		    sizeof(TRY_COLUMNS) / sizeof(TRY_COLUMNS[0]) - 1);
	json_decref(result);
	return status;
}

static const struct remote_verb NOTIFY_VERBS[] = {
	{ "try", 1, 1, try_routes },
	{ "test", 1, 1, verb_ask, "channel.test", "id" },
	{ "outbox", 1, 2, outbox, .options = "state incident count" },
	{ NULL },
};

static const struct remote_noun NOTIFY = { NOTIFY_VERBS };

const struct cli_command cmd_notify = {
	.name = "notify",
	.summary = "test a channel, and list messages",
	.usage = "test CHANNEL [--target TARGET] [--incident N] | try INCIDENT |\n"
		 "       outbox list [--state STATE] | outbox show|retry|drop N",
	.help =
	    "Nothing is sent until there is a channel (facho channel) with a target\n"
	    "(facho target). Routes (facho route) define which incidents go to which\n"
	    "targets. Silences (facho silence) and maintenances (facho maintenance)\n"
	    "prevent messages. Contacts (facho contact) are the people who get them, "
	    "and\n"
	    "templates (facho template) define their text.\n"
	    "\n"
	    "test sends a message in the usual way: template, outbox, courier. `facho\n"
	    "notify outbox show N` shows its state. try shows who would be told about "
	    "an\n"
	    "incident.\n",
	.examples = "facho notify test Bot\n"
		    "facho notify try 71\n"
		    "facho notify outbox list --state dead\n"
		    "facho notify outbox retry 17\n",
	.min_args = 2,
	.max_args = 3,
	.uses_settings = true,
	.options = { NOTIFY_OPTIONS, REMOTE_OPTIONS },
	.noun = &NOTIFY,
	.run = remote_run,
};

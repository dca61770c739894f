/* SPDX-License-Identifier: Apache-2.0
 *
 * facho incident: what is wrong, once, with its cause; and what people do with it.
 */
#include "cli/frame/commands.h"

#include "cli/remote/remote.h"

static const struct remote_column COLUMNS[] = {
	{ "id", "Incident" },
	{ "severity", "Severity" },
	{ "state", "State" },
	{ "olt_name", "OLT" },
	{ "place", "Position" },
	{ "cause", "Cause" },
	{ "confidence", "Sure %", true },
	{ "affected", "Down" },
	{ "affected_max", "At most", true },
	{ "since_at", "Since" },
	{ "resolved_at", "Resolved", true },
	{ "acked_by", "Acknowledged by", true },
	{ "owner", "Owner", true },
	{ "sentence_en", "What", true },
	{ NULL },
};

static const struct remote_column MEMBER_COLUMNS[] = {
	{ "onu_id", "ONU" },
	{ "olt_name", "OLT", true },
	{ "place", "Position" },
	{ "serial", "Serial" },
	{ "description", "Description" },
	{ "down_at", "Down" },
	{ "up_at", "Back" },
	{ "evidence", "Evidence" },
	{ "distance_m", "Distance m", true },
	{ NULL },
};

static const struct remote_column LOG_COLUMNS[] = {
	{ "at", "At" },
	{ "kind", "What" },
	{ "who", "Who" },
	{ "details", "Details" },
	{ NULL },
};

/* The timeline is a list of its own. */
static int
verb_timeline(struct cli_call *call, struct remote *r)
{
	int status = CLI_DONE;
	json_t *result = remote_result(call, r, "list",
	    json_pack("{s:s, s:s, s:s, s:i}", "list", "incident_log", "incident",
		call->args[1], "ordering", "at", "page_size", 1000),
	    &status);

	if (result)
		status =
		    remote_print_rows(call, json_object_get(result, "results"), "lines",
			LOG_COLUMNS, sizeof(LOG_COLUMNS) / sizeof(LOG_COLUMNS[0]) - 1);
	json_decref(result);
	return status;
}

/* The first thousand; the API has pages. */
static int
verb_members(struct cli_call *call, struct remote *r)
{
	int status = CLI_DONE;
	json_t *args = verb_args(call, &status);

	if (!args)
		return status;
	(void)json_object_set_new(args, "page_size", json_integer(1000));
	return verb_finish(call, r, args);
}

static const struct remote_verb VERBS[] = {
	{ "list", 0, 0, verb_list },
	{ "show", 1, 1, verb_ask, "incident.get", "incident" },
	{ "members", 1, 1, verb_members, "incident.members", "incident", true, "results",
	    MEMBER_COLUMNS, .nothing = "members" },
	{ "timeline", 1, 1, verb_timeline },
	{ "similar", 1, 1, verb_ask, "incident.similar", "incident", true, "results",
	    COLUMNS, .nothing = "similar incidents" },
	{ "ack", 1, 1, verb_ask, "incident.ack", "incident", true },
	{ "unack", 1, 1, verb_ask, "incident.unack", "incident", true },
	{ "assign", 2, 2, verb_ask, "incident.assign", "incident owner", true },
	{ "note", 2, 2, verb_ask, "incident.note", "incident note", true },
	{ "close", 2, 2, verb_ask, "incident.close", "incident reason", true },
	{ "reopen", 1, 1, verb_ask, "incident.reopen", "incident", true },
	{ "look", 1, 1, verb_ask, "incident.look", "incident", true },
	{ "silence", 1, 1, verb_ask, "incident.silence", "incident", true },
	{ "real-cause", 2, 2, verb_ask, "incident.real_cause", "incident real_cause",
	    true },
	{ NULL },
};

static const struct remote_noun NOUN = { VERBS, COLUMNS, "incidents", NULL, 50,
	"-since_at", .plural = "incidents" };

static const struct cli_option OPTIONS[] = {
	{ 0, "for", CLI_TEXT, "TIME",
	    "ack, silence: for how long, like 2h; ack: four hours at most." },
	{ 0, "until", CLI_TEXT, "WHEN",
	    "silence: tomorrow (at 08:00) or end (of the incident)." },
	{ 0, "false-alarm", CLI_FLAG, NULL, "close, real-cause: there was no problem.",
	    .key = "false_alarm" },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_incident = {
	.name = "incident",
	.summary = "list, show, acknowledge and close incidents",
	.usage = "list [--open yes] [--severity SEVERITY] [--olt OLT] | show ID |\n"
		 "       members ID | timeline ID | similar ID | ack ID [--for TIME] |\n"
		 "       unack ID | assign ID OWNER | note ID TEXT |\n"
		 "       close ID REASON [--false-alarm] | reopen ID | look ID |\n"
		 "       silence ID [--for TIME | --until WHEN] |\n"
		 "       real-cause ID TEXT [--false-alarm]",
	.help = "An incident is one problem with one cause: a cut fibre with all of its\n"
		"customers is one incident. ID is the number shown by list.\n",
	.examples = "facho incident list --open yes\n"
		    "facho incident members 71 --csv\n"
		    "facho incident ack 71 --for 2h\n"
		    "facho incident silence 71 --until end\n"
		    "facho incident close 71 'planned work'\n",
	.options = { OPTIONS, LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(NOUN, 2),
};

/* SPDX-License-Identifier: Apache-2.0
 *
 * facho onu: the ONUs that the program that runs knows.
 */
#include "cli/frame/commands.h"

#include <string.h>

#include "base/arena.h"
#include "cli/remote/history_int.h"
#include "cli/remote/remote.h"
#include "cli/frame/utf8.h"

static const struct remote_noun NOUN;

static const struct cli_option OPTIONS[] = {
	{ 0, "limit", CLI_INT, "N", "find: the maximum number of results.", .min = 1,
	    .max = 200 },
	{ 0, "at", CLI_TEXT, "TIME", "neighbours: at this time, instead of now." },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_onu = {
	.name = "onu",
	.summary = "find, list, show and read the ONUs of all OLTs",
	.usage = "find TEXT | list | show ONU | refresh ONU | history ONU [METRIC] |\n"
		 "       neighbours ONU [METRIC] | siblings ONU [METRIC] | events ONU |\n"
		 "       outages ONU | timeline ONU",
	.help =
	    "find searches all OLTs for a serial, MAC, subscriber, description or\n"
	    "position, or a part of it. Case, accents and word order are ignored.\n"
	    "Serials and MACs may have any notation (4857544312AB000F), and so may\n"
	    "positions (0/1/0/11). The address of an OLT finds its ONUs. ONU is a\n"
	    "number or a serial.\n"
	    "\n"
	    "refresh reads the ONU from the OLT now, after the runs that already use\n"
	    "the OLT, and shows it. METRIC is onu_rx (default), olt_rx, onu_tx,\n"
	    "temperature, distance or another metric. neighbours shows the same\n"
	    "metric of all ONUs of the port; siblings shows their history. Use them\n"
	    "to tell a fibre problem from a problem at the customer.\n"
	    "\n"
	    "outages shows when the ONU was down, why and for how long, and its\n"
	    "availability. timeline shows all its states in order. Both cover the\n"
	    "last day, or the time since --from.\n",
	.examples = "facho onu find perez\n"
		    "facho onu find 'peru 902'\n"
		    "facho onu show HWTC12345678\n"
		    "facho onu list --olt centro --cause los_port\n"
		    "facho onu list --onu_rx_dbm ..-27 --order onu_rx_dbm --csv\n"
		    "facho onu history HWTC12345678 onu_rx --from 7d\n"
		    "facho onu outages HWTC12345678 --from 30d\n",
	.options = { OPTIONS, HISTORY_OPTIONS, LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(NOUN, 2),
};

/* ---- one of them --------------------------------------------------------------------------- */

static const struct remote_column VALUE_COLUMNS[] = {
	{ "name", "Value" },
	{ "value", "Is" },
	{ "level", "Level", .words = WORDS_LEVEL },
	{ "at", "Read" },
};

/* {"onu_rx": {"value": ...}} as rows with their names. */
static json_t *
values_as_rows(json_t *values)
{
	json_t *rows = json_array(), *value;
	const char *name;

	json_object_foreach(values, name, value)
	{
		json_t *row = json_copy(value);

		(void)json_object_set_new(row, "name", json_string(name));
		(void)json_array_append_new(rows, row);
	}
	return rows;
}

static void
print_field(FILE *out, const char *what, const json_t *value)
{
	const char *text = json_string_value(value);

	if (!text || !*text)
		return;
	(void)fprintf(out, "%-12s ", what);
	utf8_print(out, text);
	(void)fputc('\n', out);
}

static void
print_fact(FILE *out, const char *what, const json_t *fact)
{
	print_field(out, what, json_object_get(fact, "words"));
}

/* What one wants to know on the telephone: who, where, how, and since when. */
static void
print_onu(struct cli_call *call, const json_t *onu)
{
	static const struct {
		const char *key, *what;
	} FIELDS[] = { { "serial", "Serial" }, { "olt_name", "OLT" },
		{ "place", "Position" }, { "subscriber", "Subscriber" },
		{ "description", "Description" }, { "name", "Name" }, { "mac", "MAC" },
		{ "model", "Model" } };
	const json_t *facts = json_object_get(onu, "facts");
	const char *sentence = json_string_value(json_object_get(onu, "sentence"));

	utf8_print(call->out, sentence ? sentence : "");
	(void)fputs("\n\n", call->out);
	for (size_t i = 0; i < sizeof(FIELDS) / sizeof(FIELDS[0]); i++)
		print_field(
		    call->out, FIELDS[i].what, json_object_get(onu, FIELDS[i].key));
	print_fact(call->out, "Presence", json_object_get(facts, "presence"));
	print_fact(call->out, "Admin state", json_object_get(facts, "admin"));
	print_fact(call->out, "Run state", json_object_get(facts, "run"));
	(void)fputc('\n', call->out);
}

static int
print_values(struct cli_call *call, json_t *values)
{
	json_t *rows = values_as_rows(values);
	int status = remote_print_rows(call, rows, "values", VALUE_COLUMNS,
	    sizeof(VALUE_COLUMNS) / sizeof(VALUE_COLUMNS[0]));

	json_decref(rows);
	return status;
}

/* Takes the ONU; NULL: that has been said. */
static int
print_and_free(struct cli_call *call, json_t *onu, int status)
{
	if (onu && remote_wants_json(call)) {
		status = remote_print_object(call, onu);
	} else if (onu) {
		if (!remote_wants_csv(call))
			print_onu(call, onu);
		status = print_values(call, json_object_get(onu, "values"));
	}
	json_decref(onu);
	return status;
}

static int
show(struct cli_call *call, struct remote *r)
{
	int status = CLI_DONE;
	json_t *onu = verb_result(call, r, &status);

	return print_and_free(call, onu, status);
}

/* What came of the execution: the ONU as it is now, or why not. */
static int
show_refreshed(struct cli_call *call, struct remote *r, const json_t *execution)
{
	int ended = remote_status_of(execution), status = CLI_DONE;
	const char *message = json_string_value(json_object_get(execution, "message"));
	json_t *onu;

	if (ended != CLI_DONE)
		(void)cli_failed(
		    call, "%s", message && *message ? message : "it could not be read");
	if (ended == CLI_FAILED)
		return ended;
	onu = remote_result(
	    call, r, "onu.get", json_pack("{s:s}", "onu", call->args[1]), &status);
	status = print_and_free(call, onu, status);
	return status == CLI_DONE ? ended : status;
}

/* The device is asked now, and then what it said is shown. */
static int
refresh(struct cli_call *call, struct remote *r)
{
	int status = CLI_DONE;
	json_t *begun = verb_result(call, r, &status), *execution;

	if (!begun)
		return status;
	execution = remote_ended(
	    call, r, json_integer_value(json_object_get(begun, "execution")));
	status = execution ? show_refreshed(call, r, execution) : CLI_FAILED;
	json_decref(begun);
	json_decref(execution);
	return status;
}

/* ---- what happened to it ---------------------------------------------------------------------- */

static int
events(struct cli_call *call, struct remote *r)
{
	static const struct remote_column COLUMNS[] = { { "at", "At" },
		{ "kind", "What", .words = WORDS_ONU_EVENT },
		{ "before", "Before", .words = WORDS_ONU },
		{ "after", "After", .words = WORDS_ONU },
		{ "cause", "Cause", .words = WORDS_CAUSE } };
	int status = CLI_DONE;
	json_t *result = remote_result(call, r, "list",
	    json_pack("{s:s, s:s, s:i}", "list", "onu_events", "onu", call->args[1],
		"page_size", 1000),
	    &status);

	if (result)
		status = remote_print_rows(call, json_object_get(result, "results"),
		    "events", COLUMNS, sizeof(COLUMNS) / sizeof(COLUMNS[0]));
	json_decref(result);
	return status;
}

/* How much of the time that anybody looked it was online. */
static void
print_availability(struct cli_call *call, const json_t *timeline)
{
	struct arena *arena OWNED(arena_free) = arena_new(0);
	const json_t *share = json_object_get(timeline, "availability_pct");
	const char *observed = arena
	    ? remote_duration(
		  json_integer_value(json_object_get(timeline, "observed_ms")), arena)
	    : NULL;

	if (!json_is_real(share) || !observed)
		(void)fputs("It was not observed.\n\n", call->out);
	else
		(void)fprintf(call->out, "Online for %.2f %% of the %s observed.\n\n",
		    json_real_value(share), observed);
}

static int
timeline(struct cli_call *call, struct remote *r)
{
	int status = CLI_DONE;
	json_t *result = verb_result(call, r, &status);

	if (result && !remote_wants_data(call))
		print_availability(call, result);
	if (result)
		status = verb_print(call, result);
	json_decref(result);
	return status;
}

/* ---- the noun ---------------------------------------------------------------------------- */

static const struct remote_column COLUMNS[] = {
	{ "id", "ONU" },
	{ "olt_name", "OLT" },
	{ "place", "Position" },
	{ "serial", "Serial" },
	{ "is_duplicate", "Two places", true },
	{ "subscriber", "Subscriber", true },
	{ "description", "Description" },
	{ "run_state", "State", .words = WORDS_ONU },
	{ "cause", "Cause", true, .words = WORDS_CAUSE },
	{ "run_since", "Since", true },
	{ "onu_rx_dbm", "ONU Rx", true },
	{ "olt_rx_dbm", "OLT Rx", true },
	{ "level", "Level", true, .words = WORDS_LEVEL },
	{ NULL },
};

static const struct remote_column FOUND_COLUMNS[] = {
	{ "id", "ONU" },
	{ "olt_name", "OLT" },
	{ "place", "Position" },
	{ "serial", "Serial" },
	{ "mac", "MAC", true },
	{ "subscriber", "Subscriber", true },
	{ "description", "Description" },
	{ "run_state", "State", .words = WORDS_ONU },
	{ "sentence", "How it is" },
	{ NULL },
};

static const struct remote_column NEIGHBOUR_COLUMNS[] = {
	{ "place", "Position" },
	{ "serial", "Serial" },
	{ "run_state", "State", .words = WORDS_ONU },
	{ "value", "Value" },
	{ "level", "Level", .words = WORDS_LEVEL },
	{ "is_self", "It" },
	{ NULL },
};

static const struct remote_column SIBLING_COLUMNS[] = {
	{ "at", "At" },
	{ "low", "Lowest" },
	{ "median", "Median" },
	{ "high", "Highest" },
	{ "count", "ONUs" },
	{ NULL },
};

static const struct remote_column OUTAGE_COLUMNS[] = {
	{ "since", "Since" },
	{ "until", "Until" },
	{ "duration_ms", "Duration", .is_duration = true },
	{ "state", "State", true, .words = WORDS_ONU },
	{ "cause", "Cause", .words = WORDS_CAUSE },
	{ NULL },
};

static const struct remote_column STRETCH_COLUMNS[] = {
	{ "from", "From" },
	{ "to", "To" },
	{ "state", "State", .words = WORDS_ONU },
	{ "cause", "Cause", .words = WORDS_CAUSE },
	{ NULL },
};

static const struct remote_verb VERBS[] = {
	{ "find", 1, 1, verb_ask, "onu.find", "text", true, "results", FOUND_COLUMNS,
	    .nothing = "ONUs" },
	{ "list", 0, 0, verb_list },
	{ "show", 1, 1, show, "onu.get", "onu" },
	{ "refresh", 1, 1, refresh, "onu.refresh", "onu" },
	{ "tag", 1, 2, verb_tag, "onu.tag", "onu tags" },
	{ "history", 1, 2, verb_ask, "onu.history", "onu metric", true, "points",
	    HISTORY_COLUMNS, .nothing = "values" },
	{ "neighbours", 1, 2, verb_ask, "onu.neighbours", "onu metric", true, "results",
	    NEIGHBOUR_COLUMNS, .nothing = "ONUs" },
	{ "siblings", 1, 2, verb_ask, "onu.siblings", "onu metric", true, "points",
	    SIBLING_COLUMNS, .nothing = "values" },
	{ "events", 1, 1, events },
	{ "outages", 1, 1, timeline, "onu.timeline", "onu", true, "outages",
	    OUTAGE_COLUMNS },
	{ "timeline", 1, 1, timeline, "onu.timeline", "onu", true, "stretches",
	    STRETCH_COLUMNS, .nothing = "states" },
	{ NULL },
};

static const struct remote_noun NOUN = { VERBS, COLUMNS, "onus", NULL, 0,
	.plural = "ONUs" };

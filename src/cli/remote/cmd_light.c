/* SPDX-License-Identifier: Apache-2.0
 *
 * facho light, facho problem: which ONUs get little light or less than before, and what is
 * wrong now.
 */
#include "cli/frame/commands.h"

#include "cli/remote/remote.h"

/* ---- light --------------------------------------------------------------------------- */

enum { WORST = 50 };

static const struct remote_column WORSE_COLUMNS[] = {
	{ "id", "ONU" },
	{ "olt_name", "OLT" },
	{ "place", "Position" },
	{ "serial", "Serial" },
	{ "subscriber", "Subscriber", true },
	{ "description", "Description" },
	{ "change_7d_db", "7 days dB" },
	{ "change_30d_db", "30 days dB" },
	{ "onu_rx_dbm", "ONU Rx" },
	{ "olt_rx_dbm", "OLT Rx" },
	{ "level", "Level", .words = WORDS_LEVEL },
	{ "run_state", "State", true, .words = WORDS_ONU },
	{ NULL },
};

static const struct remote_column WORST_COLUMNS[] = {
	{ "id", "ONU" },
	{ "olt_name", "OLT" },
	{ "place", "Position" },
	{ "serial", "Serial" },
	{ "subscriber", "Subscriber", true },
	{ "description", "Description" },
	{ "margin_db", "Left dB" },
	{ "onu_rx_dbm", "ONU Rx" },
	{ "olt_rx_dbm", "OLT Rx" },
	{ "level", "Level", .words = WORDS_LEVEL },
	{ "run_state", "State", true, .words = WORDS_ONU },
	{ NULL },
};

static const struct remote_column OLT_COLUMNS[] = {
	{ "name", "OLT" },
	{ "onus_present", "ONUs" },
	{ "onus_bad", "Bad" },
	{ "onus_warn", "Weak" },
	{ "onus_worse_7d", "Worse in 7 days" },
	{ "onus_worse_30d", "In 30 days" },
	{ "compared_at", "Compared", true },
	{ NULL },
};

/* Those that tell a level, the one nearest to being cut off first. */
static int
worst(struct cli_call *call, struct remote *r)
{
	struct remote_other onus = { .list = "onus",
		.order = "margin_db",
		.plural = "levels",
		.filter = json_pack("{s:i}", "margin_db__lt", 1000),
		.usual = WORST,
		.columns = WORST_COLUMNS };

	return verb_other_list(call, r, &onus);
}

static int
olts(struct cli_call *call, struct remote *r)
{
	struct remote_other all = { .list = "light_olts",
		.order = "-onus_worse_7d",
		.plural = "OLTs",
		.filter = json_object(),
		.columns = OLT_COLUMNS };

	return verb_other_list(call, r, &all);
}

static const struct remote_verb LIGHT_VERBS[] = {
	{ "list", 0, 0, verb_list },
	{ "worst", 0, 0, worst, .options = "count" },
	{ "olts", 0, 0, olts, .options = "count" },
	{ NULL },
};

static const struct remote_noun LIGHT = { LIGHT_VERBS, WORSE_COLUMNS, "light", NULL, 50,
	"change_7d_db", .plural = "ONUs that got worse" };

const struct cli_command cmd_light = {
	.name = "light",
	.summary = "list ONUs with low or falling optical levels",
	.usage = "list | worst | olts",
	.help =
	    "list shows the ONUs that receive less light than 7 or 30 days ago, in\n"
	    "the worse of both directions, ordered by the loss in 7 days. The\n"
	    "comparison is made once an hour. worst shows the ONUs with the smallest\n"
	    "margin. olts counts both for each OLT; `facho port list` counts them for\n"
	    "each port.\n",
	.examples = "facho light worst\n"
		    "facho light list --olt_name centro\n"
		    "facho light list --is_worse_30d yes --order change_30d_db --csv\n",
	.options = { LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(LIGHT, 0),
};

/* ---- problems ------------------------------------------------------------------------ */

static const struct remote_column PROBLEM_COLUMNS[] = {
	{ "severity", "Severity", .words = WORDS_GRAVITY },
	{ "olt_name", "OLT" },
	{ "place", "Port" },
	{ "kind", "What", .words = WORDS_PROBLEM },
	{ "since", "Since" },
	{ "customers", "Customers" },
	{ "description", "Description", true },
	{ NULL },
};

static const struct remote_verb PROBLEM_VERBS[] = {
	{ "list", 0, 0, verb_ask, "problem.list", NULL, true, "results", PROBLEM_COLUMNS,
	    .nothing = "problems" },
	{ NULL },
};

static const struct remote_noun PROBLEM = { PROBLEM_VERBS, PROBLEM_COLUMNS, NULL, NULL, 0,
	.plural = "problems" };

const struct cli_command cmd_problem = {
	.name = "problem",
	.summary = "list current problems",
	.usage = "list",
	.help = "Shows OLTs that do not answer, ports whose ONUs are all down, quotas\n"
		"that are not met and problems of Facho itself, with the start time and\n"
		"the number of customers affected. Problems that have ended are not\n"
		"listed; see `facho log`.\n",
	.examples = "facho problem list\n"
		    "facho problem list --json\n",
	.options = { REMOTE_OPTIONS },
	REMOTE_COMMAND(PROBLEM, 0),
};

/* SPDX-License-Identifier: Apache-2.0
 *
 * facho port, value, poller, workflow, quota, violation, plan, log, audit, event: what the program that
 * runs has found, does, counted and decided.
 */
#include "cli/frame/commands.h"

#include "cli/remote/history_int.h"
#include "cli/remote/remote.h"

/* ---- ports --------------------------------------------------------------------------- */

static const struct remote_column PORT_COLUMNS[] = {
	{ "id", "Port" },
	{ "olt_name", "OLT" },
	{ "place", "Position" },
	{ "condition", "State", .words = WORDS_PORT },
	{ "condition_since", "Since", true },
	{ "onus_online", "Online" },
	{ "onus_present", "ONUs" },
	{ "onu_rx_median_dbm", "Median dBm" },
	{ "onu_rx_worst_dbm", "Worst dBm" },
	{ "onu_rx_change_db", "Since yesterday", true },
	{ "onus_bad", "Bad level", true },
	{ "fill_percent", "Fill %", true },
	{ "in_bps", "Upstream bit/s", true },
	{ "out_bps", "Downstream bit/s", true },
	{ "tx_dbm", "Tx dBm", true },
	{ "description", "Description" },
	{ "updated_at", "Updated", true },
	{ NULL },
};

static const struct remote_verb PORT_VERBS[] = {
	{ "list", 0, 0, verb_list },
	{ "show", 1, 1, verb_ask, "port.get", "port" },
	{ "history", 1, 2, verb_ask, "port.history", "port metric", true, "points",
	    HISTORY_COLUMNS, .nothing = "values" },
	{ NULL },
};

static const struct remote_noun PORT = { PORT_VERBS, PORT_COLUMNS, "pon_ports", NULL, 0,
	.plural = "PON ports" };

const struct cli_command cmd_port = {
	.name = "port",
	.summary = "list PON ports and show their history",
	.usage = "list [--olt OLT] [--condition dark] | show PORT |\n"
		 "       history PORT [port_onus|port_tx]",
	.help =
	    "PORT is the number shown by list. Levels are those received by the ONUs\n"
	    "of the port: the median, the worst, and the change of the median since\n"
	    "yesterday.\n",
	.examples = "facho port list --condition dark\n"
		    "facho port list --olt centro --order onu_rx_worst_dbm\n"
		    "facho port history 12 port_onus --from 7d\n",
	.options = { HISTORY_OPTIONS, LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(PORT, 2),
};

/* ---- values of custom OIDs ----------------------------------------------------------- */

static const struct remote_column VALUE_COLUMNS[] = {
	{ "id", "Value" },
	{ "olt_name", "OLT" },
	{ "name", "Name" },
	{ "index", "Index" },
	{ "place", "Position", true },
	{ "value", "Reading" },
	{ "unit", "Unit" },
	{ "rate", "Per second", true },
	{ "at", "At" },
	{ "oid", "OID", true },
	{ NULL },
};

static const struct remote_verb VALUE_VERBS[] = {
	{ "list", 0, 0, verb_list },
	{ "show", 1, 1, verb_ask, "value.get", "value" },
	{ "history", 1, 1, verb_ask, "value.history", "value", true, "points",
	    HISTORY_COLUMNS, .nothing = "values" },
	{ NULL },
};

static const struct remote_noun VALUE = { VALUE_VERBS, VALUE_COLUMNS, "olt_values", NULL,
	0, "name", .plural = "values" };

const struct cli_command cmd_value = {
	.name = "value",
	.summary = "list values of custom OIDs that do not belong to an ONU",
	.usage = "list [--olt OLT] [--name NAME] [--index INDEX] | show VALUE |\n"
		 "       history VALUE",
	.help = "A custom OID (purpose custom:NAME) may be a scalar or a column indexed\n"
		"by port, by interface or in another way. NAME is the name in its\n"
		"purpose. VALUE is a number shown by list. Values of ONUs are shown by\n"
		"`facho onu show`. The history of a counter is its rate per second.\n",
	.examples = "facho value list --olt centro\n"
		    "facho value list --name if_in_octets --csv\n"
		    "facho value history 12 --from 7d\n",
	.options = { HISTORY_OPTIONS, LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(VALUE, 1),
};

/* ---- pollers --------------------------------------------------------------------------- */

static const struct remote_column POLLER_COLUMNS[] = {
	{ "poller_id", "Poller" },
	{ "status", "Status" },
	{ "olt_name", "OLT" },
	{ "job_name", "Job" },
	{ "execution", "Execution", true },
	{ "since", "Since" },
	{ "busy_percent", "Busy %", true },
	{ "tasks_completed", "Completed", true },
	{ "tasks_delayed", "Late", true },
	{ NULL },
};

static const struct remote_column QUEUE_COLUMNS[] = {
	{ "execution", "Execution" },
	{ "olt_name", "OLT" },
	{ "job_name", "Job" },
	{ "lane", "Lane" },
	{ "priority", "Priority", true },
	{ "due_at", "Due", true },
	{ "late_ms", "Late ms" },
	{ "attempt", "Attempt", true },
	{ "asked_by", "Asked by", true },
	{ NULL },
};

static const struct remote_verb POLLER_VERBS[] = {
	{ "list", 0, 0, verb_ask, "poller.list", NULL, true, "results", POLLER_COLUMNS,
	    .nothing = "pollers" },
	{ "queue", 0, 0, verb_ask, "poller.queue", NULL, true, "results", QUEUE_COLUMNS,
	    .nothing = "executions in the queue" },
	{ "stats", 0, 0, verb_ask, "poller.stats" },
	{ NULL },
};

static const struct remote_noun POLLER = { POLLER_VERBS, POLLER_COLUMNS, NULL, NULL, 0,
	.plural = "pollers" };

const struct cli_command cmd_poller = {
	.name = "poller",
	.summary = "show what each poller does and what is in the queue",
	.usage = "list | queue | stats",
	.help = "`facho top` shows the same on a live screen.\n",
	.examples = "facho poller list\n"
		    "facho poller queue --json\n",
	.options = { REMOTE_OPTIONS },
	REMOTE_COMMAND(POLLER, 0),
};

/* ---- workflows -------------------------------------------------------------------------- */

static const struct remote_column WORKFLOW_COLUMNS[] = {
	{ "id", "Workflow" },
	{ "olt_name", "OLT" },
	{ "enabled", "Enabled" },
	{ "nodes", "Nodes" },
	{ "next_run_at", "Next" },
	{ "next_run", "What next" },
	{ NULL },
};

/* Masters, in the order in which they run. */
static const struct remote_column UNIT_COLUMNS[] = {
	{ "id", "Node" },
	{ "job_name", "Job" },
	{ "runs", "Runs" },
	{ "interval_ms", "Every", .is_span = true },
	{ "cron", "Cron", true },
	{ "priority", "Priority", true },
	{ "next_run_at", "Next" },
	{ "next_run", "What next" },
	{ "last_run_at", "Last", true },
	{ "chain", "Chained" },
	{ NULL },
};

static const struct remote_verb WORKFLOW_VERBS[] = {
	{ "list", 0, 0, verb_list },
	{ "show", 1, 1, verb_ask, "workflow.get", "olt", false, "units", UNIT_COLUMNS },
	{ "enable", 1, 1, verb_ask, "workflow.enable", "olt", true },
	{ "disable", 1, 1, verb_ask, "workflow.disable", "olt", true },
	{ NULL },
};

static const struct remote_noun WORKFLOW = { WORKFLOW_VERBS, WORKFLOW_COLUMNS,
	"workflows", NULL, 0, "olt_name", .plural = "workflows" };

const struct cli_command cmd_workflow = {
	.name = "workflow",
	.summary = "list, enable and disable the workflows of OLTs",
	.usage = "list | show|enable|disable OLT",
	.help = "A workflow is the set of all nodes of one OLT. Use `facho node` to\n"
		"change single nodes.\n",
	.examples = "facho workflow show centro --json\n"
		    "facho workflow disable centro\n",
	.options = { LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(WORKFLOW, 1),
};

/* ---- quotas ---------------------------------------------------------------------------- */

static const struct cli_option QUOTA_OPTIONS[] = {
	{ 0, "olt", CLI_TEXT, "OLT", "list, now: only this OLT." },
	CLI_OPTIONS_END,
};

static const struct remote_column QUOTA_COLUMNS[] = {
	{ "id", "Quota", true },
	{ "olt_name", "OLT" },
	{ "job_name", "Job" },
	{ "task_type", "Type", true },
	{ "period_start", "Hour" },
	{ "required", "Required" },
	{ "completed", "Completed" },
	{ "partial", "Partial", true },
	{ "failed", "Failed" },
	{ "skipped", "Skipped", true },
	{ "pending", "Pending", true },
	{ "average_duration_ms", "Average ms", true },
	{ "status", "Status", .words = WORDS_QUOTA },
	{ NULL },
};

static const struct remote_column NOW_COLUMNS[] = {
	{ "olt_name", "OLT" },
	{ "job_name", "Job" },
	{ "required", "Required" },
	{ "completed", "Completed" },
	{ "partial", "Partial", true },
	{ "failed", "Failed" },
	{ "pending", "Pending" },
	{ "percent", "%" },
	{ "at_risk", "At risk" },
	{ "status", "Status", .words = WORDS_QUOTA },
	{ NULL },
};

static const struct remote_verb QUOTA_VERBS[] = {
	{ "list", 0, 0, verb_list },
	{ "show", 1, 1, verb_row },
	{ "now", 0, 1, verb_ask, "quota.now", "olt", true, "results", NOW_COLUMNS,
	    .nothing = "quotas" },
	{ NULL },
};

static const struct remote_noun QUOTA = { QUOTA_VERBS, QUOTA_COLUMNS, "quotas", NULL, 50,
	"-period_start", .plural = "quotas" };

const struct cli_command cmd_quota = {
	.name = "quota",
	.summary = "list required and completed runs of each job by hour",
	.usage =
	    "list [--olt OLT] [--job JOB] [--status STATUS] | show QUOTA | now [OLT]",
	.help =
	    "now shows the current hour, and which quotas will not be reached at the\n"
	    "current rate.\n",
	.examples = "facho quota now\n"
		    "facho quota list --olt centro --period_start 1d\n",
	.options = { QUOTA_OPTIONS, LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(QUOTA, 1),
};

/* ---- violations --------------------------------------------------------------------------- */

static const struct remote_column VIOLATION_COLUMNS[] = {
	{ "id", "Violation" },
	{ "severity", "Severity", .words = WORDS_SEVERITY },
	{ "olt_name", "OLT" },
	{ "job_name", "Job" },
	{ "task_type", "Type", true },
	{ "period_start", "Hour" },
	{ "notified_at", "Notified", true },
	{ "acked_at", "Seen" },
	{ "acked_by", "By" },
	{ NULL },
};

static const struct remote_verb VIOLATION_VERBS[] = {
	{ "list", 0, 0, verb_list },
	{ "show", 1, 1, verb_ask, "violation.get", "violation" },
	{ "ack", 1, 1, verb_ask, "violation.ack", "violation", true },
	{ NULL },
};

static const struct remote_noun VIOLATION = { VIOLATION_VERBS, VIOLATION_COLUMNS,
	"violations", NULL, 50, "-created_at", .plural = "violations" };

const struct cli_command cmd_violation = {
	.name = "violation",
	.summary = "list and acknowledge hours in which a quota was not met",
	.usage = "list [--severity SEVERITY] [--acked_at none] | show ID | ack ID",
	.examples = "facho violation list --acked_at none\n"
		    "facho violation ack 12\n",
	.options = { LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(VIOLATION, 1),
};

/* ---- plans --------------------------------------------------------------------------------- */

static const struct remote_column PLAN_COLUMNS[] = {
	{ "id", "Plan" },
	{ "olt_name", "OLT" },
	{ "period_start", "Hour" },
	{ "status", "Status", .words = WORDS_PLAN },
	{ "fits", "Fits" },
	{ "total", "Runs" },
	{ "completed", "Completed" },
	{ "failed", "Failed" },
	{ "updated_at", "Updated", true },
	{ NULL },
};

static const struct remote_column RUN_COLUMNS[] = {
	{ "node", "Node" },
	{ "type", "Type" },
	{ "due_at", "Due" },
	{ "start_at", "Predicted" },
	{ "duration_ms", "ms" },
	{ NULL },
};

static const struct remote_verb PLAN_VERBS[] = {
	{ "list", 0, 0, verb_list },
	{ "show", 1, 1, verb_ask, "plan.get", "plan", false, "runs", RUN_COLUMNS },
	{ NULL },
};

static const struct remote_noun PLAN = { PLAN_VERBS, PLAN_COLUMNS, "plans", NULL, 50,
	"-period_start", .plural = "plans" };

const struct cli_command cmd_plan = {
	.name = "plan",
	.summary = "list the plan of each hour and show its runs",
	.usage = "list [--olt OLT] [--status STATUS] | show PLAN",
	.examples = "facho plan list --status ACTIVE --fits no\n"
		    "facho plan show 31 --json\n",
	.options = { LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(PLAN, 1),
};

/* ---- the coordinator's log -------------------------------------------------------------------- */

static const struct remote_column LOG_COLUMNS[] = {
	{ "id", "Line", true },
	{ "at", "At" },
	{ "level", "Level", .words = WORDS_LOG_LEVEL },
	{ "event_type", "Event", .words = WORDS_LOG_EVENT },
	{ "olt_name", "OLT" },
	{ "message", "Message" },
	{ NULL },
};

static const struct remote_verb LINE_VERBS[] = {
	{ "list", 0, 0, verb_list },
	{ "show", 1, 1, verb_row },
	{ NULL },
};

static const struct remote_noun LOG = { LINE_VERBS, LOG_COLUMNS, "coordinator_logs", NULL,
	50, "-at", .plural = "entries of the log" };

const struct cli_command cmd_log = {
	.name = "log",
	.summary = "list and search the coordinator's log",
	.usage = "list [--olt OLT] [--level LEVEL] [--event EVENT] [--at TIME] "
		 "[-s TEXT] |\n"
		 "       show LINE",
	.help =
	    "The newest entries come first. `facho execution follow` shows events as\n"
	    "they happen.\n",
	.examples = "facho log list --level ERROR --at 1d\n"
		    "facho log list --olt centro -s suspended\n",
	.options = { LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(LOG, 1),
};

/* ---- who changed what ---------------------------------------------------------------------- */

static const struct remote_column AUDIT_COLUMNS[] = {
	{ "id", "Line" },
	{ "at", "At" },
	{ "user", "Who" },
	{ "address", "From", true },
	{ "action", "Action" },
	{ "entity", "Of" },
	{ "entity_id", "Number" },
	{ "after", "After", true },
	{ NULL },
};

static const struct remote_noun AUDIT = { LINE_VERBS, AUDIT_COLUMNS, "audit_log", NULL,
	50, "-at", .plural = "entries of the audit log" };

const struct cli_command cmd_audit = {
	.name = "audit",
	.summary = "list the audit log: who changed what, when, and from where",
	.usage = "list [--user NAME] [--action ACTION] [--entity KIND] [--at TIME] |\n"
		 "       show LINE",
	.help = "show prints the values before and after the change.\n",
	.examples = "facho audit list --entity olt --at 7d\n"
		    "facho audit show 31\n",
	.options = { LIST_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(AUDIT, 1),
};

/* ---- the event log ------------------------------------------------------------------------- */

static const struct remote_column EVENT_COLUMNS[] = {
	{ "cursor", "Cursor" },
	{ "at", "At" },
	{ "kind", "Kind" },
	{ "what", "What" },
	{ "olt", "OLT" },
	{ "subject", "Number" },
	{ "ref", "Line", true },
	{ "number", "Changes" },
	{ NULL },
};

static const struct remote_verb EVENT_VERBS[] = {
	{ "read", 1, 1, verb_ask, "event.read", "after", true, "results", EVENT_COLUMNS,
	    .nothing = "events" },
	{ "end", 0, 0, verb_ask, "event.read", "" },
	{ NULL },
};

static const struct remote_noun EVENT = { EVENT_VERBS };

static const struct cli_option EVENT_OPTIONS[] = {
	{ 0, "kinds", CLI_TEXT, "KINDS",
	    "read: some of execution, onus, parts, decision, change, separated by "
	    "commas." },
	{ 0, "page_size", CLI_TEXT, "N",
	    "read: at most this many events (default: 100)." },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_event = {
	.name = "event",
	.summary = "read the event log: everything that changed, in order",
	.usage = "read CURSOR [--kinds KINDS] | end",
	.help =
	    "For programs that follow what happens and must not miss anything: read\n"
	    "prints the events after CURSOR, 0-0 for the first one; the last row has\n"
	    "the next CURSOR. If `lost` is true (--json), events after CURSOR are not\n"
	    "kept any more. end prints the cursor of the end.\n",
	.examples = "facho event end\n"
		    "facho event read 0-1234 --kinds onus,change --json\n",
	.options = { EVENT_OPTIONS, REMOTE_OPTIONS },
	REMOTE_COMMAND(EVENT, 1),
};

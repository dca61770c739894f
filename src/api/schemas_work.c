/* SPDX-License-Identifier: Apache-2.0
 *
 * OLTs, jobs, nodes, executions, and SNMP settings.
 */
#include "api/schemas_int.h"
#include "model/job.h"
#include "model/olt.h"
#include "model/text.h"

/* SNMP settings of a device; null: the general setting, or the default. */
#define OVERRIDES "timeout_ms|retries|repetitions|in_flight|batch"

/* ---- OLTs -------------------------------------------------------------------------------- */

const struct schema SCHEMA_OLT_ADD = { "OltAdd", .entity = &OLT_ENTITY };

static const struct field OLT_NEW[] = {
	{ "standard", FIELD_BOOL, 0,
	    .help = "Also apply the standard jobs of its brand; default: false. The "
		    "result is in the field standard of the answer." },
	{ NULL },
};

const struct schema SCHEMA_OLT_NEW = { "OltNew", NULL, OLT_NEW, .entity = &OLT_ENTITY };

/* The same fields, or those that replace the fields of a stored OLT. */
static const struct field OLT_TEST[] = {
	{ "olt", FIELD_REF, 0,
	    .help = "A stored OLT; fields that are not given are taken from it." },
	{ NULL },
};

const struct schema SCHEMA_OLT_TEST = { "OltTest", NULL, OLT_TEST,
	.entity = &OLT_ENTITY };

static const struct field OLT[] = {
	{ "profile", FIELD_TEXT, FIELD_NULL },
	{ "standard", FIELD_THING, 0,
	    .help = "Only for a new OLT with standard jobs: applied, already, and why "
		    "they were not applied." },
	{ NULL },
};

const struct schema SCHEMA_OLT = { "Olt", "olts", OLT, .entity = &OLT_ENTITY,
	.is_answer = true };

static const struct field OLT_DELETE[] = {
	{ "why", FIELD_TEXT, 0, 0, TEXT_WORDS_MAX,
	    .help = "The reason, for the audit log." },
	{ NULL },
};

const struct schema SCHEMA_OLT_DELETE = { "OltDelete", NULL, OLT_DELETE };

static const struct field OLT_REF[] = {
	{ "olt", FIELD_INT, FIELD_MUST },
	{ NULL },
};

const struct schema SCHEMA_OLT_WHICH = { "OltWhich", NULL, OLT_REF };

static const struct field LEVEL_TOTALS[] = {
	{ "good", FIELD_INT, FIELD_MUST },
	{ "warn", FIELD_INT, FIELD_MUST },
	{ "bad", FIELD_INT, FIELD_MUST, .help = "The level is too low or too high." },
	{ "none", FIELD_INT, FIELD_MUST,
	    .help = "No level is known in either direction." },
	{ "worse_7d", FIELD_INT, FIELD_MUST,
	    .help =
		"Of all ONUs: less light than 7 days ago, by the setting light.worse." },
	{ "worse_30d", FIELD_INT, FIELD_MUST,
	    .help = "The same, compared with 30 days ago." },
	{ NULL },
};

static const struct schema SCHEMA_LEVEL_TOTALS = { "LevelTotals", NULL, LEVEL_TOTALS };

static const struct field ONU_TOTALS[] = {
	{ "present", FIELD_INT, FIELD_MUST },
	{ "absent", FIELD_INT, FIELD_MUST },
	{ "duplicate", FIELD_INT, FIELD_MUST },
	{ "online", FIELD_INT, FIELD_MUST, .help = "Present ONUs that are online." },
	{ "online_unheard", FIELD_INT, FIELD_MUST,
	    .help = "Online ONUs whose OLT is disabled, suspended or not answering: the "
		    "state is old." },
	{ "offline", FIELD_INT, FIELD_MUST, .help = "Present ONUs that are offline." },
	{ "unknown", FIELD_INT, FIELD_MUST,
	    .help = "Present ONUs whose state was not read." },
	{ "offline_by_cause", FIELD_THING, FIELD_MUST,
	    .help = "ONUs by cause: los_port, los_onu, power, signal, admin, reset, "
		    "rogue, unknown; causes without ONUs are omitted." },
	{ "levels", FIELD_THING, FIELD_MUST, .of = &SCHEMA_LEVEL_TOTALS,
	    .help = "Present ONUs that are not offline, by the worse of the levels "
		    "received by the ONU and the OLT." },
	{ NULL },
};

const struct schema SCHEMA_ONU_TOTALS = { "OnuTotals", NULL, ONU_TOTALS };

static const struct field RUN_TOTALS[] = {
	{ "PENDING", FIELD_INT, FIELD_MUST },
	{ "RUNNING", FIELD_INT, FIELD_MUST },
	{ "SUCCESS", FIELD_INT, FIELD_MUST },
	{ "PARTIAL", FIELD_INT, FIELD_MUST },
	{ "FAILED", FIELD_INT, FIELD_MUST },
	{ "INTERRUPTED", FIELD_INT, FIELD_MUST },
	{ "late", FIELD_INT, FIELD_MUST, .help = "Executions that started late." },
	{ NULL },
};

const struct schema SCHEMA_RUN_TOTALS = { "RunTotals", NULL, RUN_TOTALS };

static const struct field QUOTA_TOTALS[] = {
	{ "required", FIELD_INT, FIELD_MUST },
	{ "completed", FIELD_INT, FIELD_MUST },
	{ "percent", FIELD_REAL, FIELD_MUST },
	{ "open_violations", FIELD_INT, FIELD_MUST },
	{ NULL },
};

const struct schema SCHEMA_QUOTA_TOTALS = { "QuotaTotals", NULL, QUOTA_TOTALS };

static const struct field OLT_HEALTH[] = {
	{ "olt", FIELD_INT, FIELD_MUST },
	{ "at", FIELD_TIME, FIELD_MUST },
	{ "state", FIELD_TEXT, FIELD_MUST,
	    .choices = "up|new|failing|not_answering|suspended|disabled" },
	{ "enabled", FIELD_BOOL, FIELD_MUST },
	{ "is_busy", FIELD_BOOL, FIELD_MUST,
	    .help = "A run of this OLT is in progress." },
	{ "execution", FIELD_INT, FIELD_MUST | FIELD_NULL,
	    .help = "The execution in progress." },
	{ "waiting", FIELD_INT, FIELD_MUST, .help = "Runs of this OLT in the queue." },
	NEXT_RUN_FIELDS,
	{ "failures", FIELD_INT, FIELD_MUST, .help = "Failed runs in a row." },
	{ "suspended_at", FIELD_TIME, FIELD_MUST | FIELD_NULL },
	{ "suspended_why", FIELD_TEXT, FIELD_MUST },
	{ "not_answering_at", FIELD_TIME, FIELD_MUST | FIELD_NULL,
	    .help = "Since when it does not answer." },
	{ "up_since_at", FIELD_TIME, FIELD_MUST | FIELD_NULL,
	    .help = "When the device started, from its uptime." },
	{ "next_probe_at", FIELD_TIME, FIELD_MUST | FIELD_NULL,
	    .help = "Next probe of an OLT that is suspended or not answering." },
	{ "probe_answers", FIELD_INT, FIELD_MUST, .help = "Answered probes in a row." },
	{ "suspend_after", FIELD_INT, FIELD_MUST,
	    .help = "Failures in a row after which it is suspended, from the settings." },
	{ "back_after", FIELD_INT, FIELD_MUST,
	    .help = "Answered probes in a row that end the suspension." },
	{ "probe_ms", FIELD_INT, FIELD_MUST, .help = "Time between two probes." },
	{ "watch_ms", FIELD_INT, FIELD_MUST,
	    .help = "A probe is sent after this time without an answer; 0: never." },
	{ "stays_suspended", FIELD_BOOL, FIELD_MUST,
	    .help = "It is not probed: a user must end the suspension." },
	{ "last_answer_at", FIELD_TIME, FIELD_MUST | FIELD_NULL },
	{ "last_walk_at", FIELD_TIME, FIELD_MUST | FIELD_NULL },
	{ "late_ms", FIELD_INT, FIELD_MUST | FIELD_NULL,
	    .help = "Lateness of its last run." },
	{ "round_trip_ms", FIELD_REAL, FIELD_MUST | FIELD_NULL },
	{ "in_flight", FIELD_INT, FIELD_MUST | FIELD_NULL,
	    .help = "Requests at the same time that the device answers well; null: not "
		    "known yet." },
	{ "answer_bytes", FIELD_INT, FIELD_MUST | FIELD_NULL },
	{ "repetitions", FIELD_INT, FIELD_MUST | FIELD_NULL },
	{ "onus", FIELD_THING, FIELD_MUST, .of = &SCHEMA_ONU_TOTALS },
	{ "executions", FIELD_THING, FIELD_MUST, .of = &SCHEMA_RUN_TOTALS,
	    .help = "Executions of the last hour." },
	{ "quotas", FIELD_THING, FIELD_MUST, .of = &SCHEMA_QUOTA_TOTALS,
	    .help = "Quotas of this hour." },
	{ NULL },
};

const struct schema SCHEMA_OLT_HEALTH = { "OltHealth", NULL, OLT_HEALTH };

static const struct field TESTED_COLUMN[] = {
	{ "table", FIELD_TEXT, FIELD_MUST },
	{ "name", FIELD_TEXT, FIELD_MUST },
	{ "answers", FIELD_BOOL, FIELD_MUST },
	{ "plausible", FIELD_BOOL, FIELD_MUST },
	{ "ms", FIELD_REAL, FIELD_MUST },
	{ "slow", FIELD_BOOL, FIELD_MUST,
	    .help = "The column is known to be slow; it is read less often." },
	{ NULL },
};

static const struct schema SCHEMA_TESTED_COLUMN = { "TestedColumn", NULL, TESTED_COLUMN };

static const struct field OLT_TESTED[] = {
	{ "outcome", FIELD_TEXT, FIELD_MUST, .help = "\"ok\", \"timeout\", ..." },
	{ "message", FIELD_TEXT, FIELD_MUST,
	    .help = "The outcome as a message for users." },
	{ "profile", FIELD_TEXT, FIELD_NULL },
	{ "brand", FIELD_TEXT, FIELD_NULL },
	{ "model", FIELD_TEXT, FIELD_NULL },
	{ "description", FIELD_TEXT, 0, .help = "sysDescr." },
	{ "system_name", FIELD_TEXT, 0, .help = "sysName." },
	{ "uptime_s", FIELD_INT, FIELD_NULL },
	{ "columns", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_TESTED_COLUMN,
	    .help = "Which columns answer, and how fast." },
	{ "onus", FIELD_THINGS, FIELD_MUST, .help = "At most ten ONUs, decoded." },
	{ "sample_message", FIELD_TEXT, 0 },
	{ NULL },
};

const struct schema SCHEMA_OLT_TESTED = { "OltTested", NULL, OLT_TESTED };

/* ---- jobs -------------------------------------------------------------------------------- */

const struct schema SCHEMA_JOB_ADD = { "JobAdd", .entity = &JOB_ENTITY };

static const struct field JOB_PREVIEW_ASK[] = {
	{ "job", FIELD_REF, 0,
	    .help = "A stored job; fields that are not given are taken from it." },
	{ "brand", FIELD_REF, FIELD_NULL, .help = "Number or name." },
	{ "interval", FIELD_DURATION, FIELD_NULL },
	{ "cron", FIELD_TEXT, FIELD_NULL, 0, TEXT_CRON_MAX },
	{ "target", FIELD_TEXT, 0, .choices = JOB_TARGET_CHOICES },
	{ "target_brand", FIELD_REF, FIELD_NULL },
	{ "target_model", FIELD_REF, FIELD_NULL },
	{ "target_site", FIELD_TEXT, FIELD_NULL, 0, TEXT_WORDS_MAX },
	{ NULL },
};

const struct schema SCHEMA_JOB_PREVIEW_ASK = { "JobPreviewAsk", NULL, JOB_PREVIEW_ASK };

static const struct field SCHEDULE_PHRASE[] = {
	{ "key", FIELD_TEXT, FIELD_MUST,
	    .help = "The key for translations: schedule.every_minutes, "
		    "schedule.daily_at, ..." },
	{ "number", FIELD_INT, FIELD_MUST,
	    .help = "For \"every\", how many; for a month, the day." },
	{ "hour", FIELD_INT, FIELD_MUST },
	{ "minute", FIELD_INT, FIELD_MUST },
	{ "weekdays", FIELD_REFS, FIELD_MUST, .help = "Days of the week; 0 is Sunday." },
	{ "text", FIELD_TEXT, FIELD_MUST, .help = "The schedule in English." },
	{ NULL },
};

static const struct schema SCHEMA_SCHEDULE_PHRASE = { "SchedulePhrase", NULL,
	SCHEDULE_PHRASE };

static const struct field JOB_PREVIEW[] = {
	{ "when", FIELD_THING, FIELD_MUST | FIELD_NULL, .of = &SCHEMA_SCHEDULE_PHRASE,
	    .help = "Null: there is no interval and no cron." },
	{ "next", FIELD_TEXTS, FIELD_MUST,
	    .help = "The next three times. With an interval, the OLTs start at different "
		    "times." },
	{ "olts", FIELD_INT, FIELD_MUST,
	    .help = "Number of OLTs on which the job is, or would be." },
	{ NULL },
};

const struct schema SCHEMA_JOB_PREVIEW = { "JobPreview", NULL, JOB_PREVIEW };

static const struct field JOB[] = {
	{ "oids", FIELD_REFS, FIELD_MUST,
	    .help = "Numbers of the OIDs in the catalogue." },
	{ "retry_grows", FIELD_BOOL, FIELD_MUST },
	{ NULL },
};

const struct schema SCHEMA_JOB = { "Job", "jobs", JOB, .entity = &JOB_ENTITY,
	.is_answer = true };

static const struct field JOB_NAME[] = {
	{ "name", FIELD_TEXT, 0, 1, TEXT_NAME_MAX, .help = "Name of the new job." },
	{ NULL },
};

const struct schema SCHEMA_JOB_NAME = { "JobName", NULL, JOB_NAME };

static const struct field JOB_APPLY[] = {
	{ "olt", FIELD_REF, 0, .help = "The OLT." },
	{ "all", FIELD_BOOL, 0, .help = "All OLTs to which the job can be applied." },
	{ "first_in", FIELD_DURATION, 0,
	    .help = "Time until the first run; default: one minute." },
	{ NULL },
};

const struct schema SCHEMA_JOB_APPLY = { "JobApply", NULL, JOB_APPLY };
const struct schema SCHEMA_JOB_STANDARD = { "JobStandard", NULL, JOB_APPLY };

static const struct field JOB_RUN[] = {
	{ "olt", FIELD_REF, 0, .help = "Only on this OLT." },
	{ NULL },
};

const struct schema SCHEMA_JOB_RUN = { "JobRun", NULL, JOB_RUN };

static const struct field APPLIED[] = {
	{ "applied", FIELD_INT, FIELD_MUST, .help = "New nodes." },
	{ "already", FIELD_INT, FIELD_MUST, .help = "Nodes that existed before." },
	{ "refused", FIELD_THINGS, FIELD_MUST,
	    .help = "OLTs that were refused, with the reason." },
	{ NULL },
};

const struct schema SCHEMA_APPLIED = { "Applied", NULL, APPLIED };

static const struct field RUN[] = {
	{ "executions", FIELD_REFS, FIELD_MUST,
	    .help = "Numbers of the executions. Their progress is at executions/{id}/." },
	{ NULL },
};

const struct schema SCHEMA_RUN = { "Run", NULL, RUN };

/* ---- nodes ------------------------------------------------------------------------------- */

static const struct field NODE_OVERRIDE[] = {
	{ "interval", FIELD_DURATION, FIELD_NULL },
	{ "cron", FIELD_TEXT, FIELD_NULL, 0, TEXT_CRON_MAX },
	{ "priority", FIELD_INT, FIELD_NULL, 0, 1000 },
	{ NULL },
};

const struct schema SCHEMA_NODE_OVERRIDE = { "NodeOverride", NULL, NODE_OVERRIDE };

static const struct field NODE_CHAIN[] = {
	{ "master", FIELD_REF, FIELD_NULL,
	    .help = "A node of the same OLT; without it, the node is a master again." },
	{ NULL },
};

const struct schema SCHEMA_NODE_CHAIN = { "NodeChain", NULL, NODE_CHAIN };

static const struct field NODE_RUN[] = {
	{ "alone", FIELD_BOOL, 0, .help = "Without the nodes that are chained to it." },
	{ NULL },
};

const struct schema SCHEMA_NODE_RUN = { "NodeRun", NULL, NODE_RUN };

/* ---- executions and status --------------------------------------------------------- */

static const struct field EXECUTION[] = {
	{ "attempt_rows", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_ATTEMPT },
	{ NULL },
};

const struct schema SCHEMA_EXECUTION = { "Execution", "executions", EXECUTION };

static const struct field EXECUTION_REF[] = {
	{ "execution", FIELD_INT, FIELD_MUST },
	{ NULL },
};

const struct schema SCHEMA_EXECUTION_WHICH = { "ExecutionWhich", NULL, EXECUTION_REF };

#define OPERATIONS "general|" TASK_TYPE_CHOICES

static const struct field SNMP[] = {
	{ "operation", FIELD_TEXT, FIELD_MUST, .choices = OPERATIONS },
	{ NULL },
};

const struct schema SCHEMA_SNMP = { "Snmp", NULL, SNMP, .entity = &OLT_ENTITY,
	.only = OVERRIDES };

const struct schema SCHEMA_SNMP_CHANGE = { "SnmpChange", .entity = &OLT_ENTITY,
	.only = OVERRIDES };

static const struct field STATUS[] = {
	{ "version", FIELD_TEXT, FIELD_MUST },
	{ "started", FIELD_TIME, FIELD_MUST | FIELD_NULL },
	{ "engine", FIELD_THING, FIELD_NULL,
	    .help = "Null until the engine has started." },
	{ "writer", FIELD_THING, FIELD_MUST },
	{ "problems", FIELD_THING, FIELD_MUST, .of = &SCHEMA_PROBLEMS_NOW,
	    .help = "Current problems, as in problems/." },
	{ NULL },
};

const struct schema SCHEMA_STATUS = { "Status", NULL, STATUS, .is_open = true };

static const struct field STATUS_ASK[] = {
	{ "pollers", FIELD_BOOL, 0, .help = "Include every poller." },
	{ "queue", FIELD_BOOL, 0, .help = "Include the queue." },
	{ NULL },
};

const struct schema SCHEMA_STATUS_ASK = { "StatusAsk", NULL, STATUS_ASK };

static const struct field EVENTS_ASK[] = {
	{ "topics", FIELD_TEXT, 0, 0, 200,
	    .help = "A list with commas of: executions, pollers, olts, log, quotas, "
		    "changes, incidents, deliveries; default: all." },
	{ "last_event_id", FIELD_TEXT, 0, 0, 64,
	    .help = "Continue after this event; the same as the header Last-Event-ID." },
	{ NULL },
};

static const struct field EVENT[] = {
	{ "cursor", FIELD_TEXT, FIELD_MUST, .help = "Position in the log." },
	{ "kind", FIELD_TEXT, FIELD_MUST,
	    .choices = "execution|onus|parts|decision|change|incident|delivery" },
	{ "at", FIELD_TIME, FIELD_MUST },
	{ "olt", FIELD_INT, FIELD_MUST | FIELD_NULL },
	{ "what", FIELD_TEXT, FIELD_MUST,
	    .help = "The state of an execution, the type of a decision, or what was "
		    "changed and how: olt.update." },
	{ "subject", FIELD_INT, FIELD_MUST | FIELD_NULL,
	    .help = "The execution, or the number of the changed object." },
	{ "ref", FIELD_INT, FIELD_MUST | FIELD_NULL,
	    .help = "The row in coordinator-logs/ or audit/." },
	{ "number", FIELD_INT, FIELD_MUST,
	    .help = "How many values of ONUs or parts changed." },
	{ NULL },
};

static const struct schema SCHEMA_EVENT = { "Event", NULL, EVENT };

static const struct field EVENT_LOG[] = {
	{ "results", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_EVENT },
	{ "next", FIELD_TEXT, FIELD_MUST,
	    .help = "The value of after for the next request." },
	{ "lost", FIELD_BOOL, FIELD_MUST,
	    .help = "Events after the cursor were already deleted: read everything "
		    "again, and continue with next." },
	{ NULL },
};

const struct schema SCHEMA_EVENT_LOG = { "EventLog", NULL, EVENT_LOG };

static const struct field EVENT_LOG_ASK[] = {
	{ "after", FIELD_TEXT, 0, 0, 48,
	    .help = "A cursor of a previous answer; 0-0: from the beginning. Without it, "
		    "only the cursor of the end is returned." },
	{ "kinds", FIELD_TEXT, 0, 0, 200,
	    .help = "A list with commas of: execution, onus, parts, decision, change; "
		    "default: all." },
	{ "page_size", FIELD_INT, 0, 1, 1000, .help = "Rows of a page; default: 100." },
	{ NULL },
};

const struct schema SCHEMA_EVENT_LOG_ASK = { "EventLogAsk", NULL, EVENT_LOG_ASK };

const struct schema SCHEMA_EVENTS_ASK = { "EventsAsk", NULL, EVENTS_ASK };

static const struct field HEALTH[] = {
	{ "live", FIELD_BOOL, FIELD_MUST },
	{ "ready", FIELD_BOOL, FIELD_MUST },
	{ "reasons", FIELD_TEXTS, FIELD_MUST,
	    .help = "Reasons why the program is not ready." },
	{ NULL },
};

const struct schema SCHEMA_HEALTH = { "Health", NULL, HEALTH };

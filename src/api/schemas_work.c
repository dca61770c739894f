/* SPDX-License-Identifier: Apache-2.0
 *
 * OLTs, jobs, nodes, executions, and how devices are asked.
 */
#include "api/schemas_int.h"
#include "model/job.h"
#include "model/olt.h"
#include "model/text.h"

/* How a device is asked; null: as general, or the program, says. */
#define OVERRIDES "timeout_ms|retries|repetitions|in_flight|batch"

/* ---- OLTs -------------------------------------------------------------------------------- */

const struct schema SCHEMA_OLT_ADD = { "OltAdd", .entity = &OLT_ENTITY };

static const struct field OLT_NEW[] = {
	{ "standard", FIELD_BOOL, 0,
	    .help =
		"Apply the standard jobs of its brand too; false unless said. What came "
		"of it is in standard of the answer." },
	{ NULL },
};

const struct schema SCHEMA_OLT_NEW = { "OltNew", NULL, OLT_NEW, .entity = &OLT_ENTITY };

/* The same, or what is to be different about one that is stored. */
static const struct field OLT_TEST[] = {
	{ "olt", FIELD_REF, 0, .help = "One that is stored; the rest is as it has." },
	{ NULL },
};

const struct schema SCHEMA_OLT_TEST = { "OltTest", NULL, OLT_TEST,
	.entity = &OLT_ENTITY };

static const struct field OLT[] = {
	{ "profile", FIELD_TEXT, FIELD_NULL },
	{ "standard", FIELD_THING, 0,
	    .help = "Of a new one with standard jobs: applied, already, and why not." },
	{ NULL },
};

const struct schema SCHEMA_OLT = { "Olt", "olts", OLT, .entity = &OLT_ENTITY,
	.is_answer = true };

static const struct field OLT_DELETE[] = {
	{ "why", FIELD_TEXT, 0, 0, TEXT_WORDS_MAX,
	    .help = "For those who wonder later." },
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
	{ "bad", FIELD_INT, FIELD_MUST, .help = "Too little light, or too much." },
	{ "none", FIELD_INT, FIELD_MUST, .help = "Neither direction tells its level." },
	{ "worse_7d", FIELD_INT, FIELD_MUST,
	    .help = "Of all of them: less light than 7 days ago, by the setting "
		    "light.worse." },
	{ "worse_30d", FIELD_INT, FIELD_MUST, .help = "Than 30 days ago." },
	{ NULL },
};

static const struct schema SCHEMA_LEVEL_TOTALS = { "LevelTotals", NULL, LEVEL_TOTALS };

static const struct field ONU_TOTALS[] = {
	{ "present", FIELD_INT, FIELD_MUST },
	{ "absent", FIELD_INT, FIELD_MUST },
	{ "duplicate", FIELD_INT, FIELD_MUST },
	{ "online", FIELD_INT, FIELD_MUST, .help = "Of the present." },
	{ "online_unheard", FIELD_INT, FIELD_MUST,
	    .help =
		"Of the online: their OLT is disabled, suspended or not answering, so "
		"they were." },
	{ "offline", FIELD_INT, FIELD_MUST, .help = "Of the present." },
	{ "unknown", FIELD_INT, FIELD_MUST,
	    .help = "Of the present: nobody has read how they are." },
	{ "offline_by_cause", FIELD_THING, FIELD_MUST,
	    .help =
		"ONUs by cause: los_port, los_onu, power, signal, admin, reset, rogue, "
		"unknown; only those that there are." },
	{ "levels", FIELD_THING, FIELD_MUST, .of = &SCHEMA_LEVEL_TOTALS,
	    .help = "Of the present that are not offline, by the worse of what the ONU "
		    "and the OLT receive." },
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
	{ "late", FIELD_INT, FIELD_MUST, .help = "Of all of them." },
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
	{ "is_busy", FIELD_BOOL, FIELD_MUST, .help = "It is being asked just now." },
	{ "execution", FIELD_INT, FIELD_MUST | FIELD_NULL, .help = "That is under way." },
	{ "waiting", FIELD_INT, FIELD_MUST, .help = "Runs of it in the queue." },
	NEXT_RUN_FIELDS,
	{ "failures", FIELD_INT, FIELD_MUST, .help = "Runs that failed, in a row." },
	{ "suspended_at", FIELD_TIME, FIELD_MUST | FIELD_NULL },
	{ "suspended_why", FIELD_TEXT, FIELD_MUST },
	{ "not_answering_at", FIELD_TIME, FIELD_MUST | FIELD_NULL,
	    .help = "Since when it answers no question." },
	{ "up_since_at", FIELD_TIME, FIELD_MUST | FIELD_NULL,
	    .help = "When the device started, as it says." },
	{ "next_probe_at", FIELD_TIME, FIELD_MUST | FIELD_NULL,
	    .help = "Of one that is suspended or not answering." },
	{ "probe_answers", FIELD_INT, FIELD_MUST, .help = "In a row." },
	{ "suspend_after", FIELD_INT, FIELD_MUST,
	    .help = "Failures in a row that suspend it, as the settings say." },
	{ "back_after", FIELD_INT, FIELD_MUST,
	    .help = "Probes answered in a row that bring it back." },
	{ "probe_ms", FIELD_INT, FIELD_MUST, .help = "Between two probes." },
	{ "watch_ms", FIELD_INT, FIELD_MUST,
	    .help = "An OLT that said nothing for so long is asked; 0: it is not." },
	{ "stays_suspended", FIELD_BOOL, FIELD_MUST,
	    .help = "It is not probed: a person brings it back." },
	{ "last_answer_at", FIELD_TIME, FIELD_MUST | FIELD_NULL },
	{ "last_walk_at", FIELD_TIME, FIELD_MUST | FIELD_NULL },
	{ "late_ms", FIELD_INT, FIELD_MUST | FIELD_NULL, .help = "Of its last run." },
	{ "round_trip_ms", FIELD_REAL, FIELD_MUST | FIELD_NULL },
	{ "in_flight", FIELD_INT, FIELD_MUST | FIELD_NULL,
	    .help = "Requests at the same time that suit it; null: not learnt yet." },
	{ "answer_bytes", FIELD_INT, FIELD_MUST | FIELD_NULL },
	{ "repetitions", FIELD_INT, FIELD_MUST | FIELD_NULL },
	{ "onus", FIELD_THING, FIELD_MUST, .of = &SCHEMA_ONU_TOTALS },
	{ "executions", FIELD_THING, FIELD_MUST, .of = &SCHEMA_RUN_TOTALS,
	    .help = "Of the last hour." },
	{ "quotas", FIELD_THING, FIELD_MUST, .of = &SCHEMA_QUOTA_TOTALS,
	    .help = "Of this hour." },
	{ NULL },
};

const struct schema SCHEMA_OLT_HEALTH = { "OltHealth", NULL, OLT_HEALTH };

static const struct field TESTED_COLUMN[] = {
	{ "table", FIELD_TEXT, FIELD_MUST },
	{ "name", FIELD_TEXT, FIELD_MUST },
	{ "answers", FIELD_BOOL, FIELD_MUST },
	{ "plausible", FIELD_BOOL, FIELD_MUST },
	{ "ms", FIELD_REAL, FIELD_MUST },
	{ "slow", FIELD_BOOL, FIELD_MUST, .help = "Known to be; asked more rarely." },
	{ NULL },
};

static const struct schema SCHEMA_TESTED_COLUMN = { "TestedColumn", NULL, TESTED_COLUMN };

static const struct field OLT_TESTED[] = {
	{ "outcome", FIELD_TEXT, FIELD_MUST, .help = "\"ok\", \"timeout\", ..." },
	{ "message", FIELD_TEXT, FIELD_MUST, .help = "The same for people." },
	{ "profile", FIELD_TEXT, FIELD_NULL },
	{ "brand", FIELD_TEXT, FIELD_NULL },
	{ "model", FIELD_TEXT, FIELD_NULL },
	{ "description", FIELD_TEXT, 0, .help = "sysDescr." },
	{ "system_name", FIELD_TEXT, 0, .help = "sysName." },
	{ "uptime_s", FIELD_INT, FIELD_NULL },
	{ "columns", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_TESTED_COLUMN,
	    .help = "Which answer, and how fast." },
	{ "onus", FIELD_THINGS, FIELD_MUST, .help = "At most ten, decoded." },
	{ "sample_message", FIELD_TEXT, 0 },
	{ NULL },
};

const struct schema SCHEMA_OLT_TESTED = { "OltTested", NULL, OLT_TESTED };

/* ---- jobs -------------------------------------------------------------------------------- */

const struct schema SCHEMA_JOB_ADD = { "JobAdd", .entity = &JOB_ENTITY };

static const struct field JOB_PREVIEW_ASK[] = {
	{ "job", FIELD_REF, 0, .help = "One that is stored; the rest is as it has." },
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
	    .help = "schedule.every_minutes, schedule.daily_at, ...: to be translated." },
	{ "number", FIELD_INT, FIELD_MUST,
	    .help = "Of \"every\", how many; of a month, the day." },
	{ "hour", FIELD_INT, FIELD_MUST },
	{ "minute", FIELD_INT, FIELD_MUST },
	{ "weekdays", FIELD_REFS, FIELD_MUST, .help = "Numbers; 0 is Sunday." },
	{ "text", FIELD_TEXT, FIELD_MUST, .help = "All of it in English." },
	{ NULL },
};

static const struct schema SCHEMA_SCHEDULE_PHRASE = { "SchedulePhrase", NULL,
	SCHEDULE_PHRASE };

static const struct field JOB_PREVIEW[] = {
	{ "when", FIELD_THING, FIELD_MUST | FIELD_NULL, .of = &SCHEMA_SCHEDULE_PHRASE,
	    .help = "Null: neither interval nor cron." },
	{ "next", FIELD_TEXTS, FIELD_MUST,
	    .help = "The next three moments; OLTs have theirs spread over an interval." },
	{ "olts", FIELD_INT, FIELD_MUST, .help = "On so many it is, or would be." },
	{ NULL },
};

const struct schema SCHEMA_JOB_PREVIEW = { "JobPreview", NULL, JOB_PREVIEW };

static const struct field JOB[] = {
	{ "oids", FIELD_REFS, FIELD_MUST, .help = "Their numbers in the catalogue." },
	{ "retry_grows", FIELD_BOOL, FIELD_MUST },
	{ NULL },
};

const struct schema SCHEMA_JOB = { "Job", "jobs", JOB, .entity = &JOB_ENTITY,
	.is_answer = true };

static const struct field JOB_NAME[] = {
	{ "name", FIELD_TEXT, 0, 1, TEXT_NAME_MAX, .help = "Of the new one." },
	{ NULL },
};

const struct schema SCHEMA_JOB_NAME = { "JobName", NULL, JOB_NAME };

static const struct field JOB_APPLY[] = {
	{ "olt", FIELD_REF, 0, .help = "To this one." },
	{ "all", FIELD_BOOL, 0, .help = "Or to all that it fits." },
	{ "first_in", FIELD_DURATION, 0,
	    .help = "Until its first run; a minute unless said." },
	{ NULL },
};

const struct schema SCHEMA_JOB_APPLY = { "JobApply", NULL, JOB_APPLY };
const struct schema SCHEMA_JOB_STANDARD = { "JobStandard", NULL, JOB_APPLY };

static const struct field JOB_RUN[] = {
	{ "olt", FIELD_REF, 0, .help = "On this one only." },
	{ NULL },
};

const struct schema SCHEMA_JOB_RUN = { "JobRun", NULL, JOB_RUN };

static const struct field APPLIED[] = {
	{ "applied", FIELD_INT, FIELD_MUST, .help = "New nodes." },
	{ "already", FIELD_INT, FIELD_MUST, .help = "That were there before." },
	{ "refused", FIELD_THINGS, FIELD_MUST, .help = "olt, and why." },
	{ NULL },
};

const struct schema SCHEMA_APPLIED = { "Applied", NULL, APPLIED };

static const struct field RUN[] = {
	{ "executions", FIELD_REFS, FIELD_MUST,
	    .help = "Their numbers: follow them at executions/{id}/." },
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
	    .help = "A node of the same OLT; without: on its own again." },
	{ NULL },
};

const struct schema SCHEMA_NODE_CHAIN = { "NodeChain", NULL, NODE_CHAIN };

static const struct field NODE_RUN[] = {
	{ "alone", FIELD_BOOL, 0, .help = "Without those chained to it." },
	{ NULL },
};

const struct schema SCHEMA_NODE_RUN = { "NodeRun", NULL, NODE_RUN };

/* ---- executions, and how it is going ------------------------------------------------------- */

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
	{ "engine", FIELD_THING, FIELD_NULL, .help = "Null until it has begun." },
	{ "writer", FIELD_THING, FIELD_MUST },
	{ "problems", FIELD_THING, FIELD_MUST, .of = &SCHEMA_PROBLEMS_NOW,
	    .help = "What is wrong now, as problems/ tells it." },
	{ NULL },
};

const struct schema SCHEMA_STATUS = { "Status", NULL, STATUS, .is_open = true };

static const struct field STATUS_ASK[] = {
	{ "pollers", FIELD_BOOL, 0, .help = "With every poller." },
	{ "queue", FIELD_BOOL, 0, .help = "With the queue." },
	{ NULL },
};

const struct schema SCHEMA_STATUS_ASK = { "StatusAsk", NULL, STATUS_ASK };

static const struct field EVENTS_ASK[] = {
	{ "topics", FIELD_TEXT, 0, 0, 200,
	    .help = "Some of executions, pollers, olts, log, quotas, changes, incidents, "
		    "deliveries, with "
		    "commas between; "
		    "all when it is not given." },
	{ "last_event_id", FIELD_TEXT, 0, 0, 64,
	    .help = "Go on behind this one, as the header Last-Event-ID says it too." },
	{ NULL },
};

static const struct field EVENT[] = {
	{ "cursor", FIELD_TEXT, FIELD_MUST, .help = "Its place in the log." },
	{ "kind", FIELD_TEXT, FIELD_MUST,
	    .choices = "execution|onus|parts|decision|change|incident|delivery" },
	{ "at", FIELD_TIME, FIELD_MUST },
	{ "olt", FIELD_INT, FIELD_MUST | FIELD_NULL },
	{ "what", FIELD_TEXT, FIELD_MUST,
	    .help = "Of an execution its state, of a decision its type, of a change "
		    "what was changed and how: olt.update." },
	{ "subject", FIELD_INT, FIELD_MUST | FIELD_NULL,
	    .help = "The execution, or the number of what was changed." },
	{ "ref", FIELD_INT, FIELD_MUST | FIELD_NULL,
	    .help = "The line of coordinator-logs/ or audit/." },
	{ "number", FIELD_INT, FIELD_MUST,
	    .help = "How many things of ONUs or parts changed." },
	{ NULL },
};

static const struct schema SCHEMA_EVENT = { "Event", NULL, EVENT };

static const struct field EVENT_LOG[] = {
	{ "results", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_EVENT },
	{ "next", FIELD_TEXT, FIELD_MUST, .help = "The next question's after." },
	{ "lost", FIELD_BOOL, FIELD_MUST,
	    .help = "Events behind the cursor are not kept any more: read everything "
		    "again, and go on from next." },
	{ NULL },
};

const struct schema SCHEMA_EVENT_LOG = { "EventLog", NULL, EVENT_LOG };

static const struct field EVENT_LOG_ASK[] = {
	{ "after", FIELD_TEXT, 0, 0, 48,
	    .help = "A cursor of an answer; 0-0: from the beginning. Without it: only "
		    "the cursor of the end." },
	{ "kinds", FIELD_TEXT, 0, 0, 200,
	    .help = "Some of execution, onus, parts, decision, change, with commas "
		    "between; all when it is not given." },
	{ "page_size", FIELD_INT, 0, 1, 1000, .help = "100 unless said." },
	{ NULL },
};

const struct schema SCHEMA_EVENT_LOG_ASK = { "EventLogAsk", NULL, EVENT_LOG_ASK };

const struct schema SCHEMA_EVENTS_ASK = { "EventsAsk", NULL, EVENTS_ASK };

static const struct field HEALTH[] = {
	{ "live", FIELD_BOOL, FIELD_MUST },
	{ "ready", FIELD_BOOL, FIELD_MUST },
	{ "reasons", FIELD_TEXTS, FIELD_MUST, .help = "Why it is not." },
	{ NULL },
};

const struct schema SCHEMA_HEALTH = { "Health", NULL, HEALTH };

/* SPDX-License-Identifier: Apache-2.0
 *
 * Workflows, quotas, plans, pollers, and the dashboard.
 */
#include "api/schemas_int.h"
#include "model/lane.h"

/* ---- workflows ---------------------------------------------------------------------------- */

static const struct field UNIT[] = {
	NEXT_RUN_FIELDS,
	{ "chain", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_NODE,
	    .help = "The nodes that run after it, in order." },
	{ NULL },
};

static const struct schema SCHEMA_UNIT = { "WorkflowUnit", "nodes", UNIT };

static const struct field WORKFLOW_WHOLE[] = {
	NEXT_RUN_FIELDS,
	{ "units", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_UNIT,
	    .help = "Masters, each with its chain." },
	{ NULL },
};

const struct schema SCHEMA_WORKFLOW_WHOLE = { "WorkflowWhole", "workflows",
	WORKFLOW_WHOLE };

static const struct field WORKFLOW_ORDER[] = {
	{ "nodes", FIELD_REFS, FIELD_MUST, 1, 1000,
	    .help = "In the order in which they should run." },
	{ NULL },
};

const struct schema SCHEMA_WORKFLOW_ORDER = { "WorkflowOrder", NULL, WORKFLOW_ORDER };

/* ---- quotas, violations, plans -------------------------------------------------------------- */

static const struct field QUOTA_NOW_ASK[] = {
	{ "olt", FIELD_REF, 0, .help = "Only the quotas of this OLT." },
	{ NULL },
};

const struct schema SCHEMA_QUOTA_NOW_ASK = { "QuotaNowAsk", NULL, QUOTA_NOW_ASK };

static const struct field QUOTA_NOW[] = {
	{ "id", FIELD_INT, FIELD_MUST },
	{ "olt", FIELD_INT, FIELD_MUST },
	{ "olt_name", FIELD_TEXT, FIELD_MUST },
	{ "job", FIELD_INT, FIELD_MUST | FIELD_NULL,
	    .help = "Null for hours that were counted by type of job." },
	{ "job_name", FIELD_TEXT, FIELD_MUST | FIELD_NULL },
	{ "task_type", FIELD_TEXT, FIELD_MUST,
	    .help =
		"Type and name of the job when the row was created: get_descripcion." },
	{ "period_start", FIELD_TIME, FIELD_MUST },
	{ "period_end", FIELD_TIME, FIELD_MUST },
	{ "required", FIELD_INT, FIELD_MUST },
	{ "completed", FIELD_INT, FIELD_MUST },
	{ "partial", FIELD_INT, FIELD_MUST,
	    .help = "Runs that got less than 80 % of the requested values." },
	{ "failed", FIELD_INT, FIELD_MUST },
	{ "skipped", FIELD_INT, FIELD_MUST },
	{ "pending", FIELD_INT, FIELD_MUST },
	{ "average_duration_ms", FIELD_INT, FIELD_MUST },
	{ "status", FIELD_TEXT, FIELD_MUST },
	{ "percent", FIELD_REAL, FIELD_MUST },
	{ "at_risk", FIELD_BOOL, FIELD_MUST,
	    .help = "The rest of the hour is not enough for the missing runs." },
	{ NULL },
};

static const struct schema SCHEMA_QUOTA_NOW = { "QuotaNow", NULL, QUOTA_NOW };

static const struct field QUOTAS_NOW[] = {
	{ "results", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_QUOTA_NOW },
	{ NULL },
};

const struct schema SCHEMA_QUOTAS_NOW = { "QuotasNow", NULL, QUOTAS_NOW };

static const struct field VIOLATION_WHOLE[] = {
	{ "report", FIELD_THING, FIELD_MUST },
	{ NULL },
};

const struct schema SCHEMA_VIOLATION_WHOLE = { "ViolationWhole", "violations",
	VIOLATION_WHOLE };

static const struct field PLAN_RUN[] = {
	{ "node", FIELD_INT, FIELD_MUST },
	{ "type", FIELD_TEXT, FIELD_MUST },
	{ "due_at", FIELD_TIME, FIELD_MUST, .help = "The scheduled time." },
	{ "start_at", FIELD_TIME, FIELD_MUST, .help = "Predicted start." },
	{ "duration_ms", FIELD_INT, FIELD_MUST, .help = "Predicted duration." },
	{ "actual", FIELD_THING, FIELD_MUST | FIELD_NULL,
	    .help =
		"id, state, started_at, finished_at, duration_ms, late_ms, message." },
	{ NULL },
};

static const struct schema SCHEMA_PLAN_RUN = { "PlanRun", NULL, PLAN_RUN };

static const struct field PLAN_WHOLE[] = {
	{ "runs", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_PLAN_RUN },
	{ NULL },
};

const struct schema SCHEMA_PLAN_WHOLE = { "PlanWhole", "plans", PLAN_WHOLE };

/* ---- pollers -------------------------------------------------------------------------------- */

static const struct field POLLER[] = {
	{ "poller_id", FIELD_INT, FIELD_MUST, .help = "Number, from 1." },
	{ "status", FIELD_TEXT, FIELD_MUST, .choices = "FREE|BUSY" },
	{ "is_leaving", FIELD_BOOL, FIELD_MUST,
	    .help = "The number of pollers was reduced: this one ends after its current "
		    "run." },
	{ "olt", FIELD_INT, FIELD_NULL },
	{ "olt_name", FIELD_TEXT, FIELD_NULL },
	{ "current_node_id", FIELD_INT, FIELD_MUST | FIELD_NULL },
	{ "job_name", FIELD_TEXT, FIELD_NULL },
	{ "execution", FIELD_INT, FIELD_NULL },
	{ "since", FIELD_TIME, FIELD_NULL },
	{ "busy_time", FIELD_REAL, FIELD_MUST, .help = "Seconds." },
	{ "total_time", FIELD_REAL, FIELD_MUST, .help = "Seconds." },
	{ "busy_percent", FIELD_REAL, FIELD_MUST },
	{ "tasks_completed", FIELD_INT, FIELD_MUST },
	{ "tasks_delayed", FIELD_INT, FIELD_MUST },
	{ "created_at", FIELD_TIME, FIELD_MUST },
	{ "updated_at", FIELD_TIME, FIELD_MUST },
	{ NULL },
};

static const struct schema SCHEMA_POLLER = { "Poller", NULL, POLLER };

static const struct field QUEUED[] = {
	{ "place", FIELD_INT, FIELD_MUST, .help = "Position in the queue, from 1." },
	{ "execution", FIELD_INT, FIELD_MUST },
	{ "olt", FIELD_INT, FIELD_MUST },
	{ "olt_name", FIELD_TEXT, FIELD_NULL },
	{ "node", FIELD_INT, FIELD_MUST },
	{ "job_name", FIELD_TEXT, FIELD_NULL },
	{ "lane", FIELD_TEXT, FIELD_MUST },
	{ "priority", FIELD_INT, FIELD_MUST },
	{ "due_at", FIELD_TIME, FIELD_NULL },
	{ "late_ms", FIELD_INT, FIELD_MUST },
	{ "attempt", FIELD_INT, FIELD_MUST },
	{ "asked_by", FIELD_TEXT, FIELD_MUST, .help = "\"\": the schedule." },
	{ NULL },
};

static const struct schema SCHEMA_QUEUED = { "Queued", NULL, QUEUED };

static const struct field QUEUE[] = {
	{ "count", FIELD_INT, FIELD_MUST,
	    .help = "All nodes in the queue; only the first 1000 are shown." },
	{ "size", FIELD_INT, FIELD_MUST, .help = "Length of the whole queue." },
	{ "is_overload", FIELD_BOOL, FIELD_MUST,
	    .help = "More than two nodes wait for each poller." },
	{ "next_nodes", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_QUEUED,
	    .help = "The first ten nodes." },
	{ "page", FIELD_INT, FIELD_MUST },
	{ "at", FIELD_TIME, FIELD_MUST },
	{ "results", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_QUEUED },
	{ NULL },
};

const struct schema SCHEMA_QUEUE = { "PollerQueue", NULL, QUEUE };

static const struct field QUEUE_ASK[] = {
	{ "page", FIELD_INT, 0, 1, INT32_MAX },
	{ "page_size", FIELD_INT, 0, 1, 1000, .help = "Rows of a page; default: 50." },
	{ NULL },
};

const struct schema SCHEMA_QUEUE_ASK = { "PollerQueueAsk", NULL, QUEUE_ASK };

static const struct field LANE[] = {
	{ "lane", FIELD_TEXT, FIELD_MUST, .choices = LANE_CHOICES },
	{ "waiting", FIELD_INT, FIELD_MUST },
	{ "busy", FIELD_INT, FIELD_MUST, .help = "Pollers that this lane uses now." },
	{ "most", FIELD_INT, FIELD_MUST,
	    .help = "Maximum number of pollers of this lane." },
	{ "reserved", FIELD_INT, FIELD_MUST, .help = "Pollers reserved for this lane." },
	{ NULL },
};

static const struct schema SCHEMA_LANE = { "PollerLane", NULL, LANE };

static const struct field STATS[] = {
	{ "timestamp", FIELD_TIME, FIELD_MUST },
	{ "total_pollers", FIELD_INT, FIELD_MUST },
	{ "free_pollers", FIELD_INT, FIELD_MUST },
	{ "busy_pollers", FIELD_INT, FIELD_MUST },
	{ "busy_percentage", FIELD_REAL, FIELD_MUST, .help = "In the last minute." },
	{ "queue_size", FIELD_INT, FIELD_MUST },
	{ "queue_by_lane", FIELD_THING, FIELD_MUST },
	{ "lanes", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_LANE },
	{ "is_saturated", FIELD_BOOL, FIELD_MUST },
	{ "saturation", FIELD_TEXT, FIELD_MUST, .help = "The reason of the saturation." },
	{ "is_held", FIELD_BOOL, FIELD_MUST,
	    .help = "No new runs are started, because too much is waiting to be written "
		    "to the database." },
	{ "total_tasks_completed", FIELD_INT, FIELD_MUST },
	{ "total_tasks_delayed", FIELD_INT, FIELD_MUST },
	{ "skipped", FIELD_INT, FIELD_MUST },
	{ "retries_waiting", FIELD_INT, FIELD_MUST },
	{ "sweeps_paused", FIELD_INT, FIELD_MUST,
	    .help = "Readings of slow columns that wait for their next part." },
	{ "late_p50_ms", FIELD_INT, FIELD_MUST },
	{ "late_p99_ms", FIELD_INT, FIELD_MUST },
	{ "late_max_ms", FIELD_INT, FIELD_MUST },
	{ NULL },
};

const struct schema SCHEMA_POLLER_STATS = { "PollerStats", NULL, STATS };

static const struct field POLLERS[] = {
	{ "count", FIELD_INT, FIELD_MUST },
	{ "at", FIELD_TIME, FIELD_MUST },
	{ "results", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_POLLER },
	{ "stats", FIELD_THING, FIELD_MUST, .of = &SCHEMA_POLLER_STATS,
	    .help = "Figures of the same moment." },
	{ "queue", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_QUEUED,
	    .help = "The first 20 nodes of the queue, at the same moment." },
	{ NULL },
};

const struct schema SCHEMA_POLLERS = { "Pollers", NULL, POLLERS };

static const struct field FIRST_READING[] = {
	{ "olt", FIELD_INT, FIELD_MUST },
	{ "olt_name", FIELD_TEXT, FIELD_MUST | FIELD_NULL },
	{ "asked", FIELD_INT, FIELD_MUST, .help = "ONUs that were read so far." },
	{ "onus", FIELD_INT, FIELD_MUST,
	    .help =
		"ONUs to read; 0: no ONU is known, because there was no discovery yet." },
	{ NULL },
};

static const struct schema SCHEMA_FIRST_READING = { "FirstReading", NULL, FIRST_READING };

static const struct field FIRST_READINGS[] = {
	{ "results", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_FIRST_READING },
	{ NULL },
};

const struct schema SCHEMA_FIRST_READINGS = { "FirstReadings", NULL, FIRST_READINGS };

/* ---- the whole at a glance -------------------------------------------------------------------- */

#define OPEN_INCIDENTS                                                       \
	{ "incidents", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_INCIDENT,     \
		.help = "Open incidents, most serious first; at most 20." }, \
	{                                                                    \
		"open_incidents", FIELD_INT, FIELD_MUST,                     \
		    .help = "Number of open incidents."                      \
	}

static const struct field PROBLEM_NOW[] = {
	{ "kind", FIELD_TEXT, FIELD_MUST,
	    .choices = "engine_stuck|database_away|database_behind|disk_full|"
		       "pollers_saturated|olt_not_answering|olt_suspended|olt_failing|"
		       "port_dark|violation",
	    .help = "A port is dark if all of its ONUs that were not switched off are "
		    "down, and they are at least three." },
	{ "severity", FIELD_TEXT, FIELD_MUST, .choices = "critical|major|minor" },
	{ "since", FIELD_TIME, FIELD_MUST | FIELD_NULL },
	{ "customers", FIELD_INT, FIELD_MUST | FIELD_NULL,
	    .help = "ONUs that are down or no longer seen; null: the problem does not "
		    "affect ONUs." },
	{ "olt", FIELD_INT, FIELD_NULL },
	{ "olt_name", FIELD_TEXT, FIELD_NULL },
	{ "port", FIELD_INT, FIELD_NULL },
	{ "place", FIELD_TEXT, FIELD_NULL, .help = "Position of the port." },
	{ "description", FIELD_TEXT, FIELD_NULL, .help = "Description of the port." },
	{ "violation", FIELD_INT, FIELD_NULL, .help = "The violation, if there is one." },
	{ "count", FIELD_INT, FIELD_NULL, .help = "Open violations of the OLT." },
	{ "worst", FIELD_TEXT, FIELD_NULL, .choices = "LOW|MEDIUM|HIGH|CRITICAL" },
	{ "why", FIELD_TEXT, FIELD_NULL, .help = "The reason, as a sentence." },
	{ "free_bytes", FIELD_INT, FIELD_NULL, .help = "Free space of the disk." },
	{ NULL },
};

static const struct schema SCHEMA_PROBLEM_NOW = { "ProblemNow", NULL, PROBLEM_NOW };

static const struct field PROBLEMS_NOW[] = {
	{ "at", FIELD_TIME, FIELD_MUST },
	{ "count", FIELD_INT, FIELD_MUST,
	    .help = "Number of problems; at most 1000 of each kind." },
	{ "customers", FIELD_INT, FIELD_MUST, .help = "Customers of all problems." },
	{ "results", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_PROBLEM_NOW,
	    .help = "The first 200: first the problems that prevent readings, then by "
		    "number of customers." },
	OPEN_INCIDENTS,
	{ NULL },
};

const struct schema SCHEMA_PROBLEMS_NOW = { "ProblemsNow", NULL, PROBLEMS_NOW };

static const struct field OLT_TOTALS[] = {
	{ "up", FIELD_INT, FIELD_MUST },
	{ "new", FIELD_INT, FIELD_MUST,
	    .help = "OLTs that have not answered yet: the state is not known." },
	{ "down", FIELD_INT, FIELD_MUST,
	    .help = "OLTs that answer, but whose last run failed." },
	{ "not_answering", FIELD_INT, FIELD_MUST,
	    .help = "OLTs that do not answer and are not suspended yet." },
	{ "suspended", FIELD_INT, FIELD_MUST },
	{ "disabled", FIELD_INT, FIELD_MUST },
	{ NULL },
};

static const struct schema SCHEMA_OLT_TOTALS = { "OltTotals", NULL, OLT_TOTALS };

static const struct field DASHBOARD[] = {
	{ "at", FIELD_TIME, FIELD_MUST },
	{ "olts", FIELD_THING, FIELD_MUST, .of = &SCHEMA_OLT_TOTALS },
	{ "onus", FIELD_THING, FIELD_MUST, .of = &SCHEMA_ONU_TOTALS },
	{ "executions", FIELD_THING, FIELD_MUST, .of = &SCHEMA_RUN_TOTALS,
	    .help = "Executions of the last hour, by state." },
	{ "quotas", FIELD_THING, FIELD_MUST, .of = &SCHEMA_QUOTA_TOTALS,
	    .help = "Quotas of this hour." },
	{ "pollers", FIELD_THING, FIELD_MUST | FIELD_NULL, .of = &SCHEMA_POLLER_STATS },
	OPEN_INCIDENTS,
	{ NULL },
};

const struct schema SCHEMA_DASHBOARD = { "Dashboard", NULL, DASHBOARD };

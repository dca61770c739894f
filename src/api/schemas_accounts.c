/* SPDX-License-Identifier: Apache-2.0
 *
 * Workflows, quotas, plans, pollers, and the whole at a glance.
 */
#include "api/schemas.h"

/* ---- workflows ---------------------------------------------------------------------------- */

static const struct field UNIT[] = {
	{ "chain", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_NODE,
	    .help = "Those that run after it, in order." },
	{ NULL },
};

static const struct schema SCHEMA_UNIT = { "WorkflowUnit", "nodes", UNIT };

static const struct field WORKFLOW_WHOLE[] = {
	{ "units", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_UNIT,
	    .help = "Masters, each with its chain." },
	{ NULL },
};

const struct schema SCHEMA_WORKFLOW_WHOLE = { "WorkflowWhole", "workflows",
	WORKFLOW_WHOLE };

static const struct field WORKFLOW_ORDER[] = {
	{ "nodes", FIELD_WHICHES, FIELD_MUST, 1, 1000,
	    .help = "The first to run first." },
	{ NULL },
};

const struct schema SCHEMA_WORKFLOW_ORDER = { "WorkflowOrder", NULL, WORKFLOW_ORDER };

/* ---- quotas, violations, plans -------------------------------------------------------------- */

static const struct field QUOTA_NOW_ASK[] = {
	{ "olt", FIELD_WHICH, 0, .help = "Of this one only." },
	{ NULL },
};

const struct schema SCHEMA_QUOTA_NOW_ASK = { "QuotaNowAsk", NULL, QUOTA_NOW_ASK };

static const struct field QUOTA_NOW[] = {
	{ "id", FIELD_INT, FIELD_MUST },
	{ "olt", FIELD_INT, FIELD_MUST },
	{ "olt_name", FIELD_TEXT, FIELD_MUST },
	{ "task_type", FIELD_TEXT, FIELD_MUST },
	{ "period_start", FIELD_MOMENT, FIELD_MUST },
	{ "period_end", FIELD_MOMENT, FIELD_MUST },
	{ "required", FIELD_INT, FIELD_MUST },
	{ "completed", FIELD_INT, FIELD_MUST },
	{ "failed", FIELD_INT, FIELD_MUST },
	{ "skipped", FIELD_INT, FIELD_MUST },
	{ "pending", FIELD_INT, FIELD_MUST },
	{ "average_duration_ms", FIELD_INT, FIELD_MUST },
	{ "status", FIELD_TEXT, FIELD_MUST },
	{ "percent", FIELD_REAL, FIELD_MUST },
	{ "at_risk", FIELD_TRUTH, FIELD_MUST,
	    .help = "What is left of the hour no longer suffices." },
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
	{ "due_at", FIELD_MOMENT, FIELD_MUST, .help = "Its slot." },
	{ "start_at", FIELD_MOMENT, FIELD_MUST, .help = "As predicted." },
	{ "duration_ms", FIELD_INT, FIELD_MUST, .help = "As predicted." },
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
	{ "poller", FIELD_INT, FIELD_MUST, .help = "From 1." },
	{ "status", FIELD_TEXT, FIELD_MUST, .choices = "FREE|BUSY" },
	{ "olt", FIELD_INT, FIELD_NULL },
	{ "olt_name", FIELD_TEXT, FIELD_NULL },
	{ "node", FIELD_INT, FIELD_NULL },
	{ "job_name", FIELD_TEXT, FIELD_NULL },
	{ "execution", FIELD_INT, FIELD_NULL },
	{ "since", FIELD_MOMENT, FIELD_NULL },
	{ "busy_ms", FIELD_INT, FIELD_MUST },
	{ "total_ms", FIELD_INT, FIELD_MUST },
	{ "busy_percent", FIELD_REAL, FIELD_MUST },
	{ "tasks_completed", FIELD_INT, FIELD_MUST },
	{ "tasks_delayed", FIELD_INT, FIELD_MUST },
	{ NULL },
};

static const struct schema SCHEMA_POLLER = { "Poller", NULL, POLLER };

static const struct field POLLERS[] = {
	{ "count", FIELD_INT, FIELD_MUST },
	{ "at", FIELD_MOMENT, FIELD_MUST },
	{ "results", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_POLLER },
	{ NULL },
};

const struct schema SCHEMA_POLLERS = { "Pollers", NULL, POLLERS };

static const struct field QUEUED[] = {
	{ "place", FIELD_INT, FIELD_MUST, .help = "From 1." },
	{ "execution", FIELD_INT, FIELD_MUST },
	{ "olt", FIELD_INT, FIELD_MUST },
	{ "olt_name", FIELD_TEXT, FIELD_NULL },
	{ "node", FIELD_INT, FIELD_MUST },
	{ "job_name", FIELD_TEXT, FIELD_NULL },
	{ "lane", FIELD_TEXT, FIELD_MUST },
	{ "priority", FIELD_INT, FIELD_MUST },
	{ "due_at", FIELD_MOMENT, FIELD_NULL },
	{ "late_ms", FIELD_INT, FIELD_MUST },
	{ "attempt", FIELD_INT, FIELD_MUST },
	{ "asked_by", FIELD_TEXT, FIELD_MUST, .help = "\"\": the schedule." },
	{ NULL },
};

static const struct schema SCHEMA_QUEUED = { "Queued", NULL, QUEUED };

static const struct field QUEUE[] = {
	{ "count", FIELD_INT, FIELD_MUST,
	    .help = "Of all; the first thousand are shown." },
	{ "page", FIELD_INT, FIELD_MUST },
	{ "at", FIELD_MOMENT, FIELD_MUST },
	{ "results", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_QUEUED },
	{ NULL },
};

const struct schema SCHEMA_QUEUE = { "PollerQueue", NULL, QUEUE };

static const struct field QUEUE_ASK[] = {
	{ "page", FIELD_INT, 0, 1, INT32_MAX },
	{ "page_size", FIELD_INT, 0, 1, 1000, .help = "50 unless said." },
	{ NULL },
};

const struct schema SCHEMA_QUEUE_ASK = { "PollerQueueAsk", NULL, QUEUE_ASK };

static const struct field LANE[] = {
	{ "lane", FIELD_TEXT, FIELD_MUST, .choices = "high|discovery|polling|retry" },
	{ "waiting", FIELD_INT, FIELD_MUST },
	{ "busy", FIELD_INT, FIELD_MUST, .help = "Pollers that it holds." },
	{ "most", FIELD_INT, FIELD_MUST, .help = "Pollers that it may hold." },
	{ "reserved", FIELD_INT, FIELD_MUST, .help = "Pollers kept for it alone." },
	{ NULL },
};

static const struct schema SCHEMA_LANE = { "PollerLane", NULL, LANE };

static const struct field STATS[] = {
	{ "at", FIELD_MOMENT, FIELD_MUST },
	{ "total_pollers", FIELD_INT, FIELD_MUST },
	{ "free_pollers", FIELD_INT, FIELD_MUST },
	{ "busy_pollers", FIELD_INT, FIELD_MUST },
	{ "busy_percentage", FIELD_REAL, FIELD_MUST, .help = "Of the last minute." },
	{ "queue_size", FIELD_INT, FIELD_MUST },
	{ "queue_by_lane", FIELD_THING, FIELD_MUST },
	{ "lanes", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_LANE },
	{ "is_saturated", FIELD_TRUTH, FIELD_MUST },
	{ "saturation", FIELD_TEXT, FIELD_MUST, .help = "Why." },
	{ "is_held", FIELD_TRUTH, FIELD_MUST,
	    .help = "The store has too much to write." },
	{ "total_tasks_completed", FIELD_INT, FIELD_MUST },
	{ "total_tasks_delayed", FIELD_INT, FIELD_MUST },
	{ "skipped", FIELD_INT, FIELD_MUST },
	{ "retries_waiting", FIELD_INT, FIELD_MUST },
	{ "late_p50_ms", FIELD_INT, FIELD_MUST },
	{ "late_p99_ms", FIELD_INT, FIELD_MUST },
	{ "late_max_ms", FIELD_INT, FIELD_MUST },
	{ NULL },
};

const struct schema SCHEMA_POLLER_STATS = { "PollerStats", NULL, STATS };

/* ---- the whole at a glance -------------------------------------------------------------------- */

static const struct field PROBLEM[] = {
	{ "kind", FIELD_TEXT, FIELD_MUST, .choices = "critical|error|warning|violation" },
	{ "at", FIELD_MOMENT, FIELD_MUST },
	{ "olt", FIELD_INT, FIELD_NULL },
	{ "olt_name", FIELD_TEXT, FIELD_NULL },
	{ "message", FIELD_TEXT, FIELD_MUST, .help = "Of a violation, how bad it is." },
	{ "event", FIELD_TEXT, FIELD_NULL, .help = "Of a line of the log." },
	{ "details", FIELD_TEXT, FIELD_NULL, .help = "Likewise; JSON." },
	{ NULL },
};

static const struct schema SCHEMA_PROBLEM = { "Problem", NULL, PROBLEM };

static const struct field OLT_TOTALS[] = {
	{ "up", FIELD_INT, FIELD_MUST },
	{ "new", FIELD_INT, FIELD_MUST, .help = "Have not answered yet: nobody knows." },
	{ "down", FIELD_INT, FIELD_MUST, .help = "Do not answer, and are not given up." },
	{ "suspended", FIELD_INT, FIELD_MUST },
	{ "disabled", FIELD_INT, FIELD_MUST },
	{ NULL },
};

static const struct schema SCHEMA_OLT_TOTALS = { "OltTotals", NULL, OLT_TOTALS };

static const struct field DASHBOARD[] = {
	{ "at", FIELD_MOMENT, FIELD_MUST },
	{ "olts", FIELD_THING, FIELD_MUST, .of = &SCHEMA_OLT_TOTALS },
	{ "onus", FIELD_THING, FIELD_MUST, .of = &SCHEMA_ONU_TOTALS },
	{ "executions", FIELD_THING, FIELD_MUST, .of = &SCHEMA_RUN_TOTALS,
	    .help = "Of the last hour, by state." },
	{ "quotas", FIELD_THING, FIELD_MUST, .of = &SCHEMA_QUOTA_TOTALS,
	    .help = "Of this hour." },
	{ "pollers", FIELD_THING, FIELD_MUST | FIELD_NULL, .of = &SCHEMA_POLLER_STATS },
	{ "problems", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_PROBLEM,
	    .help = "The newest ten." },
	{ NULL },
};

const struct schema SCHEMA_DASHBOARD = { "Dashboard", NULL, DASHBOARD };

/* SPDX-License-Identifier: Apache-2.0
 *
 * The routes. A new route is a line here; route.h describes the fields.
 */
#include "api/route.h"

#include "api/auth_int.h"
#include "api/live_int.h"
#include "api/pages_int.h"
#include "api/schemas_int.h"

#define V1 "/api/v1"

/* A list; and the list of the rows that belong to one object, whose {id} is `field`. */
#define LIST_OF(at, rows, row, text)                                                    \
	{                                                                               \
		"GET", V1 at, .flags = ROUTE_LIST, .operation = "list", .list = (rows), \
			      .reply = &(row), .summary = (text)                        \
	}
#define LIST_IN(at, rows, field, row, text)                                             \
	{                                                                               \
		"GET", V1 at, .flags = ROUTE_LIST, .operation = "list", .list = (rows), \
			      .id = (field), .reply = &(row), .summary = (text)         \
	}
/* Lists of objects that can be deleted and restored show only those that are not
 * deleted. */
#define LIST_LIVE(at, rows, row, text)                                                  \
	{                                                                               \
		"GET", V1 at, .flags = ROUTE_LIST, .operation = "list", .list = (rows), \
			      .hides = "deleted_at", .reply = &(row), .summary = (text) \
	}
/* An action on one object without a body, and the same on several. */
#define ACTION(at, op, arg, shown, text)                                          \
	{                                                                         \
		"POST", V1 at, .operation = (op), .id = (arg), .reply = &(shown), \
			       .summary = (text)                                  \
	}
#define BULK(at, op, arg, text)                                                      \
	{                                                                            \
		"POST", V1 at, .flags = ROUTE_BULK, .operation = (op), .id = (arg),  \
			       .request = &SCHEMA_BULK, .reply = &SCHEMA_BULK_REPLY, \
			       .summary = (text)                                     \
	}

/* The routes that all kinds of rows of the catalogue have besides their list. */
#define CATALOGUE_ROWS(at, noun, row, given, copied)                                   \
	{ "POST", V1 at, .operation = noun ".add", .status = 201, .request = &(given), \
		.reply = &(row), .summary = "Add a row to the catalogue." },           \
	    { "GET", V1 at "{id}/", .operation = noun ".get", .id = "id",              \
		    .shown_by = noun ".get", .reply = &(row),                          \
		    .summary = "Get a row of the catalogue." },                        \
	    { "PATCH", V1 at "{id}/", .flags = ROUTE_PARTIAL,                          \
		    .operation = noun ".change", .id = "id", .shown_by = noun ".get",  \
		    .request = &(given), .reply = &(row),                              \
		    .summary = "Update the given fields." },                           \
	    { "DELETE", V1 at "{id}/", .operation = noun ".delete", .id = "id",        \
		    .shown_by = noun ".get", .reply = &(row),                          \
		    .summary = "Delete it, unless something uses it." },               \
	    { "POST", V1 at "{id}/duplicate/", .operation = noun ".duplicate",         \
		    .id = "id", .status = 201, .request = &(copied), .reply = &(row),  \
		    .summary = "Copy a row." },                                        \
	    BULK(at "bulk/delete/", noun ".delete", "id",                              \
		"Delete rows that nothing uses.")

/* The routes that all rows of notifications have besides their list. */
#define NOTIFY_ROWS(at, noun, row, given, what)                                          \
	{ "POST", V1 at, .operation = noun ".add", .status = 201, .request = &(given),   \
		.reply = &(row), .summary = "Add " what "." },                           \
	    { "GET", V1 at "{id}/", .operation = noun ".get", .id = "id",                \
		    .shown_by = noun ".get", .reply = &(row),                            \
		    .summary = "Get " what "." },                                        \
	    { "PATCH", V1 at "{id}/", .flags = ROUTE_PARTIAL,                            \
		    .operation = noun ".change", .id = "id", .shown_by = noun ".get",    \
		    .request = &(given), .reply = &(row),                                \
		    .summary = "Update the given fields." },                             \
	{                                                                                \
		"DELETE", V1 at "{id}/", .operation = noun ".delete", .id = "id",        \
					 .shown_by = noun ".get", .reply = &SCHEMA_GONE, \
					 .summary = "Delete " what "."                   \
	}

static const struct route ROUTES[] = {
	/* ---- the document -------------------------------------------------------- */
	{ "GET", V1 "/openapi.json", ROUTE_PUBLIC, .handle = page_openapi,
	    .reply = &SCHEMA_ANY, .summary = "OpenAPI document." },
	{ "GET", V1 "/docs/", ROUTE_PUBLIC, .handle = page_docs, .type = "text/html",
	    .summary = "API documentation as a page." },

	/* ---- OLTs ---------------------------------------------------------------- */
	LIST_LIVE("/olts/", "olt_overview", SCHEMA_OLT_ROW, "OLTs."),
	{ "POST", V1 "/olts/", .operation = "olt.add", .status = 201,
	    .request = &SCHEMA_OLT_NEW, .reply = &SCHEMA_OLT, .summary = "Add an OLT." },
	{ "POST", V1 "/olts/test/", .flags = ROUTE_SLOW | ROUTE_PARTIAL,
	    .operation = "olt.test", .request = &SCHEMA_OLT_TEST,
	    .reply = &SCHEMA_OLT_TESTED,
	    .summary = "Test an OLT, new or stored. Nothing is written." },
	BULK("/olts/bulk/enable/", "olt.enable", "olt",
	    "Enable OLTs: they are polled from now on."),
	BULK("/olts/bulk/disable/", "olt.disable", "olt",
	    "Disable OLTs. Running executions are interrupted."),
	BULK("/olts/bulk/delete/", "olt.delete", "olt",
	    "Delete OLTs. They can be restored."),
	BULK("/olts/bulk/restore/", "olt.restore", "olt", "Restore deleted OLTs."),
	{ "GET", V1 "/olts/{id}/", .operation = "olt.get", .id = "olt",
	    .shown_by = "olt.get", .reply = &SCHEMA_OLT,
	    .summary = "Get an OLT by number or name." },
	{ "PATCH", V1 "/olts/{id}/", .flags = ROUTE_PARTIAL, .operation = "olt.change",
	    .id = "olt", .shown_by = "olt.get", .request = &SCHEMA_OLT_ADD,
	    .reply = &SCHEMA_OLT, .summary = "Update the given fields." },
	{ "DELETE", V1 "/olts/{id}/", .flags = ROUTE_PARTIAL, .operation = "olt.delete",
	    .id = "olt", .shown_by = "olt.get", .request = &SCHEMA_OLT_DELETE,
	    .reply = &SCHEMA_OLT,
	    .summary = "Delete an OLT. Its history is kept, and it can be restored." },
	ACTION("/olts/{id}/enable/", "olt.enable", "olt", SCHEMA_OLT,
	    "Enable an OLT: it is polled from now on."),
	ACTION("/olts/{id}/disable/", "olt.disable", "olt", SCHEMA_OLT,
	    "Disable an OLT. Running executions are interrupted."),
	ACTION("/olts/{id}/restore/", "olt.restore", "olt", SCHEMA_OLT,
	    "Restore a deleted OLT."),
	ACTION("/olts/{id}/revive/", "olt.revive", "olt", SCHEMA_OLT_WHICH,
	    "End the suspension of an OLT now."),
	{ "POST", V1 "/olts/{id}/test/", .flags = ROUTE_SLOW | ROUTE_PARTIAL,
	    .operation = "olt.test", .id = "olt", .request = &SCHEMA_OLT_ADD,
	    .reply = &SCHEMA_OLT_TESTED,
	    .summary = "Test a stored OLT, with the given fields instead of its own. "
		       "Nothing is written." },
	{ "POST", V1 "/olts/{id}/standard/", .operation = "job.standard", .id = "olt",
	    .reply = &SCHEMA_APPLIED,
	    .summary =
		"Apply the standard jobs of its brand. Doing it again changes nothing." },
	{ "GET", V1 "/olts/{id}/health/", .operation = "olt.health", .id = "olt",
	    .reply = &SCHEMA_OLT_HEALTH,
	    .summary = "Health of an OLT: contact, pace, probes, ONUs, last hour." },
	{ "GET", V1 "/olts/{id}/performance/", .operation = "olt.performance",
	    .id = "olt", .request = &SCHEMA_PERFORMANCE_ASK,
	    .reply = &SCHEMA_PERFORMANCE_POINTS,
	    .summary = "Performance of its runs by hour; for more than two weeks by "
		       "day." },
	LIST_IN("/olts/{id}/columns/", "olt_columns", "olt", SCHEMA_OLT_COLUMN,
	    "Columns of its profile, with what the device answers."),
	LIST_IN("/olts/{id}/ports/", "pon_ports", "olt", SCHEMA_PORT, "Its PON ports."),
	LIST_IN("/olts/{id}/chassis/", "chassis", "olt", SCHEMA_CHASSIS,
	    "Its processors, memory and temperatures."),
	LIST_IN("/olts/{id}/values/", "olt_values", "olt", SCHEMA_VALUE,
	    "Values of custom OIDs that do not belong to an ONU."),
	LIST_IN("/olts/{id}/events/", "onu_events", "olt", SCHEMA_ONU_EVENT,
	    "Events of its ONUs."),
	LIST_IN("/olts/{id}/nodes/", "nodes", "olt", SCHEMA_NODE, "Nodes of an OLT."),

	/* ---- jobs ---------------------------------------------------------------- */
	LIST_LIVE("/jobs/", "jobs", SCHEMA_JOB_ROW, "Jobs."),
	{ "POST", V1 "/jobs/", .operation = "job.add", .status = 201,
	    .request = &SCHEMA_JOB_ADD, .reply = &SCHEMA_JOB, .summary = "Add a job." },
	{ "POST", V1 "/jobs/standard/", .operation = "job.standard",
	    .request = &SCHEMA_JOB_STANDARD, .reply = &SCHEMA_APPLIED,
	    .summary = "Apply the standard jobs to one OLT or to all." },
	{ "POST", V1 "/jobs/preview/", .operation = "job.preview",
	    .request = &SCHEMA_JOB_PREVIEW_ASK, .reply = &SCHEMA_JOB_PREVIEW,
	    .summary =
		"Preview a job: when it would run, and on how many OLTs. Nothing is "
		"written." },
	BULK("/jobs/bulk/enable/", "job.enable", "job", "Enable jobs: their nodes run."),
	BULK("/jobs/bulk/disable/", "job.disable", "job",
	    "Disable jobs: none of their nodes runs."),
	BULK("/jobs/bulk/delete/", "job.delete", "job", "Delete jobs and their nodes."),
	BULK("/jobs/bulk/run/", "job.run", "job", "Run jobs now."),
	{ "GET", V1 "/jobs/{id}/", .operation = "job.get", .id = "job",
	    .shown_by = "job.get", .reply = &SCHEMA_JOB,
	    .summary = "Get a job by number or name." },
	{ "PATCH", V1 "/jobs/{id}/", .flags = ROUTE_PARTIAL, .operation = "job.change",
	    .id = "job", .shown_by = "job.get", .request = &SCHEMA_JOB_ADD,
	    .reply = &SCHEMA_JOB, .summary = "Update the given fields." },
	{ "DELETE", V1 "/jobs/{id}/", .operation = "job.delete", .id = "job",
	    .shown_by = "job.get", .reply = &SCHEMA_JOB,
	    .summary = "Delete a job and its nodes." },
	ACTION(
	    "/jobs/{id}/enable/", "job.enable", "job", SCHEMA_JOB, "Enable its nodes."),
	ACTION("/jobs/{id}/disable/", "job.disable", "job", SCHEMA_JOB,
	    "Disable all its nodes."),
	{ "POST", V1 "/jobs/{id}/duplicate/", .operation = "job.duplicate", .id = "job",
	    .status = 201, .request = &SCHEMA_JOB_NAME, .reply = &SCHEMA_JOB,
	    .summary = "Copy a job under another name. The copy is on no OLT yet." },
	{ "POST", V1 "/jobs/{id}/apply/", .operation = "job.apply", .id = "job",
	    .request = &SCHEMA_JOB_APPLY, .reply = &SCHEMA_APPLIED,
	    .summary = "Apply a job to an OLT, or to all OLTs that it fits." },
	{ "POST", V1 "/jobs/{id}/run/", .operation = "job.run", .id = "job",
	    .status = 202, .request = &SCHEMA_JOB_RUN, .reply = &SCHEMA_RUN,
	    .summary = "Run a job now, on one OLT or on all that have it." },

	/* ---- workflows and nodes --------------------------------------------------- */
	LIST_OF("/workflows/", "workflows", SCHEMA_WORKFLOW, "Workflows, one per OLT."),
	{ "GET", V1 "/olts/{id}/workflow/", .operation = "workflow.get", .id = "olt",
	    .shown_by = "workflow.get", .reply = &SCHEMA_WORKFLOW_WHOLE,
	    .summary = "Workflow of an OLT: each master with its chain, in order." },
	ACTION("/olts/{id}/workflow/enable/", "workflow.enable", "olt",
	    SCHEMA_WORKFLOW_WHOLE, "Enable its nodes."),
	ACTION("/olts/{id}/workflow/disable/", "workflow.disable", "olt",
	    SCHEMA_WORKFLOW_WHOLE, "Disable all its nodes."),
	{ "PUT", V1 "/olts/{id}/workflow/order/", .operation = "workflow.order",
	    .id = "olt", .shown_by = "workflow.get", .request = &SCHEMA_WORKFLOW_ORDER,
	    .reply = &SCHEMA_WORKFLOW_WHOLE,
	    .summary = "Set the priorities of these nodes in the given order." },
	{ "POST", V1 "/olts/{id}/run/", .operation = "olt.run", .id = "olt",
	    .status = 202, .reply = &SCHEMA_RUN,
	    .summary = "Run all enabled nodes of an OLT now." },
	BULK("/olts/bulk/run/", "olt.run", "olt",
	    "Run all enabled nodes of these OLTs now."),
	LIST_OF("/nodes/", "nodes", SCHEMA_NODE, "Nodes, with their next run."),
	BULK("/nodes/bulk/enable/", "node.enable", "node", "Enable nodes."),
	BULK("/nodes/bulk/disable/", "node.disable", "node", "Disable nodes."),
	BULK("/nodes/bulk/run/", "node.run", "node", "Run nodes now."),
	ACTION(
	    "/nodes/{id}/enable/", "node.enable", "node", SCHEMA_NODE, "Enable a node."),
	ACTION("/nodes/{id}/disable/", "node.disable", "node", SCHEMA_NODE,
	    "Disable a node."),
	{ "PUT", V1 "/nodes/{id}/override/", .operation = "node.override", .id = "node",
	    .request = &SCHEMA_NODE_OVERRIDE, .reply = &SCHEMA_NODE,
	    .summary = "Replace the overrides of a node; what is not given is taken from "
		       "its job." },
	{ "PATCH", V1 "/nodes/{id}/override/", .flags = ROUTE_PARTIAL,
	    .operation = "node.change", .id = "node", .request = &SCHEMA_NODE_OVERRIDE,
	    .reply = &SCHEMA_NODE,
	    .summary =
		"Update the given overrides of a node; null: the value of its job." },
	{ "PUT", V1 "/nodes/{id}/chain/", .operation = "node.chain", .id = "node",
	    .request = &SCHEMA_NODE_CHAIN, .reply = &SCHEMA_NODE,
	    .summary =
		"Chain a node to a master of the same OLT, or make it a master again." },
	{ "GET", V1 "/nodes/{id}/", .operation = "node.get", .id = "node",
	    .reply = &SCHEMA_NODE,
	    .summary = "Get a node: a job on an OLT, with its times and results." },
	{ "DELETE", V1 "/nodes/{id}/", .operation = "node.remove", .id = "node",
	    .reply = &SCHEMA_GONE, .summary = "Remove a node from its OLT." },
	{ "POST", V1 "/pollers/nodes/{id}/run/", .operation = "node.run", .id = "node",
	    .status = 202, .request = &SCHEMA_NODE_RUN, .reply = &SCHEMA_RUN,
	    .summary = "Run a node now, with its chain unless alone." },

	/* ---- executions ------------------------------------------------------------ */
	{ "GET", V1 "/executions/", .flags = ROUTE_LIST, .operation = "list",
	    .list = "executions", .beside = &SCHEMA_BESIDE_EXECUTIONS,
	    .reply = &SCHEMA_EXECUTION_ROW, .summary = "Executions." },
	{ "GET", V1 "/executions/{id}/", .operation = "execution.get", .id = "execution",
	    .reply = &SCHEMA_EXECUTION,
	    .summary = "Get an execution with its attempts." },
	LIST_IN("/executions/{id}/attempts/", "attempts", "execution", SCHEMA_ATTEMPT,
	    "Attempts of an execution."),
	{ "POST", V1 "/executions/{id}/interrupt/", .operation = "execution.interrupt",
	    .id = "execution", .status = 202, .reply = &SCHEMA_EXECUTION_WHICH,
	    .summary = "Interrupt a waiting or running execution." },
	BULK("/executions/bulk/interrupt/", "execution.interrupt", "execution",
	    "Interrupt waiting or running executions."),

	/* ---- ONUs, history and figures --------------------------------------------- */
	LIST_OF("/onus/", "onus", SCHEMA_ONU_ROW, "ONUs of all OLTs."),
	{ "GET", V1 "/onus/search/", .operation = "onu.find", .request = &SCHEMA_ONU_FIND,
	    .reply = &SCHEMA_ONU_HITS,
	    .summary = "Search ONUs; the best match comes first." },
	{ "GET", V1 "/onus/{id}/", .operation = "onu.get", .id = "onu",
	    .reply = &SCHEMA_ONU,
	    .summary = "Get an ONU: a sentence, three facts and its values." },
	{ "POST", V1 "/onus/{id}/refresh/", .flags = ROUTE_SLOW,
	    .operation = "onu.refresh", .id = "onu", .status = 202,
	    .reply = &SCHEMA_ONU_REFRESH,
	    .summary = "Read an ONU now, in turn with other work on its OLT. Later "
		       "requests follow the same execution." },
	{ "GET", V1 "/onus/{id}/history/", .operation = "onu.history", .id = "onu",
	    .request = &SCHEMA_HISTORY_ASK, .reply = &SCHEMA_HISTORY,
	    .summary = "History of one metric." },
	{ "GET", V1 "/onus/{id}/neighbours/", .operation = "onu.neighbours", .id = "onu",
	    .request = &SCHEMA_NEIGHBOURS_ASK, .reply = &SCHEMA_NEIGHBOURS,
	    .summary = "The same metric of all ONUs of its port at one time." },
	{ "GET", V1 "/onus/{id}/siblings/", .operation = "onu.siblings", .id = "onu",
	    .request = &SCHEMA_HISTORY_ASK, .reply = &SCHEMA_SIBLINGS,
	    .summary = "The same metric of the other ONUs of its port: lowest, median, "
		       "highest." },
	{ "GET", V1 "/onus/{id}/timeline/", .operation = "onu.timeline", .id = "onu",
	    .request = &SCHEMA_TIMELINE_ASK, .reply = &SCHEMA_TIMELINE,
	    .summary = "States of an ONU over time with causes, and its availability." },
	{ "GET", V1 "/onus/{id}/incidents/", .operation = "onu.incidents", .id = "onu",
	    .reply = &SCHEMA_INCIDENTS_FOUND,
	    .summary = "Incidents that an ONU was part of." },
	LIST_IN("/onus/{id}/events/", "onu_events", "onu", SCHEMA_ONU_EVENT,
	    "Events of an ONU."),
	LIST_IN("/onus/{id}/positions/", "onu_positions", "onu", SCHEMA_ONU_POSITION,
	    "Places where an ONU was."),
	LIST_OF("/light/", "light", SCHEMA_LIGHT,
	    "ONUs that receive less light than 7 or 30 days ago."),
	LIST_OF("/light/olts/", "light_olts", SCHEMA_LIGHT_OLT,
	    "OLTs with the number of ONUs whose level is bad or got worse."),
	LIST_OF("/performance/day/", "performance_day", SCHEMA_PERFORMANCE,
	    "Performance of each OLT in the last 24 hours."),
	LIST_OF("/performance/week/", "performance_week", SCHEMA_PERFORMANCE,
	    "Light lost in the last 7 days."),
	LIST_OF("/performance/month/", "performance_month", SCHEMA_PERFORMANCE,
	    "Light lost in the last 30 days."),
	LIST_OF("/ports/", "pon_ports", SCHEMA_PORT, "PON ports of all OLTs."),
	{ "GET", V1 "/ports/{id}/", .operation = "port.get", .id = "port",
	    .reply = &SCHEMA_PORT, .summary = "Get a PON port." },
	{ "GET", V1 "/ports/{id}/history/", .operation = "port.history", .id = "port",
	    .request = &SCHEMA_HISTORY_ASK, .reply = &SCHEMA_HISTORY,
	    .summary = "History of one metric." },
	LIST_OF("/values/", "olt_values", SCHEMA_VALUE,
	    "Values of custom OIDs of all OLTs that do not belong to an ONU."),
	{ "GET", V1 "/values/{id}/", .operation = "value.get", .id = "value",
	    .reply = &SCHEMA_VALUE, .summary = "Get a value." },
	{ "GET", V1 "/values/{id}/history/", .operation = "value.history", .id = "value",
	    .request = &SCHEMA_VALUE_ASK, .reply = &SCHEMA_HISTORY,
	    .summary = "History of a numeric value; of a counter its rate per second." },
	{ "GET", V1 "/olts/{id}/history/", .operation = "olt.history", .id = "olt",
	    .request = &SCHEMA_CHASSIS_ASK, .reply = &SCHEMA_HISTORY,
	    .summary = "History of CPU, memory or temperature of the chassis." },
	LIST_OF("/quotas/", "quotas", SCHEMA_QUOTA,
	    "Quotas: required and completed runs by OLT, job and hour."),
	{ "GET", V1 "/quotas/now/", .operation = "quota.now",
	    .request = &SCHEMA_QUOTA_NOW_ASK, .reply = &SCHEMA_QUOTAS_NOW,
	    .summary = "Quotas of the current hour, with those at risk." },
	LIST_OF("/violations/", "violations", SCHEMA_VIOLATION, "Quota violations."),
	{ "GET", V1 "/violations/{id}/", .operation = "violation.get", .id = "violation",
	    .reply = &SCHEMA_VIOLATION_WHOLE,
	    .summary = "Get a quota violation with its report." },
	ACTION("/violations/{id}/ack/", "violation.ack", "violation",
	    SCHEMA_VIOLATION_WHOLE, "Acknowledge a violation."),
	BULK("/violations/bulk/ack/", "violation.ack", "violation",
	    "Acknowledge violations."),
	LIST_OF("/plans/", "plans", SCHEMA_PLAN, "Execution plans by OLT and hour."),
	{ "GET", V1 "/plans/{id}/", .operation = "plan.get", .id = "plan",
	    .reply = &SCHEMA_PLAN_WHOLE,
	    .summary = "Get a plan: each run as planned and as it happened." },
	LIST_OF("/coordinator-logs/", "coordinator_logs", SCHEMA_LOG, "Coordinator log."),
	{ "GET", V1 "/pollers/", .operation = "poller.list", .reply = &SCHEMA_POLLERS,
	    .summary = "Pollers and their current work." },
	{ "GET", V1 "/pollers/queue/", .operation = "poller.queue",
	    .request = &SCHEMA_QUEUE_ASK, .reply = &SCHEMA_QUEUE,
	    .summary = "The node queue, in the order in which it will run." },
	{ "GET", V1 "/pollers/stats/", .operation = "poller.stats",
	    .reply = &SCHEMA_POLLER_STATS,
	    .summary = "Figures of all pollers: busy, queue, saturation, lateness." },
	{ "GET", V1 "/first-readings/", .operation = "first_readings",
	    .reply = &SCHEMA_FIRST_READINGS,
	    .summary = "OLTs whose first reading of levels is not complete, with its "
		       "progress." },
	LIST_OF("/pollers/history/", "poller_stats", SCHEMA_POLLER_STAT,
	    "Poller figures by minute."),
	{ "GET", V1 "/event-log/", ROUTE_ADMIN, .operation = "event.read",
	    .request = &SCHEMA_EVENT_LOG_ASK, .reply = &SCHEMA_EVENT_LOG,
	    .summary = "Read the event log after a cursor; without a cursor: return the "
		       "cursor of its end." },
	{ "GET", V1 "/audit/", ROUTE_ADMIN, .flags = ROUTE_LIST, .operation = "list",
	    .list = "audit_log", .reply = &SCHEMA_AUDIT,
	    .summary = "Audit log: who changed what, before and after." },

	/* ---- the catalogue ------------------------------------------------------------- */
	LIST_LIVE("/brands/", "brands", SCHEMA_BRAND_ROW, "Brands."),
	LIST_LIVE("/models/", "models", SCHEMA_MODEL_ROW, "Models."),
	LIST_LIVE("/oids/", "oids", SCHEMA_OID_ROW, "OIDs."),
	LIST_LIVE("/formulas/", "formulas", SCHEMA_FORMULA_ROW, "Index formulas."),
	LIST_LIVE("/states/", "states", SCHEMA_STATE_ROW, "State labels."),
	CATALOGUE_ROWS(
	    "/brands/", "brand", SCHEMA_BRAND_ROW, SCHEMA_BRAND_ADD, SCHEMA_ROW_NAME),
	CATALOGUE_ROWS(
	    "/models/", "model", SCHEMA_MODEL_ROW, SCHEMA_MODEL_ADD, SCHEMA_ROW_NAME),
	CATALOGUE_ROWS("/oids/", "oid", SCHEMA_OID_ROW, SCHEMA_OID_ADD, SCHEMA_ROW_NAME),
	CATALOGUE_ROWS("/formulas/", "formula", SCHEMA_FORMULA_ROW, SCHEMA_FORMULA_ADD,
	    SCHEMA_ROW_NAME),
	CATALOGUE_ROWS(
	    "/states/", "state", SCHEMA_STATE_ROW, SCHEMA_STATE_ADD, SCHEMA_STATE_RAW),
	{ "POST", V1 "/oids/try/", .flags = ROUTE_SLOW | ROUTE_PARTIAL,
	    .operation = "oid.try", .request = &SCHEMA_OID_TRY,
	    .reply = &SCHEMA_OID_TRIED,
	    .summary = "Try an OID: read its first rows on an OLT, decoded. Nothing is "
		       "written." },
	{ "POST", V1 "/formulas/preview/", .operation = "formula.preview",
	    .request = &SCHEMA_PREVIEW_ASK, .reply = &SCHEMA_PREVIEW,
	    .summary = "Try an index formula in both directions. Nothing is written." },
	{ "GET", V1 "/catalogue/", .operation = "catalogue.export",
	    .request = &SCHEMA_EXPORT_ASK, .reply = &SCHEMA_CATALOGUE,
	    .summary = "Export the catalogue as a document: what people added or "
		       "changed, or all." },
	{ "POST", V1 "/catalogue/", .operation = "catalogue.import",
	    .request = &SCHEMA_IMPORT, .reply = &SCHEMA_IMPORTED,
	    .summary = "Import a catalogue document." },

	/* ---- users, tokens and sessions -------------------------------------------- */
	{ "POST", V1 "/auth/login/", ROUTE_PUBLIC, .flags = ROUTE_HASH | ROUTE_SECRET,
	    .operation = "auth.login", .handle = handle_login, .request = &SCHEMA_LOGIN,
	    .reply = &SCHEMA_LOGGED_IN,
	    .summary = "Log in: sets the session cookie and returns the CSRF token." },
	{ "POST", V1 "/auth/logout/", .operation = "auth.logout", .handle = handle_logout,
	    .reply = &SCHEMA_LOGGED_OUT, .summary = "Log out of this session." },
	{ "POST", V1 "/auth/logout-everywhere/", .operation = "auth.logout_everywhere",
	    .handle = handle_logout, .reply = &SCHEMA_LOGGED_OUT,
	    .summary = "End all your sessions." },
	{ "GET", V1 "/auth/me/", .operation = "auth.me", .reply = &SCHEMA_ME,
	    .summary = "The current user." },
	{ "POST", V1 "/auth/password/", .flags = ROUTE_HASH | ROUTE_SECRET,
	    .operation = "auth.password", .request = &SCHEMA_OWN_PASSWORD,
	    .reply = &SCHEMA_USER,
	    .summary = "Change your password. All your sessions end." },
	{ "GET", V1 "/users/", ROUTE_ADMIN, .flags = ROUTE_LIST, .operation = "list",
	    .list = "users", .reply = &SCHEMA_USER, .summary = "Users." },
	{ "POST", V1 "/users/", .flags = ROUTE_HASH, .operation = "user.add",
	    .status = 201, .request = &SCHEMA_USER_ADD, .reply = &SCHEMA_USER,
	    .summary = "Add a user." },
	{ "GET", V1 "/users/{id}/", .operation = "user.get", .id = "user",
	    .shown_by = "user.get", .reply = &SCHEMA_USER,
	    .summary = "Get a user by number or name." },
	{ "PATCH", V1 "/users/{id}/", .flags = ROUTE_PARTIAL, .operation = "user.change",
	    .id = "user", .shown_by = "user.get", .request = &SCHEMA_USER_CHANGE,
	    .reply = &SCHEMA_USER, .summary = "Update the given fields." },
	{ "DELETE", V1 "/users/{id}/", .operation = "user.delete", .id = "user",
	    .shown_by = "user.get", .reply = &SCHEMA_GONE,
	    .summary =
		"Delete a user with sessions and tokens. The audit log keeps the name." },
	{ "POST", V1 "/users/{id}/password/", .flags = ROUTE_HASH | ROUTE_SECRET,
	    .operation = "user.password", .id = "user", .request = &SCHEMA_PASSWORD,
	    .reply = &SCHEMA_USER,
	    .summary =
		"Set the password of a user. The user's sessions end. Your own needs "
		"the old one, and no token may set it." },
	ACTION("/users/{id}/logout/", "user.logout", "user", SCHEMA_USER,
	    "End all sessions of a user."),
	BULK("/users/bulk/logout/", "user.logout", "user",
	    "End all sessions of these users."),
	BULK("/users/bulk/delete/", "user.delete", "user",
	    "Delete users with sessions and tokens. The audit log keeps the names."),
	{ "GET", V1 "/tokens/", ROUTE_ADMIN, .flags = ROUTE_LIST, .operation = "list",
	    .list = "tokens", .reply = &SCHEMA_TOKEN, .summary = "Tokens." },
	{ "POST", V1 "/tokens/", .flags = ROUTE_SECRET, .operation = "token.add",
	    .status = 201, .request = &SCHEMA_TOKEN_ADD, .reply = &SCHEMA_TOKEN_MADE,
	    .summary = "Add a token. Its text is shown only once." },
	{ "GET", V1 "/tokens/{id}/", .operation = "token.get", .id = "token",
	    .reply = &SCHEMA_TOKEN, .summary = "Get a token." },
	{ "DELETE", V1 "/tokens/{id}/", .operation = "token.revoke", .id = "token",
	    .reply = &SCHEMA_TOKEN, .summary = "Revoke a token." },
	BULK("/tokens/bulk/revoke/", "token.revoke", "token", "Revoke tokens."),
	{ "GET", V1 "/sessions/", ROUTE_ADMIN, .flags = ROUTE_LIST, .operation = "list",
	    .list = "sessions", .reply = &SCHEMA_SESSION,
	    .summary = "Sessions: who is logged in, and from where." },

	/* ---- settings and status --------------------------------------------------- */
	{ "GET", V1 "/settings/", .flags = ROUTE_ARRAY, .operation = "setting.list",
	    .reply = &SCHEMA_SETTING,
	    .summary = "All settings: value, source, and when a change takes effect." },
	{ "GET", V1 "/settings/{id}/", .operation = "setting.get", .id = "setting",
	    .shown_by = "setting.get", .reply = &SCHEMA_SETTING,
	    .summary = "Get a setting." },
	{ "PATCH", V1 "/settings/{id}/", .operation = "setting.change", .id = "setting",
	    .shown_by = "setting.get", .request = &SCHEMA_SETTING_CHANGE,
	    .reply = &SCHEMA_SETTING,
	    .summary =
		"Change a setting; applies says whether at once or after a restart." },
	{ "DELETE", V1 "/settings/{id}/", .operation = "setting.reset", .id = "setting",
	    .reply = &SCHEMA_SETTING, .summary = "Reset a setting to its default." },
	{ "GET", V1 "/settings/snmp/", .flags = ROUTE_ARRAY, .operation = "snmp.get",
	    .reply = &SCHEMA_SNMP, .summary = "SNMP settings by operation." },
	{ "PATCH", V1 "/settings/snmp/{id}/", .flags = ROUTE_PARTIAL | ROUTE_ARRAY,
	    .operation = "snmp.change", .id = "operation", .request = &SCHEMA_SNMP_CHANGE,
	    .reply = &SCHEMA_SNMP,
	    .summary = "Change the SNMP settings of one operation; null: the general "
		       "ones apply." },
	{ "GET", V1 "/dashboard/", .operation = "dashboard", .reply = &SCHEMA_DASHBOARD,
	    .summary = "Dashboard totals, with what is wrong now." },
	/* ---- incidents ----------------------------------------------------------- */
	LIST_OF("/incidents/", "incidents", SCHEMA_INCIDENT,
	    "Incidents: each is one problem with its cause and its place."),
	{ "GET", V1 "/incidents/{id}/", .operation = "incident.get", .id = "incident",
	    .shown_by = "incident.get", .reply = &SCHEMA_INCIDENT,
	    .summary = "Get an incident." },
	{ "GET", V1 "/incidents/{id}/members/", .operation = "incident.members",
	    .id = "incident", .request = &SCHEMA_INCIDENT_MEMBERS_ASK,
	    .reply = &SCHEMA_INCIDENT_MEMBERS,
	    .summary =
		"The ONUs of an incident, with when they went down and came back." },
	LIST_IN("/incidents/{id}/timeline/", "incident_log", "incident",
	    SCHEMA_INCIDENT_LOG,
	    "Timeline of an incident: what changed, and what people did."),
	LIST_IN("/incidents/{id}/evidence/", "incident_evidence", "incident",
	    SCHEMA_INCIDENT_EVIDENCE, "The evidence for its cause."),
	{ "GET", V1 "/incidents/{id}/similar/", .operation = "incident.similar",
	    .id = "incident", .reply = &SCHEMA_INCIDENTS_FOUND,
	    .summary = "Past incidents of the same place, or with half of the same "
		       "ONUs." },
	{ "POST", V1 "/incidents/{id}/ack/", .operation = "incident.ack",
	    .id = "incident", .request = &SCHEMA_INCIDENT_ACK, .reply = &SCHEMA_INCIDENT,
	    .summary = "Acknowledge an incident: somebody works on it." },
	ACTION("/incidents/{id}/unack/", "incident.unack", "incident", SCHEMA_INCIDENT,
	    "End the acknowledgement of an incident."),
	{ "POST", V1 "/incidents/{id}/assign/", .operation = "incident.assign",
	    .id = "incident", .request = &SCHEMA_INCIDENT_ASSIGN,
	    .reply = &SCHEMA_INCIDENT, .summary = "Set who works on an incident." },
	{ "POST", V1 "/incidents/{id}/note/", .operation = "incident.note",
	    .id = "incident", .request = &SCHEMA_INCIDENT_NOTE, .reply = &SCHEMA_INCIDENT,
	    .summary = "Set the note of an incident." },
	{ "POST", V1 "/incidents/{id}/close/", .operation = "incident.close",
	    .id = "incident", .request = &SCHEMA_INCIDENT_CLOSE,
	    .reply = &SCHEMA_INCIDENT, .summary = "Close an incident, with a reason." },
	ACTION("/incidents/{id}/reopen/", "incident.reopen", "incident", SCHEMA_INCIDENT,
	    "Reopen an incident that was resolved or closed."),
	ACTION("/incidents/{id}/look/", "incident.look", "incident", SCHEMA_INCIDENT,
	    "Read the ONUs of an incident again now."),
	LIST_IN("/incidents/{id}/deliveries/", "outbox", "incident", SCHEMA_OUTBOX_ROW,
	    "Messages about an incident: to whom, when, by which channel, and whether "
	    "they were delivered."),
	{ "POST", V1 "/incidents/{id}/silence/", .operation = "incident.silence",
	    .id = "incident", .request = &SCHEMA_INCIDENT_SILENCE, .reply = &SCHEMA_ANY,
	    .summary = "Send no messages about an incident for a while." },
	{ "POST", V1 "/incidents/{id}/real_cause/", .operation = "incident.real_cause",
	    .id = "incident", .request = &SCHEMA_INCIDENT_REAL_CAUSE,
	    .reply = &SCHEMA_INCIDENT, .summary = "Set the real cause of an incident." },
	/* ---- the plant ----------------------------------------------------------- */
	LIST_OF("/plant/nodes/", "plant_nodes", SCHEMA_PLANT_NODE,
	    "Nodes of the plant: boxes, splitters, cables, zones."),
	{ "POST", V1 "/plant/nodes/", .operation = "plant_node.add", .status = 201,
	    .request = &SCHEMA_PLANT_NODE_ADD, .reply = &SCHEMA_PLANT_NODE,
	    .summary = "Add a node of the plant." },
	{ "POST", V1 "/plant/nodes/import/", .operation = "plant_node.import",
	    .request = &SCHEMA_PLANT_IMPORT, .reply = &SCHEMA_PLANT_IMPORTED,
	    .summary = "Import nodes from a list or a CSV file; nodes whose code exists "
		       "are updated." },
	{ "GET", V1 "/plant/nodes/{id}/", .operation = "plant_node.get", .id = "node",
	    .shown_by = "plant_node.get", .reply = &SCHEMA_PLANT_NODE,
	    .summary = "Get a node of the plant." },
	{ "PATCH", V1 "/plant/nodes/{id}/", .flags = ROUTE_PARTIAL,
	    .operation = "plant_node.change", .id = "node", .shown_by = "plant_node.get",
	    .request = &SCHEMA_PLANT_NODE_ADD, .reply = &SCHEMA_PLANT_NODE,
	    .summary = "Update the given fields." },
	{ "DELETE", V1 "/plant/nodes/{id}/", .operation = "plant_node.delete",
	    .id = "node", .shown_by = "plant_node.get", .reply = &SCHEMA_GONE,
	    .summary = "Delete a node of the plant that has no nodes below it." },
	{ "PUT", V1 "/plant/nodes/{id}/tags/", .operation = "plant_node.tag",
	    .id = "node", .request = &SCHEMA_TAGS, .reply = &SCHEMA_TAGGED,
	    .summary = "Set the tags of a node: they raise severity." },
	{ "PUT", V1 "/onus/{id}/node/", .operation = "onu.node", .id = "onu",
	    .request = &SCHEMA_ONU_NODE, .reply = &SCHEMA_ONU_HUNG,
	    .summary = "Set the node of the plant to which an ONU is connected." },
	{ "PUT", V1 "/onus/{id}/tags/", .operation = "onu.tag", .id = "onu",
	    .request = &SCHEMA_TAGS, .reply = &SCHEMA_TAGGED,
	    .summary = "Set the tags of an ONU: they raise severity." },
	{ "PUT", V1 "/olts/{id}/tags/", .operation = "olt.tag", .id = "olt",
	    .request = &SCHEMA_TAGS, .reply = &SCHEMA_TAGGED,
	    .summary = "Set the tags of an OLT: they raise severity." },
	{ "GET", V1 "/problems/", .operation = "problem.list",
	    .reply = &SCHEMA_PROBLEMS_NOW,
	    .summary = "Current problems, most serious first. Solved problems are not "
		       "included." },
	{ "GET", V1 "/status/", .operation = "status", .request = &SCHEMA_STATUS_ASK,
	    .reply = &SCHEMA_STATUS,
	    .summary =
		"State of the program: pollers, queue, lateness, quotas, database." },

	/* ---- notifications --------------------------------------------------------- */
	LIST_OF("/channels/", "channels", SCHEMA_CHANNEL, "Channels."),
	NOTIFY_ROWS(
	    "/channels/", "channel", SCHEMA_CHANNEL, SCHEMA_CHANNEL_ADD, "a channel"),
	{ "POST", V1 "/channels/{id}/test/", .operation = "channel.test", .id = "id",
	    .status = 202, .request = &SCHEMA_CHANNEL_TEST,
	    .reply = &SCHEMA_CHANNEL_TESTED,
	    .summary = "Send a test message to a target of the channel; follow it in the "
		       "outbox." },
	LIST_OF("/contacts/", "contacts", SCHEMA_CONTACT, "Contacts."),
	NOTIFY_ROWS(
	    "/contacts/", "contact", SCHEMA_CONTACT, SCHEMA_CONTACT_ADD, "a contact"),
	LIST_OF("/contact_addresses/", "contact_addresses", SCHEMA_CONTACT_ADDRESS,
	    "Addresses of contacts."),
	{ "POST", V1 "/contacts/{id}/link/", .flags = ROUTE_SECRET,
	    .operation = "contact.link", .id = "id", .request = &SCHEMA_CONTACT_LINK,
	    .reply = &SCHEMA_CONTACT_LINKED,
	    .summary = "Make a one-time code that links a Telegram chat to a contact." },
	LIST_OF("/targets/", "targets", SCHEMA_TARGET, "Targets of messages."),
	NOTIFY_ROWS("/targets/", "target", SCHEMA_TARGET, SCHEMA_TARGET_ADD, "a target"),
	LIST_OF("/routes/", "routes", SCHEMA_ROUTE,
	    "Routes: which incidents go to which targets."),
	NOTIFY_ROWS("/routes/", "route", SCHEMA_ROUTE, SCHEMA_ROUTE_ADD, "a route"),
	{ "POST", V1 "/routes/try/", .operation = "route.try",
	    .request = &SCHEMA_ROUTE_TRY, .reply = &SCHEMA_ROUTE_TRIED,
	    .summary = "Try the routes: who would be told about an incident, when, and "
		       "why not. Nothing is written." },
	{ "GET", V1 "/routes/past/", .operation = "route.past",
	    .request = &SCHEMA_ROUTE_PAST_ASK, .reply = &SCHEMA_ROUTE_PAST,
	    .summary = "Who would have been told about past incidents with the present "
		       "routes." },
	LIST_OF("/silences/", "silences", SCHEMA_SILENCE, "Silences."),
	NOTIFY_ROWS(
	    "/silences/", "silence", SCHEMA_SILENCE, SCHEMA_SILENCE_ADD, "a silence"),
	ACTION("/silences/{id}/end/", "silence.end", "id", SCHEMA_SILENCE,
	    "End a silence now."),
	LIST_OF("/maintenances/", "maintenances", SCHEMA_MAINTENANCE,
	    "Maintenances: planned work."),
	NOTIFY_ROWS("/maintenances/", "maintenance", SCHEMA_MAINTENANCE,
	    SCHEMA_MAINTENANCE_ADD, "a maintenance"),
	ACTION("/maintenances/{id}/end/", "maintenance.end", "id", SCHEMA_MAINTENANCE,
	    "End a maintenance now."),
	LIST_OF("/templates/", "templates", SCHEMA_TEMPLATE,
	    "Templates of messages written by users."),
	NOTIFY_ROWS("/templates/", "template", SCHEMA_TEMPLATE, SCHEMA_TEMPLATE_ADD,
	    "a template"),
	LIST_OF("/limits/", "limits", SCHEMA_LIMIT,
	    "Limits: a value outside its limit is an incident."),
	NOTIFY_ROWS("/limits/", "limit", SCHEMA_LIMIT, SCHEMA_LIMIT_ADD, "a limit"),
	{ "POST", V1 "/limits/try/", .flags = ROUTE_PARTIAL, .operation = "limit.try",
	    .request = &SCHEMA_LIMIT_ADD, .reply = &SCHEMA_LIMIT_TRIED,
	    .summary =
		"Try a limit: the current values outside it. Nothing is written." },
	{ "POST", V1 "/templates/preview/", .operation = "template.preview",
	    .request = &SCHEMA_TEMPLATE_PREVIEW_ASK, .reply = &SCHEMA_TEMPLATE_PREVIEW,
	    .summary = "Preview the message that a template makes from an incident. "
		       "Nothing is written." },
	LIST_OF("/outbox/", "outbox", SCHEMA_OUTBOX_ROW,
	    "Messages: waiting, sent and given up."),
	{ "GET", V1 "/outbox/{id}/", .operation = "outbox.get", .id = "outbox",
	    .reply = &SCHEMA_OUTBOX,
	    .summary = "Get a message with its document and its attempts." },
	ACTION("/outbox/{id}/retry/", "outbox.retry", "outbox", SCHEMA_OUTBOX,
	    "Send a message now that is waiting, was given up or was dropped."),
	ACTION("/outbox/{id}/drop/", "outbox.drop", "outbox", SCHEMA_OUTBOX,
	    "Drop a message that is waiting or was given up."),

	/* ---- live ------------------------------------------------------------------------- */
	{ "GET", V1 "/events/", ROUTE_VIEWER, .handle = page_events,
	    .request = &SCHEMA_EVENTS_ASK, .type = "text/event-stream",
	    .summary = "Live events, as server-sent events." },
	{ "GET", V1 "/health/", ROUTE_PUBLIC, .handle = page_health,
	    .reply = &SCHEMA_HEALTH,
	    .summary =
		"Whether the program is ready; 503 with the reasons if it is not." },
	{ "GET", V1 "/health/live/", ROUTE_PUBLIC, .handle = page_health_live,
	    .reply = &SCHEMA_HEALTH,
	    .summary = "Whether the program works; 503: it must be restarted." },
	{ "GET", "/metrics/", ROUTE_VIEWER, .handle = page_metrics, .type = "text/plain",
	    .summary = "Metrics for Prometheus." },
	{ NULL },
};

const struct route *
routes(void)
{
	return ROUTES;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * What HTTP offers. A new route is a line here; route.h says what is in one.
 */
#include "api/route.h"

#include "api/auth_int.h"
#include "api/live_int.h"
#include "api/pages_int.h"
#include "api/schemas_int.h"

#define V1 "/api/v1"

/* A list; and the same of one thing: what belongs to the `field` that {id} is. */
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
/* Those that can be deleted and restored show the live ones. */
#define LIST_LIVE(at, rows, row, text)                                                  \
	{                                                                               \
		"GET", V1 at, .flags = ROUTE_LIST, .operation = "list", .list = (rows), \
			      .hides = "deleted_at", .reply = &(row), .summary = (text) \
	}
/* An action on one thing without a body, and the same on several. */
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

/* What all kinds of rows of the catalogue have besides their list. */
#define CATALOGUE_ROWS(at, noun, row, given, copied)                                   \
	{ "POST", V1 at, .operation = noun ".add", .status = 201, .request = &(given), \
		.reply = &(row), .summary = "A new row of the catalogue." },           \
	    { "GET", V1 at "{id}/", .operation = noun ".get", .id = "id",              \
		    .shown_by = noun ".get", .reply = &(row),                          \
		    .summary = "One row of the catalogue." },                          \
	    { "PATCH", V1 at "{id}/", .flags = ROUTE_PARTIAL,                          \
		    .operation = noun ".change", .id = "id", .shown_by = noun ".get",  \
		    .request = &(given), .reply = &(row),                              \
		    .summary = "What is given is changed, the rest stays." },          \
	    { "DELETE", V1 at "{id}/", .operation = noun ".delete", .id = "id",        \
		    .shown_by = noun ".get", .reply = &(row),                          \
		    .summary = "Away, unless something uses it." },                    \
	    { "POST", V1 at "{id}/duplicate/", .operation = noun ".duplicate",         \
		    .id = "id", .status = 201, .request = &(copied), .reply = &(row),  \
		    .summary = "One's own copy." },                                    \
	    BULK(at "bulk/delete/", noun ".delete", "id",                              \
		"Away, unless something uses them.")

static const struct route ROUTES[] = {
	/* ---- the document -------------------------------------------------------- */
	{ "GET", V1 "/openapi.json", ROUTE_PUBLIC, .handle = page_openapi,
	    .reply = &SCHEMA_ANY, .summary = "This document." },
	{ "GET", V1 "/docs/", ROUTE_PUBLIC, .handle = page_docs, .type = "text/html",
	    .summary = "The same, to be read." },

	/* ---- OLTs ---------------------------------------------------------------- */
	LIST_LIVE("/olts/", "olt_overview", SCHEMA_OLT_ROW, "OLTs."),
	{ "POST", V1 "/olts/", .operation = "olt.add", .status = 201,
	    .request = &SCHEMA_OLT_NEW, .reply = &SCHEMA_OLT, .summary = "A new OLT." },
	{ "POST", V1 "/olts/test/", .flags = ROUTE_SLOW | ROUTE_PARTIAL,
	    .operation = "olt.test", .request = &SCHEMA_OLT_TEST,
	    .reply = &SCHEMA_OLT_TESTED,
	    .summary = "Contact an OLT, a new or a stored one. Nothing is written." },
	BULK("/olts/bulk/enable/", "olt.enable", "olt", "Ask them from now on."),
	BULK("/olts/bulk/disable/", "olt.disable", "olt",
	    "Stop asking them; what runs is interrupted."),
	BULK("/olts/bulk/delete/", "olt.delete", "olt", "Away; they can be restored."),
	BULK("/olts/bulk/restore/", "olt.restore", "olt", "Deleted ones again."),
	{ "GET", V1 "/olts/{id}/", .operation = "olt.get", .id = "olt",
	    .shown_by = "olt.get", .reply = &SCHEMA_OLT,
	    .summary = "One OLT, by number or name." },
	{ "PATCH", V1 "/olts/{id}/", .flags = ROUTE_PARTIAL, .operation = "olt.change",
	    .id = "olt", .shown_by = "olt.get", .request = &SCHEMA_OLT_ADD,
	    .reply = &SCHEMA_OLT,
	    .summary = "What is given is changed, the rest stays." },
	{ "DELETE", V1 "/olts/{id}/", .flags = ROUTE_PARTIAL, .operation = "olt.delete",
	    .id = "olt", .shown_by = "olt.get", .request = &SCHEMA_OLT_DELETE,
	    .reply = &SCHEMA_OLT,
	    .summary = "Away; its history stays, and it can be restored." },
	ACTION(
	    "/olts/{id}/enable/", "olt.enable", "olt", SCHEMA_OLT, "Ask it from now on."),
	ACTION("/olts/{id}/disable/", "olt.disable", "olt", SCHEMA_OLT,
	    "Stop asking it; what runs is interrupted."),
	ACTION("/olts/{id}/restore/", "olt.restore", "olt", SCHEMA_OLT,
	    "A deleted one again."),
	ACTION("/olts/{id}/revive/", "olt.revive", "olt", SCHEMA_OLT_WHICH,
	    "End its suspension now, instead of when it answers."),
	{ "POST", V1 "/olts/{id}/test/", .flags = ROUTE_SLOW | ROUTE_PARTIAL,
	    .operation = "olt.test", .id = "olt", .request = &SCHEMA_OLT_ADD,
	    .reply = &SCHEMA_OLT_TESTED,
	    .summary = "Contact it, with what is given instead. Nothing is written." },
	{ "POST", V1 "/olts/{id}/standard/", .operation = "job.standard", .id = "olt",
	    .reply = &SCHEMA_APPLIED,
	    .summary = "The standard jobs of its brand on it. Again changes nothing." },
	{ "GET", V1 "/olts/{id}/health/", .operation = "olt.health", .id = "olt",
	    .reply = &SCHEMA_OLT_HEALTH,
	    .summary = "How it is: contact, pace, probes, its ONUs, its last hour." },
	{ "GET", V1 "/olts/{id}/performance/", .operation = "olt.performance",
	    .id = "olt", .request = &SCHEMA_PERFORMANCE_ASK,
	    .reply = &SCHEMA_PERFORMANCE_POINTS,
	    .summary = "How its runs went, by the hour; over more than two weeks by the "
		       "day." },
	LIST_IN("/olts/{id}/columns/", "olt_columns", "olt", SCHEMA_OLT_COLUMN,
	    "Which columns it answers."),
	LIST_IN("/olts/{id}/ports/", "pon_ports", "olt", SCHEMA_PORT, "Its PON ports."),
	LIST_IN("/olts/{id}/chassis/", "chassis", "olt", SCHEMA_CHASSIS,
	    "Its processors, memory and temperatures."),
	LIST_IN("/olts/{id}/values/", "olt_values", "olt", SCHEMA_VALUE,
	    "Values of custom OIDs that are not an ONU's."),
	LIST_IN("/olts/{id}/events/", "onu_events", "olt", SCHEMA_ONU_EVENT,
	    "What happened to its ONUs."),
	LIST_IN("/olts/{id}/nodes/", "nodes", "olt", SCHEMA_NODE, "What runs on it."),

	/* ---- jobs ---------------------------------------------------------------- */
	LIST_LIVE("/jobs/", "jobs", SCHEMA_JOB_ROW, "Jobs."),
	{ "POST", V1 "/jobs/", .operation = "job.add", .status = 201,
	    .request = &SCHEMA_JOB_ADD, .reply = &SCHEMA_JOB, .summary = "A new job." },
	{ "POST", V1 "/jobs/standard/", .operation = "job.standard",
	    .request = &SCHEMA_JOB_STANDARD, .reply = &SCHEMA_APPLIED,
	    .summary = "The standard jobs of the brands, on one OLT or on all." },
	{ "POST", V1 "/jobs/preview/", .operation = "job.preview",
	    .request = &SCHEMA_JOB_PREVIEW_ASK, .reply = &SCHEMA_JOB_PREVIEW,
	    .summary = "When it would run, in words, and on how many OLTs. Nothing is "
		       "written." },
	BULK("/jobs/bulk/enable/", "job.enable", "job", "Let their nodes run."),
	BULK("/jobs/bulk/disable/", "job.disable", "job", "None of their nodes runs."),
	BULK("/jobs/bulk/delete/", "job.delete", "job", "Away, with their nodes."),
	BULK("/jobs/bulk/run/", "job.run", "job", "Run them now."),
	{ "GET", V1 "/jobs/{id}/", .operation = "job.get", .id = "job",
	    .shown_by = "job.get", .reply = &SCHEMA_JOB,
	    .summary = "One job, by number or name." },
	{ "PATCH", V1 "/jobs/{id}/", .flags = ROUTE_PARTIAL, .operation = "job.change",
	    .id = "job", .shown_by = "job.get", .request = &SCHEMA_JOB_ADD,
	    .reply = &SCHEMA_JOB,
	    .summary = "What is given is changed, the rest stays." },
	{ "DELETE", V1 "/jobs/{id}/", .operation = "job.delete", .id = "job",
	    .shown_by = "job.get", .reply = &SCHEMA_JOB,
	    .summary = "Away, with its nodes." },
	ACTION(
	    "/jobs/{id}/enable/", "job.enable", "job", SCHEMA_JOB, "Let its nodes run."),
	ACTION("/jobs/{id}/disable/", "job.disable", "job", SCHEMA_JOB,
	    "None of its nodes runs any more."),
	{ "POST", V1 "/jobs/{id}/duplicate/", .operation = "job.duplicate", .id = "job",
	    .status = 201, .request = &SCHEMA_JOB_NAME, .reply = &SCHEMA_JOB,
	    .summary = "The same under another name, on no OLT yet." },
	{ "POST", V1 "/jobs/{id}/apply/", .operation = "job.apply", .id = "job",
	    .request = &SCHEMA_JOB_APPLY, .reply = &SCHEMA_APPLIED,
	    .summary = "Make a node of it on an OLT, or on all that it fits." },
	{ "POST", V1 "/jobs/{id}/run/", .operation = "job.run", .id = "job",
	    .status = 202, .request = &SCHEMA_JOB_RUN, .reply = &SCHEMA_RUN,
	    .summary = "Run it now, on every OLT that has it, or on one." },

	/* ---- workflows and nodes --------------------------------------------------- */
	LIST_OF("/workflows/", "workflows", SCHEMA_WORKFLOW, "One for each OLT."),
	{ "GET", V1 "/olts/{id}/workflow/", .operation = "workflow.get", .id = "olt",
	    .shown_by = "workflow.get", .reply = &SCHEMA_WORKFLOW_WHOLE,
	    .summary = "Its nodes as they run: each master with its chain." },
	ACTION("/olts/{id}/workflow/enable/", "workflow.enable", "olt",
	    SCHEMA_WORKFLOW_WHOLE, "Let its nodes run."),
	ACTION("/olts/{id}/workflow/disable/", "workflow.disable", "olt",
	    SCHEMA_WORKFLOW_WHOLE, "None of its nodes runs any more."),
	{ "PUT", V1 "/olts/{id}/workflow/order/", .operation = "workflow.order",
	    .id = "olt", .shown_by = "workflow.get", .request = &SCHEMA_WORKFLOW_ORDER,
	    .reply = &SCHEMA_WORKFLOW_WHOLE,
	    .summary = "Give these nodes priorities in the order given." },
	{ "POST", V1 "/olts/{id}/run/", .operation = "olt.run", .id = "olt",
	    .status = 202, .reply = &SCHEMA_RUN,
	    .summary = "Run now all that is enabled on it." },
	BULK("/olts/bulk/run/", "olt.run", "olt", "Run now all that is enabled on them."),
	LIST_OF("/nodes/", "nodes", SCHEMA_NODE, "What runs where, and when next."),
	BULK("/nodes/bulk/enable/", "node.enable", "node", "Let them run."),
	BULK("/nodes/bulk/disable/", "node.disable", "node", "They run no more."),
	BULK("/nodes/bulk/run/", "node.run", "node", "Run them now."),
	ACTION("/nodes/{id}/enable/", "node.enable", "node", SCHEMA_NODE,
	    "Let it run at its times."),
	ACTION("/nodes/{id}/disable/", "node.disable", "node", SCHEMA_NODE,
	    "It runs no more by itself."),
	{ "PUT", V1 "/nodes/{id}/override/", .operation = "node.override", .id = "node",
	    .request = &SCHEMA_NODE_OVERRIDE, .reply = &SCHEMA_NODE,
	    .summary = "Its own times and priority; the rest is as its job says." },
	{ "PATCH", V1 "/nodes/{id}/override/", .flags = ROUTE_PARTIAL,
	    .operation = "node.change", .id = "node", .request = &SCHEMA_NODE_OVERRIDE,
	    .reply = &SCHEMA_NODE,
	    .summary = "Update the given overrides; null: as its job says." },
	{ "PUT", V1 "/nodes/{id}/chain/", .operation = "node.chain", .id = "node",
	    .request = &SCHEMA_NODE_CHAIN, .reply = &SCHEMA_NODE,
	    .summary = "Run it after another of its OLT, or on its own again." },
	{ "GET", V1 "/nodes/{id}/", .operation = "node.get", .id = "node",
	    .reply = &SCHEMA_NODE, .summary = "A job on an OLT: when it runs, and how." },
	{ "DELETE", V1 "/nodes/{id}/", .operation = "node.remove", .id = "node",
	    .reply = &SCHEMA_GONE, .summary = "Take it off its OLT." },
	{ "POST", V1 "/pollers/nodes/{id}/run/", .operation = "node.run", .id = "node",
	    .status = 202, .request = &SCHEMA_NODE_RUN, .reply = &SCHEMA_RUN,
	    .summary = "Run it now, with those chained to it unless alone." },

	/* ---- executions ------------------------------------------------------------ */
	{ "GET", V1 "/executions/", .flags = ROUTE_LIST, .operation = "list",
	    .list = "executions", .beside = &SCHEMA_BESIDE_EXECUTIONS,
	    .reply = &SCHEMA_EXECUTION_ROW, .summary = "What ran." },
	{ "GET", V1 "/executions/{id}/", .operation = "execution.get", .id = "execution",
	    .reply = &SCHEMA_EXECUTION, .summary = "One execution with its attempts." },
	LIST_IN("/executions/{id}/attempts/", "attempts", "execution", SCHEMA_ATTEMPT,
	    "Its attempts."),
	{ "POST", V1 "/executions/{id}/interrupt/", .operation = "execution.interrupt",
	    .id = "execution", .status = 202, .reply = &SCHEMA_EXECUTION_WHICH,
	    .summary = "Stop it, waiting or running." },
	BULK("/executions/bulk/interrupt/", "execution.interrupt", "execution",
	    "Stop them, waiting or running."),

	/* ---- what was found and counted ---------------------------------------------- */
	LIST_OF("/onus/", "onus", SCHEMA_ONU_ROW, "ONUs of all OLTs."),
	{ "GET", V1 "/onus/search/", .operation = "onu.find", .request = &SCHEMA_ONU_FIND,
	    .reply = &SCHEMA_ONU_HITS, .summary = "Found as one types, best first." },
	{ "GET", V1 "/onus/{id}/", .operation = "onu.get", .id = "onu",
	    .reply = &SCHEMA_ONU,
	    .summary = "One ONU, in a sentence, three facts and its values." },
	{ "POST", V1 "/onus/{id}/refresh/", .flags = ROUTE_SLOW,
	    .operation = "onu.refresh", .id = "onu", .status = 202,
	    .reply = &SCHEMA_ONU_REFRESH,
	    .summary = "Read it now, in turn with whatever else runs on its OLT. Who "
		       "asks meanwhile follows the same execution." },
	{ "GET", V1 "/onus/{id}/history/", .operation = "onu.history", .id = "onu",
	    .request = &SCHEMA_HISTORY_ASK, .reply = &SCHEMA_HISTORY,
	    .summary = "One of its numbers over time." },
	{ "GET", V1 "/onus/{id}/neighbours/", .operation = "onu.neighbours", .id = "onu",
	    .request = &SCHEMA_NEIGHBOURS_ASK, .reply = &SCHEMA_NEIGHBOURS,
	    .summary = "The same number of all ONUs of its port, at one moment." },
	{ "GET", V1 "/onus/{id}/siblings/", .operation = "onu.siblings", .id = "onu",
	    .request = &SCHEMA_HISTORY_ASK, .reply = &SCHEMA_SIBLINGS,
	    .summary = "What the other ONUs of its port did meanwhile." },
	{ "GET", V1 "/onus/{id}/timeline/", .operation = "onu.timeline", .id = "onu",
	    .request = &SCHEMA_TIMELINE_ASK, .reply = &SCHEMA_TIMELINE,
	    .summary = "How it was, with causes, and its availability." },
	LIST_IN("/onus/{id}/events/", "onu_events", "onu", SCHEMA_ONU_EVENT,
	    "What happened to it."),
	LIST_IN("/onus/{id}/positions/", "onu_positions", "onu", SCHEMA_ONU_POSITION,
	    "Where it was."),
	LIST_OF("/light/", "light", SCHEMA_LIGHT,
	    "ONUs that get less light than 7 or 30 days ago."),
	LIST_OF("/light/olts/", "light_olts", SCHEMA_LIGHT_OLT,
	    "OLTs with how many of their ONUs have a bad level or got worse."),
	LIST_OF("/performance/day/", "performance_day", SCHEMA_PERFORMANCE,
	    "How each OLT performed in the last 24 hours."),
	LIST_OF("/performance/week/", "performance_week", SCHEMA_PERFORMANCE,
	    "In the last 7 days."),
	LIST_OF("/performance/month/", "performance_month", SCHEMA_PERFORMANCE,
	    "In the last 30 days."),
	LIST_OF("/ports/", "pon_ports", SCHEMA_PORT, "PON ports of all OLTs."),
	{ "GET", V1 "/ports/{id}/", .operation = "port.get", .id = "port",
	    .reply = &SCHEMA_PORT, .summary = "One PON port." },
	{ "GET", V1 "/ports/{id}/history/", .operation = "port.history", .id = "port",
	    .request = &SCHEMA_HISTORY_ASK, .reply = &SCHEMA_HISTORY,
	    .summary = "One of its numbers over time." },
	LIST_OF("/values/", "olt_values", SCHEMA_VALUE,
	    "Values of custom OIDs that are not an ONU's, of all OLTs."),
	{ "GET", V1 "/values/{id}/", .operation = "value.get", .id = "value",
	    .reply = &SCHEMA_VALUE, .summary = "One of them." },
	{ "GET", V1 "/values/{id}/history/", .operation = "value.history", .id = "value",
	    .request = &SCHEMA_VALUE_ASK, .reply = &SCHEMA_HISTORY,
	    .summary =
		"It over time, if it is a number; a counter as its rate per second." },
	{ "GET", V1 "/olts/{id}/history/", .operation = "olt.history", .id = "olt",
	    .request = &SCHEMA_CHASSIS_ASK, .reply = &SCHEMA_HISTORY,
	    .summary = "CPU, memory or temperature of its chassis over time." },
	LIST_OF("/quotas/", "quotas", SCHEMA_QUOTA, "Runs owed and done, by hour."),
	{ "GET", V1 "/quotas/now/", .operation = "quota.now",
	    .request = &SCHEMA_QUOTA_NOW_ASK, .reply = &SCHEMA_QUOTAS_NOW,
	    .summary = "Of this hour, with those at risk." },
	LIST_OF("/violations/", "violations", SCHEMA_VIOLATION, "Hours that fell short."),
	{ "GET", V1 "/violations/{id}/", .operation = "violation.get", .id = "violation",
	    .reply = &SCHEMA_VIOLATION_WHOLE,
	    .summary = "One of them, with its report." },
	ACTION("/violations/{id}/ack/", "violation.ack", "violation",
	    SCHEMA_VIOLATION_WHOLE, "Somebody has seen it."),
	BULK("/violations/bulk/ack/", "violation.ack", "violation",
	    "Somebody has seen them."),
	LIST_OF("/plans/", "plans", SCHEMA_PLAN, "What each hour was to bring."),
	{ "GET", V1 "/plans/{id}/", .operation = "plan.get", .id = "plan",
	    .reply = &SCHEMA_PLAN_WHOLE,
	    .summary = "One plan: each run as planned and as it was." },
	LIST_OF("/coordinator-logs/", "coordinator_logs", SCHEMA_LOG,
	    "What the coordinator decided."),
	{ "GET", V1 "/pollers/", .operation = "poller.list", .reply = &SCHEMA_POLLERS,
	    .summary = "Every poller and what it does." },
	{ "GET", V1 "/pollers/queue/", .operation = "poller.queue",
	    .request = &SCHEMA_QUEUE_ASK, .reply = &SCHEMA_QUEUE,
	    .summary = "Who waits for a poller, first to run first." },
	{ "GET", V1 "/pollers/stats/", .operation = "poller.stats",
	    .reply = &SCHEMA_POLLER_STATS,
	    .summary = "All of them together: busy, queue, saturation, lateness." },
	{ "GET", V1 "/first-readings/", .operation = "first_readings",
	    .reply = &SCHEMA_FIRST_READINGS,
	    .summary = "OLTs whose levels have not been read yet, and how far that is." },
	LIST_OF("/pollers/history/", "poller_stats", SCHEMA_POLLER_STAT,
	    "How pollers did, minute by minute."),
	{ "GET", V1 "/audit/", ROUTE_ADMIN, .flags = ROUTE_LIST, .operation = "list",
	    .list = "audit_log", .reply = &SCHEMA_AUDIT,
	    .summary = "Who changed what, before and after." },

	/* ---- the catalogue ------------------------------------------------------------- */
	LIST_LIVE("/brands/", "brands", SCHEMA_BRAND_ROW, "Brands."),
	LIST_LIVE("/models/", "models", SCHEMA_MODEL_ROW, "Models."),
	LIST_LIVE("/oids/", "oids", SCHEMA_OID_ROW, "OIDs."),
	LIST_LIVE("/formulas/", "formulas", SCHEMA_FORMULA_ROW, "Index formulas."),
	LIST_LIVE("/states/", "states", SCHEMA_STATE_ROW, "Labels of states."),
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
	    .summary = "Read its first rows on an OLT, decoded. Nothing is written." },
	{ "POST", V1 "/formulas/preview/", .operation = "formula.preview",
	    .request = &SCHEMA_PREVIEW_ASK, .reply = &SCHEMA_PREVIEW,
	    .summary = "Try a formula out, both ways. Nothing is written." },
	{ "GET", V1 "/catalogue/", .operation = "catalogue.export",
	    .request = &SCHEMA_EXPORT_ASK, .reply = &SCHEMA_CATALOGUE,
	    .summary = "What people made or changed of it, or all, as a document." },
	{ "POST", V1 "/catalogue/", .operation = "catalogue.import",
	    .request = &SCHEMA_IMPORT, .reply = &SCHEMA_IMPORTED,
	    .summary = "Enter the rows of such a document." },

	/* ---- who may come in ------------------------------------------------------------- */
	{ "POST", V1 "/auth/login/", ROUTE_PUBLIC, .flags = ROUTE_HASH | ROUTE_SECRET,
	    .operation = "auth.login", .handle = handle_login, .request = &SCHEMA_LOGIN,
	    .reply = &SCHEMA_LOGGED_IN,
	    .summary = "Begin a session: sets its cookie, answers its CSRF text." },
	{ "POST", V1 "/auth/logout/", .operation = "auth.logout", .handle = handle_logout,
	    .reply = &SCHEMA_LOGGED_OUT, .summary = "End this session." },
	{ "POST", V1 "/auth/logout-everywhere/", .operation = "auth.logout_everywhere",
	    .handle = handle_logout, .reply = &SCHEMA_LOGGED_OUT,
	    .summary = "End all of one's own sessions." },
	{ "GET", V1 "/auth/me/", .operation = "auth.me", .reply = &SCHEMA_ME,
	    .summary = "Who is asking." },
	{ "POST", V1 "/auth/password/", .flags = ROUTE_HASH | ROUTE_SECRET,
	    .operation = "auth.password", .request = &SCHEMA_OWN_PASSWORD,
	    .reply = &SCHEMA_USER,
	    .summary = "Change one's own password; all of one's sessions end." },
	{ "GET", V1 "/users/", ROUTE_ADMIN, .flags = ROUTE_LIST, .operation = "list",
	    .list = "users", .reply = &SCHEMA_USER, .summary = "Users." },
	{ "POST", V1 "/users/", .flags = ROUTE_HASH, .operation = "user.add",
	    .status = 201, .request = &SCHEMA_USER_ADD, .reply = &SCHEMA_USER,
	    .summary = "A new user." },
	{ "GET", V1 "/users/{id}/", .operation = "user.get", .id = "user",
	    .shown_by = "user.get", .reply = &SCHEMA_USER,
	    .summary = "One user, by number or name." },
	{ "PATCH", V1 "/users/{id}/", .flags = ROUTE_PARTIAL, .operation = "user.change",
	    .id = "user", .shown_by = "user.get", .request = &SCHEMA_USER_CHANGE,
	    .reply = &SCHEMA_USER,
	    .summary = "What is given is changed, the rest stays." },
	{ "DELETE", V1 "/users/{id}/", .operation = "user.delete", .id = "user",
	    .shown_by = "user.get", .reply = &SCHEMA_GONE,
	    .summary = "Away, with sessions and tokens; the audit log keeps the name." },
	{ "POST", V1 "/users/{id}/password/", .flags = ROUTE_HASH | ROUTE_SECRET,
	    .operation = "user.password", .id = "user", .request = &SCHEMA_PASSWORD,
	    .reply = &SCHEMA_USER,
	    .summary = "Another password; the user's sessions end." },
	ACTION("/users/{id}/logout/", "user.logout", "user", SCHEMA_USER,
	    "End all of the user's sessions."),
	BULK("/users/bulk/logout/", "user.logout", "user", "End all of their sessions."),
	BULK("/users/bulk/delete/", "user.delete", "user",
	    "Away, with sessions and tokens; the audit log keeps the names."),
	{ "GET", V1 "/tokens/", ROUTE_ADMIN, .flags = ROUTE_LIST, .operation = "list",
	    .list = "tokens", .reply = &SCHEMA_TOKEN, .summary = "Tokens." },
	{ "POST", V1 "/tokens/", .flags = ROUTE_SECRET, .operation = "token.add",
	    .status = 201, .request = &SCHEMA_TOKEN_ADD, .reply = &SCHEMA_TOKEN_MADE,
	    .summary = "A new token; its text is told this once." },
	{ "GET", V1 "/tokens/{id}/", .operation = "token.get", .id = "token",
	    .reply = &SCHEMA_TOKEN, .summary = "One token." },
	{ "DELETE", V1 "/tokens/{id}/", .operation = "token.revoke", .id = "token",
	    .reply = &SCHEMA_TOKEN, .summary = "It lets nobody in any more." },
	BULK("/tokens/bulk/revoke/", "token.revoke", "token",
	    "They let nobody in any more."),
	{ "GET", V1 "/sessions/", ROUTE_ADMIN, .flags = ROUTE_LIST, .operation = "list",
	    .list = "sessions", .reply = &SCHEMA_SESSION,
	    .summary = "Who is logged in, and from where." },

	/* ---- settings, and how it is going ----------------------------------------------- */
	{ "GET", V1 "/settings/", .flags = ROUTE_ARRAY, .operation = "setting.list",
	    .reply = &SCHEMA_SETTING,
	    .summary =
		"All settings: what they are, where from, when a change takes effect." },
	{ "GET", V1 "/settings/{id}/", .operation = "setting.get", .id = "setting",
	    .shown_by = "setting.get", .reply = &SCHEMA_SETTING,
	    .summary = "One setting." },
	{ "PATCH", V1 "/settings/{id}/", .operation = "setting.change", .id = "setting",
	    .shown_by = "setting.get", .request = &SCHEMA_SETTING_CHANGE,
	    .reply = &SCHEMA_SETTING,
	    .summary =
		"Set it; applies says whether it counts at once or after a restart." },
	{ "DELETE", V1 "/settings/{id}/", .operation = "setting.reset", .id = "setting",
	    .reply = &SCHEMA_SETTING, .summary = "Back to its default." },
	{ "GET", V1 "/settings/snmp/", .flags = ROUTE_ARRAY, .operation = "snmp.get",
	    .reply = &SCHEMA_SNMP, .summary = "How devices are asked, by operation." },
	{ "PATCH", V1 "/settings/snmp/{id}/", .flags = ROUTE_PARTIAL | ROUTE_ARRAY,
	    .operation = "snmp.change", .id = "operation", .request = &SCHEMA_SNMP_CHANGE,
	    .reply = &SCHEMA_SNMP,
	    .summary = "Say it for one operation; null: as general, or the program." },
	{ "GET", V1 "/dashboard/", .operation = "dashboard", .reply = &SCHEMA_DASHBOARD,
	    .summary = "The whole at a glance, with the newest problems." },
	{ "GET", V1 "/problems/", .operation = "problem.list",
	    .reply = &SCHEMA_PROBLEMS_NOW,
	    .summary = "What is wrong now, the gravest first. What is over is gone." },
	{ "GET", V1 "/status/", .operation = "status", .request = &SCHEMA_STATUS_ASK,
	    .reply = &SCHEMA_STATUS,
	    .summary = "Pollers, queue, lateness, quotas, the database." },

	/* ---- live ------------------------------------------------------------------------- */
	{ "GET", V1 "/events/", ROUTE_VIEWER, .handle = page_events,
	    .request = &SCHEMA_EVENTS_ASK, .type = "text/event-stream",
	    .summary = "What happens, as it happens: server-sent events." },
	{ "GET", V1 "/health/", ROUTE_PUBLIC, .handle = page_health,
	    .reply = &SCHEMA_HEALTH, .summary = "Is it ready, and if not, why? 503." },
	{ "GET", V1 "/health/live/", ROUTE_PUBLIC, .handle = page_health_live,
	    .reply = &SCHEMA_HEALTH,
	    .summary = "Does it turn? 503: start the program again." },
	{ "GET", "/metrics/", ROUTE_VIEWER, .handle = page_metrics, .type = "text/plain",
	    .summary = "Figures for Prometheus." },
	{ NULL },
};

const struct route *
routes(void)
{
	return ROUTES;
}

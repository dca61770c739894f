/* SPDX-License-Identifier: Apache-2.0
 *
 * api/schemas_int.h - the schemas of requests and answers (schemas_*.c). A row of a list
 * of the service needs no fields here: its table defines them.
 */
#ifndef FACHO_API_SCHEMAS_INT_H
#define FACHO_API_SCHEMAS_INT_H

#include "api/schema.h"

/* ---- for all subjects (schemas.c) -------------------------------------------------- */

extern const struct schema SCHEMA_ERROR; /* {"error": {...}} */
extern const struct schema SCHEMA_BULK; /* {"ids": [...]} */
extern const struct schema SCHEMA_BULK_REPLY; /* {"ok", "failed", "results": [...]} */
extern const struct schema SCHEMA_GONE; /* {"id": 5}: what was deleted */
extern const struct schema
    SCHEMA_ANY; /* an object that its page in the manual explains */

/* The next run of a node, or of an OLT's work (model/next.h). */
#define NEXT_RUN_FIELDS                                                                \
	{ "next_run_at", FIELD_TIME, FIELD_MUST | FIELD_NULL,                          \
		.help =                                                                \
		    "Never past; null when its times are skipped, or it has none." },  \
	    { "next_run", FIELD_TEXT, FIELD_MUST,                                      \
		    .choices = "unknown|planned|due|running|between_slices|retry|"     \
			       "waits_olt|waits_probe|waits_poller|waits_lane|"        \
			       "waits_store|after_master|not_answering|suspended|off|" \
			       "never",                                                \
		    .help = "What becomes of it next." },                              \
	{                                                                              \
		"waits_for", FIELD_INT, FIELD_MUST | FIELD_NULL,                       \
		    .help = "The execution that has its OLT."                          \
	}

/* ---- rows of lists (schemas_rows.c) ------------------------------------------------------- */

extern const struct schema SCHEMA_OLT_ROW, SCHEMA_JOB_ROW, SCHEMA_NODE,
    SCHEMA_EXECUTION_ROW, SCHEMA_ATTEMPT, SCHEMA_ONU_ROW, SCHEMA_ONU_EVENT,
    SCHEMA_ONU_POSITION, SCHEMA_LIGHT, SCHEMA_LIGHT_OLT, SCHEMA_PERFORMANCE, SCHEMA_PORT,
    SCHEMA_CHASSIS, SCHEMA_VALUE, SCHEMA_OLT_COLUMN, SCHEMA_QUOTA, SCHEMA_VIOLATION,
    SCHEMA_PLAN, SCHEMA_LOG, SCHEMA_POLLER_STAT, SCHEMA_AUDIT, SCHEMA_BRAND_ROW,
    SCHEMA_MODEL_ROW, SCHEMA_OID_ROW, SCHEMA_FORMULA_ROW, SCHEMA_STATE_ROW,
    SCHEMA_WORKFLOW;
/* What the list of executions returns besides its rows. */
extern const struct schema SCHEMA_BESIDE_EXECUTIONS;

/* ---- OLTs, jobs, nodes, executions (schemas_work.c) --------------------------------------- */

extern const struct schema SCHEMA_OLT, SCHEMA_OLT_ADD, SCHEMA_OLT_NEW, SCHEMA_OLT_DELETE,
    SCHEMA_OLT_TEST, SCHEMA_OLT_TESTED, SCHEMA_OLT_HEALTH, SCHEMA_ONU_TOTALS,
    SCHEMA_RUN_TOTALS, SCHEMA_QUOTA_TOTALS, SCHEMA_OLT_WHICH, SCHEMA_JOB, SCHEMA_JOB_ADD,
    SCHEMA_JOB_NAME, SCHEMA_JOB_APPLY, SCHEMA_JOB_STANDARD, SCHEMA_JOB_RUN,
    SCHEMA_APPLIED, SCHEMA_RUN, SCHEMA_JOB_PREVIEW_ASK, SCHEMA_JOB_PREVIEW,
    SCHEMA_NODE_OVERRIDE, SCHEMA_NODE_CHAIN, SCHEMA_NODE_RUN, SCHEMA_EXECUTION,
    SCHEMA_EXECUTION_WHICH, SCHEMA_SNMP, SCHEMA_SNMP_CHANGE, SCHEMA_STATUS,
    SCHEMA_STATUS_ASK, SCHEMA_EVENTS_ASK, SCHEMA_EVENT_LOG, SCHEMA_EVENT_LOG_ASK,
    SCHEMA_HEALTH;

/* ---- the catalogue (schemas_catalogue.c) --------------------------------------------------- */

extern const struct schema SCHEMA_BRAND_ADD, SCHEMA_MODEL_ADD, SCHEMA_OID_ADD,
    SCHEMA_OID_TRY, SCHEMA_OID_TRIED, SCHEMA_FORMULA_ADD, SCHEMA_STATE_ADD,
    SCHEMA_ROW_NAME, SCHEMA_STATE_RAW, SCHEMA_PREVIEW_ASK, SCHEMA_PREVIEW,
    SCHEMA_EXPORT_ASK, SCHEMA_CATALOGUE, SCHEMA_IMPORT, SCHEMA_IMPORTED;

/* ---- ONUs, history, settings (schemas_onus.c) ----------------------------------------------- */

extern const struct schema SCHEMA_ONU_FIND, SCHEMA_ONU_HITS, SCHEMA_ONU,
    SCHEMA_ONU_REFRESH, SCHEMA_HISTORY_ASK, SCHEMA_CHASSIS_ASK, SCHEMA_VALUE_ASK,
    SCHEMA_TIMELINE_ASK, SCHEMA_TIMELINE, SCHEMA_PERFORMANCE_ASK,
    SCHEMA_PERFORMANCE_POINTS, SCHEMA_HISTORY, SCHEMA_NEIGHBOURS_ASK, SCHEMA_NEIGHBOURS,
    SCHEMA_SIBLINGS, SCHEMA_SETTING, SCHEMA_SETTING_CHANGE;

/* ---- incidents (schemas_incidents.c) ---------------------------------------------------------- */

extern const struct schema SCHEMA_INCIDENT, SCHEMA_INCIDENT_BRIEF, SCHEMA_INCIDENT_LOG,
    SCHEMA_INCIDENT_EVIDENCE, SCHEMA_INCIDENT_MEMBERS, SCHEMA_INCIDENT_MEMBERS_ASK,
    SCHEMA_INCIDENTS_FOUND, SCHEMA_INCIDENT_ACK, SCHEMA_INCIDENT_ASSIGN,
    SCHEMA_INCIDENT_NOTE, SCHEMA_INCIDENT_CLOSE, SCHEMA_INCIDENT_SILENCE,
    SCHEMA_INCIDENT_REAL_CAUSE, SCHEMA_PLANT_NODE, SCHEMA_PLANT_NODE_ADD,
    SCHEMA_PLANT_IMPORT, SCHEMA_PLANT_IMPORTED, SCHEMA_TAGS, SCHEMA_TAGGED,
    SCHEMA_NODE_BRIEF, SCHEMA_ONU_NODE, SCHEMA_ONU_HUNG;

/* ---- users, tokens, sessions (schemas_access.c) -------------------------------------------- */

extern const struct schema SCHEMA_USER, SCHEMA_USER_ADD, SCHEMA_USER_CHANGE,
    SCHEMA_PASSWORD, SCHEMA_OWN_PASSWORD, SCHEMA_TOKEN, SCHEMA_TOKEN_ADD,
    SCHEMA_TOKEN_MADE, SCHEMA_SESSION, SCHEMA_LOGIN, SCHEMA_LOGGED_IN, SCHEMA_LOGGED_OUT,
    SCHEMA_ME;

/* ---- workflows, accounts, pollers (schemas_accounts.c) ---------------------------------------- */

extern const struct schema SCHEMA_WORKFLOW_WHOLE, SCHEMA_WORKFLOW_ORDER,
    SCHEMA_QUOTA_NOW_ASK, SCHEMA_QUOTAS_NOW, SCHEMA_VIOLATION_WHOLE, SCHEMA_PLAN_WHOLE,
    SCHEMA_POLLERS, SCHEMA_QUEUE, SCHEMA_QUEUE_ASK, SCHEMA_POLLER_STATS,
    SCHEMA_FIRST_READINGS, SCHEMA_DASHBOARD, SCHEMA_PROBLEMS_NOW;

/* ---- notifications (schemas_notify.c) ---------------------------------------------- */

extern const struct schema SCHEMA_CHANNEL, SCHEMA_CHANNEL_ADD, SCHEMA_CHANNEL_TEST,
    SCHEMA_CHANNEL_TESTED, SCHEMA_CONTACT, SCHEMA_CONTACT_ADD, SCHEMA_CONTACT_ADDRESS,
    SCHEMA_CONTACT_LINK, SCHEMA_CONTACT_LINKED, SCHEMA_TARGET, SCHEMA_TARGET_ADD,
    SCHEMA_ROUTE, SCHEMA_ROUTE_ADD, SCHEMA_ROUTE_TRY, SCHEMA_ROUTE_TRIED,
    SCHEMA_ROUTE_PAST_ASK, SCHEMA_ROUTE_PAST, SCHEMA_SILENCE, SCHEMA_SILENCE_ADD,
    SCHEMA_MAINTENANCE, SCHEMA_MAINTENANCE_ADD, SCHEMA_TEMPLATE, SCHEMA_TEMPLATE_ADD,
    SCHEMA_LIMIT, SCHEMA_LIMIT_ADD, SCHEMA_LIMIT_TRIED, SCHEMA_TEMPLATE_PREVIEW_ASK,
    SCHEMA_TEMPLATE_PREVIEW, SCHEMA_OUTBOX_ROW, SCHEMA_OUTBOX;

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of lists: their fields are in the tables of the service.
 */
#include "api/schemas_int.h"

static const struct field NEXT_RUN[] = { NEXT_RUN_FIELDS, { NULL } };
static const struct field UNDER_WAY[] = {
	{ "running", FIELD_INT, FIELD_MUST },
	{ "waiting", FIELD_INT, FIELD_MUST,
	    .help = "Executions that wait to start or for a retry." },
	{ "between_slices", FIELD_INT, FIELD_MUST },
	{ NULL },
};
static const struct schema SCHEMA_UNDER_WAY = { "UnderWay", NULL, UNDER_WAY };
static const struct field BESIDE_EXECUTIONS[] = {
	{ "under_way", FIELD_THING, FIELD_MUST, .of = &SCHEMA_UNDER_WAY,
	    .help =
		"Totals of all executions without filters, at the moment of the rows." },
	{ NULL },
};
const struct schema SCHEMA_BESIDE_EXECUTIONS = { "BesideExecutions", NULL,
	BESIDE_EXECUTIONS };

const struct schema SCHEMA_OLT_ROW = { "OltRow", "olt_overview" };
const struct schema SCHEMA_JOB_ROW = { "JobRow", "jobs" };
const struct schema SCHEMA_NODE = { "Node", "nodes", NEXT_RUN };
const struct schema SCHEMA_EXECUTION_ROW = { "ExecutionRow", "executions" };
const struct schema SCHEMA_ATTEMPT = { "Attempt", "attempts" };
const struct schema SCHEMA_ONU_ROW = { "OnuRow", "onus" };
const struct schema SCHEMA_ONU_EVENT = { "OnuEvent", "onu_events" };
const struct schema SCHEMA_ONU_POSITION = { "OnuPosition", "onu_positions" };
const struct schema SCHEMA_LIGHT = { "LightRow", "light" };
const struct schema SCHEMA_LIGHT_OLT = { "LightOlt", "light_olts" };
const struct schema SCHEMA_PERFORMANCE = { "Performance", "performance_day" };
const struct schema SCHEMA_PORT = { "PonPort", "pon_ports" };
const struct schema SCHEMA_CHASSIS = { "Chassis", "chassis" };
const struct schema SCHEMA_VALUE = { "OltValue", "olt_values" };
const struct schema SCHEMA_OLT_COLUMN = { "OltColumn", "olt_columns" };
const struct schema SCHEMA_QUOTA = { "Quota", "quotas" };
const struct schema SCHEMA_VIOLATION = { "Violation", "violations" };
const struct schema SCHEMA_PLAN = { "Plan", "plans" };
const struct schema SCHEMA_LOG = { "CoordinatorLog", "coordinator_logs" };
const struct schema SCHEMA_POLLER_STAT = { "PollerStat", "poller_stats" };
const struct schema SCHEMA_AUDIT = { "Audit", "audit_log" };
const struct schema SCHEMA_BRAND_ROW = { "BrandRow", "brands" };
const struct schema SCHEMA_MODEL_ROW = { "ModelRow", "models" };
const struct schema SCHEMA_OID_ROW = { "OidRow", "oids" };
const struct schema SCHEMA_FORMULA_ROW = { "FormulaRow", "formulas" };
const struct schema SCHEMA_STATE_ROW = { "StateRow", "states" };
const struct schema SCHEMA_WORKFLOW = { "Workflow", "workflows", NEXT_RUN };

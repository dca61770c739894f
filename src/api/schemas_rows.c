/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of lists: the fields are those of the service's tables.
 */
#include "api/schemas.h"

const struct schema SCHEMA_OLT_ROW = { "OltRow", "olt_overview" };
const struct schema SCHEMA_JOB_ROW = { "JobRow", "jobs" };
const struct schema SCHEMA_NODE = { "Node", "nodes" };
const struct schema SCHEMA_EXECUTION_ROW = { "ExecutionRow", "executions" };
const struct schema SCHEMA_ATTEMPT = { "Attempt", "attempts" };
const struct schema SCHEMA_ONU_ROW = { "OnuRow", "onus" };
const struct schema SCHEMA_ONU_EVENT = { "OnuEvent", "onu_events" };
const struct schema SCHEMA_ONU_POSITION = { "OnuPosition", "onu_positions" };
const struct schema SCHEMA_PORT = { "PonPort", "pon_ports" };
const struct schema SCHEMA_CHASSIS = { "Chassis", "chassis" };
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
const struct schema SCHEMA_WORKFLOW = { "Workflow", "workflows" };

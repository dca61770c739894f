/* SPDX-License-Identifier: Apache-2.0
 *
 * What may be listed of what people set up: catalogue, jobs, workflows. As with OLTs,
 * rows that are deleted are there, with the moment; asking for an empty deleted_at leaves
 * them out. Nodes and workflows of deleted OLTs and jobs are in no list.
 */
#include "store/list/list_int.h"

#define F LIST_FILTER
#define O LIST_ORDER
#define S LIST_SEARCH
#define N LIST_NULLS

/* What rows of the catalogue end with: did it ship, was it changed since, and when. */
#define SHIPPED(t)                                                               \
	{ "is_builtin", "CASE WHEN " t ".builtin_key IS NULL THEN 0 ELSE 1 END", \
		LIST_BOOL, F },                                                  \
	    { "is_edited", t ".is_edited", LIST_BOOL, F },                       \
	    { "updated_at", t ".updated_ms", LIST_TIME, F | O },                 \
	{                                                                        \
		"deleted_at", t ".deleted_ms", LIST_TIME, F | O | N              \
	}

static const struct list_field BRANDS[] = {
	{ "id", "b.id", LIST_INT, F | O },
	{ "name", "b.name", LIST_TEXT, F | O | S },
	{ "description", "b.description", LIST_TEXT, S },
	{ "models",
	    "(SELECT count(*) FROM models m WHERE m.brand_id = b.id "
	    "AND m.deleted_ms IS NULL)",
	    LIST_INT, F | O },
	{ "olts",
	    "(SELECT count(*) FROM olts l WHERE l.brand_id = b.id "
	    "AND l.deleted_ms IS NULL)",
	    LIST_INT, F | O },
	SHIPPED("b"),
	{ NULL },
};

static const struct list_field MODELS[] = {
	{ "id", "m.id", LIST_INT, F | O },
	{ "brand", "m.brand_id", LIST_INT, F },
	{ "brand_name", "b.name", LIST_TEXT, F | O | S },
	{ "name", "m.name", LIST_TEXT, F | O | S },
	{ "profile", "m.profile", LIST_TEXT, F | O },
	{ "technology", "m.technology", LIST_TEXT, F | O },
	{ "slots", "m.slots", LIST_INT, F | O | N },
	{ "ports", "m.ports", LIST_INT, F | O | N },
	{ "onus_per_port", "m.onus_per_port", LIST_INT, F | O | N },
	{ "notes", "m.notes", LIST_TEXT, S },
	{ "olts",
	    "(SELECT count(*) FROM olts l WHERE l.model_id = m.id "
	    "AND l.deleted_ms IS NULL)",
	    LIST_INT, F | O },
	SHIPPED("m"),
	{ NULL },
};

static const struct list_field OIDS[] = {
	{ "id", "c.id", LIST_INT, F | O },
	{ "brand", "c.brand_id", LIST_INT, F },
	{ "brand_name", "b.name", LIST_TEXT, F | O | S },
	{ "model", "c.model_id", LIST_INT, F | N },
	{ "model_name", "m.name", LIST_TEXT, F | O | N },
	{ "profile", "c.profile", LIST_TEXT, F | O },
	{ "table", "c.table_name", LIST_TEXT, F | O },
	{ "name", "c.name", LIST_TEXT, F | O | S },
	{ "oid", "c.oid", LIST_TEXT, F | O | S },
	{ "purpose", "c.purpose", LIST_TEXT, F | O | S },
	{ "formula", "c.formula", LIST_TEXT, F },
	{ "transform", "c.transform", LIST_JSON, 0 },
	{ "unit", "c.unit", LIST_TEXT, F },
	{ "invalid", "c.invalid", LIST_JSON, 0 },
	{ "keep_previous", "c.keep_previous", LIST_BOOL, F },
	{ "is_slow", "c.is_slow", LIST_BOOL, F },
	{ "enabled", "c.enabled", LIST_BOOL, F },
	{ "in_metrics", "c.in_metrics", LIST_BOOL, F },
	SHIPPED("c"),
	{ NULL },
};

static const struct list_field FORMULAS[] = {
	{ "id", "f.id", LIST_INT, F | O },
	{ "brand", "f.brand_id", LIST_INT, F },
	{ "brand_name", "b.name", LIST_TEXT, F | O | S },
	{ "model", "f.model_id", LIST_INT, F | N },
	{ "model_name", "m.name", LIST_TEXT, F | O | N },
	{ "profile", "f.profile", LIST_TEXT, F | O },
	{ "name", "f.name", LIST_TEXT, F | O | S },
	{ "definition", "f.definition", LIST_JSON, 0 },
	SHIPPED("f"),
	{ NULL },
};

static const struct list_field STATES[] = {
	{ "id", "s.id", LIST_INT, F | O },
	{ "brand", "s.brand_id", LIST_INT, F },
	{ "brand_name", "b.name", LIST_TEXT, F | O | S },
	{ "profile", "s.profile", LIST_TEXT, F | O },
	{ "column", "s.column_name", LIST_TEXT, F | O },
	{ "purpose", "s.purpose", LIST_TEXT, F | O },
	{ "raw", "s.raw", LIST_TEXT, F | O | S },
	{ "label", "s.label", LIST_TEXT, F | O | S },
	{ "meaning", "s.meaning", LIST_TEXT, F | O },
	SHIPPED("s"),
	{ NULL },
};

static const struct list_field JOBS[] = {
	{ "id", "j.id", LIST_INT, F | O },
	{ "name", "j.name", LIST_TEXT, F | O | S },
	{ "task_type", "j.task_type", LIST_TEXT, F | O },
	{ "description", "j.description", LIST_TEXT, S },
	{ "brand", "b.name", LIST_TEXT, F | O | S },
	{ "brand_id", "j.brand_id", LIST_INT, F },
	{ "type", "j.type", LIST_TEXT, F | O },
	{ "interval_ms", "j.interval_ms", LIST_INT, F | O | N },
	{ "cron", "j.cron", LIST_TEXT, F },
	{ "priority", "j.priority", LIST_INT, F | O },
	{ "max_retries", "j.max_retries", LIST_INT, F },
	{ "retry_delay_ms", "j.retry_delay_ms", LIST_INT, F },
	{ "retry_grows", "j.retry_grows", LIST_BOOL, F },
	{ "timeout_ms", "j.timeout_ms", LIST_INT, F | N },
	{ "lane", "j.lane", LIST_TEXT, F | O },
	{ "enabled", "j.enabled", LIST_BOOL, F | O },
	{ "target", "j.target", LIST_TEXT, F },
	{ "target_brand", "j.target_brand_id", LIST_INT, F | N },
	{ "target_model", "j.target_model_id", LIST_INT, F | N },
	{ "target_site", "j.target_site", LIST_TEXT, F },
	{ "oids", "(SELECT count(*) FROM job_oids u WHERE u.job_id = j.id)", LIST_INT,
	    F | O },
	{ "nodes",
	    "(SELECT count(*) FROM nodes n JOIN olts l ON l.id = n.olt_id "
	    "WHERE n.job_id = j.id AND l.deleted_ms IS NULL)",
	    LIST_INT, F | O },
	{ "created_at", "j.created_ms", LIST_TIME, F | O },
	{ "updated_at", "j.updated_ms", LIST_TIME, F | O },
	{ "deleted_at", "j.deleted_ms", LIST_TIME, F | O | N },
	{ NULL },
};

static const struct list_field WORKFLOWS[] = {
	{ "id", "w.id", LIST_INT, F | O },
	{ "olt", "w.olt_id", LIST_INT, F },
	{ "olt_name", "l.name", LIST_TEXT, F | O | S },
	{ "enabled", "w.enabled", LIST_BOOL, F },
	{ "nodes",
	    "(SELECT count(*) FROM nodes n JOIN jobs j ON j.id = n.job_id "
	    "WHERE n.workflow_id = w.id AND j.deleted_ms IS NULL)",
	    LIST_INT, F | O },
	/* Ordered by what is stored; what is shown of them the engine says, and this is
	 * what stands there while none runs (service/next_run.c). */
	{ "next_run_at",
	    "(SELECT min(n.next_run_ms) FROM nodes n WHERE n.workflow_id = w.id)",
	    LIST_TIME, O | N },
	{ "next_run", "'unknown'", LIST_TEXT, 0 },
	{ "waits_for", "CAST(NULL AS BIGINT)", LIST_INT, N },
	{ "updated_at", "w.updated_ms", LIST_TIME, F | O },
	{ NULL },
};

static const struct list_field NODES[] = {
	{ "id", "n.id", LIST_INT, F | O },
	{ "workflow", "n.workflow_id", LIST_INT, F },
	{ "olt", "n.olt_id", LIST_INT, F },
	{ "olt_name", "l.name", LIST_TEXT, F | O | S },
	{ "job", "n.job_id", LIST_INT, F },
	{ "job_name", "j.name", LIST_TEXT, F | O | S },
	{ "type", "j.type", LIST_TEXT, F | O },
	{ "master", "n.master_id", LIST_INT, F | N },
	{ "enabled", "n.enabled", LIST_BOOL, F },
	{ "runs", "n.enabled * j.enabled * w.enabled * l.enabled", LIST_BOOL, F },
	{ "interval_ms",
	    "CASE WHEN n.interval_ms IS NULL AND n.cron IS NULL THEN j.interval_ms "
	    "ELSE n.interval_ms END",
	    LIST_INT, F | O | N },
	{ "cron",
	    "CASE WHEN n.interval_ms IS NULL AND n.cron IS NULL THEN j.cron "
	    "ELSE n.cron END",
	    LIST_TEXT, F },
	{ "priority", "COALESCE(n.priority, j.priority)", LIST_INT, F | O },
	{ "is_overridden",
	    "CASE WHEN n.interval_ms IS NULL AND n.cron IS NULL "
	    "AND n.priority IS NULL THEN 0 ELSE 1 END",
	    LIST_BOOL, F },
	{ "next_run_at", "n.next_run_ms", LIST_TIME, O | N }, /* as of workflows */
	{ "next_run", "'unknown'", LIST_TEXT, 0 },
	{ "waits_for", "CAST(NULL AS BIGINT)", LIST_INT, N },
	{ "last_run_at", "n.last_run_ms", LIST_TIME, F | O | N },
	{ "last_success_at", "n.last_success_ms", LIST_TIME, F | O | N },
	{ "last_failure_at", "n.last_failure_ms", LIST_TIME, F | O | N },
	{ "failures", "n.failures", LIST_INT, F | O },
	{ "skipped", "n.skipped", LIST_INT, F | O },
	{ NULL },
};

/* ---- who may come in; for administrators (service/op_list.c) ---- */

static const struct list_field USERS[] = {
	{ "id", "u.id", LIST_INT, F | O },
	{ "name", "u.name", LIST_TEXT, F | O | S },
	{ "role", "u.role", LIST_TEXT, F | O },
	{ "full_name", "u.full_name", LIST_TEXT, F | O | S },
	{ "email", "u.email", LIST_TEXT, F | O | S },
	{ "language", "u.language", LIST_TEXT, F },
	{ "enabled", "u.enabled", LIST_BOOL, F | O },
	{ "created_at", "u.created_ms", LIST_TIME, F | O },
	{ "updated_at", "u.updated_ms", LIST_TIME, F | O },
	{ "last_login_at", "u.last_login_ms", LIST_TIME, F | O | N },
	{ NULL },
};

static const struct list_field TOKENS[] = {
	{ "id", "t.id", LIST_INT, F | O },
	{ "user", "t.user_id", LIST_INT, F },
	{ "user_name", "u.name", LIST_TEXT, F | O | S },
	{ "name", "t.name", LIST_TEXT, F | O | S },
	{ "role", "t.role", LIST_TEXT, F | O },
	{ "created_at", "t.created_ms", LIST_TIME, F | O },
	{ "expires_at", "t.expires_ms", LIST_TIME, F | O | N },
	{ "last_used_at", "t.last_used_ms", LIST_TIME, F | O | N },
	{ "revoked_at", "t.revoked_ms", LIST_TIME, F | O | N },
	{ NULL },
};

/* They have no number: what they are known by is nobody's to see. */
static const struct list_field SESSIONS[] = {
	{ "user", "s.user_id", LIST_INT, F },
	{ "user_name", "u.name", LIST_TEXT, F | O | S },
	{ "address", "s.address", LIST_TEXT, F | O | S },
	{ "agent", "s.agent", LIST_TEXT, S },
	{ "created_at", "s.created_ms", LIST_TIME, F | O },
	{ "last_used_at", "s.last_used_ms", LIST_TIME, F | O },
	{ "expires_at", "s.expires_ms", LIST_TIME, F | O },
	{ NULL },
};

/* ---- incidents and the plant; service/op_incident.c adds their sentences ---- */

static const char *const SEVERITY[] = { "i.severity", NULL };

/* Names of sentences and places are there so that they have their place in a row. */
static const struct list_field INCIDENTS[] = {
	{ "id", "i.id", LIST_INT, F | O },
	{ "kind", "i.kind", LIST_TEXT, F | O },
	{ "state", "i.state", LIST_TEXT, F | O },
	{ "open", "CASE WHEN i.state IN ('open', 'recovering') THEN 1 ELSE 0 END",
	    LIST_BOOL, F | O },
	{ "severity",
	    "CASE i.severity WHEN 3 THEN 'critical' WHEN 2 THEN 'major' "
	    "WHEN 1 THEN 'minor' ELSE 'info' END",
	    LIST_TEXT, F | O, SEVERITY },
	{ "cause", "i.cause", LIST_TEXT, F | O },
	{ "cause_class", "i.cause_class", LIST_TEXT, F | O },
	{ "confidence", "i.confidence", LIST_INT, F | O },
	{ "sentence_en", "''", LIST_TEXT, 0 },
	{ "sentence_es", "''", LIST_TEXT, 0 },
	{ "place_text", "''", LIST_TEXT, 0 },
	{ "root_kind", "i.root_kind", LIST_TEXT, F },
	{ "olt", "i.olt_id", LIST_INT, F | N },
	{ "olt_name", "l.name", LIST_TEXT, F | O | S | N },
	{ "place", "i.place", LIST_TEXT, F | O | S },
	{ "node", "i.node_id", LIST_INT, F | N },
	{ "node_name", "p.name", LIST_TEXT, S | N },
	{ "subject", "i.subject", LIST_INT, F | N },
	{ "affected", "i.affected", LIST_INT, F | O },
	{ "affected_max", "i.affected_max", LIST_INT, F | O },
	{ "at_risk", "i.at_risk", LIST_INT, F },
	{ "recovered", "i.recovered", LIST_INT, F },
	{ "left_over", "i.left_over", LIST_INT, F },
	{ "since_at", "i.since_ms", LIST_TIME, F | O },
	{ "since_from_at", "i.since_from_ms", LIST_TIME, F },
	{ "detected_at", "i.detected_ms", LIST_TIME, F | O },
	{ "opened_at", "i.opened_ms", LIST_TIME, F | O | N },
	{ "recovering_at", "i.recovering_ms", LIST_TIME, F | N },
	{ "resolved_at", "i.resolved_ms", LIST_TIME, F | O | N },
	{ "closed_at", "i.closed_ms", LIST_TIME, F | O | N },
	{ "version", "i.version", LIST_INT, F },
	{ "reopened", "i.reopened", LIST_INT, F | O },
	{ "is_flapping", "i.is_flapping", LIST_BOOL, F },
	{ "is_held", "i.is_held", LIST_BOOL, F },
	{ "blind_since_at", "i.blind_since_ms", LIST_TIME, F | N },
	{ "merged_into", "i.merged_into", LIST_INT, F | N },
	{ "repeat_of", "i.repeat_of", LIST_INT, F | N },
	{ "params", "i.params", LIST_JSON, 0 },
	{ "acked_at", "i.acked_ms", LIST_TIME, F | O | N },
	{ "acked_by", "i.acked_by", LIST_TEXT, F | S },
	{ "acked_until_at", "i.acked_until_ms", LIST_TIME, F | N },
	{ "owner", "i.owner", LIST_TEXT, F | O | S },
	{ "note", "i.note", LIST_TEXT, S },
	{ "real_cause", "i.real_cause", LIST_TEXT, F },
	{ "false_alarm", "i.false_alarm", LIST_BOOL, F },
	{ "close_reason", "i.close_reason", LIST_TEXT, S },
	{ "closed_by", "i.closed_by", LIST_TEXT, F },
	{ "updated_at", "i.updated_ms", LIST_TIME, F | O },
	{ NULL },
};

static const struct list_field INCIDENT_LOG[] = {
	{ "id", "g.id", LIST_INT, F | O },
	{ "incident", "g.incident_id", LIST_INT, F },
	{ "at", "g.at_ms", LIST_TIME, F | O },
	{ "kind", "g.kind", LIST_TEXT, F },
	{ "details", "g.details", LIST_JSON, 0 },
	{ "who", "g.who", LIST_TEXT, F },
	{ NULL },
};

static const struct list_field INCIDENT_EVIDENCE[] = {
	{ "incident", "v.incident_id", LIST_INT, F },
	{ "key", "v.key", LIST_TEXT, F | O },
	{ "value", "v.value", LIST_JSON, 0 },
	{ "weight", "v.weight", LIST_INT, F | O },
	{ "at", "v.at_ms", LIST_TIME, F | O },
	{ NULL },
};

static const struct list_field PLANT_NODES[] = {
	{ "id", "p.id", LIST_INT, F | O },
	{ "parent", "p.parent_id", LIST_INT, F | N },
	{ "parent_name", "q.name", LIST_TEXT, F | O | N },
	{ "kind", "p.kind", LIST_TEXT, F | O },
	{ "code", "p.code", LIST_TEXT, F | O | S },
	{ "name", "p.name", LIST_TEXT, F | O | S },
	{ "olt", "p.olt_id", LIST_INT, F | N },
	{ "olt_name", "l.name", LIST_TEXT, F | O | S | N },
	{ "place", "p.place", LIST_TEXT, F | O },
	{ "latitude", "p.latitude", LIST_REAL, N },
	{ "longitude", "p.longitude", LIST_REAL, N },
	{ "distance_m", "p.distance_m", LIST_INT, F | O | N },
	{ "is_learnt", "p.is_learnt", LIST_BOOL, F },
	{ "sure", "p.sure", LIST_INT, F | O },
	{ "onus", "(SELECT count(*) FROM onu_nodes u WHERE u.node_id = p.id)", LIST_INT,
	    F | O },
	{ "created_at", "p.created_ms", LIST_TIME, F | O },
	{ "updated_at", "p.updated_ms", LIST_TIME, F | O },
	{ NULL },
};

static const struct list LISTS[] = {
	{ "brands", "brands b", "b.id", "name", BRANDS },
	{ "models",
	    "models m "
	    "JOIN brands b ON b.id = m.brand_id",
	    "m.id", "name", MODELS },
	{ "oids",
	    "oids c "
	    "JOIN brands b ON b.id = c.brand_id LEFT JOIN models m ON m.id = c.model_id",
	    "c.id", "name", OIDS },
	{ "formulas",
	    "index_formulas f "
	    "JOIN brands b ON b.id = f.brand_id LEFT JOIN models m ON m.id = f.model_id",
	    "f.id", "name", FORMULAS },
	{ "states",
	    "state_labels s "
	    "JOIN brands b ON b.id = s.brand_id",
	    "s.id", "id", STATES },
	{ "jobs",
	    "jobs j "
	    "JOIN brands b ON b.id = j.brand_id",
	    "j.id", "name", JOBS },
	{ "workflows",
	    "workflows w JOIN olts l ON l.id = w.olt_id AND l.deleted_ms IS NULL", "w.id",
	    "olt_name", WORKFLOWS },
	{ "nodes",
	    "nodes n JOIN jobs j ON j.id = n.job_id AND j.deleted_ms IS NULL "
	    "JOIN olts l ON l.id = n.olt_id AND l.deleted_ms IS NULL "
	    "JOIN workflows w ON w.id = n.workflow_id",
	    "n.id", "olt_name", NODES },
	{ "users", "users u", "u.id", "name", USERS },
	{ "tokens", "tokens t JOIN users u ON u.id = t.user_id", "t.id", "user_name",
	    TOKENS },
	{ "incidents",
	    "incidents i LEFT JOIN olts l ON l.id = i.olt_id "
	    "LEFT JOIN plant_nodes p ON p.id = i.node_id",
	    "i.id", "-id", INCIDENTS },
	{ "incident_log", "incident_log g", "g.id", "id", INCIDENT_LOG },
	{ "incident_evidence", "incident_evidence v", "v.key", "-weight",
	    INCIDENT_EVIDENCE },
	{ "plant_nodes",
	    "plant_nodes p LEFT JOIN plant_nodes q ON q.id = p.parent_id "
	    "LEFT JOIN olts l ON l.id = p.olt_id",
	    "p.id", "name", PLANT_NODES },
	{ "sessions", "sessions s JOIN users u ON u.id = s.user_id", "s.token_hash",
	    "-last_used_at", SESSIONS },
};

enum { N_LISTS = sizeof(LISTS) / sizeof(LISTS[0]) };

const struct list *
list_of_setup(size_t i)
{
	return i < N_LISTS ? &LISTS[i] : list_of_notify(i - N_LISTS);
}

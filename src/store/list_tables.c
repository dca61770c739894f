/* SPDX-License-Identifier: Apache-2.0
 *
 * What may be listed of what the program does and finds; what people set up is in
 * list_setup.c. Secrets have no field in either.
 */
#include "store/list.h"

#include <string.h>

#include "store/list_int.h"

#define F LIST_FILTER
#define O LIST_ORDER
#define S LIST_SEARCH
#define N LIST_NULLS

static const struct list_field EXECUTIONS[] = {
	{ "id", "e.id", LIST_INT, F | O },
	{ "olt", "e.olt_id", LIST_INT, F },
	{ "olt_name", "l.name", LIST_TEXT, F | O | S },
	{ "node", "e.node_id", LIST_INT, F },
	{ "job", "e.job_id", LIST_INT, F },
	{ "job_name", "j.name", LIST_TEXT, F | S },
	{ "type", "e.type", LIST_TEXT, F },
	{ "lane", "e.lane", LIST_TEXT, F },
	{ "state", "e.state", LIST_TEXT, F | O },
	{ "error", "e.error", LIST_TEXT, F },
	{ "message", "e.message", LIST_TEXT, S },
	{ "attempts", "e.attempts", LIST_INT, F },
	{ "due_at", "e.due_ms", LIST_MOMENT, F | O | N },
	{ "queued_at", "e.queued_ms", LIST_MOMENT, F | O },
	{ "started_at", "e.started_ms", LIST_MOMENT, F | O | N },
	{ "finished_at", "e.finished_ms", LIST_MOMENT, F | O | N },
	{ "duration_ms", "e.finished_ms - e.started_ms", LIST_INT, F | O | N },
	{ "late_ms", "e.late_ms", LIST_INT, F | O },
	{ "poller", "e.poller", LIST_INT, F },
	{ "fence", "e.fence", LIST_INT, F },
	{ "asked_by", "e.asked_by", LIST_TEXT, F },
	{ "requests", "e.requests", LIST_INT, 0 },
	{ "retransmits", "e.retransmits", LIST_INT, 0 },
	{ "timeouts", "e.timeouts", LIST_INT, 0 },
	{ "varbinds", "e.varbinds", LIST_INT, 0 },
	{ "bytes", "e.bytes", LIST_INT, 0 },
	{ "onus_seen", "e.onus_seen", LIST_INT, 0 },
	{ "onus_ok", "e.onus_ok", LIST_INT, 0 },
	{ "onus_failed", "e.onus_failed", LIST_INT, 0 },
	{ "onus_absent", "e.onus_absent", LIST_INT, 0 },
	{ "onus_new", "e.onus_new", LIST_INT, 0 },
	{ "onus_changed", "e.onus_changed", LIST_INT, 0 },
	{ NULL },
};

static const struct list_field ATTEMPTS[] = {
	{ "execution", "a.execution_id", LIST_INT, F },
	{ "number", "a.number", LIST_INT, F | O },
	{ "started_at", "a.started_ms", LIST_MOMENT, 0 },
	{ "finished_at", "a.finished_ms", LIST_MOMENT, 0 },
	{ "error", "a.error", LIST_TEXT, F },
	{ "message", "a.message", LIST_TEXT, 0 },
	{ "requests", "a.requests", LIST_INT, 0 },
	{ "retransmits", "a.retransmits", LIST_INT, 0 },
	{ "timeouts", "a.timeouts", LIST_INT, 0 },
	{ "varbinds", "a.varbinds", LIST_INT, 0 },
	{ "bytes", "a.bytes", LIST_INT, 0 },
	{ NULL },
};

/* As totals.c counts them: each that is there is online, or not, or nobody can say, because
 * it was not read yet or the device's word for it has no meaning. The cause of one that is
 * online belongs to the past. */
#define IS_ONLINE "o.run_state = 'online'"
#define IS_OFFLINE "o.run_state NOT IN ('online', '')"
#define IS_UNKNOWN "(o.run_state IS NULL OR o.run_state = '')"

#define IF_PRESENT_AND(test, yes, no) \
	"CASE WHEN o.is_present = 1 AND " test " THEN " yes " ELSE " no " END"

/* Where it is, by its numbers; one that is known by its serial alone, by that. */
static const char *const ONU_PLACE[] = { "o.rack", "o.frame", "o.slot", "o.port", "o.onu",
	"o.place", NULL };
static const char *const PORT_PLACE[] = { "p.rack", "p.frame", "p.slot", "p.port",
	"p.place", NULL };

static const struct list_field ONUS[] = {
	{ "id", "o.id", LIST_INT, F | O },
	{ "olt", "o.olt_id", LIST_INT, F },
	{ "olt_name", "l.name", LIST_TEXT, F | O },
	{ "brand", "(SELECT b.name FROM brands b WHERE b.id = l.brand_id)", LIST_TEXT,
	    F },
	{ "olt_enabled", "l.enabled", LIST_TRUTH, F },
	{ "olt_suspended_at", "l.suspended_ms", LIST_MOMENT, F },
	{ "olt_answer_at", "l.last_answer_ms", LIST_MOMENT, F },
	{ "frame", "o.frame", LIST_INT, F },
	{ "slot", "o.slot", LIST_INT, F },
	{ "port", "o.port", LIST_INT, F },
	{ "onu", "o.onu", LIST_INT, F },
	{ "place", "o.place", LIST_TEXT, F | O, ONU_PLACE },
	{ "serial", "o.serial", LIST_TEXT, F | O },
	{ "is_present", "o.is_present", LIST_TRUTH, F },
	{ "is_duplicate", "o.is_duplicate", LIST_TRUTH, F },
	{ "first_seen_at", "o.first_seen_ms", LIST_MOMENT, F | O },
	{ "last_seen_at",
	    "CASE WHEN o.missed = 0 THEN COALESCE(l.last_walk_ms, o.last_seen_ms) "
	    "ELSE o.last_seen_ms END",
	    LIST_MOMENT, F | O },
	{ "mac", "o.mac", LIST_TEXT, F },
	{ "description", "o.description", LIST_TEXT, F | O | N },
	{ "name", "o.name", LIST_TEXT, F | O | N },
	{ "subscriber", "o.subscriber", LIST_TEXT, F | O | N },
	{ "admin_state", "o.admin_state", LIST_TEXT, F },
	{ "admin_label", "o.admin_label", LIST_TEXT, 0 },
	{ "run_state", "o.run_state", LIST_TEXT, F | O | N },
	{ "run_label", "o.run_label", LIST_TEXT, 0 },
	{ "run_since", "o.run_since_ms", LIST_MOMENT, F | O | N },
	{ "cause_state", "o.cause_state", LIST_TEXT, F },
	{ "cause_label", "o.cause_label", LIST_TEXT, 0 },
	{ "offline_cause",
	    IF_PRESENT_AND(
		IS_OFFLINE, "COALESCE(NULLIF(o.cause_state, ''), o.run_state)", "NULL"),
	    LIST_TEXT, F },
	{ "is_offline", IF_PRESENT_AND(IS_OFFLINE, "1", "0"), LIST_TRUTH, F },
	{ "is_unknown", IF_PRESENT_AND(IS_UNKNOWN, "1", "0"), LIST_TRUTH, F },
	{ "last_up_at", "o.last_up_ms", LIST_MOMENT, O | N },
	{ "last_down_at", "o.last_down_ms", LIST_MOMENT, O | N },
	{ "distance_m", "n.distance_m", LIST_INT, F | O | N },
	{ "onu_rx_dbm", "n.onu_rx_dbm", LIST_REAL, F | O | N },
	{ "onu_tx_dbm", "n.onu_tx_dbm", LIST_REAL, F | O | N },
	{ "olt_rx_dbm", "n.olt_rx_dbm", LIST_REAL, F | O | N },
	{ "temperature_c", "n.temperature_c", LIST_REAL, F | O | N },
	{ "voltage_v", "n.voltage_v", LIST_REAL, F | O | N },
	{ "bias_ma", "n.bias_ma", LIST_REAL, F | O | N },
	{ "model", "o.model", LIST_TEXT, F | O | N },
	{ "hw_version", "o.hw_version", LIST_TEXT, F },
	{ "sw_version", "o.sw_version", LIST_TEXT, F },
	{ "line_profile", "o.line_profile", LIST_TEXT, F },
	{ "service_profile", "o.service_profile", LIST_TEXT, F },
	{ "uptime_s", "n.uptime_s", LIST_INT, F | O | N },
	{ "ip", "o.ip", LIST_TEXT, F },
	{ "values_at", "n.values_ms", LIST_MOMENT, O | N },
	{ "execution", "n.execution_id", LIST_INT, 0 },
	{ NULL },
};

static const struct list_field EVENTS[] = {
	{ "id", "v.id", LIST_INT, F | O },
	{ "onu", "v.onu_id", LIST_INT, F },
	{ "olt", "v.olt_id", LIST_INT, F },
	{ "serial", "o.serial", LIST_TEXT, F },
	{ "place", "o.place", LIST_TEXT, 0 },
	{ "kind", "v.kind", LIST_TEXT, F },
	{ "at", "v.at_ms", LIST_MOMENT, F | O },
	{ "before", "v.value_before", LIST_TEXT, S },
	{ "after", "v.value_after", LIST_TEXT, S },
	{ "execution", "v.execution_id", LIST_INT, F },
	{ NULL },
};

/* An open end is where it is now. */
static const struct list_field POSITIONS[] = {
	{ "id", "p.id", LIST_INT, F | O },
	{ "onu", "p.onu_id", LIST_INT, F },
	{ "serial", "o.serial", LIST_TEXT, F | S },
	{ "olt", "p.olt_id", LIST_INT, F },
	{ "olt_name", "l.name", LIST_TEXT, F | S },
	{ "place", "p.place", LIST_TEXT, F | S },
	{ "since", "p.since_ms", LIST_MOMENT, F | O },
	{ "until", "p.until_ms", LIST_MOMENT, F | O | N },
	{ NULL },
};

/* The ONUs of a port, as the last walk left them: there is an index by place. */
#define ON_PORT                                                          \
	"WHERE o.olt_id = p.olt_id AND o.slot = p.slot "                 \
	"AND o.port = p.port AND o.frame = p.frame AND o.rack = p.rack " \
	"AND (o.pos_has & 8) <> 0 AND o.is_present = 1"
#define ONUS_OF_PORT "FROM onus o " ON_PORT
#define LEVELS_OF_PORT "FROM onus o JOIN onu_numbers n ON n.onu_id = o.id " ON_PORT

static const struct list_field PORTS[] = {
	{ "id", "p.id", LIST_INT, F | O },
	{ "olt", "p.olt_id", LIST_INT, F },
	{ "olt_name", "l.name", LIST_TEXT, F | O | S },
	{ "rack", "p.rack", LIST_INT, F },
	{ "frame", "p.frame", LIST_INT, F },
	{ "slot", "p.slot", LIST_INT, F | O },
	{ "port", "p.port", LIST_INT, F | O },
	{ "place", "p.place", LIST_TEXT, F | O | S, PORT_PLACE },
	{ "name", "p.name", LIST_TEXT, F | O | S | N },
	{ "description", "p.description", LIST_TEXT, F | S },
	{ "state", "p.state", LIST_TEXT, F | O | N },
	{ "state_label", "p.state_label", LIST_TEXT, 0 },
	{ "onus", "p.onus", LIST_INT, F | O | N },
	{ "onus_present", "(SELECT COUNT(*) " ONUS_OF_PORT ")", LIST_INT, F | O },
	{ "onus_online", "(SELECT COUNT(*) " ONUS_OF_PORT " AND " IS_ONLINE ")", LIST_INT,
	    F | O },
	{ "onus_offline", "(SELECT COUNT(*) " ONUS_OF_PORT " AND " IS_OFFLINE ")",
	    LIST_INT, F | O },
	{ "onus_unknown", "(SELECT COUNT(*) " ONUS_OF_PORT " AND " IS_UNKNOWN ")",
	    LIST_INT, F | O },
	{ "onu_rx_worst_dbm", "(SELECT MIN(n.onu_rx_dbm) " LEVELS_OF_PORT ")", LIST_REAL,
	    F | O | N },
	{ "onu_rx_average_dbm", "(SELECT AVG(n.onu_rx_dbm) " LEVELS_OF_PORT ")",
	    LIST_REAL, F | O | N },
	{ "tx_dbm", "p.tx_dbm", LIST_REAL, F | O | N },
	{ "in_octets", "p.in_octets", LIST_INT, 0 },
	{ "out_octets", "p.out_octets", LIST_INT, 0 },
	{ "first_seen_at", "p.first_seen_ms", LIST_MOMENT, F | O },
	{ "updated_at", "p.updated_ms", LIST_MOMENT, F | O },
	{ NULL },
};

static const struct list_field CHASSIS[] = {
	{ "olt", "h.olt_id", LIST_INT, F | O },
	{ "olt_name", "l.name", LIST_TEXT, F | O | S },
	{ "part", "h.part", LIST_TEXT, F | O },
	{ "cpu_pct", "h.cpu_percent", LIST_REAL, F | O | N },
	{ "memory_pct", "h.memory_percent", LIST_REAL, F | O | N },
	{ "temperature_c", "h.temperature_c", LIST_REAL, F | O | N },
	{ "uptime_s", "h.uptime_s", LIST_INT, F | O | N },
	{ "updated_at", "h.updated_ms", LIST_MOMENT, F | O },
	{ NULL },
};

static const struct list_field COLUMNS[] = {
	{ "olt", "c.olt_id", LIST_INT, F | O },
	{ "olt_name", "l.name", LIST_TEXT, F | O | S },
	{ "oid", "c.oid", LIST_TEXT, F | O | S },
	{ "state", "c.state", LIST_TEXT, F | O },
	{ "since", "c.since_ms", LIST_MOMENT, F | O },
	{ NULL },
};

static const struct list_field QUOTAS[] = {
	{ "id", "q.id", LIST_INT, F | O },
	{ "olt", "q.olt_id", LIST_INT, F },
	{ "olt_name", "l.name", LIST_TEXT, F | O | S },
	{ "task_type", "q.task_type", LIST_TEXT, F },
	{ "period_start", "q.period_start_ms", LIST_MOMENT, F | O },
	{ "period_end", "q.period_end_ms", LIST_MOMENT, F },
	{ "required", "q.required", LIST_INT, F },
	{ "completed", "q.completed", LIST_INT, F },
	{ "failed", "q.failed", LIST_INT, F },
	{ "skipped", "q.skipped", LIST_INT, F },
	{ "pending", "q.pending", LIST_INT, F },
	{ "total_duration_ms", "q.total_duration_ms", LIST_INT, 0 },
	{ "average_duration_ms",
	    "q.total_duration_ms / NULLIF(q.completed + q.failed, 0)", LIST_INT,
	    F | O | N },
	{ "status", "q.status", LIST_TEXT, F | O },
	{ NULL },
};

static const struct list_field VIOLATIONS[] = {
	{ "id", "v.id", LIST_INT, F | O },
	{ "olt", "v.olt_id", LIST_INT, F },
	{ "olt_name", "l.name", LIST_TEXT, F | O | S },
	{ "task_type", "v.task_type", LIST_TEXT, F },
	{ "period_start", "v.period_start_ms", LIST_MOMENT, F | O },
	{ "period_end", "v.period_end_ms", LIST_MOMENT, 0 },
	{ "severity", "v.severity", LIST_TEXT, F | O },
	{ "report", "v.report", LIST_TEXT, 0 },
	{ "notified_at", "v.notified_ms", LIST_MOMENT, F | O | N },
	{ "acked_at", "v.acked_ms", LIST_MOMENT, F | O | N },
	{ "acked_by", "v.acked_by", LIST_TEXT, F },
	{ "created_at", "v.created_ms", LIST_MOMENT, F | O },
	{ NULL },
};

/* The runs are left out: a plan has hundreds. store_plan_get() has them. */
static const struct list_field PLANS[] = {
	{ "id", "p.id", LIST_INT, F | O },
	{ "olt", "p.olt_id", LIST_INT, F },
	{ "olt_name", "l.name", LIST_TEXT, F | O | S },
	{ "period_start", "p.period_start_ms", LIST_MOMENT, F | O },
	{ "period_end", "p.period_end_ms", LIST_MOMENT, 0 },
	{ "status", "p.status", LIST_TEXT, F | O },
	{ "fits", "p.fits", LIST_TRUTH, F },
	{ "total", "p.total", LIST_INT, F | O },
	{ "completed", "p.completed", LIST_INT, F | O },
	{ "failed", "p.failed", LIST_INT, F | O },
	{ "created_at", "p.created_ms", LIST_MOMENT, F | O },
	{ "updated_at", "p.updated_ms", LIST_MOMENT, F | O },
	{ NULL },
};

static const struct list_field LOG[] = {
	{ "id", "c.id", LIST_INT, F | O },
	{ "olt", "c.olt_id", LIST_INT, F },
	{ "olt_name", "l.name", LIST_TEXT, F },
	{ "event", "c.event", LIST_TEXT, F },
	{ "level", "c.level", LIST_TEXT, F },
	{ "message", "c.message", LIST_TEXT, S },
	{ "details", "c.details", LIST_TEXT, S },
	{ "at", "c.at_ms", LIST_MOMENT, F | O },
	{ NULL },
};

static const struct list_field POLLER_STATS[] = {
	{ "at", "p.at_ms", LIST_MOMENT, F | O },
	{ "machine", "p.machine", LIST_TEXT, F },
	{ "total", "p.total", LIST_INT, 0 },
	{ "busy", "p.busy", LIST_INT, F },
	{ "busy_percent", "p.busy_percent", LIST_REAL, F },
	{ "queue", "p.queue", LIST_INT, F },
	{ "is_saturated", "p.is_saturated", LIST_TRUTH, F },
	{ "completed", "p.completed", LIST_INT, 0 },
	{ "delayed", "p.delayed", LIST_INT, F },
	{ "late_p50_ms", "p.late_p50_ms", LIST_INT, F },
	{ "late_p99_ms", "p.late_p99_ms", LIST_INT, F },
	{ NULL },
};

static const struct list_field AUDIT[] = {
	{ "id", "a.id", LIST_INT, F | O },
	{ "at", "a.at_ms", LIST_MOMENT, F | O },
	{ "user", "a.user_name", LIST_TEXT, F | S },
	{ "address", "a.address", LIST_TEXT, F },
	{ "action", "a.action", LIST_TEXT, F },
	{ "entity", "a.entity", LIST_TEXT, F | S },
	{ "entity_id", "a.entity_id", LIST_INT, F },
	{ "before", "a.value_before", LIST_TEXT, 0 },
	{ "after", "a.value_after", LIST_TEXT, 0 },
	{ NULL },
};

#define OLT_FIELDS                                                                     \
	{ "id", "l.id", LIST_INT, F | O }, { "name", "l.name", LIST_TEXT, F | O | S }, \
	    { "brand", "b.name", LIST_TEXT, F | O },                                   \
	    { "model", "m.name", LIST_TEXT, F | O | N },                               \
	    { "profile", "l.profile", LIST_TEXT, F },                                  \
	    { "address", "l.address", LIST_TEXT, F | O | S },                          \
	    { "description", "l.description", LIST_TEXT, S },                          \
	    { "site", "l.site", LIST_TEXT, F | O | S },                                \
	    { "enabled", "l.enabled", LIST_TRUTH, F },                                 \
	    { "suspended_at", "l.suspended_ms", LIST_MOMENT, F | O | N },              \
	    { "suspended_why", "l.suspended_why", LIST_TEXT, 0 },                      \
	    { "failures", "l.failures", LIST_INT, F | O },                             \
	    { "last_walk_at", "l.last_walk_ms", LIST_MOMENT, F | O | N },              \
	    { "last_answer_at", "l.last_answer_ms", LIST_MOMENT, F | O | N },          \
	{                                                                              \
		"deleted_at", "l.deleted_ms", LIST_MOMENT, F | O | N                   \
	}

static const struct list_field OLTS[] = { OLT_FIELDS, { NULL } };

/* Of the newest hour that has any. The types are named so that each is one look into the
 * index by OLT, type and hour, however many hours are kept. */
#define QUOTA_OF_OLT(sum)                                                   \
	"(SELECT CAST(SUM(q." sum ") AS BIGINT) FROM quota_trackers q "     \
	"WHERE q.olt_id = l.id "                                            \
	"AND q.task_type IN ('discovery', 'get', 'walk', 'table', 'bulk') " \
	"AND q.period_start_ms = (SELECT MAX(period_start_ms) FROM quota_trackers))"
#define ONUS_OF_OLT "FROM onus o WHERE o.olt_id = l.id AND o.is_present = 1"

/* OLTs with how they are doing. Whoever only looks for one takes the list above. */
static const struct list_field OLT_OVERVIEW[] = {
	OLT_FIELDS,
	{ "state",
	    "CASE WHEN l.deleted_ms IS NOT NULL THEN 'deleted' "
	    "WHEN l.enabled = 0 THEN 'disabled' "
	    "WHEN l.suspended_ms IS NOT NULL THEN 'suspended' "
	    "WHEN l.failures > 0 THEN 'failing' "
	    "WHEN l.last_answer_ms IS NULL THEN 'new' ELSE 'up' END",
	    LIST_TEXT, F | O },
	{ "onus_present", "(SELECT COUNT(*) " ONUS_OF_OLT ")", LIST_INT, F | O },
	{ "onus_online", "(SELECT COUNT(*) " ONUS_OF_OLT " AND " IS_ONLINE ")", LIST_INT,
	    F | O },
	{ "onus_offline", "(SELECT COUNT(*) " ONUS_OF_OLT " AND " IS_OFFLINE ")",
	    LIST_INT, F | O },
	{ "onus_unknown", "(SELECT COUNT(*) " ONUS_OF_OLT " AND " IS_UNKNOWN ")",
	    LIST_INT, F | O },
	{ "quota_required", QUOTA_OF_OLT("required"), LIST_INT, F | O | N },
	{ "quota_completed", QUOTA_OF_OLT("completed"), LIST_INT, F | O | N },
	{ "late_ms",
	    "(SELECT e.late_ms FROM executions e WHERE e.olt_id = l.id "
	    "ORDER BY e.queued_ms DESC LIMIT 1)",
	    LIST_INT, F | O | N },
	{ NULL },
};

#define OLTS_FROM                                    \
	"olts l JOIN brands b ON b.id = l.brand_id " \
	"LEFT JOIN models m ON m.id = l.model_id"

static const struct list LISTS[] = {
	{ "olts", OLTS_FROM, "l.id", "name", OLTS },
	{ "olt_overview", OLTS_FROM, "l.id", "name", OLT_OVERVIEW },
	{ "onus",
	    "onus o JOIN olts l ON l.id = o.olt_id AND l.deleted_ms IS NULL "
	    "LEFT JOIN onu_numbers n ON n.onu_id = o.id",
	    "o.id", "id", ONUS, "SELECT rowid FROM onu_search WHERE search_text" },
	{ "pon_ports",
	    "pon_ports p JOIN olts l ON l.id = p.olt_id AND l.deleted_ms IS NULL", "p.id",
	    "id", PORTS },
	{ "chassis",
	    "chassis_health h JOIN olts l ON l.id = h.olt_id AND l.deleted_ms IS NULL",
	    "h.olt_id || ' ' || h.part", "olt", CHASSIS },
	{ "olt_columns",
	    "olt_columns c JOIN olts l ON l.id = c.olt_id AND l.deleted_ms IS NULL",
	    "c.olt_id || ' ' || c.oid", "olt", COLUMNS },
	{ "onu_positions",
	    "onu_positions p JOIN onus o ON o.id = p.onu_id "
	    "JOIN olts l ON l.id = p.olt_id",
	    "p.id", "-since", POSITIONS },
	{ "onu_events", "onu_events v JOIN onus o ON o.id = v.onu_id", "v.id", "-at",
	    EVENTS },
	{ "executions",
	    "executions e JOIN olts l ON l.id = e.olt_id "
	    "LEFT JOIN jobs j ON j.id = e.job_id",
	    "e.id", "-queued_at", EXECUTIONS },
	{ "attempts", "attempts a", "a.execution_id", "number", ATTEMPTS },
	{ "quotas", "quota_trackers q JOIN olts l ON l.id = q.olt_id", "q.id",
	    "-period_start", QUOTAS },
	{ "violations", "violations v JOIN olts l ON l.id = v.olt_id", "v.id",
	    "-created_at", VIOLATIONS },
	{ "plans", "plans p JOIN olts l ON l.id = p.olt_id", "p.id", "-period_start",
	    PLANS },
	{ "coordinator_logs", "coordinator_logs c LEFT JOIN olts l ON l.id = c.olt_id",
	    "c.id", "-at", LOG },
	{ "poller_stats", "poller_stats p", "p.machine", "-at", POLLER_STATS },
	{ "audit_log", "audit_log a", "a.id", "-at", AUDIT },
};

enum { N_LISTS = sizeof(LISTS) / sizeof(LISTS[0]) };

const struct list *
list_at(size_t i)
{
	return i < N_LISTS ? &LISTS[i] : list_of_setup(i - N_LISTS);
}

const struct list *
list_find(const char *name)
{
	const struct list *list;

	for (size_t i = 0; (list = list_at(i)); i++) {
		if (strcmp(list->name, name) == 0)
			break;
	}
	return list;
}

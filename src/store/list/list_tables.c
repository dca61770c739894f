/* SPDX-License-Identifier: Apache-2.0
 *
 * What may be listed of what the program does and finds; what people set up is in
 * list_setup.c. Secrets have no field in either.
 */
#include "store/list/list.h"

#include <string.h>

#include "store/value/level.h"
#include "store/list/list_int.h"

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
	{ "due_at", "e.due_ms", LIST_TIME, F | O | N },
	{ "queued_at", "e.queued_ms", LIST_TIME, F | O },
	{ "started_at", "e.started_ms", LIST_TIME, F | O | N },
	{ "finished_at", "e.finished_ms", LIST_TIME, F | O | N },
	{ "next_slice_at", "CASE WHEN e.state = 'PENDING' THEN e.next_slice_ms END",
	    LIST_TIME, N },
	{ "duration_ms", "e.finished_ms - e.started_ms", LIST_INT, F | O | N },
	{ "busy_ms", "e.busy_ms", LIST_INT, F | O },
	{ "slices", "e.slices", LIST_INT, F | O },
	{ "late_ms", "e.late_ms", LIST_INT, F | O },
	{ "waited_on", "e.waited_on", LIST_TEXT, F },
	{ "waited_for", "e.waited_for", LIST_INT, F | N },
	{ "poller", "e.poller", LIST_INT, F },
	{ "fence", "e.fence", LIST_INT, F },
	{ "asked_by", "e.asked_by", LIST_TEXT, F },
	{ "requests", "e.requests", LIST_INT, 0 },
	{ "retransmits", "e.retransmits", LIST_INT, 0 },
	{ "timeouts", "e.timeouts", LIST_INT, 0 },
	{ "varbinds", "e.varbinds", LIST_INT, 0 },
	{ "bytes", "e.bytes", LIST_INT, 0 },
	{ "round_trip_ms",
	    "CAST(e.rtt_us AS DOUBLE PRECISION) / 1000 / NULLIF(e.answers, 0)", LIST_REAL,
	    N },
	{ "round_trip_max_ms", "CAST(NULLIF(e.rtt_max_us, 0) AS DOUBLE PRECISION) / 1000",
	    LIST_REAL, N },
	{ "asked", "e.asked", LIST_INT, 0 },
	{ "answered", "e.answered", LIST_INT, 0 },
	{ "onus_seen", "e.onus_seen", LIST_INT, 0 },
	{ "onus_ok", "e.onus_ok", LIST_INT, 0 },
	{ "onus_failed", "e.onus_failed", LIST_INT, 0 },
	{ "onus_absent", "e.onus_absent", LIST_INT, 0 },
	{ "onus_new", "e.onus_new", LIST_INT, 0 },
	{ "onus_changed", "e.onus_changed", LIST_INT, 0 },
	{ "states_read", "e.states_read", LIST_INT, 0 },
	{ "states_of", "e.states_of", LIST_INT, 0 },
	{ "states_before_at", "e.states_before_ms", LIST_TIME, N },
	{ NULL },
};

static const struct list_field ATTEMPTS[] = {
	{ "execution", "a.execution_id", LIST_INT, F },
	{ "number", "a.number", LIST_INT, F | O },
	{ "started_at", "a.started_ms", LIST_TIME, 0 },
	{ "finished_at", "a.finished_ms", LIST_TIME, 0 },
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

/* Why it is offline: one of the causes of model/value.h. */
#define CAUSE_OF_ONU                                                \
	IF_PRESENT_AND(IS_OFFLINE,                                  \
	    "COALESCE(NULLIF(o.cause_state, ''), CASE o.run_state " \
	    "WHEN 'disabled' THEN 'admin' ELSE 'unknown' END)",     \
	    "NULL")

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
	{ "olt_enabled", "l.enabled", LIST_BOOL, F },
	{ "olt_suspended_at", "l.suspended_ms", LIST_TIME, F },
	{ "olt_not_answering_at", "l.not_answering_ms", LIST_TIME, F },
	{ "olt_answer_at", "l.last_answer_ms", LIST_TIME, F },
	{ "frame", "o.frame", LIST_INT, F },
	{ "slot", "o.slot", LIST_INT, F },
	{ "port", "o.port", LIST_INT, F },
	{ "onu", "o.onu", LIST_INT, F },
	{ "place", "o.place", LIST_TEXT, F | O, ONU_PLACE },
	{ "serial", "o.serial", LIST_TEXT, F | O },
	{ "is_present", "o.is_present", LIST_BOOL, F },
	{ "is_duplicate", "o.is_duplicate", LIST_BOOL, F },
	{ "first_seen_at", "o.first_seen_ms", LIST_TIME, F | O },
	{ "last_seen_at",
	    "CASE WHEN o.missed = 0 THEN COALESCE(l.last_walk_ms, o.last_seen_ms) "
	    "ELSE o.last_seen_ms END",
	    LIST_TIME, F | O },
	{ "mac", "o.mac", LIST_TEXT, F },
	{ "description", "o.description", LIST_TEXT, F | O | N },
	{ "name", "o.name", LIST_TEXT, F | O | N },
	{ "subscriber", "o.subscriber", LIST_TEXT, F | O | N },
	{ "admin_state", "o.admin_state", LIST_TEXT, F },
	{ "admin_label", "o.admin_label", LIST_TEXT, 0 },
	{ "run_state", "o.run_state", LIST_TEXT, F | O | N },
	{ "run_label", "o.run_label", LIST_TEXT, 0 },
	{ "run_since", "o.run_since_ms", LIST_TIME, F | O | N },
	{ "cause_state", "o.cause_state", LIST_TEXT, F },
	{ "cause_label", "o.cause_label", LIST_TEXT, 0 },
	{ "cause", CAUSE_OF_ONU, LIST_TEXT, F },
	{ "is_offline", IF_PRESENT_AND(IS_OFFLINE, "1", "0"), LIST_BOOL, F },
	{ "is_unknown", IF_PRESENT_AND(IS_UNKNOWN, "1", "0"), LIST_BOOL, F },
	{ "last_up_at", "o.last_up_ms", LIST_TIME, O | N },
	{ "last_down_at", "o.last_down_ms", LIST_TIME, O | N },
	{ "distance_m", "n.distance_m", LIST_INT, F | O | N },
	{ "onu_rx_dbm", "n.onu_rx_dbm", LIST_REAL, F | O | N },
	{ "onu_tx_dbm", "n.onu_tx_dbm", LIST_REAL, F | O | N },
	{ "olt_rx_dbm", "n.olt_rx_dbm", LIST_REAL, F | O | N },
	{ "level", LEVEL_SQL, LIST_TEXT, F },
	{ "margin_db", LEVEL_MARGIN_SQL, LIST_REAL, F | O | N },
	{ "is_too_bright",
	    "CASE WHEN " LEVEL_COUNTS " AND " LEVEL_IS_BRIGHT " THEN 1 ELSE 0 END",
	    LIST_BOOL, F },
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
	{ "values_at", "n.values_ms", LIST_TIME, O | N },
	/* The two stay together: store/list/list.h. */
	{ "run_state_at", "n.stamps", LIST_STATE_STAMP, 0 },
	{ "olt_states_at",
	    "(SELECT s.at_ms FROM value_stamps s WHERE s.olt_id = o.olt_id "
	    "AND s.purpose = 'run_state')",
	    LIST_TIME, 0 },
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
	{ "at", "v.at_ms", LIST_TIME, F | O },
	{ "before", "v.value_before", LIST_TEXT, S },
	{ "after", "v.value_after", LIST_TEXT, S },
	{ "state", "v.state", LIST_TEXT, F },
	{ "cause", "v.cause", LIST_TEXT, F },
	{ "detail", "v.detail", LIST_TEXT, F },
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
	{ "since", "p.since_ms", LIST_TIME, F | O },
	{ "until", "p.until_ms", LIST_TIME, F | O | N },
	{ NULL },
};

/* The ONUs of a port with their numbers, as the last walk left them: there is an index by
 * place. */
#define LEVELS_OF_PORT                                                   \
	"FROM onus o JOIN onu_numbers n ON n.onu_id = o.id "             \
	"WHERE o.olt_id = p.olt_id AND o.slot = p.slot "                 \
	"AND o.port = p.port AND o.frame = p.frame AND o.rack = p.rack " \
	"AND (o.pos_has & 8) <> 0 AND o.is_present = 1"

/* How a port is, in one word (store/part/port_figures.h has those of its ONUs): of an OLT that
 * is not asked or does not answer nobody knows. */
#define OLT_IS_UNHEARD                                  \
	"(l.enabled = 0 OR l.suspended_ms IS NOT NULL " \
	"OR l.not_answering_ms IS NOT NULL)"
#define PORT_CONDITION                                 \
	"CASE WHEN " OLT_IS_UNHEARD " THEN 'unheard' " \
	"WHEN p.state = 'disabled' THEN 'disabled' ELSE p.condition END"
#define PORT_CONDITION_MS                                     \
	"CASE WHEN " OLT_IS_UNHEARD                           \
	" THEN COALESCE(l.not_answering_ms, l.suspended_ms) " \
	"WHEN p.state = 'disabled' THEN NULL ELSE p.condition_ms END"
/* How many ONUs a port takes: what its model says, or else what its technology has addresses
 * for. The port's own name comes before the OLT's technologies, which may be several; an OLT
 * without a model has those of its profile. Unknown: NULL. */
#define ONUS_BY(technology)                                                      \
	"CASE WHEN " technology " LIKE '%gpon%' OR " technology " LIKE '%xgs%' " \
	"THEN 128 WHEN " technology " LIKE '%epon%' THEN 64 END"
#define PORT_CAPACITY                                                                    \
	"COALESCE((SELECT NULLIF(m.onus_per_port, 0) FROM models m "                     \
	"WHERE m.id = l.model_id), " ONUS_BY(                                            \
	    "LOWER(p.name)") ", "                                                        \
			     "(SELECT MAX(" ONUS_BY(                                     \
				 "m.technology") ") FROM models m "                      \
						 "WHERE m.id = l.model_id OR "           \
						 "(l.model_id IS NULL AND l.profile <> " \
						 "'' "                                   \
						 "AND m.profile = l.profile)))"
#define LIGHT_OF_PORT                                                    \
	"FROM onus o JOIN onu_light x ON x.onu_id = o.id "               \
	"WHERE o.olt_id = p.olt_id AND o.slot = p.slot "                 \
	"AND o.port = p.port AND o.frame = p.frame AND o.rack = p.rack " \
	"AND (o.pos_has & 8) <> 0 AND o.is_present = 1"

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
	{ "cause", "p.cause", LIST_TEXT, F | N },
	{ "cause_label", "p.cause_label", LIST_TEXT, 0 },
	{ "onus", "p.onus", LIST_INT, F | O | N },
	{ "condition", PORT_CONDITION, LIST_TEXT, F | O },
	{ "condition_since", PORT_CONDITION_MS, LIST_TIME, F | O | N },
	{ "onus_present", "p.onus_present", LIST_INT, F | O },
	{ "onus_online", "p.onus_online", LIST_INT, F | O },
	{ "onus_offline", "p.onus_offline", LIST_INT, F | O },
	{ "onus_unknown", "p.onus_unknown", LIST_INT, F | O },
	{ "onus_disabled", "p.onus_disabled", LIST_INT, F | O },
	{ "capacity", PORT_CAPACITY, LIST_INT, F | O | N },
	{ "fill_percent",
	    "CAST(100.0 * p.onus_present AS DOUBLE PRECISION) / NULLIF(" PORT_CAPACITY
	    ", 0)",
	    LIST_REAL, F | O | N },
	{ "onus_bad", "(SELECT COUNT(*) " LEVELS_OF_PORT " AND (" LEVEL_SQL ") = 'bad')",
	    LIST_INT, F | O },
	{ "onus_warn",
	    "(SELECT COUNT(*) " LEVELS_OF_PORT " AND (" LEVEL_SQL ") = 'warn')", LIST_INT,
	    F | O },
	{ "onu_rx_median_dbm", "p.rx_median_dbm", LIST_REAL, F | O | N },
	{ "onu_rx_worst_dbm", "p.rx_worst_dbm", LIST_REAL, F | O | N },
	{ "onu_rx_change_db", "p.rx_change_db", LIST_REAL, F | O | N },
	{ "onus_worse_7d",
	    "(SELECT COUNT(*) " LIGHT_OF_PORT " AND " LEVEL_IS_WORSE(7) ")", LIST_INT,
	    F | O },
	{ "onus_worse_30d",
	    "(SELECT COUNT(*) " LIGHT_OF_PORT " AND " LEVEL_IS_WORSE(30) ")", LIST_INT,
	    F | O },
	{ "tx_dbm", "p.tx_dbm", LIST_REAL, F | O | N },
	{ "in_octets", "p.in_octets", LIST_INT, 0 },
	{ "out_octets", "p.out_octets", LIST_INT, 0 },
	{ "in_bps", "p.in_bps", LIST_INT, F | O | N },
	{ "out_bps", "p.out_bps", LIST_INT, F | O | N },
	{ "traffic_at", "p.traffic_ms", LIST_TIME, O | N },
	{ "first_seen_at", "p.first_seen_ms", LIST_TIME, F | O },
	{ "updated_at", "p.updated_ms", LIST_TIME, F | O },
	{ NULL },
};

/* ONUs that get less light than they did; made anew once an hour (store/onu/light.h). */
static const struct list_field LIGHT[] = {
	{ "id", "o.id", LIST_INT, F | O },
	{ "olt", "o.olt_id", LIST_INT, F },
	{ "olt_name", "l.name", LIST_TEXT, F | O },
	{ "brand", "(SELECT b.name FROM brands b WHERE b.id = l.brand_id)", LIST_TEXT,
	    F },
	{ "olt_enabled", "l.enabled", LIST_BOOL, F },
	{ "olt_suspended_at", "l.suspended_ms", LIST_TIME, F },
	{ "olt_not_answering_at", "l.not_answering_ms", LIST_TIME, F },
	{ "frame", "o.frame", LIST_INT, F },
	{ "slot", "o.slot", LIST_INT, F },
	{ "port", "o.port", LIST_INT, F },
	{ "place", "o.place", LIST_TEXT, F | O, ONU_PLACE },
	{ "serial", "o.serial", LIST_TEXT, F | O },
	{ "description", "o.description", LIST_TEXT, F | O | N },
	{ "name", "o.name", LIST_TEXT, F | O | N },
	{ "subscriber", "o.subscriber", LIST_TEXT, F | O | N },
	{ "is_present", "o.is_present", LIST_BOOL, F },
	{ "run_state", "o.run_state", LIST_TEXT, F },
	{ "cause", CAUSE_OF_ONU, LIST_TEXT, F },
	{ "run_since", "o.run_since_ms", LIST_TIME, F | O | N },
	{ "level", LEVEL_SQL, LIST_TEXT, F },
	{ "margin_db", LEVEL_MARGIN_SQL, LIST_REAL, F | O | N },
	{ "onu_rx_dbm", "n.onu_rx_dbm", LIST_REAL, F | O | N },
	{ "olt_rx_dbm", "n.olt_rx_dbm", LIST_REAL, F | O | N },
	{ "change_7d_db", "x.change_7d_db", LIST_REAL, F | O | N },
	{ "change_30d_db", "x.change_30d_db", LIST_REAL, F | O | N },
	{ "onu_rx_7d_db", "x.onu_rx_7d_db", LIST_REAL, F | O | N },
	{ "onu_rx_30d_db", "x.onu_rx_30d_db", LIST_REAL, F | O | N },
	{ "olt_rx_7d_db", "x.olt_rx_7d_db", LIST_REAL, F | O | N },
	{ "olt_rx_30d_db", "x.olt_rx_30d_db", LIST_REAL, F | O | N },
	{ "is_worse_7d", "CASE WHEN " LEVEL_IS_WORSE(7) " THEN 1 ELSE 0 END", LIST_BOOL,
	    F },
	{ "is_worse_30d", "CASE WHEN " LEVEL_IS_WORSE(30) " THEN 1 ELSE 0 END", LIST_BOOL,
	    F },
	{ "values_at", "n.values_ms", LIST_TIME, O | N },
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
	{ "state", "h.state", LIST_TEXT, F | O | N },
	{ "state_label", "h.state_label", LIST_TEXT, 0 },
	{ "updated_at", "h.updated_ms", LIST_TIME, F | O },
	{ NULL },
};

static const struct list_field COLUMNS[] = {
	{ "olt", "c.olt_id", LIST_INT, F | O },
	{ "olt_name", "l.name", LIST_TEXT, F | O | S },
	{ "oid", "c.oid", LIST_TEXT, F | O | S },
	{ "state", "c.state", LIST_TEXT, F | O },
	{ "since", "c.since_ms", LIST_TIME, F | O },
	{ NULL },
};

static const struct list_field QUOTAS[] = {
	{ "id", "q.id", LIST_INT, F | O },
	{ "olt", "q.olt_id", LIST_INT, F },
	{ "olt_name", "l.name", LIST_TEXT, F | O | S },
	{ "job", "q.job_id", LIST_INT, F },
	{ "job_name", "j.name", LIST_TEXT, F | O | S | N },
	{ "task_type", "q.task_type", LIST_TEXT, F | O | S },
	{ "period_start", "q.period_start_ms", LIST_TIME, F | O },
	{ "period_end", "q.period_end_ms", LIST_TIME, F },
	{ "required", "q.required", LIST_INT, F },
	{ "completed", "q.completed", LIST_INT, F },
	{ "partial", "q.partial", LIST_INT, F },
	{ "failed", "q.failed", LIST_INT, F },
	{ "skipped", "q.skipped", LIST_INT, F },
	{ "pending", "q.pending", LIST_INT, F },
	{ "total_duration_ms", "q.total_duration_ms", LIST_INT, 0 },
	{ "average_duration_ms",
	    "q.total_duration_ms / NULLIF(q.completed + q.partial + q.failed, 0)",
	    LIST_INT, F | O | N },
	{ "status", "q.status", LIST_TEXT, F | O },
	{ NULL },
};

static const struct list_field VIOLATIONS[] = {
	{ "id", "v.id", LIST_INT, F | O },
	{ "olt", "v.olt_id", LIST_INT, F },
	{ "olt_name", "l.name", LIST_TEXT, F | O | S },
	{ "job", "v.job_id", LIST_INT, F },
	{ "job_name", "j.name", LIST_TEXT, F | O | S | N },
	{ "task_type", "v.task_type", LIST_TEXT, F | O | S },
	{ "period_start", "v.period_start_ms", LIST_TIME, F | O },
	{ "period_end", "v.period_end_ms", LIST_TIME, 0 },
	{ "severity", "v.severity", LIST_TEXT, F | O },
	{ "report", "v.report", LIST_JSON, 0 },
	{ "notified", "CASE WHEN v.notified_ms IS NULL THEN 0 ELSE 1 END", LIST_BOOL, F },
	{ "notified_at", "v.notified_ms", LIST_TIME, F | O | N },
	{ "acked_at", "v.acked_ms", LIST_TIME, F | O | N },
	{ "acked_by", "v.acked_by", LIST_TEXT, F },
	{ "created_at", "v.created_ms", LIST_TIME, F | O },
	{ NULL },
};

/* The runs are left out: a plan has hundreds. store_plan_get() has them. */
static const struct list_field PLANS[] = {
	{ "id", "p.id", LIST_INT, F | O },
	{ "olt", "p.olt_id", LIST_INT, F },
	{ "olt_name", "l.name", LIST_TEXT, F | O | S },
	{ "period_start", "p.period_start_ms", LIST_TIME, F | O },
	{ "period_end", "p.period_end_ms", LIST_TIME, 0 },
	{ "status", "p.status", LIST_TEXT, F | O },
	{ "fits", "p.fits", LIST_BOOL, F },
	{ "total", "p.total", LIST_INT, F | O },
	{ "completed", "p.completed", LIST_INT, F | O },
	{ "failed", "p.failed", LIST_INT, F | O },
	{ "created_at", "p.created_ms", LIST_TIME, F | O },
	{ "updated_at", "p.updated_ms", LIST_TIME, F | O },
	{ NULL },
};

static const struct list_field LOG[] = {
	{ "id", "c.id", LIST_INT, F | O },
	{ "olt", "c.olt_id", LIST_INT, F },
	{ "olt_name", "l.name", LIST_TEXT, F },
	{ "event_type", "c.event_type", LIST_TEXT, F },
	{ "level", "c.level", LIST_TEXT, F },
	{ "message", "c.message", LIST_TEXT, S },
	{ "details", "c.details", LIST_JSON, S },
	{ "at", "c.at_ms", LIST_TIME, F | O },
	{ NULL },
};

static const struct list_field POLLER_STATS[] = {
	{ "at", "p.at_ms", LIST_TIME, F | O },
	{ "machine", "p.machine", LIST_TEXT, F },
	{ "total", "p.total", LIST_INT, 0 },
	{ "busy", "p.busy", LIST_INT, F },
	{ "busy_percent", "p.busy_percent", LIST_REAL, F },
	{ "queue", "p.queue", LIST_INT, F },
	{ "is_saturated", "p.is_saturated", LIST_BOOL, F },
	{ "completed", "p.completed", LIST_INT, 0 },
	{ "delayed", "p.delayed", LIST_INT, F },
	{ "late_p50_ms", "p.late_p50_ms", LIST_INT, F },
	{ "late_p99_ms", "p.late_p99_ms", LIST_INT, F },
	{ NULL },
};

static const struct list_field AUDIT[] = {
	{ "id", "a.id", LIST_INT, F | O },
	{ "at", "a.at_ms", LIST_TIME, F | O },
	{ "user", "a.user_name", LIST_TEXT, F | S },
	{ "address", "a.address", LIST_TEXT, F },
	{ "action", "a.action", LIST_TEXT, F },
	{ "entity", "a.entity", LIST_TEXT, F | S },
	{ "entity_id", "a.entity_id", LIST_INT, F },
	{ "before", "a.value_before", LIST_JSON, 0 },
	{ "after", "a.value_after", LIST_JSON, 0 },
	{ NULL },
};

/* The number in it as it is, and all of it as text. */
#define VALUE_NUMBER                                                           \
	"CASE WHEN v.kind = 'int' THEN CAST(v.int_value AS DOUBLE PRECISION) " \
	"WHEN v.kind = 'real' THEN v.real_value END"
#define VALUE_TEXT_SQL                                             \
	"CASE WHEN v.kind = 'int' THEN CAST(v.int_value AS TEXT) " \
	"WHEN v.kind = 'real' THEN CAST(v.real_value AS TEXT) "    \
	"WHEN v.kind IN ('text', 'state') THEN v.text_value END"

static const char *const VALUE_KEYS[] = { "v.name", "v.idx_order", NULL };
static const char *const VALUE_INDEX_KEYS[] = { "v.idx_order", NULL };

static const struct list_field VALUES[] = {
	{ "id", "v.id", LIST_INT, F | O },
	{ "olt", "v.olt_id", LIST_INT, F },
	{ "olt_name", "l.name", LIST_TEXT, F | O },
	{ "name", "v.name", LIST_TEXT, F | O | S, VALUE_KEYS },
	{ "oid", "v.oid", LIST_TEXT, F | S },
	{ "index", "v.idx", LIST_TEXT, F | O | S, VALUE_INDEX_KEYS },
	{ "place", "v.place", LIST_TEXT, F | S },
	{ "kind", "v.kind", LIST_TEXT, F },
	{ "value", VALUE_TEXT_SQL, LIST_TEXT, F | S },
	{ "number", VALUE_NUMBER, LIST_REAL, F | O | N },
	{ "unit", "v.unit", LIST_TEXT, F },
	{ "state", "v.state", LIST_TEXT, F },
	{ "is_counter", "v.is_counter", LIST_BOOL, F },
	{ "rate", "v.rate", LIST_REAL, F | O | N },
	{ "time", "CASE WHEN v.kind = 'time' THEN v.int_value END", LIST_TIME,
	    F | O | N },
	{ "first_seen_at", "v.first_seen_ms", LIST_TIME, F | O },
	{ "at", "v.at_ms", LIST_TIME, F | O },
	{ "execution", "v.execution_id", LIST_INT, F },
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
	    { "enabled", "l.enabled", LIST_BOOL, F },                                  \
	    { "suspended_at", "l.suspended_ms", LIST_TIME, F | O | N },                \
	    { "suspended_why", "l.suspended_why", LIST_TEXT, 0 },                      \
	    { "not_answering_at", "l.not_answering_ms", LIST_TIME, F | O | N },        \
	    { "up_since_at", "l.up_since_ms", LIST_TIME, F | O | N },                  \
	    { "failures", "l.failures", LIST_INT, F | O },                             \
	    { "last_walk_at", "l.last_walk_ms", LIST_TIME, F | O | N },                \
	    { "last_answer_at", "l.last_answer_ms", LIST_TIME, F | O | N },            \
	{                                                                              \
		"deleted_at", "l.deleted_ms", LIST_TIME, F | O | N                     \
	}

static const struct list_field OLTS[] = { OLT_FIELDS, { NULL } };

/* Of the newest hour that has any: one look into the index by OLT and hour, however many
 * hours are kept. */
#define QUOTA_OF_OLT(sum)                                               \
	"(SELECT CAST(SUM(q." sum ") AS BIGINT) FROM quota_trackers q " \
	"WHERE q.olt_id = l.id "                                        \
	"AND q.period_start_ms = (SELECT MAX(period_start_ms) FROM quota_trackers))"
#define ONUS_OF_OLT "FROM onus o WHERE o.olt_id = l.id AND o.is_present = 1"

/* OLTs with how they are doing. Whoever only looks for one takes the list above. */
static const struct list_field OLT_OVERVIEW[] = {
	OLT_FIELDS,
	{ "state",
	    "CASE WHEN l.deleted_ms IS NOT NULL THEN 'deleted' "
	    "WHEN l.enabled = 0 THEN 'disabled' "
	    "WHEN l.suspended_ms IS NOT NULL THEN 'suspended' "
	    "WHEN l.not_answering_ms IS NOT NULL THEN 'not_answering' "
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

#define LEVELS_OF_OLT                                             \
	"FROM onus o LEFT JOIN onu_numbers n ON n.onu_id = o.id " \
	"WHERE o.olt_id = l.id AND o.is_present = 1"
#define LIGHT_OF_OLT                                       \
	"FROM onu_light x JOIN onus o ON o.id = x.onu_id " \
	"WHERE x.olt_id = l.id"

static const struct list_field LIGHT_OLTS[] = {
	{ "id", "l.id", LIST_INT, F | O },
	{ "name", "l.name", LIST_TEXT, F | O | S },
	{ "brand", "b.name", LIST_TEXT, F | O },
	{ "site", "l.site", LIST_TEXT, F | O | S },
	{ "enabled", "l.enabled", LIST_BOOL, F },
	{ "suspended_at", "l.suspended_ms", LIST_TIME, F | O | N },
	{ "onus_present", "(SELECT COUNT(*) " ONUS_OF_OLT ")", LIST_INT, F | O },
	{ "onus_bad", "(SELECT COUNT(*) " LEVELS_OF_OLT " AND (" LEVEL_SQL ") = 'bad')",
	    LIST_INT, F | O },
	{ "onus_warn", "(SELECT COUNT(*) " LEVELS_OF_OLT " AND (" LEVEL_SQL ") = 'warn')",
	    LIST_INT, F | O },
	{ "onus_worse_7d", "(SELECT COUNT(*) " LIGHT_OF_OLT " AND " LEVEL_IS_WORSE(7) ")",
	    LIST_INT, F | O },
	{ "onus_worse_30d",
	    "(SELECT COUNT(*) " LIGHT_OF_OLT " AND " LEVEL_IS_WORSE(30) ")", LIST_INT,
	    F | O },
	{ "compared_at", "(SELECT x.hour_ms FROM olt_light x WHERE x.olt_id = l.id)",
	    LIST_TIME, F | O | N },
	{ NULL },
};

#define RUNS_OF_HOURS "(h.succeeded + h.partial + h.failed)"
#define PER(whole, parts) "CAST(" whole " AS DOUBLE PRECISION) / NULLIF(" parts ", 0)"

/* What an OLT's runs of a stretch of time came to (store/olt/olt_hours.h). An interrupted one
 * says nothing about the device. */
static const struct list_field PERFORMANCE[] = {
	{ "id", "l.id", LIST_INT, F | O },
	{ "name", "l.name", LIST_TEXT, F | O | S },
	{ "brand", "b.name", LIST_TEXT, F | O },
	{ "site", "l.site", LIST_TEXT, F | O | S },
	{ "enabled", "l.enabled", LIST_BOOL, F },
	{ "suspended_at", "l.suspended_ms", LIST_TIME, F | O | N },
	{ "runs", RUNS_OF_HOURS, LIST_INT, F | O | N },
	{ "succeeded", "h.succeeded", LIST_INT, F | O | N },
	{ "partial", "h.partial", LIST_INT, F | O | N },
	{ "failed", "h.failed", LIST_INT, F | O | N },
	{ "interrupted", "h.interrupted", LIST_INT, F | O | N },
	{ "success_pct", "100 * " PER("h.succeeded", RUNS_OF_HOURS), LIST_REAL,
	    F | O | N },
	{ "duration_ms", PER("h.duration_ms", "(" RUNS_OF_HOURS " + h.interrupted)"),
	    LIST_REAL, F | O | N },
	{ "duration_max_ms", "h.duration_max_ms", LIST_INT, F | O | N },
	{ "late_ms", PER("h.late_ms", "(" RUNS_OF_HOURS " + h.interrupted)"), LIST_REAL,
	    F | O | N },
	{ "late_max_ms", "h.late_max_ms", LIST_INT, F | O | N },
	{ "requests", "h.requests", LIST_INT, F | O | N },
	{ "retransmits", "h.retransmits", LIST_INT, F | O | N },
	{ "retransmit_pct", "100 * " PER("h.retransmits", "h.requests"), LIST_REAL,
	    F | O | N },
	{ "timeouts", "h.timeouts", LIST_INT, F | O | N },
	{ "round_trip_ms", PER("h.rtt_us", "h.answers") " / 1000", LIST_REAL, F | O | N },
	{ "round_trip_max_ms", "CAST(NULLIF(h.rtt_max_us, 0) AS DOUBLE PRECISION) / 1000",
	    LIST_REAL, F | O | N },
	{ NULL },
};

/* The newest hour that has any ends the stretch. */
#define PERFORMANCE_FROM(hours)                                                        \
	"olts l JOIN brands b ON b.id = l.brand_id AND l.deleted_ms IS NULL "          \
	"LEFT JOIN (SELECT olt_id, CAST(SUM(succeeded) AS BIGINT) AS succeeded, "      \
	"CAST(SUM(partial) AS BIGINT) AS partial, "                                    \
	"CAST(SUM(failed) AS BIGINT) AS failed, "                                      \
	"CAST(SUM(interrupted) AS BIGINT) AS interrupted, "                            \
	"CAST(SUM(duration_ms) AS BIGINT) AS duration_ms, "                            \
	"MAX(duration_max_ms) AS duration_max_ms, "                                    \
	"CAST(SUM(late_ms) AS BIGINT) AS late_ms, MAX(late_max_ms) AS late_max_ms, "   \
	"CAST(SUM(requests) AS BIGINT) AS requests, "                                  \
	"CAST(SUM(retransmits) AS BIGINT) AS retransmits, "                            \
	"CAST(SUM(timeouts) AS BIGINT) AS timeouts, "                                  \
	"CAST(SUM(answers) AS BIGINT) AS answers, "                                    \
	"CAST(SUM(rtt_us) AS BIGINT) AS rtt_us, MAX(rtt_max_us) AS rtt_max_us "        \
	"FROM olt_hours WHERE hour_ms > (SELECT MAX(hour_ms) FROM olt_hours) - " hours \
	" * CAST(3600000 AS BIGINT) GROUP BY olt_id) h ON h.olt_id = l.id"

#define OLTS_FROM                                    \
	"olts l JOIN brands b ON b.id = l.brand_id " \
	"LEFT JOIN models m ON m.id = l.model_id"

static const struct list LISTS[] = {
	{ "olts", OLTS_FROM, "l.id", "name", OLTS },
	{ "olt_overview", OLTS_FROM, "l.id", "name", OLT_OVERVIEW },
	{ "onus",
	    "onus o JOIN olts l ON l.id = o.olt_id AND l.deleted_ms IS NULL "
	    "LEFT JOIN onu_numbers n ON n.onu_id = o.id",
	    "o.id", "id", ONUS, "SELECT rowid FROM onu_search WHERE",
	    "SELECT n.id FROM olts a JOIN onus n ON n.olt_id = a.id WHERE a.address" },
	{ "light",
	    "onu_light x JOIN onus o ON o.id = x.onu_id AND o.is_present = 1 "
	    "JOIN olts l ON l.id = o.olt_id AND l.deleted_ms IS NULL "
	    "LEFT JOIN onu_numbers n ON n.onu_id = o.id",
	    "o.id", "change_7d_db", LIGHT, "SELECT rowid FROM onu_search WHERE",
	    "SELECT n.id FROM olts a JOIN onus n ON n.olt_id = a.id WHERE a.address" },
	{ "light_olts",
	    "olts l JOIN brands b ON b.id = l.brand_id AND l.deleted_ms IS NULL", "l.id",
	    "-onus_bad", LIGHT_OLTS },
	{ "performance_day", PERFORMANCE_FROM("24"), "l.id", "name", PERFORMANCE },
	{ "performance_week", PERFORMANCE_FROM("168"), "l.id", "name", PERFORMANCE },
	{ "performance_month", PERFORMANCE_FROM("720"), "l.id", "name", PERFORMANCE },
	{ "pon_ports",
	    "pon_ports p JOIN olts l ON l.id = p.olt_id AND l.deleted_ms IS NULL", "p.id",
	    "id", PORTS },
	{ "chassis",
	    "chassis_health h JOIN olts l ON l.id = h.olt_id AND l.deleted_ms IS NULL",
	    "h.olt_id || ' ' || h.part", "olt", CHASSIS },
	{ "olt_values",
	    "olt_values v JOIN olts l ON l.id = v.olt_id AND l.deleted_ms IS NULL",
	    "v.id", "name", VALUES },
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
	{ "quotas",
	    "quota_trackers q JOIN olts l ON l.id = q.olt_id "
	    "LEFT JOIN jobs j ON j.id = q.job_id",
	    "q.id", "-period_start", QUOTAS },
	{ "violations",
	    "violations v JOIN olts l ON l.id = v.olt_id "
	    "LEFT JOIN jobs j ON j.id = v.job_id",
	    "v.id", "-created_at", VIOLATIONS },
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

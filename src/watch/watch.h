/* SPDX-License-Identifier: Apache-2.0
 *
 * watch/watch.h - detects problems in the network.
 *
 * It receives what happened (changes of ONUs, ends of readings, OLTs that do not answer,
 * results of looks, actions of users) and keeps incidents: one for each physical cause.
 * It only decides: no thread, no clock, no I/O. The caller passes the present time, takes
 * the incidents that changed, writes them, and passes wanted looks to the engine.
 *
 * Life of a watch:
 *	watch_new; put OLTs, nodes, ONUs, memory, live incidents and those of the last
 *	7 days; watch_begin;
 *	then for each batch of events: the inputs below, in their order; watch_run once;
 *	watch_take_* until they are empty; write all in one transaction;
 *	watch_run again at watch_next_ms at the latest.
 *
 * Guarantees:
 *	- A reading is judged as a whole, after watch_reading: never half of it.
 *	- No change is derived from silence: ONUs of a silent OLT keep their state.
 *	- After watch_put_incident and watch_begin nothing is repeated: incidents that did
 *	  not change are not taken again.
 *
 * Inputs that name an unknown OLT, ONU or incident are ignored: it was deleted. Functions
 * that return nothing do not fail: if memory is short, watch_is_short is true from then
 * on, and the caller makes a new watch from the database. Owner only.
 */
#ifndef FACHO_WATCH_WATCH_H
#define FACHO_WATCH_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/own.h"
#include "base/rc.h"
#include "model/ids.h"
#include "model/onu.h"
#include "model/position.h"
#include "model/value.h"
#include "watch/incident.h"

struct watch;

/* ---- rules ---------------------------------------------------------------------- */

struct watch_rules {
	/* Baskets and chance. */
	int64_t basket_least_ms; /* how long a down waits for others */
	double basket_intervals; /* and at least this many intervals of states */
	int64_t gap_ms, gap_power_ms; /* gap between two bursts, by device times */
	double churn_first, churn_least, churn_most; /* downs of an ONU in an hour */
	double chance; /* probability of an incident by chance */
	int least_down; /* fewer are never a candidate, except ... */
	double all_share; /* ... one less, if this share of those at risk went down */
	/* Location. */
	double node_share, port_share, card_share, olt_share;
	int64_t lift_ms; /* merging is possible for this long after the first */
	double zone_km;
	/* Looks. */
	int64_t look_after_ms[3];
	int looks_most; /* of an incident */
	int looks_most_minute; /* of an OLT */
	int64_t look_wait_ms; /* after this time without an answer no look is possible */
	/* with this many customers: opens without a look after look_wait_ms */
	int sure_without_look;
	int64_t finding_ms; /* how long causes are waited for */
	/* States. */
	int64_t resolve_ms, close_ms, severity_falls_ms, ack_ms;
	int critical_at, major_at, minor_at;
	/* Blindness. */
	int64_t site_silent_ms, all_silent_ms;
	double site_silent_share, all_silent_share;
	int64_t clock_step_ms;
	/* Flapping. */
	int flap_hour, flap_day, flap_reopened;
	/* Optics, dB and dB per day (positive: loss). */
	double step_onu_db, step_node_db, step_share, step_always_db, step_over_db;
	double drift_onu, drift_node;
	int drift_days;
	double onu_rx_low, olt_rx_low; /* limits, dBm */
	int64_t optics_over_ms;
	int64_t saturated_ms;
};

/* The defaults of the specification. */
struct watch_rules watch_rules(void);

enum rc watch_new(const struct watch_rules *rules, int64_t next_incident_id,
    struct watch **ret_watch) MUST_CHECK;
void watch_free(struct watch *w);
OWNED_BY(struct watch, watch_free);
void watch_rule(struct watch *w, const struct watch_rules *rules);
bool watch_is_short(const struct watch *w); /* memory was short: see above */

/* ---- what there is -------------------------------------------------------------- */

struct watch_olt {
	struct olt_id id;
	const char *name;
	const char *site, *zone; /* "": none */
	bool has_point;
	double latitude, longitude;
	int64_t states_ms; /* interval of its states; 0: not read */
	bool is_enabled;
	/* since when it does not answer or is suspended; 0: it answers */
	int64_t silent_since_ms;
	int64_t read_ms; /* its last complete reading of states; 0: none */
	bool is_tagged;
	int64_t brand; /* limits may apply to one brand only; 0: unknown */
};

/* Add or replace. Its ONUs and incidents are kept. */
enum rc watch_put_olt(struct watch *w, const struct watch_olt *olt) MUST_CHECK;
/* Deleted, with its ONUs. Its incidents are closed. */
void watch_drop_olt(struct watch *w, struct olt_id olt, int64_t now_ms);

enum watch_node_kind {
	WATCH_NODE_SITE,
	WATCH_NODE_ZONE,
	WATCH_NODE_TRUNK,
	WATCH_NODE_ODF,
	WATCH_NODE_SPLITTER,
	WATCH_NODE_BOX,
	WATCH_NODE_GROUP,
	WATCH_NODE_KINDS,
};
const char *watch_node_kind_name(enum watch_node_kind kind);
bool watch_node_kind_from_name(const char *name, enum watch_node_kind *ret);

/* A node of the plant (plant_nodes). */
struct watch_node {
	int64_t id, parent; /* 0: none */
	enum watch_node_kind kind;
	const char *name;
	struct olt_id olt; /* 0: none */
	const char *place; /* port to which it is connected; "" */
	int32_t distance_m; /* 0: unknown */
	bool is_learnt;
	int sure; /* confidence of a learnt node: 0 to 100 */
	bool is_tagged;
};
enum rc watch_put_node(struct watch *w, const struct watch_node *node) MUST_CHECK;
void watch_drop_node(struct watch *w, int64_t node);

enum watch_class { WATCH_UP, WATCH_DOWN, WATCH_OFF, WATCH_AWAY };

/* From an ONU's values: OFF if it is disabled, AWAY if it is absent. For a transitional
 * state the state before is used: pass `before`. */
enum watch_class watch_class_of_onu(
    bool is_present, enum state admin, enum state run, enum watch_class before);

struct watch_onu {
	struct onu_id id;
	struct olt_id olt;
	struct position position;
	enum watch_class class;
	enum state cause; /* why it is down; STATE_NONE */
	int32_t distance_m; /* last known; 0: unknown */
	bool has_gasped; /* it reported STATE_POWER at least once */
	const char *model; /* hardware and software, ""; gasp rates are learnt for each */
	int64_t node; /* lowest plant node; 0: none */
	bool is_tagged; /* VIP, hospital, ...: raises severity */
};
/* Add or replace; creates no incident and ends none. */
enum rc watch_put_onu(struct watch *w, const struct watch_onu *onu) MUST_CHECK;
/* Deleted. It leaves its incident. */
void watch_drop_onu(struct watch *w, struct onu_id onu, int64_t now_ms);
/* node 0: none. */
void watch_link_onu(struct watch *w, struct onu_id onu, int64_t node);
void watch_tag_onu(struct watch *w, struct onu_id onu, bool is_tagged);
/* A new distance, from a reading of an ONU that is up. */
void watch_onu_distance(struct watch *w, struct onu_id onu, int32_t distance_m);

/* A stored incident with its ports: live incidents, and those that ended in the last 7
 * days (for repetitions; their ports may be omitted). */
enum rc watch_put_incident(struct watch *w, const struct watch_incident *incident)
    MUST_CHECK;

/* It is known, and was not written as closed yet. */
bool watch_has_incident(const struct watch *w, int64_t incident);

/* The learnt data: churn for each OLT and hour of the week, offsets of clocks, gasps of
 * models, groups. Unreadable data changes nothing: RC_INVALID. */
enum rc watch_memory_save(const struct watch *w, struct buf *ret_bytes) MUST_CHECK;
enum rc watch_memory_load(struct watch *w, const void *bytes, size_t n) MUST_CHECK;

/* All data was put: evaluate from now on. blind_since_ms: the program did not run from
 * then until now; 0: it did. Changes in between are evaluated after one complete reading
 * of each OLT, and the incident says that they happened during blindness. */
void watch_begin(struct watch *w, int64_t blind_since_ms, int64_t now_ms);

/* ---- inputs --------------------------------------------------------------------- */

/* One event of an ONU (onu_events). */
struct watch_change {
	struct onu_id onu;
	enum onu_event_kind kind;
	int64_t at_ms; /* of the reading */
	enum state state; /* RUN_STATE: the new one; ADMIN_STATE: ENABLED or DISABLED */
	enum state cause; /* RUN_STATE, CAUSE */
	/* time from the device, in its clock; also for DROPPED; 0: none */
	int64_t last_down_ms;
	int64_t last_up_ms; /* the same */
	int64_t uptime_ms; /* uptime of the ONU when it is up again; 0: unknown */
	/* NEW, MOVED: its present position; otherwise NULL */
	const struct position *position;
	struct olt_id olt; /* NEW */
	bool both_up; /* DUPLICATE: both places were up within 24 hours */
};
void watch_onu_changed(struct watch *w, const struct watch_change *change);

/* The states of an OLT were read; its changes were passed before. */
struct watch_reading {
	struct olt_id olt;
	int64_t began_ms, ended_ms;
	/* Start of the previous complete reading: changes happened after it. 0: as known
	 * by this watch. */
	int64_t before_ms;
	/* false: failed, partial, or held: it is not used for evaluation */
	bool is_complete;
};
void watch_reading(struct watch *w, const struct watch_reading *reading);

/* The OLT does not answer (or is suspended) since then; 0: it answers again. */
void watch_olt_silent(
    struct watch *w, struct olt_id olt, int64_t since_ms, int64_t now_ms);
/* Its sysUpTime started again. */
void watch_olt_restarted(
    struct watch *w, struct olt_id olt, int64_t uptime_ms, int64_t now_ms);

/* Why a PON port is down, as reported by the device. */
enum watch_port_cause {
	WATCH_PORT_UNKNOWN,
	WATCH_PORT_UP,
	WATCH_PORT_LOS,
	WATCH_PORT_NO_MODULE,
	WATCH_PORT_MODULE_FAULT,
	WATCH_PORT_CLOSED,
};
void watch_port_said(struct watch *w, struct olt_id olt, const char *place,
    enum watch_port_cause cause, int64_t now_ms);
/* The level that the port sends; gone: it has no value any more. */
void watch_port_tx(struct watch *w, struct olt_id olt, const char *place, bool is_gone,
    double dbm, int64_t now_ms);
/* State of a card, "0/1". */
void watch_card_said(struct watch *w, struct olt_id olt, const char *place,
    bool is_normal, int64_t now_ms);

/* Blindness of the program, beyond OLTs. Each reason separately: true when it begins,
 * false when it ends. */
enum watch_blind {
	WATCH_BLIND_STORE, /* the database is not available */
	WATCH_BLIND_ENGINE, /* the engine is late */
	WATCH_BLIND_QUEUE, /* events were lost: everything is read again */
	WATCH_BLIND_CLOCK, /* the clock was set */
	WATCH_BLIND_CANARIES, /* no canary answers */
	WATCH_BLIND_SILENT, /* too many OLTs at once: detected by the watch itself */
	WATCH_BLINDS,
};
void watch_blind(struct watch *w, enum watch_blind reason, bool is_blind, int64_t now_ms);

/* Problems of the system that are incidents themselves: WALK_HELD (olt), SATURATED,
 * STORE, QUOTA (olt, subject: the job; violations from HIGH on), CHANNEL_DEAD (subject:
 * the channel), WINDOW_OPEN (subject: the window). is_on false: it is over. */
struct watch_trouble {
	enum watch_kind kind;
	int64_t subject; /* 0: none */
	struct olt_id olt; /* 0: none */
	bool is_on;
	int64_t since_ms;
	enum watch_severity severity;
	const char *name; /* of the quota or channel; "" */
	const char *why; /* "" */
	int64_t n; /* ONUs missing in the walk, ... */
};
void watch_trouble(struct watch *w, const struct watch_trouble *trouble, int64_t now_ms);
/* All present problems: earlier ones that are not in the list have ended. So only their
 * incidents must be stored. */
void watch_put_troubles(
    struct watch *w, const struct watch_trouble *troubles, size_t n, int64_t now_ms);

/* ---- levels and limits ---------------------------------------------------------- */

/* A reading of an ONU's level and its baseline (median of the hourly averages of 7 days,
 * at least 24). Pass all that were read, or those that are at least 1 dB below their
 * baseline and each one that no longer is. */
struct watch_level {
	struct onu_id onu;
	int64_t at_ms;
	bool has_onu_rx, has_olt_rx; /* downstream, upstream: was it read? */
	double onu_rx, onu_rx_base, olt_rx, olt_rx_base; /* dBm */
};
void watch_level(struct watch *w, const struct watch_level *level);
/* One round of levels of an OLT has ended: judge them. */
void watch_levels_read(struct watch *w, struct olt_id olt, int64_t now_ms);

enum { WATCH_DAYS = 14 };
/* Medians of an ONU's received level, one per day, oldest first; NaN: no value for that
 * day. */
struct watch_days {
	struct onu_id onu;
	double dbm[WATCH_DAYS];
};
/* All ONUs of an OLT, once a day; the same days again change nothing. */
void watch_level_days(
    struct watch *w, const struct watch_days *rows, size_t n, int64_t now_ms);
/* Theil-Sen: the median of the slopes of all pairs, for values one unit apart. If there
 * are more than WATCH_DAYS values, the last ones are used; values that are not a number
 * are ignored. */
double watch_slope(const double *values, size_t n);

/* OLT: the device and each part of its chassis; CARD: the parts only. */
enum watch_entity {
	WATCH_OF_ONU,
	WATCH_OF_PORT,
	WATCH_OF_CARD,
	WATCH_OF_OLT,
	WATCH_OF_UPLINK,
};
enum watch_op { WATCH_ABOVE, WATCH_BELOW, WATCH_EQUAL, WATCH_NOT_EQUAL };

struct watch_limit {
	int64_t id;
	const char *name;
	enum watch_entity entity;
	const char *purpose; /* "cpu", or the name of a custom OID */
	enum watch_op op;
	double value;
	int64_t for_ms; /* minimum time outside the limit; 0: none */
	/* it ends when the value is better than the limit by this much */
	double hysteresis;
	enum watch_severity severity;
	struct olt_id olt; /* only this OLT; 0: all */
	const char *place; /* only this port, card or uplink; "": all */
	const char *site; /* only OLTs of this site; "": all */
	int64_t brand; /* only OLTs of this brand; 0: all */
};
enum { WATCH_OVERS_MAX = 500 }; /* values of one limit that are wrong at the same time */
/* Replaces all limits. Incidents of limits that were removed, or whose filter no longer
 * includes them, are resolved. */
enum rc watch_put_limits(struct watch *w, const struct watch_limit *limits, size_t n,
    int64_t now_ms) MUST_CHECK;
/* Does any limit use this purpose? Other purposes need not be passed. */
bool watch_wants_measure(
    const struct watch *w, enum watch_entity entity, const char *purpose);
/* The purposes that the limits use, each purpose of an entity once. It stops at the first
 * outcome that is not RC_OK. */
enum rc watch_each_limit(const struct watch *w,
    enum rc (*limit)(void *ctx, enum watch_entity entity, const char *purpose), void *ctx)
    MUST_CHECK;
struct watch_measure {
	enum watch_entity entity;
	const char *purpose;
	struct olt_id olt;
	const char *place; /* of a port, card, uplink, or the port of an ONU; "" */
	struct onu_id onu; /* of an ONU; 0 */
	double value;
	int64_t at_ms;
};
void watch_measure(struct watch *w, const struct watch_measure *measure);

/* ---- looks ---------------------------------------------------------------------- */

/* A look that the watch wants: read run state, cause and last down of these ONUs, and
 * the port's state and cause. */
struct watch_look {
	int64_t incident;
	struct olt_id olt;
	char place[WATCH_PLACE_MAX];
	const struct onu_id
	    *onus; /* at most 64; borrowed until the next watch_take_look */
	size_t n;
};
/* False: none is wanted. */
bool watch_take_look(struct watch *w, struct watch_look *ret_look);

struct watch_seen {
	struct onu_id onu;
	enum state state;
	enum state cause;
	int64_t last_down_ms;
};
/* The result; changes of its ONUs may also be passed as changes, in any order. */
struct watch_look_result {
	int64_t incident;
	struct olt_id olt;
	int64_t at_ms;
	bool is_answered; /* false: refused, or no answer: the next reading decides */
	const struct watch_seen *seen;
	size_t n;
};
void watch_looked(struct watch *w, const struct watch_look_result *result);

/* ---- people --------------------------------------------------------------------- */

enum watch_act {
	WATCH_ACK, /* until_ms: at most watch_rules.ack_ms from now; 0: that long */
	WATCH_UNACK,
	WATCH_CLOSE,
	WATCH_FALSE_ALARM, /* closed too */
	WATCH_REOPEN,
	WATCH_LOOK, /* one more look, now */
};
void watch_acted(struct watch *w, int64_t incident, enum watch_act act, int64_t until_ms,
    int64_t now_ms);

/* Places of the windows that are active now, those of one window together; each call
 * replaces the previous ones. Mode hold: nothing is evaluated there, and incidents there
 * are not changed. Mode plan: the same, and there is one incident "planned work". What is
 * still down some time after the end of a window is passed with watch_left_down, so that
 * nothing is lost by a restart in between. */
struct watch_window {
	int64_t id;
	bool is_plan; /* false: hold */
	int64_t from_ms, until_ms;
	const char *title;
	struct olt_id olt; /* 0: all OLTs */
	const char *place; /* port or card; "": the complete OLT */
	struct onu_id onu; /* 0: the complete place */
};
enum rc watch_put_windows(struct watch *w, const struct watch_window *windows, size_t n,
    int64_t now_ms) MUST_CHECK;

/* An ONU that went down in a window that has ended, at change->at_ms, and is down now: it
 * is evaluated like any other. */
void watch_left_down(struct watch *w, const struct watch_change *change, int64_t now_ms);

/* ---- judging and results -------------------------------------------------------- */

/* Evaluate. Call it after inputs, and at watch_next_ms. */
void watch_run(struct watch *w, int64_t now_ms);
/* When it must run again, at the latest; INT64_MAX: only after inputs. */
int64_t watch_next_ms(const struct watch *w);

/* The next incident that must be written; NULL: none. Borrowed until the next call of any
 * function of the watch. */
const struct watch_incident *watch_take_incident(struct watch *w);

/* Data of an ONU that must be stored for a restart (onu_watch). False: none. */
struct watch_fact {
	struct onu_id onu;
	struct olt_id olt;
	bool has_gasped;
	int32_t distance_m;
};
bool watch_take_fact(struct watch *w, struct watch_fact *ret_fact);

/* A learnt group that changed, to be stored as a plant node of kind group. node 0: it is
 * not stored yet; then watch_group_stored tells its node. False: none. */
struct watch_group {
	uint32_t key; /* of this watch */
	int64_t node;
	struct olt_id olt;
	char place[WATCH_PLACE_MAX];
	int sure;
	int32_t distance_m;
	const struct onu_id *onus; /* borrowed until the next call */
	size_t n;
	bool is_gone; /* its confidence fell to 0: delete it */
};
bool watch_take_group(struct watch *w, struct watch_group *ret_group);
/* A stored group, after the memory, which may be older: onus by id. */
enum rc watch_put_group(struct watch *w, const struct watch_group *group) MUST_CHECK;
void watch_group_stored(struct watch *w, uint32_t key, int64_t node);

/* The live incident that an ONU is a member of; 0: none. */
int64_t watch_incident_of(const struct watch *w, struct onu_id onu);

struct watch_figures {
	size_t onus, olts, ports, nodes, live, down, blind_olts;
	size_t bytes; /* memory of the ONUs and their index */
	int64_t opened, dismissed, looks; /* since the start */
	int64_t looks_answered, looks_refused, looks_lost; /* how they ended */
	bool is_frozen; /* we are blind */
};
struct watch_figures watch_figures(const struct watch *w);

#endif

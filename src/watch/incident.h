/* SPDX-License-Identifier: Apache-2.0
 *
 * watch/incident.h - an incident: one problem with one cause and one place.
 *
 *	 SUSPECT --confirmed--> OPEN --50 % back--> RECOVERING --95 % for 120 s--> RESOLVED
 *	    |                    ^ ^--less than 30 % back--'                      |  |
 *	    `-70 % back-> DISMISSED `------------- same place again --------------'  `-> CLOSED
 *	 any of SUSPECT, OPEN, RECOVERING --lifted--> MERGED; by a person --> CLOSED
 *
 * SUSPECT     no messages; looks check whether it is real
 * OPEN        real; RECOVERING: at least half of the customers are back
 * RESOLVED    over for 30 minutes at most; the same place again opens it again
 * CLOSED, DISMISSED, MERGED   nothing changes any more
 *
 * Plain values. Text and lists of a struct watch_incident are borrowed from its creator.
 */
#ifndef FACHO_WATCH_INCIDENT_H
#define FACHO_WATCH_INCIDENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/rc.h"
#include "model/ids.h"
#include "model/value.h"

enum watch_kind {
	WATCH_OUTAGE, /* customers without service */
	WATCH_OLT_SILENT,
	WATCH_SITE_SILENT,
	WATCH_COLLECTOR, /* we cannot see */
	WATCH_FLAPPING, /* one ONU goes up and down */
	WATCH_OPTICS, /* levels fell or are falling */
	WATCH_DUPLICATE,
	WATCH_WALK_HELD,
	WATCH_SATURATED,
	WATCH_STORE,
	WATCH_QUOTA,
	WATCH_CHANNEL_DEAD,
	WATCH_LIMIT,
	WATCH_PLANNED, /* planned work: a window of mode plan */
	/* a window without an end has been active for more than a day */
	WATCH_WINDOW_OPEN,
	WATCH_KINDS,
};

enum watch_state {
	WATCH_SUSPECT,
	WATCH_OPEN,
	WATCH_RECOVERING,
	WATCH_RESOLVED,
	WATCH_CLOSED,
	WATCH_DISMISSED,
	WATCH_MERGED,
	WATCH_STATES,
};

/* Where the root of an incident is. */
enum watch_root {
	WATCH_ROOT_SITE,
	WATCH_ROOT_ZONE, /* ports or OLTs without power */
	WATCH_ROOT_OLT,
	WATCH_ROOT_CARD,
	WATCH_ROOT_PORT,
	/* part of a port; dist_min_m and dist_max_m give the range, if known */
	WATCH_ROOT_PART,
	WATCH_ROOT_TRUNK, /* several whole ports, node_id if the cable is recorded */
	WATCH_ROOT_NODE, /* odf, splitter, box, group: node_id */
	WATCH_ROOT_ONU,
	WATCH_ROOT_COLLECTOR,
	WATCH_ROOT_PORTS, /* parts of several ports */
	WATCH_ROOTS,
};

enum watch_cause {
	WATCH_CAUSE_NONE, /* none: the kind is sufficient */
	WATCH_CAUSE_FINDING, /* not known yet: causes are missing */
	WATCH_CAUSE_UNKNOWN, /* fibre or power */
	WATCH_CAUSE_MIXED,
	WATCH_CAUSE_OLT_RESTART,
	WATCH_CAUSE_OLT_SILENT,
	WATCH_CAUSE_SITE_SILENT,
	WATCH_CAUSE_COLLECTOR,
	WATCH_CAUSE_ADMIN,
	WATCH_CAUSE_CARD,
	WATCH_CAUSE_SFP,
	WATCH_CAUSE_ROGUE,
	WATCH_CAUSE_RESET,
	WATCH_CAUSE_POWER, /* of a building or street */
	WATCH_CAUSE_POWER_WIDE, /* of a district: at least 3 ports, or a zone */
	WATCH_CAUSE_POWER_MUTE, /* power, but most ONUs cannot report it */
	WATCH_CAUSE_TRUNK,
	WATCH_CAUSE_FEEDER,
	WATCH_CAUSE_BRANCH,
	WATCH_CAUSE_DROP,
	WATCH_CAUSE_BEND,
	WATCH_CAUSE_CONNECTOR, /* connector, splice or splitter */
	WATCH_CAUSE_ONU_LASER,
	WATCH_CAUSE_OLT_LASER,
	WATCH_CAUSE_DRIFT,
	WATCH_CAUSE_PLANNED,
	WATCH_CAUSES,
};

enum watch_cause_class {
	WATCH_CLASS_UNKNOWN,
	WATCH_CLASS_FIBRE,
	WATCH_CLASS_POWER,
	WATCH_CLASS_EQUIPMENT,
	WATCH_CLASS_ADMIN,
	WATCH_CLASS_COLLECTOR,
	WATCH_CLASS_OPTICAL,
	WATCH_CAUSE_CLASSES,
};

/* As stored: 0 to 3. */
enum watch_severity {
	WATCH_INFO,
	WATCH_MINOR,
	WATCH_MAJOR,
	WATCH_CRITICAL,
	WATCH_SEVERITIES,
};

/* Names as stored and as in the API: "olt_silent", "suspect", "port", "feeder", "fibre",
 * "major". The _from_ functions return false for an unknown name. */
const char *watch_kind_name(enum watch_kind kind);
const char *watch_state_name(enum watch_state state);
const char *watch_root_name(enum watch_root root);
const char *watch_cause_name(enum watch_cause cause); /* NONE: "" */
const char *watch_class_name(enum watch_cause_class c);
const char *watch_severity_name(enum watch_severity severity);
bool watch_kind_from_name(const char *name, enum watch_kind *ret);
bool watch_state_from_name(const char *name, enum watch_state *ret);
bool watch_root_from_name(const char *name, enum watch_root *ret);
bool watch_cause_from_name(const char *name, enum watch_cause *ret);
bool watch_class_from_name(const char *name, enum watch_cause_class *ret);
bool watch_severity_from_name(const char *name, enum watch_severity *ret);

enum watch_cause_class watch_class_of(enum watch_cause cause);

/* SUSPECT, OPEN, RECOVERING. */
bool watch_state_is_live(enum watch_state state);

/* ---- members ------------------------------------------------------------------- */

/* One customer of an incident. */
struct watch_member {
	struct onu_id onu;
	int64_t down_ms; /* the time from the device, or the time of the reading */
	int64_t up_ms; /* 0: still down */
	enum state evidence; /* its cause: STATE_POWER, STATE_LOS_ONU, ...; STATE_NONE */
	bool can_gasp;
	bool is_exact; /* down_ms is from the device */
	int32_t distance_m; /* last known; 0: unknown */
};

/* Members of an incident on one port, packed: ids delta-coded, times relative to
 * since_ms (detected_ms of the incident) in tenths of seconds. Sorted by id. */
enum rc watch_members_pack(const struct watch_member *members, size_t n, int64_t since_ms,
    struct buf *ret_packed) MUST_CHECK;
/* At most max are written; returns their total number, or 0 if the data cannot be read.
 * Call it with max 0 to count. */
size_t watch_members_unpack(const void *packed, size_t bytes, int64_t since_ms,
    struct watch_member *ret_members, size_t max);

/* ---- an incident ---------------------------------------------------------------- */

enum { WATCH_PLACE_MAX = 48, WATCH_TEXT_MAX = 160 };

/* Arguments of the sentence, stored as `params`. 0 or "": not applicable. */
struct watch_params {
	char olt[WATCH_TEXT_MAX]; /* its name */
	char site[WATCH_TEXT_MAX]; /* or zone */
	char port[WATCH_PLACE_MAX]; /* "0/1/3" */
	char card[WATCH_PLACE_MAX]; /* "0/1" */
	char node[WATCH_TEXT_MAX]; /* name of a box, splitter, cable, limit */
	char onu[WATCH_TEXT_MAX]; /* of one ONU: its position "0/1/3:12" */
	char why[WATCH_TEXT_MAX]; /* code of the reason: collector, drift, quota, limit */
	char list[WATCH_TEXT_MAX]; /* suspects of a rogue: positions, with commas */
	int64_t n; /* maximum number of customers down so far */
	int64_t m; /* customers at risk there */
	int64_t g; /* customers that reported a loss of power */
	int64_t k; /* ports, OLTs, times */
	int64_t d_m; /* the break is not farther than this */
	int64_t d0_m; /* and not nearer than this node: node_before */
	int64_t d1_m, d2_m; /* customers between these distances */
	char node_before[WATCH_TEXT_MAX];
	bool is_whole; /* the complete port, card, ... */
	bool is_blind_start; /* it happened during blindness */
	bool is_at_most; /* its duration is at most this: it ended during blindness */
	double value, limit; /* level or measured value, and its limit */
	int64_t days; /* days until the limit */
	int64_t until_ms; /* planned work: its end; 0: open */
};

/* As JSON: the column `params`. Keys are the names of the members. */
enum rc watch_params_write(const struct watch_params *params, struct buf *ret_json)
    MUST_CHECK;
/* Unknown keys are ignored. RC_INVALID: not an object. */
enum rc watch_params_read(const char *json, struct watch_params *ret_params) MUST_CHECK;

struct watch_incident_port {
	struct olt_id olt;
	char place[WATCH_PLACE_MAX]; /* "0/1/3" */
	int64_t at_risk, down, up;
	int32_t dist_min_m, dist_max_m; /* of its members; 0: unknown */
	const void *members; /* packed */
	size_t members_bytes;
	/* changed since the incident was taken last: the row must be written */
	bool is_changed;
};

struct watch_evidence {
	/* "gasped", "los", "mute", "p", "port_cause", "burst_ms", ... "outlook" is what
	 * would change the result: {"causes": missing ones, "gasps": further gasps that
	 * would make it power, "losses": further losses that would make it fibre,
	 * "decided_ms": when it is decided with the data so far, "look_ms": a look that
	 * is due}. */
	const char *key;
	const char *value; /* JSON */
	int weight;
	int64_t at_ms;
};

struct watch_log {
	const char
	    *kind; /* "opened", "grew", "cause", "severity", "look", "merged", ... */
	const char *details; /* JSON object */
	int64_t at_ms;
};

struct watch_incident {
	int64_t id;
	enum watch_kind kind;
	enum watch_state state;
	enum watch_root root;
	struct olt_id olt; /* 0: not one OLT */
	char place[WATCH_PLACE_MAX]; /* "0/1/3" port, "0/1" card, "" OLT */
	int64_t node_id; /* plant node; 0: none */
	/* For kinds about one ONU: the ONU. For others: what distinguishes two of them
	 * (limit, quota, channel); 0: none. */
	int64_t subject;
	enum watch_cause cause;
	enum watch_cause_class cause_class;
	int confidence; /* 0 to 99 */
	enum watch_severity severity;
	int64_t affected, affected_max, at_risk, recovered, left_over;
	int64_t since_ms; /* start: exact, or the latest possible time */
	int64_t since_from_ms; /* the earliest possible time; = since_ms: exact */
	int64_t detected_ms, opened_ms, recovering_ms, resolved_ms,
	    closed_ms; /* 0: not */
	int64_t version; /* from 1 */
	int64_t reopened;
	bool is_flapping;
	bool is_new; /* it is taken for the first time: insert */
	int64_t blind_since_ms; /* 0: not blind */
	int64_t merged_into, repeat_of; /* incident ids; 0 */
	/* Set by users. The watcher ends an acknowledgement: then acked_ms is 0, and the
	 * log has a line "ack_lapsed". */
	int64_t acked_ms, acked_until_ms;
	bool is_held; /* by a window of mode hold */
	struct watch_params params;
	int64_t updated_ms;

	const struct watch_incident_port *ports;
	size_t n_ports;
	const struct watch_evidence *evidence; /* complete: replaces the stored rows */
	size_t n_evidence;
	const struct watch_log *logs; /* new lines only */
	size_t n_logs;
};

#endif

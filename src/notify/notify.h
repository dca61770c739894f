/* SPDX-License-Identifier: Apache-2.0
 *
 * notify/notify.h - who must know what, when: decides the messages about incidents.
 *
 * No clock, no I/O, no database. The watcher gives the configuration, the present facts
 * of incidents and what became of messages; notify_decide() answers with the messages to
 * queue, the rows of the ledger to write and the queued messages to drop. The watcher
 * writes all of it in one transaction, together with the incidents.
 *
 * There are no counters and no flags per event. For each incident and target the ledger
 * `told` says what the target was last told. A message is the difference between that
 * row and what is true now:
 *
 *	nothing told, and a route names the target      SEND, after the delay, with sound
 *	severity up, class fibre<->power, unknown->known
 *	(in the first 10 minutes an edit), affected doubled
 *	and +20, reopened, unstable, ack lapsed          REPLY in the thread, with sound
 *	over                                             REPLY with sound, and EDIT
 *	acknowledged, or not any more                    EDIT, at most one per 30 s
 *	a newer version otherwise                        EDIT, the same
 *
 * While something suppresses an incident (silence, window, quiet hours, blindness) what
 * the target should know is what it was told: nothing is decided. After the end it is
 * judged anew, after 60 s (10 min after a window) and one more poll of its OLT.
 * Recovery goes only to targets that were told of the problem. An incident that is part of
 * another (merged_into) has no messages of its own: its message is edited once, and its
 * targets become those of the whole.
 *
 * Storm: the 11th new message to a target within 10 minutes becomes one rolling message
 * (incident 0), edited every 30 s; single messages are held, and what the rolling message
 * covers counts as told. It ends after 10 minutes with less than 3 new ones; its last
 * message names the incidents that are open and not acknowledged.
 *
 * Told means queued, in the same transaction. The courier's outcome says whether the
 * message was sent. A first message that was not sent when its incident ended is dropped,
 * and nothing is said at all.
 *
 * Restart: load the configuration, the told rows, the storm rows and the incidents again;
 * nothing is repeated, and what became true meanwhile is told.
 *
 * Later: escalation policies, on-call schedules and digests. A target is an id, whatever
 * is behind it; a route has a policy id that is ignored for now.
 *
 * One owner: the watcher's thread. Text given in is copied.
 */
#ifndef FACHO_NOTIFY_NOTIFY_H
#define FACHO_NOTIFY_NOTIFY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "base/vec.h"
#include "model/incident.h"
#include "notify/filter.h"
#include "notify/window.h"

struct notify;

/* ---- rules: every number is a setting with this default ------------------------ */

struct notify_rules {
	int64_t delay_ms[INCIDENT_SEVERITIES]; /* after opened_ms; < 0: never alone */
	int64_t edit_ms; /* least time between edits of a message */
	int64_t class_edit_ms; /* unknown -> known is an edit for that long */
	int64_t after_ms; /* after the end of a suppression */
	int64_t after_window_ms; /* after the end of a maintenance window */
	int64_t poll_wait_ms; /* one more poll is awaited for at most that long */
	int64_t recovery_wait_ms; /* of an incident that was reopened before */
	int64_t storm_ms; /* width of the storm's count */
	int32_t storm_messages; /* more than that many new messages are a storm */
	int32_t storm_end; /* less than that many in storm_ms end it */
	int64_t problem_expires_ms, recovery_expires_ms;
};

#define NOTIFY_RULES                                                                  \
	{                                                                             \
		.delay_ms = { [INCIDENT_INFO] = -1,                                   \
			[INCIDENT_MINOR] = 300000,                                    \
			[INCIDENT_MAJOR] = 45000,                                     \
			[INCIDENT_CRITICAL] = 15000 },                                \
		.edit_ms = 30000, .class_edit_ms = 600000, .after_ms = 60000,         \
		.after_window_ms = 600000, .poll_wait_ms = 900000,                    \
		.recovery_wait_ms = 300000, .storm_ms = 600000, .storm_messages = 10, \
		.storm_end = 3, .problem_expires_ms = 7200000,                        \
		.recovery_expires_ms = 86400000,                                      \
	}

enum { NOTIFY_STORM_STAMPS = 32 }; /* greatest storm_messages is one less */

/* ---- configuration --------------------------------------------------------------- */

enum notify_window_mode {
	NOTIFY_MUTE, /* judged and shown, not told */
	NOTIFY_HOLD, /* not judged */
	NOTIFY_PLAN, /* planned work: its ONUs do not enter baskets */
	NOTIFY_WINDOW_MODES,
};

struct notify_target {
	int64_t id;
	int64_t channel;
	bool is_enabled;
	bool can_edit; /* its channel can change a sent message */
	const char *zone; /* for its digests, later; hours of routes are the site's */
	/* Quiet hours of its contact, "" if it has none; zone as the contact's. */
	const char *quiet_from, *quiet_until, *quiet_zone;
};

struct notify_route {
	int64_t id;
	bool is_enabled;
	const char *filter; /* JSON, notify/filter.h */
	int64_t delay_ms; /* < 0: by severity */
	const int64_t *targets;
	size_t n_targets;
	bool is_continue; /* later routes are asked too */
	int64_t policy; /* escalation: ignored for now */
};

struct notify_silence {
	int64_t id;
	const char *filter;
	int64_t incident; /* only this one; 0: by filter alone */
	int64_t from_ms;
	int64_t until_ms; /* 0: until the incident ends, at the latest at latest_ms */
	int64_t ended_ms; /* ended early; 0: not */
	int64_t latest_ms; /* 0: after 30 days */
};

struct notify_maintenance {
	int64_t id;
	const char *filter;
	enum notify_window_mode mode; /* each of them hides; the rest is watch's */
	struct window_spec window;
};

/* Routes in their order. Silences and maintenances that ended less than a day ago must
 * still be in the lists: their end counts. Times of filters' hours in silences and
 * maintenances are local in `zone`. */
struct notify_config {
	struct notify_rules rules;
	const char *zone; /* of the site */
	const struct notify_target *targets;
	size_t n_targets;
	const struct notify_route *routes;
	size_t n_routes;
	const struct notify_silence *silences;
	size_t n_silences;
	const struct notify_maintenance *maintenances;
	size_t n_maintenances;
};

/* ---- incidents ------------------------------------------------------------------- */

/* The present facts of an incident. All text is copied; "" means none. subject.minute is
 * ignored. */
struct notify_fact {
	struct notify_subject
	    subject; /* id, kind, severity, class, place, affected, tags */
	int64_t version;
	enum incident_state state;
	int64_t olt_id; /* whose poll is awaited after a suppression; 0: none */
	int64_t opened_ms; /* of the last opening */
	int64_t resolved_ms; /* 0: not over */
	bool is_confirmed; /* by a look: a critical one needs no delay */
	int32_t reopened;
	bool is_flapping;
	bool is_blind; /* blind_since_ms is set */
	int64_t seen_ms; /* when its blindness ended; 0: not known, first sight counts */
	int64_t merged_into; /* 0: whole */
	int64_t
	    not_channel; /* channel_dead: the dead channel, which is not used; 0: all */
	/* Acknowledgement: 0 if none. As it was when acknowledged; acked_affected < 0: not
	 * known, the values at the first sight of the ack are used. */
	int64_t acked_ms, acked_until_ms;
	int64_t acked_affected;
	enum incident_severity acked_severity;
	enum incident_class acked_class;
};

/* ---- the ledger ---------------------------------------------------------------------- */

enum notify_act {
	NOTIFY_SEND, /* a new message that begins a thread */
	NOTIFY_REPLY, /* a new message that answers the first of its thread */
	NOTIFY_EDIT, /* change the last message (message_ref) */
	NOTIFY_ACTS,
};

enum notify_reason {
	NOTIFY_FIRST,
	NOTIFY_SEVERITY, /* it rose */
	NOTIFY_CLASS,
	NOTIFY_DOUBLED,
	NOTIFY_REOPENED,
	NOTIFY_UNSTABLE,
	NOTIFY_ACK_LAPSED,
	NOTIFY_RESOLVED,
	NOTIFY_CHANGED, /* an edit */
	NOTIFY_ACKED, /* an edit: somebody acknowledged it, or somebody else did */
	NOTIFY_UNACKED, /* an edit: the acknowledgement was withdrawn, or lapsed */
	NOTIFY_MERGED, /* an edit: it is part of another incident now */
	NOTIFY_STORM, /* the rolling message: begins, or an edit of it */
	NOTIFY_STORM_OVER,
	NOTIFY_REASONS,
};
const char *notify_act_name(enum notify_act act); /* "send", "reply", "edit" */
const char *notify_reason_name(enum notify_reason reason);
bool notify_act_from_name(const char *name, enum notify_act *ret_act);
bool notify_reason_from_name(const char *name, enum notify_reason *ret_reason);

enum notify_told_flag {
	NOTIFY_TOLD_OVER = 1, /* its end was told, or nothing is left to tell */
	NOTIFY_TOLD_UNSTABLE = 2,
	NOTIFY_TOLD_BY_STORM = 4, /* it has no message of its own */
	NOTIFY_TOLD_PENDING = 8, /* the last message is queued or being sent */
	NOTIFY_TOLD_DROPPED = 16, /* dropped before it was sent */
	NOTIFY_TOLD_MERGED = 32, /* its message says that it is a part */
	NOTIFY_TOLD_REFUSED = 64, /* the last message was refused for good */
	NOTIFY_TOLD_LOST = 128, /* the last message expired: it is written again */
	NOTIFY_TOLD_ACKED = 256, /* the last message says who attends it */
};

/* One row of the table `told`, key (incident, target). The courier's columns message_ref
 * and thread_ref are not here. */
struct notify_told {
	int64_t incident, target;
	int64_t version; /* last told */
	enum incident_state state; /* last told */
	enum incident_severity severity; /* last told */
	enum incident_severity peak; /* the greatest told */
	enum incident_class cause_class; /* the last known one told */
	int64_t affected; /* of the last message with sound */
	int32_t reopened;
	int32_t flags; /* notify_told_flag */
	enum notify_act act; /* of the last decision, and its reason */
	enum notify_reason reason;
	int32_t round; /* grows when a message expired and is written again */
	int64_t first_ms, sound_ms, at_ms; /* first, last with sound, last decision */
	int64_t sent_ms; /* when a message was first sent; 0: none was */
	int64_t message_of; /* copy message_ref and thread_ref from the row (this
			       incident, same target) when inserting; 0: none */
};

/* Table `storms`, one row a target that had one. The rolling message's own ledger row is
 * the told row of incident 0. recent: stamps of new messages, the latest last. */
struct notify_storm {
	int64_t target;
	int64_t began_ms; /* 0: no storm now */
	int64_t edited_ms;
	int32_t n_recent;
	int64_t recent[NOTIFY_STORM_STAMPS];
};

/* ---- decisions ---------------------------------------------------------------------- */

enum notify_priority {
	NOTIFY_PRIORITY_CRITICAL,
	NOTIFY_PRIORITY_RECOVERY,
	NOTIFY_PRIORITY_OTHER,
	NOTIFY_PRIORITY_DIGEST,
};

enum { NOTIFY_KEY_MAX = 33, NOTIFY_LARGEST = 5, NOTIFY_LISTED = 20 };

struct notify_decision {
	int64_t incident; /* 0: the storm's message */
	int64_t target;
	int64_t version;
	enum notify_act act;
	enum notify_reason reason;
	bool is_sound;
	bool is_ack_lapsed; /* say so, whatever the reason */
	/* What the target was told before: false for the first message, and after the
	 * end of a storm. */
	bool has_before;
	enum incident_severity severity_before;
	enum incident_class class_before; /* the last known one */
	int64_t affected_before; /* of the last message with sound */
	int64_t part_of; /* MERGED: the whole */
	enum notify_priority priority;
	int64_t not_before_ms, expires_ms;
	char key[NOTIFY_KEY_MAX]; /* hash of incident, target, act, version, round */
	int64_t route; /* by which it goes; 0: told before, no route names it now */
	/* Storm only: incidents and customers since it began, those still open, the
	 * largest of them; STORM_OVER: the open and unacknowledged ones, largest first. */
	int64_t storm_incidents, storm_affected, storm_open;
	int64_t listed[NOTIFY_LISTED];
	size_t n_listed; /* at most NOTIFY_LARGEST while it lasts */
	int64_t storm_unacked; /* may be more than n_listed */
};

/* Set the queued outbox rows of the pair to dropped, before new rows are inserted. */
struct notify_drop {
	int64_t incident, target;
};

/* The acknowledgement no longer holds: clear acked_*, and write it to the timeline. */
struct notify_lapse {
	int64_t incident;
	int64_t acked_ms;
	enum notify_reason
	    reason; /* SEVERITY, CLASS, DOUBLED; ACK_LAPSED: its time is over */
};

/* A silence hides an incident that it did not hide before: count it. */
struct notify_hidden {
	int64_t silence, incident;
};

struct notify_output {
	struct vec decisions; /* struct notify_decision, in order */
	struct vec told; /* struct notify_told: insert or replace */
	struct vec storms; /* struct notify_storm: insert or replace */
	struct vec drops; /* struct notify_drop */
	struct vec lapses; /* struct notify_lapse */
	struct vec hidden; /* struct notify_hidden */
};
void notify_output_init(struct notify_output *out);
void notify_output_fini(struct notify_output *out);

/* ---- life ------------------------------------------------------------------------------ */

/* NULL: out of memory. It has no configuration yet, so it decides nothing. */
struct notify *notify_new(void);
void notify_free(struct notify *n);
OWNED_BY(struct notify, notify_free);

/* Replace the configuration; checked whole, and on failure the old one stays. RC_INVALID:
 * err names the route, silence, maintenance or target and what is wrong. */
enum rc notify_configure(
    struct notify *n, const struct notify_config *config, struct err *err) MUST_CHECK;

/* At start, before the incidents. RC_NOMEM. */
enum rc notify_load_told(struct notify *n, const struct notify_told *row) MUST_CHECK;
enum rc notify_load_storm(struct notify *n, const struct notify_storm *row) MUST_CHECK;

/* A new or changed incident. At start: every incident that is not CLOSED, DISMISSED or
 * MERGED, every one with a told row without NOTIFY_TOLD_OVER, and the wholes of those
 * (merged_into, and so on). RC_NOMEM. */
enum rc notify_set(struct notify *n, const struct notify_fact *fact) MUST_CHECK;

/* At start, after the incidents: what a silence hides of them was counted before. */
void notify_loaded(struct notify *n);

/* True: it is over (or a part) and nothing is left to tell; it may be forgotten. */
bool notify_is_settled(const struct notify *n, int64_t incident);
void notify_forget(struct notify *n, int64_t incident);

/* A good reading of an OLT's states ended. */
enum rc notify_polled(struct notify *n, int64_t olt_id, int64_t at_ms) MUST_CHECK;

/* What became of a queued message. Late and repeated reports do no harm. At start: of
 * every pair whose told row is PENDING and whose outbox rows ended meanwhile. */
enum notify_outcome {
	NOTIFY_SENT, /* or confirmed, or unsure: it may have arrived */
	NOTIFY_EXPIRED, /* too old: it is written again from the present */
	NOTIFY_REFUSED, /* for good: not tried again */
};
void notify_outcome(struct notify *n, int64_t incident, int64_t target,
    enum notify_outcome outcome, int64_t at_ms);

/* Decide everything that is due at now_ms, and append it to out. What was decided is in
 * the ledger of n from then on: if it cannot be written (also after RC_NOMEM), free n,
 * make a new one and load it again from the database. */
enum rc notify_decide(struct notify *n, int64_t now_ms, struct notify_output *out)
    MUST_CHECK;

/* When notify_decide() may have something to do without news; INT64_MAX: never. */
int64_t notify_next_ms(const struct notify *n);

/* ---- "routes try" -------------------------------------------------------------------- */

enum notify_why {
	NOTIFY_WILL, /* it would be told at at_ms */
	NOTIFY_WHY_SILENCE, /* by: id of the silence */
	NOTIFY_WHY_WINDOW, /* by: id of the maintenance */
	NOTIFY_WHY_QUIET,
	NOTIFY_WHY_BLIND,
	NOTIFY_WHY_PART, /* by: the whole */
	NOTIFY_WHY_INFO, /* never alone: it waits for the digest */
	NOTIFY_WHY_OVER, /* it is over, and nobody was told */
	NOTIFY_WHY_DISABLED, /* the target */
	NOTIFY_WHY_NOT_CHANNEL, /* it is about the channel of this target */
	NOTIFY_WHY_AFTER, /* a suppression ended: judged anew at at_ms */
	NOTIFY_WHYS,
};
const char *notify_why_name(enum notify_why why);

struct notify_try {
	int64_t route, target;
	enum notify_why why;
	int64_t by; /* silence or maintenance */
	int64_t at_ms; /* when it would be told, or the suppression's end; WINDOW_NEVER */
	int64_t delay_ms; /* of the route or the severity; < 0: never alone */
};

/* Who would be told of fact, real or made up, if nobody was told anything before. Appends
 * struct notify_try to ret_tries, in the order of the routes; none: no route matches. Uses
 * the configuration only. RC_NOMEM. */
enum rc notify_try(const struct notify *n, const struct notify_fact *fact, int64_t now_ms,
    struct vec *ret_tries) MUST_CHECK;

#endif

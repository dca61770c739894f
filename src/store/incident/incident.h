/* SPDX-License-Identifier: Apache-2.0
 *
 * store/incident/incident.h - incidents for people: members, which ones an ONU was part
 * of, similar ones, and what people do with them. Rows are a list (store/list/): their
 * names are "incidents", "incident_log", "incident_evidence".
 */
#ifndef FACHO_STORE_INCIDENT_INCIDENT_H
#define FACHO_STORE_INCIDENT_INCIDENT_H

#include <stdbool.h>

#include "base/err.h"
#include "base/vec.h"
#include "watch/incident.h"

struct db;

/* ---- members ----------------------------------------------------------------------- */

/* What is known of one now. Texts are borrowed during the call. */
struct incident_member {
	struct watch_member member;
	struct olt_id olt;
	const char *olt_name, *place, *serial, *description; /* "" if it is gone */
};

struct incident_members_wish {
	int64_t incident;
	size_t skip, most;
	bool is_down_only; /* without those that are back */
};

/* In the order of OLT, port and ONU. *ret_count: of all. After keep.incident_members only
 * the counts of the ports are left, and there are no members. */
enum rc store_incident_members(struct db *db, const struct incident_members_wish *wish,
    enum rc (*row)(void *ctx, const struct incident_member *member), void *ctx,
    int64_t *ret_count, struct err *err) MUST_CHECK;

/* ---- of an ONU, similar ones ---------------------------------------------------------- */

/* The incident that explains why an ONU is down now: an open one with it as a member that
 * is not back. place: of the ONU, "0/1/3:12". *ret_incident is 0 if there is none. */
enum rc store_incident_of_onu(struct db *db, struct onu_id onu, struct olt_id olt,
    const char *place, int64_t *ret_incident, struct err *err) MUST_CHECK;

/* All that it was a member or the subject of, newest first, into ids (of int64_t). */
enum rc store_incidents_of_onu(
    struct db *db, struct onu_id onu, struct vec *ids, struct err *err) MUST_CHECK;

/* Of the last year: the same root, or at least half of the customers the same. Newest
 * first, at most 20; suspects and those that were dismissed are left out. */
enum rc store_incidents_similar(
    struct db *db, int64_t incident, struct vec *ids, struct err *err) MUST_CHECK;

/* How many are open, by severity and class of cause. */
struct incident_count {
	enum watch_severity severity;
	enum watch_cause_class cause_class;
	int64_t n;
};
enum rc store_incident_counts(struct db *db,
    enum rc (*row)(void *ctx, const struct incident_count *count), void *ctx,
    struct err *err) MUST_CHECK;

/* How many were false, as people say. */
enum rc store_incidents_false(struct db *db, int64_t *ret_n, struct err *err) MUST_CHECK;

/* ---- what people do ---------------------------------------------------------------------- */

enum incident_act {
	INCIDENT_ACK, /* until_ms */
	INCIDENT_UNACK,
	INCIDENT_ASSIGN, /* text: the owner; "": nobody */
	INCIDENT_NOTE, /* text */
	INCIDENT_CLOSE, /* text: the reason; is_false */
	INCIDENT_REOPEN,
	INCIDENT_LOOK,
	INCIDENT_REAL_CAUSE, /* text: the cause; is_false */
	INCIDENT_ACTS,
};

const char *incident_act_name(enum incident_act act); /* "ack" */

struct incident_doing {
	int64_t incident;
	enum incident_act act;
	const char *who;
	const char *text;
	bool is_false;
	int64_t until_ms;
	int64_t now_ms;
};

/* Write it, with a line of the timeline. States are the watcher's: it hears of the act by
 * its event. RC_NOT_FOUND; RC_CONFLICT with a sentence: somebody was first, or it is over. */
enum rc store_incident_act(
    struct db *db, const struct incident_doing *doing, struct err *err) MUST_CHECK;

#endif

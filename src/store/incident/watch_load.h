/* SPDX-License-Identifier: Apache-2.0
 *
 * store/incident/watch_load.h - what the watch must know: everything at the start, parts
 * of it when they changed, and the rows behind an event of the log.
 *
 * Each function reads rows and puts them into the watch. On failure the watch may have a
 * part of them: doing it again is harmless. Reading connection; owner of the watch only.
 */
#ifndef FACHO_STORE_INCIDENT_WATCH_LOAD_H
#define FACHO_STORE_INCIDENT_WATCH_LOAD_H

#include "base/err.h"
#include "base/vec.h"
#include "events/event.h"
#include "watch/watch.h"

struct db;

/* The number of the next incident. */
enum rc store_watch_next_id(struct db *db, int64_t *ret_id, struct err *err) MUST_CHECK;

/* OLTs, nodes, ONUs, memory, live incidents and those of the last seven days. */
enum rc store_watch_load(struct db *db, struct watch *w, int64_t now_ms, struct err *err)
    MUST_CHECK;

/* One OLT that was added or changed; a deleted one is dropped. 0: all of them. */
enum rc store_watch_load_olt(struct db *db, struct watch *w, struct olt_id olt,
    int64_t now_ms, struct err *err) MUST_CHECK;

/* The nodes of the plant, and which ONUs hang on them. A node that is gone is dropped. */
enum rc store_watch_load_plant(
    struct db *db, struct watch *w, int64_t gone, struct err *err) MUST_CHECK;

/* One that is closed, as if it were only resolved: somebody opens it again. One that the
 * watch still has is not loaded. */
enum rc store_watch_load_closed(
    struct db *db, struct watch *w, int64_t incident, struct err *err) MUST_CHECK;

/* Does this ONU have tags? */
enum rc store_watch_load_tag(
    struct db *db, struct watch *w, struct onu_id onu, struct err *err) MUST_CHECK;

/* The position of an ONU as people know it, "0/1/3:12", which the watch does not keep.
 * RC_NOT_FOUND: it is gone. */
enum rc store_watch_onu_place(struct db *db, struct onu_id onu, char *ret_text,
    size_t bytes, struct err *err) MUST_CHECK;

/* A run has ended: the distances of the ONUs that are online, if it has read distances. */
enum rc store_watch_load_distances(struct db *db, struct watch *w,
    const struct event_entry *event, struct err *err) MUST_CHECK;

/* Incidents that are not closed, or were closed after since_ms, without their ports; of
 * `only` if it is not 0. It stops at the first outcome that is not RC_OK. */
enum rc store_watch_incidents(struct db *db, int64_t only, int64_t since_ms,
    enum rc (*row)(void *ctx, const struct watch_incident *incident), void *ctx,
    struct err *err) MUST_CHECK;

/* Put the ONUs of this event as they were before it. ONUs are loaded as they are now: whoever
 * goes on from a cursor passes the events behind it, the newest first. */
enum rc store_watch_rewind(struct db *db, struct watch *w,
    const struct event_entry *event, struct err *err) MUST_CHECK;

/* ---- rows behind events ------------------------------------------------------------ */

/* An ONU whose states were not read yet when it was found. */
struct watch_fresh {
	struct olt_id olt;
	struct onu_id onu;
};

/* The changes of ONUs of one run. New ONUs are added to fresh (struct watch_fresh). */
enum rc store_watch_onus(struct db *db, struct watch *w, const struct event_entry *event,
    struct vec *fresh, struct err *err) MUST_CHECK;
/* The first state of an ONU is no event. After a reading of its states: put the fresh ones
 * of this OLT as they were then, and remove them from fresh. */
enum rc store_watch_first_states(struct db *db, struct watch *w, struct olt_id olt,
    struct vec *fresh, struct err *err) MUST_CHECK;
/* The changes of ports and cards of one run. */
enum rc store_watch_parts(struct db *db, struct watch *w, const struct event_entry *event,
    struct err *err) MUST_CHECK;
/* The end of a run. *ret_is_reading: it was a complete reading of states. */
enum rc store_watch_execution(struct db *db, struct watch *w,
    const struct event_entry *event, bool *ret_is_reading, struct err *err) MUST_CHECK;
/* What somebody did with an incident: what is "incident.ack". */
enum rc store_watch_act(struct db *db, struct watch *w, const struct event_entry *event,
    int64_t now_ms, struct err *err) MUST_CHECK;

/* ---- how OLTs are ---------------------------------------------------------------------- */

struct watch_contact {
	struct olt_id olt;
	int64_t silent_ms; /* since when it does not answer; 0: it does */
	int64_t up_since_ms; /* the device; 0: unknown */
};
enum rc store_watch_contacts(struct db *db,
    enum rc (*row)(void *ctx, const struct watch_contact *contact), void *ctx,
    struct err *err) MUST_CHECK;
/* Does the OLT with this name answer? *ret_is_known false: there is none, or it is not
 * enabled. */
enum rc store_watch_answers(struct db *db, const char *name, bool *ret_is_known,
    bool *ret_answers, struct err *err) MUST_CHECK;

#endif

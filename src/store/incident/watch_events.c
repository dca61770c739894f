/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows behind an event of the log, for the watch.
 */
#include <string.h>

#include "store/db/query.h"
#include "store/incident/watch_load.h"
#include "store/incident/watch_looks.h"
#include "store/incident/watch_rows_int.h"

/* ---- ONUs -------------------------------------------------------------------------- */

/* It is up, or its state changed in the 24 hours before the event. */
#define WAS_UP(onu)                                                           \
	"(" onu ".run_state = 'online' OR COALESCE(" onu ".run_since_ms, 0) " \
	"> v.at_ms - 86400000)"

#define CHANGE_COLUMNS                                                                  \
	"v.onu_id, v.kind, v.at_ms, v.state, v.cause, o.last_down_ms, o.last_up_ms, "   \
	"n.uptime_s, o.pos_has, o.rack, o.frame, o.slot, o.port, o.onu, n.distance_m, " \
	"o.admin_state, o.run_state, o.is_present, o.model, "                           \
	"CASE WHEN v.kind = 'duplicate' THEN (SELECT COUNT(*) FROM onus d "             \
	"WHERE d.serial = o.serial AND o.serial <> '' AND d.is_present = 1 "            \
	"AND d.id <> o.id AND " WAS_UP("d") " AND " WAS_UP("o") ") ELSE 0 END"

/* An ONU that the watch does not know yet. */
static enum rc
put_new(const struct db_stmt *q, struct watch *w, struct olt_id olt)
{
	struct watch_onu onu = { .id = { db_int(q, 0) },
		.olt = olt,
		.position = watch_row_position(q, 8),
		.class = watch_class_of_onu(db_int(q, 17) != 0, watch_row_state(q, 15),
		    watch_row_state(q, 16), WATCH_DOWN),
		.distance_m = (int32_t)db_int(q, 14),
		.model = db_text(q, 18) ? db_text(q, 18) : "" };

	return watch_put_onu(w, &onu);
}

static enum rc
tell_change(
    const struct db_stmt *q, struct watch *w, struct olt_id olt, struct vec *fresh)
{
	struct position position = watch_row_position(q, 8);
	struct watch_change c = { .onu = { db_int(q, 0) },
		.at_ms = db_int(q, 2),
		.state = watch_row_state(q, 3),
		.cause = watch_row_state(q, 4),
		.last_down_ms = db_int(q, 5),
		.last_up_ms = db_int(q, 6),
		.uptime_ms = db_int(q, 7) * 1000,
		.position = &position,
		.olt = olt,
		.both_up = db_int(q, 19) > 0 };
	enum rc rc = RC_OK;

	if (!onu_event_from_name(db_text(q, 1), &c.kind))
		return RC_OK; /* of a later version */
	if (c.kind == ONU_ADMIN_STATE && c.state == STATE_NONE)
		c.state = watch_row_state(q, 15);
	if (c.kind == ONU_NEW) {
		struct watch_fresh *added = vec_add(fresh);

		if (!added)
			return RC_NOMEM;
		*added = (struct watch_fresh){ olt, c.onu };
		rc = put_new(q, w, olt);
	} else if (db_int(q, 14) > 0)
		watch_onu_distance(w, c.onu, (int32_t)db_int(q, 14));
	if (rc == RC_OK)
		watch_onu_changed(w, &c);
	return rc;
}

enum rc
store_watch_onus(struct db *db, struct watch *w, const struct event_entry *event,
    struct vec *fresh, struct err *err)
{
	static const char sql[] =
	    "SELECT " CHANGE_COLUMNS " FROM onu_events v JOIN onus o ON o.id = v.onu_id "
	    "LEFT JOIN onu_numbers n ON n.onu_id = v.onu_id "
	    "WHERE v.olt_id = $1 AND v.at_ms = $2 AND COALESCE(v.execution_id, 0) = $3 "
	    "ORDER BY v.id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(
	    db, sql, DB_ARGS(event->olt.v, event->at_ms, event->subject), &q, err);

	while (db_next(q, &rc, err))
		rc = tell_change(q, w, event->olt, fresh);
	return rc == RC_NOMEM ? err_set(err, rc, "no memory for events") : rc;
}

/* ---- ports and cards ----------------------------------------------------------------- */

static enum watch_port_cause
port_cause_of(enum state state)
{
	switch (state) {
	case STATE_ONLINE:
	case STATE_ENABLED:
		return WATCH_PORT_UP;
	case STATE_LOS_PORT:
	case STATE_LOS_ONU:
		return WATCH_PORT_LOS;
	case STATE_DISABLED:
	case STATE_ADMIN:
		return WATCH_PORT_CLOSED;
	case STATE_MODULE_ABSENT:
		return WATCH_PORT_NO_MODULE;
	case STATE_MODULE_FAULT:
		return WATCH_PORT_MODULE_FAULT;
	case STATE_NONE:
	case STATE_OFFLINE:
	case STATE_TRANSITIONAL:
	case STATE_FAULT:
	case STATE_POWER:
	case STATE_SIGNAL:
	case STATE_RESET:
	case STATE_ROGUE:
	case STATE_UNKNOWN:
		return WATCH_PORT_UNKNOWN;
	}
	return WATCH_PORT_UNKNOWN;
}

enum watch_port_cause
watch_row_port(enum state state, enum state cause)
{
	enum watch_port_cause said = port_cause_of(state);

	/* Some devices keep the last cause of a port that is up again. */
	if (said == WATCH_PORT_UP || said == WATCH_PORT_CLOSED || cause == STATE_NONE)
		return said;
	return port_cause_of(cause);
}

const char *
watch_row_card(const char *part)
{
	static const char prefix[] = "board ";

	return strncmp(part, prefix, strlen(prefix)) == 0 ? part + strlen(prefix) : NULL;
}

static void
tell_part(const struct db_stmt *q, struct watch *w, const struct event_entry *event)
{
	const char *place = db_text(q, 1), *what = db_text(q, 2);
	const char *card = watch_row_card(place);
	enum state after = watch_row_state(q, 3), state, cause;
	bool is_port = strcmp(db_text(q, 0), "port") == 0;
	bool is_cause = strcmp(what, "cause") == 0;

	if (is_port && (is_cause || strcmp(what, "state") == 0)) {
		state = is_cause ? watch_row_state(q, 4) : after;
		cause = is_cause ? after : watch_row_state(q, 5);
		watch_port_said(
		    w, event->olt, place, watch_row_port(state, cause), event->at_ms);
	} else if (!is_port && card && after != STATE_NONE) {
		watch_card_said(w, event->olt, card, after == STATE_ONLINE, event->at_ms);
	}
}

enum rc
store_watch_parts(
    struct db *db, struct watch *w, const struct event_entry *event, struct err *err)
{
	static const char sql[] =
	    "SELECT v.part, v.place, v.what, v.value_after, p.state, p.cause "
	    "FROM part_events v LEFT JOIN pon_ports p ON p.olt_id = v.olt_id "
	    "AND p.place = v.place AND v.part = 'port' "
	    "WHERE v.olt_id = $1 AND v.at_ms = $2 AND COALESCE(v.execution_id, 0) = $3 "
	    "ORDER BY v.id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(
	    db, sql, DB_ARGS(event->olt.v, event->at_ms, event->subject), &q, err);

	while (db_next(q, &rc, err))
		tell_part(q, w, event);
	return rc;
}

/* ---- executions ------------------------------------------------------------------------ */

/* A run that brought no states at all, though its job reads them, is no reading. */
enum rc
store_watch_execution(struct db *db, struct watch *w, const struct event_entry *event,
    bool *ret_is_reading, struct err *err)
{
	static const char sql[] =
	    "SELECT e.states_read, e.states_of, e.started_ms, e.finished_ms, "
	    "e.states_before_ms FROM executions e WHERE e.id = $1 "
	    "AND e.job_id IS NOT NULL AND (e.states_of > 0 OR EXISTS (SELECT 1 "
	    "FROM job_oids u JOIN oids c ON c.id = u.oid_id WHERE u.job_id = e.job_id "
	    "AND c.purpose = 'run_state'))";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	*ret_is_reading = false;
	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, event->subject);
	rc = db_first(q, err);
	if (rc != RC_OK)
		return rc == RC_NOT_FOUND ? RC_OK : rc;
	*ret_is_reading = db_int(q, 1) > 0 && db_int(q, 0) >= db_int(q, 1);
	watch_reading(w,
	    &(struct watch_reading){ .olt = event->olt,
		.began_ms = db_int(q, 2),
		.ended_ms = db_int(q, 3),
		.before_ms = db_int(q, 4),
		.is_complete = *ret_is_reading });
	return RC_OK;
}

/* ---- looks ------------------------------------------------------------------------------- */

enum rc
store_watch_look_positions(struct db *db, const struct onu_id *onus, size_t n,
    struct position *ret_positions, size_t *ret_n, struct err *err)
{
	static const char sql[] =
	    "SELECT pos_has, rack, frame, slot, port, onu, index_serial FROM onus "
	    "WHERE id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);
	size_t found = 0;

	for (size_t i = 0; rc == RC_OK && i < n; i++) {
		const void *serial;
		size_t bytes = 0;

		db_bind_int(q, 1, onus[i].v);
		rc = db_first(q, err);
		if (rc == RC_OK) {
			struct position *p = &ret_positions[found++];

			*p = watch_row_position(q, 0);
			serial = db_blob(q, 6, &bytes);
			if (serial && bytes <= sizeof(p->serial)) {
				memcpy(p->serial, serial, bytes);
				p->serial_len = (uint8_t)bytes;
			}
		}
		rc = rc == RC_NOT_FOUND ? RC_OK : rc;
		db_again(q);
	}
	if (rc == RC_OK)
		*ret_n = found;
	return rc;
}

static enum rc
read_seen(struct db *db, const struct watch_looking *look, struct watch_seen *seen,
    size_t *ret_n, struct err *err)
{
	static const char sql[] =
	    "SELECT run_state, cause_state, last_down_ms FROM onus WHERE id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);
	size_t n = 0;

	for (size_t i = 0; rc == RC_OK && i < look->n; i++) {
		db_bind_int(q, 1, look->onus[i].v);
		rc = db_first(q, err);
		if (rc == RC_OK)
			seen[n++] =
			    (struct watch_seen){ look->onus[i], watch_row_state(q, 0),
				    watch_row_state(q, 1), db_int(q, 2) };
		rc = rc == RC_NOT_FOUND ? RC_OK : rc;
		db_again(q);
	}
	*ret_n = n;
	return rc;
}

enum rc
store_watch_looked(struct db *db, struct watch *w, const struct watch_looking *look,
    const struct event_entry *event, struct err *err)
{
	struct watch_seen seen[WATCH_LOOK_MAX];
	struct watch_look_result result = { .incident = look->incident,
		.olt = look->olt,
		.at_ms = event->at_ms,
		.is_answered = strcmp(event->what, "SUCCESS") == 0 ||
		    strcmp(event->what, "PARTIAL") == 0,
		.seen = seen };
	enum rc rc = RC_OK;

	if (result.is_answered)
		rc = read_seen(db, look, seen, &result.n, err);
	if (rc == RC_OK)
		watch_looked(w, &result);
	return rc;
}

/* ---- acts of people ----------------------------------------------------------------------- */

static bool
act_of(const char *what, bool is_false_alarm, enum watch_act *ret_act)
{
	static const struct {
		const char *what;
		enum watch_act act;
	} ACTS[] = { { "incident.ack", WATCH_ACK }, { "incident.unack", WATCH_UNACK },
		{ "incident.close", WATCH_CLOSE }, { "incident.reopen", WATCH_REOPEN },
		{ "incident.look", WATCH_LOOK } };

	for (size_t i = 0; i < sizeof(ACTS) / sizeof(ACTS[0]); i++) {
		if (strcmp(ACTS[i].what, what) == 0) {
			*ret_act = ACTS[i].act == WATCH_CLOSE && is_false_alarm
			    ? WATCH_FALSE_ALARM
			    : ACTS[i].act;
			return true;
		}
	}
	return false;
}

enum rc
store_watch_act(struct db *db, struct watch *w, const struct event_entry *event,
    int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "SELECT acked_until_ms, false_alarm FROM incidents WHERE id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum watch_act act;
	enum rc rc = db_query_first(db, sql, DB_ARGS(event->subject), &q, err);

	if (rc != RC_OK)
		return rc == RC_NOT_FOUND ? RC_OK : rc;
	if (!act_of(event->what, db_int(q, 1) != 0, &act))
		return RC_OK;
	if (act == WATCH_REOPEN && !watch_has_incident(w, event->subject))
		rc = store_watch_load_closed(db, w, event->subject, err);
	if (rc == RC_OK)
		watch_acted(w, event->subject, act, db_int(q, 0), now_ms);
	return rc;
}

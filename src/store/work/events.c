/* SPDX-License-Identifier: Apache-2.0 */
#include "store/work/events_int.h"

#include "store/db/query.h"
#include "store/event/event_add.h"

enum rc
events_add(struct vec *events, const struct onu_event *event, struct err *err)
{
	struct onu_event *e = vec_add(events);

	if (!e)
		return err_set(err, RC_NOMEM, "no memory for events");
	*e = *event;
	return RC_OK;
}

static enum rc
write_each(struct db_stmt *q, const struct vec *events, struct err *err)
{
	for (size_t i = 0; i < events->n; i++) {
		const struct onu_event *e = VEC_AT(events, struct onu_event, i);
		enum rc rc;

		db_bind_int(q, 3, e->onu.v);
		db_bind_int(q, 4, e->at_ms);
		db_bind_text(q, 5, onu_event_name(e->kind));
		db_bind_text(q, 6, e->before ? e->before : "");
		db_bind_text(q, 7, e->after ? e->after : "");
		db_bind_text(q, 8, e->state == STATE_NONE ? "" : state_name(e->state));
		db_bind_text(q, 9, e->cause == STATE_NONE ? "" : state_name(e->cause));
		db_bind_text(q, 10, e->detail ? e->detail : "");
		rc = db_bulk(q, err);
		if (rc != RC_OK)
			return rc;
	}
	return db_bulk_end(q, err);
}

static enum rc
write_events(struct db *db, struct olt_id olt, struct execution_id execution,
    const struct vec *events, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO onu_events (olt_id, execution_id, onu_id, at_ms, kind, "
	    "value_before, value_after, state, cause, detail) "
	    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(olt.v, execution.v), &q, err);

	return rc == RC_OK ? write_each(q, events, err) : rc;
}

/* ---- stays: where an ONU was, from when to when -------------------------------- */

static enum rc
end_stays(struct db *db, const struct vec *events, struct err *err)
{
	static const char sql[] = "UPDATE onu_positions SET until_ms = $2 "
				  "WHERE onu_id = $1 AND until_ms IS NULL";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	for (size_t i = 0; rc == RC_OK && i < events->n; i++) {
		const struct onu_event *e = VEC_AT(events, struct onu_event, i);

		if (e->kind != ONU_MOVED)
			continue;
		db_bind_args(q, DB_ARGS(e->onu.v, e->at_ms));
		rc = db_bulk(q, err);
	}
	return rc == RC_OK ? db_bulk_end(q, err) : rc;
}

static enum rc
begin_stays(struct db *db, struct olt_id olt, const struct vec *events, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO onu_positions (onu_id, olt_id, place, since_ms) "
	    "VALUES ($1, $2, $3, $4)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	for (size_t i = 0; rc == RC_OK && i < events->n; i++) {
		const struct onu_event *e = VEC_AT(events, struct onu_event, i);

		if (e->kind != ONU_MOVED && e->kind != ONU_NEW)
			continue;
		db_bind_args(q, DB_ARGS(e->onu.v, olt.v, e->after, e->at_ms));
		rc = db_bulk(q, err);
	}
	return rc == RC_OK ? db_bulk_end(q, err) : rc;
}

enum rc
events_write(struct db *db, struct olt_id olt, struct execution_id execution,
    const struct vec *events, struct err *err)
{
	enum rc rc;

	if (events->n == 0)
		return RC_OK;
	rc = write_events(db, olt, execution, events, err);
	if (rc == RC_OK)
		rc = event_entry_add(db,
		    &(struct event_of_run){ EVENT_ONUS, olt, execution,
			VEC_AT(events, struct onu_event, 0)->at_ms, events->n },
		    err);
	if (rc == RC_OK)
		rc = end_stays(db, events, err);
	return rc == RC_OK ? begin_stays(db, olt, events, err) : rc;
}

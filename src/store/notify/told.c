/* SPDX-License-Identifier: Apache-2.0 */
#include "store/notify/told.h"

#include <assert.h>
#include <jansson.h>
#include <stdlib.h>

#include "base/buf.h"
#include "store/db/query.h"

#define TOLD_COLUMNS                                                            \
	"incident_id, target_id, version, state, severity, peak, cause_class, " \
	"affected, "                                                            \
	"reopened, flags, act, reason, round, first_ms, sound_ms, at_ms, sent_ms"

/* The one reader of TOLD_COLUMNS. */
static void
told_from_row(const struct db_stmt *q, struct told_row *ret)
{
	*ret = (struct told_row){ .incident = db_int(q, 0),
		.target = { db_int(q, 1) },
		.version = db_int(q, 2),
		.severity = (enum incident_severity)db_int(q, 4),
		.peak = (enum incident_severity)db_int(q, 5),
		.affected = db_int(q, 7),
		.reopened = db_int(q, 8),
		.flags = db_int(q, 9),
		.act = db_text(q, 10),
		.reason = db_text(q, 11),
		.round = db_int(q, 12),
		.first_ms = db_int(q, 13),
		.sound_ms = db_int(q, 14),
		.at_ms = db_int(q, 15),
		.sent_ms = db_int(q, 16) };
	/* A word of a later version is as if it were unknown. */
	(void)incident_state_from_name(db_text(q, 3), &ret->state);
	(void)incident_class_from_name(db_text(q, 6), &ret->cause_class);
}

static void
bind_told(struct db_stmt *q, const struct told_row *r)
{
	db_bind_int(q, 1, r->incident);
	db_bind_int(q, 2, r->target.v);
	db_bind_int(q, 3, r->version);
	db_bind_text(q, 4, incident_state_name(r->state));
	db_bind_int(q, 5, (int64_t)r->severity);
	db_bind_int(q, 6, (int64_t)r->peak);
	db_bind_text(q, 7, incident_class_name(r->cause_class));
	db_bind_int(q, 8, r->affected);
	db_bind_int(q, 9, r->reopened);
	db_bind_int(q, 10, r->flags);
	db_bind_text(q, 11, r->act);
	db_bind_text(q, 12, r->reason);
	db_bind_int(q, 13, r->round);
	db_bind_int(q, 14, r->first_ms);
	db_bind_int(q, 15, r->sound_ms);
	db_bind_int(q, 16, r->at_ms);
	db_bind_int(q, 17, r->sent_ms);
	db_bind_int(q, 18, r->message_of);
}

enum rc
store_told_put(struct db *db, const struct told_row *row, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO told (" TOLD_COLUMNS ", message_ref, thread_ref) "
	    "SELECT CAST($1 AS BIGINT), t.id, CAST($3 AS BIGINT), CAST($4 AS TEXT), "
	    "CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($7 AS TEXT), "
	    "CAST($8 AS BIGINT), CAST($9 AS BIGINT), CAST($10 AS BIGINT), "
	    "CAST($11 AS TEXT), CAST($12 AS TEXT), CAST($13 AS BIGINT), "
	    "CAST($14 AS BIGINT), CAST($15 AS BIGINT), CAST($16 AS BIGINT), "
	    "CAST($17 AS BIGINT), COALESCE(o.message_ref, ''), "
	    "COALESCE(o.thread_ref, '') "
	    "FROM targets t LEFT JOIN told o ON o.incident_id = CAST($18 AS BIGINT) "
	    "AND CAST($18 AS BIGINT) <> 0 AND o.target_id = t.id WHERE t.id = $2 "
	    "ON CONFLICT (incident_id, target_id) DO UPDATE SET "
	    "version = excluded.version, state = excluded.state, "
	    "severity = excluded.severity, peak = excluded.peak, "
	    "cause_class = excluded.cause_class, affected = excluded.affected, "
	    "reopened = excluded.reopened, flags = excluded.flags, act = excluded.act, "
	    "reason = excluded.reason, round = excluded.round, "
	    "first_ms = excluded.first_ms, sound_ms = excluded.sound_ms, "
	    "at_ms = excluded.at_ms, sent_ms = excluded.sent_ms";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	bind_told(q, row);
	return db_run(q, NULL, err);
}

enum rc
store_told_each(struct db *db, told_row_fn row, void *ctx, struct err *err)
{
	static const char sql[] =
	    "SELECT " TOLD_COLUMNS " FROM told ORDER BY incident_id, target_id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_NO_ARGS, &q, err);

	while (db_next(q, &rc, err)) {
		struct told_row r;

		told_from_row(q, &r);
		rc = row(ctx, &r);
	}
	return rc;
}

/* ---- storms ----------------------------------------------------------------------------- */

enum rc
store_storm_put(struct db *db, const struct storm_row *row, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO storms (target_id, began_ms, edited_ms, recent) "
	    "SELECT t.id, CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS TEXT) "
	    "FROM targets t WHERE t.id = $1 ON CONFLICT (target_id) DO UPDATE SET "
	    "began_ms = excluded.began_ms, edited_ms = excluded.edited_ms, "
	    "recent = excluded.recent";
	struct buf recent = BUF_INIT(32 * TOLD_STAMPS_MAX);
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	assert(row->n_recent <= TOLD_STAMPS_MAX);
	buf_puts(&recent, "[");
	for (size_t i = 0; i < row->n_recent; i++)
		buf_printf(&recent, "%s%lld", i ? "," : "", (long long)row->recent[i]);
	buf_puts(&recent, "]");
	db_bind_args(
	    q, DB_ARGS(row->target.v, row->began_ms, row->edited_ms, buf_text(&recent)));
	rc = buf_ok(&recent) ? db_run(q, NULL, err)
			     : err_set(err, RC_NOMEM, "out of memory");
	buf_fini(&recent);
	return rc;
}

/* What is not a list of moments is an empty one. */
static void
storm_from_row(const struct db_stmt *q, struct storm_row *ret)
{
	json_t *recent = json_loads(db_text(q, 3), 0, NULL);

	*ret = (struct storm_row){ .target = { db_int(q, 0) },
		.began_ms = db_int(q, 1),
		.edited_ms = db_int(q, 2) };
	for (size_t i = 0; i < json_array_size(recent) && i < TOLD_STAMPS_MAX; i++)
		ret->recent[ret->n_recent++] =
		    json_integer_value(json_array_get(recent, i));
	json_decref(recent);
}

enum rc
store_storm_each(struct db *db, storm_row_fn row, void *ctx, struct err *err)
{
	static const char sql[] = "SELECT target_id, began_ms, edited_ms, recent FROM "
				  "storms ORDER BY target_id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_NO_ARGS, &q, err);

	while (db_next(q, &rc, err)) {
		struct storm_row r;

		storm_from_row(q, &r);
		rc = row(ctx, &r);
	}
	return rc;
}

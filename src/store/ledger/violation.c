/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "store/ledger/quota.h"
#include "store/core/tx.h"
#include "store/db/query.h"

static enum rc
missing(struct violation_id id, struct err *err)
{
	return err_set(err, RC_NOT_FOUND, "there is no violation %lld", (long long)id.v);
}

static enum rc
insert(struct db *db, const struct violation *v, int64_t *ret_id, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO violations (olt_id, job_id, period_start_ms, period_end_ms, "
	    "severity, report, created_ms, task_type) "
	    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8) "
	    "ON CONFLICT (olt_id, job_id, period_start_ms) DO NOTHING RETURNING id";

	return db_query_int(db, sql,
	    DB_ARGS(v->key.olt.v, v->key.job.v, v->key.period_start_ms, v->period_end_ms,
		severity_name(v->severity), v->report, v->created_ms, v->task_type),
	    ret_id, err);
}

static enum rc
find(struct db *db, const struct quota_key *key, int64_t *ret_id, struct err *err)
{
	static const char sql[] =
	    "SELECT id FROM violations WHERE olt_id = $1 AND job_id = $2 "
	    "AND period_start_ms = $3";

	return db_query_int(
	    db, sql, DB_ARGS(key->olt.v, key->job.v, key->period_start_ms), ret_id, err);
}

enum rc
store_violation_add(struct db *db, struct violation *violation, struct err *err)
{
	struct tx tx;
	int64_t id = 0;
	enum rc rc = tx_begin(db, &tx, err);

	if (rc == RC_OK)
		rc = insert(db, violation, &id, err);
	if (rc == RC_NOT_FOUND)
		rc = find(db, &violation->key, &id, err);
	rc = tx_end(&tx, rc, err);
	if (rc == RC_OK)
		violation->id.v = id;
	return rc;
}

enum rc
store_violation_ack(struct db *db, struct violation_id id, const char *by, int64_t now_ms,
    struct err *err)
{
	static const char sql[] =
	    "UPDATE violations SET acked_ms = COALESCE(acked_ms, $3), "
	    "acked_by = CASE WHEN acked_ms IS NULL THEN $2 ELSE acked_by END "
	    "WHERE id = $1";
	enum rc rc = db_change(db, sql, DB_ARGS(id.v, by, now_ms), err);

	return rc == RC_NOT_FOUND ? missing(id, err) : rc;
}

enum rc
store_violation_notified(
    struct db *db, struct violation_id id, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE violations SET notified_ms = COALESCE(notified_ms, $2) WHERE id = $1";
	enum rc rc = db_change(db, sql, DB_ARGS(id.v, now_ms), err);

	return rc == RC_NOT_FOUND ? missing(id, err) : rc;
}

#define VIOLATION_COLUMNS                                                           \
	"id, olt_id, task_type, period_start_ms, period_end_ms, severity, report, " \
	"created_ms, notified_ms, acked_ms, acked_by, job_id"

/* The one reader of VIOLATION_COLUMNS: keep the two next to each other. */
static enum rc
violation_from_row(
    const struct db_stmt *q, struct arena *arena, struct violation *ret, struct err *err)
{
	const char *report = db_text(q, 6), *by = db_text(q, 10);
	struct violation v = { .id = { db_int(q, 0) },
		.key = { { db_int(q, 1) }, { db_int(q, 11) }, db_int(q, 3) },
		.period_end_ms = db_int(q, 4),
		.report = arena_copy(arena, report, strlen(report)),
		.created_ms = db_int(q, 7),
		.notified_ms = db_int(q, 8),
		.acked_ms = db_int(q, 9),
		.acked_by = arena_copy(arena, by, strlen(by)) };

	(void)snprintf(v.task_type, sizeof(v.task_type), "%s", db_text(q, 2));
	if (!severity_from_name(db_text(q, 5), &v.severity))
		return err_set(err, RC_PROTOCOL,
		    "violation %lld has a severity that does not exist",
		    (long long)v.id.v);
	if (!v.report || !v.acked_by)
		return err_set(err, RC_NOMEM, "no memory for a violation");
	*ret = v;
	return RC_OK;
}

enum rc
store_violation_get(struct db *db, struct violation_id id, struct arena *arena,
    struct violation *ret_violation, struct err *err)
{
	static const char sql[] =
	    "SELECT " VIOLATION_COLUMNS " FROM violations WHERE id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(id.v), &q, err);

	if (rc == RC_NOT_FOUND)
		return missing(id, err);
	return rc == RC_OK ? violation_from_row(q, arena, ret_violation, err) : rc;
}

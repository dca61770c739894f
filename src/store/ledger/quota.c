/* SPDX-License-Identifier: Apache-2.0 */
#include "store/ledger/quota.h"

#include <stdio.h>

#include "store/db/query.h"

enum rc
store_quota_put(struct db *db, const struct quota *quota, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO quota_trackers (olt_id, job_id, period_start_ms, "
	    "period_end_ms, required, pending, status, created_ms, updated_ms, "
	    "task_type, at_risk) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10) "
	    "ON CONFLICT (olt_id, job_id, period_start_ms) DO UPDATE SET "
	    "required = excluded.required, pending = excluded.pending, "
	    "status = excluded.status, updated_ms = excluded.updated_ms, "
	    "at_risk = excluded.at_risk";

	return db_exec(db, sql,
	    DB_ARGS(quota->key.olt.v, quota->key.job.v, quota->key.period_start_ms,
		quota->period_end_ms, quota->required, quota->pending,
		quota_status_name(quota->status), now_ms, quota->task_type,
		quota->at_risk),
	    err);
}

#define QUOTA_COLUMNS                                                       \
	"id, olt_id, task_type, period_start_ms, period_end_ms, required, " \
	"pending, status, completed, failed, skipped, total_duration_ms, "  \
	"job_id, partial, at_risk"
enum { QUOTA_COLUMN_COUNT = 15 };

/* The one reader of QUOTA_COLUMNS: keep the two next to each other. */
static enum rc
quota_from_row(const struct db_stmt *q, struct quota *ret, struct err *err)
{
	struct quota quota = { .id = { db_int(q, 0) },
		.key = { { db_int(q, 1) }, { db_int(q, 12) }, db_int(q, 3) },
		.period_end_ms = db_int(q, 4),
		.required = db_int(q, 5),
		.pending = db_int(q, 6),
		.completed = db_int(q, 8),
		.failed = db_int(q, 9),
		.skipped = db_int(q, 10),
		.total_duration_ms = db_int(q, 11),
		.partial = db_int(q, 13),
		.at_risk = db_int(q, 14) != 0 };

	(void)snprintf(quota.task_type, sizeof(quota.task_type), "%s", db_text(q, 2));
	if (!quota_status_from_name(db_text(q, 7), &quota.status))
		return err_set(err, RC_PROTOCOL,
		    "quota %lld has a status that does not exist", (long long)quota.id.v);
	*ret = quota;
	return RC_OK;
}

enum rc
store_quota_list(struct db *db, int64_t period_start_ms, store_quota_named row, void *ctx,
    struct err *err)
{
	static const char sql[] =
	    "SELECT " QUOTA_COLUMNS
	    ", (SELECT name FROM olts o WHERE o.id = quota_trackers.olt_id)"
	    ", (SELECT name FROM jobs j WHERE j.id = quota_trackers.job_id) "
	    "FROM quota_trackers WHERE period_start_ms = $1 "
	    "ORDER BY olt_id, task_type, id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(period_start_ms), &q, err);

	while (db_next(q, &rc, err)) {
		struct quota quota;

		rc = quota_from_row(q, &quota, err);
		if (rc == RC_OK)
			rc = row(ctx, &quota,
			    &(struct quota_names){ db_text(q, QUOTA_COLUMN_COUNT),
				db_text(q, QUOTA_COLUMN_COUNT + 1) });
	}
	return rc;
}

enum rc
store_quota_open(struct db *db, store_quota_row row, void *ctx, struct err *err)
{
	static const char sql[] = "SELECT " QUOTA_COLUMNS " FROM quota_trackers "
				  "WHERE status = 'IN_PROGRESS' "
				  "ORDER BY period_start_ms, olt_id, task_type, id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_NO_ARGS, &q, err);

	while (db_next(q, &rc, err)) {
		struct quota quota;

		rc = quota_from_row(q, &quota, err);
		if (rc == RC_OK)
			rc = row(ctx, &quota);
	}
	return rc;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "store/work/account_int.h"

#include "model/quota.h"
#include "store/db/query.h"
#include "store/olt/olt_hours.h"

static bool
has_succeeded(const struct execution *e)
{
	return e->state == EXECUTION_SUCCESS || e->state == EXECUTION_PARTIAL;
}

enum rc
account_attempt(struct db *db, const struct execution *e, const struct attempt *attempt,
    struct err *err)
{
	static const char sql[] =
	    "INSERT INTO attempts (execution_id, number, started_ms, finished_ms, error, "
	    "message, requests, retransmits, timeouts, varbinds, bytes) "
	    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) "
	    "ON CONFLICT (execution_id, number) DO NOTHING";

	if (attempt->number == 0)
		return RC_OK;
	return db_exec(db, sql,
	    DB_ARGS(e->id.v, attempt->number, attempt->started_ms, attempt->finished_ms,
		trouble_name(attempt->trouble), attempt->message,
		attempt->traffic.requests, attempt->traffic.retransmits,
		attempt->traffic.timeouts, attempt->traffic.varbinds,
		attempt->traffic.bytes),
	    err);
}

/* Failures in a row start anew after a success; being interrupted is neither. A node
 * that was disabled or chained meanwhile has no next time. */
static enum rc
end_node(struct db *db, const struct execution *e, const struct finish_node *node,
    struct err *err)
{
	static const char sql[] =
	    "UPDATE nodes SET last_run_ms = $2, "
	    "last_success_ms = COALESCE($3, last_success_ms), "
	    "last_failure_ms = COALESCE($4, last_failure_ms), "
	    "failures = CAST($5 AS BIGINT) * failures + CAST($6 AS BIGINT), "
	    "next_run_ms = CASE WHEN enabled = 1 AND master_id IS NULL "
	    "THEN COALESCE($7, next_run_ms) END WHERE id = $1";
	bool has_failed = e->state == EXECUTION_FAILED;

	return db_exec(db, sql,
	    DB_ARGS(e->node.v, e->started_ms ? e->started_ms : e->finished_ms,
		db_int_if(has_succeeded(e), e->finished_ms),
		db_int_if(has_failed, e->finished_ms), !has_succeeded(e), has_failed,
		db_int_if(node->moves_next, node->next_run_ms)),
	    err);
}

/* The hour is the one in which it was due. */
static enum rc
count_quota(struct db *db, const struct execution *e, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO quota_trackers (olt_id, job_id, period_start_ms, "
	    "period_end_ms, completed, failed, total_duration_ms, created_ms, "
	    "updated_ms, partial, task_type) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, "
	    "$8, $9, (SELECT task_type FROM jobs WHERE id = $2)) "
	    "ON CONFLICT (olt_id, job_id, period_start_ms) DO UPDATE SET "
	    "completed = quota_trackers.completed + excluded.completed, "
	    "partial = quota_trackers.partial + excluded.partial, "
	    "failed = quota_trackers.failed + excluded.failed, "
	    "total_duration_ms = "
	    "quota_trackers.total_duration_ms + excluded.total_duration_ms, "
	    "pending = CASE WHEN quota_trackers.pending > 0 "
	    "THEN quota_trackers.pending - 1 ELSE 0 END, "
	    "updated_ms = excluded.updated_ms";
	int64_t hour = quota_period_of(e->due_ms ? e->due_ms : e->queued_ms);
	bool is_made = execution_is_made(e->state, e->share);

	return db_exec(db, sql,
	    DB_ARGS(e->olt.v, e->job.v, hour, hour + QUOTA_PERIOD_MS, is_made,
		e->state == EXECUTION_FAILED, e->finished_ms - e->started_ms,
		e->finished_ms, e->state == EXECUTION_PARTIAL && !is_made),
	    err);
}

static enum rc
stamp_olt(struct db *db, const struct execution *e, struct err *err)
{
	static const char sql[] = "UPDATE olts SET last_answer_ms = $2 WHERE id = $1";

	return db_exec(db, sql, DB_ARGS(e->olt.v, e->finished_ms), err);
}

enum rc
account_end(struct db *db, const struct execution *e, const struct finish_node *node,
    struct err *err)
{
	enum rc rc = RC_OK;

	if (e->node.v)
		rc = end_node(db, e, node, err);
	if (rc == RC_OK && e->job.v && !*e->asked_by && e->state != EXECUTION_INTERRUPTED)
		rc = count_quota(db, e, err);
	if (rc == RC_OK && has_succeeded(e))
		rc = stamp_olt(db, e, err);
	return rc == RC_OK && e->started_ms ? olt_hour_add(db, e, err) : rc;
}

static enum rc
count_missed(struct db *db, const struct missed_slots *missed, int64_t hour, int64_t n,
    struct err *err)
{
	static const char sql[] =
	    "INSERT INTO quota_trackers (olt_id, job_id, period_start_ms, "
	    "period_end_ms, skipped, created_ms, updated_ms, task_type) "
	    "VALUES ($1, $2, $3, $4, $5, $6, $6, "
	    "(SELECT task_type FROM jobs WHERE id = $2)) "
	    "ON CONFLICT (olt_id, job_id, period_start_ms) DO UPDATE SET "
	    "skipped = quota_trackers.skipped + excluded.skipped, "
	    "pending = CASE WHEN quota_trackers.pending > excluded.skipped "
	    "THEN quota_trackers.pending - excluded.skipped ELSE 0 END, "
	    "updated_ms = excluded.updated_ms";

	return db_exec(db, sql,
	    DB_ARGS(missed->olt.v, missed->job.v, hour, hour + QUOTA_PERIOD_MS, n,
		missed->next_run_ms),
	    err);
}

/* From the last of them backwards, an hour at a time. */
enum rc
account_missed(struct db *db, const struct missed_slots *missed, struct err *err)
{
	int64_t step = missed->step_ms;
	int64_t at = missed->next_run_ms - (step ? step : 1);
	int64_t left = missed->n;

	while (left > 0) {
		int64_t hour = quota_period_of(at);
		int64_t in_hour = step ? (at - hour) / step + 1 : left;
		int64_t n = in_hour < left ? in_hour : left;
		enum rc rc = count_missed(db, missed, hour, n, err);

		if (rc != RC_OK)
			return rc;
		left -= n;
		at -= n * step;
	}
	return RC_OK;
}

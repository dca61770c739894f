/* SPDX-License-Identifier: Apache-2.0 */
#include "store/ledger/plan.h"

#include <assert.h>
#include <string.h>

#include "base/buf.h"
#include "store/core/tx.h"
#include "store/db/query.h"

/* ---- writing ----------------------------------------------------------------- */

static enum rc
supersede(struct db *db, const struct plan *plan, struct err *err)
{
	static const char sql[] =
	    "UPDATE plans SET status = 'SUPERSEDED', updated_ms = $3 WHERE olt_id = $1 "
	    "AND period_start_ms = $2 AND status = 'ACTIVE' AND created_ms <> $3";

	return db_exec(
	    db, sql, DB_ARGS(plan->olt.v, plan->period_start_ms, plan->created_ms), err);
}

/* Two plans of one millisecond: the later is the one that counts. */
static enum rc
insert(struct db *db, const struct plan *plan, const char *runs, int64_t *ret_id,
    struct err *err)
{
	static const char sql[] =
	    "INSERT INTO plans (olt_id, period_start_ms, period_end_ms, status, runs, "
	    "fits, total, completed, failed, created_ms, updated_ms) "
	    "VALUES ($1, $2, $3, 'ACTIVE', $4, $5, $6, $7, $8, $9, $9) "
	    "ON CONFLICT (olt_id, period_start_ms, created_ms) DO UPDATE SET "
	    "status = excluded.status, runs = excluded.runs, fits = excluded.fits, "
	    "total = excluded.total, completed = excluded.completed, "
	    "failed = excluded.failed RETURNING id";

	return db_query_int(db, sql,
	    DB_ARGS(plan->olt.v, plan->period_start_ms, plan->period_end_ms, runs,
		plan->fits, plan->total, plan->completed, plan->failed, plan->created_ms),
	    ret_id, err);
}

static enum rc
put(struct db *db, struct plan *plan, const char *runs, struct err *err)
{
	struct tx tx;
	int64_t id = 0;
	enum rc rc = tx_begin(db, &tx, err);

	if (rc == RC_OK)
		rc = supersede(db, plan, err);
	if (rc == RC_OK)
		rc = insert(db, plan, runs, &id, err);
	rc = tx_end(&tx, rc, err);
	if (rc == RC_OK)
		plan->id.v = id;
	return rc;
}

enum rc
store_plan_put(struct db *db, struct plan *plan, struct err *err)
{
	struct buf runs = BUF_INIT(PLAN_RUNS_BYTES_MAX);
	enum rc rc;

	assert(plan->status == PLAN_ACTIVE);
	plan_runs_json(plan->runs, plan->n_runs, &runs);
	if (buf_ok(&runs))
		rc = put(db, plan, buf_text(&runs), err);
	else
		rc = err_set(err, RC_NOMEM, "no room for a plan of %zu runs of OLT %lld",
		    plan->n_runs, (long long)plan->olt.v);
	buf_fini(&runs);
	return rc;
}

enum rc
store_plan_move(struct db *db, const struct plan *plan, struct err *err)
{
	static const char sql[] =
	    "UPDATE plans SET completed = $4, failed = $5, updated_ms = $6, "
	    "status = CASE status WHEN 'ACTIVE' THEN $7 ELSE status END "
	    "WHERE olt_id = $1 AND period_start_ms = $2 AND created_ms = $3";
	enum rc rc = db_change(db, sql,
	    DB_ARGS(plan->olt.v, plan->period_start_ms, plan->created_ms, plan->completed,
		plan->failed, plan->updated_ms, plan_status_name(plan->status)),
	    err);

	if (rc == RC_NOT_FOUND)
		return err_set(err, RC_NOT_FOUND, "OLT %lld has no such plan at %lld",
		    (long long)plan->olt.v, (long long)plan->period_start_ms);
	return rc;
}

enum rc
store_plans_expire(struct db *db, int64_t now_ms, int64_t *ret_n, struct err *err)
{
	static const char sql[] =
	    "UPDATE plans SET updated_ms = $1, status = CASE "
	    "WHEN total > 0 AND completed = 0 THEN 'ABORTED' ELSE 'COMPLETED' END "
	    "WHERE status = 'ACTIVE' AND period_end_ms <= $1";
	int64_t changed = 0;
	enum rc rc = db_exec_count(db, sql, DB_ARGS(now_ms), &changed, err);

	if (rc == RC_OK && ret_n)
		*ret_n = changed;
	return rc;
}

/* ---- reading ----------------------------------------------------------------- */

#define PLAN_COLUMNS                                                        \
	"id, olt_id, period_start_ms, period_end_ms, status, fits, total, " \
	"completed, failed, created_ms, updated_ms, runs"

/* The one reader of PLAN_COLUMNS: keep the two next to each other. */
static enum rc
plan_from_row(
    const struct db_stmt *q, struct arena *arena, struct plan *ret, struct err *err)
{
	const char *runs = db_text(q, 11);
	struct plan plan = { .id = { db_int(q, 0) },
		.olt = { db_int(q, 1) },
		.period_start_ms = db_int(q, 2),
		.period_end_ms = db_int(q, 3),
		.fits = db_int(q, 5) != 0,
		.total = db_int(q, 6),
		.completed = db_int(q, 7),
		.failed = db_int(q, 8),
		.created_ms = db_int(q, 9),
		.updated_ms = db_int(q, 10),
		.runs_json = arena_copy(arena, runs, strlen(runs)) };

	if (!plan_status_from_name(db_text(q, 4), &plan.status))
		return err_set(err, RC_PROTOCOL,
		    "plan %lld has a status that does not exist", (long long)plan.id.v);
	if (!plan.runs_json)
		return err_set(err, RC_NOMEM, "no memory for a plan");
	*ret = plan;
	return RC_OK;
}

enum rc
store_plan_get(struct db *db, struct plan_id id, struct arena *arena,
    struct plan *ret_plan, struct err *err)
{
	static const char sql[] = "SELECT " PLAN_COLUMNS " FROM plans WHERE id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(id.v), &q, err);

	if (rc == RC_NOT_FOUND)
		return err_set(err, rc, "there is no plan %lld", (long long)id.v);
	return rc == RC_OK ? plan_from_row(q, arena, ret_plan, err) : rc;
}

/* Node by node along the index of executions: there are millions of them. */
enum rc
store_durations(
    struct db *db, int64_t since_ms, store_duration_row row, void *ctx, struct err *err)
{
	static const char sql[] =
	    "SELECT id, average, slices FROM (SELECT nodes.id AS id, "
	    "(SELECT CAST(SUM(took) AS BIGINT) / COUNT(*) "
	    "FROM (SELECT e.busy_ms AS took FROM executions e "
	    "WHERE e.node_id = nodes.id AND e.queued_ms >= $1 AND e.busy_ms > 0 "
	    "AND e.state IN ('SUCCESS', 'PARTIAL') "
	    "ORDER BY e.queued_ms DESC LIMIT $2) t HAVING COUNT(*) > 0) AS average, "
	    "(SELECT MAX(s) FROM (SELECT e.slices AS s FROM executions e "
	    "WHERE e.node_id = nodes.id AND e.queued_ms >= $1 AND e.busy_ms > 0 "
	    "AND e.state IN ('SUCCESS', 'PARTIAL') "
	    "ORDER BY e.queued_ms DESC LIMIT $2) t) AS slices "
	    "FROM nodes) d WHERE average IS NOT NULL ORDER BY id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(since_ms, DURATION_RUNS), &q, err);

	while (db_next(q, &rc, err)) {
		struct node_duration d = { { db_int(q, 0) }, db_int(q, 1), db_int(q, 2) };

		rc = row(ctx, &d);
	}
	return rc;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>

#include "store/work/account_int.h"
#include "store/work/job_row.h"
#include "store/core/tx.h"
#include "store/db/query.h"

enum { GENERIC_BRAND = 1 };

static enum rc
missing(struct node_id id, struct err *err)
{
	return err_set(err, RC_NOT_FOUND, "there is no node %lld", (long long)id.v);
}

/* ---- applying ------------------------------------------------------------ */

static enum rc
check_brand(struct db *db, const struct node_apply *a, struct err *err)
{
	static const char sql[] =
	    "SELECT j.brand_id, o.brand_id, j.name, jb.name, o.name, ob.name "
	    "FROM jobs j JOIN brands jb ON jb.id = j.brand_id, "
	    "olts o JOIN brands ob ON ob.id = o.brand_id "
	    "WHERE j.id = $1 AND o.id = $2 AND j.deleted_ms IS NULL "
	    "AND o.deleted_ms IS NULL";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(a->job.v, a->olt.v), &q, err);

	if (rc == RC_NOT_FOUND)
		return err_set(err, rc, "there is no job %lld or no OLT %lld",
		    (long long)a->job.v, (long long)a->olt.v);
	if (rc != RC_OK)
		return rc;
	if (db_int(q, 0) != GENERIC_BRAND && db_int(q, 0) != db_int(q, 1))
		return err_set(err, RC_INVALID,
		    "job \"%s\" is for %s and OLT \"%s\" is %s: it would read nothing",
		    db_text(q, 2), db_text(q, 3), db_text(q, 4), db_text(q, 5));
	return RC_OK;
}

static enum rc
insert(struct db *db, const struct node_apply *a, int64_t *ret_id, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO nodes (workflow_id, olt_id, job_id, next_run_ms, created_ms, "
	    "updated_ms) VALUES ((SELECT id FROM workflows WHERE olt_id = $1), $1, $2, "
	    "$3, $4, $4) RETURNING id";
	enum rc rc = db_query_int(
	    db, sql, DB_ARGS(a->olt.v, a->job.v, a->next_run_ms, a->now_ms), ret_id, err);

	if (rc == RC_CONFLICT)
		return err_set(err, rc, "the job is applied to this OLT already");
	return rc;
}

enum rc
store_node_apply(struct db *db, const struct node_apply *apply, struct node_id *ret_node,
    struct err *err)
{
	struct tx tx;
	int64_t id = 0;
	enum rc rc = tx_begin(db, &tx, err);

	if (rc == RC_OK)
		rc = check_brand(db, apply, err);
	if (rc == RC_OK)
		rc = insert(db, apply, &id, err);
	rc = tx_end(&tx, rc, err);
	if (rc == RC_OK)
		ret_node->v = id;
	return rc;
}

/* ---- chaining ------------------------------------------------------------ */

static enum rc
check_chain(struct db *db, const struct node_chain *c, struct err *err)
{
	static const char sql[] = "SELECT n.olt_id = m.olt_id, m.master_id IS NULL, "
				  "(SELECT count(*) FROM nodes s WHERE s.master_id = $1) "
				  "FROM nodes n, nodes m WHERE n.id = $1 AND m.id = $2";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(c->node.v, c->master.v), &q, err);

	if (rc == RC_NOT_FOUND)
		return missing(c->node, err);
	if (rc != RC_OK)
		return rc;
	if (c->node.v == c->master.v)
		return err_set(err, RC_INVALID, "a node cannot be its own master");
	if (!db_int(q, 0))
		return err_set(err, RC_INVALID, "the master belongs to another OLT");
	if (!db_int(q, 1))
		return err_set(err, RC_INVALID, "the master is chained itself");
	if (db_int(q, 2))
		return err_set(err, RC_INVALID, "other nodes are chained to this one");
	return RC_OK;
}

static enum rc
write_chain(struct db *db, const struct node_chain *c, struct err *err)
{
	static const char sql[] =
	    "UPDATE nodes SET master_id = $2, next_run_ms = $3, updated_ms = $4 "
	    "WHERE id = $1";
	enum rc rc = db_change(db, sql,
	    DB_ARGS(c->node.v, db_or_null(c->master.v),
		db_int_if(!c->master.v, c->next_run_ms), c->now_ms),
	    err);

	return rc == RC_NOT_FOUND ? missing(c->node, err) : rc;
}

enum rc
store_node_chain(struct db *db, const struct node_chain *chain, struct err *err)
{
	struct tx tx;
	enum rc rc = tx_begin(db, &tx, err);

	if (rc == RC_OK && chain->master.v)
		rc = check_chain(db, chain, err);
	if (rc == RC_OK)
		rc = write_chain(db, chain, err);
	return tx_end(&tx, rc, err);
}

/* ---- changing ------------------------------------------------------------ */

enum rc
store_node_change(struct db *db, struct node_id id, const struct node_change *change,
    int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE nodes SET "
	    "interval_ms = CASE WHEN CAST($6 AS BIGINT) = 1 THEN $2 ELSE interval_ms "
	    "END, "
	    "cron = CASE WHEN CAST($7 AS BIGINT) = 1 THEN $3 ELSE cron END, "
	    "priority = CASE WHEN CAST($8 AS BIGINT) = 1 THEN $4 ELSE priority END, "
	    "updated_ms = $5 WHERE id = $1";
	const struct node_overrides *to = &change->to;
	enum rc rc = db_change(db, sql,
	    DB_ARGS(id.v, db_or_null(to->interval_ms), to->cron,
		db_int_if(to->priority >= 0, to->priority), now_ms, change->has_interval,
		change->has_cron, change->has_priority),
	    err);

	return rc == RC_NOT_FOUND ? missing(id, err) : rc;
}

enum rc
store_node_override(struct db *db, struct node_id id,
    const struct node_overrides *overrides, int64_t now_ms, struct err *err)
{
	struct node_change all = { *overrides, true, true, true };

	return store_node_change(db, id, &all, now_ms, err);
}

enum rc
store_node_prioritize(
    struct db *db, struct node_id id, int64_t priority, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE nodes SET priority = $2, updated_ms = $3 WHERE id = $1";
	enum rc rc = db_change(db, sql, DB_ARGS(id.v, priority, now_ms), err);

	return rc == RC_NOT_FOUND ? missing(id, err) : rc;
}

enum rc
store_node_enable(struct db *db, struct node_id id, int64_t next_run_ms, int64_t now_ms,
    struct err *err)
{
	static const char sql[] =
	    "UPDATE nodes SET enabled = 1, updated_ms = $3, "
	    "next_run_ms = CASE WHEN master_id IS NULL THEN CAST($2 AS BIGINT) END "
	    "WHERE id = $1";
	enum rc rc = db_change(db, sql, DB_ARGS(id.v, next_run_ms, now_ms), err);

	return rc == RC_NOT_FOUND ? missing(id, err) : rc;
}

enum rc
store_node_disable(struct db *db, struct node_id id, int64_t now_ms, struct err *err)
{
	static const char sql[] = "UPDATE nodes SET enabled = 0, next_run_ms = NULL, "
				  "updated_ms = $2 WHERE id = $1";
	enum rc rc = db_change(db, sql, DB_ARGS(id.v, now_ms), err);

	return rc == RC_NOT_FOUND ? missing(id, err) : rc;
}

enum rc
store_node_delete(struct db *db, struct node_id id, struct err *err)
{
	static const char sql[] = "DELETE FROM nodes WHERE id = $1";
	enum rc rc = db_change(db, sql, DB_ARGS(id.v), err);

	if (rc == RC_CONFLICT)
		return err_set(err, rc,
		    "other nodes are chained to node %lld; let them go first",
		    (long long)id.v);
	return rc == RC_NOT_FOUND ? missing(id, err) : rc;
}

/* ---- moving on ------------------------------------------------------------ */

/* *ret_moves: it has a time of its own, and another one. */
static enum rc
look_at_slots(struct db *db, struct node_id id, struct missed_slots *missed,
    bool *ret_moves, struct err *err)
{
	static const char sql[] =
	    "SELECT n.olt_id, n.job_id, CASE WHEN n.interval_ms IS NULL AND n.cron IS "
	    "NULL "
	    "THEN j.interval_ms ELSE n.interval_ms END, "
	    "n.enabled = 1 AND n.master_id IS NULL "
	    "AND n.next_run_ms IS DISTINCT FROM $2 "
	    "FROM nodes n JOIN jobs j ON j.id = n.job_id WHERE n.id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(id.v, missed->next_run_ms), &q, err);

	if (rc == RC_NOT_FOUND)
		return missing(id, err);
	if (rc != RC_OK)
		return rc;
	missed->olt.v = db_int(q, 0);
	missed->job.v = db_int(q, 1);
	missed->step_ms = db_int(q, 2);
	*ret_moves = db_int(q, 3) != 0;
	return RC_OK;
}

static enum rc
write_next(
    struct db *db, struct node_id id, const struct missed_slots *missed, struct err *err)
{
	static const char sql[] =
	    "UPDATE nodes SET next_run_ms = $2, skipped = skipped + $3 WHERE id = $1";

	return db_exec(db, sql, DB_ARGS(id.v, missed->next_run_ms, missed->n), err);
}

enum rc
store_node_next(struct db *db, struct node_id id, int64_t next_run_ms, int64_t skipped,
    struct err *err)
{
	struct missed_slots missed = { .next_run_ms = next_run_ms, .n = skipped };
	bool moves = false;
	struct tx tx;
	enum rc rc = tx_begin(db, &tx, err);

	if (rc == RC_OK)
		rc = look_at_slots(db, id, &missed, &moves, err);
	if (rc == RC_OK && moves)
		rc = write_next(db, id, &missed, err);
	if (rc == RC_OK && moves)
		rc = account_missed(db, &missed, err);
	return tx_end(&tx, rc, err);
}

/* ---- reading ------------------------------------------------------------- */

enum rc
node_from_row(const struct db_stmt *q, struct node *ret, struct err *err)
{
	struct node n = { .id = { db_int(q, 0) },
		.olt = { db_int(q, 1) },
		.job = { db_int(q, 2) },
		.master = { db_int(q, 3) },
		.enabled = db_int(q, 5) != 0,
		.interval_ms = db_int(q, 6),
		.cron = db_text(q, 7),
		.priority = db_int(q, 8),
		.lane = db_text(q, 9),
		.next_run_ms = db_int(q, 10),
		.last_run_ms = db_int(q, 11),
		.last_success_ms = db_int(q, 12),
		.last_failure_ms = db_int(q, 13),
		.failures = db_int(q, 14),
		.skipped = db_int(q, 15) };

	if (!task_type_from_name(db_text(q, 4), &n.type))
		return err_set(err, RC_PROTOCOL, "the job of node %lld has no good type",
		    (long long)n.id.v);
	*ret = n;
	return RC_OK;
}

enum rc
store_node_list(struct db *db, store_node_row row, void *ctx, struct err *err)
{
	static const char sql[] = "SELECT " NODE_COLUMNS NODE_FROM_LIVE NODE_ORDER;
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_NO_ARGS, &q, err);

	while (db_next(q, &rc, err)) {
		struct node n;

		rc = node_from_row(q, &n, err);
		if (rc == RC_OK)
			rc = row(ctx, &n);
	}
	return rc;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "store/work/execution.h"

#include <assert.h>
#include <stdio.h>

#include "store/work/account_int.h"
#include "store/work/execution_int.h"
#include "store/olt/olt.h"
#include "store/core/tx.h"
#include "store/db/query.h"

#define EXECUTION_COLUMNS                                                              \
	"id, olt_id, node_id, job_id, type, state, error, message, attempts, "         \
	"max_attempts, queued_ms, started_ms, finished_ms, late_ms, poller, "          \
	"asked_by, requests, retransmits, timeouts, varbinds, bytes, onus_seen, "      \
	"onus_ok, onus_failed, onus_absent, onus_new, onus_changed, due_ms, "          \
	"fence, lane, asked, answered, answers, rtt_us, rtt_max_us, busy_ms, slices, " \
	"waited_on, waited_for"

static void
copy_text(char *to, size_t room, const char *text)
{
	(void)snprintf(to, room, "%s", text ? text : "");
}

/* A name that this program does not know was written by a later one, and the
 * database refuses those at start: what is left is damage. */
static enum rc
names_from_row(const struct db_stmt *q, struct execution *e, struct err *err)
{
	const char *type = db_text(q, 4), *state = db_text(q, 5), *error = db_text(q, 6);
	const char *lane = db_text(q, 29), *waited_on = db_text(q, 37);

	if (waited_on && *waited_on && !next_from_name(waited_on, &e->waited_on))
		e->waited_on = NEXT_UNKNOWN;
	if (type && state && lane && task_type_from_name(type, &e->type) &&
	    lane_from_name(lane, &e->lane) &&
	    execution_state_from_name(state, &e->state) &&
	    trouble_from_name(error ? error : "", &e->trouble))
		return RC_OK;
	return err_set(err, RC_PROTOCOL,
	    "execution %lld has a type, lane, state or error that does not exist; "
	    "`facho doctor --database` checks the rest",
	    (long long)db_int(q, 0));
}

/* The one reader of EXECUTION_COLUMNS: keep the two next to each other. */
static enum rc
execution_from_row(const struct db_stmt *q, struct execution *ret, struct err *err)
{
	struct execution e = { .id = { db_int(q, 0) },
		.olt = { db_int(q, 1) },
		.node = { db_int(q, 2) },
		.job = { db_int(q, 3) },
		.attempts = (int32_t)db_int(q, 8),
		.max_attempts = (int32_t)db_int(q, 9),
		.queued_ms = db_int(q, 10),
		.started_ms = db_int(q, 11),
		.finished_ms = db_int(q, 12),
		.late_ms = db_int(q, 13),
		.poller = (int32_t)db_int(q, 14),
		.traffic = { db_int(q, 16), db_int(q, 17), db_int(q, 18), db_int(q, 19),
		    db_int(q, 20), db_int(q, 32), db_int(q, 33), db_int(q, 34) },
		.onus = { db_int(q, 21), db_int(q, 22), db_int(q, 23), db_int(q, 24),
		    db_int(q, 25), db_int(q, 26) },
		.due_ms = db_int(q, 27),
		.fence = db_int(q, 28),
		.share = { db_int(q, 30), db_int(q, 31) },
		.busy_ms = db_int(q, 35),
		.slices = db_int(q, 36),
		.waited_for = { db_int(q, 38) } };
	enum rc rc = names_from_row(q, &e, err);

	if (rc != RC_OK)
		return rc;
	copy_text(e.message, sizeof(e.message), db_text(q, 7));
	copy_text(e.asked_by, sizeof(e.asked_by), db_text(q, 15));
	*ret = e;
	return RC_OK;
}

/* What changes in the life of an execution: $2 to $27; $1 is its id. */
static void
bind_progress(struct db_stmt *q, const struct execution *e)
{
	db_bind_text(q, 2, execution_state_name(e->state));
	db_bind_text(q, 3, trouble_name(e->trouble));
	db_bind_text(q, 4, e->message);
	db_bind_int(q, 5, e->attempts);
	db_bind(q, 6, db_or_null(e->started_ms));
	db_bind(q, 7, db_or_null(e->finished_ms));
	db_bind_int(q, 8, e->late_ms);
	db_bind_int(q, 9, e->poller);
	db_bind_int(q, 10, e->traffic.requests);
	db_bind_int(q, 11, e->traffic.retransmits);
	db_bind_int(q, 12, e->traffic.timeouts);
	db_bind_int(q, 13, e->traffic.varbinds);
	db_bind_int(q, 14, e->traffic.bytes);
	db_bind_int(q, 15, e->onus.seen);
	db_bind_int(q, 16, e->onus.ok);
	db_bind_int(q, 17, e->onus.failed);
	db_bind_int(q, 18, e->onus.absent);
	db_bind_int(q, 19, e->onus.fresh);
	db_bind_int(q, 20, e->onus.changed);
	db_bind_int(q, 21, e->fence);
	db_bind_text(q, 22, lane_name(e->lane));
	db_bind_int(q, 23, e->share.asked);
	db_bind_int(q, 24, e->share.answered);
	db_bind_int(q, 25, e->traffic.answers);
	db_bind_int(q, 26, e->traffic.rtt_us);
	db_bind_int(q, 27, e->traffic.rtt_max_us);
}

/* Has it a result, or does it ask for one? Then its lock must be the OLT's latest. What
 * was never started has none yet, and what is interrupted brings nothing. */
static bool
is_fenced(const struct execution *e)
{
	return e->attempts > 0 && e->state != EXECUTION_INTERRUPTED;
}

static enum rc
insert(struct db *db, const struct execution *e, int64_t *ret_id, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO executions (state, error, message, attempts, started_ms, "
	    "finished_ms, late_ms, poller, requests, retransmits, timeouts, varbinds, "
	    "bytes, onus_seen, onus_ok, onus_failed, onus_absent, onus_new, "
	    "onus_changed, fence, lane, asked, answered, answers, rtt_us, rtt_max_us, "
	    "olt_id, node_id, job_id, type, "
	    "max_attempts, queued_ms, asked_by, due_ms, busy_ms, slices, waited_on, "
	    "waited_for, id) "
	    "VALUES ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, "
	    "$17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $1, $28, $29, $30, "
	    "$31, $32, $33, $34, $36, $37, $38, $39, COALESCE($35, (SELECT "
	    "COALESCE(MAX(id), 0) + "
	    "1 FROM "
	    "executions))) "
	    "ON CONFLICT DO NOTHING RETURNING id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, e->olt.v);
	bind_progress(q, e);
	db_bind(q, 28, db_or_null(e->node.v));
	db_bind(q, 29, db_or_null(e->job.v));
	db_bind_text(q, 30, task_type_name(e->type));
	db_bind_int(q, 31, e->max_attempts);
	db_bind_int(q, 32, e->queued_ms);
	db_bind_text(q, 33, e->asked_by);
	db_bind(q, 34, db_or_null(e->due_ms));
	db_bind(q, 35, db_or_null(e->id.v));
	db_bind_int(q, 36, e->busy_ms);
	db_bind_int(q, 37, e->slices);
	db_bind_text(q, 38, e->waited_on ? next_name(e->waited_on) : "");
	db_bind(q, 39, db_or_null(e->waited_for.v));
	rc = db_first(q, err);
	if (rc == RC_OK)
		*ret_id = db_int(q, 0);
	return rc;
}

/* Why it was not inserted: it is there already (RC_OK, *ret_stored), or its number or
 * its slot is another's. */
static enum rc
find_added(struct db *db, const struct execution *e, struct execution *ret_stored,
    struct err *err)
{
	enum rc rc = RC_NOT_FOUND;

	if (e->id.v)
		rc = store_execution_get(db, e->id, ret_stored, err);
	if (rc == RC_OK && ret_stored->olt.v == e->olt.v &&
	    ret_stored->due_ms == e->due_ms && ret_stored->queued_ms == e->queued_ms)
		return RC_OK;
	if (rc == RC_OK)
		return err_set(err, RC_CONFLICT, "execution %lld is another one already",
		    (long long)e->id.v);
	if (rc == RC_NOT_FOUND && e->node.v && e->due_ms)
		return err_set(err, RC_CONFLICT,
		    "node %lld has run for this slot already", (long long)e->node.v);
	return rc == RC_NOT_FOUND ? err_set(err, RC_BUSY, "the next number is taken")
				  : rc;
}

static enum rc
add(struct db *db, const struct execution *e, int64_t *ret_id, struct err *err)
{
	enum rc rc = insert(db, e, ret_id, err);

	if (rc == RC_OK && is_fenced(e))
		rc = store_olt_fence(db, e->olt, e->fence, err);
	return rc;
}

enum rc
store_execution_add(struct db *db, struct execution *e, struct err *err)
{
	struct execution stored = { 0 };
	struct tx tx;
	int64_t id = e->id.v;
	enum rc rc;

	execution_check(e);
	rc = tx_begin(db, &tx, err);
	if (rc == RC_OK)
		rc = add(db, e, &id, err);
	if (rc == RC_NOT_FOUND)
		rc = find_added(db, e, &stored, err);
	rc = tx_end(&tx, rc, err);
	if (rc == RC_OK)
		e->id.v = id;
	return rc;
}

enum rc
execution_was_done(struct db *db, const struct execution *e, struct execution *ret_stored,
    bool *ret_was_done, struct err *err)
{
	struct execution stored;
	enum rc rc = store_execution_get(db, e->id, &stored, err);

	if (rc != RC_OK)
		return rc;
	if (ret_stored)
		*ret_stored = stored;
	*ret_was_done = false;
	if (!execution_is_over(stored.state))
		return RC_OK;
	if (stored.state == e->state && stored.finished_ms == e->finished_ms &&
	    stored.attempts == e->attempts) {
		*ret_was_done = true;
		return RC_OK;
	}
	return err_set(err, RC_CONFLICT, "execution %lld is %s already",
	    (long long)e->id.v, execution_state_name(stored.state));
}

/* It is over, or runs elsewhere under a later lock. */
static enum rc
not_written(struct db *db, const struct execution *e, bool *ret_was_done, struct err *err)
{
	enum rc rc = execution_was_done(db, e, NULL, ret_was_done, err);

	if (rc != RC_OK || *ret_was_done)
		return rc;
	return err_set(err, RC_CONFLICT, "execution %lld runs under a later lock",
	    (long long)e->id.v);
}

enum rc
execution_write(
    struct db *db, const struct execution *e, bool *ret_was_done, struct err *err)
{
	static const char sql[] =
	    "UPDATE executions SET state = $2, error = $3, message = $4, attempts = $5, "
	    "started_ms = $6, finished_ms = $7, late_ms = $8, poller = $9, "
	    "requests = $10, retransmits = $11, timeouts = $12, varbinds = $13, "
	    "bytes = $14, onus_seen = $15, onus_ok = $16, onus_failed = $17, "
	    "onus_absent = $18, onus_new = $19, onus_changed = $20, fence = $21, "
	    "lane = $22, asked = $23, answered = $24, answers = $25, rtt_us = $26, "
	    "rtt_max_us = $27, busy_ms = $28, slices = $29 "
	    "WHERE id = $1 AND finished_ms IS NULL AND fence <= $21";
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t changed = 0;
	enum rc rc;

	execution_check(e);
	rc = db_prepare(db, sql, &q, err);
	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, e->id.v);
	bind_progress(q, e);
	db_bind_int(q, 28, e->busy_ms);
	db_bind_int(q, 29, e->slices);
	rc = db_run(q, &changed, err);
	if (rc != RC_OK)
		return rc;
	*ret_was_done = false;
	if (changed == 0)
		return not_written(db, e, ret_was_done, err);
	return is_fenced(e) ? store_olt_fence(db, e->olt, e->fence, err) : RC_OK;
}

enum rc
store_execution_save(struct db *db, const struct execution *e, struct err *err)
{
	bool was_done;
	struct tx tx;
	enum rc rc = tx_begin(db, &tx, err);

	if (rc == RC_OK)
		rc = execution_write(db, e, &was_done, err);
	return tx_end(&tx, rc, err);
}

/* A step that the stored record has left behind: the transaction that wrote both had
 * been committed after all. */
static bool
is_behind(const struct execution *e, const struct execution *stored)
{
	return !execution_is_over(e->state) &&
	    (execution_is_over(stored->state) || stored->attempts > e->attempts);
}

/* *ret_is_new: it was not written like this before. */
static enum rc
add_or_write(struct db *db, const struct execution *e, bool *ret_is_new, struct err *err)
{
	struct execution stored = { 0 };
	bool was_done = false;
	int64_t id;
	enum rc rc = add(db, e, &id, err);

	*ret_is_new = rc == RC_OK;
	if (rc != RC_NOT_FOUND)
		return rc;
	rc = find_added(db, e, &stored, err);
	if (rc != RC_OK || is_behind(e, &stored))
		return rc;
	rc = execution_write(db, e, &was_done, err);
	*ret_is_new = rc == RC_OK && !was_done;
	return rc;
}

/* Without results: given up, or a newer slot took over from a sweep. */
static bool
has_ended(const struct execution *e)
{
	return execution_is_over(e->state) && e->state != EXECUTION_INTERRUPTED;
}

enum rc
store_execution_record(struct db *db, const struct execution *e, struct err *err)
{
	static const struct finish_node STAYS = { .moves_next = false };
	bool is_new = false;
	struct tx tx;
	enum rc rc;

	assert(e->id.v);
	execution_check(e);
	rc = tx_begin(db, &tx, err);
	if (rc == RC_OK)
		rc = add_or_write(db, e, &is_new, err);
	if (rc == RC_OK && is_new && has_ended(e))
		rc = account_end(db, e, &STAYS, err);
	return tx_end(&tx, rc, err);
}

enum rc
store_execution_get(
    struct db *db, struct execution_id id, struct execution *ret, struct err *err)
{
	static const char sql[] =
	    "SELECT " EXECUTION_COLUMNS " FROM executions WHERE id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(id.v), &q, err);

	if (rc == RC_NOT_FOUND)
		return err_set(err, rc, "there is no execution %lld", (long long)id.v);
	return rc == RC_OK ? execution_from_row(q, ret, err) : rc;
}

enum rc
store_execution_last_id(struct db *db, int64_t *ret_id, struct err *err)
{
	static const char sql[] = "SELECT COALESCE(MAX(id), 0) FROM executions";

	return db_query_int(db, sql, DB_NO_ARGS, ret_id, err);
}

enum rc
store_execution_slice(struct db *db, const struct execution_slice *slice, struct err *err)
{
	static const char sql[] =
	    "UPDATE executions SET state = $2, next_slice_ms = $3, message = $4 "
	    "WHERE id = $1 AND finished_ms IS NULL";
	bool runs = slice->next_slice_ms == 0;

	return db_exec(db, sql,
	    DB_ARGS(slice->id.v,
		execution_state_name(runs ? EXECUTION_RUNNING : EXECUTION_PENDING),
		db_or_null(slice->next_slice_ms), slice->message),
	    err);
}

enum rc
store_executions_recover(struct db *db, int64_t now_ms, int64_t *ret_n, struct err *err)
{
	static const char sql[] =
	    "UPDATE executions SET state = 'INTERRUPTED', error = 'RESTART', "
	    "message = 'Facho ended while it ran', finished_ms = $1 "
	    "WHERE finished_ms IS NULL";

	return db_exec_count(db, sql, DB_ARGS(now_ms), ret_n, err);
}

enum rc
store_executions_open(struct db *db, struct executions_open *ret_open, struct err *err)
{
	static const char sql[] =
	    "SELECT COALESCE(SUM(CASE WHEN state = 'RUNNING' THEN 1 ELSE 0 END), 0), "
	    "COALESCE(SUM(CASE WHEN state = 'PENDING' AND next_slice_ms IS NULL "
	    "THEN 1 ELSE 0 END), 0), "
	    "COALESCE(SUM(CASE WHEN state = 'PENDING' AND next_slice_ms IS NOT NULL "
	    "THEN 1 ELSE 0 END), 0) FROM executions WHERE finished_ms IS NULL";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_NO_ARGS, &q, err);

	if (rc == RC_OK)
		*ret_open = (struct executions_open){ .running = db_int(q, 0),
			.waiting = db_int(q, 1),
			.between_slices = db_int(q, 2) };
	return rc;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "store/ledger/coordinator.h"

#include "store/core/tx.h"
#include "store/db/query.h"

static void
bind_entry(struct db_stmt *q, const struct coordinator_entry *e)
{
	db_bind_args(q,
	    DB_ARGS(e->at_ms, e->key, db_or_null(e->olt.v), entry_level_name(e->level),
		e->event, e->message, e->details));
}

static enum rc
add_entries(
    struct db *db, const struct coordinator_entry *entries, size_t n, struct err *err)
{
	static const char sql[] = "INSERT INTO coordinator_logs (at_ms, key, olt_id, "
				  "level, event_type, message, "
				  "details) VALUES ($1, $2, $3, $4, $5, $6, $7) "
				  "ON CONFLICT (at_ms, key) DO NOTHING";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	for (size_t i = 0; rc == RC_OK && i < n; i++) {
		bind_entry(q, &entries[i]);
		rc = db_bulk(q, err);
	}
	return rc == RC_OK ? db_bulk_end(q, err) : rc;
}

enum rc
store_log_add(
    struct db *db, const struct coordinator_entry *entries, size_t n, struct err *err)
{
	struct tx tx;
	enum rc rc;

	if (n == 0)
		return RC_OK;
	rc = tx_begin(db, &tx, err);
	if (rc == RC_OK)
		rc = add_entries(db, entries, n, err);
	return tx_end(&tx, rc, err);
}

enum rc
store_poller_stats_add(struct db *db, const struct poller_stats *stats, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO poller_stats (at_ms, machine, total, busy, busy_percent, queue, "
	    "is_saturated, completed, delayed, late_p50_ms, late_p99_ms) "
	    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) "
	    "ON CONFLICT (at_ms, machine) DO NOTHING";

	return db_exec(db, sql,
	    DB_ARGS(stats->at_ms, stats->machine ? stats->machine : "", stats->total,
		stats->busy, stats->busy_percent, stats->queue, stats->is_saturated,
		stats->completed, stats->delayed, stats->late_p50_ms, stats->late_p99_ms),
	    err);
}

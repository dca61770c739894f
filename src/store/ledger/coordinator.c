/* SPDX-License-Identifier: Apache-2.0 */
#include "store/ledger/coordinator.h"

#include "store/core/tx.h"

static void
bind_entry(struct db_stmt *q, const struct coordinator_entry *e)
{
	db_bind_int(q, 1, e->at_ms);
	db_bind_int(q, 2, e->key);
	if (e->olt.v)
		db_bind_int(q, 3, e->olt.v);
	else
		db_bind_null(q, 3);
	db_bind_text(q, 4, entry_level_name(e->level));
	db_bind_text(q, 5, e->event);
	db_bind_text(q, 6, e->message);
	db_bind_text(q, 7, e->details);
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

	if (rc != RC_OK)
		return rc;
	for (size_t i = 0; i < n; i++) {
		bind_entry(q, &entries[i]);
		rc = db_bulk(q, err);
		if (rc != RC_OK)
			return rc;
	}
	return db_bulk_end(q, err);
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
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, stats->at_ms);
	db_bind_text(q, 2, stats->machine ? stats->machine : "");
	db_bind_int(q, 3, stats->total);
	db_bind_int(q, 4, stats->busy);
	db_bind_real(q, 5, stats->busy_percent);
	db_bind_int(q, 6, stats->queue);
	db_bind_int(q, 7, stats->is_saturated);
	db_bind_int(q, 8, stats->completed);
	db_bind_int(q, 9, stats->delayed);
	db_bind_int(q, 10, stats->late_p50_ms);
	db_bind_int(q, 11, stats->late_p99_ms);
	return db_run(q, NULL, err);
}

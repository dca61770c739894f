/* SPDX-License-Identifier: Apache-2.0 */
#include "store/olt/watch.h"

#include <stdbool.h>

#include "store/db/query.h"

/* Two and a half times the last step, between half an hour and three hours. */
static enum rc
go_on(struct db *db, struct olt_id olt, int64_t at_ms, int64_t *ret_n, struct err *err)
{
	static const char sql[] =
	    "UPDATE olt_watches SET until_ms = $2, step_ms = $2 - until_ms "
	    "WHERE olt_id = $1 AND from_ms = "
	    "(SELECT MAX(from_ms) FROM olt_watches WHERE olt_id = $1) "
	    "AND until_ms <= $2 AND $2 - until_ms <= "
	    "CASE WHEN step_ms < 720000 THEN 1800000 "
	    "WHEN step_ms > 4320000 THEN 10800000 ELSE step_ms * 5 / 2 END";

	return db_exec_count(db, sql, DB_ARGS(olt.v, at_ms), ret_n, err);
}

/* Unless one reaches beyond the moment: a clock was set back. */
static enum rc
begin(struct db *db, struct olt_id olt, int64_t at_ms, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO olt_watches (olt_id, from_ms, until_ms, step_ms) "
	    "SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($2 AS BIGINT), "
	    "COALESCE((SELECT CAST($2 AS BIGINT) - MAX(until_ms) FROM olt_watches "
	    "WHERE olt_id = $1), 0) "
	    "WHERE NOT EXISTS (SELECT 1 FROM olt_watches WHERE olt_id = $1 "
	    "AND until_ms >= $2)";

	return db_exec(db, sql, DB_ARGS(olt.v, at_ms), err);
}

enum rc
watch_note(struct db *db, struct olt_id olt, int64_t at_ms, struct err *err)
{
	int64_t n = 0;
	enum rc rc = go_on(db, olt, at_ms, &n, err);

	return rc == RC_OK && n == 0 ? begin(db, olt, at_ms, err) : rc;
}

enum rc
store_watches(struct db *db, struct olt_id olt, int64_t from_ms, int64_t to_ms,
    enum rc (*row)(void *ctx, const struct watch *watch), void *ctx, struct err *err)
{
	static const char sql[] =
	    "SELECT from_ms, until_ms FROM olt_watches "
	    "WHERE olt_id = $1 AND until_ms >= $2 AND from_ms < $3 ORDER BY from_ms";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(olt.v, from_ms, to_ms), &q, err);

	while (db_next(q, &rc, err)) {
		struct watch watch = { db_int(q, 0), db_int(q, 1) };

		rc = row(ctx, &watch);
	}
	return rc;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "store/db/db.h"
#include "store/olt/olt.h"

enum rc
store_olt_column_put(struct db *db, const struct olt_column_state *column,
    bool *ret_is_news, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO olt_columns (olt_id, oid, state, since_ms) "
	    "VALUES ($1, $2, $3, $4) ON CONFLICT (olt_id, oid) DO UPDATE SET "
	    "state = excluded.state, since_ms = excluded.since_ms "
	    "WHERE olt_columns.state <> excluded.state";
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t changed = 0;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, column->olt.v);
	db_bind_text(q, 2, column->oid);
	db_bind_text(q, 3, olt_column_name(column->state));
	db_bind_int(q, 4, column->since_ms);
	rc = db_run(q, &changed, err);
	if (rc == RC_OK && ret_is_news)
		*ret_is_news = changed > 0;
	return rc;
}

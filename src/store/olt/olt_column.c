/* SPDX-License-Identifier: Apache-2.0 */
#include "store/db/query.h"
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
	int64_t changed = 0;
	enum rc rc = db_exec_count(db, sql,
	    DB_ARGS(column->olt.v, column->oid, olt_column_name(column->state),
		column->since_ms),
	    &changed, err);

	if (rc == RC_OK && ret_is_news)
		*ret_is_news = changed > 0;
	return rc;
}

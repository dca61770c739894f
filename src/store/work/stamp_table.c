/* SPDX-License-Identifier: Apache-2.0 */
#include "store/work/stamp_table.h"

#include <string.h>

#include "store/db/query.h"

static void
set_base(struct value_column *columns, size_t n, const char *name, struct stamp stamp)
{
	for (size_t c = 0; c < n; c++) {
		if (strcmp(columns[c].name, name) == 0)
			columns[c].base = stamp;
	}
}

enum rc
stamp_table_load(struct db *db, struct olt_id olt, struct value_column *columns, size_t n,
    struct err *err)
{
	static const char sql[] =
	    "SELECT purpose, at_ms, execution_id FROM value_stamps WHERE olt_id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(olt.v), &q, err);

	while (db_next(q, &rc, err))
		set_base(columns, n, db_text(q, 0),
		    (struct stamp){ db_int(q, 1), { db_int(q, 2) } });
	return rc;
}

enum rc
stamp_table_save(struct db *db, struct olt_id olt, const struct stamp *now,
    const struct value_column *columns, size_t n, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO value_stamps (olt_id, purpose, at_ms, execution_id) "
	    "VALUES ($1, $2, $3, $4) ON CONFLICT (olt_id, purpose) "
	    "DO UPDATE SET at_ms = excluded.at_ms, execution_id = excluded.execution_id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, olt.v);
	db_bind_int(q, 3, now->at_ms);
	db_bind_int(q, 4, now->execution.v);
	for (size_t c = 0; rc == RC_OK && c < n; c++) {
		if (!columns[c].moves_base)
			continue;
		db_bind_text(q, 2, columns[c].name);
		rc = db_bulk(q, err);
	}
	return rc == RC_OK ? db_bulk_end(q, err) : rc;
}

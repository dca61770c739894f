/* SPDX-License-Identifier: Apache-2.0 */
#include "store/access/audit.h"

#include <stdbool.h>
#include <string.h>

#include "store/db/query.h"

/* SQLite's write transaction is the lock itself. */
enum rc
store_change_begin(struct db *db, struct err *err)
{
	static const char sql[] =
	    "SELECT CAST(1 AS BIGINT) FROM pg_advisory_xact_lock(1180787560, 1)";

	if (strcmp(db_backend(db), "sqlite") == 0)
		return RC_OK;
	return db_exec(db, sql, DB_NO_ARGS, err);
}

enum rc
store_audit_add(struct db *db, const struct audit *a, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO audit_log (at_ms, user_id, user_name, address, action, entity, "
	    "entity_id, value_before, value_after) "
	    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";

	return db_exec(db, sql,
	    DB_ARGS(a->at_ms, db_or_null(a->user.v), a->user_name,
		a->address ? a->address : "", a->action, a->entity,
		db_or_null(a->entity_id), a->before, a->after),
	    err);
}

#define AUDIT_COLUMNS                                                                   \
	"at_ms, user_id, user_name, address, action, entity, entity_id, value_before, " \
	"value_after"

/* The one reader of AUDIT_COLUMNS: keep the two next to each other. */
static struct audit
audit_from_row(const struct db_stmt *q)
{
	return (struct audit){ .at_ms = db_int(q, 0),
		.user = { db_int(q, 1) },
		.user_name = db_text(q, 2),
		.address = db_text(q, 3),
		.action = db_text(q, 4),
		.entity = db_text(q, 5),
		.entity_id = db_int(q, 6),
		.before = db_text(q, 7),
		.after = db_text(q, 8) };
}

enum rc
store_audit_list(struct db *db, const struct audit_about *about, store_audit_row row,
    void *ctx, struct err *err)
{
	static const char sql[] =
	    "SELECT " AUDIT_COLUMNS " FROM audit_log WHERE entity = $1 "
	    "AND ($2 = 0 OR entity_id = $2) ORDER BY at_ms DESC, id DESC LIMIT $3";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(
	    db, sql, DB_ARGS(about->entity, about->entity_id, about->most), &q, err);

	while (db_next(q, &rc, err)) {
		struct audit a = audit_from_row(q);

		rc = row(ctx, &a);
	}
	return rc;
}

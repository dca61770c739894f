/* SPDX-License-Identifier: Apache-2.0 */
#include "store/access/audit.h"

#include <stdbool.h>
#include <string.h>

#include "store/db/db.h"

static void
bind_or_null(struct db_stmt *q, unsigned n, int64_t value)
{
	if (value)
		db_bind_int(q, n, value);
}

/* SQLite's write transaction is the lock itself. */
enum rc
store_change_begin(struct db *db, struct err *err)
{
	static const char sql[] =
	    "SELECT CAST(1 AS BIGINT) FROM pg_advisory_xact_lock(1180787560, 1)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc;

	if (strcmp(db_backend(db), "sqlite") == 0)
		return RC_OK;
	rc = db_prepare(db, sql, &q, err);
	return rc == RC_OK ? db_first(q, err) : rc;
}

enum rc
store_audit_add(struct db *db, const struct audit *a, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO audit_log (at_ms, user_id, user_name, address, action, entity, "
	    "entity_id, value_before, value_after) "
	    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, a->at_ms);
	bind_or_null(q, 2, a->user.v);
	db_bind_text(q, 3, a->user_name);
	db_bind_text(q, 4, a->address ? a->address : "");
	db_bind_text(q, 5, a->action);
	db_bind_text(q, 6, a->entity);
	bind_or_null(q, 7, a->entity_id);
	db_bind_text(q, 8, a->before);
	db_bind_text(q, 9, a->after);
	return db_run(q, NULL, err);
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
	bool has_row;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_text(q, 1, about->entity);
	db_bind_int(q, 2, about->entity_id);
	db_bind_int(q, 3, about->most);
	while ((rc = db_step(q, &has_row, err)) == RC_OK && has_row) {
		struct audit a = audit_from_row(q);

		rc = row(ctx, &a);
		if (rc != RC_OK)
			break;
	}
	return rc;
}

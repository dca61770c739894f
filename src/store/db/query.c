/* SPDX-License-Identifier: Apache-2.0 */
#include "store/db/query.h"

#include <math.h>
#include <string.h>

/* ---- values ------------------------------------------------------------------ */

struct db_value
db_text_of(const char *text)
{
	if (!text)
		return (struct db_value){ .type = DB_NULL };
	return (struct db_value){ .type = DB_TEXT, .len = strlen(text), .bytes = text };
}

struct db_value
db_real_of(double number)
{
	if (isnan(number))
		return (struct db_value){ .type = DB_NULL };
	return (struct db_value){ .type = DB_REAL, .r = number };
}

struct db_value
db_blob_of(const void *bytes, size_t len)
{
	if (!bytes)
		return (struct db_value){ .type = DB_NULL };
	return (struct db_value){ .type = DB_BLOB, .len = len, .bytes = bytes };
}

/* ---- statements -------------------------------------------------------------- */

void
db_bind_args(struct db_stmt *q, struct db_args args)
{
	for (unsigned i = 0; i < args.n; i++)
		db_bind(q, i + 1, args.values[i]);
}

enum rc
db_query(struct db *db, const char *sql, struct db_args args, struct db_stmt **ret_stmt,
    struct err *err)
{
	enum rc rc = db_prepare(db, sql, ret_stmt, err);

	if (rc == RC_OK)
		db_bind_args(*ret_stmt, args);
	return rc;
}

enum rc
db_query_first(struct db *db, const char *sql, struct db_args args,
    struct db_stmt **ret_stmt, struct err *err)
{
	enum rc rc = db_query(db, sql, args, ret_stmt, err);

	return rc == RC_OK ? db_first(*ret_stmt, err) : rc;
}

enum rc
db_query_int(struct db *db, const char *sql, struct db_args args, int64_t *ret_number,
    struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, args, &q, err);

	if (rc == RC_OK)
		*ret_number = db_int(q, 0);
	return rc;
}

enum rc
db_exec_count(struct db *db, const char *sql, struct db_args args, int64_t *ret_changed,
    struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, args, &q, err);

	return rc == RC_OK ? db_run(q, ret_changed, err) : rc;
}

enum rc
db_exec(struct db *db, const char *sql, struct db_args args, struct err *err)
{
	return db_exec_count(db, sql, args, NULL, err);
}

enum rc
db_change(struct db *db, const char *sql, struct db_args args, struct err *err)
{
	int64_t changed = 0;
	enum rc rc = db_exec_count(db, sql, args, &changed, err);

	return rc == RC_OK && changed == 0 ? RC_NOT_FOUND : rc;
}

bool
db_next(struct db_stmt *q, enum rc *rc, struct err *err)
{
	bool has_row = false;

	if (*rc == RC_OK)
		*rc = db_step(q, &has_row, err);
	return *rc == RC_OK && has_row;
}

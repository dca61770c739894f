/* SPDX-License-Identifier: Apache-2.0 */
#include "store/db/db_int.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/map.h"
#include "store/db/query.h"

/* Lists put their filters together from constants, which makes many texts; past
 * this number the cache starts anew. */
enum { STATEMENTS_MAX = 256 };

const struct db_ops *const db_drivers[] = { &db_sqlite, &db_pgsql, NULL };

/* ---- the connection ------------------------------------------------------ */

enum rc
db_open(const char *where, enum db_mode mode, struct db **ret_db, struct err *err)
{
	struct db *db OWNED(db_close) = NULL;
	enum rc rc;

	for (size_t i = 0; db_drivers[i]; i++) {
		if (!db_drivers[i]->knows(where))
			continue;
		rc = db_drivers[i]->open(where, mode, &db, err);
		if (rc != RC_OK)
			return rc;
		db->cache = map_new();
		if (!db->cache)
			return err_set(err, RC_NOMEM, "out of memory");
		*ret_db = GIVE(db);
		return RC_OK;
	}
	return err_set(err, RC_INVALID,
	    "the database must be sqlite:PATH, postgresql://... or \"host=... "
	    "dbname=...\"");
}

static void
finalize(struct db_stmt *q)
{
	char *sql = q->sql;

	q->db->ops->finalize(q);
	free(sql);
}

/* Forget every kept statement. Those that a caller holds live until db_done. */
static void
cache_clear(struct db *db)
{
	size_t at = 0;
	struct db_stmt *q;

	while (db->cache && (q = map_next(db->cache, &at))) {
		q->is_cached = false;
		if (!q->is_taken)
			finalize(q);
	}
	map_free(db->cache);
	db->cache = NULL;
}

void
db_close(struct db *db)
{
	if (!db)
		return;
	db_rollback(db);
	cache_clear(db);
	db->ops->close(db);
}

const char *
db_backend(const struct db *db)
{
	return db->ops->name;
}

enum rc
db_set_patience(struct db *db, int ms, struct err *err)
{
	return db->ops->set_patience(db, ms, err);
}

/* ---- the transaction ------------------------------------------------------- */

static enum rc
spoil(struct db *db, enum rc rc)
{
	if (rc != RC_OK && db->state == DB_IN_TRANSACTION)
		db->state = DB_SPOILT;
	return rc;
}

static enum rc
check_state(const struct db *db, struct err *err)
{
	if (db->state == DB_SPOILT)
		return err_set(
		    err, RC_INVALID, "an earlier statement of this transaction failed");
	return RC_OK;
}

enum rc
db_begin(struct db *db, struct err *err)
{
	enum rc rc;

	assert(db->state == DB_NO_TRANSACTION);
	rc = db->ops->begin(db, err);
	if (rc != RC_OK)
		return rc;
	db->state = DB_IN_TRANSACTION;
	if (db->guard)
		rc = db->guard(db->guard_ctx, db, err);
	if (rc != RC_OK)
		db_rollback(db);
	return rc;
}

void
db_set_guard(struct db *db, db_guard guard, void *ctx)
{
	db->guard = guard;
	db->guard_ctx = ctx;
}

enum rc
db_commit(struct db *db, struct err *err)
{
	enum rc rc = check_state(db, err);

	assert(db->state != DB_NO_TRANSACTION && !db->bulk);
	if (rc == RC_OK)
		rc = db->ops->commit(db, err);
	if (rc != RC_OK)
		db_rollback(db);
	db->state = DB_NO_TRANSACTION;
	return rc;
}

void
db_rollback(struct db *db)
{
	if (db->state == DB_NO_TRANSACTION)
		return;
	if (db->bulk)
		(void)db->ops->bulk_end(db->bulk, NULL); /* it is undone in any case */
	db->bulk = NULL;
	db->ops->rollback(db);
	db->state = DB_NO_TRANSACTION;
}

bool
db_in_transaction(const struct db *db)
{
	return db->state != DB_NO_TRANSACTION;
}

enum rc
db_script(struct db *db, const char *sql, struct err *err)
{
	enum rc rc = check_state(db, err);

	return rc == RC_OK ? spoil(db, db->ops->script(db, sql, err)) : rc;
}

enum rc
db_backup(struct db *db, const char *file, struct err *err)
{
	return db->ops->backup(db, file, err);
}

enum rc
db_restore(struct db *db, const char *file, struct err *err)
{
	return db->ops->restore(db, file, err);
}

/* ---- the cache of statements ----------------------------------------------- */

static enum rc
prepare_new(struct db *db, const char *sql, struct db_stmt **ret_stmt, struct err *err)
{
	char *copy OWNED(free) = strdup(sql);
	struct db_stmt *q = NULL;
	enum rc rc;

	if (!copy)
		return err_set(err, RC_NOMEM, "out of memory");
	rc = spoil(db, db->ops->prepare(db, copy, &q, err));
	if (rc != RC_OK)
		return rc;
	q->db = db;
	q->sql = GIVE(copy);
	*ret_stmt = q;
	return RC_OK;
}

/* Without memory for the entry the statement works as well, once. */
static void
cache_add(struct db *db, struct db_stmt *q)
{
	if (db->cache && map_count(db->cache) >= STATEMENTS_MAX)
		cache_clear(db);
	if (!db->cache)
		db->cache = map_new();
	q->is_cached =
	    db->cache && map_add(db->cache, q->sql, strlen(q->sql), q) == RC_OK;
}

enum rc
db_prepare(struct db *db, const char *sql, struct db_stmt **ret_stmt, struct err *err)
{
	struct db_stmt *kept = db->cache ? map_find(db->cache, sql, strlen(sql)) : NULL;
	struct db_stmt *q = kept;
	enum rc rc = check_state(db, err);

	if (rc == RC_OK && db_is_over(db))
		rc = db_ended(db, err);
	if (rc != RC_OK)
		return rc;
	if (!q || q->is_taken) {
		rc = prepare_new(db, sql, &q, err);
		if (rc != RC_OK)
			return rc;
		if (!kept)
			cache_add(db, q);
	}
	q->is_taken = true;
	*ret_stmt = q;
	return RC_OK;
}

void
db_done(struct db_stmt *q)
{
	if (!q)
		return;
	if (q->db->bulk == q) { /* given up in the middle: it has been told why */
		assert(q->db->state == DB_SPOILT);
		(void)q->db->ops->bulk_end(q, NULL);
		q->db->bulk = NULL;
	}
	db_again(q);
	memset(q->params, 0, sizeof(q->params));
	q->is_taken = false;
	if (!q->is_cached)
		finalize(q);
}

/* ---- values in ------------------------------------------------------------- */

static struct db_value *
param(struct db_stmt *q, unsigned n)
{
	assert(n >= 1 && n <= q->n_params && !q->is_running);
	return &q->params[n - 1];
}

void
db_bind(struct db_stmt *q, unsigned n, struct db_value value)
{
	*param(q, n) = value;
}

void
db_bind_null(struct db_stmt *q, unsigned n)
{
	db_bind(q, n, (struct db_value){ .type = DB_NULL });
}

void
db_bind_int(struct db_stmt *q, unsigned n, int64_t value)
{
	db_bind(q, n, db_int_of(value));
}

void
db_bind_real(struct db_stmt *q, unsigned n, double value)
{
	db_bind(q, n, db_real_of(value));
}

void
db_bind_text(struct db_stmt *q, unsigned n, const char *text)
{
	db_bind(q, n, db_text_of(text));
}

void
db_bind_text_n(struct db_stmt *q, unsigned n, const char *text, size_t len)
{
	if (text)
		db_bind(q, n,
		    (struct db_value){ .type = DB_TEXT, .len = len, .bytes = text });
	else
		db_bind_null(q, n);
}

void
db_bind_blob(struct db_stmt *q, unsigned n, const void *bytes, size_t len)
{
	db_bind(q, n, db_blob_of(bytes, len));
}

/* How many bytes the character at p takes; 0 when it is none (RFC 3629) or a NUL. */
static size_t
utf8_length(const unsigned char *p, size_t left)
{
	size_t n = p[0] < 0x80 ? 1 : p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : 4;

	if (p[0] == 0 || (p[0] >= 0x80 && p[0] < 0xC2) || p[0] > 0xF4 || n > left)
		return 0;
	for (size_t i = 1; i < n; i++) {
		if ((p[i] & 0xC0) != 0x80)
			return 0;
	}
	if ((p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] > 0x9F) ||
	    (p[0] == 0xF0 && p[1] < 0x90) || (p[0] == 0xF4 && p[1] > 0x8F))
		return 0;
	return n;
}

static bool
is_storable_text(const struct db_value *v)
{
	const unsigned char *p = v->bytes;

	for (size_t at = 0, n; at < v->len; at += n) {
		n = utf8_length(p + at, v->len - at);
		if (n == 0)
			return false;
	}
	return true;
}

/* PostgreSQL takes neither NUL nor broken UTF-8 in a text, SQLite takes both: the
 * stricter rule holds for all. */
static enum rc
check_params(const struct db_stmt *q, struct err *err)
{
	for (unsigned i = 0; i < q->n_params; i++) {
		if (q->params[i].type == DB_TEXT && !is_storable_text(&q->params[i]))
			return err_set(err, RC_INVALID,
			    "a text for the database is not UTF-8 or has a NUL in it");
	}
	return RC_OK;
}

/* ---- running --------------------------------------------------------------- */

enum rc
db_step(struct db_stmt *q, bool *ret_row, struct err *err)
{
	struct db *db = q->db;
	enum rc rc = check_state(db, err);
	bool has_row = false;

	assert(!db->bulk);
	if (rc != RC_OK)
		return rc;
	if (!q->is_running)
		rc = check_params(q, err);
	if (rc == RC_OK)
		rc = db->ops->step(q, &has_row, err);
	if (rc != RC_OK) {
		db_again(q);
		return spoil(db, rc);
	}
	q->is_running = has_row;
	q->has_row = has_row;
	*ret_row = has_row;
	return RC_OK;
}

enum rc
db_run(struct db_stmt *q, int64_t *ret_changed, struct err *err)
{
	bool has_row = true;

	while (has_row) {
		enum rc rc = db_step(q, &has_row, err);

		if (rc != RC_OK)
			return rc;
	}
	if (ret_changed)
		*ret_changed = q->db->ops->changed(q);
	db_again(q);
	return RC_OK;
}

enum rc
db_first(struct db_stmt *q, struct err *err)
{
	bool has_row;
	enum rc rc = db_step(q, &has_row, err);

	if (rc != RC_OK)
		return rc;
	return has_row ? RC_OK : RC_NOT_FOUND;
}

void
db_again(struct db_stmt *q)
{
	q->db->ops->reset(q);
	q->is_running = false;
	q->has_row = false;
}

enum rc
db_bulk(struct db_stmt *q, struct err *err)
{
	struct db *db = q->db;
	enum rc rc = check_state(db, err);

	assert(db->state != DB_NO_TRANSACTION && (!db->bulk || db->bulk == q));
	if (rc == RC_OK)
		rc = check_params(q, err);
	if (rc != RC_OK)
		return spoil(db, rc);
	db->bulk = q;
	return spoil(db, db->ops->bulk(q, err));
}

enum rc
db_bulk_end(struct db_stmt *q, struct err *err)
{
	struct db *db = q->db;
	enum rc rc;

	if (db->bulk != q)
		return check_state(db, err); /* there was none */
	db->bulk = NULL;
	rc = db->ops->bulk_end(q, err);
	if (rc == RC_OK)
		rc = check_state(db, err);
	return spoil(db, rc);
}

/* ---- values out ------------------------------------------------------------ */

void
db_value(const struct db_stmt *q, unsigned column, struct db_value *ret_value)
{
	assert(q->has_row && column < q->n_columns);
	q->db->ops->column(q, column, ret_value);
}

bool
db_is_null(const struct db_stmt *q, unsigned column)
{
	struct db_value v;

	db_value(q, column, &v);
	return v.type == DB_NULL;
}

int64_t
db_int(const struct db_stmt *q, unsigned column)
{
	struct db_value v;

	db_value(q, column, &v);
	if (v.type == DB_REAL)
		return (int64_t)v.r;
	return v.type == DB_INT ? v.i : 0;
}

double
db_real(const struct db_stmt *q, unsigned column)
{
	struct db_value v;

	db_value(q, column, &v);
	if (v.type == DB_INT)
		return (double)v.i;
	return v.type == DB_REAL ? v.r : NAN;
}

const char *
db_text(const struct db_stmt *q, unsigned column)
{
	struct db_value v;

	db_value(q, column, &v);
	return v.type == DB_TEXT ? v.bytes : NULL;
}

const void *
db_blob(const struct db_stmt *q, unsigned column, size_t *ret_len)
{
	struct db_value v;

	db_value(q, column, &v);
	*ret_len = v.type == DB_BLOB || v.type == DB_TEXT ? v.len : 0;
	return v.type == DB_BLOB || v.type == DB_TEXT ? v.bytes : NULL;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * store/db/db.h - a connection to a database, SQLite or PostgreSQL.
 *
 * Only store/ writes SQL; others open a connection and hand it to store/. One
 * dialect serves both (docs/design/store.md): $1, $2 ..., ON CONFLICT, RETURNING;
 * whole numbers are BIGINT, reals DOUBLE PRECISION, and what is summed or averaged
 * is CAST to one of them.
 *
 *	static const char sql[] = "SELECT id, name FROM olts WHERE site = $1";
 *	struct db_stmt *q OWNED(db_done) = NULL;
 *	enum rc rc = db_query(db, sql, DB_ARGS(site), &q, err);
 *
 *	while (db_next(q, &rc, err))
 *		use(db_int(q, 0), db_text(q, 1));
 *	return rc;
 *
 * (store/db/query.h: a statement and its values in one call. Below is what it is made of.)
 *
 * What the outcomes mean, on both back-ends:
 *   RC_CONFLICT  a row with that key exists, or a row that another one needs is
 *                missing or would go
 *   RC_INVALID   a value that its column cannot take, text that is not UTF-8 or
 *                has a NUL; or the SQL is wrong
 *   RC_BUSY      somebody else holds a lock; try the whole transaction again
 *   RC_TIMEOUT   it took longer than db_set_deadline allows
 *   RC_CANCELLED nobody wants it any more (db_set_wanted)
 *   RC_IO        the disk is full, the server or the network is gone: back off,
 *                then try the whole transaction again; db_begin (or a statement
 *                outside of a transaction) opens a lost connection again by itself
 *   RC_REFUSED   wrong password, no permission, read-only
 *   RC_PROTOCOL  the file is damaged or is no database
 *
 * A statement that fails inside a transaction spoils it: everything up to
 * db_rollback fails with RC_INVALID, and db_commit rolls back. That is
 * PostgreSQL's rule, kept on SQLite so that no code comes to rely on the other.
 *
 * Owner only: a connection belongs to one thread.
 */
#ifndef FACHO_STORE_DB_DB_H
#define FACHO_STORE_DB_DB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "base/rc.h"

struct db;
struct db_stmt;

enum db_mode {
	DB_READ, /* may not change anything */
	DB_WRITE, /* the database must exist */
	DB_CREATE, /* SQLite: an empty file is made where there is none */
};

enum db_type {
	DB_NULL,
	DB_INT,
	DB_REAL,
	DB_TEXT,
	DB_BLOB,
};

struct db_value {
	enum db_type type;
	size_t len; /* of TEXT and BLOB */
	union {
		int64_t i;
		double r;
		const void *bytes; /* borrowed; TEXT has a NUL behind it */
	};
};

enum { DB_PARAMS_MAX = 256, DB_COLUMNS_MAX = 128, DB_PATIENCE_MS = 2000 };

/* where: "sqlite:PATH", "postgresql://...", or a libpq "key=value ..." text.
 * May block for some seconds. On failure *ret_db is untouched. The sentence
 * never has the password. */
enum rc db_open(const char *where, enum db_mode mode, struct db **ret_db, struct err *err)
    MUST_CHECK;
void db_close(struct db *db);
OWNED_BY(struct db, db_close);

/* "sqlite" or "pgsql". */
const char *db_backend(const struct db *db);

/* How long to wait for somebody else's lock before RC_BUSY. */
enum rc db_set_patience(struct db *db, int ms, struct err *err) MUST_CHECK;

/* How long one statement may run before it ends with RC_TIMEOUT; 0: as long as it takes. */
enum rc db_set_deadline(struct db *db, int ms, struct err *err) MUST_CHECK;

/* The moment (clock_mono_ms) at which whatever runs ends with RC_TIMEOUT, and nothing more
 * begins: for several statements that serve one request. 0: none. Any connection starts
 * without one. */
void db_set_until(struct db *db, int64_t mono_ms);

/* While a statement runs, is_wanted is asked again and again whether anybody still wants
 * its rows; when nobody does it ends with RC_CANCELLED. It must not wait. NULL: statements
 * run to their end. */
typedef bool (*db_wanted)(void *ctx);
void db_set_wanted(struct db *db, db_wanted is_wanted, void *ctx);

/* ---- statements ---------------------------------------------------------- */

/* The statement for this text, prepared once per connection and kept. It is the
 * caller's until db_done, with no value bound. */
enum rc db_prepare(struct db *db, const char *sql, struct db_stmt **ret_stmt,
    struct err *err) MUST_CHECK;
/* Give it back (NULL is fine); the rows it has not given are dropped. */
void db_done(struct db_stmt *q);
OWNED_BY(struct db_stmt, db_done);

/* Bind $n. Text and blobs are borrowed until db_done, db_again, or the next bind of
 * the same n; NULL and NaN bind a NULL. What is not bound is NULL. An n that the
 * statement does not have is a bug and asserts. */
void db_bind(struct db_stmt *q, unsigned n, struct db_value value);
void db_bind_null(struct db_stmt *q, unsigned n);
void db_bind_int(struct db_stmt *q, unsigned n, int64_t value);
void db_bind_real(struct db_stmt *q, unsigned n, double value);
void db_bind_text(struct db_stmt *q, unsigned n, const char *text);
void db_bind_text_n(struct db_stmt *q, unsigned n, const char *text, size_t len);
void db_bind_blob(struct db_stmt *q, unsigned n, const void *bytes, size_t len);

/* The next row, or *ret_row false at the end; the first call runs the statement. */
enum rc db_step(struct db_stmt *q, bool *ret_row, struct err *err) MUST_CHECK;
/* Run it for its effect; rows of a RETURNING are dropped. *ret_changed (may be
 * NULL): how many rows it inserted, updated or deleted. */
enum rc db_run(struct db_stmt *q, int64_t *ret_changed, struct err *err) MUST_CHECK;
/* Run it and stand on its first row; RC_NOT_FOUND, without a sentence, if there is
 * none. */
enum rc db_first(struct db_stmt *q, struct err *err) MUST_CHECK;
/* Ready to run again, with the same values bound until they are bound anew. */
void db_again(struct db_stmt *q);

/* The row it stands on; columns count from 0. Text and blobs are borrowed until
 * the next call that runs, steps or ends the statement. */
bool db_is_null(const struct db_stmt *q, unsigned column);
int64_t db_int(const struct db_stmt *q, unsigned column); /* 0 for NULL */
double db_real(const struct db_stmt *q, unsigned column); /* NaN for NULL */
const char *db_text(const struct db_stmt *q, unsigned column); /* NULL for NULL */
/* NULL and 0 for NULL; an empty blob is not NULL. */
const void *db_blob(const struct db_stmt *q, unsigned column, size_t *ret_len);
void db_value(const struct db_stmt *q, unsigned column, struct db_value *ret_value);

/* ---- many at once -------------------------------------------------------- */

/* Run the statement with the values bound now, without waiting for its outcome:
 * PostgreSQL is sent many before it is asked how they went. Only inside a
 * transaction; between the first db_bulk and db_bulk_end nothing else may be
 * asked of this connection. Text and blobs may change after each call. */
enum rc db_bulk(struct db_stmt *q, struct err *err) MUST_CHECK;
/* The first failure among them, if any. */
enum rc db_bulk_end(struct db_stmt *q, struct err *err) MUST_CHECK;

/* ---- transactions -------------------------------------------------------- */

/* On a DB_READ connection, one moment of the database: later changes of others are
 * not seen until it ends. Otherwise the right to write (SQLite: at once). */
enum rc db_begin(struct db *db, struct err *err) MUST_CHECK;
/* On failure nothing is in, with one exception: RC_IO from PostgreSQL when the
 * connection breaks in this very moment leaves the outcome open, so what is
 * tried again must notice that it is there already. */
enum rc db_commit(struct db *db, struct err *err) MUST_CHECK;
/* Harmless when no transaction is open. */
void db_rollback(struct db *db);
bool db_in_transaction(const struct db *db);

/* Ask guard first in every transaction from now on: when it fails, db_begin fails with the
 * same outcome and nothing was begun. It may read. NULL takes it away. */
typedef enum rc (*db_guard)(void *ctx, struct db *db, struct err *err);
void db_set_guard(struct db *db, db_guard guard, void *ctx);

/* A consistent copy of the whole database, of this moment, in a new file of mode 0600;
 * others go on reading and writing. Who has the database (store/upkeep/serving.h) is left out.
 * RC_CONFLICT: the file exists; RC_NOT_FOUND: PostgreSQL's pg_dump is not installed. On
 * failure there is no file. */
enum rc db_backup(struct db *db, const char *file, struct err *err) MUST_CHECK;

/* Fill this database, which must be empty, with such a copy of the same back-end.
 * RC_NOT_FOUND: pg_restore is not installed. On failure PostgreSQL's is as it was. */
enum rc db_restore(struct db *db, const char *file, struct err *err) MUST_CHECK;

/* Several statements with ';' between them, without values: migrations. */
enum rc db_script(struct db *db, const char *sql, struct err *err) MUST_CHECK;

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * store/db/db_int.h - what a database driver is: an ops table, and structs that
 * begin with struct db and struct db_stmt.
 *
 * db.c checks values, keeps the cache of statements and the state of the
 * transaction, so that drivers only translate. tests/contract/test_db.c says
 * what they owe.
 */
#ifndef FACHO_STORE_DB_DB_INT_H
#define FACHO_STORE_DB_DB_INT_H

#include "store/db/db.h"

struct map;

enum db_state {
	DB_NO_TRANSACTION,
	DB_IN_TRANSACTION,
	DB_SPOILT, /* something failed inside; only a rollback helps */
};

/* The functions are called by db.c only, from the owner of the connection, and may
 * block unless they return nothing. All translate errors with one function of
 * their own. None is NULL. */
struct db_ops {
	const char *name; /* "sqlite" */

	/* Is this text for us? */
	bool (*knows)(const char *where);

	/* A connection with `ops` and `mode` set and the rest of struct db zero. */
	enum rc (*open)(
	    const char *where, enum db_mode mode, struct db **ret_db, struct err *err);
	void (*close)(struct db *db); /* all statements are finalized */
	enum rc (*set_patience)(struct db *db, int ms, struct err *err);
	enum rc (*set_deadline)(struct db *db, int ms, struct err *err);

	/* A statement with n_params and n_columns set; the rest is db.c's. */
	enum rc (*prepare)(
	    struct db *db, const char *sql, struct db_stmt **ret_stmt, struct err *err);
	void (*finalize)(struct db_stmt *q);

	/* Run with q->params if it is not running, and take the next row. */
	enum rc (*step)(struct db_stmt *q, bool *ret_row, struct err *err);
	int64_t (*changed)(const struct db_stmt *q); /* after the last step */
	void (*column)(const struct db_stmt *q, unsigned column, struct db_value *ret);
	void (*reset)(struct db_stmt *q); /* not running */

	enum rc (*bulk)(struct db_stmt *q, struct err *err);
	enum rc (*bulk_end)(struct db_stmt *q, struct err *err);

	enum rc (*begin)(struct db *db, struct err *err);
	enum rc (*commit)(struct db *db, struct err *err);
	void (*rollback)(struct db *db);
	enum rc (*script)(struct db *db, const char *sql, struct err *err);
	enum rc (*backup)(struct db *db, const char *file, struct err *err);
	enum rc (*restore)(struct db *db, const char *file, struct err *err);
};

struct db {
	const struct db_ops *ops;
	enum db_mode mode;
	enum db_state state;
	struct map *cache; /* SQL text -> struct db_stmt; owns them */
	struct db_stmt *bulk; /* the one between db_bulk and db_bulk_end */
	db_guard guard; /* asked in every transaction; NULL: none */
	void *guard_ctx;
	int deadline_ms; /* of a statement; 0: none */
	int64_t until_ms; /* of all of them; 0: none */
	db_wanted is_wanted; /* NULL: always */
	void *wanted_ctx;
};

struct db_stmt {
	struct db *db;
	char *sql; /* owned */
	unsigned n_params;
	unsigned n_columns;
	bool is_taken; /* by a caller of db_prepare */
	bool is_cached; /* false: finalized by db_done */
	bool is_running;
	bool has_row;
	struct db_value params[DB_PARAMS_MAX]; /* $1 is the first */
};

/* Does whoever asked still want it? */
bool db_is_wanted(const struct db *db);
/* Is the moment of db_set_until over? */
bool db_is_over(const struct db *db);
/* Why a statement was ended before it was through: RC_CANCELLED or RC_TIMEOUT. */
enum rc db_ended(const struct db *db, struct err *err);

extern const struct db_ops db_sqlite;
extern const struct db_ops db_pgsql;

/* All of them, ending with NULL. */
extern const struct db_ops *const db_drivers[];

#endif

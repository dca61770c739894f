/* SPDX-License-Identifier: Apache-2.0
 *
 * SQLite: one file, WAL, so that readers and the one writer do not wait for each
 * other.
 *
 * SQLite numbers $n by first appearance: in SELECT $2, $1 the parameter $2 has
 * index 1. Values are therefore bound by name.
 */
#include "store/db/db_int.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fold.h"

static const char SCHEME[] = "sqlite:";

enum { LOOK_STEPS = 20000 }; /* about a millisecond */

struct sqlite_db {
	struct db base;
	sqlite3 *handle;
	int64_t ends_ms; /* when the statement that runs has to; monotonic, 0: never */
};

struct sqlite_stmt {
	struct db_stmt base;
	sqlite3_stmt *handle;
	int index[DB_PARAMS_MAX]; /* SQLite's number of $1, $2 ...; 0: not in the text */
	int64_t ends_ms; /* as in struct sqlite_db */
	int64_t changed;
};

static sqlite3 *
handle(const struct db *db)
{
	return ((const struct sqlite_db *)db)->handle;
}

static struct sqlite_db *
conn_of(struct db *db)
{
	return (struct sqlite_db *)db;
}

static struct sqlite_stmt *
stmt(struct db_stmt *q)
{
	return (struct sqlite_stmt *)q;
}

/* ---- errors -------------------------------------------------------------- */

static enum rc
rc_of_constraint(int extended)
{
	switch (extended) {
	case SQLITE_CONSTRAINT_CHECK:
	case SQLITE_CONSTRAINT_NOTNULL:
	case SQLITE_CONSTRAINT_DATATYPE:
		return RC_INVALID;
	default: /* SQLite's numbers, no enum of ours */
		return RC_CONFLICT;
	}
}

static enum rc
rc_of(int extended)
{
	switch (extended & 0xFF) {
	case SQLITE_OK:
	case SQLITE_ROW:
	case SQLITE_DONE:
		return RC_OK;
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
	case SQLITE_PROTOCOL: /* WAL recovery raced with somebody */
		return RC_BUSY;
	case SQLITE_NOMEM:
		return RC_NOMEM;
	case SQLITE_CONSTRAINT:
		return rc_of_constraint(extended);
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
		return RC_PROTOCOL;
	case SQLITE_PERM:
	case SQLITE_READONLY:
	case SQLITE_AUTH:
		return RC_REFUSED;
	case SQLITE_FULL:
	case SQLITE_IOERR:
	case SQLITE_CANTOPEN:
		return RC_IO;
	default: /* SQLite's numbers, no enum of ours */
		return RC_INVALID;
	}
}

static enum rc
failed(sqlite3 *h, struct err *err)
{
	return err_set(
	    err, rc_of(sqlite3_extended_errcode(h)), "database: %s", sqlite3_errmsg(h));
}

/* ---- the connection ------------------------------------------------------ */

static bool
sqlite_knows(const char *where)
{
	return strncmp(where, SCHEME, sizeof(SCHEME) - 1) == 0;
}

static void
sqlite_close(struct db *db)
{
	(void)sqlite3_close(handle(db)); /* all statements are gone: cannot fail */
	free(db);
}

static enum rc
sqlite_script(struct db *db, const char *sql, struct err *err)
{
	return sqlite3_exec(handle(db), sql, NULL, NULL, NULL) == SQLITE_OK
	    ? RC_OK
	    : failed(handle(db), err);
}

static enum rc
sqlite_set_patience(struct db *db, int ms, struct err *err)
{
	(void)err;
	(void)sqlite3_busy_timeout(handle(db), ms); /* cannot fail */
	return RC_OK;
}

/* SQLite calls it every LOOK_STEPS instructions of a statement; 1 ends the statement. */
static int
look_at_limits(void *ctx)
{
	const struct sqlite_db *s = ctx;

	return (s->ends_ms && clock_mono_ms() >= s->ends_ms) || db_is_over(&s->base) ||
	    !db_is_wanted(&s->base);
}

static enum rc
sqlite_set_deadline(struct db *db, int ms, struct err *err)
{
	(void)db; /* each statement notes its own end when it begins */
	(void)ms;
	(void)err;
	return RC_OK;
}

/* What a migration makes of the other database's own means. The schema does not use
 * it: other programs can read and write the file. */
static void
fold(sqlite3_context *ctx, int n, sqlite3_value **values)
{
	const char *text = (const char *)sqlite3_value_text(values[0]);
	char *folded;
	size_t size;

	(void)n;
	if (!text)
		return; /* null */
	size = strlen(text) + 1;
	folded = malloc(size);
	if (!folded) {
		sqlite3_result_error_nomem(ctx);
		return;
	}
	(void)fold_text(text, folded, size);
	sqlite3_result_text(ctx, folded, -1, free);
}

static enum rc
add_functions(struct db *db, struct err *err)
{
	int code = sqlite3_create_function_v2(handle(db), "facho_fold", 1,
	    SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, fold, NULL, NULL, NULL);

	return code == SQLITE_OK ? RC_OK : failed(handle(db), err);
}

/* NORMAL: a power cut may cost the last commits, whole ones and from the end; a
 * crash of ours costs nothing. */
static enum rc
set_up(struct db *db, struct err *err)
{
	static const char SETTINGS[] = "PRAGMA foreign_keys = ON;"
				       "PRAGMA synchronous = NORMAL;"
				       "PRAGMA temp_store = MEMORY;"
				       "PRAGMA cache_size = -16384;";
	/* A new file's pages: history blocks of one to two kilobytes fill them well. */
	static const char WRITER[] = "PRAGMA page_size = 8192;"
				     "PRAGMA journal_mode = WAL;"
				     "PRAGMA journal_size_limit = 67108864;";
	enum rc rc;

	(void)sqlite3_extended_result_codes(handle(db), 1);
	sqlite3_progress_handler(handle(db), LOOK_STEPS, look_at_limits, db);
	(void)sqlite_set_patience(db, DB_PATIENCE_MS, NULL); /* cannot fail */
	rc = add_functions(db, err);
	if (rc == RC_OK)
		rc = sqlite_script(db, SETTINGS, err);
	if (rc == RC_OK && db->mode != DB_READ)
		rc = sqlite_script(db, WRITER, err);
	return rc;
}

static int
open_flags(enum db_mode mode)
{
	switch (mode) {
	case DB_READ:
		return SQLITE_OPEN_READONLY;
	case DB_WRITE:
		return SQLITE_OPEN_READWRITE;
	case DB_CREATE:
		return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
	}
	return SQLITE_OPEN_READONLY;
}

/* SQLite counts every allocation under a lock of the whole process, for figures that
 * nobody reads. Too late, after somebody else's first use of it, it stays as it is. */
static void
count_no_memory(void)
{
	(void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/* Nobody else reads the database, and its log gets the mode that it has. No descriptor of
 * a file that is there: closing it would end the locks of our other connections. */
static void
keep_private(const char *path, enum db_mode mode)
{
	static const char *const BESIDE[] = { "", "-wal", "-shm" };
	int fd = mode == DB_CREATE
	    ? open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600)
	    : -1;

	if (fd >= 0)
		(void)close(fd); /* made just now */
	for (size_t i = 0; i < sizeof(BESIDE) / sizeof(BESIDE[0]); i++) {
		char name[PATH_MAX];
		struct stat st;

		(void)snprintf(name, sizeof(name), "%s%s", path, BESIDE[i]);
		if (lstat(name, &st) == 0 && S_ISREG(st.st_mode) &&
		    (st.st_mode & (S_IRWXG | S_IRWXO)))
			(void)chmod(name, 0600); /* somebody else's stays as it is */
	}
}

/* A new database is made here, not where somebody's link points to. */
static bool
is_link_to_nothing(const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0 && S_ISLNK(st.st_mode) && stat(path, &st) != 0;
}

static enum rc
sqlite_open(const char *where, enum db_mode mode, struct db **ret_db, struct err *err)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	const char *path = where + sizeof(SCHEME) - 1;
	struct sqlite_db *s = calloc(1, sizeof(*s));
	enum rc rc;

	(void)pthread_once(&once, count_no_memory); /* cannot fail with these arguments */
	if (!s)
		return err_set(err, RC_NOMEM, "out of memory");
	s->base.ops = &db_sqlite;
	s->base.mode = mode;
	if (mode == DB_CREATE && is_link_to_nothing(path)) {
		free(s);
		return err_set(err, RC_REFUSED, "%s is a symbolic link to nothing", path);
	}
	if (mode != DB_READ && *path && *path != ':')
		keep_private(path, mode);
	if (sqlite3_open_v2(path, &s->handle, open_flags(mode) | SQLITE_OPEN_NOMUTEX,
		NULL) != SQLITE_OK)
		rc = failed(s->handle, err);
	else
		rc = set_up(&s->base, err);
	if (rc != RC_OK) {
		sqlite_close(&s->base);
		return err_prefix(err, rc, "%s: ", path);
	}
	*ret_db = &s->base;
	return RC_OK;
}

/* ---- statements ---------------------------------------------------------- */

/* Where each $n is; RC_INVALID for a parameter of another form. */
static enum rc
find_params(struct sqlite_stmt *q, struct err *err)
{
	int count = sqlite3_bind_parameter_count(q->handle);

	for (int i = 1; i <= count; i++) {
		const char *name = sqlite3_bind_parameter_name(q->handle, i);
		long n = name && name[0] == '$' ? strtol(name + 1, NULL, 10) : 0;

		if (n < 1 || n > DB_PARAMS_MAX)
			return err_set(err, RC_INVALID,
			    "database: the parameter %s is not one of $1 to $%d",
			    name ? name : "?", DB_PARAMS_MAX);
		q->index[n - 1] = i;
		if (n > q->base.n_params)
			q->base.n_params = (unsigned)n;
	}
	return RC_OK;
}

static void
sqlite_finalize(struct db_stmt *q)
{
	(void)sqlite3_finalize(stmt(q)->handle); /* repeats an error already told */
	free(q);
}

static enum rc
sqlite_prepare(struct db *db, const char *sql, struct db_stmt **ret_stmt, struct err *err)
{
	struct sqlite_stmt *q = calloc(1, sizeof(*q));
	enum rc rc = RC_OK;

	if (!q)
		return err_set(err, RC_NOMEM, "out of memory");
	if (sqlite3_prepare_v3(handle(db), sql, -1, SQLITE_PREPARE_PERSISTENT, &q->handle,
		NULL) != SQLITE_OK)
		rc = failed(handle(db), err);
	else
		rc = find_params(q, err);
	if (rc != RC_OK) {
		sqlite_finalize(&q->base);
		return rc;
	}
	q->base.n_columns = (unsigned)sqlite3_column_count(q->handle);
	*ret_stmt = &q->base;
	return RC_OK;
}

static int
bind_one(sqlite3_stmt *h, int at, const struct db_value *v)
{
	switch (v->type) {
	case DB_NULL:
		return sqlite3_bind_null(h, at);
	case DB_INT:
		return sqlite3_bind_int64(h, at, v->i);
	case DB_REAL:
		return sqlite3_bind_double(h, at, v->r);
	case DB_TEXT:
		return sqlite3_bind_text64(
		    h, at, v->bytes, v->len, SQLITE_STATIC, SQLITE_UTF8);
	case DB_BLOB:
		return v->len == 0
		    ? sqlite3_bind_zeroblob(h, at, 0)
		    : sqlite3_bind_blob64(h, at, v->bytes, v->len, SQLITE_STATIC);
	}
	return SQLITE_MISUSE;
}

static enum rc
bind_all(struct sqlite_stmt *q, struct err *err)
{
	for (unsigned i = 0; i < q->base.n_params; i++) {
		if (q->index[i] &&
		    bind_one(q->handle, q->index[i], &q->base.params[i]) != SQLITE_OK)
			return failed(handle(q->base.db), err);
	}
	return RC_OK;
}

static enum rc
sqlite_step(struct db_stmt *base, bool *ret_row, struct err *err)
{
	struct sqlite_stmt *q = stmt(base);
	sqlite3 *h = handle(base->db);
	int code;

	if (!base->is_running) {
		enum rc rc = bind_all(q, err);

		if (rc != RC_OK)
			return rc;
		q->ends_ms =
		    base->db->deadline_ms ? clock_mono_ms() + base->db->deadline_ms : 0;
	}
	conn_of(base->db)->ends_ms = q->ends_ms;
	code = sqlite3_step(q->handle);
	conn_of(base->db)->ends_ms = 0;
	if ((code & 0xFF) == SQLITE_INTERRUPT)
		return db_ended(base->db, err);
	if (code != SQLITE_ROW && code != SQLITE_DONE)
		return failed(h, err);
	q->changed = sqlite3_stmt_readonly(q->handle) ? 0 : sqlite3_changes64(h);
	if (code == SQLITE_DONE)
		(void)sqlite3_reset(q->handle);
	*ret_row = code == SQLITE_ROW;
	return RC_OK;
}

static int64_t
sqlite_changed(const struct db_stmt *q)
{
	return ((const struct sqlite_stmt *)q)->changed;
}

/* The cell is looked up once. Two threads must not use such a value; a connection has one
 * thread. */
static void
sqlite_column(const struct db_stmt *q, unsigned column, struct db_value *ret)
{
	sqlite3_value *v =
	    sqlite3_column_value(((const struct sqlite_stmt *)q)->handle, (int)column);

	switch (sqlite3_value_type(v)) {
	case SQLITE_INTEGER:
		*ret = (struct db_value){ .type = DB_INT, .i = sqlite3_value_int64(v) };
		return;
	case SQLITE_FLOAT:
		*ret = (struct db_value){ .type = DB_REAL, .r = sqlite3_value_double(v) };
		return;
	case SQLITE_TEXT:
		*ret =
		    (struct db_value){ .type = DB_TEXT, .bytes = sqlite3_value_text(v) };
		ret->len = (size_t)sqlite3_value_bytes(v);
		return;
	case SQLITE_BLOB:
		*ret =
		    (struct db_value){ .type = DB_BLOB, .bytes = sqlite3_value_blob(v) };
		ret->len = (size_t)sqlite3_value_bytes(v);
		if (ret->len == 0)
			ret->bytes = ""; /* SQLite says NULL for an empty one */
		return;
	default: /* SQLite's numbers, no enum of ours */
		*ret = (struct db_value){ .type = DB_NULL };
	}
}

static void
sqlite_reset(struct db_stmt *q)
{
	(void)sqlite3_reset(stmt(q)->handle); /* repeats an error already told */
}

static enum rc
sqlite_bulk(struct db_stmt *q, struct err *err)
{
	bool has_row;
	enum rc rc = sqlite_step(q, &has_row, err);

	sqlite_reset(q);
	return rc;
}

static enum rc
sqlite_bulk_end(struct db_stmt *q, struct err *err)
{
	(void)q;
	(void)err;
	return RC_OK; /* each row has told its own outcome */
}

/* ---- transactions -------------------------------------------------------- */

/* IMMEDIATE: a transaction that began by reading could not be sure to be let to
 * write later. A DEFERRED one would see its moment only when it first reads. */
static enum rc
sqlite_begin(struct db *db, struct err *err)
{
	if (db->mode != DB_READ)
		return sqlite_script(db, "BEGIN IMMEDIATE", err);
	return sqlite_script(db, "BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1", err);
}

static enum rc
sqlite_commit(struct db *db, struct err *err)
{
	return sqlite_script(db, "COMMIT", err);
}

static void
sqlite_rollback(struct db *db)
{
	/* After some errors SQLite has rolled back by itself. */
	if (!sqlite3_get_autocommit(handle(db)))
		(void)sqlite_script(db, "ROLLBACK", NULL); /* nothing is left to do */
}

/* ---- backup -------------------------------------------------------------- */

/* All pages in one step: in WAL that holds nobody up, and a copy in several would
 * start anew whenever somebody writes in between. */
static enum rc
copy_pages(sqlite3 *from, sqlite3 *to, struct err *err)
{
	sqlite3_backup *b = sqlite3_backup_init(to, "main", from, "main");

	if (!b)
		return failed(to, err);
	(void)sqlite3_backup_step(b, -1); /* finish tells the same outcome */
	return sqlite3_backup_finish(b) == SQLITE_OK ? RC_OK : failed(to, err);
}

static enum rc
copy_to(struct db *db, const char *file, struct err *err)
{
	sqlite3 *to = NULL;
	enum rc rc;

	if (sqlite3_open_v2(file, &to, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
		rc = failed(to, err);
	else
		rc = copy_pages(handle(db), to, err);
	/* Nobody has the copy. Databases of earlier versions do not know the table. */
	if (rc == RC_OK)
		(void)sqlite3_exec(to, "DELETE FROM serving", NULL, NULL, NULL);
	/* The copy is one file, without a log beside it. */
	if (rc == RC_OK &&
	    sqlite3_exec(to, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL) !=
		SQLITE_OK)
		rc = failed(to, err);
	(void)sqlite3_close(to); /* nothing is open in it: cannot fail */
	return rc;
}

static enum rc
sqlite_backup(struct db *db, const char *file, struct err *err)
{
	int fd = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	enum rc rc;

	if (fd < 0 && errno == EEXIST)
		return err_set(err, RC_CONFLICT, "%s exists already", file);
	if (fd < 0)
		return err_set(err, RC_IO, "%s: %s", file, strerror(errno));
	(void)close(fd); /* it is empty */
	rc = copy_to(db, file, err);
	if (rc != RC_OK)
		(void)unlink(file); /* half a copy is worse than none */
	return rc == RC_OK ? RC_OK : err_prefix(err, rc, "%s: ", file);
}

/* Pages cannot change their size under a log: without it, and with it again. */
static enum rc
sqlite_restore(struct db *db, const char *file, struct err *err)
{
	sqlite3 *from = NULL;
	enum rc rc;

	if (sqlite3_open_v2(file, &from, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
		rc = failed(from, err);
	else
		rc = sqlite_script(db, "PRAGMA journal_mode = DELETE", err);
	if (rc == RC_OK)
		rc = copy_pages(from, handle(db), err);
	(void)sqlite3_close(from); /* nothing is open in it: cannot fail */
	if (rc == RC_OK)
		rc = sqlite_script(db, "PRAGMA journal_mode = WAL", err);
	return rc == RC_OK ? RC_OK : err_prefix(err, rc, "%s: ", file);
}

const struct db_ops db_sqlite = {
	.name = "sqlite",
	.knows = sqlite_knows,
	.open = sqlite_open,
	.close = sqlite_close,
	.set_patience = sqlite_set_patience,
	.set_deadline = sqlite_set_deadline,
	.prepare = sqlite_prepare,
	.finalize = sqlite_finalize,
	.step = sqlite_step,
	.changed = sqlite_changed,
	.column = sqlite_column,
	.reset = sqlite_reset,
	.bulk = sqlite_bulk,
	.bulk_end = sqlite_bulk_end,
	.begin = sqlite_begin,
	.commit = sqlite_commit,
	.rollback = sqlite_rollback,
	.script = sqlite_script,
	.backup = sqlite_backup,
	.restore = sqlite_restore,
};

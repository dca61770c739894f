/* SPDX-License-Identifier: Apache-2.0 */
#include "store/upkeep/migrate.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "store/db/query.h"
#include "store/upkeep/migrate_int.h"

/* SQLite keeps it in the file's header, where file(1) finds it: "Fach". */
#define APPLICATION_ID "1180787560"

/* "0001_schema.sqlite.sql" is number 1 of sqlite. */
static int64_t
number_of(const struct migration *m)
{
	return strtoll(m->name, NULL, 10);
}

static bool
is_for(const struct migration *m, const char *backend)
{
	const char *dot = strchr(m->name, '.');

	return dot && strncmp(dot + 1, backend, strlen(backend)) == 0;
}

int64_t
store_version_known(void)
{
	int64_t latest = 0;

	for (size_t i = 0; i < N_MIGRATIONS; i++) {
		if (number_of(&MIGRATIONS[i]) > latest)
			latest = number_of(&MIGRATIONS[i]);
	}
	return latest;
}

static bool
is_sqlite(const struct db *db)
{
	return strcmp(db_backend(db), "sqlite") == 0;
}

/* How many tables there are, and how many of them are our list of migrations. */
static enum rc
count_tables(struct db *db, int64_t *ret_all, int64_t *ret_ours, struct err *err)
{
	static const char SQLITE[] =
	    "SELECT count(*), CAST(COALESCE(sum(CASE name"
	    " WHEN 'facho_migrations' THEN 1 ELSE 0 END), 0)"
	    " AS BIGINT) FROM sqlite_schema WHERE type = 'table'";
	static const char PGSQL[] =
	    "SELECT count(*), CAST(COALESCE(sum(CASE relname"
	    " WHEN 'facho_migrations' THEN 1 ELSE 0 END), 0) AS BIGINT)"
	    " FROM pg_catalog.pg_class WHERE relkind IN ('r', 'p')"
	    " AND relnamespace = CAST(current_schema() AS regnamespace)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc =
	    db_query_first(db, is_sqlite(db) ? SQLITE : PGSQL, DB_NO_ARGS, &q, err);

	if (rc != RC_OK)
		return rc;
	*ret_all = db_int(q, 0);
	*ret_ours = db_int(q, 1);
	return RC_OK;
}

enum rc
store_version_of(struct db *db, int64_t *ret_version, struct err *err)
{
	static const char sql[] =
	    "SELECT COALESCE(max(version), 0) FROM facho_migrations";
	int64_t all, ours, version = 0;
	enum rc rc = count_tables(db, &all, &ours, err);

	if (rc != RC_OK)
		return rc;
	if (all > 0 && ours == 0)
		return err_set(err, RC_PROTOCOL,
		    "this database belongs to another program: it has %lld tables and"
		    " none of them is Facho's; name an empty one",
		    (long long)all);
	if (ours > 0)
		rc = db_query_int(db, sql, DB_NO_ARGS, &version, err);
	if (rc != RC_OK)
		return rc;
	if (version > store_version_known())
		return err_set(err, RC_REFUSED,
		    "the database is of version %lld and this program knows %lld: "
		    "use the newer facho that brought it there",
		    (long long)version, (long long)store_version_known());
	*ret_version = version;
	return RC_OK;
}

/* One at a time: SQLite's write transaction is the lock itself. */
static enum rc
lock(struct db *db, struct err *err)
{
	if (is_sqlite(db))
		return RC_OK;
	return db_exec(db,
	    "SELECT CAST(1 AS BIGINT)"
	    " FROM pg_advisory_xact_lock(" APPLICATION_ID ")",
	    DB_NO_ARGS, err);
}

static enum rc
record(struct db *db, const struct migration *m, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO facho_migrations (version, name, applied_ms)"
	    " VALUES ($1, $2, $3)";

	return db_exec(db, sql, DB_ARGS(number_of(m), m->name, now_ms), err);
}

static enum rc
begin_list(struct db *db, struct err *err)
{
	if (is_sqlite(db))
		return db_script(db,
		    "PRAGMA application_id = " APPLICATION_ID ";"
		    "CREATE TABLE facho_migrations (version INTEGER PRIMARY KEY,"
		    " name TEXT NOT NULL, applied_ms INTEGER NOT NULL) STRICT",
		    err);
	return db_script(db,
	    "CREATE TABLE facho_migrations (version BIGINT PRIMARY KEY,"
	    " name TEXT NOT NULL, applied_ms BIGINT NOT NULL)",
	    err);
}

static const struct migration *
find(const char *backend, int64_t number)
{
	for (size_t i = 0; i < N_MIGRATIONS; i++) {
		if (number_of(&MIGRATIONS[i]) == number &&
		    is_for(&MIGRATIONS[i], backend))
			return &MIGRATIONS[i];
	}
	return NULL;
}

static enum rc
apply(struct db *db, const struct migration *m, int64_t now_ms, struct err *err)
{
	enum rc rc = RC_OK;

	if (number_of(m) == 1)
		rc = begin_list(db, err);
	if (rc == RC_OK)
		rc = db_script(db, (const char *)m->sql, err);
	if (rc == RC_OK)
		rc = record(db, m, now_ms, err);
	return rc == RC_OK ? RC_OK : err_prefix(err, rc, "%s: ", m->name);
}

/* One migration, if one is missing, inside the transaction that looked. */
static enum rc
apply_next(struct db *db, int64_t now_ms, int64_t *ret_was, struct err *err)
{
	int64_t version = 0;
	const struct migration *next;
	enum rc rc = lock(db, err);

	if (rc == RC_OK)
		rc = store_version_of(db, &version, err);
	if (rc != RC_OK)
		return rc;
	*ret_was = version;
	next = find(db_backend(db), version + 1);
	return next ? apply(db, next, now_ms, err) : RC_OK;
}

enum rc
store_migrate(struct db *db, int64_t now_ms, int64_t *ret_from, struct err *err)
{
	int64_t from = -1, was = -1;

	while (was < store_version_known()) {
		enum rc rc = db_begin(db, err);

		if (rc == RC_OK)
			rc = apply_next(db, now_ms, &was, err);
		if (rc == RC_OK)
			rc = db_commit(db, err);
		if (rc != RC_OK) {
			db_rollback(db);
			return rc;
		}
		if (from < 0)
			from = was;
	}
	if (ret_from)
		*ret_from = from;
	return RC_OK;
}

enum rc
store_check_version(struct db *db, struct err *err)
{
	int64_t version;
	enum rc rc = store_version_of(db, &version, err);

	if (rc != RC_OK)
		return rc;
	if (version < store_version_known())
		return err_set(err, RC_CONFLICT,
		    "the database is of version %lld and this program needs %lld: "
		    "run facho migrate",
		    (long long)version, (long long)store_version_known());
	return RC_OK;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "store/upkeep/serving.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "store/db/query.h"

enum { TAKE_TRIES = 3 };

static bool
is_sqlite(const struct db *db)
{
	return strcmp(db_backend(db), "sqlite") == 0;
}

enum rc
store_serving_is_known(struct db *db, bool *ret_is_known, struct err *err)
{
	static const char SQLITE[] = "SELECT count(*) FROM sqlite_schema"
				     " WHERE type = 'table' AND name = 'serving'";
	static const char PGSQL[] =
	    "SELECT count(*) FROM pg_catalog.pg_class"
	    " WHERE relkind = 'r' AND relname = 'serving'"
	    " AND relnamespace = CAST(current_schema() AS regnamespace)";
	int64_t n = 0;
	enum rc rc =
	    db_query_int(db, is_sqlite(db) ? SQLITE : PGSQL, DB_NO_ARGS, &n, err);

	if (rc == RC_OK)
		*ret_is_known = n > 0;
	return rc;
}

enum rc
store_serving_now(struct db *db, int64_t *ret_ms, struct err *err)
{
	static const char PGSQL[] =
	    "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";

	if (!is_sqlite(db))
		return db_query_int(db, PGSQL, DB_NO_ARGS, ret_ms, err);
	*ret_ms = clock_wall_ms();
	return RC_OK;
}

/* ---- rows ------------------------------------------------------------------------- */

#define COLUMNS "run, what, machine, place, pid, born, since_ms, beat, beat_ms"

/* The one reader of COLUMNS. */
static void
from_row(const struct db_stmt *q, struct serving *s)
{
	(void)snprintf(s->run, sizeof(s->run), "%s", db_text(q, 0));
	(void)snprintf(s->what, sizeof(s->what), "%s", db_text(q, 1));
	(void)snprintf(s->machine, sizeof(s->machine), "%s", db_text(q, 2));
	(void)snprintf(s->place, sizeof(s->place), "%s", db_text(q, 3));
	s->pid = db_int(q, 4);
	s->born = db_int(q, 5);
	s->since_ms = db_int(q, 6);
	s->beat = db_int(q, 7);
	s->beat_ms = db_int(q, 8);
}

enum rc
store_serving_get(struct db *db, struct serving *ret, struct err *err)
{
	static const char sql[] = "SELECT " COLUMNS " FROM serving";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_NO_ARGS, &q, err);

	if (rc == RC_NOT_FOUND)
		return err_set(err, rc, "no program has this database");
	if (rc == RC_OK)
		from_row(q, ret);
	return rc;
}

/* Run it; RC_CONFLICT when it found no row to change. */
static enum rc
change_one(struct db *db, const char *sql, struct db_args args, struct err *err)
{
	enum rc rc = db_change(db, sql, args, err);

	return rc == RC_NOT_FOUND ? RC_CONFLICT : rc;
}

static enum rc
take_free(struct db *db, const struct serving *me, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO serving (one, " COLUMNS ") "
	    "VALUES (1, $1, $2, $3, $4, $5, $6, $7, 0, $7) ON CONFLICT (one) DO NOTHING";

	return change_one(db, sql,
	    DB_ARGS(me->run, me->what, me->machine, me->place, me->pid, me->born, now_ms),
	    err);
}

static enum rc
take_from(struct db *db, const struct serving *me, const struct serving *other,
    int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE serving SET run = $1, what = $2, machine = $3, place = $4, "
	    "pid = $5, born = $6, since_ms = $7, beat = 0, beat_ms = $7 "
	    "WHERE run = $8 AND beat = $9";

	return change_one(db, sql,
	    DB_ARGS(me->run, me->what, me->machine, me->place, me->pid, me->born, now_ms,
		other->run, other->beat),
	    err);
}

/* End the transactions that hold the row: those that have looked at it, and nobody else,
 * have this lock on the table. A program that was stopped in the middle of one keeps it
 * for as long as it is stopped. */
static enum rc
end_transactions(struct db *db, struct err *err)
{
	static const char sql[] =
	    "SELECT CAST(count(pg_terminate_backend(pid)) AS BIGINT) FROM "
	    "(SELECT DISTINCT pid FROM pg_locks WHERE locktype = 'relation' "
	    "AND database = (SELECT oid FROM pg_database"
	    " WHERE datname = current_database()) "
	    "AND relation = CAST('serving' AS regclass) "
	    "AND mode = 'RowShareLock' AND granted AND pid <> pg_backend_pid()) holders";
	int64_t n;
	enum rc rc = db_query_int(db, sql, DB_NO_ARGS, &n, err);

	return rc == RC_OK ? rc
			   : err_prefix(err, rc,
				 "the program that had this database has left a "
				 "transaction open that cannot be ended: ");
}

enum rc
store_serving_take(struct db *db, const struct serving *me, const struct serving *other,
    int64_t now_ms, struct err *err)
{
	enum rc rc = RC_BUSY;

	if (!other)
		return take_free(db, me, now_ms, err);
	for (int i = 0; i < TAKE_TRIES && rc == RC_BUSY; i++) {
		rc = take_from(db, me, other, now_ms, err);
		if (rc == RC_BUSY && is_sqlite(db))
			return rc;
		if (rc == RC_BUSY && end_transactions(db, err) != RC_OK)
			return RC_REFUSED;
	}
	return rc;
}

/* ---- whose it is ------------------------------------------------------------------ */

static enum rc
not_ours(struct db *db, struct err *err)
{
	struct serving other = { 0 };
	char text[SERVING_TEXT_MAX];
	int64_t now_ms;
	enum rc rc = store_serving_get(db, &other, err);

	if (rc == RC_NOT_FOUND)
		return err_set(err, RC_CANCELLED,
		    "the row of this program in the table serving was removed: it writes "
		    "nothing more");
	if (rc == RC_OK)
		rc = store_serving_now(db, &now_ms, err);
	if (rc != RC_OK)
		return rc;
	return err_set(err, RC_CANCELLED,
	    "%s has taken this database over: this program writes nothing more",
	    serving_text(&other, now_ms, text));
}

enum rc
store_serving_check(struct db *db, const char *run, struct err *err)
{
	static const char SQLITE[] = "SELECT run FROM serving";
	static const char PGSQL[] = "SELECT run FROM serving FOR KEY SHARE";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc =
	    db_query_first(db, is_sqlite(db) ? SQLITE : PGSQL, DB_NO_ARGS, &q, err);

	if (rc == RC_OK && strcmp(db_text(q, 0), run) == 0)
		return RC_OK;
	return rc == RC_OK || rc == RC_NOT_FOUND ? not_ours(db, err) : rc;
}

enum rc
store_serving_beat(struct db *db, const char *run, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE serving SET beat = beat + 1, beat_ms = $2 WHERE run = $1";
	enum rc rc = change_one(db, sql, DB_ARGS(run, now_ms), err);

	return rc == RC_CONFLICT ? not_ours(db, err) : rc;
}

enum rc
store_serving_give(struct db *db, const char *run, struct err *err)
{
	static const char sql[] = "DELETE FROM serving WHERE run = $1";

	return db_exec(db, sql, DB_ARGS(run), err);
}

const char *
serving_text(const struct serving *s, int64_t now_ms, char text[SERVING_TEXT_MAX])
{
	time_t since_s = (time_t)(s->since_ms / 1000);
	int64_t age_s = now_ms > s->beat_ms ? (now_ms - s->beat_ms) / 1000 : 0;
	char since[32] = "";
	struct tm tm;

	if (gmtime_r(&since_s, &tm))
		(void)strftime(since, sizeof(since), "%Y-%m-%d %H:%M:%S", &tm);
	(void)snprintf(text, SERVING_TEXT_MAX,
	    "facho %s on %s (process %lld) since %s UTC, last heard %lld s ago", s->what,
	    s->machine, (long long)s->pid, since, (long long)age_s);
	return text;
}

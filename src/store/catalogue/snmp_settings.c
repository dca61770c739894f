/* SPDX-License-Identifier: Apache-2.0 */
#include "store/catalogue/snmp_settings.h"

#include <string.h>

#include "store/db/query.h"

static int64_t
or_unsaid(const struct db_stmt *q, unsigned column)
{
	return db_is_null(q, column) ? -1 : db_int(q, column);
}

static enum rc
no_such(const char *operation, struct err *err)
{
	return err_set(err, RC_INVALID,
	    "%s: an operation is general, discovery, get, walk, table or bulk",
	    operation);
}

#define EFFECTIVE_COLUMNS                                                        \
	"COALESCE(s.timeout_ms, g.timeout_ms), COALESCE(s.retries, g.retries), " \
	"COALESCE(s.repetitions, g.repetitions), "                               \
	"COALESCE(s.in_flight, g.in_flight), COALESCE(s.batch, g.batch)"
#define EFFECTIVE_FROM \
	" FROM snmp_settings s, snmp_settings g WHERE g.operation = 'general' "

/* timeout_ms, retries, repetitions, in_flight, batch. */
static enum rc
settings_from_row(const struct db_stmt *q, struct arena *arena, struct snmp_settings *ret,
    struct err *err)
{
	struct snmp_settings s = { or_unsaid(q, 0), or_unsaid(q, 1), or_unsaid(q, 2),
		or_unsaid(q, 3), db_text(q, 4) };

	if (s.batch) {
		s.batch = arena_copy(arena, s.batch, strlen(s.batch));
		if (!s.batch)
			return err_set(err, RC_NOMEM, "out of memory");
	}
	*ret = s;
	return RC_OK;
}

/* The one row of an operation. */
static enum rc
read_row(struct db *db, const char *sql, const char *operation, struct arena *arena,
    struct snmp_settings *ret, struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(operation), &q, err);

	if (rc == RC_NOT_FOUND)
		return no_such(operation, err);
	return rc == RC_OK ? settings_from_row(q, arena, ret, err) : rc;
}

enum rc
store_snmp_settings_get(struct db *db, const char *operation, struct arena *arena,
    struct snmp_settings *ret_settings, struct err *err)
{
	static const char sql[] =
	    "SELECT timeout_ms, retries, repetitions, in_flight, batch "
	    "FROM snmp_settings WHERE operation = $1";

	return read_row(db, sql, operation, arena, ret_settings, err);
}

enum rc
store_snmp_settings_effective(struct db *db, const char *operation, struct arena *arena,
    struct snmp_settings *ret_settings, struct err *err)
{
	static const char sql[] =
	    "SELECT " EFFECTIVE_COLUMNS EFFECTIVE_FROM "AND s.operation = $1";

	return read_row(db, sql, operation, arena, ret_settings, err);
}

static enum rc
read_typed(const struct db_stmt *q, struct arena *arena, struct snmp_settings *all,
    struct err *err)
{
	enum task_type type;

	if (!task_type_from_name(db_text(q, 5), &type))
		return RC_OK; /* the general ones, which are in all the others */
	return settings_from_row(q, arena, &all[type], err);
}

enum rc
store_snmp_settings_all(struct db *db, struct arena *arena,
    struct snmp_settings ret_settings[TASK_TYPES], struct err *err)
{
	static const char sql[] =
	    "SELECT " EFFECTIVE_COLUMNS ", s.operation" EFFECTIVE_FROM;
	struct snmp_settings all[TASK_TYPES] = { 0 };
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_NO_ARGS, &q, err);

	while (db_next(q, &rc, err))
		rc = read_typed(q, arena, all, err);
	if (rc == RC_OK)
		memcpy(ret_settings, all, sizeof(all));
	return rc;
}

static struct db_value
or_null(int64_t value)
{
	return db_int_if(value >= 0, value);
}

enum rc
store_snmp_settings_put(struct db *db, const char *operation,
    const struct snmp_settings *settings, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE snmp_settings SET timeout_ms = $2, retries = $3, repetitions = $4, "
	    "in_flight = $5, batch = $6, updated_ms = $7 WHERE operation = $1";
	enum rc rc = db_change(db, sql,
	    DB_ARGS(operation, or_null(settings->timeout_ms), or_null(settings->retries),
		or_null(settings->repetitions), or_null(settings->in_flight),
		settings->batch, now_ms),
	    err);

	return rc == RC_NOT_FOUND ? no_such(operation, err) : rc;
}

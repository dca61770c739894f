/* SPDX-License-Identifier: Apache-2.0 */
#include "store/catalogue/snmp_settings.h"

#include <string.h>

#include "store/db/db.h"

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
read_row(struct db_stmt *q, const char *operation, struct arena *arena,
    struct snmp_settings *ret, struct err *err)
{
	enum rc rc;

	db_bind_text(q, 1, operation);
	rc = db_first(q, err);
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
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	return rc == RC_OK ? read_row(q, operation, arena, ret_settings, err) : rc;
}

enum rc
store_snmp_settings_effective(struct db *db, const char *operation, struct arena *arena,
    struct snmp_settings *ret_settings, struct err *err)
{
	static const char sql[] =
	    "SELECT " EFFECTIVE_COLUMNS EFFECTIVE_FROM "AND s.operation = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	return rc == RC_OK ? read_row(q, operation, arena, ret_settings, err) : rc;
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
	bool has_row;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	while ((rc = db_step(q, &has_row, err)) == RC_OK && has_row) {
		rc = read_typed(q, arena, all, err);
		if (rc != RC_OK)
			return rc;
	}
	if (rc == RC_OK)
		memcpy(ret_settings, all, sizeof(all));
	return rc;
}

static void
bind_said(struct db_stmt *q, unsigned n, int64_t value)
{
	if (value >= 0)
		db_bind_int(q, n, value);
}

enum rc
store_snmp_settings_put(struct db *db, const char *operation,
    const struct snmp_settings *settings, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE snmp_settings SET timeout_ms = $2, retries = $3, repetitions = $4, "
	    "in_flight = $5, batch = $6, updated_ms = $7 WHERE operation = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t changed = 0;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_text(q, 1, operation);
	bind_said(q, 2, settings->timeout_ms);
	bind_said(q, 3, settings->retries);
	bind_said(q, 4, settings->repetitions);
	bind_said(q, 5, settings->in_flight);
	db_bind_text(q, 6, settings->batch);
	db_bind_int(q, 7, now_ms);
	rc = db_run(q, &changed, err);
	return rc == RC_OK && changed == 0 ? no_such(operation, err) : rc;
}

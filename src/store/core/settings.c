/* SPDX-License-Identifier: Apache-2.0 */
#include "store/core/settings.h"

#include <stdbool.h>
#include <string.h>

#include "store/db/query.h"

enum rc
store_setting_get(struct db *db, const char *key, char **ret_value, struct err *err)
{
	static const char sql[] = "SELECT value FROM settings WHERE key = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(key), &q, err);
	char *value;

	if (rc == RC_NOT_FOUND)
		return err_set(err, rc, "the setting %s is not set", key);
	if (rc != RC_OK)
		return rc;
	value = strdup(db_text(q, 0));
	if (!value)
		return err_set(err, RC_NOMEM, "out of memory");
	*ret_value = value;
	return RC_OK;
}

enum rc
store_setting_put(struct db *db, const struct setting *setting, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO settings (key, value, updated_ms, updated_by) "
	    "VALUES ($1, $2, $3, $4) "
	    "ON CONFLICT (key) DO UPDATE SET value = excluded.value, "
	    "updated_ms = excluded.updated_ms, updated_by = excluded.updated_by";

	return db_exec(db, sql,
	    DB_ARGS(setting->key, setting->value, setting->updated_ms,
		setting->updated_by ? setting->updated_by : ""),
	    err);
}

enum rc
store_setting_delete(struct db *db, const char *key, struct err *err)
{
	static const char sql[] = "DELETE FROM settings WHERE key = $1";
	enum rc rc = db_change(db, sql, DB_ARGS(key), err);

	if (rc == RC_NOT_FOUND)
		return err_set(err, RC_NOT_FOUND, "the setting %s is not set", key);
	return rc;
}

enum rc
store_setting_list(struct db *db, store_setting_row row, void *ctx, struct err *err)
{
	static const char sql[] =
	    "SELECT key, value, updated_ms, updated_by FROM settings ORDER BY key";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_NO_ARGS, &q, err);

	while (db_next(q, &rc, err)) {
		struct setting s = { db_text(q, 0), db_text(q, 1), db_int(q, 2),
			db_text(q, 3) };

		rc = row(ctx, &s);
	}
	return rc;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "store/upkeep/restore.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "store/db/query.h"
#include "store/secret/key.h"
#include "store/upkeep/migrate.h"
#include "store/upkeep/serving.h"

static enum rc
check_file(struct db *db, struct err *err)
{
	static const char sql[] = "SELECT integrity_check FROM pragma_integrity_check"
				  " WHERE integrity_check <> 'ok' LIMIT 1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = RC_NOT_FOUND;

	if (strcmp(db_backend(db), "sqlite") == 0)
		rc = db_query_first(db, sql, DB_NO_ARGS, &q, err);
	if (rc == RC_NOT_FOUND)
		return RC_OK; /* nothing is wrong */
	if (rc == RC_OK)
		return err_set(err, RC_PROTOCOL, "it is damaged: %.200s", db_text(q, 0));
	return rc;
}

/* A file that was copied by other means may say who had the original. */
static enum rc
forget_holder(struct db *db, struct err *err)
{
	bool is_known = false;
	enum rc rc = store_serving_is_known(db, &is_known, err);

	return rc == RC_OK && is_known ? db_script(db, "DELETE FROM serving", err) : rc;
}

enum rc
store_restored_check(
    struct db *db, const char *key_file, int64_t *ret_version, struct err *err)
{
	int64_t version = 0;
	enum rc rc = check_file(db, err);

	if (rc == RC_OK)
		rc = store_version_of(db, &version, err);
	if (rc == RC_OK && version == 0)
		rc = err_set(err, RC_PROTOCOL, "it has no tables");
	if (rc == RC_OK)
		rc = store_key_fits(db, key_file, err);
	if (rc == RC_OK)
		rc = forget_holder(db, err);
	if (rc == RC_OK)
		*ret_version = version;
	return rc;
}

/* ---- making room ------------------------------------------------------------------ */

/* Whatever is needed to search goes with the tables that are used. */
#define MOVE_TRGM(from, to)                                                    \
	"DO $$ BEGIN IF EXISTS (SELECT 1 FROM pg_extension"                    \
	" WHERE extname = 'pg_trgm' AND extnamespace = CAST('" from            \
	"' AS regnamespace)) THEN ALTER EXTENSION pg_trgm SET SCHEMA " to "; " \
	"END IF; END $$;"

/* All of it or nothing. The name is put into the text: identifiers cannot be bound. */
static enum rc
run(struct db *db, const char *script, struct err *err)
{
	enum rc rc = db_begin(db, err);

	if (rc == RC_OK)
		rc = db_script(db, script, err);
	if (rc == RC_OK)
		rc = db_commit(db, err);
	if (rc != RC_OK)
		db_rollback(db);
	return rc;
}

static void
assert_plain(const char *name)
{
	assert(*name && strlen(name) < 64 &&
	    strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(name));
}

static enum rc
check_schema(struct db *db, struct err *err)
{
	static const char sql[] = "SELECT CAST(COALESCE(current_schema(), '') AS TEXT)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_NO_ARGS, &q, err);

	if (rc == RC_OK && strcmp(db_text(q, 0), "public") != 0)
		rc = err_set(err, RC_REFUSED,
		    "the tables are in the schema \"%.60s\", and only those in public "
		    "can "
		    "be put back: use pg_restore",
		    db_text(q, 0));
	return rc;
}

enum rc
store_set_aside(struct db *db, const char *name, struct err *err)
{
	char script[1024];
	enum rc rc = check_schema(db, err);

	assert_plain(name);
	if (rc != RC_OK)
		return rc;
	(void)snprintf(script, sizeof(script),
	    "ALTER SCHEMA public RENAME TO %s; CREATE SCHEMA public; "
	    "GRANT USAGE ON SCHEMA public TO PUBLIC; " MOVE_TRGM("%s", "public"),
	    name, name);
	return run(db, script, err);
}

enum rc
store_take_back(struct db *db, const char *name, struct err *err)
{
	char script[1024];

	assert_plain(name);
	(void)snprintf(script, sizeof(script),
	    MOVE_TRGM("public", "%s") " DROP SCHEMA public CASCADE; "
				      "ALTER SCHEMA %s RENAME TO public",
	    name, name);
	return run(db, script, err);
}

enum rc
store_drop_aside(struct db *db, const char *name, struct err *err)
{
	char script[128];

	assert_plain(name);
	(void)snprintf(script, sizeof(script), "DROP SCHEMA %s", name);
	return run(db, script, err);
}

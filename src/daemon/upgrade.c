/* SPDX-License-Identifier: Apache-2.0 */
#include "daemon/upgrade_int.h"

#include "base/log.h"
#include "daemon/notify_int.h"
#include "store/db/db.h"
#include "store/upkeep/migrate.h"
#include "store/upkeep/serving.h"

const struct cli_option upgrade_options[] = {
	{ 0, "no-backup", CLI_FLAG, NULL,
	    "Upgrade a database of an older version without a backup." },
	CLI_OPTIONS_END,
};

static enum rc
hold(
    struct db *db, const struct upgrade *u, struct holding **ret_holding, struct err *err)
{
	enum rc rc = holding_take(&u->holding, ret_holding, err);

	if (rc == RC_OK)
		holding_guard(*ret_holding, db);
	return rc;
}

/* Large databases take a while: systemd is asked for an hour. */
static enum rc
copy_first(struct db *db, const struct upgrade *u, struct err *err)
{
	char path[BACKUP_PATH_MAX];
	struct err why = { 0 };
	int64_t version = 0, known = store_version_known();
	enum rc rc = store_version_of(db, &version, err);

	if (rc != RC_OK || version == 0 || version == known)
		return rc;
	notify("EXTEND_TIMEOUT_USEC=3600000000");
	if (u->backups.keep == 0)
		return RC_OK;
	rc = backup_make(db, &u->backups, version, u->now_ms, path, &why);
	if (rc != RC_OK)
		return err_set(err, rc,
		    "the database was left as it is, of version %lld: it is copied "
		    "before "
		    "it goes to version %lld, and that failed: %.240s; mend that, name "
		    "another folder in store.backup_folder, or use --no-backup",
		    (long long)version, (long long)known, why.msg);
	log_info("store", "the database of version %lld was copied to %s",
	    (long long)version, path);
	return RC_OK;
}

/* A database of a version without the table for the holder is taken as soon as the table
 * exists. */
enum rc
upgrade_database(struct db *db, const struct upgrade *upgrade,
    struct holding **ret_holding, int64_t *ret_from, struct err *err)
{
	bool is_known = false;
	enum rc rc = store_serving_is_known(db, &is_known, err);

	if (rc == RC_OK && is_known)
		rc = hold(db, upgrade, ret_holding, err);
	if (rc == RC_OK)
		rc = copy_first(db, upgrade, err);
	if (rc == RC_OK)
		rc = store_migrate(db, upgrade->now_ms, ret_from, err);
	if (rc == RC_OK && !is_known)
		rc = hold(db, upgrade, ret_holding, err);
	return rc;
}

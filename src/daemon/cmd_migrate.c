/* SPDX-License-Identifier: Apache-2.0
 *
 * `facho migrate`: upgrades a database to the version of this program.
 */
#include "base/clock.h"
#include "daemon/builtin_int.h"
#include "daemon/daemon_int.h"
#include "daemon/database_int.h"
#include "daemon/upgrade_int.h"
#include "store/catalogue/catalogue.h"
#include "store/incident/limits.h"
#include "store/upkeep/migrate.h"
#include "vendor/profile.h"

static int run(struct cli_call *call);

static const struct cli_option OPTIONS[] = {
	{ 0, "status", CLI_FLAG, NULL,
	    "Only show the version of the database. Exit status: 3 if it is older "
	    "than this program." },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_migrate = {
	.name = "migrate",
	.summary = "upgrade the database to the version of this program",
	.usage = "[--data DIR] [--database URL] [--status] [--no-backup]",
	.help =
	    "Creates the database if it does not exist, and updates the included\n"
	    "catalogue of brands, models, OIDs and labels; entries that you have\n"
	    "changed are kept. A database of an older version is backed up before it\n"
	    "is changed (store.backups, store.backup_folder). Every step is a\n"
	    "transaction. If two programs start at the same time, only one of them\n"
	    "migrates. A database of a newer version or of another program, or one in\n"
	    "use by facho serve, is not changed.\n",
	.examples = "facho migrate --data /var/lib/facho\n"
		    "facho migrate --database postgresql://facho@db.example/facho\n"
		    "facho migrate --status\n",
	.uses_settings = true,
	.options = { OPTIONS, database_options, upgrade_options },
	.run = run,
};

static int
print_status(struct cli_call *call)
{
	struct db *db OWNED(db_close) = NULL;
	int64_t version;
	struct err err = { 0 };

	if (database_open(call, DB_READ, &db) != RC_OK)
		return CLI_FAILED;
	if (store_version_of(db, &version, &err) != RC_OK)
		return cli_failed(call, "%s", err.msg);
	(void)fprintf(call->out, "the database has version %lld, this program %lld%s\n",
	    (long long)version, (long long)store_version_known(),
	    version < store_version_known() ? ": run facho migrate" : "");
	return version < store_version_known() ? CLI_PARTIAL : CLI_DONE;
}

static enum rc
load_builtin(struct db *db, struct catalogue_result *ret, struct err *err)
{
	struct profile_set *set OWNED(profile_set_free) = NULL;
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct catalogue catalogue;
	enum rc rc = profile_set_load_builtin(&set, err);

	if (!arena)
		return err_set(err, RC_NOMEM, "no memory for the catalogue");
	if (rc == RC_OK)
		rc = builtin_catalogue(set, arena, &catalogue, err);
	if (rc == RC_OK)
		rc = store_catalogue_load(db, &catalogue, clock_wall_ms(), ret, err);
	if (rc == RC_OK)
		rc = store_limits_ship(db, clock_wall_ms(), err);
	return rc;
}

static int
load_catalogue(struct cli_call *call, struct db *db)
{
	struct catalogue_result r;
	struct err err = { 0 };

	if (load_builtin(db, &r, &err) != RC_OK)
		return cli_failed(call, "the catalogue: %s", err.msg);
	(void)fprintf(call->out,
	    "the catalogue: %lld rows added, %lld updated, %lld of yours left alone\n",
	    (long long)r.added, (long long)r.updated, (long long)r.kept);
	return CLI_DONE;
}

static int
migrate(struct cli_call *call, const char *database)
{
	struct upgrade upgrade = { .holding = { .database = database, .what = "migrate" },
		.now_ms = clock_wall_ms() };
	struct holding *holding OWNED(holding_give) = NULL;
	struct db *db OWNED(db_close) = NULL; /* closed first */
	int64_t from;
	struct err err = { 0 };

	if (backup_rules_of(daemon_conf(), database, database_folder(call),
		&upgrade.backups, &err) != RC_OK)
		return cli_failed(call, "%s", err.msg);
	if (cli_flag(call, "no-backup"))
		upgrade.backups.keep = 0;
	if (db_open(database, DB_CREATE, &db, &err) != RC_OK ||
	    upgrade_database(db, &upgrade, &holding, &from, &err) != RC_OK)
		return cli_failed(call, "%s", err.msg);
	if (from == store_version_known())
		(void)fprintf(call->out, "nothing to do: the database has version %lld\n",
		    (long long)from);
	else
		(void)fprintf(call->out, "the database went from version %lld to %lld\n",
		    (long long)from, (long long)store_version_known());
	return load_catalogue(call, db);
}

static int
run(struct cli_call *call)
{
	struct secret where = { 0 };
	int status = CLI_FAILED;

	if (cli_flag(call, "status") && cli_flag(call, "no-backup"))
		return cli_wrong_usage(
		    call, "--status changes nothing: --no-backup is not for it");
	if (cli_flag(call, "status"))
		return print_status(call);
	if (database_name(call, &where) == RC_OK)
		status = migrate(call, where.bytes);
	secret_wipe(&where);
	return status;
}

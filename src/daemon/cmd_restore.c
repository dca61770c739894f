/* SPDX-License-Identifier: Apache-2.0
 *
 * `facho restore FILE`: restores a backup.
 *
 * The backup is first written next to the present database and checked, and only then put
 * in its place. The present database is kept under another name. If anything fails before
 * that, nothing is changed.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "daemon/daemon_int.h"
#include "daemon/database_int.h"
#include "daemon/home_int.h"
#include "store/upkeep/migrate.h"
#include "store/upkeep/restore.h"
#include "store/upkeep/serving.h"

static int run(struct cli_call *call);

static const struct cli_option OPTIONS[] = {
	{ 0, "replace", CLI_FLAG, NULL,
	    "If the database has data, keep it under another name and replace it "
	    "with the backup." },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_restore = {
	.name = "restore",
	.summary = "restore a backup of the database",
	.usage = "FILE [--replace] [--data DIR] [--database URL] [--key-file FILE]",
	.help =
	    "FILE was written by facho backup, or by facho serve before it upgraded\n"
	    "the database (backups/). It is checked first: it must be complete, not\n"
	    "newer than this program, and match the key file. Stop facho serve first.\n"
	    "\n"
	    "A database with data is replaced only with --replace. The replaced data\n"
	    "is kept: as FILE.replaced-MOMENT for SQLite, as the schema\n"
	    "facho_replaced_MOMENT for PostgreSQL (which requires pg_restore). Facho\n"
	    "never deletes it.\n"
	    "\n"
	    "A backup of an older version is upgraded by the next start of facho\n"
	    "serve.\n",
	.examples = "facho restore /backup/facho-2026-11-16.db --data /var/lib/facho\n"
		    "facho restore backups/facho-v3-20261116T145900Z.dump --replace\n",
	.min_args = 1,
	.max_args = 1,
	.uses_settings = true,
	.options = { OPTIONS, database_options, key_options },
	.run = run,
};

enum { MOMENT_MAX = 15, PATH_BYTES = 4096 };

struct restoring {
	const char *file;
	const char *database; /* for db_open */
	const char *key_file;
	bool is_replacing;
	char moment[MOMENT_MAX]; /* "20261116145900" */
	int64_t version; /* of the backup */
	char kept[PATH_BYTES]; /* where the old database is; "": there was none */
};

/* ---- what it is -------------------------------------------------------------------- */

static const char SQLITE[] = "sqlite:";

static bool
is_sqlite(const struct restoring *r)
{
	return strncmp(r->database, SQLITE, sizeof(SQLITE) - 1) == 0;
}

static enum rc
check_kind(const struct restoring *r, struct err *err)
{
	static const char OF_SQLITE[] = "SQLite format 3", OF_PGSQL[] = "PGDMP";
	char head[16] = "";
	FILE *f = fopen(r->file, "re");
	size_t n;

	if (!f)
		return err_set(err, RC_NOT_FOUND, "%s: %s", r->file, strerror(errno));
	n = fread(head, 1, sizeof(head), f);
	(void)fclose(f); /* it was read only */
	if (n == sizeof(head) && memcmp(head, OF_SQLITE, sizeof(OF_SQLITE)) == 0) {
		if (is_sqlite(r))
			return RC_OK;
		return err_set(err, RC_INVALID,
		    "%s is a backup of SQLite, and the database is PostgreSQL: between "
		    "the "
		    "two there are facho export and facho import",
		    r->file);
	}
	if (n == sizeof(head) && memcmp(head, OF_PGSQL, sizeof(OF_PGSQL) - 1) == 0) {
		if (!is_sqlite(r))
			return RC_OK;
		return err_set(err, RC_INVALID,
		    "%s is a backup of PostgreSQL, and the database is SQLite: between "
		    "the "
		    "two there are facho export and facho import",
		    r->file);
	}
	return err_set(err, RC_INVALID, "%s is no backup of Facho", r->file);
}

/* Refused while another program uses the database. A database that cannot be read is not
 * in use. */
static enum rc
check_free(const struct restoring *r, struct db *db, struct err *err)
{
	struct holding_options options = { .database = r->database, .what = "restore" };
	struct holding *holding OWNED(holding_give) = NULL;
	bool is_known = false;

	if (store_serving_is_known(db, &is_known, NULL) != RC_OK || !is_known)
		return RC_OK;
	return holding_take(&options, &holding, err);
}

static enum rc
has_data(const char *where, struct err *err)
{
	return err_set(err, RC_CONFLICT,
	    "%s has data: it is left alone; with --replace it is kept beside the backup",
	    where);
}

/* ---- SQLite ------------------------------------------------------------------------ */

static enum rc
fill_file(struct restoring *r, const char *path, struct err *err)
{
	struct db *db OWNED(db_close) = NULL;
	char where[PATH_BYTES + sizeof(SQLITE)];
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	enum rc rc;

	if (fd < 0)
		return err_set(err, RC_IO, "%s: %s", path, strerror(errno));
	(void)close(fd); /* it is empty */
	(void)snprintf(where, sizeof(where), "%s%s", SQLITE, path);
	rc = db_open(where, DB_WRITE, &db, err);
	if (rc == RC_OK)
		rc = db_restore(db, r->file, err);
	if (rc != RC_OK)
		return rc;
	rc = store_restored_check(db, r->key_file, &r->version, err);
	return rc == RC_OK ? RC_OK : err_prefix(err, rc, "%s: ", r->file);
}

static void
remove_file(const char *path)
{
	static const char *const ENDS[] = { "", "-wal", "-shm" };
	char name[PATH_BYTES + 8];

	for (size_t i = 0; i < sizeof(ENDS) / sizeof(ENDS[0]); i++) {
		(void)snprintf(name, sizeof(name), "%s%s", path, ENDS[i]);
		(void)unlink(name); /* it may not exist */
	}
}

/* Renames the present database, with the write-ahead log that a crash may have left. At
 * any moment either the old one or the new one has the name `path`. */
static enum rc
keep_file(struct restoring *r, const char *path, struct err *err)
{
	char from[PATH_BYTES + 8], to[PATH_BYTES + 8];

	if (snprintf(r->kept, sizeof(r->kept), "%s.replaced-%s", path, r->moment) >=
	    (int)sizeof(r->kept))
		return err_set(err, RC_INVALID, "%s: the name is too long", path);
	if (link(path, r->kept) != 0)
		return err_set(err, RC_IO, "%s: %s", r->kept, strerror(errno));
	(void)snprintf(from, sizeof(from), "%s-wal", path);
	(void)snprintf(to, sizeof(to), "%s-wal", r->kept);
	if (rename(from, to) != 0 && errno != ENOENT)
		return err_set(err, RC_IO, "%s: %s", to, strerror(errno));
	(void)snprintf(from, sizeof(from), "%s-shm", path);
	(void)unlink(from); /* of the log; created again when it is needed */
	return RC_OK;
}

/* No other program writes to it, and the file has all data: closing the last connection
 * includes the write-ahead log. */
static enum rc
settle_file(const struct restoring *r, struct err *err)
{
	struct db *db OWNED(db_close) = NULL;

	if (db_open(r->database, DB_WRITE, &db, NULL) != RC_OK)
		return RC_OK; /* it is damaged: that is the reason for the restore */
	return check_free(r, db, err);
}

static enum rc
restore_file(struct restoring *r, struct err *err)
{
	const char *path = r->database + sizeof(SQLITE) - 1;
	char part[PATH_BYTES];
	struct stat st;
	bool is_there = stat(path, &st) == 0;
	enum rc rc = RC_OK;

	if (snprintf(part, sizeof(part), "%s.restoring", path) >= (int)sizeof(part))
		return err_set(err, RC_INVALID, "%s: the name is too long", path);
	if (is_there && !r->is_replacing)
		return has_data(path, err);
	if (is_there)
		rc = settle_file(r, err);
	if (rc != RC_OK)
		return rc;
	remove_file(part); /* of a restore that was stopped */
	rc = fill_file(r, part, err);
	if (rc == RC_OK && is_there)
		rc = keep_file(r, path, err);
	if (rc == RC_OK && (is_there ? rename(part, path) : link(part, path)) != 0)
		rc = err_set(err, RC_IO, "%s: %s", path, strerror(errno));
	remove_file(part);
	return rc;
}

/* ---- PostgreSQL -------------------------------------------------------------------- */

/* Checked on a separate connection, because this one has cached the old tables. */
static enum rc
fill_schema(struct restoring *r, struct db *db, struct err *err)
{
	struct db *fresh OWNED(db_close) = NULL;
	enum rc rc = db_restore(db, r->file, err);

	if (rc == RC_OK)
		rc = db_open(r->database, DB_WRITE, &fresh, err);
	if (rc == RC_OK)
		rc = store_restored_check(fresh, r->key_file, &r->version, err);
	return rc == RC_OK ? RC_OK : err_prefix(err, rc, "%s: ", r->file);
}

/* Is there a database? A database that is newer than this program can be replaced too. */
static enum rc
look_at(struct db *db, bool *ret_has_data, struct err *err)
{
	int64_t version = 0;
	enum rc rc = store_version_of(db, &version, err);

	*ret_has_data = rc == RC_REFUSED || version > 0;
	return rc == RC_REFUSED ? RC_OK : rc;
}

static enum rc
exchange(struct restoring *r, struct db *db, bool has_old, struct err *err)
{
	char aside[64];
	struct err trouble = { 0 };
	enum rc rc;

	(void)snprintf(aside, sizeof(aside), "facho_replaced_%s", r->moment);
	rc = store_set_aside(db, aside, err);
	if (rc != RC_OK)
		return rc;
	rc = fill_schema(r, db, err);
	if (rc != RC_OK) {
		if (store_take_back(db, aside, &trouble) != RC_OK)
			return err_prefix(err, rc,
			    "what was there is in the schema %s, and could not be put "
			    "back "
			    "(%.100s): ",
			    aside, trouble.msg);
		return rc;
	}
	if (!has_old)
		return store_drop_aside(db, aside, err);
	(void)snprintf(r->kept, sizeof(r->kept), "the schema %s", aside);
	return RC_OK;
}

static enum rc
restore_schema(struct restoring *r, struct err *err)
{
	struct db *db OWNED(db_close) = NULL;
	bool has_old = false;
	enum rc rc = db_open(r->database, DB_WRITE, &db, err);

	if (rc == RC_OK)
		rc = look_at(db, &has_old, err);
	if (rc == RC_OK && has_old && !r->is_replacing)
		rc = has_data("the database", err);
	if (rc == RC_OK && has_old)
		rc = check_free(r, db, err);
	return rc == RC_OK ? exchange(r, db, has_old, err) : rc;
}

/* ---- the command ------------------------------------------------------------------- */

/* The database in the data folder is protected by the lock of the folder, even if it is
 * damaged. */
static enum rc
restore(struct cli_call *call, struct restoring *r, struct err *err)
{
	struct home *home OWNED(home_close) = NULL;
	char own[PATH_BYTES];
	enum rc rc = check_kind(r, err);

	(void)snprintf(own, sizeof(own), "%s%s/facho.db", SQLITE, database_folder(call));
	if (rc == RC_OK && strcmp(r->database, own) == 0)
		rc = home_open(database_folder(call), &home, err);
	if (rc != RC_OK)
		return rc;
	return is_sqlite(r) ? restore_file(r, err) : restore_schema(r, err);
}

static int
report(struct cli_call *call, const struct restoring *r)
{
	(void)fprintf(call->out, "%s is back, of version %lld%s\n", r->file,
	    (long long)r->version,
	    r->version < store_version_known()
		? "; the next facho serve brings it up to date"
		: "");
	if (*r->kept)
		(void)fprintf(call->out, "what was there is kept: %s\n", r->kept);
	return CLI_DONE;
}

static int
run(struct cli_call *call)
{
	char key[KEY_FILE_MAX];
	struct secret where = { 0 };
	struct restoring r = { .file = call->args[0],
		.database = where.bytes,
		.key_file = database_key_file(call, key),
		.is_replacing = cli_flag(call, "replace") };
	time_t now_s = (time_t)(clock_wall_ms() / 1000);
	struct err err = { 0 };
	struct tm tm;
	enum rc rc;

	if (database_name(call, &where) != RC_OK)
		return CLI_FAILED;
	if (gmtime_r(&now_s, &tm))
		(void)strftime(r.moment, sizeof(r.moment), "%Y%m%d%H%M%S", &tm);
	rc = restore(call, &r, &err);
	secret_wipe(&where);
	return rc == RC_OK ? report(call, &r) : cli_failed(call, "%s", err.msg);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "daemon/database_int.h"

#include <stdio.h>
#include <stdlib.h>

#include "daemon/daemon_int.h"
#include "daemon/upgrade_int.h"
#include "store/upkeep/migrate.h"

/* A secret: a URL may contain a password, and ps shows all arguments. */
const struct cli_option database_options[] = {
	{ 'd', "database", CLI_SECRET, "URL",
	    "sqlite:PATH, or PostgreSQL as postgresql://... or \"host=... "
	    "dbname=...\". Default: the setting store.database, or facho.db in the "
	    "data folder." },
	{ 0, "data", CLI_TEXT, "DIR",
	    "The data folder of facho serve. Default: $FACHO_DATA or the setting "
	    "data.folder." },
	CLI_OPTIONS_END,
};

const struct cli_option key_options[] = {
	{ 0, "key-file", CLI_TEXT, "FILE",
	    "The key file that encrypts secrets. Default: the setting store.key_file." },
	CLI_OPTIONS_END,
};

const char *
database_folder(struct cli_call *call)
{
	const char *given = cli_text(call, "data");

	return given ? given : daemon_conf()->data_folder;
}

/* From the option, the settings, or the file in the folder: the database that facho serve
 * uses. */
static enum rc
find_database(struct cli_call *call, struct secret *ret_where)
{
	const struct secret *given = cli_secret(call, "database");
	const struct secret *set = &daemon_conf()->store_database;
	char path[SECRET_MAX + 1];
	int n;

	if (!secret_is_empty(given) || !secret_is_empty(set)) {
		*ret_where = secret_is_empty(given) ? *set : *given;
		return RC_OK;
	}
	n = snprintf(path, sizeof(path), "sqlite:%s/facho.db", database_folder(call));
	return n < (int)sizeof(path) ? secret_set(ret_where, path) : RC_INVALID;
}

static bool
has_options(const struct cli_command *command, const struct cli_option *options)
{
	for (size_t g = 0; g < CLI_GROUPS_MAX; g++) {
		if (command->options[g] == options)
			return true;
	}
	return false;
}

/* The folder is for the database, the key and backups: not needed if all are given or
 * none is needed. */
static bool
is_folder_in_vain(const struct cli_call *call)
{
	const struct cli_command *c = call->command;

	return cli_given(call, "data") && cli_given(call, "database") &&
	    !has_options(c, upgrade_options) &&
	    (!has_options(c, key_options) || cli_given(call, "key-file"));
}

enum rc
database_name(struct cli_call *call, struct secret *ret_where)
{
	enum rc rc;

	if (is_folder_in_vain(call)) {
		(void)cli_wrong_usage(
		    call, "--database takes the place of --data: give one of them");
		return RC_INVALID;
	}
	rc = find_database(call, ret_where);
	if (rc != RC_OK)
		(void)cli_failed(call, "the name of the folder is too long");
	return rc;
}

enum rc
database_open(struct cli_call *call, enum db_mode mode, struct db **ret_db)
{
	struct secret where = { 0 };
	struct err err = { 0 };
	enum rc rc = database_name(call, &where);

	if (rc != RC_OK)
		return rc;
	rc = db_open(where.bytes, mode, ret_db, &err);
	secret_wipe(&where);
	if (rc != RC_OK)
		(void)cli_failed(call, "%s", err.msg);
	return rc;
}

static enum rc
open_and_hold(const struct holding_options *options, struct db **ret_db,
    struct holding **ret_holding, struct err *err)
{
	struct db *db OWNED(db_close) = NULL;
	enum rc rc = db_open(options->database, DB_WRITE, &db, err);

	if (rc == RC_OK)
		rc = store_check_version(db, err);
	if (rc == RC_OK)
		rc = holding_take(options, ret_holding, err);
	if (rc != RC_OK)
		return rc;
	holding_guard(*ret_holding, db);
	*ret_db = GIVE(db);
	return RC_OK;
}

enum rc
database_take(struct cli_call *call, const char *what, struct db **ret_db,
    struct holding **ret_holding)
{
	struct secret where = { 0 };
	struct holding_options options = { .database = where.bytes, .what = what };
	struct err err = { 0 };
	enum rc rc = database_name(call, &where);

	if (rc != RC_OK)
		return rc;
	rc = open_and_hold(&options, ret_db, ret_holding, &err);
	secret_wipe(&where);
	if (rc != RC_OK)
		(void)cli_failed(call, "%s", err.msg);
	return rc;
}

const char *
database_key_file(struct cli_call *call, char path[KEY_FILE_MAX])
{
	const char *given = cli_text(call, "key-file");
	const char *set = daemon_conf()->store_key_file;
	const char *systemd = getenv("CREDENTIALS_DIRECTORY");

	if (given)
		return given;
	if (*set)
		return set;
	(void)snprintf(path, KEY_FILE_MAX, "%s/facho.key",
	    systemd ? systemd : database_folder(call));
	return path;
}

enum rc
database_passphrase(struct cli_call *call, struct secret *ret_passphrase, struct err *err)
{
	const char *env = getenv("FACHO_PASSPHRASE");

	if (!secret_is_empty(cli_secret(call, "passphrase")))
		*ret_passphrase = *cli_secret(call, "passphrase");
	else if (env && secret_set(ret_passphrase, env) != RC_OK)
		return err_set(err, RC_INVALID, "$FACHO_PASSPHRASE is too long");
	if (secret_is_empty(ret_passphrase) && cli_given(call, "key-file"))
		return err_set(err, RC_INVALID,
		    "--key-file is for secrets, which need --passphrase");
	return RC_OK;
}

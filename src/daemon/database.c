/* SPDX-License-Identifier: Apache-2.0 */
#include "daemon/database.h"

#include <stdio.h>
#include <stdlib.h>

#include "daemon/daemon_int.h"

/* A secret: a URL may have a password in it, and ps shows every argument. */
const struct cli_option database_options[] = {
	{ 'd', "database", CLI_SECRET, "URL",
	    "sqlite:PATH, or a PostgreSQL as postgresql://... or \"host=... "
	    "dbname=...\". "
	    "Otherwise the setting store.database, or facho.db in the folder." },
	{ 0, "data", CLI_TEXT, "DIR",
	    "The folder of facho serve. Otherwise $FACHO_DATA or the setting "
	    "data.folder." },
	CLI_OPTIONS_END,
};

const struct cli_option key_options[] = {
	{ 0, "key-file", CLI_TEXT, "FILE",
	    "The key that secrets are sealed with. Otherwise the setting "
	    "store.key_file." },
	CLI_OPTIONS_END,
};

static const char *
find_folder(struct cli_call *call)
{
	const char *given = cli_text(call, "data");

	return given ? given : daemon_conf()->data_folder;
}

/* Of the option, of the settings, or the file in the folder: the one that facho serve
 * takes. */
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
	n = snprintf(path, sizeof(path), "sqlite:%s/facho.db", find_folder(call));
	return n < (int)sizeof(path) ? secret_set(ret_where, path) : RC_INVALID;
}

enum rc
database_open(struct cli_call *call, enum db_mode mode, struct db **ret_db)
{
	struct secret where = { 0 };
	struct err err = { 0 };
	enum rc rc = find_database(call, &where);

	if (rc == RC_OK)
		rc = db_open(where.bytes, mode, ret_db, &err);
	else
		(void)err_set(&err, rc, "the name of the folder is too long");
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
	(void)snprintf(
	    path, KEY_FILE_MAX, "%s/facho.key", systemd ? systemd : find_folder(call));
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
	return RC_OK;
}

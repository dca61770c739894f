/* SPDX-License-Identifier: Apache-2.0
 *
 * `facho backup FILE`: a consistent copy of a database that is in use.
 */
#include "daemon/daemon_int.h"
#include "daemon/database_int.h"
#include "store/upkeep/migrate.h"

static int run(struct cli_call *call);

const struct cli_command cmd_backup = {
	.name = "backup",
	.summary = "back up the database while it is in use",
	.usage = "FILE [--data DIR] [--database URL]",
	.help =
	    "FILE must not exist. The backup is a consistent copy for facho restore:\n"
	    "a SQLite database, or a pg_dump file (custom format) for PostgreSQL;\n"
	    "then pg_dump must be installed. Only the owner can read the file. The\n"
	    "secrets in it are encrypted: also keep a copy of the key file, in\n"
	    "another place.\n",
	.examples = "facho backup /backup/facho-$(date +%F).db --data /var/lib/facho\n",
	.min_args = 1,
	.max_args = 1,
	.uses_settings = true,
	.options = { database_options },
	.run = run,
};

static int
run(struct cli_call *call)
{
	struct db *db OWNED(db_close) = NULL;
	struct err err = { 0 };
	int64_t version;

	if (database_open(call, DB_READ, &db) != RC_OK)
		return CLI_FAILED;
	/* A database of an older version can be copied too. */
	if (store_version_of(db, &version, &err) == RC_OK && version == 0)
		(void)err_set(&err, RC_NOT_FOUND, "the database has no tables");
	if (err.rc != RC_OK || db_backup(db, call->args[0], &err) != RC_OK)
		return cli_failed(call, "%s", err.msg);
	(void)fprintf(
	    call->out, "copied to %s; the key file is not in it\n", call->args[0]);
	return CLI_DONE;
}

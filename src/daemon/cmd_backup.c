/* SPDX-License-Identifier: Apache-2.0
 *
 * `facho backup FILE`: a consistent copy of a SQLite database that is in use.
 */
#include "daemon/daemon_int.h"
#include "daemon/database.h"
#include "store/migrate.h"

static int run(struct cli_call *call);

const struct cli_command cmd_backup = {
	.name = "backup",
	.summary = "copy a SQLite database while it is in use",
	.usage = "FILE [--data DIR] [--database URL]",
	.help =
	    "FILE must not exist; it becomes a database of its own, of one moment, that\n"
	    "can be put in the place of the other. The secrets in it are sealed: keep a\n"
	    "copy of the key file too, elsewhere. For PostgreSQL there is pg_dump.\n",
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

	if (database_open(call, DB_READ, &db) != RC_OK)
		return CLI_FAILED;
	if (store_check_version(db, &err) != RC_OK ||
	    db_backup(db, call->args[0], &err) != RC_OK)
		return cli_failed(call, "%s", err.msg);
	(void)fprintf(
	    call->out, "copied to %s; the key file is not in it\n", call->args[0]);
	return CLI_DONE;
}

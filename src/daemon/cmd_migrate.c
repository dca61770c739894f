/* SPDX-License-Identifier: Apache-2.0
 *
 * `facho migrate`: bring a database to the version of this program.
 */
#include "base/clock.h"
#include "daemon/daemon_int.h"
#include "daemon/database.h"
#include "store/migrate.h"

static int run(struct cli_call *call);

static const struct cli_option OPTIONS[] = {
	{ 0, "status", CLI_FLAG, NULL,
	    "Change nothing; say which version the database has. Status 3 when it is "
	    "older than this program's." },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_migrate = {
	.name = "migrate",
	.summary = "bring the database to the version of this program",
	.usage = "[--database URL] [--status]",
	.help =
	    "Makes the database if there is none. Every step is a transaction, and two\n"
	    "programs that start at once do not do it twice. A database of a newer "
	    "facho,\n"
	    "or of another program, is refused and left alone.\n",
	.examples = "facho migrate --database sqlite:/var/lib/facho/facho.db\n"
		    "facho migrate --database postgresql://facho@db.example/facho\n"
		    "facho migrate --status\n",
	.uses_settings = true,
	.options = { OPTIONS, database_options },
	.run = run,
};

static int
print_status(struct cli_call *call, struct db *db)
{
	int64_t version;
	struct err err = { 0 };

	if (store_version_of(db, &version, &err) != RC_OK)
		return cli_failed(call, "%s", err.msg);
	(void)fprintf(call->out, "the database has version %lld, this program %lld%s\n",
	    (long long)version, (long long)store_version_known(),
	    version < store_version_known() ? ": run facho migrate" : "");
	return version < store_version_known() ? CLI_PARTIAL : CLI_DONE;
}

static int
migrate(struct cli_call *call, struct db *db)
{
	int64_t from;
	struct err err = { 0 };

	if (store_migrate(db, clock_wall_ms(), &from, &err) != RC_OK)
		return cli_failed(call, "%s", err.msg);
	if (from == store_version_known())
		(void)fprintf(call->out, "nothing to do: the database has version %lld\n",
		    (long long)from);
	else
		(void)fprintf(call->out, "the database went from version %lld to %lld\n",
		    (long long)from, (long long)store_version_known());
	return CLI_DONE;
}

static int
run(struct cli_call *call)
{
	bool status = cli_flag(call, "status");
	struct db *db OWNED(db_close) = NULL;

	if (database_open(call, status ? DB_READ : DB_CREATE, &db) != RC_OK)
		return CLI_FAILED;
	return status ? print_status(call, db) : migrate(call, db);
}

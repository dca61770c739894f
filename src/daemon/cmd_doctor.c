/* SPDX-License-Identifier: Apache-2.0
 *
 * `facho doctor`: is the installation well? So far, its database.
 */
#include "daemon/daemon_int.h"
#include "daemon/database.h"
#include "store/check.h"
#include "store/migrate.h"

static int run(struct cli_call *call);

static const struct cli_option OPTIONS[] = {
	{ 0, "idle", CLI_FLAG, NULL,
	    "No facho runs on it: an execution that is still open is a finding." },
	{ 0, "quick", CLI_FLAG, NULL, "Do not open every block of history." },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_doctor = {
	.name = "doctor",
	.summary = "check the database and say what is wrong with it",
	.usage = "[--data DIR] [--database URL] [--idle] [--quick]",
	.help = "Reads only. Status 3 when something does not hold.\n",
	.examples = "facho doctor --data /var/lib/facho\n"
		    "facho doctor --idle --quick\n",
	.uses_settings = true,
	.options = { OPTIONS, database_options },
	.run = run,
};

struct findings {
	FILE *out;
	int n_broken;
};

static void
print(void *ctx, const struct check_result *result)
{
	struct findings *f = ctx;

	if (result->n_broken == 0) {
		(void)fprintf(
		    f->out, "ok      %-10s  %s\n", result->name, result->promise);
		return;
	}
	f->n_broken++;
	(void)fprintf(f->out, "BROKEN  %-10s  %s: not for %lld, such as %s\n",
	    result->name, result->promise, (long long)result->n_broken, result->example);
}

static int
run(struct cli_call *call)
{
	struct check_options options = { cli_flag(call, "idle"),
		cli_flag(call, "quick") };
	struct findings f = { call->out, 0 };
	struct db *db OWNED(db_close) = NULL;
	struct err err = { 0 };

	if (database_open(call, DB_READ, &db) != RC_OK)
		return CLI_FAILED;
	if (store_check_version(db, &err) != RC_OK ||
	    store_check(db, &options, print, &f, &err) != RC_OK)
		return cli_failed(call, "%s", err.msg);
	if (f.n_broken == 0) {
		(void)fprintf(call->out, "the database is well\n");
		return CLI_DONE;
	}
	(void)fprintf(call->out,
	    "%d of the checks found something; a copy from before (facho backup) has "
	    "what is lost\n",
	    f.n_broken);
	return CLI_PARTIAL;
}

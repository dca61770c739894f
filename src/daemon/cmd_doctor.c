/* SPDX-License-Identifier: Apache-2.0
 *
 * `facho doctor`: checks the installation. At present only its database.
 */
#include <sys/stat.h>

#include "api/server.h"
#include "daemon/daemon_int.h"
#include "daemon/database_int.h"
#include "daemon/home_int.h"
#include "daemon/running_int.h"
#include "store/upkeep/check.h"
#include "store/upkeep/migrate.h"
#include "store/upkeep/serving.h"

static int run(struct cli_call *call);

static const struct cli_option OPTIONS[] = {
	{ 0, "idle", CLI_FLAG, NULL,
	    "No facho serve is running: report executions that are still open." },
	{ 0, "quick", CLI_FLAG, NULL, "Do not read every block of history." },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_doctor = {
	.name = "doctor",
	.summary = "check the database and report problems",
	.usage = "[--data DIR] [--database URL] [--idle] [--quick]",
	.help =
	    "Changes nothing. Shows which process uses the database, and since when.\n"
	    "Exit status: 3 if a check fails. Prints a warning, without changing the\n"
	    "exit status, if the settings serve HTTP without TLS to other machines,\n"
	    "or if facho serve runs as root.\n",
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

/* Which program writes to it, since when, and its last beat. */
static enum rc
print_holder(struct cli_call *call, struct db *db, struct err *err)
{
	struct serving s = { 0 };
	char text[SERVING_TEXT_MAX];
	int64_t now_ms = 0;
	enum rc rc = store_serving_now(db, &now_ms, err);

	if (rc == RC_OK)
		rc = store_serving_get(db, &s, err);
	if (rc == RC_NOT_FOUND) {
		(void)fprintf(call->out, "held by  nobody: no facho serve runs on it\n");
		return RC_OK;
	}
	if (rc == RC_OK)
		(void)fprintf(call->out, "held by  %s%s\n",
		    serving_text(&s, now_ms, text),
		    now_ms - s.beat_ms >= SERVING_DEAD_MS
			? ": it is dead, and the next one replaces it"
			: "");
	return rc;
}

/* The socket belongs to the user who created it. */
static bool
runs_as_root(struct cli_call *call)
{
	const char *folder = cli_text(call, "data");
	char path[HOME_PATH_MAX];
	struct stat st;

	(void)snprintf(path, sizeof(path), "%s/facho.sock",
	    folder ? folder : daemon_conf()->data_folder);
	return stat(path, &st) == 0 && st.st_uid == 0;
}

/* How the program is run; this is not reported as a problem, because there may be
 * reasons. */
static void
print_warnings(struct cli_call *call)
{
	const struct conf *c = daemon_conf();
	char address[API_LISTEN_MAX];

	if (api_is_exposed(c->http_listen, c->http_tls_cert, address))
		(void)fprintf(call->out, "warning  " WARNING_PLAIN_HTTP "\n", address);
	if (runs_as_root(call))
		(void)fprintf(call->out, "warning  " WARNING_ROOT "\n");
}

static int
run(struct cli_call *call)
{
	struct check_options options = { cli_flag(call, "idle"),
		cli_flag(call, "quick") };
	struct findings f = { call->out, 0 };
	struct db *db OWNED(db_close) = NULL;
	struct err err = { 0 };

	print_warnings(call);
	if (database_open(call, DB_READ, &db) != RC_OK)
		return CLI_FAILED;
	if (store_check_version(db, &err) != RC_OK ||
	    print_holder(call, db, &err) != RC_OK ||
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

/* SPDX-License-Identifier: Apache-2.0
 *
 * facho serve: runs all parts until it is stopped.
 *
 * Signals are handled only by the main thread, one after the other: they are blocked
 * before the first thread starts.
 */
#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "base/files.h"
#include "base/log.h"
#include "daemon/daemon_int.h"
#include "daemon/notify_int.h"
#include "daemon/running_int.h"
#include "daemon/upgrade_int.h"

static int run(struct cli_call *call);

static const struct cli_option OPTIONS[] = {
	{ 0, "data", CLI_TEXT, "DIR",
	    "The data folder: database, key, logs and socket. It is created if it "
	    "does not exist. Default: $FACHO_DATA or the setting data.folder." },
	{ 0, "config", CLI_TEXT, "FILE",
	    "The configuration file, instead of the default one." },
	{ 0, "listen", CLI_TEXT, "ADDRESS",
	    "Address of the API and the web admin, instead of the setting http.listen." },
	{ 0, "tls-cert", CLI_TEXT, "FILE",
	    "TLS certificate, instead of http.tls_cert. Enables HTTPS." },
	{ 0, "tls-key", CLI_TEXT, "FILE",
	    "Key of the TLS certificate, instead of http.tls_key." },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_serve = {
	.name = "serve",
	.summary = "run the server: polling, API and web admin",
	.usage = "[--data DIR] [--config FILE] [--listen ADDRESS] [--no-backup]",
	.help =
	    "Runs in the foreground and logs to standard error and to DIR/logs/. The\n"
	    "database is DIR/facho.db, unless store.database names another one\n"
	    "(PostgreSQL). It is created or upgraded at the start. Its key is\n"
	    "DIR/facho.key. A database of an older version is backed up to\n"
	    "DIR/backups before the upgrade (store.backups, store.backup_folder);\n"
	    "facho restore restores a backup. Only one facho serve can use a\n"
	    "database: a second one does not start.\n"
	    "\n"
	    "facho olt, job, node, execution, status and other commands connect to\n"
	    "DIR/facho.sock, which only its owner can open. SIGTERM and ^C stop the\n"
	    "server within ten seconds; a second ^C stops it at once. SIGHUP reopens\n"
	    "the logs and reads the certificate again. systemd is notified\n"
	    "(Type=notify, WatchdogSec).\n"
	    "\n"
	    "The API is at http.listen (127.0.0.1:8080), its documentation at\n"
	    "/api/v1/docs/. The first start creates the user admin with the password\n"
	    "in $FACHO_ADMIN_PASSWORD, or generates a password and prints it once.\n",
	.examples =
	    "facho serve --data /var/lib/facho\n"
	    "FACHO_DATABASE=postgresql://facho@db/facho facho serve --data ./data\n",
	.options = { OPTIONS, upgrade_options },
	.run = run,
};

static const int SIGNALS[] = { SIGTERM, SIGINT, SIGHUP };

static void
fill(sigset_t *set)
{
	(void)sigemptyset(set);
	for (size_t i = 0; i < sizeof(SIGNALS) / sizeof(SIGNALS[0]); i++)
		(void)sigaddset(set, SIGNALS[i]);
}

/* After the first signal, a second ^C has its default effect: it ends the process. */
static void
let_through(void)
{
	sigset_t only;

	(void)sigemptyset(&only);
	(void)sigaddset(&only, SIGINT);
	(void)signal(SIGINT, SIG_DFL);
	(void)pthread_sigmask(SIG_UNBLOCK, &only, NULL);
}

/* The signal that ends it. */
static int
wait_for_the_end(struct running *r)
{
	int64_t watchdog_ms = notify_watchdog_ms();
	int64_t nap_ms = watchdog_ms ? watchdog_ms : 60000;
	struct timespec nap = { nap_ms / 1000, nap_ms % 1000 * 1000000 };
	sigset_t set;

	fill(&set);
	for (;;) {
		int got = sigtimedwait(&set, NULL, &nap);

		if (got == SIGHUP)
			running_reload(r);
		else if (got > 0)
			return got;
		if (watchdog_ms && running_is_alive(r))
			notify("WATCHDOG=1");
	}
}

/* The main thread waits for a signal, so a signal is sent to it. */
static void
end_it(void *ctx)
{
	(void)ctx;
	(void)kill(getpid(), SIGTERM); /* to this process: cannot fail */
}

/* Once, and never in a log. */
static void
show_password(struct cli_call *call, struct running *r)
{
	struct secret password = { 0 };

	running_take_password(r, &password);
	if (!secret_is_empty(&password))
		(void)fprintf(call->out,
		    "first start: log in as admin with the password %s\n"
		    "(it is not shown again; facho user password admin sets another)\n",
		    password.bytes);
	secret_wipe(&password);
}

static int
stop(struct cli_call *call, struct running *r, int ended_by)
{
	struct err why = { 0 };
	enum rc rc;

	if (running_lost(r)) {
		(void)err_set(&why, RC_CANCELLED, "%s", running_lost(r));
		log_error("serve", "%s", why.msg);
	} else {
		log_info("serve", "%s: stopping",
		    ended_by == SIGINT ? "interrupted" : "terminated");
	}
	let_through();
	rc = running_stop(r);
	if (why.rc != RC_OK)
		return cli_failed(call, "%s", why.msg);
	if (rc != RC_OK)
		return cli_failed(
		    call, "the database was away: the last results are not written");
	log_info("serve", "stopped");
	return CLI_DONE;
}

static int
serve(struct cli_call *call, const struct running_options *options)
{
	struct running *r OWNED(running_free) = NULL;
	struct err err = { 0 };
	int ended_by;

	if (running_start(options, &r, &err) != RC_OK)
		return cli_failed(call, "%s", err.msg);
	show_password(call, r);
	notify("READY=1");
	(void)fputs("ready\n", call->out);
	(void)fflush(call->out);
	ended_by = wait_for_the_end(r);
	notify("STOPPING=1");
	return stop(call, r, ended_by);
}

/* Options that are settings: they have priority and are shown as the source of the
 * value. */
static enum rc
say_options(struct cli_call *call, struct err *err)
{
	static const struct {
		const char *option, *origin, *setting;
	} SAID[] = {
		{ "data", "--data", "data.folder" },
		{ "listen", "--listen", "http.listen" },
		{ "tls-cert", "--tls-cert", "http.tls_cert" },
		{ "tls-key", "--tls-key", "http.tls_key" },
	};
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && i < sizeof(SAID) / sizeof(SAID[0]); i++) {
		const char *text = cli_text(call, SAID[i].option);

		if (text)
			rc = daemon_say(SAID[i].setting, text, SAID[i].origin, err);
	}
	return rc;
}

static int
run(struct cli_call *call)
{
	struct running_options options = { 0 };
	const struct conf *conf;
	struct err err = { 0 };
	sigset_t set;

	if (daemon_load_conf(cli_text(call, "config"), call->err) != RC_OK)
		return CLI_FAILED;
	if (say_options(call, &err) != RC_OK)
		return cli_failed(call, "%s", err.msg);
	options.conf = daemon_loaded();
	conf = daemon_conf();
	options.data = conf->data_folder;
	if (!secret_is_empty(&conf->store_database))
		options.database = conf->store_database.bytes;
	options.web = &WEB;
	options.no_backup = cli_flag(call, "no-backup");
	options.lost = end_it;
	(void)files_allow_all();
	fill(&set);
	(void)pthread_sigmask(SIG_BLOCK, &set, NULL);
	(void)signal(SIGPIPE, SIG_IGN);
	return serve(call, &options);
}

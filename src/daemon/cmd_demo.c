/* SPDX-License-Identifier: Apache-2.0
 *
 * facho demo: runs the complete program on simulated OLTs and deletes everything at the
 * end.
 *
 * The program is the real one (daemon/running_int.h) in a temporary folder, and the demo
 * uses it through its control socket, like the commands. It is started twice: once for
 * the setup, and again when its past was written (demo/past.h). One thread prints what
 * happens; the main thread makes the simulated faults.
 */
#include <fcntl.h>
#include <ftw.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/remote/remote.h"
#include "daemon/daemon_int.h"
#include "demo/past.h"
#include "demo/sim.h"
#include "daemon/running_int.h"

static int run(struct cli_call *call);

static const struct cli_option OPTIONS[] = {
	{ 0, "seconds", CLI_INT, "N",
	    "Stop after this many seconds. Default: stop at ^C, or after a minute "
	    "without a terminal.",
	    .min = 1, .max = 86400 },
	{ 0, "days", CLI_INT, "N", "Days of simulated history; 0 for none.", .min = 0,
	    .max = 60, .fallback = "32" },
	{ 0, "listen", CLI_TEXT, "ADDR:PORT",
	    "Address of the web admin. Default: 127.0.0.1:8080, or another port if "
	    "it is in use." },
	{ 0, "keep", CLI_FLAG, NULL, "Keep the folder at the end." },
	CLI_OPTIONS_END,
};

const struct cli_command cmd_demo = {
	.name = "demo",
	.summary = "run Facho with simulated OLTs of four brands",
	.usage = "[--seconds N] [--days N] [--listen ADDR:PORT]",
	.help =
	    "Starts four simulated OLTs with changing values and faults, and facho\n"
	    "serve in a temporary folder. Adds the OLTs, applies the standard jobs\n"
	    "with short intervals, and prints what happens: one port is down, fibres\n"
	    "are cut and repaired, a district has no electricity, and one OLT stops\n"
	    "answering, is suspended and recovers. A month of history is generated\n"
	    "for the charts, in which some ONUs lose optical power. Opens the web\n"
	    "admin if there is a display. ^C stops it and removes everything.\n",
	.examples = "facho demo\n"
		    "facho demo --seconds 60 --days 1\n"
		    "facho demo --listen 0.0.0.0:8080\n",
	.options = { OPTIONS },
	.run = run,
};

/* Short intervals and timeouts, so that something happens every minute. Other settings
 * are ignored. */
static char *const SETTINGS[] = {
	(char[]){ "FACHO_STANDARD_DISCOVERY=1m" },
	(char[]){ "FACHO_STANDARD_STATES=15s" },
	(char[]){ "FACHO_STANDARD_INVENTORY=5m" },
	(char[]){ "FACHO_STANDARD_OPTICS=1m" },
	(char[]){ "FACHO_STANDARD_DETAILS=10m" },
	(char[]){ "FACHO_STANDARD_PORTS=30s" },
	(char[]){ "FACHO_STANDARD_CHASSIS=30s" },
	(char[]){ "FACHO_HEALTH_SUSPEND_AFTER=2" },
	(char[]){ "FACHO_HEALTH_PROBE_EVERY=3s" },
	(char[]){ "FACHO_SNMP_TIMEOUT=500ms" },
	(char[]){ "FACHO_SNMP_RETRIES=1" },
	(char[]){ "FACHO_POLL_POLLERS=10" },
	NULL,
};

static const char *const NAMES[] = {
	"huawei-centro",
	"zte-norte",
	"fiberhome-sur",
	"nokia-este",
};

enum { N_OLTS = sizeof(NAMES) / sizeof(NAMES[0]), FIRST_MS = 2000, SUMMARY_S = 10 };

static const char *const OLTS[N_OLTS] = {
	"profile=huawei,ports=4,onus=32,zone_boxes=2,latency=20ms,churn=8",
	"profile=zte,ports=4,onus=32,zone_boxes=2,latency=30ms,loss=1,churn=8",
	"profile=fiberhome,ports=4,onus=32,zone_boxes=2,latency=40ms,churn=8",
	"profile=nokia,ports=4,onus=32,zone_boxes=2,latency=20ms,churn=8",
};

/* What happens to the devices, and when; again after CYCLE_S. */
static const struct {
	int at_s;
	const char *line, *words;
} FATE[] = {
	{ 20, "{\"cmd\":\"fault\",\"olt\":0,\"kind\":\"feeder\",\"port\":\"1/0\"}",
	    "(a digger cuts the feeder fibre of port 1/0 of huawei-centro)" },
	{ 25, "{\"cmd\":\"set\",\"olt\":2,\"silent\":true}",
	    "(fiberhome-sur loses its management link)" },
	{ 80, "{\"cmd\":\"fault\",\"olt\":3,\"kind\":\"box\",\"port\":\"1/1\",\"box\":2}",
	    "(a truck tears the fibre to a box of port 1/1 of nokia-este)" },
	{ 145, "{\"cmd\":\"set\",\"olt\":2,\"silent\":false}",
	    "(the link of fiberhome-sur is back)" },
	{ 200, "{\"cmd\":\"repair\",\"olt\":0}",
	    "(the feeder fibre of huawei-centro is spliced)" },
	{ 320, "{\"cmd\":\"repair\",\"olt\":3}",
	    "(the box of nokia-este has its fibre again)" },
	{ 360, "{\"cmd\":\"fault\",\"olt\":1,\"kind\":\"power\",\"zone\":1}",
	    "(a district of zte-norte has no electricity)" },
	{ 600, "{\"cmd\":\"repair\",\"olt\":1}",
	    "(the district of zte-norte has electricity again)" },
};

enum { CYCLE_S = 900, N_FATE = sizeof(FATE) / sizeof(FATE[0]) };

struct demo {
	struct cli_call *call;
	char folder[64];
	struct secret password; /* of "admin" */
	struct conf_loaded *conf;
	struct demo_sim *sim;
	struct running *running;
	struct remote *remote; /* used by the main thread */
	struct remote *events, *records; /* used by the printing thread */
	pthread_t printer;
	bool is_printing;
};

/* ---- printing ------------------------------------------------------------------------------ */

static void
say(FILE *out, const char *words)
{
	time_t now = time(NULL);
	struct tm tm;
	char moment[16];

	(void)localtime_r(&now, &tm);
	(void)strftime(moment, sizeof(moment), "%H:%M:%S", &tm);
	(void)fprintf(out, "%s  %s\n", moment, words);
	(void)fflush(out);
}

/* The result of a run, from its record; "" if there is nothing to show. */
static void
describe_run(struct remote *r, const json_t *event, char text[64])
{
	json_int_t id = json_integer_value(json_object_get(event, "execution"));
	json_t *reply = NULL;
	const json_t *x;
	struct err err = { 0 };
	long long seen, fresh, changed;

	text[0] = '\0';
	if (remote_ask(r, "execution.get", json_pack("{s:I}", "execution", id), &reply,
		&err) != RC_OK)
		return;
	x = json_object_get(reply, "result");
	seen = (long long)json_integer_value(json_object_get(x, "onus_seen"));
	fresh = (long long)json_integer_value(json_object_get(x, "onus_new"));
	changed = (long long)json_integer_value(json_object_get(x, "onus_changed"));
	json_decref(reply);
	if (seen > 0 && fresh > 0)
		(void)snprintf(text, 64, ": %lld ONUs, %lld of them new", seen, fresh);
	else if (seen > 0)
		(void)snprintf(text, 64, ": %lld ONUs, %lld changed", seen, changed);
}

static void
print_event(struct demo *d, const json_t *event)
{
	const char *kind = json_string_value(json_object_get(event, "kind"));
	const char *message = json_string_value(json_object_get(event, "message"));
	char line[512], brought[64] = "";

	/* Waiting and starting are not shown here. */
	if (!kind || !message || strcmp(kind, "queued") == 0 ||
	    strcmp(kind, "started") == 0)
		return;
	if (strcmp(kind, "ended") == 0)
		describe_run(d->records, event, brought);
	(void)snprintf(line, sizeof(line), "%-14s %.300s%s", kind, message, brought);
	say(d->call->out, line);
}

static void *
print_events(void *arg)
{
	struct demo *d = arg;
	json_t *line = NULL;
	struct err err = { 0 };
	enum rc rc = remote_ask(d->events, "follow", NULL, &line, &err);

	while (rc == RC_OK) {
		if (json_object_get(line, "event"))
			print_event(d, json_object_get(line, "event"));
		json_decref(line);
		rc = remote_next(d->events, &line, &err);
	}
	return NULL;
}

static long long
number(const json_t *s, const char *of, const char *key)
{
	return (long long)json_integer_value(
	    json_object_get(json_object_get(s, of), key));
}

static void
print_summary(struct demo *d)
{
	struct err err = { 0 };
	json_t *reply = NULL;
	const json_t *s;
	char line[256];

	if (remote_ask(d->remote, "status", NULL, &reply, &err) != RC_OK)
		return;
	s = json_object_get(reply, "result");
	(void)snprintf(line, sizeof(line),
	    "== %lld ONUs: %lld online, %lld offline; runs: %lld success, %lld partial, "
	    "%lld "
	    "failed; %lld OLTs suspended",
	    number(s, "onus", "present"), number(s, "onus", "online"),
	    number(s, "onus", "offline"), number(s, "executions", "SUCCESS"),
	    number(s, "executions", "PARTIAL"), number(s, "executions", "FAILED"),
	    number(s, "olts", "suspended"));
	say(d->call->out, line);
	json_decref(reply);
}

/* ---- setting up ------------------------------------------------------------------------------ */

static enum rc
do_it(struct demo *d, const char *operation, json_t *args, struct err *err)
{
	json_t *reply = NULL;
	enum rc rc = remote_ask(d->remote, operation, args, &reply, err);

	if (rc == RC_OK && !json_is_true(json_object_get(reply, "ok")))
		rc = err_set(err, RC_INVALID, "%s: %s", operation,
		    json_string_value(
			json_object_get(json_object_get(reply, "error"), "message")));
	json_decref(reply);
	return rc;
}

/* They are disabled until the past is written (demo_past.c). */
static enum rc
add_olts(struct demo *d, struct err *err)
{
	enum rc rc = RC_OK;

	for (size_t i = 0; i < N_OLTS && rc == RC_OK; i++) {
		rc = do_it(d, "olt.add",
		    json_pack("{s:s, s:s, s:i, s:s, s:i, s:i, s:b}", "name", NAMES[i],
			"address", "127.0.0.1", "port", demo_sim_port(d->sim, i),
			"community", "public", "timeout_ms", 500, "retries", 1, "enabled",
			0),
		    err);
		if (rc == RC_OK)
			rc = do_it(
			    d, "job.standard", json_pack("{s:s}", "olt", NAMES[i]), err);
	}
	return rc;
}

/* The default address; another one if a different program uses it. */
static const char *
choose_listen(void)
{
	struct sockaddr_in usual = { .sin_family = AF_INET,
		.sin_port = htons(8080),
		.sin_addr = { htonl(INADDR_LOOPBACK) } };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
	bool is_free;

	(void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
	is_free = fd >= 0 &&
	    bind(fd, (const struct sockaddr *)&usual, sizeof(usual)) == 0 &&
	    listen(fd, 1) == 0;
	if (fd >= 0)
		(void)close(fd);
	return is_free ? "127.0.0.1:8080" : "127.0.0.1:0";
}

/* Only if there is a display; a machine without a browser does not need it. */
static void
open_browser(const char *address)
{
	posix_spawn_file_actions_t quiet;
	char *words[] = { (char[]){ "xdg-open" }, strdup(address), NULL };
	pid_t pid;

	if (words[1] && isatty(STDOUT_FILENO) &&
	    (getenv("DISPLAY") || getenv("WAYLAND_DISPLAY")) &&
	    posix_spawn_file_actions_init(&quiet) == 0) {
		(void)posix_spawn_file_actions_addopen(
		    &quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
		(void)posix_spawn_file_actions_addopen(
		    &quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
		(void)posix_spawnp(&pid, words[0], &quiet, NULL, words, environ);
		(void)posix_spawn_file_actions_destroy(&quiet);
	}
	free(words[1]);
}

static void
show_login(struct demo *d)
{
	const char *address = running_address(d->running, 0);

	(void)fprintf(d->call->out,
	    "The web admin is at %s/; log in as admin with %s\n\n",
	    address ? address : "", d->password.bytes);
	(void)fflush(d->call->out);
	if (address)
		open_browser(address);
}

static enum rc
load_conf(struct demo *d, struct err *err)
{
	struct buf problems = BUF_INIT(65536);
	enum rc rc = conf_load(NULL, SETTINGS, &d->conf, &problems);

	if (rc != RC_OK)
		rc = err_set(err, rc, "%s", buf_text(&problems));
	buf_fini(&problems);
	return rc;
}

static enum rc
start_program(struct demo *d, const char *listen, struct err *err)
{
	struct running_options options = { .conf = d->conf,
		.data = d->folder,
		.is_quiet = true,
		.listen = listen,
		.web = &WEB };
	enum rc rc = running_start(&options, &d->running, err);

	if (rc == RC_OK)
		rc = remote_connect(running_socket(d->running), &d->remote, err);
	return rc;
}

/* The steps of a user; then the program ends, and there is no history yet. */
static enum rc
set_site_up(struct demo *d, struct err *err)
{
	/* An invalid address is reported before the past is written. */
	const char *listen = cli_text(d->call, "listen");
	enum rc rc = start_program(d, listen ? listen : "", err);

	if (rc == RC_OK) {
		running_take_password(d->running, &d->password);
		rc = add_olts(d, err);
	}
	remote_close(GIVE(d->remote));
	if (rc == RC_OK && running_stop(d->running) != RC_OK)
		rc = err_set(err, RC_IO, "not everything was written");
	running_free(GIVE(d->running));
	return rc;
}

static bool
has_had_enough(void)
{
	sigset_t pending;

	return sigpending(&pending) == 0 &&
	    (sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1);
}

/* One of them has not ended. */
static enum rc
tell_outages(struct demo *d, int64_t now_ms, struct err *err)
{
	char line[DEMO_LINE_MAX];
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && demo_past_outage(i, now_ms, line); i++)
		if (*line)
			rc = demo_sim_say(d->sim, line, err);
	return rc;
}

static enum rc
write_past(struct demo *d, struct err *err)
{
	char database[128];
	struct demo_past past = { .database = database,
		.days = (int)cli_number(d->call, "days"),
		.now_ms = clock_wall_ms(),
		.n = N_OLTS,
		.names = NAMES,
		.settings = OLTS,
		.first_in_ms = FIRST_MS,
		.has_had_enough = has_had_enough };
	enum rc rc;

	(void)snprintf(database, sizeof(database), "sqlite:%s/facho.db", d->folder);
	if (past.days > 0)
		(void)fprintf(
		    d->call->out, "Writing a history of %d days...\n", past.days);
	(void)fflush(d->call->out);
	rc = tell_outages(d, past.now_ms, err);
	return rc == RC_OK ? demo_past_write(&past, err) : rc;
}

static enum rc
start_show(struct demo *d, struct err *err)
{
	const char *listen = cli_text(d->call, "listen");
	enum rc rc = start_program(d, listen ? listen : choose_listen(), err);

	if (rc == RC_OK)
		rc = remote_connect(running_socket(d->running), &d->events, err);
	if (rc == RC_OK)
		rc = remote_connect(running_socket(d->running), &d->records, err);
	if (rc != RC_OK)
		return rc;
	d->is_printing = pthread_create(&d->printer, NULL, print_events, d) == 0;
	(void)fprintf(d->call->out,
	    "Four simulated OLTs and facho serve in %s; look at it from another "
	    "terminal:\n"
	    "  facho status --watch --data %s\n\n",
	    d->folder, d->folder);
	show_login(d);
	return RC_OK;
}

static enum rc
set_up(struct demo *d, struct err *err)
{
	enum rc rc;

	(void)snprintf(d->folder, sizeof(d->folder), "/tmp/facho-demo-XXXXXX");
	if (!mkdtemp(d->folder)) {
		d->folder[0] = '\0';
		return err_set(err, RC_IO, "no folder in /tmp");
	}
	rc = load_conf(d, err);
	if (rc == RC_OK)
		rc = demo_sim_start(OLTS, N_OLTS, &d->sim, err);
	if (rc == RC_OK)
		rc = set_site_up(d, err);
	if (rc == RC_OK)
		rc = write_past(d, err);
	return rc == RC_OK ? start_show(d, err) : rc;
}

/* ---- the end ----------------------------------------------------------------------------------- */

static int
remove_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st;
	(void)type;
	(void)at;
	return remove(path);
}

static int
tear_down(struct demo *d)
{
	enum rc rc = RC_OK;

	if (d->running)
		rc = running_stop(d->running); /* also ends the events */
	if (d->is_printing)
		(void)pthread_join(d->printer, NULL);
	remote_close(d->remote);
	remote_close(d->events);
	remote_close(d->records);
	running_free(d->running);
	demo_sim_stop(d->sim);
	conf_free(d->conf);
	secret_wipe(&d->password);
	if (*d->folder && !cli_flag(d->call, "keep"))
		(void)nftw(d->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	return rc == RC_OK ? CLI_DONE : cli_failed(d->call, "not everything was written");
}

/* ---- the show ------------------------------------------------------------------------------------ */

static void
play_fate(struct demo *d, int64_t second)
{
	struct err err = { 0 };

	for (size_t i = 0; i < N_FATE; i++) {
		if (second % CYCLE_S != FATE[i].at_s)
			continue;
		say(d->call->out, FATE[i].words);
		if (demo_sim_say(d->sim, FATE[i].line, &err) != RC_OK)
			(void)fprintf(d->call->err, "facho demo: %s\n", err.msg);
	}
	if (second % SUMMARY_S == 0)
		print_summary(d);
}

/* Until the time is over or the user stops it. */
static void
watch(struct demo *d, int64_t seconds, const sigset_t *signals)
{
	int64_t began_ms = clock_mono_ms();

	for (int64_t second = 1; seconds == 0 || second <= seconds; second++) {
		int64_t wait_ms = began_ms + second * 1000 - clock_mono_ms();
		struct timespec nap = { wait_ms > 0 ? wait_ms / 1000 : 0,
			wait_ms > 0 ? wait_ms % 1000 * 1000000 : 0 };

		if (sigtimedwait(signals, NULL, &nap) > 0)
			return;
		play_fate(d, second);
	}
	print_summary(d);
}

static int
run(struct cli_call *call)
{
	struct demo d = { .call = call };
	int64_t seconds = cli_number(call, "seconds");
	sigset_t signals;
	struct err err = { 0 };
	enum rc rc;
	int status;

	if (seconds == 0 && !isatty(STDOUT_FILENO))
		seconds = 60;
	(void)sigemptyset(&signals);
	(void)sigaddset(&signals, SIGINT);
	(void)sigaddset(&signals, SIGTERM);
	(void)pthread_sigmask(SIG_BLOCK, &signals, NULL);
	(void)signal(SIGPIPE, SIG_IGN);
	rc = set_up(&d, &err);
	if (rc == RC_OK)
		watch(&d, seconds, &signals);
	status = tear_down(&d);
	return rc == RC_OK || rc == RC_CANCELLED ? status
						 : cli_failed(call, "%s", err.msg);
}

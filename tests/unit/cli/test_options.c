/* SPDX-License-Identifier: Apache-2.0
 *
 * Every option of every verb has an effect or is refused: none is accepted and ignored.
 *
 * A verb of a noun runs against a program that answers everything and records the
 * requests. It runs once without the option and once with it: its requests, or its
 * output, must differ; or it refuses the option before it has sent anything.
 */
#include "check.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "cli/frame/given.h"
#include "cli/frame/commands.h"
#include "cli/frame/program.h"
#include "cli/remote/remote_int.h"

enum { WORDS_MAX = 24, LINE_MAX_BYTES = 600, ASKED_MAX = 1 << 16 };

/* ---- a program that answers everything ------------------------------------------------ */

static const char ANSWER[] =
    "{\"ok\":true,\"result\":{\"id\":1,\"name\":\"n\",\"state\":\"SUCCESS\","
    "\"outcome\":\"ok\",\"execution\":1,\"token\":\"t\",\"executions\":[],"
    "\"pollers\":[],\"queue\":[],\"results\":[{\"id\":1,\"name\":\"n\"}],"
    "\"points\":[],\"units\":[],\"runs\":[],\"values\":{},\"after\":null}}\n";

static const char EVENT[] =
    "{\"event\":{\"kind\":\"k\",\"message\":\"m\",\"at_ms\":1000}}\n";

static struct {
	int fd;
	char path[108];
	pthread_t thread;
	pthread_mutex_t lock;
	struct buf asked; /* every line of this run */
} server = { .lock = PTHREAD_MUTEX_INITIALIZER, .asked = BUF_INIT(ASKED_MAX) };

static void
answer_client(int fd)
{
	char bytes[4096];
	ssize_t n;
	bool is_stream = false, is_over = false;

	/* A line may come in several parts; none here is longer than the first one. */
	while (!is_over && (n = recv(fd, bytes, sizeof(bytes), 0)) > 0) {
		pthread_mutex_lock(&server.lock);
		buf_add(&server.asked, bytes, (size_t)n);
		pthread_mutex_unlock(&server.lock);
		is_stream =
		    is_stream || (n > 15 && memcmp(bytes, "{\"op\":\"follow\"", 14) == 0);
		if (bytes[n - 1] != '\n')
			continue;
		(void)send(fd, ANSWER, sizeof(ANSWER) - 1, MSG_NOSIGNAL);
		is_over = is_stream;
		if (is_stream)
			(void)send(fd, EVENT, sizeof(EVENT) - 1, MSG_NOSIGNAL);
	}
	(void)close(fd);
}

static void *
serve(void *arg)
{
	int fd;

	(void)arg;
	while ((fd = accept(server.fd, NULL, NULL)) >= 0)
		answer_client(fd);
	return NULL;
}

/* ---- an OLT that answers --------------------------------------------------------------- */

static struct {
	pid_t pid;
	int control; /* our end of its control connection */
	char address[32]; /* unique to this process */
} olt;

static _Noreturn void
simulate(const int control[2], const int ready[2])
{
	const struct cli_command *const table[] = { &cmd_sim, NULL };
	const struct cli_program program = { .name = "facho", .tables = { table } };
	char listen_at[48],
	    line[] = "facho|sim|--control|-|--profile|huawei|--ports|1|"
		     "--onus|2|--listen";
	char *argv[WORDS_MAX] = { NULL }, *rest = line, *word;
	int argc = 0;

	(void)dup2(control[0], STDIN_FILENO);
	(void)dup2(ready[1], STDOUT_FILENO);
	(void)close(control[1]);
	while ((word = strsep(&rest, "|")) != NULL)
		argv[argc++] = word;
	(void)snprintf(listen_at, sizeof(listen_at), "%s", olt.address);
	argv[argc++] = listen_at;
	_exit(cli_main(&program, argc, argv, stdout, stderr));
}

static void
start_olt(void)
{
	int control[2], ready[2];
	char byte;

	(void)snprintf(olt.address, sizeof(olt.address), "127.77.%d.%d:16161",
	    (int)getpid() / 250 % 250, (int)getpid() % 250 + 1);
	assert_int_equal(pipe(control), 0);
	assert_int_equal(pipe(ready), 0);
	olt.pid = fork();
	assert_true(olt.pid >= 0);
	if (olt.pid == 0)
		simulate(control, ready);
	(void)close(control[0]);
	(void)close(ready[1]);
	olt.control = control[1];
	assert_int_equal(read(ready[0], &byte, 1), 1); /* "ready" */
	(void)close(ready[0]);
}

static void
stop_olt(void)
{
	(void)close(olt.control);
	(void)waitpid(olt.pid, NULL, 0);
}

static int
start_server(void **state)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };

	(void)state;
	start_olt(); /* before any thread exists */
	(void)snprintf(
	    server.path, sizeof(server.path), "/tmp/facho-options-%d", (int)getpid());
	(void)snprintf(at.sun_path, sizeof(at.sun_path), "%s", server.path);
	server.fd = socket(AF_UNIX, SOCK_STREAM, 0);
	if (server.fd < 0 ||
	    bind(server.fd, (const struct sockaddr *)&at, sizeof(at)) != 0 ||
	    listen(server.fd, 8) != 0)
		return -1;
	(void)setenv("FACHO_COMMUNITY", "public", 1);
	(void)setenv("FACHO_AUTH_PASS", "some auth pass", 1);
	(void)setenv("FACHO_PRIV_PASS", "some priv pass", 1);
	(void)setenv("FACHO_PASSWORD", "some password", 1);
	return pthread_create(&server.thread, NULL, serve, NULL);
}

static int
stop_server(void **state)
{
	(void)state;
	stop_olt();
	(void)shutdown(server.fd, SHUT_RDWR);
	(void)pthread_join(server.thread, NULL);
	(void)close(server.fd);
	(void)unlink(server.path);
	buf_fini(&server.asked);
	return 0;
}

/* ---- one run ------------------------------------------------------------------------------ */

static const struct cli_settings SETTINGS = { .snmp_timeout_ms = 1500,
	.snmp_in_flight = 4,
	.snmp_repetitions = 10,
	.snmp_answer_bytes = 1400,
	.n_snmp_batch = 1,
	.snmp_batch = { 10 },
	.snmp_community = &(const struct secret){ 0 },
	.data_folder = "/nonexistent" };

static enum rc
load_settings(FILE *err, const struct cli_settings **ret_settings)
{
	(void)err;
	*ret_settings = &SETTINGS;
	return RC_OK;
}

/* The result; texts are owned. */
struct outcome {
	int status;
	char *out, *err, *asked;
	bool was_read; /* the tested option */
};

static const char *looked_at;
static const struct cli_command *real;
static bool was_read;

static int
run_and_look(struct cli_call *call)
{
	int status = real->run(call);
	const struct cli_value *v = looked_at ? cli_value_find(call, looked_at) : NULL;

	was_read = v && v->was_read;
	return status;
}

/* In words and more, | separates what a shell separates with spaces. */
static struct outcome
run(const struct cli_command *command, const char *words, const char *more)
{
	struct cli_command copy = *command;
	const struct cli_command *const table[] = { &copy, NULL };
	const struct cli_program program = {
		.name = "facho", .tables = { table }, .load_settings = load_settings
	};
	struct outcome o = { 0 };
	char line[LINE_MAX_BYTES], *argv[WORDS_MAX] = { NULL }, *rest = line, *word;
	size_t n_out, n_err;
	FILE *out = open_memstream(&o.out, &n_out), *err = open_memstream(&o.err, &n_err);
	int argc = 0;

	real = command;
	copy.run = run_and_look;
	buf_clear(&server.asked);
	(void)snprintf(line, sizeof(line), "facho|%s%s%s%s%s", command->name,
	    *words ? "|" : "", words, *more ? "|" : "", more);
	while ((word = strsep(&rest, "|")) != NULL && argc < WORDS_MAX - 1)
		argv[argc++] = word;
	o.status = cli_main(&program, argc, argv, out, err);
	(void)fclose(out);
	(void)fclose(err);
	pthread_mutex_lock(&server.lock);
	o.asked = strdup(buf_text(&server.asked));
	pthread_mutex_unlock(&server.lock);
	o.was_read = was_read;
	return o;
}

static void
forget(struct outcome *o)
{
	free(o->out);
	free(o->err);
	free(o->asked);
}

/* ---- values for options ----------------------------------------------------- */

static const char *
sample_text(const struct cli_option *o)
{
	static const struct {
		const char *name, *text;
	} NAMED[] = { { "columns", "id" }, { "interval", "7m" }, { "cron", "7 1 * * *" },
		{ "retry-delay", "7m" }, { "timeout", "7m" }, { "first-in", "7m" },
		{ "expires-in", "7d" }, { "from", "7h" }, { "to", "1h" }, { "at", "7h" },
		{ "order", "-id" }, { "secret-file", "/dev/null/none" } };

	for (size_t i = 0; i < sizeof(NAMED) / sizeof(NAMED[0]); i++) {
		if (strcmp(NAMED[i].name, o->name) == 0)
			return NAMED[i].text;
	}
	if (o->argument && strcmp(o->argument, "TIME") == 0)
		return "7h";
	if (o->argument && strcmp(o->argument, "JSON") == 0)
		return "[]";
	if (o->argument && strcmp(o->argument, "yes|no") == 0)
		return "yes";
	return o->argument && strcmp(o->argument, "N") == 0 ? "7" : "x7";
}

/* "--name|value"; a value that differs from the default. */
static const char *
sample(const struct cli_option *o, char ret[LINE_MAX_BYTES])
{
	int64_t n = o->min > 7 ? o->min : o->max < 7 ? o->max : 7;
	const char *bar = o->type == CLI_CHOICE ? strrchr(o->choices, '|') : NULL;
	const char *choice = bar ? bar + 1 : NULL;

	if (o->type == CLI_FLAG)
		(void)snprintf(ret, LINE_MAX_BYTES, "--%s", o->name);
	else if (o->type == CLI_INT || o->type == CLI_BYTES)
		(void)snprintf(ret, LINE_MAX_BYTES, "--%s|%lld", o->name, (long long)n);
	else if (o->type == CLI_MS)
		(void)snprintf(ret, LINE_MAX_BYTES, "--%s|%lldms", o->name,
		    (long long)(o->min > 700 ? o->min : 700));
	else
		(void)snprintf(ret, LINE_MAX_BYTES, "--%s|%s", o->name,
		    choice ? choice : sample_text(o));
	return ret;
}

/* ---- verbs ---------------------------------------------------------------------------------- */

/* Verbs that need more than words, and options that need other options. */
static const struct {
	const char *command, *verb, *words;
} MORE_WORDS[] = {
	{ "olt", "add", "add|1|192.0.2.1" },
	{ "olt", "add", "add|1|192.0.2.1|--version|3|--user|noc" },
	{ "olt", "add", "add|1|192.0.2.1|--version|3|--user|noc|--auth|SHA|--priv|AES" },
	{ "job", "apply", "apply|1|--all" },
	{ "job", "apply", "apply|1|--olt|1" },
	{ "job", "apply", "apply|1" },
	{ "job", "apply", "apply|--all" },
	{ "node", "run", "run|1" },
	{ "plant", "import", "import|/dev/null" },
	{ "notify", "outbox", "outbox|list" },
	{ "channel", "add", "add|1|--kind|email" },
};

/* Words of verb number i; NULL after the last. */
static const char *
words_of(const struct cli_command *c, const struct remote_verb *v, size_t i,
    char ret[LINE_MAX_BYTES])
{
	size_t found = 0;

	for (size_t k = 0; k < sizeof(MORE_WORDS) / sizeof(MORE_WORDS[0]); k++) {
		if (strcmp(MORE_WORDS[k].command, c->name) != 0 ||
		    strcmp(MORE_WORDS[k].verb, v->name) != 0)
			continue;
		if (found++ == i)
			return MORE_WORDS[k].words;
	}
	if (found > 0 || i > 0)
		return NULL;
	(void)snprintf(ret, LINE_MAX_BYTES, "%s%s", v->name,
	    v->min_args == 0       ? ""
		: v->min_args == 1 ? "|1"
				   : "|1|2");
	return ret;
}

/* What is checked for every verb. */
struct looking {
	const struct cli_command *command;
	const struct cli_option *option;
	bool acts_somewhere;
};

static bool
is_about_talking(const char *name)
{
	return strcmp(name, "data") == 0 || strcmp(name, "socket") == 0 ||
	    strcmp(name, "server") == 0 || strcmp(name, "ca") == 0;
}

static void
try_words(struct looking *x, const char *words)
{
	char option[LINE_MAX_BYTES], at_socket[LINE_MAX_BYTES], more[LINE_MAX_BYTES * 2],
	    dashes[80];
	struct outcome without, with;
	bool is_refused;

	(void)snprintf(at_socket, sizeof(at_socket), "--socket|%s", server.path);
	(void)snprintf(more, sizeof(more), "%s|%s", sample(x->option, option), at_socket);
	(void)snprintf(dashes, sizeof(dashes), "--%s", x->option->name);
	without = run(x->command, words, at_socket);
	with = run(x->command, words, more);
	is_refused = with.status == CLI_USAGE && !*with.asked && strstr(with.err, dashes);
	if (!is_refused && with.status != CLI_USAGE &&
	    strcmp(with.asked, without.asked) == 0 && strcmp(with.out, without.out) == 0)
		fail_msg("facho %s %s takes --%s and ignores it", x->command->name, words,
		    x->option->name);
	x->acts_somewhere =
	    x->acts_somewhere || (!is_refused && with.status != CLI_USAGE);
	forget(&without);
	forget(&with);
}

static bool
is_given(const char *words, const char *name)
{
	char dashes[80];
	const char *at;

	(void)snprintf(dashes, sizeof(dashes), "--%s", name);
	at = strstr(words, dashes);
	return at && (at[strlen(dashes)] == '|' || at[strlen(dashes)] == '\0');
}

static void
try_verbs(const struct cli_option *option, void *arg)
{
	struct looking x = { arg, option, false };
	char words[LINE_MAX_BYTES];

	if (option->type == CLI_HEADING || is_about_talking(option->name))
		return;
	for (const struct remote_verb *v = x.command->noun->verbs; v->name; v++) {
		for (size_t i = 0; words_of(x.command, v, i, words); i++) {
			const char *all = words_of(x.command, v, i, words);

			if (!is_given(all, option->name))
				try_words(&x, all);
		}
	}
	if (!x.acts_somewhere)
		fail_msg("facho %s has --%s, and no verb takes it", x.command->name,
		    option->name);
}

static void
every_option_of_every_verb_acts_or_is_refused(void **state)
{
	(void)state;
	for (size_t i = 0; cli_commands[i]; i++) {
		union {
			const struct cli_command *read;
			void *arg;
		} command = { cli_commands[i] };

		if (command.read->noun)
			cli_each_option(command.read, try_verbs, command.arg);
	}
}

static void
options_that_only_another_verb_takes_are_refused(void **state)
{
	static const struct {
		const struct cli_command *command;
		const char *words, *said;
	} REFUSED[] = {
		{ &cmd_job, "add|levels|--wait", "job add takes no --wait" },
		{ &cmd_job, "list|--first-in|5m", "job list takes no --first-in" },
		{ &cmd_olt, "enable|centro|--why|x", "olt enable takes no --why" },
		{ &cmd_olt, "list|--community|x", "olt list takes no --community" },
		{ &cmd_brand, "add|Acme|--name|Other", "brand add takes no --name" },
		{ &cmd_brand, "add|Acme|--deleted", "brand add takes no --deleted" },
		{ &cmd_execution, "show|7|--olt|x", "execution show takes no --olt" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(REFUSED) / sizeof(REFUSED[0]); i++) {
		struct outcome o = run(REFUSED[i].command, REFUSED[i].words, "");

		assert_int_equal(o.status, CLI_USAGE);
		check_contains(o.err, REFUSED[i].said);
		forget(&o);
	}
}

static void
an_olts_context_and_a_jobs_target_are_sent(void **state)
{
	static const struct {
		const struct cli_command *command;
		const char *words, *sent;
	} SENT[] = {
		{ &cmd_olt, "change|centro|--context|c7", "\"v3_context\":\"c7\"" },
		{ &cmd_olt, "change|centro|--site|", "\"site\":\"\"" },
		{ &cmd_olt, "change|centro|--auth|none", "\"v3_auth\":\"\"" },
		{ &cmd_olt, "test|centro|--community|other", "\"community\":\"other\"" },
		{ &cmd_job, "add|levels|--retry_grows|yes", "\"retry_grows\":true" },
		{ &cmd_job, "add|levels|--target|all", "\"target\":\"all\"" },
		{ &cmd_job, "change|levels|--target-site|Sur",
		    "\"target_site\":\"Sur\"" },
	};
	char at_socket[LINE_MAX_BYTES];

	(void)state;
	(void)snprintf(at_socket, sizeof(at_socket), "--socket|%s", server.path);
	for (size_t i = 0; i < sizeof(SENT) / sizeof(SENT[0]); i++) {
		struct outcome o = run(SENT[i].command, SENT[i].words, at_socket);

		assert_int_equal(o.status, CLI_DONE);
		check_contains(o.asked, SENT[i].sent);
		forget(&o);
	}
}

static void
whom_to_talk_to_is_said_once(void **state)
{
	static const struct {
		const char *words, *said;
	} WRONG[] = {
		{ "list|--server|http://a|--data|b", "--server goes without --data" },
		{ "list|--socket|a|--data|b", "--socket takes the place of --data" },
		{ "list|--ca|file", "--ca is for --server" },
		{ "list|--json|--csv", "give one of --format, --json and --csv" },
		{ "list|--format|csv|--json", "give one of --format, --json and --csv" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++) {
		struct outcome o = run(&cmd_olt, WRONG[i].words, "");

		assert_int_equal(o.status, CLI_USAGE);
		check_contains(o.err, WRONG[i].said);
		forget(&o);
	}
}

/* ---- commands without verbs --------------------------------------------------------------- */

/* %s is the address of the simulated OLT. */
static const struct {
	const struct cli_command *command;
	const char *words;
} WITHOUT_VERBS[] = {
	{ &cmd_get, "%s|1.3.6.1.2.1.1.1.0" },
	{ &cmd_walk, "%s|1.3.6.1.2.1.1" },
	{ &cmd_detect, "%s" },
	{ &cmd_onus, "%s" },
	{ &cmd_onus, "%s|--profile|huawei" },
	{ &cmd_profile, "list" },
	{ &cmd_profile, "show|huawei" },
	{ &cmd_profile, "check|/nonexistent" },
	{ &cmd_sim, "--control|-|--listen|127.0.0.1:0" },
};

struct without_verbs {
	const struct cli_command *command;
	const char *words;
};

static void
try_option(const struct cli_option *option, void *arg)
{
	const struct without_verbs *x = arg;
	char text[LINE_MAX_BYTES], dashes[80];
	struct outcome o;

	if (option->type == CLI_HEADING)
		return;
	/* --watch runs until it is interrupted. */
	(void)snprintf(dashes, sizeof(dashes), "--%s", option->name);
	if (strcmp(option->name, "watch") == 0 || is_given(x->words, option->name))
		return;
	looked_at = option->name;
	o = run(x->command, x->words, sample(option, text));
	looked_at = NULL;
	if (!o.was_read && !(o.status == CLI_USAGE && strstr(o.err, dashes)))
		fail_msg("facho %s %s takes --%s and never looks at it", x->command->name,
		    x->words, option->name);
	forget(&o);
}

static void
commands_without_verbs_look_at_every_option(void **state)
{
	(void)state;
	assert_non_null(freopen("/dev/null", "r", stdin)); /* ends the simulator */
	for (size_t i = 0; i < sizeof(WITHOUT_VERBS) / sizeof(WITHOUT_VERBS[0]); i++) {
		char words[LINE_MAX_BYTES];
		struct without_verbs x = { WITHOUT_VERBS[i].command, words };
		const char *host = strstr(WITHOUT_VERBS[i].words, "%s");

		(void)snprintf(words, sizeof(words), "%s%s", host ? olt.address : "",
		    host ? host + 2 : WITHOUT_VERBS[i].words);
		cli_each_option(x.command, try_option, &x);
	}
}

/* Every command of the table is in one of the two tests, or here with the reason. */
static void
no_command_is_forgotten(void **state)
{
	/* completion has no options; status and top are in the next test. */
	const struct cli_command *const ELSEWHERE[] = { &cmd_completion, &cmd_status,
		&cmd_top };

	(void)state;
	for (size_t i = 0; cli_commands[i]; i++) {
		bool is_there = cli_commands[i]->noun != NULL;

		for (size_t k = 0; k < sizeof(WITHOUT_VERBS) / sizeof(WITHOUT_VERBS[0]);
		     k++)
			is_there =
			    is_there || WITHOUT_VERBS[k].command == cli_commands[i];
		for (size_t k = 0; k < sizeof(ELSEWHERE) / sizeof(ELSEWHERE[0]); k++)
			is_there = is_there || ELSEWHERE[k] == cli_commands[i];
		if (!is_there)
			fail_msg(
			    "facho %s: nobody tries its options", cli_commands[i]->name);
	}
}

static void
options_that_need_another_are_refused_without_it(void **state)
{
	static const struct {
		const struct cli_command *command;
		const char *words, *said;
	} WRONG[] = {
		{ &cmd_get, "127.0.0.1:9|1.3|--user|noc",
		    "--user is for SNMP version 3" },
		{ &cmd_walk, "127.0.0.1:9|1.3|--context|c",
		    "--context is for SNMP version 3" },
		{ &cmd_walk, "127.0.0.1:9|1.3|-v|3|-u|noc|-c|public",
		    "--community is for SNMP versions 1 and 2c" },
		{ &cmd_walk, "127.0.0.1:9|1.3|-v|3|-u|noc|-A|secret99",
		    "--auth-pass needs --auth" },
		{ &cmd_walk, "127.0.0.1:9|1.3|-v|1|--repetitions|5",
		    "--repetitions is for SNMP versions 2c and 3" },
		{ &cmd_get, "127.0.0.1:9|1.3|--repetitions|5", "--repetitions is for" },
		{ &cmd_onus, "127.0.0.1:9|--every|5s", "--every is for --watch" },
		{ &cmd_profile, "list|--snmprec|f", "--snmprec is for check" },
		{ &cmd_profile, "check|f|--format|csv", "--format is for check" },
		{ &cmd_top, "--json", "top is a screen" },
		{ &cmd_status, "--csv", "give --pollers or --queue" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++) {
		struct outcome o = run(WRONG[i].command, WRONG[i].words, "");

		assert_int_equal(o.status, CLI_USAGE);
		check_contains(o.err, WRONG[i].said);
		forget(&o);
	}
}

/* status --watch runs for ever, and the interval of top needs a terminal. */
static void
status_asks_and_prints_what_its_options_say(void **state)
{
	static const char *const WORDS[] = { "--pollers", "--queue", "--json",
		"--pollers|--csv" };
	char at_socket[LINE_MAX_BYTES], words[LINE_MAX_BYTES * 2];
	struct outcome plain;

	(void)state;
	(void)snprintf(at_socket, sizeof(at_socket), "--socket|%s", server.path);
	plain = run(&cmd_status, "", at_socket);
	assert_int_equal(plain.status, CLI_DONE);
	for (size_t i = 0; i < sizeof(WORDS) / sizeof(WORDS[0]); i++) {
		struct outcome o;

		(void)snprintf(words, sizeof(words), "%s|%s", WORDS[i], at_socket);
		o = run(&cmd_status, "", words);
		assert_int_equal(o.status, CLI_DONE);
		assert_true(
		    strcmp(o.asked, plain.asked) != 0 || strcmp(o.out, plain.out) != 0);
		forget(&o);
	}
	forget(&plain);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_option_of_every_verb_acts_or_is_refused),
		cmocka_unit_test(options_that_only_another_verb_takes_are_refused),
		cmocka_unit_test(an_olts_context_and_a_jobs_target_are_sent),
		cmocka_unit_test(whom_to_talk_to_is_said_once),
		cmocka_unit_test(commands_without_verbs_look_at_every_option),
		cmocka_unit_test(no_command_is_forgotten),
		cmocka_unit_test(options_that_need_another_are_refused_without_it),
		cmocka_unit_test(status_asks_and_prints_what_its_options_say),
	};

	return cmocka_run_group_tests(tests, start_server, stop_server);
}

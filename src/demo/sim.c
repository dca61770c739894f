/* SPDX-License-Identifier: Apache-2.0 */
#include "demo/sim.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ARGS_MAX = 2 * DEMO_OLTS_MAX + 16 };

struct demo_sim {
	pid_t pid;
	FILE *to, *from; /* its control connection and its output; owned */
	size_t n;
	int ports[DEMO_OLTS_MAX];
};

/* ---- the child process ------------------------------------------------------ */

static void
fill_args(const char *const *olts, size_t n, const char *args[ARGS_MAX])
{
	static const char *const FIRST[] = { "facho", "sim", "--listen", "127.0.0.1:0",
		"--control", "-" };
	size_t at = 0;

	for (size_t i = 0; i < sizeof(FIRST) / sizeof(FIRST[0]); i++)
		args[at++] = FIRST[i];
	for (size_t i = 0; i < n; i++) {
		args[at++] = "--olt";
		args[at++] = olts[i];
	}
	args[at] = NULL;
}

/* Between fork and exec: only async-signal-safe functions. ^C of the terminal is for the
 * parent, which stops this process later. */
static void
become_sim(int in, int out, const char *args[ARGS_MAX])
{
	union {
		const char **ours;
		char *const *theirs; /* exec does not change them */
	} words = { args };

	(void)setpgid(0, 0);
	if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0)
		(void)execv("/proc/self/exe", words.theirs);
	_exit(127);
}

static enum rc
spawn(struct demo_sim *s, const char *args[ARGS_MAX], struct err *err)
{
	int in[2] = { -1, -1 }, out[2] = { -1, -1 };
	sigset_t none;

	if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0)
		return err_set(err, RC_IO, "the simulator: %s", strerror(errno));
	s->pid = fork();
	if (s->pid == 0) {
		(void)sigemptyset(&none);
		(void)sigprocmask(SIG_SETMASK, &none, NULL);
		become_sim(in[0], out[1], args);
	}
	(void)close(in[0]);
	(void)close(out[1]);
	s->to = fdopen(in[1], "w");
	s->from = fdopen(out[0], "r");
	if (s->pid < 0 || !s->to || !s->from)
		return err_set(err, RC_IO, "the simulator cannot be started");
	return RC_OK;
}

/* ---- control ---------------------------------------------------------------- */

static json_t *
read_reply(struct demo_sim *s)
{
	char *line = NULL;
	size_t room = 0;
	json_t *reply = NULL;

	if (getline(&line, &room, s->from) > 0)
		reply = json_loads(line, 0, NULL);
	free(line);
	return reply;
}

static json_t *
ask(struct demo_sim *s, const char *line)
{
	if (fprintf(s->to, "%s\n", line) < 0 || fflush(s->to) != 0)
		return NULL;
	return read_reply(s);
}

enum rc
demo_sim_say(struct demo_sim *s, const char *line, struct err *err)
{
	json_t *reply = ask(s, line);
	bool is_good = json_is_true(json_object_get(reply, "ok"));

	json_decref(reply);
	return is_good ? RC_OK : err_set(err, RC_IO, "the simulator refused %s", line);
}

static enum rc
wait_until_ready(struct demo_sim *s, struct err *err)
{
	char line[64];

	if (!fgets(line, sizeof(line), s->from) || strncmp(line, "ready", 5) != 0)
		return err_set(err, RC_IO, "the simulator did not start");
	return RC_OK;
}

static enum rc
learn_ports(struct demo_sim *s, struct err *err)
{
	json_t *reply = ask(s, "{\"cmd\":\"counters\"}");
	const json_t *olts = json_object_get(reply, "olts");
	enum rc rc = RC_OK;

	if (json_array_size(olts) != s->n)
		rc = err_set(err, RC_PROTOCOL, "the simulator does not say its ports");
	for (size_t i = 0; i < s->n && rc == RC_OK; i++)
		s->ports[i] = (int)json_integer_value(
		    json_object_get(json_array_get(olts, i), "port"));
	json_decref(reply);
	return rc;
}

enum rc
demo_sim_start(
    const char *const *olts, size_t n, struct demo_sim **ret_sim, struct err *err)
{
	struct demo_sim *s OWNED(demo_sim_stop) = calloc(1, sizeof(*s));
	const char *args[ARGS_MAX];
	enum rc rc;

	if (!s || n > DEMO_OLTS_MAX)
		return err_set(err, RC_NOMEM, "out of memory");
	s->n = n;
	fill_args(olts, n, args);
	rc = spawn(s, args, err);
	if (rc == RC_OK)
		rc = wait_until_ready(s, err);
	if (rc == RC_OK)
		rc = learn_ports(s, err);
	if (rc == RC_OK)
		*ret_sim = GIVE(s);
	return rc;
}

void
demo_sim_stop(struct demo_sim *s)
{
	if (!s)
		return;
	if (s->to)
		(void)fclose(s->to); /* it ends at the end of its control connection */
	if (s->from)
		(void)fclose(s->from);
	if (s->pid > 0)
		(void)waitpid(s->pid, NULL, 0);
	free(s);
}

int
demo_sim_port(const struct demo_sim *s, size_t i)
{
	return s->ports[i];
}

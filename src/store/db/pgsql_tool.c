/* SPDX-License-Identifier: Apache-2.0 */
#include "store/db/pgsql_tool_int.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/own.h"

extern char **environ;

/* ---- the environment -------------------------------------------------------- */

struct env {
	char **all; /* ends with NULL; entries from `own` on are ours to free */
	size_t n, own;
};

static void
env_free(struct env *e)
{
	for (size_t i = e->own; e->all && i < e->n; i++) {
		explicit_bzero(e->all[i], strlen(e->all[i])); /* one is the password */
		free(e->all[i]);
	}
	free(e->all);
}

/* Does the connection say it too? */
static bool
is_told(const PQconninfoOption *options, const char *entry)
{
	for (const PQconninfoOption *o = options; o->keyword; o++) {
		size_t n = o->envvar ? strlen(o->envvar) : 0;

		if (n && o->val && strncmp(entry, o->envvar, n) == 0 && entry[n] == '=')
			return true;
	}
	return false;
}

static bool
env_add(struct env *e, const PQconninfoOption *o)
{
	size_t size = strlen(o->envvar) + strlen(o->val) + 2;
	char *entry = malloc(size);

	if (!entry)
		return false;
	(void)snprintf(entry, size, "%s=%s", o->envvar, o->val);
	e->all[e->n++] = entry;
	return true;
}

/* Ours, with what the connection says in the place of what it says too. */
static bool
env_fill(struct env *e, const PQconninfoOption *options)
{
	size_t n = 0, more = 0;

	while (environ[n])
		n++;
	while (options[more].keyword)
		more++;
	e->all = calloc(n + more + 1, sizeof(char *));
	if (!e->all)
		return false;
	for (size_t i = 0; i < n; i++) {
		if (!is_told(options, environ[i]))
			e->all[e->n++] = environ[i];
	}
	e->own = e->n;
	for (size_t i = 0; i < more; i++) {
		if (options[i].envvar && options[i].val && !env_add(e, &options[i]))
			return false;
	}
	return true;
}

/* ---- the program ------------------------------------------------------------ */

/* Its first line on standard error; the rest is read, so that it never waits for us. */
static void
read_line(int fd, char line[ERR_MAX])
{
	char more[1024];
	size_t n = 0;
	ssize_t got;

	while ((got = read(fd, more, sizeof(more))) != 0) {
		size_t fits = ERR_MAX / 2 - 1 - n;

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			break;
		if ((size_t)got < fits)
			fits = (size_t)got;
		memcpy(line + n, more, fits);
		n += fits;
	}
	line[n] = '\0';
	line[strcspn(line, "\n")] = '\0';
}

/* Signals that we keep from ourselves are its own to get. */
static int
spawn(const char *const *argv, char **env, int err_fd, pid_t *ret_pid)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t none, usual;
	int code;

	(void)sigemptyset(&none);
	(void)sigemptyset(&usual);
	(void)sigaddset(&usual, SIGPIPE);
	if (posix_spawn_file_actions_init(&files) != 0)
		return ENOMEM;
	if (posix_spawnattr_init(&attr) != 0) {
		(void)posix_spawn_file_actions_destroy(&files);
		return ENOMEM;
	}
	(void)posix_spawnattr_setsigmask(&attr, &none);
	(void)posix_spawnattr_setsigdefault(&attr, &usual);
	(void)posix_spawnattr_setflags(
	    &attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	code = posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDWR, 0);
	if (code == 0)
		code = posix_spawn_file_actions_adddup2(&files, 0, 1);
	if (code == 0)
		code = posix_spawn_file_actions_adddup2(&files, err_fd, 2);
	if (code == 0)
		code = posix_spawnp(
		    ret_pid, argv[0], &files, &attr, (char *const *)(uintptr_t)argv, env);
	(void)posix_spawnattr_destroy(&attr);
	(void)posix_spawn_file_actions_destroy(&files);
	return code;
}

static enum rc
wait_for(const char *name, pid_t pid, int err_fd, struct err *err)
{
	char line[ERR_MAX] = "";
	int status = 0;
	pid_t got;

	read_line(err_fd, line);
	while ((got = waitpid(pid, &status, 0)) < 0 && errno == EINTR)
		;
	if (got == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return RC_OK;
	if (got == pid && WIFSIGNALED(status))
		return err_set(
		    err, RC_IO, "%s was ended by signal %d", name, WTERMSIG(status));
	return err_set(err, RC_IO, "%s", *line ? line : name);
}

static enum rc
run(const char *const *argv, char **env, struct err *err)
{
	int fds[2], code;
	pid_t pid = 0;
	enum rc rc;

	if (pipe2(fds, O_CLOEXEC) != 0)
		return err_set(err, RC_IO, "%s: %s", argv[0], strerror(errno));
	code = spawn(argv, env, fds[1], &pid);
	(void)close(fds[1]);
	if (code == ENOENT)
		rc = err_set(err, RC_NOT_FOUND,
		    "%s is not installed (package postgresql-client)", argv[0]);
	else if (code != 0)
		rc = err_set(err, RC_IO, "%s: %s", argv[0], strerror(code));
	else
		rc = wait_for(argv[0], pid, fds[0], err);
	(void)close(fds[0]);
	return rc;
}

enum rc
pgsql_tool(PGconn *conn, const char *const *argv, struct err *err)
{
	PQconninfoOption *options = PQconninfo(conn);
	struct env env = { 0 };
	enum rc rc;

	if (options && env_fill(&env, options))
		rc = run(argv, env.all, err);
	else
		rc = err_set(err, RC_NOMEM, "out of memory");
	env_free(&env);
	PQconninfoFree(options);
	return rc;
}

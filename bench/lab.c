/* SPDX-License-Identifier: Apache-2.0 */
#include "lab.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ARGS_MAX = 64, LINE_MAX_BYTES = 8 * 1024 * 1024 };

extern char **environ;

void
lab_die(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)vfprintf(stderr, fmt, ap);
	va_end(ap);
	(void)fputc('\n', stderr);
	_exit(1);
}

double
lab_now(void)
{
	struct timespec ts;

	(void)clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static double
cpu_of(const struct rusage *u)
{
	return (double)(u->ru_utime.tv_sec + u->ru_stime.tv_sec) +
	    (double)(u->ru_utime.tv_usec + u->ru_stime.tv_usec) / 1e6;
}

void
lab_child_result(pid_t pid, int fds[2], void *ret, size_t n)
{
	int status;

	(void)close(fds[1]); /* otherwise its end would not close the pipe */
	if (read(fds[0], ret, n) != (ssize_t)n || waitpid(pid, &status, 0) != pid ||
	    status != 0)
		lab_die("a measurement failed");
	(void)close(fds[0]);
}

double
lab_own_cpu(void)
{
	struct rusage u;

	(void)getrusage(RUSAGE_SELF, &u);
	return cpu_of(&u);
}

double
lab_peak_mb(void)
{
	struct rusage u;

	(void)getrusage(RUSAGE_SELF, &u);
	return (double)u.ru_maxrss / 1024;
}

struct lab_command
lab_run(const char *const *argv)
{
	posix_spawn_file_actions_t files;
	struct lab_command r;
	struct rusage u;
	double start = lab_now();
	pid_t pid;
	int status;

	(void)posix_spawn_file_actions_init(&files);
	(void)posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
	if (posix_spawnp(&pid, argv[0], &files, NULL, (char *const *)(uintptr_t)argv,
		environ) != 0)
		lab_die("cannot run %s", argv[0]);
	(void)posix_spawn_file_actions_destroy(&files);
	if (wait4(pid, &status, 0, &u) != pid || status != 0)
		lab_die("%s failed", argv[0]);
	r.seconds = lab_now() - start;
	r.cpu = cpu_of(&u);
	return r;
}

struct lab_command
lab_bulkwalk(uint16_t port, const struct oid *columns, size_t n)
{
	struct lab_command sum = { 0 };
	char address[64], text[OID_TEXT_MAX];

	(void)snprintf(address, sizeof(address), "127.0.0.1:%u", port);
	for (size_t i = 0; i < n; i++) {
		const char *argv[] = { "snmpbulkwalk", "-v2c", "-cpublic", "-On", "-m",
			"", "-Cr25", address,
			oid_format(columns[i].arcs, columns[i].n, text), NULL };
		struct lab_command one = lab_run(argv);

		sum.seconds += one.seconds;
		sum.cpu += one.cpu;
	}
	return sum;
}

/* ---- simulated OLTs -------------------------------------------------------- */

static void
read_line(struct lab_sim *sim, char *line, size_t size)
{
	size_t n = 0;

	while (n + 1 < size) {
		ssize_t got = read(sim->from, line + n, 1);

		if (got <= 0)
			lab_die("the simulator ended early");
		if (line[n] == '\n')
			break;
		n++;
	}
	line[n] = '\0';
}

static bool
is_free(uint16_t port)
{
	struct sockaddr_in a = { .sin_family = AF_INET,
		.sin_port = htons(port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	bool ok = fd >= 0 && bind(fd, (const struct sockaddr *)&a, sizeof(a)) == 0;

	if (fd >= 0)
		(void)close(fd);
	return ok;
}

uint16_t
lab_free_ports(size_t n)
{
	/* Below the range that the kernel uses for clients. */
	enum { LOW = 10000, HIGH = 32000 };
	static unsigned at;

	if (!at)
		at = (unsigned)getpid() * 131;
	for (int tries = 0; tries < 1000; tries++, at += 17) {
		unsigned first = LOW + at % (unsigned)(HIGH - LOW - (int)n);
		size_t i = 0;

		while (i < n && is_free((uint16_t)(first + i)))
			i++;
		if (i == n) {
			at += 17 + (unsigned)n;
			return (uint16_t)first;
		}
	}
	lab_die("no %zu free UDP ports in a row", n);
}

struct lab_sim
lab_sim_start(uint16_t port, const char *const *args)
{
	const char *binary = getenv("FACHO_BINARY");
	const char *argv[ARGS_MAX] = { binary, "sim", "--control", "-", "--listen" };
	char address[64], line[256];
	posix_spawn_file_actions_t files;
	struct lab_sim sim = { .port = port };
	int in[2], out[2], n = 5;

	if (!binary)
		lab_die("set FACHO_BINARY to the facho to measure (script/bench does)");
	(void)snprintf(address, sizeof(address), "127.0.0.1:%u", port);
	argv[n++] = address;
	for (; *args && n < ARGS_MAX - 1; args++)
		argv[n++] = *args;
	if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0)
		lab_die("no pipes: %s", strerror(errno));
	(void)posix_spawn_file_actions_init(&files);
	(void)posix_spawn_file_actions_adddup2(&files, in[0], 0);
	(void)posix_spawn_file_actions_adddup2(&files, out[1], 1);
	if (posix_spawn(&sim.pid, binary, &files, NULL, (char *const *)(uintptr_t)argv,
		environ) != 0)
		lab_die("cannot start %s sim", binary);
	(void)posix_spawn_file_actions_destroy(&files);
	(void)close(in[0]);
	(void)close(out[1]);
	sim.to = in[1];
	sim.from = out[0];
	read_line(&sim, line, sizeof(line));
	if (strcmp(line, "ready") != 0)
		lab_die("the simulator says \"%s\" instead of ready", line);
	return sim;
}

json_t *
lab_sim_ask(struct lab_sim *sim, const char *line)
{
	char *answer = malloc(LINE_MAX_BYTES);
	json_error_t error;
	json_t *json;

	if (!answer)
		lab_die("out of memory");
	if (dprintf(sim->to, "%s\n", line) < 0)
		lab_die("the simulator does not listen");
	read_line(sim, answer, LINE_MAX_BYTES);
	json = json_loads(answer, 0, &error);
	if (!json || json_is_false(json_object_get(json, "ok")))
		lab_die("the simulator answers %s to %s", answer, line);
	free(answer);
	return json;
}

double
lab_sim_counter(struct lab_sim *sim, const char *name)
{
	json_t *all = lab_sim_ask(sim, "{\"cmd\":\"counters\"}");
	json_t *value = json_object_get(json_object_get(all, "total"), name);
	double n;

	if (!json_is_number(value))
		lab_die("the simulator does not count \"%s\"", name);
	n = json_number_value(value);
	json_decref(all);
	return n;
}

static double
cpu_figure(struct lab_sim *sim, const char *name)
{
	json_t *all = lab_sim_ask(sim, "{\"cmd\":\"counters\",\"olt\":0}");
	json_t *value = json_object_get(json_object_get(all, "cpu"), name);
	double pct;

	if (!json_is_number(value))
		lab_die("the simulator does not model a CPU");
	pct = json_number_value(value);
	json_decref(all);
	return pct;
}

double
lab_sim_cpu_peak(struct lab_sim *sim)
{
	return cpu_figure(sim, "peak_pct");
}

void
lab_sim_cool_down(struct lab_sim *sim)
{
	for (int i = 0; i < 200 && cpu_figure(sim, "pct") > 1; i++)
		(void)usleep(50 * 1000);
	json_decref(lab_sim_ask(sim, "{\"cmd\":\"reset\"}"));
}

void
lab_sim_stop(struct lab_sim *sim)
{
	int status;

	(void)kill(sim->pid, SIGTERM);
	(void)waitpid(sim->pid, &status, 0);
	(void)close(sim->to);
	(void)close(sim->from);
	if (status != 0)
		lab_die("the simulator ended with status %d", status);
}

/* ---- the line -------------------------------------------------------------- */

bool
lab_report(const char *name, double value, const char *unit, double target, bool at_most,
    const char *ratio_to, double other)
{
	bool met = at_most ? value <= target : value >= target;

	printf("{\"name\":\"%s\", \"value\":%.4g, \"unit\":\"%s\", \"target\":%.4g, "
	       "\"met\":%s",
	    name, value, unit, target, met ? "true" : "false");
	if (ratio_to)
		printf(", \"ratio_to\":\"%s\", \"ratio\":%.4g", ratio_to, other);
	printf("}\n");
	(void)fflush(stdout);
	return met;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * How many varbinds per second the simulator answers on one core: varbinds divided by the
 * CPU time (user and system) of the simulator's process only.
 *
 * The client is as simple as possible: requests are built once, with the simulator's own
 * BER, and answers are received and discarded.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sim/agent_int.h"
#include "sim/sim.h"

enum { REQUESTS = 64, WINDOW = 8, ROUNDS = 6000, PORTS = 16, ONUS = 64 };

static const double TARGET = 1e6;

/* Seven columns that a collection reads: serial, description, admin state, run
 * state, distance, last down cause, last up time. */
static const char *const COLUMNS[] = {
	"1.3.6.1.4.1.2011.6.128.1.1.2.43.1.3",
	"1.3.6.1.4.1.2011.6.128.1.1.2.43.1.9",
	"1.3.6.1.4.1.2011.6.128.1.1.2.46.1.1",
	"1.3.6.1.4.1.2011.6.128.1.1.2.46.1.15",
	"1.3.6.1.4.1.2011.6.128.1.1.2.46.1.20",
	"1.3.6.1.4.1.2011.6.128.1.1.2.46.1.22",
	"1.3.6.1.4.1.2011.6.128.1.1.2.46.1.24",
};

enum { N_COLUMNS = sizeof(COLUMNS) / sizeof(COLUMNS[0]) };

static _Noreturn void
die(const char *what)
{
	(void)fprintf(stderr, "bench_sim: %s: %s\n", what, strerror(errno));
	exit(1);
}

/* ---- the simulator, in a process of its own -------------------------------- */

struct simulator {
	pid_t pid;
	int control;
	uint16_t port;
};

static struct sim *
make_sim(int control, uint32_t max_bytes)
{
	static struct profile_set *profiles;
	struct sim_config config;
	struct sim *sim = NULL;
	struct err err = { 0 };

	sim_config_init(&config);
	config.out = -1;
	config.control[0] = '-';
	config.control_in = control;
	config.control_out = dup(control);
	config.base.ports = PORTS;
	config.base.onus = ONUS;
	config.base.behaviour.max_bytes = max_bytes;
	if (sim_config_listen(&config, "127.0.0.1:0", &err) != RC_OK ||
	    sim_config_add(&config, "profile=huawei", &err) != RC_OK ||
	    profile_set_load_builtin(&profiles, &err) != RC_OK ||
	    sim_new(&config, profiles, &sim, &err) != RC_OK) {
		(void)fprintf(stderr, "bench_sim: %s\n", err.msg);
		exit(1);
	}
	sim_config_fini(&config);
	return sim;
}

/* A number in the counters of the OLT. */
static double
counter_of(const struct simulator *s, const char *name)
{
	static const char ASK[] = "{\"cmd\":\"counters\",\"olt\":0}\n";
	char answer[8192];
	size_t len = 0;

	if (write(s->control, ASK, sizeof(ASK) - 1) < 0)
		die("control");
	do {
		ssize_t n = read(s->control, answer + len, sizeof(answer) - 1 - len);
		if (n <= 0)
			die("control");
		len += (size_t)n;
	} while (answer[len - 1] != '\n');
	answer[len] = '\0';
	json_t *counters = json_loads(answer, 0, NULL);
	double value = json_number_value(json_object_get(counters, name));
	json_decref(counters);
	return value;
}

static struct simulator
start(uint32_t max_bytes)
{
	int ends[2];
	struct simulator s;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
		die("socketpair");
	struct sim *sim = make_sim(ends[1], max_bytes);
	s.control = ends[0];
	s.pid = fork();
	if (s.pid < 0)
		die("fork");
	if (s.pid == 0) {
		(void)close(ends[0]);
		_exit(sim_run(sim, NULL) == RC_OK ? 0 : 1);
	}
	(void)close(ends[1]);
	sim_free(sim);
	s.port = (uint16_t)counter_of(&s, "port");
	return s;
}

static double
cpu_seconds(const struct simulator *s)
{
	clockid_t clock;
	struct timespec t;

	if (clock_getcpuclockid(s->pid, &clock) != 0 || clock_gettime(clock, &t) != 0)
		die("clock");
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void
stop(const struct simulator *s)
{
	(void)close(s->control); /* when it is closed, the simulator ends */
	if (waitpid(s->pid, NULL, 0) < 0)
		die("waitpid");
}

/* ---- requests ------------------------------------------------------------------ */

struct packet {
	uint8_t bytes[1024];
	const uint8_t *at;
	size_t len;
};

static void
put_column(struct ber_out *out, const char *column, uint32_t port)
{
	struct snmp_value null = { .type = SNMP_NULL };
	uint8_t ber[BER_OID_MAX];
	struct oid oid;

	if (oid_parse(column, &oid, NULL) != RC_OK)
		die(column);
	oid.arcs[oid.n++] = UINT32_C(4194312192) + port * 256;
	size_t len = ber_write_oid(oid.arcs, oid.n, ber);
	(void)ber_put_varbind(out, ber, len, NULL, 0, &null); /* there is enough space */
}

/* GETBULK of all columns from a port on, for as many rows as fit. */
static void
make_packet(struct packet *p, int32_t id)
{
	enum { FRONT = 64, REPETITIONS = 200 };
	struct ber_out out = { p->bytes + FRONT, p->bytes + sizeof(p->bytes) };
	struct ber_front f = { p->bytes + FRONT, p->bytes };

	for (size_t i = 0; i < N_COLUMNS; i++)
		put_column(&out, COLUMNS[i], (uint32_t)id % (PORTS - 4));
	ber_front_wrap(&f, BER_SEQUENCE, out.at);
	ber_front_int(&f, REPETITIONS);
	ber_front_int(&f, 0);
	ber_front_int(&f, id);
	ber_front_wrap(&f, PDU_GETBULK, out.at);
	ber_front_octets(&f, "public", 6);
	ber_front_int(&f, VERSION_2C);
	ber_front_wrap(&f, BER_SEQUENCE, out.at);
	p->at = f.at;
	p->len = (size_t)(out.at - f.at);
}

static int
connect_to(uint16_t port)
{
	struct sockaddr_in to = { .sin_family = AF_INET,
		.sin_port = htons(port),
		.sin_addr = { htonl(INADDR_LOOPBACK) } };
	struct timeval patience = { .tv_sec = 5 };
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof(to)) != 0 ||
	    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience)) != 0)
		die("socket");
	return fd;
}

/* WINDOW requests at a time; at that rate nothing is lost on loopback. */
static void
ask(int fd, const struct packet *packets)
{
	static uint8_t answer[65536];

	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < WINDOW; i++) {
			const struct packet *p =
			    &packets[(round * WINDOW + i) % REQUESTS];
			if (send(fd, p->at, p->len, 0) < 0)
				die("send");
		}
		for (int i = 0; i < WINDOW; i++) {
			if (recv(fd, answer, sizeof(answer), 0) <= 0)
				die("no answer");
		}
	}
}

static double
measure(uint32_t max_bytes)
{
	static struct packet packets[REQUESTS];
	struct simulator s = start(max_bytes);
	int fd = connect_to(s.port);

	for (int i = 0; i < REQUESTS; i++)
		make_packet(&packets[i], i + 1);
	double before = cpu_seconds(&s);
	ask(fd, packets);
	double took = cpu_seconds(&s) - before;
	double rate = counter_of(&s, "varbinds") / took;
	(void)close(fd);
	stop(&s);
	return rate;
}

static void
report(const char *name, double value)
{
	printf("{\"name\":\"%s\",\"value\":%.0f,\"unit\":\"varbinds/s\",\"target\":%.0f,"
	       "\"met\":%s}\n",
	    name, value, TARGET, value >= TARGET ? "true" : "false");
}

int
main(void)
{
	report("sim_varbinds_per_core", measure(8192));
	report("sim_varbinds_per_core_1400_bytes", measure(1400));
	return 0;
}

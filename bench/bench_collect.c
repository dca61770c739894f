/* SPDX-License-Identifier: Apache-2.0
 *
 * The cost of a job on a known OLT: 50 OLTs x 1,024 ONUs x 8 columns, with open sessions,
 * trained governors and known ONUs; walked, and read by index. CPU time per value,
 * decoded and stored in its row, compared with a plain net-snmp loop that only counts the
 * varbinds of a walk.
 */
#include "lab.h"

#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bare.h"

enum { OLTS = 50, ONUS = 1024, N_COLUMNS = 8, ROUNDS = 4 };

static const char COLUMNS[] = "serial,description,admin_state,run_state,last_down_cause,"
			      "distance_m,line_profile,last_up_at";

static uint16_t port; /* of the first OLT */

struct bed {
	struct event_base *base;
	struct snmpc *snmpc;
	struct profile_set *profiles;
	const struct profile *profile;
	const struct column *columns[N_COLUMNS];
	size_t n_open;
	uint64_t n_values;
	uint64_t n_requests;
};

struct olt {
	struct bed *bed;
	struct snmpc_session *session;
	struct known *known;
	struct collect *collect;
};

static struct olt olts[OLTS];

static void
on_done(void *ctx, const struct collection *c)
{
	struct olt *olt = ctx;
	struct bed *bed = olt->bed;

	if (c->rc != RC_OK || rows_count(c->rows) != ONUS)
		lab_die("incomplete: %zu rows, %s", rows_count(c->rows),
		    collection_sentence(c));
	if (known_learn(olt->known, c) != RC_OK)
		lab_die("out of memory");
	bed->n_values += c->n_values;
	bed->n_requests += c->stats.requests;
	collect_free(olt->collect);
	olt->collect = NULL;
	if (--bed->n_open == 0)
		(void)event_base_loopbreak(bed->base);
}

static void
collect_all(struct bed *bed, enum collect_mode mode)
{
	struct err err;

	bed->n_open = OLTS;
	for (size_t i = 0; i < OLTS; i++) {
		struct collect_options o = { .profile = bed->profile,
			.mode = mode,
			.n_columns = N_COLUMNS,
			.columns = bed->columns,
			.known = olts[i].known,
			.on_done = on_done,
			.ctx = &olts[i] };

		if (collect_start(olts[i].session, &o, &olts[i].collect, &err) != RC_OK)
			lab_die("cannot start: %s", err.msg);
	}
	while (bed->n_open)
		if (event_base_loop(bed->base, EVLOOP_ONCE) < 0)
			lab_die("the loop failed");
}

static void
find_columns(struct bed *bed)
{
	struct oid oids[N_COLUMNS];

	(void)lab_column_oids("huawei", COLUMNS, oids, N_COLUMNS);
	for (size_t i = 0; i < N_COLUMNS; i++) {
		for (size_t k = 0; k < bed->profile->n_columns; k++) {
			const struct column *c = &bed->profile->columns[k];

			if (oid_compare(c->oid.arcs, c->oid.n, oids[i].arcs, oids[i].n) ==
			    0)
				bed->columns[i] = c;
		}
	}
}

static struct bed
bed_make(void)
{
	struct bed bed = { .base = event_base_new() };
	struct err err;

	if (!bed.base || snmpc_new(bed.base, &bed.snmpc, &err) != RC_OK ||
	    profile_set_load_builtin(&bed.profiles, &err) != RC_OK)
		lab_die("cannot start");
	bed.profile = profile_set_find(bed.profiles, "huawei");
	find_columns(&bed);
	return bed;
}

static void
open_all(struct bed *bed)
{
	struct err err;

	for (size_t i = 0; i < OLTS; i++) {
		struct snmpc_limits limits = snmpc_limits_default();
		struct snmpc_target t = { .port = (uint16_t)(port + i),
			.version = SNMP_V2C,
			.host = "127.0.0.1",
			.limits = poll_limits(&limits, &bed->profile->quirks) };

		if (secret_set(&t.community, "public") != RC_OK ||
		    snmpc_session_open(bed->snmpc, &t, &olts[i].session, &err) != RC_OK)
			lab_die("cannot open a session");
		olts[i].bed = bed;
		olts[i].known = known_new();
	}
}

/* CPU seconds per value. */
static double
measure(enum collect_mode mode)
{
	struct bed bed = bed_make();
	double before, cpu;

	open_all(&bed);
	collect_all(&bed, COLLECT_DISCOVERY);
	collect_all(&bed, mode);
	bed.n_values = bed.n_requests = 0;
	before = lab_own_cpu();
	for (int i = 0; i < ROUNDS; i++)
		collect_all(&bed, mode);
	cpu = lab_own_cpu() - before;
	if (bed.n_values != (uint64_t)ROUNDS * OLTS * ONUS * N_COLUMNS)
		lab_die("values are missing");
	fprintf(stderr, "%s: %.1f requests an OLT\n",
	    mode == COLLECT_GET ? "get" : "walk",
	    (double)bed.n_requests / (ROUNDS * OLTS));
	for (size_t i = 0; i < OLTS; i++)
		known_free(olts[i].known);
	snmpc_free(bed.snmpc);
	profile_set_free(bed.profiles);
	event_base_free(bed.base);
	return cpu / (double)bed.n_values;
}

static double
measure_walk(void)
{
	return measure(COLLECT_WALK);
}

static double
measure_get(void)
{
	return measure(COLLECT_GET);
}

static double
measure_bare(void)
{
	struct oid oids[N_COLUMNS];
	double before;
	uint64_t n;

	(void)lab_column_oids("huawei", COLUMNS, oids, N_COLUMNS);
	before = lab_own_cpu();
	n = bare_walk(port, OLTS, oids, N_COLUMNS, 25);
	return (lab_own_cpu() - before) / (double)n;
}

/* In a separate process, so that the measurements do not affect each other. */
static double
in_child(double (*f)(void))
{
	double r = 0;
	int fds[2];
	pid_t pid;

	if (pipe(fds) != 0 || (pid = fork()) < 0)
		lab_die("cannot fork");
	if (pid == 0) {
		r = f();
		_exit(write(fds[1], &r, sizeof(r)) == sizeof(r) ? 0 : 1);
	}
	lab_child_result(pid, fds, &r, sizeof(r));
	return r;
}

int
main(void)
{
	static const char *const ARGS[] = { "--olts", "50", "--profile", "huawei",
		"--ports", "16", "--onus", "64", "--static", NULL };
	struct lab_sim sim = lab_sim_start(port = lab_free_ports(OLTS), ARGS);
	double bare = in_child(measure_bare), walk = in_child(measure_walk);
	double get = in_child(measure_get), again = in_child(measure_bare);
	bool met = true;

	bare = (bare + again) / 2;
	met &= lab_report("job_walk_to_bare_loop", walk / bare, "times", 1.6, true,
	    "bare net-snmp receive loop, 25 repetitions", walk / bare);
	met &= lab_report("job_get_to_bare_loop", get / bare, "times", 3, true,
	    "bare net-snmp receive loop, 25 repetitions", get / bare);
	fprintf(stderr, "ns a value: walk %.0f, get %.0f, bare loop %.0f\n", walk * 1e9,
	    get * 1e9, bare * 1e9);
	lab_sim_stop(&sim);
	return met ? 0 : 1;
}

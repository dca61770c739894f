/* SPDX-License-Identifier: Apache-2.0
 *
 * 10,000 OLTs of which 2 % are dead: the others are collected as fast as without dead
 * OLTs.
 */
#include "lab.h"

#include <stdio.h>
#include <stdlib.h>

static uint16_t port; /* of the first OLT */

enum { OLTS = 10000, DEAD_EVERY = 50, ONUS = 8, N_COLUMNS = 2 };

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

struct times {
	double median, p99, last;
};

/* When the OLTs that answer in both rounds were done. */
static struct times
times_of_living(const struct lab_fleet *f)
{
	static double t[OLTS];
	size_t n = 0;

	for (size_t i = 0; i < OLTS; i++) {
		const struct lab_olt *olt = lab_fleet_olt(f, i);

		if (i % DEAD_EVERY == 0)
			continue;
		if (olt->rc != RC_OK || olt->n_values != (uint64_t)ONUS * N_COLUMNS)
			lab_die("a living OLT was not collected");
		t[n++] = (double)olt->done_us / 1e6;
	}
	qsort(t, n, sizeof(*t), by_value);
	return (struct times){ t[n / 2], t[n * 99 / 100], t[n - 1] };
}

static struct times
better(struct times a, struct times b)
{
	return a.last < b.last ? a : b;
}

static void
set_dead(struct lab_sim *sim, const char *silent)
{
	char line[128];

	for (int i = 0; i < OLTS; i += DEAD_EVERY) {
		(void)snprintf(line, sizeof(line),
		    "{\"cmd\":\"set\",\"olt\":%d,\"silent\":\"%s\"}", i, silent);
		json_decref(lab_sim_ask(sim, line));
	}
}

int
main(void)
{
	static const char *const ARGS[] = { "--olts", "10000", "--profile", "huawei",
		"--ports", "1", "--onus", "8", "--static", NULL };
	struct lab_sim sim = lab_sim_start(port = lab_free_ports(OLTS), ARGS);
	struct lab_fleet_options o = { .port = port,
		.n_olts = OLTS,
		.profile = "huawei",
		.columns = "serial,run_state",
		.limits = snmpc_limits_default() };
	struct lab_fleet *f;
	struct times alive, among_dead;
	size_t dead = 0;
	bool met = true;

	o.limits.timeout_ms = 1000;
	o.limits.retries = 1;
	f = lab_fleet_new(&o);
	(void)lab_fleet_collect(f, false); /* warm up both processes */
	(void)lab_fleet_collect(f, false);
	alive = times_of_living(f);
	set_dead(&sim, "1");
	(void)lab_fleet_collect(f, false);
	among_dead = times_of_living(f);
	for (size_t i = 0; i < OLTS; i++)
		dead += lab_fleet_olt(f, i)->rc == RC_TIMEOUT;
	set_dead(&sim, "0");
	(void)lab_fleet_collect(f, false);
	alive = better(alive, times_of_living(f));
	set_dead(&sim, "1");
	(void)lab_fleet_collect(f, false);
	among_dead = better(among_dead, times_of_living(f));
	if (dead != OLTS / DEAD_EVERY)
		lab_die("%zu OLTs died instead of %d", dead, OLTS / DEAD_EVERY);
	met &=
	    lab_report("living_among_dead", among_dead.last / alive.last, "times", 1.15,
		true, "all alive, the last of the living", among_dead.last / alive.last);
	fprintf(stderr, "last living OLT: %.2f s all alive, %.2f s with 200 dead\n",
	    alive.last, among_dead.last);
	lab_fleet_free(f);
	lab_sim_stop(&sim);
	return met ? 0 : 1;
}

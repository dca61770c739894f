/* SPDX-License-Identifier: Apache-2.0
 *
 * 10,000 OLTs with 7 nodes each, none of them due: the time from an empty process to an
 * engine with all of them, and the duration of a tick then, including the snapshot of all
 * OLTs.
 */
#include "lab.h"

#include <stdio.h>
#include <unistd.h>

#include "ground.h"
#include "plant.h"

enum { OLTS = 10000, JOBS = 7, SECONDS = 10 };

static void
make_site(struct plant *p, const struct ground *g)
{
	struct job_id jobs[JOBS];

	plant_open(p, g->where, g->folder);
	plant_begin(p);
	for (int j = 0; j < JOBS; j++) {
		char name[32];
		struct plant_job job = { name, TASK_WALK, "huawei_smartax",
			"onu/serial,onu/status", 300000 * (j + 1), 0, 0 };

		(void)snprintf(name, sizeof(name), "job %d", j);
		jobs[j] = plant_job(p, &job);
	}
	for (int i = 0; i < OLTS; i++) {
		char name[32];
		struct olt_id olt;

		(void)snprintf(name, sizeof(name), "OLT-%d", i);
		olt = plant_olt(p, name, 9, "huawei_smartax");
		for (int j = 0; j < JOBS; j++)
			(void)plant_node(p, olt, jobs[j]);
	}
	/* Old times: each node runs at its next slot, some every second. */
	plant_do(p, "UPDATE nodes SET next_run_ms = 1");
	plant_commit(p);
}

static bool
has_all(struct plant *p)
{
	const struct snapshot *s = engine_snapshot(p->engine);
	bool all = s && s->figures.nodes == (size_t)OLTS * JOBS;

	if (s)
		snapshot_release(s);
	return all;
}

/* The longest of the observed ticks, two per second. */
static double
longest_tick(struct plant *p)
{
	int64_t longest_us = 0;

	for (int i = 0; i < SECONDS * 2; i++) {
		const struct snapshot *s;

		(void)usleep(500000);
		s = engine_snapshot(p->engine);
		if (s && s->tick_us > longest_us)
			longest_us = s->tick_us;
		if (s)
			snapshot_release(s);
	}
	return (double)longest_us / 1000;
}

int
main(void)
{
	struct ground g = ground_new(GROUND_SQLITE);
	struct plant p = { 0 };
	double start, tick, cpu;
	bool met = true;

	make_site(&p, &g);
	start = lab_now();
	plant_start(&p);
	while (!has_all(&p))
		(void)usleep(10000);
	met &= lab_report("idle_start", lab_now() - start, "s", 5, true, NULL, 0);
	sleep(2);
	cpu = lab_own_cpu();
	tick = longest_tick(&p);
	cpu = (lab_own_cpu() - cpu) / SECONDS;
	met &= lab_report("idle_tick", tick, "ms", 5, true, NULL, 0);
	fprintf(stderr, "%d OLTs, %d nodes, idle: %.2f %% of a core, %.0f MB\n", OLTS,
	    OLTS * JOBS, cpu * 100, lab_peak_mb());
	plant_close(&p);
	ground_close(&g);
	return met ? 0 : 1;
}

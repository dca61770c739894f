/* SPDX-License-Identifier: Apache-2.0
 *
 * 100 OLTs x 1,024 ONUs x 7 columns without latency, one process: CPU time per value,
 * decoded and typed, compared with snmpbulkwalk -Cr25 for the same tree and with a plain
 * net-snmp loop that only counts varbinds; peak memory.
 *
 * Our memory and time are measured in a child process, so that those of the plain loop
 * are not included. snmpbulkwalk is measured on a few of the OLTs, because its cost is
 * per OLT. Its start-up cost is also measured and subtracted.
 */
#include "lab.h"

#include <stdio.h>
#include <unistd.h>

#include "bare.h"

static uint16_t port; /* of the first OLT */

static const char COLUMNS[] = "serial,description,admin_state,run_state,last_down_cause,"
			      "distance_m,line_profile";

enum { OLTS = 100, ONUS = 1024, N_COLUMNS = 7, SAMPLE = 4 };

struct figures {
	double cpu_per_value;
	double peak_mb;
};

static const struct lab_fleet_options FLEET = {
	.n_olts = OLTS,
	.profile = "huawei",
	.columns = COLUMNS,
	.use_quirks = true,
	.keep_rows = true,
};

static struct figures
measure_ours(void)
{
	struct lab_fleet_options o = FLEET;
	struct lab_fleet *f;
	struct figures r;
	double before;
	uint64_t values = 0;

	o.port = port;
	o.limits = snmpc_limits_default();
	f = lab_fleet_new(&o);
	before = lab_own_cpu();
	(void)lab_fleet_collect(f, false);
	r.cpu_per_value = lab_own_cpu() - before;
	for (size_t i = 0; i < OLTS; i++) {
		const struct lab_olt *olt = lab_fleet_olt(f, i);

		if (olt->rc != RC_OK || olt->n_values != (uint64_t)ONUS * N_COLUMNS)
			lab_die("OLT %zu is incomplete", i);
		values += olt->n_values;
	}
	r.cpu_per_value /= (double)values;
	r.peak_mb = lab_peak_mb();
	lab_fleet_free(f);
	return r;
}

static struct figures
measure_bare(void)
{
	struct oid oids[N_COLUMNS];
	struct figures r = { 0 };
	double before;
	uint64_t n;

	(void)lab_column_oids("huawei", COLUMNS, oids, N_COLUMNS);
	before = lab_own_cpu();
	n = bare_walk(port, OLTS, oids, N_COLUMNS, 25);
	r.cpu_per_value = (lab_own_cpu() - before) / (double)n;
	return r;
}

/* In a separate process, so that the measurements do not affect each other. */
static struct figures in_child(struct figures (*measure)(void))
{
	struct figures r;
	int fds[2];
	pid_t pid;

	if (pipe(fds) != 0 || (pid = fork()) < 0)
		lab_die("cannot fork");
	if (pid == 0) {
		r = measure();
		_exit(write(fds[1], &r, sizeof(r)) == sizeof(r) ? 0 : 1);
	}
	lab_child_result(pid, fds, &r, sizeof(r));
	return r;
}

static double
measure_bulkwalk(void)
{
	static const struct oid NOTHING = { 6, { 1, 3, 6, 1, 9, 9 } };
	struct oid oids[N_COLUMNS];
	double walking = 0, starting = 0;

	(void)lab_column_oids("huawei", COLUMNS, oids, N_COLUMNS);
	for (int i = 0; i < SAMPLE; i++) {
		walking += lab_bulkwalk((uint16_t)(port + i), oids, N_COLUMNS).cpu;
		for (int j = 0; j < N_COLUMNS; j++)
			starting += lab_bulkwalk((uint16_t)(port + i), &NOTHING, 1).cpu;
	}
	return (walking - starting) / (SAMPLE * ONUS * N_COLUMNS);
}

int
main(void)
{
	static const char *const ARGS[] = { "--olts", "100", "--profile", "huawei",
		"--ports", "16", "--onus", "64", "--static", NULL };
	struct lab_sim sim = lab_sim_start(port = lab_free_ports(OLTS), ARGS);
	double theirs = measure_bulkwalk();
	struct figures bare = in_child(measure_bare);
	struct figures ours = in_child(measure_ours);
	struct figures bare_again = in_child(measure_bare);
	struct figures ours_again = in_child(measure_ours);
	double cpu = (ours.cpu_per_value + ours_again.cpu_per_value) / 2;
	double bare_cpu = (bare.cpu_per_value + bare_again.cpu_per_value) / 2;
	bool met = true;

	met &= lab_report("cpu_to_snmpbulkwalk", cpu / theirs, "times", 0.25, true,
	    "snmpbulkwalk -Cr25, start-up not counted", cpu / theirs);
	met &= lab_report("cpu_to_bare_loop", cpu / bare_cpu, "times", 1.6, true,
	    "bare net-snmp receive loop, 25 repetitions", cpu / bare_cpu);
	met &= lab_report("peak_memory", ours.peak_mb, "MB", 200, true, NULL, 0);
	fprintf(stderr, "ns a value: ours %.0f, bare loop %.0f, snmpbulkwalk %.0f\n",
	    cpu * 1e9, bare_cpu * 1e9, theirs * 1e9);
	lab_sim_stop(&sim);
	return met ? 0 : 1;
}

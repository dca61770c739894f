/* SPDX-License-Identifier: Apache-2.0
 *
 * One OLT with 16 x 64 ONUs that needs 20 ms for an answer, 7 columns, at most 5 requests
 * in flight: the time of a collection, at first contact and with the stored experience of
 * the governor, and the time of `facho walk`, compared with snmpbulkwalk -Cr25 over the
 * same columns.
 */
#include "lab.h"

#include <stdio.h>
#include <stdlib.h>

static uint16_t port; /* of the first OLT */

static const char COLUMNS[] = "serial,description,admin_state,run_state,last_down_cause,"
			      "distance_m,line_profile";

enum { ONUS = 16 * 64, N_COLUMNS = 7, ROUNDS = 5 };

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static double
median(double *values, size_t n)
{
	qsort(values, n, sizeof(*values), by_value);
	return values[n / 2];
}

static void
check_complete(const struct lab_fleet *f)
{
	const struct lab_olt *olt = lab_fleet_olt(f, 0);

	if (olt->rc != RC_OK || olt->n_rows != ONUS ||
	    olt->n_values != (uint64_t)ONUS * N_COLUMNS)
		lab_die("incomplete: %zu rows, %llu values", olt->n_rows,
		    (unsigned long long)olt->n_values);
}

/* `facho walk` of all columns at once, as a user runs it, with its start and its
 * output. */
static double
walk_seconds(const struct oid *columns)
{
	char address[64], texts[N_COLUMNS][OID_TEXT_MAX];
	const char *argv[N_COLUMNS + 6] = { getenv("FACHO_BINARY"), "walk", address, "-c",
		"public" };

	(void)snprintf(address, sizeof(address), "127.0.0.1:%u", port);
	for (size_t i = 0; i < N_COLUMNS; i++)
		argv[i + 5] = oid_format(columns[i].arcs, columns[i].n, texts[i]);
	return lab_run(argv).seconds;
}

int
main(void)
{
	static const char *const ARGS[] = { "--profile", "huawei", "--ports", "16",
		"--onus", "64", "--latency", "20ms", "--static", NULL };
	struct lab_sim sim = lab_sim_start(port = lab_free_ports(1), ARGS);
	struct lab_fleet_options o = { .port = port,
		.n_olts = 1,
		.profile = "huawei",
		.columns = COLUMNS,
		.limits = snmpc_limits_default(),
		.use_quirks = true };
	struct lab_fleet *f = lab_fleet_new(&o);
	double cold[ROUNDS], warm[ROUNDS], typed[ROUNDS], theirs;
	struct oid oids[N_COLUMNS];
	bool met = true;

	(void)lab_column_oids("huawei", COLUMNS, oids, N_COLUMNS);
	theirs = lab_bulkwalk(port, oids, N_COLUMNS).seconds;
	json_decref(lab_sim_ask(&sim, "{\"cmd\":\"reset\"}"));
	for (int i = 0; i < ROUNDS; i++) {
		cold[i] = lab_fleet_collect(f, false);
		check_complete(f);
		warm[i] = lab_fleet_collect(f, true);
		check_complete(f);
		typed[i] = walk_seconds(oids);
	}
	met &= lab_report("first_contact_speedup", theirs / median(cold, ROUNDS), "times",
	    6, false, "snmpbulkwalk -Cr25", theirs / median(cold, ROUNDS));
	met &= lab_report("warm_speedup", theirs / median(warm, ROUNDS), "times", 8,
	    false, "snmpbulkwalk -Cr25", theirs / median(warm, ROUNDS));
	met &= lab_report("command_walk_speedup", theirs / median(typed, ROUNDS), "times",
	    5, false, "snmpbulkwalk -Cr25", theirs / median(typed, ROUNDS));
	met &= lab_report("most_in_flight", lab_sim_counter(&sim, "max_in_flight"),
	    "requests", 5, true, NULL, 0);
	fprintf(stderr,
	    "snmpbulkwalk %.2f s, first contact %.3f s, warm %.3f s, facho walk %.3f s\n",
	    theirs, median(cold, ROUNDS), median(warm, ROUNDS), median(typed, ROUNDS));
	lab_fleet_free(f);
	lab_sim_stop(&sim);
	return met ? 0 : 1;
}

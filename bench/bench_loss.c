/* SPDX-License-Identifier: Apache-2.0
 *
 * 1 % of the datagrams are lost: every value is still collected, in at most 1.5 times the
 * time without loss. Several OLTs with 20 ms at the same time, because one after the
 * other would take too long; the mean of their times is used.
 */
#include "lab.h"

#include <stdio.h>

static uint16_t port; /* of the first OLT */

static const char COLUMNS[] = "serial,description,admin_state,run_state,last_down_cause,"
			      "distance_m,line_profile";

enum { OLTS = 20, ONUS = 1024, N_COLUMNS = 7, ROUNDS = 3 };

static double
mean_time(struct lab_fleet *f, uint64_t *ret_values, uint64_t *ret_resent)
{
	double sum = 0;

	*ret_values = *ret_resent = 0;
	for (int round = 0; round < ROUNDS; round++) {
		(void)lab_fleet_collect(f, false);
		for (size_t i = 0; i < OLTS; i++) {
			const struct lab_olt *olt = lab_fleet_olt(f, i);

			if (olt->rc != RC_OK)
				lab_die("an OLT was not collected");
			sum += (double)olt->done_us / 1e6;
			*ret_values += olt->n_values;
			*ret_resent += olt->retransmits;
		}
	}
	return sum / (OLTS * ROUNDS);
}

int
main(void)
{
	static const char *const ARGS[] = { "--olts", "20", "--profile", "huawei",
		"--ports", "16", "--onus", "64", "--latency", "20ms", "--static", NULL };
	struct lab_sim sim = lab_sim_start(port = lab_free_ports(OLTS), ARGS);
	struct lab_fleet_options o = { .port = port,
		.n_olts = OLTS,
		.profile = "huawei",
		.columns = COLUMNS,
		.limits = snmpc_limits_default() };
	struct lab_fleet *f = lab_fleet_new(&o);
	uint64_t expected = (uint64_t)OLTS * ROUNDS * ONUS * N_COLUMNS, values, resent;
	double clean = mean_time(f, &values, &resent), lossy;
	bool met = true;

	json_decref(lab_sim_ask(&sim, "{\"cmd\":\"set\",\"loss\":\"1\"}"));
	lossy = mean_time(f, &values, &resent);
	met &= lab_report("lossy_time", lossy / clean, "times", 1.5, true,
	    "the same without loss", lossy / clean);
	met &= lab_report("lossy_values", (double)values / (double)expected, "of all", 1,
	    false, NULL, 0);
	fprintf(stderr, "clean %.3f s, lossy %.3f s, %llu retransmissions\n", clean,
	    lossy, (unsigned long long)resent);
	if (!resent)
		lab_die("nothing was lost: the measurement says nothing");
	lab_fleet_free(f);
	lab_sim_stop(&sim);
	return met ? 0 : 1;
}

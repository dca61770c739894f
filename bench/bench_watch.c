/* SPDX-License-Identifier: Apache-2.0
 *
 * The cost to evaluate 100,000 state changes of 98 OLTs, and the memory for a million
 * ONUs.
 *
 * The changes are those of one round of readings: 1,563 complete ports without light. The
 * CPU time is measured from the first change until all incidents were taken.
 */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lab.h"
#include "watch/watch.h"

enum { OLTS = 1000, PORTS = 16, PER_PORT = 64, DOWN_OLTS = 98 };
#define NOW ((int64_t)1767607200000)
#define MINUTE ((int64_t)60000)

static double
cpu_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1000 + (double)t.tv_nsec / 1e6;
}

static struct position
place(int port, int onu)
{
	struct position p = { .has = 1 << POS_FRAME | 1 << POS_SLOT | 1 << POS_PORT |
		    1 << POS_ONU };

	p.part[POS_SLOT] = (uint32_t)(1 + port / 8);
	p.part[POS_PORT] = (uint32_t)(port % 8);
	p.part[POS_ONU] = (uint32_t)onu;
	return p;
}

static int64_t
onu_id(int olt, int port, int onu)
{
	return ((int64_t)olt * PORTS + port) * PER_PORT + onu + 1;
}

static void
fill(struct watch *w)
{
	char name[32];

	for (int olt = 0; olt < OLTS; olt++) {
		(void)snprintf(name, sizeof(name), "olt-%d", olt);
		if (watch_put_olt(w,
			&(struct watch_olt){ .id = { olt + 1 },
			    .name = name,
			    .site = "",
			    .zone = "",
			    .states_ms = 5 * MINUTE,
			    .is_enabled = true,
			    .read_ms = NOW - 5 * MINUTE }) != RC_OK)
			lab_die("no memory for OLTs");
		for (int port = 0; port < PORTS; port++)
			for (int onu = 0; onu < PER_PORT; onu++)
				if (watch_put_onu(w,
					&(struct watch_onu){
					    .id = { onu_id(olt, port, onu) },
					    .olt = { olt + 1 },
					    .position = place(port, onu),
					    .class = WATCH_UP,
					    .distance_m = 1000 + onu * 20,
					    .has_gasped = onu % 4 != 0,
					    .model = onu % 2 ? "HG8245" : "F601" }) !=
				    RC_OK)
					lab_die("no memory for ONUs");
	}
	watch_begin(w, 0, NOW - MINUTE);
	watch_run(w, NOW - MINUTE);
}

/* Every 17th port stays up, so that the whole OLT is not down. */
static int
go_down(struct watch *w)
{
	int n = 0;

	for (int olt = 0; olt < DOWN_OLTS; olt++)
		for (int port = 0; port < PORTS; port++)
			for (int onu = 0; onu < PER_PORT && n < 100000; onu++, n++)
				watch_onu_changed(w,
				    &(struct watch_change){
					.onu = { onu_id(olt, port, onu) },
					.kind = ONU_RUN_STATE,
					.at_ms = NOW,
					.state = STATE_OFFLINE,
					.cause = STATE_LOS_ONU,
					.last_down_ms =
					    NOW - MINUTE - olt * 100 - port * 30000 });
	for (int olt = 0; olt < DOWN_OLTS; olt++)
		watch_reading(w,
		    &(struct watch_reading){ .olt = { olt + 1 },
			.began_ms = NOW - 1000,
			.ended_ms = NOW,
			.is_complete = true });
	return n;
}

int
main(void)
{
	struct watch_rules rules = watch_rules();
	struct watch *w OWNED(watch_free) = NULL;
	size_t before = mallinfo2().uordblks + mallinfo2().hblkhd, after, incidents = 0;
	struct watch_fact fact;
	double began, took;
	bool is_met;
	int n;

	if (watch_new(&rules, 1, &w) != RC_OK)
		lab_die("no memory");
	fill(w);
	after = mallinfo2().uordblks + mallinfo2().hblkhd;
	is_met = lab_report("watch_ram_million_onus", (double)(after - before) / 1e6,
	    "MB", 30, true, NULL, 0);
	began = cpu_ms();
	n = go_down(w);
	watch_run(w, NOW);
	while (watch_take_incident(w))
		incidents++;
	while (watch_take_fact(w, &fact))
		;
	took = cpu_ms() - began;
	fprintf(stderr, "%d changes, %zu incidents\n", n, incidents);
	if (watch_figures(w).down != (size_t)n || !incidents)
		lab_die("%zu ONUs are down, not %d", watch_figures(w).down, n);
	is_met &= lab_report("watch_100000_changes_cpu", took, "ms", 50, true, NULL, 0);
	watch_run(w, NOW + 1); /* frees the memory that only the storm needed */
	before = after;
	after = mallinfo2().uordblks + mallinfo2().hblkhd;
	is_met &= lab_report("watch_ram_100000_down", (double)(after - before) / 1e6,
	    "MB", 10, true, NULL, 0);
	return is_met ? 0 : 1;
}

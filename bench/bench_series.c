/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading long histories: one ONU over thirty days of runs, and a port of 64 ONUs at one
 * time; and how long the writer is blocked while all data except the last day is deleted.
 * (The storage cost of a day is measured by bench_history_db.)
 *
 * Values are those of the simulator (sim/life.h).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "ground.h"
#include "lab.h"
#include "sim/life.h"
#include "store/upkeep/retention.h"
#include "store/history/samples.h"

enum { ONUS = 1024, RUNS = 30 * 288, RUN_S = 300, READS = 20 };

#define START_MS INT64_C(1767225600000)

static void
must(enum rc rc, const struct err *err)
{
	if (rc != RC_OK)
		lab_die("%s: %s", rc_name(rc), err->msg);
}

static void
live(int run, double numbers[ONUS])
{
	struct life life = { .seed = 1, .churn_pct = 1, .offline_pct = 5 };
	struct moment now = { .mono_us = (int64_t)run * RUN_S * 1000000 };

	for (uint32_t i = 0; i < ONUS; i++) {
		bool is_up = life_of_onu(&life, i, &now).is_online;

		numbers[i] = is_up ? life_level(&life, i, 0, -28, -14, &now) : NAN;
	}
}

/* A run as it is written when an execution is finished: one transaction. */
static void
write_run(const struct ground *g, struct samples *s, int run)
{
	double numbers[ONUS];
	int64_t ids[ONUS];
	struct run_readings readings = { { 1 }, START_MS + (int64_t)run * RUN_S * 1000,
		ONUS, ids };
	struct err err = { 0 };

	for (int i = 0; i < ONUS; i++)
		ids[i] = ONUS + i;
	live(run, numbers);
	must(db_begin(g->db, &err), &err);
	must(samples_write(s, g->db, &readings, metric_of(PURPOSE_ONU_RX), numbers, &err),
	    &err);
	must(db_commit(g->db, &err), &err);
	samples_keep(s);
}

static bool
report(const struct ground *g, const char *what, double ms, double target_ms)
{
	char name[64];

	(void)snprintf(name, sizeof(name), "series_%s_%s", what, g->name);
	return lab_report(name, ms, "ms", target_ms, true, NULL, 0);
}

/* ---- reading ---------------------------------------------------------------------- */

static void
count(void *ctx, const struct sample *sample)
{
	*(int *)ctx += sample->count > 0;
}

static void
count_onu(void *ctx, struct onu_id onu, const struct sample *sample)
{
	(void)onu;
	count(ctx, sample);
}

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double
nine_of_ten(double took[READS])
{
	qsort(took, READS, sizeof(took[0]), compare);
	return took[READS * 9 / 10];
}

/* The 90th percentile of READS different ONUs, in milliseconds. */
static double
read_onus(const struct ground *g)
{
	struct sample_report damage;
	struct err err = { 0 };
	double took[READS];

	for (int i = 0; i < READS; i++) {
		struct sample_query query = { { 1 }, { ONUS + i * 50 }, PURPOSE_ONU_RX,
			START_MS, START_MS + (int64_t)RUNS * RUN_S * 1000, HISTORY_RAW,
			NULL };
		int found = 0;
		double before = lab_now();

		must(samples_of_onu(g->db, &query, count, &found, &damage, &err), &err);
		took[i] = (lab_now() - before) * 1000;
		if (damage.damaged || damage.gone || damage.blocks != RUNS)
			lab_die("history of one ONU is not whole");
	}
	return nine_of_ten(took);
}

static double
read_ports(const struct ground *g)
{
	struct position port = { .has = 1 << POS_SLOT | 1 << POS_PORT };
	struct err err = { 0 };
	double took[READS];

	for (int i = 0; i < READS; i++) {
		struct sample_moment moment = { { 1 }, PURPOSE_ONU_RX,
			START_MS + (int64_t)(i * 14 + 5) * RUN_S * 1000 + 1, RUN_S * 1000,
			&port, NULL };
		int found = 0;
		double before = lab_now();

		port.part[POS_PORT] = (uint32_t)i % 16;
		must(samples_at(g->db, &moment, count_onu, &found, &err), &err);
		took[i] = (lab_now() - before) * 1000;
		if (found == 0 || found > 64)
			lab_die("a port has %d ONUs", found);
	}
	return nine_of_ten(took);
}

/* Seal all hours; the longest time that the writer was blocked. */
static double
seal(const struct ground *g, struct samples *s)
{
	int64_t now_ms = START_MS + (int64_t)RUNS * RUN_S * 1000;
	struct err err = { 0 };
	double longest = 0;

	for (bool is_over = false; !is_over;) {
		double before = lab_now(), took;

		must(db_begin(g->db, &err), &err);
		must(samples_seal_due(s, g->db, now_ms, &is_over, &err), &err);
		must(db_commit(g->db, &err), &err);
		samples_keep(s);
		took = (lab_now() - before) * 1000;
		longest = took > longest ? took : longest;
	}
	return longest;
}

/* Delete all except the last day; the longest time that the writer was blocked. */
static double
forget(const struct ground *g)
{
	struct retention_rules rules = { .samples_ms = RETENTION_DAY_MS };
	struct retention_sweep sweep = RETENTION_SWEEP;
	int64_t now_ms = START_MS + (int64_t)RUNS * RUN_S * 1000;
	struct err err = { 0 };
	double longest = 0;

	while (!sweep.is_over) {
		double before = lab_now(), took;

		must(store_retain_step(g->db, &rules, now_ms, &sweep, &err), &err);
		took = (lab_now() - before) * 1000;
		longest = took > longest ? took : longest;
		sweep.limit = retention_limit(sweep.limit, (int64_t)took);
	}
	if (sweep.removed < RUNS - 2 * 288)
		lab_die("only %d blocks were removed", (int)sweep.removed);
	return longest;
}

/* Sixteen ports of 64: the position of the ONUs determines the reading of a port. */
static void
add_onus(const struct ground *g)
{
	static const char sql[] =
	    "INSERT INTO onus (id, olt_id, pos_has, port, onu, first_seen_ms, "
	    "last_seen_ms) VALUES ($1, 1, 28, $2, $3, 0, 0)";
	struct db_stmt *q OWNED(db_done) = NULL;
	struct err err = { 0 };

	must(db_begin(g->db, &err), &err);
	must(db_prepare(g->db, sql, &q, &err), &err);
	for (int i = 0; i < ONUS; i++) {
		db_bind_int(q, 1, ONUS + i);
		db_bind_int(q, 2, i / 64);
		db_bind_int(q, 3, i % 64);
		must(db_bulk(q, &err), &err);
	}
	must(db_bulk_end(q, &err), &err);
	must(db_commit(g->db, &err), &err);
}

static bool
measure(enum ground_kind kind)
{
	struct ground g = ground_open(kind, 1);
	struct samples *s OWNED(samples_free) = samples_new();
	bool is_met;

	add_onus(&g);
	for (int run = 0; run < RUNS; run++)
		write_run(&g, s, run);
	is_met = report(&g, "onu_30_days", read_onus(&g), 100);
	is_met &= report(&g, "port_of_64", read_ports(&g), 10);
	is_met &= report(&g, "seal_step", seal(&g, s), RETENTION_STEP_MS);
	is_met &= report(&g, "retention_step", forget(&g), RETENTION_STEP_MS);
	ground_close(&g);
	return is_met;
}

int
main(void)
{
	bool is_met = measure(GROUND_SQLITE);

	is_met &= measure(GROUND_PGSQL);
	return is_met ? 0 : 1;
}

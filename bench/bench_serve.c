/* SPDX-License-Identifier: Apache-2.0
 *
 * The complete program at the rate of 1,000 OLTs x 1,024 ONUs x 8 columns per minute
 * (136,533 values per second): engine, writer and database in one process, the simulator
 * in another on the same machine. Results: lateness of runs, skipped slots, the cost of a
 * stored value compared with the plain receive loop, the share of a core, and memory.
 *
 * By default fewer OLTs with a shorter interval give the same rate for half a minute;
 * --long (or FACHO_BENCH_LONG=1) runs the real case for ten minutes. --olts, --interval
 * (ms) and --seconds define another case, and only that case is run.
 *
 * The smallest case is also measured on PostgreSQL, which writes to the disk as in
 * production; the CPU time of its processes is added to ours.
 * FACHO_BENCH_SERVE_DATABASES=sqlite (or pgsql) measures only one of them.
 *
 * Then the smallest case with and without the watcher, which finds incidents, in turns,
 * while ONUs come and go: it must not make runs start later.
 * FACHO_BENCH_SERVE_DATABASES=watcher measures only that.
 */
#include "lab.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bare.h"
#include "base/clock.h"
#include "base/files.h"
#include "ground.h"
#include "plant.h"

enum { ONUS = 1024, N_COLUMNS = 8, BARE_OLTS = 50 };

static const char PROFILE[] = "huawei_smartax";

/* The names in the catalogue, and the keys for lab_column_oids. */
static const char COLUMNS[] =
    "onu/serial,onu/description,onu/admin_state,onu/status,onu/last_down_cause,"
    "onu/distance_m,onu/line_profile,onu/in_octets";
static const char KEYS[] = "serial,description,admin_state,run_state,last_down_cause,"
			   "distance_m,line_profile,in_octets";

struct scale {
	int olts;
	int64_t interval_ms;
	int64_t seconds;
	enum ground_kind kind;
	bool has_watcher;
	int churn; /* percent of the ONUs in an hour; 0: as usual */
};

struct figures {
	double cpu_per_value; /* seconds */
	double share; /* of one core */
	double late_p99_ms;
	double skipped, not_stored;
	double peak_mb;
	double values_per_s;
};

static void
nap(int64_t ms)
{
	(void)usleep((useconds_t)ms * 1000);
}

static struct lab_sim
start_sim(int olts, int churn)
{
	char n[16], percent[16];
	const char *args[] = { "--olts", n, "--profile", "huawei", "--ports", "16",
		"--onus", "64", churn ? "--churn" : NULL, percent, NULL };

	(void)snprintf(n, sizeof(n), "%d", olts);
	(void)snprintf(percent, sizeof(percent), "%d", churn);
	return lab_sim_start(lab_free_ports((size_t)olts), args);
}

static void
allow_files(int olts)
{
	if (files_allow_all() < (size_t)olts + 256)
		lab_die("%d OLTs need as many file descriptors", olts);
}

/* ---- the site ------------------------------------------------------------------- */

struct site {
	struct plant plant;
	struct ground ground;
	struct scale scale;
	struct node_id *discovery; /* one per OLT */
};

static void
make_site(struct site *s, uint16_t port)
{
	struct plant_job walk = { "walk", TASK_WALK, PROFILE, COLUMNS,
		s->scale.interval_ms, 0, 0 };
	/* The same columns, so that the walks write no first values. */
	struct plant_job find = { "discovery", TASK_DISCOVERY, PROFILE, COLUMNS,
		24 * 3600 * 1000, 0, 0 };
	struct job_id walking, finding;

	plant_open(&s->plant, s->ground.where, s->ground.folder);
	plant_begin(&s->plant);
	walking = plant_job(&s->plant, &walk);
	finding = plant_job(&s->plant, &find);
	s->discovery = calloc((size_t)s->scale.olts, sizeof(*s->discovery));
	if (!s->discovery)
		lab_die("out of memory");
	for (int i = 0; i < s->scale.olts; i++) {
		char name[32];
		struct olt_id olt;

		(void)snprintf(name, sizeof(name), "OLT-%d", i);
		olt = plant_olt(&s->plant, name, (uint16_t)(port + i), PROFILE);
		s->discovery[i] = plant_node(&s->plant, olt, finding);
		(void)plant_node(&s->plant, olt, walking);
	}
	plant_commit(&s->plant);
}

/* Discover all ONUs, so that the walks have ONUs to write. */
static void
discover(struct site *s)
{
	double start = lab_now();

	plant_start(&s->plant);
	for (int i = 0; i < s->scale.olts; i++)
		(void)plant_ask(&s->plant, s->discovery[i]);
	for (int64_t ended = 0; ended < s->scale.olts; nap(200))
		ended = plant_number(&s->plant,
		    "SELECT COUNT(*) FROM executions WHERE finished_ms IS NOT NULL");
	plant_stop(&s->plant);
	if (plant_number(&s->plant, "SELECT COUNT(*) FROM onus") !=
	    (int64_t)s->scale.olts * ONUS)
		lab_die("not all ONUs were found");
	fprintf(
	    stderr, "%d OLTs discovered in %.1f s\n", s->scale.olts, lab_now() - start);
}

/* The slots of the walks, spread over the interval from now on. */
static void
spread(struct site *s)
{
	char sql[256];

	(void)snprintf(sql, sizeof(sql),
	    "UPDATE nodes SET next_run_ms = %lld + (id * %lld / %d) "
	    "WHERE job_id = (SELECT id FROM jobs WHERE name = 'walk')",
	    (long long)clock_wall_ms() + 3000, (long long)s->scale.interval_ms / 2,
	    s->scale.olts);
	plant_do(&s->plant, sql);
}

/* ---- measuring ------------------------------------------------------------------- */

static struct coordinator_figures
look(struct site *s, uint64_t *values)
{
	const struct snapshot *snapshot = engine_snapshot(s->plant.engine);
	struct coordinator_figures f;

	if (!snapshot)
		lab_die("the engine shows nothing");
	f = snapshot->figures;
	*values = snapshot->values;
	snapshot_release(snapshot);
	return f;
}

static struct figures
measure(struct site *s)
{
	struct figures r = { 0 };
	struct coordinator_figures before, now;
	uint64_t values_before, values;
	double cpu, start;

	spread(s);
	s->plant.has_watcher = s->scale.has_watcher;
	plant_start(&s->plant);
	nap(s->scale.interval_ms + 4000); /* all have run, and know their OLT */
	before = look(s, &values_before);
	cpu = lab_own_cpu() + ground_server_cpu(&s->ground);
	start = lab_now();
	while (lab_now() - start < (double)s->scale.seconds) {
		nap(1000);
		now = look(s, &values);
		if ((double)now.late_p99_ms > r.late_p99_ms)
			r.late_p99_ms = (double)now.late_p99_ms;
	}
	cpu = lab_own_cpu() + ground_server_cpu(&s->ground) - cpu;
	r.share = cpu / (lab_now() - start);
	now = look(s, &values);
	r.values_per_s = (double)(values - values_before) / (lab_now() - start);
	r.cpu_per_value = cpu / (double)(values - values_before);
	r.skipped = (double)(now.skipped - before.skipped);
	r.peak_mb = lab_peak_mb();
	plant_stop(&s->plant);
	/* Runs that were interrupted by the stop after the discovery, or by this one, do
	 * not count. */
	r.not_stored = (double)plant_number(&s->plant,
	    "SELECT COUNT(*) FROM executions WHERE state <> 'SUCCESS' AND error "
	    "NOT IN ('SHUTDOWN', 'RESTART')");
	if (r.not_stored > 0)
		fprintf(stderr, "of those not stored, one: %s\n",
		    plant_text(&s->plant,
			"SELECT state || ' ' || error || ': ' || message FROM executions "
			"WHERE state <> 'SUCCESS' AND error NOT IN ('SHUTDOWN', "
			"'RESTART') "
			"LIMIT 1"));
	return r;
}

/* A connection to measure the server. */
static void
open_ground(struct ground *g)
{
	struct err err = { 0 };

	if (db_open(g->where, DB_READ, &g->db, &err) != RC_OK)
		lab_die("%s", err.msg);
}

static struct figures
run_scale(const void *arg)
{
	struct site s = { .scale = *(const struct scale *)arg };
	struct lab_sim sim;
	struct figures r;

	allow_files(s.scale.olts);
	sim = start_sim(s.scale.olts, s.scale.churn);
	s.ground = ground_new(s.scale.kind);
	make_site(&s, sim.port);
	open_ground(&s.ground);
	discover(&s);
	r = measure(&s);
	plant_close(&s.plant);
	ground_close(&s.ground);
	lab_sim_stop(&sim);
	free(s.discovery);
	return r;
}

static struct figures
run_bare(const void *arg)
{
	struct lab_sim sim = start_sim(BARE_OLTS, 0);
	struct oid oids[N_COLUMNS];
	struct figures r = { 0 };
	double before;
	uint64_t n;

	(void)arg;
	(void)lab_column_oids("huawei", KEYS, oids, N_COLUMNS);
	before = lab_own_cpu();
	n = bare_walk(sim.port, BARE_OLTS, oids, N_COLUMNS, 25);
	r.cpu_per_value = (lab_own_cpu() - before) / (double)n;
	lab_sim_stop(&sim);
	return r;
}

/* In a separate process, so that the measurements do not affect each other. */
static struct figures
in_child(struct figures (*run)(const void *arg), const void *arg)
{
	struct figures r;
	int fds[2];
	pid_t pid;

	if (pipe(fds) != 0 || (pid = fork()) < 0)
		lab_die("cannot fork");
	if (pid == 0) {
		r = run(arg);
		_exit(write(fds[1], &r, sizeof(r)) == sizeof(r) ? 0 : 1);
	}
	lab_child_result(pid, fds, &r, sizeof(r));
	return r;
}

static struct figures
measure_scale(const struct scale *scale)
{
	struct figures f = in_child(run_scale, scale);

	fprintf(stderr,
	    "%s, %d OLTs%s: %.0f values/s, %.0f ns a value, %.1f %% of a core, p99 %.0f "
	    "ms "
	    "late, "
	    "%.0f skipped, %.0f not stored, %.0f MB\n",
	    scale->kind == GROUND_PGSQL ? "pgsql" : "sqlite", scale->olts,
	    scale->has_watcher ? " with the watcher" : "", f.values_per_s,
	    f.cpu_per_value * 1e9, f.share * 100, f.late_p99_ms, f.skipped, f.not_stored,
	    f.peak_mb);
	return f;
}

static bool
report(const struct figures *f, double bare)
{
	bool met = true;

	met &= lab_report("serve_late_p99", f->late_p99_ms, "ms", 250, true, NULL, 0);
	met &= lab_report("serve_skipped", f->skipped, "slots", 0, true, NULL, 0);
	met &= lab_report("serve_not_stored", f->not_stored, "runs", 0, true, NULL, 0);
	met &= lab_report("serve_core_share", f->share * 100, "%", 40, true, NULL, 0);
	met &= lab_report("serve_memory", f->peak_mb, "MB", 1024, true, NULL, 0);
	met &= lab_report("serve_cost_per_value", f->cpu_per_value / bare, "times", 3,
	    true, "bare net-snmp receive loop, 25 repetitions", f->cpu_per_value / bare);
	return met;
}

/* Like SQLite where it does not depend on the writer. sqlite: of the same case, or
 * NULL. */
static bool
report_pgsql(const struct figures *f, const struct figures *sqlite)
{
	bool met = true;

	met &=
	    lab_report("serve_pgsql_late_p99", f->late_p99_ms, "ms", 250, true, NULL, 0);
	met &= lab_report("serve_pgsql_skipped", f->skipped, "slots", 0, true, NULL, 0);
	met &=
	    lab_report("serve_pgsql_not_stored", f->not_stored, "runs", 0, true, NULL, 0);
	met &= lab_report("serve_pgsql_memory", f->peak_mb, "MB", 1024, true, NULL, 0);
	met &= lab_report("serve_pgsql_cpu_per_value", f->cpu_per_value * 1e6, "us", 4.5,
	    true, sqlite ? "the same on SQLite" : NULL,
	    sqlite ? f->cpu_per_value / sqlite->cpu_per_value : 0);
	return met;
}

static struct figures
measure_pgsql(const struct scale *like)
{
	struct scale scale = *like;
	struct figures f;

	scale.kind = GROUND_PGSQL;
	ground_fsync(true);
	f = measure_scale(&scale);
	ground_fsync(false);
	return f;
}

/* The cost per value with 100, 300 and 1,000 OLTs must be within 20 %. */
static bool
report_growth(const struct figures *f, size_t n)
{
	double least = f[0].cpu_per_value, most = f[0].cpu_per_value;

	for (size_t i = 1; i < n; i++) {
		if (f[i].cpu_per_value < least)
			least = f[i].cpu_per_value;
		if (f[i].cpu_per_value > most)
			most = f[i].cpu_per_value;
	}
	return lab_report("serve_growth", most / least, "times", 1.2, true,
	    "the cheapest of 100, 300 (and 1,000) OLTs", most / least);
}

/* In turns, and the least of each: others on this machine only add to it. */
static bool
measure_watcher(const struct scale *like)
{
	enum { TURNS = 3, CHURN = 60, LATER_MS = 25 };
	double late[2] = { 1e9, 1e9 }, cpu[2] = { 1e9, 1e9 };
	bool met;

	for (int i = 0; i < 2 * TURNS; i++) {
		struct scale scale = *like;
		struct figures f;

		scale.churn = CHURN;
		scale.has_watcher = i % 2;
		f = measure_scale(&scale);
		late[i % 2] = fmin(late[i % 2], f.late_p99_ms);
		cpu[i % 2] = fmin(cpu[i % 2], f.cpu_per_value);
	}
	met = lab_report("serve_watcher_late_p99_more", late[1] - late[0], "ms", LATER_MS,
	    true, "p99 with the watcher to p99 without it", late[1] / fmax(late[0], 1));
	return met &
	    lab_report("serve_watcher_cost", cpu[1] / cpu[0], "times", 1.1, true,
		"CPU of a value without the watcher", cpu[1] / cpu[0]);
}

static bool
is_long(int argc, char **argv)
{
	return getenv("FACHO_BENCH_LONG") || (argc > 1 && strcmp(argv[1], "--long") == 0);
}

static int64_t
option(int argc, char **argv, const char *name, int64_t otherwise)
{
	for (int i = 1; i + 1 < argc; i++) {
		if (strcmp(argv[i], name) == 0)
			return strtoll(argv[i + 1], NULL, 10);
	}
	return otherwise;
}

static bool
is_wanted(const char *database)
{
	const char *wanted = getenv("FACHO_BENCH_SERVE_DATABASES");

	return !wanted || strstr(wanted, database);
}

static bool
measure_sqlite(const struct scale *scales, size_t n, struct figures *f)
{
	double bare = in_child(run_bare, NULL).cpu_per_value;
	bool met;

	fprintf(stderr, "bare loop: %.0f ns a value\n", bare * 1e9);
	for (size_t i = 0; i < n; i++)
		f[i] = measure_scale(&scales[i]);
	/* Before and after, because the speed of the machine may change. */
	bare = (bare + in_child(run_bare, NULL).cpu_per_value) / 2;
	fprintf(stderr, "bare loop, before and after: %.0f ns a value\n", bare * 1e9);
	met = report(&f[n - 1], bare);
	if (n > 1)
		met &= report_growth(f, n);
	return met;
}

int
main(int argc, char **argv)
{
	/* All at the same rate. */
	static const struct scale SHORT[] = {
		{ .olts = 100, .interval_ms = 6000, .seconds = 30 },
		{ .olts = 300, .interval_ms = 18000, .seconds = 36 }
	};
	static const struct scale LONG[] = {
		{ .olts = 100, .interval_ms = 6000, .seconds = 60 },
		{ .olts = 300, .interval_ms = 18000, .seconds = 60 },
		{ .olts = 1000, .interval_ms = 60000, .seconds = 600 }
	};
	struct scale mine = { .olts = (int)option(argc, argv, "--olts", 0),
		.interval_ms = option(argc, argv, "--interval", 60000),
		.seconds = option(argc, argv, "--seconds", 60) };
	const struct scale *scales = is_long(argc, argv) ? LONG : SHORT;
	size_t n = is_long(argc, argv) ? 3 : 2;
	bool has_sqlite = is_wanted("sqlite");
	struct figures f[3], pgsql;
	bool met = true;

	if (mine.olts) {
		scales = &mine;
		n = 1;
	}
	if (has_sqlite)
		met = measure_sqlite(scales, n, f);
	if (is_wanted("pgsql")) {
		pgsql = measure_pgsql(&scales[0]);
		met &= report_pgsql(&pgsql, has_sqlite ? &f[0] : NULL);
	}
	if (is_wanted("watcher"))
		met &= measure_watcher(&scales[0]);
	return met ? 0 : 1;
}

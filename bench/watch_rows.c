/* SPDX-License-Identifier: Apache-2.0
 *
 * The watcher as facho serve runs it: events in, incidents and their rows out.
 *
 * 98 OLTs have 1,024 ONUs each. One transaction of ours has what one round of readings
 * brings, 100,352 ONUs without light, so that everything is there at once. From its commit
 * until the rows of all incidents are committed: CPU time of the whole process and of
 * PostgreSQL's, and the clock.
 */
#include "watch_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "ground.h"
#include "lab.h"
#include "plant.h"
#include "store/history/samples.h"
#include "store/work/execution.h"
#include "store/work/finish.h"
#include "watcher/watcher.h"

enum { OLTS = 98, PORTS = 16, PER_PORT = 64, ONUS = PORTS * PER_PORT, COLUMNS = 4 };
enum { RUN_MS = 300000, LIMIT_S = 300 };

static const struct finish_column ASKED[COLUMNS] = {
	{ .purpose = PURPOSE_RUN_STATE },
	{ .purpose = PURPOSE_LAST_DOWN_CAUSE },
	{ .purpose = PURPOSE_LAST_DOWN },
	{ .purpose = PURPOSE_DISTANCE },
};

struct rows {
	struct finish_row row[ONUS];
	struct value value[ONUS][COLUMNS];
	char serial[ONUS][16];
};

struct site {
	struct ground ground;
	struct plant plant;
	struct samples *samples;
	struct olt_id olts[OLTS];
	struct job_id job;
	struct rows *rows;
	struct writer *writer;
	struct watcher *watcher;
};

static void
must(enum rc rc, const struct err *err)
{
	if (rc != RC_OK)
		lab_die("%s: %s", rc_name(rc), err->msg);
}

/* ---- what the OLTs say ----------------------------------------------------------------- */

static void
set_onu(struct rows *r, int olt, int i, bool is_up, int64_t down_ms)
{
	struct position *p = &r->row[i].position;
	struct value *v = r->value[i];

	p->has = 1 << POS_FRAME | 1 << POS_SLOT | 1 << POS_PORT | 1 << POS_ONU;
	p->part[POS_SLOT] = (uint32_t)(1 + i / PER_PORT / 8);
	p->part[POS_PORT] = (uint32_t)(i / PER_PORT % 8);
	p->part[POS_ONU] = (uint32_t)(i % PER_PORT);
	(void)snprintf(r->serial[i], sizeof(r->serial[i]), "HWTC%08X", olt * ONUS + i);
	r->row[i].serial = r->serial[i];
	r->row[i].answered = (1 << COLUMNS) - 1;
	r->row[i].values = v;
	v[0] = (struct value){ .kind = VALUE_STATE,
		.state = is_up ? STATE_ONLINE : STATE_OFFLINE,
		.text = is_up ? "online" : "offline",
		.i = is_up ? 1 : 2 };
	v[1] = (struct value){ .kind = VALUE_STATE,
		.state = is_up && i % 4 ? STATE_POWER : STATE_LOS_ONU,
		.text = is_up && i % 4 ? "dying-gasp" : "LOSi",
		.i = is_up && i % 4 ? 13 : 2 };
	v[2] = (struct value){ .kind = VALUE_TIME, .i = down_ms };
	v[3] = (struct value){ .kind = VALUE_INT, .i = 1000 + i % PER_PORT * 20 };
}

/* A run of this OLT that has ended now. Every port has its own moment, 30 s apart: each is
 * an incident of its own. */
static void
read_olt(struct site *s, int olt, bool is_first, int64_t now_ms)
{
	struct finish f = { .is_discovery = is_first,
		.is_complete = true,
		.rules = DISCOVERY_RULES,
		.n_columns = COLUMNS,
		.columns = ASKED,
		.n_rows = ONUS,
		.rows = s->rows->row };
	struct execution *e = &f.execution;
	struct finish_result result;
	struct err err = { 0 };

	for (int i = 0; i < ONUS; i++)
		set_onu(s->rows, olt, i, is_first,
		    is_first ? now_ms - INT64_C(86400000)
			     : now_ms - 1000 - i / PER_PORT * 30000);
	*e = (struct execution){ .olt = s->olts[olt],
		.job = s->job,
		.type = is_first ? TASK_DISCOVERY : TASK_WALK,
		.max_attempts = 1,
		.queued_ms = now_ms - 1000 };
	must(execution_step(e, EXECUTION_START, TROUBLE_NONE, now_ms - 1000), &err);
	must(store_execution_add(s->plant.db, e, &err), &err);
	must(execution_step(e, EXECUTION_ALL_CAME, TROUBLE_NONE, now_ms), &err);
	f.attempt = (struct attempt){ .number = 1, .started_ms = now_ms - 1000 };
	must(store_execution_finish_in(s->plant.db, s->samples, &f, &result, &err), &err);
}

/* All ONUs are found, an OLT after the other; then the server knows how many there are. */
static void
find_all(struct site *s)
{
	for (int i = 0; i < OLTS; i++) {
		plant_begin(&s->plant);
		read_olt(s, i, true, clock_wall_ms() - RUN_MS);
		plant_commit(&s->plant);
		samples_keep(s->samples);
		if (i == 0)
			plant_do(&s->plant, "ANALYZE");
	}
	plant_do(&s->plant, "ANALYZE");
}

/* All of them are down, in one transaction. */
static void
cut_all(struct site *s)
{
	double from = lab_now();

	plant_begin(&s->plant);
	for (int i = 0; i < OLTS; i++)
		read_olt(s, i, false, clock_wall_ms());
	plant_commit(&s->plant);
	samples_keep(s->samples);
	fprintf(stderr, "%s: the readings are written after %.1f s\n", s->ground.name,
	    lab_now() - from);
}

/* ---- the watcher ----------------------------------------------------------------------- */

static enum rc
look(void *ctx, const struct engine_look *wanted)
{
	(void)ctx;
	(void)wanted;
	return RC_BUSY; /* nobody looks: what was read decides */
}

static void
around(void *ctx, struct watcher_around *ret)
{
	(void)ctx;
	memset(ret, 0, sizeof(*ret));
}

static void
start_watcher(struct site *s)
{
	struct writer_options writing = WRITER_OPTIONS;
	struct watcher_options o = { .database = s->plant.where,
		.machine = "bench",
		.rules = watch_rules(),
		.telling = { "", "es", "" },
		.ops = { look, around, NULL } };
	struct db *db;
	struct err err = { 0 };

	must(db_open(s->plant.where, DB_WRITE, &db, &err), &err);
	must(writer_start(db, &writing, &s->writer, &err), &err);
	o.writer = s->writer;
	must(watcher_start(&o, &s->watcher, &err), &err);
}

static void
pause_50_ms(void)
{
	const struct timespec nap = { .tv_nsec = 50000000 };

	(void)nanosleep(&nap, NULL);
}

/* So many more rounds of the watcher have ended. */
static void
wait_for_rounds(struct site *s, int64_t n)
{
	int64_t until = watcher_figures(s->watcher).rounds + n;

	while (watcher_figures(s->watcher).rounds < until)
		pause_50_ms();
}

static struct site *
open_site(enum ground_kind kind)
{
	struct site *s = calloc(1, sizeof(*s));
	struct plant_job states = { "states", TASK_WALK, "huawei_smartax", "onu/status",
		RUN_MS, 0, 0 };
	char name[32];

	if (!s || !(s->rows = calloc(1, sizeof(*s->rows))))
		lab_die("no memory");
	s->ground = ground_new(kind);
	plant_open(&s->plant, s->ground.where, s->ground.folder);
	s->samples = samples_new();
	plant_begin(&s->plant);
	s->job = plant_job(&s->plant, &states);
	for (int i = 0; i < OLTS; i++) {
		(void)snprintf(name, sizeof(name), "OLT-%d", i);
		s->olts[i] = plant_olt(&s->plant, name, 1, "huawei_smartax");
		(void)plant_node(&s->plant, s->olts[i], s->job);
	}
	plant_commit(&s->plant);
	find_all(s);
	s->ground.db = s->plant.db; /* to see the server's processes */
	start_watcher(s);
	return s;
}

static void
close_site(struct site *s)
{
	watcher_free(s->watcher);
	writer_free(s->writer);
	samples_free(s->samples);
	s->ground.db = NULL;
	plant_close(&s->plant);
	ground_close(&s->ground);
	free(s->rows);
	free(s);
}

/* ---- measuring ------------------------------------------------------------------------- */

/* There are outages only. */
static int64_t
stored(struct site *s)
{
	return plant_number(&s->plant,
	    "SELECT CAST(COALESCE(SUM(down), 0) AS BIGINT) FROM incident_ports");
}

/* Asking costs something too: rarely. */
static void
wait_for_rows(struct site *s, double from)
{
	while (stored(s) < OLTS * ONUS) {
		if (lab_now() - from > LIMIT_S)
			lab_die(
			    "only %lld customers are in incidents", (long long)stored(s));
		pause_50_ms();
	}
}

static bool
measure(enum ground_kind kind)
{
	struct site *s = open_site(kind);
	double cpu, judging, seconds;
	char name[64];
	bool is_met;

	/* What it writes first would wait for our transaction, and it would think that
	 * it was blind meanwhile. */
	wait_for_rounds(s, 2);
	cut_all(s);
	judging = watcher_figures(s->watcher).seconds;
	cpu = lab_own_cpu() + ground_server_cpu(&s->ground);
	seconds = lab_now();
	watcher_wake(s->watcher);
	wait_for_rows(s, seconds);
	seconds = lab_now() - seconds;
	cpu = lab_own_cpu() + ground_server_cpu(&s->ground) - cpu;
	wait_for_rounds(s, 1); /* it counts its time at the end of a round */
	judging = watcher_figures(s->watcher).seconds - judging;
	fprintf(stderr,
	    "%s: %lld incidents with %lld ports; %.0f ms of the watcher's thread, %.0f "
	    "ms by the clock\n",
	    s->ground.name,
	    (long long)plant_number(&s->plant, "SELECT COUNT(*) FROM incidents"),
	    (long long)plant_number(&s->plant, "SELECT COUNT(*) FROM incident_ports"),
	    judging * 1000, seconds * 1000);
	(void)snprintf(
	    name, sizeof(name), "watch_100000_changes_with_rows_cpu_%s", s->ground.name);
	is_met = lab_report(name, cpu, "s", 1, true, NULL, 0);
	close_site(s);
	return is_met;
}

bool
watch_rows_report(void)
{
	bool is_met = measure(GROUND_SQLITE);

	if (getenv("FACHO_TEST_PGSQL"))
		is_met &= measure(GROUND_PGSQL);
	return is_met;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * How long the writer needs for one execution: 1,024 ONUs x 8 columns, five of them with
 * history. First one ONU in a hundred has changed; then all five numbers of all ONUs have
 * changed, as with optical levels.
 *
 * Also the cost of the event log when every ONU changes its state, 100,000 changes in
 * total: the same runs with and without it, alternately.
 */
#include <stdio.h>
#include <stdlib.h>

#include "ground.h"
#include "lab.h"
#include "store/work/execution.h"
#include "store/work/finish.h"
#include "store/upkeep/serving.h"
#include "store/history/samples.h"

enum { ONUS = 1024, COLUMNS = 8, RUNS = 40, RUN_MS = 300000 };

static const struct finish_column ASKED[COLUMNS] = {
	{ .purpose = PURPOSE_RUN_STATE },
	{ .purpose = PURPOSE_ADMIN_STATE },
	{ .purpose = PURPOSE_DESCRIPTION },
	{ .purpose = PURPOSE_DISTANCE },
	{ .purpose = PURPOSE_ONU_RX },
	{ .purpose = PURPOSE_OLT_RX },
	{ .purpose = PURPOSE_TEMPERATURE },
	{ .purpose = PURPOSE_VOLTAGE },
};

static struct finish_row rows[ONUS];
static struct value values[ONUS][COLUMNS];
static char serials[ONUS][16], descriptions[ONUS][32];

static void
make_onu(int i)
{
	struct position *p = &rows[i].position;
	double level = -20 - (double)(i % 800) / 100;

	p->has = 1 << POS_FRAME | 1 << POS_SLOT | 1 << POS_PORT | 1 << POS_ONU;
	p->part[POS_PORT] = (uint32_t)i / 64;
	p->part[POS_ONU] = (uint32_t)i % 64;
	(void)snprintf(serials[i], sizeof(serials[i]), "HWTC%08X", i);
	(void)snprintf(
	    descriptions[i], sizeof(descriptions[i]), "customer %d", 70000 + i);
	rows[i].serial = serials[i];
	rows[i].answered = (1 << COLUMNS) - 1;
	rows[i].values = values[i];
	values[i][0] = (struct value){
		.kind = VALUE_STATE, .state = STATE_ONLINE, .text = "online", .i = 1
	};
	values[i][1] = (struct value){
		.kind = VALUE_STATE, .state = STATE_ENABLED, .text = "enabled", .i = 1
	};
	values[i][2] = (struct value){ .kind = VALUE_TEXT, .text = descriptions[i] };
	values[i][3] = (struct value){ .kind = VALUE_INT, .i = 1000 + i };
	values[i][4] = (struct value){ .kind = VALUE_REAL, .r = level };
	values[i][5] = (struct value){ .kind = VALUE_REAL, .r = level - 2 };
	values[i][6] = (struct value){ .kind = VALUE_REAL, .r = 45 };
	values[i][7] = (struct value){ .kind = VALUE_REAL, .r = 3.3 };
}

/* One ONU in a hundred has another level, and every second of them went down or up. */
static void
change_some(int run)
{
	for (int i = run % 100; i < ONUS; i += 100) {
		values[i][4].r -= 0.1;
		if (i / 100 % 2)
			continue;
		bool was_up = values[i][0].state == STATE_ONLINE;
		values[i][0].state = was_up ? STATE_OFFLINE : STATE_ONLINE;
		values[i][0].text = was_up ? "offline" : "online";
		values[i][0].i = was_up ? 2 : 1;
	}
}

/* Every number of every ONU is slightly different. */
static void
change_all(int run)
{
	double by = run % 2 ? 0.1 : -0.1;

	for (int i = 0; i < ONUS; i++) {
		values[i][3].i += run % 2 ? 1 : -1;
		for (int c = 4; c < COLUMNS; c++)
			values[i][c].r += by;
	}
}

struct course {
	const char *name;
	void (*change)(int run);
	double target_ms[GROUNDS];
};

static const struct course SOME = { "finish_1024_onus", change_some, { 10, 20 } };
static const struct course ALL = { "finish_1024_onus_all_changed", change_all,
	{ 20, 40 } };

static void
must(enum rc rc, const struct err *err)
{
	if (rc != RC_OK)
		lab_die("%s: %s", rc_name(rc), err->msg);
}

static enum rc
check(void *ctx, struct db *db, struct err *err)
{
	return store_serving_check(db, ctx, err);
}

/* As in facho serve: each transaction checks whether this program still has the
 * database. */
static void
hold(const struct ground *g)
{
	static struct serving me = { .run = "bench", .what = "bench" };
	struct err err = { 0 };

	must(store_serving_take(g->db, &me, NULL, 1, &err), &err);
	db_set_guard(g->db, check, me.run);
}

static double
run_once(const struct ground *g, struct samples *samples, int run)
{
	struct finish finish = { .is_discovery = run == 0,
		.is_complete = true,
		.rules = DISCOVERY_RULES,
		.n_columns = COLUMNS,
		.columns = ASKED,
		.n_rows = ONUS,
		.rows = rows };
	struct execution *e = &finish.execution;
	struct finish_result result;
	struct err err = { 0 };
	int64_t now = INT64_C(1767225600000) + (int64_t)run * RUN_MS;
	double before;

	*e = (struct execution){ .olt = { 1 }, .type = TASK_GET, .max_attempts = 1 };
	e->queued_ms = now;
	must(execution_step(e, EXECUTION_START, TROUBLE_NONE, now), &err);
	must(store_execution_add(g->db, e, &err), &err);
	must(execution_step(e, EXECUTION_ALL_CAME, TROUBLE_NONE, now + 500), &err);
	finish.attempt = (struct attempt){ .number = 1, .started_ms = now };
	before = lab_now();
	must(store_execution_finish(g->db, samples, &finish, &result, &err), &err);
	return (lab_now() - before) * 1000;
}

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static bool
measure(enum ground_kind kind, const struct course *course)
{
	struct ground g = ground_open(kind, 1);
	struct samples *samples OWNED(samples_free) = samples_new();
	double took[RUNS];
	char name[64];

	for (int i = 0; i < ONUS; i++)
		make_onu(i);
	hold(&g);
	(void)run_once(&g, samples, 0);
	for (int run = 1; run <= RUNS; run++) {
		course->change(run);
		took[run - 1] = run_once(&g, samples, run);
	}
	qsort(took, RUNS, sizeof(took[0]), compare);
	ground_close(&g);
	(void)snprintf(name, sizeof(name), "%s_%s_p90", course->name, g.name);
	return lab_report(
	    name, took[RUNS * 9 / 10], "ms", course->target_ms[kind], true, NULL, 0);
}

/* Every ONU goes down, or up again. */
static void
change_states(int run)
{
	bool is_up = run % 2;

	for (int i = 0; i < ONUS; i++) {
		values[i][0].state = is_up ? STATE_ONLINE : STATE_OFFLINE;
		values[i][0].text = is_up ? "online" : "offline";
		values[i][0].i = is_up ? 1 : 2;
	}
}

/* Without: rows of the log are refused before they are written. */
static void
set_log(const struct ground *g, bool is_on)
{
	static const char *const SQL[GROUNDS][2] = {
		{ "CREATE TRIGGER no_events BEFORE INSERT ON events BEGIN SELECT "
		  "RAISE(IGNORE); END",
		    "DROP TRIGGER no_events" },
		{ "CREATE FUNCTION no_event() RETURNS TRIGGER LANGUAGE plpgsql AS "
		  "'BEGIN RETURN NULL; END'; CREATE TRIGGER no_events BEFORE INSERT ON "
		  "events FOR EACH ROW EXECUTE FUNCTION no_event()",
		    "DROP FUNCTION no_event() CASCADE" },
	};

	ground_do(g, SQL[g->kind][is_on]);
}

static bool
measure_log(enum ground_kind kind)
{
	enum { TURNS = 20, RUNS_OF_TURN = 5 };
	struct ground g = ground_open(kind, 1);
	struct samples *samples OWNED(samples_free) = samples_new();
	double took[2] = { 0 };
	char name[64];
	int run = 0;

	for (int i = 0; i < ONUS; i++)
		make_onu(i);
	hold(&g);
	(void)run_once(&g, samples, run++);
	for (int turn = 0; turn < TURNS; turn++) {
		bool is_on = turn % 2;

		set_log(&g, is_on);
		for (int i = 0; i <= RUNS_OF_TURN; i++, run++) {
			double ms;

			change_states(run);
			ms = run_once(&g, samples, run);
			if (i > 0) /* statements are prepared again */
				took[is_on] += ms;
		}
	}
	ground_close(&g);
	(void)snprintf(name, sizeof(name), "event_log_cost_%s", g.name);
	return lab_report(name, took[1] / took[0], "times", 1.2, true, NULL, 0);
}

int
main(void)
{
	bool is_met = measure(GROUND_SQLITE, &SOME);

	is_met &= measure(GROUND_PGSQL, &SOME);
	is_met &= measure(GROUND_SQLITE, &ALL);
	is_met &= measure(GROUND_PGSQL, &ALL);
	is_met &= measure_log(GROUND_SQLITE);
	is_met &= measure_log(GROUND_PGSQL);
	return is_met ? 0 : 1;
}

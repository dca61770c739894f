/* SPDX-License-Identifier: Apache-2.0
 *
 * Many OLTs during a day, with coordinator and ledger: every warning comes true, and
 * every real overload is reported before. Some OLTs are healthy, some are busy but their
 * work fits, some have more work than time, one becomes slow, one is silent for some
 * time, some are added in the middle of an hour.
 */
#include "check.h"

#include "model/plan.h"
#include "ledger/ledger.h"
#include "world.h"

enum { HOURS = 26, OLTS = 32, JOBS = 8 };

/* Warnings and results, by OLT and hour. */
struct hour {
	int64_t unfit_ms; /* when it was reported that the plan does not fit */
	int64_t missed_ms; /* the first skipped slot, or sweep that was not complete */
	int64_t late; /* its runs that started much too late, after its end */
	struct {
		int64_t at_risk_ms, violated_ms;
	} jobs[JOBS];
};

struct fleet {
	struct world *w;
	struct ledger *b;
	struct hour hours[OLTS][HOURS];
	int64_t n_olts;
	int64_t nodes[OLTS][JOBS];
	int n_nodes[OLTS];
};

static struct hour *
hour_of(struct fleet *f, int64_t olt, int64_t at_ms)
{
	int64_t hour = (at_ms - START) / HOUR;

	assert_true(hour >= 0 && hour < HOURS && olt < OLTS);
	return &f->hours[olt][hour];
}

/* Jobs have the numbers of their nodes, which consist of the OLT's number and their
 * own. */
static int
job_index(int64_t job)
{
	return (int)(job % 100);
}

/* ---- ops of the ledger -------------------------------------------------------- */

static bool
has_room(void *ctx)
{
	(void)ctx;
	return true;
}

static void
put_quota(void *ctx, const struct quota *q)
{
	(void)ctx;
	(void)q;
}

static void
add_violation(void *ctx, const struct violation *v)
{
	struct fleet *f = ctx;

	hour_of(f, v->key.olt.v, v->key.period_start_ms)
	    ->jobs[job_index(v->key.job.v)]
	    .violated_ms = v->created_ms;
}

static void
put_plan(void *ctx, const struct plan *p)
{
	(void)ctx;
	(void)p;
}

static void
log_entry(void *ctx, const struct coordinator_entry *e)
{
	struct fleet *f = ctx;
	struct hour *h;
	const char *job;

	if (strcmp(e->event, "PLAN_DOES_NOT_FIT") == 0) {
		h = hour_of(f, e->olt.v, e->at_ms);
		if (!h->unfit_ms)
			h->unfit_ms = e->at_ms;
	}
	if (strcmp(e->event, "QUOTA_AT_RISK") != 0)
		return;
	job = strstr(e->details, "\"job\":");
	assert_non_null(job);
	hour_of(f, e->olt.v, e->at_ms)->jobs[job_index(atoll(job + 6))].at_risk_ms =
	    e->at_ms;
}

static void
add_stats(void *ctx, const struct poller_stats *stats)
{
	(void)ctx;
	(void)stats;
}

static void
heard(void *ctx, const struct coordinator_event *e)
{
	struct fleet *f = ctx;
	struct hour *h = e->olt.v ? hour_of(f, e->olt.v, e->at_ms) : NULL;
	bool is_cut = e->kind == COORDINATOR_ENDED && e->trouble == TROUBLE_DEADLINE;

	if ((e->kind == COORDINATOR_SKIPPED && !e->is_olts) || is_cut) {
		if (!h->missed_ms)
			h->missed_ms = e->at_ms;
	}
	/* A sweep counts for the hour in which it was due. */
	if (is_cut && !hour_of(f, e->olt.v, e->due_ms)->missed_ms)
		hour_of(f, e->olt.v, e->due_ms)->missed_ms = e->at_ms;
	if (e->kind == COORDINATOR_STARTED && !e->by_hand &&
	    e->at_ms - e->due_ms >= 5 * MINUTE)
		hour_of(f, e->olt.v, e->due_ms)->late++;
	ledger_event(f->b, e);
}

/* ---- the OLTs ------------------------------------------------------------------ */

static struct world_node *
add(struct fleet *f, int64_t olt, enum task_type type, int64_t every, int64_t takes)
{
	int64_t id = olt * 100 + f->n_nodes[olt];
	struct world_node *n = world_node(f->w, olt, id, every);

	assert_true(f->n_nodes[olt] < JOBS && olt < OLTS);
	f->nodes[olt][f->n_nodes[olt]++] = id;
	n->coordinator.node.type = type;
	n->coordinator.node.job.v = id;
	n->coordinator.label = "job";
	n->duration_ms = takes;
	n->coordinator.max_retries = 1;
	if (olt > f->n_olts)
		f->n_olts = olt;
	return n;
}

/* This number of slices, spread over 80 % of its interval. */
static void
add_sweep(struct fleet *f, int64_t olt, int64_t every, int64_t slices, int64_t takes)
{
	struct world_node *n = add(f, olt, TASK_GET, every, takes);

	n->coordinator.is_sweep = true;
	n->needs_onus = true;
	n->slices = slices;
	n->slice_every_ms = every / 100 * 80 / slices;
}

static void
add_standard(struct fleet *f, int64_t olt)
{
	world_olt(f->w, olt)->finds = 512;
	add(f, olt, TASK_DISCOVERY, HOUR, 5 * SECOND);
	add(f, olt, TASK_GET, 5 * MINUTE, 8 * SECOND);
	add(f, olt, TASK_WALK, 5 * MINUTE, 2 * SECOND);
	add_sweep(f, olt, HOUR, 32, 1500);
	add_sweep(f, olt, DAY, 64, 2 * SECOND);
}

static void
tell(struct fleet *f, int64_t olt)
{
	struct coordinator_node nodes[JOBS];
	struct world_olt *o = world_olt(f->w, olt);
	struct coordinator_olt told = { .id = { olt },
		.name = o->name,
		.enabled = o->enabled,
		.n_onus = o->n_onus,
		.n_nodes = (size_t)f->n_nodes[olt],
		.nodes = nodes };

	for (int i = 0; i < f->n_nodes[olt]; i++)
		nodes[i] = world_node(f->w, olt, f->nodes[olt][i], 0)->coordinator;
	check_rc(ledger_olt(f->b, &told, world_now(f->w)), RC_OK);
	world_tell(f->w, olt);
}

static void
pass(struct fleet *f, int64_t ms)
{
	for (int64_t end = world_now(f->w) + ms; world_now(f->w) < end;) {
		struct coordinator_figures figures = world_figures(f->w);

		ledger_tick(f->b, &figures, world_now(f->w));
		world_pass(f->w, SECOND);
	}
}

enum {
	WELL = 1, /* to 8 */
	BUSY = 9, /* to 12: 50 minutes of work an hour */
	SLOW_STATES = 13, /* 400 s every five minutes */
	THREE_WALKS = 14, /* of half an hour each, every hour */
	LONG_SWEEP = 15, /* 100 minutes an hour */
	TURNS_SLOW = 16, /* from 6 to 12 */
	SILENT = 17, /* from 3 to 5 */
	LATE_IN_HOUR = 18, /* added two minutes before ten */
	MID_HOUR = 19, /* added at 10:40 */
	NEW_TASK = 20, /* gets a task at 14:30 */
};

static void
make_fleet(struct fleet *f)
{
	for (int64_t olt = WELL; olt < BUSY; olt++)
		add_standard(f, olt);
	for (int64_t olt = BUSY; olt < SLOW_STATES; olt++) {
		world_olt(f->w, olt)->finds = 1024;
		add(f, olt, TASK_DISCOVERY, HOUR, 20 * SECOND);
		add(f, olt, TASK_GET, 5 * MINUTE, 110 * SECOND);
		add(f, olt, TASK_WALK, 10 * MINUTE, 30 * SECOND);
		add_sweep(f, olt, HOUR, 40, 20 * SECOND);
	}
	add(f, SLOW_STATES, TASK_GET, 5 * MINUTE, 400 * SECOND);
	for (int i = 0; i < 3; i++)
		add(f, THREE_WALKS, TASK_WALK, HOUR, 30 * MINUTE);
	world_olt(f->w, LONG_SWEEP)->finds = 512;
	add(f, LONG_SWEEP, TASK_DISCOVERY, HOUR, 5 * SECOND);
	add_sweep(f, LONG_SWEEP, HOUR, 40, 150 * SECOND);
	add_standard(f, TURNS_SLOW);
	add_standard(f, SILENT);
	add_standard(f, NEW_TASK);
	for (int64_t olt = 1; olt <= f->n_olts; olt++) {
		if (f->n_nodes[olt])
			tell(f, olt);
	}
}

static void
live_a_day(struct fleet *f)
{
	make_fleet(f);
	pass(f, 3 * HOUR);
	world_olt(f->w, SILENT)->is_silent = true;
	pass(f, 2 * HOUR);
	world_olt(f->w, SILENT)->is_silent = false;
	pass(f, HOUR);
	world_node(f->w, TURNS_SLOW, TURNS_SLOW * 100 + 1, 0)->duration_ms = 400 * SECOND;
	pass(f, 3 * HOUR + 58 * MINUTE);
	add_standard(f, LATE_IN_HOUR);
	tell(f, LATE_IN_HOUR);
	pass(f, 42 * MINUTE);
	add_standard(f, MID_HOUR);
	tell(f, MID_HOUR);
	pass(f, HOUR + 20 * MINUTE);
	world_node(f->w, TURNS_SLOW, TURNS_SLOW * 100 + 1, 0)->duration_ms = 8 * SECOND;
	pass(f, 2 * HOUR + 30 * MINUTE);
	add_sweep(f, NEW_TASK, HOUR, 16, SECOND);
	tell(f, NEW_TASK);
	pass(f, START + DAY + 10 * MINUTE - world_now(f->w));
}

static struct fleet *
day(void)
{
	static struct fleet *lived;
	struct ledger_options options = LEDGER_OPTIONS;
	struct fleet *f;

	if (lived)
		return lived;
	f = lived = calloc(1, sizeof(*f));
	assert_non_null(f);
	struct ledger_ops world = { has_room, put_quota, add_violation, put_plan,
		put_plan, log_entry, add_stats, f };
	f->w = world_new(&(struct world_options){ .pollers = 20, .watch_ms = MINUTE });
	check_rc(ledger_new(&options, &world, &f->b, NULL), RC_OK);
	world_listen(f->w, heard, f);
	live_a_day(f);
	return f;
}

static int
end_of_day(void **state)
{
	struct fleet *f = day();

	(void)state;
	world_free(f->w);
	ledger_free(f->b);
	free(f);
	return 0;
}

/* ---- rules that must hold ------------------------------------------------------ */

static bool
has_violation(const struct hour *h)
{
	for (int j = 0; j < JOBS; j++) {
		if (h->jobs[j].violated_ms)
			return true;
	}
	return false;
}

static void
a_plan_that_does_not_fit_does_not(void **state)
{
	struct fleet *f = day();

	(void)state;
	for (int64_t olt = 1; olt <= f->n_olts; olt++) {
		for (int64_t i = 0; i < 24; i++) {
			const struct hour *h = &f->hours[olt][i];

			/* It is not known yet that it will be fast again from now on. */
			if (olt == TURNS_SLOW && i == 12)
				continue;
			if (h->unfit_ms && !h->missed_ms && !h->late && !has_violation(h))
				fail_msg(
				    "OLT %d, hour %d: warned of for nothing, at %d s",
				    (int)olt, (int)i,
				    (int)((h->unfit_ms - START - i * HOUR) / SECOND));
		}
	}
}

static void
what_is_at_risk_becomes_a_violation(void **state)
{
	struct fleet *f = day();

	(void)state;
	for (int64_t olt = 1; olt <= f->n_olts; olt++) {
		for (int64_t i = 0; i < 23; i++) {
			for (int j = 0; j < JOBS; j++) {
				if (olt == TURNS_SLOW && i == 12)
					continue; /* as above */
				if (f->hours[olt][i].jobs[j].at_risk_ms &&
				    !f->hours[olt][i].jobs[j].violated_ms)
					fail_msg("OLT %d, hour %d, job %d: at risk, and "
						 "all was well",
					    (int)olt, (int)i, j);
			}
		}
	}
}

static bool
may_fail(int64_t olt, int64_t hour)
{
	return (olt >= SLOW_STATES && olt <= LONG_SWEEP) ||
	    (olt == TURNS_SLOW && hour >= 6 && hour <= 12) ||
	    (olt == SILENT && hour >= 2 && hour <= 5); /* a sweep was running at 3 */
}

/* Also in the hour in which an OLT or a task starts. */
static void
only_who_has_too_much_to_do_or_is_silent_violates(void **state)
{
	struct fleet *f = day();

	(void)state;
	for (int64_t olt = 1; olt <= f->n_olts; olt++) {
		for (int64_t i = 0; i < 24; i++) {
			for (int j = 0; j < JOBS; j++) {
				if (f->hours[olt][i].jobs[j].violated_ms &&
				    !may_fail(olt, i))
					fail_msg("OLT %d, hour %d, job %d: violated",
					    (int)olt, (int)i, j);
			}
		}
	}
}

/* By its plan or during the hour, before it ends. */
static void
every_violation_was_warned_of(void **state)
{
	struct fleet *f = day();
	int n = 0;

	(void)state;
	for (int64_t olt = 1; olt <= f->n_olts; olt++) {
		for (int64_t i = 0; i < 24; i++) {
			int64_t end = START + (i + 1) * HOUR;
			const struct hour *h = &f->hours[olt][i];

			for (int j = 0; j < JOBS; j++) {
				int64_t risk = h->jobs[j].at_risk_ms;

				/* It stopped answering at the end of the hour. */
				if (!h->jobs[j].violated_ms || (olt == SILENT && i == 2))
					continue;
				n++;
				if (!(risk && risk < end) && !h->unfit_ms)
					fail_msg(
					    "OLT %d, hour %d, job %d: nobody said so",
					    (int)olt, (int)i, j);
			}
		}
	}
	assert_true(n > 40);
}

/* From the second hour on the durations of its runs are known. */
static void
an_overload_that_is_known_is_said_before_it_happens(void **state)
{
	struct fleet *f = day();
	static const struct {
		int64_t olt, from, to;
	} CASES[] = { { SLOW_STATES, 1, 24 }, { THREE_WALKS, 2, 24 },
		{ LONG_SWEEP, 2, 24 }, { TURNS_SLOW, 7, 12 } };

	(void)state;
	for (size_t c = 0; c < sizeof(CASES) / sizeof(CASES[0]); c++) {
		for (int64_t i = CASES[c].from; i < CASES[c].to; i++) {
			const struct hour *h = &f->hours[CASES[c].olt][i];

			if (!h->missed_ms)
				continue;
			if (!h->unfit_ms || h->unfit_ms > START + i * HOUR + MINUTE)
				fail_msg("OLT %d, hour %d: not warned of",
				    (int)CASES[c].olt, (int)i);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_plan_that_does_not_fit_does_not),
		cmocka_unit_test(what_is_at_risk_becomes_a_violation),
		cmocka_unit_test(only_who_has_too_much_to_do_or_is_silent_violates),
		cmocka_unit_test(every_violation_was_warned_of),
		cmocka_unit_test_teardown(
		    an_overload_that_is_known_is_said_before_it_happens, end_of_day),
	};

	return CHECK_ALL(tests);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Quotas, violations, plans and the coordinator's log, with a coordinator that runs for
 * simulated hours: section 5 of the specification, sentence by sentence.
 */
#include "check.h"

#include "model/plan.h"
#include "ledger/ledger.h"
#include "world.h"

enum { OLT = 1, ROWS = 512, NODES = 16 };

/* A tracker as in a database: what the ledger wrote, and what the database counted when
 * an execution ended. */
struct row {
	struct quota q;
	int64_t completed, failed;
	bool was_closed;
};

struct planned {
	int64_t olt, hour, created_ms, total, completed, failed, at_ms;
	enum plan_status status;
	bool fits;
	int64_t first_start_ms;
	struct plan_run runs[64];
	size_t n_runs;
};

struct lab {
	struct world *w;
	struct ledger *b;
	struct row rows[ROWS];
	int n_rows;
	struct violation violations[ROWS];
	int n_violations;
	struct planned plans[ROWS];
	int n_plans;
	int64_t unfit_ms; /* when it was first reported that a plan does not fit */
	int64_t at_risk_ms;
	int64_t entries[ENTRY_LEVELS];
	int64_t stats;
	int64_t nodes[NODES]; /* each master before its chain */
	size_t n_nodes;
};

/* ---- rows of the ledger ------------------------------------------------------- */

static struct row *
row_of(struct lab *lab, struct olt_id olt, struct job_id job, int64_t hour)
{
	for (int i = 0; i < lab->n_rows; i++) {
		struct quota_key *k = &lab->rows[i].q.key;

		if (k->olt.v == olt.v && k->job.v == job.v && k->period_start_ms == hour)
			return &lab->rows[i];
	}
	assert_true(lab->n_rows < ROWS);
	lab->rows[lab->n_rows].q.key = (struct quota_key){ olt, job, hour };
	return &lab->rows[lab->n_rows++];
}

static bool
has_room(void *ctx)
{
	(void)ctx;
	return true;
}

/* When it is closed, its counts are those of the database. */
static void
put_quota(void *ctx, const struct quota *q)
{
	struct lab *lab = ctx;
	struct row *row = row_of(lab, q->key.olt, q->key.job, q->key.period_start_ms);

	assert_false(row->was_closed);
	row->q = *q;
	row->was_closed =
	    q->status != QUOTA_IN_PROGRESS && q->status != QUOTA_INTERRUPTED;
	assert_int_equal(q->completed, row->completed);
	assert_int_equal(q->failed, row->failed);
}

static void
add_violation(void *ctx, const struct violation *v)
{
	struct lab *lab = ctx;

	for (int i = 0; i < lab->n_violations; i++) {
		const struct quota_key *k = &lab->violations[i].key;

		assert_false(k->olt.v == v->key.olt.v && k->job.v == v->key.job.v &&
		    k->period_start_ms == v->key.period_start_ms);
	}
	assert_true(lab->n_violations < ROWS);
	lab->violations[lab->n_violations++] = *v;
}

static void
put_plan(void *ctx, const struct plan *p)
{
	struct lab *lab = ctx;
	struct planned *n = &lab->plans[lab->n_plans];

	assert_true(lab->n_plans < ROWS);
	for (int i = 0; i < lab->n_plans; i++) {
		struct planned *old = &lab->plans[i];

		if (old->olt == p->olt.v && old->hour == p->period_start_ms &&
		    old->status == PLAN_ACTIVE)
			old->status = PLAN_SUPERSEDED;
	}
	lab->n_plans++;
	*n = (struct planned){ .olt = p->olt.v,
		.hour = p->period_start_ms,
		.created_ms = p->created_ms,
		.total = p->total,
		.fits = p->fits,
		.n_runs = p->n_runs < 64 ? p->n_runs : 64 };
	memcpy(n->runs, p->runs, n->n_runs * sizeof(n->runs[0]));
}

static void
move_plan(void *ctx, const struct plan *p)
{
	struct lab *lab = ctx;

	for (int i = 0; i < lab->n_plans; i++) {
		struct planned *n = &lab->plans[i];

		if (n->olt != p->olt.v || n->hour != p->period_start_ms ||
		    n->created_ms != p->created_ms)
			continue;
		n->completed = p->completed;
		n->failed = p->failed;
		n->status = p->status;
		return;
	}
	fail_msg("a plan is moved that was never put");
}

static void
log_entry(void *ctx, const struct coordinator_entry *e)
{
	struct lab *lab = ctx;

	lab->entries[e->level]++;
	if (strcmp(e->event, "PLAN_DOES_NOT_FIT") == 0 && lab->unfit_ms == 0)
		lab->unfit_ms = e->at_ms;
	if (strcmp(e->event, "QUOTA_AT_RISK") == 0 && lab->at_risk_ms == 0)
		lab->at_risk_ms = e->at_ms;
}

static void
add_stats(void *ctx, const struct poller_stats *stats)
{
	struct lab *lab = ctx;

	(void)stats;
	lab->stats++;
}

/* ---- a coordinator with a ledger ------------------------------------------------- */

/* What the store does when an execution ends, and then the engine. */
static void
heard(void *ctx, const struct coordinator_event *e)
{
	struct lab *lab = ctx;

	if (e->kind == COORDINATOR_ENDED && !e->by_hand &&
	    e->state != EXECUTION_INTERRUPTED) {
		struct row *row = row_of(lab, e->olt, e->job, quota_period_of(e->due_ms));

		if (e->is_made)
			row->completed++;
		else if (e->state == EXECUTION_FAILED)
			row->failed++;
	}
	ledger_event(lab->b, e);
}

static void
open_books(struct lab *lab)
{
	struct ledger_options options = LEDGER_OPTIONS;
	struct ledger_ops world = { has_room, put_quota, add_violation, put_plan,
		move_plan, log_entry, add_stats, lab };

	check_rc(ledger_new(&options, &world, &lab->b, NULL), RC_OK);
}

static int
setup(void **state)
{
	struct lab *lab = calloc(1, sizeof(*lab));

	lab->w = world_new(&(struct world_options){ .pollers = 20 });
	open_books(lab);
	world_listen(lab->w, heard, lab);
	*state = lab;
	return 0;
}

static int
teardown(void **state)
{
	struct lab *lab = *state;

	world_free(lab->w);
	ledger_free(lab->b);
	free(lab);
	return 0;
}

/* A node of the OLT; the test sets type and schedule. */
static struct world_node *
node(struct lab *lab, int64_t id, enum task_type type, int64_t interval_ms)
{
	struct world_node *n = world_node(lab->w, OLT, id, interval_ms);

	n->coordinator.node.type = type;
	n->coordinator.node.job.v = id;
	n->coordinator.label = task_type_name(type);
	lab->nodes[lab->n_nodes++] = id;
	return n;
}

static void
tell_books(struct lab *lab)
{
	struct coordinator_node nodes[NODES];
	struct world_olt *o = world_olt(lab->w, OLT);
	struct coordinator_olt olt = { .id = { OLT },
		.name = o->name,
		.enabled = o->enabled,
		.n_nodes = lab->n_nodes,
		.nodes = nodes };

	for (size_t i = 0; i < lab->n_nodes; i++) {
		nodes[i] = world_node(lab->w, OLT, lab->nodes[i], 0)->coordinator;
		nodes[i].node.enabled = nodes[i].node.enabled && o->enabled;
	}
	check_rc(ledger_olt(lab->b, &olt, world_now(lab->w)), RC_OK);
}

static void
tell(struct lab *lab)
{
	world_tell(lab->w, OLT);
	tell_books(lab);
}

static void
pass(struct lab *lab, int64_t ms)
{
	for (int64_t end = world_now(lab->w) + ms; world_now(lab->w) < end;) {
		struct coordinator_figures figures = world_figures(lab->w);

		ledger_tick(lab->b, &figures, world_now(lab->w));
		world_pass(lab->w, SECOND);
	}
}

/* The row of a job, which has the number of its node. */
static struct row *
tracker(struct lab *lab, int64_t job, int64_t hour)
{
	return row_of(
	    lab, (struct olt_id){ OLT }, (struct job_id){ job }, START + hour * HOUR);
}

static struct planned *
plan_of(struct lab *lab, int64_t hour, enum plan_status status)
{
	for (int i = 0; i < lab->n_plans; i++) {
		if (lab->plans[i].hour == START + hour * HOUR &&
		    lab->plans[i].status == status)
			return &lab->plans[i];
	}
	fail_msg("hour %d has no plan that is %s", (int)hour, plan_status_name(status));
	return NULL;
}

/* Runs of a node that were due in this hour. */
static int64_t
due_in(struct lab *lab, int64_t id, int64_t hour)
{
	return world_runs(lab->w, id, START + hour * HOUR, START + (hour + 1) * HOUR);
}

/* ---- quotas ------------------------------------------------------------------ */

static void
a_day_of_good_runs_is_completed_in_every_hour(void **state)
{
	struct lab *lab = *state;

	node(lab, 11, TASK_DISCOVERY, HOUR);
	node(lab, 12, TASK_GET, 5 * MINUTE);
	node(lab, 13, TASK_GET, 15 * MINUTE);
	node(lab, 14, TASK_WALK, 30 * SECOND);
	tell(lab);
	pass(lab, DAY);
	for (int64_t hour = 1; hour < 23; hour++) {
		assert_int_equal(tracker(lab, 11, hour)->q.required, 1);
		assert_int_equal(tracker(lab, 12, hour)->q.required, 12);
		assert_int_equal(tracker(lab, 13, hour)->q.required, 4);
		assert_int_equal(tracker(lab, 14, hour)->q.required, 120);
		for (int64_t job = 11; job <= 14; job++) {
			assert_int_equal(
			    tracker(lab, job, hour)->q.status, QUOTA_COMPLETED);
			assert_int_equal(tracker(lab, job, hour)->q.pending, 0);
		}
	}
	assert_int_equal(lab->n_violations, 0);
	assert_int_equal(lab->at_risk_ms, 0);
	assert_in_range(lab->stats, 24 * 60 - 2, 24 * 60);
}

static void
enabled_in_mid_hour_it_owes_pro_rata(void **state)
{
	struct lab *lab = *state;

	pass(lab, 25 * MINUTE);
	node(lab, 11, TASK_GET, 5 * MINUTE);
	node(lab, 12, TASK_WALK, 20 * MINUTE);
	tell(lab);
	pass(lab, 2 * HOUR);
	assert_int_equal(tracker(lab, 11, 0)->q.required, due_in(lab, 11, 0));
	assert_in_range(tracker(lab, 11, 0)->q.required, 6, 7);
	assert_int_equal(tracker(lab, 11, 0)->q.status, QUOTA_COMPLETED);
	assert_int_equal(tracker(lab, 12, 0)->q.required, due_in(lab, 12, 0));
	assert_int_equal(lab->n_violations, 0);
}

static void
a_chain_owes_with_its_master_and_is_one_in_the_plan(void **state)
{
	struct lab *lab = *state;

	node(lab, 11, TASK_DISCOVERY, 15 * MINUTE);
	for (int64_t id = 12; id <= 17; id++) {
		struct world_node *n = world_link(lab->w, 11, id, 40);

		n->coordinator.node.type = TASK_GET;
		n->coordinator.node.job.v = id;
		lab->nodes[lab->n_nodes++] = id;
	}
	tell(lab);
	pass(lab, 3 * HOUR);
	for (int64_t job = 11; job <= 17; job++) {
		assert_int_equal(tracker(lab, job, 1)->q.required, 4);
		assert_int_equal(tracker(lab, job, 1)->q.status, QUOTA_COMPLETED);
	}
	assert_int_equal(plan_of(lab, 1, PLAN_COMPLETED)->total, 4);
	assert_int_equal(plan_of(lab, 1, PLAN_COMPLETED)->completed, 4);
	/* A second each, one after the other. */
	assert_int_equal(
	    plan_of(lab, 1, PLAN_COMPLETED)->runs[0].duration_ms, 7 * SECOND);
}

static void
runs_by_hand_count_for_nothing(void **state)
{
	struct lab *lab = *state;

	node(lab, 11, TASK_GET, 15 * MINUTE);
	tell(lab);
	pass(lab, 70 * MINUTE);
	for (int i = 0; i < 5; i++) {
		(void)world_run_now(lab->w, 11, true);
		pass(lab, 10 * SECOND);
	}
	pass(lab, 70 * MINUTE);
	assert_int_equal(tracker(lab, 11, 1)->completed, 4);
	assert_int_equal(tracker(lab, 11, 1)->q.required, 4);
	assert_int_equal(tracker(lab, 11, 1)->q.status, QUOTA_COMPLETED);
}

/* ---- violations -------------------------------------------------------------- */

/* Without answers for the second half of an hour. The node has no retries, so that a slot
 * is one run. */
static void
two_of_four_is_a_high_violation_once(void **state)
{
	struct lab *lab = *state;

	node(lab, 11, TASK_GET, 15 * MINUTE)->coordinator.max_retries = 0;
	tell(lab);
	pass(lab, 90 * MINUTE);
	world_olt(lab->w, OLT)->is_silent = true;
	pass(lab, 30 * MINUTE);
	world_olt(lab->w, OLT)->is_silent = false;
	pass(lab, 3 * HOUR);
	assert_int_equal(tracker(lab, 11, 1)->q.status, QUOTA_NOT_MET);
	assert_int_equal(tracker(lab, 11, 1)->completed, 2);
	assert_int_equal(tracker(lab, 11, 1)->failed, 2);
	assert_int_equal(lab->n_violations, 1);
	assert_int_equal(lab->violations[0].severity, SEVERITY_HIGH);
	assert_int_equal(lab->violations[0].key.period_start_ms, START + HOUR);
	assert_in_range(
	    lab->violations[0].created_ms, START + 2 * HOUR, START + 2 * HOUR + MINUTE);
	assert_int_equal(tracker(lab, 11, 2)->q.status, QUOTA_COMPLETED);
}

/* It is suspended after three failures, and its slots are skipped: they are still
 * required. */
static void
a_dead_olt_violates_every_hour_until_it_is_back(void **state)
{
	struct lab *lab = *state;

	node(lab, 11, TASK_GET, 5 * MINUTE);
	tell(lab);
	pass(lab, HOUR);
	world_olt(lab->w, OLT)->is_silent = true;
	pass(lab, 4 * HOUR);
	world_olt(lab->w, OLT)->is_silent = false;
	pass(lab, 3 * HOUR);
	for (int64_t hour = 1; hour <= 4; hour++) {
		assert_int_equal(tracker(lab, 11, hour)->q.required, 12);
		assert_int_equal(tracker(lab, 11, hour)->q.status, QUOTA_FAILED);
	}
	assert_in_range(lab->n_violations, 4, 4);
	assert_int_equal(lab->violations[0].severity, SEVERITY_CRITICAL);
	assert_int_equal(tracker(lab, 11, 6)->q.status, QUOTA_COMPLETED);
}

/* Not completed, failed or skipped, not counted in a plan, and no effect on health. */
static void
runs_that_had_nothing_to_ask_are_not_owed_and_count_for_nothing(void **state)
{
	struct lab *lab = *state;
	struct world_olt *olt = world_olt(lab->w, OLT);

	node(lab, 11, TASK_GET, 5 * MINUTE);
	tell(lab);
	olt->result = EXECUTION_INTERRUPTED;
	pass(lab, 3 * HOUR + 10 * MINUTE);
	for (int64_t hour = 1; hour <= 2; hour++) {
		struct row *row = tracker(lab, 11, hour);

		assert_int_equal(due_in(lab, 11, hour), 12);
		assert_int_equal(row->q.required, 0);
		assert_int_equal(row->q.completed, 0);
		assert_int_equal(row->q.failed, 0);
		assert_int_equal(row->q.skipped, 0);
		assert_int_equal(row->q.pending, 0);
	}
	for (int i = 0; i < lab->n_plans; i++) {
		assert_int_equal(lab->plans[i].completed, 0);
		assert_int_equal(lab->plans[i].failed, 0);
	}
	assert_int_equal(lab->n_violations, 0);
	assert_int_equal(world_figures(lab->w).completed, 0);
	assert_int_equal(olt->failures, 0);
	assert_int_equal(lab->entries[ENTRY_WARNING] + lab->entries[ENTRY_ERROR], 0);
	/* It answers now. */
	olt->result = EXECUTION_SUCCESS;
	pass(lab, 2 * HOUR);
	assert_int_equal(tracker(lab, 11, 4)->q.required, 12);
	assert_int_equal(tracker(lab, 11, 4)->q.completed, 12);
}

static void
what_can_no_longer_be_made_is_at_risk_before_the_hour_is_over(void **state)
{
	struct lab *lab = *state;

	node(lab, 11, TASK_GET, 10 * MINUTE)->coordinator.max_retries = 0;
	tell(lab);
	pass(lab, HOUR);
	world_olt(lab->w, OLT)->is_silent = true;
	pass(lab, 25 * MINUTE); /* two or three of six */
	world_olt(lab->w, OLT)->is_silent = false;
	assert_in_range(lab->at_risk_ms, START + HOUR, START + HOUR + 25 * MINUTE);
}

/* ---- changes ----------------------------------------------------------------- */

static void
a_disabled_olt_is_interrupted_at_once_and_pro_rata_when_it_is_back(void **state)
{
	struct lab *lab = *state;
	struct planned *aborted;

	node(lab, 11, TASK_GET, 5 * MINUTE);
	tell(lab);
	pass(lab, 80 * MINUTE);
	world_olt(lab->w, OLT)->enabled = false;
	tell(lab);
	pass(lab, SECOND);
	assert_int_equal(tracker(lab, 11, 1)->q.status, QUOTA_INTERRUPTED);
	aborted = plan_of(lab, 1, PLAN_ABORTED);
	assert_int_equal(aborted->completed, due_in(lab, 11, 1));
	pass(lab, 15 * MINUTE);
	world_olt(lab->w, OLT)->enabled = true;
	tell(lab);
	pass(lab, 2 * SECOND);
	assert_int_equal(tracker(lab, 11, 1)->q.status, QUOTA_IN_PROGRESS);
	pass(lab, HOUR);
	assert_int_equal(tracker(lab, 11, 1)->q.status, QUOTA_COMPLETED);
	assert_int_equal(tracker(lab, 11, 1)->q.required, due_in(lab, 11, 1));
	assert_int_equal(lab->n_violations, 0);
}

static void
an_olt_that_stays_disabled_violates_nothing(void **state)
{
	struct lab *lab = *state;

	node(lab, 11, TASK_GET, 5 * MINUTE);
	tell(lab);
	pass(lab, 80 * MINUTE);
	world_olt(lab->w, OLT)->enabled = false;
	tell(lab);
	pass(lab, 3 * HOUR);
	assert_int_equal(tracker(lab, 11, 1)->q.status, QUOTA_INTERRUPTED);
	assert_int_equal(lab->n_violations, 0);
}

static void
a_task_that_is_disabled_added_or_changed_changes_the_quota_and_the_plan(void **state)
{
	struct lab *lab = *state;
	struct world_node *n = node(lab, 11, TASK_GET, 5 * MINUTE);
	int64_t last = 0;

	tell(lab);
	pass(lab, 80 * MINUTE);
	n->coordinator.node.interval_ms = 10 * MINUTE;
	tell(lab);
	pass(lab, 2 * SECOND);
	assert_int_equal(plan_of(lab, 1, PLAN_SUPERSEDED)->total, 12);
	assert_in_range(plan_of(lab, 1, PLAN_ACTIVE)->total, 4, 5);
	pass(lab, 10 * MINUTE);
	(void)node(lab, 12, TASK_WALK, 5 * MINUTE);
	tell(lab);
	pass(lab, 10 * MINUTE);
	n->coordinator.node.enabled = false;
	tell(lab);
	pass(lab, HOUR);
	assert_int_equal(tracker(lab, 11, 1)->q.required, due_in(lab, 11, 1));
	assert_int_equal(tracker(lab, 11, 1)->q.status, QUOTA_COMPLETED);
	assert_int_equal(tracker(lab, 12, 1)->q.required, due_in(lab, 12, 1));
	assert_int_equal(tracker(lab, 12, 1)->q.status, QUOTA_COMPLETED);
	assert_int_equal(lab->n_violations, 0);
	for (int i = 0; i < lab->n_plans; i++)
		last += lab->plans[i].hour == START + HOUR;
	assert_int_equal(last, 4); /* one at the beginning, one for each change */
}

static void
times_that_change_again_and_again_violate_nothing(void **state)
{
	static const int64_t INTERVALS[] = { 2 * MINUTE, 7 * MINUTE, MINUTE, 30 * MINUTE,
		5 * MINUTE };
	struct lab *lab = *state;
	struct world_node *n = node(lab, 11, TASK_GET, 5 * MINUTE);

	tell(lab);
	pass(lab, 80 * MINUTE);
	for (size_t i = 0; i < sizeof(INTERVALS) / sizeof(INTERVALS[0]); i++) {
		n->coordinator.node.interval_ms = INTERVALS[i];
		tell(lab);
		pass(lab, 17 * MINUTE);
	}
	pass(lab, 3 * HOUR);
	assert_int_equal(lab->n_violations, 0);
	assert_int_equal(n->skipped, 0);
}

/* ---- plans ------------------------------------------------------------------- */

/* Planned and actual times: after one hour every start is predicted to the second. */
static void
plans_foretell_what_happens(void **state)
{
	struct lab *lab = *state;
	const struct planned *p;
	size_t order = 0;

	node(lab, 11, TASK_DISCOVERY, 30 * MINUTE)->duration_ms = 90 * SECOND;
	node(lab, 12, TASK_GET, 5 * MINUTE)->duration_ms = 40 * SECOND;
	node(lab, 13, TASK_WALK, 10 * MINUTE)->duration_ms = 100 * SECOND;
	tell(lab);
	pass(lab, 3 * HOUR + 10 * MINUTE);
	p = plan_of(lab, 2, PLAN_COMPLETED);
	assert_int_equal(p->total, 2 + 12 + 6);
	assert_int_equal(p->completed, 20);
	assert_true(p->fits);
	while (world_order(lab->w, order)->slot_ms < p->runs[0].due_ms)
		order++;
	for (size_t i = 0; i < p->n_runs; i++, order++) {
		const struct world_order *o = world_order(lab->w, order);

		assert_int_equal(p->runs[i].node.v, o->node.v);
		assert_int_equal(p->runs[i].due_ms, o->slot_ms);
		assert_in_range(o->started_ms, p->runs[i].start_ms - 3 * SECOND,
		    p->runs[i].start_ms + 3 * SECOND);
		assert_in_range(o->ended_ms - o->started_ms,
		    p->runs[i].duration_ms - SECOND, p->runs[i].duration_ms + SECOND);
	}
}

static void
work_that_does_not_fit_is_said_before_it_happens(void **state)
{
	struct lab *lab = *state;

	node(lab, 11, TASK_GET, 5 * MINUTE);
	tell(lab);
	pass(lab, HOUR);
	assert_int_equal(lab->unfit_ms, 0);
	/* From now on it takes seven minutes, every five minutes. */
	world_olt(lab->w, OLT)->duration_ms = 7 * MINUTE;
	pass(lab, 2 * HOUR);
	assert_in_range(lab->unfit_ms, START + 2 * HOUR, START + 2 * HOUR + 30 * SECOND);
	assert_false(plan_of(lab, 2, PLAN_ACTIVE)->fits);
	/* And so it happens: six of twelve. */
	pass(lab, HOUR + 10 * MINUTE);
	assert_in_range(tracker(lab, 11, 2)->completed, 5, 7);
	assert_int_equal(lab->violations[lab->n_violations - 1].severity, SEVERITY_HIGH);
}

/* ---- restarts, clocks -------------------------------------------------------- */

/* kill -9: the coordinator and the ledger start again with the data of the database. */
static void
restart(struct lab *lab, int64_t down_ms)
{
	ledger_free(lab->b);
	open_books(lab);
	world_restart(lab->w, down_ms);
	for (int i = 0; i < lab->n_rows; i++) {
		struct quota q = lab->rows[i].q;

		q.completed = lab->rows[i].completed;
		q.failed = lab->rows[i].failed;
		check_rc(ledger_load_quota(lab->b, &q, world_now(lab->w)), RC_OK);
	}
	tell_books(lab);
}

static void
a_restart_in_mid_hour_owes_what_it_owed(void **state)
{
	struct lab *lab = *state;

	node(lab, 11, TASK_GET, 5 * MINUTE);
	tell(lab);
	pass(lab, 80 * MINUTE);
	restart(lab, 3 * SECOND);
	pass(lab, HOUR);
	assert_int_equal(tracker(lab, 11, 1)->q.required, 12);
	assert_in_range(tracker(lab, 11, 1)->completed, 11, 12);
	assert_int_equal(lab->n_violations, 0);
}

static void
an_hour_whose_end_nobody_saw_is_judged_after_the_restart(void **state)
{
	struct lab *lab = *state;

	node(lab, 11, TASK_GET, 5 * MINUTE);
	tell(lab);
	pass(lab, 90 * MINUTE);
	restart(lab, 3 * HOUR);
	pass(lab, 2 * HOUR);
	/* Six of twelve; the hours during which it was down are not evaluated. */
	assert_int_equal(tracker(lab, 11, 1)->q.status, QUOTA_NOT_MET);
	assert_int_equal(lab->n_violations, 1);
	assert_int_equal(lab->violations[0].severity, SEVERITY_HIGH);
	assert_int_equal(tracker(lab, 11, 5)->q.status, QUOTA_COMPLETED);
}

static void
twenty_restarts_judge_every_hour_once(void **state)
{
	struct lab *lab = *state;

	node(lab, 11, TASK_GET, 5 * MINUTE);
	node(lab, 12, TASK_WALK, 10 * MINUTE);
	tell(lab);
	for (int i = 0; i < 20; i++) {
		pass(lab, (int64_t)world_random(lab->w, 40) * MINUTE);
		restart(lab, (int64_t)world_random(lab->w, 5) * MINUTE);
	}
	pass(lab, 2 * HOUR);
	for (int i = 0; i < lab->n_rows; i++) {
		if (lab->rows[i].q.key.period_start_ms <
		    quota_period_of(world_now(lab->w)))
			assert_true(lab->rows[i].was_closed);
	}
}

static void
a_clock_that_is_set_back_judges_no_hour_twice(void **state)
{
	struct lab *lab = *state;

	node(lab, 11, TASK_GET, 15 * MINUTE);
	tell(lab);
	pass(lab, 2 * HOUR + 20 * MINUTE);
	world_step_clock(lab->w, -HOUR);
	pass(lab, 3 * HOUR); /* put_quota and add_violation check it */
	assert_int_equal(tracker(lab, 11, 3)->q.status, QUOTA_COMPLETED);
	world_step_clock(lab->w, HOUR);
	pass(lab, 3 * HOUR);
	assert_int_equal(tracker(lab, 11, 6)->q.status, QUOTA_COMPLETED);
}

static void
every_decision_is_in_the_log(void **state)
{
	struct lab *lab = *state;
	int64_t said = 0, logged = 0;

	node(lab, 11, TASK_GET, 5 * MINUTE);
	tell(lab);
	pass(lab, HOUR);
	world_olt(lab->w, OLT)->is_silent = true;
	pass(lab, HOUR);
	for (enum coordinator_event_kind k = COORDINATOR_OLT_ADDED;
	     k < COORDINATOR_EVENT_KINDS; k++) {
		if (k != COORDINATOR_STARTED && k != COORDINATOR_QUEUED &&
		    k != COORDINATOR_OLT_ADDED &&
		    k != COORDINATOR_SKIPPED) /* all of them while it was suspended */
			said += world_said(lab->w, k);
	}
	for (int i = ENTRY_INFO; i < ENTRY_LEVELS; i++)
		logged += lab->entries[i];
	/* And the lines of the ledger itself: at risk, and perhaps a violation. */
	assert_in_range(logged, said + 1, said + 2);
	assert_int_equal(lab->entries[ENTRY_DEBUG], 0);
	assert_true(lab->entries[ENTRY_ERROR] >= 3); /* two failures and the suspension */
}

#define LIVED(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		LIVED(a_day_of_good_runs_is_completed_in_every_hour),
		LIVED(enabled_in_mid_hour_it_owes_pro_rata),
		LIVED(a_chain_owes_with_its_master_and_is_one_in_the_plan),
		LIVED(runs_by_hand_count_for_nothing),
		LIVED(two_of_four_is_a_high_violation_once),
		LIVED(a_dead_olt_violates_every_hour_until_it_is_back),
		LIVED(runs_that_had_nothing_to_ask_are_not_owed_and_count_for_nothing),
		LIVED(what_can_no_longer_be_made_is_at_risk_before_the_hour_is_over),
		LIVED(a_disabled_olt_is_interrupted_at_once_and_pro_rata_when_it_is_back),
		LIVED(an_olt_that_stays_disabled_violates_nothing),
		LIVED(
		    a_task_that_is_disabled_added_or_changed_changes_the_quota_and_the_plan),
		LIVED(times_that_change_again_and_again_violate_nothing),
		LIVED(plans_foretell_what_happens),
		LIVED(work_that_does_not_fit_is_said_before_it_happens),
		LIVED(a_restart_in_mid_hour_owes_what_it_owed),
		LIVED(an_hour_whose_end_nobody_saw_is_judged_after_the_restart),
		LIVED(twenty_restarts_judge_every_hour_once),
		LIVED(a_clock_that_is_set_back_judges_no_hour_twice),
		LIVED(every_decision_is_in_the_log),
	};

	return CHECK_ALL(tests);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Start and end of the coordinator, its tick, and requests of users.
 */
#include "coordinator/coordinator_int.h"

#include <assert.h>
#include <stdio.h>

/* If the clocks differ by more than this between two calls, the wall clock was set. */
#define STEP_MS 2000
/* The longest sleep between two ticks. */
#define TICK_MS 1000

static int
open_by_moment(const void *a, const void *b)
{
	const struct live_execution *x = a, *y = b;

	if (x->at_ms != y->at_ms)
		return x->at_ms < y->at_ms ? -1 : 1;
	return x->e.id.v < y->e.id.v ? -1 : 1;
}

static int
run_by_renewal(const void *a, const void *b)
{
	const struct running_unit *x = a, *y = b;

	return x->renew_ms < y->renew_ms ? -1 : x->renew_ms > y->renew_ms;
}

static int
olt_state_by_probe(const void *a, const void *b)
{
	const struct olt_state *x = a, *y = b;

	return x->health.next_probe_ms < y->health.next_probe_ms
	    ? -1
	    : x->health.next_probe_ms > y->health.next_probe_ms;
}

/* ---- creation and release --------------------------------------------------- */

void
coordinator_free(struct coordinator *d)
{
	size_t at = 0;
	struct olt_state *h;
	struct live_execution *o;

	if (!d)
		return;
	while (d->executions && (o = map_next(d->executions, &at)))
		free(o);
	at = 0;
	while (d->olts && (h = map_next(d->olts, &at)))
		olt_state_free(h);
	map_free(d->olts);
	map_free(d->tasks);
	map_free(d->executions);
	map_free(d->spent);
	timetable_free(d->timetable);
	heap_fini(&d->later);
	heap_fini(&d->renewals);
	heap_fini(&d->probes);
	vec_fini(&d->fresh);
	for (int32_t i = 0; i < d->room_pollers; i++)
		free(d->runs[i]);
	free(d->runs);
	free(d->pollers);
	free(d->free_pollers);
	free(d);
}

static bool
coordinator_is_whole(const struct coordinator *d)
{
	return d->olts && d->tasks && d->executions && d->spent && d->timetable;
}

enum rc
coordinator_new(const struct coordinator_rules *rules, const struct coordinator_ops *ops,
    struct coordinator **ret_coordinator, struct err *err)
{
	if (rules->pollers < 1)
		return err_set(err, RC_INVALID, "pollers: at least one");
	struct coordinator *d OWNED(coordinator_free) = calloc(1, sizeof(*d));
	if (!d)
		return err_set(err, RC_NOMEM, "no memory for the coordinator");
	d->rules = *rules;
	d->rules.pollers = 0;
	d->ops = *ops;
	d->olts = map_new();
	d->tasks = map_new();
	d->executions = map_new();
	d->spent = map_new();
	d->timetable = timetable_new();
	d->later =
	    (struct heap)HEAP_INIT(struct live_execution, in_later, open_by_moment);
	d->renewals =
	    (struct heap)HEAP_INIT(struct running_unit, in_renewals, run_by_renewal);
	d->probes =
	    (struct heap)HEAP_INIT(struct olt_state, in_probes, olt_state_by_probe);
	d->fresh = (struct vec)VEC_INIT(int64_t);
	if (!coordinator_is_whole(d) || pollers_resize(d, rules->pollers) != RC_OK)
		return err_set(err, RC_NOMEM, "no memory for the coordinator");
	*ret_coordinator = GIVE(d);
	return RC_OK;
}

struct node_queue_listener
coordinator_listener(struct coordinator *d)
{
	return (struct node_queue_listener){
		.on_unit = unit_told, .on_lost = unit_lost, .ctx = d
	};
}

void
coordinator_use_queue(struct coordinator *d, struct node_queue *queue)
{
	assert(!d->queue);
	d->queue = queue;
}

/* ---- time -------------------------------------------------------------------- */

/* The wall clock was set: delays keep their remaining time. */
static void
shift(struct coordinator *d, int64_t by_ms)
{
	size_t at = 0;
	struct live_execution *o;

	node_queue_stepped(d->queue, by_ms);
	while ((o = map_next(d->executions, &at))) {
		o->at_ms += by_ms;
		o->unit.due_ms += by_ms;
		o->attempt_ms += by_ms;
		if (o->e.started_ms && o->place != LIVE_ENDED)
			o->e.started_ms += by_ms;
	}
	for (int32_t i = 0; i < d->n_pollers; i++) {
		d->runs[i]->renew_ms += by_ms;
		d->runs[i]->unit.due_ms += by_ms;
		d->runs[i]->started_ms += by_ms;
		d->pollers[i].since_ms += by_ms;
	}
	for (size_t i = 0; i < d->probes.n; i++) {
		struct health *h = &((struct olt_state *)d->probes.items[i])->health;

		h->next_probe_ms += by_ms;
		h->missed_ms += h->misses ? by_ms : 0;
		h->missed_again_ms += h->misses ? by_ms : 0;
	}
}

static void
stepped(struct coordinator *d, int64_t by_ms)
{
	shift(d, by_ms);
	slots_stepped(d, by_ms);
	coordinator_say(d,
	    &(struct coordinator_event){
		.kind = COORDINATOR_CLOCK_STEPPED, .number = by_ms },
	    "The clock was set %s by %lld s; every task runs at its next time",
	    by_ms < 0 ? "back" : "forward",
	    (long long)(by_ms < 0 ? -by_ms : by_ms) / 1000);
}

void
coordinator_enter(struct coordinator *d, struct moment now)
{
	struct moment last = d->now;
	int64_t by_ms = (now.wall_ms - last.wall_ms) - (now.mono_ms - last.mono_ms);

	d->now = now;
	if (last.wall_ms == 0) {
		d->started_mono_ms = d->seen_mono_ms = now.mono_ms;
		busyness_set(&d->busyness, 0, now.mono_ms);
		for (int32_t i = 0; i < d->n_pollers; i++) {
			d->pollers[i].since_ms = now.wall_ms;
			d->runs[i]->born_mono_ms = now.mono_ms;
		}
		return;
	}
	if (by_ms > STEP_MS || by_ms < -STEP_MS)
		stepped(d, by_ms);
}

void
coordinator_pump(struct coordinator *d)
{
	unit_room(d);
	(void)node_queue_pump(d->queue, d->now.wall_ms);
	live_executions_announce(d);
}

static int64_t
earliest(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t
next_moment(const struct coordinator *d, int64_t node_queue_ms)
{
	const struct live_execution *o = heap_first(&d->later);
	const struct running_unit *r = heap_first(&d->renewals);
	const struct olt_state *h = heap_first(&d->probes);
	int64_t at_ms = earliest(d->now.wall_ms + TICK_MS, node_queue_ms);

	if (o)
		at_ms = earliest(at_ms, o->at_ms);
	if (r)
		at_ms = earliest(at_ms, r->renew_ms);
	if (h && d->n_probing < PROBES_AT_ONCE)
		at_ms = earliest(at_ms, h->health.next_probe_ms);
	if (!d->is_stopping)
		at_ms = earliest(at_ms, timetable_next(d->timetable));
	return at_ms > d->now.wall_ms ? at_ms : d->now.wall_ms + 1;
}

int64_t
coordinator_tick(struct coordinator *d, struct moment now)
{
	int64_t node_queue_ms;

	coordinator_enter(d, now);
	leases_renew(d);
	if (!d->is_stopping) {
		slots_due(d);
		live_executions_due(d);
		probes_due(d);
	}
	unit_room(d);
	node_queue_ms = node_queue_pump(d->queue, now.wall_ms);
	live_executions_announce(d);
	figures_tick(d);
	return next_moment(d, node_queue_ms);
}

/* ---- requests of users ---------------------------------------------------------- */

/* The user has the execution's id, so it is recorded, as interrupted without a run. */
static void
record_refused(struct coordinator *d, const struct node_state *t,
    const struct coordinator_manual *manual, const struct err *why)
{
	struct execution e = { .id = manual->execution,
		.olt = t->olt->id,
		.node = t->id,
		.job = t->job,
		.type = t->type,
		.lane = LANE_HIGH,
		.state = EXECUTION_PENDING,
		.max_attempts = 1,
		.queued_ms = d->now.wall_ms };
	enum trouble trouble = t->olt->enabled ? TROUBLE_USER : TROUBLE_OLT_DISABLED;

	snprintf(e.asked_by, sizeof(e.asked_by), "%s",
	    manual->asked_by ? manual->asked_by : "");
	snprintf(
	    e.message, sizeof(e.message), "%.*s", (int)sizeof(e.message) - 1, why->msg);
	if (execution_step(&e, EXECUTION_CANCEL, trouble, d->now.wall_ms) == RC_OK)
		d->ops.record(d->ops.ctx, &e);
}

static enum rc
put_manual(struct coordinator *d, struct node_state *t,
    const struct coordinator_manual *manual, struct err *err)
{
	struct live_execution *o;

	if (!t->olt->enabled)
		return err_set(
		    err, RC_REFUSED, "%s is disabled: enable it first", t->olt->name);
	if (d->is_stopping)
		return err_set(err, RC_BUSY, "the program is about to end");
	o = live_execution_new(d, t, manual->execution);
	if (!o)
		return err_set(err, RC_NOMEM, "no memory for the run");
	o->is_first = true;
	o->e.max_attempts = 1;
	snprintf(o->e.asked_by, sizeof(o->e.asked_by), "%s",
	    manual->asked_by ? manual->asked_by : "");
	o->unit.kind = UNIT_MANUAL;
	o->unit.lane = o->e.lane = LANE_HIGH;
	o->unit.with_chain = !manual->alone;
	snprintf(o->unit.asked_by, sizeof(o->unit.asked_by), "%s", o->e.asked_by);
	if (!live_execution_put(d, o))
		return err_set(err, RC_BUSY, "the queue is full: try again later");
	return RC_OK;
}

enum rc
coordinator_run(struct coordinator *d, const struct coordinator_manual *manual,
    struct moment now, struct err *err)
{
	struct node_state *t = node_state_find(d, manual->node);
	struct err why = { 0 };
	enum rc rc;

	coordinator_enter(d, now);
	if (!t)
		return err_set(err, RC_NOT_FOUND, "there is no node %lld",
		    (long long)manual->node.v);
	rc = put_manual(d, t, manual, &why);
	if (rc != RC_OK) {
		record_refused(d, t, manual, &why);
		return err_set(err, rc, "%s", why.msg);
	}
	coordinator_pump(d);
	return RC_OK;
}

enum rc
coordinator_interrupt(struct coordinator *d, struct execution_id execution,
    const char *by, struct moment now, struct err *err)
{
	struct live_execution *o = live_execution_find(d, execution);
	char message[EXECUTION_MESSAGE_MAX];

	coordinator_enter(d, now);
	if (!o || o->place == LIVE_ENDED)
		return err_set(err, RC_NOT_FOUND, "execution %lld neither waits nor runs",
		    (long long)execution.v);
	snprintf(message, sizeof(message), "interrupted by %s", by ? by : "somebody");
	live_execution_interrupt(d, o, TROUBLE_USER, message);
	coordinator_pump(d);
	return RC_OK;
}

void
coordinator_hold(struct coordinator *d, bool hold, const char *why, struct moment now)
{
	coordinator_enter(d, now);
	if (hold == d->is_held)
		return;
	d->is_held = hold;
	d->held_ms = hold ? d->now.wall_ms : 0;
	if (hold)
		snprintf(d->why_held, sizeof(d->why_held), "%s", why ? why : "");
	coordinator_say(d,
	    &(struct coordinator_event){
		.kind = hold ? COORDINATOR_HELD : COORDINATOR_RESUMED,
		.why = d->why_held },
	    hold ? "Nothing more is started: %s" : "Runs are started again (%s)",
	    d->why_held);
	coordinator_pump(d);
}

void
coordinator_stop(struct coordinator *d, bool at_once, struct moment now)
{
	size_t at = 0;
	struct olt_state *h;

	coordinator_enter(d, now);
	d->is_stopping = true;
	while ((h = map_next(d->olts, &at)))
		live_executions_interrupt(d, h, NULL,
		    at_once ? LIVE_ALL : LIVE_WAITING_ALL, TROUBLE_SHUTDOWN,
		    "the program ends");
	coordinator_pump(d);
}

size_t
coordinator_running(const struct coordinator *d)
{
	return (size_t)d->n_busy;
}

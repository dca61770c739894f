/* SPDX-License-Identifier: Apache-2.0
 *
 * A unit on its poller: the master, then its chain, under one lease.
 */
#include "coordinator/coordinator_int.h"

#include <assert.h>
#include <stdio.h>

/* ---- room ---------------------------------------------------------------------- */

/* A share of the pollers, in tenths. A lane with a share may always use at least one. */
static int32_t
share(int32_t pollers, int32_t per_ten)
{
	int32_t n = pollers * per_ten / 10;

	return per_ten > 0 && n == 0 ? 1 : n;
}

/* The pollers that only this lane may use, rounded, but never all of them. */
static int32_t
reserved(const struct coordinator *d, enum lane lane)
{
	int32_t n = (d->rules.pollers * d->rules.lanes[lane].reserved_per_ten + 5) / 10;

	return n < d->rules.pollers ? n : d->rules.pollers - 1;
}

struct lane_figures
unit_lane(const struct coordinator *d, enum lane lane)
{
	return (struct lane_figures){ .held = d->held[lane],
		.most = share(d->rules.pollers, d->rules.lanes[lane].per_ten),
		.reserved = reserved(d, lane) };
}

/* How many more pollers a lane may use now, without those reserved for other lanes. */
static uint32_t
lane_room(const struct coordinator *d, enum lane lane)
{
	int32_t room = share(d->rules.pollers, d->rules.lanes[lane].per_ten);
	int32_t left = pollers_room(d);

	room -= d->held[lane];
	for (int i = 0; i < LANES; i++) {
		int32_t kept = reserved(d, (enum lane)i) - d->held[i];

		if (i != (int)lane && kept > 0)
			left -= kept;
	}
	room = room < left ? room : left;
	return room > 0 ? (uint32_t)room : 0;
}

void
unit_room(struct coordinator *d)
{
	struct node_queue_room room = { 0 };

	if (!d->is_held && !d->is_stopping)
		room.all = (uint32_t)pollers_room(d);
	for (int i = 0; i < LANES && room.all; i++)
		room.lane[i] = lane_room(d, (enum lane)i);
	node_queue_room(d->queue, &room);
}

/* ---- orders -------------------------------------------------------------------- */

/* The limit of the job, or that of its type, even if it is in another lane now. */
static int64_t
order_limit(const struct coordinator *d, const struct node_state *t)
{
	enum lane lane = t->type == TASK_DISCOVERY ? LANE_DISCOVERY : LANE_POLLING;
	int64_t per_1000 = d->rules.polling_ms_per_1000, limit_ms;

	if (t->timeout_ms)
		return t->timeout_ms;
	if (d->rules.lanes[t->lane].limit_ms)
		return d->rules.lanes[t->lane].limit_ms;
	if (d->rules.lanes[lane].limit_ms)
		return d->rules.lanes[lane].limit_ms;
	limit_ms = t->olt->n_onus * per_1000 / 1000;
	return limit_ms > per_1000 ? limit_ms : per_1000;
}

static void
start_attempt(struct coordinator *d, struct running_unit *r, struct live_execution *o)
{
	int64_t late_ms = d->now.wall_ms - r->unit.due_ms;

	if (execution_step(&o->e, EXECUTION_START, TROUBLE_NONE, d->now.wall_ms) != RC_OK)
		assert(false && "an execution that waits can start");
	o->attempt_ms = d->now.wall_ms;
	o->attempt_traffic = (struct traffic){ 0 };
	o->e.busy_ms = o->e.slices = 0;
	o->e.message[0] = '\0';
	/* The lateness of a unit is that of its start: it is counted once, not for its
	 * links. */
	if (!o->is_first || o->e.attempts > 1)
		return;
	o->e.late_ms = late_ms > 0 ? late_ms : 0;
	figures_started(d, r, o->e.late_ms);
}

static void
start(struct coordinator *d, struct running_unit *r, struct live_execution *o)
{
	bool is_slice = o->is_slice;
	struct coordinator_poller *p = &d->pollers[r->number];

	r->open = o;
	o->run = r;
	o->place = LIVE_RUNNING;
	o->order_mono_ms = d->now.mono_ms;
	o->task->unit = r->unit.id.v;
	o->e.poller = r->number + 1;
	o->e.fence = r->token;
	o->e.lane = r->unit.lane;
	p->execution = o->e.id;
	p->node = o->task->id;
	p->olt = r->olt->id;
	if (!is_slice) {
		start_attempt(d, r, o);
		o->is_recorded = true;
		d->ops.record(d->ops.ctx, &o->e);
		struct coordinator_event event = event_of_live(d, COORDINATOR_STARTED, o);
		event.number = o->e.attempts;
		coordinator_say(d, &event,
		    "%s: %s started on poller %d, attempt %d of %d",
		    olt_state_name(o->olt), node_state_name(o->task), (int)o->e.poller,
		    (int)o->e.attempts, (int)o->e.max_attempts);
	}
	if (is_slice) {
		struct coordinator_event event =
		    event_of_live(d, COORDINATOR_CONTINUED, o);

		coordinator_say(d, &event, "%s: %s goes on on poller %d",
		    olt_state_name(o->olt), node_state_name(o->task), (int)o->e.poller);
	}
	struct coordinator_order order = { .execution = o->e,
		.slot_ms = o->e.due_ms,
		.token = r->token,
		.limit_ms = order_limit(d, o->task),
		.is_slice = is_slice,
		.is_first = !o->task->has_brought };
	d->ops.start(d->ops.ctx, &order);
}

/* ---- the chain ------------------------------------------------------------------- */

static bool
runs_before(const struct node_state *a, const struct node_state *b)
{
	return a->priority != b->priority ? a->priority > b->priority : a->id.v < b->id.v;
}

/* Was it started by this unit? Also before its lease was lost, with other units in
 * between. */
static bool
has_begun(const struct node_state *t, const struct unit *unit)
{
	return t->unit == unit->id.v ||
	    (unit->slot_ms && t->last_slot_ms >= unit->slot_ms);
}

/* The first link of the current chain that this unit has not started. */
static struct node_state *
next_link(const struct running_unit *r)
{
	struct node_state *next = NULL;

	for (size_t i = 0; i < r->olt->n_tasks; i++) {
		struct node_state *t = r->olt->tasks[i];

		if (t->master.v != r->unit.node.v || !t->enabled ||
		    has_begun(t, &r->unit))
			continue;
		if (!next || runs_before(t, next))
			next = t;
	}
	return next;
}

static bool
chain_goes_on(const struct coordinator *d, const struct running_unit *r)
{
	return r->unit.with_chain && r->chain_may_run && !d->is_stopping &&
	    r->olt->enabled && !r->olt->health.suspended_ms;
}

/* The execution of a link; NULL: out of memory. */
static struct live_execution *
open_link(struct coordinator *d, const struct running_unit *r, struct node_state *t)
{
	struct execution_id id = { d->ops.next_execution(d->ops.ctx) };
	struct live_execution *o = live_execution_new(d, t, id);

	if (!o)
		return NULL;
	o->unit = r->unit;
	snprintf(o->e.asked_by, sizeof(o->e.asked_by), "%s", r->unit.asked_by);
	if (r->unit.kind == UNIT_MANUAL) {
		o->e.max_attempts = 1;
		return o;
	}
	o->is_slot = true;
	o->e.due_ms = r->unit.slot_ms;
	if (r->unit.slot_ms)
		t->last_slot_ms = r->unit.slot_ms;
	t->slot = o;
	return o;
}

static void
release(struct coordinator *d, struct running_unit *r)
{
	struct unit unit = r->unit;
	int64_t token = r->token;

	heap_remove(&d->renewals, r);
	poller_give(d, r);
	/* The lease may have expired in the meantime: then the queue tells the unit
	 * again. */
	if (node_queue_done(d->queue, &unit, token, d->now.wall_ms) != RC_OK)
		(void)!map_add_u64(d->spent, (uint64_t)unit.id.v, d);
}

void
running_unit_next(struct coordinator *d, struct running_unit *r)
{
	struct node_state *t;

	r->open = NULL;
	while (chain_goes_on(d, r) && (t = next_link(r))) {
		struct live_execution *o;

		t->unit = r->unit.id.v;
		/* It can only be waiting for a retry or a slice, because this unit has
		 * the OLT. */
		if (r->unit.kind != UNIT_MANUAL && t->slot &&
		    !live_execution_make_way(d, t->slot))
			continue;
		if (!chain_goes_on(d, r))
			break;
		o = open_link(d, r, t);
		if (!o)
			continue;
		start(d, r, o);
		return;
	}
	release(d, r);
}

/* ---- calls from the queue -------------------------------------------------------- */

/* Does a unit that is told again have nothing to run? It ended after its lease had
 * expired, waits for a later time, or its OLT was deleted. */
static bool
is_spent(struct coordinator *d, const struct unit *unit, const struct olt_state *h,
    const struct live_execution *o)
{
	if (map_take_u64(d->spent, (uint64_t)unit->id.v))
		return true;
	return !h || (o && o->place != LIVE_WAITING && o->place != LIVE_ENDED);
}

void
unit_told(void *ctx, const struct unit *unit, const struct node_queue_lease *lease)
{
	struct coordinator *d = ctx;
	struct olt_state *h = olt_state_find(d, unit->olt);
	struct live_execution *o = live_execution_find(d, unit->id);
	struct running_unit *r;

	if (is_spent(d, unit, h, o)) {
		(void)!node_queue_done(d->queue, unit, lease->token, d->now.wall_ms);
		return;
	}
	/* The lock of a probe has expired: its answer is not expected any more. */
	probe_end(d, h);
	probe_plan(d, h);
	r = poller_take(d, unit);
	r->unit = *unit;
	r->token = lease->token;
	h->token = lease->token;
	r->olt = h;
	r->started_ms = d->now.wall_ms;
	r->renew_ms = d->now.wall_ms + (lease->expires_ms - d->now.wall_ms) / 3;
	heap_add(&d->renewals, r);
	/* The lease was lost while the chain ran: the unit is told again, and its first
	 * execution has ended. */
	r->chain_may_run = !o || o->place == LIVE_ENDED;
	if (r->chain_may_run)
		running_unit_next(d, r);
	else
		start(d, r, o);
	unit_room(d);
}

/* Reset it to the state before its start: the next holder of the unit starts it. A sweep
 * starts from its beginning, because its order was stopped. */
static void
begin_again(struct live_execution *o)
{
	o->place = LIVE_WAITING;
	o->e.state = EXECUTION_PENDING;
	o->e.attempts--;
	if (o->e.attempts == 0)
		o->e.started_ms = 0;
	else
		o->e.trouble = TROUBLE_LOCK_LOST; /* if it is never started again */
	if (o->is_slice)
		o->unit.kind = o->e.attempts ? UNIT_RETRY : UNIT_SCHEDULED;
	o->is_slice = false;
}

/* In the meantime a condition may apply under which running executions may end, but none
 * may start. */
static void
begin_again_or_not(struct coordinator *d, struct live_execution *o)
{
	begin_again(o);
	if (d->is_stopping)
		live_execution_interrupt(d, o, TROUBLE_SHUTDOWN, "the program ends");
	else if (o->is_slot && o->olt->health.suspended_ms)
		live_execution_interrupt(d, o, TROUBLE_OLT_SUSPENDED, WHY_SUSPENDED);
	else if (o->is_slot && !node_state_is_on(o->task))
		live_execution_interrupt(
		    d, o, TROUBLE_JOB_DISABLED, "the task was disabled");
}

void
unit_lost(void *ctx, const struct unit *unit)
{
	struct coordinator *d = ctx;
	struct olt_state *h = olt_state_find(d, unit->olt);
	struct running_unit *r = NULL;

	for (int32_t i = 0; i < d->n_pollers && !r; i++) {
		if (d->runs[i]->is_busy && d->runs[i]->unit.id.v == unit->id.v)
			r = d->runs[i];
	}
	if (!r || !r->open)
		return;
	struct live_execution *o = r->open;
	struct coordinator_event event = event_of_live(d, COORDINATOR_LEASE_LOST, o);
	coordinator_say(d, &event, "%s: the OLT's lock was lost while %s ran",
	    olt_state_name(h), node_state_name(o->task));
	heap_remove(&d->renewals, r);
	poller_give(d, r);
	o->run = NULL;
	if (o->is_first) {
		d->ops.stop(d->ops.ctx, o->e.id, TROUBLE_LOCK_LOST);
		begin_again_or_not(d, o);
	} else {
		/* A link is not told again: its unit continues after it. */
		live_execution_interrupt(
		    d, o, TROUBLE_LOCK_LOST, "the OLT's lock was lost");
	}
}

void
leases_renew(struct coordinator *d)
{
	struct running_unit *r;

	while ((r = heap_first(&d->renewals)) && r->renew_ms <= d->now.wall_ms) {
		int64_t expires_ms = d->now.wall_ms;

		/* If it is too late, the queue reports it in the next pump. */
		if (node_queue_renew(d->queue, r->olt->id, r->token, d->now.wall_ms,
			&expires_ms) != RC_OK)
			expires_ms = d->now.wall_ms + 3000;
		r->renew_ms = d->now.wall_ms + (expires_ms - d->now.wall_ms) / 3;
		heap_moved(&d->renewals, r);
	}
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Executions that have not ended: their queues, and how they end without an answer.
 */
#include "coordinator/coordinator_int.h"

#include <assert.h>
#include <stdio.h>

/* When the queue was full, try again after this time. */
#define FULL_MS 1000

struct live_execution *
live_execution_find(const struct coordinator *d, struct execution_id id)
{
	return map_find_u64(d->executions, (uint64_t)id.v);
}

struct live_execution *
live_execution_new(struct coordinator *d, struct node_state *t, struct execution_id id)
{
	struct live_execution *o OWNED(free) = calloc(1, sizeof(*o));
	struct olt_state *h = t->olt;

	/* Each of them may have to wait in `later` one day. */
	if (!o || heap_reserve(&d->later, map_count(d->executions) + 1) != RC_OK ||
	    map_add_u64(d->executions, (uint64_t)id.v, o) != RC_OK)
		return NULL;
	o->e = (struct execution){ .id = id,
		.olt = h->id,
		.node = t->id,
		.job = t->job,
		.type = t->type,
		.lane = t->lane,
		.state = EXECUTION_PENDING,
		.max_attempts = 1 + (int32_t)t->max_retries,
		.queued_ms = d->now.wall_ms };
	o->unit = (struct unit){ .id = id,
		.kind = UNIT_SCHEDULED,
		.lane = t->lane,
		.olt = h->id,
		.node = t->id,
		.priority = t->priority,
		.due_ms = d->now.wall_ms,
		.attempt = 1 };
	o->olt = h;
	o->task = t;
	TAILQ_INSERT_TAIL(&h->executions, o, same_host);
	return GIVE(o);
}

/* Remove it from its OLT and its task. */
static void
detach(struct live_execution *o)
{
	if (o->olt)
		TAILQ_REMOVE(&o->olt->executions, o, same_host);
	if (o->task && o->task->slot == o)
		o->task->slot = NULL;
	o->olt = NULL;
	o->task = NULL;
}

void
live_execution_end(struct coordinator *d, struct live_execution *o)
{
	(void)d;
	assert(execution_is_over(o->e.state));
	detach(o);
	o->run = NULL;
	o->place = LIVE_ENDED;
}

void
live_execution_free(struct coordinator *d, struct live_execution *o)
{
	detach(o);
	if (heap_has(&d->later, o))
		heap_remove(&d->later, o);
	(void)map_take_u64(d->executions, (uint64_t)o->e.id.v);
	free(o);
}

bool
live_execution_put(struct coordinator *d, struct live_execution *o)
{
	int64_t *fresh;

	if (node_queue_put(d->queue, &o->unit, d->now.wall_ms) != RC_OK) {
		live_execution_free(d, o);
		return false;
	}
	o->place = LIVE_WAITING;
	fresh = vec_add(&d->fresh);
	if (fresh)
		*fresh = o->e.id.v;
	return true;
}

void
live_execution_later(struct coordinator *d, struct live_execution *o, int64_t at_ms)
{
	o->run = NULL;
	o->place = LIVE_LATER;
	o->at_ms = o->unit.due_ms = at_ms;
	heap_add(&d->later, o);
}

void
live_execution_now(struct coordinator *d, struct live_execution *o)
{
	if (o->place != LIVE_LATER)
		return;
	o->at_ms = o->unit.due_ms = d->now.wall_ms;
	heap_moved(&d->later, o);
}

/* Start retries and slices that are due. */
void
live_executions_due(struct coordinator *d)
{
	struct live_execution *o;

	while ((o = heap_first(&d->later)) && o->at_ms <= d->now.wall_ms) {
		if (o->is_slot && o->olt->health.suspended_ms) {
			live_execution_interrupt(
			    d, o, TROUBLE_OLT_SUSPENDED, WHY_SUSPENDED);
			continue;
		}
		if (node_queue_put(d->queue, &o->unit, d->now.wall_ms) != RC_OK) {
			o->at_ms = d->now.wall_ms + FULL_MS;
			heap_moved(&d->later, o);
			continue;
		}
		heap_remove(&d->later, o);
		o->place = LIVE_WAITING;
	}
}

struct next
live_execution_waits(const struct coordinator *d, const struct live_execution *o)
{
	const struct live_execution *other;

	if (d->is_held)
		return (struct next){ .kind = NEXT_WAITS_STORE };
	TAILQ_FOREACH(other, &o->olt->executions, same_host)
	{
		if (other->place == LIVE_RUNNING)
			return (struct next){ .kind = NEXT_WAITS_OLT,
				.waits_for = other->e.id };
	}
	if (o->olt->is_probing)
		return (struct next){ .kind = NEXT_WAITS_PROBE };
	return (struct next){ .kind = pollers_room(d) == 0 ? NEXT_WAITS_POLLER
							   : NEXT_WAITS_LANE };
}

static const char *
why_it_waits(const struct coordinator *d, enum next_kind kind)
{
	if (kind == NEXT_WAITS_STORE)
		return d->why_held;
	if (kind == NEXT_WAITS_OLT)
		return "another task runs on the OLT";
	if (kind == NEXT_WAITS_PROBE)
		return "the OLT is being probed";
	return kind == NEXT_WAITS_POLLER ? "every poller is busy"
					 : "its lane has no free poller";
}

void
live_executions_announce(struct coordinator *d)
{
	for (size_t i = 0; i < d->fresh.n; i++) {
		struct execution_id id = { *VEC_AT(&d->fresh, int64_t, i) };
		struct live_execution *o = live_execution_find(d, id);

		if (!o || o->place != LIVE_WAITING || o->is_recorded)
			continue;
		struct next waits = live_execution_waits(d, o);
		o->e.waited_on = waits.kind;
		o->e.waited_for = waits.waits_for;
		o->is_recorded = true;
		d->ops.record(d->ops.ctx, &o->e);
		struct coordinator_event event = event_of_live(d, COORDINATOR_QUEUED, o);
		event.why = why_it_waits(d, waits.kind);
		coordinator_say(d, &event, "%s: %s waits: %s", olt_state_name(o->olt),
		    node_state_name(o->task), event.why);
	}
	vec_clear(&d->fresh);
}

/* Remove it from its queue. It must not be running. */
static void
live_execution_withdraw(struct coordinator *d, struct live_execution *o)
{
	assert(o->place == LIVE_WAITING || o->place == LIVE_LATER);
	if (o->place == LIVE_LATER)
		heap_remove(&d->later, o);
	else if (node_queue_withdraw(d->queue, o->unit.id) != RC_OK)
		assert(false && "a unit that waits is in the queue");
}

static void
set_message(struct live_execution *o, const char *message)
{
	snprintf(o->e.message, sizeof(o->e.message), "%s", message);
}

/* It ends without results: no result of the writer is expected. */
static void
close_record(
    struct coordinator *d, struct live_execution *o, enum coordinator_event_kind kind)
{
	struct coordinator_event event = event_of_live(d, kind, o);

	event.why = o->e.message;
	d->ops.record(d->ops.ctx, &o->e);
	coordinator_say(d, &event, "%s: %s %s: %s", olt_state_name(o->olt),
	    node_state_name(o->task), execution_state_name(o->e.state), o->e.message);
	live_execution_free(d, o);
}

static void
step(struct coordinator *d, struct live_execution *o, enum execution_step step,
    enum trouble why)
{
	if (execution_step(&o->e, step, why, d->now.wall_ms) != RC_OK)
		assert(false && "the coordinator takes only steps that there are");
}

/* It ends without running. Its token may be older than the OLT's latest one: the store
 * would refuse the record. */
static void
renew_fence(struct live_execution *o)
{
	if (o->olt->token > o->e.fence)
		o->e.fence = o->olt->token;
}

/* The remaining attempts are given up, because the next slot is due. */
static void
give_up(struct coordinator *d, struct live_execution *o)
{
	struct olt_state *h = o->olt;
	bool was_silent = !o->was_answered;
	enum trouble why = o->e.trouble;

	renew_fence(o);
	step(d, o, EXECUTION_GIVE_UP, why);
	close_record(d, o, COORDINATOR_ENDED);
	if (was_silent)
		olt_state_silent(d, h, why);
}

/* A sweep that took longer than the interval between two slots. */
static void
cut_short(struct coordinator *d, struct live_execution *o)
{
	d->ops.stop(d->ops.ctx, o->e.id, TROUBLE_DEADLINE);
	renew_fence(o);
	step(d, o, EXECUTION_SOME_CAME, TROUBLE_DEADLINE);
	o->task->has_brought = true;
	set_message(o, "it was not through when its next time came");
	figures_completed(d, o);
	close_record(d, o, COORDINATOR_ENDED);
}

bool
live_execution_make_way(struct coordinator *d, struct live_execution *o)
{
	if (o->place == LIVE_RUNNING ||
	    (o->place == LIVE_WAITING && o->unit.kind != UNIT_RETRY &&
		o->unit.kind != UNIT_SLICE))
		return false;
	live_execution_withdraw(d, o);
	if (o->e.state == EXECUTION_RUNNING)
		cut_short(d, o);
	else
		give_up(d, o);
	return true;
}

void
live_execution_interrupt(struct coordinator *d, struct live_execution *o,
    enum trouble why, const char *message)
{
	struct running_unit *r = o->run;

	if (o->place == LIVE_RUNNING || o->e.state == EXECUTION_RUNNING)
		d->ops.stop(d->ops.ctx, o->e.id, why);
	if (o->place != LIVE_RUNNING)
		live_execution_withdraw(d, o);
	step(d, o, EXECUTION_CANCEL, why);
	set_message(o, message);
	close_record(d, o, COORDINATOR_INTERRUPTED);
	if (r) {
		r->open = NULL;
		running_unit_next(d, r);
	}
}

static bool
is_meant(const struct coordinator *d, const struct live_execution *o,
    const struct node_state *t, enum live_execution_which which)
{
	if ((t && o->task != t) || o->place == LIVE_RUNNING || o == d->judged)
		return false;
	return which != LIVE_WAITING_SLOTS || o->is_slot;
}

void
live_executions_interrupt(struct coordinator *d, struct olt_state *h,
    const struct node_state *t, enum live_execution_which which, enum trouble why,
    const char *message)
{
	struct live_execution *o, *next, *running = NULL;

	for (o = TAILQ_FIRST(&h->executions); o; o = next) {
		next = TAILQ_NEXT(o, same_host);
		if (o->place == LIVE_RUNNING && (!t || o->task == t))
			running = o;
		if (is_meant(d, o, t, which))
			live_execution_interrupt(d, o, why, message);
	}
	/* Last, because its chain may continue. */
	if (running && which == LIVE_ALL)
		live_execution_interrupt(d, running, why, message);
}

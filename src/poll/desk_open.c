/* SPDX-License-Identifier: Apache-2.0
 *
 * Executions that are not over: their queues, and the ways in which they end without
 * an answer.
 */
#include "poll/desk_int.h"

#include <assert.h>
#include <stdio.h>

/* How soon something is tried again for which the queue had no place. */
#define FULL_MS 1000

struct open *
open_find(const struct desk *d, struct execution_id id)
{
	return map_find_u64(d->opens, (uint64_t)id.v);
}

struct open *
open_new(struct desk *d, struct task *t, struct execution_id id)
{
	struct open *o OWNED(free) = calloc(1, sizeof(*o));
	struct host *h = t->host;

	/* Each of them may have to wait for its moment one day. */
	if (!o || heap_reserve(&d->later, map_count(d->opens) + 1) != RC_OK ||
	    map_add_u64(d->opens, (uint64_t)id.v, o) != RC_OK)
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
	o->host = h;
	o->task = t;
	TAILQ_INSERT_TAIL(&h->opens, o, same_host);
	return GIVE(o);
}

/* Nothing of the schedule or the chain waits for it any more. */
static void
detach(struct open *o)
{
	if (o->host)
		TAILQ_REMOVE(&o->host->opens, o, same_host);
	if (o->task && o->task->slot == o)
		o->task->slot = NULL;
	o->host = NULL;
	o->task = NULL;
}

void
open_end(struct desk *d, struct open *o)
{
	(void)d;
	assert(execution_is_over(o->e.state));
	detach(o);
	o->run = NULL;
	o->place = OPEN_ENDED;
}

void
open_free(struct desk *d, struct open *o)
{
	detach(o);
	if (heap_has(&d->later, o))
		heap_remove(&d->later, o);
	(void)map_take_u64(d->opens, (uint64_t)o->e.id.v);
	free(o);
}

bool
open_put(struct desk *d, struct open *o)
{
	int64_t *fresh;

	if (broker_put(d->broker, &o->unit, d->now.wall_ms) != RC_OK) {
		open_free(d, o);
		return false;
	}
	o->place = OPEN_WAITING;
	fresh = vec_add(&d->fresh);
	if (fresh)
		*fresh = o->e.id.v;
	return true;
}

void
open_later(struct desk *d, struct open *o, int64_t at_ms)
{
	o->run = NULL;
	o->place = OPEN_LATER;
	o->at_ms = o->unit.due_ms = at_ms;
	heap_add(&d->later, o);
}

void
open_now(struct desk *d, struct open *o)
{
	if (o->place != OPEN_LATER)
		return;
	o->at_ms = o->unit.due_ms = d->now.wall_ms;
	heap_moved(&d->later, o);
}

/* Retries and slices whose moment has come. */
void
opens_due(struct desk *d)
{
	struct open *o;

	while ((o = heap_first(&d->later)) && o->at_ms <= d->now.wall_ms) {
		if (o->is_slot && o->host->health.suspended_ms) {
			open_interrupt(d, o, TROUBLE_OLT_SUSPENDED, WHY_SUSPENDED);
			continue;
		}
		if (broker_put(d->broker, &o->unit, d->now.wall_ms) != RC_OK) {
			o->at_ms = d->now.wall_ms + FULL_MS;
			heap_moved(&d->later, o);
			continue;
		}
		heap_remove(&d->later, o);
		o->place = OPEN_WAITING;
	}
}

struct next
open_waits(const struct desk *d, const struct open *o)
{
	const struct open *other;

	if (d->is_held)
		return (struct next){ .kind = NEXT_WAITS_STORE };
	TAILQ_FOREACH(other, &o->host->opens, same_host)
	{
		if (other->place == OPEN_RUNNING)
			return (struct next){ .kind = NEXT_WAITS_OLT,
				.waits_for = other->e.id };
	}
	if (o->host->is_probing)
		return (struct next){ .kind = NEXT_WAITS_PROBE };
	return (struct next){ .kind = pollers_room(d) == 0 ? NEXT_WAITS_POLLER
							   : NEXT_WAITS_LANE };
}

static const char *
why_it_waits(const struct desk *d, enum next_kind kind)
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
opens_announce(struct desk *d)
{
	for (size_t i = 0; i < d->fresh.n; i++) {
		struct execution_id id = { *VEC_AT(&d->fresh, int64_t, i) };
		struct open *o = open_find(d, id);

		if (!o || o->place != OPEN_WAITING || o->is_recorded)
			continue;
		struct next waits = open_waits(d, o);
		o->e.waited_on = waits.kind;
		o->e.waited_for = waits.waits_for;
		o->is_recorded = true;
		d->world.record(d->world.ctx, &o->e);
		struct desk_event event = event_of_open(d, DESK_QUEUED, o);
		event.why = why_it_waits(d, waits.kind);
		desk_say(d, &event, "%s: %s waits: %s", host_name(o->host),
		    task_name(o->task), event.why);
	}
	vec_clear(&d->fresh);
}

void
open_withdraw(struct desk *d, struct open *o)
{
	assert(o->place == OPEN_WAITING || o->place == OPEN_LATER);
	if (o->place == OPEN_LATER)
		heap_remove(&d->later, o);
	else if (broker_withdraw(d->broker, o->unit.id) != RC_OK)
		assert(false && "a unit that waits is in the queue");
}

static void
set_message(struct open *o, const char *message)
{
	snprintf(o->e.message, sizeof(o->e.message), "%s", message);
}

/* It ends without results, and nobody's word is waited for. */
static void
close_record(struct desk *d, struct open *o, enum desk_event_kind kind)
{
	struct desk_event event = event_of_open(d, kind, o);

	event.why = o->e.message;
	d->world.record(d->world.ctx, &o->e);
	desk_say(d, &event, "%s: %s %s: %s", host_name(o->host), task_name(o->task),
	    execution_state_name(o->e.state), o->e.message);
	open_free(d, o);
}

static void
step(struct desk *d, struct open *o, enum execution_step step, enum trouble why)
{
	if (execution_step(&o->e, step, why, d->now.wall_ms) != RC_OK)
		assert(false && "the desk takes only steps that there are");
}

/* It ends without running: what it ran under is not the OLT's latest lock any more, and
 * the store would take the record for a stranger's. */
static void
renew_fence(struct open *o)
{
	if (o->host->token > o->e.fence)
		o->e.fence = o->host->token;
}

/* The attempts that are left are not made: the next slot is there. */
static void
give_up(struct desk *d, struct open *o)
{
	struct host *h = o->host;
	bool was_silent = !o->was_answered;
	enum trouble why = o->e.trouble;

	renew_fence(o);
	step(d, o, EXECUTION_GIVE_UP, why);
	close_record(d, o, DESK_ENDED);
	if (was_silent)
		host_silent(d, h, why);
}

/* A sweep that took longer than the time between two of its slots. */
static void
cut_short(struct desk *d, struct open *o)
{
	d->world.stop(d->world.ctx, o->e.id, TROUBLE_DEADLINE);
	renew_fence(o);
	step(d, o, EXECUTION_SOME_CAME, TROUBLE_DEADLINE);
	o->task->has_brought = true;
	set_message(o, "it was not through when its next time came");
	d->completed++;
	close_record(d, o, DESK_ENDED);
}

bool
open_make_way(struct desk *d, struct open *o)
{
	if (o->place == OPEN_RUNNING ||
	    (o->place == OPEN_WAITING && o->unit.kind != UNIT_RETRY &&
		o->unit.kind != UNIT_SLICE))
		return false;
	open_withdraw(d, o);
	if (o->e.state == EXECUTION_RUNNING)
		cut_short(d, o);
	else
		give_up(d, o);
	return true;
}

void
open_interrupt(struct desk *d, struct open *o, enum trouble why, const char *message)
{
	struct run *r = o->run;

	if (o->place == OPEN_RUNNING || o->e.state == EXECUTION_RUNNING)
		d->world.stop(d->world.ctx, o->e.id, why);
	if (o->place != OPEN_RUNNING)
		open_withdraw(d, o);
	step(d, o, EXECUTION_CANCEL, why);
	set_message(o, message);
	close_record(d, o, DESK_INTERRUPTED);
	if (r) {
		r->open = NULL;
		run_next(d, r);
	}
}

static bool
is_meant(const struct desk *d, const struct open *o, const struct task *t,
    enum open_which which)
{
	if ((t && o->task != t) || o->place == OPEN_RUNNING || o == d->judged)
		return false;
	return which != OPEN_WAITING_SLOTS || o->is_slot;
}

void
opens_interrupt(struct desk *d, struct host *h, const struct task *t,
    enum open_which which, enum trouble why, const char *message)
{
	struct open *o, *next, *running = NULL;

	for (o = TAILQ_FIRST(&h->opens); o; o = next) {
		next = TAILQ_NEXT(o, same_host);
		if (o->place == OPEN_RUNNING && (!t || o->task == t))
			running = o;
		if (is_meant(d, o, t, which))
			open_interrupt(d, o, why, message);
	}
	/* Last, because its chain may go on. */
	if (running && which == OPEN_ALL)
		open_interrupt(d, running, why, message);
}

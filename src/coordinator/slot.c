/* SPDX-License-Identifier: Apache-2.0
 *
 * When a task is due, and what happens then.
 */
#include "coordinator/coordinator_int.h"

/* A time that changed without a run is written to the store only if the next run, which
 * writes it anyway, is later than this. Otherwise ten thousand OLTs would write all their
 * times at every start and at every step of the clock. */
#define SOON_MS INT64_C(3600000)

void
node_state_plan(struct coordinator *d, struct node_state *t, int64_t next_ms)
{
	if (next_ms <= 0 || next_ms == INT64_MAX) {
		t->next_ms = 0;
		timetable_remove(d->timetable, t->id);
		return;
	}
	t->next_ms = next_ms;
	if (timetable_put(d->timetable, t->id, next_ms) != RC_OK)
		d->has_unplanned = true;
}

void
node_state_move(struct coordinator *d, struct node_state *t, int64_t next_ms)
{
	node_state_plan(d, t, next_ms);
	d->ops.moved(d->ops.ctx, t->id, t->next_ms, 0);
}

static void
tell_skipped(struct coordinator *d, struct node_state *t, struct coordinator_event *event)
{
	int64_t n = event->number;

	d->skipped += n;
	d->ops.moved(d->ops.ctx, t->id, t->next_ms, n);
	coordinator_say(d, event, "%s: %s skipped %lld time%s: %s", t->olt->name, t->name,
	    (long long)n, n == 1 ? "" : "s", event->why);
}

static void
skip(struct coordinator *d, struct node_state *t, int64_t n, const char *why)
{
	struct coordinator_event event = event_of_node(COORDINATOR_SKIPPED, t);

	event.number = n;
	event.why = why;
	tell_skipped(d, t, &event);
}

/* Skipped for a reason of the OLT, which applies to all its tasks. */
static void
skip_for_olt(struct coordinator *d, struct node_state *t, const char *why)
{
	struct coordinator_event event = event_of_node(COORDINATOR_SKIPPED, t);

	event.number = 1;
	event.why = why;
	event.is_olts = true;
	tell_skipped(d, t, &event);
}

/* A slot is used only once, also if the clock was set back. */
static int64_t
use_slot(struct node_state *t, int64_t due_ms)
{
	if (due_ms <= t->last_slot_ms)
		return 0;
	t->last_slot_ms = due_ms;
	return due_ms;
}

static bool
begin(struct coordinator *d, struct node_state *t, int64_t due_ms)
{
	struct execution_id id = { d->ops.next_execution(d->ops.ctx) };
	struct live_execution *o = live_execution_new(d, t, id);

	if (!o)
		return false;
	o->is_slot = o->is_first = true;
	o->unit.with_chain = true;
	o->unit.due_ms = due_ms;
	o->e.due_ms = o->unit.slot_ms = use_slot(t, due_ms);
	t->slot = o;
	return live_execution_put(d, o);
}

static void
slot_due(struct coordinator *d, struct node_state *t, int64_t due_ms)
{
	int64_t missed = 0;

	node_state_plan(
	    d, t, schedule_next(&t->schedule, due_ms, d->now.wall_ms, &missed));
	if (missed > 0)
		skip(d, t, missed, "nobody was there in time");
	if (t->slot && !live_execution_make_way(d, t->slot)) {
		skip(d, t, 1, "the run before is not over");
		return;
	}
	/* This may have suspended the OLT: the replaced run counts as failed. */
	if (t->olt->health.suspended_ms) {
		skip_for_olt(d, t, "the OLT is suspended");
		return;
	}
	if (t->olt->health.not_answering_ms) {
		skip_for_olt(d, t, WHY_NOT_ANSWERING);
		olt_state_skipped(d, t->olt);
		return;
	}
	if (!begin(d, t, due_ms))
		skip(d, t, 1, "the queue is full");
}

/* Plan the tasks that could not be planned because of missing memory. */
static void
plan_again(struct coordinator *d)
{
	size_t at = 0;
	struct node_state *t;

	d->has_unplanned = false;
	while ((t = map_next(d->tasks, &at))) {
		if (t->next_ms)
			node_state_plan(d, t, t->next_ms);
	}
}

void
slots_due(struct coordinator *d)
{
	struct node_id node;
	int64_t due_ms;

	if (d->has_unplanned)
		plan_again(d);
	while (timetable_pop(d->timetable, d->now.wall_ms, &node, &due_ms))
		slot_due(d, node_state_find(d, node), due_ms);
}

/* Is there a master, or a link of its chain, without results? */
static bool
is_unread(const struct olt_state *h, const struct node_state *master)
{
	for (size_t i = 0; i < h->n_tasks; i++) {
		const struct node_state *t = h->tasks[i];

		if ((t == master || t->master.v == master->id.v) && t->enabled &&
		    !t->has_brought)
			return true;
	}
	return false;
}

static void
run_now(struct coordinator *d, struct node_state *t)
{
	struct coordinator_event event = event_of_node(COORDINATOR_TASK_RUNS_NOW, t);

	/* It already waits in the queue, or runs. */
	if (t->slot) {
		live_execution_now(d, t->slot);
		return;
	}
	event.due_ms = d->now.wall_ms + 1; /* next is always after now */
	node_state_move(d, t, event.due_ms);
	coordinator_say(d, &event, "%s: %s runs now: the first discovery has found ONUs",
	    t->olt->name, t->name);
}

void
slots_first(struct coordinator *d, struct olt_state *h)
{
	for (size_t i = 0; i < h->n_tasks; i++) {
		struct node_state *t = h->tasks[i];

		if (node_state_is_due_ever(t) && t->type != TASK_DISCOVERY &&
		    is_unread(h, t))
			run_now(d, t);
	}
}

/* Every task gets its next time by the new clock. Missed slots are not repeated. */
void
slots_stepped(struct coordinator *d, int64_t by_ms)
{
	size_t at = 0;
	struct node_state *t;

	while ((t = map_next(d->tasks, &at))) {
		int64_t before_ms = t->next_ms, next_ms;

		if (!before_ms)
			continue;
		next_ms =
		    schedule_stepped(&t->schedule, before_ms, by_ms, d->now.wall_ms);
		if (next_ms == before_ms)
			continue;
		if (next_ms - d->now.wall_ms > SOON_MS)
			node_state_move(d, t, next_ms);
		else
			node_state_plan(d, t, next_ms);
	}
}

void
node_state_plan_stored(struct coordinator *d, struct node_state *t,
    const struct node *node, int64_t since_ms)
{
	struct schedule_past past = { node->next_run_ms, node->last_run_ms,
		t->last_slot_ms };
	int64_t now_ms = d->now.wall_ms, next_ms;

	if (!node_state_is_due_ever(t))
		return;
	next_ms = schedule_resume(&t->schedule, &past, since_ms, now_ms);
	/* The clock was wrong: slots before that time may have run already. */
	if (next_ms < past.next_run_ms && past.next_run_ms > t->last_slot_ms)
		t->last_slot_ms = past.next_run_ms - 1;
	if (past.next_run_ms == 0 ||
	    (next_ms != past.next_run_ms && next_ms - now_ms > SOON_MS))
		node_state_move(d, t, next_ms);
	else
		node_state_plan(d, t, next_ms);
}

bool
node_state_is_due_ever(const struct node_state *t)
{
	return node_state_is_on(t) && t->master.v == 0 && t->has_schedule;
}

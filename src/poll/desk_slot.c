/* SPDX-License-Identifier: Apache-2.0
 *
 * When a task is due, and what happens then.
 */
#include "poll/desk_int.h"

/* The store hears of a time that moved without a run when the next run, which tells it
 * anyway, is farther away than this. Otherwise ten thousand OLTs would write all their
 * times at every start and at every step of the clock. */
#define SOON_MS INT64_C(3600000)

void
task_plan(struct desk *d, struct task *t, int64_t next_ms)
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
task_move(struct desk *d, struct task *t, int64_t next_ms)
{
	task_plan(d, t, next_ms);
	d->world.moved(d->world.ctx, t->id, t->next_ms, 0);
}

static void
skip(struct desk *d, struct task *t, int64_t n, const char *why)
{
	struct desk_event event = event_of_task(DESK_SKIPPED, t);

	event.number = n;
	event.why = why;
	d->skipped += n;
	d->world.moved(d->world.ctx, t->id, t->next_ms, n);
	desk_say(d, &event, "%s: %s skipped %lld time%s: %s", t->host->name, t->name,
	    (long long)n, n == 1 ? "" : "s", why);
}

/* A place in the schedule is used once, also when the clock was set back. */
static int64_t
use_slot(struct task *t, int64_t due_ms)
{
	if (due_ms <= t->last_slot_ms)
		return 0;
	t->last_slot_ms = due_ms;
	return due_ms;
}

static bool
begin(struct desk *d, struct task *t, int64_t due_ms)
{
	struct execution_id id = { d->world.next_execution(d->world.ctx) };
	struct open *o = open_new(d, t, id);

	if (!o)
		return false;
	o->is_slot = o->is_first = true;
	o->unit.with_chain = true;
	o->unit.due_ms = due_ms;
	o->e.due_ms = o->unit.slot_ms = use_slot(t, due_ms);
	t->slot = o;
	return open_put(d, o);
}

static void
slot_due(struct desk *d, struct task *t, int64_t due_ms)
{
	int64_t missed = 0;

	task_plan(d, t, schedule_next(&t->schedule, due_ms, d->now.wall_ms, &missed));
	if (missed > 0)
		skip(d, t, missed, "nobody was there in time");
	if (t->slot && !open_make_way(d, t->slot)) {
		skip(d, t, 1, "the run before is not over");
		return;
	}
	/* Making way may have been the last straw. */
	if (t->host->health.suspended_ms) {
		skip(d, t, 1, "the OLT is suspended");
		return;
	}
	if (t->host->health.not_answering_ms) {
		skip(d, t, 1, WHY_NOT_ANSWERING);
		host_skipped(d, t->host);
		return;
	}
	if (!begin(d, t, due_ms))
		skip(d, t, 1, "the queue is full");
}

/* Those that memory ran out for. */
static void
plan_again(struct desk *d)
{
	size_t at = 0;
	struct task *t;

	d->has_unplanned = false;
	while ((t = map_next(d->tasks, &at))) {
		if (t->next_ms)
			task_plan(d, t, t->next_ms);
	}
}

void
slots_due(struct desk *d)
{
	struct node_id node;
	int64_t due_ms;

	if (d->has_unplanned)
		plan_again(d);
	while (timetable_pop(d->timetable, d->now.wall_ms, &node, &due_ms))
		slot_due(d, task_find(d, node), due_ms);
}

/* Has a master, or a link of its chain, brought nothing yet? */
static bool
is_unread(const struct host *h, const struct task *master)
{
	for (size_t i = 0; i < h->n_tasks; i++) {
		const struct task *t = h->tasks[i];

		if ((t == master || t->master.v == master->id.v) && t->enabled &&
		    !t->has_brought)
			return true;
	}
	return false;
}

static void
run_now(struct desk *d, struct task *t)
{
	struct desk_event event = event_of_task(DESK_TASK_RUNS_NOW, t);

	/* One that waits in the queue, or runs, is there already. */
	if (t->slot) {
		open_now(d, t->slot);
		return;
	}
	event.due_ms = d->now.wall_ms + 1; /* next is behind now, as everywhere */
	task_move(d, t, event.due_ms);
	desk_say(d, &event, "%s: %s runs now: the first discovery has found ONUs",
	    t->host->name, t->name);
}

void
slots_first(struct desk *d, struct host *h)
{
	for (size_t i = 0; i < h->n_tasks; i++) {
		struct task *t = h->tasks[i];

		if (task_is_due_ever(t) && t->type != TASK_DISCOVERY && is_unread(h, t))
			run_now(d, t);
	}
}

/* Every task gets its next time by the new clock. Nothing is made up for. */
void
slots_stepped(struct desk *d, int64_t by_ms)
{
	size_t at = 0;
	struct task *t;

	while ((t = map_next(d->tasks, &at))) {
		int64_t before_ms = t->next_ms, next_ms;

		if (!before_ms)
			continue;
		next_ms =
		    schedule_stepped(&t->schedule, before_ms, by_ms, d->now.wall_ms);
		if (next_ms == before_ms)
			continue;
		if (next_ms - d->now.wall_ms > SOON_MS)
			task_move(d, t, next_ms);
		else
			task_plan(d, t, next_ms);
	}
}

void
task_plan_stored(
    struct desk *d, struct task *t, const struct node *node, int64_t since_ms)
{
	struct schedule_past past = { node->next_run_ms, node->last_run_ms,
		t->last_slot_ms };
	int64_t now_ms = d->now.wall_ms, next_ms;

	if (!task_is_due_ever(t))
		return;
	next_ms = schedule_resume(&t->schedule, &past, since_ms, now_ms);
	/* A clock that was wrong: what lies before that time may have run already. */
	if (next_ms < past.next_run_ms && past.next_run_ms > t->last_slot_ms)
		t->last_slot_ms = past.next_run_ms - 1;
	if (past.next_run_ms == 0 ||
	    (next_ms != past.next_run_ms && next_ms - now_ms > SOON_MS))
		task_move(d, t, next_ms);
	else
		task_plan(d, t, next_ms);
}

bool
task_is_due_ever(const struct task *t)
{
	return task_is_on(t) && t->master.v == 0 && t->has_schedule;
}

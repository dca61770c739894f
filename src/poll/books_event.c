/* SPDX-License-Identifier: Apache-2.0 */
#include "poll/books_int.h"

/* The hour in which it was due, which begins now if this is the first of it. */
static struct book_hour *
hour_of(struct books *b, struct book_olt *o, int64_t due_ms)
{
	if (quota_period_of(due_ms) > o->hour.start_ms)
		book_roll(b, o, due_ms, 0);
	return book_hour_of(o, due_ms);
}

/* The last few count most: a plan is to notice that a device has become slow. */
static void
learn_duration(struct book_olt *o, const struct desk_event *e)
{
	struct book_node *n = book_node_find(o, e->node);

	if (!n || (e->state != EXECUTION_SUCCESS && e->state != EXECUTION_PARTIAL))
		return;
	if (n->average_ms == 0)
		n->average_ms = e->duration_ms;
	else
		n->average_ms += (e->duration_ms - n->average_ms) / 4;
}

/* Its plan has a unit once: chained nodes are part of their master's. */
static void
count_in_plan(struct book_olt *o, struct book_hour *h, const struct desk_event *e)
{
	const struct book_node *n = book_node_find(o, e->node);

	if (!h->plan.is_active || !n || n->master.v || e->due_ms < h->plan.from_ms)
		return;
	if (e->state == EXECUTION_FAILED)
		h->plan.failed++;
	else
		h->plan.completed++;
	h->plan.is_dirty = true;
}

static void
count_end(struct books *b, struct book_olt *o, const struct desk_event *e)
{
	struct book_hour *h = e->by_hand ? NULL : hour_of(b, o, e->due_ms);
	struct tracker *t = h ? &h->trackers[e->type] : NULL;

	learn_duration(o, e);
	if (!h || e->state == EXECUTION_INTERRUPTED)
		return;
	t->q.total_duration_ms += e->duration_ms;
	if (e->state == EXECUTION_FAILED) {
		t->q.failed++;
		t->troubles[e->trouble]++;
	} else {
		t->q.completed++;
	}
	count_in_plan(o, h, e);
}

/* The slots behind it, up to now: those of this hour first. */
static void
count_skips(struct books *b, struct book_olt *o, const struct desk_event *e)
{
	const struct book_node *n = book_node_find(o, e->node);
	struct book_hour *h = hour_of(b, o, e->at_ms);
	int64_t here = e->number;

	if (!n || !h)
		return;
	if (h == &o->hour && o->before.start_ms) {
		int64_t slots = schedule_count(&n->schedule, h->start_ms, e->at_ms + 1);

		if (slots < here)
			here = slots;
		o->before.trackers[n->type].q.skipped += e->number - here;
	}
	h->trackers[n->type].q.skipped += here;
}

/* What a person took away is not owed any more; what was stopped otherwise is, and will
 * not come. */
static void
count_interrupted(struct books *b, struct book_olt *o, const struct desk_event *e)
{
	struct book_hour *h = e->by_hand ? NULL : hour_of(b, o, e->due_ms);
	struct tracker *t = h ? &h->trackers[e->type] : NULL;

	if (!h)
		return;
	if (e->trouble != TROUBLE_JOB_DISABLED && e->trouble != TROUBLE_OLT_DISABLED)
		t->lost++;
	else if (t->q.required > 0)
		t->q.required--;
	t->is_dirty = true;
	book_make_urgent(b, o);
}

static void
step_clock(struct books *b, int64_t by_ms, int64_t now_ms)
{
	size_t at = 0;

	for (struct book_olt *o = map_next(b->by_id, &at); o;
	     o = map_next(b->by_id, &at)) {
		book_nodes_step(o, by_ms, now_ms);
		o->wants_plan = o->enabled;
	}
}

void
books_event(struct books *b, const struct desk_event *event)
{
	struct book_olt *o = book_find(b, event->olt);

	book_log_event(b, event);
	if (event->kind == DESK_CLOCK_STEPPED)
		step_clock(b, event->number, event->at_ms);
	if (!o)
		return;
	if (event->kind == DESK_ENDED)
		count_end(b, o, event);
	else if (event->kind == DESK_SKIPPED)
		count_skips(b, o, event);
	else if (event->kind == DESK_INTERRUPTED)
		count_interrupted(b, o, event);
	else if (event->kind == DESK_OLT_SUSPENDED || event->kind == DESK_OLT_BACK)
		o->is_suspended = event->kind == DESK_OLT_SUSPENDED;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "ledger/ledger_int.h"

/* The hour in which it was due. It is started now if this is its first event. */
static struct ledger_hour *
hour_of(struct ledger *b, struct ledger_olt *o, int64_t due_ms)
{
	if (quota_period_of(due_ms) > o->hour.start_ms)
		ledger_roll(b, o, due_ms, 0);
	return ledger_hour_of(o, due_ms);
}

/* The duration of a complete run. If a sweep ended early, the missing part is added by
 * proportion. */
static struct ledger_duration
whole_run(const struct coordinator_event *e)
{
	struct ledger_duration d = { e->busy_ms, e->slices };

	if (e->slices < 2 || e->trouble != TROUBLE_DEADLINE || e->share.answered <= 0 ||
	    e->share.answered >= e->share.asked)
		return d;
	d.busy_ms = d.busy_ms * e->share.asked / e->share.answered;
	d.slices = d.slices * e->share.asked / e->share.answered;
	return d;
}

/* The latest runs count most, so that a plan reflects a device that has become slow. */
static void
learn_duration(struct ledger_olt *o, const struct coordinator_event *e)
{
	struct ledger_node *n = ledger_node_find(o, e->node);
	struct ledger_duration whole;

	if (!n || (e->state != EXECUTION_SUCCESS && e->state != EXECUTION_PARTIAL))
		return;
	whole = whole_run(e);
	if (n->takes.busy_ms == 0)
		n->takes.busy_ms = whole.busy_ms;
	else
		n->takes.busy_ms += (whole.busy_ms - n->takes.busy_ms) / 4;
	n->takes.slices = whole.slices;
}

/* A plan counts a unit once: chained nodes are part of their master's. */
static void
count_in_plan(
    struct ledger_olt *o, struct ledger_hour *h, const struct coordinator_event *e)
{
	const struct ledger_node *n = ledger_node_find(o, e->node);

	if (!h->plan.is_active || !n || n->master.v || e->due_ms < h->plan.from_ms)
		return;
	if (e->is_made)
		h->plan.completed++;
	else
		h->plan.failed++;
	h->plan.is_dirty = true;
}

/* The tracker that counts an execution, created if necessary; NULL: none. */
static struct tracker *
tracker_of_event(
    struct ledger_olt *o, struct ledger_hour *h, const struct coordinator_event *e)
{
	const struct ledger_node *n = ledger_nodes_of_job(o->nodes, o->n_nodes, e->job);

	if (!e->job.v)
		return NULL;
	if (!h)
		return tracker_find_waiting(o, e->job, e->due_ms);
	return n ? tracker_of(h, o->id, e->job, n->label) : tracker_find(h, e->job);
}

static void
count_end(struct ledger *b, struct ledger_olt *o, const struct coordinator_event *e)
{
	struct ledger_hour *h = e->by_hand ? NULL : hour_of(b, o, e->due_ms);
	struct tracker *t;

	learn_duration(o, e);
	if (e->by_hand || e->state == EXECUTION_INTERRUPTED)
		return;
	if (h)
		count_in_plan(o, h, e);
	else
		ledger_make_urgent(b, o);
	t = tracker_of_event(o, h, e);
	if (!t)
		return;
	t->q.total_duration_ms += e->duration_ms;
	if (e->is_made)
		t->q.completed++;
	else if (e->state == EXECUTION_PARTIAL)
		t->q.partial++;
	else
		t->q.failed++;
	if (!e->is_made)
		t->troubles[e->trouble]++;
}

static void
add_skips(struct ledger_olt *o, struct ledger_hour *h, const struct coordinator_event *e,
    int64_t n)
{
	struct tracker *t = n > 0 ? tracker_of_event(o, h, e) : NULL;

	if (t)
		t->q.skipped += n;
}

/* The skipped slots up to now: as many as possible in this hour, the rest in the previous
 * one. */
static void
count_skips(struct ledger *b, struct ledger_olt *o, const struct coordinator_event *e)
{
	const struct ledger_node *n = ledger_node_find(o, e->node);
	struct ledger_hour *h = hour_of(b, o, e->at_ms);
	int64_t here = e->number;

	if (!n || !h)
		return;
	if (h == &o->hour && o->before.start_ms) {
		int64_t slots = schedule_count(&n->schedule, h->start_ms, e->at_ms + 1);

		if (slots < here)
			here = slots;
		add_skips(o, &o->before, e, e->number - here);
	}
	add_skips(o, h, e, here);
}

/* Is the run not required any more? A user disabled it, there was nothing to request, or
 * the program was stopped. */
static bool
is_excused(enum trouble why)
{
	return why == TROUBLE_JOB_DISABLED || why == TROUBLE_OLT_DISABLED ||
	    why == TROUBLE_NOTHING_TO_ASK || why == TROUBLE_SHUTDOWN;
}

/* A run that was interrupted for another reason is still required, but will not be
 * completed. */
static void
count_interrupted(
    struct ledger *b, struct ledger_olt *o, const struct coordinator_event *e)
{
	struct ledger_hour *h = e->by_hand ? NULL : hour_of(b, o, e->due_ms);
	struct tracker *t = e->by_hand ? NULL : tracker_of_event(o, h, e);

	if (!t)
		return;
	if (!is_excused(e->trouble))
		t->lost++;
	else if (t->q.required > 0)
		t->q.required--;
	t->is_dirty = true;
	ledger_make_urgent(b, o);
}

/* A task and its chain run earlier than planned: this hour now requires the run. */
static void
run_now(struct ledger *b, struct ledger_olt *o, const struct coordinator_event *e)
{
	struct ledger_hour *h = hour_of(b, o, e->at_ms);
	int64_t end = h ? h->start_ms + QUOTA_PERIOD_MS : 0;

	for (size_t i = 0; h && i < o->n_nodes; i++) {
		struct ledger_node *n = &o->nodes[i];
		int64_t before = ledger_node_owes(n, e->due_ms, end);
		struct tracker *t;

		if (!n->runs || (n->id.v != e->node.v && n->master.v != e->node.v))
			continue;
		n->anchor_ms = e->due_ms;
		t = tracker_of(h, o->id, n->job, n->label);
		if (!t)
			continue;
		t->q.required += ledger_node_owes(n, e->due_ms, end) - before;
		t->is_dirty = true;
	}
	o->wants_plan = o->enabled;
	ledger_make_urgent(b, o);
}

/* Update which scheduled runs wait or run. */
static void
note_open(struct ledger_olt *o, const struct coordinator_event *e)
{
	struct ledger_node *n = e->by_hand ? NULL : ledger_node_find(o, e->node);

	if (!n)
		return;
	switch ((int)e->kind) {
	case COORDINATOR_QUEUED:
		n->open_due_ms = e->due_ms;
		n->open_started_ms = 0;
		break;
	case COORDINATOR_STARTED:
		n->open_due_ms = e->due_ms;
		n->open_started_ms = e->at_ms;
		break;
	case COORDINATOR_PAUSED:
		n->open_due_ms = 0;
		n->swept = e->slices;
		break;
	case COORDINATOR_RETRY:
	case COORDINATOR_ENDED:
	case COORDINATOR_INTERRUPTED:
		n->open_due_ms = 0;
		n->swept = -1;
		break;
	default:
		break;
	}
}

static void
step_clock(struct ledger *b, int64_t by_ms, int64_t now_ms)
{
	size_t at = 0;

	for (struct ledger_olt *o = map_next(b->by_id, &at); o;
	     o = map_next(b->by_id, &at)) {
		ledger_nodes_step(o, by_ms, now_ms);
		o->wants_plan = o->enabled;
	}
}

static bool
ends_skips(const struct coordinator_event *e)
{
	return e->kind == COORDINATOR_OLT_BACK || e->kind == COORDINATOR_OLT_ENABLED ||
	    e->kind == COORDINATOR_OLT_DISABLED ||
	    (e->kind == COORDINATOR_STARTED && !e->by_hand);
}

void
ledger_event(struct ledger *b, const struct coordinator_event *event)
{
	struct ledger_olt *o = ledger_find(b, event->olt);

	ledger_log_event(b, event);
	if (event->kind == COORDINATOR_CLOCK_STEPPED)
		step_clock(b, event->number, event->at_ms);
	if (!o)
		return;
	if (ends_skips(event))
		ledger_skips_over(b, o, event);
	note_open(o, event);
	if (event->kind == COORDINATOR_ENDED)
		count_end(b, o, event);
	else if (event->kind == COORDINATOR_SKIPPED)
		count_skips(b, o, event);
	else if (event->kind == COORDINATOR_INTERRUPTED)
		count_interrupted(b, o, event);
	else if (event->kind == COORDINATOR_TASK_RUNS_NOW)
		run_now(b, o, event);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "ledger/ledger_int.h"

#include <inttypes.h>
#include <stdlib.h>

#include "model/plan.h"
#include "sched/predict.h"
#include "sched/quota.h"

/* ---- an hour ----------------------------------------------------------------- */

struct ledger_hour *
ledger_hour_of(struct ledger_olt *o, int64_t due_ms)
{
	int64_t start = quota_period_of(due_ms);

	if (start == o->hour.start_ms)
		return &o->hour;
	return start == o->before.start_ms ? &o->before : NULL;
}

bool
ledger_hour_is_settled(const struct ledger_hour *h)
{
	for (size_t i = 0; i < h->trackers.n; i++) {
		const struct tracker *t = VEC_AT(&h->trackers, struct tracker, i);

		if (tracker_is_open(t) && tracker_pending(t) > 0)
			return false;
	}
	return true;
}

static void
move_plan(struct ledger *b, const struct ledger_olt *o, struct ledger_hour *h,
    enum plan_status status, int64_t now_ms)
{
	struct plan plan = { .olt = o->id,
		.period_start_ms = h->start_ms,
		.period_end_ms = h->start_ms + QUOTA_PERIOD_MS,
		.status = status,
		.completed = h->plan.completed,
		.failed = h->plan.failed,
		.created_ms = h->plan.created_ms,
		.updated_ms = now_ms };

	b->ops.move_plan(b->ops.ctx, &plan);
	h->plan.is_dirty = false;
	h->plan.told_ms = now_ms;
	h->plan.is_active = status == PLAN_ACTIVE;
}

void
ledger_hour_flush(
    struct ledger *b, struct ledger_olt *o, struct ledger_hour *h, int64_t now_ms)
{
	for (size_t i = 0; i < h->trackers.n; i++) {
		struct tracker *t = VEC_AT(&h->trackers, struct tracker, i);

		if (t->is_dirty)
			tracker_put(b, t);
	}
	if (h->plan.is_active && h->plan.is_dirty)
		move_plan(b, o, h, PLAN_ACTIVE, now_ms);
}

void
ledger_hour_fini(struct ledger_hour *h)
{
	vec_fini(&h->trackers);
	*h = (struct ledger_hour){ 0 };
}

void
ledger_hour_close(
    struct ledger *b, struct ledger_olt *o, struct ledger_hour *h, int64_t now_ms)
{
	for (size_t i = 0; i < h->trackers.n; i++) {
		struct tracker *t = VEC_AT(&h->trackers, struct tracker, i);

		if (tracker_is_open(t))
			tracker_wait(b, o, t, now_ms);
	}
	if (h->plan.is_active)
		move_plan(b, o, h, plan_ended(h->plan.total, h->plan.completed), now_ms);
	ledger_hour_fini(h);
}

void
ledger_hour_interrupt(
    struct ledger *b, struct ledger_olt *o, struct ledger_hour *h, int64_t now_ms)
{
	for (size_t i = 0; i < h->trackers.n; i++) {
		struct tracker *t = VEC_AT(&h->trackers, struct tracker, i);

		if (!tracker_is_open(t))
			continue;
		t->q.status = QUOTA_INTERRUPTED;
		tracker_put(b, t);
	}
	if (h->plan.is_active)
		move_plan(b, o, h, PLAN_ABORTED, now_ms);
}

static void
begin_hour(struct ledger_olt *o, int64_t start_ms, int64_t from_ms)
{
	struct ledger_hour *h = &o->hour;

	*h = (struct ledger_hour){ .start_ms = start_ms,
		.unplanned_ms = from_ms,
		.trackers = VEC_INIT(struct tracker) };
	for (size_t i = 0; i < o->n_nodes; i++) {
		const struct ledger_node *n = &o->nodes[i];
		int64_t owed = ledger_node_owes(n, from_ms, start_ms + QUOTA_PERIOD_MS);
		struct tracker *t = owed ? tracker_of(h, o->id, n->job, n->label) : NULL;

		if (!t)
			continue;
		t->q.required = owed;
		t->is_dirty = true;
	}
}

void
ledger_roll(struct ledger *b, struct ledger_olt *o, int64_t now_ms, int64_t from_ms)
{
	int64_t start = quota_period_of(now_ms);
	int64_t back = o->hour.start_ms - start;

	/* If the clock was set back by a little, this hour continues; if it was far in
	 * the future, it does not. */
	if (back == 0 || (back > 0 && back <= 2 * QUOTA_PERIOD_MS))
		return;
	if (o->before.start_ms)
		ledger_hour_close(b, o, &o->before, now_ms);
	if (o->hour.start_ms) {
		ledger_hour_flush(b, o, &o->hour, now_ms);
		o->before = o->hour;
	}
	begin_hour(o, start, from_ms > start ? from_ms : start);
	o->wants_plan = o->enabled;
}

/* ---- the plan ---------------------------------------------------------------- */

enum rc
ledger_predict(
    const struct ledger_olt *o, int64_t from_ms, struct prediction *ret_prediction)
{
	struct predict_node *units = calloc(o->n_nodes ? o->n_nodes : 1, sizeof(*units));
	size_t n = 0;
	enum rc rc;

	if (!units)
		return RC_NOMEM;
	for (size_t i = 0; i < o->n_nodes; i++)
		n += ledger_node_work(o, &o->nodes[i], from_ms, &units[n]);
	rc = predict(
	    units, n, from_ms, o->hour.start_ms + QUOTA_PERIOD_MS, ret_prediction);
	free(units);
	return rc;
}

static void
put_plan(struct ledger *b, struct ledger_olt *o, const struct prediction *p,
    int64_t from_ms, int64_t now_ms)
{
	struct plan plan = { .olt = o->id,
		.period_start_ms = o->hour.start_ms,
		.period_end_ms = o->hour.start_ms + QUOTA_PERIOD_MS,
		.status = PLAN_ACTIVE,
		.fits = p->fits,
		.total = p->total,
		.created_ms = now_ms,
		.updated_ms = now_ms,
		.n_runs = p->n_runs,
		.runs = p->runs };
	struct ledger_note note = { .level = ENTRY_WARNING,
		.event = "PLAN_DOES_NOT_FIT",
		.olt = o->id,
		.at_ms = now_ms };
	char from[8], details[256];

	b->ops.put_plan(b->ops.ctx, &plan);
	o->hour.plan = (struct ledger_plan){ .is_active = true,
		.total = p->total,
		.created_ms = now_ms,
		.from_ms = from_ms,
		.told_ms = now_ms };
	if (p->fits)
		return;
	clock_words(o->hour.start_ms, from);
	(void)snprintf(details, sizeof(details),
	    "{\"period_start_ms\":%" PRId64 ",\"total\":%" PRId64 ",\"work_ms\":%" PRId64
	    ",\"skipped\":%" PRId64 ",\"beyond\":%" PRId64 ",\"cut\":%" PRId64 "}",
	    o->hour.start_ms, p->total, p->work_ms, p->skipped, p->beyond, p->cut);
	note.details = details;
	ledger_note(b, &note, "%s: the hour from %s on: %s", o->name, from, p->words);
}

/* Something has changed: the plan of the hour was replaced. */
static void
say_adjusted(struct ledger *b, const struct ledger_olt *o, const struct prediction *p,
    int64_t now_ms)
{
	char details[128];
	struct ledger_note note = { .level = ENTRY_INFO,
		.event = "PLAN_ADJUSTED",
		.olt = o->id,
		.at_ms = now_ms,
		.details = details };

	(void)snprintf(details, sizeof(details),
	    "{\"period_start_ms\":%" PRId64 ",\"total\":%" PRId64 "}", o->hour.start_ms,
	    p->total);
	ledger_note(b, &note,
	    "%s: the plan of this hour was adjusted, %" PRId64 " runs are to come",
	    o->name, p->total);
}

/* Plan the runs that are due from now on; the first plan begins with the required part of
 * the hour. */
void
ledger_plan(struct ledger *b, struct ledger_olt *o, int64_t now_ms)
{
	bool was_planned = !o->hour.unplanned_ms;
	int64_t from = was_planned ? now_ms : o->hour.unplanned_ms;
	struct prediction p;

	if (ledger_predict(o, from, &p) != RC_OK)
		return; /* the plan is still wanted: the next round tries again */
	o->wants_plan = false;
	o->hour.unplanned_ms = 0;
	if (p.total > 0 || o->hour.plan.is_active)
		put_plan(b, o, &p, from, now_ms);
	if (was_planned)
		say_adjusted(b, o, &p, now_ms);
	prediction_fini(&p);
}

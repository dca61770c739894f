/* SPDX-License-Identifier: Apache-2.0
 *
 * Regular work for every OLT, in small parts: an hour begins for 10,000 OLTs at once, and
 * the engine must not be delayed.
 */
#include "ledger/ledger_int.h"

#include <string.h>

enum {
	ROUND_PARTS = 20, /* ticks until every OLT was visited once */
	TICK_MS = 500, /* between two parts of the round */
	PROGRESS_MS = 60000, /* between two updates of the progress of a plan */
	MINUTE_MS = 60000,
};

static bool
has_progress(const struct ledger_hour *h, int64_t now_ms)
{
	return h->plan.is_active && h->plan.is_dirty &&
	    now_ms - h->plan.told_ms >= PROGRESS_MS;
}

static bool
is_dirty(const struct ledger_hour *h)
{
	for (size_t i = 0; i < h->trackers.n; i++) {
		if (VEC_AT(&h->trackers, struct tracker, i)->is_dirty)
			return true;
	}
	return false;
}

static bool
can_close(const struct ledger *b, const struct ledger_olt *o, int64_t now_ms)
{
	int64_t over = o->before.start_ms + QUOTA_PERIOD_MS;

	return o->before.start_ms &&
	    (ledger_hour_is_settled(&o->before) || now_ms >= over + b->options.grace_ms);
}

/* Are there rows to be written? */
static bool
has_news(const struct ledger *b, const struct ledger_olt *o, int64_t now_ms)
{
	return quota_period_of(now_ms) > o->hour.start_ms || o->wants_plan ||
	    is_dirty(&o->hour) || has_progress(&o->hour, now_ms) ||
	    can_close(b, o, now_ms) || trackers_are_due(b, o, now_ms);
}

static void
write_up(struct ledger *b, struct ledger_olt *o, int64_t now_ms)
{
	ledger_roll(b, o, now_ms, 0);
	ledger_hour_flush(b, o, &o->hour, now_ms);
	if (o->wants_plan)
		ledger_plan(b, o, now_ms);
	if (can_close(b, o, now_ms))
		ledger_hour_close(b, o, &o->before, now_ms);
	trackers_close(b, o, false, now_ms);
}

/* False: the store has no room, or the budget of this tick is used. */
static bool
visit(struct ledger *b, struct ledger_olt *o, size_t *budget, int64_t now_ms)
{
	if (has_news(b, o, now_ms)) {
		if (*budget == 0 || !b->ops.has_room(b->ops.ctx))
			return false;
		(*budget)--;
		write_up(b, o, now_ms);
	}
	ledger_check_risk(b, o, now_ms);
	return true;
}

/* Loaded trackers whose OLT does not exist any more are evaluated after their hour. */
static void
forget_loaded(struct ledger *b, int64_t now_ms)
{
	size_t at = 0;

	if (map_count(b->loaded) == 0 || quota_period_of(now_ms) <= b->loaded_hour_ms)
		return;
	for (struct loaded *l = map_next(b->loaded, &at); l;
	     l = map_next(b->loaded, &at)) {
		for (size_t i = 0; i < l->quotas.n; i++) {
			struct quota *old = vec_add(&b->old);

			if (old)
				*old = *VEC_AT(&l->quotas, struct quota, i);
		}
	}
	b->loaded_hour_ms = INT64_MAX;
}

static void
judge_old(struct ledger *b, size_t *budget, int64_t now_ms)
{
	forget_loaded(b, now_ms);
	while (b->old.n > 0 && *budget > 0 && b->ops.has_room(b->ops.ctx)) {
		struct tracker t = { .q = *VEC_AT(&b->old, struct quota, b->old.n - 1) };
		const struct ledger_olt *o = ledger_find(b, t.q.key.olt);

		tracker_close(b, &t, o ? o->name : NULL, now_ms);
		b->old.n--;
		(*budget)--;
	}
}

/* First the OLTs with changes. */
static void
visit_urgent(struct ledger *b, size_t *budget, int64_t now_ms)
{
	size_t done = 0;

	for (; done < b->urgent.n; done++) {
		struct ledger_olt *o =
		    ledger_find(b, *VEC_AT(&b->urgent, struct olt_id, done));

		if (o && !visit(b, o, budget, now_ms))
			break;
		if (o)
			o->is_urgent = false;
	}
	if (done == 0)
		return;
	memmove(b->urgent.data, (struct olt_id *)b->urgent.data + done,
	    (b->urgent.n - done) * sizeof(struct olt_id));
	b->urgent.n -= done;
}

/* The place of a deleted OLT is filled with the last one. */
static void
visit_round(struct ledger *b, size_t *budget, int64_t now_ms)
{
	size_t n = b->olts.n / ROUND_PARTS + 1;

	for (; n > 0 && b->olts.n > 0; n--) {
		struct olt_id *id;
		struct ledger_olt *o;

		b->round %= b->olts.n;
		id = VEC_AT(&b->olts, struct olt_id, b->round);
		o = ledger_find(b, *id);
		if (!o) {
			*id = *VEC_AT(&b->olts, struct olt_id, b->olts.n - 1);
			b->olts.n--;
			continue;
		}
		if (!visit(b, o, budget, now_ms))
			return;
		b->round++;
	}
}

static void
tell_figures(struct ledger *b, const struct coordinator_figures *f, int64_t now_ms)
{
	struct poller_stats stats = { .at_ms = now_ms / MINUTE_MS * MINUTE_MS,
		.machine = b->options.machine,
		.total = f->total,
		.busy = f->busy,
		.busy_percent = f->busy_percent,
		.queue = (int64_t)f->queue,
		.is_saturated = f->is_saturated,
		.completed = f->completed - b->completed,
		.delayed = f->delayed - b->delayed,
		.late_p50_ms = f->late_p50_ms,
		.late_p99_ms = f->late_p99_ms };

	if (b->minute == now_ms / MINUTE_MS)
		return;
	if (b->minute) /* the first minute is incomplete and not reported */
		b->ops.stats(b->ops.ctx, &stats);
	b->minute = now_ms / MINUTE_MS;
	b->completed = f->completed;
	b->delayed = f->delayed;
}

void
ledger_tick(struct ledger *b, const struct coordinator_figures *figures, int64_t now_ms)
{
	size_t budget = b->options.olts_a_tick;

	tell_figures(b, figures, now_ms);
	if (now_ms >= b->ticked_ms && now_ms - b->ticked_ms < TICK_MS)
		return;
	b->ticked_ms = now_ms;
	judge_old(b, &budget, now_ms);
	visit_urgent(b, &budget, now_ms);
	visit_round(b, &budget, now_ms);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The visible state of the coordinator: events, pollers, figures.
 */
#include "coordinator/coordinator_int.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

/* Saturation is reported as over only after this time without saturation. */
#define CALM_MS 10000
/* How often the times of the pollers are updated. */
#define SHOWN_MS 200

/* The names in live events and in the log. */
static const struct {
	const char *name, *type;
} EVENTS[COORDINATOR_EVENT_KINDS] = {
	[COORDINATOR_OLT_ADDED] = { "olt_added", "OLT_ADDED" },
	[COORDINATOR_OLT_ENABLED] = { "olt_enabled", "OLT_ENABLED" },
	[COORDINATOR_OLT_DISABLED] = { "olt_disabled", "OLT_DISABLED" },
	[COORDINATOR_OLT_SUSPENDED] = { "olt_suspended", "OLT_SUSPENDED" },
	[COORDINATOR_OLT_NOT_ANSWERING] = { "olt_not_answering", "OLT_NOT_ANSWERING" },
	[COORDINATOR_OLT_BACK] = { "olt_back", "OLT_BACK" },
	[COORDINATOR_OLT_RESTARTED] = { "olt_restarted", "OLT_RESTARTED" },
	[COORDINATOR_TASK_ADDED] = { "task_added", "TASK_ADDED" },
	[COORDINATOR_TASK_REMOVED] = { "task_removed", "TASK_REMOVED" },
	[COORDINATOR_TASK_ENABLED] = { "task_enabled", "TASK_ENABLED" },
	[COORDINATOR_TASK_DISABLED] = { "task_disabled", "TASK_DISABLED" },
	[COORDINATOR_INTERVAL_CHANGED] = { "task_interval_changed",
	    "TASK_INTERVAL_CHANGED" },
	[COORDINATOR_TASK_CHAINED] = { "task_chained", "TASK_CHAINED" },
	[COORDINATOR_TASK_UNCHAINED] = { "task_unchained", "TASK_UNCHAINED" },
	[COORDINATOR_TASK_RUNS_NOW] = { "task_runs_now", "TASK_RUNS_NOW" },
	[COORDINATOR_QUEUED] = { "queued", "QUEUED" },
	[COORDINATOR_STARTED] = { "started", "STARTED" },
	[COORDINATOR_PAUSED] = { "paused", "PAUSED" },
	[COORDINATOR_CONTINUED] = { "continued", "CONTINUED" },
	[COORDINATOR_ENDED] = { "ended", "ENDED" },
	[COORDINATOR_RETRY] = { "retry", "RETRY" },
	[COORDINATOR_SKIPPED] = { "skipped", "SKIPPED" },
	[COORDINATOR_INTERRUPTED] = { "interrupted", "INTERRUPTED" },
	[COORDINATOR_SATURATED] = { "saturated", "SATURATED" },
	[COORDINATOR_RELIEVED] = { "relieved", "RELIEVED" },
	[COORDINATOR_HELD] = { "held", "HELD" },
	[COORDINATOR_RESUMED] = { "resumed", "RESUMED" },
	[COORDINATOR_CLOCK_STEPPED] = { "clock_stepped", "CLOCK_STEPPED" },
	[COORDINATOR_LEASE_LOST] = { "lease_lost", "LEASE_LOST" },
	[COORDINATOR_WALK_HELD] = { "walk_held", "WALK_HELD" },
};

const char *
coordinator_event_name(enum coordinator_event_kind kind)
{
	return EVENTS[kind].name;
}

const char *
coordinator_event_type(enum coordinator_event_kind kind)
{
	return EVENTS[kind].type;
}

/* ---- events ---------------------------------------------------------------------- */

void
coordinator_say(
    struct coordinator *d, const struct coordinator_event *event, const char *fmt, ...)
{
	struct coordinator_event said = *event;
	char message[512];
	va_list args;

	va_start(args, fmt);
	(void)vsnprintf(message, sizeof(message), fmt, args);
	va_end(args);
	said.at_ms = d->now.wall_ms;
	said.message = message;
	d->ops.say(d->ops.ctx, &said);
}

struct coordinator_event
event_of_node(enum coordinator_event_kind kind, const struct node_state *t)
{
	return (struct coordinator_event){ .kind = kind,
		.olt = t->olt->id,
		.node = t->id,
		.job = t->job,
		.type = t->type,
		.task = t->name };
}

struct coordinator_event
event_of_live(const struct coordinator *d, enum coordinator_event_kind kind,
    const struct live_execution *o)
{
	const struct execution *e = &o->e;
	const struct node_state *t = node_state_find(d, e->node);
	int64_t until_ms = e->finished_ms ? e->finished_ms : d->now.wall_ms;

	return (struct coordinator_event){ .kind = kind,
		.olt = e->olt,
		.node = e->node,
		.execution = e->id,
		.job = e->job,
		.type = e->type,
		.state = e->state,
		.is_made = execution_is_made(e->state, e->share),
		.trouble = e->trouble,
		.due_ms = e->due_ms ? e->due_ms : e->queued_ms,
		.duration_ms = e->started_ms ? until_ms - e->started_ms : 0,
		.busy_ms = e->busy_ms,
		.slices = e->slices,
		.share = e->share,
		.by_hand = !o->is_slot,
		.task = t ? t->name : NULL };
}

const char *
olt_state_name(const struct olt_state *h)
{
	return h ? h->name : "an OLT that is gone";
}

const char *
node_state_name(const struct node_state *t)
{
	return t ? t->name : "a task that is gone";
}

void
figures_started(struct coordinator *d, struct running_unit *r, int64_t late_ms)
{
	lateness_add(&d->lateness, late_ms, d->now.mono_ms);
	if (late_ms > d->late_max_ms)
		d->late_max_ms = late_ms;
	if (late_ms <= d->rules.late_after_ms)
		return;
	d->delayed++;
	d->pollers[r->number].delayed++;
}

void
figures_completed(struct coordinator *d, const struct live_execution *o)
{
	d->completed++;
	/* Its poller may not be in the pool any more. */
	if (o->e.poller > 0 && o->e.poller <= d->n_pollers)
		d->pollers[o->e.poller - 1].completed++;
}

/* ---- figures --------------------------------------------------------------------- */

static void
saturation_tick(struct coordinator *d)
{
	struct load load = { .pollers = d->rules.pollers,
		.busy = d->n_busy,
		.busy_percent =
		    busyness_percent(&d->busyness, d->rules.pollers, d->now.mono_ms),
		.queue = node_queue_figures(d->queue).waiting };
	enum saturation now = saturation_of(&load);

	if (now != SATURATION_NONE) {
		d->calm_since_ms = 0;
		if (d->saturation == SATURATION_NONE)
			d->saturated_ms = d->now.wall_ms;
		if (d->saturation == SATURATION_NONE)
			coordinator_say(d,
			    &(struct coordinator_event){ .kind = COORDINATOR_SATURATED,
				.number = (int64_t)load.queue,
				.why = saturation_words(now) },
			    "Too much to do: %s", saturation_words(now));
		d->saturation = now;
		return;
	}
	if (d->saturation == SATURATION_NONE)
		return;
	if (d->calm_since_ms == 0)
		d->calm_since_ms = d->now.mono_ms;
	if (d->now.mono_ms - d->calm_since_ms < CALM_MS)
		return;
	d->saturation = SATURATION_NONE;
	d->saturated_ms = 0;
	d->calm_since_ms = 0;
	coordinator_say(d, &(struct coordinator_event){ .kind = COORDINATOR_RELIEVED },
	    "The pollers keep up again");
}

void
figures_tick(struct coordinator *d)
{
	int64_t passed_ms = d->now.mono_ms - d->seen_mono_ms;

	if (passed_ms < SHOWN_MS)
		return;
	d->seen_mono_ms = d->now.mono_ms;
	for (int32_t i = 0; i < d->n_pollers; i++)
		d->pollers[i].total_ms = d->now.mono_ms - d->runs[i]->born_mono_ms;
	saturation_tick(d);
}

struct coordinator_figures
coordinator_figures(const struct coordinator *d, struct moment now)
{
	struct lateness lateness = d->lateness;
	struct busyness busyness = d->busyness;
	struct node_queue_figures queue = node_queue_figures(d->queue);
	struct coordinator_figures f = { .total = d->rules.pollers + pollers_leaving(d),
		.busy = d->n_busy,
		.busy_percent =
		    busyness_percent(&busyness, d->rules.pollers, now.mono_ms),
		.queue = queue.waiting,
		.is_saturated = d->saturation != SATURATION_NONE || d->is_held,
		.saturation = d->is_held ? d->why_held : saturation_words(d->saturation),
		.saturated_ms = d->is_held ? d->held_ms : d->saturated_ms,
		.is_held = d->is_held,
		.completed = d->completed,
		.delayed = d->delayed,
		.skipped = d->skipped,
		.late_p50_ms = lateness_percentile(&lateness, 50, now.mono_ms),
		.late_p99_ms = lateness_percentile(&lateness, 99, now.mono_ms),
		.late_max_ms = d->late_max_ms,
		.nodes = map_count(d->tasks),
		.olts = map_count(d->olts),
		.suspended = d->n_suspended,
		.not_answering = d->n_not_answering };

	for (size_t i = 0; i < d->later.n; i++) {
		const struct live_execution *o = d->later.items[i];

		f.retries_waiting += o->unit.kind == UNIT_RETRY;
		f.sweeps_paused += o->unit.kind == UNIT_SLICE;
	}
	for (int i = 0; i < LANES; i++) {
		f.queue_lane[i] = queue.waiting_lane[i];
		f.lanes[i] = unit_lane(d, (enum lane)i);
	}
	return f;
}

size_t
coordinator_pollers(
    const struct coordinator *d, struct coordinator_poller *ret, size_t max)
{
	size_t n = 0;

	for (int32_t i = 0; i < d->n_pollers && n < max; i++) {
		if (i >= d->rules.pollers && !d->pollers[i].is_busy)
			continue;
		ret[n] = d->pollers[i];
		ret[n].number = i + 1;
		ret[n++].is_leaving = i >= d->rules.pollers;
	}
	return n;
}

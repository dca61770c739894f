/* SPDX-License-Identifier: Apache-2.0
 *
 * What can be seen of the desk: events, pollers, figures.
 */
#include "poll/desk_int.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

/* So long nothing must be too much before it is said that it is over. */
#define CALM_MS 10000
/* How often the pollers' times are brought up to date. */
#define SHOWN_MS 200

/* Of live events, and of the log. */
static const struct {
	const char *name, *type;
} EVENTS[DESK_EVENT_KINDS] = {
	[DESK_OLT_ADDED] = { "olt_added", "OLT_ADDED" },
	[DESK_OLT_ENABLED] = { "olt_enabled", "OLT_ENABLED" },
	[DESK_OLT_DISABLED] = { "olt_disabled", "OLT_DISABLED" },
	[DESK_OLT_SUSPENDED] = { "olt_suspended", "OLT_SUSPENDED" },
	[DESK_OLT_NOT_ANSWERING] = { "olt_not_answering", "OLT_NOT_ANSWERING" },
	[DESK_OLT_BACK] = { "olt_back", "OLT_BACK" },
	[DESK_OLT_RESTARTED] = { "olt_restarted", "OLT_RESTARTED" },
	[DESK_TASK_ADDED] = { "task_added", "TASK_ADDED" },
	[DESK_TASK_REMOVED] = { "task_removed", "TASK_REMOVED" },
	[DESK_TASK_ENABLED] = { "task_enabled", "TASK_ENABLED" },
	[DESK_TASK_DISABLED] = { "task_disabled", "TASK_DISABLED" },
	[DESK_INTERVAL_CHANGED] = { "task_interval_changed", "TASK_INTERVAL_CHANGED" },
	[DESK_TASK_CHAINED] = { "task_chained", "TASK_CHAINED" },
	[DESK_TASK_UNCHAINED] = { "task_unchained", "TASK_UNCHAINED" },
	[DESK_TASK_RUNS_NOW] = { "task_runs_now", "TASK_RUNS_NOW" },
	[DESK_QUEUED] = { "queued", "QUEUED" },
	[DESK_STARTED] = { "started", "STARTED" },
	[DESK_PAUSED] = { "paused", "PAUSED" },
	[DESK_CONTINUED] = { "continued", "CONTINUED" },
	[DESK_ENDED] = { "ended", "ENDED" },
	[DESK_RETRY] = { "retry", "RETRY" },
	[DESK_SKIPPED] = { "skipped", "SKIPPED" },
	[DESK_INTERRUPTED] = { "interrupted", "INTERRUPTED" },
	[DESK_SATURATED] = { "saturated", "SATURATED" },
	[DESK_RELIEVED] = { "relieved", "RELIEVED" },
	[DESK_HELD] = { "held", "HELD" },
	[DESK_RESUMED] = { "resumed", "RESUMED" },
	[DESK_CLOCK_STEPPED] = { "clock_stepped", "CLOCK_STEPPED" },
	[DESK_LEASE_LOST] = { "lease_lost", "LEASE_LOST" },
	[DESK_WALK_HELD] = { "walk_held", "WALK_HELD" },
};

const char *
desk_event_name(enum desk_event_kind kind)
{
	return EVENTS[kind].name;
}

const char *
desk_event_type(enum desk_event_kind kind)
{
	return EVENTS[kind].type;
}

/* ---- events ---------------------------------------------------------------------- */

void
desk_say(struct desk *d, const struct desk_event *event, const char *fmt, ...)
{
	struct desk_event said = *event;
	char message[512];
	va_list args;

	va_start(args, fmt);
	(void)vsnprintf(message, sizeof(message), fmt, args);
	va_end(args);
	said.at_ms = d->now.wall_ms;
	said.message = message;
	d->world.say(d->world.ctx, &said);
}

struct desk_event
event_of_task(enum desk_event_kind kind, const struct task *t)
{
	return (struct desk_event){ .kind = kind,
		.olt = t->host->id,
		.node = t->id,
		.job = t->job,
		.type = t->type,
		.task = t->name };
}

struct desk_event
event_of_open(const struct desk *d, enum desk_event_kind kind, const struct open *o)
{
	const struct execution *e = &o->e;
	const struct task *t = task_find(d, e->node);
	int64_t until_ms = e->finished_ms ? e->finished_ms : d->now.wall_ms;

	return (struct desk_event){ .kind = kind,
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
host_name(const struct host *h)
{
	return h ? h->name : "an OLT that is gone";
}

const char *
task_name(const struct task *t)
{
	return t ? t->name : "a task that is gone";
}

void
figures_started(struct desk *d, struct run *r, int64_t late_ms)
{
	lateness_add(&d->lateness, late_ms, d->now.mono_ms);
	if (late_ms > d->late_max_ms)
		d->late_max_ms = late_ms;
	if (late_ms <= d->rules.late_after_ms)
		return;
	d->delayed++;
	d->pollers[r->number].delayed++;
}

/* ---- figures --------------------------------------------------------------------- */

static void
saturation_tick(struct desk *d)
{
	struct load load = { .pollers = d->rules.pollers,
		.busy = d->n_busy,
		.busy_percent =
		    busyness_percent(&d->busyness, d->rules.pollers, d->now.mono_ms),
		.queue = broker_figures(d->broker).waiting };
	enum saturation now = saturation_of(&load);

	if (now != SATURATION_NONE) {
		d->calm_since_ms = 0;
		if (d->saturation == SATURATION_NONE)
			d->saturated_ms = d->now.wall_ms;
		if (d->saturation == SATURATION_NONE)
			desk_say(d,
			    &(struct desk_event){ .kind = DESK_SATURATED,
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
	desk_say(d, &(struct desk_event){ .kind = DESK_RELIEVED },
	    "The pollers keep up again");
}

void
figures_tick(struct desk *d)
{
	int64_t passed_ms = d->now.mono_ms - d->seen_mono_ms;

	if (passed_ms < SHOWN_MS)
		return;
	d->seen_mono_ms = d->now.mono_ms;
	for (int32_t i = 0; i < d->n_pollers; i++)
		d->pollers[i].total_ms = d->now.mono_ms - d->runs[i]->born_mono_ms;
	saturation_tick(d);
}

struct desk_figures
desk_figures(const struct desk *d, struct moment now)
{
	struct lateness lateness = d->lateness;
	struct busyness busyness = d->busyness;
	struct broker_figures queue = broker_figures(d->broker);
	struct desk_figures f = { .total = d->rules.pollers + pollers_leaving(d),
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
		.olts = map_count(d->hosts),
		.suspended = d->n_suspended,
		.not_answering = d->n_not_answering };

	for (size_t i = 0; i < d->later.n; i++) {
		const struct open *o = d->later.items[i];

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
desk_pollers(const struct desk *d, struct desk_poller *ret, size_t max)
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

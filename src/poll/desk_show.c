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

static const char *const EVENTS[DESK_EVENT_KINDS] = {
	[DESK_OLT_ADDED] = "olt_added",
	[DESK_OLT_ENABLED] = "olt_enabled",
	[DESK_OLT_DISABLED] = "olt_disabled",
	[DESK_OLT_SUSPENDED] = "olt_suspended",
	[DESK_OLT_BACK] = "olt_back",
	[DESK_TASK_ADDED] = "task_added",
	[DESK_TASK_REMOVED] = "task_removed",
	[DESK_TASK_ENABLED] = "task_enabled",
	[DESK_TASK_DISABLED] = "task_disabled",
	[DESK_INTERVAL_CHANGED] = "interval_changed",
	[DESK_QUEUED] = "queued",
	[DESK_STARTED] = "started",
	[DESK_ENDED] = "ended",
	[DESK_RETRY] = "retry",
	[DESK_SKIPPED] = "skipped",
	[DESK_INTERRUPTED] = "interrupted",
	[DESK_SATURATED] = "saturated",
	[DESK_RELIEVED] = "relieved",
	[DESK_HELD] = "held",
	[DESK_RESUMED] = "resumed",
	[DESK_CLOCK_STEPPED] = "clock_stepped",
	[DESK_LEASE_LOST] = "lease_lost",
	[DESK_WALK_HELD] = "walk_held",
};

const char *
desk_event_name(enum desk_event_kind kind)
{
	return EVENTS[kind];
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
		.type = e->type,
		.state = e->state,
		.trouble = e->trouble,
		.due_ms = e->due_ms ? e->due_ms : e->queued_ms,
		.duration_ms = e->started_ms ? until_ms - e->started_ms : 0,
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

/* ---- pollers --------------------------------------------------------------------- */

int32_t
poller_number(const struct desk *d, const struct run *r)
{
	return (int32_t)(r - d->runs);
}

struct run *
poller_take(struct desk *d, const struct unit *unit)
{
	int32_t number;

	assert(d->n_free > 0);
	number = d->free_pollers[--d->n_free];
	d->held[unit->lane]++;
	d->runs[number] = (struct run){ .is_busy = true };
	d->pollers[number].is_busy = true;
	d->pollers[number].since_ms = d->now.wall_ms;
	busyness_set(&d->busyness, d->rules.pollers - d->n_free, d->now.mono_ms);
	return &d->runs[number];
}

void
poller_give(struct desk *d, struct run *r)
{
	int32_t number = poller_number(d, r);
	struct desk_poller *p = &d->pollers[number];

	p->is_busy = false;
	p->busy_ms += d->now.wall_ms - p->since_ms;
	p->since_ms = d->now.wall_ms;
	r->is_busy = false;
	d->held[r->unit.lane]--;
	d->free_pollers[d->n_free++] = number;
	busyness_set(&d->busyness, d->rules.pollers - d->n_free, d->now.mono_ms);
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
	d->pollers[poller_number(d, r)].delayed++;
}

/* ---- figures --------------------------------------------------------------------- */

static void
saturation_tick(struct desk *d)
{
	struct load load = { .pollers = d->rules.pollers,
		.busy = d->rules.pollers - d->n_free,
		.busy_percent =
		    busyness_percent(&d->busyness, d->rules.pollers, d->now.mono_ms),
		.queue = broker_figures(d->broker).waiting };
	enum saturation now = saturation_of(&load);

	if (now != SATURATION_NONE) {
		d->calm_since_ms = 0;
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
	for (int32_t i = 0; i < d->rules.pollers; i++)
		d->pollers[i].total_ms = d->now.mono_ms - d->started_mono_ms;
	saturation_tick(d);
}

struct desk_figures
desk_figures(const struct desk *d, struct moment now)
{
	struct lateness lateness = d->lateness;
	struct busyness busyness = d->busyness;
	struct broker_figures queue = broker_figures(d->broker);
	struct desk_figures f = { .total = d->rules.pollers,
		.busy = d->rules.pollers - d->n_free,
		.busy_percent =
		    busyness_percent(&busyness, d->rules.pollers, now.mono_ms),
		.queue = queue.waiting,
		.is_saturated = d->saturation != SATURATION_NONE || d->is_held,
		.saturation = d->is_held ? d->why_held : saturation_words(d->saturation),
		.is_held = d->is_held,
		.completed = d->completed,
		.delayed = d->delayed,
		.skipped = d->skipped,
		.late_p50_ms = lateness_percentile(&lateness, 50, now.mono_ms),
		.late_p99_ms = lateness_percentile(&lateness, 99, now.mono_ms),
		.late_max_ms = d->late_max_ms,
		.nodes = map_count(d->tasks),
		.olts = map_count(d->hosts),
		.suspended = d->n_suspended };

	for (size_t i = 0; i < d->later.n; i++) {
		const struct open *o = d->later.items[i];

		f.retries_waiting += o->unit.kind == UNIT_RETRY;
	}
	for (int i = 0; i < LANES; i++) {
		f.queue_lane[i] = queue.waiting_lane[i];
		f.lanes[i] = unit_lane(d, (enum lane)i);
	}
	return f;
}

const struct desk_poller *
desk_pollers(const struct desk *d, size_t *ret_n)
{
	*ret_n = (size_t)d->rules.pollers;
	return d->pollers;
}

bool
desk_look(const struct desk *d, struct olt_id olt, struct desk_look *ret)
{
	const struct host *h = host_find(d, olt);
	const struct open *o;

	if (!h)
		return false;
	*ret = (struct desk_look){
		.is_enabled = h->enabled, .is_busy = h->is_probing, .health = h->health
	};
	TAILQ_FOREACH(o, &h->opens, same_host)
	{
		ret->waiting += o->place == OPEN_WAITING;
		if (o->place == OPEN_RUNNING) {
			ret->is_busy = true;
			ret->execution = o->e.id;
		}
	}
	for (size_t i = 0; i < h->n_tasks; i++) {
		int64_t next_ms = h->tasks[i]->next_ms;

		if (next_ms && (!ret->next_run_ms || next_ms < ret->next_run_ms))
			ret->next_run_ms = next_ms;
	}
	return true;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The snapshot: made when something has changed and at least once a second. Making one
 * goes through all OLTs, so that with many of them it is made less often: it may take
 * one part in fifty of the engine's time, and no more.
 */
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "poll/engine_int.h"

enum { SHOW_MIN_MS = 200, SHOW_MAX_MS = 1000, SHOW_SHARE = 50, QUEUE_SHOWN = 1000 };

static void
show_olt(const struct engine *e, const struct line *line, struct snapshot_olt *ret)
{
	struct desk_look look = { 0 };

	(void)!desk_look(e->desk, line->id, &look);
	*ret = (struct snapshot_olt){ .id = line->id,
		.is_enabled = look.is_enabled,
		.is_busy = look.is_busy,
		.suspended_ms = look.health.suspended_ms,
		.next_probe_ms = look.health.next_probe_ms,
		.probe_answers = look.health.answers,
		.failures = look.health.failures,
		.execution = look.execution,
		.next_run_ms = look.next_run_ms,
		.waiting = look.waiting };
}

static struct snapshot *
make_snapshot(struct engine *e, struct moment now)
{
	struct desk_figures figures = desk_figures(e->desk, now);
	struct snapshot_size size = { .olts = e->lines.all.n,
		.queue = figures.queue < QUEUE_SHOWN ? figures.queue : QUEUE_SHOWN };
	const struct desk_poller *pollers = desk_pollers(e->desk, &size.pollers);
	struct snapshot *s = snapshot_new(&size);
	struct snapshot_olt *olts;

	if (!s)
		return NULL;
	s->at_ms = now.wall_ms;
	s->figures = figures;
	s->n_pollers = size.pollers;
	memcpy(snapshot_pollers(s), pollers, size.pollers * sizeof(*pollers));
	s->n_queue =
	    broker_waiting(e->broker, snapshot_queue(s), size.queue, now.wall_ms);
	s->n_olts = size.olts;
	olts = snapshot_olts(s);
	for (size_t i = 0; i < size.olts; i++)
		show_olt(e, *VEC_AT(&e->lines.all, struct line *, i), &olts[i]);
	s->messages = e->n_letters;
	s->values = e->n_values;
	s->loop_late_us = e->loop_late_us;
	s->tick_us = e->tick_us;
	return s;
}

void
show_tick(struct engine *e, int64_t now_ms)
{
	int64_t began_us, next_ms;
	struct snapshot *s;

	if (now_ms < e->next_show_ms ||
	    (!e->has_news && now_ms < e->next_show_ms + SHOW_MAX_MS - SHOW_MIN_MS))
		return;
	began_us = clock_mono_us();
	s = make_snapshot(e, engine_now());
	if (s)
		window_show(e->window, s);
	else
		log_warn("engine", "no memory for a snapshot, the last one stays");
	e->has_news = false;
	next_ms = (clock_mono_us() - began_us) * SHOW_SHARE / 1000;
	next_ms = next_ms < SHOW_MIN_MS ? SHOW_MIN_MS
	    : next_ms > SHOW_MAX_MS     ? SHOW_MAX_MS
					: next_ms;
	e->next_show_ms = now_ms + next_ms;
}

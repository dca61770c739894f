/* SPDX-License-Identifier: Apache-2.0
 *
 * The snapshot: made when something has changed and at least once a second. It contains
 * all OLTs, so with many of them it is made less often: it may use at most a fiftieth of
 * the engine's time.
 */
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "engine/engine_int.h"

enum { SHOW_MIN_MS = 200, SHOW_MAX_MS = 1000, SHOW_SHARE = 50, QUEUE_SHOWN = 1000 };

/* The progress of the first reading of levels. */
static void
show_first_reading(
    const struct engine *e, const struct device *device, struct snapshot_olt *ret)
{
	ret->lacks_levels = true;
	ret->onus = (uint32_t)known_count(device->known);
	ret->asked = (uint32_t)runner_asked(e, device);
}

static void
show_olt(const struct engine *e, const struct device *device, struct snapshot_olt *ret)
{
	struct coordinator_look look = { 0 };

	(void)!coordinator_look(e->coordinator, device->id, &look);
	*ret = (struct snapshot_olt){ .id = device->id,
		.is_enabled = look.is_enabled,
		.is_busy = look.is_busy,
		.suspended_ms = look.health.suspended_ms,
		.not_answering_ms = look.health.not_answering_ms,
		.last_answer_ms = look.health.last_answer_ms,
		.up_since_ms = look.health.up_since_ms,
		.next_probe_ms = look.health.next_probe_ms,
		.probe_answers = look.health.answers,
		.failures = look.health.failures,
		.execution = look.execution,
		.next = look.next,
		.waiting = look.waiting };
	if (look.lacks_levels)
		show_first_reading(e, device, ret);
}

/* All OLTs with their nodes. */
static void
show_olts(const struct engine *e, struct snapshot *s, size_t max_nodes)
{
	struct snapshot_olt *olts = snapshot_olts(s);
	struct coordinator_next *nodes = snapshot_nodes(s);

	for (size_t i = 0; i < s->n_olts; i++) {
		show_olt(e, *VEC_AT(&e->devices.all, struct device *, i), &olts[i]);
		olts[i].first_node = s->n_nodes;
		olts[i].n_nodes = coordinator_nexts(e->coordinator, olts[i].id,
		    nodes + s->n_nodes, max_nodes - s->n_nodes);
		s->n_nodes += olts[i].n_nodes;
	}
}

static struct snapshot *
make_snapshot(struct engine *e, struct moment now)
{
	struct coordinator_figures figures = coordinator_figures(e->coordinator, now);
	struct snapshot_size size = { .olts = e->devices.all.n,
		.queue = figures.queue < QUEUE_SHOWN ? figures.queue : QUEUE_SHOWN,
		.nodes = figures.nodes };
	struct snapshot *s;

	size.pollers = (size_t)figures.total;
	s = snapshot_new(&size);
	if (!s)
		return NULL;
	s->at_ms = now.wall_ms;
	s->started_ms = e->started_ms;
	s->figures = figures;
	s->n_pollers =
	    coordinator_pollers(e->coordinator, snapshot_pollers(s), size.pollers);
	s->n_queue =
	    node_queue_waiting(e->queue, snapshot_queue(s), size.queue, now.wall_ms);
	s->n_olts = size.olts;
	show_olts(e, s, size.nodes);
	s->messages = e->n_messages;
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

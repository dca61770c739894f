/* SPDX-License-Identifier: Apache-2.0 */
#include "world_int.h"

int64_t
world_now(const struct world *w)
{
	return w->wall_ms;
}

int64_t
world_mono(const struct world *w)
{
	return w->mono_ms;
}

struct moment
world_moment(const struct world *w)
{
	return (struct moment){ w->wall_ms, w->mono_ms };
}

size_t
world_n_orders(const struct world *w)
{
	return w->orders.n;
}

const struct world_order *
world_order(const struct world *w, size_t i)
{
	assert_true(i < w->orders.n);
	return VEC_AT(&w->orders, struct world_order, i);
}

const struct world_order *
world_order_of(const struct world *w, int64_t node, size_t i)
{
	for (size_t at = 0; at < w->orders.n; at++) {
		const struct world_order *o = world_order(w, at);

		if (o->node.v == node && i-- == 0)
			return o;
	}
	fail_msg("node %lld did not run that often", (long long)node);
	return NULL;
}

int64_t
world_runs(const struct world *w, int64_t node, int64_t from, int64_t to)
{
	int64_t n = 0;

	for (size_t i = 0; i < w->orders.n; i++) {
		const struct world_order *o = world_order(w, i);

		n += o->node.v == node && o->started_ms >= from && o->started_ms < to;
	}
	return n;
}

const struct execution *
world_execution(const struct world *w, int64_t execution)
{
	const struct story *s = map_find_u64(w->stories, (uint64_t)execution);

	assert_true(s && s->is_stored);
	return &s->stored;
}

int64_t
world_slots(const struct world *w, int64_t node, int64_t from, int64_t to)
{
	size_t at = 0;
	const struct story *s;
	int64_t n = 0;

	while ((s = map_next(w->stories, &at)))
		n += s->is_stored && s->stored.node.v == node &&
		    s->stored.due_ms >= from && s->stored.due_ms < to;
	return n;
}

int64_t
world_last_execution(const struct world *w)
{
	return w->last_execution;
}

int64_t
world_count(const struct world *w, enum execution_state state)
{
	size_t at = 0;
	const struct story *s;
	int64_t n = 0;

	while ((s = map_next(w->stories, &at)))
		n += s->is_stored && s->stored.state == state;
	return n;
}

int64_t
world_said(const struct world *w, enum coordinator_event_kind kind)
{
	return w->said[kind].n;
}

const char *
world_last(const struct world *w, enum coordinator_event_kind kind)
{
	return w->said[kind].text;
}

int64_t
world_last_number(const struct world *w, enum coordinator_event_kind kind)
{
	return w->said[kind].number;
}

struct coordinator *
world_desk(struct world *w)
{
	return w->coordinator;
}

struct node_queue *
world_queue(struct world *w)
{
	return w->queue;
}

struct coordinator_figures
world_figures(const struct world *w)
{
	return coordinator_figures(w->coordinator, world_moment(w));
}

void
world_listen(struct world *w,
    void (*say)(void *ctx, const struct coordinator_event *event), void *ctx)
{
	w->listener = say;
	w->listener_ctx = ctx;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/window_int.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* A snapshot, with a reference counter before it and its arrays after it. */
struct counted {
	atomic_uint owners;
	struct snapshot s;
	struct coordinator_poller *pollers; /* these four are parts of the same memory */
	struct unit *queue;
	struct snapshot_olt *olts;
	struct coordinator_next *nodes;
};

struct window {
	pthread_mutex_t lock; /* guards newest */
	struct snapshot *newest; /* one reference */
};

static struct counted *
counted_of(const struct snapshot *s)
{
	return (struct counted *)((uintptr_t)s - offsetof(struct counted, s));
}

struct window *
engine_window_new(void)
{
	struct window *w = calloc(1, sizeof(*w));

	if (!w || pthread_mutex_init(&w->lock, NULL) == 0)
		return w;
	free(w);
	return NULL;
}

void
engine_window_free(struct window *w)
{
	if (!w)
		return;
	if (w->newest)
		snapshot_release(w->newest);
	(void)pthread_mutex_destroy(&w->lock);
	free(w);
}

struct snapshot *
snapshot_new(const struct snapshot_size *size)
{
	/* All of them contain 64-bit numbers, so each array ends at a valid start of the
	 * next. */
	size_t bytes = sizeof(struct counted) +
	    size->pollers * sizeof(struct coordinator_poller) +
	    size->queue * sizeof(struct unit) + size->olts * sizeof(struct snapshot_olt) +
	    size->nodes * sizeof(struct coordinator_next);
	struct counted *c = calloc(1, bytes);

	if (!c)
		return NULL;
	atomic_init(&c->owners, 1);
	c->pollers = (struct coordinator_poller *)(c + 1);
	c->queue = (struct unit *)(c->pollers + size->pollers);
	c->olts = (struct snapshot_olt *)(c->queue + size->queue);
	c->s.pollers = c->pollers;
	c->s.queue = c->queue;
	c->s.olts = c->olts;
	c->nodes = (struct coordinator_next *)(c->olts + size->olts);
	c->s.nodes = c->nodes;
	return &c->s;
}

struct coordinator_poller *
snapshot_pollers(struct snapshot *s)
{
	return counted_of(s)->pollers;
}

struct unit *
snapshot_queue(struct snapshot *s)
{
	return counted_of(s)->queue;
}

struct snapshot_olt *
snapshot_olts(struct snapshot *s)
{
	return counted_of(s)->olts;
}

struct coordinator_next *
snapshot_nodes(struct snapshot *s)
{
	return counted_of(s)->nodes;
}

/* They are sorted by id. */
static const struct snapshot_olt *
olt_of(const struct snapshot *s, struct olt_id olt)
{
	size_t low = 0, high = s->n_olts;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (s->olts[middle].id.v < olt.v)
			low = middle + 1;
		else
			high = middle;
	}
	return low < s->n_olts && s->olts[low].id.v == olt.v ? &s->olts[low] : NULL;
}

struct next
snapshot_next(const struct snapshot *s, struct olt_id olt)
{
	const struct snapshot_olt *o = olt_of(s, olt);

	return o ? o->next : (struct next){ .kind = NEXT_UNKNOWN };
}

struct next
snapshot_next_node(const struct snapshot *s, struct olt_id olt, struct node_id node)
{
	const struct snapshot_olt *o = olt_of(s, olt);

	for (size_t i = 0; o && i < o->n_nodes; i++) {
		const struct coordinator_next *n = &s->nodes[o->first_node + i];

		if (n->node.v == node.v)
			return n->next;
	}
	return (struct next){ .kind = NEXT_UNKNOWN };
}

void
snapshot_release(const struct snapshot *s)
{
	struct counted *c = counted_of(s);

	if (atomic_fetch_sub(&c->owners, 1) == 1)
		free(c);
}

void
window_show(struct window *w, struct snapshot *s)
{
	struct snapshot *before;

	pthread_mutex_lock(&w->lock);
	before = w->newest;
	w->newest = s;
	pthread_mutex_unlock(&w->lock);
	if (before)
		snapshot_release(before);
}

const struct snapshot *
window_look(struct window *w)
{
	struct snapshot *s;

	pthread_mutex_lock(&w->lock);
	s = w->newest;
	if (s)
		atomic_fetch_add(&counted_of(s)->owners, 1);
	pthread_mutex_unlock(&w->lock);
	return s;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "poll/books_int.h"

#include <stdlib.h>

/* What a run is taken to take until it has been seen. */
enum { GUESS_MS = 5000 };

struct book_node *
book_node_find(const struct book_olt *o, struct node_id id)
{
	for (size_t i = 0; i < o->n_nodes; i++) {
		if (o->nodes[i].id.v == id.v)
			return &o->nodes[i];
	}
	return NULL;
}

/* As it is told. */
struct telling {
	const struct desk_node *node;
	int64_t since_ms, now_ms;
	bool olt_enabled;
};

/* As the desk does it. A node that ran before by the same schedule goes on; one with
 * another schedule has its next slot by that; one that did not run begins as if it were
 * new. */
static int64_t
anchor_of(const struct book_node *n, const struct book_node *old, const struct telling *t)
{
	const struct node *node = &t->node->node;
	struct schedule_past past = { node->next_run_ms, node->last_run_ms,
		t->node->last_slot_ms };
	int64_t now_ms = t->now_ms;

	if (!n->runs)
		return INT64_MAX;
	if (!old)
		return schedule_resume(&n->schedule, &past, t->since_ms, now_ms);
	if (!old->runs)
		return schedule_first(&n->schedule, now_ms);
	if (schedule_is_same(&n->schedule, &old->schedule))
		return old->anchor_ms;
	return schedule_next(&n->schedule, 0, now_ms, NULL);
}

static int64_t
known_average(struct books *b, const struct book_node *old, struct node_id id)
{
	int64_t *loaded, average;

	if (old)
		return old->average_ms;
	loaded = map_take_u64(b->durations, (uint64_t)id.v);
	average = loaded ? *loaded : 0;
	free(loaded);
	return average;
}

static void
fill_master(
    struct book_node *n, const struct book_node *old, const struct telling *telling)
{
	const struct node *node = &telling->node->node;
	/* A cron that does not parse never runs; whoever stores it has said so. */
	bool has_schedule = schedule_make(node->interval_ms, node->cron,
				(uint64_t)node->id.v, &n->schedule, NULL) == RC_OK;

	n->runs = telling->olt_enabled && node->enabled && has_schedule;
	n->anchor_ms = anchor_of(n, old, telling);
}

/* A chained node is due whenever its master is, which stands before it. */
static void
fill_chained(struct book_node *n, const struct book_node *nodes, size_t n_before,
    const struct node *node)
{
	for (size_t i = 0; i < n_before; i++) {
		if (nodes[i].id.v != node->master.v)
			continue;
		n->schedule = nodes[i].schedule;
		n->anchor_ms = nodes[i].anchor_ms;
		n->runs = nodes[i].runs && node->enabled;
	}
}

struct book_node *
book_nodes_new(struct books *b, const struct book_olt *old_olt,
    const struct desk_olt *olt, int64_t now_ms)
{
	struct book_node *nodes = calloc(olt->n_nodes ? olt->n_nodes : 1, sizeof(*nodes));

	for (size_t i = 0; nodes && i < olt->n_nodes; i++) {
		struct telling telling = { &olt->nodes[i], olt->since_ms, now_ms,
			olt->enabled };
		const struct node *node = &olt->nodes[i].node;
		const struct book_node *old = book_node_find(old_olt, node->id);
		struct book_node *n = &nodes[i];

		n->id = node->id;
		n->master = node->master;
		n->type = node->type;
		n->priority = node->priority;
		n->average_ms = known_average(b, old, node->id);
		if (node->master.v)
			fill_chained(n, nodes, i, node);
		else
			fill_master(n, old, &telling);
	}
	return nodes;
}

int64_t
book_node_next(const struct book_node *n, int64_t from_ms)
{
	if (!n->runs)
		return INT64_MAX;
	if (n->anchor_ms >= from_ms)
		return n->anchor_ms;
	return schedule_next(&n->schedule, n->anchor_ms, from_ms - 1, NULL);
}

void
book_nodes_step(struct book_olt *o, int64_t by_ms, int64_t now_ms)
{
	for (size_t i = 0; i < o->n_nodes; i++) {
		struct book_node *n = &o->nodes[i];

		if (n->runs)
			n->anchor_ms =
			    schedule_stepped(&n->schedule, n->anchor_ms, by_ms, now_ms);
	}
}

void
book_nodes_owe(const struct book_node *nodes, size_t n, int64_t from_ms, int64_t to_ms,
    int64_t owed[TASK_TYPES])
{
	for (size_t i = 0; i < n; i++)
		owed[nodes[i].type] += schedule_runs(
		    &nodes[i].schedule, book_node_next(&nodes[i], from_ms), to_ms);
}

int64_t
book_unit_ms(const struct book_olt *o, const struct book_node *master)
{
	int64_t sum = 0;

	for (size_t i = 0; i < o->n_nodes; i++) {
		const struct book_node *n = &o->nodes[i];
		bool is_of_it = n == master || n->master.v == master->id.v;

		if (is_of_it && n->runs)
			sum += n->average_ms ? n->average_ms : GUESS_MS;
	}
	return sum;
}

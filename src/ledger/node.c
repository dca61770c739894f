/* SPDX-License-Identifier: Apache-2.0 */
#include "ledger/ledger_int.h"

#include <stdio.h>
#include <stdlib.h>

#include "sched/predict.h"

/* The assumed duration of a run until one was measured. */
enum { GUESS_MS = 5000 };

struct ledger_node *
ledger_node_find(const struct ledger_olt *o, struct node_id id)
{
	for (size_t i = 0; i < o->n_nodes; i++) {
		if (o->nodes[i].id.v == id.v)
			return &o->nodes[i];
	}
	return NULL;
}

/* The input for a node. */
struct telling {
	const struct coordinator_node *node;
	int64_t since_ms, now_ms;
	bool olt_enabled;
};

/* As in the coordinator: with the same schedule a node continues; with another schedule
 * it has the next slot of that one; a node that was not enabled starts like a new one. */
static int64_t
anchor_of(
    const struct ledger_node *n, const struct ledger_node *old, const struct telling *t)
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

static struct ledger_duration
known_duration(struct ledger *b, const struct ledger_node *old, struct node_id id)
{
	struct ledger_duration *loaded, takes = { 0 };

	if (old)
		return old->takes;
	loaded = map_take_u64(b->durations, (uint64_t)id.v);
	if (loaded)
		takes = *loaded;
	free(loaded);
	return takes;
}

static void
fill_master(
    struct ledger_node *n, const struct ledger_node *old, const struct telling *telling)
{
	const struct node *node = &telling->node->node;
	/* An invalid cron expression never runs; it was reported when it was stored. */
	bool has_schedule = schedule_make(node->interval_ms, node->cron,
				(uint64_t)node->id.v, &n->schedule, NULL) == RC_OK;

	n->runs = telling->olt_enabled && node->enabled && has_schedule;
	n->anchor_ms = anchor_of(n, old, telling);
}

/* A chained node is due when its master is, which is before it in the list. */
static void
fill_chained(struct ledger_node *n, const struct ledger_node *nodes, size_t n_before,
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

struct ledger_node *
ledger_nodes_new(struct ledger *b, const struct ledger_olt *old_olt,
    const struct coordinator_olt *olt, int64_t now_ms)
{
	struct ledger_node *nodes =
	    calloc(olt->n_nodes ? olt->n_nodes : 1, sizeof(*nodes));

	for (size_t i = 0; nodes && i < olt->n_nodes; i++) {
		struct telling telling = { &olt->nodes[i], olt->since_ms, now_ms,
			olt->enabled };
		const struct node *node = &olt->nodes[i].node;
		const struct ledger_node *old = ledger_node_find(old_olt, node->id);
		struct ledger_node *n = &nodes[i];

		n->id = node->id;
		n->master = node->master;
		n->job = node->job;
		n->type = node->type;
		(void)snprintf(n->label, sizeof(n->label), "%s",
		    olt->nodes[i].label ? olt->nodes[i].label : "");
		n->priority = node->priority;
		n->takes = known_duration(b, old, node->id);
		n->open_due_ms = old ? old->open_due_ms : 0;
		n->open_started_ms = old ? old->open_started_ms : 0;
		n->swept = old ? old->swept : -1;
		if (old)
			n->skips = old->skips;
		if (node->master.v)
			fill_chained(n, nodes, i, node);
		else
			fill_master(n, old, &telling);
	}
	return nodes;
}

int64_t
ledger_node_next(const struct ledger_node *n, int64_t from_ms)
{
	if (!n->runs)
		return INT64_MAX;
	if (n->anchor_ms >= from_ms)
		return n->anchor_ms;
	return schedule_next(&n->schedule, n->anchor_ms, from_ms - 1, NULL);
}

void
ledger_nodes_step(struct ledger_olt *o, int64_t by_ms, int64_t now_ms)
{
	for (size_t i = 0; i < o->n_nodes; i++) {
		struct ledger_node *n = &o->nodes[i];

		if (n->runs)
			n->anchor_ms =
			    schedule_stepped(&n->schedule, n->anchor_ms, by_ms, now_ms);
	}
}

const struct ledger_node *
ledger_nodes_of_job(const struct ledger_node *nodes, size_t n, struct job_id job)
{
	for (size_t i = 0; i < n; i++) {
		if (nodes[i].job.v == job.v)
			return &nodes[i];
	}
	return NULL;
}

int64_t
ledger_node_owes(const struct ledger_node *n, int64_t from_ms, int64_t to_ms)
{
	return n ? schedule_runs(&n->schedule, ledger_node_next(n, from_ms), to_ms) : 0;
}

static int64_t
node_ms(const struct ledger_node *n)
{
	return n->takes.busy_ms ? n->takes.busy_ms : GUESS_MS;
}

static bool
is_sweep(const struct ledger_node *n)
{
	return n->takes.slices > 1;
}

/* With its chain, except links that are sweeps. */
static int64_t
unit_ms(const struct ledger_olt *o, const struct ledger_node *master)
{
	int64_t sum = node_ms(master);

	for (size_t i = 0; i < o->n_nodes; i++) {
		const struct ledger_node *n = &o->nodes[i];

		if (n->master.v == master->id.v && n->runs && !is_sweep(n))
			sum += node_ms(n);
	}
	return sum;
}

/* The remaining time of a run that was due before. */
static int64_t
left_ms(const struct ledger_olt *o, const struct ledger_node *n, int64_t from_ms)
{
	int64_t left = unit_ms(o, n);

	if (n->open_due_ms == 0 || n->open_due_ms >= from_ms)
		return 0;
	if (n->open_started_ms && n->open_started_ms < from_ms)
		left -= from_ms - n->open_started_ms;
	return left > 0 ? left : 1;
}

static int64_t
slices_left(const struct ledger_node *n)
{
	return n->swept >= 0 && n->takes.slices > n->swept ? n->takes.slices - n->swept
							   : 0;
}

bool
ledger_node_work(const struct ledger_olt *o, const struct ledger_node *n, int64_t from_ms,
    struct predict_node *ret_work)
{
	bool is_link = n->master.v != 0;

	if (!n->runs || (is_link && !is_sweep(n)))
		return false;
	*ret_work = (struct predict_node){ .node = n->id,
		.type = n->type,
		.schedule = &n->schedule,
		.next_run_ms = ledger_node_next(n, from_ms),
		.priority = n->priority,
		.duration_ms = is_link ? node_ms(n) : unit_ms(o, n),
		.slices = n->takes.slices,
		.slices_left = slices_left(n),
		.open_ms = is_link ? 0 : left_ms(o, n, from_ms),
		.open_due_ms = n->open_started_ms ? 0 : n->open_due_ms,
		.is_link = is_link };
	return true;
}

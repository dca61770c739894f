/* SPDX-License-Identifier: Apache-2.0
 *
 * The next runs of an OLT and its tasks, for display.
 */
#include "coordinator/coordinator_int.h"

/* Its execution that has not ended: a running one, else a waiting one. NULL: none. */
static const struct live_execution *
open_of(const struct node_state *t)
{
	const struct live_execution *o, *found = NULL;

	TAILQ_FOREACH(o, &t->olt->executions, same_host)
	{
		if (o->task != t)
			continue;
		if (o->place == LIVE_RUNNING)
			return o;
		if (!found || found->place == LIVE_LATER)
			found = o;
	}
	return found;
}

/* Why the slots of the OLT do not run; NEXT_PLANNED: they run. */
static enum next_kind
kind_of_host(const struct olt_state *h)
{
	if (!h->enabled)
		return NEXT_OFF;
	if (h->health.suspended_ms)
		return NEXT_SUSPENDED;
	return h->health.not_answering_ms ? NEXT_NOT_ANSWERING : NEXT_PLANNED;
}

static enum next_kind
kind_of_task(const struct node_state *t)
{
	if (!node_state_is_on(t))
		return NEXT_OFF;
	if (kind_of_host(t->olt) != NEXT_PLANNED)
		return kind_of_host(t->olt);
	if (t->master.v)
		return NEXT_AFTER_MASTER;
	return t->next_ms ? NEXT_PLANNED : NEXT_NEVER;
}

static struct next
next_of(const struct coordinator *d, const struct node_state *t)
{
	const struct live_execution *o = open_of(t);
	struct next next = { .kind = kind_of_task(t) };
	int64_t slot_ms = next.kind == NEXT_PLANNED ? t->next_ms : 0;

	if (o && o->place == LIVE_RUNNING)
		next.kind = NEXT_RUNNING;
	else if (o && o->place == LIVE_WAITING)
		next = live_execution_waits(d, o);
	else if (o)
		return (
		    struct next){ .kind = o->is_slice ? NEXT_BETWEEN_SLICES : NEXT_RETRY,
			.at_ms = o->at_ms };
	next.at_ms = slot_ms;
	return next;
}

size_t
coordinator_nexts(const struct coordinator *d, struct olt_id olt,
    struct coordinator_next *ret_nexts, size_t max)
{
	const struct olt_state *h = olt_state_find(d, olt);
	size_t n = h ? h->n_tasks : 0;

	n = n < max ? n : max;
	for (size_t i = 0; i < n; i++)
		ret_nexts[i] =
		    (struct coordinator_next){ h->tasks[i]->id, next_of(d, h->tasks[i]) };
	return n;
}

/* A waiting one is first; else the earliest time. */
static struct next
next_of_host(const struct coordinator *d, const struct olt_state *h)
{
	struct next first = { .kind = kind_of_host(h) };

	if (first.kind != NEXT_PLANNED)
		return first;
	first.kind = NEXT_NEVER;
	for (size_t i = 0; i < h->n_tasks; i++) {
		struct next next = next_of(d, h->tasks[i]);

		if (next_is_waiting(next.kind) && !next_is_waiting(first.kind)) {
			first.kind = next.kind;
			first.waits_for = next.waits_for;
		}
		if (!next.at_ms || (first.at_ms && first.at_ms <= next.at_ms))
			continue;
		first.at_ms = next.at_ms;
		if (first.kind == NEXT_NEVER)
			first.kind = NEXT_PLANNED;
	}
	return first;
}

/* Will a task that reads levels read the first ones? */
static bool
lacks_levels(const struct olt_state *h)
{
	bool has_reader = false;

	for (size_t i = 0; i < h->n_tasks; i++) {
		const struct node_state *t = h->tasks[i];

		if (!t->reads_levels || !node_state_is_on(t))
			continue;
		if (t->has_brought)
			return false;
		has_reader = true;
	}
	return has_reader && !h->health.suspended_ms;
}

bool
coordinator_look(
    const struct coordinator *d, struct olt_id olt, struct coordinator_look *ret)
{
	const struct olt_state *h = olt_state_find(d, olt);
	const struct live_execution *o;

	if (!h)
		return false;
	*ret = (struct coordinator_look){ .is_enabled = h->enabled,
		.is_busy = h->is_probing,
		.next = next_of_host(d, h),
		.lacks_levels = lacks_levels(h),
		.health = h->health };
	TAILQ_FOREACH(o, &h->executions, same_host)
	{
		ret->waiting += o->place == LIVE_WAITING;
		if (o->place == LIVE_RUNNING) {
			ret->is_busy = true;
			ret->execution = o->e.id;
		}
	}
	return true;
}

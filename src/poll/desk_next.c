/* SPDX-License-Identifier: Apache-2.0
 *
 * What becomes of an OLT and its tasks next, for whoever looks.
 */
#include "poll/desk_int.h"

/* Its execution that is not over: the one that runs, else one that waits. NULL: none. */
static const struct open *
open_of(const struct task *t)
{
	const struct open *o, *found = NULL;

	TAILQ_FOREACH(o, &t->host->opens, same_host)
	{
		if (o->task != t)
			continue;
		if (o->place == OPEN_RUNNING)
			return o;
		if (!found || found->place == OPEN_LATER)
			found = o;
	}
	return found;
}

/* Of an OLT whose slots are not run; NEXT_PLANNED: they are. */
static enum next_kind
kind_of_host(const struct host *h)
{
	if (!h->enabled)
		return NEXT_OFF;
	if (h->health.suspended_ms)
		return NEXT_SUSPENDED;
	return h->health.not_answering_ms ? NEXT_NOT_ANSWERING : NEXT_PLANNED;
}

static enum next_kind
kind_of_task(const struct task *t)
{
	if (!task_is_on(t))
		return NEXT_OFF;
	if (kind_of_host(t->host) != NEXT_PLANNED)
		return kind_of_host(t->host);
	if (t->master.v)
		return NEXT_AFTER_MASTER;
	return t->next_ms ? NEXT_PLANNED : NEXT_NEVER;
}

static struct next
next_of(const struct desk *d, const struct task *t)
{
	const struct open *o = open_of(t);
	struct next next = { .kind = kind_of_task(t) };
	int64_t slot_ms = next.kind == NEXT_PLANNED ? t->next_ms : 0;

	if (o && o->place == OPEN_RUNNING)
		next.kind = NEXT_RUNNING;
	else if (o && o->place == OPEN_WAITING)
		next = open_waits(d, o);
	else if (o)
		return (
		    struct next){ .kind = o->is_slice ? NEXT_BETWEEN_SLICES : NEXT_RETRY,
			.at_ms = o->at_ms };
	next.at_ms = slot_ms;
	return next;
}

size_t
desk_nexts(
    const struct desk *d, struct olt_id olt, struct desk_next *ret_nexts, size_t max)
{
	const struct host *h = host_find(d, olt);
	size_t n = h ? h->n_tasks : 0;

	n = n < max ? n : max;
	for (size_t i = 0; i < n; i++)
		ret_nexts[i] =
		    (struct desk_next){ h->tasks[i]->id, next_of(d, h->tasks[i]) };
	return n;
}

/* What waits is first; else the earliest time. */
static struct next
next_of_host(const struct desk *d, const struct host *h)
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

/* Will a task that reads levels bring the first ones? */
static bool
lacks_levels(const struct host *h)
{
	bool has_reader = false;

	for (size_t i = 0; i < h->n_tasks; i++) {
		const struct task *t = h->tasks[i];

		if (!t->reads_levels || !task_is_on(t))
			continue;
		if (t->has_brought)
			return false;
		has_reader = true;
	}
	return has_reader && !h->health.suspended_ms;
}

bool
desk_look(const struct desk *d, struct olt_id olt, struct desk_look *ret)
{
	const struct host *h = host_find(d, olt);
	const struct open *o;

	if (!h)
		return false;
	*ret = (struct desk_look){ .is_enabled = h->enabled,
		.is_busy = h->is_probing,
		.next = next_of_host(d, h),
		.lacks_levels = lacks_levels(h),
		.health = h->health };
	TAILQ_FOREACH(o, &h->opens, same_host)
	{
		ret->waiting += o->place == OPEN_WAITING;
		if (o->place == OPEN_RUNNING) {
			ret->is_busy = true;
			ret->execution = o->e.id;
		}
	}
	return true;
}

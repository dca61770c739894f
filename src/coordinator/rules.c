/* SPDX-License-Identifier: Apache-2.0
 *
 * The pool of pollers, and changes of the rules at run time.
 */
#include "coordinator/coordinator_int.h"

#include <assert.h>
#include <stdlib.h>

/* ---- the pool -------------------------------------------------------------------- */

int32_t
pollers_room(const struct coordinator *d)
{
	int32_t room = d->rules.pollers - d->n_busy;

	return room > 0 ? room : 0;
}

int32_t
pollers_leaving(const struct coordinator *d)
{
	int32_t n = 0;

	for (int32_t i = d->rules.pollers; i < d->n_pollers; i++)
		n += d->runs[i]->is_busy;
	return n;
}

struct running_unit *
poller_take(struct coordinator *d, const struct unit *unit)
{
	struct running_unit *r;

	assert(d->n_free > 0);
	r = d->runs[d->free_pollers[--d->n_free]];
	*r = (struct running_unit){
		.number = r->number, .born_mono_ms = r->born_mono_ms, .is_busy = true
	};
	d->n_busy++;
	d->held[unit->lane]++;
	d->pollers[r->number].is_busy = true;
	d->pollers[r->number].since_ms = d->now.wall_ms;
	busyness_set(&d->busyness, d->n_busy, d->now.mono_ms);
	return r;
}

/* Remove pollers above the pool that are not busy any more. */
static void
forget_gone(struct coordinator *d)
{
	while (d->n_pollers > d->rules.pollers && !d->runs[d->n_pollers - 1]->is_busy)
		d->n_pollers--;
}

void
poller_give(struct coordinator *d, struct running_unit *r)
{
	struct coordinator_poller *p = &d->pollers[r->number];

	p->is_busy = false;
	p->busy_ms += d->now.wall_ms - p->since_ms;
	p->since_ms = d->now.wall_ms;
	r->is_busy = false;
	d->n_busy--;
	d->held[r->unit.lane]--;
	if (r->number < d->rules.pollers)
		d->free_pollers[d->n_free++] = r->number;
	else
		forget_gone(d);
	busyness_set(&d->busyness, d->n_busy, d->now.mono_ms);
}

/* ---- changing the size ------------------------------------------------------ */

static bool
grow_arrays(struct coordinator *d, size_t n)
{
	struct running_unit **runs =
	    reallocarray(d->runs, n, sizeof(struct running_unit *));
	struct coordinator_poller *pollers =
	    reallocarray(d->pollers, n, sizeof(*pollers));
	int32_t *numbers = reallocarray(d->free_pollers, n, sizeof(*numbers));

	if (runs)
		d->runs = runs;
	if (pollers)
		d->pollers = pollers;
	if (numbers)
		d->free_pollers = numbers;
	return runs && pollers && numbers;
}

/* Allocate this number; existing pollers are not moved. */
static enum rc
make_room(struct coordinator *d, int32_t n)
{
	if (n <= d->room_pollers)
		return RC_OK;
	if (heap_reserve(&d->renewals, (size_t)n) != RC_OK || !grow_arrays(d, (size_t)n))
		return RC_NOMEM;
	while (d->room_pollers < n) {
		struct running_unit *r = calloc(1, sizeof(*r));

		if (!r)
			return RC_NOMEM;
		d->runs[d->room_pollers++] = r;
	}
	return RC_OK;
}

/* A new poller. */
static void
begin_poller(struct coordinator *d, int32_t number)
{
	*d->runs[number] =
	    (struct running_unit){ .number = number, .born_mono_ms = d->now.mono_ms };
	d->pollers[number] = (struct coordinator_poller){ .since_ms = d->now.wall_ms };
}

enum rc
pollers_resize(struct coordinator *d, int32_t pollers)
{
	int32_t before = d->rules.pollers;
	enum rc rc = make_room(d, pollers);

	if (rc != RC_OK)
		return rc;
	d->rules.pollers = pollers;
	for (int32_t i = before; i < pollers; i++) {
		if (i >= d->n_pollers || !d->runs[i]->is_busy)
			begin_poller(d, i);
	}
	if (d->n_pollers < pollers)
		d->n_pollers = pollers;
	forget_gone(d);
	/* The lowest number is taken first. */
	d->n_free = 0;
	for (int32_t i = pollers - 1; i >= 0; i--) {
		if (!d->runs[i]->is_busy)
			d->free_pollers[d->n_free++] = i;
	}
	return RC_OK;
}

/* ---- changing the rules ----------------------------------------------------- */

/* The figures of the last minute belong to the previous pool. */
static void
judge_anew(struct coordinator *d)
{
	d->busyness = (struct busyness){ 0 };
	busyness_set(&d->busyness, d->n_busy, d->now.mono_ms);
}

enum rc
coordinator_rule(struct coordinator *d, const struct coordinator_rules *rules,
    struct moment now, struct err *err)
{
	bool is_other_pool = rules->pollers != d->rules.pollers;
	bool is_other_health = !health_rules_are(&rules->health, &d->rules.health);
	size_t at = 0;
	struct olt_state *h;

	coordinator_enter(d, now);
	if (rules->pollers < 1)
		return err_set(err, RC_INVALID, "pollers: at least one");
	if (pollers_resize(d, rules->pollers) != RC_OK)
		return err_set(err, RC_NOMEM, "no memory for so many pollers");
	d->rules = *rules;
	if (is_other_pool)
		judge_anew(d);
	node_queue_late_after(d->queue, rules->late_after_ms);
	while (is_other_health && (h = map_next(d->olts, &at)))
		olt_state_ruled(d, h);
	coordinator_pump(d);
	return RC_OK;
}

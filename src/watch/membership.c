/* SPDX-License-Identifier: Apache-2.0
 *
 * Which incident an ONU is a member of: the newest one that is not closed.
 */
#include "watch/watch_int.h"

#include <stdlib.h>

static uint32_t
home(const struct memberships *t, uint32_t onu)
{
	return (uint32_t)(((uint64_t)index_hash(onu) * t->cap) >> 32);
}

static uint32_t
after(const struct memberships *t, uint32_t at)
{
	return at + 1 == t->cap ? 0 : at + 1;
}

struct membership *
membership_find(const struct watch *w, uint32_t onu)
{
	const struct memberships *t = &w->members;

	if (!t->n)
		return NULL;
	for (uint32_t at = home(t, onu); t->slots[at].onu; at = after(t, at))
		if (t->slots[at].onu == onu)
			return &t->slots[at];
	return NULL;
}

struct membership *
membership_of(const struct watch *w, struct onu_row *o)
{
	struct membership *m =
	    o->bits & ONU_MAY_BE_MEMBER ? membership_find(w, o->id) : NULL;

	if (!m)
		o->bits &= (uint8_t)~ONU_MAY_BE_MEMBER;
	return m;
}

static bool
grow(struct memberships *t)
{
	struct memberships bigger = { .cap = t->cap < 64 ? 64 : t->cap + t->cap / 2,
		.n = t->n };

	bigger.slots = calloc(bigger.cap, sizeof(*bigger.slots));
	if (!bigger.slots)
		return false;
	for (uint32_t i = 0; i < t->cap; i++) {
		uint32_t at;

		if (!t->slots[i].onu)
			continue;
		for (at = home(&bigger, t->slots[i].onu); bigger.slots[at].onu;)
			at = after(&bigger, at);
		bigger.slots[at] = t->slots[i];
	}
	free(t->slots);
	*t = bigger;
	return true;
}

bool
membership_add(struct watch *w, uint32_t onu, struct incident *i, uint32_t member)
{
	struct memberships *t = &w->members;
	uint32_t at;

	if ((uint64_t)(t->n + 1) * 4 > (uint64_t)t->cap * 3 && !grow(t)) {
		w->is_short = true;
		return false;
	}
	for (at = home(t, onu); t->slots[at].onu;)
		at = after(t, at);
	t->n++;
	t->slots[at] = (struct membership){ onu, member, i };
	return true;
}

bool
membership_put(struct watch *w, uint32_t onu, struct incident *i, uint32_t member)
{
	struct membership *m = membership_find(w, onu);

	if (!m)
		return membership_add(w, onu, i, member);
	*m = (struct membership){ onu, member, i };
	return true;
}

static bool
may_move(uint32_t from, uint32_t gap, uint32_t at)
{
	if (gap <= at)
		return from <= gap || from > at;
	return from <= gap && from > at;
}

void
membership_remove(struct watch *w, uint32_t onu, const struct incident *i)
{
	struct memberships *t = &w->members;
	struct membership *m = membership_find(w, onu);
	uint32_t gap, at;

	if (!m || m->incident != i)
		return;
	t->n--;
	gap = at = (uint32_t)(m - t->slots);
	for (;;) {
		at = after(t, at);
		if (!t->slots[at].onu)
			break;
		if (may_move(home(t, t->slots[at].onu), gap, at)) {
			t->slots[gap] = t->slots[at];
			gap = at;
		}
	}
	t->slots[gap] = (struct membership){ 0 };
}

int64_t
watch_incident_of(const struct watch *w, struct onu_id onu)
{
	struct membership *m = membership_find(w, (uint32_t)onu.v);

	return m && incident_is_live(m->incident) ? m->incident->out.id : 0;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Baskets: ONUs of a port that went down and do not belong to an incident yet. They wait
 * for others, so that a cut in the middle of a walk, which is seen by two readings, is
 * one incident.
 */
#include "watch/watch_int.h"

#include <stdlib.h>

int64_t
basket_ms(const struct watch *w, const struct olt *o)
{
	int64_t ms = (int64_t)(w->rules.basket_intervals * (double)o->states_ms);

	return ms > w->rules.basket_least_ms ? ms : w->rules.basket_least_ms;
}

void
port_mark(struct watch *w, uint32_t port)
{
	struct port *p = port_at(w, port);

	if (p->is_dirty)
		return;
	p->is_dirty = true;
	p->next_dirty = w->dirty;
	w->dirty = port;
}

static uint32_t
new_drop(struct watch *w)
{
	uint32_t at = w->free_drop;

	if (at != NONE) {
		w->free_drop = w->drops[at].next;
		return at;
	}
	if (w->n_drops == w->room_drops) {
		uint32_t room = w->room_drops + w->room_drops / 2 + 256;
		struct drop *more = realloc(w->drops, room * sizeof(*more));

		if (!more) {
			w->is_short = true;
			return NONE;
		}
		w->drops = more;
		w->room_drops = room;
	}
	return w->n_drops++;
}

void
basket_add(struct watch *w, uint32_t onu, const struct drop *drop)
{
	uint32_t port = leaf_at(w, w->onus[onu].leaf)->port, at = new_drop(w);
	struct port *p = port_at(w, port);

	if (at == NONE)
		return;
	w->drops[at] = *drop;
	w->drops[at].onu = onu;
	w->drops[at].next = p->first_drop;
	p->first_drop = at;
	p->n_drops++;
	w->live_drops++;
	w->onus[onu].bits |= ONU_IS_IN_BASKET;
	port_mark(w, port);
	churn_count(w, olt_at(w, p->olt), 1, drop->to_ms);
}

static void
take_out(struct watch *w, struct port *p, uint32_t *at)
{
	uint32_t drop = *at;

	w->onus[w->drops[drop].onu].bits &= (uint8_t)~ONU_IS_IN_BASKET;
	*at = w->drops[drop].next;
	w->drops[drop].next = w->free_drop;
	w->free_drop = drop;
	p->n_drops--;
	w->live_drops--;
}

bool
basket_remove(struct watch *w, uint32_t onu, struct drop *ret_drop)
{
	struct port *p = onu_port(w, &w->onus[onu]);

	if (!(w->onus[onu].bits & ONU_IS_IN_BASKET))
		return false;
	for (uint32_t *at = &p->first_drop; *at != NONE; at = &w->drops[*at].next) {
		if (w->drops[*at].onu != onu)
			continue;
		*ret_drop = w->drops[*at];
		take_out(w, p, at);
		return true;
	}
	return false;
}

void
basket_expire(struct watch *w, uint32_t port, int64_t now_ms)
{
	struct port *p = port_at(w, port);
	int64_t keep_ms = basket_ms(w, olt_at(w, p->olt));

	for (uint32_t *at = &p->first_drop; *at != NONE;) {
		const struct onu_row *o = &w->onus[w->drops[*at].onu];

		if (!w->drops[*at].is_judged || now_ms - w->drops[*at].to_ms <= keep_ms) {
			at = &w->drops[*at].next;
			continue;
		}
		/* It went down alone: this shows whether its model sends gasps. */
		if (cause_is_known(onu_cause(o)))
			model_learn(w, o, onu_cause(o) == STATE_POWER);
		take_out(w, p, at);
	}
}

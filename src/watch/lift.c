/* SPDX-License-Identifier: Apache-2.0
 *
 * Several incidents with one cause become one: whole ports of a card, of a cable or of an
 * OLT, and places without power in one zone. The oldest is kept.
 */
#include "watch/watch_int.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CARD_LEAST = 3, RISK_LEAST = 4, CARDS_MOST = 64 };

static bool
may_lift(const struct watch *w, const struct incident *i, int64_t now_ms)
{
	return i->out.kind == WATCH_OUTAGE && incident_is_live(i) && i->parts.n &&
	    !i->out.blind_since_ms && now_ms - i->out.detected_ms <= w->rules.lift_ms &&
	    i->out.cause != WATCH_CAUSE_OLT_RESTART;
}

static int64_t
gap_of(const struct watch *w, const struct incident *a, const struct incident *b)
{
	return a->out.cause_class == WATCH_CLASS_POWER ||
		b->out.cause_class == WATCH_CLASS_POWER
	    ? w->rules.gap_power_ms
	    : w->rules.gap_ms;
}

static bool
at_one_time(const struct watch *w, const struct incident *a, const struct incident *b)
{
	int64_t gap = gap_of(w, a, b), wait = w->rules.basket_least_ms, apart;
	uint32_t o = olt_find(w, a->out.olt);

	if (a->is_timed && b->is_timed &&
	    ((a->is_exact && b->is_exact) || a->out.olt.v == b->out.olt.v))
		return a->first_ms <= b->last_ms + gap && b->first_ms <= a->last_ms + gap;
	if (o != NONE)
		wait = basket_ms(w, olt_at(w, o));
	apart = a->last_to_ms - b->last_to_ms;
	return apart <= wait && -apart <= wait;
}

static bool
is_whole(const struct incident *i)
{
	return i->out.root == WATCH_ROOT_PORT || i->out.root == WATCH_ROOT_TRUNK ||
	    i->out.root == WATCH_ROOT_CARD;
}

static bool
differs(const struct incident *a, const struct incident *b)
{
	enum watch_cause_class x = a->out.cause_class, y = b->out.cause_class;

	return x != y && x != WATCH_CLASS_UNKNOWN && y != WATCH_CLASS_UNKNOWN;
}

/* ---- ports of one OLT ------------------------------------------------------------------- */

/* The complete ports of a group of incidents, and what else the OLT has. */
struct whole {
	size_t ports; /* that are down */
	uint32_t cards[CARDS_MOST];
	size_t n_cards;
	size_t olt_ports, card_ports; /* with customers */
	bool others_work; /* another card has customers that are up */
};

static void
add_card(struct whole *h, uint32_t card)
{
	for (size_t n = 0; n < h->n_cards; n++)
		if (h->cards[n] == card)
			return;
	if (h->n_cards < CARDS_MOST)
		h->cards[h->n_cards++] = card;
}

static void
count_olt(const struct watch *w, struct whole *h, uint32_t olt)
{
	uint32_t up_elsewhere = 0, down_elsewhere = 0;

	for (uint32_t p = olt_at(w, olt)->first_port; p != NONE;
	     p = port_at(w, p)->next) {
		const struct port *port = port_at(w, p);

		if (!port->n_onus)
			continue;
		h->olt_ports++;
		if (h->n_cards && port->card == h->cards[0]) {
			h->card_ports += port->n_onus >= RISK_LEAST;
		} else {
			up_elsewhere += port->n_up;
			down_elsewhere += port->n_drops;
		}
	}
	h->others_work = up_elsewhere > 0 && down_elsewhere * 4 < up_elsewhere;
}

static bool
card_is_bad(const struct watch *w, uint32_t card)
{
	return card != NONE && card_at(w, card)->is_bad;
}

static enum watch_root
root_of(const struct watch *w, const struct whole *h, bool others_suspect)
{
	if (h->n_cards >= 2 &&
	    (double)h->ports >= w->rules.olt_share * (double)h->olt_ports)
		return WATCH_ROOT_OLT;
	if (h->n_cards == 1 && card_is_bad(w, h->cards[0]))
		return WATCH_ROOT_CARD;
	if (h->n_cards == 1 && h->ports >= CARD_LEAST && h->others_work &&
	    !others_suspect &&
	    (double)h->ports >= w->rules.card_share * (double)h->card_ports)
		return WATCH_ROOT_CARD;
	return WATCH_ROOT_TRUNK;
}

/* The recorded cable to which all its customers are connected; 0. */
static int64_t
trunk_of(const struct watch *w, const struct incident *i)
{
	int64_t found = 0;

	for (size_t n = 0; n < i->members.n; n++) {
		uint32_t row = onu_find(w,
		    (struct onu_id){
			(int64_t)VEC_AT(&i->members, struct member, n)->onu });
		uint32_t node = row == NONE ? NONE : leaf_at(w, w->onus[row].leaf)->node;

		while (node != NONE && node_at(w, node)->kind != WATCH_NODE_TRUNK)
			node = node_find(w, node_at(w, node)->parent_id);
		if (node == NONE || (found && node_at(w, node)->id != found))
			return 0;
		found = node_at(w, node)->id;
	}
	return found;
}

/* An incident of several OLTs is named by their zone or site, if they have one in common. */
static void
name_area(const struct watch *w, struct incident *i)
{
	const struct olt *first = NULL;
	const char *name = "";
	bool one_zone = true, one_site = true;

	for (size_t n = 0; n < i->parts.n; n++) {
		uint32_t at = olt_find(w, VEC_AT(&i->parts, struct part, n)->olt);
		const struct olt *o = at == NONE ? NULL : olt_at(w, at);

		if (!o)
			continue;
		first = first ? first : o;
		one_zone &= *o->zone && strcmp(o->zone, first->zone) == 0;
		one_site &= strcmp(o->site, first->site) == 0;
	}
	if (first && one_zone)
		name = first->zone;
	else if (first && one_site)
		name = first->site;
	i->out.params.olt[0] = i->out.params.port[0] = i->out.params.card[0] = '\0';
	text_fit(i->out.params.site, WATCH_TEXT_MAX, name);
}

static void
set_root(struct watch *w, struct incident *i, enum watch_root root, int64_t now_ms)
{
	uint32_t port = VEC_AT(&i->parts, struct part, 0)->port;
	const struct port *p = port == NONE ? NULL : port_at(w, port);
	uint32_t node;

	if (i->out.root != root) {
		incident_touch(i, now_ms);
		incident_log(
		    w, i, "place", now_ms, "{\"root\": \"%s\"}", watch_root_name(root));
	}
	i->out.root = root;
	i->out.node_id = 0;
	i->out.place[0] = i->out.params.node[0] = '\0';
	if (root == WATCH_ROOT_CARD && p && p->card != NONE) {
		(void)place_text(&card_at(w, p->card)->place, i->out.place);
		memcpy(i->out.params.card, i->out.place, sizeof(i->out.place));
	}
	if (root == WATCH_ROOT_TRUNK) {
		i->out.node_id = trunk_of(w, i);
		node = node_find(w, i->out.node_id);
		if (node != NONE)
			text_fit(
			    i->out.params.node, WATCH_TEXT_MAX, node_at(w, node)->name);
	}
	for (size_t n = 1; n < i->parts.n; n++)
		if (VEC_AT(&i->parts, struct part, n)->olt.v != i->out.olt.v)
			i->out.olt.v = 0;
	if (!i->out.olt.v)
		name_area(w, i);
	i->needs_judging = true;
}

/* Two ports of a card are not enough to suspect it, but the device may say that it is bad,
 * perhaps minutes later. */
void
lift_to_card(struct watch *w, struct incident *i, int64_t now_ms)
{
	uint32_t card = NONE;

	if (i->out.root != WATCH_ROOT_TRUNK)
		return;
	for (size_t n = 0; n < i->parts.n; n++) {
		uint32_t port = VEC_AT(&i->parts, struct part, n)->port;

		if (port == NONE || (n && port_at(w, port)->card != card))
			return;
		card = port_at(w, port)->card;
	}
	if (card_is_bad(w, card))
		set_root(w, i, WATCH_ROOT_CARD, now_ms);
}

/* Incidents of one OLT, oldest first. */
static void
lift_olt(struct watch *w, struct incident **at, size_t n, int64_t now_ms)
{
	struct whole h = { 0 };
	struct incident *first = NULL;
	bool others = false;
	size_t merged = 0;

	for (size_t i = 0; i < n; i++) {
		if (!is_whole(at[i]) ||
		    (first && (!at_one_time(w, first, at[i]) || differs(first, at[i]))))
			continue;
		first = first ? first : at[i];
		merged++;
		for (size_t p = 0; p < at[i]->parts.n; p++) {
			uint32_t port = VEC_AT(&at[i]->parts, struct part, p)->port;

			h.ports += port != NONE;
			if (port != NONE)
				add_card(&h, port_at(w, port)->card);
		}
	}
	if (merged < 2 || olt_find(w, first->out.olt) == NONE)
		return;
	count_olt(w, &h, olt_find(w, first->out.olt));
	for (size_t i = 0; i < n; i++)
		others |= at[i] != first && !is_whole(at[i]) &&
		    at_one_time(w, first, at[i]) &&
		    port_at(w, VEC_AT(&at[i]->parts, struct part, 0)->port)->card !=
			h.cards[0];
	for (size_t i = 0; i < n; i++)
		if (at[i] != first && is_whole(at[i]) && at_one_time(w, first, at[i]) &&
		    !differs(first, at[i]))
			incident_merge(w, first, at[i], now_ms);
	set_root(w, first, root_of(w, &h, others), now_ms);
}

/* ---- power ------------------------------------------------------------------------------- */

static double
km_apart(const struct olt *a, const struct olt *b)
{
	const double rad = 3.14159265358979323846 / 180;
	double x = (b->longitude - a->longitude) * rad *
	    cos((a->latitude + b->latitude) / 2 * rad);
	double y = (b->latitude - a->latitude) * rad;

	return sqrt(x * x + y * y) * 6371;
}

static bool
is_near(const struct watch *w, const struct incident *a, const struct incident *b)
{
	uint32_t x = olt_find(w, VEC_AT(&a->parts, struct part, 0)->olt);
	uint32_t y = olt_find(w, VEC_AT(&b->parts, struct part, 0)->olt);
	const struct olt *p, *q;

	if (x == NONE || y == NONE)
		return false;
	if (x == y)
		return true;
	p = olt_at(w, x);
	q = olt_at(w, y);
	return (*p->zone && strcmp(p->zone, q->zone) == 0) ||
	    (*p->site && strcmp(p->site, q->site) == 0) ||
	    (p->has_point && q->has_point && km_apart(p, q) <= w->rules.zone_km);
}

static void
lift_power(struct watch *w, struct incident **at, size_t n, int64_t now_ms)
{
	for (size_t i = 0; i < n; i++) {
		bool is_zone = false;

		if (!incident_is_live(at[i]) ||
		    at[i]->out.cause_class != WATCH_CLASS_POWER)
			continue;
		for (size_t j = i + 1; j < n; j++) {
			if (!incident_is_live(at[j]) ||
			    at[j]->out.cause_class != WATCH_CLASS_POWER ||
			    !at_one_time(w, at[i], at[j]) || !is_near(w, at[i], at[j]))
				continue;
			incident_merge(w, at[i], at[j], now_ms);
			is_zone = true;
		}
		if (is_zone)
			set_root(w, at[i], WATCH_ROOT_ZONE, now_ms);
	}
}

/* ---- both --------------------------------------------------------------------------------- */

static int
by_olt(const void *a, const void *b)
{
	const struct incident *x = *(struct incident *const *)a,
			      *y = *(struct incident *const *)b;

	if (x->out.olt.v != y->out.olt.v)
		return x->out.olt.v < y->out.olt.v ? -1 : 1;
	return (x->out.id > y->out.id) - (x->out.id < y->out.id);
}

static int
by_age(const void *a, const void *b)
{
	const struct incident *x = *(struct incident *const *)a,
			      *y = *(struct incident *const *)b;

	return (x->out.id > y->out.id) - (x->out.id < y->out.id);
}

void
lift(struct watch *w, int64_t now_ms)
{
	struct incident **at OWNED(free) =
	    calloc(w->incidents.n + 1, sizeof(struct incident *));
	size_t n = 0;

	if (!at) {
		w->is_short = true;
		return;
	}
	for (size_t i = 0; i < w->incidents.n; i++) {
		struct incident *one = *VEC_AT(&w->incidents, struct incident *, i);

		if (may_lift(w, one, now_ms))
			at[n++] = one;
	}
	qsort(at, n, sizeof(struct incident *), by_olt);
	for (size_t from = 0, to; from < n; from = to) {
		for (to = from; to < n && at[to]->out.olt.v == at[from]->out.olt.v;)
			to++;
		if (to - from > 1)
			lift_olt(w, at + from, to - from, now_ms);
	}
	qsort(at, n, sizeof(struct incident *), by_age);
	lift_power(w, at, n, now_ms);
}

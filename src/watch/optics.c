/* SPDX-License-Identifier: Apache-2.0
 *
 * Levels: steps compared with a baseline, of an ONU, a node or a port. Only differences
 * are used: devices have errors of up to 3 dB, but repeat their readings within half a
 * dB. Drift is in drift.c.
 */
#include "watch/watch_int.h"

#include <stdlib.h>
#include <string.h>

enum { NODE_LEAST = 5, CONFIDENCE = 60, CONFIDENCE_TX = 65 };

#define TX_FELL_DB 1.0 /* the port itself sends less */
#define ALIKE_DB 0.5 /* readings repeat within it */

/* ---- readings ---------------------------------------------------------------------------- */

static struct low_level *
low_at(const struct watch *w, uint32_t row)
{
	return VEC_AT(&w->lows, struct low_level, row);
}

static bool
low_equal(const struct watch *w, uint32_t row, const void *key)
{
	return low_at(w, row)->onu == *(const uint32_t *)key;
}

static uint32_t
low_hash(const struct watch *w, uint32_t row)
{
	return index_hash(low_at(w, row)->onu);
}

static uint32_t
low_find(const struct watch *w, uint32_t onu_id)
{
	return index_find(&w->low_index, w, index_hash(onu_id), low_equal, &onu_id);
}

static void
forget(struct watch *w, uint32_t row)
{
	uint32_t last = (uint32_t)w->lows.n - 1;

	index_remove(&w->low_index, w, row, low_hash);
	if (row != last) {
		index_remove(&w->low_index, w, last, low_hash);
		*low_at(w, row) = *low_at(w, last);
		(void)index_add(&w->low_index, w, row, low_hash);
	}
	w->lows.n--;
}

bool
optics_is_low(const struct watch *w, uint32_t onu_id)
{
	return low_find(w, onu_id) != NONE;
}

void
optics_forget(struct watch *w, uint32_t onu_id)
{
	uint32_t row = low_find(w, onu_id);

	if (row != NONE)
		forget(w, row);
}

static uint32_t
low_add(struct watch *w, uint32_t onu_id)
{
	struct low_level *l = vec_more(w, &w->lows);
	uint32_t row = (uint32_t)w->lows.n - 1;

	if (!l)
		return NONE;
	l->onu = onu_id;
	if (index_add(&w->low_index, w, row, low_hash))
		return row;
	w->lows.n--;
	w->is_short = true;
	return NONE;
}

static void
push(float db[2], uint8_t *n, double loss_db)
{
	db[0] = db[1];
	db[1] = (float)loss_db;
	*n = *n < 2 ? (uint8_t)(*n + 1) : 2;
}

/* A direction that was not read keeps its previous readings. */
static void
take_reading(struct low_level *l, const struct watch_level *level)
{
	if (level->has_onu_rx) {
		push(l->down_db, &l->n_down, level->onu_rx_base - level->onu_rx);
		l->rx = (float)level->onu_rx;
	}
	if (level->has_olt_rx) {
		push(l->up_db, &l->n_up, level->olt_rx_base - level->olt_rx);
		l->olt_rx = (float)level->olt_rx;
	}
}

void
watch_level(struct watch *w, const struct watch_level *level)
{
	uint32_t onu = onu_find(w, level->onu), id = (uint32_t)level->onu.v, row;
	double over = w->rules.step_over_db;
	struct low_level *l;

	if (onu == NONE)
		return;
	row = low_find(w, id);
	if (row == NONE &&
	    (!level->has_onu_rx || level->onu_rx_base - level->onu_rx < over) &&
	    (!level->has_olt_rx || level->olt_rx_base - level->olt_rx < over))
		return;
	if (row == NONE)
		row = low_add(w, id);
	if (row == NONE)
		return;
	l = low_at(w, row);
	l->port = leaf_at(w, w->onus[onu].leaf)->port;
	take_reading(l, level);
	if ((double)l->down_db[1] < over && (double)l->up_db[1] < over)
		forget(w, row);
}

/* The loss that is in both of the last two readings. */
static double
steady(const float *db, uint8_t n)
{
	if (n < 2)
		return 0;
	return (double)(db[0] < db[1] ? db[0] : db[1]);
}

static double
loss_of(const struct low_level *l)
{
	double down = steady(l->down_db, l->n_down), up = steady(l->up_db, l->n_up);

	return down > up ? down : up;
}

static bool
is_below(const struct watch *w, const struct low_level *l)
{
	return (l->n_down && (double)l->rx < w->rules.onu_rx_low) ||
	    (l->n_up && (double)l->olt_rx < w->rules.olt_rx_low);
}

/* ---- what a place has lost ---------------------------------------------------------------- */

struct sum {
	size_t n; /* ONUs with a step */
	size_t n_down, n_up; /* of which this direction was read twice */
	double down, up;
	bool is_tagged;
};

static void
sum_add(const struct watch *w, struct sum *s, const struct low_level *l)
{
	uint32_t row = onu_find(w, (struct onu_id){ (int64_t)l->onu });

	s->n++;
	s->n_down += l->n_down == 2;
	s->n_up += l->n_up == 2;
	s->down += steady(l->down_db, l->n_down);
	s->up += steady(l->up_db, l->n_up);
	s->is_tagged |= row != NONE && (w->onus[row].bits & ONU_IS_TAGGED);
}

static double
mean(double sum, size_t n)
{
	return n ? sum / (double)n : 0;
}

static double
loss_of_sum(const struct sum *s)
{
	double down = mean(s->down, s->n_down), up = mean(s->up, s->n_up);

	return down > up ? down : up;
}

/* What the loss in the two directions shows: light of 1490 nm is affected more by a bend.
 * A direction that is not read gives no information. */
static enum watch_cause
cause_of(const struct sum *s, bool is_wide, bool tx_fell)
{
	double down = mean(s->down, s->n_down), up = mean(s->up, s->n_up);

	if (is_wide && tx_fell && down > up)
		return WATCH_CAUSE_OLT_LASER;
	if (!s->n_down || !s->n_up)
		return is_wide ? WATCH_CAUSE_CONNECTOR : WATCH_CAUSE_DROP;
	if (down < ALIKE_DB)
		return is_wide ? WATCH_CAUSE_CONNECTOR : WATCH_CAUSE_ONU_LASER;
	if (up < ALIKE_DB)
		return is_wide ? WATCH_CAUSE_OLT_LASER : WATCH_CAUSE_DROP;
	if (down - up >= ALIKE_DB)
		return WATCH_CAUSE_BEND;
	return is_wide ? WATCH_CAUSE_CONNECTOR : WATCH_CAUSE_DROP;
}

static void
write_evidence(struct watch *w, struct incident *i, const struct sum *s,
    const struct port *p, int64_t now_ms)
{
	evidence_clear(i);
	if (s->n_down)
		incident_evidence(
		    w, i, "down_db", 0, now_ms, "%.1f", mean(s->down, s->n_down));
	if (s->n_up)
		incident_evidence(w, i, "up_db", 0, now_ms, "%.1f", mean(s->up, s->n_up));
	if (p->tx_is_gone)
		incident_evidence(w, i, "no_tx", 0, now_ms, "1");
	else if (p->tx_base != 0)
		incident_evidence(
		    w, i, "tx_db", 0, now_ms, "%.1f", (double)(p->tx_base - p->tx_now));
}

static void
opens(struct watch *w, struct incident *i, const struct sum *s, const struct port *p,
    int64_t now_ms)
{
	bool is_wide = i->out.root != WATCH_ROOT_ONU;
	bool tx_fell = p->tx_is_gone ||
	    (p->tx_base != 0 && (double)(p->tx_base - p->tx_now) >= TX_FELL_DB);
	bool is_found =
	    i->out.state != WATCH_SUSPECT && i->out.cause != WATCH_CAUSE_DRIFT;

	if (i->out.recovering_ms || i->out.affected != (int64_t)s->n)
		i->is_dirty = true;
	i->out.recovering_ms = 0;
	i->out.affected = (int64_t)s->n;
	i->out.recovered = 0;
	if (i->out.affected > i->out.affected_max)
		i->out.affected_max = i->out.affected;
	i->out.params.n = i->out.affected;
	i->out.params.value = -loss_of_sum(s);
	i->is_tagged |= s->is_tagged;
	i->needs_judging = true;
	incident_due(i, now_ms);
	if (is_found)
		return;
	if (i->out.cause == WATCH_CAUSE_DRIFT)
		incident_touch(i, now_ms);
	i->out.cause = cause_of(s, is_wide, tx_fell);
	i->out.cause_class = WATCH_CLASS_OPTICAL;
	i->out.confidence =
	    i->out.cause == WATCH_CAUSE_OLT_LASER && tx_fell ? CONFIDENCE_TX : CONFIDENCE;
	i->out.params.days = 0;
	i->out.params.limit = 0;
	i->is_confirmed = true;
	write_evidence(w, i, s, p, now_ms);
}

/* Better for a day: it is over. recovering_ms is stored, so the day continues after a
 * restart. */
static void
calms(struct watch *w, struct incident *i, int64_t now_ms)
{
	if (!i->out.recovering_ms) {
		i->out.recovering_ms = now_ms;
		i->is_dirty = true;
	}
	if (now_ms - i->out.recovering_ms < w->rules.optics_over_ms)
		return;
	i->out.recovered = i->out.affected;
	i->out.affected = 0;
	incident_clear(w, i, now_ms);
}

/* Neither good nor as bad as before. */
static void
stays(struct incident *i)
{
	if (!i->out.recovering_ms)
		return;
	i->out.recovering_ms = 0;
	i->is_dirty = true;
}

/* ---- ports and nodes ----------------------------------------------------------------------- */

/* The rows of an OLT's low levels, in the order of their ports. */
struct round {
	struct watch *w;
	struct olt_id olt;
	const struct low_level **lows;
	size_t n;
	int64_t now_ms;
};

/* The low levels of one port, or of one node of it. */
struct spot {
	uint32_t port, node; /* node NONE: the whole port */
	const struct low_level **lows; /* of the port */
	size_t n;
	size_t n_up; /* ONUs there that are up */
};

static bool
is_at(const struct watch *w, const struct spot *at, const struct low_level *l)
{
	uint32_t row = onu_find(w, (struct onu_id){ (int64_t)l->onu });

	return at->node == NONE ||
	    (row != NONE && leaf_at(w, w->onus[row].leaf)->node == at->node);
}

/* ONUs of a node are distinguished from those of its port by the sign. */
static struct incident_key
key_of(const struct watch *w, const struct spot *at, char place[WATCH_PLACE_MAX])
{
	const struct port *p = port_at(w, at->port);

	return (struct incident_key){ WATCH_OPTICS,
		at->node == NONE ? WATCH_ROOT_PORT : WATCH_ROOT_NODE,
		olt_at(w, p->olt)->id, place_text(&p->place, place),
		at->node == NONE ? 0 : -node_at(w, at->node)->id };
}

/* The incidents of its ONUs were its beginning. */
static void
absorb(struct round *r, const struct spot *at, struct incident *into)
{
	struct watch *w = r->w;

	for (size_t n = 0; n < w->incidents.n; n++) {
		struct incident *i = *VEC_AT(&w->incidents, struct incident *, n);
		struct low_level l = { .onu = (uint32_t)i->out.subject };

		if (i != into && i->out.kind == WATCH_OPTICS && incident_is_live(i) &&
		    i->out.root == WATCH_ROOT_ONU && i->out.olt.v == r->olt.v &&
		    strcmp(i->out.place, into->out.place) == 0 && is_at(w, at, &l) &&
		    i->out.cause != WATCH_CAUSE_DRIFT)
			incident_merge(w, into, i, r->now_ms);
	}
}

static void
spot_opens(struct round *r, const struct spot *at, const struct incident_key *key,
    const struct sum *s)
{
	struct watch *w = r->w;
	struct incident *i = incident_again(w, key, r->now_ms, r->now_ms);
	bool is_new = i && i->out.state == WATCH_SUSPECT;

	if (!i)
		return;
	i->out.at_risk = i->out.params.m = (int64_t)at->n_up;
	if (at->node != NONE) {
		i->out.node_id = node_at(w, at->node)->id;
		text_fit(i->out.params.node, sizeof(i->out.params.node),
		    node_at(w, at->node)->name);
	}
	opens(w, i, s, port_at(w, at->port), r->now_ms);
	if (is_new)
		absorb(r, at, i);
}

/* True: the place as a whole lost level. */
static bool
judge_spot(struct round *r, const struct spot *at)
{
	struct watch *w = r->w;
	char place[WATCH_PLACE_MAX];
	struct incident_key key = key_of(w, at, place);
	struct incident *i =
	    incident_of_key(w, WATCH_OPTICS, key.olt, key.subject, place);
	struct sum s = { 0 };
	size_t low = 0;

	for (size_t n = 0; n < at->n; n++) {
		if (!is_at(w, at, at->lows[n]))
			continue;
		low++;
		if (loss_of(at->lows[n]) >= w->rules.step_node_db)
			sum_add(w, &s, at->lows[n]);
	}
	if (s.n >= NODE_LEAST && (double)s.n >= w->rules.step_share * (double)at->n_up) {
		spot_opens(r, at, &key, &s);
		return true;
	}
	if (!i || !incident_is_live(i) || i->out.cause == WATCH_CAUSE_DRIFT)
		return false;
	if (low * 2 < (size_t)i->out.affected_max)
		calms(w, i, r->now_ms);
	else
		stays(i);
	return true;
}

static size_t
leaf_up(const struct watch *w, uint32_t leaf)
{
	size_t n = 0;

	for (uint32_t o = leaf_at(w, leaf)->first; o != NONE; o = w->onus[o].next)
		n += onu_class(&w->onus[o]) == WATCH_UP;
	return n;
}

/* ---- single ONUs ---------------------------------------------------------------------------- */

static void
judge_onu(struct round *r, const struct low_level *l)
{
	struct watch *w = r->w;
	uint32_t row = onu_find(w, (struct onu_id){ (int64_t)l->onu });
	const struct port *p = port_at(w, l->port);
	char place[WATCH_PLACE_MAX];
	struct incident *i;
	struct sum s = { 0 };

	if (row == NONE)
		return;
	(void)place_text(&p->place, place);
	if (loss_of(l) < w->rules.step_onu_db ||
	    (loss_of(l) < w->rules.step_always_db && !is_below(w, l))) {
		i = incident_of_key(w, WATCH_OPTICS, r->olt, l->onu, place);
		if (i && incident_is_live(i) && i->out.cause != WATCH_CAUSE_DRIFT)
			stays(i);
		return;
	}
	sum_add(w, &s, l);
	i = incident_again(w,
	    &(struct incident_key){ WATCH_OPTICS, WATCH_ROOT_ONU, r->olt, place, l->onu },
	    r->now_ms, r->now_ms);
	if (!i)
		return;
	onu_position_text(w, &w->onus[row], i->out.params.onu);
	opens(w, i, &s, p, r->now_ms);
}

/* Incidents of single ONUs whose level is good again. */
static void
judge_well(struct round *r)
{
	struct watch *w = r->w;

	for (size_t n = 0; n < w->incidents.n; n++) {
		struct incident *i = *VEC_AT(&w->incidents, struct incident *, n);

		if (i->out.kind == WATCH_OPTICS && i->out.olt.v == r->olt.v &&
		    i->out.root == WATCH_ROOT_ONU && incident_is_live(i) &&
		    i->out.cause != WATCH_CAUSE_DRIFT &&
		    low_find(w, (uint32_t)i->out.subject) == NONE)
			calms(w, i, r->now_ms);
	}
}

/* ---- a round --------------------------------------------------------------------------------- */

static int
by_port(const void *a, const void *b)
{
	const struct low_level *x = *(const struct low_level *const *)a,
			       *y = *(const struct low_level *const *)b;

	if (x->port != y->port)
		return x->port < y->port ? -1 : 1;
	return (x->onu > y->onu) - (x->onu < y->onu);
}

static void
choose(struct round *r, uint32_t olt)
{
	for (size_t n = 0; n < r->w->lows.n; n++) {
		const struct low_level *l = low_at(r->w, (uint32_t)n);

		if (port_at(r->w, l->port)->olt == olt)
			r->lows[r->n++] = l;
	}
	if (r->n > 1)
		qsort(r->lows, r->n, sizeof(struct low_level *), by_port);
}

/* The first one of a port, by binary search. */
static size_t
first_of(const struct round *r, uint32_t port)
{
	size_t from = 0, to = r->n;

	while (from < to) {
		size_t mid = (from + to) / 2;

		if (r->lows[mid]->port < port)
			from = mid + 1;
		else
			to = mid;
	}
	return from;
}

static void
judge_port_levels(struct round *r, uint32_t port)
{
	struct watch *w = r->w;
	const struct port *p = port_at(w, port);
	struct spot at = { .port = port, .node = NONE, .n_up = p->n_up };
	size_t first = first_of(r, port), wide = 0;
	uint32_t nodes[64];

	at.lows = r->lows + first;
	while (first + at.n < r->n && r->lows[first + at.n]->port == port)
		at.n++;
	if (judge_spot(r, &at))
		return;
	for (uint32_t leaf = p->first_leaf; leaf != NONE; leaf = leaf_at(w, leaf)->next) {
		at.node = leaf_at(w, leaf)->node;
		at.n_up = leaf_up(w, leaf);
		if (at.node != NONE && judge_spot(r, &at) && wide < 64)
			nodes[wide++] = at.node;
	}
	for (size_t n = 0; n < at.n; n++) {
		bool is_told = false;

		for (size_t k = 0; k < wide && !is_told; k++) {
			at.node = nodes[k];
			is_told = is_at(w, &at, at.lows[n]);
		}
		if (!is_told)
			judge_onu(r, at.lows[n]);
	}
}

void
watch_levels_read(struct watch *w, struct olt_id olt, int64_t now_ms)
{
	uint32_t row = olt_find(w, olt);
	struct round r = { .w = w, .olt = olt, .now_ms = now_ms };

	if (row == NONE || w->frozen_ms)
		return;
	r.lows = calloc(w->lows.n + 1, sizeof(struct low_level *));
	if (!r.lows) {
		w->is_short = true;
		return;
	}
	choose(&r, row);
	for (uint32_t p = olt_at(w, row)->first_port; p != NONE; p = port_at(w, p)->next)
		judge_port_levels(&r, p);
	judge_well(&r);
	free(r.lows);
}

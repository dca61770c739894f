/* SPDX-License-Identifier: Apache-2.0
 *
 * Location: the smallest part of a port that explains which ONUs went down.
 */
#include "watch/watch_int.h"

#include <stdlib.h>

struct by_distance {
	uint16_t distance_m;
	bool is_down;
};

static int
nearer(const void *a, const void *b)
{
	return (int)((const struct by_distance *)a)->distance_m -
	    (int)((const struct by_distance *)b)->distance_m;
}

static void
node_count(struct watch *w, uint32_t node, uint32_t risk, uint32_t down)
{
	for (int depth = 0; node != NONE && depth < 16; depth++) {
		struct plant_node *n = node_at(w, node);

		if (n->seen != w->epoch) {
			n->seen = w->epoch;
			n->risk = n->down = 0;
		}
		n->risk += risk;
		n->down += down;
		node = node_find(w, n->parent_id);
	}
}

static void
count_leaves(struct watch *w, const struct port *p)
{
	w->epoch++;
	for (uint32_t l = p->first_leaf; l != NONE; l = leaf_at(w, l)->next) {
		uint32_t risk = 0, down = 0;

		if (leaf_at(w, l)->node == NONE)
			continue;
		for (uint32_t o = leaf_at(w, l)->first; o != NONE; o = w->onus[o].next) {
			down += (w->onus[o].bits & ONU_IS_MARKED) != 0;
			risk += (w->onus[o].bits & ONU_IS_MARKED) ||
			    onu_class(&w->onus[o]) == WATCH_UP;
		}
		node_count(w, leaf_at(w, l)->node, risk, down);
	}
}

/* The node of the port with the fewest customers that explains it; NONE. */
static uint32_t
deepest(struct watch *w, const struct burst *b)
{
	double share = w->rules.node_share;
	uint32_t best = NONE;

	for (uint32_t l = port_at(w, b->port)->first_leaf; l != NONE;
	     l = leaf_at(w, l)->next) {
		uint32_t node = leaf_at(w, l)->node;

		for (int depth = 0; node != NONE && depth < 16; depth++) {
			const struct plant_node *n = node_at(w, node);

			/* A learnt group is not certain until a user has named it. */
			if (n->kind >= WATCH_NODE_TRUNK && !n->is_learnt &&
			    n->down >= share * n->risk &&
			    n->down >= share * (double)b->n &&
			    (best == NONE || n->risk < node_at(w, best)->risk))
				best = node;
			node = node_find(w, n->parent_id);
		}
	}
	return best;
}

/* The interval with the most (down - up). */
static void
interval(struct burst *b, const struct by_distance *at, size_t n, double share)
{
	size_t best_from = 0, best_to = 0, from = 0;
	int best = 0, sum = 0, down = 0, all;

	for (size_t i = 0; i < n; i++) {
		if (sum <= 0) {
			sum = 0;
			from = i;
		}
		sum += at[i].is_down ? 1 : -1;
		if (sum > best) {
			best = sum;
			best_from = from;
			best_to = i;
		}
	}
	if (best <= 0)
		return;
	for (size_t i = best_from; i <= best_to; i++)
		down += at[i].is_down;
	all = (int)(best_to - best_from) + 1;
	if (down < share * all || down < share * (double)b->n ||
	    at[best_to].distance_m - at[best_from].distance_m >
		0.4 * (at[n - 1].distance_m - at[0].distance_m))
		return;
	b->d1_m = at[best_from].distance_m;
	b->d2_m = at[best_to].distance_m;
}

static void
by_distances(struct watch *w, struct burst *b)
{
	const struct port *p = port_at(w, b->port);
	struct by_distance *at OWNED(free) = calloc(p->n_onus + 1U, sizeof(*at));
	uint32_t leaf = p->first_leaf;
	size_t n = 0;

	if (!at) {
		w->is_short = true;
		return;
	}
	for (uint32_t o = port_next_onu(w, &leaf, NONE); o != NONE && n < p->n_onus;
	     o = port_next_onu(w, &leaf, o)) {
		bool is_down = (w->onus[o].bits & ONU_IS_MARKED) != 0;

		if (w->onus[o].distance_m &&
		    (is_down || onu_class(&w->onus[o]) == WATCH_UP))
			at[n++] = (struct by_distance){ w->onus[o].distance_m, is_down };
	}
	qsort(at, n, sizeof(*at), nearer);
	interval(b, at, n, w->rules.node_share);
}

static int
by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static void
by_groups(struct watch *w, struct burst *b)
{
	uint32_t *ids OWNED(free) = NULL;

	if (!w->groups.n)
		return;
	ids = calloc(b->n + 1, sizeof(*ids));
	if (!ids) {
		w->is_short = true;
		return;
	}
	for (size_t i = 0; i < b->n; i++)
		ids[i] = w->onus[b->onus[i]].id;
	qsort(ids, b->n, sizeof(*ids), by_number);
	b->group = group_like(w, b->port, ids, b->n);
}

static void
find_place(struct watch *w, struct burst *b)
{
	const struct port *p = port_at(w, b->port);
	bool is_whole = (double)b->n >= w->rules.port_share * (double)b->at_risk;
	uint32_t node;

	count_leaves(w, p);
	node = deepest(w, b);
	if (node != NONE &&
	    !(is_whole &&
		node_at(w, node)->risk >= w->rules.port_share * (double)b->at_risk)) {
		b->root = WATCH_ROOT_NODE;
		b->node = node;
		b->node_at_risk = node_at(w, node)->risk;
		return;
	}
	if (is_whole) {
		b->root = WATCH_ROOT_PORT;
		return;
	}
	b->root = WATCH_ROOT_PART;
	by_distances(w, b);
	if (!b->d2_m)
		by_groups(w, b);
}

void
locate(struct watch *w, struct burst *b)
{
	for (size_t i = 0; i < b->n; i++)
		w->onus[b->onus[i]].bits |= ONU_IS_MARKED;
	b->at_risk = port_at(w, b->port)->n_up + (int64_t)b->n;
	b->node = b->group = NONE;
	b->d1_m = b->d2_m = 0;
	b->node_at_risk = 0;
	find_place(w, b);
	for (size_t i = 0; i < b->n; i++)
		w->onus[b->onus[i]].bits &= (uint8_t)~ONU_IS_MARKED;
}

/* ---- the node before the break ------------------------------------------------------- */

/* Does the node feed what hangs on this one? */
static bool
is_above(const struct watch *w, uint32_t above, uint32_t node)
{
	for (int depth = 0; node != NONE && depth < 16; depth++) {
		if (node == above)
			return true;
		node = node_find(w, node_at(w, node)->parent_id);
	}
	return false;
}

/* Somebody behind it has light. */
static bool
node_works(const struct watch *w, const struct port *p, uint32_t node)
{
	for (uint32_t l = p->first_leaf; l != NONE; l = leaf_at(w, l)->next) {
		if (!is_above(w, node, leaf_at(w, l)->node))
			continue;
		for (uint32_t o = leaf_at(w, l)->first; o != NONE; o = w->onus[o].next)
			if (onu_class(&w->onus[o]) == WATCH_UP)
				return true;
	}
	return false;
}

/* The lowest node that feeds all members; NONE: one of them has none. */
static uint32_t
common_node(const struct watch *w, const struct incident *i)
{
	uint32_t common = NONE;
	bool is_first = true;

	for (size_t n = 0; n < i->members.n; n++) {
		const struct member *m = VEC_AT(&i->members, struct member, n);
		uint32_t row = onu_find(w, (struct onu_id){ (int64_t)m->onu });
		uint32_t node = row == NONE ? NONE : leaf_at(w, w->onus[row].leaf)->node;

		if (m->bits & MEMBER_IS_GONE)
			continue;
		if (is_first)
			common = node;
		is_first = false;
		while (common != NONE && node != NONE && !is_above(w, common, node))
			common = node_find(w, node_at(w, common)->parent_id);
		if (common == NONE || node == NONE)
			return NONE;
	}
	return common;
}

void
locate_before(const struct watch *w, struct incident *i)
{
	struct watch_params *a = &i->out.params;
	uint32_t port =
	    i->parts.n == 1 ? VEC_AT(&i->parts, struct part, 0)->port : (uint32_t)NONE;
	uint32_t node = NONE;

	a->d0_m = 0;
	a->node_before[0] = '\0';
	if (port == NONE || !w->nodes.n)
		return;
	if (i->out.root == WATCH_ROOT_NODE || i->out.root == WATCH_ROOT_PART)
		node = common_node(w, i);
	for (int depth = 0; node != NONE && depth < 16; depth++) {
		const struct plant_node *n = node_at(w, node);

		if (n->distance_m > 0 && n->distance_m < a->d_m && !n->is_learnt &&
		    node_works(w, port_at(w, port), node)) {
			a->d0_m = n->distance_m;
			text_fit(a->node_before, sizeof(a->node_before), n->name);
			return;
		}
		node = node_find(w, n->parent_id);
	}
}

bool
locate_has(const struct watch *w, const struct burst *b, const struct onu_row *o)
{
	uint32_t node;

	if (b->root == WATCH_ROOT_PART && b->d2_m)
		return !o->distance_m ||
		    (o->distance_m >= b->d1_m && o->distance_m <= b->d2_m);
	if (b->root != WATCH_ROOT_NODE)
		return true;
	node = leaf_at(w, o->leaf)->node;
	for (int depth = 0; node != NONE && depth < 16; depth++) {
		if (node == b->node)
			return true;
		node = node_find(w, node_at(w, node)->parent_id);
	}
	return false;
}

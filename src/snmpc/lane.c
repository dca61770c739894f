/* SPDX-License-Identifier: Apache-2.0 */
#include "snmpc/lane_int.h"

#include <string.h>

enum {
	CUT_AT_LEAST = 2, /* minimum number of known rows ahead of a cursor to split */
};

static struct lane *
lane_new(struct snmpc_run *run, uint32_t column)
{
	struct walk *w = run->data;
	struct lane *lane;

	if (w->n_lanes == w->cap_lanes) {
		uint32_t cap = w->cap_lanes ? w->cap_lanes * 2 : 64;
		struct lane **more = arena_alloc(run->arena, cap * sizeof(struct lane *));

		if (!more)
			return NULL;
		if (w->n_lanes)
			memcpy(more, w->lanes, w->n_lanes * sizeof(struct lane *));
		w->lanes = more;
		w->cap_lanes = cap;
	}
	lane = arena_alloc(run->arena, sizeof(*lane));
	if (!lane)
		return NULL;
	lane->column = column;
	w->lanes[w->n_lanes++] = lane;
	w->n_open++;
	w->open_of[column]++;
	return lane;
}

void
lane_idle(struct walk *w, struct lane *lane)
{
	/* In order: a lane that was started continues before the next one starts. */
	if (w->in_order && lane->busy)
		TAILQ_INSERT_HEAD(&w->idle, lane, link);
	else
		TAILQ_INSERT_TAIL(&w->idle, lane, link);
	lane->busy = false;
	w->n_idle++;
}

void
lane_busy(struct walk *w, struct lane *lane)
{
	TAILQ_REMOVE(&w->idle, lane, link);
	w->n_idle--;
	lane->busy = true;
}

void
lane_done(struct snmpc_run *run, struct lane *lane, enum snmpc_end end)
{
	struct walk *w = run->data;

	if (lane->is_done)
		return;
	lane->is_done = true;
	w->n_open--;
	if (end != SNMPC_END_OK)
		run->columns[lane->column].end = end;
	w->open_of[lane->column]--;
}

/* A lane over (from, to]; from and to are full OIDs in the arena, or NULL for the limits
 * of the column. */
static bool
lane_add(
    struct snmpc_run *run, uint32_t column, const struct oid *from, const struct oid *to)
{
	const struct snmpc_column *c = &run->q.columns[column];
	struct lane *lane = lane_new(run, column);

	if (!lane)
		return false;
	if (from) {
		lane->cursor = *from;
	} else {
		memcpy(lane->cursor.arcs, c->arcs, c->n * sizeof(*c->arcs));
		lane->cursor.n = (uint32_t)c->n;
	}
	if (to) {
		struct oid *end = arena_alloc(run->arena, sizeof(*end));

		if (!end)
			return false;
		*end = *to;
		lane->end = end->arcs;
		lane->end_n = end->n;
	}
	lane_idle(run->data, lane);
	return true;
}

static struct oid
row_oid(const struct snmpc_column *c, const struct snmpc_index *index)
{
	struct oid oid = { .n = (uint32_t)c->n };

	memcpy(oid.arcs, c->arcs, c->n * sizeof(*c->arcs));
	for (size_t i = 0; i < index->n && oid.n < OID_MAX; i++)
		oid.arcs[oid.n++] = index->arcs[i];
	return oid;
}

/* Make lanes for the parts of a column that are not in a never-read subtree. */
static bool
add_lanes_around_never(struct snmpc_run *run, uint32_t column)
{
	const struct snmpc_column *c = &run->q.columns[column];
	const struct snmpc *s = run->session->engine;
	const struct oid *from = NULL;
	struct oid after;

	for (size_t i = 0; i < s->n_never; i++) {
		const struct oid *never = &s->never[i];

		if (!oid_starts_with(never->arcs, never->n, c->arcs, c->n))
			continue;
		if (!lane_add(run, column, from, never))
			return false;
		after = *never;
		after.arcs[after.n - 1]++;
		from = &after;
	}
	return lane_add(run, column, from, NULL);
}

static bool
add_lanes_at_splits(struct snmpc_run *run, uint32_t column, bool *ret_any)
{
	const struct snmpc_question *q = &run->q;
	const struct snmpc_column *c = &q->columns[column];
	struct oid from, to;
	bool any = false;

	for (size_t i = 0; i < q->n_splits; i++) {
		if (q->splits[i].group != c->group)
			continue;
		to = row_oid(c, &q->splits[i].index);
		if (any && oid_compare(to.arcs, to.n, from.arcs, from.n) <= 0)
			continue;
		if (!lane_add(run, column, any ? &from : NULL, &to))
			return false;
		from = to;
		any = true;
	}
	*ret_any = any;
	return !any || lane_add(run, column, &from, NULL);
}

static enum rc
add_first_lanes(struct snmpc_run *run)
{
	for (uint32_t i = 0; i < run->q.n_columns; i++) {
		bool any = false;

		if (run->q.kind == SNMPC_WALK && !add_lanes_at_splits(run, i, &any))
			return RC_NOMEM;
		if (!any && !add_lanes_around_never(run, i))
			return RC_NOMEM;
	}
	return RC_OK;
}

enum rc
lanes_begin(struct snmpc_run *run)
{
	struct walk *w = arena_alloc(run->arena, sizeof(*w));

	if (!w)
		return RC_NOMEM;
	run->data = w;
	w->in_order = run->q.in_order;
	TAILQ_INIT(&w->idle);
	for (size_t i = 0; i < run->q.n_columns; i++) {
		if (run->q.columns[i].group >= w->n_groups)
			w->n_groups = run->q.columns[i].group + 1;
	}
	w->open_of = arena_alloc(run->arena, run->q.n_columns * sizeof(*w->open_of));
	w->known = arena_alloc(run->arena, w->n_groups * sizeof(*w->known));
	w->seen = arena_alloc(run->arena, run->q.n_columns * sizeof(struct seen *));
	if (!w->open_of || !w->known || !w->seen)
		return RC_NOMEM;
	return add_first_lanes(run);
}

/* ---- splitting a lane ------------------------------------------------------ */

void
lanes_note_row(
    struct snmpc_run *run, const struct snmpc_column *c, const uint32_t *index, size_t n)
{
	struct walk *w = run->data;
	struct known *k = &w->known[c->group];
	uint32_t *copy;

	if (k->n) {
		const struct snmpc_index *last = &k->rows[k->n - 1];

		if (oid_compare(index, n, last->arcs, last->n) <= 0)
			return;
	}
	if (k->n == k->cap) {
		uint32_t cap = k->cap ? k->cap * 2 : 64;
		struct snmpc_index *rows = arena_alloc(run->arena, cap * sizeof(*rows));

		if (!rows)
			return;
		if (k->n)
			memcpy(rows, k->rows, k->n * sizeof(*rows));
		k->rows = rows;
		k->cap = cap;
	}
	copy = arena_alloc(run->arena, n * sizeof(*copy));
	if (!copy)
		return;
	memcpy(copy, index, n * sizeof(*copy));
	k->rows[k->n++] = (struct snmpc_index){ copy, n };
}

/* The number of known rows after a full OID of this column. */
static uint32_t
known_after(
    const struct known *k, const struct snmpc_column *c, const uint32_t *arcs, size_t n)
{
	uint32_t low = 0, high = k->n;

	if (n <= c->n)
		return k->n;
	while (low < high) {
		uint32_t mid = (low + high) / 2;

		if (oid_compare(
			k->rows[mid].arcs, k->rows[mid].n, arcs + c->n, n - c->n) > 0)
			high = mid;
		else
			low = mid + 1;
	}
	return k->n - low;
}

/* The number of known rows strictly inside the rest of a lane, and the number of the
 * first of them. */
static uint32_t
known_inside(const struct snmpc_run *run, const struct lane *lane, uint32_t *ret_first)
{
	const struct walk *w = run->data;
	const struct snmpc_column *c = &run->q.columns[lane->column];
	const struct known *k = &w->known[c->group];
	uint32_t after = known_after(k, c, lane->cursor.arcs, lane->cursor.n);
	uint32_t beyond = lane->end ? known_after(k, c, lane->end, lane->end_n) : 0;

	*ret_first = k->n - after;
	return after > beyond ? after - beyond : 0;
}

static bool
cut_lane(struct snmpc_run *run, struct lane *lane, uint32_t first, uint32_t inside)
{
	struct walk *w = run->data;
	const struct snmpc_column *c = &run->q.columns[lane->column];
	struct oid at = row_oid(c, &w->known[c->group].rows[first + inside / 2]);
	struct oid end = { .n = (uint32_t)lane->end_n };
	struct oid *mine = arena_alloc(run->arena, sizeof(*mine));

	if (lane->end)
		memcpy(end.arcs, lane->end, lane->end_n * sizeof(*end.arcs));
	if (!mine || !lane_add(run, lane->column, &at, lane->end ? &end : NULL))
		return false;
	*mine = at;
	lane->end = mine->arcs;
	lane->end_n = mine->n;
	return true;
}

/* Only open lanes can be split. A long walk has many finished ones, so those are not kept
 * in the list. */
static void
drop_done(struct walk *w)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < w->n_lanes; i++) {
		if (!w->lanes[i]->is_done)
			w->lanes[n++] = w->lanes[i];
	}
	w->n_lanes = n;
}

bool
lanes_cut_longest(struct snmpc_run *run)
{
	struct walk *w = run->data;
	struct lane *best = NULL;
	uint32_t best_first = 0, best_inside = 0;

	if (run->q.kind == SNMPC_PEEK || w->in_order)
		return false;
	drop_done(w);
	for (uint32_t i = 0; i < w->n_lanes; i++) {
		uint32_t first, inside;

		inside = known_inside(run, w->lanes[i], &first);
		if (inside > best_inside) {
			best = w->lanes[i];
			best_first = first;
			best_inside = inside;
		}
	}
	return best_inside >= CUT_AT_LEAST &&
	    cut_lane(run, best, best_first, best_inside);
}

bool
lane_skip(struct snmpc_run *run, struct lane *lane)
{
	const struct walk *w = run->data;
	const struct snmpc_column *c = &run->q.columns[lane->column];
	uint32_t first;

	if (known_inside(run, lane, &first) < 1)
		return false;
	lane->cursor = row_oid(c, &w->known[c->group].rows[first]);
	return true;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Walking columns with cursors.
 *
 * A *lane* is a stretch of one column with a cursor in it: everything behind
 * the cursor has been delivered. A request advances several lanes at once,
 * each from where it is; that is how GETBULK with several columns, a walk cut
 * by PON port and a GETNEXT-only device are all the same thing here.
 *
 * The run begins with one lane a column, more where the caller knows rows to
 * cut at. When there are fewer lanes than requests allowed in flight, a lane
 * is cut in two at a row that another column of the same table has shown.
 *
 *	lane: IDLE ──send──► BUSY ──answer──► IDLE ... ──end of column──► DONE
 *	                       └──silence, error──► IDLE, asked for less
 */
#include "snmpc/snmpc_int.h"

#include <net-snmp/net-snmp-config.h>
#include <net-snmp/net-snmp-includes.h>

#include <string.h>

#include "base/clock.h"

enum {
	ROWS_MAX = 4 * 1000 * 1000, /* of one column */
	LANES_MAX = 128, /* in one request */
	LANE_TRIES = 3,
	KNOWN_STRIDE = 8, /* every so many rows one is noted to cut at */
	CUT_AT_LEAST = 2, /* noted rows ahead of a cursor that make cutting pay */
};

struct lane {
	TAILQ_ENTRY(lane) link; /* in the idle list */
	uint32_t column;
	struct oid cursor; /* the last OID seen, or where to begin */
	const uint32_t *end; /* full OID, the last one that is ours; NULL: the column's */
	size_t end_n;
	uint32_t max_repetitions; /* 0: no limit of its own */
	uint8_t fails;
	bool alone; /* it spoilt a request: ask for it by itself */
	bool busy;
	bool is_done;
};

/* Rows that a table is known to have, ascending. */
struct known {
	uint32_t n, cap;
	struct snmpc_index *rows;
};

struct walk {
	TAILQ_HEAD(, lane) idle;
	bool in_order; /* the question's */
	uint32_t n_idle;
	uint32_t n_open; /* idle and busy */
	uint32_t *open_of; /* per column */
	uint32_t n_groups;
	struct known *known; /* per group */
	struct seen **seen; /* per column, loose order only */
	uint32_t n_lanes, cap_lanes;
	struct lane **lanes; /* all of them, for cutting */
};

/* ---- what was seen, for devices that answer out of order ------------------- */

struct seen {
	uint64_t *slots; /* hashes of indexes; 0 is empty */
	uint32_t n, cap;
};

static uint64_t
hash_index(const uint32_t *arcs, size_t n)
{
	uint64_t h = 0x9E3779B97F4A7C15u;

	for (size_t i = 0; i < n; i++) {
		h ^= arcs[i];
		h *= 0xFF51AFD7ED558CCDu;
		h ^= h >> 32;
	}
	return h ? h : 1;
}

static bool
seen_grow(struct seen *s, struct arena *arena)
{
	uint32_t cap = s->cap ? s->cap * 2 : 1024;
	uint64_t *slots = arena_alloc(arena, cap * sizeof(*slots));

	if (!slots)
		return false;
	for (uint32_t i = 0; i < s->cap; i++) {
		uint32_t at = (uint32_t)s->slots[i] & (cap - 1);

		if (!s->slots[i])
			continue;
		while (slots[at])
			at = (at + 1) & (cap - 1);
		slots[at] = s->slots[i];
	}
	s->slots = slots;
	s->cap = cap;
	return true;
}

/* True the first time an index is shown to it. Out of memory counts as seen:
 * it ends the column instead of looping. */
static bool
seen_is_new(struct seen *s, struct arena *arena, const uint32_t *arcs, size_t n)
{
	uint64_t h = hash_index(arcs, n);
	uint32_t at;

	if (s->n * 2 >= s->cap && !seen_grow(s, arena))
		return false;
	for (at = (uint32_t)h & (s->cap - 1); s->slots[at];
	     at = (at + 1) & (s->cap - 1)) {
		if (s->slots[at] == h)
			return false;
	}
	s->slots[at] = h;
	s->n++;
	return true;
}

/* ---- OIDs of net-snmp against ours ----------------------------------------- */

static int
compare_name(const netsnmp_variable_list *var, const uint32_t *arcs, size_t n)
{
	size_t min = var->name_length < n ? var->name_length : n;

	for (size_t i = 0; i < min; i++) {
		if (var->name[i] != arcs[i])
			return var->name[i] < arcs[i] ? -1 : 1;
	}
	return var->name_length == n ? 0 : var->name_length < n ? -1 : 1;
}

static bool
is_within(const netsnmp_variable_list *var, const struct snmpc_column *c)
{
	if (var->name_length <= c->n || var->name_length > OID_MAX)
		return false;
	for (size_t i = c->n; i-- > 0;) {
		if (var->name[i] != c->arcs[i])
			return false;
	}
	return true;
}

/* ---- lanes ----------------------------------------------------------------- */

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

static void
lane_idle(struct walk *w, struct lane *lane)
{
	/* In order, the lane that was begun goes on before the next is touched. */
	if (w->in_order && lane->busy)
		TAILQ_INSERT_HEAD(&w->idle, lane, link);
	else
		TAILQ_INSERT_TAIL(&w->idle, lane, link);
	lane->busy = false;
	w->n_idle++;
}

static void
lane_busy(struct walk *w, struct lane *lane)
{
	TAILQ_REMOVE(&w->idle, lane, link);
	w->n_idle--;
	lane->busy = true;
}

static void
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

/* A lane over (from, to]; from and to are full OIDs in the arena, or NULL for
 * the column's own borders. */
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

/* Never-read subtrees inside a column are cut out of it. */
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
walk_begin(struct snmpc_run *run)
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

/* ---- cutting a lane in two ------------------------------------------------- */

static void
note_row(
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

/* How many known rows lie beyond a full OID of this column. */
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

/* The number of known rows strictly inside what a lane has left, and the
 * number of the first of them. */
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

/* Make one more lane out of the one with the most known rows ahead. */
static bool
cut_longest(struct snmpc_run *run)
{
	struct walk *w = run->data;
	struct lane *best = NULL;
	uint32_t best_first = 0, best_inside = 0;

	if (run->q.kind == SNMPC_PEEK || w->in_order)
		return false;
	for (uint32_t i = 0; i < w->n_lanes; i++) {
		uint32_t first, inside;

		if (w->lanes[i]->is_done)
			continue;
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

/* ---- asking ---------------------------------------------------------------- */

static bool
by_getbulk(const struct snmpc_run *run, const struct lane *lane)
{
	return run->q.kind == SNMPC_WALK && run->session->target.version != SNMP_V1 &&
	    !run->session->governor.limits.no_getbulk &&
	    !run->q.columns[lane->column].no_getbulk;
}

static uint32_t
free_slots(const struct snmpc_run *run)
{
	const struct snmpc_session *s = run->session;
	uint32_t slots =
	    s->governor.window > s->in_flight ? s->governor.window - s->in_flight : 1;

	if (run->q.max_in_flight && slots > run->q.max_in_flight - run->in_flight)
		slots = run->q.max_in_flight - run->in_flight;
	return slots ? slots : 1;
}

static uint32_t
most_lanes(const struct snmpc_run *run)
{
	uint32_t n = run_oids(run);

	return n > LANES_MAX ? LANES_MAX : n;
}

/* How many lanes the next request takes: all that there are, shared among the
 * requests that may be sent now, but enough to fill an answer. */
static uint32_t
lanes_wanted(const struct snmpc_run *run, bool bulk, uint32_t budget)
{
	const struct walk *w = run->data;
	uint32_t slots = free_slots(run);
	uint32_t n = (w->n_idle + slots - 1) / slots;
	uint32_t most = run->session->governor.limits.repetitions;

	if (bulk && most && n < budget / most)
		n = budget / most;
	if (n > most_lanes(run))
		n = most_lanes(run);
	if (n > w->n_idle)
		n = w->n_idle;
	return n ? n : 1;
}

/* Take lanes from the idle list that go together in one request. */
static uint32_t
take_lanes(struct snmpc_run *run, struct lane **ret_lanes, uint32_t want, bool bulk)
{
	struct walk *w = run->data;
	struct lane *lane = TAILQ_FIRST(&w->idle), *next;
	uint32_t n = 0;

	if (lane->alone || w->in_order)
		want = 1;
	for (; lane && n < want; lane = next) {
		next = TAILQ_NEXT(lane, link);
		if (by_getbulk(run, lane) != bulk || (n && lane->alone))
			continue;
		lane_busy(w, lane);
		ret_lanes[n++] = lane;
	}
	return n;
}

static uint32_t
repetitions_for(
    const struct snmpc_run *run, struct lane *const *lanes, uint32_t n, uint32_t budget)
{
	uint32_t r = budget / n;
	uint32_t most = run->session->governor.limits.repetitions;

	if (most && r > most)
		r = most;
	for (uint32_t i = 0; i < n; i++) {
		if (lanes[i]->max_repetitions && r > lanes[i]->max_repetitions)
			r = lanes[i]->max_repetitions;
	}
	return r ? r : 1;
}

static bool
ask(struct snmpc_run *run, struct request *req)
{
	struct lane **lanes = req->parts;
	struct wire_oid oids[LANES_MAX];

	for (uint32_t i = 0; i < req->n_parts; i++)
		oids[i] = (struct wire_oid){ .arcs = lanes[i]->cursor.arcs,
			.n = lanes[i]->cursor.n };
	(void)run;
	return wire_send(req, oids, req->n_parts);
}

static bool
send_next(struct snmpc_run *run)
{
	struct walk *w = run->data;
	uint32_t budget = run_varbinds(run);
	struct request *req;
	struct lane *first;
	bool bulk;

	while (w->n_idle < free_slots(run) && cut_longest(run))
		;
	first = TAILQ_FIRST(&w->idle);
	if (!first || (w->in_order && w->n_idle < w->n_open))
		return false;
	bulk = by_getbulk(run, first);
	while (!bulk && w->n_idle < most_lanes(run) && cut_longest(run))
		;
	req = request_new(run, bulk ? REQUEST_GETBULK : REQUEST_GETNEXT);
	if (req)
		req->parts = calloc(LANES_MAX, sizeof(struct lane *));
	if (!req || !req->parts) {
		request_free(req);
		run_finish(run, RC_NOMEM, "out of memory");
		return false;
	}
	req->n_parts = take_lanes(run, req->parts, lanes_wanted(run, bulk, budget), bulk);
	req->repetitions =
	    bulk ? repetitions_for(run, req->parts, req->n_parts, budget) : 1;
	req->asked = req->n_parts * req->repetitions;
	return ask(run, req);
}

/* ---- understanding --------------------------------------------------------- */

static enum snmpc_end
out_of_order(struct snmpc_run *run, uint32_t column, const uint32_t *index, size_t n)
{
	struct walk *w = run->data;

	if (!run->session->governor.limits.loose_order || !w->seen[column])
		return SNMPC_END_NOT_INCREASING;
	return seen_is_new(w->seen[column], run->arena, index, n)
	    ? SNMPC_END_OK
	    : SNMPC_END_NOT_INCREASING;
}

/* Remember every row where order is loose; elsewhere it costs nothing. */
static void
remember(struct snmpc_run *run, uint32_t column, const uint32_t *index, size_t n)
{
	struct walk *w = run->data;

	if (!run->session->governor.limits.loose_order)
		return;
	if (!w->seen[column])
		w->seen[column] = arena_alloc(run->arena, sizeof(struct seen));
	if (w->seen[column])
		(void)seen_is_new(w->seen[column], run->arena, index, n);
}

static void
deliver(struct snmpc_run *run, struct lane *lane, const netsnmp_variable_list *var,
    const struct request *req, const uint32_t *index, size_t n)
{
	struct snmpc_column_result *r = &run->columns[lane->column];
	uint32_t scratch[OID_MAX];
	struct snmp_value value;

	if (r->rows % KNOWN_STRIDE == KNOWN_STRIDE - 1)
		note_row(run, &run->q.columns[lane->column], index, n);
	if (r->rows == 0)
		r->first_us = clock_mono_us() - req->sent_us;
	wire_value(var, scratch, &value);
	run_value(run, lane->column, index, n, &value);
}

/* What one varbind means for its lane: END_OK with *ret_go_on true when it was
 * a row of ours and the lane goes on behind it. */
static enum snmpc_end
take_varbind(struct snmpc_run *run, struct lane *lane, const netsnmp_variable_list *var,
    const netsnmp_variable_list *prev, const struct request *req, bool *ret_go_on)
{
	const struct snmpc_column *c = &run->q.columns[lane->column];
	uint32_t index[OID_MAX];
	size_t n;
	bool increases;
	int to_end;

	*ret_go_on = false;
	if (snmp_type_is_exception((enum snmp_type)var->type)) {
		run->columns[lane->column].end_of_view = true;
		return SNMPC_END_OK;
	}
	if (!is_within(var, c))
		return compare_name(var, c->arcs, c->n) > 0 ? SNMPC_END_OK
							    : SNMPC_END_FOREIGN;
	n = var->name_length - c->n;
	for (size_t i = 0; i < n; i++)
		index[i] = (uint32_t)var->name[c->n + i];
	increases = prev ? snmp_oid_compare(prev->name, prev->name_length, var->name,
			       var->name_length) < 0
			 : compare_name(var, lane->cursor.arcs, lane->cursor.n) > 0;
	if (!increases) {
		enum snmpc_end end = out_of_order(run, lane->column, index, n);

		if (end != SNMPC_END_OK)
			return end;
	} else {
		remember(run, lane->column, index, n);
	}
	to_end = lane->end ? compare_name(var, lane->end, lane->end_n) : -1;
	if (to_end > 0)
		return SNMPC_END_OK;
	if (run->columns[lane->column].rows >= ROWS_MAX)
		return SNMPC_END_LIMIT;
	deliver(run, lane, var, req, index, n);
	*ret_go_on = to_end < 0 && run->q.kind == SNMPC_WALK;
	return SNMPC_END_OK;
}

static void
move_cursor(struct lane *lane, const netsnmp_variable_list *var)
{
	lane->cursor.n = (uint32_t)var->name_length;
	for (uint32_t i = 0; i < lane->cursor.n; i++)
		lane->cursor.arcs[i] = (uint32_t)var->name[i];
	lane->fails = 0;
	lane->max_repetitions = lane->alone ? 1 : lane->max_repetitions * 2;
	lane->alone = false;
}

/* Some agents leave a lane out although there was room: a few times it is
 * asked again, for less, then it counts as broken. */
static void
lane_back(struct snmpc_run *run, struct lane *lane, const netsnmp_variable_list *last)
{
	if (lane->is_done)
		return;
	if (last) {
		move_cursor(lane, last);
	} else if (++lane->fails >= LANE_TRIES * 2) {
		lane_done(run, lane, SNMPC_END_FOREIGN);
		return;
	}
	lane_idle(run->data, lane);
}

static void
answered(struct snmpc_run *run, struct request *req, netsnmp_variable_list *vars,
    uint32_t n_vars)
{
	struct lane **lanes = req->parts;
	const netsnmp_variable_list *last[LANES_MAX] = { 0 };
	uint32_t k = req->n_parts, at = 0;

	(void)n_vars;
	for (const netsnmp_variable_list *var = vars; var && !run->is_over;
	     var = var->next_variable) {
		struct lane *lane = lanes[at];

		if (!lane->is_done) {
			bool go_on;
			enum snmpc_end end =
			    take_varbind(run, lane, var, last[at], req, &go_on);

			if (go_on)
				last[at] = var;
			else
				lane_done(run, lane, end);
		}
		at = at + 1 == k ? 0 : at + 1;
	}
	for (uint32_t i = 0; i < k; i++)
		lane_back(run, lanes[i], last[i]);
}

/* ---- trouble --------------------------------------------------------------- */

static void
back_to_idle(struct snmpc_run *run, struct request *req)
{
	struct lane **lanes = req->parts;

	for (uint32_t i = 0; i < req->n_parts; i++)
		lane_idle(run->data, lanes[i]);
}

/* Silence while others are answered: ask these lanes again, each by itself and for less. Silence is dear,
 * so a few times are enough to end a lane. */
static void
retry_silent(struct snmpc_run *run, struct request *req)
{
	struct lane **lanes = req->parts;

	for (uint32_t i = 0; i < req->n_parts; i++) {
		lanes[i]->max_repetitions = req->repetitions / 4 + 1;
		lanes[i]->alone = true;
		if (++lanes[i]->fails >= LANE_TRIES)
			lane_done(run, lanes[i], SNMPC_END_TIMEOUT);
		else
			lane_idle(run->data, lanes[i]);
	}
}

/* tooBig costs one round trip: halve until it fits. */
static void
retry_smaller(struct snmpc_run *run, struct request *req)
{
	struct lane **lanes = req->parts;
	uint32_t less = req->repetitions / 2 ? req->repetitions / 2 : 1;
	bool is_smallest = req->n_parts == 1 && req->repetitions == 1;

	for (uint32_t i = 0; i < req->n_parts; i++) {
		lanes[i]->max_repetitions = less;
		if (is_smallest && ++lanes[i]->fails >= LANE_TRIES)
			lane_done(run, lanes[i], SNMPC_END_ERROR);
		else
			lane_idle(run->data, lanes[i]);
	}
}

/* A row that the device cannot give: go on behind it where a row further on
 * is known, otherwise the lane ends here. */
static void
skip_or_end(struct snmpc_run *run, struct lane *lane)
{
	struct walk *w = run->data;
	const struct snmpc_column *c = &run->q.columns[lane->column];
	uint32_t first;

	run->columns[lane->column].failed++;
	if (known_inside(run, lane, &first) < 1) {
		lane_done(run, lane, SNMPC_END_ERROR);
		return;
	}
	run->columns[lane->column].end = SNMPC_END_ERROR;
	lane->cursor = row_oid(c, &w->known[c->group].rows[first]);
	lane->fails = 0;
	lane_idle(w, lane);
}

/* genErr and its kin: find the lane that spoils the request, then the row. */
static void
isolate(struct snmpc_run *run, struct request *req, long index)
{
	struct lane **lanes = req->parts;

	if (req->n_parts == 1 && req->repetitions == 1) {
		lanes[0]->busy = false;
		skip_or_end(run, lanes[0]);
		return;
	}
	for (uint32_t i = 0; i < req->n_parts; i++) {
		bool blamed = req->n_parts == 1 || index < 1 ||
		    index > (long)req->n_parts || (long)i + 1 == index;

		lanes[i]->alone = lanes[i]->alone || blamed;
		lanes[i]->max_repetitions =
		    req->n_parts == 1 ? req->repetitions / 4 + 1 : 0;
		if (req->n_parts == 1 && req->repetitions <= 2)
			lanes[i]->max_repetitions = 1;
		lane_idle(run->data, lanes[i]);
	}
}

/* v1 says "no such name" where v2 says endOfMibView: that lane is through. */
static void
end_of_view(struct snmpc_run *run, struct request *req, long index)
{
	struct lane **lanes = req->parts;

	for (uint32_t i = 0; i < req->n_parts; i++) {
		if ((long)i + 1 == index || req->n_parts == 1) {
			run->columns[lanes[i]->column].end_of_view = true;
			lane_done(run, lanes[i], SNMPC_END_OK);
		} else {
			lane_idle(run->data, lanes[i]);
		}
	}
}

static void
failed(struct snmpc_run *run, struct request *req, long status, long index)
{
	struct snmpc_session *session = run->session;

	switch (status) {
	case 0:
		if (session->last_answer_us < req->sent_us) {
			back_to_idle(run, req);
			run_doubts(run, req);
		} else {
			retry_silent(run, req);
		}
		return;
	case SNMP_ERR_TOOBIG:
		retry_smaller(run, req);
		return;
	case SNMP_ERR_NOSUCHNAME:
		end_of_view(run, req, index);
		return;
	default:
		isolate(run, req, index);
	}
}

static bool
is_complete(const struct snmpc_run *run)
{
	const struct walk *w = run->data;

	return w->n_open == 0;
}

static void
abandon(struct snmpc_run *run)
{
	struct walk *w = run->data;

	for (size_t i = 0; i < run->q.n_columns; i++) {
		if (w && w->open_of && w->open_of[i])
			run->columns[i].end = SNMPC_END_STOPPED;
	}
}

const struct run_ops WALK_OPS = {
	.send_next = send_next,
	.answered = answered,
	.failed = failed,
	.is_complete = is_complete,
	.abandon = abandon,
};

/* SPDX-License-Identifier: Apache-2.0
 *
 * The queue of one machine. Its data structures are in local_queue_int.h.
 */
#include "coordinator/local_queue_int.h"

static struct local *
local_of(struct node_queue *b)
{
	return (struct local *)b;
}

static void
local_free(struct node_queue *b)
{
	struct local *l = local_of(b);
	size_t at = 0;
	struct olt_queue *s;

	while (l->olt_queues && (s = map_next(l->olt_queues, &at)))
		olt_queue_free(s);
	ready_fini(l);
	map_free(l->olt_queues);
	map_free(l->units);
	free(l);
}

static enum rc
local_put(struct node_queue *b, const struct unit *unit, int64_t now_ms)
{
	struct local *l = local_of(b);
	struct olt_queue *s;
	enum rc rc;

	(void)now_ms;
	if (map_find_u64(l->units, (uint64_t)unit->id.v))
		return RC_CONFLICT;
	if (heap_count(&l->oldest) >= l->options.bound) {
		l->figures.refused++;
		return RC_BUSY;
	}
	struct entry *e OWNED(free) = calloc(1, sizeof(*e));
	s = olt_queue_get(l, unit->olt);
	if (!e || !s)
		return RC_NOMEM;
	rc = olt_queue_reserve(l, s, unit);
	if (rc == RC_OK)
		rc = map_add_u64(l->units, (uint64_t)unit->id.v, e);
	if (rc != RC_OK)
		return rc;
	e->unit = *unit;
	e->olt_queue = s;
	olt_queue_stack(l, GIVE(e));
	l->figures.put++;
	return RC_OK;
}

static void
forget(struct local *l, struct entry *e)
{
	(void)map_take_u64(l->units, (uint64_t)e->unit.id.v);
	free(e);
}

static enum rc
local_withdraw(struct node_queue *b, struct execution_id unit)
{
	struct local *l = local_of(b);
	struct entry *e = map_find_u64(l->units, (uint64_t)unit.v);

	if (!e || e->olt_queue->out == e)
		return RC_NOT_FOUND;
	olt_queue_unstack(l, e);
	forget(l, e);
	l->figures.removed++;
	return RC_OK;
}

static size_t
local_remove(struct node_queue *b, struct olt_id olt, struct node_id node,
    void (*removed)(void *ctx, const struct unit *unit), void *ctx)
{
	struct local *l = local_of(b);
	struct olt_queue *s = map_find_u64(l->olt_queues, (uint64_t)olt.v);
	struct entry *e, *next;
	size_t n = 0;

	if (!s)
		return 0;
	for (e = LIST_FIRST(&s->waiting); e; e = next) {
		next = LIST_NEXT(e, same_olt);
		if (node.v && e->unit.node.v != node.v)
			continue;
		olt_queue_unstack(l, e);
		if (removed)
			removed(ctx, &e->unit);
		forget(l, e);
		n++;
	}
	l->figures.removed += n;
	if (node.v == 0)
		olt_queue_drop(l, s);
	return n;
}

struct order {
	int64_t now_ms, late_after_ms;
};

static int
compare_entries(const void *a, const void *b, void *ctx)
{
	const struct entry *const *x = a, *const *y = b;
	const struct order *o = ctx;

	return unit_compare(&(*x)->unit, &(*y)->unit, o->now_ms, o->late_after_ms);
}

static size_t
local_waiting(struct node_queue *b, struct unit *ret, size_t max, int64_t now_ms)
{
	struct local *l = local_of(b);
	struct order order = { now_ms, l->options.late_after_ms };
	size_t n = heap_count(&l->oldest);

	if (n == 0)
		return 0;
	struct entry **all OWNED(free) = reallocarray(NULL, n, sizeof(struct entry *));
	if (!all)
		return 0;
	for (size_t i = 0; i < n; i++)
		all[i] = l->oldest.items[i];
	qsort_r(all, n, sizeof(struct entry *), compare_entries, &order);
	for (size_t i = 0; i < n && i < max; i++)
		ret[i] = all[i]->unit;
	return n < max ? n : max;
}

static void
local_room(struct node_queue *b, const struct node_queue_room *room)
{
	local_of(b)->room = *room;
}

static void
take_room(struct node_queue_room *room, const struct unit *unit)
{
	room->all--;
	if (room->lane[unit->lane] > 0)
		room->lane[unit->lane]--;
}

static void
tell(struct local *l, struct entry *e, int64_t now_ms)
{
	struct olt_queue *s = e->olt_queue;
	struct unit unit = e->unit;
	struct node_queue_lease lease;

	olt_queue_unstack(l, e);
	olt_queue_lease(l, s, e, now_ms);
	take_room(&l->room, &unit);
	l->figures.told++;
	lease = (struct node_queue_lease){ s->olt, s->token, s->expires_ms };
	/* From here on, the listener may already have called node_queue_done. */
	l->listener.on_unit(l->listener.ctx, &unit, &lease);
}

/* Expired leases: their units wait again, and the holder is told. A lock without a unit
 * is only released. */
static void
lose(struct local *l, int64_t now_ms)
{
	struct olt_queue *s;

	while ((s = heap_first(&l->leases)) && s->expires_ms <= now_ms) {
		struct entry *e = s->out;

		olt_queue_release(l, s);
		l->figures.expired++;
		if (!e)
			continue;
		struct unit unit = e->unit;
		olt_queue_stack(l, e);
		l->listener.on_lost(l->listener.ctx, &unit);
	}
}

static int64_t
local_pump(struct node_queue *b, int64_t now_ms)
{
	struct local *l = local_of(b);
	struct entry *e;
	struct olt_queue *s;

	lose(l, now_ms);
	while ((e = ready_first(l, now_ms)))
		tell(l, e, now_ms);
	s = heap_first(&l->leases);
	return s ? s->expires_ms : INT64_MAX;
}

/* The olt_queue with this lease; NULL: it has expired, or belongs to another holder. */
static struct olt_queue *
leased(struct local *l, struct olt_id olt, int64_t token, int64_t now_ms)
{
	struct olt_queue *s = map_find_u64(l->olt_queues, (uint64_t)olt.v);

	return s && s->token && s->token == token && now_ms < s->expires_ms ? s : NULL;
}

static enum rc
local_renew(struct node_queue *b, struct olt_id olt, int64_t token, int64_t now_ms,
    int64_t *ret_expires_ms)
{
	struct local *l = local_of(b);
	struct olt_queue *s = leased(l, olt, token, now_ms);

	if (!s)
		return RC_CONFLICT;
	s->expires_ms = now_ms + l->options.lease_ms;
	heap_moved(&l->leases, s);
	*ret_expires_ms = s->expires_ms;
	return RC_OK;
}

/* End the lease and remove its unit. */
static enum rc
take_back(struct local *l, const struct unit *unit, int64_t token, int64_t now_ms,
    struct entry **ret_entry)
{
	struct olt_queue *s = leased(l, unit->olt, token, now_ms);

	if (!s || !s->out || s->out->unit.id.v != unit->id.v)
		return RC_CONFLICT;
	*ret_entry = s->out;
	olt_queue_release(l, s);
	return RC_OK;
}

static enum rc
local_done(struct node_queue *b, const struct unit *unit, int64_t token, int64_t now_ms)
{
	struct local *l = local_of(b);
	struct entry *e = NULL;
	enum rc rc = take_back(l, unit, token, now_ms, &e);

	if (rc != RC_OK)
		return rc;
	forget(l, e);
	l->figures.done++;
	return RC_OK;
}

static enum rc
local_lock(struct node_queue *b, struct olt_id olt, int64_t now_ms,
    struct node_queue_lease *ret_lease)
{
	struct local *l = local_of(b);
	struct olt_queue *s = olt_queue_get(l, olt);

	if (!s)
		return RC_NOMEM;
	if (s->token)
		return RC_BUSY;
	olt_queue_lease(l, s, NULL, now_ms);
	*ret_lease = (struct node_queue_lease){ olt, s->token, s->expires_ms };
	return RC_OK;
}

static void
local_unlock(struct node_queue *b, struct olt_id olt, int64_t token, int64_t now_ms)
{
	struct local *l = local_of(b);
	struct olt_queue *s = leased(l, olt, token, now_ms);

	if (s && !s->out)
		olt_queue_release(l, s);
}

static void
local_late_after(struct node_queue *b, int64_t late_after_ms)
{
	local_of(b)->options.late_after_ms = late_after_ms;
}

/* All times change by the same amount, so the order does not change. */
static void
local_stepped(struct node_queue *b, int64_t by_ms)
{
	struct local *l = local_of(b);

	for (size_t i = 0; i < l->oldest.n; i++)
		((struct entry *)l->oldest.items[i])->unit.due_ms += by_ms;
	for (size_t i = 0; i < l->leases.n; i++) {
		struct olt_queue *s = l->leases.items[i];

		s->expires_ms += by_ms;
		if (s->out)
			s->out->unit.due_ms += by_ms;
	}
}

static struct node_queue_figures
local_figures(const struct node_queue *b)
{
	const struct local *l = (const struct local *)b;
	struct node_queue_figures f = l->figures;
	const struct entry *oldest = heap_first(&l->oldest);

	f.waiting = heap_count(&l->oldest);
	f.leased = heap_count(&l->leases);
	f.oldest_due_ms = oldest ? oldest->unit.due_ms : 0;
	return f;
}

static const struct node_queue_ops LOCAL = {
	.name = "local",
	.put = local_put,
	.withdraw = local_withdraw,
	.remove = local_remove,
	.waiting = local_waiting,
	.room = local_room,
	.pump = local_pump,
	.renew = local_renew,
	.done = local_done,
	.lock = local_lock,
	.unlock = local_unlock,
	.stepped = local_stepped,
	.late_after = local_late_after,
	.figures = local_figures,
	.free = local_free,
};

enum rc
local_queue_new(const struct local_queue_options *options,
    const struct node_queue_listener *listener, struct node_queue **ret_queue,
    struct err *err)
{
	struct local *l = calloc(1, sizeof(*l));

	if (!l)
		return err_set(err, RC_NOMEM, "no memory for the node queue");
	*l = (struct local){ .queue = { &LOCAL },
		.options = *options,
		.listener = *listener,
		.next_token = options->first_token };
	ready_init(l);
	l->olt_queues = map_new();
	l->units = map_new();
	if (!l->olt_queues || !l->units) {
		local_free(&l->queue);
		return err_set(err, RC_NOMEM, "no memory for the node queue");
	}
	*ret_queue = &l->queue;
	return RC_OK;
}

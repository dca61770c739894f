/* SPDX-License-Identifier: Apache-2.0
 *
 * The queues of OLTs, their buckets, and the order between them.
 */
#include "coordinator/local_queue_int.h"

#include <assert.h>

static int
entry_by_due(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	return unit_compare_due(&x->unit, &y->unit);
}

static int
entry_by_priority(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	return unit_compare_priority(&x->unit, &y->unit);
}

static int
entry_by_age(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	return x->unit.due_ms < y->unit.due_ms ? -1 : x->unit.due_ms > y->unit.due_ms;
}

static int
bucket_by_due(const void *a, const void *b)
{
	const struct bucket *x = a, *y = b;

	return entry_by_due(heap_first(&x->due), heap_first(&y->due));
}

static int
bucket_by_priority(const void *a, const void *b)
{
	const struct bucket *x = a, *y = b;

	return entry_by_priority(heap_first(&x->priority), heap_first(&y->priority));
}

static int
olt_queue_by_expiry(const void *a, const void *b)
{
	const struct olt_queue *x = a, *y = b;

	return x->expires_ms < y->expires_ms ? -1 : x->expires_ms > y->expires_ms;
}

void
ready_init(struct local *l)
{
	for (int i = 0; i < BUCKETS; i++) {
		l->ready_due[i] =
		    (struct heap)HEAP_INIT(struct bucket, ready_due, bucket_by_due);
		l->ready_priority[i] = (struct heap)HEAP_INIT(
		    struct bucket, ready_priority, bucket_by_priority);
	}
	l->leases =
	    (struct heap)HEAP_INIT(struct olt_queue, in_leases, olt_queue_by_expiry);
	l->oldest = (struct heap)HEAP_INIT(struct entry, in_oldest, entry_by_age);
}

void
ready_fini(struct local *l)
{
	for (int i = 0; i < BUCKETS; i++) {
		heap_fini(&l->ready_due[i]);
		heap_fini(&l->ready_priority[i]);
	}
	heap_fini(&l->leases);
	heap_fini(&l->oldest);
}

/* Reserve space: every olt_queue may be leased, and have a ready bucket in each lane, at
 * the same time. */
static enum rc
ready_reserve(struct local *l, size_t n_seats)
{
	enum rc rc = heap_reserve(&l->leases, n_seats);

	for (int i = 0; i < BUCKETS && rc == RC_OK; i++) {
		rc = heap_reserve(&l->ready_due[i], n_seats);
		if (rc == RC_OK)
			rc = heap_reserve(&l->ready_priority[i], n_seats);
	}
	return rc;
}

static void
bucket_show(struct local *l, struct bucket *p)
{
	if (p->olt_queue->token || heap_count(&p->due) == 0)
		return;
	heap_add(&l->ready_due[p->number], p);
	heap_add(&l->ready_priority[p->number], p);
}

static void
bucket_hide(struct local *l, struct bucket *p)
{
	if (!heap_has(&l->ready_due[p->number], p))
		return;
	heap_remove(&l->ready_due[p->number], p);
	heap_remove(&l->ready_priority[p->number], p);
}

void
olt_queue_free(struct olt_queue *s)
{
	if (!s)
		return;
	while (!LIST_EMPTY(&s->waiting)) {
		struct entry *e = LIST_FIRST(&s->waiting);

		LIST_REMOVE(e, same_olt);
		free(e);
	}
	for (int i = 0; i < BUCKETS; i++) {
		heap_fini(&s->buckets[i].due);
		heap_fini(&s->buckets[i].priority);
	}
	free(s->out);
	free(s);
}
OWNED_BY(struct olt_queue, olt_queue_free);

static struct olt_queue *
olt_queue_new(struct olt_id olt)
{
	struct olt_queue *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->olt = olt;
	LIST_INIT(&s->waiting);
	for (int i = 0; i < BUCKETS; i++)
		s->buckets[i] = (struct bucket){ .olt_queue = s,
			.number = i,
			.due = HEAP_INIT(struct entry, in_due, entry_by_due),
			.priority =
			    HEAP_INIT(struct entry, in_priority, entry_by_priority) };
	return s;
}

struct olt_queue *
olt_queue_get(struct local *l, struct olt_id olt)
{
	struct olt_queue *known = map_find_u64(l->olt_queues, (uint64_t)olt.v);

	if (known)
		return known;
	struct olt_queue *s OWNED(olt_queue_free) = olt_queue_new(olt);

	if (!s || ready_reserve(l, map_count(l->olt_queues) + 1) != RC_OK ||
	    map_add_u64(l->olt_queues, (uint64_t)olt.v, s) != RC_OK)
		return NULL;
	return GIVE(s);
}

void
olt_queue_drop(struct local *l, struct olt_queue *s)
{
	if (s->token || !LIST_EMPTY(&s->waiting))
		return;
	(void)map_take_u64(l->olt_queues, (uint64_t)s->olt.v);
	olt_queue_free(s);
}

void
olt_queue_lease(struct local *l, struct olt_queue *s, struct entry *out, int64_t now_ms)
{
	assert(s->token == 0 && !s->out);
	for (int i = 0; i < BUCKETS; i++)
		bucket_hide(l, &s->buckets[i]);
	s->token = l->next_token++;
	s->expires_ms = now_ms + l->options.lease_ms;
	s->out = out;
	heap_add(&l->leases, s);
}

void
olt_queue_release(struct local *l, struct olt_queue *s)
{
	assert(s->token);
	heap_remove(&l->leases, s);
	s->token = 0;
	s->out = NULL;
	for (int i = 0; i < BUCKETS; i++)
		bucket_show(l, &s->buckets[i]);
}

static struct bucket *
bucket_of(struct olt_queue *s, const struct unit *unit)
{
	return &s->buckets[unit->kind == UNIT_MANUAL ? BUCKET_MANUAL : (int)unit->lane];
}

/* Reserve space for one more unit, and for the unit that is out and may return. */
enum rc
olt_queue_reserve(struct local *l, struct olt_queue *s, const struct unit *unit)
{
	struct bucket *p = bucket_of(s, unit);
	enum rc rc = heap_reserve(&p->due, heap_count(&p->due) + 2);

	if (rc == RC_OK)
		rc = heap_reserve(&p->priority, heap_count(&p->priority) + 2);
	if (rc == RC_OK)
		rc = heap_reserve(&l->oldest, map_count(l->units) + 1);
	return rc;
}

void
olt_queue_stack(struct local *l, struct entry *e)
{
	struct bucket *p = bucket_of(e->olt_queue, &e->unit);

	bucket_hide(l, p);
	heap_add(&p->due, e);
	heap_add(&p->priority, e);
	bucket_show(l, p);
	heap_add(&l->oldest, e);
	LIST_INSERT_HEAD(&e->olt_queue->waiting, e, same_olt);
	l->figures.waiting_lane[e->unit.lane]++;
}

void
olt_queue_unstack(struct local *l, struct entry *e)
{
	struct bucket *p = bucket_of(e->olt_queue, &e->unit);

	bucket_hide(l, p);
	heap_remove(&p->due, e);
	heap_remove(&p->priority, e);
	bucket_show(l, p);
	heap_remove(&l->oldest, e);
	LIST_REMOVE(e, same_olt);
	l->figures.waiting_lane[e->unit.lane]--;
}

/* The first one of a lane. */
static struct entry *
first_of(const struct local *l, int number, int64_t now_ms)
{
	const struct bucket *p = heap_first(&l->ready_due[number]);
	struct entry *e = p ? heap_first(&p->due) : NULL;

	if (!e || !unit_by_priority(&e->unit, now_ms, l->options.late_after_ms))
		return e;
	p = heap_first(&l->ready_priority[number]);
	return heap_first(&p->priority);
}

struct entry *
ready_first(const struct local *l, int64_t now_ms)
{
	struct entry *first = NULL;

	if (l->room.all == 0)
		return NULL;
	for (int i = 0; i < BUCKETS; i++) {
		struct entry *e;

		if (i < LANES && l->room.lane[i] == 0)
			continue;
		e = first_of(l, i, now_ms);
		if (e &&
		    (!first ||
			unit_compare(&e->unit, &first->unit, now_ms,
			    l->options.late_after_ms) < 0))
			first = e;
	}
	return first;
}

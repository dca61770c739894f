/* SPDX-License-Identifier: Apache-2.0
 *
 * A binary heap of pointers to entries, and a map from a node to its entry. An entry has
 * its place in the heap.
 */
#include "sched/timetable.h"

#include <stdlib.h>

#include "base/map.h"

enum { FIRST_ROOM = 64 };

struct entry {
	struct node_id node;
	int64_t due_ms;
	size_t at; /* its place in the heap */
};

struct timetable {
	struct entry **heap;
	size_t n, room;
	struct map *entries; /* by node; the same entries */
};

struct timetable *
timetable_new(void)
{
	struct timetable *t OWNED(timetable_free) = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	t->entries = map_new();
	return t->entries ? GIVE(t) : NULL;
}

void
timetable_free(struct timetable *t)
{
	if (!t)
		return;
	for (size_t i = 0; i < t->n; i++)
		free(t->heap[i]);
	free(t->heap);
	map_free(t->entries);
	free(t);
}

static bool
is_before(const struct entry *a, const struct entry *b)
{
	if (a->due_ms != b->due_ms)
		return a->due_ms < b->due_ms;
	return a->node.v < b->node.v;
}

static void
place(struct timetable *t, struct entry *e, size_t at)
{
	t->heap[at] = e;
	e->at = at;
}

static void
sift_up(struct timetable *t, struct entry *e)
{
	size_t at = e->at;

	while (at > 0 && is_before(e, t->heap[(at - 1) / 2])) {
		place(t, t->heap[(at - 1) / 2], at);
		at = (at - 1) / 2;
	}
	place(t, e, at);
}

static void
sift_down(struct timetable *t, struct entry *e)
{
	size_t at = e->at;

	for (;;) {
		size_t child = 2 * at + 1;

		if (child + 1 < t->n && is_before(t->heap[child + 1], t->heap[child]))
			child++;
		if (child >= t->n || !is_before(t->heap[child], e))
			break;
		place(t, t->heap[child], at);
		at = child;
	}
	place(t, e, at);
}

/* Call it when its time has changed, or when it is new at its place. */
static void
settle(struct timetable *t, struct entry *e)
{
	sift_up(t, e);
	sift_down(t, e);
}

static enum rc
make_room(struct timetable *t)
{
	size_t room = t->room ? 2 * t->room : FIRST_ROOM;
	struct entry **heap;

	if (t->n < t->room)
		return RC_OK;
	heap = reallocarray(t->heap, room, sizeof(struct entry *));
	if (!heap)
		return RC_NOMEM;
	t->heap = heap;
	t->room = room;
	return RC_OK;
}

static enum rc
add(struct timetable *t, struct node_id node, int64_t due_ms)
{
	struct entry *e;

	if (make_room(t) != RC_OK)
		return RC_NOMEM;
	e = calloc(1, sizeof(*e));
	if (!e)
		return RC_NOMEM;
	if (map_add_u64(t->entries, (uint64_t)node.v, e) != RC_OK) {
		free(e);
		return RC_NOMEM;
	}
	e->node = node;
	e->due_ms = due_ms;
	place(t, e, t->n++);
	sift_up(t, e);
	return RC_OK;
}

enum rc
timetable_put(struct timetable *t, struct node_id node, int64_t due_ms)
{
	struct entry *e = map_find_u64(t->entries, (uint64_t)node.v);

	if (!e)
		return add(t, node, due_ms);
	e->due_ms = due_ms;
	settle(t, e);
	return RC_OK;
}

void
timetable_remove(struct timetable *t, struct node_id node)
{
	struct entry *e = map_take_u64(t->entries, (uint64_t)node.v), *last;

	if (!e)
		return;
	last = t->heap[--t->n];
	if (last != e) {
		place(t, last, e->at);
		settle(t, last);
	}
	free(e);
}

bool
timetable_pop(
    struct timetable *t, int64_t now_ms, struct node_id *ret_node, int64_t *ret_due_ms)
{
	if (timetable_next(t) > now_ms || t->n == 0)
		return false;
	*ret_node = t->heap[0]->node;
	*ret_due_ms = t->heap[0]->due_ms;
	timetable_remove(t, *ret_node);
	return true;
}

int64_t
timetable_next(const struct timetable *t)
{
	return t->n ? t->heap[0]->due_ms : INT64_MAX;
}

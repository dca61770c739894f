/* SPDX-License-Identifier: Apache-2.0 */
#include "base/heap.h"

#include <assert.h>
#include <stdlib.h>

enum { FIRST_ROOM = 8 };

/* Places are counted from 1, so that 0 means "not in the heap". */
static size_t *
place_of(const struct heap *h, void *item)
{
	return (size_t *)(void *)((char *)item + h->place_at);
}

static void
set(struct heap *h, size_t i, void *item)
{
	h->items[i] = item;
	*place_of(h, item) = i + 1;
}

/* Place item at the free place i or above, wherever the order requires. */
static void
rise(struct heap *h, size_t i, void *item)
{
	while (i > 0 && h->compare(item, h->items[(i - 1) / 2]) < 0) {
		set(h, i, h->items[(i - 1) / 2]);
		i = (i - 1) / 2;
	}
	set(h, i, item);
}

static void
sink(struct heap *h, size_t i, void *item)
{
	size_t child;

	while ((child = 2 * i + 1) < h->n) {
		if (child + 1 < h->n &&
		    h->compare(h->items[child + 1], h->items[child]) < 0)
			child++;
		if (h->compare(h->items[child], item) >= 0)
			break;
		set(h, i, h->items[child]);
		i = child;
	}
	set(h, i, item);
}

/* Place item at the free place i, or above or below it, wherever the order requires. */
static void
settle(struct heap *h, size_t i, void *item)
{
	if (i > 0 && h->compare(item, h->items[(i - 1) / 2]) < 0)
		rise(h, i, item);
	else
		sink(h, i, item);
}

enum rc
heap_reserve(struct heap *h, size_t n)
{
	size_t room = h->room ? h->room : FIRST_ROOM;
	void **items;

	if (n <= h->room)
		return RC_OK;
	while (room < n)
		room *= 2;
	items = reallocarray(h->items, room, sizeof(*items));
	if (!items)
		return RC_NOMEM;
	h->items = items;
	h->room = room;
	return RC_OK;
}

void
heap_add(struct heap *h, void *item)
{
	assert(h->n < h->room && !heap_has(h, item));
	rise(h, h->n++, item);
}

void
heap_remove(struct heap *h, void *item)
{
	size_t i = *place_of(h, item) - 1;
	void *last;

	assert(heap_has(h, item));
	last = h->items[--h->n];
	*place_of(h, item) = 0;
	if (last != item)
		settle(h, i, last);
}

void
heap_moved(struct heap *h, void *item)
{
	assert(heap_has(h, item));
	settle(h, *place_of(h, item) - 1, item);
}

bool
heap_has(const struct heap *h, const void *item)
{
	size_t place = *(const size_t *)(const void *)((const char *)item + h->place_at);

	return place > 0 && place <= h->n && h->items[place - 1] == item;
}

void *
heap_first(const struct heap *h)
{
	return h->n ? h->items[0] : NULL;
}

void
heap_fini(struct heap *h)
{
	free(h->items);
	h->items = NULL;
	h->n = h->room = 0;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * base/heap.h - a binary heap of the caller's items.
 *
 * An item is a struct of the caller with a member of type size_t, in which the heap
 * stores its place; it is 0 while the item is not in the heap (so a zeroed item is
 * outside). Therefore any item can be removed or moved in logarithmic time. An item may
 * be in several heaps, with one member for each.
 *
 *	struct heap h = HEAP_INIT(struct thing, place, earlier);
 *	if (heap_reserve(&h, heap_count(&h) + 1) == RC_OK)
 *		heap_add(&h, thing);
 *
 * Only heap_reserve can fail: after a reservation, adding and removing cannot fail. Items
 * are borrowed. Owner only.
 */
#ifndef FACHO_BASE_HEAP_H
#define FACHO_BASE_HEAP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/rc.h"

struct heap {
	void **items; /* owned; the heap itself, from items[0] on */
	size_t n, room;
	size_t place_at; /* offset of the member for the place */
	/* < 0 if a comes before b. The order of items in the heap must not change, except
	 * for one item if heap_moved is called at once, or if all items change by the
	 * same amount. */
	int (*compare)(const void *a, const void *b);
};

#define HEAP_INIT(type, member, compare_fn)                                 \
	{                                                                   \
		.place_at = offsetof(type, member), .compare = (compare_fn) \
	}

/* Room for n items in total. With RC_NOMEM the heap is not changed. */
enum rc heap_reserve(struct heap *h, size_t n) MUST_CHECK;

/* There must be room, and the item must not be in the heap. */
void heap_add(struct heap *h, void *item);

/* The item must be in the heap. */
void heap_remove(struct heap *h, void *item);

/* Call it when the order of the item has changed. The item must be in the heap. */
void heap_moved(struct heap *h, void *item);

bool heap_has(const struct heap *h, const void *item);

/* The first item; NULL if the heap is empty. */
void *heap_first(const struct heap *h);

static inline size_t
heap_count(const struct heap *h)
{
	return h->n;
}

/* The items are not freed. */
void heap_fini(struct heap *h);

#endif

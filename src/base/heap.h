/* SPDX-License-Identifier: Apache-2.0
 *
 * base/heap.h - the first of many, always at hand: a binary heap of the caller's items.
 *
 * An item is a struct of the caller's with a member of type size_t in which the heap
 * keeps its place, 0 while it is not inside (so a zeroed item is outside); that is why
 * taking out or moving any item takes logarithmic time. An item may be in several heaps,
 * with a member for each.
 *
 *	struct heap h = HEAP_INIT(struct thing, place, earlier);
 *	if (heap_reserve(&h, heap_count(&h) + 1) == RC_OK)
 *		heap_add(&h, thing);
 *
 * Only heap_reserve can fail, so that whoever has reserved can come and go without a
 * way out. Items are borrowed. Owner only.
 */
#ifndef FACHO_BASE_HEAP_H
#define FACHO_BASE_HEAP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/rc.h"

struct heap {
	void **items; /* owned; the heap itself, from items[0] on */
	size_t n, room;
	size_t place_at; /* where an item keeps its place */
	/* < 0 when a comes before b. The order of items inside must not change, but for
	 * one item that heap_moved is told of at once, or all of them by the same. */
	int (*compare)(const void *a, const void *b);
};

#define HEAP_INIT(type, member, compare_fn)                                 \
	{                                                                   \
		.place_at = offsetof(type, member), .compare = (compare_fn) \
	}

/* Room for n items in all. RC_NOMEM: then it is as it was. */
enum rc heap_reserve(struct heap *h, size_t n) MUST_CHECK;

/* There must be room, and it must not be inside. */
void heap_add(struct heap *h, void *item);

/* It must be inside. */
void heap_remove(struct heap *h, void *item);

/* Its order has changed. It must be inside. */
void heap_moved(struct heap *h, void *item);

bool heap_has(const struct heap *h, const void *item);

/* The first; NULL when there is none. */
void *heap_first(const struct heap *h);

static inline size_t
heap_count(const struct heap *h)
{
	return h->n;
}

/* The items are left alone. */
void heap_fini(struct heap *h);

#endif

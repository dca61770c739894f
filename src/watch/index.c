/* SPDX-License-Identifier: Apache-2.0
 *
 * Open addressing with linear probing. At most 7 of 8 slots are used, and the table grows
 * by a quarter: rows of a million ONUs need 5 bytes each here. A slot has 24 bits for the
 * row and 8 of its hash, so that rows with other keys are rarely read.
 */
#include "watch/watch_int.h"

#include <stdlib.h>

enum { ROW_BITS = 24, ROW_MASK = (1 << ROW_BITS) - 1 };

uint32_t
index_hash(uint64_t key)
{
	key ^= key >> 33;
	key *= 0xff51afd7ed558ccdULL;
	key ^= key >> 33;
	key *= 0xc4ceb9fe1a85ec53ULL;
	return (uint32_t)(key >> 32);
}

static uint32_t
slot_of(const struct index *x, uint32_t hash)
{
	return (uint32_t)(((uint64_t)hash * x->cap) >> 32);
}

static uint32_t
slot_after(const struct index *x, uint32_t at)
{
	return at + 1 == x->cap ? 0 : at + 1;
}

static uint32_t
slot_value(uint32_t row, uint32_t hash)
{
	return (hash << ROW_BITS) | (row + 1);
}

static uint32_t
row_of(uint32_t slot)
{
	return (slot & ROW_MASK) - 1;
}

uint32_t
index_find(const struct index *x, const struct watch *w, uint32_t hash,
    index_equal *equal, const void *key)
{
	if (!x->cap)
		return NONE;
	for (uint32_t at = slot_of(x, hash); x->slots[at]; at = slot_after(x, at))
		if (x->slots[at] >> ROW_BITS == (hash & 0xff) &&
		    equal(w, row_of(x->slots[at]), key))
			return row_of(x->slots[at]);
	return NONE;
}

static void
put(struct index *x, uint32_t row, uint32_t hash)
{
	uint32_t at = slot_of(x, hash);

	while (x->slots[at])
		at = slot_after(x, at);
	x->slots[at] = slot_value(row, hash);
}

static bool
grow(struct index *x, const struct watch *w, index_hash_of *hash)
{
	struct index bigger = { .cap = x->cap < 64 ? 64 : x->cap + x->cap / 4,
		.n = x->n };

	bigger.slots = calloc(bigger.cap, sizeof(*bigger.slots));
	if (!bigger.slots)
		return false;
	for (uint32_t i = 0; i < x->cap; i++)
		if (x->slots[i])
			put(&bigger, row_of(x->slots[i]), hash(w, row_of(x->slots[i])));
	free(x->slots);
	*x = bigger;
	return true;
}

bool
index_add(struct index *x, const struct watch *w, uint32_t row, index_hash_of *hash)
{
	if (row >= ROW_MASK)
		return false;
	if ((uint64_t)(x->n + 1) * 8 > (uint64_t)x->cap * 7 && !grow(x, w, hash))
		return false;
	put(x, row, hash(w, row));
	x->n++;
	return true;
}

/* Is `home` of the entry at `at` not in (gap, at]? Then it may move to the gap. */
static bool
may_move(uint32_t home, uint32_t gap, uint32_t at)
{
	if (gap <= at)
		return home <= gap || home > at;
	return home <= gap && home > at;
}

void
index_remove(struct index *x, const struct watch *w, uint32_t row, index_hash_of *hash)
{
	uint32_t at;

	if (!x->cap)
		return;
	for (at = slot_of(x, hash(w, row)); (x->slots[at] & ROW_MASK) != row + 1;
	     at = slot_after(x, at))
		if (!x->slots[at])
			return;
	x->n--;
	for (uint32_t gap = at;;) {
		at = slot_after(x, at);
		if (!x->slots[at]) {
			x->slots[gap] = 0;
			return;
		}
		if (may_move(slot_of(x, hash(w, row_of(x->slots[at]))), gap, at)) {
			x->slots[gap] = x->slots[at];
			gap = at;
		}
	}
}

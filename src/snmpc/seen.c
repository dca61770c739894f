/* SPDX-License-Identifier: Apache-2.0 */
#include "snmpc/seen_int.h"

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

bool
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

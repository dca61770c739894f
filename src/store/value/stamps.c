/* SPDX-License-Identifier: Apache-2.0 */
#include "store/value/stamps.h"

#include <assert.h>

static_assert(LATEST_MAX <= 32, "a place is a bit of 32");

static uint64_t
get_bytes(const uint8_t *at, unsigned n)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < n; i++)
		value |= (uint64_t)at[i] << (8 * i);
	return value;
}

static void
put_bytes(uint8_t *at, unsigned n, uint64_t value)
{
	for (unsigned i = 0; i < n; i++)
		at[i] = (uint8_t)(value >> (8 * i));
}

bool
stamp_is_same(const struct stamp *a, const struct stamp *b)
{
	return a->at_ms == b->at_ms && a->execution.v == b->execution.v;
}

bool
stamps_has(const struct stamps *s, size_t place)
{
	return s->places >> place & 1;
}

void
stamps_set(struct stamps *s, size_t place, const struct stamp *stamp)
{
	assert(place < LATEST_MAX);
	s->places |= UINT32_C(1) << place;
	s->at[place] = *stamp;
}

void
stamps_clear(struct stamps *s, size_t place)
{
	assert(place < LATEST_MAX);
	s->places &= ~(UINT32_C(1) << place);
}

static void
set_all(struct stamps *s, uint32_t places, const struct stamp *stamp)
{
	for (size_t i = 0; i < LATEST_MAX; i++) {
		if (places >> i & 1)
			stamps_set(s, i, stamp);
	}
}

void
stamps_decode(const void *bytes, size_t n, struct stamps *ret)
{
	const uint8_t *at = bytes;

	ret->places = 0;
	if (!bytes || n % STAMPS_ENTRY_BYTES || n > STAMPS_BYTES_MAX)
		return;
	for (const uint8_t *end = at + n; at < end; at += STAMPS_ENTRY_BYTES) {
		struct stamp stamp = { (int64_t)get_bytes(at + 4, 8),
			{ (int64_t)get_bytes(at + 12, 8) } };

		set_all(ret, (uint32_t)get_bytes(at, 4), &stamp);
	}
}

/* Those of `left` that have the stamp of the first of them. */
static uint32_t
alike(const struct stamps *s, uint32_t left, size_t first)
{
	uint32_t places = 0;

	for (size_t i = first; i < LATEST_MAX; i++) {
		if (left >> i & 1 && stamp_is_same(&s->at[i], &s->at[first]))
			places |= UINT32_C(1) << i;
	}
	return places;
}

size_t
stamps_encode(const struct stamps *s, uint8_t ret_bytes[STAMPS_BYTES_MAX])
{
	uint32_t left = s->places;
	size_t n = 0;

	for (size_t i = 0; i < LATEST_MAX; i++) {
		uint32_t places = left >> i & 1 ? alike(s, left, i) : 0;

		if (places == 0)
			continue;
		put_bytes(ret_bytes + n, 4, places);
		put_bytes(ret_bytes + n + 4, 8, (uint64_t)s->at[i].at_ms);
		put_bytes(ret_bytes + n + 12, 8, (uint64_t)s->at[i].execution.v);
		n += STAMPS_ENTRY_BYTES;
		left &= ~places;
	}
	return n;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "sched/phase.h"

#include <assert.h>
#include <stddef.h>

#define MINUTE_MS INT64_C(60000)

/* Multiples of the golden ratio, modulo one, leave the smallest gaps. 24 bits are enough
 * for steps of 5 ms in a day, and allow intervals of years. */
int64_t
phase_spread(uint64_t key, int64_t span_ms)
{
	static const uint64_t GOLDEN = UINT64_C(0x9E3779B97F4A7C15);

	assert(span_ms > 0 && span_ms < INT64_C(1) << 38);
	return (int64_t)(((key * GOLDEN) >> 40) * (uint64_t)span_ms >> 24);
}

static int64_t
place_of(const struct phase *p)
{
	return phase_spread(p->key, p->interval_ms);
}

/* The number of slots before this time, since 1970. */
static int64_t
slots_before(const struct phase *p, int64_t at_ms)
{
	int64_t past = at_ms - place_of(p);

	return past <= 0 ? 0 : (past - 1) / p->interval_ms + 1;
}

static int64_t
slot_after(const struct phase *p, int64_t at_ms)
{
	return place_of(p) + slots_before(p, at_ms + 1) * p->interval_ms;
}

/* Slots up to this time have had their run. */
static int64_t
served_until(const struct phase *p, int64_t due_ms)
{
	if (due_ms % p->interval_ms == place_of(p))
		return due_ms;
	return due_ms + (p->interval_ms - 1) / 2;
}

int64_t
phase_first(int64_t enabled_ms, uint64_t key)
{
	return enabled_ms + MINUTE_MS + phase_spread(key, MINUTE_MS);
}

int64_t
phase_next(
    const struct phase *phase, int64_t due_ms, int64_t now_ms, int64_t *ret_skipped)
{
	int64_t served = due_ms ? served_until(phase, due_ms) : now_ms;

	if (ret_skipped)
		*ret_skipped = phase_count(phase, served + 1, now_ms + 1);
	return slot_after(phase, served > now_ms ? served : now_ms);
}

int64_t
phase_count(const struct phase *phase, int64_t from_ms, int64_t to_ms)
{
	if (to_ms <= from_ms)
		return 0;
	return slots_before(phase, to_ms) - slots_before(phase, from_ms);
}

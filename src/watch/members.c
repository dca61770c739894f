/* SPDX-License-Identifier: Apache-2.0
 *
 * Members of an incident on one port as bytes: a version, then for each member, by id: the
 * difference of ids, evidence and marks in one byte, distance, and the tenths of a second
 * from since_ms to its down and from its down to its up. Numbers have 7 bits in a byte.
 */
#include "watch/incident.h"

#include <stdlib.h>
#include <string.h>

#include "base/own.h"

_Static_assert((int)STATE_UNKNOWN <= 16, "evidence has 4 bits");

enum { VERSION = 1, CAN_GASP = 16, IS_EXACT = 32, IS_UP = 64 };

/* A number has at most 10 bytes, a member four numbers and its marks. */
enum { MEMBER_MAX = 48 };

static unsigned char *
put(unsigned char *to, uint64_t v)
{
	for (; v >= 128; v >>= 7)
		*to++ = (unsigned char)((v & 127) | 128);
	*to++ = (unsigned char)v;
	return to;
}

/* Small numbers of either sign stay small. */
static unsigned char *
put_signed(unsigned char *to, int64_t v)
{
	return put(to, v < 0 ? ((uint64_t)(-(v + 1)) << 1) | 1 : (uint64_t)v << 1);
}

static int
by_id(const void *a, const void *b)
{
	int64_t x = ((const struct watch_member *)a)->onu.v;
	int64_t y = ((const struct watch_member *)b)->onu.v;

	return (x > y) - (x < y);
}

static int64_t
tenths(int64_t ms)
{
	return ms >= 0 ? (ms + 50) / 100 : -((50 - ms) / 100);
}

static bool
is_sorted(const struct watch_member *members, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (members[i - 1].onu.v > members[i].onu.v)
			return false;
	return true;
}

static void
pack_one(struct buf *b, const struct watch_member *m, int64_t before, int64_t since_ms)
{
	unsigned char bytes[MEMBER_MAX], *to = bytes;
	/* A cause that says nothing has no room in 4 bits. */
	unsigned evidence = m->evidence < STATE_UNKNOWN ? (unsigned)m->evidence : 0U;

	to = put(to, (uint64_t)(m->onu.v - before));
	*to++ = (unsigned char)(evidence | (m->can_gasp ? CAN_GASP : 0U) |
	    (m->is_exact ? IS_EXACT : 0U) | (m->up_ms ? IS_UP : 0U));
	to = put(to, (uint64_t)(m->distance_m > 0 ? m->distance_m : 0));
	to = put_signed(to, tenths(m->down_ms - since_ms));
	if (m->up_ms)
		to = put_signed(to, tenths(m->up_ms - m->down_ms));
	buf_add(b, bytes, (size_t)(to - bytes));
}

enum rc
watch_members_pack(const struct watch_member *members, size_t n, int64_t since_ms,
    struct buf *ret_packed)
{
	struct watch_member *sorted OWNED(free) = NULL;

	if (!is_sorted(members, n)) {
		sorted = calloc(n, sizeof(*sorted));
		if (!sorted)
			return RC_NOMEM;
		memcpy(sorted, members, n * sizeof(*sorted));
		qsort(sorted, n, sizeof(*sorted), by_id);
		members = sorted;
	}
	buf_putc(ret_packed, VERSION);
	for (size_t i = 0; i < n; i++)
		pack_one(ret_packed, &members[i], i ? members[i - 1].onu.v : 0, since_ms);
	return buf_ok(ret_packed) ? RC_OK : RC_NOMEM;
}

struct reader {
	const unsigned char *at, *end;
	bool is_bad;
};

static uint64_t
get(struct reader *r)
{
	uint64_t v = 0;

	for (int shift = 0; shift < 64; shift += 7) {
		if (r->at == r->end)
			break;
		v |= (uint64_t)(*r->at & 127) << shift;
		if (!(*r->at++ & 128))
			return v;
	}
	r->is_bad = true;
	return 0;
}

static int64_t
get_signed(struct reader *r)
{
	uint64_t v = get(r);

	return v & 1 ? -(int64_t)(v >> 1) - 1 : (int64_t)(v >> 1);
}

size_t
watch_members_unpack(const void *packed, size_t bytes, int64_t since_ms,
    struct watch_member *ret_members, size_t max)
{
	struct reader r = { packed, packed ? (const unsigned char *)packed + bytes : NULL,
		false };
	int64_t id = 0;
	size_t n = 0;

	if (!bytes || get(&r) != VERSION)
		return 0;
	while (r.at < r.end) {
		struct watch_member m = { 0 };
		uint64_t marks;

		id = (int64_t)((uint64_t)id + get(&r));
		m.onu.v = id;
		marks = get(&r);
		m.evidence = (enum state)(marks & 15);
		m.can_gasp = (marks & CAN_GASP) != 0;
		m.is_exact = (marks & IS_EXACT) != 0;
		m.distance_m = (int32_t)(get(&r) & 0xffffff);
		m.down_ms =
		    (int64_t)((uint64_t)since_ms + (uint64_t)get_signed(&r) * 100);
		if (marks & IS_UP)
			m.up_ms = (int64_t)((uint64_t)m.down_ms +
			    (uint64_t)get_signed(&r) * 100);
		if (r.is_bad)
			return 0;
		if (n < max)
			ret_members[n] = m;
		n++;
	}
	return n;
}

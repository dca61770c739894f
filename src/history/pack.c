/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers in groups of 32, each group with as many bits as its largest number needs. A
 * full group of width w has 4 w bytes, so the place of a group follows from the widths,
 * and one number can be read without unpacking the others.
 */
#include "history/history_int.h"

static unsigned
width_of(const uint32_t *numbers, uint32_t n)
{
	uint32_t all = 0;

	for (uint32_t i = 0; i < n; i++)
		all |= numbers[i];
	return all ? 32U - (unsigned)__builtin_clz(all) : 0;
}

static uint32_t
group_size(uint32_t n, uint32_t group)
{
	uint32_t left = n - group * PACK_GROUP;

	return left < PACK_GROUP ? left : PACK_GROUP;
}

static size_t
group_bytes(uint32_t n, uint32_t group, unsigned width)
{
	return ((size_t)group_size(n, group) * width + 7) / 8;
}

size_t
pack_max_bytes(uint32_t n)
{
	return pack_groups(n) + (size_t)n * sizeof(uint32_t);
}

size_t
pack_bytes(const uint32_t *numbers, uint32_t n)
{
	size_t bytes = pack_groups(n);

	for (uint32_t g = 0; g < pack_groups(n); g++)
		bytes += group_bytes(
		    n, g, width_of(numbers + (size_t)g * PACK_GROUP, group_size(n, g)));
	return bytes;
}

static uint8_t *
write_group(uint8_t *to, const uint32_t *numbers, uint32_t n, unsigned width)
{
	uint64_t bits = 0;
	unsigned have = 0;

	for (uint32_t i = 0; i < n; i++) {
		bits |= (uint64_t)numbers[i] << have;
		for (have += width; have >= 8; have -= 8, bits >>= 8)
			*to++ = (uint8_t)bits;
	}
	if (have > 0)
		*to++ = (uint8_t)bits;
	return to;
}

uint8_t *
pack_write(uint8_t *to, const uint32_t *numbers, uint32_t n)
{
	uint8_t *widths = to;

	to += pack_groups(n);
	for (uint32_t g = 0; g < pack_groups(n); g++) {
		const uint32_t *group = numbers + (size_t)g * PACK_GROUP;
		unsigned width = width_of(group, group_size(n, g));

		widths[g] = (uint8_t)width;
		to = write_group(to, group, group_size(n, g), width);
	}
	return to;
}

struct packed
pack_open(struct wire_in *in, uint32_t n)
{
	struct packed p = { wire_bytes(in, pack_groups(n)), NULL, n };
	size_t bytes = 0;

	if (!p.widths)
		return p;
	for (uint32_t g = 0; g < pack_groups(n); g++) {
		if (p.widths[g] > 32) {
			in->is_bad = true;
			return p;
		}
		bytes += group_bytes(n, g, p.widths[g]);
	}
	p.bits = wire_bytes(in, bytes);
	return p;
}

/* A number has at most 32 bits and begins within a byte, and eight bytes can always be
 * read (WIRE_SLACK). */
static uint32_t
number_at(const uint8_t *bits, uint32_t i, unsigned width)
{
	uint32_t first = i * width;

	return (uint32_t)(load64(bits + first / 8) >> first % 8 &
	    ((UINT64_C(1) << width) - 1));
}

uint32_t
pack_at(const struct packed *p, uint32_t at)
{
	uint32_t group = at / PACK_GROUP;
	size_t before = 0;

	for (uint32_t g = 0; g < group; g++)
		before += p->widths[g];
	return number_at(
	    p->bits + before * (PACK_GROUP / 8), at % PACK_GROUP, p->widths[group]);
}

struct pack_cursor
pack_start(const struct packed *p)
{
	return (struct pack_cursor){ p, p->bits, 0 };
}

uint32_t
pack_next(struct pack_cursor *cursor, uint32_t numbers[PACK_GROUP])
{
	const struct packed *p = cursor->p;

	if (cursor->group == pack_groups(p->n))
		return 0;
	uint32_t n = group_size(p->n, cursor->group);
	unsigned width = p->widths[cursor->group];
	for (uint32_t i = 0; i < n; i++)
		numbers[i] = number_at(cursor->bits, i, width);
	cursor->bits += group_bytes(p->n, cursor->group, width);
	cursor->group++;
	return n;
}

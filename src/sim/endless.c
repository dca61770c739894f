/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/endless_int.h"

#include <string.h>

#include "vendor/profile.h"

enum { FIELDS_MAX = INDEX_ARCS_MAX * INDEX_FIELDS_MAX };

/* Of the fields of one arc, the one with the largest factor below this. */
static const struct index_field *
next_field(const struct index_arc *arc, uint64_t below)
{
	const struct index_field *best = NULL;

	for (unsigned i = 0; i < arc->n_fields; i++) {
		const struct index_field *f = &arc->fields[i];

		if (!f->is_const && f->mul < below && (!best || f->mul > best->mul))
			best = f;
	}
	return best;
}

/* The fields of a format, the most significant first. 0: it has other parts than
 * fields. */
static size_t
fields_of(const struct index_format *f, const struct index_field *ret[FIELDS_MAX])
{
	size_t n = 0;

	for (unsigned i = 0; i < f->n_arcs; i++) {
		const struct index_field *field;
		uint64_t below = UINT64_MAX;

		if (f->arcs[i].kind != ARC_FIELDS)
			return 0;
		while ((field = next_field(&f->arcs[i], below))) {
			ret[n++] = field;
			below = field->mul;
		}
	}
	return n;
}

static uint64_t
top_of(const struct index_field *f)
{
	uint64_t most = f->count - 1 + (uint64_t)f->add;

	return most < f->max ? most : f->max;
}

/* Advance by `steps` positions. Returns the steps for which the format has no positions
 * left; then the position is the last possible one. */
static uint64_t
advance(
    const struct index_field *const *fields, size_t n, struct position *p, uint64_t steps)
{
	struct position last = *p;

	for (size_t i = n; steps > 0 && i-- > 0;) {
		uint64_t size = top_of(fields[i]) - fields[i]->min + 1;
		uint64_t at = p->part[fields[i]->part] - fields[i]->min + steps % size;

		p->part[fields[i]->part] = (uint32_t)(fields[i]->min + at % size);
		last.part[fields[i]->part] = (uint32_t)top_of(fields[i]);
		steps = steps / size + at / size;
	}
	if (steps > 0)
		*p = last;
	return steps;
}

/* How many rows are possible after this position. */
static uint64_t
room_behind(const struct index_field *const *fields, size_t n, const struct position *p)
{
	uint64_t left = 0;

	for (size_t i = 0; i < n; i++) {
		uint64_t top = top_of(fields[i]);

		left *= top - fields[i]->min + 1;
		left += top - p->part[fields[i]->part];
		if (left > UINT32_MAX)
			return UINT32_MAX;
	}
	return left;
}

/* The last row's index, advanced as far as its format allows. Returns the rest of k. */
static uint64_t
move_index(const struct index_format *f, uint64_t steps, uint32_t *arcs, size_t *n)
{
	const struct index_field *fields[FIELDS_MAX];
	size_t n_fields = f && !f->name_column ? fields_of(f, fields) : 0;
	struct position p;
	uint64_t room;

	if (!n_fields || index_decode(f, arcs, *n, &p) != RC_OK)
		return steps;
	room = room_behind(fields, n_fields, &p);
	(void)advance(fields, n_fields, &p, steps < room ? steps : room);
	if (index_encode(f, &p, arcs, OID_MAX, n) != RC_OK)
		return steps;
	return steps > room ? steps - room : 0;
}

size_t
endless_oid(const struct segment *s, uint64_t k, uint32_t arcs[OID_MAX])
{
	const struct row *last = &s->rows->row[s->rows->n - 1];
	size_t n = last->n_arcs;
	uint64_t rest;
	uint32_t *index = arcs + s->n_arcs;

	memcpy(arcs, s->arcs, s->n_arcs * sizeof(*arcs));
	memcpy(index, s->rows->arcs + last->arcs_at, n * sizeof(*arcs));
	rest = move_index(s->column ? s->column->index : NULL, k + 1, index, &n);
	/* It is not a valid index any more, but it still increases. */
	index[n - 1] +=
	    (uint32_t)(rest < UINT32_MAX - index[n - 1] ? rest
							: UINT32_MAX - index[n - 1]);
	return s->n_arcs + n;
}

uint64_t
endless_after(const struct segment *s, const uint32_t *arcs, size_t n)
{
	uint64_t low = 0, high = UINT32_MAX;

	while (low < high) {
		uint64_t middle = low + (high - low) / 2;
		uint32_t at[OID_MAX];
		size_t at_n = endless_oid(s, middle, at);

		if (oid_compare(at, at_n, arcs, n) > 0)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Converts a row index to a position and back. After decoding, the arc is encoded again:
 * if the result differs, the arc has bits that do not belong to any field.
 */
#include "vendor/profile.h"

#include <string.h>

static void
put_part(struct position *p, enum position_part part, uint32_t value)
{
	p->has |= (uint8_t)(1U << part);
	p->part[part] = value;
}

/* The part of the position that stores the next ARC_ANY. */
static enum position_part
next_any(const struct position *p)
{
	return position_has(p, POS_SUB) ? POS_SUB2 : POS_SUB;
}

static uint64_t
field_raw(const struct index_field *f, uint32_t number)
{
	if (f->mask)
		return (number >> f->shift) & f->mask;
	return number / f->mul % f->count;
}

static enum rc
decode_fields(const struct index_arc *a, uint32_t arc, struct position *p)
{
	uint32_t number = arc - a->base;
	uint64_t again = 0;

	if (arc < a->base)
		return RC_INVALID;
	for (unsigned i = 0; i < a->n_fields; i++) {
		const struct index_field *f = &a->fields[i];
		uint64_t raw = field_raw(f, number);
		int64_t shown = (int64_t)raw + f->add;

		again += raw * f->mul;
		if (f->is_const && shown != f->value)
			return RC_INVALID;
		if (f->is_const)
			continue;
		if (shown < f->min || shown > f->max)
			return RC_INVALID;
		put_part(p, f->part, (uint32_t)shown);
	}
	return again == number ? RC_OK : RC_INVALID;
}

/* n arcs of one octet each: the serial. */
static enum rc
decode_serial(const uint32_t *arcs, size_t n, struct position *p)
{
	if (n == 0 || n > POSITION_SERIAL_MAX || p->serial_len)
		return RC_INVALID;
	for (size_t i = 0; i < n; i++) {
		if (arcs[i] > UINT8_MAX)
			return RC_INVALID;
		p->serial[i] = (uint8_t)arcs[i];
	}
	p->serial_len = (uint8_t)n;
	return RC_OK;
}

/* One element of the format; *at advances by the arcs that it used. */
static enum rc
decode_arc(const struct index_arc *a, const uint32_t *arcs, size_t n, size_t *at,
    struct position *p)
{
	size_t left = n - *at;
	size_t length;

	if (left == 0)
		return RC_INVALID;
	switch (a->kind) {
	case ARC_FIELDS:
		return decode_fields(a, arcs[(*at)++], p);
	case ARC_ANY:
		put_part(p, next_any(p), arcs[(*at)++]);
		return RC_OK;
	case ARC_OPAQUE:
		put_part(p, POS_ONU, arcs[(*at)++]);
		return RC_OK;
	case ARC_TEXT:
		length = arcs[*at];
		if (length > left - 1)
			return RC_INVALID;
		*at += 1 + length;
		return decode_serial(arcs + *at - length, length, p);
	case ARC_OCTETS:
		length = a->length;
		if (length > left)
			return RC_INVALID;
		*at += length;
		return decode_serial(arcs + *at - length, length, p);
	}
	return RC_INVALID;
}

enum rc
index_decode(const struct index_format *f, const uint32_t *arcs, size_t n,
    struct position *ret_position)
{
	struct position p = { 0 };
	size_t at = 0;

	for (unsigned i = 0; i < f->n_arcs; i++) {
		enum rc rc = decode_arc(&f->arcs[i], arcs, n, &at, &p);

		if (rc != RC_OK)
			return rc;
	}
	if (at != n)
		return RC_INVALID;
	*ret_position = p;
	return RC_OK;
}

static enum rc
encode_fields(const struct index_arc *a, const struct position *p, uint32_t *ret_arc)
{
	uint64_t number = a->base;

	for (unsigned i = 0; i < a->n_fields; i++) {
		const struct index_field *f = &a->fields[i];
		uint32_t shown = f->is_const ? f->value : p->part[f->part];
		int64_t raw = (int64_t)shown - f->add;

		if (!f->is_const &&
		    (!position_has(p, f->part) || shown < f->min || shown > f->max))
			return RC_INVALID;
		if (raw < 0 || (uint64_t)raw >= f->count)
			return RC_INVALID;
		number += (uint64_t)raw * f->mul;
		if (number > UINT32_MAX)
			return RC_INVALID;
	}
	*ret_arc = (uint32_t)number;
	return RC_OK;
}

struct arcs {
	uint32_t *to;
	size_t n;
	size_t max;
};

static enum rc
add_arc(struct arcs *out, uint32_t arc)
{
	if (out->n == out->max)
		return RC_INVALID;
	out->to[out->n++] = arc;
	return RC_OK;
}

static enum rc
add_part(struct arcs *out, const struct position *p, enum position_part part)
{
	return position_has(p, part) ? add_arc(out, p->part[part]) : RC_INVALID;
}

static enum rc
add_serial(struct arcs *out, const struct position *p)
{
	enum rc rc = p->serial_len ? RC_OK : RC_INVALID;

	for (unsigned i = 0; rc == RC_OK && i < p->serial_len; i++)
		rc = add_arc(out, p->serial[i]);
	return rc;
}

/* any is the part for the next ARC_ANY; it is advanced. */
static enum rc
encode_arc(const struct index_arc *a, const struct position *p, enum position_part *any,
    struct arcs *out)
{
	uint32_t arc = 0;
	enum rc rc;

	switch (a->kind) {
	case ARC_FIELDS:
		rc = encode_fields(a, p, &arc);
		for (unsigned i = 0; i < a->n_fields; i++) {
			if (!a->fields[i].is_const && a->fields[i].part == POS_SUB)
				*any = POS_SUB2;
		}
		return rc == RC_OK ? add_arc(out, arc) : rc;
	case ARC_ANY:
		rc = add_arc(out, p->part[*any]); /* 0 if absent */
		*any = POS_SUB2;
		return rc;
	case ARC_OPAQUE:
		return add_part(out, p, POS_ONU);
	case ARC_TEXT:
		rc = add_arc(out, p->serial_len);
		return rc == RC_OK ? add_serial(out, p) : rc;
	case ARC_OCTETS:
		return p->serial_len == a->length ? add_serial(out, p) : RC_INVALID;
	}
	return RC_INVALID;
}

enum rc
index_encode(const struct index_format *f, const struct position *position,
    uint32_t *arcs, size_t max, size_t *ret_n)
{
	uint32_t made[INDEX_ARCS_MAX + POSITION_SERIAL_MAX];
	struct arcs out = { .to = made, .max = sizeof(made) / sizeof(made[0]) };
	enum position_part any = POS_SUB;

	for (unsigned i = 0; i < f->n_arcs; i++) {
		enum rc rc = encode_arc(&f->arcs[i], position, &any, &out);

		if (rc != RC_OK)
			return rc;
	}
	if (out.n > max)
		return RC_INVALID;
	memcpy(arcs, made, out.n * sizeof(*arcs));
	*ret_n = out.n;
	return RC_OK;
}

static bool
arc_has_part(const struct index_arc *a, enum position_part part)
{
	switch (a->kind) {
	case ARC_FIELDS:
		for (unsigned i = 0; i < a->n_fields; i++) {
			if (!a->fields[i].is_const && a->fields[i].part == part)
				return true;
		}
		return false;
	case ARC_TEXT:
	case ARC_OCTETS:
	case ARC_OPAQUE:
		return part == POS_ONU;
	case ARC_ANY:
		return part == POS_SUB;
	}
	return false;
}

bool
index_has_part(const struct index_format *f, enum position_part part)
{
	for (unsigned i = 0; i < f->n_arcs; i++) {
		if (arc_has_part(&f->arcs[i], part))
			return true;
	}
	return false;
}

bool
index_is_inside(const struct index_format *f)
{
	return f && index_has_part(f, POS_ONU) &&
	    (index_has_part(f, POS_SUB) || index_has_part(f, POS_SUB2));
}

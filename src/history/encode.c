/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes blocks. The first column (values, or averages) is encoded in both ways, alone and
 * as a difference, and the smaller one is written.
 */
#include "history/history_int.h"

#include "base/buf.h"

/* One of the two encodings of the first column. */
struct way {
	const uint32_t *numbers;
	enum nulls nulls;
	size_t bytes;
};

static enum rc
check_label(const struct history_label *label, enum history_kind kind,
    const struct history_block *base, struct err *err)
{
	if (label->scale == 0)
		return err_set(err, RC_INVALID, "history: a scale of 0");
	if (label->n > HISTORY_ONUS_MAX)
		return err_set(err, RC_INVALID, "history: %u ONUs, %d at most", label->n,
		    HISTORY_ONUS_MAX);
	if (base && !history_block_may_base(base, kind, label))
		return err_set(err, RC_INVALID, "history: not a base for this block");
	return RC_OK;
}

static enum rc
reserve(struct history_codec *c, enum history_kind kind, uint32_t n, struct err *err)
{
	if (codec_reserve_values(c, n) != RC_OK ||
	    codec_reserve_body(c, block_body_max(kind, n)) != RC_OK)
		return err_set(err, RC_NOMEM, "history: no memory for %u ONUs", n);
	return RC_OK;
}

/* ---- the first column -------------------------------------------------- */

/* The smallest value: the reference of a block that stands alone. */
static uint32_t
smallest(const int32_t *values, uint32_t n)
{
	int32_t least = INT32_MAX;
	bool is_any = false;

	for (uint32_t i = 0; i < n; i++) {
		if (values[i] == HISTORY_NULL)
			continue;
		is_any = true;
		if (values[i] < least)
			least = values[i];
	}
	return is_any ? (uint32_t)least : 0;
}

/* Differences are modulo 2^32, so every value is restored exactly. */
static struct way
stand_alone(
    struct history_codec *c, const int32_t *values, uint32_t n, uint32_t reference)
{
	struct way w = { .numbers = c->residuals };

	for (uint32_t i = 0; i < n; i++) {
		bool is_null = values[i] == HISTORY_NULL;

		c->residuals[i] = is_null ? 0 : (uint32_t)values[i] - reference;
		if (is_null)
			w.nulls = NULLS_BITMAP;
	}
	w.bytes = pack_bytes(w.numbers, n);
	if (w.nulls == NULLS_BITMAP)
		w.bytes += bitmap_bytes(n);
	return w;
}

static struct way
differ(struct history_codec *c, const int32_t *values, uint32_t n, uint32_t reference)
{
	struct way w = { .numbers = c->differences };
	bool is_any_null = false;
	bool is_as_base = true;

	for (uint32_t i = 0; i < n; i++) {
		bool is_null = values[i] == HISTORY_NULL;
		bool was_null = c->base_values[i] == HISTORY_NULL;
		uint32_t expected = was_null ? reference : (uint32_t)c->base_values[i];

		c->differences[i] =
		    is_null ? 0 : zigzag32((uint32_t)values[i] - expected);
		is_any_null |= is_null;
		is_as_base &= is_null == was_null;
	}
	w.bytes = pack_bytes(w.numbers, n);
	if (is_any_null && is_as_base) {
		w.nulls = NULLS_AS_BASE;
	} else if (is_any_null) {
		w.nulls = NULLS_BITMAP;
		w.bytes += bitmap_bytes(n);
	}
	return w;
}

static uint8_t *
put_nulls(uint8_t *to, enum nulls nulls, const int32_t *values, uint32_t n)
{
	*to++ = (uint8_t)nulls;
	if (nulls != NULLS_BITMAP)
		return to;
	memset(to, 0, bitmap_bytes(n));
	for (uint32_t i = 0; i < n; i++) {
		if (values[i] == HISTORY_NULL)
			to[i / 8] |= (uint8_t)(1U << i % 8);
	}
	return to + bitmap_bytes(n);
}

/* ---- the block --------------------------------------------------------- */

/* The header after the front; base is NULL for a block that stands alone. */
static uint8_t *
put_header(
    uint8_t *to, const struct history_label *label, const struct history_block *base)
{
	to = wire_put_varint(to, label->metric);
	to = wire_put_varint(to, label->scale);
	to = wire_put_varint(to, label->roster);
	to = wire_put_varint(to, label->n);
	to = wire_put_varint(to, zigzag64(label->time_ms));
	if (!base)
		return to;
	to = wire_put_varint(
	    to, (uint64_t)label->time_ms - (uint64_t)base->head.label.time_ms);
	return wire_put_u32(to, base->crc);
}

/* A block while it is made: the start of its body, and the next byte. */
struct making {
	uint8_t *body, *to;
	uint8_t flags;
};

static struct making
begin(struct history_codec *c, const struct history_label *label, const int32_t *values,
    const struct history_block *base)
{
	enum { BASE_COSTS = 8 }; /* approximate bytes in the header */
	uint32_t reference = smallest(values, label->n);
	struct way way = stand_alone(c, values, label->n, reference);
	struct making m = { 0 };

	if (base) {
		/* It cannot fail: check_label() has checked that it is a base of this
		 * label. */
		(void)!history_block_values(base, NULL, c->base_values);
		struct way other = differ(c, values, label->n, reference);

		if (other.bytes + BASE_COSTS < way.bytes) {
			way = other;
			m.flags = WIRE_DIFFERENCE;
		}
	}
	m.body = put_header(c->whole + WIRE_FRONT_BYTES, label, m.flags ? base : NULL);
	m.to = put_nulls(m.body, way.nulls, values, label->n);
	m.to = wire_put_varint(m.to, zigzag32(reference));
	m.to = pack_write(m.to, way.numbers, label->n);
	return m;
}

enum rc
history_encode(struct history_codec *c, const struct history_label *label,
    const int32_t *values, const struct history_block *base, struct buf *out,
    struct err *err)
{
	enum rc rc = check_label(label, HISTORY_RAW, base, err);

	if (rc == RC_OK)
		rc = reserve(c, HISTORY_RAW, label->n, err);
	if (rc != RC_OK)
		return rc;
	struct making m = begin(c, label, values, base);
	return wire_seal(c, HISTORY_RAW, m.flags, m.body, m.to, out, err);
}

/* ---- hours ------------------------------------------------------------- */

static bool
is_possible(const struct history_hour *h)
{
	if (h->count == 0)
		return h->avg == HISTORY_NULL && h->min == HISTORY_NULL &&
		    h->max == HISTORY_NULL;
	return h->min != HISTORY_NULL && h->min <= h->avg && h->avg <= h->max;
}

static uint32_t
part_of(const struct history_hour *h, enum column column)
{
	switch (column) {
	case COLUMN_BELOW:
		return (uint32_t)h->avg - (uint32_t)h->min;
	case COLUMN_ABOVE:
		return (uint32_t)h->max - (uint32_t)h->avg;
	case COLUMN_COUNT:
		return h->count;
	case COLUMN_VALUE:
	case COLUMNS:
		break;
	}
	return 0;
}

/* Relative to the smallest value of those with a reading. */
static uint8_t *
put_part(struct history_codec *c, uint8_t *to, const struct history_hour *hours,
    uint32_t n, enum column column)
{
	uint32_t least = UINT32_MAX;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t part = part_of(&hours[i], column);
		if (hours[i].count > 0 && part < least)
			least = part;
	}
	if (least == UINT32_MAX)
		least = 0; /* no ONU has a reading */
	for (uint32_t i = 0; i < n; i++)
		c->residuals[i] =
		    hours[i].count > 0 ? part_of(&hours[i], column) - least : 0;
	to = wire_put_varint(to, least);
	return pack_write(to, c->residuals, n);
}

enum rc
history_encode_hours(struct history_codec *c, const struct history_label *label,
    const struct history_hour *hours, const struct history_block *base, struct buf *out,
    struct err *err)
{
	enum rc rc = check_label(label, HISTORY_HOUR, base, err);

	if (rc == RC_OK)
		rc = reserve(c, HISTORY_HOUR, label->n, err);
	if (rc != RC_OK)
		return rc;
	for (uint32_t i = 0; i < label->n; i++) {
		if (!is_possible(&hours[i]))
			return err_set(err, RC_INVALID,
			    "history: the hour at place %u contradicts itself", i);
		c->values[i] = hours[i].avg;
	}
	struct making m = begin(c, label, c->values, base);
	for (int k = COLUMN_BELOW; k < COLUMNS; k++)
		m.to = put_part(c, m.to, hours, label->n, (enum column)k);
	return wire_seal(c, HISTORY_HOUR, m.flags, m.body, m.to, out, err);
}

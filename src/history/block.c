/* SPDX-License-Identifier: Apache-2.0
 *
 * Opening and reading blocks. Opening checks the structure completely, so that reading
 * cannot leave the body. The only other possible errors are values that no encoder
 * writes, with a valid checksum: they are read as null.
 */
#include "history/history_int.h"

#include <stdlib.h>

/* ---- opening ----------------------------------------------------------- */

size_t
block_body_max(enum history_kind kind, uint32_t n)
{
	size_t column = WIRE_VARINT_MAX + pack_max_bytes(n);

	return 1 + bitmap_bytes(n) + (size_t)columns_of(kind) * column;
}

static struct history_label
read_label(struct wire_in *in)
{
	struct history_label l;

	l.metric = wire_varint32(in);
	l.scale = wire_varint32(in);
	l.roster = wire_varint32(in);
	l.n = wire_varint32(in);
	l.time_ms = unzigzag64(wire_varint(in));
	if (l.scale == 0 || l.n > HISTORY_ONUS_MAX)
		in->is_bad = true;
	return l;
}

static void
read_base(struct wire_in *in, struct history_head *head, uint32_t *base_crc)
{
	uint64_t distance_ms = wire_varint(in);

	*base_crc = wire_u32(in);
	if (distance_ms == 0 || distance_ms > INT64_MAX ||
	    __builtin_sub_overflow(
		head->label.time_ms, (int64_t)distance_ms, &head->base_ms))
		in->is_bad = true;
}

static enum rc
read_head(const struct wire_front *front, struct wire_in *in, struct history_head *head,
    uint32_t *base_crc, struct err *err)
{
	if (front->kind != HISTORY_RAW && front->kind != HISTORY_HOUR)
		return err_set(
		    err, RC_INVALID, "history: no block but kind %u", front->kind);
	head->kind = (enum history_kind)front->kind;
	head->label = read_label(in);
	head->is_difference = front->flags & WIRE_DIFFERENCE;
	head->base_ms = head->label.time_ms;
	if (head->is_difference)
		read_base(in, head, base_crc);
	if (in->is_bad)
		return err_set(err, RC_INVALID, "history: header makes no sense");
	return RC_OK;
}

static void
read_nulls(struct history_block *b, struct wire_in *in)
{
	const uint8_t *mode = wire_bytes(in, 1);

	if (!mode)
		return;
	b->nulls = (enum nulls) * mode;
	if (*mode == NULLS_BITMAP)
		b->null_bits = wire_bytes(in, bitmap_bytes(b->head.label.n));
	else if (*mode != NULLS_NONE &&
	    !(*mode == NULLS_AS_BASE && b->head.is_difference))
		in->is_bad = true;
}

static enum rc
read_columns(struct history_block *b, size_t body_bytes, struct err *err)
{
	const uint8_t *body = (const uint8_t *)(b + 1);
	struct wire_in in = { body, body + body_bytes, false };

	read_nulls(b, &in);
	for (int k = 0; k < columns_of(b->head.kind) && !in.is_bad; k++) {
		b->reference[k] = wire_varint32(&in);
		b->columns[k] = pack_open(&in, b->head.label.n);
	}
	if (in.is_bad || in.at != in.end)
		return err_set(err, RC_INVALID, "history: values make no sense");
	b->reference[COLUMN_VALUE] = unzigzag32(b->reference[COLUMN_VALUE]);
	return RC_OK;
}

enum rc
history_block_open(struct history_codec *c, const void *bytes, size_t n,
    struct history_block **ret_block, struct err *err)
{
	struct wire_front front;
	struct wire_in in;
	struct history_head head;
	uint32_t base_crc = 0;
	void *memory;
	size_t body_bytes;
	enum rc rc = wire_unseal(c, bytes, n, &front, &in, err);

	if (rc == RC_OK)
		rc = read_head(&front, &in, &head, &base_crc, err);
	if (rc == RC_OK)
		rc = wire_body(c, &front, &in,
		    (struct wire_room){ sizeof(struct history_block),
			block_body_max(head.kind, head.label.n) },
		    &memory, &body_bytes, err);
	if (rc != RC_OK)
		return rc;

	struct history_block *b OWNED(history_block_free) = memory;
	b->head = head;
	b->crc = front.crc;
	b->base_crc = base_crc;
	rc = read_columns(b, body_bytes, err);
	if (rc == RC_OK)
		*ret_block = GIVE(b);
	return rc;
}

void
history_block_free(struct history_block *b)
{
	free(b);
}

const struct history_head *
history_block_head(const struct history_block *b)
{
	return &b->head;
}

/* ---- checks before reading --------------------------------------------- */

bool
history_block_may_base(const struct history_block *base, enum history_kind kind,
    const struct history_label *label)
{
	const struct history_label *l = &base->head.label;
	int64_t later_ms;

	return !base->head.is_difference && base->head.kind == kind &&
	    l->metric == label->metric && l->scale == label->scale &&
	    l->roster == label->roster && l->n == label->n &&
	    !__builtin_sub_overflow(label->time_ms, l->time_ms, &later_ms) &&
	    later_ms > 0;
}

static bool
is_base_of(const struct history_block *base, const struct history_block *b)
{
	return !b->head.is_difference ||
	    (base && base->crc == b->base_crc &&
		base->head.label.time_ms == b->head.base_ms &&
		history_block_may_base(base, b->head.kind, &b->head.label));
}

/* Bit i of the result: number i of the group is null. For a block that stands alone: */
static uint32_t
own_nulls(const struct history_block *b, uint32_t group)
{
	return b->nulls == NULLS_BITMAP
	    ? load32(b->null_bits + (size_t)group * (PACK_GROUP / 8))
	    : 0;
}

/* For any block. */
static uint32_t
group_nulls(
    const struct history_block *b, const struct history_block *base, uint32_t group)
{
	return own_nulls(b->nulls == NULLS_AS_BASE ? base : b, group);
}

static bool
is_null(const struct history_block *b, const struct history_block *base, uint32_t at)
{
	return group_nulls(b, base, at / PACK_GROUP) >> at % PACK_GROUP & 1;
}

/* ---- one ONU ----------------------------------------------------------- */

static int32_t
value_at(const struct history_block *b, const struct history_block *base, uint32_t at)
{
	uint32_t number = pack_at(&b->columns[COLUMN_VALUE], at);
	uint32_t expected = b->reference[COLUMN_VALUE];

	if (is_null(b, base, at))
		return HISTORY_NULL;
	if (!b->head.is_difference)
		return (int32_t)(expected + number);
	if (!is_null(base, NULL, at))
		expected = (uint32_t)value_at(base, NULL, at);
	return (int32_t)(expected + unzigzag32(number));
}

static enum rc
check_question(const struct history_block *b, const struct history_block *base,
    enum history_kind kind, uint32_t at)
{
	if (b->head.kind != kind)
		return RC_INVALID;
	if (!is_base_of(base, b))
		return RC_CONFLICT;
	return at < b->head.label.n ? RC_OK : RC_NOT_FOUND;
}

enum rc
history_block_value(const struct history_block *b, const struct history_block *base,
    uint32_t at, int32_t *ret_value)
{
	enum rc rc = check_question(b, base, b->head.kind, at);

	if (rc == RC_OK)
		*ret_value = value_at(b, base, at);
	return rc;
}

/* Calculates the hour from its parts. In 64 bits, because the sum of the parts of a
 * forged block may be anything. */
static struct history_hour
hour_of(int32_t avg, uint32_t below, uint32_t above, uint32_t count)
{
	int64_t min = (int64_t)avg - below;
	int64_t max = (int64_t)avg + above;

	if (avg == HISTORY_NULL || min <= HISTORY_NULL || max > INT32_MAX || count == 0)
		return (
		    struct history_hour){ HISTORY_NULL, HISTORY_NULL, HISTORY_NULL, 0 };
	return (struct history_hour){ (int32_t)min, avg, (int32_t)max, count };
}

enum rc
history_block_hour(const struct history_block *b, const struct history_block *base,
    uint32_t at, struct history_hour *ret_hour)
{
	enum rc rc = check_question(b, base, HISTORY_HOUR, at);
	uint32_t part[COLUMNS];

	if (rc != RC_OK)
		return rc;
	for (int k = COLUMN_BELOW; k < COLUMNS; k++)
		part[k] = b->reference[k] + pack_at(&b->columns[k], at);
	*ret_hour = hour_of(value_at(b, base, at), part[COLUMN_BELOW], part[COLUMN_ABOVE],
	    part[COLUMN_COUNT]);
	return RC_OK;
}

/* ---- all ONUs ---------------------------------------------------------- */

/* The position of a reader of all values, group by group, in a block and its base. */
struct value_cursor {
	const struct history_block *b, *base; /* base: NULL if b stands alone */
	struct pack_cursor own, from;
	uint32_t group;
};

static struct value_cursor
start_values(const struct history_block *b, const struct history_block *base)
{
	struct value_cursor v = { .b = b, .own = pack_start(&b->columns[COLUMN_VALUE]) };

	if (b->head.is_difference) {
		v.base = base;
		v.from = pack_start(&base->columns[COLUMN_VALUE]);
	}
	return v;
}

/* The value to which each number of a group is added: the reference, or the value of the
 * base if it has one. */
static void
next_expected(struct value_cursor *v, uint32_t expected[PACK_GROUP])
{
	uint32_t reference = v->b->reference[COLUMN_VALUE];

	if (!v->base) {
		for (uint32_t i = 0; i < PACK_GROUP; i++)
			expected[i] = reference;
		return;
	}
	uint32_t nulls = own_nulls(v->base, v->group);
	uint32_t n = pack_next(&v->from, expected);
	for (uint32_t i = 0; i < n; i++)
		expected[i] = nulls >> i & 1
		    ? reference
		    : v->base->reference[COLUMN_VALUE] + expected[i];
}

/* Read the values of the next group; returns their number, 0 at the end. */
static uint32_t
next_values(struct value_cursor *v, int32_t values[PACK_GROUP])
{
	uint32_t numbers[PACK_GROUP];
	uint32_t expected[PACK_GROUP];
	uint32_t n = pack_next(&v->own, numbers);

	if (n == 0)
		return 0;
	next_expected(v, expected);
	uint32_t nulls = group_nulls(v->b, v->base, v->group++);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t by = v->base ? unzigzag32(numbers[i]) : numbers[i];
		values[i] = nulls >> i & 1 ? HISTORY_NULL : (int32_t)(expected[i] + by);
	}
	return n;
}

enum rc
history_block_values(
    const struct history_block *b, const struct history_block *base, int32_t *ret_values)
{
	if (!is_base_of(base, b))
		return RC_CONFLICT;

	struct value_cursor v = start_values(b, base);
	int32_t values[PACK_GROUP];
	for (uint32_t n; (n = next_values(&v, values)) > 0; ret_values += n)
		memcpy(ret_values, values, n * sizeof(*values));
	return RC_OK;
}

enum rc
history_block_hours(const struct history_block *b, const struct history_block *base,
    struct history_hour *ret_hours)
{
	if (b->head.kind != HISTORY_HOUR)
		return RC_INVALID;
	if (!is_base_of(base, b))
		return RC_CONFLICT;

	struct value_cursor v = start_values(b, base);
	struct pack_cursor cursors[COLUMNS];
	uint32_t parts[COLUMNS][PACK_GROUP];
	int32_t values[PACK_GROUP];
	for (int k = COLUMN_BELOW; k < COLUMNS; k++)
		cursors[k] = pack_start(&b->columns[k]);
	for (uint32_t n; (n = next_values(&v, values)) > 0; ret_hours += n) {
		for (int k = COLUMN_BELOW; k < COLUMNS; k++)
			(void)pack_next(&cursors[k], parts[k]); /* n, as above */
		for (uint32_t i = 0; i < n; i++)
			ret_hours[i] = hour_of(values[i],
			    b->reference[COLUMN_BELOW] + parts[COLUMN_BELOW][i],
			    b->reference[COLUMN_ABOVE] + parts[COLUMN_ABOVE][i],
			    b->reference[COLUMN_COUNT] + parts[COLUMN_COUNT][i]);
	}
	return RC_OK;
}

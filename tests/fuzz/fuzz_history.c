/* SPDX-License-Identifier: Apache-2.0
 *
 * Both directions. Any bytes, unchanged and with a valid checksum, open or are refused,
 * and an opened block can be read completely, value by value, and with any base. Any
 * values are restored from a block, alone, as a difference, and as hours.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "history/crc_int.h"
#include "history/roster.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

enum { ONUS_MAX = 300, BYTES_MAX = 64 * 1024 };

static struct history_codec *codec; /* created once: it takes longer than the rest */
static struct crc crc;

static struct history_block *
open_block(const void *bytes, size_t n)
{
	struct history_block *b = NULL;

	if (history_block_open(codec, bytes, n, &b, NULL) != RC_OK)
		assert(!b);
	return b;
}

/* ---- any bytes --------------------------------------------------------- */

/* Reading all and reading each must give the same result. */
static void
read_hours(const struct history_block *b, const struct history_block *base, uint32_t n)
{
	struct history_hour *hours OWNED(free) = calloc(n + 1, sizeof(*hours));
	struct history_hour one;

	if (!hours || history_block_hours(b, base, hours) != RC_OK)
		return;
	for (uint32_t i = 0; i < n; i += 1 + n / 64) {
		if (history_block_hour(b, base, i, &one) != RC_OK ||
		    memcmp(&one, &hours[i], sizeof(one)) != 0)
			abort();
	}
}

static void
read_block(const struct history_block *b, const struct history_block *base)
{
	uint32_t n = history_block_head(b)->label.n;
	int32_t *values OWNED(free) = calloc(n + 1, sizeof(*values));
	int32_t one;

	if (!values || history_block_values(b, base, values) != RC_OK)
		return;
	for (uint32_t i = 0; i < n; i += 1 + n / 64) {
		if (history_block_value(b, base, i, &one) != RC_OK || one != values[i])
			abort();
	}
	if (history_block_value(b, base, n, &one) != RC_NOT_FOUND)
		abort();
	read_hours(b, base, n);
}

static void
read_roster(const uint8_t *bytes, size_t n)
{
	struct history_roster *r OWNED(history_roster_free) = NULL;
	uint32_t at;

	if (history_roster_open(codec, bytes, n, &r, NULL) != RC_OK)
		return;
	const uint64_t *ids = history_roster_ids(r);
	for (uint32_t i = 0; i < history_roster_count(r); i++) {
		if (!history_roster_find(r, ids[i], &at) || at != i)
			abort();
	}
}

/* Make front and checksum valid, so that the rest is read. */
static void
put_right(uint8_t *bytes, size_t n)
{
	bytes[0] = 0xFA;
	bytes[1] = 1;
	uint32_t sum = crc_of(&crc, bytes, n - 4);
	for (int i = 0; i < 4; i++, sum >>= 8)
		bytes[n - 4 + i] = (uint8_t)sum;
}

/* The checksum of its base is after six varints; set it to that of `base`. */
static void
put_base(uint8_t *bytes, size_t n, const struct buf *base)
{
	size_t at = 4;

	for (int varints = 0; varints < 6 && at < n; at++)
		varints += bytes[at] < 128;
	if (at + 8 <= n)
		memcpy(bytes + at, base->data + base->len - 4, 4);
	put_right(bytes, n);
}

/* A base that matches the head of a difference, so that it can be read. */
static void
read_difference(const struct history_head *head, uint8_t *bytes, size_t n)
{
	struct history_label label = head->label;
	struct buf made = BUF_INIT(8 << 20);
	int32_t *values OWNED(free) = calloc(label.n + 1, sizeof(*values));
	struct history_hour *hours OWNED(free) = calloc(label.n + 1, sizeof(*hours));

	label.time_ms = head->base_ms;
	assert(values && hours);
	for (uint32_t i = 0; i < label.n; i++) {
		values[i] = i % 5 ? (int32_t)(i * 7919) : HISTORY_NULL;
		hours[i] = (struct history_hour){ -1, 0, 1, 1 };
	}
	enum rc rc = head->kind == HISTORY_HOUR
	    ? history_encode_hours(codec, &label, hours, NULL, &made, NULL)
	    : history_encode(codec, &label, values, NULL, &made, NULL);
	if (rc == RC_OK) {
		put_base(bytes, n, &made);
		struct history_block *base OWNED(history_block_free) =
		    open_block(made.data, made.len);
		struct history_block *b OWNED(history_block_free) = open_block(bytes, n);
		assert(base);
		if (b)
			read_block(b, base);
	}
	buf_fini(&made);
}

static void
any_bytes(const uint8_t *data, size_t n)
{
	struct history_block *raw OWNED(history_block_free) = open_block(data, n);

	read_roster(data, n);
	if (raw)
		read_block(raw, NULL);
	if (n < 8 || n > BYTES_MAX)
		return;
	uint8_t *bytes OWNED(free) = malloc(n);
	assert(bytes);
	memcpy(bytes, data, n);
	put_right(bytes, n);
	struct history_block *b OWNED(history_block_free) = open_block(bytes, n);
	read_roster(bytes, n);
	if (!b)
		return;
	read_block(b, NULL);
	read_block(b, b);
	if (history_block_head(b)->is_difference)
		read_difference(history_block_head(b), bytes, n);
}

/* ---- any values -------------------------------------------------------- */

/* A byte is a magnitude and a sign, or null; the next one is the digits. */
static uint32_t
values_of(const uint8_t *data, size_t n, int32_t *values)
{
	uint32_t count = 0;

	for (; n >= 2 && count < ONUS_MAX; data += 2, n -= 2) {
		uint32_t v = (uint32_t)data[1] * UINT32_C(0x1010101) >> data[0] % 32;

		values[count++] =
		    data[0] & 32 ? HISTORY_NULL : (int32_t)(data[0] & 128 ? 0 - v : v);
	}
	return count;
}

static void
check_back(const struct buf *bytes, const struct history_block *base,
    const int32_t *values, uint32_t n)
{
	int32_t back[ONUS_MAX];
	struct history_block *b OWNED(history_block_free) =
	    open_block(bytes->data, bytes->len);

	if (!b || history_block_values(b, base, back) != RC_OK ||
	    memcmp(back, values, n * sizeof(*back)) != 0)
		abort();
}

static void
hours_come_back(const struct history_label *label, const int32_t *a, const int32_t *b)
{
	struct history_sum sums[ONUS_MAX] = { 0 };
	struct history_hour hours[ONUS_MAX];
	struct history_hour back[ONUS_MAX];
	struct buf made = BUF_INIT(1 << 20);

	history_sum_add(sums, a, label->n);
	history_sum_add(sums, b, label->n);
	history_sum_finish(sums, label->n, hours);
	if (history_encode_hours(codec, label, hours, NULL, &made, NULL) != RC_OK)
		abort();
	struct history_block *block OWNED(history_block_free) =
	    open_block(made.data, made.len);
	if (!block || history_block_hours(block, NULL, back) != RC_OK ||
	    memcmp(back, hours, label->n * sizeof(*back)) != 0)
		abort();
	buf_fini(&made);
}

/* The first half is a run, the second half the next one. */
static void
any_values(const uint8_t *data, size_t n)
{
	int32_t first[ONUS_MAX];
	int32_t second[ONUS_MAX];
	struct buf key = BUF_INIT(1 << 20);
	struct buf next = BUF_INIT(1 << 20);
	uint32_t count = values_of(data, n / 2, first);
	uint32_t others = values_of(data + n / 2, n - n / 2, second);
	struct history_label label = { .scale = 1, .n = count < others ? count : others };

	if (history_encode(codec, &label, first, NULL, &key, NULL) != RC_OK)
		abort();
	check_back(&key, NULL, first, label.n);
	hours_come_back(&label, first, second);
	struct history_block *base OWNED(history_block_free) =
	    open_block(key.data, key.len);
	label.time_ms = 300000;
	if (history_encode(codec, &label, second, base, &next, NULL) != RC_OK)
		abort();
	check_back(&next, base, second, label.n);
	buf_fini(&key);
	buf_fini(&next);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	if (!codec) {
		codec = history_codec_new();
		crc_init(&crc);
	}
	assert(codec);
	any_bytes(data, n);
	any_values(data, n);
	return 0;
}

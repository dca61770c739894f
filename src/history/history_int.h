/* SPDX-License-Identifier: Apache-2.0
 *
 * history/history_int.h - what the files of history/ share: the envelope that
 * blocks and rosters travel in, and numbers packed into bits.
 *
 * Envelope: magic, version, kind, flags, a header of varints, a body that may be
 * compressed, CRC-32C. docs/design/history.md has it byte by byte.
 */
#ifndef FACHO_HISTORY_HISTORY_INT_H
#define FACHO_HISTORY_HISTORY_INT_H

#include <endian.h>
#include <string.h>
#include <zstd.h>

#include "history/block_int.h"
#include "history/crc_int.h"

enum {
	WIRE_MAGIC = 0xFA,
	WIRE_VERSION = 1,
	WIRE_KIND_ROSTER = 3, /* the others are enum history_kind */
	WIRE_DIFFERENCE = 1, /* flags */
	WIRE_ZSTD = 2,
	WIRE_FRONT_BYTES = 4, /* magic, version, kind, flags */
	WIRE_CRC_BYTES = 4,
	WIRE_HEAD_MAX = 64, /* front and header of anything */
	WIRE_VARINT_MAX = 10,
	/* Bodies have this many bytes of nothing behind them, so that a number
	 * can be loaded as part of a whole word wherever it is. */
	WIRE_SLACK = 8,
};

struct history_codec {
	struct crc crc;
	ZSTD_CCtx *compressor;
	ZSTD_DCtx *decompressor;
	/* Scratch for the largest n so far. All owned. */
	uint8_t *whole; /* an envelope being made */
	uint8_t *packed; /* its body, compressed */
	size_t whole_room, packed_room;
	int32_t *values, *base_values;
	uint32_t *residuals, *differences;
	uint32_t values_room;
};

/* ---- codec.c: scratch -------------------------------------------------- */

/* Room for an envelope with a body of so many bytes, and for n values. */
enum rc codec_reserve_body(struct history_codec *c, size_t body_bytes) MUST_CHECK;
enum rc codec_reserve_values(struct history_codec *c, uint32_t n) MUST_CHECK;

/* ---- wire.c: numbers, envelopes ---------------------------------------- */

/* Bytes being read. The error sticks: look at is_bad once at the end. */
struct wire_in {
	const uint8_t *at, *end;
	bool is_bad;
};

uint64_t wire_varint(struct wire_in *in);
uint32_t wire_varint32(struct wire_in *in); /* bad when it does not fit */
uint32_t wire_u32(struct wire_in *in);
/* n bytes, or NULL (and bad) when there are fewer. */
const uint8_t *wire_bytes(struct wire_in *in, size_t n);

/* These write at `to`, where there is room, and return where they ended. */
uint8_t *wire_put_varint(uint8_t *to, uint64_t v);
uint8_t *wire_put_u32(uint8_t *to, uint32_t v);

static inline uint32_t
zigzag32(uint32_t v)
{
	return v << 1 ^ (0U - (v >> 31));
}

static inline uint32_t
unzigzag32(uint32_t v)
{
	return v >> 1 ^ (0U - (v & 1));
}

static inline uint64_t
zigzag64(int64_t v)
{
	return (uint64_t)v << 1 ^ (0U - ((uint64_t)v >> 63));
}

static inline int64_t
unzigzag64(uint64_t v)
{
	return (int64_t)(v >> 1 ^ (0U - (v & 1)));
}

static inline uint32_t
load32(const uint8_t *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return le32toh(v);
}

static inline uint64_t
load64(const uint8_t *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return le64toh(v);
}

/* Make an envelope of c->whole, in which the header has been written up to `body`
 * and the body up to `end`: compress it where that pays, fill in the front, add the
 * checksum, append all of it to out. */
enum rc wire_seal(struct history_codec *c, uint8_t kind, uint8_t flags, uint8_t *body,
    uint8_t *end, struct buf *out, struct err *err) MUST_CHECK;

struct wire_front {
	uint8_t kind, flags;
	uint32_t crc;
};

/* Check an envelope; *ret_in is what is between front and checksum. */
enum rc wire_unseal(const struct history_codec *c, const void *bytes, size_t n,
    struct wire_front *ret_front, struct wire_in *ret_in, struct err *err) MUST_CHECK;

struct wire_room {
	size_t head_bytes; /* of zeros before the body */
	size_t max_bytes; /* a larger body is RC_INVALID */
};

/* The body, which is the rest of `in`, on the heap behind its room's head and
 * followed by WIRE_SLACK. */
enum rc wire_body(struct history_codec *c, const struct wire_front *front,
    const struct wire_in *in, struct wire_room room, void **ret_memory,
    size_t *ret_body_bytes, struct err *err) MUST_CHECK;

/* ---- pack.c: numbers in as few bits as their group needs --------------- */

enum { PACK_GROUP = 32 };

struct packed {
	const uint8_t *widths; /* bits of each number, one byte per group */
	const uint8_t *bits;
	uint32_t n;
};

/* Where a reader of all groups stands. */
struct pack_cursor {
	const struct packed *p;
	const uint8_t *bits;
	uint32_t group;
};

static inline uint32_t
pack_groups(uint32_t n)
{
	return (n + PACK_GROUP - 1) / PACK_GROUP;
}

/* The most that n numbers can take, and what these take. */
size_t pack_max_bytes(uint32_t n);
size_t pack_bytes(const uint32_t *numbers, uint32_t n);
uint8_t *pack_write(uint8_t *to, const uint32_t *numbers, uint32_t n);

/* Find the parts of n packed numbers; `in` goes bad when they are not there. */
struct packed pack_open(struct wire_in *in, uint32_t n);
uint32_t pack_at(const struct packed *p, uint32_t at);

struct pack_cursor pack_start(const struct packed *p);
/* The next group's numbers; returns how many, 0 at the end. */
uint32_t pack_next(struct pack_cursor *cursor, uint32_t numbers[PACK_GROUP]);

/* ---- block.c: an opened block ------------------------------------------ */

enum nulls {
	NULLS_NONE = 0, /* the numbers are those of the format */
	NULLS_BITMAP = 1,
	NULLS_AS_BASE = 2,
};

enum column { COLUMN_VALUE, COLUMN_BELOW, COLUMN_ABOVE, COLUMN_COUNT, COLUMNS };

/* Its body lies behind it, in the same memory; the pointers lead there. */
struct history_block {
	struct history_head head;
	uint32_t crc, base_crc;
	enum nulls nulls;
	const uint8_t *null_bits;
	uint32_t reference[COLUMNS];
	struct packed columns[COLUMNS];
};

static inline int
columns_of(enum history_kind kind)
{
	return kind == HISTORY_HOUR ? COLUMNS : 1;
}

static inline size_t
bitmap_bytes(uint32_t n)
{
	return (n + 7) / 8;
}

/* The largest body of a block of this kind and size. */
size_t block_body_max(enum history_kind kind, uint32_t n);

#endif

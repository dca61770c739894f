/* SPDX-License-Identifier: Apache-2.0
 *
 * history/history_int.h - shared by the files of history/: the envelope of blocks and
 * rosters, and numbers packed into bits.
 *
 * Envelope: magic, version, kind, flags, a header of varints, a body that may be
 * compressed, CRC-32C. The format is in docs/design/history.md.
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
	WIRE_HEAD_MAX = 64, /* front and header of any envelope */
	WIRE_VARINT_MAX = 10,
	/* Number of unused bytes after a body, so that a number can be read as part of a
	 * whole word at any place. */
	WIRE_SLACK = 8,
};

struct history_codec {
	struct crc crc;
	ZSTD_CCtx *compressor;
	ZSTD_DCtx *decompressor;
	/* Working memory for the largest n so far. All owned. */
	uint8_t *whole; /* an envelope being made */
	uint8_t *packed; /* its body, compressed */
	size_t whole_room, packed_room;
	int32_t *values, *base_values;
	uint32_t *residuals, *differences;
	uint32_t values_room;
};

/* ---- codec.c: working memory ------------------------------------------- */

/* Reserve space for an envelope with a body of this size, and for n values. */
enum rc codec_reserve_body(struct history_codec *c, size_t body_bytes) MUST_CHECK;
enum rc codec_reserve_values(struct history_codec *c, uint32_t n) MUST_CHECK;

/* ---- wire.c: numbers, envelopes ---------------------------------------- */

/* Input bytes. Errors are sticky: check is_bad once at the end. */
struct wire_in {
	const uint8_t *at, *end;
	bool is_bad;
};

uint64_t wire_varint(struct wire_in *in);
uint32_t wire_varint32(struct wire_in *in); /* is_bad if it does not fit */
uint32_t wire_u32(struct wire_in *in);
/* n bytes; NULL (and is_bad) if there are fewer. */
const uint8_t *wire_bytes(struct wire_in *in, size_t n);

/* These write at `to`, where there must be space, and return the end. */
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

/* Make an envelope of c->whole, in which the header is written up to `body` and the body
 * up to `end`: compress it if that is smaller, write the front, add the checksum, and
 * append it to out. */
enum rc wire_seal(struct history_codec *c, uint8_t kind, uint8_t flags, uint8_t *body,
    uint8_t *end, struct buf *out, struct err *err) MUST_CHECK;

struct wire_front {
	uint8_t kind, flags;
	uint32_t crc;
};

/* Check an envelope; *ret_in is the part between front and checksum. */
enum rc wire_unseal(const struct history_codec *c, const void *bytes, size_t n,
    struct wire_front *ret_front, struct wire_in *ret_in, struct err *err) MUST_CHECK;

struct wire_room {
	size_t head_bytes; /* number of zeros before the body */
	size_t max_bytes; /* a larger body is RC_INVALID */
};

/* The body, which is the rest of `in`, in allocated memory after the head of its room,
 * followed by WIRE_SLACK. */
enum rc wire_body(struct history_codec *c, const struct wire_front *front,
    const struct wire_in *in, struct wire_room room, void **ret_memory,
    size_t *ret_body_bytes, struct err *err) MUST_CHECK;

/* ---- pack.c: numbers with as few bits as their group needs ------------- */

enum { PACK_GROUP = 32 };

struct packed {
	const uint8_t *widths; /* bits of each number, one byte per group */
	const uint8_t *bits;
	uint32_t n;
};

/* The position of a reader of all groups. */
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

/* The maximum size of n numbers, and the size of these numbers. */
size_t pack_max_bytes(uint32_t n);
size_t pack_bytes(const uint32_t *numbers, uint32_t n);
uint8_t *pack_write(uint8_t *to, const uint32_t *numbers, uint32_t n);

/* Find the parts of n packed numbers; sets in->is_bad if they are missing. */
struct packed pack_open(struct wire_in *in, uint32_t n);
uint32_t pack_at(const struct packed *p, uint32_t at);

struct pack_cursor pack_start(const struct packed *p);
/* The numbers of the next group; returns their number, 0 at the end. */
uint32_t pack_next(struct pack_cursor *cursor, uint32_t numbers[PACK_GROUP]);

/* ---- block.c: an opened block ------------------------------------------ */

enum nulls {
	NULLS_NONE = 0, /* these numbers are part of the format */
	NULLS_BITMAP = 1,
	NULLS_AS_BASE = 2,
};

enum column { COLUMN_VALUE, COLUMN_BELOW, COLUMN_ABOVE, COLUMN_COUNT, COLUMNS };

/* Its body follows it in the same memory; the pointers point there. */
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

/* The maximum body size of a block of this kind and size. */
size_t block_body_max(enum history_kind kind, uint32_t n);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * The envelope: how blocks and rosters begin and end, and how they are checked.
 */
#include "history/history_int.h"

#include <stdlib.h>

#include "base/buf.h"

/* ---- numbers ----------------------------------------------------------- */

uint64_t
wire_varint(struct wire_in *in)
{
	uint64_t v = 0;

	for (unsigned shift = 0; shift < 64 && in->at < in->end; shift += 7) {
		uint8_t byte = *in->at++;

		if (shift == 63 && byte > 1)
			break;
		v |= (uint64_t)(byte & 127) << shift;
		if (byte < 128)
			return v;
	}
	in->is_bad = true;
	return 0;
}

uint32_t
wire_varint32(struct wire_in *in)
{
	uint64_t v = wire_varint(in);

	if (v > UINT32_MAX)
		in->is_bad = true;
	return (uint32_t)v;
}

const uint8_t *
wire_bytes(struct wire_in *in, size_t n)
{
	const uint8_t *p = in->at;

	if (in->is_bad || (size_t)(in->end - in->at) < n) {
		in->is_bad = true;
		return NULL;
	}
	in->at += n;
	return p;
}

uint32_t
wire_u32(struct wire_in *in)
{
	const uint8_t *p = wire_bytes(in, 4);

	return p ? load32(p) : 0;
}

uint8_t *
wire_put_varint(uint8_t *to, uint64_t v)
{
	for (; v > 127; v >>= 7)
		*to++ = (uint8_t)(v | 128);
	*to++ = (uint8_t)v;
	return to;
}

uint8_t *
wire_put_u32(uint8_t *to, uint32_t v)
{
	for (int i = 0; i < 4; i++, v >>= 8)
		*to++ = (uint8_t)v;
	return to;
}

/* ---- writing ----------------------------------------------------------- */

/* Compress the body in place. True: this saved at least a sixteenth. If it saves less, a
 * body that can be read directly is better. */
static bool
shrink(struct history_codec *c, uint8_t *body, uint8_t **end)
{
	enum { LEVEL = 1, WORTH_IT = 16 };
	size_t plain = (size_t)(*end - body);
	size_t n = ZSTD_compressCCtx(
	    c->compressor, c->packed, c->packed_room, body, plain, LEVEL);

	if (ZSTD_isError(n) || n > plain - (plain + WORTH_IT - 1) / WORTH_IT)
		return false;
	memcpy(body, c->packed, n);
	*end = body + n;
	return true;
}

enum rc
wire_seal(struct history_codec *c, uint8_t kind, uint8_t flags, uint8_t *body,
    uint8_t *end, struct buf *out, struct err *err)
{
	if (shrink(c, body, &end))
		flags |= WIRE_ZSTD;
	c->whole[0] = WIRE_MAGIC;
	c->whole[1] = WIRE_VERSION;
	c->whole[2] = kind;
	c->whole[3] = flags;
	end = wire_put_u32(end, crc_of(&c->crc, c->whole, (size_t)(end - c->whole)));
	buf_add(out, c->whole, (size_t)(end - c->whole));
	if (!buf_ok(out))
		return err_set(err, RC_NOMEM, "history: no memory for a block");
	return RC_OK;
}

/* ---- checking ---------------------------------------------------------- */

enum rc
wire_unseal(const struct history_codec *c, const void *bytes, size_t n,
    struct wire_front *ret_front, struct wire_in *ret_in, struct err *err)
{
	const uint8_t *p = bytes;

	if (n < WIRE_FRONT_BYTES + WIRE_CRC_BYTES)
		return err_set(
		    err, RC_INVALID, "history: cut short, %zu bytes are no block", n);
	if (p[0] != WIRE_MAGIC)
		return err_set(err, RC_INVALID, "history: this is no block");
	if (p[1] != WIRE_VERSION)
		return err_set(err, RC_INVALID,
		    "history: block of version %u, this program knows %d", p[1],
		    WIRE_VERSION);

	uint32_t crc = load32(p + n - WIRE_CRC_BYTES);
	if (crc_of(&c->crc, p, n - WIRE_CRC_BYTES) != crc)
		return err_set(err, RC_INVALID, "history: damaged, checksum differs");
	if (p[3] & ~(WIRE_DIFFERENCE | WIRE_ZSTD))
		return err_set(err, RC_INVALID, "history: unknown flags %#x", p[3]);
	*ret_front = (struct wire_front){ p[2], p[3], crc };
	*ret_in = (struct wire_in){ p + WIRE_FRONT_BYTES, p + n - WIRE_CRC_BYTES, false };
	return RC_OK;
}

static enum rc
body_bytes(const struct wire_front *front, const struct wire_in *in, size_t max_bytes,
    size_t *ret_bytes, struct err *err)
{
	size_t there = (size_t)(in->end - in->at);
	unsigned long long n = there;

	if (front->flags & WIRE_ZSTD)
		n = ZSTD_getFrameContentSize(in->at, there);
	/* zstd returns unknown and invalid sizes as very large numbers. */
	if (n > max_bytes)
		return err_set(err, RC_INVALID, "history: body of an impossible size");
	*ret_bytes = (size_t)n;
	return RC_OK;
}

enum rc
wire_body(struct history_codec *c, const struct wire_front *front,
    const struct wire_in *in, struct wire_room room, void **ret_memory,
    size_t *ret_body_bytes, struct err *err)
{
	size_t head_bytes = room.head_bytes;
	size_t there = (size_t)(in->end - in->at);
	size_t n = 0;
	enum rc rc = body_bytes(front, in, room.max_bytes, &n, err);

	if (rc != RC_OK)
		return rc;
	uint8_t *memory OWNED(free) = malloc(head_bytes + n + WIRE_SLACK);
	if (!memory)
		return err_set(err, RC_NOMEM, "history: no memory for a block");
	memset(memory, 0, head_bytes);
	memset(memory + head_bytes + n, 0, WIRE_SLACK);
	if (!(front->flags & WIRE_ZSTD))
		memcpy(memory + head_bytes, in->at, n);
	else if (ZSTD_decompressDCtx(
		     c->decompressor, memory + head_bytes, n, in->at, there) != n)
		return err_set(err, RC_INVALID, "history: body cannot be decompressed");
	*ret_memory = GIVE(memory);
	*ret_body_bytes = n;
	return RC_OK;
}

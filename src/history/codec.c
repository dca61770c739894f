/* SPDX-License-Identifier: Apache-2.0 */
#include "history/history_int.h"

#include <stdlib.h>

struct history_codec *
history_codec_new(void)
{
	struct history_codec *c OWNED(history_codec_free) = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	crc_init(&c->crc);
	c->compressor = ZSTD_createCCtx();
	c->decompressor = ZSTD_createDCtx();
	if (!c->compressor || !c->decompressor)
		return NULL;
	return GIVE(c);
}

void
history_codec_free(struct history_codec *c)
{
	if (!c)
		return;
	(void)ZSTD_freeCCtx(c->compressor); /* it cannot fail */
	(void)ZSTD_freeDCtx(c->decompressor);
	free(c->whole);
	free(c->packed);
	free(c->values);
	free(c->base_values);
	free(c->residuals);
	free(c->differences);
	free(c);
}

/* The content of working memory is not copied when it grows. */
static bool
regrow(void *at, size_t bytes)
{
	void *larger = malloc(bytes ? bytes : 1);

	if (!larger)
		return false;
	free(*(void **)at);
	*(void **)at = larger;
	return true;
}

enum rc
codec_reserve_body(struct history_codec *c, size_t body_bytes)
{
	size_t whole = WIRE_HEAD_MAX + body_bytes + WIRE_CRC_BYTES;
	size_t packed = ZSTD_compressBound(body_bytes);

	if (whole > c->whole_room) {
		if (!regrow(&c->whole, whole))
			return RC_NOMEM;
		c->whole_room = whole;
	}
	if (packed > c->packed_room) {
		if (!regrow(&c->packed, packed))
			return RC_NOMEM;
		c->packed_room = packed;
	}
	return RC_OK;
}

enum rc
codec_reserve_values(struct history_codec *c, uint32_t n)
{
	size_t bytes = (size_t)n * sizeof(int32_t);

	if (n <= c->values_room)
		return RC_OK;
	c->values_room = 0; /* until all of them are allocated */
	if (!regrow(&c->values, bytes) || !regrow(&c->base_values, bytes) ||
	    !regrow(&c->residuals, bytes) || !regrow(&c->differences, bytes))
		return RC_NOMEM;
	c->values_room = n;
	return RC_OK;
}

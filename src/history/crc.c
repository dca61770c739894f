/* SPDX-License-Identifier: Apache-2.0 */
#include "history/crc_int.h"

enum { STEP = 8 };

/* The Castagnoli polynomial, lowest bit first. */
static const uint32_t POLYNOMIAL = 0x82F63B78;

static uint32_t
after_zeros(uint32_t value)
{
	for (int bit = 0; bit < 8; bit++)
		value = value & 1 ? value >> 1 ^ POLYNOMIAL : value >> 1;
	return value;
}

void
crc_init(struct crc *crc)
{
	for (uint32_t i = 0; i < 256; i++)
		crc->table[0][i] = after_zeros(i);
	/* table[k] is the effect of a byte that is followed by k more bytes. */
	for (int k = 1; k < STEP; k++) {
		for (int i = 0; i < 256; i++) {
			uint32_t before = crc->table[k - 1][i];
			crc->table[k][i] = before >> 8 ^ crc->table[0][before & 255];
		}
	}
}

static uint32_t
step(const struct crc *crc, uint32_t value, const uint8_t *p)
{
	value ^= (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
	    (uint32_t)p[3] << 24;
	return crc->table[7][value & 255] ^ crc->table[6][value >> 8 & 255] ^
	    crc->table[5][value >> 16 & 255] ^ crc->table[4][value >> 24] ^
	    crc->table[3][p[4]] ^ crc->table[2][p[5]] ^ crc->table[1][p[6]] ^
	    crc->table[0][p[7]];
}

uint32_t
crc_of(const struct crc *crc, const void *bytes, size_t n)
{
	const uint8_t *p = bytes;
	uint32_t value = UINT32_MAX;

	for (; n >= STEP; n -= STEP, p += STEP)
		value = step(crc, value, p);
	for (; n > 0; n--, p++)
		value = value >> 8 ^ crc->table[0][(value ^ *p) & 255];
	return ~value;
}

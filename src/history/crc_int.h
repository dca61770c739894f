/* SPDX-License-Identifier: Apache-2.0
 *
 * history/crc_int.h - CRC-32C (Castagnoli), the checksum of blocks and rosters.
 *
 * Chosen because it notices every change within four bytes for certain, not just
 * very probably. zlib has another polynomial and zstd keeps its own hash to
 * itself, hence these few lines. Any thread, once initialised.
 */
#ifndef FACHO_HISTORY_CRC_INT_H
#define FACHO_HISTORY_CRC_INT_H

#include <stddef.h>
#include <stdint.h>

struct crc {
	uint32_t table[8][256]; /* eight bytes at a step */
};

void crc_init(struct crc *crc);
uint32_t crc_of(const struct crc *crc, const void *bytes, size_t n);

#endif

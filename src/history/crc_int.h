/* SPDX-License-Identifier: Apache-2.0
 *
 * history/crc_int.h - CRC-32C (Castagnoli), the checksum of blocks and rosters.
 *
 * It detects every change within four bytes with certainty. zlib has another polynomial,
 * and zstd does not export its hash. Any thread, after initialisation.
 */
#ifndef FACHO_HISTORY_CRC_INT_H
#define FACHO_HISTORY_CRC_INT_H

#include <stddef.h>
#include <stdint.h>

struct crc {
	uint32_t table[8][256]; /* for steps of eight bytes */
};

void crc_init(struct crc *crc);
uint32_t crc_of(const struct crc *crc, const void *bytes, size_t n);

#endif

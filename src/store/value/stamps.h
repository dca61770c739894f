/* SPDX-License-Identifier: Apache-2.0
 *
 * store/value/stamps.h - when a value came, and which run brought it.
 *
 * A run brings the same columns for most ONUs of an OLT. So the stamp of a column is
 * kept once for the OLT (value_stamps), and an ONU keeps those of its values for which
 * it differs: it did not answer when the others did, or a run asked it and not the
 * others. `struct stamps` is that exception, a few bytes beside its numbers:
 *
 *	for each stamp: places (bit 1 << place) 4 bytes, at_ms 8, execution 8;
 *	least byte first; a place is in one of them at most
 *
 * So a place (store/value/latest.h) has its number for ever.
 *
 * Pure. For the files of store/.
 */
#ifndef FACHO_STORE_VALUE_STAMPS_H
#define FACHO_STORE_VALUE_STAMPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/ids.h"
#include "store/value/latest.h"

struct stamp {
	int64_t at_ms; /* 0: it never came */
	struct execution_id execution;
};

struct stamps {
	uint32_t places; /* which have one of their own: bit (1 << place) */
	struct stamp at[LATEST_MAX];
};

enum { STAMPS_ENTRY_BYTES = 20, STAMPS_BYTES_MAX = LATEST_MAX * STAMPS_ENTRY_BYTES };

bool stamp_is_same(const struct stamp *a, const struct stamp *b);

/* Bytes that nobody wrote are no exceptions; NULL is fine. */
void stamps_decode(const void *bytes, size_t n, struct stamps *ret);

/* How many bytes; 0 when there is no exception. */
size_t stamps_encode(const struct stamps *s, uint8_t ret_bytes[STAMPS_BYTES_MAX]);

bool stamps_has(const struct stamps *s, size_t place);
void stamps_set(struct stamps *s, size_t place, const struct stamp *stamp);
void stamps_clear(struct stamps *s, size_t place);

#endif

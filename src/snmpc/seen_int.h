/* SPDX-License-Identifier: Apache-2.0
 *
 * snmpc/seen_int.h - the rows already received in a column, for devices that answer out
 * of order: a row that was received before means that the device is in a loop.
 *
 * Only hashes are stored. Two rows with the same hash, which is very improbable, end the
 * column like a loop. The memory comes from the arena of the run.
 */
#ifndef FACHO_SNMPC_SEEN_INT_H
#define FACHO_SNMPC_SEEN_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

struct seen {
	uint64_t *slots; /* hashes of indexes; 0 is empty */
	uint32_t n, cap;
};

/* True the first time that it is called with an index. When out of memory it returns
 * false: that ends the column and avoids an endless loop. */
bool seen_is_new(struct seen *s, struct arena *arena, const uint32_t *arcs, size_t n);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * snmpc/seen_int.h - the rows that a column has shown, for devices that answer
 * out of order: a new row is a row, a known one is a loop.
 *
 * Only hashes are kept. Two rows that share one, which happens once in billions,
 * end the column as a loop would. Memory is the run's arena.
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

/* True the first time an index is shown to it. Out of memory counts as seen:
 * it ends the column instead of looping. */
bool seen_is_new(struct seen *s, struct arena *arena, const uint32_t *arcs, size_t n);

#endif

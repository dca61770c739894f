/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/endless_int.h - endless rows after the last row of a column, for an agent whose
 * walk never ends.
 *
 * The index of extra row k is k + 1 places after the last row's. As long as the column's
 * index format allows, these are indexes of further ONUs; after that only the last arc
 * increases. They ascend with k.
 *
 * Pure.
 */
#ifndef FACHO_SIM_ENDLESS_INT_H
#define FACHO_SIM_ENDLESS_INT_H

#include <stddef.h>
#include <stdint.h>

#include "model/oid.h"
#include "sim/tree_int.h"

/* The complete OID of extra row k. Returns the number of arcs. */
size_t endless_oid(const struct segment *s, uint64_t k, uint32_t arcs[OID_MAX]);

/* The first extra row after an OID. */
uint64_t endless_after(const struct segment *s, const uint32_t *arcs, size_t n);

#endif

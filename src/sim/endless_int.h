/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/endless_int.h - rows that follow the last row of a column, one after the other and
 * without end, for an agent whose walk never ends.
 *
 * Extra row k has the index that comes k + 1 places behind the last row's. As long as
 * the column's index format has room these are indexes of further ONUs; behind them the
 * last arc goes on by itself. They ascend with k.
 *
 * Pure.
 */
#ifndef FACHO_SIM_ENDLESS_INT_H
#define FACHO_SIM_ENDLESS_INT_H

#include <stddef.h>
#include <stdint.h>

#include "model/oid.h"
#include "sim/tree_int.h"

/* The whole OID of extra row k. Returns how many arcs. */
size_t endless_oid(const struct segment *s, uint64_t k, uint32_t arcs[OID_MAX]);

/* The first extra row behind an OID. */
uint64_t endless_after(const struct segment *s, const uint32_t *arcs, size_t n);

#endif

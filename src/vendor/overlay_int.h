/* SPDX-License-Identifier: Apache-2.0
 *
 * vendor/overlay_int.h - making one overlay, apart from remembering it.
 */
#ifndef FACHO_VENDOR_OVERLAY_INT_H
#define FACHO_VENDOR_OVERLAY_INT_H

#include "vendor/overlay.h"

/* Everything is in the arena, or base's. never: what no row may name. RC_NOMEM. */
enum rc overlay_make(const struct overlay_question *q, const struct oid *never,
    size_t n_never, struct arena *arena, struct overlay *ret) MUST_CHECK;

/* A column from a row: into c, of which table, name and, for rows without a formula,
 * index are set. Texts go to the arena. RC_INVALID with all complaints. */
enum rc overlay_column_load(const struct overlay_row *row, const struct profile *p,
    struct arena *arena, struct column *c, struct err *err) MUST_CHECK;

#endif

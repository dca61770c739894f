/* SPDX-License-Identifier: Apache-2.0
 *
 * vendor/overlay_int.h - makes one overlay; overlay.c caches them.
 */
#ifndef FACHO_VENDOR_OVERLAY_INT_H
#define FACHO_VENDOR_OVERLAY_INT_H

#include "vendor/overlay.h"

/* Everything is in the arena or belongs to base. never: subtrees that no row may name.
 * RC_NOMEM. */
enum rc overlay_make(const struct overlay_question *q, const struct oid *never,
    size_t n_never, struct arena *arena, struct overlay *ret) MUST_CHECK;

/* Read a column from a row into c. Set table, name and, for rows without a formula, index
 * before. Texts are in the arena. RC_INVALID with all errors. */
enum rc overlay_column_load(const struct overlay_row *row, const struct profile *p,
    struct arena *arena, struct column *c, struct err *err) MUST_CHECK;

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * poll/finish.h - from raw rows to what is shown, and from rows to questions:
 * the pure steps between a collection's stages. For the files of poll/ only.
 */
#ifndef FACHO_POLL_FINISH_H
#define FACHO_POLL_FINISH_H

#include "poll/plan.h"

/* After the walk: drop what is no ONU, take positions from names, sort. */
void settle_rows(struct rows *rows, const struct plan *plan);

/* At the end: the same, then run states and causes in our words. */
void finish_rows(struct rows *rows, struct plan *plan);

/* What is to be said of a column: values that could not be understood, an
 * unverified column that brought nothing plausible. NULL: nothing. */
const char *finish_source(struct source *s, struct plan *plan, struct arena *arena);

bool family_has_rows(const struct rows *rows, uint32_t family);

/* How many arcs at an index's end cannot be computed from a position. */
size_t index_tail(const struct index_format *f);

/* Where walks may be cut, from known ports. Sorted per group; in the arena. */
const struct snmpc_split *plan_splits(const struct plan *plan,
    const struct position *ports, size_t n, struct arena *arena, size_t *ret_n);

/* What to GET: these sources, for every row that is not known to be offline. */
const struct snmpc_item *plan_items(const struct rows *rows, const struct plan *plan,
    struct source *const *sources, size_t n_sources, struct arena *arena, size_t *ret_n);

#endif

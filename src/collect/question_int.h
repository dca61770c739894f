/* SPDX-License-Identifier: Apache-2.0
 *
 * collect/question_int.h - from rows to questions: where walks are cut, and what is got by
 * index. Pure. For the files of collect/ only.
 */
#ifndef FACHO_COLLECT_QUESTION_INT_H
#define FACHO_COLLECT_QUESTION_INT_H

#include "collect/column_plan_int.h"

/* How many arcs at an index's end cannot be computed from a position. */
size_t index_tail(const struct index_format *f);

/* Where walks of ONU columns may be cut, from known ports. Sorted per group; in the
 * arena. */
const struct snmpc_split *column_plan_splits(const struct column_plan *plan,
    const struct position *ports, size_t n, struct arena *arena, size_t *ret_n);

/* The ports that known ONUs sit on, in the arena. NULL: none, or no memory. */
struct position *known_ports(const struct known *k, struct arena *arena, size_t *ret_n);

/* Rows for the known ONUs that a GET is about, or that a walk could not place by
 * itself. RC_NOMEM. */
enum rc seed_rows(struct rows *rows, const struct column_plan *plan,
    const struct collect_options *o) MUST_CHECK;

/* After a walk that had to tell the indexes: only known ONUs of the slice stay. */
void keep_known(struct rows *rows, const struct collect_options *o);

/* What to GET: these sources, for every row; slow ones not where the ONU is offline.
 * item.onu is the number of the row. Counts the questions in rows and sources. NULL: no
 * memory. */
const struct snmpc_item *column_plan_items(const struct rows *rows,
    const struct column_plan *plan, struct source *const *sources, size_t n_sources,
    struct arena *arena, size_t *ret_n);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * collect/question_int.h - makes questions from rows: where walks are split, and the
 * items of a GET. Pure. For the files of collect/ only.
 */
#ifndef FACHO_COLLECT_QUESTION_INT_H
#define FACHO_COLLECT_QUESTION_INT_H

#include "collect/column_plan_int.h"

/* How many arcs at the end of an index cannot be calculated from a position. */
size_t index_tail(const struct index_format *f);

/* Where walks of ONU columns may be split, from known ports. Sorted per group; in the
 * arena. */
const struct snmpc_split *column_plan_splits(const struct column_plan *plan,
    const struct position *ports, size_t n, struct arena *arena, size_t *ret_n);

/* The ports of the known ONUs, in the arena. NULL: none, or out of memory. */
struct position *known_ports(const struct known *k, struct arena *arena, size_t *ret_n);

/* Rows for the known ONUs of a GET, or for those that a walk could not assign to a
 * position. RC_NOMEM. */
enum rc seed_rows(struct rows *rows, const struct column_plan *plan,
    const struct collect_options *o) MUST_CHECK;

/* After a walk that provided the indexes: keep only known ONUs of the slice. */
void keep_known(struct rows *rows, const struct collect_options *o);

/* The items of a GET: these sources for every row; slow ones not for offline ONUs.
 * item.onu is the number of the row. Counts the items in rows and sources. NULL: out of
 * memory. */
const struct snmpc_item *column_plan_items(const struct rows *rows,
    const struct column_plan *plan, struct source *const *sources, size_t n_sources,
    struct arena *arena, size_t *ret_n);

/* The row of a port in a column, in the arena. False: it cannot be calculated. */
bool port_row_index(const struct index_format *f, const struct position *port,
    struct arena *arena, struct snmpc_index *ret_index);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * collect/row_values_int.h - from raw rows to what is shown, and from rows to questions:
 * the pure steps between a collection's stages. For the files of collect/ only.
 */
#ifndef FACHO_COLLECT_ROW_VALUES_INT_H
#define FACHO_COLLECT_ROW_VALUES_INT_H

#include "collect/column_plan_int.h"

/* After the walk: drop what is no ONU, take positions from names, sort. */
void settle_rows(struct rows *rows, const struct column_plan *plan);

/* At the end: the same, then run states and causes in our words. */
void finish_onus(struct rows *rows, const struct column_plan *plan);

/* Ports from several tables joined into one row each, sorted. */
void finish_ports(struct rows *rows, const struct column_plan *plan);

/* Parts of the chassis named and sorted. RC_NOMEM. */
enum rc finish_parts(struct rows *rows, const struct profile *p, struct arena *arena)
    MUST_CHECK;

/* What came of a column that nobody vouches for counts only when some of it can be
 * believed. After the rows are finished. */
void forget_implausible(struct rows *rows, const struct source *s);

/* Values that are not null, by output. */
void count_values(const struct rows *rows, struct outputs *outputs);

bool family_has_rows(const struct rows *rows, uint32_t family);

#endif

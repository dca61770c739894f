/* SPDX-License-Identifier: Apache-2.0
 *
 * collect/row_values_int.h - the pure steps between the stages of a collection: from raw
 * rows to the rows of the result. For the files of collect/ only.
 */
#ifndef FACHO_COLLECT_ROW_VALUES_INT_H
#define FACHO_COLLECT_ROW_VALUES_INT_H

#include "collect/column_plan_int.h"

/* After the walk: remove rows that are not ONUs, read positions from names, sort. */
void settle_rows(struct rows *rows, const struct column_plan *plan);

/* At the end: the same, then convert run states and causes. */
void finish_onus(struct rows *rows, const struct column_plan *plan);

/* Join ports from several tables into one row each, sorted. */
void finish_ports(struct rows *rows, const struct column_plan *plan);

/* Name and sort the parts of the chassis. RC_NOMEM. */
enum rc finish_parts(struct rows *rows, const struct column_plan *plan,
    const struct profile *p, struct arena *arena) MUST_CHECK;

/* Remove the values of an unverified column, unless some of them are plausible. Call it
 * after the rows are finished. */
void forget_implausible(struct rows *rows, const struct source *s);

/* Count the values that are not null, by output. */
void count_values(const struct rows *rows, struct outputs *outputs);

bool family_has_rows(const struct rows *rows, uint32_t family);

#endif

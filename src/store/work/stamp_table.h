/* SPDX-License-Identifier: Apache-2.0
 *
 * store/work/stamp_table.h - the stamps of an OLT's columns (value_stamps). For the files of
 * store/.
 */
#ifndef FACHO_STORE_WORK_STAMP_TABLE_H
#define FACHO_STORE_WORK_STAMP_TABLE_H

#include "store/work/values_int.h"

/* Sets the base of each column. */
enum rc stamp_table_load(struct db *db, struct olt_id olt, struct value_column *columns,
    size_t n, struct err *err) MUST_CHECK;

/* Those that move are `now` from now on. */
enum rc stamp_table_save(struct db *db, struct olt_id olt, const struct stamp *now,
    const struct value_column *columns, size_t n, struct err *err) MUST_CHECK;

#endif

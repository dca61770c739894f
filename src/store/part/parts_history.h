/* SPDX-License-Identifier: Apache-2.0
 *
 * store/part/parts_history.h - numbers of ports and chassis as history, in blocks like those
 * of ONUs. For the files of store/, inside the transaction in which the parts were
 * applied (store/part/parts.h).
 */
#ifndef FACHO_STORE_PART_PARTS_HISTORY_H
#define FACHO_STORE_PART_PARTS_HISTORY_H

#include "base/arena.h"
#include "store/part/parts.h"
#include "store/history/samples.h"

enum rc parts_history_write(struct samples *s, struct db *db, const struct parts *parts,
    struct olt_id olt, int64_t now_ms, struct arena *arena, struct err *err) MUST_CHECK;

#endif

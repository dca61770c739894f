/* SPDX-License-Identifier: Apache-2.0
 *
 * store/work/events_int.h - what happened to ONUs, gathered during a transaction and
 * written at its end in one go. For the files of store/.
 */
#ifndef FACHO_STORE_WORK_EVENTS_INT_H
#define FACHO_STORE_WORK_EVENTS_INT_H

#include "base/err.h"
#include "base/vec.h"
#include "model/onu.h"

struct db;

/* A vec of struct onu_event; their texts must live until they are written. */
#define EVENTS_INIT VEC_INIT(struct onu_event)

enum rc events_add(struct vec *events, const struct onu_event *event, struct err *err)
    MUST_CHECK;

/* Also keeps the stays of who came and moved (onu_positions). */
enum rc events_write(struct db *db, struct olt_id olt, struct execution_id execution,
    const struct vec *events, struct err *err) MUST_CHECK;

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * store/execution.h - executions: put one in the queue, start it, look at it.
 * Their end is store/finish.h.
 */
#ifndef FACHO_STORE_EXECUTION_H
#define FACHO_STORE_EXECUTION_H

#include <stdint.h>

#include "base/err.h"
#include "model/execution.h"

struct db;

/* A new record, PENDING or RUNNING; its id is filled in. RC_CONFLICT: there is
 * no such OLT, node or job. */
enum rc store_execution_add(struct db *db, struct execution *e, struct err *err)
    MUST_CHECK;

/* Write a step that brings no results: START, TRY_LATER without an attempt,
 * CANCEL. RC_CONFLICT: it has ended already. */
enum rc store_execution_save(struct db *db, const struct execution *e, struct err *err)
    MUST_CHECK;

/* RC_NOT_FOUND without it. */
enum rc store_execution_get(struct db *db, struct execution_id id, struct execution *ret,
    struct err *err) MUST_CHECK;

/* At start: whatever a program that died left RUNNING or PENDING is INTERRUPTED,
 * with TROUBLE_RESTART. *ret_n (may be NULL) says how many. */
enum rc store_executions_recover(
    struct db *db, int64_t now_ms, int64_t *ret_n, struct err *err) MUST_CHECK;

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * store/account.h - what an execution's end means for its attempts, its node, its
 * quota and its OLT. For the files of store/, inside their transaction.
 */
#ifndef FACHO_STORE_ACCOUNT_H
#define FACHO_STORE_ACCOUNT_H

#include "base/err.h"
#include "model/execution.h"
#include "store/finish.h"

struct db;

/* The attempt's row; a second time is none. Number 0: nothing to write. */
enum rc account_attempt(struct db *db, const struct execution *e,
    const struct attempt *attempt, struct err *err) MUST_CHECK;

/* The node's times, the quota of its hour, and when the OLT last answered. e is
 * over. A run that somebody asked for by hand counts for no quota. */
enum rc account_end(struct db *db, const struct execution *e,
    const struct finish_node *node, struct err *err) MUST_CHECK;

#endif

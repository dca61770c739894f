/* SPDX-License-Identifier: Apache-2.0
 *
 * store/ledger/coordinator.h - the coordinator's log and the pollers' figures, as rows. They
 * are read as lists (store/list/list.h: "coordinator_logs", "poller_stats").
 *
 * Both are called by the engine, through the writer: inside a transaction of the
 * caller's or without one, and a second time with the same effect.
 */
#ifndef FACHO_STORE_LEDGER_COORDINATOR_H
#define FACHO_STORE_LEDGER_COORDINATOR_H

#include <stddef.h>

#include "base/err.h"
#include "model/coordinator.h"

struct db;

/* All of them or none. An entry that is there already (its moment and key) stays as it
 * is. RC_CONFLICT: there is no such OLT; RC_INVALID: text that is not UTF-8. */
enum rc store_log_add(struct db *db, const struct coordinator_entry *entries, size_t n,
    struct err *err) MUST_CHECK;

/* A row of this moment and machine that is there already stays as it is. */
enum rc store_poller_stats_add(
    struct db *db, const struct poller_stats *stats, struct err *err) MUST_CHECK;

#endif

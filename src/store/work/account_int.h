/* SPDX-License-Identifier: Apache-2.0
 *
 * store/work/account_int.h - what an execution's end means for its attempts, its node, its
 * quota and its OLT. For the files of store/, inside their transaction.
 */
#ifndef FACHO_STORE_WORK_ACCOUNT_INT_H
#define FACHO_STORE_WORK_ACCOUNT_INT_H

#include "base/err.h"
#include "model/execution.h"
#include "store/work/finish.h"

struct db;

/* The attempt's row; a second time is none. Number 0: nothing to write. */
enum rc account_attempt(struct db *db, const struct execution *e,
    const struct attempt *attempt, struct err *err) MUST_CHECK;

/* The node's times, the quota of its hour, and when the OLT last answered. e is
 * over. A run that somebody asked for by hand counts for no quota. */
enum rc account_end(struct db *db, const struct execution *e,
    const struct finish_node *node, struct err *err) MUST_CHECK;

/* Slots that a node missed: the n before next_run_ms, step_ms apart (0: by cron, which
 * are all counted for the hour of the last). */
struct missed_slots {
	struct olt_id olt;
	struct job_id job;
	int64_t next_run_ms;
	int64_t step_ms;
	int64_t n;
};

/* They are skipped in the quotas of their hours. */
enum rc account_missed(struct db *db, const struct missed_slots *missed, struct err *err)
    MUST_CHECK;

#endif

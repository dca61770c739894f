/* SPDX-License-Identifier: Apache-2.0
 *
 * store/ledger/plan.h - the plans of each OLT and hour, and the durations they are made from.
 *
 * The engine writes plans without waiting for their numbers: OLT, hour and the moment at
 * which it was made tell one from another, and an OLT has at most one ACTIVE an hour.
 *
 * All may be called inside a transaction of the caller's or without one, and a second
 * time with the same effect: the writer (store/core/writer.h) does both.
 */
#ifndef FACHO_STORE_LEDGER_PLAN_H
#define FACHO_STORE_LEDGER_PLAN_H

#include "base/arena.h"
#include "base/err.h"
#include "model/plan.h"

struct db;

enum { PLAN_RUNS_BYTES_MAX = 4 << 20 }; /* of their JSON */

/* An ACTIVE plan, with its runs; the one that was ACTIVE before is SUPERSEDED. Its id is
 * filled in. RC_CONFLICT: there is no such OLT; RC_NOMEM: it has more runs than
 * PLAN_RUNS_BYTES_MAX can hold. The engine, through the writer. */
enum rc store_plan_put(struct db *db, struct plan *plan, struct err *err) MUST_CHECK;

/* How far the plan of this OLT, hour and created_ms has come: completed, failed, status
 * and updated_ms. One that is over keeps its status: a superseded plan may still count
 * runs. RC_NOT_FOUND. The engine, through the writer. */
enum rc store_plan_move(struct db *db, const struct plan *plan, struct err *err)
    MUST_CHECK;

/* At start: plans that are ACTIVE and whose hour ended at or before now_ms ended
 * (plan_ended()) while nobody was there to say so. *ret_n (may be NULL) says how many. */
enum rc store_plans_expire(struct db *db, int64_t now_ms, int64_t *ret_n, struct err *err)
    MUST_CHECK;

/* With its runs as JSON, in the arena. RC_NOT_FOUND. */
enum rc store_plan_get(struct db *db, struct plan_id id, struct arena *arena,
    struct plan *ret_plan, struct err *err) MUST_CHECK;

/* What a node's runs take: the average of its last DURATION_RUNS successful ones. */
enum { DURATION_RUNS = 20 };

struct node_duration {
	struct node_id node;
	int64_t average_ms; /* that a run holds the OLT */
	int64_t slices; /* of the same runs, the most */
};

/* Of every node that has succeeded since since_ms (which keeps the search short for one
 * that has long failed), by number. Any connection: the engine's ledger at start. */
typedef enum rc (*store_duration_row)(void *ctx, const struct node_duration *duration);
enum rc store_durations(struct db *db, int64_t since_ms, store_duration_row row,
    void *ctx, struct err *err) MUST_CHECK;

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * store/ledger/quota.h - how many runs each OLT owes and has made in each hour, and the
 * violations that are left of the hours in which they were too few.
 *
 * What is required and what the outcome is, the engine says (by the rules of sched/).
 * What was completed, failed and skipped is counted by the store itself, in the
 * transaction that ends an execution (store/work/finish.h) or moves a node (store/work/job.h), so
 * that trackers and executions cannot disagree.
 *
 * All may be called inside a transaction of the caller's or without one, and a second
 * time with the same effect: the writer (store/core/writer.h) does both.
 */
#ifndef FACHO_STORE_LEDGER_QUOTA_H
#define FACHO_STORE_LEDGER_QUOTA_H

#include "base/arena.h"
#include "base/err.h"
#include "model/quota.h"

struct db;

/* ---- trackers: the engine, through the writer -------------------------------- */

/* Required, pending and status of the tracker with this key, which is made if need be;
 * what is counted stays. RC_CONFLICT: there is no such OLT or job. */
enum rc store_quota_put(
    struct db *db, const struct quota *quota, int64_t now_ms, struct err *err) MUST_CHECK;

/* All trackers of an hour, OLT by OLT, with their names; as store_olt_list. Any
 * connection: for those who look. */
struct quota_names {
	const char *olt;
	const char *job; /* NULL: it has none */
};
typedef enum rc (*store_quota_named)(
    void *ctx, const struct quota *quota, const struct quota_names *names);
enum rc store_quota_list(struct db *db, int64_t period_start_ms, store_quota_named row,
    void *ctx, struct err *err) MUST_CHECK;

/* All that are in progress, be it of an hour that nobody judged. Any connection: the
 * engine's ledger at start. */
typedef enum rc (*store_quota_row)(void *ctx, const struct quota *quota);
enum rc store_quota_open(struct db *db, store_quota_row row, void *ctx, struct err *err)
    MUST_CHECK;

/* ---- violations --------------------------------------------------------------- */

/* One a tracker: its id is filled in, be it new or not, and a former one stays as it
 * is. RC_CONFLICT: there is no such OLT. The engine, through the writer. */
enum rc store_violation_add(struct db *db, struct violation *violation, struct err *err)
    MUST_CHECK;

/* Somebody has seen it; the first to say so stays. RC_NOT_FOUND. A person. */
enum rc store_violation_ack(struct db *db, struct violation_id id, const char *by,
    int64_t now_ms, struct err *err) MUST_CHECK;

/* A message about it was delivered; the first time stays. RC_NOT_FOUND. The notifier,
 * with the proof of delivery in hand: nobody else says so. */
enum rc store_violation_notified(
    struct db *db, struct violation_id id, int64_t now_ms, struct err *err) MUST_CHECK;

/* Texts are in the arena. RC_NOT_FOUND. */
enum rc store_violation_get(struct db *db, struct violation_id id, struct arena *arena,
    struct violation *ret_violation, struct err *err) MUST_CHECK;

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * store/job.h - jobs with their OIDs, and the nodes they become on OLTs.
 *
 * All functions may be called inside a transaction of the caller's or without one.
 * Owner of the connection only.
 */
#ifndef FACHO_STORE_JOB_H
#define FACHO_STORE_JOB_H

#include "base/arena.h"
#include "base/err.h"
#include "model/job.h"

struct db;

/* ---- jobs ------------------------------------------------------------------ */

/* A zero id inserts and is filled in; otherwise the row and its OIDs are replaced
 * (RC_NOT_FOUND when it is gone or deleted). RC_INVALID as job_check(); RC_CONFLICT:
 * the name is taken, or there is no such brand or OID. */
enum rc store_job_put(struct db *db, struct job *job, int64_t now_ms, struct err *err)
    MUST_CHECK;

/* Deleted ones too. Texts and OIDs are in the arena. RC_NOT_FOUND. */
enum rc store_job_get(struct db *db, struct job_id id, struct arena *arena,
    struct job *ret_job, struct err *err) MUST_CHECK;

/* Mark it; its nodes and executions stay, and its nodes no longer run. */
enum rc store_job_delete(struct db *db, struct job_id id, int64_t now_ms, struct err *err)
    MUST_CHECK;

/* ---- nodes ----------------------------------------------------------------- */

/* Make a node of the job in the OLT's workflow, first due at next_run_ms.
 * RC_NOT_FOUND: no such job or OLT. RC_INVALID: the job is for another brand; the
 * sentence names both. RC_CONFLICT: it is applied already. */
struct node_apply {
	struct job_id job;
	struct olt_id olt;
	int64_t next_run_ms;
	int64_t now_ms;
};

enum rc store_node_apply(struct db *db, const struct node_apply *apply,
    struct node_id *ret_node, struct err *err) MUST_CHECK;

/* Let node run after master, or on its own again (master 0, due at next_run_ms).
 * RC_NOT_FOUND: no such node. RC_INVALID: the master is of another OLT, is chained
 * itself or is the node; or others are chained to the node. */
struct node_chain {
	struct node_id node;
	struct node_id master;
	int64_t next_run_ms;
	int64_t now_ms;
};

enum rc store_node_chain(struct db *db, const struct node_chain *chain, struct err *err)
    MUST_CHECK;

/* RC_NOT_FOUND: no such node. RC_INVALID: interval and cron together. */
enum rc store_node_override(struct db *db, struct node_id id,
    const struct node_overrides *overrides, int64_t now_ms, struct err *err) MUST_CHECK;
/* next_run_ms is when it runs first after it was enabled; no time is made up for. */
enum rc store_node_enable(struct db *db, struct node_id id, int64_t next_run_ms,
    int64_t now_ms, struct err *err) MUST_CHECK;
enum rc store_node_disable(
    struct db *db, struct node_id id, int64_t now_ms, struct err *err) MUST_CHECK;
/* It runs next at next_run_ms, and has missed this many slots just before: they are
 * counted with the node, and as skipped in the quotas of the hours in which they lay.
 * The engine, through the writer: a second time, with the same next_run_ms, counts
 * nothing. A node that was disabled or chained meanwhile has no time to move: RC_OK,
 * nothing is written. RC_NOT_FOUND: no such node. */
enum rc store_node_next(struct db *db, struct node_id id, int64_t next_run_ms,
    int64_t skipped, struct err *err) MUST_CHECK;
/* With its times; its executions stay. RC_CONFLICT: others are chained to it. */
enum rc store_node_delete(struct db *db, struct node_id id, struct err *err) MUST_CHECK;

/* Every node of OLTs and jobs that are not deleted, for the start: OLT by OLT, each
 * master before those chained to it, and these in the order in which they run. As
 * store_olt_list. */
typedef enum rc (*store_node_row)(void *ctx, const struct node *node);
enum rc store_node_list(struct db *db, store_node_row row, void *ctx, struct err *err)
    MUST_CHECK;

#endif

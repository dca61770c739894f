/* SPDX-License-Identifier: Apache-2.0
 *
 * store/work/job.h - jobs with their OIDs, and the nodes they become on OLTs.
 *
 * All functions may be called inside a transaction of the caller's or without one.
 * Owner of the connection only.
 */
#ifndef FACHO_STORE_WORK_JOB_H
#define FACHO_STORE_WORK_JOB_H

#include "base/arena.h"
#include "base/err.h"
#include "model/job.h"

struct db;

/* ---- jobs ------------------------------------------------------------------ */

/* A zero id inserts and is filled in; otherwise the row and its OIDs are replaced
 * (RC_NOT_FOUND when it is gone or deleted). RC_INVALID as job_check(), or OIDs, target
 * and brand do not fit each other; RC_CONFLICT: the name is taken, or there is no such
 * brand, model or OID. */
enum rc store_job_put(struct db *db, struct job *job, int64_t now_ms, struct err *err)
    MUST_CHECK;

/* As store_job_put, for a job that is stored. Only the fields that differ from before are
 * written: a change of another field in the meantime is kept. */
enum rc store_job_change(struct db *db, const struct job *before, const struct job *job,
    int64_t now_ms, struct err *err) MUST_CHECK;

/* Deleted ones too. Texts and OIDs are in the arena. RC_NOT_FOUND. */
enum rc store_job_get(struct db *db, struct job_id id, struct arena *arena,
    struct job *ret_job, struct err *err) MUST_CHECK;

/* Mark it; its nodes and executions stay. Its nodes no longer run, and those chained to
 * them neither. */
enum rc store_job_delete(struct db *db, struct job_id id, int64_t now_ms, struct err *err)
    MUST_CHECK;

/* Only that; it may be so already. RC_NOT_FOUND: gone or deleted. */
enum rc store_job_enable(struct db *db, struct job_id id, bool enabled, int64_t now_ms,
    struct err *err) MUST_CHECK;

/* The job of this name runs every to_ms from now on, if it ran every from_ms; one that
 * somebody has given other times stays as it is. *ret_job is 0 then, and when there is
 * none of this name. */
struct job_pace {
	int64_t from_ms, to_ms;
};
enum rc store_job_pace(struct db *db, const char *name, const struct job_pace *pace,
    int64_t now_ms, struct job_id *ret_job, struct err *err) MUST_CHECK;

/* A job and an OLT that belong together, or did. */
struct job_fit {
	struct job_id job;
	struct olt_id olt;
	struct node_id node; /* 0: it is not applied there */
	bool fits; /* brand and target want it there; of JOB_PICKED: it is there */
};

/* Every OLT that fits the job or has it, by id; or every job that fits the OLT or is on
 * it: what to apply and what to take away when one of them was added or changed. Deleted
 * ones fit nothing. As store_olt_list. */
typedef enum rc (*store_job_fit_row)(void *ctx, const struct job_fit *fit);
enum rc store_job_fits(struct db *db, struct job_id job, store_job_fit_row row, void *ctx,
    struct err *err) MUST_CHECK;
enum rc store_olt_fits(struct db *db, struct olt_id olt, store_job_fit_row row, void *ctx,
    struct err *err) MUST_CHECK;

/* On how many OLTs a job like this is, or would be: of JOB_PICKED those that have it. It
 * need not be stored. */
enum rc store_job_reach(
    struct db *db, const struct job *job, int64_t *ret_olts, struct err *err) MUST_CHECK;

/* ---- workflows ------------------------------------------------------------- */

/* Every OLT has one. Only that; it may be so already. RC_NOT_FOUND: no such OLT, or it
 * is deleted. */
enum rc store_workflow_enable(struct db *db, struct olt_id olt, bool enabled,
    int64_t now_ms, struct err *err) MUST_CHECK;

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

/* What is given of its overrides, and where: the rest stays. An interval takes the place
 * of a cron expression, and a cron expression that of an interval: both are given then. */
struct node_change {
	struct node_overrides to;
	bool has_interval, has_cron, has_priority;
};

/* RC_NOT_FOUND: no such node. RC_INVALID: interval and cron together. */
enum rc store_node_change(struct db *db, struct node_id id,
    const struct node_change *change, int64_t now_ms, struct err *err) MUST_CHECK;
/* The same with all of them given. */
enum rc store_node_override(struct db *db, struct node_id id,
    const struct node_overrides *overrides, int64_t now_ms, struct err *err) MUST_CHECK;
/* Its priority alone. RC_NOT_FOUND: no such node. */
enum rc store_node_prioritize(struct db *db, struct node_id id, int64_t priority,
    int64_t now_ms, struct err *err) MUST_CHECK;
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

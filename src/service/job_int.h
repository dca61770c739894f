/* SPDX-License-Identifier: Apache-2.0
 *
 * service/job_int.h - shared by the operations on jobs, nodes and standard jobs.
 */
#ifndef FACHO_SERVICE_JOB_INT_H
#define FACHO_SERVICE_JOB_INT_H

#include "base/vec.h"
#include "service/service_int.h"

/* The arguments interval and cron, of which one takes the place of the other; neither
 * changes anything. */
void job_take_when(struct ask *a, int64_t *interval_ms, const char **cron);

/* The arguments target, target_brand, target_model and target_site (op_target.c). */
void job_take_target(struct ask *a, struct job *j);
/* Make nodes of all jobs that belong on the OLT of the change, and take away those that do
 * not any more; the same for a job on all OLTs (store/work/settle.h). Part of a change: in the
 * writer's thread and transaction, while the caller of a waits. */
enum rc olt_settle(const struct ask *a, struct change *c, struct db *db, struct err *err)
    MUST_CHECK;
/* lost: the OLTs (struct olt_id) that have no node of it any more. */
enum rc job_settle(const struct ask *a, struct change *c, struct db *db, struct vec *lost,
    struct err *err) MUST_CHECK;

/* Make a node of the job on the OLT. *ret_is_new is false when there was one. The engine
 * is not told: the caller does when it is through with the OLT. */
struct application {
	struct job_id job;
	struct olt_id olt;
	int64_t first_in_ms; /* first run so long from now; -1: as usual */
};
enum rc node_apply(struct ask *a, const struct application *what, bool *ret_is_new);

/* The argument first_in; -1 without. */
int64_t node_first_in(struct ask *a);

/* Have it run, and append the execution's number. On failure the call has failed. */
void node_run(struct ask *a, struct node_id node, bool alone, json_t *executions);

/* Every OLT that is not deleted, by name. */
enum rc olts_all(struct ask *a, struct vec *ret_ids);

/* The standard jobs of its profile on the OLT: {"applied", "already", "why"}. That they
 * cannot be applied is told in why, and is no failure of the call. */
json_t *standard_apply(struct ask *a, struct olt_id olt, int64_t first_in_ms);

/* Several OLTs at once: how many there were of each outcome, and who refused. */
struct totals_cache {
	int64_t applied, already;
	json_t *refused; /* [{"olt": ..., "why": ...}] */
};
/* The failure of one OLT is a line of the totals_cache, and the call goes on. */
void tally_refusal(struct ask *a, struct totals_cache *t, struct olt_id olt);

#endif

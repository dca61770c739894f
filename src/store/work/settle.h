/* SPDX-License-Identifier: Apache-2.0
 *
 * store/work/settle.h - nodes where jobs want to be. A job for all OLTs, or for those of a brand,
 * model or site, takes in OLTs that are added later: whoever adds, changes or restores an
 * OLT, or finds out its brand, calls this in the same transaction. Jobs whose OLTs are
 * picked stay where they are.
 *
 * Owner of the connection only; inside a transaction of the caller's.
 */
#ifndef FACHO_STORE_WORK_SETTLE_H
#define FACHO_STORE_WORK_SETTLE_H

#include "store/work/job.h"

enum settled {
	SETTLED_MADE, /* told when the node is there */
	SETTLED_GONE, /* told before it is taken away */
	/* It stays as it is: others are chained to it, or the job has no time to run at. */
	SETTLED_LEFT,
};

struct settling {
	int64_t now_ms;
	/* When a new node runs first. RC_INVALID: never. */
	enum rc (*first_run)(const struct job *job, struct olt_id olt, int64_t now_ms,
	    int64_t *ret_ms, struct err *err);
	/* Told of each node that is made or taken away; NULL: nobody asks. An outcome that
	 * is not RC_OK ends it all. */
	enum rc (*settled)(void *ctx, struct db *db, const struct job_fit *fit,
	    enum settled what, struct err *err);
	void *ctx;
};

/* Make nodes of the jobs that fit the OLT, and take away those that do not any more; or
 * the same of one job on all OLTs. */
enum rc store_olt_settle(struct db *db, struct olt_id olt, const struct settling *s,
    struct err *err) MUST_CHECK;
enum rc store_job_settle(struct db *db, struct job_id job, const struct settling *s,
    struct err *err) MUST_CHECK;

#endif

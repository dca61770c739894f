/* SPDX-License-Identifier: Apache-2.0
 *
 * poll/errand.h - the small things that the engine has the writer do: a record without
 * results, a node's next time, the health of an OLT, what was learnt about it.
 *
 * Each copies what it is given and goes into the outbox. One that fails by its own
 * fault is said in the log and is over: what it said will be said again, or is out of
 * date (the OLT is gone).
 *
 * Engine thread only. For the files of poll/ only.
 */
#ifndef FACHO_POLL_ERRAND_H
#define FACHO_POLL_ERRAND_H

#include "model/execution.h"
#include "model/olt.h"
#include "poll/outbox.h"
#include "sched/health.h"
#include "store/olt.h"

/* PENDING, RUNNING, or over without results. */
void errand_record(struct outbox *o, const struct execution *execution);
/* Where a sweep stands: between two slices (asked of n ONUs, until next_ms), or in one
 * (next_ms 0). */
struct errand_slice {
	struct execution_id id;
	int64_t next_ms;
	size_t asked, n;
};
void errand_slice(struct outbox *o, struct olt_id olt, const struct errand_slice *slice);
void errand_node(
    struct outbox *o, struct node_id node, int64_t next_run_ms, int64_t skipped);
void errand_health(
    struct outbox *o, struct olt_id olt, const struct health *health, const char *why);
void errand_learnt(struct outbox *o, struct olt_id olt, const struct olt_learnt *learnt);

/* What the device turned out to be. */
void errand_profile(
    struct outbox *o, struct olt_id olt, const struct olt_detected *detected);
/* oid: numeric. */
void errand_column(
    struct outbox *o, struct olt_id olt, const char *oid, enum olt_column state);

#endif

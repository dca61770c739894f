/* SPDX-License-Identifier: Apache-2.0
 *
 * ledger/ledger.h - the ledger: quotas, violations and plans of each OLT and hour, and
 * the coordinator's log.
 *
 * It gets the same OLTs as the coordinator (ledger_olt) and the events of the coordinator
 * (ledger_event), and returns rows to be written through struct ledger_ops. It makes no
 * decisions about executions. The rules are in sched/quota.h and sched/predict.h.
 *
 *	hour begins ──► trackers (required) and a plan for each OLT
 *	     │ something changes: required is adjusted, the plan superseded
 *	     │ OLT disabled: trackers INTERRUPTED, plan ABORTED
 *	     ▼
 *	hour over ──all runs of it have ended, or a grace of 5 minutes──► judged:
 *	     COMPLETED, PARTIAL, or QUOTA_NOT_MET, FAILED with a violation, once
 *
 * A run counts for the hour in which it was due. Completed, partial, failed and skipped
 * runs are counted by the store in the transaction that ends them
 * (store/work/account_int.h). The ledger also counts them for the evaluation, and owns
 * required, pending and status. A plan counts a master with its chain as one run; quotas
 * count each execution for its own job.
 *
 * An event takes constant time. Work for every OLT, such as the start of an hour for
 * 10,000 OLTs, is done by ledger_tick in small parts, and only while the store has room.
 * Times are wall time, hours are UTC hours. Engine thread only.
 */
#ifndef FACHO_LEDGER_LEDGER_H
#define FACHO_LEDGER_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "model/coordinator.h"
#include "model/ids.h"
#include "model/quota.h"
#include "coordinator/coordinator.h"

struct ledger;
struct buf; /* base/buf.h */
struct plan; /* model/plan.h */

/* Receives the rows. Everything is borrowed during the call. A row may come again and
 * must then be written again: the later one is valid. */
struct ledger_ops {
	/* Is there room for the rows of another OLT, about ten? If not, it waits. */
	bool (*has_room)(void *ctx);
	/* Required, pending and status; the store owns the counts. A status other than
	 * IN_PROGRESS closes it, except INTERRUPTED, which may be in progress again. */
	void (*put_quota)(void *ctx, const struct quota *quota);
	void (*add_violation)(void *ctx, const struct violation *violation);
	/* A new plan with its runs; it supersedes the OLT's active plan of that hour. */
	void (*put_plan)(void *ctx, const struct plan *plan);
	/* The progress of the plan with this OLT, hour and created_ms: completed, failed,
	 * updated_ms and status. */
	void (*move_plan)(void *ctx, const struct plan *plan);
	/* For the database and the file; entries of at least options->least. */
	void (*log)(void *ctx, const struct coordinator_entry *entry);
	/* Once a minute. */
	void (*stats)(void *ctx, const struct poller_stats *stats);
	void *ctx;
};

struct ledger_options {
	const char *machine; /* borrowed; "": the only one */
	enum entry_level least;
	int64_t grace_ms; /* how long runs may take to end after their hour */
	size_t olts_a_tick; /* maximum number of OLTs per ledger_tick */
};

#define LEDGER_OPTIONS                                                  \
	{                                                               \
		.machine = "", .least = ENTRY_INFO, .grace_ms = 300000, \
		.olts_a_tick = 50                                       \
	}

enum rc ledger_new(const struct ledger_options *options, const struct ledger_ops *ops,
    struct ledger **ret_ledger, struct err *err) MUST_CHECK;
void ledger_free(struct ledger *b);
OWNED_BY(struct ledger, ledger_free);

/* For how long runs of a node use their OLT. */
struct ledger_duration {
	int64_t busy_ms; /* 0: unknown */
	int64_t slices;
};

/* At start, before any ledger_olt: the stored trackers in progress, of this hour (which
 * continue) and of earlier hours (which are evaluated now), and the average durations of
 * nodes. */
enum rc ledger_load_quota(struct ledger *b, const struct quota *quota, int64_t now_ms)
    MUST_CHECK;
enum rc ledger_load_duration(
    struct ledger *b, struct node_id node, struct ledger_duration duration) MUST_CHECK;

/* Call it with the same data as coordinator_olt. With RC_NOMEM nothing is changed. */
enum rc ledger_olt(struct ledger *b, const struct coordinator_olt *olt, int64_t now_ms)
    MUST_CHECK;
/* The OLT was deleted. */
void ledger_olt_gone(struct ledger *b, struct olt_id olt, int64_t now_ms);

/* Every event of the coordinator. */
void ledger_event(struct ledger *b, const struct coordinator_event *event);

/* Set the minimum level of entries in the log. */
void ledger_log_from(struct ledger *b, enum entry_level least);

/* The details of an event, as JSON for a line of the log: with the event type they are
 * used to translate its message. Any thread. */
enum { LEDGER_DETAILS_MAX = 4096 };
void ledger_details(const struct coordinator_event *event, struct buf *out);

/* Call it at least once a second. figures: the current figures of the coordinator. */
void ledger_tick(
    struct ledger *b, const struct coordinator_figures *figures, int64_t now_ms);

/* Write everything that is not written yet, before the program ends: plans and trackers
 * stay open. */
void ledger_flush(struct ledger *b, int64_t now_ms);

#endif

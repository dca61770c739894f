/* SPDX-License-Identifier: Apache-2.0
 *
 * ledger/ledger.h - the ledger: what each OLT owes for the hour, what it has made of it, what
 * is planned, and what was said about it.
 *
 * They are told what the coordinator is told (ledger_olt) and what the coordinator says (ledger_event),
 * and answer through struct ledger_ops with rows to be written. Nothing is decided here
 * about executions, and the rules are elsewhere: sched/quota.h, sched/predict.h.
 *
 *	hour begins ──► trackers (required) and a plan for each OLT
 *	     │ something changes: required is adjusted, the plan superseded
 *	     │ OLT disabled: trackers INTERRUPTED, plan ABORTED
 *	     ▼
 *	hour over ──all runs of it have ended, or a grace of 5 minutes──► judged:
 *	     COMPLETED, PARTIAL, or QUOTA_NOT_MET, FAILED with a violation, once
 *
 * A run counts for the hour in which it was due. Completed, partial, failed and skipped
 * runs are counted by the store in the transaction that ends them (store/work/account_int.h); the
 * ledger count along to judge, and own required, pending and status. A master's plan
 * counts its composite node as one; quotas count each execution for its own job.
 *
 * An event takes constant time. What is due for every OLT, at the beginning of an hour
 * for 10,000 of them, is done by ledger_tick in small parts, and only while the store has
 * room. Moments are wall time, the hours those of UTC. Engine thread only.
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

/* Where rows go. Everything is borrowed during the call. What comes again is to be
 * written again: the later one holds. */
struct ledger_ops {
	/* Is there room for the rows of another OLT, about ten? When not, it waits. */
	bool (*has_room)(void *ctx);
	/* Required, pending and status; the counts are the store's. A status other than
	 * IN_PROGRESS closes it, but for INTERRUPTED, which may be in progress again. */
	void (*put_quota)(void *ctx, const struct quota *quota);
	void (*add_violation)(void *ctx, const struct violation *violation);
	/* A new one, with its runs; it supersedes the OLT's active one of that hour. */
	void (*put_plan)(void *ctx, const struct plan *plan);
	/* How far the plan with this OLT, hour and created_ms has come: completed, failed,
	 * updated_ms and status. */
	void (*move_plan)(void *ctx, const struct plan *plan);
	/* For the database and for the file; from options->least on. */
	void (*log)(void *ctx, const struct coordinator_entry *entry);
	/* Once a minute. */
	void (*stats)(void *ctx, const struct poller_stats *stats);
	void *ctx;
};

struct ledger_options {
	const char *machine; /* borrowed; "": the only one */
	enum entry_level least;
	int64_t grace_ms; /* how long the runs of an hour may take to end after it */
	size_t olts_a_tick; /* whose hour is changed in one ledger_tick, at most */
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

/* What runs of a node take of their OLT's time. */
struct ledger_duration {
	int64_t busy_ms; /* 0: it has never been seen */
	int64_t slices;
};

/* At start, before any ledger_olt: the trackers that are stored and still in progress, of
 * this hour (which go on) and of former ones (which are judged now), and how long nodes
 * took on average. */
enum rc ledger_load_quota(struct ledger *b, const struct quota *quota, int64_t now_ms)
    MUST_CHECK;
enum rc ledger_load_duration(
    struct ledger *b, struct node_id node, struct ledger_duration duration) MUST_CHECK;

/* Whenever coordinator_olt was told the same. RC_NOMEM: it is as it was. */
enum rc ledger_olt(struct ledger *b, const struct coordinator_olt *olt, int64_t now_ms)
    MUST_CHECK;
/* Deleted. */
void ledger_olt_gone(struct ledger *b, struct olt_id olt, int64_t now_ms);

/* Everything that the coordinator says. */
void ledger_event(struct ledger *b, const struct coordinator_event *event);

/* Another least level of lines in the log from now on. */
void ledger_log_from(struct ledger *b, enum entry_level least);

/* What an event is made of, as JSON for a line of the log: its sentence can be said in
 * another language by the event's name and these. Any thread. */
enum { LEDGER_DETAILS_MAX = 4096 };
void ledger_details(const struct coordinator_event *event, struct buf *out);

/* At least once a second. figures: of the coordinator, now. */
void ledger_tick(
    struct ledger *b, const struct coordinator_figures *figures, int64_t now_ms);

/* Everything that is not told yet, before the end: plans and trackers stay open. */
void ledger_flush(struct ledger *b, int64_t now_ms);

/* A tracker of the hour under way as the ledger have it; false: there is none. */
bool ledger_quota(const struct ledger *b, struct olt_id olt, struct job_id job,
    struct quota *ret_quota);

#endif

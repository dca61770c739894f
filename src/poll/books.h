/* SPDX-License-Identifier: Apache-2.0
 *
 * poll/books.h - the books: what each OLT owes for the hour, what it has made of it, what
 * is planned, and what was said about it.
 *
 * They are told what the desk is told (books_olt) and what the desk says (books_event),
 * and answer through struct books_world with rows to be written. Nothing is decided here
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
 * runs are counted by the store in the transaction that ends them (store/account.h); the
 * books count along to judge, and own required, pending and status. A master's plan
 * counts its composite node as one; quotas count each execution for its own job.
 *
 * An event takes constant time. What is due for every OLT, at the beginning of an hour
 * for 10,000 of them, is done by books_tick in small parts, and only while the world has
 * room. Moments are wall time, the hours those of UTC. Engine thread only.
 */
#ifndef FACHO_POLL_BOOKS_H
#define FACHO_POLL_BOOKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "model/coordinator.h"
#include "model/ids.h"
#include "model/quota.h"
#include "poll/desk.h"

struct books;
struct buf; /* base/buf.h */
struct plan; /* model/plan.h */

/* Where rows go. Everything is borrowed during the call. What comes again is to be
 * written again: the later one holds. */
struct books_world {
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

struct books_options {
	const char *machine; /* borrowed; "": the only one */
	enum entry_level least;
	int64_t grace_ms; /* how long the runs of an hour may take to end after it */
	size_t olts_a_tick; /* whose hour is changed in one books_tick, at most */
};

#define BOOKS_OPTIONS                                                   \
	{                                                               \
		.machine = "", .least = ENTRY_INFO, .grace_ms = 300000, \
		.olts_a_tick = 50                                       \
	}

enum rc books_new(const struct books_options *options, const struct books_world *world,
    struct books **ret_books, struct err *err) MUST_CHECK;
void books_free(struct books *b);
OWNED_BY(struct books, books_free);

/* What runs of a node take of their OLT's time. */
struct book_duration {
	int64_t busy_ms; /* 0: it has never been seen */
	int64_t slices;
};

/* At start, before any books_olt: the trackers that are stored and still in progress, of
 * this hour (which go on) and of former ones (which are judged now), and how long nodes
 * took on average. */
enum rc books_load_quota(struct books *b, const struct quota *quota, int64_t now_ms)
    MUST_CHECK;
enum rc books_load_duration(
    struct books *b, struct node_id node, struct book_duration duration) MUST_CHECK;

/* Whenever desk_olt was told the same. RC_NOMEM: it is as it was. */
enum rc books_olt(struct books *b, const struct desk_olt *olt, int64_t now_ms) MUST_CHECK;
/* Deleted. */
void books_olt_gone(struct books *b, struct olt_id olt, int64_t now_ms);

/* Everything that the desk says. */
void books_event(struct books *b, const struct desk_event *event);

/* Another least level of lines in the log from now on. */
void books_log_from(struct books *b, enum entry_level least);

/* What an event is made of, as JSON for a line of the log: its sentence can be said in
 * another language by the event's name and these. Any thread. */
enum { BOOKS_DETAILS_MAX = 4096 };
void books_details(const struct desk_event *event, struct buf *out);

/* At least once a second. figures: of the desk, now. */
void books_tick(struct books *b, const struct desk_figures *figures, int64_t now_ms);

/* Everything that is not told yet, before the end: plans and trackers stay open. */
void books_flush(struct books *b, int64_t now_ms);

/* A tracker of the hour under way as the books have it; false: there is none. */
bool books_quota(
    const struct books *b, struct olt_id olt, struct job_id job, struct quota *ret_quota);

#endif

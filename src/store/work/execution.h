/* SPDX-License-Identifier: Apache-2.0
 *
 * store/work/execution.h - executions: put one in the queue, start it, look at it.
 * Their end is store/work/finish.h.
 *
 * The engine numbers its executions itself, because it cannot wait for the database:
 * at start it asks for the last number, and counts on. A slot of a node (due_ms) is
 * taken once, whoever comes with it.
 *
 * Fencing: whoever starts a run holds the OLT's lock, and its token (fence) is kept with
 * the OLT, which remembers the latest. A start, a result or a failure that comes with an
 * older one is RC_CONFLICT and leaves nothing behind: a machine that has lost the lock
 * cannot write. INTERRUPTED brings nothing and is always taken, unless the execution
 * itself was started again under a later lock.
 *
 * All may be called inside a transaction of the caller's or without one, and a second
 * time with the same effect: the writer (store/core/writer.h) does both.
 */
#ifndef FACHO_STORE_WORK_EXECUTION_H
#define FACHO_STORE_WORK_EXECUTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "model/execution.h"

struct db;

/* The highest number so far, 0 without any. It never falls: retention leaves the
 * newest. The engine, before it starts. */
enum rc store_execution_last_id(struct db *db, int64_t *ret_id, struct err *err)
    MUST_CHECK;

/* A new record, PENDING or RUNNING. Its id is the caller's; 0: the next one is filled
 * in. RC_CONFLICT: there is no such OLT, node or job; the slot or the number is
 * another's; or the lock is lost. RC_BUSY, for an id of 0: somebody else was faster. */
enum rc store_execution_add(struct db *db, struct execution *e, struct err *err)
    MUST_CHECK;

/* Write a step that brings no results: START, TRY_LATER without an attempt,
 * CANCEL. RC_CONFLICT: it has ended in another way, or the lock is lost. */
enum rc store_execution_save(struct db *db, const struct execution *e, struct err *err)
    MUST_CHECK;

/* A sweep runs in slices. Between two of them it holds no poller and no lock, so the
 * record says PENDING, with the moment at which it goes on and a sentence; when it does,
 * RUNNING again (next_slice_ms 0). Nothing else of the record changes, and nothing at all
 * once it is over. */
struct execution_slice {
	struct execution_id id;
	int64_t next_slice_ms; /* 0: a slice runs */
	const char *message; /* "" while one runs */
};
enum rc store_execution_slice(
    struct db *db, const struct execution_slice *slice, struct err *err) MUST_CHECK;

/* How many are not over. */
struct executions_open {
	int64_t running;
	int64_t waiting; /* to begin, or to be tried again */
	int64_t between_slices;
};
enum rc store_executions_open(
    struct db *db, struct executions_open *ret_open, struct err *err) MUST_CHECK;

/* Write where it stands, whether the database has heard of it or not: for the engine,
 * which has given it its number. A step that brings no results, as above; or FAILED or
 * PARTIAL because a newer slot took over, which counts for node and quota. What the
 * stored record has left behind already changes nothing. RC_CONFLICT as for the two
 * above. */
enum rc store_execution_record(struct db *db, const struct execution *e, struct err *err)
    MUST_CHECK;

/* RC_NOT_FOUND without it. */
enum rc store_execution_get(struct db *db, struct execution_id id, struct execution *ret,
    struct err *err) MUST_CHECK;

/* At start: whatever a program that died left RUNNING or PENDING is INTERRUPTED,
 * with TROUBLE_RESTART. *ret_n (may be NULL) says how many. */
enum rc store_executions_recover(
    struct db *db, int64_t now_ms, int64_t *ret_n, struct err *err) MUST_CHECK;

/* Which executions end before their time, and what they say about it. */
struct executions_cancel {
	struct olt_id olt; /* all of this OLT's; 0: none of them */
	struct node_id node; /* all of this node's; 0: none of them */
	bool pending_only; /* what runs may end by itself */
	enum trouble why;
	const char *message; /* for a person; NULL: "" */
	int64_t now_ms;
};

#endif

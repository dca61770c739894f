/* SPDX-License-Identifier: Apache-2.0
 *
 * store/work/finish.h - an execution with all its results, in one transaction.
 *
 * The record, the attempt, presence, latest values where they changed, events,
 * history blocks, the node's times and the quota are in together or not at all.
 * Asking again for what is in already changes nothing and is RC_OK: a writer
 * whose connection broke in the moment of commit simply tries again.
 *
 * Writer only: the connection is the one that writes.
 */
#ifndef FACHO_STORE_WORK_FINISH_H
#define FACHO_STORE_WORK_FINISH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "model/discovery.h"
#include "model/execution.h"
#include "model/purpose.h"
#include "store/part/olt_values.h"
#include "store/part/parts.h"

struct db;
struct samples;

enum { FINISH_COLUMNS_MAX = 64 };

/* What was asked. */
struct finish_column {
	enum purpose purpose;
	const char *custom; /* PURPOSE_CUSTOM: its name, without "custom:" */
	bool keep_previous; /* a null leaves the value that was there, and its time */
};

/* One ONU's answers. A value that did not come keeps what was there and when that
 * came, whether the ONU was silent or the run did not ask it: a run may cover some of
 * an OLT's ONUs (a rolling sweep of a slow column) and has rows or answers for those
 * only. */
struct finish_row {
	struct position position;
	const char *serial; /* "" or NULL: not told by this run */
	uint64_t answered; /* bit (1 << column): values[column] came, null or not */
	const struct value *values; /* one a column */
};

/* What the node becomes. */
struct finish_node {
	bool moves_next; /* false for manual runs, which leave the schedule alone */
	int64_t next_run_ms;
};

/* A sweep that is under way (RUNNING) may bring what it has so far: its ONUs' values are
 * in, and the rest comes with the next such piece or with its end. */
struct finish {
	struct execution execution; /* where it stands from now on */
	int64_t at_ms; /* when its values were read; 0: at the execution's end */
	struct attempt attempt; /* the try that has just ended; number 0: none */
	struct finish_node node;

	/* A discovery says who is there. Otherwise rows of ONUs that nobody
	 * knows are counted and left out. */
	bool is_discovery;
	bool is_complete; /* the walk reached its end */
	struct discovery_rules rules;
	bool tells_present; /* finish_result.present is wanted */

	size_t n_columns; /* at most FINISH_COLUMNS_MAX */
	const struct finish_column *columns;
	size_t n_rows;
	const struct finish_row *rows;

	struct parts parts; /* ports and chassis; none in most runs */

	size_t n_values; /* of custom OIDs that are not an ONU's */
	const struct olt_value *values;

	/* How long the device has been up, at the end of the run; 0: as its chassis says,
	 * if it is among the parts. Counters have no rate across a restart. */
	int64_t uptime_ms;
};

/* The moment of its values. */
static inline int64_t
finish_moment(const struct finish *f)
{
	return f->at_ms ? f->at_ms : f->execution.finished_ms;
}

struct finish_result {
	bool was_done; /* it was in already: nothing was written */
	/* A discovery, held or not: the places of the ONUs that are present from now on.
	 * Presence is decided here and nowhere else. Allocated with malloc, the caller's
	 * to free; NULL: the run was none, or finish.tells_present is not set. */
	size_t n_present;
	struct position *present;
	bool is_held; /* the walk was held (model/discovery.h) */
	bool is_too_many; /* because the OLT would have more than rules.max_onus */
	int64_t n_unknown; /* rows of ONUs that nobody knows */
	int64_t n_updated; /* ONUs of which something changed */
	int64_t n_events;
	int64_t n_parts; /* ports and parts of the chassis that are new or changed */
	int64_t n_values; /* of custom OIDs that are not an ONU's: new or changed */
	struct onu_counts onus; /* as written */
};

/* The counts of new, absent and changed ONUs are worked out here and written with
 * the record. samples keeps the histories' chains between calls; it follows the
 * transaction. RC_NOT_FOUND: no such execution; RC_CONFLICT: it has ended in
 * another way (it was interrupted meanwhile). *ret is untouched on failure. */
enum rc store_execution_finish(struct db *db, struct samples *samples,
    const struct finish *finish, struct finish_result *ret, struct err *err) MUST_CHECK;

/* The same inside a transaction that the caller has begun; he tells samples how it
 * ends. For the writer (store/core/writer.h), which has several in one. */
enum rc store_execution_finish_in(struct db *db, struct samples *samples,
    const struct finish *finish, struct finish_result *ret, struct err *err) MUST_CHECK;

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * store/upkeep/retention.h - old data leaves in small steps, without a pause.
 *
 * A sweep goes through everything that has an age, a step at a time; a step is one
 * statement that removes at most `limit` rows. Between two steps the writer does
 * other work, and retention_limit() keeps a step well under RETENTION_STEP_MS.
 *
 *	struct retention_sweep sweep = RETENTION_SWEEP;
 *	do {
 *		t = clock; rc = store_retain_step(db, &rules, now_ms, &sweep, &err);
 *		sweep.limit = retention_limit(sweep.limit, clock - t);
 *	} while (rc == RC_OK && !sweep.is_over);
 *
 * Writer only.
 */
#ifndef FACHO_STORE_UPKEEP_RETENTION_H
#define FACHO_STORE_UPKEEP_RETENTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct db;

enum { RETENTION_STEP_MS = 50 };

#define RETENTION_DAY_MS INT64_C(86400000)

/* How long each is kept, in milliseconds; 0: for ever. */
struct retention_rules {
	int64_t samples_ms;
	int64_t hours_ms; /* rosters as long as either of the two */
	int64_t executions_ms; /* and poller figures, quotas, seen violations, plans */
	int64_t events_ms; /* of ONUs, and where they were before */
	int64_t log_ms; /* of the coordinator */
	int64_t audit_ms; /* who changed what */
	int64_t ended_sessions_ms; /* from when they ran out */
	int64_t incidents_ms; /* with their timeline, from when they were closed */
	int64_t members_ms; /* of incidents; their counts stay */
	int64_t dismissed_ms; /* incidents that were none */
	int64_t deliveries_ms; /* messages with their attempts; ended silences */
};

#define RETENTION_RULES                                                                  \
	{                                                                                \
		.samples_ms = 30 * RETENTION_DAY_MS, .hours_ms = 730 * RETENTION_DAY_MS, \
		.executions_ms = 90 * RETENTION_DAY_MS,                                  \
		.events_ms = 730 * RETENTION_DAY_MS, .log_ms = 7 * RETENTION_DAY_MS,     \
		.audit_ms = 730 * RETENTION_DAY_MS,                                      \
		.ended_sessions_ms = RETENTION_DAY_MS,                                   \
		.deliveries_ms = 90 * RETENTION_DAY_MS,                                  \
		.incidents_ms = 730 * RETENTION_DAY_MS,                                  \
		.members_ms = 90 * RETENTION_DAY_MS,                                     \
		.dismissed_ms = 7 * RETENTION_DAY_MS,                                    \
	}

struct retention_sweep {
	int64_t limit; /* rows a step */
	int64_t removed; /* so far */
	bool is_over; /* everything was visited */
	/* where it is */
	uint32_t task;
	int64_t olt;
	uint32_t metric;
};

#define RETENTION_SWEEP      \
	{                    \
		.limit = 100 \
	}

/* RC_OK: the step is committed. On failure the sweep stands where it stood. */
enum rc store_retain_step(struct db *db, const struct retention_rules *rules,
    int64_t now_ms, struct retention_sweep *sweep, struct err *err) MUST_CHECK;

/* Bring the database's own statistics up to date, by which it plans its searches: once
 * a day is enough. SQLite looks at a sample of each table that has changed much. */
enum rc store_optimize(struct db *db, struct err *err) MUST_CHECK;

/* Rows for the next step, after one that took so long. Pure. */
int64_t retention_limit(int64_t limit, int64_t took_ms);

#endif

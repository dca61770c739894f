/* SPDX-License-Identifier: Apache-2.0
 *
 * api/runs_int.h - counts the results of executions of each OLT since the start, from the
 * engine's events; for /metrics.
 *
 * Limited: RUNS_OLTS_MAX OLTs are counted separately, the others only together.
 *
 * Any thread; the lock is held for one event, or for one copy.
 */
#ifndef FACHO_API_RUNS_INT_H
#define FACHO_API_RUNS_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/own.h"
#include "model/execution.h"
#include "model/ids.h"

struct coordinator_event;
struct runs;

enum { RUNS_OLTS_MAX = 5000 };

struct runs_figures {
	uint64_t ended[EXECUTION_STATES]; /* by result */
	uint64_t retries;
	/* total time from the end of an attempt to the start of the next */
	int64_t retry_delay_ms;
	int64_t duration_ms; /* total duration of the executions that ended */
};

struct runs *runs_new(void); /* NULL: no memory */
void runs_free(struct runs *r);
OWNED_BY(struct runs, runs_free);

void runs_count(struct runs *r, const struct coordinator_event *event);
/* Zeros for an unknown OLT; olt 0: all OLTs together. */
struct runs_figures runs_of(struct runs *r, struct olt_id olt);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * sched/phase.h - when a node with an interval runs: first, and ever after.
 *
 * Such a node has a place in its interval, worked out from its key (its id), so that
 * 500 OLTs with the same job do not start in the same second. Its slots are the moments
 * at that place of every interval since 1970: whatever a run takes, whenever the
 * program was away, a 5-minute node has exactly 12 slots in every hour.
 *
 * Pure; any thread.
 */
#ifndef FACHO_SCHED_PHASE_H
#define FACHO_SCHED_PHASE_H

#include <stdint.h>

struct phase {
	int64_t interval_ms;
	uint64_t key;
};

/* The first run after it was enabled: one minute later, and many enabled together
 * are spread over the minute that follows. */
int64_t phase_first(int64_t enabled_ms, uint64_t key);

/* The next slot after both due_ms (the run before, 0: none) and now_ms. When due_ms is
 * no slot (a first run, or the interval was changed), slots nearer than half an interval
 * behind it are left out. *ret_skipped (may be NULL): slots after due_ms, up to now_ms,
 * that were missed. */
int64_t phase_next(
    const struct phase *phase, int64_t due_ms, int64_t now_ms, int64_t *ret_skipped);

/* How many slots there are, from <= t < to. */
int64_t phase_count(const struct phase *phase, int64_t from_ms, int64_t to_ms);

/* Where key lies between 0 and span_ms: for everything else that is spread. Keys that
 * follow each other, or come in steps, do not meet as they would by chance. */
int64_t phase_spread(uint64_t key, int64_t span_ms);

#endif

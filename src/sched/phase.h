/* SPDX-License-Identifier: Apache-2.0
 *
 * sched/phase.h - the slots of a node with an interval.
 *
 * Such a node has a place in its interval, calculated from its key (its id), so that 500
 * OLTs with the same job do not start in the same second. Its slots are at that place of
 * every interval since 1970: a 5-minute node has exactly 12 slots in every hour,
 * independent of the duration of runs and of restarts of the program.
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

/* The next slot after both due_ms (the run before, 0: none) and now_ms. If due_ms is not
 * a slot (a first run, or the interval was changed), slots less than half an interval
 * after it are left out. *ret_skipped (may be NULL): missed slots after due_ms, up to
 * now_ms. */
int64_t phase_next(
    const struct phase *phase, int64_t due_ms, int64_t now_ms, int64_t *ret_skipped);

/* The number of slots with from <= t < to. */
int64_t phase_count(const struct phase *phase, int64_t from_ms, int64_t to_ms);

/* A position between 0 and span_ms for key, for everything else that is spread.
 * Consecutive keys, or keys in steps, are distributed more evenly than at random. */
int64_t phase_spread(uint64_t key, int64_t span_ms);

#endif

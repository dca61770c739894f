/* SPDX-License-Identifier: Apache-2.0
 *
 * sched/phase.h - when a node runs: first, and ever after.
 *
 * A node with an interval has a place in it, worked out from its key (its id), so that
 * 500 OLTs with the same job do not start in the same second. Its slots are the moments
 * at that place of every interval since 1970: whatever a run takes, whenever the
 * program was away, a 5-minute node has exactly 12 slots in every hour.
 *
 * Pure; any thread.
 */
#ifndef FACHO_SCHED_PHASE_H
#define FACHO_SCHED_PHASE_H

#include <stdint.h>

/* The first run after it was enabled: one minute later, and many enabled together
 * are spread over the minute that follows. */
int64_t phase_first(int64_t enabled_ms, uint64_t key);

/* The next slot after both due_ms (the run before, 0: none) and now_ms. A slot nearer
 * than half an interval behind a first run is left out. *ret_skipped: slots between
 * due_ms and now_ms that were missed. */
struct phase {
	int64_t interval_ms;
	uint64_t key;
};

int64_t phase_next(
    const struct phase *phase, int64_t due_ms, int64_t now_ms, int64_t *ret_skipped);

/* How many slots there are from <= t < to. */
int64_t phase_count(const struct phase *phase, int64_t from_ms, int64_t to_ms);

#endif

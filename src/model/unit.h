/* SPDX-License-Identifier: Apache-2.0
 *
 * model/unit.h - a unit of work in the node queue.
 *
 * A unit is a node of one OLT, with the nodes chained to it unless it runs alone (a retry
 * or a manual run of a chained node). It runs on one poller, and no other unit of its OLT
 * runs at the same time. Plain value without pointers, because in a cluster it is sent to
 * other machines.
 */
#ifndef FACHO_MODEL_UNIT_H
#define FACHO_MODEL_UNIT_H

#include <stdbool.h>
#include <stdint.h>

#include "model/execution.h"
#include "model/ids.h"
#include "model/lane.h"

enum unit_kind {
	UNIT_MANUAL, /* by a user */
	UNIT_SCHEDULED,
	UNIT_RETRY,
	UNIT_SLICE, /* the next part of a rolling sweep; all others go first */
	UNIT_KINDS,
};

struct unit {
	struct execution_id id; /* its first execution; globally unique */
	enum unit_kind kind;
	enum lane lane;
	struct olt_id olt;
	struct node_id node; /* the first to run */
	bool with_chain; /* and those chained to it */
	int64_t priority; /* higher runs first */
	int64_t due_ms; /* the time from which it is late */
	int64_t slot_ms; /* its scheduled time; 0: none */
	int32_t attempt; /* counted from 1 */
	char asked_by[EXECUTION_NAME_MAX]; /* "" is the schedule */
};

/* The order at now_ms: < 0 if a runs before b. Manual units first; then scheduled units
 * that are late by more than late_after_ms, the most delayed first; then the others by
 * priority, the earliest due first; then retries; then slices. Never 0 for two different
 * units. */
int unit_compare(
    const struct unit *a, const struct unit *b, int64_t now_ms, int64_t late_after_ms);

/* The same as two orders that do not change with time, which a queue can maintain: the
 * first unit of a set is the first by due time, unless unit_by_priority() returns true
 * for it (nothing is late yet): then it is the first by priority. */
int unit_compare_due(const struct unit *a, const struct unit *b);
int unit_compare_priority(const struct unit *a, const struct unit *b);
bool unit_by_priority(
    const struct unit *first_due, int64_t now_ms, int64_t late_after_ms);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * model/unit.h - one composite node that is to run: what waits in the node queue.
 *
 * A unit is a node of one OLT, with the nodes chained to it unless it runs alone (a
 * retry of a chained node, a manual run of one). It goes to one poller, and while it
 * is there no other unit of its OLT runs anywhere. Plain value without pointers: in a
 * cluster it travels to another machine.
 */
#ifndef FACHO_MODEL_UNIT_H
#define FACHO_MODEL_UNIT_H

#include <stdbool.h>
#include <stdint.h>

#include "model/execution.h"
#include "model/ids.h"
#include "model/lane.h"

enum unit_kind {
	UNIT_MANUAL, /* by a person */
	UNIT_SCHEDULED,
	UNIT_RETRY,
	UNIT_SLICE, /* the next part of a rolling sweep, which yields to all others */
	UNIT_KINDS,
};

struct unit {
	struct execution_id id; /* its first execution: unique for ever */
	enum unit_kind kind;
	enum lane lane;
	struct olt_id olt;
	struct node_id node; /* the first to run */
	bool with_chain; /* and those chained to it */
	int64_t priority; /* higher runs first */
	int64_t due_ms; /* the moment from which on it is late */
	int64_t slot_ms; /* its place in the schedule; 0: none */
	int32_t attempt; /* counted from 1 */
	char asked_by[EXECUTION_NAME_MAX]; /* "" is the schedule */
};

/* Who runs first, at this moment: < 0 when a does. Manual ones; then of the scheduled
 * those late by more than late_after_ms, the latest first; then the others by priority,
 * the earliest due first; then retries; then slices. Never 0 for two units. */
int unit_compare(
    const struct unit *a, const struct unit *b, int64_t now_ms, int64_t late_after_ms);

/* The same in two orders that do not change with time, which a queue can keep: of a
 * set of units the first of all is the first by due time, unless unit_by_priority()
 * says of that one that nothing is late yet: then it is the first by priority. */
int unit_compare_due(const struct unit *a, const struct unit *b);
int unit_compare_priority(const struct unit *a, const struct unit *b);
bool unit_by_priority(
    const struct unit *first_due, int64_t now_ms, int64_t late_after_ms);

#endif

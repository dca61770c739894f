/* SPDX-License-Identifier: Apache-2.0
 *
 * sched/timetable.h - the due times of up to 70,000 nodes, with one entry per node.
 *
 * All changes take logarithmic time. Owner only.
 */
#ifndef FACHO_SCHED_TIMETABLE_H
#define FACHO_SCHED_TIMETABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/own.h"
#include "base/rc.h"
#include "model/ids.h"

struct timetable;

struct timetable *timetable_new(void); /* NULL when out of memory */
void timetable_free(struct timetable *t);
OWNED_BY(struct timetable, timetable_free);

/* Add or move a node. With RC_NOMEM nothing is changed. */
enum rc timetable_put(struct timetable *t, struct node_id node, int64_t due_ms)
    MUST_CHECK;
void timetable_remove(struct timetable *t, struct node_id node);

/* Remove the earliest node that is due at now_ms; nodes with the same time in order of
 * ids. */
bool timetable_pop(
    struct timetable *t, int64_t now_ms, struct node_id *ret_node, int64_t *ret_due_ms);

/* The due time of the next node; INT64_MAX: none. */
int64_t timetable_next(const struct timetable *t);

#endif

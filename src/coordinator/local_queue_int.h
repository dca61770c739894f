/* SPDX-License-Identifier: Apache-2.0
 *
 * coordinator/local_queue_int.h - data structures of the queue of one machine.
 *
 * Each OLT has an olt_queue. Its waiting units are in buckets, one per lane and one for
 * manual units, each ordered by due time and by priority (model/unit.h explains why two
 * orders are enough). While the olt_queue is free, its buckets are in the ready heaps,
 * ordered by their first units; while it is leased, they are in no ready heap. So
 * dispatching a unit, and freeing an OLT with thousands of waiting units, take
 * logarithmic time.
 *
 * Between any two calls:
 *   - a unit that waits is in the two heaps of one bucket, in local.oldest and in its
 *     olt_queue's list; a unit that is out is its olt_queue's `out` and in none of them;
 *   - a bucket is in the ready heaps exactly when it is not empty and its olt_queue is free;
 *   - every heap has room for all entries that may return to it.
 */
#ifndef FACHO_COORDINATOR_LOCAL_QUEUE_INT_H
#define FACHO_COORDINATOR_LOCAL_QUEUE_INT_H

#include <sys/queue.h>

#include "base/heap.h"
#include "base/map.h"
#include "coordinator/node_queue_int.h"
#include "coordinator/local_queue.h"

/* The lanes, and after them the manual units, which need no room in their lane. */
enum { BUCKETS = LANES + 1, BUCKET_MANUAL = LANES };

struct olt_queue;

struct entry {
	struct unit unit;
	struct olt_queue *olt_queue;
	size_t in_due, in_priority, in_oldest;
	LIST_ENTRY(entry) same_olt;
};

struct bucket {
	struct olt_queue *olt_queue;
	int number;
	struct heap due, priority; /* of its entries */
	size_t ready_due, ready_priority;
};

struct olt_queue {
	struct olt_id olt;
	struct bucket buckets[BUCKETS];
	LIST_HEAD(, entry) waiting;
	int64_t token; /* 0: free */
	int64_t expires_ms;
	struct entry *out; /* owned; NULL: free, or locked without a unit */
	size_t in_leases;
};

struct local {
	struct node_queue queue;
	struct local_queue_options options;
	struct node_queue_listener listener;
	struct map *olt_queues; /* OLT -> owned struct olt_queue */
	struct map
	    *units; /* id -> struct entry, waiting or out; owned by its olt_queue */
	struct heap ready_due[BUCKETS], ready_priority[BUCKETS]; /* of buckets */
	struct heap leases; /* of olt_queues, by expires_ms */
	struct heap oldest; /* of waiting entries, by due_ms alone */
	struct node_queue_room room;
	int64_t next_token;
	struct node_queue_figures figures; /* waiting, leased and oldest are calculated */
};

/* The olt_queue of an OLT, created if necessary; NULL: out of memory. */
struct olt_queue *olt_queue_get(struct local *l, struct olt_id olt);
/* Delete it, if nothing waits and it is not leased. */
void olt_queue_drop(struct local *l, struct olt_queue *s);
void olt_queue_free(struct olt_queue *s);

/* Start and end a lease of a free olt_queue. */
void olt_queue_lease(
    struct local *l, struct olt_queue *s, struct entry *out, int64_t now_ms);
void olt_queue_release(struct local *l, struct olt_queue *s);

/* Reserve room for one more entry; after that it can be stacked. */
enum rc olt_queue_reserve(struct local *l, struct olt_queue *s, const struct unit *unit)
    MUST_CHECK;
void olt_queue_stack(struct local *l, struct entry *e);
void olt_queue_unstack(struct local *l, struct entry *e);

/* The next unit to dispatch, of those that are ready and for which there is room. */
struct entry *ready_first(const struct local *l, int64_t now_ms);

void ready_init(struct local *l);
void ready_fini(struct local *l);

#endif

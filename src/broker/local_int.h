/* SPDX-License-Identifier: Apache-2.0
 *
 * broker/local_int.h - how the broker of one machine keeps its units.
 *
 * An OLT has a seat. Its waiting units lie in piles, one a lane and one for manual units,
 * each ordered by due time and by priority (model/unit.h says why two orders are enough).
 * While the seat is free its piles stand in the ready heaps, ordered by their first
 * units; while a lease is out they stand nowhere. So telling a unit, and freeing an OLT
 * for which thousands wait, take logarithmic time.
 *
 * Between any two calls:
 *   - a unit that waits is in the two heaps of one pile, in local.oldest and in its
 *     seat's list; a unit that is out is its seat's `out` and in none of them;
 *   - a pile is in the ready heaps exactly when it is not empty and its seat is free;
 *   - every heap has room for all that may come back to it.
 */
#ifndef FACHO_BROKER_LOCAL_INT_H
#define FACHO_BROKER_LOCAL_INT_H

#include <sys/queue.h>

#include "base/heap.h"
#include "base/map.h"
#include "base/vec.h"
#include "broker/broker_int.h"
#include "broker/local.h"

/* The lanes, and behind them the manual units, which need no room in theirs. */
enum { PILES = LANES + 1, PILE_MANUAL = LANES };

struct seat;

struct entry {
	struct unit unit;
	struct seat *seat;
	size_t in_due, in_priority, in_oldest;
	LIST_ENTRY(entry) same_olt;
};

struct pile {
	struct seat *seat;
	int number;
	struct heap due, priority; /* of its entries */
	size_t ready_due, ready_priority;
};

struct seat {
	struct olt_id olt;
	struct pile piles[PILES];
	LIST_HEAD(, entry) waiting;
	int64_t token; /* 0: free */
	int64_t expires_ms;
	struct entry *out; /* owned; NULL: free, or locked without a unit */
	size_t in_leases;
};

struct change {
	enum broker_topic topic;
	int64_t id;
};

struct local {
	struct broker broker;
	struct broker_local_options options;
	struct broker_listener listener;
	struct map *seats; /* OLT -> owned struct seat */
	struct map *units; /* id -> struct entry, waiting or out; owned by its seat */
	struct heap ready_due[PILES], ready_priority[PILES]; /* of piles */
	struct heap leases; /* of seats, by expires_ms */
	struct heap oldest; /* of waiting entries, by due_ms alone */
	struct vec changes; /* struct change, not told yet */
	struct broker_room room;
	int64_t next_token;
	struct broker_figures figures; /* waiting, leased and oldest are worked out */
};

/* The seat of an OLT, made when it is new; NULL: out of memory. */
struct seat *seat_get(struct local *l, struct olt_id olt);
/* Away with it, if nothing waits and no lease is out. */
void seat_drop(struct local *l, struct seat *s);
void seat_free(struct seat *s);

/* A lease of a free seat begins, and ends. */
void seat_lease(struct local *l, struct seat *s, struct entry *out, int64_t now_ms);
void seat_release(struct local *l, struct seat *s);

/* Room for one more; then it may be stacked. */
enum rc seat_reserve(struct local *l, struct seat *s, const struct unit *unit) MUST_CHECK;
void seat_stack(struct local *l, struct entry *e);
void seat_unstack(struct local *l, struct entry *e);

/* The unit to be told next of those that are ready and that there is room for. */
struct entry *ready_first(const struct local *l, int64_t now_ms);

void ready_init(struct local *l);
void ready_fini(struct local *l);

#endif

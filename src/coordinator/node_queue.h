/* SPDX-License-Identifier: Apache-2.0
 *
 * coordinator/node_queue.h - the node queue and the OLT locks.
 *
 * One machine uses the `local` queue (coordinator/local_queue.h); a cluster will have an
 * implementation with Redis behind the same functions. Therefore no function returns data
 * that may have to come from another machine: units and lost leases are *told* to the
 * listener, from inside node_queue_pump() or the queue's own loop callbacks, never from
 * inside another function of this header.
 *
 * The contract (tests/contract/test_node_queue.c runs it on every implementation):
 *   - A unit that was put is told to exactly one taker at a time, at least once: when a
 *     taker dies, its lease expires and the unit is told again, to a taker with room.
 *     Therefore the store checks tokens: every lease of an OLT has a token greater than all
 *     earlier ones of that OLT (store/work/execution.h refuses lower ones).
 *   - Between node_queue_put and node_queue_done a unit is never lost and never twice in the queue.
 *   - While an OLT is leased, no other unit of that OLT is told.
 *     When it is done, the next of that OLT is told in the same pump.
 *   - Units are told in the order of unit_compare(), among those whose OLT is free and
 *     whose lane the taker has room for.
 *   - A lease lasts lease_ms; node_queue_renew() extends it. A lease that expired, or was
 *     taken away, is reported to its holder as lost, and renewing it is RC_CONFLICT.
 *
 * on_unit and on_lost may call every function here except node_queue_pump: a listener
 * that has taken a unit may change its room at once, and the pump continues with it.
 *
 * Engine thread only. Times are arguments: scenarios use a simulated clock.
 */
#ifndef FACHO_COORDINATOR_NODE_QUEUE_H
#define FACHO_COORDINATOR_NODE_QUEUE_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"
#include "model/unit.h"

struct node_queue;

struct node_queue_lease {
	struct olt_id olt;
	int64_t token; /* increases with every lease of the OLT */
	int64_t expires_ms;
};

struct node_queue_listener {
	/* Take this unit: the listener holds it until node_queue_done. */
	void (*on_unit)(
	    void *ctx, const struct unit *unit, const struct node_queue_lease *lease);
	/* Another holder has the lease: stop at once, write nothing. */
	void (*on_lost)(void *ctx, const struct unit *unit);
	void *ctx;
};

/* For how many units the listener has room now. A unit needs room in its lane and in
 * `all`; a manual unit only in `all`. */
struct node_queue_room {
	uint32_t all;
	uint32_t lane[LANES];
};

struct node_queue_figures {
	size_t waiting; /* in the queue, including those of busy OLTs */
	size_t waiting_lane[LANES];
	size_t leased;
	uint64_t put, told, done, removed, expired, refused;
	int64_t oldest_due_ms; /* of those waiting; 0: none */
};

/* RC_CONFLICT: a unit with this id is waiting or out. RC_BUSY: the queue is full
 * (counted); then the caller keeps the unit. */
enum rc node_queue_put(struct node_queue *b, const struct unit *unit, int64_t now_ms)
    MUST_CHECK;

/* Remove this unit. RC_NOT_FOUND: it does not wait; it may be out. */
enum rc node_queue_withdraw(struct node_queue *b, struct execution_id unit) MUST_CHECK;

/* Remove waiting units of the OLT, or of one of its nodes (node 0: all). removed is
 * called for each, from inside this call, and must not call functions of the queue; it
 * may be NULL. Units that are out are not affected. */
size_t node_queue_remove(struct node_queue *b, struct olt_id olt, struct node_id node,
    void (*removed)(void *ctx, const struct unit *unit), void *ctx);

/* The waiting units, in the order in which they would be told if nothing were busy, at
 * most max. Returns the number written. */
size_t node_queue_waiting(
    struct node_queue *b, struct unit *ret, size_t max, int64_t now_ms);

/* Valid until the next call, minus the units told since. Initially there is no room. */
void node_queue_room(struct node_queue *b, const struct node_queue_room *room);

/* Tell all units and lost leases that can be told. Returns the latest time of the next
 * call (INT64_MAX: when something changes). */
int64_t node_queue_pump(struct node_queue *b, int64_t now_ms);

/* RC_CONFLICT: the lease is no longer ours. */
enum rc node_queue_renew(struct node_queue *b, struct olt_id olt, int64_t token,
    int64_t now_ms, int64_t *ret_expires_ms) MUST_CHECK;

/* It has run: the unit is removed and its OLT is free. RC_CONFLICT as above. */
enum rc node_queue_done(struct node_queue *b, const struct unit *unit, int64_t token,
    int64_t now_ms) MUST_CHECK;

/* The lock of an OLT without a unit (a probe, a test, a live read). RC_BUSY: already
 * locked. */
enum rc node_queue_lock(struct node_queue *b, struct olt_id olt, int64_t now_ms,
    struct node_queue_lease *ret_lease) MUST_CHECK;
void node_queue_unlock(
    struct node_queue *b, struct olt_id olt, int64_t token, int64_t now_ms);

/* The wall clock was adjusted: waiting units keep their lateness, and leases their
 * remaining time. */
void node_queue_stepped(struct node_queue *b, int64_t by_ms);

/* The lateness from which a unit counts as late (unit_compare()). */
void node_queue_late_after(struct node_queue *b, int64_t late_after_ms);

struct node_queue_figures node_queue_figures(const struct node_queue *b);

void node_queue_free(struct node_queue *b);
OWNED_BY(struct node_queue, node_queue_free);

#endif

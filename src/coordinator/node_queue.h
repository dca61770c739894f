/* SPDX-License-Identifier: Apache-2.0
 *
 * coordinator/node_queue.h - who runs what: the node queue and the OLT locks.
 *
 * One machine has the `local` queue (coordinator/local_queue.h); a cluster will have one on Redis
 * behind the same functions. Therefore nothing here answers at once what another
 * machine might have to be asked: units and losses are *told*, through the listener,
 * from inside node_queue_pump() or the queue's own loop callbacks, never from inside
 * another call of this header.
 *
 * The contract (tests/contract/test_node_queue.c runs it on every implementation):
 *   - A unit that was put is told to exactly one taker at a time, at least once: when a
 *     taker dies, its lease expires and the unit is told again, to whoever has room.
 *     That is why the store fences: every lease of an OLT has a token greater than all
 *     earlier ones of that OLT (store/work/execution.h refuses lower ones).
 *   - Between node_queue_put and node_queue_done a unit is never lost and never twice in the queue.
 *   - While a lease of an OLT is out, no other unit of that OLT is told, whoever put it.
 *     When it is done, the next of that OLT is told in the same pump.
 *   - Units are told in the order of unit_compare(), among those whose OLT is free and
 *     whose lane the taker has room for.
 *   - A lease lasts lease_ms; node_queue_renew() prolongs it. One that ran out, or was taken
 *     away, is told to its holder as lost, and renewing it is RC_CONFLICT.
 *
 * From inside on_unit and on_lost everything here may be called but node_queue_pump: a
 * listener that has taken a unit may correct its room at once, and the pump goes on
 * with that.
 *
 * Engine thread only. Moments are arguments: scenarios run it on a fake clock.
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
	int64_t token; /* the fence: grows with every lease of the OLT */
	int64_t expires_ms;
};

struct node_queue_listener {
	/* Take this unit: it is the listener's until node_queue_done. */
	void (*on_unit)(
	    void *ctx, const struct unit *unit, const struct node_queue_lease *lease);
	/* The lease is another's now: stop at once, write nothing. */
	void (*on_lost)(void *ctx, const struct unit *unit);
	void *ctx;
};

/* How many units the listener has room for now. A unit needs room in its lane and in
 * all; a manual one only in all. */
struct node_queue_room {
	uint32_t all;
	uint32_t lane[LANES];
};

struct node_queue_figures {
	size_t waiting; /* in the queue, those of busy OLTs too */
	size_t waiting_lane[LANES];
	size_t leased;
	uint64_t put, told, done, removed, expired, refused;
	int64_t oldest_due_ms; /* of those waiting; 0: none */
};

/* RC_CONFLICT: a unit with this id is waiting or out; RC_BUSY: the queue's bound is
 * reached (counted); then the caller keeps it. */
enum rc node_queue_put(struct node_queue *b, const struct unit *unit, int64_t now_ms)
    MUST_CHECK;

/* Take this one out again. RC_NOT_FOUND: it does not wait; it may be out. */
enum rc node_queue_withdraw(struct node_queue *b, struct execution_id unit) MUST_CHECK;

/* Take waiting units out again: those of the OLT, or of one node of it (node 0: all).
 * removed is called for each, from inside this call, and calls nothing of the queue;
 * NULL: nobody wants to know. Units that are out stay out. */
size_t node_queue_remove(struct node_queue *b, struct olt_id olt, struct node_id node,
    void (*removed)(void *ctx, const struct unit *unit), void *ctx);

/* Look at what waits, in the order in which it would be told if nothing were busy, at
 * most max. Returns how many were written. */
size_t node_queue_waiting(
    struct node_queue *b, struct unit *ret, size_t max, int64_t now_ms);

/* Until the next word, less what was told since. At first there is none. */
void node_queue_room(struct node_queue *b, const struct node_queue_room *room);

/* Tell what can be told, and what was lost. Returns when it wants to be called again
 * at the latest (INT64_MAX: when something changes). */
int64_t node_queue_pump(struct node_queue *b, int64_t now_ms);

/* RC_CONFLICT: the lease is not ours any more. */
enum rc node_queue_renew(struct node_queue *b, struct olt_id olt, int64_t token,
    int64_t now_ms, int64_t *ret_expires_ms) MUST_CHECK;

/* It has run: the unit is gone and its OLT free. RC_CONFLICT as above. */
enum rc node_queue_done(struct node_queue *b, const struct unit *unit, int64_t token,
    int64_t now_ms) MUST_CHECK;

/* The lock of an OLT without a unit (a probe, a test, a live read). RC_BUSY: taken. */
enum rc node_queue_lock(struct node_queue *b, struct olt_id olt, int64_t now_ms,
    struct node_queue_lease *ret_lease) MUST_CHECK;
void node_queue_unlock(
    struct node_queue *b, struct olt_id olt, int64_t token, int64_t now_ms);

/* The wall clock has jumped: what waits is as late as it was, and leases last as long. */
void node_queue_stepped(struct node_queue *b, int64_t by_ms);

/* From when on a unit counts as late (unit_compare()). */
void node_queue_late_after(struct node_queue *b, int64_t late_after_ms);

struct node_queue_figures node_queue_figures(const struct node_queue *b);

void node_queue_free(struct node_queue *b);
OWNED_BY(struct node_queue, node_queue_free);

#endif

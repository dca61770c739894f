/* SPDX-License-Identifier: Apache-2.0
 *
 * coordinator/node_queue_int.h - the functions of an implementation of
 * coordinator/node_queue.h.
 *
 * Each function has the contract of the function with the same name in node_queue.h; none
 * may be missing. An implementation has a struct node_queue as its first member.
 */
#ifndef FACHO_COORDINATOR_NODE_QUEUE_INT_H
#define FACHO_COORDINATOR_NODE_QUEUE_INT_H

#include "coordinator/node_queue.h"

struct node_queue_ops {
	const char *name;
	enum rc (*put)(struct node_queue *b, const struct unit *unit, int64_t now_ms);
	enum rc (*withdraw)(struct node_queue *b, struct execution_id unit);
	size_t (*remove)(struct node_queue *b, struct olt_id olt, struct node_id node,
	    void (*removed)(void *ctx, const struct unit *unit), void *ctx);
	size_t (*waiting)(
	    struct node_queue *b, struct unit *ret, size_t max, int64_t now_ms);
	void (*room)(struct node_queue *b, const struct node_queue_room *room);
	int64_t (*pump)(struct node_queue *b, int64_t now_ms);
	enum rc (*renew)(struct node_queue *b, struct olt_id olt, int64_t token,
	    int64_t now_ms, int64_t *ret_expires_ms);
	enum rc (*done)(
	    struct node_queue *b, const struct unit *unit, int64_t token, int64_t now_ms);
	enum rc (*lock)(struct node_queue *b, struct olt_id olt, int64_t now_ms,
	    struct node_queue_lease *ret_lease);
	void (*unlock)(
	    struct node_queue *b, struct olt_id olt, int64_t token, int64_t now_ms);
	void (*stepped)(struct node_queue *b, int64_t by_ms);
	void (*late_after)(struct node_queue *b, int64_t late_after_ms);
	struct node_queue_figures (*figures)(const struct node_queue *b);
	void (*free)(struct node_queue *b);
};

struct node_queue {
	const struct node_queue_ops *ops;
};

#endif

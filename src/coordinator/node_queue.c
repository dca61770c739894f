/* SPDX-License-Identifier: Apache-2.0
 *
 * Each call is passed to the implementation of the queue.
 */
#include "coordinator/node_queue_int.h"

enum rc
node_queue_put(struct node_queue *b, const struct unit *unit, int64_t now_ms)
{
	return b->ops->put(b, unit, now_ms);
}

enum rc
node_queue_withdraw(struct node_queue *b, struct execution_id unit)
{
	return b->ops->withdraw(b, unit);
}

size_t
node_queue_remove(struct node_queue *b, struct olt_id olt, struct node_id node,
    void (*removed)(void *ctx, const struct unit *unit), void *ctx)
{
	return b->ops->remove(b, olt, node, removed, ctx);
}

size_t
node_queue_waiting(struct node_queue *b, struct unit *ret, size_t max, int64_t now_ms)
{
	return b->ops->waiting(b, ret, max, now_ms);
}

void
node_queue_room(struct node_queue *b, const struct node_queue_room *room)
{
	b->ops->room(b, room);
}

int64_t
node_queue_pump(struct node_queue *b, int64_t now_ms)
{
	return b->ops->pump(b, now_ms);
}

enum rc
node_queue_renew(struct node_queue *b, struct olt_id olt, int64_t token, int64_t now_ms,
    int64_t *ret_expires_ms)
{
	return b->ops->renew(b, olt, token, now_ms, ret_expires_ms);
}

enum rc
node_queue_done(
    struct node_queue *b, const struct unit *unit, int64_t token, int64_t now_ms)
{
	return b->ops->done(b, unit, token, now_ms);
}

enum rc
node_queue_lock(struct node_queue *b, struct olt_id olt, int64_t now_ms,
    struct node_queue_lease *ret_lease)
{
	return b->ops->lock(b, olt, now_ms, ret_lease);
}

void
node_queue_unlock(struct node_queue *b, struct olt_id olt, int64_t token, int64_t now_ms)
{
	b->ops->unlock(b, olt, token, now_ms);
}

void
node_queue_stepped(struct node_queue *b, int64_t by_ms)
{
	b->ops->stepped(b, by_ms);
}

void
node_queue_late_after(struct node_queue *b, int64_t late_after_ms)
{
	b->ops->late_after(b, late_after_ms);
}

struct node_queue_figures
node_queue_figures(const struct node_queue *b)
{
	return b->ops->figures(b);
}

void
node_queue_free(struct node_queue *b)
{
	if (b)
		b->ops->free(b);
}

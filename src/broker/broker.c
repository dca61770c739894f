/* SPDX-License-Identifier: Apache-2.0
 *
 * Each call goes to the implementation that the broker was made by.
 */
#include "broker/broker_int.h"

enum rc
broker_put(struct broker *b, const struct unit *unit, int64_t now_ms)
{
	return b->ops->put(b, unit, now_ms);
}

enum rc
broker_withdraw(struct broker *b, struct execution_id unit)
{
	return b->ops->withdraw(b, unit);
}

size_t
broker_remove(struct broker *b, struct olt_id olt, struct node_id node,
    void (*removed)(void *ctx, const struct unit *unit), void *ctx)
{
	return b->ops->remove(b, olt, node, removed, ctx);
}

size_t
broker_waiting(struct broker *b, struct unit *ret, size_t max, int64_t now_ms)
{
	return b->ops->waiting(b, ret, max, now_ms);
}

void
broker_room(struct broker *b, const struct broker_room *room)
{
	b->ops->room(b, room);
}

int64_t
broker_pump(struct broker *b, int64_t now_ms)
{
	return b->ops->pump(b, now_ms);
}

enum rc
broker_renew(struct broker *b, struct olt_id olt, int64_t token, int64_t now_ms,
    int64_t *ret_expires_ms)
{
	return b->ops->renew(b, olt, token, now_ms, ret_expires_ms);
}

enum rc
broker_done(struct broker *b, const struct unit *unit, int64_t token, int64_t now_ms)
{
	return b->ops->done(b, unit, token, now_ms);
}

enum rc
broker_return(struct broker *b, const struct unit *unit, int64_t token, int64_t now_ms)
{
	return b->ops->give_back(b, unit, token, now_ms);
}

enum rc
broker_lock(
    struct broker *b, struct olt_id olt, int64_t now_ms, struct broker_lease *ret_lease)
{
	return b->ops->lock(b, olt, now_ms, ret_lease);
}

void
broker_unlock(struct broker *b, struct olt_id olt, int64_t token, int64_t now_ms)
{
	b->ops->unlock(b, olt, token, now_ms);
}

void
broker_stepped(struct broker *b, int64_t by_ms)
{
	b->ops->stepped(b, by_ms);
}

void
broker_late_after(struct broker *b, int64_t late_after_ms)
{
	b->ops->late_after(b, late_after_ms);
}

enum rc
broker_publish(struct broker *b, enum broker_topic topic, int64_t id)
{
	return b->ops->publish(b, topic, id);
}

struct broker_figures
broker_figures(const struct broker *b)
{
	return b->ops->figures(b);
}

void
broker_free(struct broker *b)
{
	if (b)
		b->ops->free(b);
}

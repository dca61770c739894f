/* SPDX-License-Identifier: Apache-2.0
 *
 * broker/broker_int.h - what an implementation of broker/broker.h supplies.
 *
 * Each function keeps what broker.h promises of the one with the same name; none may be
 * missing. An implementation has a struct broker as its first member.
 */
#ifndef FACHO_BROKER_BROKER_INT_H
#define FACHO_BROKER_BROKER_INT_H

#include "broker/broker.h"

struct broker_ops {
	const char *name;
	enum rc (*put)(struct broker *b, const struct unit *unit, int64_t now_ms);
	enum rc (*withdraw)(struct broker *b, struct execution_id unit);
	size_t (*remove)(struct broker *b, struct olt_id olt, struct node_id node,
	    void (*removed)(void *ctx, const struct unit *unit), void *ctx);
	size_t (*waiting)(struct broker *b, struct unit *ret, size_t max, int64_t now_ms);
	void (*room)(struct broker *b, const struct broker_room *room);
	int64_t (*pump)(struct broker *b, int64_t now_ms);
	enum rc (*renew)(struct broker *b, struct olt_id olt, int64_t token,
	    int64_t now_ms, int64_t *ret_expires_ms);
	enum rc (*done)(
	    struct broker *b, const struct unit *unit, int64_t token, int64_t now_ms);
	enum rc (*give_back)(
	    struct broker *b, const struct unit *unit, int64_t token, int64_t now_ms);
	enum rc (*lock)(struct broker *b, struct olt_id olt, int64_t now_ms,
	    struct broker_lease *ret_lease);
	void (*unlock)(
	    struct broker *b, struct olt_id olt, int64_t token, int64_t now_ms);
	void (*stepped)(struct broker *b, int64_t by_ms);
	void (*late_after)(struct broker *b, int64_t late_after_ms);
	enum rc (*publish)(struct broker *b, enum broker_topic topic, int64_t id);
	struct broker_figures (*figures)(const struct broker *b);
	void (*free)(struct broker *b);
};

struct broker {
	const struct broker_ops *ops;
};

#endif

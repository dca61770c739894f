/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/agent_int.h - the answer to a question: RFC 1157 and RFC 3416, by the book,
 * except where the OLT's faults say otherwise.
 *
 * An agent makes the response PDU of a request that has passed the door
 * (community or USM); the envelope around it is message.h's business. Varbinds
 * are written forwards into a buffer with room in front, then the headers
 * backwards before them, so nothing is ever moved.
 *
 * One owner; the clock is in the view.
 */
#ifndef FACHO_SIM_AGENT_INT_H
#define FACHO_SIM_AGENT_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/device.h"
#include "sim/request_int.h"
#include "sim/settings_int.h"

enum {
	/* Room for everything that stands in front of the varbinds. */
	ANSWER_HEADROOM = 2048,
	ANSWER_ROOM = ANSWER_HEADROOM + DATAGRAM_MAX,
};

enum error_status {
	NO_ERROR = 0,
	TOO_BIG = 1,
	NO_SUCH_NAME = 2,
	READ_ONLY = 4,
	GEN_ERR = 5,
	NOT_WRITABLE = 17,
};

/* What one OLT looks like at the moment of a request. */
struct view {
	const struct device *device;
	const struct behaviour *behaviour;
	struct moment now;
	struct arena *arena; /* emptied as the agent goes along */
};

/* Where a walk of a GETBULK stands. */
struct cursor {
	struct place last; /* the leaf answered last */
	uint32_t name; /* the request's varbind it started from */
	bool has_last;
	bool has_ended;
};

/* Buffers; large, so allocate one and use it again. */
struct agent_room {
	uint8_t bytes[ANSWER_ROOM];
	struct cursor cursors[REQUEST_VARBINDS_MAX];
};

struct answer {
	uint8_t *at; /* the PDU, or later the whole message, inside the room */
	size_t len;
	size_t varbinds;
	int64_t slow_us; /* what slow columns add to the time it takes */
};

/* The response PDU. max_bytes and too_big_bytes (0: none) are for the PDU. The
 * answer carries `id`. False when there is to be no answer at all. */
bool agent_answer(const struct view *view, const struct request *request, int32_t id,
    size_t max_bytes, size_t too_big_bytes, struct agent_room *room,
    struct answer *ret_answer);

/* A report of USM: one counter. */
void agent_report(const uint32_t *arcs, size_t n, uint32_t count, int32_t id,
    struct agent_room *room, struct answer *ret_answer);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/agent_int.h - makes the answer to a request according to RFC 1157 and RFC 3416,
 * except where the faults of the OLT change it.
 *
 * An agent makes the response PDU of a request whose community or user was accepted. The
 * message around the PDU is made by olt.c (v1, v2c) and usm_int.h (v3). Varbinds are
 * written forwards into a buffer with free space in front; then the headers are written
 * backwards in front of them, so no bytes are moved.
 *
 * One owner; the time is in the view.
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
	/* Space for everything in front of the varbinds. */
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

/* The state of one OLT at the time of a request. */
struct view {
	const struct device *device;
	const struct behaviour *behaviour;
	struct moment now;
	struct arena *arena; /* reset while the agent works */
};

/* The position of one column of a GETBULK. */
struct cursor {
	struct place last; /* the leaf that was returned last */
	uint32_t name; /* the varbind of the request from which it started */
	bool has_last;
	bool has_ended;
};

/* Buffers. They are large: allocate one struct and use it again. */
struct agent_room {
	uint8_t bytes[ANSWER_ROOM];
	struct cursor cursors[REQUEST_VARBINDS_MAX];
};

struct answer {
	uint8_t *at; /* the PDU, later the whole message, inside the buffer */
	size_t len;
	size_t varbinds;
	int64_t slow_us; /* additional time because of slow columns */
};

/* The response PDU. max_bytes and too_big_bytes (0: none) are for the PDU. The answer has
 * the request id `id`. False: no answer is to be sent. */
bool agent_answer(const struct view *view, const struct request *request, int32_t id,
    size_t max_bytes, size_t too_big_bytes, struct agent_room *room,
    struct answer *ret_answer);

/* A USM report with one counter. */
void agent_report(const uint32_t *arcs, size_t n, uint32_t count, int32_t id,
    struct agent_room *room, struct answer *ret_answer);

#endif

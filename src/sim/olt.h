/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/olt.h - one simulated OLT: it gets datagrams and returns answers with their delay.
 *
 * An olt has no socket and no timer: the loop (sim.c) passes datagrams and the time to
 * it, and gets an answer and the delay after which to send it. All faults that do not
 * change the content of an answer are here.
 *
 * One owner.
 */
#ifndef FACHO_SIM_OLT_H
#define FACHO_SIM_OLT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "sim/agent_int.h"
#include "sim/cpu_int.h"
#include "sim/device.h"
#include "sim/settings_int.h"
#include "sim/usm_int.h"

/* Their names in JSON are in the table of counters.c. */
struct counters {
	uint64_t requests; /* valid and accepted, including retransmissions */
	uint64_t get, getnext, getbulk, set;
	uint64_t retransmits; /* requests with the id of one still in the device */
	uint64_t answers; /* sent, without duplicates */
	uint64_t varbinds; /* in answers sent */
	uint64_t dropped; /* datagrams in either direction, by loss or silence */
	uint64_t bad_community;
	uint64_t malformed;
	uint64_t reports; /* v3: discovery and refusals */
	uint64_t bytes_in, bytes_out;
	uint64_t in_flight; /* now */
	uint64_t max_in_flight;
	uint64_t max_varbinds; /* in one answer */
	uint64_t max_answer_bytes;
};

struct olt {
	struct device device;
	struct behaviour behaviour;
	struct plant *plant; /* one reference */
	struct secret community;
	struct usm_engine engine;
	struct counters counters;
	struct cpu cpu;
	uint64_t random; /* state of the random numbers, for loss and similar */
	uint64_t seen; /* datagrams, for die_after */
};

/* Buffers and the user, shared by all OLTs of a process. */
struct olt_shared {
	struct usm_user user;
	struct request request;
	struct agent_room room;
	struct usm_room usm_room;
	struct arena *arena;
};

/* The plant gets one more reference. number distinguishes OLTs with the same seed. */
enum rc olt_init(struct olt *o, const struct olt_spec *spec, struct plant *plant,
    uint32_t number, const struct moment *now, struct err *err) MUST_CHECK;
void olt_fini(struct olt *o);

/* The seed of this OLT's ONUs; also needed to make its plant. */
uint64_t olt_seed(const struct olt_spec *spec, uint32_t number);

/* Call it after a change of the behaviour. */
void olt_behaviour_changed(struct olt *o, const struct moment *now);

/* An answer to be sent. */
struct outgoing {
	const uint8_t *bytes; /* in shared->room, until the next datagram */
	size_t len;
	size_t varbinds;
	int32_t id; /* of the request, to recognise a retransmission */
	int64_t delay_us;
	unsigned copies; /* 0: lost, but the device has processed the request */
	bool is_in_flight; /* false: a retransmission or a report */
};

/* Is a request with this id from the same peer in the device? */
typedef bool olt_is_known(void *context, int32_t id);

/* False: nothing is to be sent. If true, olt_sent() must be called later. */
bool olt_receive(struct olt *o, struct olt_shared *shared, const struct slice *datagram,
    const struct moment *now, olt_is_known *is_known, void *context,
    struct outgoing *ret_outgoing);

/* The answer was sent, or is lost. */
void olt_sent(struct olt *o, const struct outgoing *sent, const struct moment *now);

/* A new reference. The CPU figures are updated to now. */
json_t *olt_counters_json(struct olt *o, const struct moment *now);
void olt_counters_reset(struct olt *o, const struct moment *now);

/* Add the sums, or take the highest values. */
void counters_add(struct counters *total, const struct counters *more);
void counters_to_json(const struct counters *c, json_t *object);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * snmpc/governor_int.h - limits the load of requests on one OLT.
 *
 * The governor decides two numbers for its OLT: how many requests may be in flight at the
 * same time, and how large the answer to a request may be. It starts small, increases
 * them while this brings more values in the same time, undoes a step if the round trip
 * increases instead (the device is overloaded), and halves them if the device does not
 * answer or answers tooBig. What it has learned can be stored and used again.
 *
 * It is a plain value without clock or I/O: the caller reports what happened. Not
 * thread-safe; the engine thread owns it.
 *
 *	START ──► larger answers, doubling, until the limit or until there is no gain
 *	      ──► more in flight, one by one, until the limit or until there is no gain
 *	      ──► HOLD: from time to time one step up is tried again
 *
 * Steps are evaluated in epochs. An epoch is a small number of answers to requests that
 * were all sent with the same two numbers.
 */
#ifndef FACHO_SNMPC_GOVERNOR_INT_H
#define FACHO_SNMPC_GOVERNOR_INT_H

#include <stdbool.h>
#include <stdint.h>

/* Limits and time-outs: the settings snmp.* and a profile's quirks. */
struct snmpc_limits {
	uint32_t in_flight; /* requests at the same time */
	uint32_t repetitions; /* GETBULK max-repetitions */
	uint32_t answer_bytes; /* answers no larger than this */
	uint32_t
	    answer_bytes_known; /* if the agent is known to support more; 0: unknown */
	uint32_t varbinds; /* OIDs in one request; 0: as the answer size allows */
	uint32_t timeout_ms; /* of a request, for an unknown device */
	uint32_t retries; /* retransmissions of a request */
	/* The time-out of a request to a device that has not answered for timeout_ms: it
	 * may be down, and this should be detected earlier than the longest possible
	 * answer time. A device that usually takes longer gets its usual time. 0:
	 * timeout_ms. */
	uint32_t first_timeout_ms;
	uint32_t pause_ms; /* between two requests */
	/* Limits of one run, against devices whose answers never end. 0: the default;
	 * there is always a limit. */
	uint32_t max_rows; /* of one column */
	uint64_t max_bytes; /* of all answers together */
	uint32_t batch_onus[3]; /* GET: 200, then 50, then 1 ONU per request */
	bool no_getbulk;
	bool loose_order;
	bool fixed; /* use the limits without the governor (bench) */
};

enum {
	SNMPC_MAX_ROWS = 65536,
	SNMPC_MAX_BYTES = 64 * 1024 * 1024,
};

/* The defaults of DESIGN.md. */
struct snmpc_limits snmpc_limits_default(void);

/* What is remembered about an OLT between runs. All zero: nothing. */
struct snmpc_memory {
	uint32_t in_flight;
	uint32_t answer_bytes;
	uint32_t rtt_us;
	uint32_t varbind_bytes; /* an average varbind of this OLT */
};

struct governor {
	struct snmpc_limits limits;
	uint32_t window; /* requests allowed in flight now */
	uint32_t bytes; /* current target size of an answer */

	/* the current epoch: answers to requests that were sent since it started */
	uint32_t epoch; /* its number; a request stores that of its sending */
	uint32_t answers;
	double rtt_sum_us;
	double varbind_sum;

	/* the last step up, and the pace that it must exceed */
	enum governor_step { STEP_NONE, STEP_WINDOW, STEP_BYTES } step;
	uint32_t before_step; /* the number before the step */
	double pace_before; /* varbinds per ms before the step */
	double pace_best; /* with the current settings, smoothed */
	uint32_t window_cap; /* a higher value brought no gain */
	uint32_t bytes_cap;
	uint32_t hold; /* epochs to wait before a cap is exceeded again */
	uint32_t hold_next; /* how many epochs the next time */

	double srtt_us; /* smoothed round trip; 0: none measured */
	double rttvar_us;
	double varbind_bytes; /* of an average varbind in answers */
};

void governor_init(struct governor *g, const struct snmpc_limits *limits,
    const struct snmpc_memory *memory);
struct snmpc_memory governor_memory(const struct governor *g);

/* How many varbinds fit into an answer of the current size, at least 1. */
uint32_t governor_varbinds(const struct governor *g);

/* How long to wait for an answer before the first retransmission. */
int64_t governor_timeout_us(const struct governor *g);

struct governor_answer {
	uint32_t epoch; /* g->epoch when the request was sent */
	int64_t rtt_us;
	uint32_t varbinds;
	uint32_t bytes;
	bool was_resent; /* its round trip is ambiguous and not counted */
	bool was_full; /* the answer had as many values as the settings allow */
};

void governor_answered(struct governor *g, const struct governor_answer *a);

/* A request was not answered in time: it was sent again, or it has failed. epoch as
 * above: requests that were lost in the same epoch are counted once. */
void governor_timed_out(struct governor *g, uint32_t epoch);

/* The device could not answer a request for this many varbinds. */
void governor_too_big(struct governor *g, uint32_t varbinds);

#endif

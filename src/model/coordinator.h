/* SPDX-License-Identifier: Apache-2.0
 *
 * model/coordinator.h - what the coordinator decided, and how busy the pollers were:
 * the two things that are written down only to be read by people.
 *
 * Plain values; text is borrowed. No text of an entry may hold a secret.
 */
#ifndef FACHO_MODEL_COORDINATOR_H
#define FACHO_MODEL_COORDINATOR_H

#include <stdbool.h>
#include <stdint.h>

#include "model/ids.h"

/* Each is worse than those before it. */
enum entry_level {
	ENTRY_DEBUG,
	ENTRY_INFO,
	ENTRY_WARNING,
	ENTRY_ERROR,
	ENTRY_CRITICAL,
	ENTRY_LEVELS,
};

/* A line of the coordinator's log. */
struct coordinator_entry {
	int64_t at_ms;
	int64_t key; /* no other entry of that millisecond has it, not even of another
			machine: a random start and a count will do */
	struct olt_id olt; /* 0: about all of them */
	const char *olt_name; /* NULL: not known, or of none; not stored with the line */
	enum entry_level level;
	const char *event; /* "OLT_SUSPENDED": what kind of decision, the event type */
	const char *message; /* a sentence */
	const char *details; /* JSON; NULL: none */
};

/* The pollers of one machine in one minute. */
struct poller_stats {
	int64_t at_ms;
	const char *machine; /* "": the only one */
	int64_t total, busy; /* pollers, at the minute's end */
	double busy_percent; /* over the minute */
	int64_t queue;
	bool is_saturated;
	int64_t completed, delayed; /* runs, in the minute */
	int64_t late_p50_ms, late_p99_ms;
};

/* "WARNING": as stored and as in the API. */
const char *entry_level_name(enum entry_level level);

#endif

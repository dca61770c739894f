/* SPDX-License-Identifier: Apache-2.0
 *
 * model/coordinator.h - entries of the coordinator's log, and statistics of the pollers.
 * Both are stored only to be read by users.
 *
 * Plain values; text is borrowed. No text of an entry may contain a secret.
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
	/* Unique among the entries of that millisecond, also between machines: a counter
	 * with a random start. */
	int64_t key;
	struct olt_id olt; /* 0: about all OLTs */
	const char *olt_name; /* NULL: unknown or none; not stored with the line */
	enum entry_level level;
	const char *event; /* "OLT_SUSPENDED": the event type */
	const char *message; /* a sentence */
	const char *details; /* JSON; NULL: none */
};

/* The pollers of one machine in one minute. */
struct poller_stats {
	int64_t at_ms;
	const char *machine; /* "": the only one */
	int64_t total, busy; /* pollers, at the end of the minute */
	double busy_percent; /* over the minute */
	int64_t queue;
	bool is_saturated;
	int64_t completed, delayed; /* runs, in the minute */
	int64_t late_p50_ms, late_p99_ms;
};

/* "WARNING": as stored and as in the API. */
const char *entry_level_name(enum entry_level level);

#endif

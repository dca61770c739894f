/* SPDX-License-Identifier: Apache-2.0
 *
 * model/onu.h - an ONU and its events.
 *
 * Three states are independent of each other: presence (it was in the last complete
 * walks), admin state (as configured on the OLT) and run state (online or not, since
 * when, why not). The last two are stored as values with their purpose.
 *
 * Plain values; text is borrowed from the creator (an arena).
 */
#ifndef FACHO_MODEL_ONU_H
#define FACHO_MODEL_ONU_H

#include <stdbool.h>
#include <stdint.h>

#include "model/ids.h"
#include "model/position.h"
#include "model/purpose.h"
#include "model/value.h"

/* Identity, position and presence. */
struct onu {
	struct onu_id id;
	struct olt_id olt;
	struct position position;
	const char *serial; /* "" if the vendor has none */
	bool is_present;
	bool is_duplicate; /* another present ONU, of any OLT, has its serial */
	int32_t missed; /* complete walks without it since the last one with it */
	int64_t first_seen_ms;
	int64_t last_seen_ms; /* as last written; the OLT's last walk may be newer */
};

enum onu_event_kind {
	ONU_NEW, /* after: its position */
	ONU_MOVED, /* positions */
	ONU_SERIAL, /* the serial of an ONU known only by its position */
	ONU_REPLACED, /* another serial at its position; serials */
	ONU_DUPLICATE, /* its serial is at two positions; after: the other one */
	ONU_DUPLICATE_ENDED, /* at one position again */
	ONU_ABSENT,
	ONU_RETURNED,
	ONU_RUN_STATE,
	ONU_ADMIN_STATE,
	ONU_DESCRIPTION,
	ONU_CAUSE, /* still down, and the cause is now known or more precise */
	ONU_DROPPED, /* down and up again between two readings; after: when, in UTC */
	ONU_LEVEL, /* a level crossed a limit; before and after in dBm, see detail */
	ONU_EVENT_KINDS,
};

struct onu_event {
	struct onu_id onu;
	enum onu_event_kind kind;
	int64_t at_ms;
	const char *before; /* "" if there was none */
	const char *after;
	enum state state; /* ONU_RUN_STATE: the meaning of after */
	enum state cause; /* ONU_RUN_STATE, ONU_CAUSE: why it is not online */
	/* ONU_LEVEL: which level, and what it is now: "onu_rx bad"; else NULL. */
	const char *detail;
};

/* Since when an ONU is up or down, from our observations and the values of the device. */
struct onu_since {
	bool is_online;
	int64_t seen_ms; /* when this state was first seen; 0: unknown */
	int64_t first_seen_ms; /* when the ONU was first seen */
	int64_t last_up_ms, last_down_ms; /* from the device; 0: none */
};

/* The device's time, if it is plausible: not later than our observation, not before ONUs
 * existed, and not long before a change that we have observed. Otherwise our observation.
 * Applying it to its own result changes nothing. */
int64_t onu_since(const struct onu_since *known);

/* Was an ONU that is online now, and was at the previous reading, down in between? The
 * device reports when it was last down. Some devices calculate this time again at each
 * reading, with differences of a few seconds: a difference of less than a minute is the
 * same time. 0: no. */
bool onu_has_dropped(int64_t last_down_before_ms, int64_t last_down_ms);

/* "moved": as stored and as in the API. */
const char *onu_event_name(enum onu_event_kind kind);
bool onu_event_from_name(const char *name, enum onu_event_kind *ret_kind);

#endif

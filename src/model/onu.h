/* SPDX-License-Identifier: Apache-2.0
 *
 * model/onu.h - an ONU as we know it, and what happened to it.
 *
 * Three facts stand beside each other and none overwrites another: presence
 * (it was in the last good walks), admin state (what the operator set on the
 * OLT) and run state (online or not, since when, why not). The last two are
 * values like any other, found under their purpose.
 *
 * Plain values; text is borrowed from whoever made them (an arena).
 */
#ifndef FACHO_MODEL_ONU_H
#define FACHO_MODEL_ONU_H

#include <stdbool.h>
#include <stdint.h>

#include "model/ids.h"
#include "model/position.h"
#include "model/purpose.h"
#include "model/value.h"

/* Who it is, where it is, and whether it is still there. */
struct onu {
	struct onu_id id;
	struct olt_id olt;
	struct position position;
	const char *serial; /* "" where the vendor gives none */
	bool is_present;
	bool is_duplicate; /* another present ONU, of any OLT, has its serial */
	int32_t missed; /* good walks without it since it was last in one */
	int64_t first_seen_ms;
	int64_t last_seen_ms; /* as last written: its OLT's last walk is newer */
};

enum onu_event_kind {
	ONU_NEW, /* after: its position */
	ONU_MOVED, /* positions */
	ONU_SERIAL, /* an ONU known by its position alone told its serial */
	ONU_REPLACED, /* another serial at its place; serials */
	ONU_DUPLICATE, /* its serial is at two places; after: the other position */
	ONU_DUPLICATE_ENDED, /* at one place again */
	ONU_ABSENT,
	ONU_RETURNED,
	ONU_RUN_STATE,
	ONU_ADMIN_STATE,
	ONU_DESCRIPTION,
	ONU_CAUSE, /* it is down as before, and why is known, or known better, now */
	ONU_EVENT_KINDS,
};

struct onu_event {
	struct onu_id onu;
	enum onu_event_kind kind;
	int64_t at_ms;
	const char *before; /* "" when there was nothing */
	const char *after;
	enum state state; /* of ONU_RUN_STATE: what after means */
	enum state cause; /* of ONU_RUN_STATE and ONU_CAUSE: why it is not online */
};

/* Since when an ONU is up, or is down, from what we saw and what the device says. */
struct onu_since {
	bool is_online;
	int64_t seen_ms; /* when we first saw it so; 0: not known */
	int64_t first_seen_ms; /* when we first saw it at all */
	int64_t last_up_ms, last_down_ms; /* as the device says; 0: it does not */
};

/* The device's moment, if it can be believed: not later than what we saw, not from before
 * there were ONUs, and not long before a change that we have seen ourselves. Otherwise
 * what we saw. Applied to its own result it changes nothing. */
int64_t onu_since(const struct onu_since *known);

/* "moved": as stored and as in the API. */
const char *onu_event_name(enum onu_event_kind kind);
bool onu_event_from_name(const char *name, enum onu_event_kind *ret_kind);

#endif

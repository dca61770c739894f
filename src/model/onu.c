/* SPDX-License-Identifier: Apache-2.0 */
#include "model/onu.h"

#include <string.h>

#define YEAR_2000_MS INT64_C(946684800000)
#define HOUR_MS INT64_C(3600000)

static const char *const KINDS[ONU_EVENT_KINDS] = {
	[ONU_NEW] = "new",
	[ONU_MOVED] = "moved",
	[ONU_SERIAL] = "serial",
	[ONU_REPLACED] = "replaced",
	[ONU_DUPLICATE] = "duplicate",
	[ONU_DUPLICATE_ENDED] = "duplicate_ended",
	[ONU_ABSENT] = "absent",
	[ONU_RETURNED] = "returned",
	[ONU_RUN_STATE] = "run_state",
	[ONU_ADMIN_STATE] = "admin_state",
	[ONU_DESCRIPTION] = "description",
	[ONU_CAUSE] = "cause",
	[ONU_DROPPED] = "dropped",
	[ONU_LEVEL] = "level",
};

const char *
onu_event_name(enum onu_event_kind kind)
{
	return KINDS[kind];
}

bool
onu_event_from_name(const char *name, enum onu_event_kind *ret_kind)
{
	for (int i = 0; i < ONU_EVENT_KINDS; i++) {
		if (strcmp(KINDS[i], name) == 0) {
			*ret_kind = (enum onu_event_kind)i;
			return true;
		}
	}
	return false;
}

bool
onu_has_dropped(int64_t last_down_before_ms, int64_t last_down_ms)
{
	enum { SAME_MS = 60000 };

	return last_down_before_ms > 0 && last_down_ms - last_down_before_ms >= SAME_MS;
}

/* Was the change to this state observed? If not, the ONU already had it when it was
 * found. */
static bool
was_seen_to_change(const struct onu_since *k)
{
	return k->seen_ms - k->first_seen_ms > HOUR_MS;
}

int64_t
onu_since(const struct onu_since *k)
{
	int64_t told_ms = k->is_online ? k->last_up_ms : k->last_down_ms;
	int64_t other_ms = k->is_online ? k->last_down_ms : k->last_up_ms;
	int64_t before_ms = k->seen_ms - told_ms;

	if (told_ms > YEAR_2000_MS && told_ms > other_ms && k->seen_ms > 0 &&
	    before_ms > 0 && (before_ms < HOUR_MS || !was_seen_to_change(k)))
		return told_ms;
	return k->seen_ms;
}

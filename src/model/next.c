/* SPDX-License-Identifier: Apache-2.0 */
#include "model/next.h"

#include <assert.h>
#include <string.h>

static const char *const NAMES[NEXT_KINDS] = {
	[NEXT_UNKNOWN] = "unknown",
	[NEXT_PLANNED] = "planned",
	[NEXT_DUE] = "due",
	[NEXT_RUNNING] = "running",
	[NEXT_BETWEEN_SLICES] = "between_slices",
	[NEXT_RETRY] = "retry",
	[NEXT_WAITS_OLT] = "waits_olt",
	[NEXT_WAITS_PROBE] = "waits_probe",
	[NEXT_WAITS_POLLER] = "waits_poller",
	[NEXT_WAITS_LANE] = "waits_lane",
	[NEXT_WAITS_STORE] = "waits_store",
	[NEXT_AFTER_MASTER] = "after_master",
	[NEXT_NOT_ANSWERING] = "not_answering",
	[NEXT_SUSPENDED] = "suspended",
	[NEXT_OFF] = "off",
	[NEXT_NEVER] = "never",
};

const char *
next_name(enum next_kind kind)
{
	assert(kind < NEXT_KINDS);
	return NAMES[kind];
}

bool
next_from_name(const char *name, enum next_kind *ret_kind)
{
	for (int i = 0; i < NEXT_KINDS; i++) {
		if (strcmp(name, NAMES[i]) == 0) {
			*ret_kind = (enum next_kind)i;
			return true;
		}
	}
	return false;
}

bool
next_is_waiting(enum next_kind kind)
{
	return kind >= NEXT_WAITS_OLT && kind <= NEXT_WAITS_STORE;
}

struct next
next_at(struct next next, int64_t now_ms)
{
	bool has_come = next.at_ms && next.at_ms <= now_ms;

	if (!has_come)
		return next;
	next.at_ms = 0;
	if (next.kind == NEXT_PLANNED || next.kind == NEXT_BETWEEN_SLICES ||
	    next.kind == NEXT_RETRY)
		next.kind = NEXT_DUE;
	return next;
}

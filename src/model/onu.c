/* SPDX-License-Identifier: Apache-2.0 */
#include "model/onu.h"

#include <string.h>

static const char *const KINDS[ONU_EVENT_KINDS] = {
	[ONU_NEW] = "new",
	[ONU_MOVED] = "moved",
	[ONU_SERIAL] = "serial",
	[ONU_REPLACED] = "replaced",
	[ONU_DUPLICATE] = "duplicate",
	[ONU_ABSENT] = "absent",
	[ONU_RETURNED] = "returned",
	[ONU_RUN_STATE] = "run_state",
	[ONU_ADMIN_STATE] = "admin_state",
	[ONU_DESCRIPTION] = "description",
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

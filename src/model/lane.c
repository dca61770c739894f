/* SPDX-License-Identifier: Apache-2.0 */
#include "model/lane.h"

#include <assert.h>
#include <string.h>

static const char *const NAMES[LANES] = {
	[LANE_HIGH] = "high",
	[LANE_DISCOVERY] = "discovery",
	[LANE_POLLING] = "polling",
	[LANE_RETRY] = "retry",
};

const char *
lane_name(enum lane lane)
{
	assert(lane < LANES);
	return NAMES[lane];
}

bool
lane_from_name(const char *name, enum lane *ret_lane)
{
	for (int i = 0; i < LANES; i++) {
		if (strcmp(name, NAMES[i]) == 0) {
			*ret_lane = (enum lane)i;
			return true;
		}
	}
	return false;
}

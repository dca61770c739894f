/* SPDX-License-Identifier: Apache-2.0
 *
 * model/lane.h - the queues of units, each with its own share of the pollers.
 */
#ifndef FACHO_MODEL_LANE_H
#define FACHO_MODEL_LANE_H

#include <stdbool.h>

enum lane {
	LANE_HIGH, /* started by a user */
	LANE_DISCOVERY,
	LANE_POLLING, /* get, walk, table, bulk */
	LANE_RETRY, /* retries */
	LANES,
};

/* In the order of enum lane. */
#define LANE_CHOICES "high|discovery|polling|retry"

/* "high", "discovery": as stored and as in the API. */
const char *lane_name(enum lane lane);
bool lane_from_name(const char *name, enum lane *ret_lane);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * sched/uptime.h - detects restarts of a device.
 *
 * A device reports its uptime (sysUpTime: hundredths of a second in 32 bits, which
 * overflow after 497 days). It has restarted if the uptime is lower than expected and
 * fits into the time since the last reading. An overflow of the 32 bits is not a restart.
 *
 * Plain value; the times are arguments, of a monotonic clock. Pure.
 */
#ifndef FACHO_SCHED_UPTIME_H
#define FACHO_SCHED_UPTIME_H

#include <stdbool.h>
#include <stdint.h>

struct uptime {
	bool is_known; /* it was read at least once */
	int64_t up_ms; /* the last uptime */
	int64_t seen_ms; /* time of the last reading */
};

/* The device reports up_ms now. True: it has restarted since the last reading. */
bool uptime_said(struct uptime *u, int64_t up_ms, int64_t now_ms);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * sched/uptime.h - has a device started anew?
 *
 * A device says how long it has been up (sysUpTime: hundredths of a second in 32 bits,
 * which begin again at 0 after 497 days). It has started anew when it says less than it
 * should, and what it says fits into the time since it was last asked. One that was merely
 * counted over the edge of its 32 bits has not.
 *
 * Plain value; the moments are arguments, of one clock that is never set. Pure.
 */
#ifndef FACHO_SCHED_UPTIME_H
#define FACHO_SCHED_UPTIME_H

#include <stdbool.h>
#include <stdint.h>

struct uptime {
	bool is_known; /* it has said it once */
	int64_t up_ms; /* what it said last */
	int64_t seen_ms; /* and when */
};

/* It says up_ms now. True: it has started anew since it last said it. */
bool uptime_said(struct uptime *u, int64_t up_ms, int64_t now_ms);

#endif

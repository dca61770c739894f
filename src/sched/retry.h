/* SPDX-License-Identifier: Apache-2.0
 *
 * sched/retry.h - whether and when a failed attempt is repeated. Pure.
 */
#ifndef FACHO_SCHED_RETRY_H
#define FACHO_SCHED_RETRY_H

#include <stdbool.h>
#include <stdint.h>

#include "model/execution.h"

struct retry_rules {
	int64_t delay_ms; /* before the second attempt */
	bool grows; /* each delay is twice the one before: 300, 600, 1200 s */
};

/* Can another attempt help? Not after a wrong community, an object that the device does
 * not have, or an interruption by a user. */
bool retry_helps(enum trouble trouble);

/* The delay between the end of attempt number `attempt` (from 1) and the next one; at
 * most a day. */
int64_t retry_delay_ms(const struct retry_rules *rules, int32_t attempt);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * base/grumble.h - limits how often a repeated failure is logged.
 *
 * The first failure is logged, the next one after a minute, then after two, four, ...
 * minutes up to an hour. The first success after a logged failure is also logged. An hour
 * with a failure every 10 s makes 6 lines instead of 360.
 *
 * Plain value, initialised with zeros. The time is an argument. Owner only.
 */
#ifndef FACHO_BASE_GRUMBLE_H
#define FACHO_BASE_GRUMBLE_H

#include <stdbool.h>
#include <stdint.h>

struct grumble {
	uint64_t times; /* failures since the last success */
	int64_t next_ms; /* no line before this time */
	int64_t pause_ms; /* the pause before next_ms */
};

/* Log this occurrence? */
bool grumble_bad(struct grumble *g, int64_t now_ms);

/* Log the recovery? Resets the state. */
bool grumble_good(struct grumble *g);

#endif

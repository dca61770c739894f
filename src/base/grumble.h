/* SPDX-License-Identifier: Apache-2.0
 *
 * base/grumble.h - say it once, then ever more rarely, then say it is over.
 *
 * A dead OLT is news once. The first failure is worth a line, the next one
 * after a minute, then after two, four, ... up to an hour; the first success
 * after a failure that was told is worth a line too. An hour of failures every
 * 10 s makes 6 lines instead of 360.
 *
 * Plain value, all zeros at first. The clock is an argument. Owner only.
 */
#ifndef FACHO_BASE_GRUMBLE_H
#define FACHO_BASE_GRUMBLE_H

#include <stdbool.h>
#include <stdint.h>

struct grumble {
	uint64_t times; /* failures since the last success */
	int64_t next_ms; /* no line before this moment */
	int64_t pause_ms; /* that was kept before it */
};

/* Log this occurrence? */
bool grumble_bad(struct grumble *g, int64_t now_ms);

/* Log the recovery? Forgets the trouble. */
bool grumble_good(struct grumble *g);

#endif

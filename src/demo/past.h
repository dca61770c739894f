/* SPDX-License-Identifier: Apache-2.0
 *
 * demo/past.h - the days before the demo began, as if the program had run all along:
 * ONUs, their levels and events, executions, quotas, violations, plans, the log.
 *
 * Written through the store's own functions, run by run in their order, so that nothing of
 * it can be told from what the program writes itself; `facho doctor` finds no fault in it.
 * The program must not run meanwhile. Main thread only.
 */
#ifndef FACHO_DEMO_PAST_H
#define FACHO_DEMO_PAST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct demo_past {
	const char *database; /* for db_open; has the OLTs, disabled, with the standard
				 jobs */
	int days; /* 0: only the first runs are set */
	int64_t now_ms;
	size_t n; /* OLTs, in the order in which the simulator has them */
	const char *const *names;
	const char *const *settings; /* of the simulator */
	int64_t first_in_ms; /* how long after it is written the jobs begin to run */
	bool (*has_had_enough)(void); /* is it to end at once? */
};

/* RC_CANCELLED: somebody has had enough. */
enum rc demo_past_write(const struct demo_past *past, struct err *err) MUST_CHECK;

enum { DEMO_LINE_MAX = 160 };

/* Control lines that tell the simulator of the outages of that past, so that what its ONUs say
 * of the last time they were down is what the history has: from 0 on, "" for one that it need
 * not know. False: there are no more. */
bool demo_past_outage(size_t i, int64_t now_ms, char line[DEMO_LINE_MAX]);

#endif

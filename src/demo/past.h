/* SPDX-License-Identifier: Apache-2.0
 *
 * demo/past.h - the days before the demo started, as if the program had been running:
 * ONUs, their levels and events, executions, quotas, violations, plans, the log.
 *
 * Written with the functions of the store, run by run in order, so that the data is the
 * same as that of the program; `facho doctor` finds no errors in it. The program must not
 * run at the same time. Main thread only.
 */
#ifndef FACHO_DEMO_PAST_H
#define FACHO_DEMO_PAST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct demo_past {
	const char *database; /* for db_open; with disabled OLTs and standard jobs */
	int days; /* 0: only the first runs are planned */
	int64_t now_ms;
	size_t n; /* OLTs, in the order of the simulator */
	const char *const *names;
	const char *const *settings; /* of the simulator */
	int64_t first_in_ms; /* delay from the writing to the first runs of jobs */
	bool (*has_had_enough)(void); /* stop at once? */
};

/* RC_CANCELLED: has_had_enough() returned true. */
enum rc demo_past_write(const struct demo_past *past, struct err *err) MUST_CHECK;

enum { DEMO_LINE_MAX = 160 };

/* Control lines that report past outages to the simulator, so that the last down times of
 * its ONUs are those of the history: i from 0 on; "": not needed for this one. False:
 * there are no more. */
bool demo_past_outage(size_t i, int64_t now_ms, char line[DEMO_LINE_MAX]);

#endif

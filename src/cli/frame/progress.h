/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/frame/progress.h - shows the progress of long work on a terminal; nothing
 * otherwise.
 *
 * It draws one line and redraws it at most ten times a second. Erase it with progress_end
 * before anything else is printed on the same terminal. The time is an argument. One
 * thread.
 */
#ifndef FACHO_CLI_FRAME_PROGRESS_H
#define FACHO_CLI_FRAME_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct progress {
	FILE *out;
	const char *label; /* borrowed */
	bool is_on; /* out is a terminal that can move its cursor */
	bool is_drawn;
	unsigned width;
	int64_t drawn_ms;
};

void progress_init(struct progress *p, FILE *out, const char *label);

/* total 0: the total is not known, and a count is shown instead of a bar. */
void progress_show(struct progress *p, uint64_t done, uint64_t total, int64_t now_ms);

void progress_end(struct progress *p);

#endif

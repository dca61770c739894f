/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/frame/screen.h - what `facho top` shows, drawn from what the program that runs said.
 *
 * Pure, but for the time zone: no terminal, no clock. Lines are as wide as the screen at most and there are no more
 * of them than fit; what devices said cannot harm the terminal.
 */
#ifndef FACHO_CLI_FRAME_SCREEN_H
#define FACHO_CLI_FRAME_SCREEN_H

#include <jansson.h>

#include "base/buf.h"

/* Answers of the operations; NULL where there is none. */
struct screen_view {
	const json_t *status; /* status */
	const json_t *pollers; /* poller.list */
	const json_t *queue; /* poller.queue */
	const json_t *log; /* list of coordinator_logs */
	const char *now; /* shown in the first line */
};

struct screen_size {
	unsigned columns, rows;
};

/* Appends lines, each with end behind it ("\n" for a file). */
void screen_draw(struct buf *out, const struct screen_view *view, struct screen_size size,
    const char *end);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/frame/screen.h - the screen of `facho top`, made from answers of the running
 * program.
 *
 * Pure, except for the time zone: no terminal, no clock. Lines are not wider than the
 * screen, and there are not more lines than fit. Text of devices cannot control the
 * terminal.
 */
#ifndef FACHO_CLI_FRAME_SCREEN_H
#define FACHO_CLI_FRAME_SCREEN_H

#include <jansson.h>

#include "base/buf.h"

/* Answers of the operations; NULL: none. */
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

/* Appends lines, each followed by end ("\n" for a file). */
void screen_draw(struct buf *out, const struct screen_view *view, struct screen_size size,
    const char *end);

#endif

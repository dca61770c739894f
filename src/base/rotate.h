/* SPDX-License-Identifier: Apache-2.0
 *
 * base/rotate.h - a log file with limited size: main.log, and older files as main.log.1,
 * main.log.2, ...; the oldest is deleted.
 *
 * A line is written completely or not at all, and no file is larger than its limit unless
 * a single line is. If the disk is full, lines are lost until there is space again. After
 * a restart lines are appended to the file.
 *
 * rotate_write and rotate_reopen: any thread; they may block on the disk for one write or
 * a few renames. The others: owner only.
 */
#ifndef FACHO_BASE_ROTATE_H
#define FACHO_BASE_ROTATE_H

#include <stdint.h>

#include "base/err.h"
#include "base/own.h"

struct rotate;

struct rotate_options {
	const char *path; /* missing folders are created, for the owner and the group */
	int64_t max_bytes; /* of each file */
	int files; /* in total, at least 1 */
};

/* RC_IO: the file cannot be opened for appending. */
enum rc rotate_open(const struct rotate_options *options, struct rotate **ret_rotate,
    struct err *err) MUST_CHECK;
void rotate_close(struct rotate *r);
OWNED_BY(struct rotate, rotate_close);

/* Write one line; the line end is added. RC_IO: the line is lost. */
enum rc rotate_write(struct rotate *r, const char *line, struct err *err) MUST_CHECK;

/* Open a new file, after another program has renamed the current one. */
enum rc rotate_reopen(struct rotate *r, struct err *err) MUST_CHECK;

#endif

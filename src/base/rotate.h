/* SPDX-License-Identifier: Apache-2.0
 *
 * base/rotate.h - a file of lines that does not grow without end: main.log, and the
 * older ones as main.log.1, main.log.2, ... of which the oldest falls out.
 *
 * A line is written whole or not at all, and no file is larger than its bound unless
 * one line alone is. A disk that is full costs the lines that find no room; the next one
 * that does is written. A restart goes on where the file ends.
 *
 * rotate_write and rotate_reopen: any thread; they wait for the disk, for a write or a
 * few renames. The others: owner only.
 */
#ifndef FACHO_BASE_ROTATE_H
#define FACHO_BASE_ROTATE_H

#include <stdint.h>

#include "base/err.h"
#include "base/own.h"

struct rotate;

struct rotate_options {
	const char
	    *path; /* folders that are missing are made, for the owner and his group */
	int64_t max_bytes; /* of each file */
	int files; /* in all, at least 1 */
};

/* RC_IO: it cannot be opened for appending. */
enum rc rotate_open(const struct rotate_options *options, struct rotate **ret_rotate,
    struct err *err) MUST_CHECK;
void rotate_close(struct rotate *r);
OWNED_BY(struct rotate, rotate_close);

/* One line; its end is added here. RC_IO: it is lost. */
enum rc rotate_write(struct rotate *r, const char *line, struct err *err) MUST_CHECK;

/* Somebody else has moved the file away: begin a new one. */
enum rc rotate_reopen(struct rotate *r, struct err *err) MUST_CHECK;

#endif

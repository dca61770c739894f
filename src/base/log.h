/* SPDX-License-Identifier: Apache-2.0
 *
 * base/log.h - the log of the program.
 *
 *	log_warn("poll", "olt=%s no answer after %d tries, keeping the last value", ...);
 *
 * Topic first (it can be filtered at run time), then key=value, then words. Error: a
 * person must act. Warning: the program handled it, and the line says how. Info:
 * life-cycle. Debug: anything. Below service/ and engine/ only debug is allowed: the code
 * that handles a failure logs it, once.
 *
 * A line is "2025-10-21 08:30:15 [INFO] poll: ..." in local time. Control characters in
 * it are shown as '?', so that a text of a device cannot forge a line. Write secrets with
 * secret_shown(), which is "***".
 *
 * All functions: any thread; a line is written completely. They may block for the
 * duration of one write on a slow disk.
 */
#ifndef FACHO_BASE_LOG_H
#define FACHO_BASE_LOG_H

#include <stdbool.h>
#include <stdio.h>

#include "base/err.h"

enum log_level {
	LOG_LEVEL_ERROR,
	LOG_LEVEL_WARN,
	LOG_LEVEL_INFO,
	LOG_LEVEL_DEBUG,
};

enum { LOG_LINE_MAX = 2048, LOG_TOPICS_MAX = 32, LOG_TOPIC_MAX = 32 };

#define log_error(topic, ...) log_say(LOG_LEVEL_ERROR, topic, __VA_ARGS__)
#define log_warn(topic, ...) log_say(LOG_LEVEL_WARN, topic, __VA_ARGS__)
#define log_info(topic, ...) log_say(LOG_LEVEL_INFO, topic, __VA_ARGS__)
#define log_debug(topic, ...) log_say(LOG_LEVEL_DEBUG, topic, __VA_ARGS__)

void log_say(enum log_level level, const char *topic, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

/* Would such a line be written? For lines that are expensive to format. */
bool log_wants(enum log_level level, const char *topic);

/* The level of topics without a filter. Initially info. */
void log_set_level(enum log_level level);

/* Filters by topic, "snmpc=debug,poll=warn"; "" removes them all. With RC_INVALID err has
 * the reason and the filters are not changed. */
enum rc log_set_topics(const char *filters, struct err *err) MUST_CHECK;

/* Would log_set_topics accept it? Changes nothing. */
enum rc log_check_topics(const char *filters, struct err *err) MUST_CHECK;

/* The destination of lines: a file, which is created if necessary and appended to, or a
 * stream (initially stderr), which the caller still owns. With RC_IO the destination is
 * not changed. */
enum rc log_to_file(const char *path, struct err *err) MUST_CHECK;
void log_to_stream(FILE *stream);

/* Also pass every line to copy, without the line end; NULL: stop. It is called from any
 * thread, and never from inside another call of it. What it uses must exist until nothing
 * is logged any more. */
void log_copy_to(void (*copy)(void *ctx, const char *line), void *ctx);

#endif

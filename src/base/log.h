/* SPDX-License-Identifier: Apache-2.0
 *
 * base/log.h - what the program says while it runs.
 *
 *	log_warn("poll", "olt=%s no answer after %d tries, keeping the last value", ...);
 *
 * Topic first (it can be filtered while the program runs), then key=value, then
 * words. Error: somebody must act. Warning: we coped, and the line says how.
 * Info: life-cycle. Debug: free. Below service/ and engine/ only debug is allowed:
 * the one who decides what to do about trouble is the one who says so, once.
 *
 * A line is "2025-10-21 08:30:15 [INFO] poll: ..." in local time. Control
 * characters in it are shown as '?', so that a device's text cannot forge a
 * line. A secret goes in as secret_shown(), which is "***".
 *
 * All functions: any thread; a line is written whole. They may block on a slow
 * disk for the length of one write.
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

/* Would such a line be written? For lines that are dear to make. */
bool log_wants(enum log_level level, const char *topic);

/* What is written for topics without a filter of their own. At start: info. */
void log_set_level(enum log_level level);

/* Filters by topic, "snmpc=debug,poll=warn"; "" removes them all. RC_INVALID
 * says what is wrong and leaves the filters as they were. */
enum rc log_set_topics(const char *filters, struct err *err) MUST_CHECK;

/* Would log_set_topics take it? Changes nothing. */
enum rc log_check_topics(const char *filters, struct err *err) MUST_CHECK;

/* Where lines go: to a file, made if need be and appended to, or to a stream
 * (stderr at start) that stays the caller's. RC_IO leaves it as it was. */
enum rc log_to_file(const char *path, struct err *err) MUST_CHECK;
void log_to_stream(FILE *stream);

/* Give every line to copy as well, without its end; NULL: no more. From any thread, never
 * from inside another copy. What it uses must live until nobody logs any more. */
void log_copy_to(void (*copy)(void *ctx, const char *line), void *ctx);

#endif

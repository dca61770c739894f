/* SPDX-License-Identifier: Apache-2.0 */
#include "base/log.h"

#include <unistd.h>
#include <sys/stat.h>
#include <fcntl.h>
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

struct filter {
	char topic[LOG_TOPIC_MAX];
	enum log_level level;
};

struct filters {
	size_t n;
	struct filter v[LOG_TOPICS_MAX];
};

static const char *const NAMES[] = {
	[LOG_LEVEL_ERROR] = "error",
	[LOG_LEVEL_WARN] = "warn",
	[LOG_LEVEL_INFO] = "info",
	[LOG_LEVEL_DEBUG] = "debug",
};

static const char *const SHOWN[] = {
	[LOG_LEVEL_ERROR] = "ERROR",
	[LOG_LEVEL_WARN] = "WARNING",
	[LOG_LEVEL_INFO] = "INFO",
	[LOG_LEVEL_DEBUG] = "DEBUG",
};

/* There is one log per process. The lock guards all members except `most`, the most
 * verbose level of all topics: a debug line that is not wanted costs one atomic read. */
static struct {
	pthread_mutex_t lock;
	struct filters filters;
	enum log_level level;
	FILE *stream; /* NULL: stderr */
	FILE *file; /* owned; the stream, if the log goes to a file of our own */
	void (*copy)(void *ctx, const char *line); /* NULL: no copy is wanted */
	void *copy_ctx;
	_Atomic int most;
} the_log = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.level = LOG_LEVEL_INFO,
	.most = LOG_LEVEL_INFO,
};

static bool
log_level_from_name(const char *name, enum log_level *ret_level)
{
	for (size_t i = 0; i < sizeof(NAMES) / sizeof(NAMES[0]); i++) {
		if (strcmp(NAMES[i], name) == 0) {
			*ret_level = (enum log_level)i;
			return true;
		}
	}
	return false;
}

/* The lock is held. */
static bool
is_wanted(enum log_level level, const char *topic)
{
	for (size_t i = 0; i < the_log.filters.n; i++) {
		if (strcmp(the_log.filters.v[i].topic, topic) == 0)
			return level <= the_log.filters.v[i].level;
	}
	return level <= the_log.level;
}

/* The lock is held. */
static void
find_most(void)
{
	int most = (int)the_log.level;

	for (size_t i = 0; i < the_log.filters.n; i++) {
		if ((int)the_log.filters.v[i].level > most)
			most = (int)the_log.filters.v[i].level;
	}
	atomic_store_explicit(&the_log.most, most, memory_order_relaxed);
}

bool
log_wants(enum log_level level, const char *topic)
{
	bool wanted;

	if ((int)level > atomic_load_explicit(&the_log.most, memory_order_relaxed))
		return false;
	(void)pthread_mutex_lock(&the_log.lock);
	wanted = is_wanted(level, topic);
	(void)pthread_mutex_unlock(&the_log.lock);
	return wanted;
}

static size_t
begin_line(char line[LOG_LINE_MAX], enum log_level level, const char *topic)
{
	time_t now = time(NULL);
	struct tm tm;
	size_t n;
	int more;

	(void)localtime_r(&now, &tm);
	n = strftime(line, LOG_LINE_MAX, "%Y-%m-%d %H:%M:%S", &tm);
	more = snprintf(line + n, LOG_LINE_MAX - n, " [%s] %.*s: ", SHOWN[level],
	    LOG_TOPIC_MAX, topic);
	return more > 0 ? n + (size_t)more : n;
}

static void
make_harmless(char *text)
{
	for (; *text; text++) {
		if ((unsigned char)*text < 0x20 || *text == 0x7F)
			*text = '?';
	}
}

/* The lock is held. A line that cannot be written is lost: there is no other place to
 * report it. */
static void
write_line(const char *line)
{
	FILE *out = the_log.stream ? the_log.stream : stderr;

	(void)fprintf(out, "%s\n", line);
	(void)fflush(out);
}

void
log_say(enum log_level level, const char *topic, const char *fmt, ...)
{
	void (*copy)(void *ctx, const char *line);
	void *copy_ctx;
	char line[LOG_LINE_MAX];
	size_t n;
	va_list ap;

	if (!log_wants(level, topic))
		return;
	n = begin_line(line, level, topic);
	va_start(ap, fmt);
	(void)vsnprintf(line + n, sizeof(line) - n, fmt, ap); /* truncation is allowed */
	va_end(ap);
	make_harmless(line);
	(void)pthread_mutex_lock(&the_log.lock);
	write_line(line);
	copy = the_log.copy;
	copy_ctx = the_log.copy_ctx;
	(void)pthread_mutex_unlock(&the_log.lock);
	if (copy)
		copy(copy_ctx, line);
}

void
log_set_level(enum log_level level)
{
	(void)pthread_mutex_lock(&the_log.lock);
	the_log.level = level;
	find_most();
	(void)pthread_mutex_unlock(&the_log.lock);
}

/* Add one filter "topic=level" of n characters. */
static enum rc
parse_filter(const char *text, size_t n, struct filter *ret, struct err *err)
{
	char copy[LOG_TOPIC_MAX + 16];
	char *equals;

	if (n >= sizeof(copy))
		return err_set(err, RC_INVALID, "\"%.*s\" is too long for topic=level",
		    (int)n, text);
	memcpy(copy, text, n);
	copy[n] = '\0';
	equals = strchr(copy, '=');
	if (!equals || equals == copy || equals - copy >= LOG_TOPIC_MAX)
		return err_set(err, RC_INVALID, "\"%s\" is not topic=level", copy);
	*equals = '\0';
	if (!log_level_from_name(equals + 1, &ret->level))
		return err_set(err, RC_INVALID,
		    "\"%s\" is not a level: error, warn, info or debug", equals + 1);
	memcpy(ret->topic, copy, (size_t)(equals - copy) + 1);
	return RC_OK;
}

static enum rc
parse_filters(const char *text, struct filters *ret, struct err *err)
{
	ret->n = 0;
	for (;;) {
		size_t n;
		enum rc rc;

		text += strspn(text, ", ");
		n = strcspn(text, ", ");
		if (n == 0)
			return RC_OK;
		if (ret->n == LOG_TOPICS_MAX)
			return err_set(
			    err, RC_INVALID, "more than %d topics", LOG_TOPICS_MAX);
		rc = parse_filter(text, n, &ret->v[ret->n++], err);
		if (rc != RC_OK)
			return rc;
		text += n;
	}
}

enum rc
log_check_topics(const char *filters, struct err *err)
{
	struct filters parsed;

	return parse_filters(filters, &parsed, err);
}

enum rc
log_set_topics(const char *filters, struct err *err)
{
	struct filters parsed;
	enum rc rc = parse_filters(filters, &parsed, err);

	if (rc != RC_OK)
		return rc;
	(void)pthread_mutex_lock(&the_log.lock);
	the_log.filters = parsed;
	find_most();
	(void)pthread_mutex_unlock(&the_log.lock);
	return RC_OK;
}

/* From now on lines go to stream. The previous file, if it was our own, is closed. */
static void
switch_to(FILE *stream, FILE *file)
{
	FILE *old;

	(void)pthread_mutex_lock(&the_log.lock);
	old = the_log.file;
	the_log.stream = stream;
	the_log.file = file;
	(void)pthread_mutex_unlock(&the_log.lock);
	if (old)
		(void)fclose(old); /* every line was flushed */
}

enum rc
log_to_file(const char *path, struct err *err)
{
	/* /dev/stderr is a symbolic link that must work. */
	int follow = strncmp(path, "/dev/", 5) == 0 ? 0 : O_NOFOLLOW;
	int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | follow, 0600);
	FILE *file = fd >= 0 ? fdopen(fd, "a") : NULL;

	if (fd < 0 && errno == ELOOP)
		return err_set(
		    err, RC_REFUSED, "log file %s: it is a symbolic link", path);
	if (!file) {
		int why = errno;

		if (fd >= 0)
			(void)close(fd);
		return err_set(err, RC_IO, "log file %s: %s", path, strerror(why));
	}
	if (follow)
		(void)fchmod(fd, 0600); /* fails for a file of another user */
	switch_to(file, file);
	return RC_OK;
}

void
log_to_stream(FILE *stream)
{
	switch_to(stream, NULL);
}

void
log_copy_to(void (*copy)(void *ctx, const char *line), void *ctx)
{
	(void)pthread_mutex_lock(&the_log.lock);
	the_log.copy = copy;
	the_log.copy_ctx = ctx;
	(void)pthread_mutex_unlock(&the_log.lock);
}

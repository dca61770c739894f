/* SPDX-License-Identifier: Apache-2.0 */
#include "base/rotate.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

struct rotate {
	char *path;
	int64_t max_bytes;
	int files;

	pthread_mutex_t lock; /* guards the members below */
	int fd; /* -1: could not be opened; the next write tries again */
	int64_t bytes;
};

/* Create every missing folder of the path. If one cannot be created, open() reports
 * it. */
static void
make_folders(const char *path)
{
	char folder[PATH_MAX];
	size_t n = strlen(path);

	if (n >= sizeof(folder))
		return;
	memcpy(folder, path, n + 1);
	for (char *slash = strchr(folder + 1, '/'); slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		(void)mkdir(folder, 0750);
		*slash = '/';
	}
}

static enum rc
open_file(struct rotate *r, struct err *err)
{
	struct stat st;
	int fd =
	    open(r->path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);

	if (fd < 0 && errno == ELOOP)
		return err_set(err, RC_REFUSED, "%s is a symbolic link", r->path);
	if (fd < 0)
		return err_set(err, RC_IO, "%s: %s", r->path, strerror(errno));
	/* An existing file may be readable by others. If it belongs to another user, this
	 * fails and its mode is kept. */
	(void)fchmod(fd, 0600);
	r->fd = fd;
	r->bytes = fstat(fd, &st) == 0 ? st.st_size : 0;
	return RC_OK;
}

static void
close_file(struct rotate *r)
{
	if (r->fd >= 0)
		(void)close(r->fd);
	r->fd = -1;
}

/* The name of the n-th newest file; 0 is the current file. */
static void
name_of(const struct rotate *r, int n, char name[PATH_MAX])
{
	if (n == 0)
		(void)snprintf(name, PATH_MAX, "%s", r->path);
	else
		(void)snprintf(name, PATH_MAX, "%s.%d", r->path, n);
}

/* If a rename fails, the file keeps its name: it grows above its limit, and nothing is
 * lost. If only one file is allowed, it is truncated. */
static enum rc
turn(struct rotate *r, struct err *err)
{
	char from[PATH_MAX], to[PATH_MAX];

	close_file(r);
	for (int n = r->files - 2; n >= 0; n--) {
		name_of(r, n, from);
		name_of(r, n + 1, to);
		(void)rename(from, to);
	}
	if (r->files == 1)
		(void)unlink(r->path);
	return open_file(r, err);
}

/* A partial line is removed: the next line would be appended to it. */
static enum rc
write_whole(struct rotate *r, const char *line, size_t n, struct err *err)
{
	struct iovec parts[] = { { (void *)(uintptr_t)line, n },
		{ (char[]){ '\n' }, 1 } };
	ssize_t written;

	do
		written = writev(r->fd, parts, 2);
	while (written < 0 && errno == EINTR);
	if (written == (ssize_t)n + 1) {
		r->bytes += written;
		return RC_OK;
	}
	if (written > 0) {
		errno = ENOSPC;
		if (ftruncate(r->fd, r->bytes) != 0)
			close_file(r);
	}
	return err_set(err, RC_IO, "%s: %s", r->path, strerror(errno));
}

/* The lock is held. */
static enum rc
write_line(struct rotate *r, const char *line, struct err *err)
{
	size_t n = strlen(line);
	enum rc rc = RC_OK;

	if (r->fd < 0)
		rc = open_file(r, err);
	if (rc == RC_OK && r->bytes > 0 && r->bytes + (int64_t)n + 1 > r->max_bytes)
		rc = turn(r, err);
	if (rc == RC_OK)
		rc = write_whole(r, line, n, err);
	return rc;
}

enum rc
rotate_open(
    const struct rotate_options *options, struct rotate **ret_rotate, struct err *err)
{
	struct rotate *r OWNED(rotate_close) = calloc(1, sizeof(*r));
	enum rc rc;

	assert(options->files >= 1 && options->max_bytes > 0);
	if (!r)
		return err_set(err, RC_NOMEM, "no memory for a log file");
	r->fd = -1;
	(void)pthread_mutex_init(&r->lock, NULL);
	r->max_bytes = options->max_bytes;
	r->files = options->files;
	r->path = strdup(options->path);
	if (!r->path)
		return err_set(err, RC_NOMEM, "no memory for a log file");
	make_folders(r->path);
	rc = open_file(r, err);
	if (rc != RC_OK)
		return rc;
	*ret_rotate = GIVE(r);
	return RC_OK;
}

void
rotate_close(struct rotate *r)
{
	if (!r)
		return;
	close_file(r);
	(void)pthread_mutex_destroy(&r->lock);
	free(r->path);
	free(r);
}

enum rc
rotate_write(struct rotate *r, const char *line, struct err *err)
{
	enum rc rc;

	(void)pthread_mutex_lock(&r->lock);
	rc = write_line(r, line, err);
	(void)pthread_mutex_unlock(&r->lock);
	return rc;
}

enum rc
rotate_reopen(struct rotate *r, struct err *err)
{
	enum rc rc;

	(void)pthread_mutex_lock(&r->lock);
	close_file(r);
	rc = open_file(r, err);
	(void)pthread_mutex_unlock(&r->lock);
	return rc;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "daemon/home_int.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct home {
	char folder[HOME_PATH_MAX - 64]; /* has space for a name after it */
	int lock;
};

static enum rc
make_folders(char *path, struct err *err)
{
	for (char *p = path + 1;; p++) {
		char was = *p;

		if (was != '/' && was != '\0')
			continue;
		*p = '\0';
		if (mkdir(path, 0700) != 0 && errno != EEXIST)
			return err_set(err, RC_IO, "%s: %s", path, strerror(errno));
		*p = was;
		if (was == '\0')
			return RC_OK;
	}
}

/* The file has the number of the process, for users. */
static void
read_owner(int fd, char text[32])
{
	ssize_t n = pread(fd, text, 31, 0);

	text[n > 0 ? n : 0] = '\0';
	text[strcspn(text, "\n")] = '\0';
}

static enum rc
take_lock(struct home *h, struct err *err)
{
	char path[HOME_PATH_MAX], owner[32];

	h->lock = open(home_path(h, "facho.lock", path),
	    O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (h->lock < 0 && errno == ELOOP)
		return err_set(err, RC_REFUSED,
		    "%s is a symbolic link: its number would be written over another "
		    "file",
		    path);
	if (h->lock < 0)
		return err_set(err, RC_IO, "%s: %s", path, strerror(errno));
	(void)fchmod(h->lock, 0600); /* a file of another program is not changed */
	if (flock(h->lock, LOCK_EX | LOCK_NB) != 0) {
		read_owner(h->lock, owner);
		return err_set(err, RC_CONFLICT,
		    "another facho serve (process %s) has %s: stop it first, or take "
		    "another "
		    "--data",
		    owner, h->folder);
	}
	/* If the number cannot be written, only users miss it. */
	if (ftruncate(h->lock, 0) == 0)
		(void)dprintf(h->lock, "%ld\n", (long)getpid());
	return RC_OK;
}

enum rc
home_open(const char *folder, struct home **ret_home, struct err *err)
{
	struct home *h OWNED(home_close) = calloc(1, sizeof(*h));
	enum rc rc;

	if (!h)
		return err_set(err, RC_NOMEM, "out of memory");
	h->lock = -1;
	if (!*folder || strlen(folder) >= sizeof(h->folder))
		return err_set(
		    err, RC_INVALID, "--data: the name of a folder is expected");
	(void)snprintf(h->folder, sizeof(h->folder), "%s", folder);
	rc = make_folders(h->folder, err);
	if (rc == RC_OK)
		rc = take_lock(h, err);
	if (rc == RC_OK)
		*ret_home = GIVE(h);
	return rc;
}

void
home_close(struct home *h)
{
	if (!h)
		return;
	if (h->lock >= 0)
		(void)close(h->lock);
	free(h);
}

char *
home_path(const struct home *h, const char *name, char path[HOME_PATH_MAX])
{
	(void)snprintf(path, HOME_PATH_MAX, "%s/%.60s", h->folder, name);
	return path;
}

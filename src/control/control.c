/* SPDX-License-Identifier: Apache-2.0
 *
 * The listening thread: accepts clients, starts a thread for each, and joins those that
 * have ended.
 */
#include "control/control.h"

#include <errno.h>
#include <poll.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/log.h"
#include "control/control_int.h"

enum { BACKLOG = 32, SEND_PATIENCE_S = 10 };

struct control {
	struct control_options options;
	char path[sizeof(((struct sockaddr_un *)0)->sun_path)];
	int listen_fd, stop_fd; /* -1: not open */
	pthread_t thread;
	bool is_running;
	_Atomic bool is_stopping;
	struct client clients[CONTROL_CLIENTS]; /* used by the listening thread */
};

/* ---- clients ------------------------------------------------------------------------- */

static void *
run_client(void *arg)
{
	struct client *c = arg;

	client_serve(c);
	atomic_store(&c->is_over, true);
	return NULL;
}

static void
bury(struct client *c)
{
	(void)pthread_join(c->thread, NULL);
	(void)close(c->fd);
	c->is_used = false;
}

/* A free entry; NULL: none. */
static struct client *
find_place(struct control *c)
{
	struct client *place = NULL;

	for (size_t i = 0; i < CONTROL_CLIENTS; i++) {
		struct client *client = &c->clients[i];

		if (client->is_used && atomic_load(&client->is_over))
			bury(client);
		if (!client->is_used)
			place = client;
	}
	return place;
}

static void
name_peer(int fd, char name[CLIENT_NAME_MAX])
{
	struct ucred who = { 0 };
	socklen_t size = sizeof(who);
	struct passwd entry, *found = NULL;
	char room[4096];

	(void)getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &size);
	if (getpwuid_r(who.uid, &entry, room, sizeof(room), &found) == 0 && found)
		(void)snprintf(name, CLIENT_NAME_MAX, "%s", found->pw_name);
	else
		(void)snprintf(name, CLIENT_NAME_MAX, "uid %u", (unsigned)who.uid);
}

static void
refuse(int fd, const char *why)
{
	char line[256];
	int n = snprintf(line, sizeof(line),
	    "{\"ok\":false,\"error\":{\"code\":\"busy\",\"message\":\"%s\"}}\n", why);

	(void)send(fd, line, (size_t)n, MSG_NOSIGNAL | MSG_DONTWAIT); /* optional */
	(void)close(fd);
}

static void
welcome(struct control *c, int fd)
{
	struct timeval patience = { .tv_sec = SEND_PATIENCE_S };
	struct client *client = find_place(c);

	if (!client) {
		refuse(fd, "too many commands at once: try again in a moment");
		return;
	}
	(void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
	client->fd = fd;
	client->options = &c->options;
	client->is_stopping = &c->is_stopping;
	client->stop_fd = c->stop_fd;
	name_peer(fd, client->name);
	atomic_store(&client->is_over, false);
	client->is_used = pthread_create(&client->thread, NULL, run_client, client) == 0;
	if (!client->is_used)
		refuse(fd, "no memory for another command");
}

/* ---- listening ----------------------------------------------------------------------- */

static void *
run(void *arg)
{
	struct control *c = arg;
	struct pollfd fds[] = { { .fd = c->listen_fd, .events = POLLIN },
		{ .fd = c->stop_fd, .events = POLLIN } };

	while (!atomic_load(&c->is_stopping)) {
		int fd;

		if (poll(fds, 2, -1) < 0 && errno != EINTR)
			break;
		if (!(fds[0].revents & POLLIN))
			continue;
		fd = accept4(c->listen_fd, NULL, NULL, SOCK_CLOEXEC);
		if (fd >= 0)
			welcome(c, fd);
		else if (errno == EMFILE || errno == ENFILE)
			/* The connection stays in the backlog; without a pause this would
			 * be a busy loop. */
			(void)poll(&fds[1], 1, 100);
	}
	for (size_t i = 0; i < CONTROL_CLIENTS; i++) {
		if (c->clients[i].is_used)
			bury(&c->clients[i]);
	}
	return NULL;
}

static enum rc
open_socket(struct control *c, struct err *err)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };

	if (strlen(c->options.path) >= sizeof(address.sun_path))
		return err_set(err, RC_INVALID,
		    "%s: longer than the %zu characters that a socket's name may have",
		    c->options.path, sizeof(address.sun_path) - 1);
	(void)snprintf(c->path, sizeof(c->path), "%s", c->options.path);
	(void)snprintf(address.sun_path, sizeof(address.sun_path), "%s", c->path);
	c->listen_fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	(void)unlink(c->path);
	/* Set the mode before listen(), so that no other user can connect in between. */
	if (c->listen_fd < 0 ||
	    bind(c->listen_fd, (const struct sockaddr *)&address, sizeof(address)) != 0 ||
	    chmod(c->path, 0600) != 0 || listen(c->listen_fd, BACKLOG) != 0)
		return err_set(err, RC_IO, "%s: %s", c->path, strerror(errno));
	return RC_OK;
}

enum rc
control_start(
    const struct control_options *options, struct control **ret_control, struct err *err)
{
	struct control *c OWNED(control_free) = calloc(1, sizeof(*c));
	enum rc rc;

	if (!c)
		return err_set(err, RC_NOMEM, "no memory for the control socket");
	c->options = *options;
	c->listen_fd = -1;
	c->stop_fd = eventfd(0, EFD_CLOEXEC);
	if (c->stop_fd < 0)
		return err_set(err, RC_IO, "control socket: %s", strerror(errno));
	rc = open_socket(c, err);
	if (rc != RC_OK)
		return rc;
	if (pthread_create(&c->thread, NULL, run, c) != 0)
		return err_set(err, RC_NOMEM, "no memory for the control socket");
	c->is_running = true;
	c->options.path = c->path;
	*ret_control = GIVE(c);
	return RC_OK;
}

/* Accept no new clients; existing ones are closed after their current answer. */
static void
control_stop(struct control *c)
{
	uint64_t one = 1;

	if (!c->is_running)
		return;
	atomic_store(&c->is_stopping, true);
	if (write(c->stop_fd, &one, sizeof(one)) < 0) /* impossible: the counter is 0 */
		log_warn("control", "stop: %s", strerror(errno));
	(void)pthread_join(c->thread, NULL);
	c->is_running = false;
	(void)unlink(c->path);
}

void
control_free(struct control *c)
{
	if (!c)
		return;
	control_stop(c);
	if (c->listen_fd >= 0)
		(void)close(c->listen_fd);
	if (c->stop_fd >= 0)
		(void)close(c->stop_fd);
	free(c);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The control socket: a line of JSON out, a line of JSON in.
 */
#include "cli/remote/remote_int.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { READ_BYTES = 65536 };

struct remote_socket {
	struct remote base;
	int fd;
	struct buf in; /* what has come and was not read yet */
};

static struct remote_socket *
self(struct remote *r)
{
	return (struct remote_socket *)r;
}

/* ---- lines ------------------------------------------------------------------------------ */

static enum rc
send_all(struct remote_socket *r, const char *bytes, size_t n, struct err *err)
{
	while (n > 0) {
		ssize_t sent = send(r->fd, bytes, n, MSG_NOSIGNAL);

		if (sent < 0 && errno == EINTR)
			continue;
		if (sent <= 0)
			return err_set(err, RC_IO, "the program that runs is gone");
		bytes += sent;
		n -= (size_t)sent;
	}
	return RC_OK;
}

static void
wipe(char *text)
{
	explicit_bzero(text, strlen(text));
	free(text);
}

static enum rc
send_request(
    struct remote_socket *r, const char *operation, json_t *args, struct err *err)
{
	json_t *request = json_pack("{s:s, s:O}", "op", operation, "args", args);
	char *text = request ? json_dumps(request, JSON_COMPACT) : NULL;
	enum rc rc;

	json_decref(request);
	if (!text)
		return err_set(err, RC_NOMEM, "out of memory");
	rc = send_all(r, text, strlen(text), err);
	if (rc == RC_OK)
		rc = send_all(r, "\n", 1, err);
	wipe(text);
	return rc;
}

static enum rc
take_line(struct remote_socket *r, size_t n, json_t **ret_line, struct err *err)
{
	json_error_t error;
	json_t *line = json_loadb(r->in.data, n, 0, &error);

	memmove(r->in.data, r->in.data + n + 1, r->in.len - n - 1);
	r->in.len -= n + 1;
	if (!line)
		return err_set(
		    err, RC_PROTOCOL, "the answer is not JSON: %s", error.text);
	*ret_line = line;
	return RC_OK;
}

static enum rc
socket_next(struct remote *remote, json_t **ret_line, struct err *err)
{
	struct remote_socket *r = self(remote);
	size_t looked = 0;

	for (;;) {
		char bytes[READ_BYTES];
		ssize_t n;
		const char *end = r->in.len > looked
		    ? memchr(r->in.data + looked, '\n', r->in.len - looked)
		    : NULL;

		if (end)
			return take_line(r, (size_t)(end - r->in.data), ret_line, err);
		looked = r->in.len;
		n = recv(r->fd, bytes, sizeof(bytes), 0);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return err_set(
			    err, RC_CANCELLED, "the program that runs has ended");
		buf_add(&r->in, bytes, (size_t)n);
		if (!buf_ok(&r->in))
			return err_set(err, RC_NOMEM, "the answer is too long");
	}
}

static enum rc
socket_ask(struct remote *r, const char *operation, json_t *args, json_t **ret_reply,
    struct err *err)
{
	enum rc rc = send_request(self(r), operation, args, err);

	return rc == RC_OK ? socket_next(r, ret_reply, err) : rc;
}

static void
socket_close(struct remote *r)
{
	struct remote_socket *s = self(r);

	if (s->fd >= 0)
		(void)close(s->fd);
	buf_fini(&s->in);
	free(s);
}

static const struct remote_ops SOCKET = {
	.name = "socket",
	.ask = socket_ask,
	.next = socket_next,
	.close = socket_close,
};

/* ---- the connection -------------------------------------------------------------------- */

static enum rc
refuse(const char *path, struct err *err)
{
	if (errno == ENOENT || errno == ECONNREFUSED)
		return err_set(err, RC_NOT_FOUND,
		    "no facho serve runs here (%s); --data DIR says where one does",
		    path);
	return err_set(err, RC_IO, "%s: %s", path, strerror(errno));
}

enum rc
remote_connect(const char *path, struct remote **ret_remote, struct err *err)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	struct remote_socket *r;
	struct remote *made OWNED(remote_close) = NULL;

	if (strlen(path) >= sizeof(address.sun_path))
		return err_set(err, RC_INVALID, "%s: too long for a socket's name", path);
	(void)snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
	r = calloc(1, sizeof(*r));
	if (!r)
		return err_set(err, RC_NOMEM, "out of memory");
	made = &r->base;
	r->base.ops = &SOCKET;
	r->in = (struct buf)BUF_INIT(REMOTE_ANSWER_MAX);
	r->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (r->fd < 0 ||
	    connect(r->fd, (const struct sockaddr *)&address, sizeof(address)) != 0)
		return refuse(path, err);
	*ret_remote = GIVE(made);
	return RC_OK;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * One client: reads requests and writes answers.
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/buf.h"
#include "base/secret.h"
#include "control/control_int.h"

enum { READ_BYTES = 4096, EVENTS_AT_ONCE = 64, FOLLOW_MS = 500 };

/* ---- output ----------------------------------------------------------------- */

static bool
send_all(struct client *c, const char *bytes, size_t n)
{
	while (n > 0) {
		ssize_t sent = send(c->fd, bytes, n, MSG_NOSIGNAL);

		if (sent < 0 && errno == EINTR)
			continue;
		if (sent <= 0)
			return false; /* it has closed, or does not read */
		bytes += sent;
		n -= (size_t)sent;
	}
	return true;
}

/* Takes line. */
static bool
send_line(struct client *c, json_t *line)
{
	char *text = line ? json_dumps(line, JSON_COMPACT) : NULL;
	bool is_out = text && send_all(c, text, strlen(text)) && send_all(c, "\n", 1);

	free(text);
	json_decref(line);
	return is_out;
}

static json_t *
show_error(enum rc rc, const char *message, json_t *fields)
{
	json_t *error = json_pack("{s:s, s:s}", "code", rc_name(rc), "message", message);

	if (fields)
		(void)json_object_set(error, "fields", fields);
	return json_pack("{s:b, s:o}", "ok", 0, "error", error);
}

static bool
complain(struct client *c, const char *message)
{
	return send_line(c, show_error(RC_INVALID, message, NULL));
}

/* ---- events ----------------------------------------------------------------- */

static json_t *
show_event(const struct engine_event *e)
{
	const struct coordinator_event *d = &e->event;

	return json_pack("{s:{s:I, s:s, s:I, s:I, s:I, s:I, s:s, s:s, s:s, s:I, s:s}}",
	    "event", "number", (json_int_t)e->number, "kind",
	    coordinator_event_name(d->kind), "at_ms", (json_int_t)d->at_ms, "olt",
	    (json_int_t)d->olt.v, "node", (json_int_t)d->node.v, "execution",
	    (json_int_t)d->execution.v, "type", task_type_name(d->type), "state",
	    d->kind == COORDINATOR_ENDED ? execution_state_name(d->state) : "", "error",
	    d->trouble == TROUBLE_NONE ? "" : trouble_name(d->trouble), "value",
	    (json_int_t)d->number, "message", d->message ? d->message : "");
}

static bool
has_left(const struct client *c)
{
	struct pollfd fd = { .fd = c->fd, .events = POLLIN | POLLRDHUP };

	return poll(&fd, 1, 0) > 0 && (fd.revents & (POLLRDHUP | POLLHUP | POLLERR));
}

static bool
send_events(struct client *c, const struct engine_event *events, size_t n)
{
	bool is_out = true;

	for (size_t i = 0; i < n && is_out; i++)
		is_out = send_line(c, show_event(&events[i]));
	return is_out;
}

/* Earlier events are in the database: skip them. */
static void
skip_old(struct client *c, struct engine_event *events, uint64_t *last)
{
	enum rc rc;
	size_t n;

	do {
		n = 0;
		rc = c->options->listen(
		    c->options->ctx, last, events, EVENTS_AT_ONCE, &n, 0);
	} while (rc == RC_NOT_FOUND || (rc == RC_OK && n > 0));
}

static bool
follow_once(struct client *c, struct engine_event *events, uint64_t *last)
{
	size_t n = 0;
	enum rc rc = c->options->listen(
	    c->options->ctx, last, events, EVENTS_AT_ONCE, &n, FOLLOW_MS);

	if (rc == RC_OK)
		return send_events(c, events, n);
	if (rc == RC_NOT_FOUND)
		return send_line(c, json_pack("{s:b}", "lost", 1));
	return rc == RC_TIMEOUT;
}

static void
follow(struct client *c)
{
	struct engine_event *events = calloc(EVENTS_AT_ONCE, sizeof(*events));
	uint64_t last = 0;
	bool goes_on = events != NULL;

	if (goes_on) {
		skip_old(c, events, &last);
		goes_on = send_line(c, json_pack("{s:b, s:n}", "ok", 1, "result"));
	}
	while (goes_on && !atomic_load(c->is_stopping) && !has_left(c))
		goes_on = follow_once(c, events, &last);
	free(events);
}

/* ---- requests ---------------------------------------------------------------------------- */

/* A client that has only ended its own sending still waits for the answer. */
static bool
is_there(void *ctx)
{
	const struct client *c = ctx;
	struct pollfd fd = { .fd = c->fd };

	return poll(&fd, 1, 0) <= 0 || !(fd.revents & (POLLHUP | POLLERR));
}

static bool
call(struct client *c, const char *operation, json_t *args)
{
	struct caller who = { .name = c->name,
		.role = ROLE_ADMIN,
		.address = "local",
		.is_there = is_there,
		.there_ctx = c };
	struct service_answer answer;
	json_t *line;

	service_call(c->options->service, &who, operation, args, &answer);
	if (answer.rc == RC_OK)
		line = json_pack("{s:b, s:O}", "ok", 1, "result", answer.result);
	else
		line = show_error(answer.rc, answer.message, answer.fields);
	service_answer_fini(&answer);
	return send_line(c, line);
}

/* False: close the connection. */
static bool
answer_line(struct client *c, const char *text, size_t n)
{
	json_error_t error;
	json_t *request = json_loadb(text, n, JSON_REJECT_DUPLICATES, &error);
	const char *operation = json_string_value(json_object_get(request, "op"));
	bool goes_on;

	if (!request || !operation) {
		goes_on = complain(c,
		    request ? "a request is an object with \"op\" and \"args\""
			    : "this line is not JSON");
	} else if (strcmp(operation, "follow") == 0) {
		follow(c);
		goes_on = false;
	} else {
		goes_on = call(c, operation, json_object_get(request, "args"));
	}
	json_decref(request);
	return goes_on;
}

/* ---- input ------------------------------------------------------------------ */

/* Process every complete line; the rest is kept. */
static bool
answer_lines(struct client *c, struct buf *in)
{
	char *end;
	bool goes_on = true;

	while (
	    goes_on && in->len > 0 && (end = memchr(in->data, '\n', in->len)) != NULL) {
		size_t n = (size_t)(end - in->data);

		goes_on = answer_line(c, in->data, n);
		/* It may have contained a community. */
		explicit_bzero(in->data, n);
		memmove(in->data, end + 1, in->len - n - 1);
		in->len -= n + 1;
		in->data[in->len] = '\0';
	}
	return goes_on;
}

/* Wait for more input. False: the client has closed, or the program stops. */
static bool
read_more(struct client *c, struct buf *in)
{
	struct pollfd fds[] = { { .fd = c->fd, .events = POLLIN },
		{ .fd = c->stop_fd, .events = POLLIN } };
	char bytes[READ_BYTES];
	ssize_t n;

	while (poll(fds, 2, -1) < 0) {
		if (errno != EINTR)
			return false;
	}
	if (atomic_load(c->is_stopping))
		return false;
	n = recv(c->fd, bytes, sizeof(bytes), 0);
	if (n <= 0)
		return n < 0 && errno == EINTR;
	buf_add(in, bytes, (size_t)n);
	explicit_bzero(bytes, (size_t)n);
	if (buf_ok(in))
		return true;
	(void)complain(c, "this line is too long"); /* the connection is closed anyway */
	return false;
}

void
client_serve(struct client *c)
{
	struct buf in = BUF_INIT(CONTROL_LINE_MAX);

	while (read_more(c, &in) && answer_lines(c, &in))
		;
	if (in.data)
		explicit_bzero(in.data, in.len);
	buf_fini(&in);
	(void)shutdown(c->fd, SHUT_RDWR);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * GET events/: a listener of the event stream (event_stream_int.h) on a connection.
 *
 * While there are no events, the connection is suspended and uses no thread. The identity
 * of the client is checked again from time to time: if its session ended or its token was
 * revoked, the stream ends within CHECK_MS or at the next event.
 */
#include <stdlib.h>
#include <sys/socket.h>

#include "api/exchange_int.h"
#include "api/live_int.h"
#include "api/request_int.h"
#include "base/clock.h"

enum { BLOCK = 16384, CHECK_MS = 15000 };

struct stream {
	struct event_stream_listener *listener;
	struct MHD_Connection *connection;
	/* valid as long as the connection uses this struct */
	const struct request *request;
	int64_t checked_ms;
};

static void
wake(void *ctx)
{
	const struct stream *s = ctx;

	MHD_resume_connection(s->connection);
}

/* Its thread does not wait for us, but for the client: close the socket. */
static void
cut(void *ctx)
{
	const struct stream *s = ctx;
	const union MHD_ConnectionInfo *info =
	    MHD_get_connection_info(s->connection, MHD_CONNECTION_INFO_CONNECTION_FD);

	if (info)
		(void)shutdown(info->connect_fd, SHUT_RDWR);
}

static bool
is_still_welcome(struct stream *s)
{
	const struct api_access *access = &api_options_of(s->request->api)->access;
	struct api_identity identity = { 0 };
	int64_t now_ms = clock_mono_ms();
	enum rc rc;

	if (now_ms - s->checked_ms < CHECK_MS)
		return true;
	s->checked_ms = now_ms;
	rc = access->identify(access->ctx, &s->request->credentials, &identity, NULL);
	return rc == RC_OK || rc == RC_BUSY;
}

static ssize_t
give(void *ctx, uint64_t position, char *room, size_t size)
{
	struct stream *s = ctx;
	size_t n = 0;

	(void)position;
	if (size < EVENT_STREAM_FRAME_MAX || !is_still_welcome(s))
		return MHD_CONTENT_READER_END_OF_STREAM;
	switch (event_stream_read(s->listener, room, size, &n)) {
	case EVENT_STREAM_SOME:
		return (ssize_t)n;
	case EVENT_STREAM_LATER:
		/* If wake is called first, this call only undoes it: libmicrohttpd counts
		 * both. */
		MHD_suspend_connection(s->connection);
		return 0;
	case EVENT_STREAM_OVER:
		break;
	}
	return MHD_CONTENT_READER_END_OF_STREAM;
}

static void
stream_free(void *ctx)
{
	struct stream *s = ctx;

	event_stream_leave(s->listener);
	free(s);
}

static enum rc
join(struct request *request, struct stream *s, struct err *err)
{
	const char *header = request_header(request, "Last-Event-ID");
	const char *given =
	    json_string_value(json_object_get(request->args, "last_event_id"));
	struct event_stream_wish wish = {
		.last_id = header ? header : given, .wake = wake, .cut = cut, .ctx = s
	};
	enum rc rc = event_stream_topics_read(
	    json_string_value(json_object_get(request->args, "topics")), &wish.topics,
	    err);

	if (rc == RC_OK)
		rc = event_stream_join(
		    live_event_stream(api_live(request->api)), &wish, &s->listener, err);
	return rc;
}

void
page_events(struct request *request, struct reply *reply)
{
	struct stream *s = calloc(1, sizeof(*s));
	struct MHD_Response *response;
	struct err err = { 0 };
	enum rc rc = s ? RC_OK : err_set(&err, RC_NOMEM, "out of memory");

	if (rc == RC_OK) {
		s->connection = request->connection;
		s->request = request;
		s->checked_ms = clock_mono_ms();
		rc = join(request, s, &err);
	}
	if (rc != RC_OK) {
		free(s);
		if (rc == RC_INVALID)
			reply_error_fields(reply, 400,
			    json_pack("{s:s}", "topics", err.msg),
			    "some fields are not valid; see fields");
		else
			reply_error(reply, 503, "%s", err.msg);
		return;
	}
	response = MHD_create_response_from_callback(
	    MHD_SIZE_UNKNOWN, BLOCK, give, s, stream_free);
	if (!response)
		stream_free(s);
	reply_stream(reply, 200, "text/event-stream", response);
	reply_header(reply, "Cache-Control", "no-store");
	/* nginx would buffer the events otherwise */
	reply_header(reply, "X-Accel-Buffering", "no");
}

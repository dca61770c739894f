/* SPDX-License-Identifier: Apache-2.0
 *
 * Callbacks of libmicrohttpd for a connection.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "api/server_int.h"
#include "api/strict_int.h"
#include "base/clock.h"
#include "base/log.h"

enum { HEADER_LINES_MAX = 64 * 1024 }; /* lines of the same name follow each other */

/* ---- start and end of requests ----------------------------------------------------- */

/* The context of a socket, from its first moment to its last. libmicrohttpd reports the
 * end of a request (connection_done) only if connection_access has seen it; one that it
 * refuses by itself, such as one with too many arguments, ends with its connection. So
 * the exchange belongs to the connection, and the rest of it is freed with the
 * connection. */
struct channel {
	struct peer *peer; /* may be NULL: no memory */
	struct exchange *exchange; /* owned; NULL: no request in progress */
};

static struct channel *
channel_of(struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info =
	    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

	return info ? info->socket_context : NULL;
}

static struct peer *
peer_of(struct MHD_Connection *connection)
{
	const struct channel *c = channel_of(connection);

	return c ? c->peer : NULL;
}

static void
exchange_free(struct exchange *x)
{
	if (!x)
		return;
	atomic_fetch_sub(&x->listener->api->n_exchanges, 1);
	if (x->body.data)
		explicit_bzero(x->body.data, x->body.len); /* it may contain secrets */
	buf_fini(&x->body);
	reply_fini(&x->reply);
	json_decref(x->asked);
	free(x->method);
	free(x->uri);
	free(x);
}

static struct exchange *
exchange_new(struct listener *l, const char *uri, struct MHD_Connection *connection)
{
	struct exchange *x = calloc(1, sizeof(*x));
	char *mark;

	if (!x)
		return NULL;
	x->uri = strndup(uri, EXCHANGE_URI_MAX);
	if (!x->uri) {
		free(x);
		return NULL;
	}
	x->n_uri = strlen(uri);
	x->is_cut = x->n_uri > EXCHANGE_URI_MAX;
	mark = strchr(x->uri, '?');
	if (mark) {
		*mark = '\0';
		x->query = mark + 1;
	}
	x->listener = l;
	x->request.api = l->api;
	x->request.connection = connection;
	x->request.version = l->api->options.version;
	x->body = (struct buf)BUF_INIT(l->api->options.limits.body_bytes);
	x->begun_us = clock_mono_us();
	atomic_fetch_add(&l->api->n_exchanges, 1);
	return x;
}

/* Paths and queries are decoded by our code, once and strictly. */
size_t
connection_raw(void *cls, struct MHD_Connection *connection, char *text)
{
	(void)cls;
	(void)connection;
	return strlen(text);
}

void *
connection_uri(void *cls, const char *uri, struct MHD_Connection *connection)
{
	struct listener *l = cls;
	struct channel *c = channel_of(connection);

	atomic_fetch_add(&l->api->requests, 1);
	if (!c)
		return NULL;
	/* of a request for which connection_done was not called */
	exchange_free(c->exchange);
	c->exchange = exchange_new(l, uri, connection);
	return c->exchange;
}

void
connection_done(void *cls, struct MHD_Connection *connection, void **con_cls,
    enum MHD_RequestTerminationCode why)
{
	struct listener *l = cls;
	struct channel *c = channel_of(connection);

	(void)why;
	*con_cls = NULL;
	if (!c || !c->exchange)
		return;
	watchman_waits(l->api->watch, c->peer);
	exchange_free(GIVE(c->exchange));
}

static struct channel *
channel_open(struct listener *l, struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info =
	    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
	struct channel *c = calloc(1, sizeof(*c));

	if (c && info)
		c->peer = watchman_add(l->api->watch, info->connect_fd);
	return c;
}

static void
channel_close(struct listener *l, struct channel *c)
{
	if (!c)
		return;
	watchman_drop(l->api->watch, c->peer);
	exchange_free(c->exchange);
	free(c);
}

void
connection_turn(void *cls, struct MHD_Connection *connection, void **socket_context,
    enum MHD_ConnectionNotificationCode what)
{
	struct listener *l = cls;

	switch (what) {
	case MHD_CONNECTION_NOTIFY_STARTED:
		*socket_context = channel_open(l, connection);
		return;
	case MHD_CONNECTION_NOTIFY_CLOSED:
		channel_close(l, GIVE(*socket_context));
		return;
	}
}

/* ---- contents of the request ------------------------------------------------------- */

const char *
request_header(const struct request *request, const char *name)
{
	if (!request->connection)
		return NULL;
	return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}

/* All lines of a header as one, separated by commas; NULL: not present. Owned by the
 * caller. */
struct joining {
	const char *name;
	struct buf text;
};

static enum MHD_Result
join_line(void *cls, enum MHD_ValueKind kind, const char *name, const char *value)
{
	struct joining *j = cls;

	(void)kind;
	if (strcasecmp(name, j->name) == 0)
		buf_printf(&j->text, "%s%s", j->text.len ? "," : "", value ? value : "");
	return MHD_YES;
}

static char *
join_header(const struct request *request, const char *name)
{
	struct joining j = { name, BUF_INIT(HEADER_LINES_MAX) };
	char *joined = NULL;

	(void)MHD_get_connection_values(
	    request->connection, MHD_HEADER_KIND, join_line, &j);
	if (j.text.len && buf_ok(&j.text))
		joined = strdup(buf_text(&j.text));
	buf_fini(&j.text);
	return joined;
}

/* The data of proxies about the client. It is used only if the peer is a trusted
 * proxy. */
static void
ask_proxies(struct exchange *x, const char *peer)
{
	const struct networks *trusted = &x->listener->api->proxies;
	struct api_credentials *c = &x->request.credentials;
	char *forwarded OWNED(free) = join_header(&x->request, "X-Forwarded-For");
	char *scheme OWNED(free) = join_header(&x->request, "X-Forwarded-Proto");
	char *host OWNED(free) = join_header(&x->request, "X-Forwarded-Host");
	char word[sizeof("https")];

	client_address(trusted, peer, forwarded, x->address);
	if (last_word(scheme, word, sizeof(word)) && strcmp(word, "https") == 0)
		c->is_tls = true;
	if (last_word(host, x->host, sizeof(x->host)))
		c->host = x->host;
}

static void
find_client(struct exchange *x)
{
	const union MHD_ConnectionInfo *info = MHD_get_connection_info(
	    x->request.connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	struct api_credentials *c = &x->request.credentials;
	struct address address;

	(void)snprintf(x->address, sizeof(x->address), "unknown");
	if (info && address_of(info->client_addr, &address))
		address_show(&address, x->address);
	c->address = x->address;
	c->is_tls = x->listener->is_tls;
	c->host = request_header(&x->request, "Host");
	if (is_proxy(&x->listener->api->proxies, x->address)) {
		char peer[ADDRESS_TEXT_MAX];

		(void)snprintf(peer, sizeof(peer), "%s", x->address);
		ask_proxies(x, peer);
	}
}

static void
take_credentials(struct exchange *x)
{
	struct api_credentials *c = &x->request.credentials;

	find_client(x);
	c->authorization = request_header(&x->request, "Authorization");
	c->csrf = request_header(&x->request, API_CSRF_HEADER);
	c->origin = request_header(&x->request, "Origin");
	c->cookie = MHD_lookup_connection_value(x->request.connection, MHD_COOKIE_KIND,
	    c->is_tls ? API_COOKIE_TLS : API_COOKIE);
}

/* ---- replies -------------------------------------------------------------------------------- */

static const struct {
	const char *name, *value;
} ALWAYS[] = {
	{ "X-Content-Type-Options", "nosniff" },
	{ "X-Frame-Options", "DENY" },
	{ "Referrer-Policy", "no-referrer" },
	{ "Cross-Origin-Opener-Policy", "same-origin" },
	{ "Cross-Origin-Resource-Policy", "same-origin" },
};

/* Default headers; the reply may replace them. */
static const struct {
	const char *name, *value;
} USUALLY[] = {
	{ "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'" },
	{ "Cache-Control", "no-store" },
};

static bool
has_header(const struct reply *reply, const char *name)
{
	for (size_t i = 0; i < reply->n_headers; i++) {
		if (strcmp(reply->headers[i].name, name) == 0)
			return true;
	}
	return false;
}

/* libmicrohttpd reads the lines between chunks, and accepts a bare LF as their end. A
 * program that reads them in another way could see a second request after them. So
 * nothing is read after a body in chunks. */
static bool
is_last(const struct exchange *x)
{
	return x->listener->api->is_closing ||
	    request_header(&x->request, "Transfer-Encoding");
}

static void
add_headers(const struct exchange *x, struct MHD_Response *response)
{
	const struct reply *reply = &x->reply;

	(void)MHD_add_response_header(response, "Content-Type", reply->type);
	for (size_t i = 0; i < sizeof(ALWAYS) / sizeof(ALWAYS[0]); i++)
		(void)MHD_add_response_header(response, ALWAYS[i].name, ALWAYS[i].value);
	for (size_t i = 0; i < sizeof(USUALLY) / sizeof(USUALLY[0]); i++) {
		if (!has_header(reply, USUALLY[i].name))
			(void)MHD_add_response_header(
			    response, USUALLY[i].name, USUALLY[i].value);
	}
	if (x->request.credentials.is_tls)
		(void)MHD_add_response_header(
		    response, "Strict-Transport-Security", "max-age=31536000");
	for (size_t i = 0; i < reply->n_headers; i++)
		(void)MHD_add_response_header(
		    response, reply->headers[i].name, reply->headers[i].value);
	if (is_last(x) && !has_header(reply, "Connection"))
		(void)MHD_add_response_header(response, "Connection", "close");
}

static enum MHD_Result
answer(struct exchange *x)
{
	struct reply *reply = &x->reply;
	struct MHD_Response *response = GIVE(reply->stream);
	enum MHD_Result result;

	if (!reply->status)
		reply_error(reply, 500, "the request was not answered");
	if (!response && !reply->body)
		reply->n_body = 0;
	if (!response)
		response = MHD_create_response_from_buffer(
		    reply->n_body, reply->body, MHD_RESPMEM_MUST_COPY);
	if (!response)
		return MHD_NO;
	add_headers(x, response);
	atomic_fetch_add(&x->listener->api->by_class[reply->status / 100 % 6], 1);
	log_debug("api", "%s %s %s %s %d %lld us", x->address, x->request.caller.name,
	    x->method, x->uri, reply->status, (long long)(clock_mono_us() - x->begun_us));
	result =
	    MHD_queue_response(x->request.connection, (unsigned)reply->status, response);
	MHD_destroy_response(response);
	if (strcmp(reply->type, "text/event-stream") != 0)
		watchman_sends(x->listener->api->watch, peer_of(x->request.connection));
	return result;
}

/* ---- processing -------------------------------------------------------------------- */

static bool
client_is_there(void *peer)
{
	return !peer || !watchman_is_gone(peer);
}

/* Runs on a thread of a pool; after the resume it belongs to the thread of the connection
 * again. */
static void
run_elsewhere(void *ctx)
{
	struct exchange *x = ctx;
	const struct caller *who = &x->request.caller;

	if (!who->is_there || who->is_there(who->there_ctx))
		exchange_run(x);
	else
		reply_error(&x->reply, 503, "nobody waits for it any more");
	x->state = EXCHANGE_ANSWERED;
	MHD_resume_connection(x->request.connection);
}

static void
refuse_hand_over(struct exchange *x, enum rc rc)
{
	if (rc == RC_CANCELLED)
		reply_error(&x->reply, 503, "the program is ending");
	else if (rc == RC_REFUSED)
		reply_error(&x->reply, 429,
		    "too many requests of yours are under way; wait for their answers");
	else
		reply_error(&x->reply, 503,
		    "too many requests are in progress; try again in a moment");
}

/* A request that only reads, or that waits for a device, is stopped when its client
 * disconnects. A change that was received completely is made, even if the client has
 * closed its side. */
static enum MHD_Result
hand_over(struct exchange *x, enum exchange_place place)
{
	struct MHD_Connection *connection = x->request.connection;
	struct caller *who = &x->request.caller;
	struct pool_work work = { run_elsewhere, x, owner_of(who), false };
	enum rc rc;

	if (place != EXCHANGE_WORKER && place != EXCHANGE_HASHER) {
		who->is_there = client_is_there;
		who->there_ctx = x->peer;
	}
	x->state = EXCHANGE_RUNNING;
	MHD_suspend_connection(connection);
	rc = api_hand_over(x->request.api, place, &work);
	if (rc == RC_OK)
		return MHD_YES;
	refuse_hand_over(x, rc);
	x->state = EXCHANGE_ANSWERED;
	MHD_resume_connection(connection);
	return MHD_YES;
}

/* Bytes above the limit are read and discarded, up to a maximum: a client that is still
 * sending would not see our answer. A client that sends more than that maximum does not
 * read the answer anyway. */
static size_t
most_swallowed(const struct exchange *x)
{
	return 4 * x->body.ceiling + 65536;
}

static bool
is_hopeless(const struct exchange *x)
{
	const char *length = request_header(&x->request, "Content-Length");

	return length && strtoull(length, NULL, 10) > most_swallowed(x);
}

/* Nothing more is read from its connection. */
static enum MHD_Result
refuse_ambiguous(struct exchange *x, const char *words)
{
	reply_error(&x->reply, 400, "%s", words);
	reply_header(&x->reply, "Connection", "close");
	x->is_refused = true;
	return answer(x);
}

static enum MHD_Result
begin(struct exchange *x, const char *method, const char *url, const char *version)
{
	struct strict_line line = { url, x->n_uri, version };
	const char *problem = strict_problem(x->request.connection, &line);

	x->method = strdup(method);
	if (!x->method)
		return MHD_NO;
	take_credentials(x);
	if (problem)
		return refuse_ambiguous(x, problem);
	exchange_head(x);
	x->state = EXCHANGE_READING;
	return x->is_refused && is_hopeless(x) ? answer(x) : MHD_YES;
}

static enum MHD_Result
take_body(struct exchange *x, const char *upload, size_t n)
{
	size_t most = x->body.ceiling;

	x->n_received += n;
	if (x->n_received > most_swallowed(x))
		return MHD_NO;
	if (x->is_refused)
		return MHD_YES;
	if (x->n_received > most) {
		reply_error(&x->reply, 413, "a body has at most %zu bytes", most);
		x->is_refused = true;
		return MHD_YES;
	}
	buf_add(&x->body, upload, n);
	if (!buf_ok(&x->body)) {
		reply_error(&x->reply, 413, "a body has at most %zu bytes", most);
		x->is_refused = true;
	}
	return MHD_YES;
}

static enum MHD_Result
end(struct exchange *x)
{
	enum exchange_place place = exchange_place(x);

	x->peer = peer_of(x->request.connection);
	watchman_has(x->listener->api->watch, x->peer);
	if (place != EXCHANGE_HERE)
		return hand_over(x, place);
	if (!x->is_refused)
		exchange_run(x);
	x->state = EXCHANGE_ANSWERED;
	return answer(x);
}

/* The number of parameters is given by libmicrohttpd. */
/* NOLINTBEGIN(readability-function-size) */
enum MHD_Result
connection_access(void *cls, struct MHD_Connection *connection, const char *url,
    const char *method, const char *version, const char *upload, size_t *upload_size,
    void **con_cls)
{
	struct exchange *x = *con_cls;
	size_t n = *upload_size;

	(void)cls;
	(void)connection;
	if (!x)
		return MHD_NO; /* no memory */
	switch (x->state) {
	case EXCHANGE_NEW:
		return begin(x, method, url, version);
	case EXCHANGE_READING:
		*upload_size = 0;
		return n > 0 ? take_body(x, upload, n) : end(x);
	case EXCHANGE_RUNNING:
		return MHD_YES; /* suspended: not possible here */
	case EXCHANGE_ANSWERED:
		return answer(x);
	}
	return MHD_NO;
}
/* NOLINTEND(readability-function-size) */

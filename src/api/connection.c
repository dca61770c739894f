/* SPDX-License-Identifier: Apache-2.0
 *
 * What happens on a connection, as libmicrohttpd calls it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/server_int.h"
#include "base/clock.h"
#include "base/log.h"

/* ---- requests begin and end ---------------------------------------------------------------- */

/* Paths and queries are decoded by us, once and strictly. */
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
	struct exchange *x = calloc(1, sizeof(*x));
	char *mark;

	if (!x)
		return NULL;
	x->uri = strndup(uri, EXCHANGE_URI_MAX);
	if (!x->uri) {
		free(x);
		return NULL;
	}
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
	atomic_fetch_add(&l->api->requests, 1);
	return x;
}

static void
exchange_free(struct exchange *x)
{
	if (x->body.data)
		explicit_bzero(x->body.data, x->body.len); /* it may have had secrets */
	buf_fini(&x->body);
	reply_fini(&x->reply);
	json_decref(x->asked);
	free(x->method);
	free(x->uri);
	free(x);
}

static struct peer *
peer_of(struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info =
	    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

	return info ? info->socket_context : NULL;
}

void
connection_done(void *cls, struct MHD_Connection *connection, void **con_cls,
    enum MHD_RequestTerminationCode why)
{
	struct listener *l = cls;
	struct exchange *x = *con_cls;

	(void)why;
	if (!x)
		return;
	watch_waits(l->api->watch, peer_of(connection));
	exchange_free(x);
	*con_cls = NULL;
	atomic_fetch_sub(&l->api->n_exchanges, 1);
}

void
connection_turn(void *cls, struct MHD_Connection *connection, void **socket_context,
    enum MHD_ConnectionNotificationCode what)
{
	struct listener *l = cls;
	const union MHD_ConnectionInfo *info;

	switch (what) {
	case MHD_CONNECTION_NOTIFY_STARTED:
		info = MHD_get_connection_info(
		    connection, MHD_CONNECTION_INFO_CONNECTION_FD);
		*socket_context =
		    info ? watch_add(l->api->watch, info->connect_fd) : NULL;
		return;
	case MHD_CONNECTION_NOTIFY_CLOSED:
		watch_drop(l->api->watch, *socket_context);
		*socket_context = NULL;
		return;
	}
}

/* ---- what it came with ---------------------------------------------------------------------- */

const char *
request_header(const struct request *request, const char *name)
{
	if (!request->connection)
		return NULL;
	return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}

static void
find_client(struct exchange *x)
{
	const struct api *api = x->listener->api;
	const union MHD_ConnectionInfo *info = MHD_get_connection_info(
	    x->request.connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	struct api_credentials *c = &x->request.credentials;
	const char *scheme, *host;
	char peer[PROXY_TEXT_MAX];
	bool is_proxy;

	address_show(info ? info->client_addr : NULL, peer);
	is_proxy = proxies_have(&api->proxies, peer);
	client_address(&api->proxies, peer,
	    request_header(&x->request, "X-Forwarded-For"), x->address);
	c->address = x->address;
	scheme = request_header(&x->request, "X-Forwarded-Proto");
	c->is_tls =
	    x->listener->is_tls || (is_proxy && scheme && strcmp(scheme, "https") == 0);
	host = is_proxy ? request_header(&x->request, "X-Forwarded-Host") : NULL;
	c->host = host ? host : request_header(&x->request, "Host");
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

/* Unless the reply says otherwise. */
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
	if (x->listener->api->is_closing)
		(void)MHD_add_response_header(response, "Connection", "close");
}

static enum MHD_Result
answer(struct exchange *x)
{
	struct reply *reply = &x->reply;
	struct MHD_Response *response = GIVE(reply->stream);
	enum MHD_Result result;

	if (!reply->status)
		reply_error(reply, 500, "nobody has answered");
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
	return result;
}

/* ---- the way -------------------------------------------------------------------------------- */

/* On a worker; from the resume on it is the connection's thread's again. */
static void
run_elsewhere(void *ctx)
{
	struct exchange *x = ctx;

	exchange_run(x);
	x->state = EXCHANGE_ANSWERED;
	MHD_resume_connection(x->request.connection);
}

static enum MHD_Result
hand_over(struct exchange *x, enum exchange_place place)
{
	struct MHD_Connection *connection = x->request.connection;
	enum rc rc;

	x->state = EXCHANGE_RUNNING;
	MHD_suspend_connection(connection);
	rc = api_hand_over(x->request.api, place, run_elsewhere, x);
	if (rc == RC_OK)
		return MHD_YES;
	reply_error(&x->reply, 503,
	    rc == RC_CANCELLED ? "the program is ending"
			       : "too much is being done; try again in a moment");
	x->state = EXCHANGE_ANSWERED;
	MHD_resume_connection(connection);
	return MHD_YES;
}

/* More than may come is read and thrown away, to a point: a client that still writes would
 * not see our answer. Beyond it, whoever writes on and on is not reading anyway. */
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

static enum MHD_Result
begin(struct exchange *x, const char *method)
{
	x->method = strdup(method);
	if (!x->method)
		return MHD_NO;
	take_credentials(x);
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

	watch_has(x->listener->api->watch, peer_of(x->request.connection));
	if (place != EXCHANGE_HERE)
		return hand_over(x, place);
	if (!x->is_refused)
		exchange_run(x);
	x->state = EXCHANGE_ANSWERED;
	return answer(x);
}

/* So many because libmicrohttpd has them. */
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
	(void)url;
	(void)version;
	if (!x)
		return MHD_NO; /* no memory */
	switch (x->state) {
	case EXCHANGE_NEW:
		return begin(x, method);
	case EXCHANGE_READING:
		*upload_size = 0;
		return n > 0 ? take_body(x, upload, n) : end(x);
	case EXCHANGE_RUNNING:
		return MHD_YES; /* suspended: cannot be */
	case EXCHANGE_ANSWERED:
		return answer(x);
	}
	return MHD_NO;
}
/* NOLINTEND(readability-function-size) */

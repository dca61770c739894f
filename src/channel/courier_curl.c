/* SPDX-License-Identifier: Apache-2.0
 *
 * libcurl's multi interface on a libevent loop: curl sets the sockets and the timer that
 * it needs, and libevent calls it when something happens.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/networks.h"
#include "channel/courier_int.h"
#include "channel/document.h"

enum { CONNECT_S = 5, ALL_S = 15, IDLE_CONNECTIONS = 16 };

/* ---- who may be reached ----------------------------------------------------------------- */

/* Addresses at which cloud providers publish secrets of their machines; link-local
 * addresses are refused anyway. */
static const char METADATA[] =
    "100.100.100.200, 168.63.129.16, 192.0.0.192, fd00:ec2::254, fd20:ce::254";

bool
courier_may_connect(const struct networks *allowed, const struct address *address)
{
	struct networks metadata;

	if (!networks_allow(allowed, address))
		return false;
	if (allowed->n > 0)
		return true;
	return !address_is_loopback(address) &&
	    networks_read(METADATA, &metadata, NULL) == RC_OK &&
	    !networks_have(&metadata, address);
}

/* Checked after the name was resolved, because the address counts. */
static curl_socket_t
open_socket(void *ctx, curlsocktype purpose, struct curl_sockaddr *sa)
{
	struct delivery *d = ctx;
	struct courier *c = d->courier;
	bool is_proxied = *c->proxy && d->row->kind != CHANNEL_EMAIL;
	struct address address;

	(void)purpose;
	if (!is_proxied) {
		if (!address_of(&sa->addr, &address))
			return CURL_SOCKET_BAD;
		if (!courier_may_connect(&c->options.allowed, &address)) {
			address_show(&address, d->forbidden);
			return CURL_SOCKET_BAD;
		}
		d->forbidden[0] = '\0';
	}
	return socket(sa->family, sa->socktype | SOCK_CLOEXEC, sa->protocol);
}

/* ---- sockets and timer -------------------------------------------------------------------- */

static void
take_finished(struct courier *c)
{
	CURLMsg *m;
	int left;

	while ((m = curl_multi_info_read(c->multi, &left))) {
		struct delivery *d = NULL;
		CURLcode code;

		if (m->msg != CURLMSG_DONE)
			continue;
		code = m->data.result;
		(void)curl_easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, (char **)&d);
		courier_ended(d, code);
	}
	/* The next message can be sent now. */
	event_active(c->tick, EV_TIMEOUT, 1);
}

static void
on_socket_event(evutil_socket_t fd, short what, void *ctx)
{
	struct courier *c = ctx;
	int action = (what & EV_READ ? CURL_CSELECT_IN : 0) |
	    (what & EV_WRITE ? CURL_CSELECT_OUT : 0);
	int running;

	(void)curl_multi_socket_action(c->multi, fd, action, &running);
	take_finished(c);
}

static void
on_curl_timer(evutil_socket_t fd, short what, void *ctx)
{
	struct courier *c = ctx;
	int running;

	(void)fd;
	(void)what;
	(void)curl_multi_socket_action(c->multi, CURL_SOCKET_TIMEOUT, 0, &running);
	take_finished(c);
}

static int
want_timer(CURLM *multi, long timeout_ms, void *ctx)
{
	struct courier *c = ctx;
	struct timeval tv = { .tv_sec = timeout_ms / 1000,
		.tv_usec = (timeout_ms % 1000) * 1000 };

	(void)multi;
	if (timeout_ms < 0)
		(void)evtimer_del(c->curl_timer);
	else
		(void)evtimer_add(c->curl_timer, &tv);
	return 0;
}

static int
want_socket(CURL *easy, curl_socket_t fd, int what, void *ctx, void *socket_ctx)
{
	struct courier *c = ctx;
	struct event *event = socket_ctx;
	short flags = EV_PERSIST;

	(void)easy;
	if (event)
		event_free(event);
	if (what == CURL_POLL_REMOVE) {
		(void)curl_multi_assign(c->multi, fd, NULL);
		return 0;
	}
	if (what & CURL_POLL_IN)
		flags |= EV_READ;
	if (what & CURL_POLL_OUT)
		flags |= EV_WRITE;
	event = event_new(c->base, fd, flags, on_socket_event, c);
	if (event)
		(void)event_add(event, NULL);
	(void)curl_multi_assign(c->multi, fd, event);
	return event ? 0 : -1;
}

enum rc
courier_curl_init(struct courier *c, struct err *err)
{
	c->multi = curl_multi_init();
	c->curl_timer = evtimer_new(c->base, on_curl_timer, c);
	if (!c->multi || !c->curl_timer)
		return err_set(err, RC_NOMEM, "out of memory");
	curl_multi_setopt(c->multi, CURLMOPT_SOCKETFUNCTION, want_socket);
	curl_multi_setopt(c->multi, CURLMOPT_SOCKETDATA, c);
	curl_multi_setopt(c->multi, CURLMOPT_TIMERFUNCTION, want_timer);
	curl_multi_setopt(c->multi, CURLMOPT_TIMERDATA, c);
	curl_multi_setopt(
	    c->multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, (long)COURIER_IN_FLIGHT);
	curl_multi_setopt(
	    c->multi, CURLMOPT_MAX_HOST_CONNECTIONS, (long)COURIER_PER_CHANNEL);
	curl_multi_setopt(c->multi, CURLMOPT_MAXCONNECTS, (long)IDLE_CONNECTIONS);
	return RC_OK;
}

void
courier_curl_fini(struct courier *c)
{
	if (c->multi)
		(void)curl_multi_cleanup(c->multi);
	if (c->curl_timer)
		event_free(c->curl_timer);
	c->multi = NULL;
	c->curl_timer = NULL;
}

/* ---- one transfer ---------------------------------------------------------------------------- */

static size_t
take_bytes(char *bytes, size_t size, size_t n, void *ctx)
{
	struct delivery *d = ctx;

	buf_add(&d->answer, bytes, size * n);
	return buf_ok(&d->answer) ? size * n : 0;
}

static size_t
take_header(char *bytes, size_t size, size_t n, void *ctx)
{
	static const char RETRY[] = "retry-after:";
	struct delivery *d = ctx;
	size_t len = size * n;
	char line[512];

	(void)snprintf(line, sizeof(line), "%.*s",
	    (int)(len < sizeof(line) ? len : sizeof(line) - 1), bytes);
	if (d->row->kind == CHANNEL_EMAIL)
		memcpy(d->reply, line, sizeof(d->reply));
	else if (strncasecmp(line, RETRY, sizeof(RETRY) - 1) == 0)
		d->retry_after_s = strtol(line + sizeof(RETRY) - 1, NULL, 10);
	return len;
}

static enum rc
encode(struct delivery *d, struct err *err)
{
	json_t *document = json_loads(d->row->body, 0, NULL);
	json_t *settings = json_loads(d->row->settings, 0, NULL);
	struct encoding e = { .row = d->row,
		.document = document,
		.settings = settings,
		.now_ms = clock_wall_ms() };
	enum rc rc = RC_OK;

	request_fini(&d->request);
	request_init(&d->request);
	if (document_check(document, err) != RC_OK)
		rc = RC_INVALID;
	else if (d->row->kind == CHANNEL_TELEGRAM)
		rc = telegram_encode(&e, &d->request, err);
	else if (d->row->kind == CHANNEL_EMAIL)
		rc = email_encode(&e, &d->request, err);
	else
		rc = webhook_encode(&e, &d->request, err);
	json_decref(document);
	json_decref(settings);
	return rc;
}

static enum rc
set_headers(struct delivery *d, struct err *err)
{
	for (size_t i = 0; i < d->request.n_headers; i++) {
		struct curl_slist *more =
		    curl_slist_append(d->headers, buf_text(&d->request.headers[i]));

		if (!more)
			return err_set(err, RC_NOMEM, "out of memory");
		d->headers = more;
	}
	curl_easy_setopt(d->easy, CURLOPT_HTTPHEADER, d->headers);
	return RC_OK;
}

static void
set_common(struct delivery *d)
{
	struct courier *c = d->courier;
	CURL *easy = d->easy;

	curl_easy_setopt(easy, CURLOPT_PRIVATE, d);
	curl_easy_setopt(easy, CURLOPT_URL, buf_text(&d->request.url));
	curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_S);
	curl_easy_setopt(easy, CURLOPT_TIMEOUT, (long)ALL_S);
	curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, d->curl_error);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_bytes);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, d);
	curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_header);
	curl_easy_setopt(easy, CURLOPT_HEADERDATA, d);
	curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
	curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, d);
	/* An empty text: also no proxy of the environment. */
	curl_easy_setopt(
	    easy, CURLOPT_PROXY, d->row->kind == CHANNEL_EMAIL ? "" : c->proxy);
	if (*c->ca_file)
		curl_easy_setopt(easy, CURLOPT_CAINFO, c->ca_file);
}

static void
set_http(struct delivery *d)
{
	curl_easy_setopt(d->easy, CURLOPT_PROTOCOLS_STR,
	    d->request.allows_http ? "http,https" : "https");
	curl_easy_setopt(d->easy, CURLOPT_USERAGENT, "facho");
	curl_easy_setopt(d->easy, CURLOPT_POSTFIELDSIZE, (long)d->request.body.len);
	curl_easy_setopt(d->easy, CURLOPT_POSTFIELDS, buf_text(&d->request.body));
}

/* Text first, HTML last: a mail program shows the last part that it supports. */
static bool
add_part(curl_mime *mime, const struct buf *text, const char *type)
{
	curl_mimepart *part = curl_mime_addpart(mime);

	return part && curl_mime_data(part, buf_text(text), text->len) == CURLE_OK &&
	    curl_mime_type(part, type) == CURLE_OK &&
	    curl_mime_encoder(part, "quoted-printable") == CURLE_OK;
}

static enum rc
set_mime(struct delivery *d, struct err *err)
{
	curl_mime *both;
	curl_mimepart *part;

	d->mime = curl_mime_init(d->easy);
	part = d->mime ? curl_mime_addpart(d->mime) : NULL;
	both = part ? curl_mime_init(d->easy) : NULL;
	if (!both || !add_part(both, &d->request.body, "text/plain; charset=utf-8") ||
	    !add_part(both, &d->request.html, "text/html; charset=utf-8") ||
	    curl_mime_subparts(part, both) != CURLE_OK) {
		curl_mime_free(both);
		return err_set(err, RC_NOMEM, "out of memory");
	}
	(void)curl_mime_type(part, "multipart/alternative");
	curl_easy_setopt(d->easy, CURLOPT_MIMEPOST, d->mime);
	return RC_OK;
}

static enum rc
set_mail(struct delivery *d, struct err *err)
{
	const struct request *r = &d->request;

	curl_easy_setopt(d->easy, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
	curl_easy_setopt(d->easy, CURLOPT_USE_SSL,
	    r->needs_tls ? (long)CURLUSESSL_ALL : (long)CURLUSESSL_NONE);
	curl_easy_setopt(d->easy, CURLOPT_MAIL_FROM, buf_text(&r->from));
	d->recipients = curl_slist_append(NULL, buf_text(&r->to));
	if (!d->recipients)
		return err_set(err, RC_NOMEM, "out of memory");
	curl_easy_setopt(d->easy, CURLOPT_MAIL_RCPT, d->recipients);
	if (r->has_login) {
		curl_easy_setopt(d->easy, CURLOPT_USERNAME, buf_text(&r->user));
		curl_easy_setopt(d->easy, CURLOPT_PASSWORD, d->row->secret.bytes);
	}
	return set_mime(d, err);
}

enum rc
courier_curl_send(struct delivery *d, struct err *err)
{
	enum rc rc = encode(d, err);

	if (rc != RC_OK)
		return rc;
	d->easy = curl_easy_init();
	if (!d->easy)
		return err_set(err, RC_NOMEM, "out of memory");
	set_common(d);
	rc = set_headers(d, err);
	if (rc == RC_OK && d->row->kind == CHANNEL_EMAIL)
		rc = set_mail(d, err);
	else if (rc == RC_OK)
		set_http(d);
	if (rc != RC_OK)
		return rc;
	if (curl_multi_add_handle(d->courier->multi, d->easy) != CURLM_OK)
		return err_set(err, RC_NOMEM, "out of memory");
	return RC_OK;
}

void
courier_curl_drop(struct delivery *d)
{
	if (d->easy) {
		(void)curl_multi_remove_handle(d->courier->multi, d->easy);
		curl_easy_cleanup(d->easy);
	}
	d->easy = NULL;
	curl_mime_free(d->mime);
	d->mime = NULL;
	curl_slist_free_all(d->headers);
	d->headers = NULL;
	curl_slist_free_all(d->recipients);
	d->recipients = NULL;
	buf_clear(&d->answer);
	d->reply[0] = d->curl_error[0] = d->forbidden[0] = '\0';
	d->retry_after_s = 0;
}

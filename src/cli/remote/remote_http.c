/* SPDX-License-Identifier: Apache-2.0
 *
 * The API of a program that runs elsewhere: one request after the other on one connection.
 */
#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>

#include "cli/remote/remote_int.h"
#include "cli/remote/remote_stream_int.h"

/* An OLT may take its time to be tested; nothing takes longer. */
enum { CONNECT_S = 10, ANSWER_S = 300, URL_MAX = 2048 };

static const char EVENTS[] = "/api/v1/events/?topics=executions,olts,pollers";

struct remote_web {
	struct remote base;
	CURL *curl;
	struct curl_slist *headers; /* with the token in it */
	char *url; /* without a slash at its end */
	bool has_token;
	struct buf in;
	struct remote_stream *stream; /* of events; NULL: there is none */
	char error[CURL_ERROR_SIZE];
};

static struct remote_web *
self(struct remote *r)
{
	return (struct remote_web *)r;
}

/* ---- one exchange ----------------------------------------------------------------------- */

static size_t
take_bytes(char *bytes, size_t size, size_t n, void *arg)
{
	struct buf *in = arg;

	buf_add(in, bytes, size * n);
	return buf_ok(in) ? size * n : 0;
}

static void
wipe(char *text)
{
	if (text)
		explicit_bzero(text, strlen(text));
	free(text);
}

/* Why nothing came, and what may help. curl's own words are put in brackets: they name
 * certificates and addresses. */
static enum rc
explain(const struct remote_web *w, CURLcode code, struct err *err)
{
	const char *words = w->error[0] ? w->error : curl_easy_strerror(code);

	if (code == CURLE_PEER_FAILED_VERIFICATION)
		return err_set(err, RC_REFUSED,
		    "%s: its certificate cannot be trusted; --ca FILE or $FACHO_CA says "
		    "whose can (%s)",
		    w->url, words);
	if (code == CURLE_SSL_CACERT_BADFILE)
		return err_set(
		    err, RC_INVALID, "--ca: no certificates in there (%s)", words);
	if (code == CURLE_SSL_CONNECT_ERROR)
		return err_set(
		    err, RC_PROTOCOL, "%s: it does not speak HTTPS (%s)", w->url, words);
	if (code == CURLE_COULDNT_CONNECT)
		return err_set(
		    err, RC_IO, "%s: nobody answers there (%s)", w->url, words);
	return err_set(err, RC_IO, "%s: %s", w->url, words);
}

/* curl keeps a copy. */
static void
set_url(struct remote_web *w, const char *target)
{
	struct buf url = BUF_INIT(1024 * 1024);

	buf_printf(&url, "%s%s", w->url, target);
	curl_easy_setopt(w->curl, CURLOPT_URL, buf_text(&url));
	buf_fini(&url);
	buf_clear(&w->in);
	w->error[0] = '\0';
}

static enum rc
perform(struct remote_web *w, const char *method, const char *target, const char *body,
    struct err *err)
{
	CURLcode code;

	set_url(w, target);
	curl_easy_setopt(w->curl, CURLOPT_CUSTOMREQUEST, method);
	curl_easy_setopt(w->curl, CURLOPT_POSTFIELDS, body);
	if (!body)
		curl_easy_setopt(w->curl, CURLOPT_HTTPGET, 1L);
	code = curl_easy_perform(w->curl);
	/* Nobody else may look for a secret where it was. */
	curl_easy_setopt(w->curl, CURLOPT_POSTFIELDS, NULL);
	return code == CURLE_OK ? RC_OK : explain(w, code, err);
}

/* ---- answers ------------------------------------------------------------------------------ */

static const char *
hint_for(const struct remote_web *w, long status)
{
	if (status != 401)
		return "";
	return w->has_token ? " ($FACHO_TOKEN is not good there)"
			    : " ($FACHO_TOKEN is not set; `facho token add` makes one)";
}

/* As the socket says it. What is not ours (a proxy's page) is told by its number. */
static json_t *
error_reply(const struct remote_web *w, long status, const json_t *answer)
{
	const json_t *error = json_object_get(answer, "error");
	const char *code = json_string_value(json_object_get(error, "code"));
	const char *message = json_string_value(json_object_get(error, "message"));
	char words[ERR_MAX];

	(void)snprintf(words, sizeof(words), "%s%s",
	    message ? message : "the server does not talk as facho does",
	    hint_for(w, status));
	if (!message)
		(void)snprintf(words, sizeof(words),
		    "%s answers with status %ld; is that facho's API?", w->url, status);
	return json_pack("{s:b, s:{s:s, s:s, s:O?}}", "ok", 0, "error", "code",
	    code ? code : "error", "message", words, "fields",
	    json_object_get(error, "fields"));
}

/* A list goes on where its link to the next page says: as the socket says it, "after". */
static void
take_next(struct remote_web *w, json_t *answer)
{
	const char *next = json_string_value(json_object_get(answer, "next"));
	const char *mark = next ? strstr(next, "?after=") : NULL;
	char *plain;

	if (!mark)
		return;
	mark += strlen("?after=");
	plain = curl_easy_unescape(w->curl, mark, (int)strcspn(mark, "&"), NULL);
	if (plain)
		(void)json_object_set_new(answer, "after", json_string(plain));
	curl_free(plain);
}

static enum rc
read_reply(struct remote_web *w, json_t **ret_reply, struct err *err)
{
	json_t *answer =
	    w->in.len ? json_loadb(w->in.data, w->in.len, JSON_DECODE_ANY, NULL) : NULL;
	long status = 0;
	json_t *reply;

	(void)curl_easy_getinfo(w->curl, CURLINFO_RESPONSE_CODE, &status);
	take_next(w, answer);
	if (status >= 200 && status < 300 && answer)
		reply = json_pack("{s:b, s:O}", "ok", 1, "result", answer);
	else
		reply = error_reply(w, status, answer);
	json_decref(answer);
	if (!reply)
		return err_set(err, RC_NOMEM, "out of memory");
	*ret_reply = reply;
	return RC_OK;
}

/* ---- events ------------------------------------------------------------------------------- */

/* The stream has ended; that it never began is said in the API's own words. */
static enum rc
end_stream(struct remote_web *w, long status, struct err *err)
{
	json_t *reply = NULL;
	enum rc rc = RC_CANCELLED;

	if (status == 0)
		return err_set(err, RC_IO, "%s: %s", w->url,
		    w->error[0] ? w->error : "the connection is gone");
	if (status != 200)
		rc = read_reply(w, &reply, err);
	if (reply) {
		const json_t *error = json_object_get(reply, "error");

		rc = err_set(err, RC_REFUSED, "%s",
		    json_string_value(json_object_get(error, "message")));
	}
	json_decref(reply);
	return rc;
}

static enum rc
web_next(struct remote *r, json_t **ret_line, struct err *err)
{
	struct remote_web *w = self(r);
	long status = 0;
	enum rc rc;

	if (!w->stream)
		return err_set(err, RC_CANCELLED, "there is no more");
	rc = remote_stream_next(w->stream, ret_line, &status, err);
	return rc == RC_CANCELLED ? end_stream(w, status, err) : rc;
}

/* From here on there are only events: a connection of its own would be needed to ask
 * anything else. */
static enum rc
web_follow(struct remote *r, json_t **ret_line, struct err *err)
{
	struct remote_web *w = self(r);
	enum rc rc;

	set_url(w, EVENTS);
	curl_easy_setopt(w->curl, CURLOPT_HTTPGET, 1L);
	curl_easy_setopt(w->curl, CURLOPT_TIMEOUT, 0L);
	rc = remote_stream_open(w->curl, &w->in, &w->stream, err);
	return rc == RC_OK ? web_next(r, ret_line, err) : rc;
}

static enum rc
web_ask(struct remote *r, const char *operation, json_t *args, json_t **ret_reply,
    struct err *err)
{
	struct remote_web *w = self(r);
	struct remote_request request;
	char *body = NULL;
	enum rc rc;

	if (strcmp(operation, "follow") == 0)
		return web_follow(r, ret_reply, err);
	rc = remote_route(operation, args, &request, err);
	if (rc != RC_OK)
		return rc;
	if (request.body)
		body = json_dumps(request.body, JSON_COMPACT);
	rc = perform(w, request.method, buf_text(&request.target), body, err);
	wipe(body);
	remote_request_fini(&request);
	return rc == RC_OK ? read_reply(w, ret_reply, err) : rc;
}

static void
web_close(struct remote *r)
{
	struct remote_web *w = self(r);

	for (struct curl_slist *h = w->headers; h; h = h->next)
		explicit_bzero(h->data, strlen(h->data));
	remote_stream_free(w->stream);
	curl_slist_free_all(w->headers);
	if (w->curl)
		curl_easy_cleanup(w->curl);
	buf_fini(&w->in);
	free(w->url);
	free(w);
}

static const struct remote_ops WEB = {
	.name = "http",
	.ask = web_ask,
	.next = web_next,
	.close = web_close,
};

/* ---- beginning ------------------------------------------------------------------------------ */

static enum rc
out_of_memory(struct err *err)
{
	return err_set(err, RC_NOMEM, "out of memory");
}

static enum rc
add_header(struct remote_web *w, const char *header, struct err *err)
{
	struct curl_slist *longer = curl_slist_append(w->headers, header);

	if (!longer)
		return out_of_memory(err);
	w->headers = longer;
	return RC_OK;
}

static enum rc
add_headers(struct remote_web *w, const char *token, struct err *err)
{
	char header[512];
	enum rc rc = add_header(w, "Content-Type: application/json", err);

	if (rc == RC_OK)
		rc = add_header(w, "Accept: application/json", err);
	if (rc != RC_OK || !token || !*token)
		return rc;
	if (strlen(token) > 256 || strpbrk(token, "\r\n"))
		return err_set(err, RC_INVALID, "$FACHO_TOKEN is no token");
	(void)snprintf(header, sizeof(header), "Authorization: Token %s", token);
	w->has_token = true;
	rc = add_header(w, header, err);
	explicit_bzero(header, sizeof(header));
	return rc;
}

static bool
is_this_machine(const char *url)
{
	static const char *const HOSTS[] = { "http://127.", "http://localhost",
		"http://[::1]", "https://127.", "https://localhost", "https://[::1]" };

	for (size_t i = 0; i < sizeof(HOSTS) / sizeof(HOSTS[0]); i++) {
		if (strncmp(url, HOSTS[i], strlen(HOSTS[i])) == 0)
			return true;
	}
	return false;
}

static void
set_options(struct remote_web *w, const struct remote_server *server)
{
	curl_easy_setopt(w->curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(w->curl, CURLOPT_PROTOCOLS_STR, "http,https");
	/* A token is for whom it was meant: nobody sends us elsewhere. */
	curl_easy_setopt(w->curl, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(w->curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_S);
	curl_easy_setopt(w->curl, CURLOPT_TIMEOUT, (long)ANSWER_S);
	curl_easy_setopt(w->curl, CURLOPT_USERAGENT, "facho");
	curl_easy_setopt(w->curl, CURLOPT_HTTPHEADER, w->headers);
	curl_easy_setopt(w->curl, CURLOPT_ERRORBUFFER, w->error);
	curl_easy_setopt(w->curl, CURLOPT_WRITEFUNCTION, take_bytes);
	curl_easy_setopt(w->curl, CURLOPT_WRITEDATA, &w->in);
	if (server->ca && *server->ca)
		curl_easy_setopt(w->curl, CURLOPT_CAINFO, server->ca);
	if (is_this_machine(server->url))
		curl_easy_setopt(w->curl, CURLOPT_PROXY, "");
}

enum rc
remote_http(
    const struct remote_server *server, struct remote **ret_remote, struct err *err)
{
	size_t n = strlen(server->url);
	struct remote *made OWNED(remote_close) = NULL;
	struct remote_web *w;
	enum rc rc;

	if (n > URL_MAX ||
	    (strncmp(server->url, "http://", 7) != 0 &&
		strncmp(server->url, "https://", 8) != 0))
		return err_set(err, RC_INVALID,
		    "\"%.60s\" is no server (like https://noc.example:8443)",
		    server->url);
	w = calloc(1, sizeof(*w));
	if (!w)
		return out_of_memory(err);
	w->base.ops = &WEB;
	w->in = (struct buf)BUF_INIT(REMOTE_ANSWER_MAX);
	made = &w->base;
	while (n > 0 && server->url[n - 1] == '/')
		n--;
	w->url = strndup(server->url, n);
	w->curl = curl_easy_init();
	if (!w->url || !w->curl)
		return out_of_memory(err);
	rc = add_headers(w, server->token, err);
	if (rc != RC_OK)
		return rc;
	set_options(w, server);
	*ret_remote = GIVE(made);
	return RC_OK;
}

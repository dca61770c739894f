/* SPDX-License-Identifier: Apache-2.0
 *
 * Processing of a request: first its head, then the complete request, the operation, and
 * the reply.
 */
#include "api/exchange_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "api/gather_int.h"
#include "api/keys_int.h"
#include "api/schema.h"
#include "api/web.h"
#include "base/clock.h"

static bool
is_get(const struct exchange *x)
{
	return strcmp(x->request.route->method, "GET") == 0;
}

static void
refuse(struct exchange *x)
{
	x->is_refused = true;
}

/* ---- the head ---------------------------------------------------------------------------- */

static bool
refuse_method(struct exchange *x, const char *allowed)
{
	reply_error(&x->reply, 405, "this path has: %s", allowed);
	reply_header(&x->reply, "Allow", allowed);
	refuse(x);
	return false;
}

/* A path without a route may be a page or a file of the web admin. */
static bool
find_page(struct exchange *x)
{
	if (!web_has(api_options_of(x->request.api)->web, x->uri)) {
		reply_error(&x->reply, 404, "there is no such path");
		refuse(x);
		return false;
	}
	if (x->request.credentials.is_change)
		return refuse_method(x, "GET");
	x->request.route = &WEB_ROUTE;
	return true;
}

static bool
find_route(struct exchange *x)
{
	char room[64];

	switch (route_find(x->method, x->uri, &x->request.route, &x->request.ids)) {
	case ROUTE_FOUND:
		return true;
	case ROUTE_NO_PATH:
		return find_page(x);
	case ROUTE_NO_METHOD:
		return refuse_method(x, route_allow(x->uri, room));
	case ROUTE_BAD_PATH:
		break;
	}
	reply_error(&x->reply, 400, "the path cannot be read");
	refuse(x);
	return false;
}

/* Identifies the caller; false: not possible, and the reply has the reason. */
static bool
identify(struct exchange *x, bool is_protected)
{
	const struct api_access *access = &api_options_of(x->request.api)->access;
	struct request *r = &x->request;
	struct err err = { 0 };
	enum rc rc = access->identify(access->ctx, &r->credentials, &r->identity, &err);

	if (rc == RC_OK) {
		r->caller.name = r->identity.name;
		r->caller.role = r->identity.role;
		r->caller.user = r->identity.user;
		r->caller.session = r->identity.session;
		return true;
	}
	if (!is_protected)
		return true; /* nobody, independent of the credentials */
	if (rc == RC_NOT_FOUND || rc == RC_REFUSED) {
		reply_error(&x->reply, 401, "%s",
		    *err.msg ? err.msg : "a token or a session is needed");
		reply_header(&x->reply, "WWW-Authenticate", "Token realm=\"facho\"");
	} else if (rc == RC_INVALID) {
		reply_error(&x->reply, 403, "%s", err.msg);
	} else {
		reply_error(&x->reply, 503, "your login or token cannot be checked now");
	}
	refuse(x);
	return false;
}

static bool
may_ask(struct exchange *x)
{
	enum role least = ROLE_VIEWER;
	bool is_protected = route_needs(x->request.route, &least);

	if (!identify(x, is_protected))
		return false;
	if (!is_protected || x->request.caller.role >= least)
		return true;
	reply_error(&x->reply, 403, "this is for the role %s; %s is %s", role_name(least),
	    x->request.caller.name, role_name(x->request.caller.role));
	refuse(x);
	return false;
}

static bool
is_json(const char *type)
{
	static const char JSON[] = "application/json";
	size_t n = sizeof(JSON) - 1;
	const char *charset;

	if (strncasecmp(type, JSON, n) != 0 || (type[n] && !strchr("; \t", type[n])))
		return false;
	charset = strcasestr(type, "charset=");
	return !charset || strncasecmp(charset + 8, "utf-8", 5) == 0 ||
	    strncasecmp(charset + 8, "\"utf-8\"", 7) == 0;
}

/* Checks the announced body; the length is only what the client promises. */
static bool
body_may_come(struct exchange *x)
{
	const char *length = request_header(&x->request, "Content-Length");
	const char *type = request_header(&x->request, "Content-Type");
	const char *coding = request_header(&x->request, "Content-Encoding");
	bool has_body = request_header(&x->request, "Transfer-Encoding") ||
	    (length && strcmp(length, "0") != 0);
	size_t most = api_options_of(x->request.api)->limits.body_bytes;

	if (length && strtoull(length, NULL, 10) > most) {
		reply_error(&x->reply, 413, "a body has at most %zu bytes", most);
		refuse(x);
		return false;
	}
	if (is_get(x) || !has_body)
		return true;
	if ((!type || is_json(type)) &&
	    (!coding || strcasecmp(coding, "identity") == 0) && type)
		return true;
	reply_error(
	    &x->reply, 415, "bodies are JSON in UTF-8: Content-Type: application/json");
	refuse(x);
	return false;
}

void
exchange_head(struct exchange *x)
{
	struct request *r = &x->request;

	r->method = x->method;
	r->path = x->uri;
	r->caller = (struct caller){ .name = "", .address = x->address };
	r->credentials.is_change =
	    strcmp(x->method, "GET") != 0 && strcmp(x->method, "HEAD") != 0;
	if (!api_allows(r->api, x->address)) {
		reply_error(&x->reply, 429, "too many requests; wait a moment");
		refuse(x);
		return;
	}
	if (api_is_closing(r->api)) {
		reply_error(&x->reply, 503, "the program is ending");
		refuse(x);
		return;
	}
	if (x->is_cut) {
		reply_error(&x->reply, 414, "a path and its query have at most %d bytes",
		    EXCHANGE_URI_MAX);
		refuse(x);
		return;
	}
	if (find_route(x) && may_ask(x))
		(void)body_may_come(x); /* if not allowed, the reply is set */
}

enum exchange_place
exchange_place(const struct exchange *x)
{
	const struct route *route = x->request.route;
	const struct operation *o;

	if (x->is_refused || !route->operation)
		return EXCHANGE_HERE;
	if (route->flags & ROUTE_SLOW)
		return EXCHANGE_WAITER;
	if (route->flags & ROUTE_HASH)
		return EXCHANGE_HASHER;
	if (!is_get(x))
		return EXCHANGE_WORKER;
	o = service_operation_find(route->operation);
	return o && o->is_long ? EXCHANGE_LIST : EXCHANGE_READER;
}

/* ---- the operation ------------------------------------------------------------------------ */

/* The path of the collection and the number of the new object. */
static void
add_location(struct exchange *x, const json_t *result)
{
	const char *path = x->request.route->path, *brace = strchr(path, '{');
	const json_t *id = json_object_get(result, "id");
	char location[256];

	if (!json_is_integer(id))
		return;
	(void)snprintf(location, sizeof(location), "%.*s%lld/",
	    brace ? (int)(brace - path) : (int)strlen(path), path,
	    (long long)json_integer_value(id));
	reply_header(&x->reply, "Location", location);
}

static void
answer_well(struct exchange *x, struct service_answer *answer)
{
	const struct route *route = x->request.route;
	json_t *result = json_incref(answer->result);
	char etag[ETAG_MAX] = "";

	if (route->flags & ROUTE_LIST)
		result = links_add(x->uri, x->request.route->beside, x->asked, result);
	if (route->shown_by && strcmp(route->method, "DELETE") != 0) {
		const char *known = request_header(&x->request, "If-None-Match");

		etag_make(route, result, etag);
		reply_header(&x->reply, "ETag", etag);
		if (known && is_get(x) && etag_is_in(known, etag)) {
			json_decref(result);
			reply_text(&x->reply, 304, "application/json", strdup(""));
			return;
		}
	}
	if (route->status == 201)
		add_location(x, result);
	reply_json(&x->reply, status_of(route, answer), result);
}

static void
call(struct exchange *x, json_t *args)
{
	const struct route *route = x->request.route;
	struct service_answer answer;

	service_call(api_service(x->request.api), &x->request.caller, route->operation,
	    args, &answer);
	if (answer.rc == RC_OK)
		answer_well(x, &answer);
	else
		reply_failure(&x->reply, route, &answer);
	service_answer_fini(&answer);
}

/* ---- If-Match ----------------------------------------------------------------------------- */

/* Is the object still the same as the client has read? */
static bool
is_unchanged(struct exchange *x, const char *expected)
{
	const struct route *route = x->request.route;
	struct service_answer shown;
	char etag[ETAG_MAX];
	bool is_same = false;
	json_t *args = json_pack("{s:s}", route->id, x->request.ids.text[0]);

	service_call(api_service(x->request.api), &x->request.caller, route->shown_by,
	    args, &shown);
	json_decref(args);
	if (shown.rc != RC_OK) {
		reply_failure(&x->reply, route, &shown);
	} else {
		etag_make(route, shown.result, etag);
		is_same = etag_is_in(expected, etag);
		if (!is_same)
			reply_error(
			    &x->reply, 412, "somebody has changed it since you read it");
	}
	service_answer_fini(&shown);
	return is_same;
}

static void
call_if_unchanged(struct exchange *x, json_t *args)
{
	const char *expected = request_header(&x->request, "If-Match");

	if (!expected || !x->request.route->shown_by || is_get(x)) {
		call(x, args);
		return;
	}
	api_lock_edits(x->request.api);
	if (is_unchanged(x, expected))
		call(x, args);
	api_unlock_edits(x->request.api);
}

/* ---- Idempotency-Key ---------------------------------------------------------------------- */

static bool
is_good_key(const char *key)
{
	size_t n = strlen(key);

	for (size_t i = 0; i < n; i++) {
		if (key[i] < 0x21 || key[i] > 0x7e)
			return false;
	}
	return n >= 1 && n <= KEYS_TEXT_MAX;
}

static void
dispatch(struct exchange *x, json_t *args)
{
	const struct route *route = x->request.route;
	const char *format = json_string_value(json_object_get(x->asked, "format"));

	if (route->handle)
		route->handle(&x->request, &x->reply);
	else if (route->flags & ROUTE_BULK)
		bulk_run(x, args);
	else if (route->flags & ROUTE_LIST && format && strcmp(format, "csv") == 0)
		csv_reply(x, args);
	else
		call_if_unchanged(x, args);
}

static void
dispatch_once(struct exchange *x, json_t *args, const char *key)
{
	struct keys_request request = { x->request.caller.name, key, x->method, x->uri,
		buf_text(&x->body), x->body.len };
	struct keys *keys = api_keys(x->request.api);
	char *body = NULL;
	int status = 0;

	if (!is_good_key(key)) {
		reply_error(&x->reply, 422,
		    "Idempotency-Key: 1 to %d printable characters", KEYS_TEXT_MAX);
		return;
	}
	switch (keys_begin(keys, &request, clock_mono_ms(), &status, &body)) {
	case RC_OK:
		dispatch(x, args);
		keys_end(keys, &request, x->reply.status, x->reply.body, x->reply.n_body);
		return;
	case RC_NOT_FOUND:
		reply_text(&x->reply, status, "application/json", body);
		reply_header(&x->reply, "Idempotent-Replayed", "true");
		return;
	case RC_CONFLICT:
		reply_error(
		    &x->reply, 409, "a request with this Idempotency-Key is under way");
		return;
	case RC_INVALID:
		reply_error(
		    &x->reply, 422, "this Idempotency-Key belongs to another request");
		return;
	default: /* no memory */
		reply_error(&x->reply, 503, "out of memory");
		return;
	}
}

/* ---- all of it ---------------------------------------------------------------------------- */

static json_t *
read_all(struct exchange *x)
{
	struct err err = { 0 };
	json_t *body = NULL, *fields, *args;
	bool has_body = !is_get(x);

	if (query_read(x->query, &x->asked, &err) != RC_OK ||
	    body_read(has_body ? buf_text(&x->body) : "", has_body ? x->body.len : 0,
		&body, &err) != RC_OK) {
		reply_error(&x->reply, 400, "%s", err.msg);
		return NULL;
	}
	fields = json_object();
	args = gather(x->request.route, &x->request.ids, x->asked, body, fields);
	json_decref(body);
	if (args)
		json_decref(fields);
	else
		reply_error_fields(&x->reply, is_get(x) ? 400 : 422, fields,
		    "some fields are not valid; see fields");
	return args;
}

void
exchange_run(struct exchange *x)
{
	const char *key = request_header(&x->request, "Idempotency-Key");
	bool is_post = strcmp(x->method, "POST") == 0;
	json_t *args = read_all(x);

	if (!args)
		return;
	x->request.args = args;
	if (key && is_post && !(x->request.route->flags & ROUTE_SECRET))
		dispatch_once(x, args, key);
	else
		dispatch(x, args);
	x->request.args = NULL;
	json_decref(args);
}

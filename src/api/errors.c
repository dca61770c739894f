/* SPDX-License-Identifier: Apache-2.0 */
#include "api/errors_int.h"

#include <string.h>

#include "api/route.h"
#include "api/schema.h"

static const struct {
	int status;
	const char *code;
	const char *words;
} STATUSES[] = {
	{ 400, "bad_request", "The path, the query or the JSON is not valid." },
	{ 401, "unauthorized", "No valid token or session was sent." },
	{ 403, "forbidden", "The role is not sufficient, or the CSRF token is missing." },
	{ 404, "not_found", "The object does not exist." },
	{ 405, "method_not_allowed",
	    "The path does not support this method; the header Allow lists the "
	    "methods." },
	{ 409, "conflict", "The request conflicts with the present state." },
	{ 412, "precondition_failed", "The object was changed after it was read." },
	{ 413, "too_large", "The body is too large." },
	{ 414, "uri_too_long", "The path and its query are too long." },
	{ 415, "unsupported_media_type", "The body must be application/json in UTF-8." },
	{ 422, "invalid", "Some fields are not valid; fields has a message for each." },
	{ 429, "too_many_requests",
	    "Too many requests; the header Retry-After says how long to wait." },
	{ 431, "header_too_large", "The headers are too large." },
	{ 500, "internal", "Internal error." },
	{ 503, "unavailable",
	    "Not available now: the database or the engine does not run, or there are "
	    "too many requests." },
};

enum { N_STATUSES = sizeof(STATUSES) / sizeof(STATUSES[0]) };

const char *
status_code(int status)
{
	for (size_t i = 0; i < N_STATUSES; i++) {
		if (STATUSES[i].status == status)
			return STATUSES[i].code;
	}
	return "error";
}

const char *
status_words(int status)
{
	for (size_t i = 0; i < N_STATUSES; i++) {
		if (STATUSES[i].status == status)
			return STATUSES[i].words;
	}
	return "Unknown error.";
}

bool
route_needs_body(const struct route *route)
{
	struct field f;

	if (!route->request || route->flags & ROUTE_PARTIAL)
		return false;
	for (size_t i = 0; schema_field(route->request, i, &f); i++) {
		if (f.flags & FIELD_MUST)
			return true;
	}
	return false;
}

static bool
may_answer(const struct route *r, int status)
{
	bool is_get = strcmp(r->method, "GET") == 0;
	bool has_body = r->request && !is_get;
	bool is_key = strcmp(r->method, "POST") == 0 && !(r->flags & ROUTE_SECRET);
	enum role role = ROLE_VIEWER;
	bool is_protected = route_needs(r, &role);
	bool is_login = r->operation && strcmp(r->operation, "auth.login") == 0;

	switch (status) {
	case 400:
		return r->request || r->flags & ROUTE_LIST;
	case 401:
		return is_protected || is_login;
	case 403:
		return (is_protected && (role > ROLE_VIEWER || !is_get)) || is_login;
	case 404:
		return r->id != NULL && !(r->flags & ROUTE_BULK);
	case 409:
		return !is_get && is_key;
	case 412:
		return r->shown_by && !is_get;
	case 413:
	case 415:
		return has_body;
	case 422:
		return has_body || is_key;
	case 414:
	case 429:
	case 503:
		return true;
	default:
		return false;
	}
}

size_t
route_errors(const struct route *route, int errors[ROUTE_ERRORS_MAX])
{
	size_t n = 0;

	for (size_t i = 0; i < N_STATUSES; i++) {
		if (may_answer(route, STATUSES[i].status))
			errors[n++] = STATUSES[i].status;
	}
	return n;
}

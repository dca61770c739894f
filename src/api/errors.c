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
	{ 400, "bad_request", "It cannot be read: path, query or JSON." },
	{ 401, "unauthorized", "Nobody is known by what it came with." },
	{ 403, "forbidden", "Not for this role, or without its CSRF text." },
	{ 404, "not_found", "There is no such thing." },
	{ 405, "method_not_allowed", "Not this method; Allow has those." },
	{ 409, "conflict", "Something else stands in the way of it." },
	{ 412, "precondition_failed", "Somebody else changed it first." },
	{ 413, "too_large", "The body is too large." },
	{ 414, "uri_too_long", "The path and its query are too long." },
	{ 415, "unsupported_media_type", "Bodies are application/json in UTF-8." },
	{ 422, "invalid", "Fields are wrong; each has its sentence." },
	{ 429, "too_many_requests", "Too many requests; Retry-After says when." },
	{ 431, "header_too_large", "The headers are too large." },
	{ 500, "internal", "A mistake of ours." },
	{ 503, "unavailable", "Not now: the database, the engine, or too much to do." },
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
	return "It went wrong.";
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

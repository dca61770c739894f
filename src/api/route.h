/* SPDX-License-Identifier: Apache-2.0
 *
 * api/route.h - the table of routes: what HTTP offers, one line each (routes.c).
 *
 * A route maps a method and a path to an operation of service/service.h:
 *
 *	{ "POST", "/api/v1/olts/{id}/enable/", .operation = "olt.enable", .id = "olt",
 *	    .reply = &SCHEMA_OLT, .summary = "Ask it from now on." },
 *
 * That line is all there is to do for a new route: routing, rights, validation, the
 * OpenAPI document and its page, ETags, and the tests come from it. Arguments of the
 * operation are gathered from:
 *   - {id} of the path, under the name `id` ("olt"); a second one, {other}, under `other`;
 *   - the query (GET) or the body (others), as the schema `request` says, under their names;
 *   - for lists: page, page_size, search, ordering and the filters of the list's fields.
 *
 * What is no operation (a page, a stream of events, metrics) has a `handle` of its own
 * (api/request_int.h). The table is checked by tests/unit/api: operations and arguments exist,
 * no two routes are the same, everything has a summary and a reply.
 *
 * Pure; any thread.
 */
#ifndef FACHO_API_ROUTE_H
#define FACHO_API_ROUTE_H

#include <stdbool.h>
#include <stddef.h>

#include "model/user.h"

struct reply;
struct request;
struct schema;

/* The least that a caller must be. */
enum route_role {
	ROUTE_AS_OPERATION, /* what the operation's table says */
	ROUTE_PUBLIC, /* anybody, without credentials */
	ROUTE_VIEWER,
	ROUTE_OPERATOR,
	ROUTE_ADMIN,
};

enum {
	ROUTE_LIST = 1, /* a page of rows; format=csv gives all of them */
	ROUTE_BULK = 2, /* {"ids": [...], ...}: the operation for each; a result per id */
	ROUTE_SLOW = 4, /* may wait for a device: threads of its own */
	ROUTE_PARTIAL = 8, /* a change: FIELD_MUST of the request does not count */
	ROUTE_SECRET =
	    16, /* the answer is told once: never kept for an Idempotency-Key */
	ROUTE_ARRAY = 32, /* the answer is an array of reply */
	ROUTE_PAGE = 64, /* whatever the query has is for the page, not for us */
	ROUTE_HASH = 128, /* hashes a password, which takes long: threads of its own */
};

enum { ROUTE_IDS_MAX = 2, ROUTE_BULK_MAX = 1000 };

struct route {
	const char
	    *method; /* "GET", "POST", "PATCH", "PUT", "DELETE"; NULL ends the table */
	const char *path; /* the whole of it, with its last slash */
	enum route_role role;
	unsigned flags;
	const char *operation; /* NULL: there is none, handle does it */
	/* Does it instead; with an operation, it calls that itself. */
	void (*handle)(struct request *request, struct reply *reply);
	const char *id; /* the argument that {id} is; NULL: there is none in the path */
	const char *other; /* the argument that {other} is */
	const char *list; /* ROUTE_LIST: of which list */
	/* ROUTE_LIST: what the answer has besides its rows; NULL: nothing */
	const struct schema *beside;
	const char *hides; /* ROUTE_LIST: rows with this field, unless it is asked for */
	/* The operation that shows the thing, by `id`: makes If-Match work. NULL: none. */
	const char *shown_by;
	int status; /* when it goes well; 0: 200 */
	const struct schema
	    *request; /* of the body, or of a GET's query; NULL: nothing */
	const struct schema *reply; /* NULL: handle says its own type */
	const char *type; /* of an answer that is no JSON: "text/html" */
	const char *summary; /* one sentence */
};

/* All of them, ending with a NULL method. */
const struct route *routes(void);

/* The values of {id} and {other}, decoded. */
struct route_ids {
	char text[ROUTE_IDS_MAX][256]; /* "" for what the path does not have */
};

enum route_match {
	ROUTE_FOUND,
	ROUTE_NO_PATH, /* 404 */
	ROUTE_NO_METHOD, /* 405 */
	ROUTE_BAD_PATH, /* 400: an escape that is none, a NUL, no UTF-8, too long */
};

/* path: as it came, without the query; percent-escapes are decoded here, segment by
 * segment, so that %2F never makes one. The last slash may be missing. Fixed segments win
 * over {id}. HEAD is found as GET. */
enum route_match route_find(const char *method, const char *path,
    const struct route **ret_route, struct route_ids *ret_ids);

/* "GET, POST": the methods that path has. Borrowed from room. */
const char *route_allow(const char *path, char room[64]);

/* The least role; false: it is public. */
bool route_needs(const struct route *route, enum role *ret_role);

#endif

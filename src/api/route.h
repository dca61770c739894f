/* SPDX-License-Identifier: Apache-2.0
 *
 * api/route.h - the table of routes (routes.c).
 *
 * A route maps a method and a path to an operation of service/service.h:
 *
 *	{ "POST", "/api/v1/olts/{id}/enable/", .operation = "olt.enable", .id = "olt",
 *	    .reply = &SCHEMA_OLT, .summary = "Enable an OLT." },
 *
 * A new route needs only such a line: routing, rights, validation, the OpenAPI document
 * and its page, ETags, and the tests use it. Arguments of the operation come from:
 *   - {id} of the path, under the name `id` ("olt"); a second one, {other}, under `other`;
 *   - the query (GET) or the body (others), by the schema `request`, under their names;
 *   - for lists: page, page_size, search, ordering and the filters of the list's fields.
 *
 * Routes without an operation (a page, a stream of events, metrics) have a `handle`
 * (api/request_int.h). The table is checked by tests/unit/api: operations and arguments
 * exist, no two routes are the same, everything has a summary and a reply.
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

/* The minimum role of a caller. */
enum route_role {
	ROUTE_AS_OPERATION, /* the role of the operation */
	ROUTE_PUBLIC, /* anybody, without credentials */
	ROUTE_VIEWER,
	ROUTE_OPERATOR,
	ROUTE_ADMIN,
};

enum {
	ROUTE_LIST = 1, /* a page of rows; format=csv returns all rows */
	ROUTE_BULK = 2, /* {"ids": [...], ...}: the operation for each; a result per id */
	ROUTE_SLOW = 4, /* may wait for a device: separate threads */
	ROUTE_PARTIAL = 8, /* a change: FIELD_MUST of the request is ignored */
	ROUTE_SECRET =
	    16, /* the answer has a secret: not stored for an Idempotency-Key */
	ROUTE_ARRAY = 32, /* the answer is an array of reply */
	ROUTE_PAGE = 64, /* the query is for the page and is ignored here */
	ROUTE_HASH = 128, /* hashes a password, which is slow: separate threads */
};

enum { ROUTE_IDS_MAX = 2, ROUTE_BULK_MAX = 1000 };

struct route {
	const char
	    *method; /* "GET", "POST", "PATCH", "PUT", "DELETE"; NULL ends the table */
	const char *path; /* the complete path, with the last slash */
	enum route_role role;
	unsigned flags;
	const char *operation; /* NULL: none, see handle */
	/* Handles the request instead; if there is an operation, it calls it itself. */
	void (*handle)(struct request *request, struct reply *reply);
	const char *id; /* the argument for {id}; NULL: not in the path */
	const char *other; /* the argument for {other} */
	const char *list; /* ROUTE_LIST: the list */
	/* ROUTE_LIST: further fields of the answer besides the rows; NULL: none */
	const struct schema *beside;
	const char *hides; /* ROUTE_LIST: hide rows with this field unless requested */
	/* The operation that returns the object, by `id`: required for If-Match. NULL:
	 * none. */
	const char *shown_by;
	int status; /* on success; 0: 200 */
	const struct schema
	    *request; /* of the body, or of a GET's query; NULL: nothing */
	const struct schema *reply; /* NULL: handle sets its own type */
	const char *type; /* of an answer that is not JSON: "text/html" */
	const char *summary; /* one sentence */
};

/* All routes, ending with a NULL method. */
const struct route *routes(void);

/* The values of {id} and {other}, decoded. */
struct route_ids {
	char text[ROUTE_IDS_MAX][256]; /* "" if not in the path */
};

enum route_match {
	ROUTE_FOUND,
	ROUTE_NO_PATH, /* 404 */
	ROUTE_NO_METHOD, /* 405 */
	ROUTE_BAD_PATH, /* 400: invalid escape, a NUL, invalid UTF-8, too long */
};

/* path: as received, without the query; percent-escapes are decoded here, segment by
 * segment, so that %2F never separates segments. The last slash may be missing. Fixed
 * segments have priority over {id}. HEAD is handled as GET. */
enum route_match route_find(const char *method, const char *path,
    const struct route **ret_route, struct route_ids *ret_ids);

/* "GET, POST": the methods of path. Borrowed from room. */
const char *route_allow(const char *path, char room[64]);

/* The minimum role; false: the route is public. */
bool route_needs(const struct route *route, enum role *ret_role);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * api/request_int.h - a request and its reply, for routes with a handle.
 *
 *	void
 *	handle_health(struct request *request, struct reply *reply)
 *	{
 *		reply_json(reply, 200, json_pack("{s:s}", "status", "live"));
 *	}
 *
 * A handle runs after routing, rights and validation. A handle without an operation runs
 * on an I/O thread, which other connections share: it must neither wait nor read the
 * database. It always sets a reply: reply_json, reply_text, reply_error, or reply_stream.
 * Only its own thread uses these.
 */
#ifndef FACHO_API_REQUEST_INT_H
#define FACHO_API_REQUEST_INT_H

#include <jansson.h>
#include <microhttpd.h>
#include <stdbool.h>

#include "api/access_int.h"
#include "api/route.h"
#include "base/err.h"
#include "service/service.h"

struct api;

struct request {
	struct api *api;
	const struct route *route;
	const char *method; /* as received; HEAD too */
	const char *path;
	struct route_ids ids;
	/* an object made from path, query and body; validated. Owned by the request */
	json_t *args;
	struct caller caller; /* "" and ROLE_VIEWER for unknown callers (public routes) */
	struct api_identity identity; /* user 0: unknown */
	struct api_credentials credentials;
	const char *version; /* version of the program */
	struct MHD_Connection *connection; /* NULL in tests without a socket */
};

/* NULL: not present. Borrowed. Names are not case-sensitive. */
const char *request_header(const struct request *request, const char *name);

enum { REPLY_HEADERS_MAX = 12 };

struct reply_header {
	const char *name; /* static */
	char *value; /* owned */
};

struct reply {
	int status;
	const char *type; /* static */
	char *body; /* owned: malloc; NULL: none */
	size_t n_body;
	struct MHD_Response *stream; /* owned; instead of body */
	struct reply_header headers[REPLY_HEADERS_MAX];
	size_t n_headers;
};

void reply_fini(struct reply *reply);

/* Takes value. */
void reply_json(struct reply *reply, int status, json_t *value);
/* Takes body (malloc). */
void reply_text(struct reply *reply, int status, const char *type, char *body);
/* {"error": {"code", "message"}}; the code follows from the status. */
void reply_error(struct reply *reply, int status, const char *fmt, ...) PRINTF_LIKE(3, 4);
/* With messages for single fields; takes fields. */
void reply_error_fields(
    struct reply *reply, int status, json_t *fields, const char *message);
/* The error of a call that failed. */
void reply_failure(
    struct reply *reply, const struct route *route, const struct service_answer *answer);
/* A response that is written in parts (MHD_create_response_from_callback); takes it. */
void reply_stream(
    struct reply *reply, int status, const char *type, struct MHD_Response *stream);
/* value is copied; a value with a line break is omitted. */
void reply_header(struct reply *reply, const char *name, const char *value);

/* The HTTP status of the outcome of a call. */
int status_of(const struct route *route, const struct service_answer *answer);

#endif

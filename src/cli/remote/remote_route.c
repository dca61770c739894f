/* SPDX-License-Identifier: Apache-2.0
 *
 * An operation as a request of the API: which route has it, and where each argument goes.
 */
#include <string.h>

#include "api/route.h"
#include "api/schema.h"
#include "cli/remote/remote_int.h"

enum { TARGET_MAX = 64 * 1024, NAME_MAX_BYTES = 256 };

void
remote_request_fini(struct remote_request *request)
{
	buf_fini(&request->target);
	json_decref(request->body);
	request->body = NULL;
}

/* ---- which route ---------------------------------------------------------------------- */

/* Does the path take this argument? */
static bool
is_in_path(const struct route *route, const char *name)
{
	return (route->id && strcmp(route->id, name) == 0) ||
	    (route->other && strcmp(route->other, name) == 0);
}

static bool
has_ids(const struct route *route, const json_t *args)
{
	return (!route->id || json_object_get(args, route->id)) &&
	    (!route->other || json_object_get(args, route->other));
}

static bool
takes_all(const struct route *route, json_t *args)
{
	struct field f;
	const char *name;
	json_t *value;

	json_object_foreach(args, name, value)
	{
		if (!is_in_path(route, name) &&
		    (!route->request || !schema_find(route->request, name, &f)))
			return false;
	}
	return true;
}

/* A list of all is not one of those that belong to an OLT, an ONU or an execution. */
static bool
is_whose_it_should_be(const struct route *route, const json_t *args)
{
	return route->id ||
	    (!json_object_get(args, "olt") && !json_object_get(args, "onu") &&
		!json_object_get(args, "execution"));
}

static bool
fits(const struct route *route, const char *operation, json_t *args)
{
	const char *list = json_string_value(json_object_get(args, "list"));

	if (!route->operation || strcmp(route->operation, operation) != 0 ||
	    route->flags & ROUTE_BULK)
		return false;
	if (route->flags & ROUTE_LIST)
		return list && strcmp(route->list, list) == 0 && has_ids(route, args) &&
		    is_whose_it_should_be(route, args);
	return has_ids(route, args) && takes_all(route, args);
}

static const struct route *
find_route(const char *operation, json_t *args)
{
	for (const struct route *r = routes(); r->method; r++) {
		if (fits(r, operation, args))
			return r;
	}
	return NULL;
}

bool
remote_is_missing(const char *operation, const json_t *fields)
{
	for (const struct route *r = routes(); r->method; r++) {
		if (r->operation && r->id && !(r->flags & ROUTE_BULK) &&
		    strcmp(r->operation, operation) == 0)
			return json_object_get(fields, r->id) != NULL;
	}
	return false;
}

/* ---- where it goes ----------------------------------------------------------------------- */

static void
put_value(struct buf *b, const json_t *value)
{
	char number[40];

	if (json_is_string(value)) {
		buf_put_escaped(b, json_string_value(value));
		return;
	}
	if (json_is_integer(value))
		(void)snprintf(
		    number, sizeof(number), "%lld", (long long)json_integer_value(value));
	else if (json_is_real(value))
		(void)snprintf(number, sizeof(number), "%.17g", json_real_value(value));
	else
		(void)snprintf(number, sizeof(number), "%s",
		    json_is_true(value)        ? "true"
			: json_is_false(value) ? "false"
					       : "");
	buf_puts(b, number);
}

static const json_t *
value_in_path(const struct route *route, const char *at, const json_t *args)
{
	return json_object_get(
	    args, strncmp(at, "{id}", 4) == 0 ? route->id : route->other);
}

static void
put_path(struct buf *b, const struct route *route, const json_t *args)
{
	const char *at = route->path;

	while (*at) {
		size_t n = strcspn(at, "{");

		buf_add(b, at, n);
		at += n;
		if (*at) {
			put_value(b, value_in_path(route, at, args));
			at += strcspn(at, "}") + 1;
		}
	}
}

static void
put_pair(struct buf *b, const char *name, const json_t *value)
{
	buf_putc(b, strchr(buf_text(b), '?') ? '&' : '?');
	buf_put_escaped(b, name);
	buf_putc(b, '=');
	put_value(b, value);
}

/* Filters stand beside the rest; which list it is, the path says. */
static void
put_query(struct buf *b, const struct route *route, json_t *args)
{
	json_t *value;
	const char *name;

	json_object_foreach(args, name, value)
	{
		if (is_in_path(route, name) ||
		    (route->flags & ROUTE_LIST && strcmp(name, "list") == 0))
			continue;
		if (route->flags & ROUTE_LIST && strcmp(name, "filter") == 0)
			put_query(b, route, value);
		else
			put_pair(b, name, value);
	}
}

static json_t *
body_of(const struct route *route, json_t *args)
{
	json_t *body = json_copy(args);

	if (route->id)
		(void)json_object_del(body, route->id);
	if (route->other)
		(void)json_object_del(body, route->other);
	return body;
}

enum rc
remote_route(const char *operation, json_t *args, struct remote_request *ret_request,
    struct err *err)
{
	const struct route *route = find_route(operation, args);
	struct remote_request request = { .target = BUF_INIT(TARGET_MAX) };

	if (!route)
		return err_set(err, RC_INVALID,
		    "this works on the machine itself only, not with --server");
	request.method = route->method;
	put_path(&request.target, route, args);
	if (strcmp(route->method, "GET") == 0)
		put_query(&request.target, route, args);
	else
		request.body = body_of(route, args);
	if (!buf_ok(&request.target)) {
		remote_request_fini(&request);
		return err_set(err, RC_INVALID, "what is asked for is too long");
	}
	*ret_request = request;
	return RC_OK;
}

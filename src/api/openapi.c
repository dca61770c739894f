/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of routes as OpenAPI 3.1.
 */
#include "api/pages_int.h"

#include <stdio.h>
#include <string.h>

#include "api/errors_int.h"
#include "api/request_int.h"
#include "api/route.h"
#include "api/schemas_int.h"
#include "base/buf.h"
#include "service/service.h"

enum { OPERATION_MAX = 128 };

/* ---- schemas ----------------------------------------------------------------------------- */

/* The schema and those that it refers to, each once. */
static void
add_schema(json_t *all, const struct schema *s)
{
	struct field f;

	if (!s || json_object_get(all, s->name))
		return;
	(void)json_object_set_new(all, s->name, schema_describe(s));
	for (size_t i = 0; schema_field(s, i, &f); i++)
		add_schema(all, f.of);
}

static json_t *
refer(const struct schema *s)
{
	char ref[96];

	(void)snprintf(ref, sizeof(ref), "#/components/schemas/%s", s->name);
	return json_pack("{s:s}", "$ref", ref);
}

/* ---- parameters -------------------------------------------------------------------------- */

static void
add_parameter(json_t *all, const char *in, const struct field *f)
{
	bool is_path = strcmp(in, "path") == 0;
	json_t *p = json_pack("{s:s, s:s, s:b, s:o}", "name", f->name, "in", in,
	    "required", is_path || f->flags & FIELD_MUST, "schema", field_describe(f));

	if (f->help)
		(void)json_object_set_new(p, "description", json_string(f->help));
	(void)json_array_append_new(all, p);
}

static void
add_path_parameters(json_t *all, const struct route *r)
{
	static const struct field ID = { "id", FIELD_REF, .help = "A number or a name." };
	static const struct field OTHER = { "other", FIELD_REF };

	if (strstr(r->path, "{id}"))
		add_parameter(all, "path", &ID);
	if (strstr(r->path, "{other}"))
		add_parameter(all, "path", &OTHER);
}

/* Filters of a list: field=, and for ordered types also field__lt= and field__gte=. */
static void
add_filter(json_t *all, const struct service_field *f)
{
	bool is_text = strcmp(f->type, "text") == 0 || strcmp(f->type, "truth") == 0;
	static const char *const ENDINGS[] = { "", "__lt", "__gte" };
	struct field parameter = { .type = FIELD_TEXT };
	char name[80];

	for (size_t i = 0; i < (is_text ? 1 : 3); i++) {
		(void)snprintf(name, sizeof(name), "%s%s", f->name, ENDINGS[i]);
		parameter.name = name;
		parameter.help = i == 0
		    ? "Equal to this value; empty: rows without a value."
		    : i == 1 ? "Less than this value."
			     : "This value or greater.";
		add_parameter(all, "query", &parameter);
	}
}

static void
add_list_parameters(json_t *all, const struct route *r)
{
	static const struct field PAGING[] = {
		{ "page", FIELD_INT, 0, 1, INT32_MAX, .help = "Page number, from 1." },
		{ "page_size", FIELD_INT, 0, 1, 1000,
		    .help = "Rows of a page; default: 50." },
		{ "after", FIELD_TEXT,
		    .help = "Reads a long list completely, instead of page: empty in the "
			    "first request, then the value in next. No row is repeated, "
			    "and the last rows are as fast as the first; count is the "
			    "count at the beginning." },
		{ "search", FIELD_TEXT,
		    .help = "Words in any order; each word must be part of one of the "
			    "searched fields." },
		{ "ordering", FIELD_TEXT,
		    .help = "A field; with - before it: descending." },
		{ "format", FIELD_TEXT, .choices = "json|csv",
		    .help = "csv: all rows, as a stream." },
	};
	struct service_field f;

	for (size_t i = 0; i < sizeof(PAGING) / sizeof(PAGING[0]); i++)
		add_parameter(all, "query", &PAGING[i]);
	for (size_t i = 0; service_list_field(r->list, i, &f); i++) {
		if (f.may_filter)
			add_filter(all, &f);
	}
}

static void
add_headers(json_t *all, const struct route *r)
{
	static const struct field MATCH = { "If-Match", FIELD_TEXT,
		.help = "The ETag that was read; if the object has changed since then, "
			"the answer is 412." };
	static const struct field KEY = {
		"Idempotency-Key", FIELD_TEXT, 0, 1, 128,
		.help =
		    "A repeated request with the same key gets the same answer for a day."
	};

	if (r->shown_by && strcmp(r->method, "GET") != 0)
		add_parameter(all, "header", &MATCH);
	if (strcmp(r->method, "POST") == 0 && !(r->flags & ROUTE_SECRET))
		add_parameter(all, "header", &KEY);
}

static json_t *
parameters_of(const struct route *r)
{
	json_t *all = json_array();
	struct field f;

	add_path_parameters(all, r);
	if (r->flags & ROUTE_LIST)
		add_list_parameters(all, r);
	else if (r->request && strcmp(r->method, "GET") == 0) {
		for (size_t i = 0; schema_field(r->request, i, &f); i++)
			add_parameter(all, "query", &f);
	}
	add_headers(all, r);
	return all;
}

/* ---- answers ----------------------------------------------------------------------------- */

static json_t *
list_of(const struct schema *row)
{
	return json_pack("{s:s, s:[s,s,s,s], s:{s:{s:s}, s:{s:[s,s]}, s:{s:[s,s]}, "
			 "s:{s:s, s:o}}}",
	    "type", "object", "required", "count", "next", "previous", "results",
	    "properties", "count", "type", "integer", "next", "type", "string", "null",
	    "previous", "type", "string", "null", "results", "type", "array", "items",
	    refer(row));
}

static json_t *
content_of(const struct route *r)
{
	json_t *schema;

	if (!r->reply)
		return json_pack("{s:{s:{s:s}}}", r->type, "schema", "type", "string");
	schema = r->flags & ROUTE_LIST ? list_of(r->reply) : refer(r->reply);
	for (const struct field *f = r->beside ? r->beside->fields : NULL; f && f->name;
	     f++)
		(void)json_object_set_new(
		    json_object_get(schema, "properties"), f->name, field_describe(f));
	if (r->flags & ROUTE_ARRAY)
		schema = json_pack("{s:s, s:o}", "type", "array", "items", schema);
	schema = json_pack("{s:{s:o}}", "application/json", "schema", schema);
	if (r->flags & ROUTE_LIST)
		(void)json_object_set_new(schema, "text/csv",
		    json_pack("{s:{s:s}}", "schema", "type", "string"));
	return schema;
}

static void
add_error(json_t *all, int status)
{
	char number[8];

	(void)snprintf(number, sizeof(number), "%d", status);
	(void)json_object_set_new(all, number,
	    json_pack("{s:s, s:{s:{s:o}}}", "description", status_words(status),
		"content", "application/json", "schema", refer(&SCHEMA_ERROR)));
}

static json_t *
answers_of(const struct route *r)
{
	json_t *all = json_object();
	char number[8];
	int errors[ROUTE_ERRORS_MAX];
	size_t n = route_errors(r, errors);

	(void)snprintf(number, sizeof(number), "%d", r->status ? r->status : 200);
	(void)json_object_set_new(all, number,
	    json_pack("{s:s, s:o}", "description", "Success.", "content", content_of(r)));
	for (size_t i = 0; i < n; i++)
		add_error(all, errors[i]);
	return all;
}

/* ---- operations -------------------------------------------------------------------------- */

/* The path without the common prefix: "/olts/". */
static const char *
below_version(const struct route *r)
{
	static const char VERSION[] = "/api/v1";
	size_t n = sizeof(VERSION) - 1;

	return strncmp(r->path, VERSION, n) == 0 ? r->path + n : r->path;
}

/* "get_olts_id": made from method and path, so it is unique like them. */
static json_t *
operation_id(const struct route *r)
{
	struct buf name = BUF_INIT(OPERATION_MAX);
	bool is_word = true;
	json_t *text;

	for (const char *p = r->method; *p; p++)
		buf_putc(&name, (char)(*p | 0x20));
	for (const char *p = below_version(r); *p; p++) {
		bool is_plain = (*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9');

		if (is_plain && !is_word)
			buf_putc(&name, '_');
		if (is_plain)
			buf_putc(&name, *p);
		is_word = is_plain;
	}
	text = json_string(buf_text(&name));
	buf_fini(&name);
	return text;
}

/* The first word of the path: the subject. */
static json_t *
tag_of(const struct route *r)
{
	const char *word = below_version(r) + 1;

	return json_stringn(word, strcspn(word, "/"));
}

/* A partial change has the fields of the complete request, but none is required. */
static json_t *
body_of(const struct route *r)
{
	json_t *schema;

	if (!(r->flags & ROUTE_PARTIAL))
		return refer(r->request);
	schema = schema_describe(r->request);
	(void)json_object_del(schema, "required");
	return schema;
}

static json_t *
describe(const struct route *r)
{
	enum role role = ROLE_VIEWER;
	bool is_protected = route_needs(r, &role);
	json_t *d = json_pack("{s:o, s:s, s:[o], s:o, s:o}", "operationId",
	    operation_id(r), "summary", r->summary, "tags", tag_of(r), "parameters",
	    parameters_of(r), "responses", answers_of(r));

	(void)json_object_set_new(
	    d, "x-role", json_string(is_protected ? role_name(role) : "public"));
	if (!is_protected)
		(void)json_object_set_new(d, "security", json_array());
	if (r->request && strcmp(r->method, "GET") != 0) {
		json_t *schema = body_of(r);

		(void)json_object_set_new(d, "requestBody",
		    json_pack("{s:b, s:{s:{s:o}}}", "required", route_needs_body(r),
			"content", "application/json", "schema", schema));
	}
	return d;
}

static void
add_route(json_t *paths, json_t *schemas, const struct route *r)
{
	json_t *path = json_object_get(paths, r->path);
	char method[16];
	size_t n = 0;

	for (const char *p = r->method; *p && n + 1 < sizeof(method); p++)
		method[n++] = (char)(*p | 0x20);
	method[n] = '\0';
	if (!path) {
		path = json_object();
		(void)json_object_set_new(paths, r->path, path);
	}
	(void)json_object_set_new(path, method, describe(r));
	add_schema(schemas, r->beside);
	add_schema(schemas, r->request);
	add_schema(schemas, r->reply);
}

json_t *
openapi_make(const char *version)
{
	json_t *paths = json_object(), *schemas = json_object();

	add_schema(schemas, &SCHEMA_ERROR);
	for (const struct route *r = routes(); r->method; r++)
		add_route(paths, schemas, r);
	return json_pack("{s:s, s:{s:s, s:s, s:s}, s:[{s:[]}, {s:[]}], s:o, s:{s:o, "
			 "s:{s:{s:s, s:s, s:s, s:s}, s:{s:s, s:s, s:s}}}}",
	    "openapi", "3.1.0", "info", "title", "Facho", "version", version,
	    "description",
	    "All functions of Facho over HTTP. Paths end in a slash, which may be "
	    "omitted.",
	    "security", "token", "session", "paths", paths, "components", "schemas",
	    schemas, "securitySchemes", "token", "type", "apiKey", "in", "header", "name",
	    "Authorization", "description", "Token TEXT", "session", "type", "apiKey",
	    "in", "cookie", "name", API_COOKIE);
}

void
page_openapi(struct request *request, struct reply *reply)
{
	reply_json(reply, 200, openapi_make(request->version));
}

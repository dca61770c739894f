/* SPDX-License-Identifier: Apache-2.0
 *
 * Collects the arguments of an operation from the path, the query and the body, as
 * defined by the route.
 */
#include "api/gather_int.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/moment.h"
#include "api/schema.h"
#include "service/service.h"

enum { NAME_LONGEST = 80 };

static void
wrong(json_t *fields, const char *name, const char *words)
{
	char shown[NAME_LONGEST];

	(void)snprintf(shown, sizeof(shown), "%.60s", name);
	/* A name that was cut in the middle of a character is not valid text. */
	if (json_object_set_new(fields, shown, json_string(words)) != 0)
		(void)json_object_set_new(fields, "query", json_string(words));
}

/* ---- times ------------------------------------------------------------------------- */

/* ---- lists ------------------------------------------------------------------------------- */

/* The field that a filter is about: "late_ms__gte" is about late_ms. */
static bool
find_filter(const char *list, const char *name, struct service_field *ret_field)
{
	size_t n = strlen(name);

	if (n > 4 && strcmp(name + n - 4, "__lt") == 0)
		n -= 4;
	else if (n > 5 && strcmp(name + n - 5, "__gte") == 0)
		n -= 5;
	for (size_t i = 0; service_list_field(list, i, ret_field); i++) {
		if (strlen(ret_field->name) == n && memcmp(ret_field->name, name, n) == 0)
			return ret_field->may_filter;
	}
	return false;
}

static void
take_filter(const struct route *route, const char *name, const char *text, json_t *filter,
    json_t *fields)
{
	struct service_field field;
	char number[24];
	int64_t ms;

	if (!find_filter(route->list, name, &field)) {
		wrong(fields, name, "this list cannot be filtered by it");
		return;
	}
	if (strcmp(field.type, "moment") == 0 && moment_read(text, &ms)) {
		(void)snprintf(number, sizeof(number), "%lld", (long long)ms);
		text = number;
	}
	(void)json_object_set_new(filter, name, json_string(text));
}

static bool
mentions(const json_t *filter, const char *field)
{
	char name[NAME_LONGEST];

	if (json_object_get(filter, field))
		return true;
	(void)snprintf(name, sizeof(name), "%s__lt", field);
	if (json_object_get(filter, name))
		return true;
	(void)snprintf(name, sizeof(name), "%s__gte", field);
	return json_object_get(filter, name) != NULL;
}

static bool
is_paging(const char *name)
{
	return strcmp(name, "page") == 0 || strcmp(name, "page_size") == 0 ||
	    strcmp(name, "search") == 0 || strcmp(name, "ordering") == 0;
}

/* The position of a client that reads a list in parts: the value in the link to the next
 * page; empty: from the beginning. The service validates its content. */
static void
take_after(const char *text, json_t *args, json_t *fields)
{
	json_t *after = *text ? json_loads(text, JSON_REJECT_DUPLICATES, NULL)
			      : json_pack("{s:b}", "count", 1);

	if (json_is_object(after))
		(void)json_object_set(args, "after", after);
	else
		wrong(fields, "after", "what the link to the next page has, or nothing");
	json_decref(after);
}

static void
gather_list(const struct route *route, json_t *query, json_t *args, json_t *fields)
{
	json_t *filter = json_object(), *value;
	const char *name;

	(void)json_object_set_new(args, "list", json_string(route->list));
	(void)json_object_set_new(args, "filter", filter);
	json_object_foreach(query, name, value)
	{
		const char *text = json_string_value(value);

		if (is_paging(name))
			(void)json_object_set(args, name, value);
		else if (strcmp(name, "after") == 0)
			take_after(text, args, fields);
		else if (strcmp(name, "format") != 0)
			take_filter(route, name, text, filter, fields);
		else if (strcmp(text, "csv") != 0 && strcmp(text, "json") != 0)
			wrong(fields, name, "json or csv");
	}
	if (route->hides && !mentions(filter, route->hides))
		(void)json_object_set_new(filter, route->hides, json_string(""));
}

/* ---- all other arguments ----------------------------------------------------------- */

/* The texts of a query, converted to the types of the schema. */
static void
gather_query(const struct schema *schema, json_t *query, json_t *args, json_t *fields)
{
	const char *name;
	json_t *value;

	json_object_foreach(query, name, value)
	{
		struct field f;

		if (schema && schema_find(schema, name, &f))
			(void)json_object_set_new(
			    args, name, field_from_text(&f, json_string_value(value)));
		else
			wrong(fields, name, "there is no such parameter");
	}
}

static void
gather_body(const struct route *route, const json_t *body, json_t *args, json_t *fields)
{
	static const struct schema NOTHING = { "Nothing", NULL, NULL };
	bool is_whole = !(route->flags & ROUTE_PARTIAL);
	union { /* jansson has no const for what it only reads */
		const json_t *read;
		json_t *write;
	} object = { body };

	if (schema_check(
		route->request ? route->request : &NOTHING, body, is_whole, fields))
		(void)json_object_update(args, object.write);
}

json_t *
gather(const struct route *route, const struct route_ids *ids, json_t *query,
    json_t *body, json_t *fields)
{
	json_t *args = json_object();
	bool is_get = strcmp(route->method, "GET") == 0;
	bool is_delete = strcmp(route->method, "DELETE") == 0;

	if (route->flags & ROUTE_LIST)
		gather_list(route, query, args, fields);
	else if (!(route->flags & ROUTE_PAGE))
		gather_query(
		    is_get || is_delete ? route->request : NULL, query, args, fields);
	if (is_get && route->request)
		(void)schema_check(route->request, args, true, fields);
	if (!is_get)
		gather_body(route, body, args, fields);
	if (route->id && !(route->flags & ROUTE_BULK))
		(void)json_object_set_new(args, route->id, json_string(ids->text[0]));
	if (route->other)
		(void)json_object_set_new(args, route->other, json_string(ids->text[1]));
	if (json_object_size(fields) == 0)
		return args;
	json_decref(args);
	return NULL;
}

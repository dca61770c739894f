/* SPDX-License-Identifier: Apache-2.0
 *
 * Finding the route of a path, and rules for the whole table.
 */
#include "check.h"

#include "api/route.h"
#include "api/schema.h"
#include "service/service.h"

static const char *
found(const char *method, const char *path, struct route_ids *ids)
{
	const struct route *route = NULL;

	assert_int_equal(route_find(method, path, &route, ids), ROUTE_FOUND);
	return route->operation;
}

static void
a_path_finds_its_operation_with_and_without_its_last_slash(void **state)
{
	struct route_ids ids;

	(void)state;
	assert_string_equal(found("POST", "/api/v1/olts/7/enable/", &ids), "olt.enable");
	assert_string_equal(ids.text[0], "7");
	assert_string_equal(found("POST", "/api/v1/olts/7/enable", &ids), "olt.enable");
	assert_string_equal(
	    found("GET", "/api/v1/olts/centro%20norte/", &ids), "olt.get");
	assert_string_equal(ids.text[0], "centro norte");
	assert_string_equal(found("HEAD", "/api/v1/jobs", &ids), "list");
	assert_string_equal(ids.text[0], "");
}

static void
an_escaped_slash_stays_in_its_segment(void **state)
{
	struct route_ids ids;

	(void)state;
	assert_string_equal(found("GET", "/api/v1/olts/a%2Fenable/", &ids), "olt.get");
	assert_string_equal(ids.text[0], "a/enable");
}

static void
fixed_words_win_over_ids(void **state)
{
	struct route_ids ids;

	(void)state;
	assert_string_equal(found("POST", "/api/v1/olts/test/", &ids), "olt.test");
	assert_string_equal(ids.text[0], "");
	assert_string_equal(found("POST", "/api/v1/olts/9/test/", &ids), "olt.test");
	assert_string_equal(ids.text[0], "9");
}

static void
what_is_not_there_and_what_cannot_be_are_told_apart(void **state)
{
	static const struct {
		const char *method, *path;
		enum route_match expected;
	} CASES[] = {
		{ "GET", "/", ROUTE_NO_PATH },
		{ "GET", "/api/v1/", ROUTE_NO_PATH },
		{ "GET", "/api/v1/nothing/", ROUTE_NO_PATH },
		{ "GET", "/api/v1/olts/7/enable/more/", ROUTE_NO_PATH },
		{ "PUT", "/api/v1/olts/", ROUTE_NO_METHOD },
		{ "get", "/api/v1/olts/", ROUTE_NO_METHOD },
		{ "GET", "api/v1/olts/", ROUTE_BAD_PATH },
		{ "GET", "", ROUTE_BAD_PATH },
		{ "GET", "/api//v1/olts/", ROUTE_BAD_PATH },
		{ "GET", "/api/v1/../v1/olts/", ROUTE_BAD_PATH },
		{ "GET", "/api/v1/%2e%2e/olts/", ROUTE_BAD_PATH },
		{ "GET", "/api/v1/olts/%00/", ROUTE_BAD_PATH },
		{ "GET", "/api/v1/olts/%0d%0aX:y/", ROUTE_BAD_PATH },
		{ "GET", "/api/v1/olts/%/", ROUTE_BAD_PATH },
		{ "GET", "/api/v1/olts/%4/", ROUTE_BAD_PATH },
		{ "GET", "/api/v1/olts/%zz/", ROUTE_BAD_PATH },
		{ "GET", "/api/v1/olts/%ff%fe/", ROUTE_BAD_PATH },
		{ "GET", "/a/a/a/a/a/a/a/a/a/a/a/a/a", ROUTE_BAD_PATH },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
		const struct route *route = NULL;
		struct route_ids ids;

		if (route_find(CASES[i].method, CASES[i].path, &route, &ids) !=
		    CASES[i].expected)
			fail_msg("%s %s", CASES[i].method, CASES[i].path);
		assert_null(route);
	}
}

static void
a_segment_of_256_bytes_is_too_long(void **state)
{
	char path[400] = "/api/v1/olts/";
	const struct route *route = NULL;
	struct route_ids ids;

	(void)state;
	memset(path + 13, 'a', 255);
	assert_int_equal(route_find("GET", path, &route, &ids), ROUTE_FOUND);
	assert_int_equal(strlen(ids.text[0]), 255);
	memset(path + 13, 'a', 256);
	assert_int_equal(route_find("GET", path, &route, &ids), ROUTE_BAD_PATH);
}

static void
the_methods_of_a_path_are_named(void **state)
{
	char room[64];

	(void)state;
	assert_string_equal(route_allow("/api/v1/olts/", room), "GET, POST");
	assert_string_equal(route_allow("/api/v1/olts/5/", room), "GET, PATCH, DELETE");
	assert_string_equal(route_allow("/nowhere/", room), "");
}

static void
rights_are_the_operations_unless_the_route_says_more(void **state)
{
	const struct route *route = NULL;
	struct route_ids ids;
	enum role role = ROLE_VIEWER;

	(void)state;
	assert_int_equal(route_find("GET", "/api/v1/docs/", &route, &ids), ROUTE_FOUND);
	assert_false(route_needs(route, &role));
	assert_int_equal(route_find("POST", "/api/v1/olts/", &route, &ids), ROUTE_FOUND);
	assert_true(route_needs(route, &role));
	assert_int_equal(role, ROLE_ADMIN);
	assert_int_equal(
	    route_find("POST", "/api/v1/olts/1/enable/", &route, &ids), ROUTE_FOUND);
	assert_true(route_needs(route, &role));
	assert_int_equal(role, ROLE_OPERATOR);
	assert_int_equal(route_find("GET", "/api/v1/audit/", &route, &ids), ROUTE_FOUND);
	assert_true(route_needs(route, &role));
	assert_int_equal(role, ROLE_ADMIN);
}

/* ---- the whole table ------------------------------------------------------------------- */

static const struct operation *
operation_of(const char *name)
{
	for (const struct operation *o = service_operations(); o->name; o++) {
		if (strcmp(o->name, name) == 0)
			return o;
	}
	return NULL;
}

static void
check_operation(const struct route *r)
{
	const struct operation *o = operation_of(r->operation);
	struct field f;

	if (!o)
		fail_msg("%s: no operation %s", r->path, r->operation);
	if (r->flags & ROUTE_LIST)
		return;
	if (r->id && !service_operation_takes(o, r->id))
		fail_msg("%s: %s takes no %s", r->path, o->name, r->id);
	if (r->flags & ROUTE_BULK)
		return;
	for (size_t i = 0; r->request && schema_field(r->request, i, &f); i++) {
		if (!service_operation_takes(o, f.name))
			fail_msg("%s: %s takes no %s", r->path, o->name, f.name);
	}
	if (r->shown_by && !service_operation_takes(operation_of(r->shown_by), r->id))
		fail_msg("%s: %s does not show it", r->path, r->shown_by);
}

static void
every_route_leads_to_an_operation_that_takes_its_arguments(void **state)
{
	(void)state;
	for (const struct route *r = routes(); r->method; r++) {
		if (!r->operation && !r->handle)
			fail_msg("%s %s: an operation or a handle", r->method, r->path);
		if (r->operation)
			check_operation(r);
	}
}

static void
every_route_is_whole(void **state)
{
	struct service_field field;

	(void)state;
	for (const struct route *r = routes(); r->method; r++) {
		size_t n = strlen(r->summary);

		if (!r->reply && !r->type)
			fail_msg("%s %s answers nothing", r->method, r->path);
		if (n < 5 || r->summary[n - 1] != '.')
			fail_msg("%s %s: \"%s\"", r->method, r->path, r->summary);
		if (!strstr(r->path, "{id}") != !r->id && !(r->flags & ROUTE_BULK))
			fail_msg("%s %s: {id} and id go together", r->method, r->path);
		if (r->flags & ROUTE_LIST && !service_list_field(r->list, 0, &field))
			fail_msg("%s: there is no list %s", r->path, r->list);
	}
}

static void
no_two_routes_are_the_same(void **state)
{
	(void)state;
	for (const struct route *a = routes(); a->method; a++) {
		for (const struct route *b = a + 1; b->method; b++) {
			if (strcmp(a->method, b->method) == 0 &&
			    strcmp(a->path, b->path) == 0)
				fail_msg("%s %s is there twice", a->method, a->path);
		}
	}
}

static void
every_operation_has_a_route(void **state)
{
	(void)state;
	for (const struct operation *o = service_operations(); o->name; o++) {
		bool is_reached =
		    strcmp(o->name, "lists") == 0; /* they are in the document */

		for (const struct route *r = routes(); r->method; r++)
			is_reached |= r->operation && strcmp(r->operation, o->name) == 0;
		if (!is_reached)
			fail_msg("no route leads to %s", o->name);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    a_path_finds_its_operation_with_and_without_its_last_slash),
		cmocka_unit_test(an_escaped_slash_stays_in_its_segment),
		cmocka_unit_test(fixed_words_win_over_ids),
		cmocka_unit_test(what_is_not_there_and_what_cannot_be_are_told_apart),
		cmocka_unit_test(a_segment_of_256_bytes_is_too_long),
		cmocka_unit_test(the_methods_of_a_path_are_named),
		cmocka_unit_test(rights_are_the_operations_unless_the_route_says_more),
		cmocka_unit_test(
		    every_route_leads_to_an_operation_that_takes_its_arguments),
		cmocka_unit_test(every_route_is_whole),
		cmocka_unit_test(no_two_routes_are_the_same),
		cmocka_unit_test(every_operation_has_a_route),
	};

	return CHECK_ALL(tests);
}

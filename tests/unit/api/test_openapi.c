/* SPDX-License-Identifier: Apache-2.0
 *
 * The OpenAPI document: its description of the routes, and that all its references exist.
 * Its schemas are checked in tests/system against real answers.
 */
#include "check.h"

#include "api/pages_int.h"
#include "api/request_int.h"
#include "api/route.h"

static json_t *
at(json_t *from, const char *const *keys)
{
	for (; from && *keys; keys++)
		from = json_object_get(from, *keys);
	return from;
}

#define AT(from, ...) at(from, (const char *const[]){ __VA_ARGS__, NULL })

static void
every_route_is_in_the_document(void **state)
{
	json_t *d = openapi_make("1.2.3");
	size_t n = 0;
	const char *path;
	json_t *item;

	(void)state;
	assert_non_null(d);
	assert_string_equal(json_string_value(AT(d, "openapi")), "3.1.0");
	assert_string_equal(json_string_value(AT(d, "info", "version")), "1.2.3");
	json_object_foreach(AT(d, "paths"), path, item) n += json_object_size(item);
	for (const struct route *r = routes(); r->method; r++)
		n--;
	assert_int_equal(n, 0);
	json_decref(d);
}

static void
a_route_is_described_whole(void **state)
{
	json_t *d = openapi_make("1");
	json_t *patch = AT(d, "paths", "/api/v1/olts/{id}/", "patch");

	(void)state;
	assert_string_equal(json_string_value(AT(patch, "x-role")), "admin");
	assert_string_equal(json_string_value(AT(patch, "operationId")), "patch_olts_id");
	assert_non_null(AT(patch, "responses", "200"));
	assert_non_null(AT(patch, "responses", "404"));
	assert_non_null(AT(patch, "responses", "412"));
	assert_non_null(AT(patch, "requestBody", "content", "application/json"));
	assert_non_null(AT(d, "paths", "/api/v1/olts/", "post", "responses", "201"));
	assert_null(AT(d, "paths", "/api/v1/olts/", "get", "responses", "404"));
	json_decref(d);
}

static void
check_refs(json_t *d, json_t *part)
{
	const json_t *ref = json_object_get(part, "$ref");
	const char *key;
	json_t *inner;
	size_t i;

	if (ref) {
		const char *name = strrchr(json_string_value(ref), '/') + 1;

		if (!AT(d, "components", "schemas", name))
			fail_msg("%s is not there", name);
	}
	json_object_foreach(part, key, inner) check_refs(d, inner);
	json_array_foreach(part, i, inner) check_refs(d, inner);
}

static void
what_is_referred_to_is_there(void **state)
{
	json_t *d = openapi_make("1");

	(void)state;
	check_refs(d, d);
	json_decref(d);
}

static void
the_page_has_every_path_and_no_script(void **state)
{
	struct request request = { .version = "1" };
	struct reply reply = { 0 };

	(void)state;
	page_docs(&request, &reply);
	assert_int_equal(reply.status, 200);
	for (const struct route *r = routes(); r->method; r++)
		check_contains(reply.body, r->path);
	assert_null(strstr(reply.body, "<script"));
	assert_null(strstr(reply.body, "http://"));
	reply_fini(&reply);
}

static void
an_error_has_a_code_a_message_and_fields(void **state)
{
	struct reply reply = { 0 };

	(void)state;
	reply_error_fields(&reply, 422, json_pack("{s:s}", "port", "1 to 65535"), "no");
	assert_string_equal(reply.body,
	    "{\"error\":{\"code\":\"invalid\",\"message\":\"no\","
	    "\"fields\":{\"port\":\"1 to 65535\"}}}");
	reply_error(&reply, 503, "later");
	assert_string_equal(
	    reply.body, "{\"error\":{\"code\":\"unavailable\",\"message\":\"later\"}}");
	assert_string_equal(reply.headers[0].name, "Retry-After");
	reply_fini(&reply);
}

static void
no_header_breaks_out_of_its_line(void **state)
{
	struct reply reply = { 0 };

	(void)state;
	reply_header(&reply, "Location", "/a\r\nSet-Cookie: x=y");
	assert_int_equal(reply.n_headers, 0);
	reply_header(&reply, "Location", "/a");
	assert_int_equal(reply.n_headers, 1);
	reply_fini(&reply);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_route_is_in_the_document),
		cmocka_unit_test(a_route_is_described_whole),
		cmocka_unit_test(what_is_referred_to_is_there),
		cmocka_unit_test(the_page_has_every_path_and_no_script),
		cmocka_unit_test(an_error_has_a_code_a_message_and_fields),
		cmocka_unit_test(no_header_breaks_out_of_its_line),
	};

	return CHECK_ALL(tests);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Converts the bytes of a request to arguments.
 */
#include "check.h"

#include "api/gather_int.h"
#include "base/moment.h"

static const char *
refused_body(const char *text)
{
	static struct err err;
	json_t *body = NULL;

	err = (struct err){ 0 };
	check_rc(body_read(text, strlen(text), &body, &err), RC_INVALID);
	assert_null(body);
	return err.msg;
}

static void
bodies_are_objects(void **state)
{
	json_t *body = NULL;

	(void)state;
	check_rc(body_read("", 0, &body, NULL), RC_OK);
	assert_int_equal(json_object_size(body), 0);
	json_decref(body);
	check_rc(body_read("{\"a\":[1]}", 9, &body, NULL), RC_OK);
	assert_int_equal(json_object_size(body), 1);
	json_decref(body);
	check_contains(refused_body("[]"), "must be an object");
	check_contains(refused_body("5"), "not JSON");
}

static void
what_is_wrong_with_a_body_is_said_without_repeating_it(void **state)
{
	char deep[64] = "{\"a\":", text[32];

	(void)state;
	check_contains(refused_body("{\"a\":1,\"a\":2}"), "a key twice");
	check_contains(refused_body("{\"a\":99999999999999999999}"), "too large");
	check_contains(refused_body("{\"a\":1e999}"), "too large");
	check_contains(refused_body("{\"a\":\"\xff\"}"), "not UTF-8");
	check_contains(refused_body("{\"a\":\"x\\u0000\"}"), "a NUL");
	check_contains(refused_body("{\"a\":1} x"), "not JSON: line 1");
	check_contains(refused_body("{\"secret\n"), "not JSON");
	assert_null(strstr(refused_body("{\"community\":\"s3cret"), "s3cret"));
	memset(text, '[', 16);
	text[16] = '\0';
	(void)snprintf(deep + 5, sizeof(deep) - 5, "%s", text);
	check_contains(refused_body(deep), "more than 16 levels");
}

static void
brackets_inside_of_texts_are_no_levels(void **state)
{
	static const char TEXT[] = "{\"a\":\"[[[[[[[[[[[[[[[[[[[[\\\"[[[\"}";
	json_t *body = NULL;

	(void)state;
	check_rc(body_read(TEXT, sizeof(TEXT) - 1, &body, NULL), RC_OK);
	json_decref(body);
}

static void
queries_are_read_once_and_strictly(void **state)
{
	static const char *const BAD[] = { "a=%", "a=%4", "a=%zz", "a=%00", "a=%0a",
		"%ff=1", "a=%ff", "a=1&a=2", "a=\x01" };
	json_t *query = NULL;
	char many[1024] = "";

	(void)state;
	check_rc(query_read("a=1&b=x%20y+z&c=&d&&e=%25", &query, NULL), RC_OK);
	assert_string_equal(json_string_value(json_object_get(query, "b")), "x y z");
	assert_string_equal(json_string_value(json_object_get(query, "c")), "");
	assert_string_equal(json_string_value(json_object_get(query, "d")), "");
	assert_string_equal(json_string_value(json_object_get(query, "e")), "%");
	assert_int_equal(json_object_size(query), 5);
	json_decref(query);
	query = NULL;
	for (size_t i = 0; i < sizeof(BAD) / sizeof(BAD[0]); i++) {
		if (query_read(BAD[i], &query, NULL) != RC_INVALID)
			fail_msg("\"%s\" was read", BAD[i]);
		assert_null(query);
	}
	for (size_t i = 0, n = 0; i <= QUERY_PAIRS_MAX; i++)
		n += (size_t)snprintf(many + n, sizeof(many) - n, "a%zu=1&", i);
	check_rc(query_read(many, &query, NULL), RC_INVALID);
	check_rc(query_read(NULL, &query, NULL), RC_OK);
	json_decref(query);
}

static void
moments_are_read_as_people_write_them(void **state)
{
	static const struct {
		const char *text;
		int64_t ms; /* -1: invalid */
	} CASES[] = {
		{ "1970-01-01", 0 },
		{ "1970-01-01T00:00:01Z", 1000 },
		{ "1970-01-01T00:00:01.25Z", 1250 },
		{ "1970-01-01 00:01:00", 60000 },
		{ "1970-01-01T02:00:00+02:00", 0 },
		{ "1969-12-31T23:00:00-01:00", 0 },
		{ "2026-01-01T00:00:00.000Z", INT64_C(1767225600000) },
		{ "yesterday", -1 },
		{ "2026-13-01", -1 },
		{ "2026-01-01T", -1 },
		{ "2026-01-01T00:00:00Zz", -1 },
		{ "2026-01-01T00:00:00+2", -1 },
		{ "", -1 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
		int64_t ms = -1;
		bool can_be_read = moment_read(CASES[i].text, &ms);

		if (can_be_read != (CASES[i].ms >= 0) || ms != CASES[i].ms)
			fail_msg("%s: %lld", CASES[i].text, (long long)ms);
	}
}

/* The arguments of a request as JSON, or its errors; the test frees it. */
static char *
gathered(const char *method, const char *path, const char *query, const char *body)
{
	const struct route *route = NULL;
	struct route_ids ids;
	json_t *asked = NULL, *sent = NULL, *fields = json_object(), *args;
	char *text;

	assert_int_equal(route_find(method, path, &route, &ids), ROUTE_FOUND);
	check_rc(query_read(query, &asked, NULL), RC_OK);
	check_rc(body_read(body, strlen(body), &sent, NULL), RC_OK);
	args = gather(route, &ids, asked, sent, fields);
	text = json_dumps(args ? args : fields, JSON_SORT_KEYS | JSON_COMPACT);
	json_decref(args);
	json_decref(fields);
	json_decref(asked);
	json_decref(sent);
	return text;
}

static void
check_gathered(const char *method, const char *path, const char *query, const char *body,
    const char *expected)
{
	char *text = gathered(method, path, query, body);

	assert_string_equal(text, expected);
	free(text);
}

static void
lists_get_their_page_and_their_filters(void **state)
{
	(void)state;
	check_gathered("GET", "/api/v1/executions/",
	    "page=2&page_size=10&search=x&ordering=-id&state=FAILED&format=csv&"
	    "queued_at__gte=1970-01-01T00:00:01Z&late_ms__lt=5",
	    "",
	    "{\"filter\":{\"late_ms__lt\":\"5\",\"queued_at__gte\":\"1000\","
	    "\"state\":\"FAILED\"},\"list\":\"executions\",\"ordering\":\"-id\","
	    "\"page\":\"2\",\"page_size\":\"10\",\"search\":\"x\"}");
	check_gathered("GET", "/api/v1/executions/", "after=", "",
	    "{\"after\":{\"count\":true},\"filter\":{},\"list\":\"executions\"}");
	check_gathered("GET", "/api/v1/executions/", "after=%7B%22id%22%3A7%7D", "",
	    "{\"after\":{\"id\":7},\"filter\":{},\"list\":\"executions\"}");
	check_gathered("GET", "/api/v1/executions/", "after=7", "",
	    "{\"after\":\"what the link to the next page has, or nothing\"}");
	check_gathered("GET", "/api/v1/executions/", "nothing=1&message=x&format=xml", "",
	    "{\"format\":\"json or csv\","
	    "\"message\":\"this list cannot be filtered by it\","
	    "\"nothing\":\"this list cannot be filtered by it\"}");
}

static void
deleted_things_are_hidden_unless_they_are_asked_for(void **state)
{
	(void)state;
	check_gathered("GET", "/api/v1/olts/", NULL, "",
	    "{\"filter\":{\"deleted_at\":\"\"},\"list\":\"olt_overview\"}");
	check_gathered("GET", "/api/v1/olts/", "deleted_at__gte=0", "",
	    "{\"filter\":{\"deleted_at__gte\":\"0\"},\"list\":\"olt_overview\"}");
}

static void
a_list_of_one_thing_says_of_which(void **state)
{
	(void)state;
	check_gathered("GET", "/api/v1/executions/7/attempts/", NULL, "",
	    "{\"execution\":\"7\",\"filter\":{},\"list\":\"attempts\"}");
}

static void
path_query_and_body_make_the_arguments(void **state)
{
	(void)state;
	check_gathered("PATCH", "/api/v1/olts/7/", NULL, "{\"port\":1161}",
	    "{\"olt\":\"7\",\"port\":1161}");
	check_gathered("DELETE", "/api/v1/olts/7/", "why=old", "",
	    "{\"olt\":\"7\",\"why\":\"old\"}");
	check_gathered("GET", "/api/v1/status/", "queue=true", "", "{\"queue\":true}");
	check_gathered("GET", "/api/v1/status/", "queue=perhaps&x=1", "",
	    "{\"queue\":\"true or false is expected\",\"x\":\"there is no such "
	    "parameter\"}");
	check_gathered("POST", "/api/v1/olts/7/enable/", "x=1", "{\"y\":1}",
	    "{\"x\":\"there is no such parameter\",\"y\":\"there is no such field\"}");
	check_gathered("POST", "/api/v1/olts/", NULL, "{\"olt\":\"other\"}",
	    "{\"address\":\"it must be given\",\"name\":\"it must be given\","
	    "\"olt\":\"there is no such field\"}");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bodies_are_objects),
		cmocka_unit_test(what_is_wrong_with_a_body_is_said_without_repeating_it),
		cmocka_unit_test(brackets_inside_of_texts_are_no_levels),
		cmocka_unit_test(queries_are_read_once_and_strictly),
		cmocka_unit_test(moments_are_read_as_people_write_them),
		cmocka_unit_test(lists_get_their_page_and_their_filters),
		cmocka_unit_test(deleted_things_are_hidden_unless_they_are_asked_for),
		cmocka_unit_test(a_list_of_one_thing_says_of_which),
		cmocka_unit_test(path_query_and_body_make_the_arguments),
	};

	return CHECK_ALL(tests);
}

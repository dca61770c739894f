/* SPDX-License-Identifier: Apache-2.0
 *
 * Which paths belong to the web admin, and their answers.
 */
#include "check.h"

#include "api/web.h"

static const struct web_file FILES[] = {
	{ "/assets/app-1.js", "1", (const unsigned char *)"", 0, 0 },
	{ "/favicon.svg", "2", (const unsigned char *)"", 0, 0 },
	{ "/index.html", "3", (const unsigned char *)"", 0, 0 },
};
static const struct web_bundle WEB_OF_THREE = { FILES, 3 };
static const struct web_bundle NO_WEB = { NULL, 0 };

static const char *
found(const char *path)
{
	if (!web_has(&WEB_OF_THREE, path))
		return "nothing";
	return web_find(&WEB_OF_THREE, path)->path;
}

static void
files_are_found_by_name_and_pages_get_the_index(void **state)
{
	(void)state;
	assert_string_equal(found("/assets/app-1.js"), "/assets/app-1.js");
	assert_string_equal(found("/favicon.svg"), "/favicon.svg");
	assert_string_equal(found("/"), "/index.html");
	assert_string_equal(found("/index.html"), "/index.html");
	assert_string_equal(found("/olts"), "/index.html");
	assert_string_equal(found("/onus/17/"), "/index.html");
	assert_string_equal(found("/settings/http.rate"), "/index.html");
	assert_string_equal(found("/coordinator-log"), "/index.html");
	assert_string_equal(found("/apiary"), "/index.html");
}

static void
what_belongs_to_programs_is_never_a_page(void **state)
{
	static const char *const PATHS[] = { "/api", "/api/", "/api/v1/nosuch/",
		"/metrics/x", "/assets/app-2.js", "/assets/", "/assets", "/robots.txt",
		"/%61pi/v1/x", "/API/v1/", "/.git", "/.env", "/1" };

	(void)state;
	for (size_t i = 0; i < sizeof(PATHS) / sizeof(PATHS[0]); i++)
		assert_string_equal(found(PATHS[i]), "nothing");
}

static void
without_a_web_only_its_front_door_is_answered(void **state)
{
	(void)state;
	assert_true(web_has(&NO_WEB, "/"));
	assert_null(web_find(&NO_WEB, "/"));
	assert_true(web_has(NULL, "/"));
	assert_null(web_find(NULL, "/"));
	assert_false(web_has(&NO_WEB, "/olts"));
	assert_false(web_has(NULL, "/index.html"));
}

static void
types_follow_from_names(void **state)
{
	(void)state;
	assert_string_equal(web_type("/index.html"), "text/html; charset=utf-8");
	assert_string_equal(web_type("/a/b.js"), "text/javascript; charset=utf-8");
	assert_string_equal(web_type("/a/b.css"), "text/css; charset=utf-8");
	assert_string_equal(web_type("/f.svg"), "image/svg+xml");
	assert_string_equal(web_type("/f.woff2"), "font/woff2");
	assert_string_equal(web_type("/f"), "application/octet-stream");
	assert_string_equal(web_type("/js"), "application/octet-stream");
}

static void
gzip_goes_to_those_who_take_it(void **state)
{
	static const struct {
		const char *header;
		bool takes;
	} CASES[] = {
		{ NULL, false },
		{ "", false },
		{ "identity", false },
		{ "gzip", true },
		{ "GZIP", true },
		{ "gzip, deflate, br", true },
		{ "br;q=1.0, gzip;q=0.8", true },
		{ "deflate,gzip", true },
		{ "*", true },
		{ "*;q=0", false },
		{ "gzip;q=0", false },
		{ "gzip; q=0.0, *", false },
		{ "gzip; q=0.001", true },
		{ "xgzip, gzipped", false },
		{ ", ,;", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
		if (web_takes_gzip(CASES[i].header) != CASES[i].takes)
			fail_msg("Accept-Encoding: %s", CASES[i].header);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_are_found_by_name_and_pages_get_the_index),
		cmocka_unit_test(what_belongs_to_programs_is_never_a_page),
		cmocka_unit_test(without_a_web_only_its_front_door_is_answered),
		cmocka_unit_test(types_follow_from_names),
		cmocka_unit_test(gzip_goes_to_those_who_take_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

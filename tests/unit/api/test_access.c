/* SPDX-License-Identifier: Apache-2.0
 *
 * Allowed origins of changes, and what is read from the request.
 */
#include "check.h"

#include "api/access_int.h"

static void
a_change_comes_from_our_own_pages_or_from_no_page(void **state)
{
	static const struct {
		const char *origin, *host;
		bool is_own;
	} CASES[] = {
		{ NULL, "noc.example:8080", true },
		{ NULL, NULL, true },
		{ "http://noc.example:8080", "noc.example:8080", true },
		{ "https://NOC.example", "noc.example", true },
		{ "http://[::1]:8080", "[::1]:8080", true },
		{ "http://evil.example", "noc.example", false },
		{ "http://noc.example", "noc.example:8080", false },
		{ "http://noc.example.evil.example", "noc.example", false },
		{ "http://noc.example", NULL, false },
		{ "null", "null", false },
		{ "", "noc.example", false },
		{ "://", "noc.example", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
		struct api_credentials c = { .origin = CASES[i].origin,
			.host = CASES[i].host };

		if (api_is_own_origin(&c) != CASES[i].is_own)
			fail_msg("%s at %s", CASES[i].origin, CASES[i].host);
	}
}

/* It needs no database. */
static void
what_cannot_be_good_is_refused_without_looking(void **state)
{
	static const struct {
		struct api_credentials came;
		enum rc expected;
	} CASES[] = {
		{ { .authorization = NULL }, RC_NOT_FOUND },
		{ { .csrf = "facho_x" }, RC_NOT_FOUND },
		{ { .authorization = "" }, RC_REFUSED },
		{ { .authorization = "Token" }, RC_REFUSED },
		{ { .authorization = "Basic YTpi" }, RC_REFUSED },
		{ { .authorization = "Basic YTpi", .cookie = "facho_x" }, RC_REFUSED },
		{ { .cookie = "facho_x", .origin = "http://evil", .is_change = true },
		    RC_INVALID },
	};
	struct api_access access = api_access_of(NULL);

	(void)state;
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
		struct api_identity who = { .user = { -7 } };
		struct err err = { 0 };

		check_rc(access.identify(access.ctx, &CASES[i].came, &who, &err),
		    CASES[i].expected);
		assert_true(err.msg[0] != '\0');
		assert_int_equal(who.user.v, -7);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_change_comes_from_our_own_pages_or_from_no_page),
		cmocka_unit_test(what_cannot_be_good_is_refused_without_looking),
	};

	return CHECK_ALL(tests);
}

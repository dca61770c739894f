/* SPDX-License-Identifier: Apache-2.0 */
#include "base/canaries.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

#include "check.h"

static void
none_or_two_to_four_are_read(void **state)
{
	struct canaries c;
	struct err err = { 0 };

	(void)state;
	check_rc(canaries_read("", &c, &err), RC_OK);
	assert_int_equal(c.n, 0);
	check_rc(
	    canaries_read(" tcp://192.0.2.1:53, tcp://[2001:db8::1]:443 ,olt://La Paz 1,",
		&c, &err),
	    RC_OK);
	assert_int_equal(c.n, 3);
	assert_int_equal(c.list[0].address.ss_family, AF_INET);
	assert_int_equal(
	    ntohs(((const struct sockaddr_in *)&c.list[0].address)->sin_port), 53);
	assert_int_equal(c.list[1].address.ss_family, AF_INET6);
	assert_int_equal(
	    ntohs(((const struct sockaddr_in6 *)&c.list[1].address)->sin6_port), 443);
	assert_string_equal(c.list[0].olt, "");
	assert_string_equal(c.list[2].olt, "La Paz 1");
}

static void
what_is_none_is_named(void **state)
{
	static const struct {
		const char *text, *message;
	} CASES[] = {
		{ "tcp://192.0.2.1:53", "at least 2 canaries" },
		{ "olt://a,olt://b,olt://c,olt://d,olt://e", "at most 4 canaries" },
		{ "olt://a,tcp://example.com:53", "\"tcp://example.com:53\" is not" },
		{ "olt://a,tcp://192.0.2.1", "is not a canary" },
		{ "olt://a,tcp://192.0.2.1:0", "is not a canary" },
		{ "olt://a,tcp://192.0.2.1:65536", "is not a canary" },
		{ "olt://a,tcp://192.0.2.1:5x", "is not a canary" },
		{ "olt://a,tcp://2001:db8::1:53", "is not a canary" },
		{ "olt://a,tcp://[2001:db8::1:53", "is not a canary" },
		{ "olt://a,tcp://:53", "is not a canary" },
		{ "olt://a,olt://", "is not a canary" },
		{ "olt://a,snmp://public@192.0.2.1", "is not a canary" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
		struct err err = { 0 };

		check_rc(canaries_check(CASES[i].text, &err), RC_INVALID);
		if (!strstr(err.msg, CASES[i].message))
			fail_msg("%s: %s", CASES[i].text, err.msg);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(none_or_two_to_four_are_read),
		cmocka_unit_test(what_is_none_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

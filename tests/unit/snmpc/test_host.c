/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "snmpc/snmpc.h"

static void
hosts_are_read_with_and_without_port(void **state)
{
	static const struct {
		const char *text, *host;
		unsigned port;
	} GOOD[] = {
		{ "192.0.2.1", "192.0.2.1", 161 },
		{ "192.0.2.1:1161", "192.0.2.1", 1161 },
		{ "olt1.example", "olt1.example", 161 },
		{ "olt1.example:16100", "olt1.example", 16100 },
		{ "[2001:db8::1]:1161", "2001:db8::1", 1161 },
		{ "[2001:db8::1]", "2001:db8::1", 161 },
		{ "2001:db8::1", "2001:db8::1", 161 },
		{ "::1", "::1", 161 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(GOOD) / sizeof(GOOD[0]); i++) {
		struct snmpc_target t = { 0 };

		check_rc(snmpc_parse_host(GOOD[i].text, &t, NULL), RC_OK);
		assert_string_equal(t.host, GOOD[i].host);
		assert_int_equal(t.port, GOOD[i].port);
	}
}

static void
a_port_that_is_not_given_is_not_made_up(void **state)
{
	struct snmpc_target t = { .port = 7 };

	(void)state;
	check_rc(snmpc_split_host("192.0.2.1", &t, NULL), RC_OK);
	assert_int_equal(t.port, 0);
	check_rc(snmpc_split_host("[2001:db8::1]:1161", &t, NULL), RC_OK);
	assert_int_equal(t.port, 1161);
}

static void
wrong_hosts_are_refused_with_what_is_right(void **state)
{
	static const struct {
		const char *text, *says;
	} BAD[] = {
		{ "", "expected a name or an address" },
		{ ":161", "expected a name or an address" },
		{ "192.0.2.1:", "from 1 to 65535" },
		{ "192.0.2.1:0", "from 1 to 65535" },
		{ "192.0.2.1:65536", "from 1 to 65535" },
		{ "192.0.2.1:snmp", "from 1 to 65535" },
		{ "[2001:db8::1", "[IPv6 address]" },
		{ "[2001:db8::1]161", "[IPv6 address]" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(BAD) / sizeof(BAD[0]); i++) {
		struct snmpc_target t = { .port = 7 };
		struct err err;

		check_rc(snmpc_parse_host(BAD[i].text, &t, &err), RC_INVALID);
		check_contains(err.msg, BAD[i].says);
		assert_int_equal(t.port, 7);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hosts_are_read_with_and_without_port),
		cmocka_unit_test(a_port_that_is_not_given_is_not_made_up),
		cmocka_unit_test(wrong_hosts_are_refused_with_what_is_right),
	};

	return CHECK_ALL(tests);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "base/networks.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

#include "check.h"

static struct address
of(const char *text)
{
	struct address a = { { 0 } };

	assert_true(address_read_any(text, &a));
	return a;
}

static void
an_address_has_one_form_however_it_is_written(void **state)
{
	static const struct {
		const char *written, *shown;
	} CASES[] = {
		{ "192.0.2.1", "192.0.2.1" },
		{ "::ffff:192.0.2.1", "192.0.2.1" },
		{ "::ffff:c000:0201", "192.0.2.1" },
		{ "64:ff9b::192.0.2.1", "192.0.2.1" },
		{ "::192.0.2.1", "192.0.2.1" },
		{ "::c000:201", "192.0.2.1" },
		{ "::1", "::1" },
		{ "::", "::" },
		{ "127.1", "127.0.0.1" },
		{ "0x7f000001", "127.0.0.1" },
		{ "2130706433", "127.0.0.1" },
		{ "2001:DB8::1", "2001:db8::1" },
	};
	char text[ADDRESS_TEXT_MAX];

	(void)state;
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
		struct address a = of(CASES[i].written);

		address_show(&a, text);
		assert_string_equal(text, CASES[i].shown);
	}
}

static void
a_name_is_no_address(void **state)
{
	struct address a;

	(void)state;
	assert_false(address_read_any("olt.example", &a));
	assert_false(address_read_any("", &a));
	assert_false(address_read("127.1", &a));
	assert_false(address_read("fe80::1%lo", &a));
	assert_false(address_of(&(struct sockaddr){ .sa_family = AF_UNIX }, &a));
}

static void
the_default_is_everything_but_link_local_multicast_and_broadcast(void **state)
{
	static const char *const GOOD[] = { "127.0.0.1", "::1", "10.1.2.3", "192.0.2.255",
		"::ffff:127.0.0.1", "2001:db8::1", "fd00::1", "223.255.255.255",
		"169.253.1.1" };
	static const char *const BAD[] = { "169.254.169.254", "::ffff:169.254.169.254",
		"64:ff9b::169.254.1.1", "::169.254.169.254", "::a9fe:a9fe", "::224.0.0.1",
		"::0.0.0.2", "0xa9fea9fe", "fe80::1", "febf::1", "224.0.0.1", "239.1.1.1",
		"::ffff:239.1.1.1", "ff02::1", "255.255.255.255", "0.0.0.0",
		"::", "0.1.2.3" };
	struct networks none = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(GOOD) / sizeof(GOOD[0]); i++) {
		struct address a = of(GOOD[i]);

		if (!(networks_allow(&none, &a)))
			fail_msg("%s", GOOD[i]);
	}
	for (size_t i = 0; i < sizeof(BAD) / sizeof(BAD[0]); i++) {
		struct address a = of(BAD[i]);

		if (!(!networks_allow(&none, &a)))
			fail_msg("%s", BAD[i]);
	}
}

static void
a_list_allows_what_it_has(void **state)
{
	static const struct {
		const char *address;
		bool may;
	} CASES[] = {
		{ "10.0.0.0", true },
		{ "10.255.255.255", true },
		{ "11.0.0.0", false },
		{ "::ffff:10.1.1.1", true },
		{ "::10.1.1.1", true },
		{ "::11.1.1.1", false },
		{ "127.0.0.1", false },
		{ "192.0.2.7", true },
		{ "192.0.2.8", false },
		{ "2001:db8:ffff::1", true },
		{ "2001:db9::1", false },
		{ "169.254.1.1", false },
		{ "224.0.0.1", false },
	};
	struct networks n;
	struct address a;

	(void)state;
	check_rc(networks_read("10.0.0.0/8, 192.0.2.7 2001:db8::/32", &n, NULL), RC_OK);
	for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
		a = of(CASES[i].address);
		if (!(networks_allow(&n, &a) == CASES[i].may))
			fail_msg("%s", CASES[i].address);
	}
	/* Link-local addresses can be named; multicast ones cannot. */
	check_rc(networks_read("0.0.0.0/0,fe80::/10,ff00::/8", &n, NULL), RC_OK);
	a = of("169.254.1.1");
	assert_true(networks_allow(&n, &a));
	a = of("fe80::1");
	assert_true(networks_allow(&n, &a));
	a = of("ff02::1");
	assert_false(networks_allow(&n, &a));
	a = of("255.255.255.255");
	assert_false(networks_allow(&n, &a));
}

static void
a_list_that_is_none_is_refused_with_the_word(void **state)
{
	static const char *const BAD[] = {
		"10.0.0.0/33", "::/129", "10.0.0.0/-1", "10.0.0.0/", "10.0.0/8",
		"olt.example", "10.0.0.1, x",
		"1234567890123456789012345678901234567890123456789012345678901234567890"
	};
	struct networks n = { .n = 7 };
	struct err err = { 0 };
	char many[NETWORKS_MAX * 10 + 20] = "";

	(void)state;
	for (size_t i = 0; i < sizeof(BAD) / sizeof(BAD[0]); i++) {
		check_rc(networks_read(BAD[i], &n, &err), RC_INVALID);
		assert_non_null(strstr(err.msg, "is no address or network"));
		check_rc(networks_check(BAD[i], NULL), RC_INVALID);
	}
	for (int i = 0; i <= NETWORKS_MAX; i++)
		(void)strncat(many, "10.0.0.1,", sizeof(many) - strlen(many) - 1);
	check_rc(networks_read(many, &n, &err), RC_INVALID);
	assert_int_equal(n.n, 7);
	check_rc(networks_check("", NULL), RC_OK);
}

static void
loopback_is_told_from_other_addresses(void **state)
{
	struct address a;

	(void)state;
	a = of("127.8.0.1");
	assert_true(address_is_loopback(&a));
	a = of("::1");
	assert_true(address_is_loopback(&a));
	a = of("::ffff:127.0.0.1");
	assert_true(address_is_loopback(&a));
	a = of("0.0.0.0");
	assert_false(address_is_loopback(&a));
	a = of("::");
	assert_false(address_is_loopback(&a));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_address_has_one_form_however_it_is_written),
		cmocka_unit_test(a_name_is_no_address),
		cmocka_unit_test(
		    the_default_is_everything_but_link_local_multicast_and_broadcast),
		cmocka_unit_test(a_list_allows_what_it_has),
		cmocka_unit_test(a_list_that_is_none_is_refused_with_the_word),
		cmocka_unit_test(loopback_is_told_from_other_addresses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

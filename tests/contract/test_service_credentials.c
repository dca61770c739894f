/* SPDX-License-Identifier: Apache-2.0
 *
 * Stored credentials go to the device they were given for, and nowhere else.
 */
#include "service_lab.h"

#include "check.h"

#define A_V3_OLT                                                           \
	"{'name':'sur','address':'192.0.2.3','version':'3','v3_user':'u'," \
	"'v3_auth':'SHA','v3_priv':'AES','auth_pass':'authauth',"          \
	"'priv_pass':'privpriv'}"

/* ---- another target ------------------------------------------------------------------- */

static void
another_target_needs_the_community_again(void **state)
{
	static const char *const CHANGES[] = { "{'olt':'centro','address':'192.0.2.66'}",
		"{'olt':'centro','port':1161}", "{'olt':'centro','version':'1'}",
		"{'olt':'centro','address':'192.0.2.66','description':'x'}" };
	struct lab l = { 0 };

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	for (size_t i = 0; i < sizeof(CHANGES) / sizeof(CHANGES[0]); i++) {
		check_rc(ask_as(&l, ROLE_OPERATOR, "olt.test", CHANGES[i]), RC_INVALID);
		check_contains(said(&l, "community"), "enter it again");
		check_rc(refused(&l, "olt.change", CHANGES[i]), RC_INVALID);
		check_contains(said(&l, "community"), "enter it again");
	}
	assert_int_equal(l.ops.tests, 0);
	assert_string_equal(l.ops.last_address, "192.0.2.1");
	/* With the community of the new target both work. */
	(void)ask(
	    &l, "olt.test", "{'olt':'centro','address':'192.0.2.66','community':'n3w'}");
	assert_string_equal(l.ops.test_host, "192.0.2.66");
	assert_string_equal(l.ops.test_community, "n3w");
	(void)ask(&l, "olt.change",
	    "{'olt':'centro','address':'192.0.2.66','community':'n3w'}");
	assert_string_equal(l.ops.last_address, "192.0.2.66");
	assert_string_equal(l.ops.last_community, "n3w");
	lab_close(&l);
}

static void
the_same_target_does_not(void **state)
{
	struct lab l = { 0 };

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	(void)ask(&l, "olt.test", "{'olt':'centro'}");
	assert_string_equal(l.ops.test_community, "s3cret");
	(void)ask(&l, "olt.test",
	    "{'olt':'centro','address':'192.0.2.1','port':161,'version':'2c',"
	    "'timeout_ms':500}");
	assert_string_equal(l.ops.test_community, "s3cret");
	(void)ask(&l, "olt.change", "{'olt':'centro','name':'norte','port':161}");
	assert_string_equal(l.ops.last_community, "s3cret");
	lab_close(&l);
}

static void
version_3_needs_both_passphrases_again(void **state)
{
	static const char *const CHANGES[] = { "{'olt':'sur','address':'192.0.2.66'}",
		"{'olt':'sur','v3_auth':'MD5'}", "{'olt':'sur','v3_priv':'DES'}",
		"{'olt':'sur','v3_user':'other'}", "{'olt':'sur','port':1161}" };
	struct lab l = { 0 };

	lab_open(&l, state);
	(void)ask(&l, "olt.add", A_V3_OLT);
	for (size_t i = 0; i < sizeof(CHANGES) / sizeof(CHANGES[0]); i++) {
		check_rc(ask_as(&l, ROLE_OPERATOR, "olt.test", CHANGES[i]), RC_INVALID);
		check_contains(said(&l, "auth_pass"), "enter it again");
		check_contains(said(&l, "priv_pass"), "enter it again");
		check_rc(refused(&l, "olt.change", CHANGES[i]), RC_INVALID);
		check_contains(said(&l, "auth_pass"), "enter it again");
	}
	/* Without privacy its passphrase would be sent to nobody. */
	check_rc(refused(&l, "olt.change", "{'olt':'sur','v3_priv':''}"), RC_INVALID);
	check_contains(said(&l, "auth_pass"), "enter it again");
	assert_string_equal(said(&l, "priv_pass"), "");
	/* One of two is not enough. */
	check_rc(refused(&l, "olt.change",
		     "{'olt':'sur','address':'192.0.2.66','auth_pass':'newnew12'}"),
	    RC_INVALID);
	check_contains(said(&l, "priv_pass"), "enter it again");
	assert_int_equal(l.ops.tests, 0);
	(void)ask(&l, "olt.change", "{'olt':'sur','v3_context':'c'}");
	(void)ask(&l, "olt.change",
	    "{'olt':'sur','address':'192.0.2.66','auth_pass':'newnew12',"
	    "'priv_pass':'newnew34'}");
	assert_string_equal(l.ops.last_address, "192.0.2.66");
	lab_close(&l);
}

/* A community that lies unused behind version 3 is no way round it. */
static void
a_detour_by_another_version_is_closed(void **state)
{
	struct lab l = { 0 };

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	(void)ask(&l, "olt.change", "{'olt':'centro','version':'3','v3_user':'u'}");
	(void)ask(&l, "olt.change", "{'olt':'centro','address':'192.0.2.66'}");
	check_rc(
	    refused(&l, "olt.change", "{'olt':'centro','version':'2c'}"), RC_INVALID);
	check_contains(said(&l, "community"), "enter it again");
	check_rc(refused(&l, "olt.test", "{'olt':'centro','version':'2c'}"), RC_INVALID);
	assert_int_equal(l.ops.tests, 0);
	lab_close(&l);
}

/* ---- tests are noted and counted -------------------------------------------------------- */

static void
a_test_is_in_the_audit_log(void **state)
{
	struct lab l = { 0 };
	struct line line;

	lab_open(&l, state);
	(void)ask(
	    &l, "olt.test", "{'address':'192.0.2.1','port':1161,'community':'s3cret'}");
	line = audited(&l, "olt");
	assert_int_equal(line.n, 1);
	assert_string_equal(line.action, "test");
	assert_string_equal(line.who, "ana");
	check_contains(line.after, "192.0.2.1");
	check_contains(line.after, "1161");
	assert_null(strstr(line.after, "s3cret"));
	(void)ask(&l, "olt.add", A_V3_OLT);
	(void)ask(&l, "olt.test", "{'olt':'sur'}");
	line = audited(&l, "olt");
	assert_string_equal(line.action, "test");
	check_contains(line.after, "192.0.2.3");
	lab_close(&l);
}

static void
one_user_may_test_only_so_often(void **state)
{
	struct lab l = { 0 };
	int through = 0;

	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	l.address = "192.0.2.77";
	for (int i = 0; i < 40; i++)
		through += ask_as(&l, ROLE_OPERATOR, "olt.test", "{'olt':1}") == RC_OK;
	assert_in_range(through, 20, 35); /* some come back while this runs */
	check_rc(ask_as(&l, ROLE_OPERATOR, "olt.test", "{'olt':1}"), RC_BUSY);
	check_contains(l.answer.message, "too many tests");
	assert_true(l.answer.retry_ms > 0);
	assert_int_equal(l.ops.tests, through);
	l.address = NULL; /* whoever has the machine is not slowed down */
	check_rc(ask_as(&l, ROLE_OPERATOR, "olt.test", "{'olt':1}"), RC_OK);
	lab_close(&l);
}

/* ---- networks ------------------------------------------------------------------------------- */

static void
an_address_must_be_allowed(void **state)
{
	static const char *const BAD[] = { "169.254.169.254", "::ffff:169.254.169.254",
		"224.0.0.1", "255.255.255.255", "fe80::1", "0.0.0.0" };
	struct lab l = { 0 };
	char args[200];

	lab_open(&l, state);
	for (size_t i = 0; i < sizeof(BAD) / sizeof(BAD[0]); i++) {
		(void)snprintf(args, sizeof(args),
		    "{'name':'x','address':'%s','community':'c'}", BAD[i]);
		check_rc(refused(&l, "olt.add", args), RC_INVALID);
		check_contains(said(&l, "address"), "snmp.allowed_networks");
		(void)snprintf(
		    args, sizeof(args), "{'address':'%s','community':'c'}", BAD[i]);
		check_rc(ask_as(&l, ROLE_OPERATOR, "olt.test", args), RC_INVALID);
		check_contains(said(&l, "address"), "snmp.allowed_networks");
	}
	(void)ask(&l, "olt.add",
	    "{'name':'sim','address':'127.0.0.1','port':1161,'community':'c'}");
	lab_close(&l);
}

static void
a_list_of_networks_is_all_that_is_allowed(void **state)
{
	struct lab l = { 0 };

	check_rc(networks_read("192.0.2.0/25", &l.allowed, NULL), RC_OK);
	lab_open(&l, state);
	(void)ask(&l, "olt.add", AN_OLT);
	check_rc(refused(&l, "olt.change",
		     "{'olt':'centro','address':'192.0.2.128','community':'c'}"),
	    RC_INVALID);
	check_contains(said(&l, "address"), "snmp.allowed_networks");
	check_rc(
	    refused(&l, "olt.test", "{'address':'127.1','community':'c'}"), RC_INVALID);
	check_contains(said(&l, "address"), "snmp.allowed_networks");
	lab_close(&l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(another_target_needs_the_community_again),
		ON_EACH(the_same_target_does_not),
		ON_EACH(version_3_needs_both_passphrases_again),
		ON_EACH(a_detour_by_another_version_is_closed),
		ON_EACH(a_test_is_in_the_audit_log),
		ON_EACH(one_user_may_test_only_so_often),
		ON_EACH(an_address_must_be_allowed),
		ON_EACH(a_list_of_networks_is_all_that_is_allowed),
	};

	return CHECK_ALL(tests);
}

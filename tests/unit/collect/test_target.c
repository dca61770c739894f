/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "collect/target.h"

static struct olt
olt_of(enum olt_version version, const char *auth, const char *priv)
{
	return (struct olt){ .name = "centro",
		.address = "192.0.2.1",
		.port = 1161,
		.version = version,
		.v3_user = "noc",
		.v3_auth = auth,
		.v3_priv = priv,
		.overrides = OLT_OVERRIDES_NONE };
}

static enum rc
make(const struct olt *olt, struct snmpc_target *ret, struct err *err)
{
	struct snmpc_limits limits = snmpc_limits_default();
	struct olt_secrets secrets = { 0 };

	check_rc(secret_set(&secrets.community, "public"), RC_OK);
	check_rc(secret_set(&secrets.auth_key, "authenticate"), RC_OK);
	check_rc(secret_set(&secrets.priv_key, "encryption"), RC_OK);
	return target_of(olt, &secrets, &limits, ret, err);
}

static void
every_protocol_reaches_the_target(void **state)
{
	(void)state;
	for (int a = V3_AUTH_MD5; a < V3_AUTHS; a++) {
		for (int p = V3_PRIV_NONE; p < V3_PRIVS; p++) {
			struct olt o = olt_of(OLT_SNMP_3, v3_auth_name((enum v3_auth)a),
			    v3_priv_name((enum v3_priv)p));
			struct snmpc_target t;

			check_rc(make(&o, &t, NULL), RC_OK);
			assert_int_equal(t.version, SNMP_V3);
			assert_int_equal(t.auth, a);
			assert_int_equal(t.priv, p);
			assert_string_equal(t.user, "noc");
			assert_string_equal(t.auth_pass.bytes, "authenticate");
			assert_string_equal(t.priv_pass.bytes, "encryption");
		}
	}
}

static void
an_unknown_protocol_is_an_error_and_not_none(void **state)
{
	static const struct {
		const char *auth, *priv, *says;
	} WRONG[] = { { "SHA256", "", "authentication protocol \"SHA256\"" },
		{ "SHA", "AES-256", "privacy protocol \"AES-256\"" },
		{ "", "AES", "no SNMPv3 privacy without" } };

	(void)state;
	for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++) {
		struct olt o = olt_of(OLT_SNMP_3, WRONG[i].auth, WRONG[i].priv);
		struct snmpc_target t = { .port = 7 };
		struct err err = { 0 };

		check_rc(make(&o, &t, &err), RC_INVALID);
		check_contains(err.msg, WRONG[i].says);
		assert_int_equal(t.port, 7);
	}
}

static void
other_versions_do_not_look_at_them(void **state)
{
	struct olt o = olt_of(OLT_SNMP_1, "SHA", "AES");
	struct snmpc_target t;

	(void)state;
	check_rc(make(&o, &t, NULL), RC_OK);
	assert_int_equal(t.version, SNMP_V1);
	assert_int_equal(t.auth, V3_AUTH_NONE);
	assert_int_equal(t.priv, V3_PRIV_NONE);
	assert_string_equal(t.community.bytes, "public");
}

static void
what_is_said_for_the_olt_wins_over_its_profile(void **state)
{
	struct snmpc_limits program = snmpc_limits_default();
	struct profile profile = {
		.quirks = { .timeout_ms = 10000, .retries = 5, .max_in_flight = 1 }
	};
	struct snmp_settings nothing = { -1, -1, -1, -1, NULL };
	struct snmp_settings said = { 700, 0, 9, 3, "90,30,1" };
	struct snmpc_limits l = target_limits(&program, &profile, &nothing);

	(void)state;
	assert_int_equal(l.timeout_ms, 10000);
	assert_int_equal(l.first_timeout_ms, program.timeout_ms);
	assert_int_equal(l.in_flight, 1);
	l = target_limits(&program, &profile, &said);
	assert_int_equal(l.timeout_ms, 700);
	assert_int_equal(l.first_timeout_ms, 0);
	assert_int_equal(l.retries, 0);
	assert_int_equal(l.repetitions, 9);
	assert_int_equal(l.in_flight, 3);
	assert_int_equal(l.batch_onus[0], 90);
	assert_int_equal(l.batch_onus[1], 30);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_protocol_reaches_the_target),
		cmocka_unit_test(an_unknown_protocol_is_an_error_and_not_none),
		cmocka_unit_test(other_versions_do_not_look_at_them),
		cmocka_unit_test(what_is_said_for_the_olt_wins_over_its_profile),
	};
	return CHECK_ALL(tests);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "model/olt.h"

static struct olt
good(void)
{
	return (struct olt){ .name = "centro",
		.address = "2001:db8::1",
		.port = 161,
		.version = OLT_SNMP_2C,
		.overrides = OLT_OVERRIDES_NONE };
}

static void
a_good_olt_passes(void **state)
{
	struct olt o = good();

	(void)state;
	check_rc(olt_check(&o, NULL), RC_OK);
	o.version = OLT_SNMP_3;
	o.v3_user = "noc";
	o.overrides = (struct snmp_settings){ 100, 0, 1, 1, "1" };
	o.has_location = true;
	o.latitude = -90;
	o.longitude = 180;
	check_rc(olt_check(&o, NULL), RC_OK);
}

static void
each_mistake_is_named_by_its_field(void **state)
{
	struct {
		const char *field;
		struct olt olt;
	} wrong[14];
	struct err err = { 0 };
	int n = 0;

	(void)state;
	for (int i = 0; i < 14; i++)
		wrong[i].olt = good();
	wrong[n].field = "name";
	wrong[n++].olt.name = "";
	wrong[n].field = "name";
	wrong[n++].olt.name = NULL;
	wrong[n].field = "address";
	wrong[n++].olt.address = "192.0.2.1 ";
	wrong[n].field = "address";
	wrong[n++].olt.address = NULL;
	wrong[n].field = "port";
	wrong[n++].olt.port = 65536;
	wrong[n].field = "v3_user";
	wrong[n++].olt.version = OLT_SNMP_3;
	wrong[n].field = "v3_priv";
	wrong[n].olt.version = OLT_SNMP_3;
	wrong[n].olt.v3_user = "noc";
	wrong[n++].olt.v3_priv = "AES";
	wrong[n].field = "timeout_ms";
	wrong[n++].olt.overrides.timeout_ms = 99;
	wrong[n].field = "retries";
	wrong[n++].olt.overrides.retries = 11;
	wrong[n].field = "repetitions";
	wrong[n++].olt.overrides.repetitions = 0;
	wrong[n].field = "in_flight";
	wrong[n++].olt.overrides.in_flight = 65;
	wrong[n].field = "latitude";
	wrong[n].olt.has_location = true;
	wrong[n++].olt.latitude = 90.5;
	wrong[n].field = "v3_auth";
	wrong[n++].olt.v3_auth = "SHA256";
	wrong[n].field = "v3_priv";
	wrong[n++].olt.v3_priv = "none";
	assert_int_equal(n, 14);
	for (int i = 0; i < n; i++) {
		check_rc(olt_check(&wrong[i].olt, &err), RC_INVALID);
		check_contains(err.msg, wrong[i].field);
	}
}

static void
column_states_have_names_both_ways(void **state)
{
	enum olt_column c = OLT_COLUMN_ANSWERS;

	(void)state;
	assert_string_equal(olt_column_name(OLT_COLUMN_ANSWERS), "answers");
	assert_true(olt_column_from_name("unsupported", &c));
	assert_int_equal(c, OLT_COLUMN_UNSUPPORTED);
	assert_false(olt_column_from_name("Answers", &c));
	assert_int_equal(c, OLT_COLUMN_UNSUPPORTED);
}

static void
versions_have_names_both_ways(void **state)
{
	enum olt_version v = OLT_SNMP_1;

	(void)state;
	assert_string_equal(olt_version_name(OLT_SNMP_2C), "2c");
	assert_true(olt_version_from_name("3", &v));
	assert_int_equal(v, OLT_SNMP_3);
	assert_false(olt_version_from_name("2", &v));
	assert_int_equal(v, OLT_SNMP_3);
}

static void
secrets_can_be_wiped_at_once(void **state)
{
	struct olt_secrets s;

	(void)state;
	check_rc(secret_set(&s.community, "a"), RC_OK);
	check_rc(secret_set(&s.auth_key, "b"), RC_OK);
	check_rc(secret_set(&s.priv_key, "c"), RC_OK);
	olt_secrets_wipe(&s);
	assert_true(secret_is_empty(&s.community) && secret_is_empty(&s.auth_key) &&
	    secret_is_empty(&s.priv_key));
	assert_int_equal(
	    s.community.bytes[0] | s.auth_key.bytes[0] | s.priv_key.bytes[0], 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_good_olt_passes),
		cmocka_unit_test(each_mistake_is_named_by_its_field),
		cmocka_unit_test(column_states_have_names_both_ways),
		cmocka_unit_test(versions_have_names_both_ways),
		cmocka_unit_test(secrets_can_be_wiped_at_once),
	};

	return CHECK_ALL(tests);
}

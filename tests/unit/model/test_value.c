/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "model/value.h"

static void
every_state_has_a_word_that_leads_back_to_it(void **state)
{
	enum state found = STATE_FAULT;

	(void)state;
	for (int i = STATE_ONLINE; i < STATE_COUNT; i++) {
		assert_true(state_from_name(state_name((enum state)i), &found));
		assert_int_equal(found, i);
	}
	assert_string_equal(state_name(STATE_NONE), "");
	assert_string_equal(state_name(STATE_LOS_PORT), "los_port");
	found = STATE_POWER;
	assert_false(state_from_name("", &found));
	assert_false(state_from_name("asleep", &found));
	assert_int_equal(found, STATE_POWER);
	assert_true(state_from_name("los", &found));
	assert_int_equal(found, STATE_LOS_ONU);
}

/* The codes of the API: clients depend on them. */
static void
causes_have_codes_that_stay(void **state)
{
	static const char *const CODES[] = { "los_port", "los_onu", "power", "signal",
		"admin", "reset", "rogue", "unknown" };

	(void)state;
	assert_int_equal(STATE_COUNT - STATE_CAUSES, sizeof(CODES) / sizeof(CODES[0]));
	for (int i = STATE_CAUSES; i < STATE_COUNT; i++)
		assert_string_equal(state_name((enum state)i), CODES[i - STATE_CAUSES]);
}

static void
offline_is_no_cause(void **state)
{
	(void)state;
	for (int i = STATE_CAUSES; i < STATE_COUNT; i++)
		assert_int_equal(state_cause((enum state)i), i);
	assert_int_equal(state_cause(STATE_DISABLED), STATE_ADMIN);
	assert_int_equal(state_cause(STATE_OFFLINE), STATE_UNKNOWN);
	assert_int_equal(state_cause(STATE_TRANSITIONAL), STATE_UNKNOWN);
	assert_int_equal(state_cause(STATE_FAULT), STATE_UNKNOWN);
	assert_int_equal(state_cause(STATE_NONE), STATE_UNKNOWN);
}

static void
types_are_named_as_in_the_standard(void **state)
{
	(void)state;
	assert_string_equal(snmp_type_name(SNMP_OCTETS), "OCTET STRING");
	assert_string_equal(snmp_type_name(SNMP_COUNTER64), "Counter64");
	assert_string_equal(snmp_type_name((enum snmp_type)99), "unknown type");
}

static void
exceptions_are_the_three_of_version_2(void **state)
{
	int count = 0;

	(void)state;
	for (int tag = 0; tag < 256; tag++)
		count += snmp_type_is_exception((enum snmp_type)tag);
	assert_int_equal(count, 3);
	assert_true(snmp_type_is_exception(SNMP_NO_SUCH_OBJECT));
	assert_true(snmp_type_is_exception(SNMP_NO_SUCH_INSTANCE));
	assert_true(snmp_type_is_exception(SNMP_END_OF_MIB_VIEW));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_state_has_a_word_that_leads_back_to_it),
		cmocka_unit_test(causes_have_codes_that_stay),
		cmocka_unit_test(offline_is_no_cause),
		cmocka_unit_test(types_are_named_as_in_the_standard),
		cmocka_unit_test(exceptions_are_the_three_of_version_2),
	};

	return CHECK_ALL(tests);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "model/purpose.h"

static void
every_purpose_is_filled_in_and_found_by_name_and_by_key(void **state)
{
	enum purpose found;

	(void)state;
	for (int i = 0; i < PURPOSES; i++) {
		const struct purpose_info *info = purpose_info((enum purpose)i);

		assert_non_null(info->name);
		assert_non_null(info->key);
		assert_non_null(info->heading);
		assert_true(purpose_from_name(info->name, &found));
		assert_int_equal(found, i);
		assert_true(purpose_from_name(info->key, &found));
		assert_int_equal(found, i);
	}
	assert_false(purpose_from_name("colour", &found));
}

static bool
is_plausible(enum purpose purpose, double reading)
{
	struct value v = { .kind = VALUE_REAL, .r = reading };

	return purpose_is_plausible(purpose, &v);
}

/* The limits of OLT-FACTS 2.2, inclusive. */
static void
what_physics_forbids_is_implausible(void **state)
{
	(void)state;
	assert_true(is_plausible(PURPOSE_ONU_RX, -21.43));
	assert_true(is_plausible(PURPOSE_ONU_RX, -45));
	assert_false(is_plausible(PURPOSE_ONU_RX, -45.01));
	assert_false(is_plausible(PURPOSE_ONU_RX, 5.01));
	assert_false(is_plausible(PURPOSE_ONU_TX, 99));
	assert_false(is_plausible(PURPOSE_VOLTAGE, -1));
	assert_true(is_plausible(PURPOSE_TEMPERATURE, -40));
	assert_false(is_plausible(PURPOSE_TEMPERATURE, 2147483647));
}

static void
integers_are_weighed_too_and_nulls_pass(void **state)
{
	struct value metres = { .kind = VALUE_INT, .i = 200001 };
	struct value null = { .kind = VALUE_NULL };
	struct value text = { .kind = VALUE_TEXT, .text = "far away" };

	(void)state;
	assert_false(purpose_is_plausible(PURPOSE_DISTANCE, &metres));
	metres.i = 1234;
	assert_true(purpose_is_plausible(PURPOSE_DISTANCE, &metres));
	metres.i = -1;
	assert_false(purpose_is_plausible(PURPOSE_DISTANCE, &metres));
	assert_true(purpose_is_plausible(PURPOSE_UPTIME, &metres)); /* no limits */
	assert_true(purpose_is_plausible(PURPOSE_DISTANCE, &null));
	assert_true(purpose_is_plausible(PURPOSE_DISTANCE, &text));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_purpose_is_filled_in_and_found_by_name_and_by_key),
		cmocka_unit_test(what_physics_forbids_is_implausible),
		cmocka_unit_test(integers_are_weighed_too_and_nulls_pass),
	};

	return CHECK_ALL(tests);
}

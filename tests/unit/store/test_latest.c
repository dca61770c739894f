/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "store/value/latest.h"

static void
every_place_is_found_by_its_purpose(void **state)
{
	(void)state;
	for (int i = 0; i < LATEST_MAX; i++)
		assert_int_equal(latest_place(latest_purpose((size_t)i)), i);
	assert_int_equal(latest_place(PURPOSE_SERIAL), -1);
	assert_int_equal(latest_place(PURPOSE_CPU), -1);
	assert_int_equal(latest_place(PURPOSE_CUSTOM), -1);
}

static void
values_take_the_type_of_their_purpose(void **state)
{
	struct value whole = { .kind = VALUE_INT, .i = -21 };
	struct value real = { .kind = VALUE_REAL, .r = 1234.6 };
	struct value huge = { .kind = VALUE_REAL, .r = 1e30 };
	struct value text = { .kind = VALUE_TEXT, .text = "up" };
	struct value got;

	(void)state;
	got = latest_typed(PURPOSE_ONU_RX, &whole);
	assert_int_equal(got.kind, VALUE_REAL);
	assert_true(got.r == -21.0);
	got = latest_typed(PURPOSE_DISTANCE, &real);
	assert_int_equal(got.kind, VALUE_INT);
	assert_int_equal(got.i, 1235);
	assert_int_equal(latest_typed(PURPOSE_DISTANCE, &huge).kind, VALUE_NULL);
	assert_int_equal(latest_typed(PURPOSE_ONU_RX, &text).kind, VALUE_NULL);
	got = latest_typed(PURPOSE_RUN_STATE, &text);
	assert_int_equal(got.kind, VALUE_STATE);
	assert_string_equal(got.text, "up");
	assert_int_equal(latest_typed(PURPOSE_MAC, &whole).kind, VALUE_NULL);
	assert_int_equal(latest_typed(PURPOSE_LAST_UP, &whole).kind, VALUE_NULL);
}

static void
a_difference_that_nobody_sees_is_none(void **state)
{
	struct value a = { .kind = VALUE_REAL, .r = -20.0 }, b = a, null = { 0 };
	struct value s = { .kind = VALUE_STATE, .i = 1, .state = STATE_ONLINE }, t = s;

	(void)state;
	b.r = -20.0004;
	assert_true(latest_is_same(&a, &b));
	b.r = -20.01;
	assert_false(latest_is_same(&a, &b));
	assert_false(latest_is_same(&a, &null));
	assert_true(latest_is_same(&null, &null));
	t.text = "";
	assert_true(latest_is_same(&s, &t)); /* NULL and "" are the same label */
	t.i = 2;
	assert_false(latest_is_same(&s, &t));
}

static void
events_show_labels_or_else_meanings(void **state)
{
	struct value s = { .kind = VALUE_STATE, .state = STATE_LOS_ONU }, null = { 0 };

	(void)state;
	assert_string_equal(latest_text(&s), "los_onu");
	s.text = "no signal";
	assert_string_equal(latest_text(&s), "no signal");
	assert_string_equal(latest_text(&null), "");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_place_is_found_by_its_purpose),
		cmocka_unit_test(values_take_the_type_of_their_purpose),
		cmocka_unit_test(a_difference_that_nobody_sees_is_none),
		cmocka_unit_test(events_show_labels_or_else_meanings),
	};

	return CHECK_ALL(tests);
}

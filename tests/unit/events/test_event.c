/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "events/event.h"

static void
kinds_have_names(void **state)
{
	enum event_kind kind = EVENT_KINDS;

	(void)state;
	for (int i = 0; i < EVENT_KINDS; i++) {
		assert_true(
		    event_kind_from_name(event_kind_name((enum event_kind)i), &kind));
		assert_int_equal(kind, i);
	}
	assert_false(event_kind_from_name("weather", &kind));
	assert_false(event_kind_from_name("", &kind));
	assert_false(event_kind_from_name(NULL, &kind));
}

static void
a_cursor_is_read_as_it_was_written(void **state)
{
	static const struct event_cursor CURSORS[] = { { 0, 0 }, { 0, 7 }, { 12, 345 },
		{ INT64_MAX, INT64_MAX } };
	char text[EVENT_CURSOR_MAX];

	(void)state;
	for (size_t i = 0; i < sizeof(CURSORS) / sizeof(CURSORS[0]); i++) {
		struct event_cursor read = { -1, -1 };

		assert_true(
		    event_cursor_parse(event_cursor_format(&CURSORS[i], text), &read));
		assert_int_equal(read.tx, CURSORS[i].tx);
		assert_int_equal(read.id, CURSORS[i].id);
	}
	assert_string_equal(event_cursor_format(&CURSORS[2], text), "12-345");
}

static void
what_is_no_cursor_is_refused(void **state)
{
	static const char *const WRONG[] = { "", "-", "1", "1-", "-1", "1-2-3", "1--2",
		"-1-2", " 1-2", "1- 2", "1-2 ", "a-b", "1-2x", "0x1-2", "+1-2",
		"9223372036854775808-1", "1-9223372036854775808" };

	(void)state;
	for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++) {
		struct event_cursor cursor = { 5, 6 };

		assert_false(event_cursor_parse(WRONG[i], &cursor));
		assert_int_equal(cursor.tx, 5);
		assert_int_equal(cursor.id, 6);
	}
	assert_false(event_cursor_parse(NULL, &(struct event_cursor){ 0 }));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kinds_have_names),
		cmocka_unit_test(a_cursor_is_read_as_it_was_written),
		cmocka_unit_test(what_is_no_cursor_is_refused),
	};

	return CHECK_ALL(tests);
}

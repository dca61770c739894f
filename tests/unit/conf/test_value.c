/* SPDX-License-Identifier: Apache-2.0
 *
 * Every type of setting, with a table of the test, also types that no setting of the
 * program has today.
 */
#include "check.h"

#include "conf/conf_int.h"

struct fields {
	int64_t number;
	bool truth;
	int64_t ms;
	int64_t bytes;
	const char *text;
	struct secret secret;
	int choice;
	struct conf_list list;
};

#define AT(member) offsetof(struct fields, member)

static const char *const COLOURS[] = { "red", "green", NULL };

static const struct conf_item ITEMS[] = {
	{ "a.number", CONF_INT, AT(number), -5, 5, "0", "" },
	{ "a.truth", CONF_BOOL, AT(truth), 0, 0, "no", "" },
	{ "a.ms", CONF_MS, AT(ms), 100, 60000, "2s", "" },
	{ "a.bytes", CONF_BYTES, AT(bytes), 484, 65536, "1k", "" },
	{ "a.text", CONF_TEXT, AT(text), 0, 0, "", "" },
	{ "a.secret", CONF_SECRET, AT(secret), 0, 0, "", "" },
	{ "a.choice", CONF_ENUM, AT(choice), 0, 0, "red", "", .choices = COLOURS },
	{ "a.list", CONF_LIST, AT(list), 1, 100, "1", "" },
};

enum { NUMBER, TRUTH, MS, BYTES, TEXT, SECRET, CHOICE, LIST };

struct bench {
	struct fields fields;
	struct arena *arena;
	struct err err;
};

static int
set_up(void **state)
{
	static struct bench b;

	b = (struct bench){ .arena = arena_new(0) };
	*state = &b;
	return b.arena ? 0 : -1;
}

static int
tear_down(void **state)
{
	arena_free(((struct bench *)*state)->arena);
	return 0;
}

static enum rc
set(struct bench *b, int item, const char *text)
{
	return conf_value_set(&ITEMS[item], &b->fields, b->arena, text, &b->err);
}

static void
shows(const struct bench *b, int item, const char *expected)
{
	struct buf shown = BUF_INIT(1000);

	conf_value_show(&ITEMS[item], &b->fields, &shown);
	assert_string_equal(buf_text(&shown), expected);
	buf_fini(&shown);
}

static void
good_values_are_taken_and_shown_as_one_would_write_them(void **state)
{
	struct bench *b = *state;

	check_rc(set(b, NUMBER, "-5"), RC_OK);
	assert_int_equal(b->fields.number, -5);
	shows(b, NUMBER, "-5");
	check_rc(set(b, TRUTH, "On"), RC_OK);
	assert_true(b->fields.truth);
	shows(b, TRUTH, "yes");
	check_rc(set(b, MS, "1m"), RC_OK);
	assert_int_equal(b->fields.ms, 60000);
	shows(b, MS, "1m");
	check_rc(set(b, BYTES, "2048"), RC_OK);
	shows(b, BYTES, "2k");
	check_rc(set(b, TEXT, "some words"), RC_OK);
	shows(b, TEXT, "some words");
	check_rc(set(b, SECRET, "hush"), RC_OK);
	assert_string_equal(b->fields.secret.bytes, "hush");
	shows(b, SECRET, "***");
	check_rc(set(b, CHOICE, "green"), RC_OK);
	assert_int_equal(b->fields.choice, 1);
	shows(b, CHOICE, "green");
	check_rc(set(b, LIST, "100, 20,3"), RC_OK);
	shows(b, LIST, "100,20,3");
}

static void
wrong_values_leave_the_field_alone_and_say_what_is_right(void **state)
{
	struct bench *b = *state;

	check_rc(set(b, NUMBER, "3"), RC_OK);
	check_rc(set(b, NUMBER, "6"), RC_INVALID);
	assert_string_equal(b->err.msg, "a.number: \"6\" is not a number from -5 to 5");
	check_rc(set(b, NUMBER, ""), RC_INVALID);
	assert_int_equal(b->fields.number, 3);
	check_rc(set(b, TRUTH, "perhaps"), RC_INVALID);
	check_contains(b->err.msg, "yes or no");
	check_rc(set(b, MS, "99ms"), RC_INVALID);
	check_contains(b->err.msg, "from 100ms to 1m");
	check_rc(set(b, BYTES, "65537"), RC_INVALID);
	check_contains(b->err.msg, "from 484 to 64k");
	check_rc(set(b, CHOICE, "blue"), RC_INVALID);
	check_contains(b->err.msg, "one of: red, green");
	assert_int_equal(b->fields.choice, 0);
}

static void
a_list_must_be_numbers_in_range_and_not_too_many(void **state)
{
	struct bench *b = *state;

	check_rc(set(b, LIST, "7"), RC_OK);
	check_rc(set(b, LIST, ""), RC_INVALID);
	check_rc(set(b, LIST, "1,,2,"), RC_INVALID);
	check_rc(set(b, LIST, "1,101"), RC_INVALID);
	check_rc(set(b, LIST, "1,2,3,4,5,6,7,8,9"), RC_INVALID);
	assert_int_equal(b->fields.list.n, 1);
	assert_int_equal(b->fields.list.v[0], 7);
	check_rc(set(b, LIST, "1,2,3,4,5,6,7,8"), RC_OK);
}

#define VALUE_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		VALUE_TEST(good_values_are_taken_and_shown_as_one_would_write_them),
		VALUE_TEST(wrong_values_leave_the_field_alone_and_say_what_is_right),
		VALUE_TEST(a_list_must_be_numbers_in_range_and_not_too_many),
	};

	return CHECK_ALL(tests);
}

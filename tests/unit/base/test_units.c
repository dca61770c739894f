/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "base/units.h"

static void
a_duration_needs_its_unit(void **state)
{
	int64_t ms = -1;

	(void)state;
	check_rc(units_parse_ms("500ms", &ms), RC_OK);
	assert_int_equal(ms, 500);
	check_rc(units_parse_ms("2s", &ms), RC_OK);
	assert_int_equal(ms, 2000);
	check_rc(units_parse_ms("5m", &ms), RC_OK);
	assert_int_equal(ms, 300000);
	check_rc(units_parse_ms("1d", &ms), RC_OK);
	assert_int_equal(ms, 86400000);
	check_rc(units_parse_ms("0", &ms), RC_OK);
	assert_int_equal(ms, 0);
	check_rc(units_parse_ms("2", &ms), RC_INVALID);
	check_rc(units_parse_ms("2 s", &ms), RC_INVALID);
	check_rc(units_parse_ms("-2s", &ms), RC_INVALID);
	check_rc(units_parse_ms("", &ms), RC_INVALID);
	check_rc(units_parse_ms("s", &ms), RC_INVALID);
	check_rc(units_parse_ms("999999999999999d", &ms), RC_INVALID);
	assert_int_equal(ms, 0);
}

static void
a_size_counts_in_1024s(void **state)
{
	int64_t bytes = -1;

	(void)state;
	check_rc(units_parse_bytes("1400", &bytes), RC_OK);
	assert_int_equal(bytes, 1400);
	check_rc(units_parse_bytes("64k", &bytes), RC_OK);
	assert_int_equal(bytes, 65536);
	check_rc(units_parse_bytes("1G", &bytes), RC_OK);
	assert_int_equal(bytes, 1073741824);
	check_rc(units_parse_bytes("1kb", &bytes), RC_INVALID);
	assert_int_equal(bytes, 1073741824);
}

static void
a_number_stands_alone(void **state)
{
	int64_t n = 7;

	(void)state;
	check_rc(units_parse_int("-12", &n), RC_OK);
	assert_int_equal(n, -12);
	check_rc(units_parse_int("12x", &n), RC_INVALID);
	check_rc(units_parse_int(" 12", &n), RC_INVALID);
	check_rc(units_parse_int("99999999999999999999", &n), RC_INVALID);
	assert_int_equal(n, -12);
}

static void
yes_and_no_have_their_synonyms(void **state)
{
	bool b = false;

	(void)state;
	check_rc(units_parse_bool("Yes", &b), RC_OK);
	assert_true(b);
	check_rc(units_parse_bool("off", &b), RC_OK);
	assert_false(b);
	check_rc(units_parse_bool("1", &b), RC_OK);
	assert_true(b);
	check_rc(units_parse_bool("maybe", &b), RC_INVALID);
	assert_true(b);
}

static void
what_is_formatted_is_the_shortest_exact_form(void **state)
{
	char text[UNITS_TEXT_MAX];

	(void)state;
	assert_string_equal(units_format_ms(120000, text), "2m");
	assert_string_equal(units_format_ms(1500, text), "1500ms");
	assert_string_equal(units_format_ms(90000, text), "90s");
	assert_string_equal(units_format_ms(0, text), "0ms");
	assert_string_equal(units_format_bytes(65536, text), "64k");
	assert_string_equal(units_format_bytes(1400, text), "1400");
}

static void
a_hex_digit_has_its_value_and_nothing_else_has_one(void **state)
{
	static const char DIGITS[] = "0123456789abcdef";

	(void)state;
	for (int i = 0; i < 16; i++)
		assert_int_equal(units_hex_digit(DIGITS[i]), i);
	assert_int_equal(units_hex_digit('F'), 15);
	assert_int_equal(units_hex_digit('A'), 10);
	for (const char *c = "/:@G`g \xff"; *c; c++)
		assert_int_equal(units_hex_digit(*c), -1);
	assert_int_equal(units_hex_digit('\0'), -1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_duration_needs_its_unit),
		cmocka_unit_test(a_size_counts_in_1024s),
		cmocka_unit_test(a_number_stands_alone),
		cmocka_unit_test(yes_and_no_have_their_synonyms),
		cmocka_unit_test(what_is_formatted_is_the_shortest_exact_form),
		cmocka_unit_test(a_hex_digit_has_its_value_and_nothing_else_has_one),
	};

	return CHECK_ALL(tests);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "cli/frame/utf8.h"

static void
each_length_of_character_is_read_and_written_back(void **state)
{
	static const struct {
		const char *bytes;
		uint32_t c;
	} GOOD[] = {
		{ "A", 'A' }, { "\xC3\xB1", 0xF1 }, /* n with tilde */
		{ "\xE2\x82\xAC", 0x20AC }, /* euro */
		{ "\xF0\x9F\x98\x80", 0x1F600 }, /* grinning face */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(GOOD) / sizeof(GOOD[0]); i++) {
		const char *at = GOOD[i].bytes;
		char back[5];

		assert_int_equal(utf8_step(&at), GOOD[i].c);
		assert_int_equal(*at, '\0');
		assert_int_equal(utf8_step(&at), 0);
		assert_int_equal(utf8_put(GOOD[i].c, back), strlen(GOOD[i].bytes));
		assert_string_equal(back, GOOD[i].bytes);
	}
}

/* Each is invalid in another way; every byte is read alone, and never one more. */
static void
broken_bytes_are_replaced_one_at_a_time(void **state)
{
	static const char *const BAD[] = { "\x80", "\xC3", "\xE2\x82", "\xC0\xAF",
		"\xE0\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF",
		"\xF0\x9F\x98" };

	(void)state;
	for (size_t i = 0; i < sizeof(BAD) / sizeof(BAD[0]); i++) {
		const char *at = BAD[i];

		for (size_t k = 0; k < strlen(BAD[i]); k++)
			assert_int_equal(utf8_step(&at), UTF8_REPLACEMENT);
		assert_int_equal(utf8_step(&at), 0);
	}
}

static void
width_knows_combining_and_wide_characters(void **state)
{
	(void)state;
	assert_int_equal(utf8_width(""), 0);
	assert_int_equal(utf8_width("abc"), 3);
	assert_int_equal(utf8_width("Ñ"), 1);
	assert_int_equal(utf8_width("n\xCC\x83"), 1); /* n and a combining tilde */
	assert_int_equal(utf8_width("東京"), 4);
	assert_int_equal(utf8_width("a\xFF"), 2);
}

static void
nothing_that_a_terminal_obeys_is_printed(void **state)
{
	static const uint32_t OBEYED[] = { 0x07, 0x1B, 0x0D, 0x7F, 0x85, 0x9B, 0x061C,
		0x200F, 0x2028, 0x202E, 0x2066, 0x2069 };
	static const uint32_t SHOWN[] = { ' ', 'a', 0xF1, 0x200D, 0x2027, 0x202F,
		0x6771 };

	(void)state;
	for (size_t i = 0; i < sizeof(OBEYED) / sizeof(OBEYED[0]); i++)
		assert_int_equal(utf8_harmless(OBEYED[i]), '?');
	for (size_t i = 0; i < sizeof(SHOWN) / sizeof(SHOWN[0]); i++)
		assert_int_equal(utf8_harmless(SHOWN[i]), SHOWN[i]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_length_of_character_is_read_and_written_back),
		cmocka_unit_test(broken_bytes_are_replaced_one_at_a_time),
		cmocka_unit_test(nothing_that_a_terminal_obeys_is_printed),
		cmocka_unit_test(width_knows_combining_and_wide_characters),
	};

	return CHECK_ALL(tests);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "base/fold.h"

static const char *
fold(const char *text)
{
	static char folded[64];
	size_t n = fold_text(text, folded, sizeof(folded));

	assert_int_equal(n, strlen(folded));
	return folded;
}

static void
case_and_accents_go(void **state)
{
	(void)state;
	assert_string_equal(fold("Av. Per\xC3\xBA 902"), "av. peru 902");
	assert_string_equal(fold("\xC3\x91U\xC3\x91OA"), "nunoa");
	assert_string_equal(
	    fold("S\xC3\xA3o Jo\xC3\xA3o, gar\xC3\xA7om"), "sao joao, garcom");
	assert_string_equal(fold("Pe\xCC\x81rez"), "perez"); /* a combining accent */
	assert_string_equal(fold(""), "");
}

static void
what_is_no_accented_letter_stays(void **state)
{
	(void)state;
	assert_string_equal(fold("3 \xC3\x97 4"), "3 \xC3\x97 4");
	assert_string_equal(fold("\xD0\x96"), "\xD0\x96");
	assert_string_equal(fold("\xE6\x97\xA5"), "\xE6\x97\xA5");
	assert_string_equal(fold("\xC3"), "\xC3"); /* truncated */
	assert_string_equal(fold("a\xFF\x80z"), "a\xFF\x80z");
}

static void
it_is_cut_between_characters(void **state)
{
	char folded[4];

	(void)state;
	assert_int_equal(fold_text("abcdef", folded, sizeof(folded)), 3);
	assert_string_equal(folded, "abc");
	assert_int_equal(fold_text("ab\xE6\x97\xA5", folded, sizeof(folded)), 2);
	assert_string_equal(folded, "ab");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(case_and_accents_go),
		cmocka_unit_test(what_is_no_accented_letter_stays),
		cmocka_unit_test(it_is_cut_between_characters),
	};

	return CHECK_ALL(tests);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "base/tidy.h"

static void
check_tidy(const char *before, const char *after)
{
	char text[64];

	(void)snprintf(text, sizeof(text), "%s", before);
	tidy(text);
	assert_string_equal(text, after);
}

static void
good_text_stays_as_it_is(void **state)
{
	(void)state;
	check_tidy("", "");
	check_tidy("no answer: 192.0.2.1", "no answer: 192.0.2.1");
	check_tidy("se\xc3\xb1"
		   "al \xe2\x82\xac \xf0\x9f\x98\x80",
	    "se\xc3\xb1"
	    "al \xe2\x82\xac \xf0\x9f\x98\x80");
}

static void
half_a_character_at_the_end_is_dropped(void **state)
{
	(void)state;
	check_tidy("se\xc3", "se");
	check_tidy("x\xe2\x82", "x");
	check_tidy("x\xf0\x9f\x98", "x");
	check_tidy("\xe2", "");
}

static void
what_is_no_text_becomes_a_question_mark(void **state)
{
	(void)state;
	check_tidy("a\x01"
		   "b\nc\x7f",
	    "a?b?c?");
	check_tidy("a\xff"
		   "b",
	    "a?b");
	check_tidy("\x80\x80", "??");
	/* An overlong slash, a surrogate, and above the last valid character. */
	check_tidy("\xc0\xaf.", "??.");
	check_tidy("\xed\xa0\x80.", "???.");
	check_tidy("\xf5\x80\x80\x80.", "????.");
	/* The beginning of a sequence, followed by another character. */
	check_tidy("\xe2\x82z", "??z");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(good_text_stays_as_it_is),
		cmocka_unit_test(half_a_character_at_the_end_is_dropped),
		cmocka_unit_test(what_is_no_text_becomes_a_question_mark),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

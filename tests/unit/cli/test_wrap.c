/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "cli/frame/wrap.h"

static void
wraps_to(const char *words, size_t at, size_t indent, size_t width, const char *expected)
{
	char *text = NULL;
	size_t bytes;
	FILE *out = open_memstream(&text, &bytes);

	wrap_print(out, words, at, indent, width);
	(void)fclose(out);
	assert_string_equal(text, expected);
	free(text);
}

static void
lines_break_at_blanks_and_never_exceed_the_width(void **state)
{
	(void)state;
	wraps_to("one two three", 0, 4, 11, "    one two\n    three\n");
	wraps_to("one two three", 0, 4, 12, "    one two\n    three\n");
	wraps_to("one two three", 0, 4, 17, "    one two three\n");
}

static void
a_word_longer_than_the_line_stands_alone(void **state)
{
	(void)state;
	wraps_to("a incomprehensible b", 0, 2, 8, "  a\n  incomprehensible\n  b\n");
}

static void
the_cursor_already_past_the_indent_begins_a_new_line(void **state)
{
	(void)state;
	wraps_to("x", 2, 4, 10, "  x\n");
	wraps_to("x", 3, 4, 10, "\n    x\n");
	wraps_to("x", 9, 4, 10, "\n    x\n");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_break_at_blanks_and_never_exceed_the_width),
		cmocka_unit_test(a_word_longer_than_the_line_stands_alone),
		cmocka_unit_test(the_cursor_already_past_the_indent_begins_a_new_line),
	};

	return CHECK_ALL(tests);
}

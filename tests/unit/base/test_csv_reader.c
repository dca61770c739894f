/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "base/csv_reader.h"

/* All rows: "1:a|b 2:c", and "4!" for one that is refused. */
static const char *
read_all(const char *text)
{
	static char all[512];
	struct arena *arena OWNED(arena_free) = arena_new(0);
	struct csv_reader r;
	struct csv_row row;
	struct err err = { .msg = "" };
	size_t n = 0;
	enum rc rc;

	all[0] = '\0';
	check_rc(csv_reader_init(&r, text, arena, &err), RC_OK);
	while ((rc = csv_reader_next(&r, &row, &err)) != RC_CANCELLED) {
		n += (size_t)snprintf(all + n, sizeof(all) - n, "%s%lld%s", n ? " " : "",
		    (long long)row.line, rc == RC_OK ? ":" : "!");
		for (size_t i = 0; rc == RC_OK && i < row.n; i++)
			n += (size_t)snprintf(
			    all + n, sizeof(all) - n, "%s%s", i ? "|" : "", row.cells[i]);
	}
	return all;
}

static void
the_separator_is_the_one_that_the_first_line_has_most(void **state)
{
	(void)state;
	assert_string_equal(read_all("a,b\n1,2\n"), "1:a|b 2:1|2");
	assert_string_equal(read_all("a;b;c\n1,5;2;3"), "1:a|b|c 2:1,5|2|3");
	assert_string_equal(read_all("a\tb\n1\t\n"), "1:a|b 2:1|");
	assert_string_equal(read_all("\"a;b;c\",d\n1,2"), "1:a;b;c|d 2:1|2");
	assert_string_equal(read_all("alone\n1\n"), "1:alone 2:1");
}

static void
a_byte_order_mark_blank_lines_and_any_line_end_are_passed_over(void **state)
{
	(void)state;
	assert_string_equal(read_all("\xEF\xBB\xBF"
				     "a,b\r\n\r\n1,2\r\n"),
	    "1:a|b 3:1|2");
	assert_string_equal(read_all("a,b\r1,2\r"), "1:a|b 2:1|2");
	assert_string_equal(read_all("a,b\n,\n , \n1,2\n,\n"), "1:a|b 4:1|2");
	assert_string_equal(read_all("\n\na,b\n"), "3:a|b");
	assert_string_equal(read_all(""), "");
	assert_string_equal(read_all("\n \n"), "");
}

static void
quotes_hold_separators_quotes_and_line_ends(void **state)
{
	(void)state;
	assert_string_equal(read_all("a,b\n\"1,5\",\"say \"\"yes\"\"\"\n2,3"),
	    "1:a|b 2:1,5|say \"yes\" 3:2|3");
	assert_string_equal(
	    read_all("a,b\n\"two\nlines\",x\n3,4"), "1:a|b 2:two\nlines|x 4:3|4");
	assert_string_equal(read_all("a, \" b \" ,c"), "1:a|b|c");
	assert_string_equal(read_all("a,b\n5\" box,x\n1,2"), "1:a|b 2:5\" box|x 3:1|2");
	assert_string_equal(read_all("\"\",b"), "1:|b");
}

static void
what_is_wrong_has_its_line_and_the_rest_is_read(void **state)
{
	char wide[2 * CSV_CELLS_MAX + 16] = "a,b\n";

	(void)state;
	assert_string_equal(read_all("a,b\n1,\"no end\n3,4\n"), "1:a|b 2!");
	for (int i = 0; i < CSV_CELLS_MAX; i++)
		(void)snprintf(
		    wide + strlen(wide), sizeof(wide) - strlen(wide), "%s", "x,");
	(void)snprintf(wide + strlen(wide), sizeof(wide) - strlen(wide), "y\n1,2");
	assert_string_equal(read_all(wide), "1:a|b 2! 3:1|2");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_separator_is_the_one_that_the_first_line_has_most),
		cmocka_unit_test(
		    a_byte_order_mark_blank_lines_and_any_line_end_are_passed_over),
		cmocka_unit_test(quotes_hold_separators_quotes_and_line_ends),
		cmocka_unit_test(what_is_wrong_has_its_line_and_the_rest_is_read),
	};

	return CHECK_ALL(tests);
}

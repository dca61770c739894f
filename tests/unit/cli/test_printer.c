/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "cli/frame/printer.h"

static const struct printer_column COLUMNS[] = {
	{ "position", "Position" },
	{ "run_state", "State" },
	{ "onu_rx_dbm", "ONU Rx" },
	{ "distance_m", "Distance" },
	{ "last_up_at", "Last up" },
};

enum { N = sizeof(COLUMNS) / sizeof(COLUMNS[0]) };

#define TEXT_(s)                              \
	{                                     \
		.kind = VALUE_TEXT, .text = s \
	}
#define STATE_(s, label, code)                                              \
	{                                                                   \
		.kind = VALUE_STATE, .state = s, .text = label, .i = (code) \
	}
#define REAL_(n)                           \
	{                                  \
		.kind = VALUE_REAL, .r = n \
	}
#define INT_(n)                           \
	{                                 \
		.kind = VALUE_INT, .i = n \
	}
#define TIME_(ms)                           \
	{                                   \
		.kind = VALUE_TIME, .i = ms \
	}
#define NULL_                      \
	{                          \
		.kind = VALUE_NULL \
	}

/* -2143 * 0.01 is -21.430000000000003 in binary. 1700000000 is 2023-11-14
 * 22:13:20 UTC. */
static const struct value ROWS[3][N] = {
	{ TEXT_("0/1/3:12"), STATE_(STATE_ONLINE, "up", 1), REAL_(-2143 * 0.01),
	    INT_(1234), TIME_(INT64_C(1700000000000)) },
	{ TEXT_("0/1/3:13"), STATE_(STATE_NONE, "sleeping", 7), REAL_(-7.5), INT_(7),
	    TIME_(INT64_C(1700000000250)) },
	{ TEXT_("0/1/4:1"), STATE_(STATE_NONE, NULL, 9), NULL_, NULL_, NULL_ },
};

static char *text;

static const char *
write_rows(
    enum printer_format format, const struct value (*rows)[N], size_t n, unsigned width)
{
	size_t bytes;
	FILE *out;

	free(text);
	out = open_memstream(&text, &bytes);
	{
		struct printer *w OWNED(printer_free) =
		    printer_new(out, format, COLUMNS, N, width);

		assert_non_null(w);
		for (size_t i = 0; i < n; i++)
			check_rc(printer_row(w, rows[i]), RC_OK);
		check_rc(printer_end(w, NULL), RC_OK);
	}
	(void)fclose(out);
	return text;
}

static int
forget(void **state)
{
	(void)state;
	free(text);
	return 0;
}

static void
json_is_an_array_of_typed_objects(void **state)
{
	(void)state;
	assert_string_equal(write_rows(PRINTER_JSON, ROWS, 3, 0),
	    "[\n"
	    "{\"position\": \"0/1/3:12\", \"run_state\": \"online\", \"onu_rx_dbm\": "
	    "-21.43, "
	    "\"distance_m\": 1234, \"last_up_at\": \"2023-11-14T22:13:20Z\"},\n"
	    "{\"position\": \"0/1/3:13\", \"run_state\": \"sleeping\", \"onu_rx_dbm\": "
	    "-7.5, "
	    "\"distance_m\": 7, \"last_up_at\": \"2023-11-14T22:13:20.250Z\"},\n"
	    "{\"position\": \"0/1/4:1\", \"run_state\": \"9\", \"onu_rx_dbm\": null, "
	    "\"distance_m\": null, \"last_up_at\": null}\n"
	    "]\n");
	assert_string_equal(write_rows(PRINTER_JSON, ROWS, 0, 0), "[]\n");
}

static void
csv_is_that_of_rfc_4180(void **state)
{
	static const struct value ODD[1][N] = { { TEXT_("a,b"), TEXT_("say \"hi\""),
	    TEXT_("two\nlines"), TEXT_(""), TEXT_("plain") } };

	(void)state;
	assert_string_equal(write_rows(PRINTER_CSV, ROWS, 3, 0),
	    "position,run_state,onu_rx_dbm,distance_m,last_up_at\r\n"
	    "0/1/3:12,online,-21.43,1234,2023-11-14T22:13:20Z\r\n"
	    "0/1/3:13,sleeping,-7.5,7,2023-11-14T22:13:20.250Z\r\n"
	    "0/1/4:1,9,,,\r\n");
	write_rows(PRINTER_CSV, ODD, 1, 0);
	check_contains(text, "\r\n\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\",,plain\r\n");
}

static void
a_table_lines_up_its_numbers_by_the_point(void **state)
{
	(void)state;
	assert_string_equal(write_rows(PRINTER_TABLE, ROWS, 3, 0),
	    "Position  State     ONU Rx  Distance  Last up\n"
	    "0/1/3:12  online    -21.43      1234  2023-11-14T22:13:20Z\n"
	    "0/1/3:13  sleeping   -7.50         7  2023-11-14T22:13:20.250Z\n"
	    "0/1/4:1   9              -         -  -\n");
}

static void
a_table_without_rows_has_its_headings(void **state)
{
	(void)state;
	assert_string_equal(write_rows(PRINTER_TABLE, ROWS, 0, 0),
	    "Position  State  ONU Rx  Distance  Last up\n");
}

/* 62 columns are needed and there are 47: the widest text is shortened, from 24 to 9. */
static void
a_narrow_terminal_cuts_the_widest_text_and_no_number(void **state)
{
	(void)state;
	assert_string_equal(write_rows(PRINTER_TABLE, ROWS, 2, 47),
	    "Position  State     ONU Rx  Distance  Last up\n"
	    "0/1/3:12  online    -21.43      1234  2023-11-…\n"
	    "0/1/3:13  sleeping   -7.50         7  2023-11-…\n");
}

static const char *
write_narrow(const struct printer_column *columns, size_t n_columns,
    const struct value *rows, size_t n, unsigned width)
{
	size_t bytes;
	FILE *out;

	free(text);
	out = open_memstream(&text, &bytes);
	{
		struct printer *w OWNED(printer_free) =
		    printer_new(out, PRINTER_TABLE, columns, n_columns, width);

		assert_non_null(w);
		for (size_t i = 0; i < n; i++)
			check_rc(printer_row(w, rows + i * n_columns), RC_OK);
		check_rc(printer_end(w, NULL), RC_OK);
	}
	(void)fclose(out);
	return text;
}

/* The full width is 8 + 5 + 7 + 18 and three gaps of 2: 44. */
static void
columns_give_way_the_empty_the_spare_and_then_the_last(void **state)
{
	static const struct printer_column FOUR[] = { { "id", "Id" },
		{ "a", "Spare", true }, { "b", "Nothing" }, { "c", "What happened" } };
	static const struct value ROW[] = { INT_(12345678), INT_(12345), NULL_,
		TEXT_("the fibre was cut!") };

	(void)state;
	assert_string_equal(write_narrow(FOUR, 4, ROW, 1, 44),
	    "      Id  Spare  Nothing  What happened\n"
	    "12345678  12345        -  the fibre was cut!\n");
	/* 35 without the empty one; then the text is shortened to 16. */
	assert_string_equal(write_narrow(FOUR, 4, ROW, 1, 35),
	    "      Id  Spare  What happened\n"
	    "12345678  12345  the fibre was cut!\n");
	assert_string_equal(write_narrow(FOUR, 4, ROW, 1, 33),
	    "      Id  Spare  What happened\n"
	    "12345678  12345  the fibre was c…\n");
	/* Then the optional one is removed, and only after that the text is shortened to
	 * 6. */
	assert_string_equal(write_narrow(FOUR, 4, ROW, 1, 32),
	    "      Id  What happened\n"
	    "12345678  the fibre was cut!\n");
	assert_string_equal(write_narrow(FOUR, 4, ROW, 1, 16),
	    "      Id  What …\n"
	    "12345678  the f…\n");
	/* The first one is kept at any width. */
	assert_string_equal(write_narrow(FOUR, 4, ROW, 1, 5), "      Id\n12345678\n");
}

static void
width_is_counted_in_columns_not_bytes(void **state)
{
	static const struct value WIDE[2][N] = {
		{ TEXT_("Café Ñandú"), TEXT_("x"), INT_(1), INT_(1), TEXT_("") },
		{ TEXT_("東京"), TEXT_("x"), INT_(1), INT_(1), TEXT_("") },
	};

	(void)state;
	assert_string_equal(write_rows(PRINTER_TABLE, WIDE, 2, 0),
	    "Position    State  ONU Rx  Distance  Last up\n"
	    "Café Ñandú  x           1         1        -\n"
	    "東京        x           1         1        -\n");
}

/* The description of a device may contain anything; the terminal must not execute it. */
static void
hostile_text_does_no_harm(void **state)
{
	static const struct value HOSTILE[1][N] = { { TEXT_("\033[2Jboo\n"),
	    TEXT_("bad\xFF\xC3"), TEXT_("\"\\\t"), INT_(1), TEXT_("\x7F\xC2\x9B") } };

	(void)state;
	write_rows(PRINTER_TABLE, HOSTILE, 1, 0);
	check_contains(text, "?[2Jboo?");
	check_contains(text, "bad\xEF\xBF\xBD\xEF\xBF\xBD");
	assert_null(strchr(text, '\033'));
	assert_null(strstr(text, "\xC2\x9B"));
	write_rows(PRINTER_JSON, HOSTILE, 1, 0);
	check_contains(text, "\"\\u001b[2Jboo\\n\"");
	check_contains(text, "\"bad\xEF\xBF\xBD\xEF\xBF\xBD\"");
	check_contains(text, "\"\\\"\\\\\\t\"");
	check_contains(text, "\"\\u007f\\u009b\"");
}

static void
numbers_that_are_none_become_null(void **state)
{
	static const struct value ODD[1][N] = { { REAL_(0.0 / 0.0), REAL_(1.0 / 0.0),
	    REAL_(-0.0), REAL_(1e15), INT_(INT64_MIN) } };

	(void)state;
	write_rows(PRINTER_JSON, ODD, 1, 0);
	check_contains(
	    text, "\"position\": null, \"run_state\": null, \"onu_rx_dbm\": 0, ");
	check_contains(
	    text, "\"distance_m\": 1e+15, \"last_up_at\": -9223372036854775808");
}

static void
times_before_1970_are_right_too(void **state)
{
	static const struct value OLD[1][N] = { { TIME_(-1), TIME_(-1000), TIME_(0),
	    NULL_, NULL_ } };

	(void)state;
	write_rows(PRINTER_CSV, OLD, 1, 0);
	check_contains(
	    text, "1969-12-31T23:59:59.999Z,1969-12-31T23:59:59Z,1970-01-01T00:00:00Z,");
}

static void
output_that_cannot_be_written_is_an_error(void **state)
{
	FILE *full = fopen("/dev/full", "w");
	struct printer *w OWNED(printer_free) =
	    printer_new(full, PRINTER_CSV, COLUMNS, N, 0);
	struct err err;

	(void)state;
	check_rc(printer_row(w, ROWS[0]), RC_OK);
	check_rc(printer_end(w, &err), RC_IO);
	check_contains(err.msg, "No space left");
	(void)fclose(full);
}

static void
a_text_that_looks_like_a_formula_is_not_run(void **state)
{
	static const struct value rows[1][N] = {
		{ TEXT_("=1+1"), STATE_(STATE_NONE, "@x", 7), REAL_(-7.5), INT_(-7),
		    TEXT_("-2") },
	};

	(void)state;
	check_contains(write_rows(PRINTER_CSV, rows, 1, 0),
	    "\r\n\"'=1+1\",\"'@x\",-7.5,-7,\"'-2\"\r\n");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_text_that_looks_like_a_formula_is_not_run),
		cmocka_unit_test(json_is_an_array_of_typed_objects),
		cmocka_unit_test(csv_is_that_of_rfc_4180),
		cmocka_unit_test(a_table_lines_up_its_numbers_by_the_point),
		cmocka_unit_test(a_table_without_rows_has_its_headings),
		cmocka_unit_test(a_narrow_terminal_cuts_the_widest_text_and_no_number),
		cmocka_unit_test(columns_give_way_the_empty_the_spare_and_then_the_last),
		cmocka_unit_test(width_is_counted_in_columns_not_bytes),
		cmocka_unit_test(hostile_text_does_no_harm),
		cmocka_unit_test(numbers_that_are_none_become_null),
		cmocka_unit_test(times_before_1970_are_right_too),
		cmocka_unit_test(output_that_cannot_be_written_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, forget);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * What every format of rows owes its callers. A new format adds one line to
 * FORMATS in cli/frame/printer.c and is tested here without another.
 */
#include "check.h"

#include "cli/frame/printer_ops.h"
#include "model/text.h"

static const struct printer_ops *const ALL[] = { &printer_table, &printer_csv,
	&printer_json };

enum { N_FORMATS = sizeof(ALL) / sizeof(ALL[0]) };

static const struct printer_column COLUMNS[] = { { "a_key", "A heading" },
	{ "b_key", "B heading" } };

static struct value
text(const char *t)
{
	return (struct value){ .kind = VALUE_TEXT, .text = t };
}

/* Everything a printer of this format prints for n rows of the same values. */
static char *
print(enum printer_format format, const struct value *values, size_t n)
{
	char *out = NULL;
	size_t bytes;
	FILE *stream = open_memstream(&out, &bytes);
	struct printer *w = printer_new(stream, format, COLUMNS, 2, 0);

	assert_non_null(w);
	for (size_t i = 0; i < n; i++)
		check_rc(printer_row(w, values), RC_OK);
	check_rc(printer_end(w, NULL), RC_OK);
	printer_free(w);
	(void)fclose(stream);
	return out;
}

static void
no_format_has_a_hole(void **state)
{
	(void)state;
	for (int f = 0; f < N_FORMATS; f++) {
		assert_int_equal(text_choice(PRINTER_FORMATS, ALL[f]->name), f);
		assert_true(ALL[f]->size >= sizeof(struct printer));
		assert_non_null(ALL[f]->begin);
		assert_non_null(ALL[f]->row);
		assert_non_null(ALL[f]->end);
		assert_non_null(ALL[f]->fini);
	}
}

static void
values_are_not_kept(void **state)
{
	(void)state;
	for (int f = 0; f < N_FORMATS; f++) {
		char first[] = "first";
		struct value row[2] = { text(first), text("same") };
		char *out = NULL;
		size_t bytes;
		FILE *stream = open_memstream(&out, &bytes);
		struct printer *w =
		    printer_new(stream, (enum printer_format)f, COLUMNS, 2, 0);

		check_rc(printer_row(w, row), RC_OK);
		memset(first, 'X', 5);
		row[1] = (struct value){ .kind = VALUE_INT, .i = 7 };
		check_rc(printer_row(w, row), RC_OK);
		check_rc(printer_end(w, NULL), RC_OK);
		printer_free(w);
		(void)fclose(stream);
		check_contains(out, "first");
		check_contains(out, "XXXXX");
		free(out);
	}
}

static void
every_kind_of_value_can_be_written_by_every_format(void **state)
{
	static const struct {
		struct value value;
		const char *shown;
		const char *in_table; /* for people; NULL: the same */
	} KINDS[] = {
		{ { .kind = VALUE_INT, .i = -42 }, "-42" },
		{ { .kind = VALUE_REAL, .r = -21.43 }, "-21.43" },
		{ { .kind = VALUE_TEXT, .text = "words" }, "words" },
		{ { .kind = VALUE_TIME, .i = 1000 }, "1970-01-01T00:00:01Z" },
		{ { .kind = VALUE_STATE, .state = STATE_LOS_ONU, .i = 3 }, "los_onu",
		    "no light, this ONU" },
		{ { .kind = VALUE_STATE, .text = "label", .i = 3 }, "label" },
	};

	(void)state;
	for (int f = 0; f < N_FORMATS; f++) {
		for (size_t k = 0; k < sizeof(KINDS) / sizeof(KINDS[0]); k++) {
			struct value row[2] = { KINDS[k].value, { .kind = VALUE_NULL } };
			char *out = print((enum printer_format)f, row, 1);
			bool is_word = f == PRINTER_TABLE && KINDS[k].in_table;

			check_contains(out, is_word ? KINDS[k].in_table : KINDS[k].shown);
			free(out);
		}
	}
}

static void
many_rows_and_none_end_with_a_newline(void **state)
{
	struct value row[2] = { text("x"), text("y") };

	(void)state;
	for (int f = 0; f < N_FORMATS; f++) {
		char *none = print((enum printer_format)f, row, 0);
		char *many = print((enum printer_format)f, row, 5000);
		size_t lines = 0;

		for (const char *p = many; *p; p++)
			lines += *p == '\n';
		assert_true(lines >= 5001);
		assert_int_equal(many[strlen(many) - 1], '\n');
		assert_int_equal(none[strlen(none) - 1], '\n');
		free(none);
		free(many);
	}
}

static void
one_that_is_given_up_leaks_nothing(void **state)
{
	struct value row[2] = { text("x"), text("y") };

	(void)state;
	for (int f = 0; f < N_FORMATS; f++) {
		FILE *sink = fopen("/dev/null", "w");
		struct printer *w =
		    printer_new(sink, (enum printer_format)f, COLUMNS, 2, 0);

		check_rc(printer_row(w, row), RC_OK);
		printer_free(w); /* without printer_end; LeakSanitizer looks on */
		(void)fclose(sink);
	}
	printer_free(NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_format_has_a_hole),
		cmocka_unit_test(values_are_not_kept),
		cmocka_unit_test(every_kind_of_value_can_be_written_by_every_format),
		cmocka_unit_test(many_rows_and_none_end_with_a_newline),
		cmocka_unit_test(one_that_is_given_up_leaks_nothing),
	};

	return CHECK_ALL(tests);
}

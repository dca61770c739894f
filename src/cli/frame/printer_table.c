/* SPDX-License-Identifier: Apache-2.0
 *
 * A table. If it is wider than the terminal, empty columns are removed, the widest text
 * columns are made narrower, and text that was cut ends in an ellipsis. If this is not
 * enough, whole columns are omitted, from the right, optional columns first. Numbers are
 * never cut; all numbers of a column have the same number of decimals.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "cli/frame/utf8.h"
#include "cli/frame/printer_ops.h"
#include "model/words.h"

enum {
	GAP = 2,
	COMFORTABLE = 16, /* "2026-01-31 12:00" */
	NARROWEST = 6,
	FIRST_ROWS = 64,
	DECIMALS_MAX = 3
};

struct layout {
	size_t wanted; /* width of the longest cell */
	size_t width; /* printed width */
	size_t decimals; /* decimals, the maximum of all rows */
	bool has_text; /* some row has a value that is not a number */
	bool has_any; /* some row has a value */
	bool is_left_out;
};

struct table_printer {
	struct printer w;
	struct arena *arena; /* text of the cells */
	const char **cells; /* n_rows * n_columns */
	size_t room; /* capacity in rows */
	struct layout *layout; /* one per column */
};

static struct table_printer *
self(struct printer *w)
{
	return (struct table_printer *)w;
}

static size_t
longer(size_t a, size_t b)
{
	return a > b ? a : b;
}

static enum rc
table_begin(struct printer *w)
{
	struct table_printer *t = self(w);

	t->arena = arena_new(0);
	t->layout = calloc(w->n_columns, sizeof(*t->layout));
	if (!t->arena || !t->layout)
		return RC_NOMEM;
	for (size_t i = 0; i < w->n_columns; i++)
		t->layout[i].wanted = utf8_width(w->columns[i].heading);
	return RC_OK;
}

/* The text of a device without characters that control the terminal. */
static const char *
harmless(struct arena *arena, const char *text)
{
	char *copy = arena_alloc(arena, 3 * strlen(text) + 1);
	char *end = copy;
	uint32_t c;

	while (copy && (c = utf8_step(&text)) != 0) {
		char bytes[5];

		end = mempcpy(end, bytes, utf8_put(utf8_harmless(c), bytes));
	}
	return copy;
}

/* A real number, rounded for display: "-21.43", "45". */
static const char *
rounded(struct arena *arena, const char *plain)
{
	double r = strtod(plain, NULL);
	char *text = arena_printf(arena, "%.*f", DECIMALS_MAX, r);
	char *end;

	if (!text)
		return NULL;
	end = text + strlen(text);
	while (end[-1] == '0')
		*--end = '\0';
	if (end[-1] == '.')
		*--end = '\0';
	return strcmp(text, "-0") == 0 ? "0" : text;
}

/* A state or a cause in words: the codes are for programs. */
static const char *
in_words(const struct value *value, const char *plain)
{
	if (value->kind != VALUE_STATE || value->state == STATE_NONE)
		return plain;
	return words_for(
	    (int)value->state >= STATE_CAUSES ? WORDS_CAUSE : WORDS_ONU, plain);
}

static const char *
cell(struct table_printer *t, const struct value *value, struct layout *layout)
{
	char text[PRINTER_SCALAR_MAX];
	const char *plain = in_words(value, printer_plain(value, text));

	if (value->kind == VALUE_NULL || *plain == '\0')
		return "-";
	layout->has_any = true;
	if (value->kind == VALUE_REAL) {
		const char *shown = rounded(t->arena, plain);
		const char *point = shown ? strchr(shown, '.') : NULL;

		if (point)
			layout->decimals = longer(layout->decimals, strlen(point + 1));
		return shown;
	}
	layout->has_text = layout->has_text || value->kind != VALUE_INT;
	return harmless(t->arena, plain);
}

static enum rc
make_room(struct table_printer *t)
{
	size_t room = t->room ? t->room * 2 : FIRST_ROWS;
	const char **cells;

	if (t->w.n_rows < t->room)
		return RC_OK;
	cells = reallocarray(t->cells, room * t->w.n_columns, sizeof(*cells));
	if (!cells)
		return RC_NOMEM;
	t->cells = cells;
	t->room = room;
	return RC_OK;
}

static enum rc
table_row(struct printer *w, const struct value *values)
{
	struct table_printer *t = self(w);

	if (make_room(t) != RC_OK)
		return RC_NOMEM;
	for (size_t i = 0; i < w->n_columns; i++) {
		const char *text = cell(t, &values[i], &t->layout[i]);

		if (!text)
			return RC_NOMEM;
		t->cells[w->n_rows * w->n_columns + i] = text;
	}
	return RC_OK;
}

/* How many zeros (and a point) a number needs to line up with the others. */
static size_t
missing_decimals(const struct layout *layout, const char *text, bool *ret_point)
{
	const char *point = strchr(text, '.');

	*ret_point = false;
	if (layout->has_text || layout->decimals == 0 || strcmp(text, "-") == 0)
		return 0;
	*ret_point = !point;
	return layout->decimals - (point ? strlen(point + 1) : 0);
}

static size_t
cell_width(const struct layout *layout, const char *text)
{
	bool point;
	size_t zeros = missing_decimals(layout, text, &point);

	return utf8_width(text) + point + zeros;
}

static void
measure(struct table_printer *t)
{
	for (size_t i = 0; i < t->w.n_rows * t->w.n_columns; i++) {
		struct layout *layout = &t->layout[i % t->w.n_columns];

		layout->wanted = longer(layout->wanted, cell_width(layout, t->cells[i]));
	}
}

/* The best column to make narrower; NULL if all have their minimum. */
static struct layout *
widest_text(struct table_printer *t, size_t narrowest)
{
	struct layout *widest = NULL;

	for (size_t i = 0; i < t->w.n_columns; i++) {
		struct layout *l = &t->layout[i];

		if (l->has_text && !l->is_left_out && l->width > narrowest &&
		    (!widest || l->width > widest->width))
			widest = l;
	}
	return widest;
}

static size_t
total_width(const struct table_printer *t)
{
	size_t total = 0, n = 0;

	for (size_t i = 0; i < t->w.n_columns; i++) {
		if (!t->layout[i].is_left_out)
			total += t->layout[i].width + (n++ ? GAP : 0);
	}
	return total;
}

static bool
is_too_wide(const struct table_printer *t)
{
	return t->w.width && total_width(t) > t->w.width;
}

static void
leave_out_empty(struct table_printer *t)
{
	for (size_t i = t->w.n_columns; i-- > 1 && is_too_wide(t);)
		t->layout[i].is_left_out = t->w.n_rows > 0 && !t->layout[i].has_any;
}

static void
narrow(struct table_printer *t, size_t narrowest)
{
	struct layout *widest;

	while (is_too_wide(t) && (widest = widest_text(t, narrowest)))
		widest->width--;
}

/* From the right, but never the first column, which identifies the row. */
static void
leave_out(struct table_printer *t, bool only_spare)
{
	for (size_t i = t->w.n_columns; i-- > 1 && is_too_wide(t);) {
		if (t->w.columns[i].is_spare || !only_spare)
			t->layout[i].is_left_out = true;
	}
}

/* Columns that were made narrower for a column that was removed later get their width
 * back. */
static void
begin_again(struct table_printer *t)
{
	for (size_t i = 0; i < t->w.n_columns; i++)
		t->layout[i].width = t->layout[i].wanted;
}

static void
fit(struct table_printer *t)
{
	begin_again(t);
	leave_out_empty(t);
	narrow(t, COMFORTABLE);
	leave_out(t, true);
	begin_again(t);
	narrow(t, NARROWEST);
	leave_out(t, false);
	begin_again(t);
	narrow(t, NARROWEST);
}

/* The text, cut to width columns with an ellipsis if it is wider. Returns the number of
 * printed columns. */
static size_t
put_cut(FILE *out, const char *text, size_t width)
{
	bool is_cut = utf8_width(text) > width;
	size_t used = 0;
	uint32_t c;

	while ((c = utf8_step(&text)) != 0) {
		char bytes[5];

		if (is_cut && used + utf8_columns(c) > width - 1)
			break;
		(void)utf8_put(c, bytes);
		(void)fputs(bytes, out);
		used += utf8_columns(c);
	}
	if (is_cut)
		(void)fputs("\xE2\x80\xA6", out);
	return used + is_cut;
}

static void
put_blanks(FILE *out, size_t n)
{
	(void)fprintf(out, "%*s", (int)n, "");
}

static void
put_number(FILE *out, const struct layout *layout, const char *text)
{
	bool point;
	size_t zeros = missing_decimals(layout, text, &point);

	put_blanks(out, layout->width - cell_width(layout, text));
	(void)fputs(text, out);
	if (point)
		(void)fputc('.', out);
	while (zeros--)
		(void)fputc('0', out);
}

/* No blanks at the end of a line: they wrap on a narrow terminal. */
static void
put_text(FILE *out, const struct layout *layout, const char *text, bool is_last)
{
	size_t used = put_cut(out, text, layout->width);

	if (!is_last)
		put_blanks(out, layout->width - used);
}

static void
put_heading(struct table_printer *t, size_t i, bool is_last)
{
	const struct layout *layout = &t->layout[i];
	const char *heading = t->w.columns[i].heading;

	if (layout->has_text || t->w.n_rows == 0) {
		put_text(t->w.out, layout, heading, is_last);
		return;
	}
	put_blanks(t->w.out, layout->width - utf8_width(heading));
	(void)fputs(heading, t->w.out);
}

/* The headings if cells is NULL. */
static void
put_row(struct table_printer *t, const char *const *cells)
{
	size_t last = t->w.n_columns - 1;

	while (last > 0 && t->layout[last].is_left_out)
		last--;
	for (size_t i = 0; i <= last; i++) {
		const struct layout *layout = &t->layout[i];

		if (layout->is_left_out)
			continue;
		if (i)
			put_blanks(t->w.out, GAP);
		if (!cells)
			put_heading(t, i, i == last);
		else if (layout->has_text)
			put_text(t->w.out, layout, cells[i], i == last);
		else
			put_number(t->w.out, layout, cells[i]);
	}
	(void)fputc('\n', t->w.out);
}

static void
table_end(struct printer *w)
{
	struct table_printer *t = self(w);

	measure(t);
	fit(t);
	put_row(t, NULL);
	for (size_t row = 0; row < w->n_rows; row++)
		put_row(t, t->cells + row * w->n_columns);
}

static void
table_fini(struct printer *w)
{
	struct table_printer *t = self(w);

	arena_free(t->arena);
	free(t->cells);
	free(t->layout);
}

const struct printer_ops printer_table = {
	.name = "table",
	.size = sizeof(struct table_printer),
	.begin = table_begin,
	.row = table_row,
	.end = table_end,
	.fini = table_fini,
};

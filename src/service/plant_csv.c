/* SPDX-License-Identifier: Apache-2.0
 *
 * The plant as a CSV file: headings in Spanish or English, and what the cells mean.
 */
#include "service/plant_csv_int.h"

#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/csv_reader.h"
#include "base/fold.h"
#include "base/units.h"

enum { WORD_MAX = 48, ROWS_MAX = 10000 };

enum column {
	KIND,
	CODE,
	NAME,
	PARENT,
	OLT,
	PLACE,
	DISTANCE,
	LATITUDE,
	LONGITUDE,
	ONUS,
	TAGS,
	N_COLUMNS,
};

/* Names of the API. */
static const char *const KEYS[N_COLUMNS] = { "kind", "code", "name", "parent", "olt",
	"place", "distance_m", "latitude", "longitude", "onus", "tags" };

struct word {
	const char *word; /* as fold_words leaves it */
	const char *means;
};

static const struct word HEADINGS[] = { { "kind", "kind" }, { "type", "kind" },
	{ "tipo", "kind" }, { "clase", "kind" }, { "code", "code" }, { "codigo", "code" },
	{ "name", "name" }, { "nombre", "name" }, { "parent", "parent" },
	{ "hangs on", "parent" }, { "padre", "parent" }, { "cuelga de", "parent" },
	{ "olt", "olt" }, { "place", "place" }, { "port", "place" },
	{ "puerto", "place" }, { "posicion", "place" }, { "lugar", "place" },
	{ "distance m", "distance_m" }, { "distance", "distance_m" },
	{ "distancia", "distance_m" }, { "distancia m", "distance_m" },
	{ "latitude", "latitude" }, { "lat", "latitude" }, { "latitud", "latitude" },
	{ "longitude", "longitude" }, { "lon", "longitude" }, { "lng", "longitude" },
	{ "longitud", "longitude" }, { "onus", "onus" }, { "onu", "onus" },
	{ "serials", "onus" }, { "seriales", "onus" }, { "clientes", "onus" },
	{ "customers", "onus" }, { "tags", "tags" }, { "etiquetas", "tags" },
	{ NULL, NULL } };

static const struct word KINDS[] = { { "sitio", "site" }, { "nodo", "site" },
	{ "zona", "zone" }, { "zona electrica", "zone" }, { "power zone", "zone" },
	{ "troncal", "trunk" }, { "cable", "trunk" }, { "cable troncal", "trunk" },
	{ "trunk cable", "trunk" }, { "divisor", "splitter" }, { "caja", "box" },
	{ "cto", "box" }, { "nap", "box" }, { "grupo", "group" }, { NULL, NULL } };

/* "Distancia (m)" is "distancia m". */
static void
fold_words(const char *text, char ret[WORD_MAX])
{
	char folded[WORD_MAX];
	size_t n = 0, n_folded = fold_text(text, folded, sizeof(folded));

	for (size_t i = 0; i < n_folded; i++) {
		bool is_gap = strchr(" _-.()[]", folded[i]) != NULL;

		if (!is_gap)
			ret[n++] = folded[i];
		else if (n > 0 && ret[n - 1] != ' ')
			ret[n++] = ' ';
	}
	n -= n > 0 && ret[n - 1] == ' ';
	ret[n] = '\0';
}

static const char *
meaning(const struct word *words, const char *text)
{
	char folded[WORD_MAX];

	fold_words(text, folded);
	for (; words->word; words++) {
		if (strcmp(words->word, folded) == 0)
			return words->means;
	}
	return NULL;
}

static enum column
column_of(const char *heading)
{
	const char *key = meaning(HEADINGS, heading);
	size_t i = 0;

	while (i < N_COLUMNS && (!key || strcmp(KEYS[i], key) != 0))
		i++;
	return (enum column)i;
}

/* Which cell of a row is what. */
struct layout {
	enum column of[CSV_CELLS_MAX]; /* N_COLUMNS: none */
	size_t n;
};

static enum rc
take_heading(
    const struct csv_row *row, struct layout *ret, json_t *unused, struct err *err)
{
	bool has[N_COLUMNS + 1] = { false };

	*ret = (struct layout){ .n = row->n };
	for (size_t i = 0; i < row->n; i++) {
		enum column c = column_of(row->cells[i]);

		if (c != N_COLUMNS && has[c])
			return err_set(err, RC_INVALID,
			    "the heading has the column %.40s twice", KEYS[c]);
		if (c == N_COLUMNS && *row->cells[i])
			(void)json_array_append_new(unused, json_string(row->cells[i]));
		has[c] = true;
		ret->of[i] = c;
	}
	return has[CODE] ? RC_OK
			 : err_set(err, RC_INVALID,
			       "the first line must name the columns, and one of them is "
			       "code");
}

/* Numbers as people write them, "-33,45"; another text stays one, and is refused then. */
static json_t *
number_of(char *cell, bool is_real)
{
	int64_t whole;
	double real;
	char *end;

	if (!is_real && units_parse_int(cell, &whole) == RC_OK)
		return json_integer(whole);
	if (strchr(cell, ',') && !strchr(cell, '.'))
		*strchr(cell, ',') = '.';
	real = strtod(cell, &end);
	return is_real && !*end && end != cell ? json_real(real) : json_string(cell);
}

/* "a b", "a, b", "a|b". */
static json_t *
list_of(char *cell, const char *separators)
{
	json_t *list = json_array();
	char *rest = cell, *one;

	while ((one = strsep(&rest, separators))) {
		one += strspn(one, " ");
		while (*one && one[strlen(one) - 1] == ' ')
			one[strlen(one) - 1] = '\0';
		if (*one)
			(void)json_array_append_new(list, json_string(one));
	}
	return list;
}

/* Kinds are small letters in the API. */
static json_t *
kind_of(const char *cell)
{
	const char *kind = meaning(KINDS, cell);
	char folded[WORD_MAX];

	(void)fold_text(cell, folded, sizeof(folded));
	return json_string(kind ? kind : folded);
}

static json_t *
value_of(enum column c, char *cell)
{
	if (c == KIND)
		return kind_of(cell);
	if (c == DISTANCE)
		return number_of(cell, false);
	if (c == LATITUDE || c == LONGITUDE)
		return number_of(cell, true);
	if (c == ONUS)
		return list_of(cell, " ,;|\n");
	return c == TAGS ? list_of(cell, ",;|\n") : json_string(cell);
}

/* An empty cell says nothing. Our own CSV has an apostrophe before what a spreadsheet would
 * take for a formula. */
static json_t *
node_of(const struct csv_row *row, const struct layout *layout)
{
	json_t *node = json_object();

	for (size_t i = 0; i < row->n && i < layout->n; i++) {
		char *cell = row->cells[i];

		if (*cell == '\'' && csv_is_formula(cell + 1))
			cell++;
		if (!*cell || layout->of[i] == N_COLUMNS)
			continue;
		(void)json_object_set_new(
		    node, KEYS[layout->of[i]], value_of(layout->of[i], cell));
	}
	return node;
}

static void
add_row(json_t *rows, const struct csv_row *row, const struct layout *layout)
{
	(void)json_array_append_new(rows,
	    json_pack("{s:I, s:o}", "row", (json_int_t)row->line, "node",
		node_of(row, layout)));
}

enum rc
plant_csv_read(
    const char *text, struct arena *arena, struct plant_csv *ret, struct err *err)
{
	struct csv_reader r;
	struct csv_row row;
	struct layout layout;
	enum rc rc = csv_reader_init(&r, text, arena, err);

	if (rc == RC_OK)
		rc = csv_reader_next(&r, &row, err);
	if (rc == RC_CANCELLED)
		return err_set(err, RC_INVALID, "the file is empty");
	if (rc == RC_OK)
		rc = take_heading(&row, &layout, ret->unused, err);
	if (rc != RC_OK)
		return rc;
	while ((rc = csv_reader_next(&r, &row, err)) != RC_CANCELLED) {
		if (json_array_size(ret->rows) >= ROWS_MAX)
			return err_set(
			    err, RC_INVALID, "a file has at most %d rows", ROWS_MAX);
		if (rc == RC_OK)
			add_row(ret->rows, &row, &layout);
		else
			(void)json_array_append_new(ret->rows,
			    json_pack("{s:I, s:s}", "row", (json_int_t)row.line, "why",
				err->msg));
	}
	return RC_OK;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The catalogue as a document: rows by name instead of by number, so that they can go to
 * another installation. Importing enters them one by one, as a person would: with the same
 * checks and a line each in the audit log.
 */
#include <stdio.h>
#include <string.h>

#include "service/catalogue_int.h"
#include "store/list/list.h"

enum { DOCUMENT_VERSION = 1, WORD_MAX = 64, SAME_MAX = 6, IMPORT_MAX = 20000 };

/* ---- words of kind.fields -------------------------------------------------------- */

/* The next of "brand_name=brand name": the field of the list, and what it is called in
 * the document. NULL behind the last. */
static const char *
next_field(const char *at, char field[WORD_MAX], char name[WORD_MAX])
{
	size_t n, m;

	at += strspn(at, " ");
	n = strcspn(at, " ");
	if (n == 0)
		return NULL;
	(void)snprintf(field, WORD_MAX, "%.*s", (int)n, at);
	m = strcspn(field, "=");
	(void)snprintf(name, WORD_MAX, "%s", field[m] ? field + m + 1 : field);
	field[m] = '\0';
	return at + n;
}

/* "models" of "model": the document's lists are called like the program's. */
static const char *
list_of(const struct kind *k)
{
	return k->place.list;
}

/* ---- out ---------------------------------------------------------------------------- */

struct out {
	const struct kind *kind;
	bool all; /* rows that shipped and nobody changed, too */
	json_t *rows;
};

static size_t
place_of(const struct list *list, const char *field)
{
	size_t i = 0;

	while (strcmp(list->fields[i].name, field) != 0)
		i++; /* every field of kind.fields is in its list; a test looks */
	return i;
}

static bool
is_true(const struct list *list, const struct value *row, const char *field)
{
	return row[place_of(list, field)].i != 0;
}

/* What is not set is not in it. */
static enum rc
write_row(void *ctx, const struct list *list, const struct value *row)
{
	struct out *out = ctx;
	char field[WORD_MAX], name[WORD_MAX];
	const char *at = out->kind->fields;
	json_t *shown;

	if (!out->all && is_true(list, row, "is_builtin") &&
	    !is_true(list, row, "is_edited"))
		return RC_OK;
	shown = json_object();
	while ((at = next_field(at, field, name)) != NULL) {
		size_t i = place_of(list, field);

		if (row[i].kind != VALUE_NULL &&
		    !(row[i].kind == VALUE_TEXT && !*row[i].text))
			(void)json_object_set_new(shown, name, show_listed(list, row, i));
	}
	return json_array_append_new(out->rows, shown) == 0 ? RC_OK : RC_NOMEM;
}

static void
write_kind(struct ask *a, struct brand_id brand, struct out *out)
{
	char number[24];
	struct list_filter filters[] = { { "deleted_at", LIST_EQUAL, "" },
		{ out->kind == &KIND_BRAND ? "id" : "brand", LIST_EQUAL, number } };
	struct list_query query = { .n_filters = brand.v ? 2 : 1,
		.filters = filters,
		.order = "id",
		.page_size = LIST_PAGE_MAX };
	struct err err = { 0 };
	int64_t count = 0;
	enum rc rc;

	(void)snprintf(number, sizeof(number), "%lld", (long long)brand.v);
	do {
		query.page++;
		rc = store_list(a->db, list_find(list_of(out->kind)), &query, write_row,
		    out, &count, &err);
	} while (rc == RC_OK && query.page * LIST_PAGE_MAX < count);
	if (rc != RC_OK)
		(void)ask_fail_err(a, rc, &err);
}

void
op_catalogue_export(struct ask *a)
{
	struct brand_id brand = find_brand(a, "brand");
	struct out out = { .all = arg_truth(a, "all", false) };
	json_t *document = json_pack("{s:i}", "facho_catalogue", DOCUMENT_VERSION);

	if (!args_are_right(a)) {
		json_decref(document);
		return;
	}
	for (size_t i = 0; ask_is_well(a) && (out.kind = kind_at(i)) != NULL; i++) {
		out.rows = json_array();
		write_kind(a, brand, &out);
		(void)json_object_set_new(document, list_of(out.kind), out.rows);
	}
	ask_answer(a, document);
}

/* ---- in ------------------------------------------------------------------------------ */

struct in {
	const struct kind *kind;
	bool replace; /* rows that are here already */
	int64_t added, changed, kept;
	json_t *refused;
};

/* The field of the list that the document calls so. */
static void
field_of(const struct kind *k, const char *called, char ret_field[WORD_MAX])
{
	char field[WORD_MAX], name[WORD_MAX];
	const char *at = k->fields;

	(void)snprintf(ret_field, WORD_MAX, "%s", called);
	while ((at = next_field(at, field, name)) != NULL) {
		if (strcmp(name, called) == 0)
			(void)snprintf(ret_field, WORD_MAX, "%s", field);
	}
}

/* The row that is here already; 0: none. */
static int64_t
find_same(struct ask *a, const struct kind *k, const json_t *row)
{
	char fields[SAME_MAX][WORD_MAX], word[WORD_MAX], unused[WORD_MAX];
	struct find_field same[SAME_MAX + 1] = { { "deleted_at", "" } };
	const char *at = k->same_by;
	size_t n = 0;

	while (n < SAME_MAX && (at = next_field(at, word, unused)) != NULL) {
		const char *text = json_string_value(json_object_get(row, word));
		bool is_brand = strcmp(word, "brand") == 0;

		field_of(k, word, fields[n]);
		same[n + 1] = (struct find_field){ fields[n],
			text           ? text
			    : is_brand ? "Generic"
				       : "" };
		n++;
	}
	return find_row(a, list_of(k), same, n + 1);
}

static void
refuse(struct in *in, size_t i, const json_t *row, const struct service_answer *answer)
{
	const char *name = json_string_value(json_object_get(row, in->kind->key));
	json_t *fields = answer->fields ? json_incref(answer->fields) : json_object();

	(void)json_array_append_new(in->refused,
	    json_pack("{s:s, s:I, s:s, s:s, s:o}", "list", list_of(in->kind), "row",
		(json_int_t)i, "name", name ? name : "", "why", answer->message, "fields",
		fields));
}

/* profile and table tell rows that shipped apart, and are nobody's to say. */
static void
read_row(struct ask *a, struct in *in, size_t i, const json_t *row)
{
	int64_t id = find_same(a, in->kind, row);
	char operation[WORD_MAX];
	struct service_answer answer = { .rc = RC_OK };
	json_t *args;

	if (!ask_is_well(a))
		return;
	if (id && !in->replace) {
		in->kept++;
		return;
	}
	args = json_copy((json_t *)(uintptr_t)row);
	if (in->kind != &KIND_MODEL)
		(void)json_object_del(args, "profile");
	(void)json_object_del(args, "table");
	if (id)
		(void)json_object_set_new(args, "id", json_integer(id));
	(void)snprintf(
	    operation, sizeof(operation), "%s.%s", in->kind->noun, id ? "change" : "add");
	ask_nested(a, operation, args, &answer);
	if (answer.rc != RC_OK)
		refuse(in, i, row, &answer);
	in->added += answer.rc == RC_OK && !id;
	in->changed += answer.rc == RC_OK && id;
	service_answer_fini(&answer);
	json_decref(args);
}

static void
read_kind(struct ask *a, const json_t *document, struct in *in)
{
	const json_t *rows = json_object_get(document, list_of(in->kind));
	size_t i;
	json_t *row;

	json_array_foreach(rows, i, row)
	{
		if (ask_is_well(a))
			read_row(a, in, i, row);
	}
}

/* All of it is looked at before any of it is entered. */
static void
check_document(struct ask *a, const json_t *document)
{
	size_t n = 0;

	if (!json_is_object(document) ||
	    json_integer_value(json_object_get(document, "facho_catalogue")) !=
		DOCUMENT_VERSION) {
		arg_wrong(a, "catalogue",
		    "what catalogue.export gives is expected, with \"facho_catalogue\": "
		    "%d",
		    DOCUMENT_VERSION);
		return;
	}
	for (size_t i = 0; kind_at(i); i++) {
		const json_t *rows = json_object_get(document, list_of(kind_at(i)));
		size_t at;
		json_t *row;

		if (rows && !json_is_array(rows))
			arg_wrong(a, "catalogue", "%s: a list is expected",
			    list_of(kind_at(i)));
		json_array_foreach(rows, at, row)
		{
			if (!json_is_object(row))
				arg_wrong(a, "catalogue",
				    "%s[%zu]: an object is expected", list_of(kind_at(i)),
				    at);
		}
		n += json_array_size(rows);
	}
	if (n > IMPORT_MAX)
		arg_wrong(a, "catalogue", "at most %d rows at once", IMPORT_MAX);
}

void
op_catalogue_import(struct ask *a)
{
	const json_t *document = json_object_get(a->args, "catalogue");
	struct in in = { .replace = arg_truth(a, "replace", false),
		.refused = json_array() };

	check_document(a, document);
	if (args_are_right(a)) {
		for (size_t i = 0; (in.kind = kind_at(i)) != NULL; i++)
			read_kind(a, document, &in);
	}
	if (in.added || in.changed)
		(void)tell_all(a); /* once, and not a row at a time */
	if (ask_is_well(a))
		ask_answer(a,
		    json_pack("{s:I, s:I, s:I, s:O}", "added", (json_int_t)in.added,
			"changed", (json_int_t)in.changed, "kept", (json_int_t)in.kept,
			"refused", in.refused));
	json_decref(in.refused);
}

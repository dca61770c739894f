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

/* ---- fields ---------------------------------------------------------------------- */

/* Is it in the document? */
static bool
is_shown(const struct entity_field *f)
{
	return !(f->flags & ENTITY_COMPUTED);
}

/* The field of the list that the document has under the name of this one: of a thing its
 * name, not its number. */
static const char *
listed(const struct entity_field *f)
{
	if (f->kind == ENTITY_BRAND)
		return "brand_name";
	return f->kind == ENTITY_MODEL ? "model_name" : f->name;
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
		i++; /* every field of the entity is in its list; a test looks */
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
	const struct entity_type *type = out->kind->type;
	json_t *shown;

	if (!out->all && is_true(list, row, "is_builtin") &&
	    !is_true(list, row, "is_edited"))
		return RC_OK;
	shown = json_object();
	for (size_t k = 0; k < type->n_fields; k++) {
		const struct entity_field *f = &type->fields[k];
		size_t i = place_of(list, listed(f));

		if (is_shown(f) && row[i].kind != VALUE_NULL &&
		    !(row[i].kind == VALUE_TEXT && !*row[i].text))
			(void)json_object_set_new(
			    shown, f->name, show_listed(list, row, i));
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

/* The row that is here already; 0: none. */
static int64_t
find_same(struct ask *a, const struct kind *k, const json_t *row)
{
	struct find_field same[SAME_MAX + 1] = { { "deleted_at", "" } };
	size_t n = 1;

	for (size_t i = 0; n <= SAME_MAX && i < k->type->n_fields; i++) {
		const struct entity_field *f = &k->type->fields[i];
		const char *text = json_string_value(json_object_get(row, f->name));
		const char *none = f->kind == ENTITY_BRAND ? "Generic" : "";

		if (f->flags & ENTITY_KEY)
			same[n++] = (struct find_field){ listed(f), text ? text : none };
	}
	return find_row(a, list_of(k), same, n);
}

/* What tells rows that shipped apart is nobody's to say. */
static json_t *
args_of(const struct kind *k, const json_t *row)
{
	json_t *args = json_copy((json_t *)(uintptr_t)row);

	for (size_t i = 0; i < k->type->n_fields; i++) {
		if (k->type->fields[i].flags & ENTITY_READ_ONLY)
			(void)json_object_del(args, k->type->fields[i].name);
	}
	return args;
}

static void
refuse(struct in *in, size_t i, const json_t *row, const struct service_answer *answer)
{
	const char *name = json_string_value(json_object_get(row, in->kind->type->key));
	json_t *fields = answer->fields ? json_incref(answer->fields) : json_object();

	(void)json_array_append_new(in->refused,
	    json_pack("{s:s, s:I, s:s, s:s, s:o}", "list", list_of(in->kind), "row",
		(json_int_t)i, "name", name ? name : "", "why", answer->message, "fields",
		fields));
}

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
	args = args_of(in->kind, row);
	if (id)
		(void)json_object_set_new(args, "id", json_integer(id));
	(void)snprintf(operation, sizeof(operation), "%s.%s", in->kind->type->name,
	    id ? "change" : "add");
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

/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of the catalogue are read by the loader of profiles, with the same error messages.
 */
#include "vendor/overlay_int.h"

#include <string.h>

#include "vendor/load_int.h"

/* The "source" that every column needs. */
static const char SOURCE[] = "catalogue";

static bool
is_set(const char *text)
{
	return text && *text;
}

static void
set_text(json_t *object, const char *key, const char *text)
{
	/* When out of memory the key is missing, and the loader reports it. */
	if (is_set(text))
		(void)json_object_set_new(object, key, json_string(text));
}

/* JSON that a user entered in a field. */
static void
set_json(struct reader *r, json_t *object, const char *key, const char *text)
{
	json_error_t at;
	json_t *value;

	if (!is_set(text))
		return;
	value = json_loads(text, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &at);
	if (!value)
		reader_complain_of(r, key, "column %d: %s", at.column, at.text);
	else
		(void)json_object_set_new(object, key, value);
}

static json_t *
column_object(struct reader *r, const struct overlay_row *row)
{
	json_t *o = json_pack("{s:s, s:[s]}", "confidence", "B", "source", SOURCE);

	if (!o)
		return NULL;
	set_text(o, "oid", row->oid);
	set_text(o, "purpose", row->purpose);
	set_text(o, "index", row->formula);
	set_text(o, "unit", row->unit);
	set_json(r, o, "transform", row->transform);
	set_json(r, o, "invalid", row->invalid);
	if (row->is_slow)
		set_text(o, "cost", "slow");
	return o;
}

enum rc
overlay_column_load(const struct overlay_row *row, const struct profile *p,
    struct arena *arena, struct column *c, struct err *err)
{
	struct reader r;
	json_t *object;
	enum rc rc;

	reader_init(&r, arena);
	object = column_object(&r, row);
	if (object)
		load_column(&r, NULL, object, p, c);
	rc = object ? reader_outcome(&r, err)
		    : err_set(err, RC_NOMEM, "no memory for the profile");
	json_decref(object);
	reader_fini(&r);
	return rc;
}

enum rc
overlay_values_check(const struct overlay_row *row, struct arena *arena, struct err *err)
{
	struct column made = { 0 };
	struct reader r;
	json_t *object;
	enum rc rc;

	reader_init(&r, arena);
	object = column_object(&r, row);
	if (object)
		load_column_values(&r, object, &made);
	rc = object ? reader_outcome(&r, err)
		    : err_set(err, RC_NOMEM, "no memory for the profile");
	json_decref(object);
	reader_fini(&r);
	return rc;
}

enum rc
overlay_format_load(const struct overlay_formula *formula, struct arena *arena,
    struct index_format *f, struct err *err)
{
	struct reader r;
	json_t *root = json_object();
	json_t *object;
	enum rc rc;

	reader_init(&r, arena);
	set_json(&r, root, "definition", formula->definition);
	object = json_object_get(root, "definition");
	if (json_is_object(object)) {
		if (!json_object_get(object, "confidence"))
			set_text(object, "confidence", "B");
		if (!json_object_get(object, "source"))
			(void)json_object_set_new(
			    object, "source", json_pack("[s]", SOURCE));
	}
	f->name = reader_copy(&r, formula->name ? formula->name : "");
	if (object)
		load_format(&r, object, f);
	else if (!is_set(formula->definition))
		reader_complain(&r, "it has no definition");
	rc = reader_outcome(&r, err);
	json_decref(root);
	reader_fini(&r);
	return rc;
}

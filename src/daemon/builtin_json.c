/* SPDX-License-Identifier: Apache-2.0 */
#include "daemon/builtin_json_int.h"

#include <jansson.h>
#include <string.h>

#include "vendor/profile.h"

/* Takes the object; NULL stays NULL. */
static char *
dump(json_t *json, struct arena *arena)
{
	char *made =
	    json ? json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(15)) : NULL;
	char *kept = made ? arena_copy(arena, made, strlen(made)) : NULL;

	free(made);
	json_decref(json);
	return kept;
}

char *
builtin_transform(const struct column *c, struct arena *arena)
{
	json_t *o = json_pack("{s:s}", "parse", parse_name(c->parse));

	/* Default values are omitted. A failure is visible in the dump, or one member of
	 * a row is missing, which users can edit. */
	if (o && c->mul != 1 && c->mul != 0)
		(void)json_object_set_new(o, "mul", json_real(c->mul));
	if (o && c->add != 0)
		(void)json_object_set_new(o, "add", json_real(c->add));
	if (o && c->signed_bits)
		(void)json_object_set_new(o, "signed_bits", json_integer(c->signed_bits));
	return dump(o, arena);
}

char *
builtin_invalid(const struct column *c, struct arena *arena)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < c->n_invalid; i++)
		(void)json_array_append_new(list, json_integer(c->invalid[i]));
	for (size_t i = 0; list && i < c->n_invalid_text; i++)
		(void)json_array_append_new(list, json_string(c->invalid_text[i]));
	return dump(list, arena);
}

static json_t *
field_json(const struct index_field *f)
{
	if (f->is_const)
		return json_pack("{s:s*, s:I, s:I, s:I}", "name", f->name, "const",
		    (json_int_t)f->value, "mul", (json_int_t)f->mul, "count",
		    (json_int_t)f->count);
	return json_pack("{s:s, s:I, s:I, s:I, s:I, s:I}", "part",
	    position_part_name(f->part), "mul", (json_int_t)f->mul, "count",
	    (json_int_t)f->count, "add", (json_int_t)f->add, "min", (json_int_t)f->min,
	    "max", (json_int_t)f->max);
}

static json_t *
fields_json(const struct index_arc *a)
{
	json_t *fields = json_array();

	for (unsigned i = 0; fields && i < a->n_fields; i++)
		(void)json_array_append_new(fields, field_json(&a->fields[i]));
	return json_pack("{s:I, s:o}", "base", (json_int_t)a->base, "fields", fields);
}

static json_t *
arc_json(const struct index_arc *a)
{
	switch (a->kind) {
	case ARC_FIELDS:
		return fields_json(a);
	case ARC_TEXT:
		return json_pack("{s:b}", "text", 1);
	case ARC_OCTETS:
		return json_pack("{s:I}", "octets", (json_int_t)a->length);
	case ARC_ANY:
		return json_pack("{s:b}", "any", 1);
	case ARC_OPAQUE:
		return json_pack("{s:b}", "opaque", 1);
	}
	return NULL;
}

char *
builtin_definition(const struct index_format *f, struct arena *arena)
{
	json_t *arcs = json_array(), *o;

	for (unsigned i = 0; arcs && i < f->n_arcs; i++)
		(void)json_array_append_new(arcs, arc_json(&f->arcs[i]));
	o = json_pack("{s:o}", "arcs", arcs);
	if (o && f->name_column)
		(void)json_object_set_new(o, "name_column", json_string(f->name_column));
	if (o && f->name_pattern)
		(void)json_object_set_new(
		    o, "name_pattern", json_string(f->name_pattern));
	return dump(o, arena);
}

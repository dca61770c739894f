/* SPDX-License-Identifier: Apache-2.0
 *
 * A table of fields as JSON Schema.
 */
#include "api/schema.h"

#include <stdio.h>
#include <string.h>

#include "api/schema_int.h"
#include "service/service.h"

enum { REF_MAX = 96 };

static json_t *
refer(const struct schema *s)
{
	char ref[REF_MAX];

	if (!s)
		return json_pack("{s:s}", "type", "object");
	(void)snprintf(ref, sizeof(ref), "#/components/schemas/%s", s->name);
	return json_pack("{s:s}", "$ref", ref);
}

/* A type, or the type and null. */
static json_t *
type_of(const char *type, bool may_be_null)
{
	return may_be_null ? json_pack("[s, s]", type, "null") : json_string(type);
}

static json_t *
choices_of(const char *choices, bool may_be_null)
{
	json_t *all = json_array();

	for (const char *p = choices; *p;) {
		size_t n = strcspn(p, "|");

		(void)json_array_append_new(all, json_stringn(p, n));
		p += n + (p[n] == '|');
	}
	if (may_be_null)
		(void)json_array_append_new(all, json_null());
	return all;
}

static void
set_range(json_t *d, const char *min, const char *max, const struct field *f)
{
	if (f->min != 0 || f->max > 0)
		(void)json_object_set_new(d, min, json_integer(f->min));
	if (f->max > f->min)
		(void)json_object_set_new(d, max, json_integer(f->max));
}

static json_t *
describe_text(const struct field *f, bool may_be_null)
{
	json_t *d = json_pack("{s:o}", "type", type_of("string", may_be_null));

	if (f->choices)
		(void)json_object_set_new(d, "enum", choices_of(f->choices, may_be_null));
	if (f->type == FIELD_TIME)
		(void)json_object_set_new(d, "format", json_string("date-time"));
	else
		set_range(d, "minLength", "maxLength", f);
	return d;
}

static json_t *
describe_number(const struct field *f, const char *type, bool may_be_null)
{
	json_t *d = json_pack("{s:o}", "type", type_of(type, may_be_null));

	set_range(d, "minimum", "maximum", f);
	return d;
}

/* A number or a text. */
static json_t *
describe_either(const char *number, bool may_be_null)
{
	return may_be_null ? json_pack("{s:[s, s, s]}", "type", number, "string", "null")
			   : json_pack("{s:[s, s]}", "type", number, "string");
}

static json_t *
describe_items(const struct field *f, bool may_be_null)
{
	json_t *item = f->type == FIELD_TEXTS ? json_pack("{s:s}", "type", "string")
	    : f->type == FIELD_REFS           ? describe_either("integer", false)
					      : refer(f->of);
	json_t *d =
	    json_pack("{s:o, s:o}", "type", type_of("array", may_be_null), "items", item);

	set_range(d, "minItems", "maxItems", f);
	return d;
}

static json_t *
describe_thing(const struct field *f, bool may_be_null)
{
	return may_be_null
	    ? json_pack("{s:[o, {s:s}]}", "anyOf", refer(f->of), "type", "null")
	    : refer(f->of);
}

static json_t *
describe_type(const struct field *f)
{
	bool may_be_null = f->flags & FIELD_NULL;

	switch (f->type) {
	case FIELD_TEXT:
	case FIELD_TIME:
		return describe_text(f, may_be_null);
	case FIELD_INT:
		return describe_number(f, "integer", may_be_null);
	case FIELD_REAL:
		return describe_number(f, "number", may_be_null);
	case FIELD_BOOL:
		return json_pack("{s:o}", "type", type_of("boolean", may_be_null));
	case FIELD_DURATION:
	case FIELD_REF:
		return describe_either("integer", may_be_null);
	case FIELD_SCALAR:
		return describe_either("number", may_be_null);
	case FIELD_THING:
		return describe_thing(f, may_be_null);
	case FIELD_TEXTS:
	case FIELD_REFS:
	case FIELD_THINGS:
		return describe_items(f, may_be_null);
	case FIELD_ANY:
		return json_object();
	}
	return NULL;
}

json_t *
field_describe(const struct field *field)
{
	json_t *d = describe_type(field);

	if (d && field->help)
		(void)json_object_set_new(d, "description", json_string(field->help));
	if (d && field->flags & FIELD_SECRET)
		(void)json_object_set_new(d, "writeOnly", json_true());
	return d;
}

/* Is it also a field of the list? Then it is included anyway. */
static bool
is_listed(const struct schema *schema, const char *name)
{
	struct service_field f;

	for (size_t i = 0; schema->list && service_list_field(schema->list, i, &f); i++) {
		if (strcmp(f.name, name) == 0)
			return true;
	}
	return false;
}

json_t *
schema_describe(const struct schema *schema)
{
	json_t *properties = json_object(), *required = json_array();
	struct service_field listed;
	struct field f;

	for (size_t i = 0; schema->list && service_list_field(schema->list, i, &listed);
	     i++) {
		f = field_from_list(&listed);
		(void)json_object_set_new(properties, f.name, field_describe(&f));
		(void)json_array_append_new(required, json_string(f.name));
	}
	for (size_t i = 0; schema_field(schema, i, &f); i++) {
		(void)json_object_set_new(properties, f.name, field_describe(&f));
		if (f.flags & FIELD_MUST && !is_listed(schema, f.name))
			(void)json_array_append_new(required, json_string(f.name));
	}
	return json_pack("{s:s, s:o, s:o, s:b}", "type", "object", "properties",
	    properties, "required", required, "additionalProperties", schema->is_open);
}

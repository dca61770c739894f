/* SPDX-License-Identifier: Apache-2.0
 *
 * Validation of the syntax of a body.
 */
#include "api/schema.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/schema_int.h"
#include "base/tidy.h"
#include "base/units.h"
#include "service/service.h"
#include "model/entity.h"
#include "model/text.h"

enum { WORDS_MAX = 300, PLACE_MAX = 160, ITEMS_MOST = 10000 };

/* A validation in progress. */
struct check {
	json_t *fields; /* errors by field */
	bool is_whole;
	bool is_right;
	int depth;
};

/* ---- fields ----------------------------------------------------------------------------- */

static bool
find_in_list(const char *list, const char *name, struct field *ret_field)
{
	struct service_field f;

	for (size_t i = 0; list && service_list_field(list, i, &f); i++) {
		if (strcmp(f.name, name) == 0) {
			*ret_field = field_from_list(&f);
			return true;
		}
	}
	return false;
}

struct field
field_from_list(const struct service_field *f)
{
	struct field field = { .name = f->name, .flags = FIELD_NULL };

	if (strcmp(f->type, "int") == 0)
		field.type = FIELD_INT;
	else if (strcmp(f->type, "real") == 0)
		field.type = FIELD_REAL;
	else if (strcmp(f->type, "moment") == 0)
		field.type = FIELD_TIME;
	else if (strcmp(f->type, "truth") == 0)
		field.type = FIELD_BOOL;
	else if (strcmp(f->type, "json") == 0)
		field.type = FIELD_ANY;
	return field;
}

static enum field_type
type_of(enum entity_kind kind)
{
	switch (kind) {
	case ENTITY_NAME:
	case ENTITY_TEXT:
	case ENTITY_CHOICE:
	case ENTITY_SECRET:
		break;
	case ENTITY_JSON:
		return FIELD_ANY;
	case ENTITY_INT:
	case ENTITY_INT32:
		return FIELD_INT;
	case ENTITY_REAL:
		return FIELD_REAL;
	case ENTITY_MS:
		return FIELD_DURATION;
	case ENTITY_REFS:
		return FIELD_REFS;
	case ENTITY_BOOL:
	case ENTITY_PRESENT:
		return FIELD_BOOL;
	case ENTITY_BRAND:
	case ENTITY_MODEL:
	case ENTITY_REF:
		return FIELD_REF;
	case ENTITY_TIME:
		return FIELD_TIME;
	}
	return FIELD_TEXT;
}

/* The length of JSON is the length of its text, and clients need not send it as text. The
 * range of a time cannot be expressed in a schema. */
static struct field
field_from_entity(const struct entity_field *f)
{
	bool has_range = f->kind != ENTITY_JSON && f->kind != ENTITY_MS;

	return (struct field){ .name = f->name,
		.type = type_of(f->kind),
		.flags = (f->flags & ENTITY_MUST ? FIELD_MUST : 0u) |
		    (f->flags & ENTITY_NULL ? FIELD_NULL : 0u) |
		    (f->kind == ENTITY_SECRET ? FIELD_SECRET : 0u),
		.min = has_range ? f->min : 0,
		.max = has_range ? f->max : 0,
		.choices = f->choices,
		.help = f->help };
}

/* An empty text and an invalid number are null. */
static struct field
field_of_answer(const struct entity_field *f)
{
	bool may_be_null = entity_is_text(f) || f->flags & ENTITY_NULL;
	struct field field = field_from_entity(f);

	field.flags = may_be_null ? FIELD_NULL : FIELD_MUST;
	if (f->kind == ENTITY_MS)
		field.type = FIELD_TEXT;
	return field;
}

static bool
has_field(const struct schema *schema, const struct entity_field *f)
{
	struct field listed;

	if (schema->only)
		return text_choice(schema->only, f->name) >= 0;
	if (schema->is_answer)
		return entity_is_shown(f) &&
		    !find_in_list(schema->list, f->name, &listed);
	return entity_is_written(f);
}

bool
schema_field(const struct schema *schema, size_t i, struct field *ret_field)
{
	const struct entity_type *e = schema->entity;

	for (const struct field *f = schema->fields; f && f->name; f++) {
		if (i-- == 0) {
			*ret_field = *f;
			return true;
		}
	}
	for (size_t k = 0; e && k < e->n_fields; k++) {
		if (has_field(schema, &e->fields[k]) && i-- == 0) {
			*ret_field = schema->is_answer ? field_of_answer(&e->fields[k])
						       : field_from_entity(&e->fields[k]);
			return true;
		}
	}
	return false;
}

bool
schema_find(const struct schema *schema, const char *name, struct field *ret_field)
{
	struct field f;

	for (size_t i = 0; schema_field(schema, i, &f); i++) {
		if (strcmp(f.name, name) == 0) {
			*ret_field = f;
			return true;
		}
	}
	return find_in_list(schema->list, name, ret_field);
}

/* ---- words ------------------------------------------------------------------------------ */

static void wrong(struct check *c, const char *place, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

static void
wrong(struct check *c, const char *place, const char *fmt, ...)
{
	char words[WORDS_MAX];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(words, sizeof(words), fmt, ap);
	va_end(ap);
	tidy(words);
	c->is_right = false;
	if (!json_object_get(c->fields, place))
		(void)json_object_set_new(c->fields, place, json_string(words));
}

/* ---- values ----------------------------------------------------------------------------- */

static void
check_text(struct check *c, const struct field *f, const char *place, const json_t *value)
{
	size_t n = text_length(json_string_value(value));
	size_t max = f->max > 0 ? (size_t)f->max : TEXT_ANY_MAX;

	if (!json_is_string(value))
		wrong(c, place, "a text is expected");
	else if (f->choices && text_choice(f->choices, json_string_value(value)) < 0)
		wrong(c, place, "one of these is expected: %s", f->choices);
	else if (n < (size_t)f->min)
		wrong(
		    c, place, "at least %lld characters are expected", (long long)f->min);
	else if (n > max)
		wrong(c, place, "at most %zu characters", max);
}

static void
check_int(struct check *c, const struct field *f, const char *place, const json_t *value)
{
	int64_t n = json_integer_value(value);

	if (!json_is_integer(value))
		wrong(c, place, "a whole number is expected");
	else if (f->max > f->min && (n < f->min || n > f->max))
		wrong(c, place, "a whole number from %lld to %lld is expected",
		    (long long)f->min, (long long)f->max);
}

static void
check_span(struct check *c, const char *place, const json_t *value)
{
	int64_t ms;

	if (json_is_integer(value) && json_integer_value(value) >= 0)
		return;
	if (!json_is_string(value) ||
	    units_parse_ms(json_string_value(value), &ms) != RC_OK)
		wrong(c, place, "a time is expected, like 30s, 5m or 1h");
}

static void
check_real(struct check *c, const struct field *f, const char *place, const json_t *value)
{
	double r = json_number_value(value);

	if (!json_is_number(value))
		wrong(c, place, "a number is expected");
	else if (f->max > f->min && !(r >= (double)f->min && r <= (double)f->max))
		wrong(c, place, "a number from %lld to %lld is expected",
		    (long long)f->min, (long long)f->max);
}

static void
check_which(struct check *c, const char *place, const json_t *value)
{
	bool is_number = json_is_integer(value) && json_integer_value(value) > 0;
	size_t n = text_length(json_string_value(value));

	if (!is_number && !(json_is_string(value) && n > 0 && n <= 255))
		wrong(c, place, "a name or a number is expected");
}

static void check_thing(
    struct check *c, const struct schema *s, const char *place, const json_t *value);
static void check_value(
    struct check *c, const struct field *f, const char *place, const json_t *value);

static void
check_items(
    struct check *c, const struct field *f, const char *place, const json_t *value)
{
	size_t n = json_array_size(value);
	size_t max = f->max > 0 ? (size_t)f->max : ITEMS_MOST;
	struct field item = { .name = f->name, .of = f->of };
	char inner[PLACE_MAX];

	item.type = f->type == FIELD_TEXTS ? FIELD_TEXT
	    : f->type == FIELD_REFS        ? FIELD_REF
					   : FIELD_THING;
	if (!json_is_array(value)) {
		wrong(c, place, "a list is expected");
		return;
	}
	if (n < (size_t)f->min || n > max) {
		wrong(c, place, "a list of %lld to %zu is expected", (long long)f->min,
		    max);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		(void)snprintf(inner, sizeof(inner), "%s[%zu]", place, i);
		check_value(c, &item, inner, json_array_get(value, i));
	}
}

static void
check_value(
    struct check *c, const struct field *f, const char *place, const json_t *value)
{
	if (json_is_null(value)) {
		if (!(f->flags & FIELD_NULL) && f->type != FIELD_ANY)
			wrong(c, place, "null is not allowed");
		return;
	}
	switch (f->type) {
	case FIELD_TEXT:
	case FIELD_TIME:
		check_text(c, f, place, value);
		return;
	case FIELD_INT:
		check_int(c, f, place, value);
		return;
	case FIELD_REAL:
		check_real(c, f, place, value);
		return;
	case FIELD_BOOL:
		if (!json_is_boolean(value))
			wrong(c, place, "true or false is expected");
		return;
	case FIELD_DURATION:
		check_span(c, place, value);
		return;
	case FIELD_SCALAR:
		if (!json_is_number(value) && !json_is_string(value))
			wrong(c, place, "a number or a text is expected");
		return;
	case FIELD_REF:
		check_which(c, place, value);
		return;
	case FIELD_THING:
		check_thing(c, f->of, place, value);
		return;
	case FIELD_TEXTS:
	case FIELD_REFS:
	case FIELD_THINGS:
		check_items(c, f, place, value);
		return;
	case FIELD_ANY:
		return;
	}
}

/* ---- objects ---------------------------------------------------------------------------- */

static void
name_place(const char *place, const char *name, char inner[PLACE_MAX])
{
	(void)snprintf(inner, PLACE_MAX, "%s%s%.64s", place, *place ? "." : "", name);
	tidy(inner);
}

static void
check_missing(
    struct check *c, const struct schema *s, const char *place, const json_t *value)
{
	char inner[PLACE_MAX];
	struct field f;

	for (size_t i = 0; schema_field(s, i, &f); i++) {
		if (!(f.flags & FIELD_MUST) || json_object_get(value, f.name))
			continue;
		name_place(place, f.name, inner);
		wrong(c, inner, "it must be given");
	}
}

static void
check_thing(
    struct check *c, const struct schema *s, const char *place, const json_t *value)
{
	/* jansson has no const iterator; nothing is changed here */
	union {
		const json_t *read;
		json_t *write;
	} object = { value };
	char inner[PLACE_MAX];
	const char *name;
	json_t *part;

	if (!json_is_object(value)) {
		wrong(c, place, "an object is expected");
		return;
	}
	if (!s)
		return;
	if (++c->depth > SCHEMA_DEPTH_MAX) {
		wrong(c, place, "too deep");
		return;
	}
	json_object_foreach(object.write, name, part)
	{
		struct field f;

		name_place(place, name, inner);
		if (schema_find(s, name, &f))
			check_value(c, &f, inner, part);
		else if (!s->is_open)
			wrong(c, inner, "there is no such field");
	}
	if (c->is_whole || *place)
		check_missing(c, s, place, value);
	c->depth--;
}

bool
schema_check(
    const struct schema *schema, const json_t *body, bool is_whole, json_t *fields)
{
	struct check c = { .fields = fields, .is_whole = is_whole, .is_right = true };

	check_thing(&c, schema, "", body);
	return c.is_right;
}

json_t *
field_from_text(const struct field *field, const char *text)
{
	int64_t n;
	bool truth;

	switch (field->type) {
	case FIELD_INT:
	case FIELD_REF:
		if (units_parse_int(text, &n) == RC_OK)
			return json_integer(n);
		break;
	case FIELD_BOOL:
		if (units_parse_bool(text, &truth) == RC_OK)
			return json_boolean(truth);
		break;
	case FIELD_REAL: {
		char *end;
		double r = strtod(text, &end);

		if (end != text && !*end)
			return json_real(r);
		break;
	}
	case FIELD_TEXT:
	case FIELD_TIME:
	case FIELD_DURATION:
	case FIELD_SCALAR:
	case FIELD_THING:
	case FIELD_TEXTS:
	case FIELD_REFS:
	case FIELD_THINGS:
	case FIELD_ANY:
		break;
	}
	return json_string(text);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "service/entity_int.h"

#include <math.h>
#include <string.h>

#include "service/onu_int.h"

static bool
is_null(const struct ask *a, const char *name)
{
	return json_is_null(json_object_get(a->args, name));
}

static int64_t
take_model(struct ask *a, const struct entity_type *type, const char *name, void *row)
{
	const struct entity_field *brand = entity_find(type, "brand");

	return find_model(a, name, (struct brand_id){ entity_number(brand, row) }).v;
}

/* What is a number in the row. */
static int64_t
take_number(struct ask *a, const struct entity_type *type, const struct entity_field *f,
    void *row)
{
	int64_t is = entity_number(f, row);

	if (f->flags & ENTITY_NULL && is_null(a, f->name))
		return f->none;
	if (!arg_given(a, f->name))
		return is;
	switch (f->kind) {
	case ENTITY_INT:
	case ENTITY_INT32:
		return arg_int(a, f->name, (struct arg_range){ f->min, f->max, is });
	case ENTITY_MS:
		return arg_ms(a, f->name, (struct arg_range){ f->min, f->max, is });
	case ENTITY_BOOL:
		return arg_truth(a, f->name, is != 0);
	case ENTITY_BRAND:
		return find_brand(a, f->name).v;
	case ENTITY_MODEL:
		return take_model(a, type, f->name, row);
	case ENTITY_TIME:
		return arg_moment(a, f->name, is);
	case ENTITY_REF: /* by a rule: which row it is, the table does not know */
	case ENTITY_NAME:
	case ENTITY_TEXT:
	case ENTITY_JSON:
	case ENTITY_REAL:
	case ENTITY_CHOICE:
	case ENTITY_PRESENT:
	case ENTITY_SECRET:
	case ENTITY_REFS:
		break;
	}
	return is;
}

static void
take_choice(struct ask *a, const struct entity_field *f, void *row)
{
	const char *word = arg_text(a, f->name, NULL);
	int64_t number = entity_number(f, row);

	if (word && !entity_from_word(f, word, &number))
		arg_wrong(a, f->name, "one of these is expected: %s", f->choices);
	entity_set_number(f, row, number);
}

static void
take_field(struct ask *a, const struct entity_type *type, const struct entity_field *f,
    void *row)
{
	if (f->flags & ENTITY_UNSET && is_null(a, f->name))
		entity_set_text(f, row, NULL);
	else if (f->kind == ENTITY_JSON)
		entity_set_text(f, row, arg_json(a, f->name, entity_text(f, row)));
	else if (entity_is_text(f))
		entity_set_text(
		    f, row, arg_text(a, f->name, entity_text_or_null(f, row)));
	else if (f->kind == ENTITY_REAL)
		entity_set_real(f, row,
		    is_null(a, f->name) ? NAN
					: arg_real(a, f->name, entity_real(f, row)));
	else if (f->kind == ENTITY_CHOICE)
		take_choice(a, f, row);
	else
		entity_set_number(f, row, take_number(a, type, f, row));
}

static void
check_field(struct ask *a, const struct entity_field *f, const void *row)
{
	if (f->kind == ENTITY_REAL && f->max != f->min &&
	    (entity_real(f, row) < (double)f->min ||
		entity_real(f, row) > (double)f->max))
		arg_wrong(
		    a, f->name, "%lld to %lld", (long long)f->min, (long long)f->max);
	if (!entity_is_text(f) || f->max == 0)
		return;
	if (f->kind == ENTITY_NAME)
		arg_check_name(
		    a, f->name, entity_text(f, row), (size_t)f->min, (size_t)f->max);
	else
		arg_check_length(
		    a, f->name, entity_text(f, row), (size_t)f->min, (size_t)f->max);
}

static const struct field_rule *
rule_of(const struct field_rule *rules, const char *field)
{
	for (; rules && rules->field; rules++) {
		if (strcmp(rules->field, field) == 0)
			return rules;
	}
	return NULL;
}

static void
take_by_rule(struct ask *a, const struct entity_type *type, const struct entity_field *f,
    const struct field_rule *rules, void *row)
{
	const struct field_rule *rule = rule_of(rules, f->name);

	if (rule && rule->take)
		rule->take(a, row);
	else if (!rule && entity_is_stored(f))
		take_field(a, type, f, row);
}

void
entity_take_values(struct ask *a, const struct entity_type *type,
    const struct field_rule *rules, void *row)
{
	for (size_t i = 0; i < type->n_fields; i++) {
		if (entity_is_written(&type->fields[i]))
			take_by_rule(a, type, &type->fields[i], rules, row);
	}
}

void
entity_take(struct ask *a, const struct entity_type *type, const struct field_rule *rules,
    void *row)
{
	for (size_t i = 0; i < type->n_fields; i++) {
		if (!entity_is_written(&type->fields[i]))
			continue;
		take_by_rule(a, type, &type->fields[i], rules, row);
		check_field(a, &type->fields[i], row);
	}
}

entity_set
entity_given(const struct ask *a, const struct entity_type *type)
{
	entity_set given = 0;

	for (size_t i = 0; i < type->n_fields; i++) {
		if (json_object_get(a->args, type->fields[i].name))
			given |= entity_bit(i);
	}
	return given;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "model/entity.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/text.h"

const struct entity_field *
entity_find(const struct entity_type *type, const char *name)
{
	for (size_t i = 0; i < type->n_fields; i++) {
		if (strcmp(type->fields[i].name, name) == 0)
			return &type->fields[i];
	}
	return NULL;
}

/* ---- members --------------------------------------------------------------- */

static void *
member(const struct entity_field *f, void *row)
{
	return (char *)row + f->offset;
}

static const void *
member_of(const struct entity_field *f, const void *row)
{
	return (const char *)row + f->offset;
}

int64_t
entity_id(const void *row)
{
	int64_t id;

	memcpy(&id, row, sizeof(id));
	return id;
}

void
entity_set_id(void *row, int64_t id)
{
	memcpy(row, &id, sizeof(id));
}

const char *
entity_text_or_null(const struct entity_field *f, const void *row)
{
	const char *text;

	assert(entity_is_text(f));
	memcpy(&text, member_of(f, row), sizeof(text));
	return text;
}

const char *
entity_text(const struct entity_field *f, const void *row)
{
	const char *text = entity_text_or_null(f, row);

	return text ? text : "";
}

void
entity_set_text(const struct entity_field *f, void *row, const char *text)
{
	assert(entity_is_text(f));
	memcpy(member(f, row), &text, sizeof(text));
}

static bool
is_number(const struct entity_field *f)
{
	return entity_is_stored(f) && !entity_is_text(f) && f->kind != ENTITY_REAL;
}

/* Our enums have the size of an int with gcc and clang. */
static bool
is_narrow(const struct entity_field *f)
{
	return f->kind == ENTITY_INT32 || f->kind == ENTITY_CHOICE;
}

int64_t
entity_number(const struct entity_field *f, const void *row)
{
	int64_t number;
	int32_t narrow;

	assert(is_number(f));
	if (entity_is_bool(f))
		return *(const bool *)member_of(f, row);
	if (is_narrow(f)) {
		memcpy(&narrow, member_of(f, row), sizeof(narrow));
		return narrow;
	}
	memcpy(&number, member_of(f, row), sizeof(number));
	return number;
}

void
entity_set_number(const struct entity_field *f, void *row, int64_t number)
{
	int32_t narrow = (int32_t)number;

	assert(is_number(f));
	if (entity_is_bool(f))
		*(bool *)member(f, row) = number != 0;
	else if (is_narrow(f))
		memcpy(member(f, row), &narrow, sizeof(narrow));
	else
		memcpy(member(f, row), &number, sizeof(number));
}

double
entity_real(const struct entity_field *f, const void *row)
{
	double real;

	assert(f->kind == ENTITY_REAL);
	memcpy(&real, member_of(f, row), sizeof(real));
	return real;
}

void
entity_set_real(const struct entity_field *f, void *row, double real)
{
	assert(f->kind == ENTITY_REAL);
	memcpy(member(f, row), &real, sizeof(real));
}

const char *
entity_word(const struct entity_field *f, int64_t number, size_t *ret_len)
{
	const char *word = f->choices;

	for (; number > 0 && *word; number--)
		word += strcspn(word, "|") + 1;
	*ret_len = strcspn(word, "|");
	return word;
}

bool
entity_from_word(const struct entity_field *f, const char *word, int64_t *ret_number)
{
	int place = word ? text_choice(f->choices, word) : -1;

	if (place >= 0)
		*ret_number = place;
	return place >= 0;
}

/* ---- rows ------------------------------------------------------------------ */

static void
set_fallback(const struct entity_field *f, void *row)
{
	int64_t number;

	if (!f->fallback)
		return;
	if (entity_is_text(f))
		entity_set_text(f, row, f->fallback);
	else if (f->kind == ENTITY_BOOL)
		entity_set_number(f, row, strcmp(f->fallback, "true") == 0);
	else if (f->kind == ENTITY_CHOICE && entity_from_word(f, f->fallback, &number))
		entity_set_number(f, row, number);
	else
		entity_set_number(f, row, strtoll(f->fallback, NULL, 10));
}

void
entity_init(const struct entity_type *type, void *row)
{
	for (size_t i = 0; i < type->n_fields; i++)
		set_fallback(&type->fields[i], row);
}

bool
entity_keep_texts(const struct entity_type *type, void *row, struct arena *arena)
{
	for (size_t i = 0; i < type->n_fields; i++) {
		const struct entity_field *f = &type->fields[i];
		const char *text = entity_is_text(f) ? entity_text_or_null(f, row) : NULL;

		if (!text)
			continue;
		text = arena_copy(arena, text, strlen(text));
		if (!text)
			return false;
		entity_set_text(f, row, text);
	}
	return true;
}

static bool
is_same_text(const struct entity_field *f, const void *a, const void *b)
{
	bool is_set = entity_text_or_null(f, a), was_set = entity_text_or_null(f, b);

	if (f->flags & ENTITY_UNSET && is_set != was_set)
		return false;
	return strcmp(entity_text(f, a), entity_text(f, b)) == 0;
}

static bool
is_same_real(double a, double b)
{
	return (isnan(a) && isnan(b)) || (a <= b && a >= b);
}

static bool
is_same(const struct entity_field *f, const void *a, const void *b)
{
	if (!entity_is_stored(f))
		return true;
	if (entity_is_text(f))
		return is_same_text(f, a, b);
	if (f->kind == ENTITY_REAL)
		return is_same_real(entity_real(f, a), entity_real(f, b));
	return entity_number(f, a) == entity_number(f, b);
}

entity_set
entity_changed(const struct entity_type *type, const void *a, const void *b)
{
	entity_set changed = 0;

	for (size_t i = 0; i < type->n_fields; i++) {
		if (!is_same(&type->fields[i], a, b))
			changed |= entity_bit(i);
	}
	return changed;
}

/* ---- checks ---------------------------------------------------------------- */

enum rc
entity_check_text(const struct entity_field *f, const char *text, struct err *err)
{
	int64_t n = text ? (int64_t)text_length(text) : 0;
	bool is_long = n < f->min || (f->max && n > f->max);

	if (f->kind == ENTITY_NAME && f->min > 0 && (is_long || text_has_control(text)))
		return err_set(err, RC_INVALID,
		    "%s: %lld to %lld characters, no control characters", f->name,
		    (long long)f->min, (long long)f->max);
	if (f->kind == ENTITY_NAME && (is_long || text_has_control(text)))
		return err_set(err, RC_INVALID,
		    "%s: at most %lld characters, no control characters", f->name,
		    (long long)f->max);
	if (is_long)
		return err_set(err, RC_INVALID, "%s: at most %lld characters", f->name,
		    (long long)f->max);
	return RC_OK;
}

static enum rc
check_number(const struct entity_field *f, int64_t n, struct err *err)
{
	if (f->flags & ENTITY_NULL && n == f->none)
		return RC_OK;
	if (n >= f->min && (f->max == 0 || n <= f->max))
		return RC_OK;
	return err_set(err, RC_INVALID, "%s: %lld to %lld", f->name, (long long)f->min,
	    (long long)f->max);
}

enum rc
entity_check(const struct entity_type *type, const void *row, struct err *err)
{
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && i < type->n_fields; i++) {
		const struct entity_field *f = &type->fields[i];

		if (!entity_is_written(f))
			continue;
		if (entity_is_text(f))
			rc = entity_check_text(f, entity_text(f, row), err);
		else if (f->kind == ENTITY_INT || f->kind == ENTITY_INT32)
			rc = check_number(f, entity_number(f, row), err);
	}
	return rc;
}

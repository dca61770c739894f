/* SPDX-License-Identifier: Apache-2.0
 *
 * Parsing and printing of filters. filter_match.c compares.
 */
#include "notify/filter.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fold.h"
#include "notify/clock_time_int.h"
#include "notify/filter_int.h"

enum { VALUE_MAX = 200 }; /* bytes of a text */

enum value_type {
	VALUE_TEXT,
	VALUE_SEVERITY,
	VALUE_CLASS,
	VALUE_NUMBER,
	VALUE_HOURS,
};

#define BIT(op) (1U << (op))
#define SAME (BIT(FILTER_EQ) | BIT(FILTER_NE) | BIT(FILTER_IN))

static const struct field {
	const char *name;
	enum value_type type;
	unsigned ops;
} FIELDS[FILTER_FIELDS] = {
	[FILTER_KIND] = { "kind", VALUE_TEXT, SAME },
	[FILTER_SEVERITY] = { "severity", VALUE_SEVERITY, SAME | BIT(FILTER_GE) },
	[FILTER_CLASS] = { "cause_class", VALUE_CLASS, SAME },
	[FILTER_SITE] = { "site", VALUE_TEXT, SAME | BIT(FILTER_CONTAINS) },
	[FILTER_OLT] = { "olt", VALUE_TEXT, SAME | BIT(FILTER_CONTAINS) },
	[FILTER_BRAND] = { "brand", VALUE_TEXT, SAME | BIT(FILTER_CONTAINS) },
	[FILTER_CARD] = { "card", VALUE_TEXT, SAME | BIT(FILTER_CONTAINS) },
	[FILTER_PORT] = { "port", VALUE_TEXT, SAME | BIT(FILTER_CONTAINS) },
	[FILTER_AFFECTED] = { "affected", VALUE_NUMBER, SAME | BIT(FILTER_GE) },
	[FILTER_TAG] = { "tag", VALUE_TEXT, SAME | BIT(FILTER_CONTAINS) },
	[FILTER_HOURS] = { "hours", VALUE_HOURS, SAME },
};

/* Fields of a place. */
#define PLACES                                                                       \
	(BIT(FILTER_SITE) | BIT(FILTER_OLT) | BIT(FILTER_BRAND) | BIT(FILTER_CARD) | \
	    BIT(FILTER_PORT) | BIT(FILTER_TAG))

static const char *const OPS[FILTER_OPS] = {
	[FILTER_EQ] = "=",
	[FILTER_NE] = "!=",
	[FILTER_IN] = "in",
	[FILTER_GE] = ">=",
	[FILTER_CONTAINS] = "contains",
};

/* ---- reading ------------------------------------------------------------------------ */

static enum rc
bad_value(const struct field *field, size_t at, const char *allowed, struct err *err)
{
	return err_set(err, RC_INVALID, "filter, condition %zu: %s must be %s", at + 1,
	    field->name, allowed);
}

static char *
fold_copy(const char *text)
{
	size_t room = strlen(text) + 1;
	char *folded = malloc(room);

	if (folded)
		(void)fold_text(text, folded, room);
	return folded;
}

/* The number of an enum's word; false: unknown. */
static bool
read_word(enum value_type type, const char *word, int64_t *ret_number)
{
	enum incident_severity severity;
	enum incident_class cause_class;

	if (type == VALUE_SEVERITY) {
		if (!incident_severity_from_name(word, &severity))
			return false;
		*ret_number = severity;
		return true;
	}
	if (!incident_class_from_name(word, &cause_class))
		return false;
	*ret_number = cause_class;
	return true;
}

static bool
read_hours(const char *text, int *ret_from, int *ret_until)
{
	char from[6];

	if (strlen(text) != 11 || text[5] != '-')
		return false;
	memcpy(from, text, 5);
	from[5] = '\0';
	return clock_time_read(from, ret_from) && clock_time_read(text + 6, ret_until) &&
	    *ret_from != *ret_until;
}

/* What a value of this type must look like. */
static const char *
allowed_of(enum value_type type)
{
	switch (type) {
	case VALUE_TEXT:
		return "a text of 1 to 200 bytes";
	case VALUE_SEVERITY:
		return "info, minor, major or critical";
	case VALUE_CLASS:
		return "fibre, power, equipment, admin, collector, optical or unknown";
	case VALUE_NUMBER:
		return "a number from 0 on";
	case VALUE_HOURS:
		return "hours like \"22:00-06:00\"";
	}
	return "";
}

static bool
fits(const struct field *field, const json_t *json, struct filter_value *v)
{
	const char *text = json_string_value(json);

	if (field->type == VALUE_NUMBER) {
		v->number = json_integer_value(json);
		return json_is_integer(json) && v->number >= 0;
	}
	if (!text || !*text || strlen(text) > VALUE_MAX)
		return false;
	if (field->type == VALUE_HOURS)
		return read_hours(text, &v->from, &v->until);
	if (field->type == VALUE_SEVERITY || field->type == VALUE_CLASS)
		return read_word(field->type, text, &v->number);
	return true;
}

static enum rc
read_value(const struct field *field, size_t at, const json_t *json,
    struct filter_value *v, struct err *err)
{
	const char *text = json_string_value(json);

	if (!fits(field, json, v))
		return bad_value(field, at, allowed_of(field->type), err);
	if (!text)
		return RC_OK;
	v->text = strdup(text);
	v->folded = fold_copy(text);
	return v->text && v->folded ? RC_OK : err_set(err, RC_NOMEM, "out of memory");
}

static enum rc
read_values(struct filter_condition *c, size_t at, const json_t *json, struct err *err)
{
	const struct field *field = &FIELDS[c->field];
	bool is_list = c->op == FILTER_IN;
	size_t n = is_list ? json_array_size(json) : 1;

	if (is_list && (!json_is_array(json) || n < 1 || n > NOTIFY_FILTER_VALUES))
		return bad_value(field, at, "a list of 1 to 256 values", err);
	c->values = calloc(n, sizeof(*c->values));
	if (!c->values)
		return err_set(err, RC_NOMEM, "out of memory");
	c->n_values = n;
	for (size_t i = 0; i < n; i++) {
		enum rc rc = read_value(field, at,
		    is_list ? json_array_get(json, i) : json, &c->values[i], err);

		if (rc)
			return rc;
	}
	return RC_OK;
}

static enum rc
read_field(const json_t *json, size_t at, enum filter_field *ret_field, struct err *err)
{
	const char *name = json_string_value(json_object_get(json, "field"));

	for (int i = 0; name && i < FILTER_FIELDS; i++) {
		if (strcmp(name, FIELDS[i].name) == 0) {
			*ret_field = (enum filter_field)i;
			return RC_OK;
		}
	}
	return err_set(err, RC_INVALID,
	    "filter, condition %zu: field must be kind, severity, cause_class, site, "
	    "olt, "
	    "brand, card, port, affected, tag or hours",
	    at + 1);
}

static enum rc
read_op(const json_t *json, size_t at, enum filter_field field, enum filter_op *ret_op,
    struct err *err)
{
	const char *name = json_string_value(json_object_get(json, "op"));
	struct buf allowed = BUF_INIT(100);

	for (int i = 0; i < FILTER_OPS; i++) {
		if (!(FIELDS[field].ops & BIT(i)))
			continue;
		if (name && strcmp(name, OPS[i]) == 0) {
			*ret_op = (enum filter_op)i;
			buf_fini(&allowed);
			return RC_OK;
		}
		buf_printf(&allowed, "%s%s", allowed.len ? " " : "", OPS[i]);
	}
	(void)err_set(err, RC_INVALID,
	    "filter, condition %zu: the operation of %s must be one of: %s", at + 1,
	    FIELDS[field].name, buf_text(&allowed));
	buf_fini(&allowed);
	return RC_INVALID;
}

static enum rc
read_condition(const json_t *json, size_t at, struct filter_condition *c, struct err *err)
{
	const char *key;
	json_t *member;
	enum rc rc;

	if (!json_is_object(json))
		return err_set(err, RC_INVALID,
		    "filter, condition %zu: it must be an object with field, op and "
		    "value",
		    at + 1);
	json_object_foreach((json_t *)(uintptr_t)json, key, member)
	{
		if (strcmp(key, "field") != 0 && strcmp(key, "op") != 0 &&
		    strcmp(key, "value") != 0)
			return err_set(err, RC_INVALID,
			    "filter, condition %zu: unknown member \"%.40s\"", at + 1,
			    key);
	}
	rc = read_field(json, at, &c->field, err);
	if (!rc)
		rc = read_op(json, at, c->field, &c->op, err);
	return rc ? rc : read_values(c, at, json_object_get(json, "value"), err);
}

static enum rc
read_list(const json_t *json, struct notify_filter *f, struct err *err)
{
	size_t n = json_array_size(json);

	if (!json_is_array(json) || n > NOTIFY_FILTER_CONDITIONS)
		return err_set(
		    err, RC_INVALID, "a filter must be a list of at most 32 conditions");
	f->conditions = calloc(n ? n : 1, sizeof(*f->conditions));
	if (!f->conditions)
		return err_set(err, RC_NOMEM, "out of memory");
	for (size_t i = 0; i < n; i++) {
		enum rc rc;

		f->n = i + 1;
		rc = read_condition(json_array_get(json, i), i, &f->conditions[i], err);
		if (rc)
			return rc;
	}
	return RC_OK;
}

enum rc
notify_filter_parse(const char *text, struct notify_filter **ret_filter, struct err *err)
{
	struct notify_filter *f OWNED(notify_filter_free) = calloc(1, sizeof(*f));
	json_t *json;
	enum rc rc;

	if (!f)
		return err_set(err, RC_NOMEM, "out of memory");
	if (text && strlen(text) > NOTIFY_FILTER_BYTES)
		return err_set(err, RC_INVALID, "the filter is too long");
	json = json_loads(text && *text ? text : "[]", JSON_REJECT_DUPLICATES, NULL);
	if (!json)
		return err_set(err, RC_INVALID, "the filter is not JSON");
	rc = read_list(json, f, err);
	json_decref(json);
	if (!rc)
		*ret_filter = GIVE(f);
	return rc;
}

void
notify_filter_free(struct notify_filter *f)
{
	if (!f)
		return;
	for (size_t i = 0; i < f->n; i++) {
		struct filter_condition *c = &f->conditions[i];

		for (size_t j = 0; j < c->n_values; j++) {
			free(c->values[j].text);
			free(c->values[j].folded);
		}
		free(c->values);
	}
	free(f->conditions);
	free(f);
}

/* ---- printing ------------------------------------------------------------------------ */

static json_t *
value_json(const struct filter_value *v)
{
	return v->text ? json_string(v->text) : json_integer(v->number);
}

static json_t *
values_json(const struct filter_condition *c)
{
	json_t *list;

	if (c->op != FILTER_IN)
		return value_json(&c->values[0]);
	list = json_array();
	for (size_t i = 0; list && i < c->n_values; i++)
		(void)json_array_append_new(list, value_json(&c->values[i]));
	return list;
}

enum rc
notify_filter_places(
    const struct notify_filter *f, struct notify_filter_reach *ret_reach, struct err *err)
{
	struct notify_filter_reach reach = { .is_all = !f || f->n == 0 };

	for (size_t i = 0; f && i < f->n; i++) {
		const struct filter_condition *c = &f->conditions[i];

		if (!(PLACES & BIT(c->field)))
			return err_set(err, RC_INVALID,
			    "condition %zu: %s is not of a place: allowed are site, olt, "
			    "brand, card, port, tag",
			    i + 1, FIELDS[c->field].name);
		if (c->field == FILTER_TAG && c->op == FILTER_NE)
			return err_set(err, RC_INVALID,
			    "condition %zu: a place cannot be chosen by a tag that it "
			    "does not have",
			    i + 1);
		reach.has_ports |= c->field == FILTER_CARD || c->field == FILTER_PORT;
		reach.has_tags |= c->field == FILTER_TAG;
	}
	*ret_reach = reach;
	return RC_OK;
}

void
notify_filter_print(const struct notify_filter *f, struct buf *out)
{
	buf_putc(out, '[');
	for (size_t i = 0; i < f->n; i++) {
		const struct filter_condition *c = &f->conditions[i];
		json_t *values = values_json(c);
		char *text = json_dumps(values, JSON_COMPACT | JSON_ENCODE_ANY);

		buf_printf(out, "%s{\"field\":\"%s\",\"op\":\"%s\",\"value\":%s}",
		    i ? "," : "", FIELDS[c->field].name, OPS[c->op],
		    text ? text : "null");
		free(text);
		json_decref(values);
	}
	buf_putc(out, ']');
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * What was given, typed and in range. Reading goes on after a mistake: whoever asks hears
 * of all of them at once.
 */
#include "service/service_int.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/tidy.h"
#include "base/units.h"
#include "model/entity.h"
#include "model/text.h"

/* Values of these are wiped and never repeated. */
static const char *const SECRETS[] = { "community", "auth_pass", "priv_pass", "password",
	"old_password", "secret" };

bool
arg_given(const struct ask *a, const char *name)
{
	const json_t *value = json_object_get(a->args, name);

	return value && !json_is_null(value);
}

void
arg_wrong(struct ask *a, const char *name, const char *fmt, ...)
{
	char text[ERR_MAX];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	tidy(text); /* a name in it may have been cut */
	if (!a->answer->fields)
		a->answer->fields = json_object();
	/* The first thing that is wrong with a field is the one to mend first. */
	if (!json_object_get(a->answer->fields, name))
		(void)json_object_set_new(a->answer->fields, name, json_string(text));
}

void
arg_wrong_sentence(struct ask *a, const char *sentence)
{
	const char *colon = strstr(sentence, ": ");
	size_t n = strcspn(sentence, ":, ");
	char field[64];

	if (!colon || n >= sizeof(field)) {
		(void)ask_fail(a, RC_INVALID, "%s", sentence);
		return;
	}
	memcpy(field, sentence, n);
	field[n] = '\0';
	arg_wrong(a, field, "%s", colon + 2);
}

bool
args_are_right(struct ask *a)
{
	struct buf all = BUF_INIT(ERR_MAX);
	const char *field;
	json_t *words;

	if (!a->answer->fields)
		return ask_is_well(a);
	json_object_foreach(a->answer->fields, field, words)
	{
		buf_printf(&all, "%s%s: %s", all.len ? "; " : "", field,
		    json_string_value(words));
	}
	(void)ask_fail(a, RC_INVALID, "%s", buf_text(&all));
	buf_fini(&all);
	return false;
}

const char *
arg_text(struct ask *a, const char *name, const char *fallback)
{
	const json_t *value = json_object_get(a->args, name);

	if (!arg_given(a, name))
		return fallback;
	if (!json_is_string(value)) {
		arg_wrong(a, name, "a text is expected");
		return fallback;
	}
	if (text_length(json_string_value(value)) > TEXT_ANY_MAX)
		arg_wrong(a, name, "at most %d characters", TEXT_ANY_MAX);
	return json_string_value(value);
}

/* A number as such or as text; false: neither. */
static bool
read_number(const json_t *value, int64_t *ret)
{
	if (json_is_integer(value)) {
		*ret = json_integer_value(value);
		return true;
	}
	return json_is_string(value) &&
	    units_parse_int(json_string_value(value), ret) == RC_OK;
}

int64_t
arg_int(struct ask *a, const char *name, struct arg_range range)
{
	int64_t n = 0;

	if (!arg_given(a, name))
		return range.fallback;
	if (read_number(json_object_get(a->args, name), &n) && n >= range.min &&
	    n <= range.max)
		return n;
	arg_wrong(a, name, "a whole number from %lld to %lld is expected",
	    (long long)range.min, (long long)range.max);
	return range.fallback;
}

int64_t
arg_ms(struct ask *a, const char *name, struct arg_range range)
{
	const json_t *value = json_object_get(a->args, name);
	char low[UNITS_TEXT_MAX], high[UNITS_TEXT_MAX];
	int64_t ms = 0;
	bool can_be_read = false;

	if (!arg_given(a, name))
		return range.fallback;
	if (json_is_integer(value)) {
		ms = json_integer_value(value);
		can_be_read = true;
	} else if (json_is_string(value)) {
		can_be_read = units_parse_ms(json_string_value(value), &ms) == RC_OK;
	}
	if (can_be_read && ms >= range.min && ms <= range.max)
		return ms;
	arg_wrong(a, name, "a time from %s to %s is expected, like 30s, 5m or 1h",
	    units_format_ms(range.min, low), units_format_ms(range.max, high));
	return range.fallback;
}

static bool
is_real(const char *text, double *ret)
{
	char *end;
	double real = strtod(text, &end);

	if (end == text || *end || !isfinite(real))
		return false;
	*ret = real;
	return true;
}

double
arg_real(struct ask *a, const char *name, double fallback)
{
	const json_t *value = json_object_get(a->args, name);
	double real;

	if (!arg_given(a, name))
		return fallback;
	if (json_is_number(value))
		return json_number_value(value);
	if (json_is_string(value) && is_real(json_string_value(value), &real))
		return real; /* from the command line */
	arg_wrong(a, name, "a number is expected");
	return fallback;
}

bool
arg_truth(struct ask *a, const char *name, bool fallback)
{
	const json_t *value = json_object_get(a->args, name);
	bool truth = fallback;

	if (!arg_given(a, name))
		return fallback;
	if (json_is_boolean(value))
		return json_is_true(value);
	if (!json_is_string(value) ||
	    units_parse_bool(json_string_value(value), &truth) != RC_OK)
		arg_wrong(a, name, "true or false is expected");
	return truth;
}

void
arg_secret(struct ask *a, const char *name, struct secret *ret_secret)
{
	const char *text = arg_text(a, name, NULL);

	if (text && secret_set(ret_secret, text) != RC_OK)
		arg_wrong(a, name, "at most %d bytes", SECRET_MAX);
}

const char *
arg_json(struct ask *a, const char *name, const char *fallback)
{
	const json_t *value = json_object_get(a->args, name);
	char *text;
	const char *kept;

	if (!json_is_object(value) && !json_is_array(value))
		return arg_text(a, name, fallback);
	text = json_dumps(value, JSON_COMPACT);
	kept = text ? arena_copy(a->arena, text, strlen(text)) : NULL;
	free(text);
	if (!kept)
		(void)ask_fail(a, RC_NOMEM, "out of memory");
	return kept;
}

void
arg_check_length(
    struct ask *a, const char *name, const char *text, size_t min, size_t max)
{
	size_t n = text_length(text);

	if (n >= min && n <= max)
		return;
	if (min > 0)
		arg_wrong(a, name, "%zu to %zu characters", min, max);
	else
		arg_wrong(a, name, "at most %zu characters", max);
}

void
arg_check_name(struct ask *a, const char *name, const char *text, size_t min, size_t max)
{
	arg_check_length(a, name, text, min, max);
	if (text_has_control(text))
		arg_wrong(a, name, "no control characters");
}

/* Is it one of the words? */
static bool
is_word(const char *words, const char *word)
{
	size_t n = strlen(word);

	for (const char *p = words; n > 0 && (p = strstr(p, word)) != NULL; p += n) {
		if ((p == words || p[-1] == ' ') && (p[n] == ' ' || p[n] == '\0'))
			return true;
	}
	return false;
}

bool
service_operation_takes(const struct operation *o, const char *name)
{
	const struct entity_field *f = o->type ? entity_find(o->type, name) : NULL;

	return is_word(o->args, name) || (f && entity_is_written(f));
}

void
operation_put_args(const struct operation *o, struct buf *ret_names)
{
	buf_puts(ret_names, o->args);
	for (size_t i = 0; o->type && i < o->type->n_fields; i++) {
		if (entity_is_written(&o->type->fields[i]))
			buf_printf(ret_names, "%s%s", ret_names->len ? " " : "",
			    o->type->fields[i].name);
	}
}

void
arg_wrong_in_answer(struct ask *a)
{
	const char *message = a->answer->message, *colon = strstr(message, ": ");
	char field[64];

	if (!colon || (size_t)(colon - message) >= sizeof(field))
		return;
	(void)snprintf(field, sizeof(field), "%.*s", (int)(colon - message), message);
	if (service_operation_takes(a->operation, field))
		arg_wrong(a, field, "%s", colon + 2);
}

void
service_wipe_secrets(json_t *args)
{
	for (size_t i = 0; i < sizeof(SECRETS) / sizeof(SECRETS[0]); i++) {
		json_t *value = json_object_get(args, SECRETS[i]);
		union {
			const char *read;
			char *write;
		} text = { json_string_value(value) };

		if (text.read)
			secret_wipe_text(text.write);
	}
}

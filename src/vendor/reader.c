/* SPDX-License-Identifier: Apache-2.0 */
#include "vendor/reader_int.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void
reader_init(struct reader *r, struct arena *arena)
{
	*r = (struct reader){ .arena = arena, .errors = BUF_INIT(READER_ERRORS_MAX) };
}

void
reader_fini(struct reader *r)
{
	buf_fini(&r->errors);
}

/* The length of as many complete messages as fit, with space for a few words. */
static size_t
what_fits(const char *text, size_t room, unsigned *ret_count)
{
	const char *at = text;
	size_t fits = 0;

	*ret_count = 0;
	while (at) {
		const char *end = strstr(at, "; ");
		size_t len = end ? (size_t)(end - text) : strlen(text);

		if (len > room)
			break;
		fits = len;
		(*ret_count)++;
		at = end ? end + 2 : NULL;
	}
	return fits;
}

enum rc
reader_outcome(const struct reader *r, struct err *err)
{
	const char *text = buf_text(&r->errors);
	unsigned shown;
	size_t fits;

	if (r->no_memory)
		return err_set(err, RC_NOMEM, "no memory for the profile");
	if (r->n_errors == 0)
		return RC_OK;
	/* Leave space for the file's name in front and the count at the end. */
	fits = what_fits(text, ERR_MAX - 100, &shown);
	if (shown == 0)
		return err_set(err, RC_INVALID, "%s", text);
	if (shown < r->n_errors)
		return err_set(err, RC_INVALID, "%.*s; and %u more", (int)fits, text,
		    r->n_errors - shown);
	return err_set(err, RC_INVALID, "%s", text);
}

__attribute__((format(printf, 2, 0))) static void
complain(struct reader *r, const char *fmt, va_list ap)
{
	char sentence[256];

	(void)vsnprintf(sentence, sizeof(sentence), fmt, ap); /* truncation is allowed */
	buf_printf(&r->errors, "%s%.*s%s%s", r->n_errors ? "; " : "", (int)r->path_len,
	    r->path, r->path_len ? ": " : "", sentence);
	r->n_errors++;
}

void
reader_complain(struct reader *r, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	complain(r, fmt, ap);
	va_end(ap);
}

void
reader_complain_of(struct reader *r, const char *key, const char *fmt, ...)
{
	size_t mark = reader_enter(r, key);
	va_list ap;

	va_start(ap, fmt);
	complain(r, fmt, ap);
	va_end(ap);
	reader_leave(r, mark);
}

void *
reader_alloc(struct reader *r, size_t n, size_t size)
{
	void *p = arena_alloc(r->arena, n * size);

	if (!p)
		r->no_memory = true;
	return p;
}

size_t
reader_enter(struct reader *r, const char *key)
{
	size_t mark = r->path_len;
	int n = snprintf(
	    r->path + mark, sizeof(r->path) - mark, "%s%s", mark ? "." : "", key);

	if (n > 0)
		r->path_len += (size_t)n;
	if (r->path_len >= sizeof(r->path))
		r->path_len = sizeof(r->path) - 1;
	return mark;
}

size_t
reader_enter_at(struct reader *r, size_t i)
{
	size_t mark = r->path_len;
	int n = snprintf(r->path + mark, sizeof(r->path) - mark, "[%zu]", i);

	if (n > 0)
		r->path_len += (size_t)n;
	if (r->path_len >= sizeof(r->path))
		r->path_len = sizeof(r->path) - 1;
	return mark;
}

void
reader_leave(struct reader *r, size_t mark)
{
	r->path_len = mark;
}

void
reader_only_keys(struct reader *r, const json_t *object, const char *const *keys)
{
	const char *key;
	json_t *value;

	/* jansson's iterator needs a pointer that is not const. */
	json_object_foreach((json_t *)(uintptr_t)object, key, value)
	{
		const char *const *known = keys;

		while (*known && strcmp(*known, key) != 0)
			known++;
		if (!*known)
			reader_complain_of(r, key, "unknown key");
	}
}

/* The value of a key. Reports an error if it is NEEDED and absent. */
static json_t *
get(struct reader *r, const json_t *object, const char *key, enum need need)
{
	json_t *value = json_object_get(object, key);

	if (!value && need == NEEDED)
		reader_complain_of(r, key, "missing");
	return value;
}

json_t *
reader_object(struct reader *r, const json_t *object, const char *key, enum need need)
{
	json_t *value = get(r, object, key, need);

	if (value && !json_is_object(value)) {
		reader_complain_of(r, key, "expected an object");
		return NULL;
	}
	return value;
}

json_t *
reader_array(struct reader *r, const json_t *object, const char *key, enum need need)
{
	json_t *value = get(r, object, key, need);

	if (value && !json_is_array(value)) {
		reader_complain_of(r, key, "expected an array");
		return NULL;
	}
	return value;
}

bool
reader_is_object(struct reader *r, const json_t *value)
{
	if (!json_is_object(value))
		reader_complain(r, "expected an object");
	return json_is_object(value);
}

const char *
reader_copy(struct reader *r, const char *text)
{
	char *copy = arena_copy(r->arena, text, strlen(text));

	if (!copy)
		r->no_memory = true;
	return copy;
}

const char *
reader_text(struct reader *r, const json_t *object, const char *key, enum need need)
{
	json_t *value = get(r, object, key, need);

	if (!value)
		return NULL;
	if (!json_is_string(value) || json_string_length(value) == 0) {
		reader_complain_of(r, key, "expected a text");
		return NULL;
	}
	return reader_copy(r, json_string_value(value));
}

bool
reader_bool(struct reader *r, const json_t *object, const char *key, bool *ret)
{
	json_t *value = get(r, object, key, OPTIONAL);

	if (!value)
		return false;
	if (!json_is_boolean(value)) {
		reader_complain_of(r, key, "expected true or false");
		return false;
	}
	*ret = json_is_true(value);
	return true;
}

bool
reader_number(struct reader *r, const json_t *object, const char *key, double *ret)
{
	json_t *value = get(r, object, key, OPTIONAL);

	if (!value)
		return false;
	if (!json_is_number(value)) {
		reader_complain_of(r, key, "expected a number");
		return false;
	}
	*ret = json_number_value(value);
	return true;
}

bool
reader_integer(struct reader *r, const json_t *object, const char *key, int64_t min,
    int64_t max, int64_t *ret)
{
	json_t *value = get(r, object, key, OPTIONAL);

	if (!value)
		return false;
	if (!json_is_integer(value) || json_integer_value(value) < min ||
	    json_integer_value(value) > max) {
		reader_complain_of(r, key, "expected a whole number from %lld to %lld",
		    (long long)min, (long long)max);
		return false;
	}
	*ret = json_integer_value(value);
	return true;
}

bool
reader_u32(struct reader *r, const json_t *object, const char *key, uint32_t *ret)
{
	int64_t n;

	if (!reader_integer(r, object, key, 0, UINT32_MAX, &n))
		return false;
	*ret = (uint32_t)n;
	return true;
}

bool
reader_oid(struct reader *r, const json_t *object, const char *key, enum need need,
    struct oid *ret)
{
	json_t *value = get(r, object, key, need);
	struct err err;

	if (!value)
		return false;
	if (!json_is_string(value)) {
		reader_complain_of(r, key, "expected an OID in quotes");
		return false;
	}
	if (oid_parse(json_string_value(value), ret, &err) != RC_OK) {
		reader_complain_of(r, key, "%s", err.msg);
		return false;
	}
	if (ret->n >= 3 && ret->arcs[0] <= 2)
		return true;
	reader_complain_of(r, key, "expected an OID of at least three numbers");
	return false;
}

const char *const *
reader_texts(struct reader *r, const json_t *object, const char *key, enum need need,
    size_t *ret_n)
{
	json_t *array = reader_array(r, object, key, need);
	size_t n = json_array_size(array);
	const char **texts;
	size_t mark;

	if (!array || n == 0)
		return NULL;
	texts = reader_alloc(r, n, sizeof(*texts));
	if (!texts)
		return NULL;
	mark = reader_enter(r, key);
	for (size_t i = 0; i < n; i++) {
		size_t at = reader_enter_at(r, i);
		const char *text = json_string_value(json_array_get(array, i));

		if (text && *text)
			texts[i] = reader_copy(r, text);
		else
			reader_complain(r, "expected a text");
		reader_leave(r, at);
	}
	reader_leave(r, mark);
	*ret_n = n;
	return texts;
}

const char *
reader_joined(struct reader *r, const json_t *object, const char *key, enum need need)
{
	struct buf all = BUF_INIT(4096);
	const char *const *texts;
	const char *joined = NULL;
	size_t n = 0;

	texts = reader_texts(r, object, key, need, &n);
	for (size_t i = 0; i < n; i++) {
		buf_puts(&all, i ? "; " : "");
		buf_puts(&all, texts[i] ? texts[i] : "");
	}
	if (n)
		joined = reader_copy(r, buf_text(&all));
	buf_fini(&all);
	return joined;
}

bool
reader_is_word(const char *text)
{
	const char *p = text;

	while ((*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9') || *p == '_')
		p++;
	return p > text && *p == '\0';
}

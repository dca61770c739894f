/* SPDX-License-Identifier: Apache-2.0
 *
 * Parsing of JSON and queries from untrusted clients.
 */
#include "api/gather_int.h"

#include <stdbool.h>
#include <string.h>

#include "base/buf.h"

/* ---- JSON -------------------------------------------------------------------------------- */

/* The maximum nesting of brackets outside of texts. It is found without parsing the rest,
 * so that deep input cannot make the parser recurse. */
static int
depth_of(const char *bytes, size_t n)
{
	int depth = 0, deepest = 0;
	bool is_text = false;

	for (size_t i = 0; i < n; i++) {
		char c = bytes[i];

		if (is_text && c == '\\')
			i++;
		else if (c == '"')
			is_text = !is_text;
		else if (!is_text && (c == '{' || c == '['))
			deepest = ++depth > deepest ? depth : deepest;
		else if (!is_text && (c == '}' || c == ']'))
			depth--;
	}
	return deepest;
}

/* Messages of jansson repeat part of the input, which may be a secret. */
static enum rc
explain(const json_error_t *error, struct err *err)
{
	switch (json_error_code(error)) {
	case json_error_duplicate_key:
		return err_set(
		    err, RC_INVALID, "the body has a key twice, in line %d", error->line);
	case json_error_numeric_overflow:
		return err_set(err, RC_INVALID,
		    "the body has a number that is too large, in line %d", error->line);
	case json_error_invalid_utf8:
		return err_set(
		    err, RC_INVALID, "the body is not UTF-8, in line %d", error->line);
	case json_error_null_character:
	case json_error_null_byte_in_key:
		return err_set(err, RC_INVALID,
		    "the body has a NUL in a text, in line %d", error->line);
	default: /* the other codes of jansson, most of which cannot occur here */
		return err_set(err, RC_INVALID,
		    "the body is not JSON: line %d, column %d", error->line,
		    error->column);
	}
}

enum rc
body_read(const char *bytes, size_t n, json_t **ret_body, struct err *err)
{
	json_error_t error;
	json_t *body;

	if (n == 0) {
		body = json_object();
	} else if (depth_of(bytes, n) > BODY_DEPTH_MAX) {
		return err_set(
		    err, RC_INVALID, "the body has more than %d levels", BODY_DEPTH_MAX);
	} else {
		body = json_loadb(bytes, n, JSON_REJECT_DUPLICATES, &error);
		if (!body)
			return explain(&error, err);
	}
	if (!json_is_object(body)) {
		json_decref(body);
		return err_set(err, RC_INVALID, "the body must be an object");
	}
	*ret_body = body;
	return RC_OK;
}

/* ---- queries ----------------------------------------------------------------------------- */

static int
hex(char c)
{
	const char *digits = "0123456789abcdef";
	const char *found =
	    c ? strchr(digits, c >= 'A' && c <= 'F' ? c | 0x20 : c) : NULL;

	return found ? (int)(found - digits) : -1;
}

/* Decodes up to a separator; false: it cannot be decoded. */
static bool
decode(const char **at, const char *until, struct buf *out)
{
	const char *p = *at;

	buf_clear(out);
	while (*p && !strchr(until, *p)) {
		unsigned char c = (unsigned char)*p++;

		if (c == '+') {
			c = ' ';
		} else if (c == '%') {
			int high = hex(*p), low = high < 0 ? -1 : hex(p[1]);

			if (low < 0)
				return false;
			c = (unsigned char)(high * 16 + low);
			p += 2;
		}
		if (c < 0x20 || c == 0x7f)
			return false;
		buf_putc(out, (char)c);
	}
	*at = p;
	return buf_ok(out);
}

static enum rc
read_pair(
    const char **at, struct buf *name, struct buf *value, json_t *query, struct err *err)
{
	json_t *text;
	bool can_be_read = decode(at, "=&", name);

	buf_clear(value);
	if (can_be_read && **at == '=') {
		++*at;
		can_be_read = decode(at, "&", value);
	}
	text = can_be_read ? json_string(buf_text(value)) : NULL;
	if (!text)
		return err_set(err, RC_INVALID,
		    "the query is not valid: it has an invalid escape, a control "
		    "character, or invalid UTF-8");
	if (json_object_get(query, buf_text(name))) {
		json_decref(text);
		return err_set(err, RC_INVALID, "the query has a name twice");
	}
	if (json_object_set_new(query, buf_text(name), text) != 0)
		return err_set(err, RC_INVALID, "the query has a name that is no UTF-8");
	return RC_OK;
}

enum rc
query_read(const char *text, json_t **ret_query, struct err *err)
{
	struct buf name = BUF_INIT(QUERY_BYTES_MAX), value = BUF_INIT(QUERY_BYTES_MAX);
	json_t *query = json_object();
	enum rc rc = RC_OK;

	while (rc == RC_OK && text && *text) {
		if (*text == '&')
			text++;
		else if (json_object_size(query) == QUERY_PAIRS_MAX)
			rc = err_set(err, RC_INVALID, "the query has more than %d names",
			    QUERY_PAIRS_MAX);
		else
			rc = read_pair(&text, &name, &value, query, err);
	}
	buf_fini(&name);
	buf_fini(&value);
	if (rc == RC_OK)
		*ret_query = query;
	else
		json_decref(query);
	return rc;
}

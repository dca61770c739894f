/* SPDX-License-Identifier: Apache-2.0
 *
 * Converts the text of a setting to its field and back.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "conf/conf_int.h"

/* The message for an invalid value. A secret is not repeated in it. */
static enum rc
refuse(const struct conf_item *item, const char *text, struct err *err)
{
	struct buf expected = BUF_INIT(ERR_MAX);

	conf_expected(item, &expected);
	if (item->type == CONF_SECRET) {
		(void)err_set(
		    err, RC_INVALID, "%s must be %s", item->name, buf_text(&expected));
	} else {
		(void)err_set(
		    err, RC_INVALID, "\"%.60s\" is not %s", text, buf_text(&expected));
		(void)err_prefix(err, RC_INVALID, "%s: ", item->name);
	}
	buf_fini(&expected);
	return RC_INVALID;
}

static enum rc
parse_number(const struct conf_item *item, const char *text, int64_t *ret)
{
	int64_t n = 0;
	enum rc rc;

	if (item->type == CONF_MS)
		rc = units_parse_ms(text, &n);
	else if (item->type == CONF_BYTES)
		rc = units_parse_bytes(text, &n);
	else
		rc = units_parse_int(text, &n);
	if (rc != RC_OK || n < item->min || n > item->max)
		return RC_INVALID;
	*ret = n;
	return RC_OK;
}

static enum rc
parse_choice(const struct conf_item *item, const char *text, int *ret)
{
	for (int i = 0; item->choices[i]; i++) {
		if (strcmp(item->choices[i], text) == 0) {
			*ret = i;
			return RC_OK;
		}
	}
	return RC_INVALID;
}

/* "200, 50,1" */
static enum rc
parse_list(const struct conf_item *item, const char *text, struct conf_list *ret)
{
	struct conf_list list = { 0 };

	for (;;) {
		size_t n = strcspn(text, ", ");
		char number[UNITS_TEXT_MAX];

		if (n == 0 || n >= sizeof(number) || list.n == CONF_LIST_MAX)
			return RC_INVALID;
		memcpy(number, text, n);
		number[n] = '\0';
		if (parse_number(item, number, &list.v[list.n++]) != RC_OK)
			return RC_INVALID;
		text += n;
		if (*text == '\0')
			break;
		text += strspn(text, ", ");
	}
	*ret = list;
	return RC_OK;
}

static enum rc
set_text(const char **field, struct arena *arena, const char *text)
{
	char *copy = arena_copy(arena, text, strlen(text));

	if (!copy)
		return RC_NOMEM;
	*field = copy;
	return RC_OK;
}

/* If the new value is refused, the secret is not changed, unlike with secret_set. */
static enum rc
set_secret(struct secret *field, const char *text)
{
	return strlen(text) > SECRET_MAX ? RC_INVALID : secret_set(field, text);
}

static enum rc
set_field(
    const struct conf_item *item, void *field, struct arena *arena, const char *text)
{
	switch (item->type) {
	case CONF_INT:
	case CONF_MS:
	case CONF_BYTES:
		return parse_number(item, text, field);
	case CONF_BOOL:
		return units_parse_bool(text, field);
	case CONF_TEXT:
		return set_text(field, arena, text);
	case CONF_SECRET:
		return set_secret(field, text);
	case CONF_ENUM:
		return parse_choice(item, text, field);
	case CONF_LIST:
		return parse_list(item, text, field);
	}
	return RC_INVALID;
}

enum rc
conf_value_set(const struct conf_item *item, void *conf, struct arena *arena,
    const char *text, struct err *err)
{
	void *field = (char *)conf + item->offset;
	struct conf_list list;
	enum rc rc = RC_OK;

	/* The check requires a valid list. */
	if (item->type == CONF_LIST && parse_list(item, text, &list) != RC_OK)
		return refuse(item, text, err);
	if (item->check && item->check(text, err) != RC_OK)
		return err_prefix(err, RC_INVALID, "%s: ", item->name);
	rc = set_field(item, field, arena, text);
	if (rc == RC_NOMEM)
		return err_set(err, RC_NOMEM, "out of memory");
	return rc == RC_OK ? RC_OK : refuse(item, text, err);
}

static void
show_list(const struct conf_list *list, struct buf *b)
{
	for (size_t i = 0; i < list->n; i++)
		buf_printf(b, "%s%" PRId64, i ? "," : "", list->v[i]);
}

void
conf_value_show(const struct conf_item *item, const void *conf, struct buf *b)
{
	const void *field = (const char *)conf + item->offset;
	char text[UNITS_TEXT_MAX];

	switch (item->type) {
	case CONF_INT:
		buf_printf(b, "%" PRId64, *(const int64_t *)field);
		return;
	case CONF_BOOL:
		buf_puts(b, *(const bool *)field ? "yes" : "no");
		return;
	case CONF_MS:
		buf_puts(b, units_format_ms(*(const int64_t *)field, text));
		return;
	case CONF_BYTES:
		buf_puts(b, units_format_bytes(*(const int64_t *)field, text));
		return;
	case CONF_TEXT:
		buf_puts(b, *(const char *const *)field);
		return;
	case CONF_SECRET:
		buf_puts(b, secret_shown(field));
		return;
	case CONF_ENUM:
		buf_puts(b, item->choices[*(const int *)field]);
		return;
	case CONF_LIST:
		show_list(field, b);
		return;
	}
}

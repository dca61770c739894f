/* SPDX-License-Identifier: Apache-2.0
 *
 * Links from a page to the previous and the next one.
 */
#include "api/exchange_int.h"

#include "api/schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINK_MAX = 16 * 1024, PAGE_USUAL = 50 };

/* The same query with another page, or another cursor. */
static json_t *
link_to(const char *path, json_t *query, const char *which, const char *to)
{
	struct buf b = BUF_INIT(LINK_MAX);
	const char *name;
	json_t *value, *link;

	buf_printf(&b, "%s?%s=", path, which);
	buf_put_escaped(&b, to);
	json_object_foreach(query, name, value)
	{
		if (strcmp(name, which) == 0)
			continue;
		buf_putc(&b, '&');
		buf_put_escaped(&b, name);
		buf_putc(&b, '=');
		buf_put_escaped(&b, json_string_value(value));
	}
	link = buf_ok(&b) ? json_string(buf_text(&b)) : NULL;
	buf_fini(&b);
	return link ? link : json_null();
}

static json_t *
link_to_page(const char *path, json_t *query, int64_t page)
{
	char number[24];

	(void)snprintf(number, sizeof(number), "%lld", (long long)page);
	return link_to(path, query, "page", number);
}

/* With cursors there is no link to the previous page. */
static json_t *
link_on(const char *path, json_t *query, const json_t *after)
{
	char *mark = json_is_object(after) ? json_dumps(after, JSON_COMPACT) : NULL;
	json_t *link = mark ? link_to(path, query, "after", mark) : json_null();

	free(mark);
	return link;
}

/* The service has already validated it: a number. */
static int64_t
page_size_of(const json_t *query)
{
	const char *text = json_string_value(json_object_get(query, "page_size"));

	return text ? strtoll(text, NULL, 10) : PAGE_USUAL;
}

json_t *
links_add(const char *path, const struct schema *beside, json_t *query, json_t *result)
{
	int64_t count = json_integer_value(json_object_get(result, "count"));
	int64_t page = json_integer_value(json_object_get(result, "page"));
	bool has_more = page * page_size_of(query) < count;
	json_t *next = json_null(), *previous = json_null(), *list;

	if (json_object_get(query, "after"))
		next = link_on(path, query, json_object_get(result, "after"));
	else if (has_more)
		next = link_to_page(path, query, page + 1);
	if (page > 1)
		previous = link_to_page(path, query, page - 1);
	list = json_pack("{s:I, s:o, s:o, s:O}", "count", (json_int_t)count, "next", next,
	    "previous", previous, "results", json_object_get(result, "results"));
	for (const struct field *f = beside ? beside->fields : NULL; f && f->name; f++)
		(void)json_object_set(list, f->name, json_object_get(result, f->name));
	json_decref(result);
	return list;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * From a page to the one before it and the one after it.
 */
#include "api/exchange_int.h"

#include <stdlib.h>
#include <string.h>

enum { LINK_MAX = 16 * 1024, PAGE_USUAL = 50 };

static void
put_escaped(struct buf *b, const char *text)
{
	static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789-_.~";

	for (; *text; text++) {
		if (strchr(PLAIN, *text))
			buf_putc(b, *text);
		else
			buf_printf(b, "%%%02X", (unsigned)(unsigned char)*text);
	}
}

/* The same query with another page. */
static json_t *
link_to(const char *path, json_t *query, int64_t page)
{
	struct buf b = BUF_INIT(LINK_MAX);
	const char *name;
	json_t *value, *link;

	buf_printf(&b, "%s?page=%lld", path, (long long)page);
	json_object_foreach(query, name, value)
	{
		if (strcmp(name, "page") == 0)
			continue;
		buf_putc(&b, '&');
		put_escaped(&b, name);
		buf_putc(&b, '=');
		put_escaped(&b, json_string_value(value));
	}
	link = buf_ok(&b) ? json_string(buf_text(&b)) : NULL;
	buf_fini(&b);
	return link ? link : json_null();
}

/* As the service has read it already: a number. */
static int64_t
page_size_of(const json_t *query)
{
	const char *text = json_string_value(json_object_get(query, "page_size"));

	return text ? strtoll(text, NULL, 10) : PAGE_USUAL;
}

json_t *
links_add(const char *path, json_t *query, json_t *result)
{
	int64_t count = json_integer_value(json_object_get(result, "count"));
	int64_t page = json_integer_value(json_object_get(result, "page"));
	bool has_more = page * page_size_of(query) < count;
	json_t *list = json_pack("{s:I, s:o, s:o, s:O}", "count", (json_int_t)count,
	    "next", has_more ? link_to(path, query, page + 1) : json_null(), "previous",
	    page > 1 ? link_to(path, query, page - 1) : json_null(), "results",
	    json_object_get(result, "results"));

	json_decref(result);
	return list;
}

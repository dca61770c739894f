/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes a document short enough. Fixed text of the template has priority over the items
 * of lists, and the last line, which has the link, over the lines before it.
 */
#include <string.h>

#include "channel/document_int.h"
#include "channel/format_int.h"
#include "channel/utf8_int.h"

/* "\n" and "• " */
enum { UNITS_OF_LINE = 1, UNITS_OF_BULLET = 2 };
/* Telegram takes 4,096, and limits long messages sooner. */
enum { CHAT_AIM = 500, CHAT_MAX = 4096 - 100 };

static const char ELLIPSIS[] = "…";

static size_t
units_of_block(const json_t *document, const json_t *block)
{
	const json_t *runs = json_object_get(block, "runs");
	struct buf more = BUF_INIT(100);
	size_t units = UNITS_OF_LINE;
	const json_t *run;
	size_t i;

	if (document_block_is_bullet(block))
		units += UNITS_OF_BULLET;
	if (document_block_more(block))
		format_more(
		    &more, document_block_more(block), document_is_spanish(document));
	units += utf8_units(buf_text(&more));
	buf_fini(&more);
	json_array_foreach(runs, i, run) units +=
	    utf8_units(document_string(run, "text"));
	return units;
}

static size_t
units_of(const json_t *document)
{
	const json_t *blocks = json_object_get(document, "blocks");
	const json_t *block;
	size_t units = 0;
	size_t i;

	json_array_foreach(blocks, i, block) units += units_of_block(document, block);
	return units;
}

/* ---- items of lists ------------------------------------------------------------------ */

static bool
is_item(const json_t *block)
{
	return json_object_get(block, "item") != NULL;
}

/* The last item of the list with the most lines: the index of its last block, or -1. */
static long
last_of_longest(const json_t *blocks)
{
	const char *name = "";
	long found = -1;
	size_t longest = 0;
	size_t run = 0;
	const json_t *block;
	size_t i;

	json_array_foreach(blocks, i, block)
	{
		const char *list = is_item(block) ? document_string(block, "list") : "";

		run = *list && strcmp(list, name) == 0 ? run + 1 : 1;
		name = list;
		if (*list && run >= longest) {
			longest = run;
			found = (long)i;
		}
	}
	return found;
}

/* One more item is not shown. The block with the number of hidden items follows the
 * removed item. */
static bool
count_more(json_t *blocks, size_t at, const char *list)
{
	json_t *next = json_array_get(blocks, at);
	json_t *block;

	if (next && document_block_more(next) &&
	    strcmp(document_string(next, "list"), list) == 0)
		return json_object_set_new(next, "more",
			   json_integer(document_block_more(next) + 1)) == 0;
	block = json_pack(
	    "{s:s, s:s, s:i, s:[]}", "kind", "line", "list", list, "more", 1, "runs");
	return block && json_array_insert_new(blocks, at, block) == 0;
}

/* False: no list has items left, or no memory. */
static bool
remove_item(json_t *blocks)
{
	long at = last_of_longest(blocks);
	const json_t *last = at < 0 ? NULL : json_array_get(blocks, (size_t)at);
	json_int_t item = json_integer_value(json_object_get(last, "item"));
	char list[64];

	if (!last)
		return false;
	(void)snprintf(list, sizeof(list), "%s", document_string(last, "list"));
	for (; at >= 0; at--) {
		const json_t *block = json_array_get(blocks, (size_t)at);

		if (!is_item(block) ||
		    strcmp(document_string(block, "list"), list) != 0 ||
		    json_integer_value(json_object_get(block, "item")) != item)
			break;
		(void)json_array_remove(blocks, (size_t)at);
	}
	return count_more(blocks, (size_t)(at + 1), list);
}

/* ---- lines and text ------------------------------------------------------------------ */

/* Removes the line before the last one. */
static bool
remove_line(json_t *blocks)
{
	size_t n = json_array_size(blocks);

	return n > 2 && json_array_remove(blocks, n - 2) == 0;
}

static json_t *
longest_run(const json_t *blocks)
{
	json_t *longest = NULL;
	json_t *block;
	json_t *run;
	size_t i, k;

	json_array_foreach(blocks, i, block)
	{
		json_array_foreach(json_object_get(block, "runs"), k, run)
		{
			if (strlen(document_string(run, "text")) >
			    strlen(document_string(longest, "text")))
				longest = run;
		}
	}
	return longest;
}

/* The number of bytes at the start of text with at most this many units. */
static size_t
bytes_of_units(const char *text, size_t units)
{
	size_t bytes = 0;
	size_t n;
	uint32_t c;

	while ((n = utf8_next(text + bytes, &c)) > 0) {
		size_t needs = c > 0xFFFF ? 2 : 1;

		if (needs > units)
			break;
		units -= needs;
		bytes += n;
	}
	return bytes;
}

/* False: nothing is left to cut. */
static bool
cut_run(json_t *blocks, size_t units)
{
	json_t *run = longest_run(blocks);
	const char *text = document_string(run, "text");
	size_t has = utf8_units(text);
	size_t less = units + 1; /* the ellipsis needs one */
	struct buf b = BUF_INIT(1024 * 1024);
	bool is_cut = has > 2;

	if (is_cut) {
		buf_add(&b, text, bytes_of_units(text, has > less ? has - less : 0));
		buf_puts(&b, ELLIPSIS);
		is_cut = json_object_set_new(run, "text", json_string(buf_text(&b))) == 0;
	}
	buf_fini(&b);
	return is_cut;
}

json_t *
document_fit(const json_t *document, size_t aim, size_t max)
{
	json_t *copy = json_deep_copy(document);
	json_t *blocks = json_object_get(copy, "blocks");
	size_t units = copy ? units_of(copy) : 0;

	while (units > aim && remove_item(blocks))
		units = units_of(copy);
	while (units > max && remove_line(blocks))
		units = units_of(copy);
	while (units > max && cut_run(blocks, units - max))
		units = units_of(copy);
	return copy;
}

json_t *
document_for_chat(const json_t *document)
{
	return document_fit(document, CHAT_AIM, CHAT_MAX);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "channel/document_int.h"
#include "channel/format_int.h"

bool
document_is_spanish(const json_t *document)
{
	return format_is_spanish(document_string(document, "lang"));
}

const char *
document_string(const json_t *document, const char *key)
{
	const char *text = json_string_value(json_object_get(document, key));

	return text ? text : "";
}

bool
document_is_link(const char *url)
{
	return strncmp(url, "https://", 8) == 0 || strncmp(url, "http://", 7) == 0 ||
	    strncmp(url, "mailto:", 7) == 0;
}

json_int_t
document_block_more(const json_t *block)
{
	return json_integer_value(json_object_get(block, "more"));
}

bool
document_block_is_bullet(const json_t *block)
{
	return strcmp(document_string(block, "kind"), "bullet") == 0;
}

/* ---- check -------------------------------------------------------------------------- */

static bool
is_block(const json_t *block)
{
	const json_t *runs = json_object_get(block, "runs");
	const json_t *run;
	size_t i;

	if (!json_is_array(runs) || !json_is_string(json_object_get(block, "kind")))
		return false;
	json_array_foreach(runs, i, run)
	{
		if (!json_is_string(json_object_get(run, "text")))
			return false;
	}
	return true;
}

enum rc
document_check(const json_t *document, struct err *err)
{
	const json_t *blocks = json_object_get(document, "blocks");
	const json_t *block;
	size_t i;

	if (!json_is_string(json_object_get(document, "title")))
		return err_set(err, RC_INVALID, "the message has no title");
	if (!json_is_array(blocks))
		return err_set(err, RC_INVALID, "the message has no blocks");
	json_array_foreach(blocks, i, block)
	{
		if (!is_block(block))
			return err_set(err, RC_INVALID,
			    "block %zu of the message cannot be read", i);
	}
	return RC_OK;
}

/* ---- plain text --------------------------------------------------------------------- */

static void
text_runs(const json_t *runs, struct buf *out)
{
	const json_t *run;
	size_t i;

	json_array_foreach(runs, i, run)
	{
		const char *url = document_string(run, "url");
		const char *text = document_string(run, "text");

		buf_puts(out, text);
		if (document_is_link(url) && strcmp(url, text) != 0)
			buf_printf(out, " (%s)", url);
	}
}

void
document_text(const json_t *document, struct buf *out)
{
	const json_t *blocks = json_object_get(document, "blocks");
	const json_t *block;
	size_t i;

	json_array_foreach(blocks, i, block)
	{
		if (i)
			buf_putc(out, '\n');
		if (document_block_is_bullet(block))
			buf_puts(out, "- ");
		if (document_block_more(block))
			format_more(out, document_block_more(block),
			    document_is_spanish(document));
		text_runs(json_object_get(block, "runs"), out);
	}
	buf_putc(out, '\n');
}

/* ---- HTML --------------------------------------------------------------------------- */

static void
html_text(const char *text, struct buf *out)
{
	for (; *text; text++) {
		switch (*text) {
		case '&':
			buf_puts(out, "&amp;");
			break;
		case '<':
			buf_puts(out, "&lt;");
			break;
		case '>':
			buf_puts(out, "&gt;");
			break;
		case '"':
			buf_puts(out, "&quot;");
			break;
		case '\'':
			buf_puts(out, "&#39;");
			break;
		default:
			buf_putc(out, *text);
		}
	}
}

static void
html_run(const json_t *run, struct buf *out)
{
	const char *url = document_string(run, "url");
	bool is_bold = json_is_true(json_object_get(run, "bold"));
	bool is_italic = json_is_true(json_object_get(run, "italic"));
	bool is_link = document_is_link(url);

	if (is_link) {
		buf_puts(out, "<a href=\"");
		html_text(url, out);
		buf_puts(out, "\">");
	}
	buf_puts(out, is_bold ? "<b>" : "");
	buf_puts(out, is_italic ? "<i>" : "");
	html_text(document_string(run, "text"), out);
	buf_puts(out, is_italic ? "</i>" : "");
	buf_puts(out, is_bold ? "</b>" : "");
	buf_puts(out, is_link ? "</a>" : "");
}

static void
html_block(const json_t *document, const json_t *block, struct buf *out)
{
	const json_t *runs = json_object_get(block, "runs");
	const char *tag = document_block_is_bullet(block) ? "li" : "div";
	const json_t *run;
	size_t i;

	buf_printf(out, "<%s>", tag);
	if (document_block_more(block))
		format_more(
		    out, document_block_more(block), document_is_spanish(document));
	else if (json_array_size(runs) == 0)
		buf_puts(out, "&nbsp;");
	json_array_foreach(runs, i, run)
	{
		html_run(run, out);
	}
	buf_printf(out, "</%s>\n", tag);
}

static const char *
color_of(const json_t *document)
{
	const char *severity = document_string(document, "severity");
	const char *type = document_string(document, "type");

	if (strcmp(type, "incident.resolved") == 0)
		return "#2e7d32";
	if (strcmp(severity, "critical") == 0)
		return "#c62828";
	if (strcmp(severity, "major") == 0)
		return "#ef6c00";
	return "#607d8b";
}

void
document_html(const json_t *document, struct buf *out)
{
	const json_t *blocks = json_object_get(document, "blocks");
	const json_t *block;
	bool is_in_list = false;
	size_t i;

	buf_printf(out,
	    "<!doctype html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\"></head>"
	    "<body style=\"font-family:sans-serif\">\n"
	    "<div style=\"border-left:4px solid %s;padding-left:12px\">\n",
	    document_is_spanish(document) ? "es" : "en", color_of(document));
	json_array_foreach(blocks, i, block)
	{
		bool is_bullet = document_block_is_bullet(block);

		if (is_bullet != is_in_list)
			buf_puts(out, is_bullet ? "<ul>\n" : "</ul>\n");
		is_in_list = is_bullet;
		html_block(document, block, out);
	}
	buf_printf(out, "%s</div></body></html>\n", is_in_list ? "</ul>\n" : "");
}

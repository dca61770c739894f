/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of routes as a page: plain HTML with its own style sheet, without scripts.
 */
#include "api/pages_int.h"

#include <string.h>

#include "api/errors_int.h"
#include "api/request_int.h"
#include "api/route.h"
#include "api/schemas_int.h"
#include "base/buf.h"

enum { PAGE_MAX = 4 * 1024 * 1024 };

static const char HEAD[] =
    "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">"
    "<meta name=\"viewport\" content=\"width=device-width\"><title>Facho API</title>"
    "<style>"
    ":root{color-scheme:light dark}"
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;"
    "padding:0 1rem}"
    "h2{margin-top:2.5rem;border-bottom:1px solid #8888}"
    "details{margin:.4rem 0;border:1px solid #8884;border-radius:.4rem;padding:.3rem "
    ".7rem}"
    "summary{cursor:pointer}"
    "code{font:.9em ui-monospace,monospace}"
    "table{border-collapse:collapse;margin:.5rem 0}"
    "td,th{border:1px solid #8884;padding:.2rem .6rem;text-align:left;vertical-align:top}"
    ".m{display:inline-block;min-width:4.5rem;font-weight:700}"
    ".r{opacity:.7;float:right}"
    "</style></head><body><h1>Facho API</h1>"
    "<p>JSON over HTTP. The same as a document for programs: "
    "<a href=\"/api/v1/openapi.json\">openapi.json</a>. Requests need "
    "<code>Authorization: Token TEXT</code>, or a session and its "
    "<code>X-CSRF-Token</code>. Lists return <code>count, next, previous, results</code>"
    " and accept <code>page</code>, <code>page_size</code> (at most 1000), "
    "<code>after=</code> (to read all of a long list, follow <code>next</code>), "
    "<code>search</code>, <code>ordering</code>, their fields, and "
    "<code>format=csv</code>. Errors are "
    "<code>{\"error\": {\"code\", \"message\", \"fields\"}}</code>.</p>";

static const char *
type_words(enum field_type type)
{
	switch (type) {
	case FIELD_TEXT:
		return "text";
	case FIELD_INT:
		return "whole number";
	case FIELD_REAL:
		return "number";
	case FIELD_BOOL:
		return "true or false";
	case FIELD_TIME:
		return "date and time, ISO 8601";
	case FIELD_DURATION:
		return "time, like 5m";
	case FIELD_SCALAR:
		return "number or text";
	case FIELD_REF:
		return "number or name";
	case FIELD_THING:
		return "object";
	case FIELD_TEXTS:
		return "texts";
	case FIELD_REFS:
		return "numbers or names";
	case FIELD_THINGS:
		return "objects";
	case FIELD_ANY:
		return "any";
	}
	return "";
}

/* Texts from our own tables; only < and & must be escaped. */
static void
put(struct buf *b, const char *text)
{
	for (; *text; text++) {
		if (*text == '<')
			buf_puts(b, "&lt;");
		else if (*text == '&')
			buf_puts(b, "&amp;");
		else
			buf_putc(b, *text);
	}
}

static void
put_fields(struct buf *b, const char *title, const struct schema *s)
{
	struct field f;

	if (!s || !schema_field(s, 0, &f))
		return;
	buf_printf(b, "<p>%s</p><table><tr><th>field<th>type<th>", title);
	for (size_t i = 0; schema_field(s, i, &f); i++) {
		buf_printf(b, "<tr><td><code>%s</code>%s<td>%s", f.name,
		    f.flags & FIELD_MUST ? " *" : "", type_words(f.type));
		if (f.choices) {
			buf_puts(b, ": ");
			put(b, f.choices);
		}
		buf_puts(b, "<td>");
		put(b, f.help ? f.help : "");
	}
	buf_puts(b, "</table>");
}

static void
put_errors(struct buf *b, const struct route *r)
{
	int errors[ROUTE_ERRORS_MAX];
	size_t n = route_errors(r, errors);

	buf_puts(b, "<p>Errors: ");
	for (size_t i = 0; i < n; i++)
		buf_printf(b, "%s%d <code>%s</code>", i ? ", " : "", errors[i],
		    status_code(errors[i]));
	buf_puts(b, "</p>");
}

static void
put_route(struct buf *b, const struct route *r)
{
	enum role role = ROLE_VIEWER;
	bool is_protected = route_needs(r, &role);

	buf_printf(b,
	    "<details><summary><span class=\"m\">%s</span><code>%s</code> "
	    "<span class=\"r\">%s</span><br>",
	    r->method, r->path, is_protected ? role_name(role) : "public");
	put(b, r->summary);
	buf_puts(b, "</summary>");
	put_fields(b, "Request (* required):", r->request);
	if (r->reply && r->reply->list)
		buf_printf(
		    b, "<p>Fields of the list <code>%s</code>.</p>", r->reply->list);
	put_fields(b, "Answer:", r->reply);
	put_errors(b, r);
	buf_puts(b, "</details>");
}

void
page_docs(struct request *request, struct reply *reply)
{
	struct buf b = BUF_INIT(PAGE_MAX);
	size_t n_last = 0;
	const char *last = "";

	(void)request;
	buf_puts(&b, HEAD);
	for (const struct route *r = routes(); r->method; r++) {
		const char *word =
		    strncmp(r->path, "/api/v1/", 8) == 0 ? r->path + 8 : r->path + 1;
		size_t n = strcspn(word, "/");

		if (n != n_last || memcmp(word, last, n) != 0)
			buf_printf(&b, "<h2>%.*s</h2>", (int)n, word);
		last = word;
		n_last = n;
		put_route(&b, r);
	}
	buf_puts(&b, "</body></html>");
	reply_header(reply, "Content-Security-Policy",
	    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
	if (buf_ok(&b))
		reply_text(reply, 200, "text/html; charset=utf-8", b.data);
	else
		reply_error(reply, 503, "no memory for the page");
	if (!buf_ok(&b))
		buf_fini(&b);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * channel/template.h - from a template and the data of an incident to a document.
 *
 * A template is text with three kinds of marks, all read before any value is put in:
 *
 *	{{name}} {{name|format}}	a value; formats: time ago number km list:5
 *	{{#name}}...{{/name}}		for each item of a list, or once if the value is not empty
 *	{{^name}}...{{/name}}		only if the value is empty
 *	**bold**  [text](url)  "- " at the start of a line (a bullet)
 *
 * Values become text of the document, never marks: nothing that a customer's name
 * contains can become markup, a link, a line or another value. Control characters and
 * characters that change the direction of text are replaced by a space.
 *
 * A line that has a mark {{...}} and produced no text is omitted; a line that is empty in
 * the template is kept. The first line is the document's title.
 *
 * The data is one JSON object (INCIDENTS.md 11), for example
 *
 *	{"incident": {"id": 71, "url": "https://...", "state": "open", "severity": "major",
 *	   "sentence": "...", "confidence": 92, "since": 1763445730000, "since_from": ...,
 *	   "affected": 61, "members": [{"serial": "..", "description": ".."}], ...},
 *	 "change": "...", "target": "NOC", "now": 1763445800000}
 *
 * template_names() has every name. Moments are epoch milliseconds, durations seconds,
 * distances metres. severity, state, cause_class and kind are the codes of the API; the
 * template shows them in the document's language. A list is an array, or {"items": [...],
 * "total": 5000} if only a part of it is given. A name is searched in the item of the
 * list, in "incident", and at the top. A missing value is empty.
 *
 * Pure: no clock, no environment; the zone's rules are read from the system's zoneinfo.
 * Any thread; a parsed template may be used by several threads at once.
 */
#ifndef FACHO_CHANNEL_TEMPLATE_H
#define FACHO_CHANNEL_TEMPLATE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"

enum {
	TEMPLATE_MAX = 16 * 1024, /* bytes of a template */
	TEMPLATE_DEPTH = 3, /* sections in sections */
	TEMPLATE_ITEMS =
	    50, /* items of a list that a document shows; then "and 57 more" */
	TEMPLATE_BLOCKS = 400, /* lines of a document */
	TEMPLATE_OUTPUT = 64 * 1024, /* bytes of text of a document */
};

/* Kinds of messages; the name is the one in templates.kind and in a webhook's type. */
enum template_kind {
	TEMPLATE_OPENED, /* "incident.opened" */
	TEMPLATE_CHANGED, /* "incident.changed" */
	TEMPLATE_RESOLVED, /* "incident.resolved" */
	TEMPLATE_STORM, /* "storm" */
	TEMPLATE_TEST, /* "test": the channel works */
	TEMPLATE_ACK_LAPSED, /* "incident.ack_lapsed" */
	TEMPLATE_UNSTABLE, /* "incident.unstable" */
	TEMPLATE_CHANNEL_DEAD, /* "channel.dead" */
};
enum { TEMPLATE_KINDS = TEMPLATE_CHANNEL_DEAD + 1 };

const char *template_kind_name(enum template_kind kind);
/* False: unknown kind. */
bool template_kind_find(const char *name, enum template_kind *ret_kind);

enum template_type {
	TEMPLATE_TEXT,
	TEMPLATE_NUMBER,
	TEMPLATE_MOMENT, /* epoch milliseconds */
	TEMPLATE_DURATION, /* seconds */
	TEMPLATE_DISTANCE, /* metres */
	TEMPLATE_WORD, /* a code that is shown in the document's language */
	TEMPLATE_SURE, /* a confidence 0-100: "almost certain"; empty below 50 */
	TEMPLATE_LIST,
	TEMPLATE_FLAG,
	TEMPLATE_LINK, /* http:// or https:// */
};
const char *template_type_name(enum template_type type);

/* A name that templates may use. */
struct template_name {
	const char *name;
	const char *list; /* the list whose items have it; NULL: anywhere */
	enum template_type type;
	const char *help; /* one sentence in English */
};
const struct template_name *template_names(size_t *ret_n);

/* A code of the API (a severity, a state, a class of causes) in a language, as TEMPLATE_WORD
 * shows it; an unknown code as it is. */
const char *template_word(const char *code, const char *lang);

struct template;

/* RC_INVALID: err names the line and the wrong name, mark or format; also for text that
 * is longer than TEMPLATE_MAX or not UTF-8. */
enum rc template_parse(const char *text, struct template **ret_template, struct err *err)
    MUST_CHECK;
void template_free(struct template *t);
OWNED_BY(struct template, template_free);

/* The template that is used if no user wrote another one. lang "es" or "en"; any other
 * language gives the English one. Never NULL; static. */
const char *template_shipped(enum template_kind kind, const char *lang);

struct template_view {
	enum template_kind kind;
	const char *lang; /* "es" or "en" */
	const char *zone; /* "America/La_Paz"; "" or unknown: UTC, and times say so */
	int64_t now_ms; /* wall clock */
};

/* The document (channel/document.h) with title, type, severity, lang, zone, incident,
 * url, is_test and blocks. The caller adds sound, buttons, data and thread. data is only
 * read. The only failure is RC_NOMEM: text above the limits is cut. */
enum rc template_render(const struct template *t, const json_t *data,
    const struct template_view *view, json_t **ret_document, struct err *err) MUST_CHECK;

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * api/schema.h - what a body looks like: a table of fields.
 *
 * From one table come the check of what clients send (schema_check), the words of what is
 * wrong, and the JSON Schema in the OpenAPI document (schema_describe), by which the tests
 * check what we answer. Names are those of the operation's arguments (service/service.h).
 *
 * The rules of the business are the service's: here it is only looked at the form, so that
 * the document tells the truth. Pure; any thread.
 */
#ifndef FACHO_API_SCHEMA_H
#define FACHO_API_SCHEMA_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/rc.h"

enum field_type {
	FIELD_TEXT,
	FIELD_INT,
	FIELD_REAL,
	FIELD_BOOL,
	FIELD_TIME, /* ISO 8601 in UTC: "2026-01-31T12:00:00.000Z" */
	FIELD_DURATION, /* "5m", or milliseconds as a number */
	FIELD_SCALAR, /* a number or a text */
	FIELD_REF, /* one of our things: its number, or its name */
	FIELD_THING, /* an object: of */
	FIELD_TEXTS, /* an array of texts */
	FIELD_REFS, /* an array of numbers or names */
	FIELD_THINGS, /* an array of objects: of */
	FIELD_ANY, /* whatever JSON can say */
};

enum {
	FIELD_MUST = 1, /* it is always there (a request without it is refused) */
	FIELD_NULL = 2, /* may be null: there is none, or take it away */
	FIELD_SECRET = 4, /* sent to us and never back */
};

struct schema;

struct field {
	const char *name; /* NULL ends a table */
	enum field_type type;
	unsigned flags;
	/* Of numbers, the range; of texts and arrays, the length. max 0: as types allow. */
	int64_t min, max;
	const char *choices; /* "1|2c|3"; NULL: any */
	const struct schema *of; /* of FIELD_THING and FIELD_THINGS; NULL: any object */
	const char *help; /* one sentence; NULL: the name says it */
};

struct entity_type;

/* An object. When it is as a row of a list of the service, that table is its first part;
 * when it is what people write of an entity, the table of that is its last. */
struct schema {
	const char *name; /* "Olt": unique, it is a name in the document */
	const char *list; /* "olts"; NULL: none */
	const struct field *fields; /* NULL: none besides those of the tables */
	bool is_open; /* more than this may be there; answers only */
	const struct entity_type *entity; /* model/entity.h; NULL: none */
};

enum { SCHEMA_DEPTH_MAX = 8 };

/* Look at the form of body, which is an object. Every field that is wrong gets its words
 * in fields (an object; those that are there already stay). is_whole: FIELD_MUST counts;
 * otherwise it is a partial change. False when something is wrong. */
bool schema_check(
    const struct schema *schema, const json_t *body, bool is_whole, json_t *fields);

/* A text of a query as the field's type wants it: "5" becomes 5 for FIELD_INT. What
 * cannot be read so stays text, which schema_check then names. NULL: no memory. */
json_t *field_from_text(const struct field *field, const char *text);

/* Number i, from 0 on, of its own fields and of those of its entity; false behind the
 * last. */
bool schema_field(const struct schema *schema, size_t i, struct field *ret_field);

/* False when there is none of that name; those of a list count. */
bool schema_find(const struct schema *schema, const char *name, struct field *ret_field);

/* JSON Schema (2020-12) of it; what it refers to is under #/components/schemas/. The
 * caller's. NULL: no memory. */
json_t *schema_describe(const struct schema *schema);
json_t *field_describe(const struct field *field);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * api/schema.h - schemas of bodies: tables of fields.
 *
 * One table defines the validation of requests (schema_check), its error messages, and
 * the JSON Schema in the OpenAPI document (schema_describe), with which the tests
 * validate answers. Names are those of the operation's arguments (service/service.h).
 *
 * Business rules are in the service: here only the syntax is checked, so that the
 * document is correct. Pure; any thread.
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
	FIELD_REF, /* the number or the name of an object */
	FIELD_THING, /* an object with the schema `of` */
	FIELD_TEXTS, /* an array of texts */
	FIELD_REFS, /* an array of numbers or names */
	FIELD_THINGS, /* an array of objects with the schema `of` */
	FIELD_ANY, /* any JSON */
};

enum {
	FIELD_MUST = 1, /* always present (a request without it is refused) */
	FIELD_NULL = 2, /* may be null: no value, or remove the value */
	FIELD_SECRET = 4, /* only in requests, never in answers */
};

struct schema;

struct field {
	const char *name; /* NULL ends a table */
	enum field_type type;
	unsigned flags;
	/* The range of numbers; the length of texts and arrays. max 0: no limit. */
	int64_t min, max;
	const char *choices; /* "1|2c|3"; NULL: any */
	const struct schema *of; /* for FIELD_THING and FIELD_THINGS; NULL: any object */
	const char *help; /* one sentence; NULL: the name is enough */
};

struct entity_type;

/* The schema of an object. If it is a row of a list of the service, the fields of that
 * list come first; if it is the input for an entity, the fields of the entity's table
 * come last. */
struct schema {
	const char *name; /* "Olt": unique name in the document */
	const char *list; /* "olts"; NULL: none */
	const struct field *fields; /* NULL: only the fields of the tables */
	bool is_open; /* further fields are allowed; answers only */
	const struct entity_type *entity; /* model/entity.h; NULL: none */
	/* "retries|batch": only these fields of the entity; NULL: all */
	const char *only;
	/* has the visible fields of the entity that are not in the list */
	bool is_answer;
};

enum { SCHEMA_DEPTH_MAX = 8 };

/* Check the syntax of body, which is an object. Every wrong field gets a message in
 * fields (an object; existing messages are kept). is_whole: FIELD_MUST is checked;
 * otherwise it is a partial change. False: there are errors. */
bool schema_check(
    const struct schema *schema, const json_t *body, bool is_whole, json_t *fields);

/* Convert a text of a query to the field's type: "5" becomes 5 for FIELD_INT. Invalid
 * text stays text, which schema_check then reports. NULL: no memory. */
json_t *field_from_text(const struct field *field, const char *text);

/* Field number i, from 0, of its own fields and those of its entity; false after the
 * last. */
bool schema_field(const struct schema *schema, size_t i, struct field *ret_field);

/* False: not found; fields of its list are included. */
bool schema_find(const struct schema *schema, const char *name, struct field *ret_field);

/* Its JSON Schema (2020-12); references are to #/components/schemas/. Owned by the
 * caller. NULL: no memory. */
json_t *schema_describe(const struct schema *schema);
json_t *field_describe(const struct field *field);

#endif

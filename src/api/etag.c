/* SPDX-License-Identifier: Apache-2.0
 *
 * Versions of objects.
 */
#include "api/exchange_int.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/hash_int.h"
#include "api/schema.h"

static uint64_t
add_json(uint64_t hash, const json_t *value)
{
	char *text OWNED(free) = value
	    ? json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY)
	    : NULL;

	return hash_add(hash, text ? text : "", text ? strlen(text) + 1 : 1);
}

/* The fields that a change of this object accepts; NULL: it cannot be changed in part. */
static const struct schema *
changes_of(const struct route *route)
{
	for (const struct route *r = routes(); r->method; r++) {
		if (strcmp(r->method, "PATCH") == 0 && strcmp(r->path, route->path) == 0)
			return r->request;
	}
	return NULL;
}

void
etag_make(const struct route *route, const json_t *thing, char etag[ETAG_MAX])
{
	const struct schema *schema = changes_of(route);
	uint64_t hash = HASH_START;
	struct field f;

	if (!schema)
		hash = add_json(hash, thing);
	for (size_t i = 0; schema && schema_field(schema, i, &f); i++)
		hash = add_json(hash, json_object_get(thing, f.name));
	if (schema) {
		hash = add_json(hash, json_object_get(thing, "updated_at"));
		hash = add_json(hash, json_object_get(thing, "deleted_at"));
	}
	(void)snprintf(etag, ETAG_MAX, "\"%016" PRIx64 "\"", hash);
}

bool
etag_is_in(const char *header, const char *etag)
{
	return strcmp(header, "*") == 0 || strstr(header, etag) != NULL;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "api/schemas_int.h"

#include "api/route.h"

static const struct field ERROR_INSIDE[] = {
	{ "code", FIELD_TEXT, FIELD_MUST, .help = "A code for programs: \"not_found\"." },
	{ "message", FIELD_TEXT, FIELD_MUST, .help = "A message for users." },
	{ "fields", FIELD_THING, 0,
	    .help = "A message for each field that is not valid." },
	{ NULL },
};

static const struct schema SCHEMA_ERROR_INSIDE = { "ErrorInside", NULL, ERROR_INSIDE };

static const struct field ERROR[] = {
	{ "error", FIELD_THING, FIELD_MUST, .of = &SCHEMA_ERROR_INSIDE },
	{ NULL },
};

const struct schema SCHEMA_ERROR = { "Error", NULL, ERROR };

static const struct field BULK[] = {
	{ "ids", FIELD_REFS, FIELD_MUST, 1, ROUTE_BULK_MAX, .help = "Numbers or names." },
	{ NULL },
};

const struct schema SCHEMA_BULK = { "Bulk", NULL, BULK };

static const struct field BULK_RESULT[] = {
	{ "id", FIELD_REF, FIELD_MUST },
	{ "ok", FIELD_BOOL, FIELD_MUST },
	{ "status", FIELD_INT, FIELD_MUST,
	    .help = "The status of the same request for this one only." },
	{ "error", FIELD_THING, 0, .of = &SCHEMA_ERROR_INSIDE },
	{ NULL },
};

static const struct schema SCHEMA_BULK_RESULT = { "BulkResult", NULL, BULK_RESULT };

static const struct field BULK_REPLY[] = {
	{ "ok", FIELD_INT, FIELD_MUST, .help = "How many were successful." },
	{ "failed", FIELD_INT, FIELD_MUST },
	{ "results", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_BULK_RESULT },
	{ NULL },
};

const struct schema SCHEMA_BULK_REPLY = { "BulkReply", NULL, BULK_REPLY };

const struct schema SCHEMA_ANY = { "Any", NULL, NULL, .is_open = true };

static const struct field GONE[] = {
	{ "id", FIELD_INT, FIELD_MUST },
	{ NULL },
};

const struct schema SCHEMA_GONE = { "Gone", NULL, GONE, .is_open = true };

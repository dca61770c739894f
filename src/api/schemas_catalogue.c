/* SPDX-License-Identifier: Apache-2.0
 *
 * The catalogue: rows as users enter them, trying out formulas, and the complete
 * catalogue as a document. Answers have the fields of the row's list.
 */
#include "api/schemas_int.h"
#include "model/catalogue_entity.h"
#include "model/text.h"

const struct schema SCHEMA_BRAND_ADD = { "BrandAdd", .entity = &BRAND_ENTITY };
const struct schema SCHEMA_MODEL_ADD = { "ModelAdd", .entity = &MODEL_ENTITY };
const struct schema SCHEMA_OID_ADD = { "OidAdd", .entity = &OID_ENTITY };
const struct schema SCHEMA_FORMULA_ADD = { "FormulaAdd", .entity = &FORMULA_ENTITY };
const struct schema SCHEMA_STATE_ADD = { "StateAdd", .entity = &STATE_ENTITY };

static const struct field OID_TRY[] = {
	{ "olt", FIELD_REF, FIELD_MUST, .help = "The OLT where it is read." },
	{ "id", FIELD_REF, 0,
	    .help = "A stored OID; fields that are not given are taken from it." },
	{ NULL },
};

const struct schema SCHEMA_OID_TRY = { "OidTry", NULL, OID_TRY, .entity = &OID_ENTITY };

static const struct field TRIED_ROW[] = {
	{ "index", FIELD_TEXT, FIELD_MUST,
	    .help = "The index after the OID; \"\": no index." },
	{ "type", FIELD_TEXT, FIELD_MUST, .help = "The SNMP type, like \"INTEGER\"." },
	{ "raw", FIELD_TEXT, FIELD_MUST,
	    .help = "The value as the device sent it; octets that are not text begin "
		    "with 0x." },
	{ "reading", FIELD_TEXT, FIELD_MUST, .choices = "value|none|unreadable",
	    .help = "none: the device says that it has no reading." },
	{ "value", FIELD_ANY, FIELD_NULL, .help = "The decoded value." },
	{ "problem", FIELD_TEXT, FIELD_MUST, .help = "Why it could not be decoded." },
	{ "owner", FIELD_TEXT, FIELD_MUST, .choices = "olt|part|onu|unknown_onu",
	    .help = "To what the row belongs; part: a port or a card." },
	{ "place", FIELD_TEXT, FIELD_MUST,
	    .help = "Position of the owner, \"0/1/3:5\"." },
	{ "onu", FIELD_INT, FIELD_NULL,
	    .help = "Number of the ONU, if the row belongs to one." },
	{ "port", FIELD_INT, FIELD_NULL,
	    .help = "Number of the PON port, if the row belongs to one." },
	{ NULL },
};

static const struct schema SCHEMA_TRIED_ROW = { "TriedRow", NULL, TRIED_ROW };

static const struct field OID_TRIED[] = {
	{ "outcome", FIELD_TEXT, FIELD_MUST,
	    .help = "\"ok\", \"empty\", \"no object\", \"timeout\", ..." },
	{ "message", FIELD_TEXT, FIELD_MUST,
	    .help = "The outcome as a message for users." },
	{ "unit", FIELD_TEXT, FIELD_MUST },
	{ "more", FIELD_BOOL, FIELD_MUST, .help = "The device has more rows." },
	{ "ms", FIELD_INT, FIELD_MUST },
	{ "rows", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_TRIED_ROW,
	    .help = "The first 20 rows." },
	{ NULL },
};

const struct schema SCHEMA_OID_TRIED = { "OidTried", NULL, OID_TRIED };

static const struct field ROW_NAME[] = {
	{ "name", FIELD_TEXT, FIELD_MUST, 1, TEXT_NAME_MAX, .help = "Name of the copy." },
	{ NULL },
};

const struct schema SCHEMA_ROW_NAME = { "RowName", NULL, ROW_NAME };

static const struct field STATE_RAW[] = {
	{ "raw", FIELD_TEXT, FIELD_MUST, 1, TEXT_NAME_MAX,
	    .help = "Raw value of the copy." },
	{ NULL },
};

const struct schema SCHEMA_STATE_RAW = { "StateRaw", NULL, STATE_RAW };

/* ---- formulas that are tried out -------------------------------------------------------- */

static const struct field PREVIEW_ASK[] = {
	{ "formula", FIELD_REF, 0,
	    .help = "A formula of the catalogue; without it, send definition." },
	{ "definition", FIELD_ANY, 0, .help = "A formula that is not saved." },
	{ "index", FIELD_TEXT, 0, 1, 2000,
	    .help = "The index after the OID of a column: \"517.12\"." },
	{ "position", FIELD_THING, 0,
	    .help = "{\"slot\": 2, \"port\": 5, \"onu\": 12}." },
	{ "name", FIELD_TEXT, 0, 1, 256,
	    .help = "A name, for indexes that are only a key: \"GPON0/2:1\"." },
	{ NULL },
};

const struct schema SCHEMA_PREVIEW_ASK = { "FormulaPreviewAsk", NULL, PREVIEW_ASK };

static const struct field POSITION[] = {
	{ "text", FIELD_TEXT, FIELD_MUST, .help = "\"0/1/3:12\"." },
	{ "rack", FIELD_INT },
	{ "frame", FIELD_INT },
	{ "slot", FIELD_INT },
	{ "port", FIELD_INT },
	{ "onu", FIELD_INT },
	{ "sub", FIELD_INT },
	{ "sub2", FIELD_INT },
	{ NULL },
};

static const struct schema SCHEMA_POSITION = { "Position", NULL, POSITION };

static const struct field PREVIEW[] = {
	{ "position", FIELD_THING, FIELD_NULL, .of = &SCHEMA_POSITION,
	    .help = "Position of the index." },
	{ "index", FIELD_TEXT, FIELD_NULL, .help = "Index of the position." },
	{ "named_position", FIELD_THING, 0, .of = &SCHEMA_POSITION,
	    .help = "Position of the name." },
	{ NULL },
};

const struct schema SCHEMA_PREVIEW = { "FormulaPreview", NULL, PREVIEW };

/* ---- as a document -------------------------------------------------------------------------- */

static const struct field EXPORT_ASK[] = {
	{ "brand", FIELD_REF, 0, .help = "Only the rows of this brand." },
	{ "all", FIELD_BOOL, 0, .help = "Also the included rows that nobody changed." },
	{ NULL },
};

const struct schema SCHEMA_EXPORT_ASK = { "CatalogueAsk", NULL, EXPORT_ASK };

static const struct field DOCUMENT[] = {
	{ "facho_catalogue", FIELD_INT, FIELD_MUST, .help = "Version of the format: 1." },
	{ "brands", FIELD_THINGS },
	{ "models", FIELD_THINGS },
	{ "formulas", FIELD_THINGS },
	{ "oids", FIELD_THINGS },
	{ "states", FIELD_THINGS },
	{ NULL },
};

const struct schema SCHEMA_CATALOGUE = { "Catalogue", NULL, DOCUMENT };

static const struct field IMPORT[] = {
	{ "catalogue", FIELD_THING, FIELD_MUST, .of = &SCHEMA_CATALOGUE },
	{ "replace", FIELD_BOOL, 0, .help = "Also change existing rows." },
	{ NULL },
};

const struct schema SCHEMA_IMPORT = { "CatalogueImport", NULL, IMPORT };

static const struct field REFUSED_ROW[] = {
	{ "list", FIELD_TEXT, FIELD_MUST },
	{ "row", FIELD_INT, FIELD_MUST,
	    .help = "Number of the row in its list of the document, from 0." },
	{ "name", FIELD_TEXT, FIELD_MUST },
	{ "why", FIELD_TEXT, FIELD_MUST },
	{ "fields", FIELD_THING, FIELD_MUST },
	{ NULL },
};

static const struct schema SCHEMA_REFUSED_ROW = { "RefusedRow", NULL, REFUSED_ROW };

static const struct field IMPORTED[] = {
	{ "added", FIELD_INT, FIELD_MUST },
	{ "changed", FIELD_INT, FIELD_MUST },
	{ "kept", FIELD_INT, FIELD_MUST, .help = "Existing rows that were not changed." },
	{ "refused", FIELD_THINGS, FIELD_MUST, .of = &SCHEMA_REFUSED_ROW },
	{ NULL },
};

const struct schema SCHEMA_IMPORTED = { "CatalogueImported", NULL, IMPORTED };

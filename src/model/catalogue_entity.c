/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables. A new field is a member of its struct, a line here and a migration; the order
 * of the lines is the order in which an export has the columns.
 */
#include "model/catalogue_entity.h"

#include "model/oid.h"
#include "model/text.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* What all rows of the catalogue have: whether they shipped, and whether somebody changed
 * them then. An export carries the columns behind these. */
#define SHIPPED(row)                                                                \
	{ .name = "is_builtin",                                                     \
		.column = "builtin_key",                                            \
		.kind = ENTITY_PRESENT,                                             \
		.flags = ENTITY_COMPUTED,                                           \
		.offset = offsetof(row, is_builtin) },                              \
	{                                                                           \
		.name = "is_edited", .kind = ENTITY_BOOL, .flags = ENTITY_COMPUTED, \
		.offset = offsetof(row, is_edited),                                 \
	}

#define UPKEEP_COLUMNS "builtin_key, is_edited, deleted_ms, created_ms, updated_ms"

/* For whom a row is. */
#define PLACE_BRAND(row)                                                     \
	{                                                                    \
		.name = "brand", .column = "brand_id", .kind = ENTITY_BRAND, \
		.flags = ENTITY_KEY, .offset = offsetof(row, brand),         \
		.help = "Number or name; Generic unless said.", .option = {  \
			NULL,                                                \
			"BRAND",                                             \
			"add: for which brand; list: of this one."           \
		}                                                            \
	}
#define PLACE_MODEL(row)                                                           \
	{                                                                          \
		.name = "model", .column = "model_id", .kind = ENTITY_MODEL,       \
		.flags = ENTITY_KEY | ENTITY_NULL, .offset = offsetof(row, model), \
		.help = "Null: any of the brand.", .option = {                     \
			NULL,                                                      \
			"MODEL",                                                   \
			"add: for this model only; list: of this one."             \
		}                                                                  \
	}

/* Which device family a row that shipped is for. */
#define PROFILE(row)                                                    \
	{                                                               \
		.name = "profile", .kind = ENTITY_NAME,                 \
		.flags = ENTITY_KEY | ENTITY_READ_ONLY,                 \
		.offset = offsetof(row, profile), .max = TEXT_NAME_MAX, \
	}

#define RENAMED "change: what it is called from now on."

/* ---- brands ---------------------------------------------------------------- */

static const struct entity_field BRAND_FIELDS[] = {
	{ .name = "name",
	    .kind = ENTITY_NAME,
	    .flags = ENTITY_MUST | ENTITY_KEY,
	    .offset = offsetof(struct stored_brand, name),
	    .min = 1,
	    .max = TEXT_NAME_MAX,
	    .help = "Unique.",
	    .option = { NULL, "NAME", RENAMED } },
	{ .name = "description",
	    .kind = ENTITY_TEXT,
	    .offset = offsetof(struct stored_brand, description),
	    .max = TEXT_CATALOGUE_MAX,
	    .option = { NULL, "TEXT", "add, change: a few words." } },
	SHIPPED(struct stored_brand),
};

const struct entity_type BRAND_ENTITY = {
	.name = "brand",
	.table = "brands",
	.row_bytes = sizeof(struct stored_brand),
	.key = "name",
	.ships = true,
	.upkeep_columns = UPKEEP_COLUMNS,
	.fields = BRAND_FIELDS,
	.n_fields = COUNT(BRAND_FIELDS),
};

/* ---- models ---------------------------------------------------------------- */

static const struct entity_field MODEL_FIELDS[] = {
	{ .name = "brand",
	    .column = "brand_id",
	    .kind = ENTITY_BRAND,
	    .flags = ENTITY_MUST | ENTITY_KEY | ENTITY_FIXED,
	    .offset = offsetof(struct stored_model, brand),
	    .help = "Number or name; for good.",
	    .option = { NULL, "BRAND", "add: of which brand; list: of this one." } },
	{ .name = "name",
	    .kind = ENTITY_NAME,
	    .flags = ENTITY_MUST | ENTITY_KEY,
	    .offset = offsetof(struct stored_model, name),
	    .min = 1,
	    .max = TEXT_NAME_MAX,
	    .help = "Unique in its brand.",
	    .option = { NULL, "NAME", RENAMED } },
	{ .name = "profile",
	    .kind = ENTITY_NAME,
	    .offset = offsetof(struct stored_model, profile),
	    .max = TEXT_NAME_MAX,
	    .help = "How it is read.",
	    .option = { NULL, "NAME",
		"add, change: the vendor profile that reads it." } },
	{ .name = "technology",
	    .kind = ENTITY_NAME,
	    .offset = offsetof(struct stored_model, technology),
	    .max = TEXT_NAME_MAX,
	    .fallback = "gpon",
	    .help = "\"gpon,epon\".",
	    .option = { NULL, "TEXT", "add, change: like \"gpon,epon\"." } },
	{ .name = "slots",
	    .kind = ENTITY_INT,
	    .flags = ENTITY_NULL,
	    .offset = offsetof(struct stored_model, slots),
	    .max = 1000,
	    .option = { NULL, "N", "add, change: how many it has." } },
	{ .name = "ports",
	    .kind = ENTITY_INT,
	    .flags = ENTITY_NULL,
	    .offset = offsetof(struct stored_model, ports),
	    .max = 10000,
	    .option = { NULL, "N", "add, change: how many PON ports." } },
	{ .name = "onus_per_port",
	    .kind = ENTITY_INT,
	    .flags = ENTITY_NULL,
	    .offset = offsetof(struct stored_model, onus_per_port),
	    .max = 100000,
	    .option = { "onus-per-port", "N", "add, change: how many at most." } },
	{ .name = "notes",
	    .kind = ENTITY_TEXT,
	    .offset = offsetof(struct stored_model, notes),
	    .max = TEXT_CATALOGUE_MAX,
	    .option = { NULL, "TEXT", "add, change: whatever else there is to say." } },
	SHIPPED(struct stored_model),
};

const struct entity_type MODEL_ENTITY = {
	.name = "model",
	.table = "models",
	.row_bytes = sizeof(struct stored_model),
	.key = "name",
	.ships = true,
	.upkeep_columns = UPKEEP_COLUMNS,
	.fields = MODEL_FIELDS,
	.n_fields = COUNT(MODEL_FIELDS),
};

/* ---- formulas -------------------------------------------------------------- */

static const struct entity_field FORMULA_FIELDS[] = {
	PLACE_BRAND(struct stored_formula),
	PLACE_MODEL(struct stored_formula),
	PROFILE(struct stored_formula),
	{ .name = "name",
	    .kind = ENTITY_NAME,
	    .flags = ENTITY_MUST | ENTITY_KEY,
	    .offset = offsetof(struct stored_formula, name),
	    .min = 1,
	    .max = TEXT_NAME_MAX,
	    .help = "OIDs refer to it by this.",
	    .option = { NULL, "NAME",
		"change: what it is called from now on; preview: an interface's "
		"name." } },
	{ .name = "definition",
	    .kind = ENTITY_JSON,
	    .flags = ENTITY_MUST,
	    .offset = offsetof(struct stored_formula, definition),
	    .max = TEXT_CATALOGUE_MAX,
	    .help = "An object, or its text; as in a profile.",
	    .option = { NULL, "JSON", "add, change, preview: as in a profile." } },
	SHIPPED(struct stored_formula),
};

const struct entity_type FORMULA_ENTITY = {
	.name = "formula",
	.table = "index_formulas",
	.row_bytes = sizeof(struct stored_formula),
	.key = "name",
	.ships = true,
	.upkeep_columns = UPKEEP_COLUMNS,
	.fields = FORMULA_FIELDS,
	.n_fields = COUNT(FORMULA_FIELDS),
};

/* ---- OIDs ------------------------------------------------------------------ */

static const struct entity_field OID_FIELDS[] = {
	PLACE_BRAND(struct stored_oid),
	PLACE_MODEL(struct stored_oid),
	PROFILE(struct stored_oid),
	{ .name = "table",
	    .column = "table_name",
	    .kind = ENTITY_NAME,
	    .flags = ENTITY_KEY | ENTITY_READ_ONLY,
	    .offset = offsetof(struct stored_oid, table),
	    .max = TEXT_NAME_MAX },
	{ .name = "name",
	    .kind = ENTITY_NAME,
	    .flags = ENTITY_MUST | ENTITY_KEY,
	    .offset = offsetof(struct stored_oid, name),
	    .min = 1,
	    .max = TEXT_NAME_MAX,
	    .option = { NULL, "NAME", RENAMED } },
	{ .name = "oid",
	    .kind = ENTITY_NAME,
	    .flags = ENTITY_MUST,
	    .offset = offsetof(struct stored_oid, oid),
	    .min = 1,
	    .max = OID_TEXT_MAX,
	    .help = "Numeric.",
	    .option = { NULL, "OID", "add, change: the column, in numbers." } },
	{ .name = "purpose",
	    .kind = ENTITY_NAME,
	    .flags = ENTITY_MUST,
	    .offset = offsetof(struct stored_oid, purpose),
	    .min = 1,
	    .max = TEXT_NAME_MAX,
	    .help = "\"onu_rx\", \"run_state\", ..., or custom:name.",
	    .option = { NULL, "PURPOSE",
		"add, change: what it says, like onu_rx, run_state or custom:name." } },
	{ .name = "formula",
	    .kind = ENTITY_NAME,
	    .offset = offsetof(struct stored_oid, formula),
	    .max = TEXT_NAME_MAX,
	    .help = "The name of one.",
	    .option = { NULL, "NAME",
		"add, change: the formula that reads its index." } },
	{ .name = "transform",
	    .kind = ENTITY_JSON,
	    .offset = offsetof(struct stored_oid, transform),
	    .max = TEXT_CATALOGUE_MAX,
	    .help = "An object, or its text; as in a profile.",
	    .option = { NULL, "JSON",
		"add, change: from the raw value to the reading, as in a profile." } },
	{ .name = "unit",
	    .kind = ENTITY_NAME,
	    .offset = offsetof(struct stored_oid, unit),
	    .max = TEXT_UNIT_MAX,
	    .option = { NULL, "UNIT", "add, change: of the reading." } },
	{ .name = "invalid",
	    .kind = ENTITY_JSON,
	    .offset = offsetof(struct stored_oid, invalid),
	    .max = TEXT_CATALOGUE_MAX,
	    .help = "A list, or its text: raw values that are no reading.",
	    .option = { NULL, "JSON",
		"add, change: raw values that are no reading, like [2147483647]." } },
	{ .name = "keep_previous",
	    .kind = ENTITY_BOOL,
	    .offset = offsetof(struct stored_oid, keep_previous),
	    .help = "Instead of no reading.",
	    .option = { "keep-previous", NULL,
		"add, change: the last reading stays where there is none." } },
	{ .name = "is_slow",
	    .kind = ENTITY_BOOL,
	    .offset = offsetof(struct stored_oid, is_slow),
	    .help = "The OLT asks each ONU for it.",
	    .option = { "is-slow", NULL, "add, change: the OLT asks each ONU for it." } },
	{ .name = "enabled",
	    .kind = ENTITY_BOOL,
	    .offset = offsetof(struct stored_oid, enabled),
	    .fallback = "true",
	    .help = "True unless said.",
	    .option = { NULL, NULL, "add, change: it is asked for." } },
	{ .name = "in_metrics",
	    .kind = ENTITY_BOOL,
	    .flags = ENTITY_ADDED,
	    .offset = offsetof(struct stored_oid, in_metrics),
	    .help = "Its numbers are in /metrics: of custom:name that are not an ONU's.",
	    .option = { "in-metrics", NULL,
		"add, change: its numbers are in /metrics (custom:name, not of "
		"ONUs)." } },
	SHIPPED(struct stored_oid),
};

const struct entity_type OID_ENTITY = {
	.name = "oid",
	.table = "oids",
	.row_bytes = sizeof(struct stored_oid),
	.key = "name",
	.ships = true,
	.upkeep_columns = UPKEEP_COLUMNS,
	.fields = OID_FIELDS,
	.n_fields = COUNT(OID_FIELDS),
};

/* ---- labels of states ------------------------------------------------------ */

static const struct entity_field STATE_FIELDS[] = {
	PLACE_BRAND(struct stored_label),
	PROFILE(struct stored_label),
	{ .name = "column",
	    .column = "column_name",
	    .kind = ENTITY_NAME,
	    .flags = ENTITY_KEY,
	    .offset = offsetof(struct stored_label, column),
	    .max = TEXT_NAME_MAX,
	    .help = "\"onu.run_state\" of a profile; any unless said.",
	    .option = { NULL, "TABLE.NAME", "add, change: of this column only." } },
	{ .name = "purpose",
	    .kind = ENTITY_NAME,
	    .flags = ENTITY_KEY,
	    .offset = offsetof(struct stored_label, purpose),
	    .min = 1,
	    .max = TEXT_NAME_MAX,
	    .fallback = "run_state",
	    .help = "run_state unless said.",
	    .option = { NULL, "PURPOSE", "add, change: run_state unless said." } },
	{ .name = "raw",
	    .kind = ENTITY_NAME,
	    .flags = ENTITY_MUST | ENTITY_KEY,
	    .offset = offsetof(struct stored_label, raw),
	    .min = 1,
	    .max = TEXT_NAME_MAX,
	    .help = "As the device sends it.",
	    .option = { NULL, "VALUE", "change: as the device sends it." } },
	{ .name = "label",
	    .kind = ENTITY_NAME,
	    .flags = ENTITY_MUST,
	    .offset = offsetof(struct stored_label, label),
	    .min = 1,
	    .max = TEXT_NAME_MAX,
	    .option = { NULL, "TEXT", "add, change: as the vendor calls it." } },
	{ .name = "meaning",
	    .kind = ENTITY_NAME,
	    .offset = offsetof(struct stored_label, meaning),
	    .choices = "|online|offline|enabled|disabled|transitional|fault|los_port|"
		       "los_onu|power|signal|admin|reset|rogue|unknown",
	    .option = { NULL, "WORD",
		"add, change: online, offline, los, power, disabled, enabled, "
		"transitional, reset or fault." } },
	SHIPPED(struct stored_label),
};

const struct entity_type STATE_ENTITY = {
	.name = "state",
	.table = "state_labels",
	.row_bytes = sizeof(struct stored_label),
	.key = "raw",
	.ships = true,
	.upkeep_columns = UPKEEP_COLUMNS,
	.fields = STATE_FIELDS,
	.n_fields = COUNT(STATE_FIELDS),
};

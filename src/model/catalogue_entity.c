/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables. A new field is a member of its struct, a line here and a migration; the
 * order of the lines is the order of the columns in an export.
 */
#include "model/catalogue_entity.h"

#include "model/oid.h"
#include "model/text.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* The option to change a name. */
#define RENAMED "change: the new name."

/* Fields of all rows of the catalogue: whether they are included in the program, and
 * whether somebody has changed them. */
#define SHIPPED(row)                                                    \
	{ "is_builtin", "builtin_key", ENTITY_PRESENT, ENTITY_COMPUTED, \
		offsetof(row, is_builtin) },                            \
	{                                                               \
		"is_edited", NULL, ENTITY_BOOL, ENTITY_COMPUTED,        \
		    offsetof(row, is_edited)                            \
	}

#define UPKEEP_COLUMNS "builtin_key, is_edited, deleted_ms, created_ms, updated_ms"

/* To which brand and model a row applies, and the profile of an included row. */
#define FOR_BRAND(row)                                                               \
	{                                                                            \
		"brand", "brand_id", ENTITY_BRAND, ENTITY_KEY, offsetof(row, brand), \
		    .help = "Number or name; default: Generic.", .option = {         \
			    NULL,                                                    \
			    "BRAND",                                                 \
			    "add: the brand; list: only of this brand."              \
		    }                                                                \
	}
#define FOR_MODEL(row)                                                            \
	{                                                                         \
		"model", "model_id", ENTITY_MODEL, ENTITY_KEY | ENTITY_NULL,      \
		    offsetof(row, model),                                         \
		    .help = "Null: all models of the brand.", .option = {         \
			    NULL,                                                 \
			    "MODEL",                                              \
			    "add: only for this model; list: only of this model." \
		    }                                                             \
	}
#define OF_PROFILE(row)                                                      \
	{                                                                    \
		"profile", NULL, ENTITY_NAME, ENTITY_KEY | ENTITY_READ_ONLY, \
		    offsetof(row, profile), 0, TEXT_NAME_MAX                 \
	}

/* ---- brands ---------------------------------------------------------------- */

#define AT(member) offsetof(struct stored_brand, member)

static const struct entity_field BRAND_FIELDS[] = {
	{ "name", NULL, ENTITY_NAME, ENTITY_MUST | ENTITY_KEY, AT(name), 1, TEXT_NAME_MAX,
	    .help = "Unique.", .option = { NULL, "NAME", RENAMED } },
	{ "description", NULL, ENTITY_TEXT, 0, AT(description), 0, TEXT_CATALOGUE_MAX,
	    .option = { NULL, "TEXT", "add, change: a description." } },
	SHIPPED(struct stored_brand),
};

const struct entity_type BRAND_ENTITY = { "brand", "brands", sizeof(struct stored_brand),
	"name", true, UPKEEP_COLUMNS, BRAND_FIELDS, COUNT(BRAND_FIELDS) };

/* ---- models ---------------------------------------------------------------- */

#undef AT
#define AT(member) offsetof(struct stored_model, member)

static const struct entity_field MODEL_FIELDS[] = {
	{ "brand", "brand_id", ENTITY_BRAND, ENTITY_MUST | ENTITY_KEY | ENTITY_FIXED,
	    AT(brand), .help = "Number or name; it cannot be changed.",
	    .option = { NULL, "BRAND", "add: the brand; list: only of this brand." } },
	{ "name", NULL, ENTITY_NAME, ENTITY_MUST | ENTITY_KEY, AT(name), 1, TEXT_NAME_MAX,
	    .help = "Unique in its brand.", .option = { NULL, "NAME", RENAMED } },
	{ "profile", NULL, ENTITY_NAME, 0, AT(profile), 0, TEXT_NAME_MAX,
	    .help = "The vendor profile.",
	    .option = { NULL, "NAME", "add, change: the vendor profile." } },
	{ "technology", NULL, ENTITY_NAME, 0, AT(technology), 0, TEXT_NAME_MAX, "gpon",
	    .help = "\"gpon,epon\".",
	    .option = { NULL, "TEXT", "add, change: like \"gpon,epon\"." } },
	{ "slots", NULL, ENTITY_INT, ENTITY_NULL, AT(slots), 0, 1000,
	    .option = { NULL, "N", "add, change: the number of slots." } },
	{ "ports", NULL, ENTITY_INT, ENTITY_NULL, AT(ports), 0, 10000,
	    .option = { NULL, "N", "add, change: the number of PON ports." } },
	{ "onus_per_port", NULL, ENTITY_INT, ENTITY_NULL, AT(onus_per_port), 0, 100000,
	    .option = { "onus-per-port", "N",
		"add, change: the maximum number of ONUs per port." } },
	{ "notes", NULL, ENTITY_TEXT, 0, AT(notes), 0, TEXT_CATALOGUE_MAX,
	    .option = { NULL, "TEXT", "add, change: notes." } },
	SHIPPED(struct stored_model),
};

const struct entity_type MODEL_ENTITY = { "model", "models", sizeof(struct stored_model),
	"name", true, UPKEEP_COLUMNS, MODEL_FIELDS, COUNT(MODEL_FIELDS) };

/* ---- formulas -------------------------------------------------------------- */

#undef AT
#define AT(member) offsetof(struct stored_formula, member)

static const struct entity_field FORMULA_FIELDS[] = {
	FOR_BRAND(struct stored_formula),
	FOR_MODEL(struct stored_formula),
	OF_PROFILE(struct stored_formula),
	{ "name", NULL, ENTITY_NAME, ENTITY_MUST | ENTITY_KEY, AT(name), 1, TEXT_NAME_MAX,
	    .help = "OIDs refer to it by this name.",
	    .option = { NULL, "NAME",
		"change: the new name; preview: the name of an interface." } },
	{ "definition", NULL, ENTITY_JSON, ENTITY_MUST, AT(definition), 0,
	    TEXT_CATALOGUE_MAX, .help = "A JSON object or its text, as in a profile.",
	    .option = { NULL, "JSON", "add, change, preview: as in a profile." } },
	SHIPPED(struct stored_formula),
};

const struct entity_type FORMULA_ENTITY = { "formula", "index_formulas",
	sizeof(struct stored_formula), "name", true, UPKEEP_COLUMNS, FORMULA_FIELDS,
	COUNT(FORMULA_FIELDS) };

/* ---- OIDs ------------------------------------------------------------------ */

#undef AT
#define AT(member) offsetof(struct stored_oid, member)

static const struct entity_field OID_FIELDS[] = {
	FOR_BRAND(struct stored_oid),
	FOR_MODEL(struct stored_oid),
	OF_PROFILE(struct stored_oid),
	{ "table", "table_name", ENTITY_NAME, ENTITY_KEY | ENTITY_READ_ONLY, AT(table), 0,
	    TEXT_NAME_MAX },
	{ "name", NULL, ENTITY_NAME, ENTITY_MUST | ENTITY_KEY, AT(name), 1, TEXT_NAME_MAX,
	    .option = { NULL, "NAME", RENAMED } },
	{ "oid", NULL, ENTITY_NAME, ENTITY_MUST, AT(oid), 1, OID_TEXT_MAX,
	    .help = "Numeric.",
	    .option = { NULL, "OID", "add, change: the numeric OID of the column." } },
	{ "purpose", NULL, ENTITY_NAME, ENTITY_MUST, AT(purpose), 1, TEXT_NAME_MAX,
	    .help = "\"onu_rx\", \"run_state\", ..., or custom:name.",
	    .option = { NULL, "PURPOSE",
		"add, change: the purpose, like onu_rx, run_state or custom:name." } },
	{ "formula", NULL, ENTITY_NAME, 0, AT(formula), 0, TEXT_NAME_MAX,
	    .help = "The name of a formula.",
	    .option = { NULL, "NAME",
		"add, change: the formula that decodes its index." } },
	{ "transform", NULL, ENTITY_JSON, 0, AT(transform), 0, TEXT_CATALOGUE_MAX,
	    .help = "A JSON object or its text, as in a profile.",
	    .option = { NULL, "JSON",
		"add, change: how the raw value is converted, as in a profile." } },
	{ "unit", NULL, ENTITY_NAME, 0, AT(unit), 0, TEXT_UNIT_MAX,
	    .option = { NULL, "UNIT", "add, change: the unit of the value." } },
	{ "invalid", NULL, ENTITY_JSON, 0, AT(invalid), 0, TEXT_CATALOGUE_MAX,
	    .help = "A JSON list or its text: raw values that mean \"no reading\".",
	    .option = { NULL, "JSON",
		"add, change: raw values that mean \"no reading\", like "
		"[2147483647]." } },
	{ "keep_previous", NULL, ENTITY_BOOL, 0, AT(keep_previous),
	    .help = "Keep the last value if there is no new reading.",
	    .option = { "keep-previous", NULL,
		"add, change: keep the last value if there is no new reading." } },
	{ "is_slow", NULL, ENTITY_BOOL, 0, AT(is_slow),
	    .help = "The OLT must request it from each ONU.",
	    .option = { "is-slow", NULL,
		"add, change: the OLT must request it from each ONU." } },
	{ "enabled", NULL, ENTITY_BOOL, 0, AT(enabled), .fallback = "true",
	    .help = "Default: true.",
	    .option = { NULL, NULL, "add, change: whether it is read." } },
	{ "in_metrics", NULL, ENTITY_BOOL, ENTITY_ADDED, AT(in_metrics),
	    .help = "Its values are in /metrics; only for custom:name that does not "
		    "belong to ONUs.",
	    .option = { "in-metrics", NULL,
		"add, change: whether its values are in /metrics (custom:name, not of "
		"ONUs)." } },
	SHIPPED(struct stored_oid),
};

const struct entity_type OID_ENTITY = { "oid", "oids", sizeof(struct stored_oid), "name",
	true, UPKEEP_COLUMNS, OID_FIELDS, COUNT(OID_FIELDS) };

/* ---- labels of states ------------------------------------------------------ */

#undef AT
#define AT(member) offsetof(struct stored_label, member)

static const struct entity_field STATE_FIELDS[] = {
	FOR_BRAND(struct stored_label),
	OF_PROFILE(struct stored_label),
	{ "column", "column_name", ENTITY_NAME, ENTITY_KEY, AT(column), 0, TEXT_NAME_MAX,
	    .help = "\"onu.run_state\" of a profile; default: any column.",
	    .option = { NULL, "TABLE.NAME", "add, change: only for this column." } },
	{ "purpose", NULL, ENTITY_NAME, ENTITY_KEY, AT(purpose), 1, TEXT_NAME_MAX,
	    "run_state", .help = "Default: run_state.",
	    .option = { NULL, "PURPOSE",
		"add, change: the purpose; default: run_state." } },
	{ "raw", NULL, ENTITY_NAME, ENTITY_MUST | ENTITY_KEY, AT(raw), 1, TEXT_NAME_MAX,
	    .help = "The value as the device sends it.",
	    .option = { NULL, "VALUE", "change: the value as the device sends it." } },
	{ "label", NULL, ENTITY_NAME, ENTITY_MUST, AT(label), 1, TEXT_NAME_MAX,
	    .option = { NULL, "TEXT", "add, change: the vendor's name of the state." } },
	{ "meaning", NULL, ENTITY_NAME, 0, AT(meaning),
	    .choices = "|online|offline|enabled|disabled|transitional|fault|"
		       "module_absent|module_fault|los_port|"
		       "los_onu|power|signal|admin|reset|rogue|unknown",
	    .option = { NULL, "WORD",
		"add, change: the meaning: online, offline, los, power, disabled, "
		"enabled, transitional, reset or fault." } },
	SHIPPED(struct stored_label),
};

const struct entity_type STATE_ENTITY = { "state", "state_labels",
	sizeof(struct stored_label), "raw", true, UPKEEP_COLUMNS, STATE_FIELDS,
	COUNT(STATE_FIELDS) };

/* SPDX-License-Identifier: Apache-2.0
 *
 * Index formulas and state labels, as rows of the catalogue.
 */
#include "model/value.h"
#include "service/catalogue_int.h"
#include "vendor/overlay.h"

/* ---- formulas ------------------------------------------------------------------- */

static json_t *
show_formula(struct db *db, int64_t id, struct err *err)
{
	return show_row(db, "formulas", id, err);
}

static const struct entity ENTITY_OF_FORMULA = { "formula", show_formula };

static void
take_definition(struct ask *a, void *row)
{
	struct stored_formula *f = row;
	struct overlay_formula given;
	struct index_format format = { 0 };
	struct err err = { 0 };

	f->definition = arg_json(a, "definition", f->definition);
	given = (struct overlay_formula){ f->name, f->definition };
	if (overlay_format_load(&given, a->arena, &format, &err) != RC_OK)
		arg_wrong(a, "definition", "%s", err.msg);
}

static const struct field_rule FORMULA_FIELD_RULES[] = {
	{ "definition", take_definition },
	{ NULL, NULL },
};

const struct kind KIND_FORMULA = {
	.type = &FORMULA_ENTITY,
	.place = { "formulas", "index formula", NULL, { "deleted_at", "" } },
	.entity = &ENTITY_OF_FORMULA,
	.rules = FORMULA_FIELD_RULES,
};

/* ---- states --------------------------------------------------------------------- */

static json_t *
show_state(struct db *db, int64_t id, struct err *err)
{
	return show_row(db, "states", id, err);
}

static const struct entity ENTITY_OF_STATE = { "state", show_state };

static void
take_state_purpose(struct ask *a, void *row)
{
	struct stored_label *l = row;

	take_purpose(a, &l->purpose);
}

static void
take_meaning(struct ask *a, void *row)
{
	struct stored_label *l = row;
	enum state known;

	l->meaning = arg_text(a, "meaning", l->meaning);
	if (l->meaning && *l->meaning && !state_from_name(l->meaning, &known))
		arg_wrong(a, "meaning",
		    "online, offline, enabled, disabled, transitional, fault, "
		    "module_absent, module_fault, los_port, los_onu, power, signal, "
		    "admin, reset, rogue or unknown");
}

static const struct field_rule STATE_FIELD_RULES[] = {
	{ "purpose", take_state_purpose },
	{ "meaning", take_meaning },
	{ NULL, NULL },
};

const struct kind KIND_STATE = {
	.type = &STATE_ENTITY,
	.place = { "states", "state label", NULL, { "deleted_at", "" } },
	.entity = &ENTITY_OF_STATE,
	.rules = STATE_FIELD_RULES,
};

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

static const struct entity ENTITY_FORMULA = { "formula", show_formula };

static struct catalogue_row
fresh_formula(void)
{
	return (struct catalogue_row){ .formula = { .name = NULL } };
}

static enum rc
load_formula(struct db *db, int64_t id, struct arena *arena,
    struct catalogue_row *ret_row, struct err *err)
{
	return store_formula_get(
	    db, (struct formula_id){ id }, arena, &ret_row->formula, err);
}

static void
take_formula(struct ask *a, struct catalogue_row *row)
{
	struct stored_formula *f = &row->formula;
	struct overlay_formula given;
	struct index_format format = { 0 };
	struct err err = { 0 };

	take_brand_and_model(a, &f->brand, &f->model);
	f->name = arg_text(a, "name", f->name);
	arg_check_name(a, "name", f->name, 1, CATALOGUE_NAME);
	f->definition = arg_json(a, "definition", f->definition);
	arg_check_length(a, "definition", f->definition, 0, CATALOGUE_TEXT);
	given = (struct overlay_formula){ f->name, f->definition };
	if (overlay_format_load(&given, a->arena, &format, &err) != RC_OK)
		arg_wrong(a, "definition", "%s", err.msg);
}

static enum rc
put_formula(struct db *db, struct catalogue_row *row, int64_t *id, int64_t now_ms,
    struct err *err)
{
	enum rc rc;

	row->formula.id.v = *id;
	rc = store_formula_put(db, &row->formula, now_ms, err);
	*id = row->formula.id.v;
	return rc;
}

static enum rc
remove_formula(struct db *db, int64_t id, int64_t now_ms, struct err *err)
{
	return store_formula_delete(db, (struct formula_id){ id }, now_ms, err);
}

static enum rc
copy_formula(struct db *db, int64_t id, const char *name, int64_t now_ms, int64_t *ret_id,
    struct err *err)
{
	struct formula_id made = { 0 };
	enum rc rc = store_formula_duplicate(
	    db, (struct formula_id){ id }, name, now_ms, &made, err);

	*ret_id = made.v;
	return rc;
}

const struct kind KIND_FORMULA = {
	.noun = "formula",
	.place = { "formulas", "index formula", NULL, { "deleted_at", "" } },
	.key = "name",
	.fields = "brand_name=brand model_name=model profile name definition",
	.same_by = "brand model profile name",
	.entity = &ENTITY_FORMULA,
	.fresh = fresh_formula,
	.load = load_formula,
	.take = take_formula,
	.put = put_formula,
	.remove = remove_formula,
	.copy = copy_formula,
};

/* ---- states --------------------------------------------------------------------- */

static json_t *
show_state(struct db *db, int64_t id, struct err *err)
{
	return show_row(db, "states", id, err);
}

static const struct entity ENTITY_STATE = { "state", show_state };

static struct catalogue_row
fresh_state(void)
{
	return (struct catalogue_row){ .label = { .purpose = "run_state" } };
}

static enum rc
load_state(struct db *db, int64_t id, struct arena *arena, struct catalogue_row *ret_row,
    struct err *err)
{
	return store_label_get(db, (struct label_id){ id }, arena, &ret_row->label, err);
}

static void
take_state(struct ask *a, struct catalogue_row *row)
{
	struct stored_label *l = &row->label;
	enum state known;

	if (arg_given(a, "brand"))
		l->brand = find_brand(a, "brand");
	l->column = arg_text(a, "column", l->column);
	arg_check_name(a, "column", l->column, 0, CATALOGUE_NAME);
	take_purpose(a, &l->purpose);
	l->raw = arg_text(a, "raw", l->raw);
	arg_check_name(a, "raw", l->raw, 1, CATALOGUE_NAME);
	l->label = arg_text(a, "label", l->label);
	arg_check_name(a, "label", l->label, 1, CATALOGUE_NAME);
	l->meaning = arg_text(a, "meaning", l->meaning);
	if (l->meaning && *l->meaning && !state_from_name(l->meaning, &known))
		arg_wrong(a, "meaning",
		    "online, offline, enabled, disabled, transitional, fault, los_port, "
		    "los_onu, power, signal, admin, reset, rogue or unknown");
}

static enum rc
put_state(struct db *db, struct catalogue_row *row, int64_t *id, int64_t now_ms,
    struct err *err)
{
	enum rc rc;

	row->label.id.v = *id;
	rc = store_label_put(db, &row->label, now_ms, err);
	*id = row->label.id.v;
	return rc;
}

static enum rc
remove_state(struct db *db, int64_t id, int64_t now_ms, struct err *err)
{
	return store_label_delete(db, (struct label_id){ id }, now_ms, err);
}

static enum rc
copy_state(struct db *db, int64_t id, const char *raw, int64_t now_ms, int64_t *ret_id,
    struct err *err)
{
	struct label_id made = { 0 };
	enum rc rc =
	    store_label_duplicate(db, (struct label_id){ id }, raw, now_ms, &made, err);

	*ret_id = made.v;
	return rc;
}

const struct kind KIND_STATE = {
	.noun = "state",
	.place = { "states", "state label", NULL, { "deleted_at", "" } },
	.key = "raw",
	.fields = "brand_name=brand profile column purpose raw label meaning",
	.same_by = "brand profile column purpose raw",
	.entity = &ENTITY_STATE,
	.fresh = fresh_state,
	.load = load_state,
	.take = take_state,
	.put = put_state,
	.remove = remove_state,
	.copy = copy_state,
};

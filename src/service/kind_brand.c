/* SPDX-License-Identifier: Apache-2.0
 *
 * Brands and models, as rows of the catalogue.
 */
#include "service/catalogue_int.h"

enum { SLOTS_MAX = 1000, PORTS_MAX = 10000, ONUS_MAX = 100000 };

void
take_brand_and_model(struct ask *a, struct brand_id *brand, struct model_id *ret_model)
{
	if (arg_given(a, "brand"))
		*brand = find_brand(a, "brand");
	if (json_is_null(json_object_get(a->args, "model")))
		ret_model->v = 0;
	else if (arg_given(a, "model"))
		*ret_model = find_model(a, "model", *brand);
}

/* ---- brands ------------------------------------------------------------------- */

static json_t *
show_brand(struct db *db, int64_t id, struct err *err)
{
	return show_row(db, "brands", id, err);
}

static const struct entity ENTITY_BRAND = { "brand", show_brand };

static struct catalogue_row
fresh_brand(void)
{
	return (struct catalogue_row){ .brand = { .description = "" } };
}

static enum rc
load_brand(struct db *db, int64_t id, struct arena *arena, struct catalogue_row *ret_row,
    struct err *err)
{
	return store_brand_get(db, (struct brand_id){ id }, arena, &ret_row->brand, err);
}

static void
take_brand(struct ask *a, struct catalogue_row *row)
{
	struct stored_brand *b = &row->brand;

	b->name = arg_text(a, "name", b->name);
	b->description = arg_text(a, "description", b->description);
	arg_check_name(a, "name", b->name, 1, CATALOGUE_NAME);
	arg_check_length(a, "description", b->description, 0, CATALOGUE_TEXT);
}

static enum rc
put_brand(struct db *db, struct catalogue_row *row, int64_t *id, int64_t now_ms,
    struct err *err)
{
	enum rc rc;

	row->brand.id.v = *id;
	rc = store_brand_put(db, &row->brand, now_ms, err);
	*id = row->brand.id.v;
	return rc;
}

static enum rc
remove_brand(struct db *db, int64_t id, int64_t now_ms, struct err *err)
{
	return store_brand_delete(db, (struct brand_id){ id }, now_ms, err);
}

static enum rc
copy_brand(struct db *db, int64_t id, const char *name, int64_t now_ms, int64_t *ret_id,
    struct err *err)
{
	struct brand_id made = { 0 };
	enum rc rc =
	    store_brand_duplicate(db, (struct brand_id){ id }, name, now_ms, &made, err);

	*ret_id = made.v;
	return rc;
}

const struct kind KIND_BRAND = {
	.noun = "brand",
	.place = { "brands", "brand", "name", { "deleted_at", "" } },
	.key = "name",
	.fields = "name description",
	.same_by = "name",
	.entity = &ENTITY_BRAND,
	.fresh = fresh_brand,
	.load = load_brand,
	.take = take_brand,
	.put = put_brand,
	.remove = remove_brand,
	.copy = copy_brand,
};

/* ---- models ------------------------------------------------------------------- */

static json_t *
show_model(struct db *db, int64_t id, struct err *err)
{
	return show_row(db, "models", id, err);
}

static const struct entity ENTITY_MODEL = { "model", show_model };

static struct catalogue_row
fresh_model(void)
{
	return (struct catalogue_row){ .model = { .technology = "gpon" } };
}

static enum rc
load_model(struct db *db, int64_t id, struct arena *arena, struct catalogue_row *ret_row,
    struct err *err)
{
	return store_model_get(db, (struct model_id){ id }, arena, &ret_row->model, err);
}

/* How many of something; null or 0: not known. */
static int64_t
take_number(struct ask *a, const char *name, int64_t max, int64_t is)
{
	if (json_is_null(json_object_get(a->args, name)))
		return 0;
	return arg_int(a, name, (struct arg_range){ 0, max, is });
}

/* A model does not go to another brand. */
static void
take_models_brand(struct ask *a, struct stored_model *m)
{
	struct brand_id brand = find_brand(a, "brand");

	if (m->id.v == 0 && !arg_given(a, "brand"))
		arg_wrong(a, "brand", "a model needs one");
	else if (m->id.v != 0 && brand.v && brand.v != m->brand.v)
		arg_wrong(a, "brand", "a model stays with its brand");
	if (m->id.v == 0)
		m->brand = brand;
}

static void
take_model(struct ask *a, struct catalogue_row *row)
{
	struct stored_model *m = &row->model;

	take_models_brand(a, m);
	m->name = arg_text(a, "name", m->name);
	m->profile = arg_text(a, "profile", m->profile);
	m->technology = arg_text(a, "technology", m->technology);
	m->notes = arg_text(a, "notes", m->notes);
	m->slots = take_number(a, "slots", SLOTS_MAX, m->slots);
	m->ports = take_number(a, "ports", PORTS_MAX, m->ports);
	m->onus_per_port = take_number(a, "onus_per_port", ONUS_MAX, m->onus_per_port);
	arg_check_name(a, "name", m->name, 1, CATALOGUE_NAME);
	arg_check_name(a, "technology", m->technology, 0, CATALOGUE_NAME);
	arg_check_length(a, "notes", m->notes, 0, CATALOGUE_TEXT);
	if (m->profile && *m->profile &&
	    !profile_set_find(a->s->options.profiles, m->profile))
		arg_wrong(a, "profile", "there is no profile \"%.60s\"", m->profile);
}

static enum rc
put_model(struct db *db, struct catalogue_row *row, int64_t *id, int64_t now_ms,
    struct err *err)
{
	enum rc rc;

	row->model.id.v = *id;
	rc = store_model_put(db, &row->model, now_ms, err);
	*id = row->model.id.v;
	return rc;
}

static enum rc
remove_model(struct db *db, int64_t id, int64_t now_ms, struct err *err)
{
	return store_model_delete(db, (struct model_id){ id }, now_ms, err);
}

static enum rc
copy_model(struct db *db, int64_t id, const char *name, int64_t now_ms, int64_t *ret_id,
    struct err *err)
{
	struct model_id made = { 0 };
	enum rc rc =
	    store_model_duplicate(db, (struct model_id){ id }, name, now_ms, &made, err);

	*ret_id = made.v;
	return rc;
}

const struct kind KIND_MODEL = {
	.noun = "model",
	.place = { "models", "model", "name", { "deleted_at", "" } },
	.key = "name",
	.fields =
	    "brand_name=brand name profile technology slots ports onus_per_port notes",
	.same_by = "brand name",
	.entity = &ENTITY_MODEL,
	.fresh = fresh_model,
	.load = load_model,
	.take = take_model,
	.put = put_model,
	.remove = remove_model,
	.copy = copy_model,
};

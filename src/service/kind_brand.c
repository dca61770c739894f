/* SPDX-License-Identifier: Apache-2.0
 *
 * Brands and models, as rows of the catalogue.
 */
#include "service/catalogue_int.h"
#include "vendor/profile.h"

/* ---- brands ------------------------------------------------------------------- */

static json_t *
show_brand(struct db *db, int64_t id, struct err *err)
{
	return show_row(db, "brands", id, err);
}

static const struct entity ENTITY_OF_BRAND = { "brand", show_brand };

const struct kind KIND_BRAND = {
	.type = &BRAND_ENTITY,
	.place = { "brands", "brand", "name", { "deleted_at", "" } },
	.entity = &ENTITY_OF_BRAND,
};

/* ---- models ------------------------------------------------------------------- */

static json_t *
show_model(struct db *db, int64_t id, struct err *err)
{
	return show_row(db, "models", id, err);
}

static const struct entity ENTITY_OF_MODEL = { "model", show_model };

/* A model does not go to another brand. */
static void
take_brand(struct ask *a, void *row)
{
	struct stored_model *m = row;
	struct brand_id brand = find_brand(a, "brand");

	if (m->id.v == 0 && !arg_given(a, "brand"))
		arg_wrong(a, "brand", "a model needs one");
	else if (m->id.v != 0 && brand.v && brand.v != m->brand.v)
		arg_wrong(a, "brand", "a model stays with its brand");
	if (m->id.v == 0)
		m->brand = brand;
}

static void
take_profile(struct ask *a, void *row)
{
	struct stored_model *m = row;

	m->profile = arg_text(a, "profile", m->profile);
	if (m->profile && *m->profile &&
	    !profile_set_find(a->s->options.profiles, m->profile))
		arg_wrong(a, "profile", "there is no profile \"%.60s\"", m->profile);
}

static const struct field_rule MODEL_FIELD_RULES[] = {
	{ "brand", take_brand },
	{ "profile", take_profile },
	{ NULL, NULL },
};

const struct kind KIND_MODEL = {
	.type = &MODEL_ENTITY,
	.place = { "models", "model", "name", { "deleted_at", "" } },
	.entity = &ENTITY_OF_MODEL,
	.rules = MODEL_FIELD_RULES,
};

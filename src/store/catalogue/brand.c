/* SPDX-License-Identifier: Apache-2.0
 *
 * The rules of brands and models.
 */
#include "store/catalogue/rules_int.h"

/* ---- brands ---------------------------------------------------------------- */

static enum rc
missing_brand(int64_t id, struct err *err)
{
	return err_set(err, RC_NOT_FOUND, "there is no brand %lld", (long long)id);
}

static enum rc
taken_brand(const char *name, struct err *err)
{
	return err_set(err, RC_CONFLICT, "name: there is a brand \"%s\" already", name);
}

static enum rc
check_brand_unused(struct db *db, int64_t id, struct err *err)
{
	static const char sql[] =
	    "SELECT kind, name FROM ("
	    "SELECT CAST('OLT' AS TEXT) AS kind, name FROM olts "
	    "WHERE brand_id = $1 AND deleted_ms IS NULL UNION ALL "
	    "SELECT CAST('job' AS TEXT), name FROM jobs WHERE deleted_ms IS NULL "
	    "AND (brand_id = $1 OR target_brand_id = $1) UNION ALL "
	    "SELECT CAST('job' AS TEXT), j.name FROM oids o "
	    "JOIN job_oids u ON u.oid_id = o.id JOIN jobs j ON j.id = u.job_id "
	    "WHERE o.brand_id = $1 AND j.deleted_ms IS NULL) AS users "
	    "ORDER BY kind, name LIMIT 1";

	if (id == CATALOGUE_GENERIC)
		return err_set(err, RC_INVALID,
		    "Generic stands for any brand and cannot be deleted");
	return catalogue_check_unused(db, sql, id, err);
}

static const struct entity_type *const BRAND_PARTS[] = { &MODEL_ENTITY, &OID_ENTITY,
	&FORMULA_ENTITY, &STATE_ENTITY, NULL };

const struct catalogue_rules BRAND_RULES = {
	.type = &BRAND_ENTITY,
	.missing = missing_brand,
	.taken = taken_brand,
	.check_unused = check_brand_unused,
	.parts = &(const struct catalogue_parts){ .column = "brand_id",
	    .types = BRAND_PARTS,
	    .swaps = (const struct entity_swap[]){ { "brand", "CAST($2 AS BIGINT)" },
		{ "model", "t.id" }, { NULL, NULL } },
	    .model_join = "LEFT JOIN models m ON m.id = r.model_id "
			  "LEFT JOIN models t ON t.brand_id = $2 AND t.name = m.name" },
};

/* ---- models ---------------------------------------------------------------- */

static enum rc
missing_model(int64_t id, struct err *err)
{
	return err_set(err, RC_NOT_FOUND, "there is no model %lld", (long long)id);
}

static enum rc
taken_model(const char *name, struct err *err)
{
	return err_set(
	    err, RC_CONFLICT, "name: the brand has a model \"%s\" already", name);
}

static enum rc
check_model_place(struct db *db, const void *row, struct err *err)
{
	const struct stored_model *m = row;

	return catalogue_check_place(db, m->brand, (struct model_id){ 0 }, err);
}

static enum rc
check_model_unused(struct db *db, int64_t id, struct err *err)
{
	static const char sql[] =
	    "SELECT kind, name FROM ("
	    "SELECT CAST('OLT' AS TEXT) AS kind, name FROM olts "
	    "WHERE model_id = $1 AND deleted_ms IS NULL UNION ALL "
	    "SELECT CAST('job' AS TEXT), name FROM jobs "
	    "WHERE target_model_id = $1 AND deleted_ms IS NULL UNION ALL "
	    "SELECT CAST('job' AS TEXT), j.name FROM oids o "
	    "JOIN job_oids u ON u.oid_id = o.id JOIN jobs j ON j.id = u.job_id "
	    "WHERE o.model_id = $1 AND j.deleted_ms IS NULL) AS users "
	    "ORDER BY kind, name LIMIT 1";

	return catalogue_check_unused(db, sql, id, err);
}

static const struct entity_type *const MODEL_PARTS[] = { &OID_ENTITY, &FORMULA_ENTITY,
	NULL };

const struct catalogue_rules MODEL_RULES = {
	.type = &MODEL_ENTITY,
	.missing = missing_model,
	.taken = taken_model,
	.check_place = check_model_place,
	.check_unused = check_model_unused,
	.parts = &(const struct catalogue_parts){ .column = "model_id",
	    .types = MODEL_PARTS,
	    .swaps = (const struct entity_swap[]){ { "model", "CAST($2 AS BIGINT)" },
		{ NULL, NULL } },
	    .model_join = "" },
};

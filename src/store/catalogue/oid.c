/* SPDX-License-Identifier: Apache-2.0
 *
 * The rules of OIDs, and which of them is meant.
 */
#include "store/catalogue/oid.h"

#include "model/oid.h"
#include "store/catalogue/rules_int.h"
#include "store/db/query.h"

static enum rc
missing(int64_t id, struct err *err)
{
	return err_set(err, RC_NOT_FOUND, "there is no OID %lld", (long long)id);
}

static enum rc
taken(const char *name, struct err *err)
{
	return err_set(err, RC_CONFLICT,
	    "name: this brand and model have an OID \"%s\" already", name);
}

static enum rc
check(void *row, struct err *err)
{
	const struct stored_oid *o = row;
	struct oid parsed;
	enum rc rc = oid_parse(o->oid, &parsed, err);

	if (rc != RC_OK)
		return err_prefix(err, rc, "oid: ");
	rc = catalogue_check_purpose(o->purpose, err);
	if (rc == RC_OK)
		rc = catalogue_check_json(
		    "transform", o->transform, CATALOGUE_OBJECT, err);
	if (rc == RC_OK)
		rc = catalogue_check_json("invalid", o->invalid, CATALOGUE_ARRAY, err);
	return rc;
}

/* A formula of that name for its brand and model, of whatever profile: which one it is
 * depends on the OLT. */
static enum rc
check_formula(struct db *db, const struct stored_oid *o, struct err *err)
{
	static const char sql[] =
	    "SELECT id FROM index_formulas WHERE name = $3 AND deleted_ms IS NULL "
	    "AND ((brand_id = $1 AND (model_id IS NULL OR model_id = $2)) "
	    "OR (brand_id = 1 AND model_id IS NULL)) LIMIT 1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc;

	if (!o->formula || !*o->formula)
		return RC_OK;
	rc = db_query_first(
	    db, sql, DB_ARGS(catalogue_brand(o->brand), o->model.v, o->formula), &q, err);
	if (rc == RC_NOT_FOUND)
		return err_set(err, RC_CONFLICT,
		    "formula: this brand and model have no index formula \"%.64s\"",
		    o->formula);
	return rc;
}

static enum rc
check_place(struct db *db, const void *row, struct err *err)
{
	const struct stored_oid *o = row;
	enum rc rc = catalogue_check_place(db, o->brand, o->model, err);

	return rc == RC_OK ? check_formula(db, o, err) : rc;
}

static enum rc
check_unused(struct db *db, int64_t id, struct err *err)
{
	static const char sql[] =
	    "SELECT CAST('job' AS TEXT), j.name FROM job_oids u "
	    "JOIN jobs j ON j.id = u.job_id "
	    "WHERE u.oid_id = $1 AND j.deleted_ms IS NULL ORDER BY j.name LIMIT 1";

	return catalogue_check_unused(db, sql, id, err);
}

const struct catalogue_rules OID_RULES = {
	.type = &OID_ENTITY,
	.missing = missing,
	.taken = taken,
	.check = check,
	.check_place = check_place,
	.check_unused = check_unused,
};

enum rc
store_oid_find(struct db *db, const struct oid_wanted *wanted, struct arena *arena,
    struct stored_oid *ret_oid, struct err *err)
{
	static const char rest[] =
	    "FROM oids WHERE purpose = $4 AND enabled = 1 "
	    "AND deleted_ms IS NULL AND (profile = $3 OR profile = '' OR $3 = '') "
	    "AND ((brand_id = $1 AND (model_id IS NULL OR model_id = $2)) "
	    "OR (brand_id = 1 AND model_id IS NULL)) "
	    "ORDER BY CASE WHEN brand_id = $1 AND model_id = $2 THEN 0 "
	    "WHEN brand_id = $1 THEN 1 ELSE 2 END, "
	    "CASE WHEN profile = '' THEN 0 ELSE 1 END, id LIMIT 1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = entity_query(db, &OID_ENTITY, rest,
	    DB_ARGS(catalogue_brand(wanted->brand), wanted->model.v,
		wanted->profile ? wanted->profile : "", wanted->purpose),
	    &q, err);

	if (rc == RC_OK)
		rc = entity_first(&OID_ENTITY, q, arena, ret_oid, err);
	if (rc == RC_NOT_FOUND)
		return err_set(err, rc, "no OID is known for %s", wanted->purpose);
	return rc;
}

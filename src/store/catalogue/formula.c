/* SPDX-License-Identifier: Apache-2.0
 *
 * The rules of index formulas. Of a definition only the JSON is looked at; what it means is
 * known in vendor/.
 */
#include "store/catalogue/rules_int.h"

#include "store/db/query.h"

static enum rc
missing(int64_t id, struct err *err)
{
	return err_set(
	    err, RC_NOT_FOUND, "there is no index formula %lld", (long long)id);
}

static enum rc
taken(const char *name, struct err *err)
{
	return err_set(err, RC_CONFLICT,
	    "name: this brand and model have a formula \"%s\" already", name);
}

static enum rc
check(void *row, struct err *err)
{
	const struct stored_formula *f = row;

	if (!f->definition || !*f->definition)
		return err_set(err, RC_INVALID, "definition: a JSON object, {...}");
	return catalogue_check_json("definition", f->definition, CATALOGUE_OBJECT, err);
}

/* OIDs of the same brand and profile, by name; a formula for one model serves that
 * model's. $2 is the name that stays: an OID that asks for it loses nothing. */
static enum rc
check_loses_no_oid(struct db *db, int64_t id, const char *kept, struct err *err)
{
	static const char sql[] =
	    "SELECT o.name FROM index_formulas f JOIN oids o ON o.formula = f.name "
	    "AND o.brand_id = f.brand_id AND o.profile = f.profile "
	    "AND (f.model_id IS NULL OR f.model_id = o.model_id) "
	    "WHERE f.id = $1 AND f.name <> $2 AND o.deleted_ms IS NULL "
	    "ORDER BY o.name LIMIT 1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(id, kept), &q, err);

	if (rc == RC_NOT_FOUND)
		return RC_OK;
	if (rc == RC_OK)
		return err_set(err, RC_CONFLICT, "OID \"%s\" uses it", db_text(q, 0));
	return rc;
}

static enum rc
check_place(struct db *db, const void *row, struct err *err)
{
	const struct stored_formula *f = row;
	enum rc rc = catalogue_check_place(db, f->brand, f->model, err);

	if (rc == RC_OK && f->id.v)
		rc = check_loses_no_oid(db, f->id.v, f->name, err);
	return rc;
}

static enum rc
check_unused(struct db *db, int64_t id, struct err *err)
{
	return check_loses_no_oid(db, id, "", err);
}

const struct catalogue_rules FORMULA_RULES = {
	.type = &FORMULA_ENTITY,
	.missing = missing,
	.taken = taken,
	.check = check,
	.check_place = check_place,
	.check_unused = check_unused,
};

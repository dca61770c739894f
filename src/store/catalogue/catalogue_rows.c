/* SPDX-License-Identifier: Apache-2.0 */
#include "store/catalogue/catalogue_row.h"

#include <jansson.h>
#include <string.h>

#include "model/purpose.h"
#include "store/db/query.h"

enum rc
catalogue_check_purpose(const char *name, struct err *err)
{
	enum purpose purpose;

	if (name && strncmp(name, "custom:", 7) == 0 && name[7])
		return RC_OK;
	if (name && purpose_from_name(name, &purpose) && purpose != PURPOSE_CUSTOM)
		return RC_OK;
	return err_set(err, RC_INVALID,
	    "purpose: there is none of that name; one's own is custom:name");
}

enum rc
catalogue_check_json(
    const char *field, const char *text, enum catalogue_json kind, struct err *err)
{
	json_error_t where;
	json_t *json;
	bool fits;

	if (!text || !*text)
		return RC_OK;
	json = json_loads(text, JSON_REJECT_DUPLICATES, &where);
	if (!json)
		return err_set(err, RC_INVALID, "%s: not JSON, character %d: %s", field,
		    where.position, where.text);
	fits = kind == CATALOGUE_OBJECT ? json_is_object(json) : json_is_array(json);
	json_decref(json);
	if (fits)
		return RC_OK;
	return err_set(err, RC_INVALID, "%s: a JSON %s", field,
	    kind == CATALOGUE_OBJECT ? "object, {...}" : "list, [...]");
}

/* From the row of check_place: the brand, whether the model is there, and whether it is
 * the brand's. */
static enum rc
judge_place(const struct db_stmt *q, struct model_id model, struct err *err)
{
	if (model.v == 0)
		return RC_OK;
	if (db_is_null(q, 1))
		return err_set(err, RC_CONFLICT, "model: there is no model %lld",
		    (long long)model.v);
	if (!db_int(q, 2))
		return err_set(err, RC_INVALID, "model: \"%s\" is not a model of %s",
		    db_text(q, 1), db_text(q, 0));
	return RC_OK;
}

enum rc
catalogue_check_place(
    struct db *db, struct brand_id brand, struct model_id model, struct err *err)
{
	static const char sql[] =
	    "SELECT b.name, m.name, CASE WHEN m.brand_id = b.id THEN 1 ELSE 0 END "
	    "FROM brands b LEFT JOIN models m ON m.id = $2 AND m.deleted_ms IS NULL "
	    "WHERE b.id = $1 AND b.deleted_ms IS NULL";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc =
	    db_query_first(db, sql, DB_ARGS(catalogue_brand(brand), model.v), &q, err);

	if (rc == RC_NOT_FOUND)
		return err_set(err, RC_CONFLICT, "brand: there is no brand %lld",
		    (long long)brand.v);
	return rc == RC_OK ? judge_place(q, model, err) : rc;
}

enum rc
catalogue_check_unused(struct db *db, const char *sql, int64_t id, struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(id), &q, err);

	if (rc == RC_NOT_FOUND)
		return RC_OK;
	if (rc == RC_OK)
		return err_set(
		    err, RC_CONFLICT, "%s \"%s\" uses it", db_text(q, 0), db_text(q, 1));
	return rc;
}

enum rc
catalogue_run(struct db *db, const char *sql, int64_t id, int64_t now_ms, struct err *err)
{
	return db_exec(db, sql, DB_ARGS(id, now_ms), err);
}

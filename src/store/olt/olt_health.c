/* SPDX-License-Identifier: Apache-2.0
 *
 * What the engine finds out about an OLT: beside what people entered, never over it.
 */
#include "store/db/query.h"
#include "store/olt/olt_row.h"

enum rc
store_olt_health_put(
    struct db *db, struct olt_id id, const struct olt_health *health, struct err *err)
{
	static const char sql[] =
	    "UPDATE olts SET failures = $2, suspended_ms = $3, "
	    "suspended_why = COALESCE($4, suspended_why), "
	    "last_answer_ms = COALESCE($5, last_answer_ms), "
	    "not_answering_ms = $6, up_since_ms = COALESCE($7, up_since_ms) "
	    "WHERE id = $1";
	const char *why = health->suspended_why ? health->suspended_why : "";
	enum rc rc = db_change(db, sql,
	    DB_ARGS(id.v, health->failures, db_or_null(health->suspended_ms),
		why[0] || !health->suspended_ms ? why : NULL,
		db_or_null(health->last_answer_ms), db_or_null(health->not_answering_ms),
		db_or_null(health->up_since_ms)),
	    err);

	return rc == RC_NOT_FOUND ? olt_missing(id, err) : rc;
}

/* A model of another brand than the OLT's would be nonsense: it is left out. */
enum rc
store_olt_profile_put(
    struct db *db, struct olt_id id, const struct olt_detected *detected, struct err *err)
{
	static const char sql[] =
	    "UPDATE olts SET profile = $2, brand_id = CASE brand_id WHEN 1 THEN "
	    "COALESCE((SELECT b.id FROM brands b WHERE b.name = $3 "
	    "AND b.deleted_ms IS NULL), 1) ELSE brand_id END, "
	    "model_id = COALESCE(model_id, (SELECT m.id FROM models m "
	    "JOIN brands b ON b.id = m.brand_id WHERE b.name = $3 AND m.name = $4 "
	    "AND b.deleted_ms IS NULL AND m.deleted_ms IS NULL "
	    "AND (olts.brand_id = 1 OR olts.brand_id = b.id))) WHERE id = $1";
	enum rc rc = db_change(db, sql,
	    DB_ARGS(id.v, detected->profile ? detected->profile : "", detected->brand,
		detected->model),
	    err);

	return rc == RC_NOT_FOUND ? olt_missing(id, err) : rc;
}

static enum rc
explain_fence(struct db *db, struct olt_id id, int64_t token, struct err *err)
{
	static const char sql[] = "SELECT fence FROM olts WHERE id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(id.v), &q, err);

	if (rc == RC_NOT_FOUND)
		return olt_missing(id, err);
	if (rc != RC_OK)
		return rc;
	return err_set(err, RC_CONFLICT,
	    "OLT %lld was taken over: its lock is %lld, ours was %lld", (long long)id.v,
	    (long long)db_int(q, 0), (long long)token);
}

/* Written even where it is the same already: the row stays locked until the end of the
 * transaction, so that nobody takes over between this look and our commit. */
enum rc
store_olt_fence(struct db *db, struct olt_id id, int64_t token, struct err *err)
{
	static const char sql[] =
	    "UPDATE olts SET fence = $2 WHERE id = $1 AND fence <= $2";
	enum rc rc = db_change(db, sql, DB_ARGS(id.v, token), err);

	return rc == RC_NOT_FOUND ? explain_fence(db, id, token, err) : rc;
}

enum rc
store_olt_last_fence(struct db *db, int64_t *ret_token, struct err *err)
{
	static const char sql[] = "SELECT COALESCE(MAX(fence), 0) FROM olts";

	return db_query_int(db, sql, DB_NO_ARGS, ret_token, err);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Where jobs belong.
 */
#include "store/db/query.h"
#include "store/work/job.h"

/* A job of one brand fits no OLT of another, whatever its target says. */
#define FITS                                                                 \
	"CASE WHEN j.target = 'picked' THEN n.id IS NOT NULL "               \
	"ELSE (j.brand_id = 1 OR j.brand_id = o.brand_id) "                  \
	"AND (j.target_brand_id IS NULL OR j.target_brand_id = o.brand_id) " \
	"AND (j.target_model_id IS NULL OR j.target_model_id = o.model_id) " \
	"AND (j.target_site IS NULL OR j.target_site = o.site) END"
#define SELECT_FITS                                                      \
	"SELECT j.id, o.id, n.id, CASE WHEN " FITS " THEN 1 ELSE 0 END " \
	"FROM jobs j CROSS JOIN olts o "                                 \
	"LEFT JOIN nodes n ON n.job_id = j.id AND n.olt_id = o.id "      \
	"WHERE j.deleted_ms IS NULL AND o.deleted_ms IS NULL "           \
	"AND (n.id IS NOT NULL OR " FITS ") "

static enum rc
tell_fits(struct db *db, const char *sql, int64_t about, store_job_fit_row row, void *ctx,
    struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(about), &q, err);

	while (db_next(q, &rc, err)) {
		struct job_fit fit = { { db_int(q, 0) }, { db_int(q, 1) },
			{ db_int(q, 2) }, db_int(q, 3) != 0 };

		rc = row(ctx, &fit);
	}
	return rc;
}

enum rc
store_job_fits(
    struct db *db, struct job_id job, store_job_fit_row row, void *ctx, struct err *err)
{
	static const char sql[] = SELECT_FITS "AND j.id = $1 ORDER BY o.id";

	return tell_fits(db, sql, job.v, row, ctx, err);
}

enum rc
store_olt_fits(
    struct db *db, struct olt_id olt, store_job_fit_row row, void *ctx, struct err *err)
{
	static const char sql[] = SELECT_FITS "AND o.id = $1 ORDER BY j.id";

	return tell_fits(db, sql, olt.v, row, ctx, err);
}

enum rc
store_job_reach(struct db *db, const struct job *job, int64_t *ret_olts, struct err *err)
{
	static const char picked[] =
	    "SELECT count(*) FROM nodes n JOIN olts o ON o.id = n.olt_id "
	    "WHERE n.job_id = $1 AND o.deleted_ms IS NULL";
	static const char fitting[] =
	    "SELECT count(*) FROM olts o WHERE o.deleted_ms IS NULL "
	    "AND (CAST($1 AS BIGINT) <= 1 OR o.brand_id = $1) "
	    "AND (CAST($2 AS BIGINT) = 0 OR o.brand_id = $2) "
	    "AND (CAST($3 AS BIGINT) = 0 OR o.model_id = $3) "
	    "AND (CAST($4 AS TEXT) IS NULL OR o.site = $4)";

	if (job->target == JOB_PICKED)
		return db_query_int(db, picked, DB_ARGS(job->id.v), ret_olts, err);
	return db_query_int(db, fitting,
	    DB_ARGS(
		job->brand.v, job->target_brand.v, job->target_model.v, job->target_site),
	    ret_olts, err);
}

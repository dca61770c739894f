/* SPDX-License-Identifier: Apache-2.0
 *
 * On and off, for what people switch: an OLT, its workflow, a job.
 */
#include "store/db/query.h"
#include "store/work/job.h"
#include "store/olt/olt_row.h"

enum rc
store_job_enable(
    struct db *db, struct job_id id, bool enabled, int64_t now_ms, struct err *err)
{
	static const char sql[] = "UPDATE jobs SET enabled = $2, updated_ms = $3 "
				  "WHERE id = $1 AND deleted_ms IS NULL";
	enum rc rc = db_change(db, sql, DB_ARGS(id.v, enabled, now_ms), err);

	if (rc == RC_NOT_FOUND)
		return err_set(err, rc, "there is no job %lld", (long long)id.v);
	return rc;
}

enum rc
store_olt_enable(
    struct db *db, struct olt_id id, bool enabled, int64_t now_ms, struct err *err)
{
	static const char sql[] = "UPDATE olts SET enabled = $2, updated_ms = $3 "
				  "WHERE id = $1 AND deleted_ms IS NULL";
	enum rc rc = db_change(db, sql, DB_ARGS(id.v, enabled, now_ms), err);

	return rc == RC_NOT_FOUND ? olt_missing(id, err) : rc;
}

enum rc
store_workflow_enable(
    struct db *db, struct olt_id olt, bool enabled, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE workflows SET enabled = $2, updated_ms = $3 WHERE olt_id = "
	    "(SELECT id FROM olts WHERE id = $1 AND deleted_ms IS NULL)";
	enum rc rc = db_change(db, sql, DB_ARGS(olt.v, enabled, now_ms), err);

	return rc == RC_NOT_FOUND ? olt_missing(olt, err) : rc;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * On and off, for what people switch: an OLT, its workflow, a job.
 */
#include "store/db/db.h"
#include "store/work/job.h"
#include "store/olt/olt_row.h"

/* sql has the row at $1, the flag at $2 and the moment at $3. */
static enum rc
set_enabled(struct db *db, const char *sql, int64_t id, bool enabled, int64_t now_ms,
    struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t changed = 0;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, id);
	db_bind_int(q, 2, enabled);
	db_bind_int(q, 3, now_ms);
	rc = db_run(q, &changed, err);
	return rc == RC_OK && changed == 0 ? RC_NOT_FOUND : rc;
}

enum rc
store_job_enable(
    struct db *db, struct job_id id, bool enabled, int64_t now_ms, struct err *err)
{
	static const char sql[] = "UPDATE jobs SET enabled = $2, updated_ms = $3 "
				  "WHERE id = $1 AND deleted_ms IS NULL";
	enum rc rc = set_enabled(db, sql, id.v, enabled, now_ms, err);

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
	enum rc rc = set_enabled(db, sql, id.v, enabled, now_ms, err);

	return rc == RC_NOT_FOUND ? olt_missing(id, err) : rc;
}

enum rc
store_workflow_enable(
    struct db *db, struct olt_id olt, bool enabled, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE workflows SET enabled = $2, updated_ms = $3 WHERE olt_id = "
	    "(SELECT id FROM olts WHERE id = $1 AND deleted_ms IS NULL)";
	enum rc rc = set_enabled(db, sql, olt.v, enabled, now_ms, err);

	return rc == RC_NOT_FOUND ? olt_missing(olt, err) : rc;
}

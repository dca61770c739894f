/* SPDX-License-Identifier: Apache-2.0
 *
 * store/work/job_row.h - jobs and nodes as rows, for the files of store/.
 */
#ifndef FACHO_STORE_WORK_JOB_ROW_H
#define FACHO_STORE_WORK_JOB_ROW_H

#include "store/db/db.h"
#include "store/work/job.h"

/* An override of the time replaces both, interval and cron. */
#define NODE_COLUMNS                                                                 \
	"n.id, n.olt_id, n.job_id, n.master_id, j.type, "                            \
	"n.enabled * j.enabled * w.enabled * o.enabled, "                            \
	"CASE WHEN n.interval_ms IS NULL AND n.cron IS NULL THEN j.interval_ms "     \
	"ELSE n.interval_ms END, "                                                   \
	"CASE WHEN n.interval_ms IS NULL AND n.cron IS NULL THEN j.cron "            \
	"ELSE n.cron END, COALESCE(n.priority, j.priority), j.lane, n.next_run_ms, " \
	"n.last_run_ms, n.last_success_ms, n.last_failure_ms, n.failures, n.skipped"

enum { NODE_COLUMN_COUNT = 16 };

#define NODE_FROM_LIVE                                                             \
	" FROM nodes n JOIN jobs j ON j.id = n.job_id "                            \
	"JOIN workflows w ON w.id = n.workflow_id JOIN olts o ON o.id = n.olt_id " \
	"WHERE j.deleted_ms IS NULL AND o.deleted_ms IS NULL "
/* OLT by OLT, each master before its chain, and that in the order in which it runs. */
#define NODE_ORDER                                          \
	"ORDER BY n.olt_id, COALESCE(n.master_id, n.id), "  \
	"CASE WHEN n.master_id IS NULL THEN 0 ELSE 1 END, " \
	"COALESCE(n.priority, j.priority) DESC, n.id"

/* The one reader of NODE_COLUMNS. Texts are those of the statement. */
enum rc node_from_row(const struct db_stmt *q, struct node *ret, struct err *err)
    MUST_CHECK;

#endif

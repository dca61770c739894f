/* SPDX-License-Identifier: Apache-2.0 */
#include "store/olt/olt_hours.h"

#include <stdbool.h>

#include "store/db/query.h"

enum rc
olt_hour_add(struct db *db, const struct execution *e, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO olt_hours (olt_id, hour_ms, succeeded, partial, failed, "
	    "interrupted, duration_ms, duration_max_ms, late_ms, late_max_ms, requests, "
	    "retransmits, timeouts, answers, rtt_us, rtt_max_us) VALUES ($1, $2, $3, $4, "
	    "$5, $6, $7, $7, $8, $8, $9, $10, $11, $12, $13, $14) "
	    "ON CONFLICT (olt_id, hour_ms) DO UPDATE SET succeeded = "
	    "olt_hours.succeeded + excluded.succeeded, partial = "
	    "olt_hours.partial + excluded.partial, failed = olt_hours.failed "
	    "+ excluded.failed, interrupted = olt_hours.interrupted + "
	    "excluded.interrupted, duration_ms = olt_hours.duration_ms + "
	    "excluded.duration_ms, late_ms = olt_hours.late_ms + "
	    "excluded.late_ms, requests = olt_hours.requests + "
	    "excluded.requests, retransmits = olt_hours.retransmits + "
	    "excluded.retransmits, timeouts = olt_hours.timeouts + "
	    "excluded.timeouts, answers = olt_hours.answers + "
	    "excluded.answers, rtt_us = olt_hours.rtt_us + excluded.rtt_us, "
	    "duration_max_ms = CASE WHEN excluded.duration_max_ms > "
	    "olt_hours.duration_max_ms THEN excluded.duration_max_ms ELSE "
	    "olt_hours.duration_max_ms END, late_max_ms = CASE WHEN "
	    "excluded.late_max_ms > olt_hours.late_max_ms THEN "
	    "excluded.late_max_ms ELSE olt_hours.late_max_ms END, rtt_max_us "
	    "= CASE WHEN excluded.rtt_max_us > olt_hours.rtt_max_us THEN "
	    "excluded.rtt_max_us ELSE olt_hours.rtt_max_us END";

	return db_exec(db, sql,
	    DB_ARGS(e->olt.v, e->finished_ms - e->finished_ms % OLT_HOUR_MS,
		e->state == EXECUTION_SUCCESS, e->state == EXECUTION_PARTIAL,
		e->state == EXECUTION_FAILED, e->state == EXECUTION_INTERRUPTED,
		e->finished_ms - e->started_ms, e->late_ms, e->traffic.requests,
		e->traffic.retransmits, e->traffic.timeouts, e->traffic.answers,
		e->traffic.rtt_us, e->traffic.rtt_max_us),
	    err);
}

static struct olt_hours
hours_from_row(const struct db_stmt *q)
{
	return (struct olt_hours){ .at_ms = db_int(q, 0),
		.succeeded = db_int(q, 1),
		.partial = db_int(q, 2),
		.failed = db_int(q, 3),
		.interrupted = db_int(q, 4),
		.duration_ms = db_int(q, 5),
		.duration_max_ms = db_int(q, 6),
		.late_ms = db_int(q, 7),
		.late_max_ms = db_int(q, 8),
		.requests = db_int(q, 9),
		.retransmits = db_int(q, 10),
		.timeouts = db_int(q, 11),
		.answers = db_int(q, 12),
		.rtt_us = db_int(q, 13),
		.rtt_max_us = db_int(q, 14) };
}

enum rc
store_olt_hours(struct db *db, const struct olt_hours_range *range,
    enum rc (*row)(void *ctx, const struct olt_hours *hours), void *ctx, struct err *err)
{
	static const char sql[] =
	    "SELECT hour_ms / CAST($4 AS BIGINT) * CAST($4 AS BIGINT), "
	    "CAST(SUM(succeeded) AS BIGINT), CAST(SUM(partial) AS BIGINT), "
	    "CAST(SUM(failed) AS BIGINT), CAST(SUM(interrupted) AS BIGINT), "
	    "CAST(SUM(duration_ms) AS BIGINT), MAX(duration_max_ms), "
	    "CAST(SUM(late_ms) AS BIGINT), MAX(late_max_ms), "
	    "CAST(SUM(requests) AS BIGINT), CAST(SUM(retransmits) AS "
	    "BIGINT), CAST(SUM(timeouts) AS BIGINT), CAST(SUM(answers) AS "
	    "BIGINT), CAST(SUM(rtt_us) AS BIGINT), MAX(rtt_max_us) FROM "
	    "olt_hours WHERE olt_id = $1 AND hour_ms >= $2 AND hour_ms < $3 "
	    "GROUP BY 1 ORDER BY 1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql,
	    DB_ARGS(range->olt.v, range->from_ms, range->to_ms, range->step_ms), &q, err);

	while (db_next(q, &rc, err)) {
		struct olt_hours hours = hours_from_row(q);

		rc = row(ctx, &hours);
	}
	return rc;
}

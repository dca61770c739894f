/* SPDX-License-Identifier: Apache-2.0 */
#include "store/upkeep/check.h"

#include <stdio.h>
#include <string.h>

#include "store/db/query.h"
#include "store/history/samples_block.h"

/* ---- checks that are one question ------------------------------------------------- */

/* sql answers the numbers of broken rows and one of them, or no row at all. */
struct question {
	const char *name;
	const char *promise;
	bool sqlite_only;
	bool idle_only;
	const char *sql;
};

/* The hour is the one in which a run was due. It is queued soon after, which is said for
 * the sake of the index. */
#define RUNS_OF_QUOTA                                                          \
	"FROM executions e WHERE e.olt_id = q.olt_id AND e.job_id = q.job_id " \
	"AND e.asked_by = '' AND e.queued_ms >= q.period_start_ms - 3600000 "  \
	"AND e.queued_ms < q.period_end_ms + 3600000 "                         \
	"AND COALESCE(e.due_ms, e.queued_ms) >= q.period_start_ms "            \
	"AND COALESCE(e.due_ms, e.queued_ms) < q.period_end_ms"

/* execution_is_made() of a PARTIAL one. */
#define HAS_ENOUGH "(e.answered > 0 AND e.answered * 100 >= e.asked * 80)"

/* A sweep brings pieces while it runs, and the record tells what they cost; that of any
 * other execution does not before its end. */
#define BROUGHT_NOTHING                              \
	"e.state NOT IN ('SUCCESS', 'PARTIAL') AND " \
	"NOT (e.state IN ('PENDING', 'RUNNING', 'INTERRUPTED') AND e.requests > 0)"

static const struct question QUESTIONS[] = {
	{ "file", "the file is whole", true, false,
	    "SELECT COUNT(*), MIN(integrity_check) FROM pragma_integrity_check "
	    "WHERE integrity_check <> 'ok'" },
	{ "references", "whoever is referred to is there", true, false,
	    "SELECT COUNT(*), MIN(\"table\") FROM pragma_foreign_key_check" },
	{ "open", "nothing is left running", false, true,
	    "SELECT COUNT(*), MIN(id) FROM executions WHERE finished_ms IS NULL" },
	{ "attempts", "an execution that ended has a row for each of its attempts", false,
	    false,
	    "SELECT COUNT(*), MIN(id) FROM executions e "
	    "WHERE state IN ('SUCCESS', 'PARTIAL', 'FAILED') AND attempts <> "
	    "(SELECT COUNT(*) FROM attempts a WHERE a.execution_id = e.id)" },
	{ "new", "an execution found as many new ONUs as there are events about it",
	    false, false,
	    "SELECT COUNT(*), MIN(id) FROM executions e WHERE onus_new <> "
	    "(SELECT COUNT(*) FROM onu_events v WHERE v.kind = 'new' "
	    "AND v.execution_id = e.id AND v.olt_id = e.olt_id "
	    "AND v.at_ms = e.finished_ms)" },
	{ "events", "events were told by executions that brought results", false, false,
	    "SELECT COUNT(*), MIN(v.id) FROM onu_events v "
	    "JOIN executions e ON e.id = v.execution_id "
	    "WHERE " BROUGHT_NOTHING },
	{ "values", "values were brought by executions that brought results", false,
	    false,
	    "SELECT COUNT(*), MIN(n.onu_id) FROM onu_numbers n "
	    "JOIN executions e ON e.id = n.execution_id "
	    "WHERE " BROUGHT_NOTHING },
	{ "stamps", "columns were brought by executions that brought results", false,
	    false,
	    "SELECT COUNT(*), MIN(s.purpose) FROM value_stamps s "
	    "JOIN executions e ON e.id = s.execution_id "
	    "WHERE " BROUGHT_NOTHING },
	{ "stays", "every ONU is at one place", false, false,
	    "SELECT COUNT(*), MIN(id) FROM onus o WHERE 1 <> "
	    "(SELECT COUNT(*) FROM onu_positions p WHERE p.onu_id = o.id "
	    "AND p.until_ms IS NULL)" },
	{ "quotas", "a quota has counted what ended in its hour", false, false,
	    "SELECT COUNT(*), MIN(q.id) FROM quota_trackers q "
	    "WHERE q.job_id IS NOT NULL "
	    "AND q.period_start_ms >= (SELECT MIN(queued_ms) FROM executions) AND "
	    "(q.completed <> (SELECT COUNT(*) " RUNS_OF_QUOTA
	    " AND (e.state = 'SUCCESS' OR (e.state = 'PARTIAL' AND " HAS_ENOUGH "))) "
	    "OR q.partial <> (SELECT COUNT(*) " RUNS_OF_QUOTA
	    " AND e.state = 'PARTIAL' AND NOT " HAS_ENOUGH ") "
	    "OR q.failed <> (SELECT COUNT(*) " RUNS_OF_QUOTA
	    " AND e.state = 'FAILED'))" },
	{ "locks", "no run had a later lock than its OLT has seen", false, false,
	    "SELECT COUNT(*), MIN(e.id) FROM executions e JOIN olts l ON l.id = e.olt_id "
	    "WHERE e.fence > l.fence AND e.state IN ('SUCCESS', 'PARTIAL', 'FAILED')" },
	{ "roster", "an OLT's roster is there", false, false,
	    "SELECT COUNT(*), MIN(id) FROM olts l WHERE roster > 0 AND NOT EXISTS "
	    "(SELECT 1 FROM history_rosters r WHERE r.olt_id = l.id "
	    "AND r.version = l.roster)" },
};

struct checking {
	struct db *db;
	const struct check_options *options;
	void (*found)(void *ctx, const struct check_result *result);
	void *ctx;
	struct err *err;
};

static bool
applies(const struct checking *x, const struct question *question)
{
	if (question->sqlite_only && strcmp(db_backend(x->db), "sqlite") != 0)
		return false;
	return x->options->is_idle || !question->idle_only;
}

static enum rc
ask(const struct checking *x, const struct question *question)
{
	struct check_result result = { .name = question->name,
		.promise = question->promise };
	struct db_stmt *q OWNED(db_done) = NULL;
	struct db_value example;
	enum rc rc = db_query_first(x->db, question->sql, DB_NO_ARGS, &q, x->err);

	if (rc != RC_OK)
		return rc;
	result.n_broken = db_int(q, 0);
	db_value(q, 1, &example);
	if (result.n_broken && example.type == DB_TEXT)
		(void)snprintf(result.example, sizeof(result.example), "%s",
		    (const char *)example.bytes);
	else if (result.n_broken)
		(void)snprintf(result.example, sizeof(result.example), "number %lld",
		    (long long)db_int(q, 1));
	x->found(x->ctx, &result);
	return RC_OK;
}

/* ---- every block ------------------------------------------------------------------- */

static enum rc
look_at(void *ctx, struct block_reader *r, const struct history_roster *roster)
{
	(void)ctx;
	(void)r;
	(void)roster;
	return RC_OK; /* that it could be opened is all we wanted to know */
}

static enum rc
check_series(struct db *db, int64_t olt, uint32_t metric, enum history_kind kind,
    struct sample_report *report, struct err *err)
{
	struct block_reader r = {
		.db = db, .olt = { olt }, .metric = metric, .kind = kind, .report = report
	};
	enum rc rc = block_reader_init(&r, err);

	if (rc == RC_OK)
		rc = block_reader_range(&r, 0, INT64_MAX, look_at, NULL, err);
	block_reader_fini(&r);
	return rc;
}

static enum rc
check_kind(struct db *db, int64_t olt, enum history_kind kind,
    struct sample_report *report, struct err *err)
{
	uint32_t metric = 0;
	enum rc rc;

	while ((rc = samples_next_metric(
		    db, kind, (struct olt_id){ olt }, metric, &metric, err)) == RC_OK &&
	    metric) {
		rc = check_series(db, olt, metric, kind, report, err);
		if (rc != RC_OK)
			return rc;
	}
	return rc;
}

static enum rc
check_olt(struct db *db, int64_t olt, struct sample_report *report, struct err *err)
{
	enum rc rc = check_kind(db, olt, HISTORY_RAW, report, err);

	return rc == RC_OK ? check_kind(db, olt, HISTORY_HOUR, report, err) : rc;
}

static enum rc
check_history(const struct checking *x)
{
	static const char sql[] = "SELECT id FROM olts ORDER BY id";
	struct check_result result = { .name = "history",
		.promise = "every block of history can be read" };
	struct sample_report report = { 0 };
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(x->db, sql, DB_NO_ARGS, &q, x->err);

	while (db_next(q, &rc, x->err))
		rc = check_olt(x->db, db_int(q, 0), &report, x->err);
	if (rc != RC_OK)
		return rc;
	result.n_broken = report.damaged;
	(void)snprintf(result.example, sizeof(result.example), "%s", report.first_damage);
	x->found(x->ctx, &result);
	return RC_OK;
}

static enum rc
check_all(const struct checking *x)
{
	for (size_t i = 0; i < sizeof(QUESTIONS) / sizeof(QUESTIONS[0]); i++) {
		enum rc rc = RC_OK;

		if (applies(x, &QUESTIONS[i]))
			rc = ask(x, &QUESTIONS[i]);
		if (rc != RC_OK)
			return rc;
	}
	return x->options->skip_history ? RC_OK : check_history(x);
}

enum rc
store_check(struct db *db, const struct check_options *options,
    void (*found)(void *ctx, const struct check_result *result), void *ctx,
    struct err *err)
{
	struct checking x = { db, options, found, ctx, err };
	enum rc rc = db_begin(db, err);

	if (rc == RC_OK)
		rc = check_all(&x);
	db_rollback(db); /* nothing was written */
	return rc;
}

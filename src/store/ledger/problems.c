/* SPDX-License-Identifier: Apache-2.0 */
#include "store/ledger/problems.h"

#include <stddef.h>

#include "store/db/query.h"

/* One source: a statement whose $1 is how many rows at most, and how a row is read. */
struct source {
	const char *sql;
	void (*read)(const struct db_stmt *q, struct store_problem *p);
};

/* ---- OLTs ----------------------------------------------------------------------------- */

/* Ports know how many ONUs they have; an OLT whose ONUs have no port is counted. */
#define CUSTOMERS_OF_OLT                                               \
	"COALESCE(NULLIF((SELECT CAST(SUM(p.onus_present) AS BIGINT) " \
	"FROM pon_ports p WHERE p.olt_id = l.id), 0), "                \
	"(SELECT COUNT(*) FROM onus o WHERE o.olt_id = l.id AND o.is_present = 1))"

static const char OLTS[] =
    "SELECT l.id, l.name, l.suspended_ms, l.suspended_why, l.last_answer_ms, "
    "l.failures, " CUSTOMERS_OF_OLT " AS customers, l.not_answering_ms FROM olts l "
    "WHERE l.deleted_ms IS NULL AND l.enabled = 1 "
    "AND (l.suspended_ms IS NOT NULL OR l.not_answering_ms IS NOT NULL "
    "OR l.failures > 0) "
    "ORDER BY customers DESC, l.id LIMIT $1";

/* A suspension comes later and is about runs; since when it is silent is what matters. */
static void
read_olt(const struct db_stmt *q, struct store_problem *p)
{
	bool is_suspended = !db_is_null(q, 2), is_silent = !db_is_null(q, 7);

	p->kind = is_suspended ? STORE_PROBLEM_SUSPENDED
	    : is_silent        ? STORE_PROBLEM_NOT_ANSWERING
			       : STORE_PROBLEM_FAILING;
	p->olt.v = db_int(q, 0);
	p->olt_name = db_text(q, 1);
	p->since_ms = is_silent ? db_int(q, 7)
	    : is_suspended      ? db_int(q, 2)
				: db_int(q, 4);
	p->why = db_text(q, 3);
	p->n = db_int(q, 5);
	p->customers = db_int(q, 6);
}

/* ---- ports ---------------------------------------------------------------------------- */

static const char PORTS[] =
    "SELECT l.id, l.name, p.condition_ms, p.onus_offline - p.onus_disabled, p.id, "
    "p.place, p.description FROM pon_ports p JOIN olts l ON l.id = p.olt_id "
    "WHERE p.condition = 'dark' AND (p.state IS NULL OR p.state <> 'disabled') "
    "AND l.deleted_ms IS NULL AND l.enabled = 1 AND l.suspended_ms IS NULL "
    "AND l.not_answering_ms IS NULL ORDER BY 4 DESC, p.id LIMIT $1";

static void
read_port(const struct db_stmt *q, struct store_problem *p)
{
	p->kind = STORE_PROBLEM_DARK;
	p->olt.v = db_int(q, 0);
	p->olt_name = db_text(q, 1);
	p->since_ms = db_int(q, 2);
	p->customers = db_int(q, 3);
	p->id = db_int(q, 4);
	p->place = db_text(q, 5);
	p->description = db_text(q, 6);
}

/* ---- violations ------------------------------------------------------------------------ */

static const char VIOLATIONS[] =
    "SELECT l.id, l.name, MIN(v.created_ms), MAX(v.id), COUNT(*), "
    "MAX(CASE v.severity WHEN 'CRITICAL' THEN 3 WHEN 'HIGH' THEN 2 "
    "WHEN 'MEDIUM' THEN 1 ELSE 0 END) AS worst "
    "FROM violations v JOIN olts l ON l.id = v.olt_id "
    "WHERE v.acked_ms IS NULL AND l.deleted_ms IS NULL GROUP BY l.id, l.name "
    "ORDER BY worst DESC, 5 DESC, l.id LIMIT $1";

static void
read_violations(const struct db_stmt *q, struct store_problem *p)
{
	static const char *const SEVERITIES[] = { "LOW", "MEDIUM", "HIGH", "CRITICAL" };

	p->kind = STORE_PROBLEM_VIOLATION;
	p->olt.v = db_int(q, 0);
	p->olt_name = db_text(q, 1);
	p->since_ms = db_int(q, 2);
	p->customers = -1;
	p->id = db_int(q, 3);
	p->n = db_int(q, 4);
	p->severity = SEVERITIES[db_int(q, 5) & 3];
}

/* ---- all of them ------------------------------------------------------------------------ */

static const struct source SOURCES[] = {
	{ OLTS, read_olt },
	{ PORTS, read_port },
	{ VIOLATIONS, read_violations },
};

static enum rc
tell_source(struct db *db, const struct source *source, problem_found found, void *ctx,
    struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, source->sql, DB_ARGS(PROBLEMS_MAX), &q, err);

	while (db_next(q, &rc, err)) {
		struct store_problem p = { 0 };

		source->read(q, &p);
		rc = found(ctx, &p);
		if (rc != RC_OK)
			return err_set(err, rc, "no memory for problems");
	}
	return rc;
}

enum rc
store_problems(struct db *db, problem_found found, void *ctx, struct err *err)
{
	for (size_t i = 0; i < sizeof(SOURCES) / sizeof(SOURCES[0]); i++) {
		enum rc rc = tell_source(db, &SOURCES[i], found, ctx, err);

		if (rc != RC_OK)
			return rc;
	}
	return RC_OK;
}

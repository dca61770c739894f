/* SPDX-License-Identifier: Apache-2.0 */
#include "store/ledger/totals.h"

#include <string.h>

#include "store/db/query.h"
#include "store/value/level.h"

/* One part of the totals: a statement whose $1 is the OLT or 0 and whose $2 is the
 * moment, and what one row of it adds. Where much is looked at there is another one for a
 * single OLT, which finds its rows by their index. */
struct part {
	const char *sql;
	const char *of_one; /* NULL: the same */
	void (*add)(const struct db_stmt *q, struct totals *t);
};

static void
add_olts(const struct db_stmt *q, struct totals *t)
{
	t->olts_enabled = db_int(q, 0);
	t->olts_suspended = db_int(q, 1);
	t->olts_disabled = db_int(q, 2);
	t->olts_failing = db_int(q, 3);
	t->olts_new = db_int(q, 4);
	t->olts_not_answering = db_int(q, 5);
}

static enum state
state_of(const char *name)
{
	enum state state = STATE_NONE;

	if (name && !state_from_name(name, &state))
		state = STATE_NONE;
	return state;
}

/* A row: is_present, run_state, cause_state, how many, of them duplicate, of them on an
 * OLT that is not asked. The cause of an ONU that is online belongs to the past. */
static void
add_onus(const struct db_stmt *q, struct totals *t)
{
	enum state run = state_of(db_text(q, 1)), cause = state_of(db_text(q, 2));
	int64_t n = db_int(q, 3);

	t->onus_duplicate += db_int(q, 4);
	if (!db_int(q, 0)) {
		t->onus_absent += n;
		return;
	}
	t->onus_present += n;
	if (run == STATE_ONLINE) {
		t->onus_online += n;
		t->onus_online_unheard += db_int(q, 5);
		return;
	}
	/* Not offline: nobody can say so. Many are new, and read in a minute. */
	if (run == STATE_NONE) {
		t->onus_unknown += n;
		return;
	}
	t->onus_offline += n;
	t->onus_offline_by[state_cause(cause == STATE_NONE ? run : cause)] += n;
}

static void
add_levels(const struct db_stmt *q, struct totals *t)
{
	const char *level = db_text(q, 0);
	const struct {
		const char *name;
		int64_t *at;
	} LEVELS[] = { { "good", &t->onus_good }, { "warn", &t->onus_warn },
		{ "bad", &t->onus_bad }, { "none", &t->onus_no_level } };

	for (size_t i = 0; level && i < sizeof(LEVELS) / sizeof(LEVELS[0]); i++) {
		if (strcmp(LEVELS[i].name, level) == 0)
			*LEVELS[i].at += db_int(q, 1);
	}
}

static void
add_worse(const struct db_stmt *q, struct totals *t)
{
	t->onus_worse_7d = db_int(q, 0);
	t->onus_worse_30d = db_int(q, 1);
}

static void
add_executions(const struct db_stmt *q, struct totals *t)
{
	enum execution_state state;

	if (execution_state_from_name(db_text(q, 0), &state))
		t->executions[state] += db_int(q, 1);
	t->executions_late += db_int(q, 2);
}

static void
add_quotas(const struct db_stmt *q, struct totals *t)
{
	t->quota_required = db_int(q, 0);
	t->quota_completed = db_int(q, 1);
}

static void
add_violations(const struct db_stmt *q, struct totals *t)
{
	t->violations_open = db_int(q, 0);
}

static const char OLTS[] =
    "SELECT COUNT(*) FILTER (WHERE enabled = 1 AND suspended_ms IS NULL), "
    "COUNT(*) FILTER (WHERE enabled = 1 AND suspended_ms IS NOT NULL), "
    "COUNT(*) FILTER (WHERE enabled = 0), "
    "COUNT(*) FILTER (WHERE enabled = 1 AND suspended_ms IS NULL "
    "AND not_answering_ms IS NULL AND failures > 0), "
    "COUNT(*) FILTER (WHERE enabled = 1 AND suspended_ms IS NULL "
    "AND not_answering_ms IS NULL AND failures = 0 AND last_answer_ms IS NULL), "
    "COUNT(*) FILTER (WHERE enabled = 1 AND suspended_ms IS NULL "
    "AND not_answering_ms IS NOT NULL) FROM olts "
    "WHERE deleted_ms IS NULL AND (CAST($1 AS BIGINT) = 0 OR id = $1) "
    "AND CAST($2 AS BIGINT) IS NOT NULL";

#define ONUS_WHERE(which)                                                        \
	"SELECT o.is_present, o.run_state, o.cause_state, COUNT(*), "            \
	"COUNT(*) FILTER (WHERE o.is_duplicate = 1), "                           \
	"COUNT(*) FILTER (WHERE l.enabled = 0 OR l.suspended_ms IS NOT NULL "    \
	"OR l.not_answering_ms IS NOT NULL) "                                    \
	"FROM onus o JOIN olts l ON l.id = o.olt_id WHERE l.deleted_ms IS NULL " \
	"AND " which " AND CAST($2 AS BIGINT) IS NOT NULL "                      \
	"GROUP BY o.is_present, o.run_state, o.cause_state"

static const char ONUS[] = ONUS_WHERE("(CAST($1 AS BIGINT) = 0 OR o.olt_id = $1)");
static const char ONUS_OF_ONE[] = ONUS_WHERE("o.olt_id = $1");

#define LEVELS_WHERE(which)                                                          \
	"SELECT " LEVEL_SQL ", COUNT(*) FROM onus o "                                \
	"JOIN olts l ON l.id = o.olt_id LEFT JOIN onu_numbers n ON n.onu_id = o.id " \
	"WHERE l.deleted_ms IS NULL AND o.is_present = 1 "                           \
	"AND " which " AND CAST($2 AS BIGINT) IS NOT NULL GROUP BY 1"

static const char LEVELS[] = LEVELS_WHERE("(CAST($1 AS BIGINT) = 0 OR o.olt_id = $1)");
static const char LEVELS_OF_ONE[] = LEVELS_WHERE("o.olt_id = $1");

static const char WORSE[] = "SELECT COUNT(*) FILTER (WHERE " LEVEL_IS_WORSE(
    7) "), "
       "COUNT(*) FILTER (WHERE " LEVEL_IS_WORSE(
	   30) ") "
	       "FROM onu_light x JOIN onus o ON o.id = x.onu_id JOIN olts l ON l.id = "
	       "o.olt_id "
	       "WHERE l.deleted_ms IS NULL AND (CAST($1 AS BIGINT) = 0 OR x.olt_id = $1) "
	       "AND CAST($2 AS BIGINT) IS NOT NULL";

#define EXECUTIONS_WHERE(which)                                                \
	"SELECT state, COUNT(*), COUNT(*) FILTER (WHERE late_ms > 1000) FROM " \
	"executions WHERE queued_ms >= $2 AND " which " GROUP BY state"

static const char EXECUTIONS[] =
    EXECUTIONS_WHERE("(CAST($1 AS BIGINT) = 0 OR olt_id = $1)");
static const char EXECUTIONS_OF_ONE[] = EXECUTIONS_WHERE("olt_id = $1");

static const char QUOTAS[] =
    "SELECT CAST(COALESCE(SUM(required), 0) AS BIGINT), "
    "CAST(COALESCE(SUM(completed), 0) AS BIGINT) FROM quota_trackers "
    "WHERE period_start_ms >= $2 AND (CAST($1 AS BIGINT) = 0 OR olt_id = $1)";

static const char VIOLATIONS[] =
    "SELECT COUNT(*) FROM violations WHERE acked_ms IS NULL "
    "AND (CAST($1 AS BIGINT) = 0 OR olt_id = $1) AND CAST($2 AS BIGINT) IS NOT NULL";

static const struct part PARTS[] = {
	{ OLTS, NULL, add_olts },
	{ ONUS, ONUS_OF_ONE, add_onus },
	{ LEVELS, LEVELS_OF_ONE, add_levels },
	{ WORSE, NULL, add_worse },
	{ EXECUTIONS, EXECUTIONS_OF_ONE, add_executions },
	{ QUOTAS, NULL, add_quotas },
	{ VIOLATIONS, NULL, add_violations },
};

static enum rc
add_part(struct db *db, const struct part *part, struct olt_id olt, int64_t since_ms,
    struct totals *t, struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, olt.v && part->of_one ? part->of_one : part->sql,
	    DB_ARGS(olt.v, since_ms), &q, err);

	while (db_next(q, &rc, err))
		part->add(q, t);
	return rc;
}

enum rc
store_totals(struct db *db, struct olt_id olt, int64_t since_ms, struct totals *ret,
    struct err *err)
{
	struct totals t = { 0 };

	for (size_t i = 0; i < sizeof(PARTS) / sizeof(PARTS[0]); i++) {
		enum rc rc = add_part(db, &PARTS[i], olt, since_ms, &t, err);

		if (rc != RC_OK)
			return rc;
	}
	*ret = t;
	return RC_OK;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks have no index by time alone (it would cost more bytes than a small block
 * has): their tables are swept OLT by OLT and metric by metric, along the key.
 */
#include "store/upkeep/retention.h"

#include <stddef.h>
#include <string.h>

#include "history/chain.h"
#include "store/db/query.h"
#include "store/history/samples_block.h"

/* One kind of data. A statement removes at most $2 rows older than $1; that of rosters
 * does so for OLT $3, those of blocks for OLT $3 and metric $4. */
struct task {
	size_t keep; /* offset of its span in struct retention_rules */
	int64_t extra_ms; /* kept beyond: what others are made to */
	enum history_kind blocks; /* of which kind; 0: these are none */
	const char *sql;
	bool is_rosters;
	const char *mark; /* run before sql, with $1 and $2: what it removes is noted */
};

#define ROSTER_EXTRA_MS (HISTORY_KEY_HOUR_MS + RETENTION_DAY_MS)
#define REMOVE_ROSTERS(from, to)                                                      \
	"DELETE FROM history_rosters WHERE olt_id = $3 AND version IN "               \
	"(SELECT version FROM history_rosters WHERE olt_id = $3 AND version >= " from \
	" "                                                                           \
	"AND version < (SELECT MAX(version) FROM history_rosters WHERE olt_id = $3 "  \
	"AND version >= " from " AND version < " to " AND created_ms < $1) "          \
	"ORDER BY version LIMIT $2)"

/* Of the event log. Readers must know what they missed: the last place of what goes is
 * kept. */
#define OLD_EVENTS(kind)                                                 \
	"(SELECT id FROM events WHERE kind = '" kind "' AND at_ms < $1 " \
	"ORDER BY at_ms, id LIMIT $2)"
#define REMOVE_EVENTS(kind)                                                    \
	"DELETE FROM events WHERE id IN " OLD_EVENTS(kind),                    \
	    .mark = "INSERT INTO event_horizons (kind, tx, id) "               \
		    "SELECT kind, tx, id FROM events WHERE id IN " OLD_EVENTS( \
			kind) " ORDER BY tx DESC, id DESC LIMIT 1 "            \
			      "ON CONFLICT (kind) DO UPDATE SET "              \
			      "tx = excluded.tx, id = excluded.id "            \
			      "WHERE (excluded.tx, excluded.id) > "            \
			      "(event_horizons.tx, event_horizons.id)"

static const struct task TASKS[] = {
	{ offsetof(struct retention_rules, samples_ms), HISTORY_KEY_RAW_MS, HISTORY_RAW,
	    "DELETE FROM history_blocks WHERE olt_id = $3 AND metric = $4 AND time_ms IN "
	    "(SELECT time_ms FROM history_blocks WHERE olt_id = $3 AND metric = $4 "
	    "AND time_ms < $1 ORDER BY time_ms LIMIT $2)" },
	{ offsetof(struct retention_rules, hours_ms), HISTORY_KEY_HOUR_MS, HISTORY_HOUR,
	    "DELETE FROM history_hours WHERE olt_id = $3 AND metric = $4 AND time_ms IN "
	    "(SELECT time_ms FROM history_hours WHERE olt_id = $3 AND metric = $4 "
	    "AND time_ms < $1 ORDER BY time_ms LIMIT $2)" },
	/* A roster is referred to by what is older than the one that followed it. Blocks
	 * went by an earlier `now` than this: a day more is enough for that. ONUs, ports,
	 * parts and values have theirs apart (store/history/samples_block.h). */
	{ offsetof(struct retention_rules, hours_ms), ROSTER_EXTRA_MS, 0,
	    REMOVE_ROSTERS("0", "1073741824"), true },
	{ offsetof(struct retention_rules, hours_ms), ROSTER_EXTRA_MS, 0,
	    REMOVE_ROSTERS("1073741824", "2147483648"), true },
	{ offsetof(struct retention_rules, hours_ms), ROSTER_EXTRA_MS, 0,
	    REMOVE_ROSTERS("2147483648", "3221225472"), true },
	{ offsetof(struct retention_rules, hours_ms), ROSTER_EXTRA_MS, 0,
	    REMOVE_ROSTERS("3221225472", "4294967296"), true },
	/* As long as there is history of it. */
	{ offsetof(struct retention_rules, hours_ms), 0, 0,
	    "DELETE FROM olt_values WHERE id IN (SELECT id FROM olt_values "
	    "WHERE at_ms < $1 ORDER BY at_ms LIMIT $2)" },
	/* The newest stays: the engine counts on from its number. */
	{ offsetof(struct retention_rules, executions_ms), 0, 0,
	    "DELETE FROM executions WHERE id IN (SELECT id FROM executions "
	    "WHERE finished_ms < $1 AND id < (SELECT MAX(id) FROM executions) "
	    "ORDER BY finished_ms LIMIT $2)" },
	{ offsetof(struct retention_rules, executions_ms), 0, 0,
	    "DELETE FROM poller_stats WHERE at_ms IN (SELECT at_ms FROM poller_stats "
	    "WHERE at_ms < $1 ORDER BY at_ms LIMIT $2)" },
	{ offsetof(struct retention_rules, executions_ms), 0, 0,
	    "DELETE FROM quota_trackers WHERE id IN (SELECT id FROM quota_trackers "
	    "WHERE period_start_ms < $1 ORDER BY period_start_ms LIMIT $2)" },
	{ offsetof(struct retention_rules, executions_ms), 0, 0,
	    "DELETE FROM plans WHERE id IN (SELECT id FROM plans "
	    "WHERE period_start_ms < $1 ORDER BY period_start_ms LIMIT $2)" },
	/* What nobody has seen yet stays. */
	{ offsetof(struct retention_rules, executions_ms), 0, 0,
	    "DELETE FROM violations WHERE id IN (SELECT id FROM violations "
	    "WHERE created_ms < $1 AND acked_ms IS NOT NULL "
	    "ORDER BY created_ms LIMIT $2)" },
	{ offsetof(struct retention_rules, events_ms), 0, 0,
	    "DELETE FROM onu_positions WHERE id IN (SELECT id FROM onu_positions "
	    "WHERE until_ms < $1 ORDER BY until_ms LIMIT $2)" },
	{ offsetof(struct retention_rules, events_ms), 0, 0,
	    "DELETE FROM onu_events WHERE id IN (SELECT id FROM onu_events "
	    "WHERE at_ms < $1 ORDER BY at_ms LIMIT $2)" },
	{ offsetof(struct retention_rules, events_ms), 0, 0,
	    "DELETE FROM part_events WHERE id IN (SELECT id FROM part_events "
	    "WHERE at_ms < $1 ORDER BY at_ms LIMIT $2)" },
	{ offsetof(struct retention_rules, events_ms), 0, 0, REMOVE_EVENTS("onus") },
	{ offsetof(struct retention_rules, events_ms), 0, 0, REMOVE_EVENTS("parts") },
	{ offsetof(struct retention_rules, executions_ms), 0, 0,
	    REMOVE_EVENTS("execution") },
	{ offsetof(struct retention_rules, log_ms), 0, 0, REMOVE_EVENTS("decision") },
	{ offsetof(struct retention_rules, audit_ms), 0, 0, REMOVE_EVENTS("change") },
	{ offsetof(struct retention_rules, events_ms), 0, 0,
	    "DELETE FROM olt_watches WHERE (olt_id, from_ms) IN "
	    "(SELECT olt_id, from_ms FROM olt_watches WHERE until_ms < $1 "
	    "ORDER BY until_ms LIMIT $2)" },
	{ offsetof(struct retention_rules, hours_ms), 0, 0,
	    "DELETE FROM olt_hours WHERE (olt_id, hour_ms) IN "
	    "(SELECT olt_id, hour_ms FROM olt_hours WHERE hour_ms < $1 "
	    "ORDER BY hour_ms LIMIT $2)" },
	{ offsetof(struct retention_rules, log_ms), 0, 0,
	    "DELETE FROM coordinator_logs WHERE id IN (SELECT id FROM coordinator_logs "
	    "WHERE at_ms < $1 ORDER BY at_ms LIMIT $2)" },
	{ offsetof(struct retention_rules, audit_ms), 0, 0,
	    "DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log "
	    "WHERE at_ms < $1 ORDER BY at_ms LIMIT $2)" },
	{ offsetof(struct retention_rules, events_ms), 0, 0, REMOVE_EVENTS("incident") },
	{ offsetof(struct retention_rules, dismissed_ms), 0, 0,
	    "DELETE FROM incidents WHERE id IN (SELECT id FROM incidents "
	    "WHERE closed_ms < $1 AND state = 'dismissed' "
	    "AND id < (SELECT MAX(id) FROM incidents) ORDER BY closed_ms LIMIT $2)" },
	{ offsetof(struct retention_rules, members_ms), 0, 0,
	    "UPDATE incident_ports SET members = NULL "
	    "WHERE (incident_id, olt_id, place) IN (SELECT p.incident_id, p.olt_id, "
	    "p.place FROM incidents i JOIN incident_ports p ON p.incident_id = i.id "
	    "WHERE i.closed_ms < $1 AND p.members IS NOT NULL "
	    "ORDER BY i.closed_ms LIMIT $2)" },
	/* The newest stays: the watcher counts on from its number. */
	{ offsetof(struct retention_rules, incidents_ms), 0, 0,
	    "DELETE FROM incidents WHERE id IN (SELECT id FROM incidents "
	    "WHERE closed_ms < $1 AND id < (SELECT MAX(id) FROM incidents) "
	    "ORDER BY closed_ms LIMIT $2)" },
	/* What waits stays, whatever its age. */
	{ offsetof(struct retention_rules, deliveries_ms), 0, 0,
	    "DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE created_ms < $1 "
	    "AND state NOT IN ('queued', 'sending', 'unsure') "
	    "ORDER BY created_ms LIMIT $2)" },
	/* What was told of an incident is needed as long as it is not closed. */
	{ offsetof(struct retention_rules, deliveries_ms), 0, 0,
	    "DELETE FROM told WHERE (incident_id, target_id) IN "
	    "(SELECT d.incident_id, d.target_id FROM told d "
	    "LEFT JOIN incidents i ON i.id = d.incident_id WHERE d.at_ms < $1 "
	    "AND d.incident_id <> 0 AND (i.id IS NULL OR i.closed_ms IS NOT NULL) "
	    "ORDER BY d.at_ms LIMIT $2)" },
	{ offsetof(struct retention_rules, deliveries_ms), 0, 0,
	    "DELETE FROM silences WHERE id IN (SELECT id FROM silences "
	    "WHERE COALESCE(ended_ms, until_ms) < $1 ORDER BY id LIMIT $2)" },
	{ offsetof(struct retention_rules, deliveries_ms), 0, 0,
	    REMOVE_EVENTS("delivery") },
	{ offsetof(struct retention_rules, ended_sessions_ms), 0, 0,
	    "DELETE FROM sessions WHERE token_hash IN (SELECT token_hash FROM sessions "
	    "WHERE expires_ms < $1 ORDER BY expires_ms LIMIT $2)" },
};

enum { N_TASKS = sizeof(TASKS) / sizeof(TASKS[0]) };

int64_t
retention_limit(int64_t limit, int64_t took_ms)
{
	enum { LEAST = 1, MOST = 500 };

	if (took_ms > RETENTION_STEP_MS / 2)
		limit /= 2;
	else if (took_ms < RETENTION_STEP_MS / 10)
		limit *= 2;
	if (limit < LEAST)
		return LEAST;
	return limit > MOST ? MOST : limit;
}

/* Rosters are kept as long as there may be blocks of either kind. */
static int64_t
kept_ms(const struct task *task, const struct retention_rules *rules)
{
	int64_t keep = *(const int64_t *)((const char *)rules + task->keep);

	if (!task->is_rosters)
		return keep;
	if (keep == 0 || rules->samples_ms == 0)
		return 0;
	return keep > rules->samples_ms ? keep : rules->samples_ms;
}

static bool
goes_by_olt(const struct task *task)
{
	return task->blocks || task->is_rosters;
}

static enum rc
next_olt(struct db *db, int64_t after, int64_t *ret_olt, struct err *err)
{
	static const char sql[] = "SELECT MIN(id) FROM olts WHERE id > $1";

	return db_query_int(db, sql, DB_ARGS(after), ret_olt, err);
}

static enum rc
mark_some(struct db *db, const struct task *task, int64_t before_ms,
    const struct retention_sweep *sweep, struct err *err)
{
	if (!task->mark)
		return RC_OK;
	return db_exec(db, task->mark, DB_ARGS(before_ms, sweep->limit), err);
}

static enum rc
remove_some(struct db *db, const struct task *task, int64_t before_ms,
    const struct retention_sweep *sweep, int64_t *ret_removed, struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, task->sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, before_ms);
	db_bind_int(q, 2, sweep->limit);
	if (goes_by_olt(task))
		db_bind_int(q, 3, sweep->olt);
	if (task->blocks)
		db_bind_int(q, 4, sweep->metric);
	return db_run(q, ret_removed, err);
}

static void
next_task(struct retention_sweep *sweep)
{
	sweep->task++;
	sweep->olt = 0;
	sweep->metric = 0;
	sweep->is_over = sweep->task == N_TASKS;
}

/* To the next metric, the next OLT, the next task. */
static enum rc
go_on(struct db *db, const struct task *task, struct retention_sweep *sweep,
    struct err *err)
{
	struct retention_sweep next = *sweep;
	enum rc rc = RC_OK;

	next.metric = 0;
	if (task->blocks && next.olt)
		rc = samples_next_metric(db, task->blocks, (struct olt_id){ next.olt },
		    sweep->metric, &next.metric, err);
	if (rc == RC_OK && goes_by_olt(task) && next.metric == 0)
		rc = next_olt(db, next.olt, &next.olt, err);
	if (rc != RC_OK)
		return rc;
	if (!goes_by_olt(task) || next.olt == 0)
		next_task(&next);
	*sweep = next;
	return RC_OK;
}

enum rc
store_retain_step(struct db *db, const struct retention_rules *rules, int64_t now_ms,
    struct retention_sweep *sweep, struct err *err)
{
	const struct task *task = &TASKS[sweep->task];
	int64_t keep, removed = 0;
	enum rc rc;

	if (sweep->is_over)
		return RC_OK;
	keep = kept_ms(task, rules);
	if (keep == 0) {
		next_task(sweep);
		return RC_OK;
	}
	if (goes_by_olt(task) &&
	    (sweep->olt == 0 || (task->blocks && sweep->metric == 0)))
		return go_on(db, task, sweep, err);
	rc = mark_some(db, task, now_ms - keep - task->extra_ms, sweep, err);
	if (rc == RC_OK)
		rc = remove_some(
		    db, task, now_ms - keep - task->extra_ms, sweep, &removed, err);
	if (rc != RC_OK)
		return rc;
	sweep->removed += removed;
	return removed < sweep->limit ? go_on(db, task, sweep, err) : RC_OK;
}

enum rc
store_optimize(struct db *db, struct err *err)
{
	bool is_sqlite = strcmp(db_backend(db), "sqlite") == 0;

	return db_script(db,
	    is_sqlite ? "PRAGMA analysis_limit = 400; PRAGMA optimize" : "ANALYZE", err);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "store/incident/watch_troubles.h"

#include <string.h>

#include "store/db/query.h"

#define QUOTA_DAYS_MS (INT64_C(7) * 24 * 3600 * 1000) /* older violations are history */

struct troubles {
	struct db *db;
	struct arena *arena;
	struct vec *to;
	int64_t now_ms;
};

/* The text of a column; "" for NULL. NULL: no memory. */
static const char *
keep(const struct troubles *t, const struct db_stmt *q, unsigned column)
{
	const char *text = db_text(q, column);

	return arena_copy(t->arena, text ? text : "", text ? strlen(text) : 0);
}

static enum rc
add(const struct troubles *t, const struct watch_trouble *trouble, struct err *err)
{
	struct watch_trouble *added =
	    trouble->name && trouble->why ? vec_add(t->to) : NULL;

	if (!added)
		return err_set(err, RC_NOMEM, "no memory for troubles");
	*added = *trouble;
	added->is_on = true;
	return RC_OK;
}

/* A statement with the time as its argument, and what becomes of each of its rows. */
static enum rc
each(const struct troubles *t, const char *sql, int64_t at_ms,
    enum rc (*row)(const struct troubles *t, const struct db_stmt *q, struct err *err),
    struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(t->db, sql, DB_ARGS(at_ms), &q, err);

	while (db_next(q, &rc, err))
		rc = row(t, q, err);
	return rc;
}

/* ---- walks ---------------------------------------------------------------------------- */

/* A walk that was applied is later than what the log says of those that were not. */
static const char HELD[] =
    "SELECT l.id, h.since_ms, l.hold_walks, l.hold_seen, (SELECT COUNT(*) FROM onus o "
    "WHERE o.olt_id = l.id AND o.is_present = 1) FROM olts l JOIN (SELECT g.olt_id, "
    "MIN(g.at_ms) AS since_ms FROM coordinator_logs g JOIN olts k ON k.id = g.olt_id "
    "WHERE g.event_type = 'WALK_HELD' AND g.at_ms > COALESCE(k.last_walk_ms, 0) "
    "AND g.at_ms > $1 GROUP BY g.olt_id) h ON h.olt_id = l.id "
    "WHERE l.deleted_ms IS NULL AND l.enabled = 1 ORDER BY l.id";

static enum rc
add_held(const struct troubles *t, const struct db_stmt *q, struct err *err)
{
	bool is_missing = db_int(q, 2) > 0;
	int64_t n = db_int(q, 4) - db_int(q, 3);

	return add(t,
	    &(struct watch_trouble){ .kind = WATCH_WALK_HELD,
		.olt = { db_int(q, 0) },
		.since_ms = db_int(q, 1),
		.severity = WATCH_MINOR,
		.name = "",
		.why = is_missing ? "" : "too_much",
		.n = is_missing && n > 0 ? n : 0 },
	    err);
}

/* ---- quotas --------------------------------------------------------------------------- */

/* One for an OLT: who reads one of its violations reads all. An hour with enough runs ends
 * those before it. */
static const char QUOTAS[] =
    "SELECT v.olt_id, MIN(v.period_start_ms), COUNT(*), MAX(CASE v.severity "
    "WHEN 'CRITICAL' THEN 1 ELSE 0 END), MIN(v.task_type), MAX(v.task_type) "
    "FROM violations v JOIN olts l ON l.id = v.olt_id AND l.deleted_ms IS NULL "
    "AND l.enabled = 1 WHERE v.severity IN ('HIGH', 'CRITICAL') AND v.acked_ms IS NULL "
    "AND v.created_ms > $1 AND NOT EXISTS (SELECT 1 FROM quota_trackers t "
    "WHERE t.olt_id = v.olt_id AND t.job_id = v.job_id AND t.status = 'COMPLETED' "
    "AND t.period_start_ms > v.period_start_ms) GROUP BY v.olt_id ORDER BY v.olt_id";

static enum rc
add_quota(const struct troubles *t, const struct db_stmt *q, struct err *err)
{
	const char *first = keep(t, q, 4), *last = keep(t, q, 5);
	bool is_one = first && last && strcmp(first, last) == 0;

	return add(t,
	    &(struct watch_trouble){ .kind = WATCH_QUOTA,
		.olt = { db_int(q, 0) },
		.since_ms = db_int(q, 1),
		.severity = db_int(q, 3) ? WATCH_MAJOR : WATCH_MINOR,
		.name = first && last && !is_one ? "" : first,
		.why = "",
		.n = db_int(q, 2) },
	    err);
}

/* ---- channels ------------------------------------------------------------------------- */

/* One that is off was switched off by the other end, and stays so. */
static const char CHANNELS[] =
    "SELECT id, name, last_error, failing_since_ms, last_error_ms FROM channels "
    "WHERE enabled = 1 AND ((state = 'failing' AND failing_since_ms <= $1) "
    "OR state = 'off') ORDER BY id";

static enum rc
add_channel(const struct troubles *t, const struct db_stmt *q, struct err *err)
{
	int64_t since_ms = db_is_null(q, 3) ? db_int(q, 4) : db_int(q, 3);

	return add(t,
	    &(struct watch_trouble){ .kind = WATCH_CHANNEL_DEAD,
		.subject = db_int(q, 0),
		.since_ms = since_ms ? since_ms : t->now_ms,
		.severity = WATCH_MAJOR,
		.name = keep(t, q, 1),
		.why = keep(t, q, 2) },
	    err);
}

/* ---- windows -------------------------------------------------------------------------- */

static const char WINDOWS[] =
    "SELECT id, title, from_ms FROM maintenances WHERE until_ms IS NULL "
    "AND ended_ms IS NULL AND rrule = '' AND from_ms <= $1 ORDER BY id";

static enum rc
add_window(const struct troubles *t, const struct db_stmt *q, struct err *err)
{
	return add(t,
	    &(struct watch_trouble){ .kind = WATCH_WINDOW_OPEN,
		.subject = db_int(q, 0),
		.since_ms = db_int(q, 2),
		.severity = WATCH_MINOR,
		.name = keep(t, q, 1),
		.why = "" },
	    err);
}

enum rc
store_watch_troubles(struct db *db, int64_t now_ms, struct arena *arena,
    struct vec *ret_troubles, struct err *err)
{
	const struct troubles t = { db, arena, ret_troubles, now_ms };
	enum rc rc = each(&t, HELD, now_ms - QUOTA_DAYS_MS, add_held, err);

	if (rc == RC_OK)
		rc = each(&t, QUOTAS, now_ms - QUOTA_DAYS_MS, add_quota, err);
	if (rc == RC_OK)
		rc = each(&t, CHANNELS, now_ms - WATCH_CHANNEL_DEAD_MS, add_channel, err);
	if (rc == RC_OK)
		rc = each(&t, WINDOWS, now_ms - WATCH_WINDOW_OPEN_MS, add_window, err);
	return rc;
}

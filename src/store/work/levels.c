/* SPDX-License-Identifier: Apache-2.0 */
#include "store/work/levels_int.h"

#include <stdlib.h>
#include <string.h>

#include "store/db/query.h"
#include "store/value/level.h"
#include "store/work/events_int.h"

/* ---- reading ------------------------------------------------------------------- */

static enum rc
load_limits(struct db *db, struct level_limits limits[LEVEL_SIDES], struct err *err)
{
	static const char sql[] = "SELECT " ONU_RX_HIGH ", " ONU_RX_WARN ", " ONU_RX_BAD
				  ", " OLT_RX_HIGH ", " OLT_RX_WARN ", " OLT_RX_BAD;
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_NO_ARGS, &q, err);

	for (unsigned i = 0; rc == RC_OK && i < LEVEL_SIDES; i++)
		limits[i] = (struct level_limits){ db_real(q, 3 * i),
			db_real(q, 3 * i + 1), db_real(q, 3 * i + 2) };
	return rc;
}

static int
by_id(const void *key, const void *onu)
{
	int64_t id = *(const int64_t *)key, other = ((const struct onu *)onu)->id.v;

	return id < other ? -1 : id > other;
}

static signed char
level_in(const struct db_stmt *q, unsigned column)
{
	int64_t level = db_is_null(q, column) ? -1 : db_int(q, column);

	return (signed char)(level >= 0 && level < LEVEL_KINDS ? level : -1);
}

static enum rc
load_kept(struct db *db, const struct onu_set *known, struct levels *l, struct err *err)
{
	static const char sql[] =
	    "SELECT onu_id, onu_rx, olt_rx FROM onu_levels WHERE olt_id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(known->olt.v), &q, err);

	while (db_next(q, &rc, err)) {
		int64_t id = db_int(q, 0);
		const struct onu *onu = known->n
		    ? bsearch(&id, known->onus, known->n, sizeof(*known->onus), by_id)
		    : NULL;

		for (unsigned i = 0; onu && i < LEVEL_SIDES; i++)
			l->onus[onu - known->onus].at[i] = level_in(q, 1 + i);
	}
	return rc;
}

enum rc
levels_load(struct db *db, const struct onu_set *known, struct arena *arena,
    struct levels *ret, struct err *err)
{
	struct levels l = { .arena = arena };
	enum rc rc;

	l.onus = arena_alloc(arena, (known->n + 1) * sizeof(*l.onus));
	if (!l.onus)
		return err_set(err, RC_NOMEM, "no memory for the levels of ONUs");
	for (size_t i = 0; i < known->n; i++)
		l.onus[i] = (struct onu_levels){ .at = { -1, -1 } };
	rc = load_limits(db, l.limits, err);
	if (rc == RC_OK)
		rc = load_kept(db, known, &l, err);
	if (rc == RC_OK)
		*ret = l;
	return rc;
}

/* ---- crossing ------------------------------------------------------------------ */

static const char *
dbm_text(const struct levels *l, const struct value *v)
{
	double dbm = 0;

	return latest_number(v, &dbm) ? arena_printf(l->arena, "%.2f", dbm) : "";
}

static enum rc
say_crossed(const struct levels *l, const struct level_change *change, enum level now,
    struct vec *events, struct err *err)
{
	struct onu_event event = { .onu = change->onu,
		.kind = ONU_LEVEL,
		.at_ms = change->at_ms,
		.before = dbm_text(l, change->before),
		.after = dbm_text(l, change->after),
		.detail = arena_printf(l->arena, "%s %s",
		    purpose_info(change->purpose)->name, level_name(now)) };

	if (!event.before || !event.after || !event.detail)
		return err_set(err, RC_NOMEM, "no memory for events");
	return events_add(events, &event, err);
}

enum rc
levels_take(struct levels *l, const struct level_change *change, struct vec *events,
    struct err *err)
{
	enum level_side side =
	    change->purpose == PURPOSE_OLT_RX ? LEVEL_AT_OLT : LEVEL_AT_ONU;
	const struct level_limits *limits = &l->limits[side];
	signed char *kept = &l->onus[change->i].at[side];
	double before, after;
	enum level was, now;

	if (!latest_number(change->after, &after))
		return RC_OK; /* no reading: as before */
	if (*kept < 0 && !latest_number(change->before, &before))
		return RC_OK; /* the first reading is no change */
	was = *kept < 0 ? level_judge(limits, before) : (enum level) * kept;
	now = level_follow(limits, was, after);
	if (now == was)
		return RC_OK;
	*kept = (signed char)now;
	l->onus[change->i].is_changed = true;
	return say_crossed(l, change, now, events, err);
}

/* ---- writing ------------------------------------------------------------------- */

static struct db_value
or_null(signed char level)
{
	return db_int_if(level >= 0, level);
}

enum rc
levels_write(
    struct db *db, const struct onu_set *known, const struct levels *l, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO onu_levels (onu_id, olt_id, onu_rx, olt_rx) "
	    "VALUES ($1, $2, $3, $4) ON CONFLICT (onu_id) DO UPDATE SET "
	    "olt_id = excluded.olt_id, onu_rx = excluded.onu_rx, olt_rx = "
	    "excluded.olt_rx";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && i < known->n; i++) {
		if (!l->onus[i].is_changed)
			continue;
		if (!q)
			rc = db_prepare(db, sql, &q, err);
		if (rc != RC_OK)
			return rc;
		db_bind_args(q,
		    DB_ARGS(known->onus[i].id.v, known->olt.v,
			or_null(l->onus[i].at[LEVEL_AT_ONU]),
			or_null(l->onus[i].at[LEVEL_AT_OLT])));
		rc = db_bulk(q, err);
	}
	return rc == RC_OK && q ? db_bulk_end(q, err) : rc;
}

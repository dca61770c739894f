/* SPDX-License-Identifier: Apache-2.0 */
#include "store/incident/watch_levels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "store/db/query.h"
#include "store/history/level_base.h"
#include "store/history/samples.h"
#include "store/value/level.h"

/* ---- ONUs ------------------------------------------------------------------------------ */

/* When the run began and ended, if it has read levels. */
static enum rc
find_span(struct db *db, int64_t execution, int64_t *ret_from_ms, int64_t *ret_to_ms,
    struct err *err)
{
	static const char sql[] =
	    "SELECT e.started_ms, e.finished_ms FROM executions e WHERE e.id = $1 "
	    "AND EXISTS (SELECT 1 FROM history_blocks b WHERE b.olt_id = e.olt_id "
	    "AND b.metric IN ($2, $3) AND b.time_ms >= e.started_ms "
	    "AND b.time_ms <= e.finished_ms)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql,
	    DB_ARGS(execution, metric_of(PURPOSE_ONU_RX)->number,
		metric_of(PURPOSE_OLT_RX)->number),
	    &q, err);

	if (rc == RC_OK) {
		*ret_from_ms = db_int(q, 0);
		*ret_to_ms = db_int(q, 1) + 1;
	}
	return rc;
}

static double
dbm(int16_t hundredths)
{
	return hundredths == LEVEL_BASE_NONE ? NAN : hundredths / 100.0;
}

static bool
is_comparable(const struct level_base *row, enum level_base_side side)
{
	return row->usual[side] != LEVEL_BASE_NONE && row->now[side] != LEVEL_BASE_NONE;
}

static void
pass_level(struct watch *w, const struct level_base *row, int64_t at_ms)
{
	struct watch_level level = { .onu = { row->onu },
		.at_ms = at_ms,
		.has_onu_rx = is_comparable(row, LEVEL_BASE_ONU_RX),
		.has_olt_rx = is_comparable(row, LEVEL_BASE_OLT_RX),
		.onu_rx = dbm(row->now[LEVEL_BASE_ONU_RX]),
		.onu_rx_base = dbm(row->usual[LEVEL_BASE_ONU_RX]),
		.olt_rx = dbm(row->now[LEVEL_BASE_OLT_RX]),
		.olt_rx_base = dbm(row->usual[LEVEL_BASE_OLT_RX]) };

	if (level.has_onu_rx || level.has_olt_rx)
		watch_level(w, &level);
}

static enum rc
pass_days(
    struct watch *w, const struct level_bases *bases, int64_t now_ms, struct err *err)
{
	struct watch_days *days OWNED(free) = calloc(bases->n + 1, sizeof(*days));

	if (!days)
		return err_set(err, RC_NOMEM, "no memory for levels");
	for (size_t i = 0; i < bases->n; i++) {
		days[i].onu.v = bases->rows[i].onu;
		for (size_t d = 0; d < LEVEL_BASE_DAYS; d++)
			days[i].dbm[d] = dbm(bases->rows[i].days[d]);
	}
	watch_level_days(w, days, bases->n, now_ms);
	return RC_OK;
}

_Static_assert(
    (int)LEVEL_BASE_DAYS == (int)WATCH_DAYS, "days are passed as they are kept");

static enum rc
pass_run(struct db *db, struct watch *w, struct level_bases *bases, int64_t from_ms,
    int64_t to_ms, struct err *err)
{
	size_t n = 0;
	enum rc rc = level_base_read(db, bases, from_ms, to_ms, &n, err);

	for (size_t i = 0; rc == RC_OK && i < bases->n; i++)
		pass_level(w, &bases->rows[i], to_ms - 1);
	if (rc == RC_OK && n > 0)
		watch_levels_read(w, bases->olt, to_ms - 1);
	return rc;
}

enum rc
store_watch_levels(struct db *db, struct watch *w, const struct event_entry *event,
    int64_t *days_ms, struct err *err)
{
	struct level_bases bases = { 0 };
	int64_t from_ms = 0, to_ms = 0;
	enum rc rc = find_span(db, event->subject, &from_ms, &to_ms, err);

	if (rc == RC_OK)
		rc = level_base_load(db, event->olt, &bases, err);
	if (rc != RC_OK)
		return rc == RC_NOT_FOUND ? RC_OK : rc;
	rc = pass_run(db, w, &bases, from_ms, to_ms, err);
	if (rc == RC_OK && *days_ms != bases.until_ms) {
		rc = pass_days(w, &bases, to_ms - 1, err);
		*days_ms = rc == RC_OK ? bases.until_ms : *days_ms;
	}
	level_bases_fini(&bases);
	return rc;
}

/* ---- ports ----------------------------------------------------------------------------- */

enum rc
store_watch_port_levels(
    struct db *db, struct watch *w, const struct event_entry *event, struct err *err)
{
	static const char sql[] =
	    "SELECT p.place, p.tx_dbm FROM pon_ports p WHERE p.olt_id = $1 "
	    "AND EXISTS (SELECT 1 FROM executions e JOIN job_oids u ON u.job_id = "
	    "e.job_id "
	    "JOIN oids c ON c.id = u.oid_id AND c.purpose = 'port_tx' WHERE e.id = $2)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc;

	if (strcmp(event->what, "SUCCESS") != 0 && strcmp(event->what, "PARTIAL") != 0)
		return RC_OK;
	rc = db_query(db, sql, DB_ARGS(event->olt.v, event->subject), &q, err);
	while (db_next(q, &rc, err))
		watch_port_tx(w, event->olt, db_text(q, 0), db_is_null(q, 1),
		    db_real(q, 1), event->at_ms);
	return rc;
}

/* ---- limits ---------------------------------------------------------------------------- */

enum rc
store_watch_level_limits(struct db *db, struct watch_rules *rules, struct err *err)
{
	static const char sql[] = "SELECT " ONU_RX_BAD ", " OLT_RX_BAD;
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_NO_ARGS, &q, err);

	if (rc != RC_OK)
		return rc;
	rules->onu_rx_low = db_real(q, 0);
	rules->olt_rx_low = db_real(q, 1);
	return RC_OK;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "store/onu/light.h"

#include <math.h>
#include <stdlib.h>

#include "base/own.h"
#include "store/db/query.h"
#include "store/history/samples_block.h"

enum {
	NEWEST = 6, /* hours that say how it is now */
	LEAST = 2, /* hours that a day must have */
};

#define HOUR_MS INT64_C(3600000)
#define DAY_MS (24 * HOUR_MS)

/* What one ONU has in one direction. */
struct readings {
	double newest[NEWEST]; /* of the last day; a ring */
	uint32_t n_newest;
	double sum[LIGHT_SPANS]; /* of the days before */
	uint32_t n[LIGHT_SPANS];
};

struct finding {
	size_t n;
	int64_t *ids; /* present ONUs, ascending */
	struct readings *readings[LIGHT_SIDES]; /* one for each */
	/* Being read: */
	struct readings *into;
	int span; /* LIGHT_SPANS: the last day */
};

/* ---- who is due ------------------------------------------------------------------- */

enum rc
light_due(struct db *db, int64_t hour_ms, bool *ret_is_due, struct olt_id *ret_olt,
    struct err *err)
{
	static const char sql[] =
	    "SELECT l.id FROM olts l LEFT JOIN olt_light x ON x.olt_id = l.id "
	    "WHERE l.deleted_ms IS NULL AND (x.hour_ms IS NULL OR x.hour_ms < $1) "
	    "ORDER BY l.id LIMIT 1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(hour_ms), &q, err);

	if (rc != RC_OK && rc != RC_NOT_FOUND)
		return rc;
	*ret_is_due = rc == RC_OK;
	if (rc == RC_OK)
		ret_olt->v = db_int(q, 0);
	return RC_OK;
}

/* ---- reading ---------------------------------------------------------------------- */

static enum rc
load_ids(struct db *db, struct olt_id olt, struct finding *f, struct err *err)
{
	static const char sql[] =
	    "SELECT id FROM onus WHERE olt_id = $1 AND is_present = 1 ORDER BY id";
	struct vec ids = VEC_INIT(int64_t);
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(olt.v), &q, err);

	while (db_next(q, &rc, err)) {
		int64_t *id = vec_add(&ids);

		if (!id) {
			rc = err_set(err, RC_NOMEM, "no memory to compare levels");
			break;
		}
		*id = db_int(q, 0);
	}
	f->n = ids.n;
	f->ids = ids.data;
	return rc;
}

static void
take(struct readings *r, int span, double value)
{
	if (span == LIGHT_SPANS) {
		r->newest[r->n_newest++ % NEWEST] = value;
		return;
	}
	r->sum[span] += value;
	r->n[span]++;
}

/* Both lists of ids ascend. */
static enum rc
take_block(void *ctx, struct block_reader *r, const struct history_roster *roster)
{
	struct finding *f = ctx;
	const struct history_head *head = history_walk_head(r->walk);
	const uint64_t *onus = history_roster_ids(roster);
	struct history_hour *hours OWNED(free) =
	    calloc(head->label.n + 1, sizeof(*hours));
	size_t at = 0;
	enum rc rc = hours ? history_walk_hours(r->walk, hours) : RC_NOMEM;

	for (uint32_t i = 0; rc == RC_OK && i < head->label.n; i++) {
		while (at < f->n && (uint64_t)f->ids[at] < onus[i])
			at++;
		if (at < f->n && (uint64_t)f->ids[at] == onus[i] && hours[i].count > 0)
			take(&f->into[at], f->span,
			    history_unscaled(hours[i].avg, head->label.scale));
	}
	return rc == RC_INVALID ? RC_OK : rc; /* damage costs that block */
}

static enum rc
read_side(struct db *db, struct olt_id olt, enum light_side side, int64_t hour_ms,
    struct finding *f, struct err *err)
{
	static const enum purpose PURPOSES_OF[] = {
		[LIGHT_ONU_RX] = PURPOSE_ONU_RX, [LIGHT_OLT_RX] = PURPOSE_OLT_RX
	};
	static const int64_t AGO[] = {
		[LIGHT_7D] = 7 * DAY_MS, [LIGHT_30D] = 30 * DAY_MS, [LIGHT_SPANS] = 0
	};
	struct sample_report report = { 0 };
	enum rc rc = RC_OK;

	f->into = f->readings[side];
	for (f->span = 0; rc == RC_OK && f->span <= LIGHT_SPANS; f->span++) {
		struct block_reader r = { .db = db,
			.olt = olt,
			.kind = HISTORY_HOUR,
			.metric = metric_of(PURPOSES_OF[side])->number,
			.report = &report };
		int64_t to_ms = hour_ms - AGO[f->span];

		rc = block_reader_init(&r, err);
		if (rc == RC_OK)
			rc = block_reader_range(
			    &r, to_ms - DAY_MS, to_ms, take_block, f, err);
		block_reader_fini(&r);
	}
	return rc;
}

/* ---- comparing -------------------------------------------------------------------- */

static double
change_of(const struct readings *r, int span)
{
	uint32_t n = r->n_newest < NEWEST ? r->n_newest : NEWEST;
	double now = 0;

	if (n == 0 || r->n[span] < LEAST)
		return NAN;
	for (uint32_t i = 0; i < n; i++)
		now += r->newest[i];
	return now / n - r->sum[span] / r->n[span];
}

static double
smaller(double a, double b)
{
	return isnan(a) || b < a ? b : a;
}

static struct light_change
compare(const struct finding *f, size_t i)
{
	struct light_change c = { .onu = { f->ids[i] } };

	for (int span = 0; span < LIGHT_SPANS; span++) {
		c.worse[span] = NAN;
		for (int side = 0; side < LIGHT_SIDES; side++) {
			c.side[side][span] = change_of(&f->readings[side][i], span);
			c.worse[span] = smaller(c.worse[span], c.side[side][span]);
		}
	}
	return c;
}

static bool
is_kept(const struct light_change *c)
{
	return c->worse[LIGHT_7D] <= -LIGHT_KEPT_DB ||
	    c->worse[LIGHT_30D] <= -LIGHT_KEPT_DB;
}

static enum rc
compare_all(const struct finding *f, struct vec *changes, struct err *err)
{
	for (size_t i = 0; i < f->n; i++) {
		struct light_change c = compare(f, i);
		struct light_change *slot = is_kept(&c) ? vec_add(changes) : NULL;

		if (slot)
			*slot = c;
		else if (is_kept(&c))
			return err_set(err, RC_NOMEM, "no memory to compare levels");
	}
	return RC_OK;
}

enum rc
light_find(struct db *db, struct olt_id olt, int64_t hour_ms, struct vec *changes,
    struct err *err)
{
	struct finding f = { 0 };
	enum rc rc = load_ids(db, olt, &f, err);

	for (int side = 0; rc == RC_OK && side < LIGHT_SIDES; side++) {
		f.readings[side] = calloc(f.n + 1, sizeof(*f.readings[side]));
		rc = f.readings[side]
		    ? read_side(db, olt, (enum light_side)side, hour_ms, &f, err)
		    : err_set(err, RC_NOMEM, "no memory to compare levels");
	}
	if (rc == RC_OK)
		rc = compare_all(&f, changes, err);
	for (int side = 0; side < LIGHT_SIDES; side++)
		free(f.readings[side]);
	free(f.ids);
	return rc;
}

/* ---- keeping ---------------------------------------------------------------------- */

/* NaN stays NaN: no value. */
static double
hundredths(double value)
{
	return round(value * 100) / 100;
}

/* One that has left meanwhile is left out. */
static enum rc
insert_all(struct db *db, struct olt_id olt, const struct vec *changes, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO onu_light (onu_id, olt_id, onu_rx_7d_db, onu_rx_30d_db, "
	    "olt_rx_7d_db, olt_rx_30d_db, change_7d_db, change_30d_db) "
	    "SELECT id, CAST($2 AS BIGINT), CAST($3 AS DOUBLE PRECISION), "
	    "CAST($4 AS DOUBLE PRECISION), CAST($5 AS DOUBLE PRECISION), "
	    "CAST($6 AS DOUBLE PRECISION), CAST($7 AS DOUBLE PRECISION), "
	    "CAST($8 AS DOUBLE PRECISION) FROM onus WHERE id = $1 "
	    "ON CONFLICT (onu_id) DO NOTHING";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	for (size_t i = 0; rc == RC_OK && i < changes->n; i++) {
		const struct light_change *c = VEC_AT(changes, struct light_change, i);

		db_bind_args(q,
		    DB_ARGS(c->onu.v, olt.v, hundredths(c->side[LIGHT_ONU_RX][LIGHT_7D]),
			hundredths(c->side[LIGHT_ONU_RX][LIGHT_30D]),
			hundredths(c->side[LIGHT_OLT_RX][LIGHT_7D]),
			hundredths(c->side[LIGHT_OLT_RX][LIGHT_30D]),
			hundredths(c->worse[LIGHT_7D]), hundredths(c->worse[LIGHT_30D])));
		rc = db_bulk(q, err);
	}
	return rc == RC_OK ? db_bulk_end(q, err) : rc;
}

enum rc
light_keep(struct db *db, struct olt_id olt, int64_t hour_ms, const struct vec *changes,
    struct err *err)
{
	static const char forget[] = "DELETE FROM onu_light WHERE olt_id = $1";
	static const char note[] =
	    "INSERT INTO olt_light (olt_id, hour_ms) VALUES ($1, $2) "
	    "ON CONFLICT (olt_id) DO UPDATE SET hour_ms = excluded.hour_ms";
	enum rc rc = db_exec(db, forget, DB_ARGS(olt.v), err);

	if (rc == RC_OK)
		rc = insert_all(db, olt, changes, err);
	if (rc == RC_OK)
		rc = db_exec(db, note, DB_ARGS(olt.v, db_or_null(hour_ms)), err);
	return rc;
}

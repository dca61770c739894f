/* SPDX-License-Identifier: Apache-2.0
 *
 * Hours are sealed in ascending order, so that what is behind the last sealed hour of
 * a series is what is left to do: no list is kept, and a restart costs nothing.
 */
#include <stdlib.h>

#include "history/hour.h"
#include "store/db/query.h"
#include "store/history/samples.h"
#include "store/history/samples_block.h"

#define HOUR_MS INT64_C(3600000)

/* Questions in one step that finds nothing to seal. */
enum { SEAL_LOOKS = 64 };

static enum rc
no_memory(struct err *err)
{
	return err_set(err, RC_NOMEM, "no memory for history");
}

/* ---- one hour -------------------------------------------------------------------- */

struct sealing {
	/* The present one has all ONUs there ever were. */
	const struct history_roster *roster;
	struct history_sum *sums;
	int32_t *values; /* room for any run's */
	int32_t *moved;
	size_t n_runs;
	uint32_t scale; /* of the first run; 0: none yet */
};

/* A program that scales otherwise may have written the rest of the hour. */
static void
rescale(int32_t *values, uint32_t n, uint32_t from, uint32_t to)
{
	for (uint32_t i = 0; from != to && i < n; i++)
		values[i] = history_scaled(history_unscaled(values[i], from), to);
}

static enum rc
add_run(void *ctx, struct block_reader *r, const struct history_roster *roster)
{
	struct sealing *x = ctx;
	const struct history_label *label = &history_walk_head(r->walk)->label;
	uint32_t n = history_roster_count(x->roster);

	/* What cannot be unpacked is missing from its hour, and reported by reading. */
	if (history_walk_values(r->walk, x->values) != RC_OK)
		return RC_OK;
	if (x->scale == 0)
		x->scale = label->scale;
	rescale(x->values, label->n, label->scale, x->scale);
	history_roster_move(roster, x->values, x->roster, x->moved);
	history_sum_add(x->sums, x->moved, n);
	x->n_runs++;
	return RC_OK;
}

static enum rc
sum_hour(struct db *db, struct olt_id olt, uint32_t metric, int64_t hour_ms,
    struct sealing *x, struct err *err)
{
	struct sample_report report = { 0 };
	struct block_reader r = { .db = db,
		.olt = olt,
		.metric = metric,
		.kind = HISTORY_RAW,
		.report = &report };
	enum rc rc = block_reader_init(&r, err);

	if (rc == RC_OK)
		rc = block_reader_range(&r, hour_ms, hour_ms + HOUR_MS, add_run, x, err);
	block_reader_fini(&r);
	return rc;
}

static enum rc
write_hours(struct samples *s, struct db *db, struct olt_series *o,
    const struct history_label *label, const struct sealing *x, struct err *err)
{
	struct series *series = samples_series(o, label->metric);
	struct history_hour *hours OWNED(free) = calloc(label->n + 1, sizeof(*hours));
	enum rc rc;

	if (series && !series->hours)
		series->hours = history_chain_new(HISTORY_KEY_HOUR_MS);
	if (!hours || !series || !series->hours)
		return no_memory(err);
	history_sum_finish(x->sums, label->n, hours);
	buf_clear(&s->bytes);
	rc = history_chain_encode_hours(
	    series->hours, s->codec, label, hours, &s->bytes, err);
	return rc == RC_OK ? samples_insert_block(s, db, HISTORY_HOUR, o->olt, label, err)
			   : rc;
}

static enum rc
seal(struct samples *s, struct db *db, struct olt_series *o, uint32_t metric,
    int64_t hour_ms, struct err *err)
{
	const struct history_roster *roster = o->next_roster ? o->next_roster : o->roster;
	uint32_t version = o->next_roster ? o->next_version : o->version;
	uint32_t n = history_roster_count(roster);
	struct history_label label = { metric, 0, version, n, hour_ms };
	struct history_sum *sums OWNED(free) = calloc(n + 1, sizeof(*sums));
	int32_t *values OWNED(free) = calloc(HISTORY_ONUS_MAX, sizeof(*values));
	int32_t *moved OWNED(free) = calloc(n + 1, sizeof(*moved));
	struct sealing x = { roster, sums, values, moved, 0, 0 };
	enum rc rc;

	if (!sums || !values || !moved)
		return no_memory(err);
	rc = sum_hour(db, o->olt, metric, hour_ms, &x, err);
	if (rc != RC_OK || x.n_runs == 0)
		return rc;
	label.scale = x.scale;
	return write_hours(s, db, o, &label, &x, err);
}

/* Without a roster that can be read there is nothing to put into it; the next run
 * brings one. */
static enum rc
seal_hour(struct samples *s, struct db *db, struct olt_id olt, uint32_t metric,
    int64_t hour_ms, struct err *err)
{
	struct olt_series *o;
	enum rc rc = samples_touch(s, olt, metric_subject(metric), &o, err);

	if (rc == RC_OK && !o->is_loaded)
		rc = samples_load_roster(s, db, o, err);
	if (rc != RC_OK || (!o->roster && !o->next_roster))
		return rc;
	return seal(s, db, o, metric, hour_ms, err);
}

/* ---- what is due ------------------------------------------------------------------- */

/* The beginning of the first hour that has runs and is not sealed; INT64_MAX: none. */
static enum rc
find_unsealed(
    struct db *db, const struct seal_sweep *at, int64_t *ret_hour_ms, struct err *err)
{
	static const char sql[] =
	    "SELECT MIN(time_ms) FROM history_blocks WHERE olt_id = $1 AND metric = $2 "
	    "AND time_ms >= $3 AND time_ms >= COALESCE((SELECT MAX(time_ms) + 3600000 "
	    "FROM history_hours WHERE olt_id = $1 AND metric = $2), 0)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc =
	    db_query_first(db, sql, DB_ARGS(at->olt.v, at->metric, at->from_ms), &q, err);

	if (rc == RC_OK)
		*ret_hour_ms =
		    db_is_null(q, 0) ? INT64_MAX : db_int(q, 0) / HOUR_MS * HOUR_MS;
	return rc;
}

static enum rc
next_olt(struct db *db, struct olt_id after, struct olt_id *ret_olt, struct err *err)
{
	static const char sql[] = "SELECT MIN(id) FROM olts WHERE id > $1";

	return db_query_int(db, sql, DB_ARGS(after.v), &ret_olt->v, err);
}

/* To the next metric of the OLT, or to the next OLT that has one. */
static enum rc
go_on(struct db *db, struct seal_sweep *at, struct err *err)
{
	enum rc rc = RC_OK;

	at->from_ms = 0;
	if (at->olt.v)
		rc = samples_next_metric(
		    db, HISTORY_RAW, at->olt, at->metric, &at->metric, err);
	if (rc == RC_OK && (at->olt.v == 0 || at->metric == 0)) {
		at->metric = 0;
		rc = next_olt(db, at->olt, &at->olt, err);
	}
	return rc;
}

static int64_t
next_look(int64_t now_ms)
{
	return (now_ms - SEAL_GRACE_MS) / HOUR_MS * HOUR_MS + HOUR_MS + SEAL_GRACE_MS;
}

/* Go on until an hour was sealed, or for long enough; from_ms is behind it then, so
 * that an hour whose blocks are all damaged does not keep us. */
static enum rc
seal_next(struct samples *s, struct db *db, int64_t now_ms, struct seal_sweep *at,
    struct err *err)
{
	for (int i = 0; i < SEAL_LOOKS; i++) {
		int64_t hour_ms = INT64_MAX;
		enum rc rc = RC_OK;

		if (at->metric)
			rc = find_unsealed(db, at, &hour_ms, err);
		if (rc == RC_OK && hour_ms < now_ms - HOUR_MS - SEAL_GRACE_MS) {
			at->from_ms = hour_ms + HOUR_MS;
			return seal_hour(s, db, at->olt, at->metric, hour_ms, err);
		}
		if (rc == RC_OK)
			rc = go_on(db, at, err);
		if (rc != RC_OK)
			return rc;
		if (at->olt.v == 0) {
			at->next_ms = next_look(now_ms);
			return RC_OK;
		}
	}
	return RC_OK;
}

enum rc
samples_seal_due(
    struct samples *s, struct db *db, int64_t now_ms, bool *ret_is_over, struct err *err)
{
	struct seal_sweep at = s->next_seal;
	enum rc rc = RC_OK;

	if (now_ms >= at.next_ms)
		rc = seal_next(s, db, now_ms, &at, err);
	if (rc != RC_OK)
		return rc;
	s->next_seal = at;
	*ret_is_over = now_ms < at.next_ms;
	return RC_OK;
}

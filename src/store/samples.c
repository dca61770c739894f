/* SPDX-License-Identifier: Apache-2.0
 *
 * What is remembered of an OLT comes in twos: what the database has for sure, and
 * what the open transaction would make of it. A commit turns the second into the
 * first, a rollback forgets it.
 */
#include "store/samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/map.h"
#include "base/vec.h"
#include "history/hour.h"
#include "history/rate.h"
#include "store/db/db.h"
#include "store/samples_int.h"

enum { BLOCK_BYTES_MAX = 1 << 20 };

#define HOUR_MS INT64_C(3600000)
/* Faster than any PON: beyond it a counter was started anew. */
#define FASTEST_PER_S 1.25e9

/* What a counter stood at. */
struct readings {
	int64_t time_ms;
	size_t n;
	int64_t *onus; /* owned, ascending */
	double *numbers; /* owned */
};

struct series {
	struct history_chain *raw, *hours; /* made when needed */
	struct readings last, next; /* counters only */
};

struct olt_series {
	struct olt_id olt;
	bool is_loaded; /* roster and version are those of the database */
	bool is_touched; /* by the open transaction */
	uint32_t version;
	struct history_roster *roster; /* NULL: none, or damaged */
	uint32_t next_version;
	struct history_roster *next_roster; /* NULL: no new one */
	struct series series[METRIC_NUMBERS];
};

struct samples {
	struct history_codec *codec;
	struct map *olts; /* id -> struct olt_series, owned */
	struct vec touched; /* of struct olt_series * */
	struct buf bytes;
};

/* ---- life ---------------------------------------------------------------------- */

static void
readings_fini(struct readings *r)
{
	free(r->onus);
	free(r->numbers);
	*r = (struct readings){ 0 };
}

static void
olt_series_free(struct olt_series *o)
{
	for (int i = 0; i < METRIC_NUMBERS; i++) {
		history_chain_free(o->series[i].raw);
		history_chain_free(o->series[i].hours);
		readings_fini(&o->series[i].last);
		readings_fini(&o->series[i].next);
	}
	history_roster_free(o->roster);
	history_roster_free(o->next_roster);
	free(o);
}

struct samples *
samples_new(void)
{
	struct samples *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->codec = history_codec_new();
	s->olts = map_new();
	s->touched = (struct vec)VEC_INIT(struct olt_series *);
	s->bytes = (struct buf)BUF_INIT(BLOCK_BYTES_MAX);
	if (s->codec && s->olts)
		return s;
	samples_free(s);
	return NULL;
}

void
samples_free(struct samples *s)
{
	size_t at = 0;
	struct olt_series *o;

	if (!s)
		return;
	while (s->olts && (o = map_next(s->olts, &at)))
		olt_series_free(o);
	map_free(s->olts);
	history_codec_free(s->codec);
	vec_fini(&s->touched);
	buf_fini(&s->bytes);
	free(s);
}

static void
keep_olt(struct olt_series *o)
{
	o->is_touched = false;
	if (o->next_roster) {
		history_roster_free(o->roster);
		o->roster = GIVE(o->next_roster);
		o->version = o->next_version;
	}
	for (int i = 0; i < METRIC_NUMBERS; i++) {
		struct series *series = &o->series[i];

		if (series->raw)
			history_chain_keep(series->raw);
		if (series->hours)
			history_chain_keep(series->hours);
		if (series->next.onus) {
			readings_fini(&series->last);
			series->last = series->next;
			series->next = (struct readings){ 0 };
		}
	}
}

/* The roster is looked up again: perhaps another program wrote one. */
static void
drop_olt(struct olt_series *o)
{
	o->is_touched = false;
	o->is_loaded = false;
	history_roster_free(GIVE(o->next_roster));
	for (int i = 0; i < METRIC_NUMBERS; i++) {
		if (o->series[i].raw)
			history_chain_drop(o->series[i].raw);
		if (o->series[i].hours)
			history_chain_drop(o->series[i].hours);
		readings_fini(&o->series[i].next);
	}
}

void
samples_keep(struct samples *s)
{
	for (size_t i = 0; i < s->touched.n; i++)
		keep_olt(*VEC_AT(&s->touched, struct olt_series *, i));
	vec_clear(&s->touched);
}

void
samples_drop(struct samples *s)
{
	for (size_t i = 0; i < s->touched.n; i++)
		drop_olt(*VEC_AT(&s->touched, struct olt_series *, i));
	vec_clear(&s->touched);
}

/* ---- an OLT and its roster --------------------------------------------------------- */

static enum rc
no_memory(struct err *err)
{
	return err_set(err, RC_NOMEM, "no memory for history");
}

static enum rc
touch_olt(
    struct samples *s, struct olt_id olt, struct olt_series **ret_olt, struct err *err)
{
	struct olt_series *o = map_find_u64(s->olts, (uint64_t)olt.v), **touched;

	if (!o) {
		o = calloc(1, sizeof(*o));
		if (!o || map_add_u64(s->olts, (uint64_t)olt.v, o) != RC_OK) {
			free(o);
			return no_memory(err);
		}
		o->olt = olt;
	}
	if (!o->is_touched) {
		touched = vec_add(&s->touched);
		if (!touched)
			return no_memory(err);
		*touched = o;
		o->is_touched = true;
	}
	*ret_olt = o;
	return RC_OK;
}

/* A damaged roster is as good as none: the next one has a new version. */
static enum rc
load_roster(struct samples *s, struct db *db, struct olt_series *o, struct err *err)
{
	static const char sql[] =
	    "SELECT COALESCE(MAX(version), 0) FROM history_rosters WHERE olt_id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	struct history_roster *roster = NULL;
	uint32_t version;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, o->olt.v);
	rc = db_first(q, err);
	if (rc != RC_OK)
		return rc;
	version = (uint32_t)db_int(q, 0);
	if (version > 0)
		rc = roster_load(db, s->codec, o->olt, version, &roster, err);
	if (rc != RC_OK && rc != RC_INVALID)
		return rc;
	history_roster_free(o->roster);
	o->roster = roster;
	o->version = version;
	o->is_loaded = true;
	return RC_OK;
}

static enum rc
insert_roster(struct samples *s, struct db *db, const struct olt_series *o,
    uint32_t version, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO history_rosters (olt_id, version, created_ms, bytes) "
	    "VALUES ($1, $2, $3, $4)";
	static const char use[] = "UPDATE olts SET roster = $2 WHERE id = $1";
	struct db_stmt *q OWNED(db_done) = NULL, *u OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, o->olt.v);
	db_bind_int(q, 2, version);
	db_bind_int(q, 3, now_ms);
	db_bind_blob(q, 4, s->bytes.data, s->bytes.len);
	rc = db_run(q, NULL, err);
	if (rc == RC_OK)
		rc = db_prepare(db, use, &u, err);
	if (rc != RC_OK)
		return rc;
	db_bind_int(u, 1, o->olt.v);
	db_bind_int(u, 2, version);
	return db_run(u, NULL, err);
}

static enum rc
new_roster(struct samples *s, struct db *db, struct olt_series *o,
    const struct run_readings *run, struct err *err)
{
	uint32_t version = (o->next_roster ? o->next_version : o->version) + 1;
	struct history_roster *roster OWNED(history_roster_free) = NULL;
	enum rc rc;

	buf_clear(&s->bytes);
	rc = history_roster_encode(
	    s->codec, (const uint64_t *)run->onus, (uint32_t)run->n, &s->bytes, err);
	if (rc == RC_OK)
		rc = history_roster_open(
		    s->codec, s->bytes.data, s->bytes.len, &roster, err);
	if (rc == RC_OK)
		rc = insert_roster(s, db, o, version, run->time_ms, err);
	if (rc != RC_OK)
		return rc;
	history_roster_free(o->next_roster);
	o->next_roster = GIVE(roster);
	o->next_version = version;
	return RC_OK;
}

/* The version of the roster that has exactly the ONUs of the run. */
static enum rc
roster_for(struct samples *s, struct db *db, struct olt_series *o,
    const struct run_readings *run, uint32_t *ret_version, struct err *err)
{
	const struct history_roster *roster;
	enum rc rc = o->is_loaded ? RC_OK : load_roster(s, db, o, err);

	if (rc != RC_OK)
		return rc;
	roster = o->next_roster ? o->next_roster : o->roster;
	if (!roster ||
	    !history_roster_is(roster, (const uint64_t *)run->onus, (uint32_t)run->n))
		rc = new_roster(s, db, o, run, err);
	if (rc == RC_OK)
		*ret_version = o->next_roster ? o->next_version : o->version;
	return rc;
}

/* ---- counters -------------------------------------------------------------------- */

static enum rc
remember(struct readings *next, const struct run_readings *run, const double *numbers)
{
	readings_fini(next);
	next->onus = calloc(run->n + 1, sizeof(*next->onus));
	next->numbers = calloc(run->n + 1, sizeof(*next->numbers));
	if (!next->onus || !next->numbers) {
		readings_fini(next);
		return RC_NOMEM;
	}
	memcpy(next->onus, run->onus, run->n * sizeof(*next->onus));
	memcpy(next->numbers, numbers, run->n * sizeof(*next->numbers));
	next->time_ms = run->time_ms;
	next->n = run->n;
	return RC_OK;
}

static double
rate_of(double before, int64_t before_ms, double after, int64_t after_ms)
{
	static const struct history_counter COUNTER = { 64, FASTEST_PER_S };
	struct history_reading a = { 0, before_ms, HISTORY_UPTIME_UNKNOWN };
	struct history_reading b = { 0, after_ms, HISTORY_UPTIME_UNKNOWN };
	double per_s = NAN;

	if (!(before >= 0) || !(after >= 0))
		return NAN;
	a.value = (uint64_t)before;
	b.value = (uint64_t)after;
	switch (history_rate(&COUNTER, &a, &b, &per_s)) {
	case HISTORY_RATE_OK:
	case HISTORY_RATE_WRAPPED:
		return per_s;
	case HISTORY_RATE_RESET:
	case HISTORY_RATE_NO_TIME:
		break;
	}
	return NAN;
}

/* Both are in ascending order of ONUs: walk them together. */
static void
rates_of(const struct readings *last, const struct run_readings *run,
    const double *numbers, double *ret_rates)
{
	size_t j = 0;

	for (size_t i = 0; i < run->n; i++) {
		while (j < last->n && last->onus[j] < run->onus[i])
			j++;
		ret_rates[i] = NAN;
		if (j < last->n && last->onus[j] == run->onus[i])
			ret_rates[i] = rate_of(
			    last->numbers[j], last->time_ms, numbers[i], run->time_ms);
	}
}

/* ---- blocks ------------------------------------------------------------------------ */

static enum rc
insert_block(struct samples *s, struct db *db, enum history_kind kind, struct olt_id olt,
    const struct history_label *label, struct err *err)
{
	static const char raw[] =
	    "INSERT INTO history_blocks (olt_id, metric, time_ms, bytes) "
	    "VALUES ($1, $2, $3, $4)";
	static const char hours[] =
	    "INSERT INTO history_hours (olt_id, metric, time_ms, bytes) "
	    "VALUES ($1, $2, $3, $4)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, kind == HISTORY_RAW ? raw : hours, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, olt.v);
	db_bind_int(q, 2, label->metric);
	db_bind_int(q, 3, label->time_ms);
	db_bind_blob(q, 4, s->bytes.data, s->bytes.len);
	return db_run(q, NULL, err);
}

static enum rc
write_block(struct samples *s, struct db *db, struct olt_series *o,
    const struct history_label *label, const int32_t *values, struct err *err)
{
	struct series *series = &o->series[label->metric];
	enum rc rc;

	if (!series->raw)
		series->raw = history_chain_new(HISTORY_KEY_RAW_MS);
	if (!series->raw)
		return no_memory(err);
	buf_clear(&s->bytes);
	rc = history_chain_encode(series->raw, s->codec, label, values, &s->bytes, err);
	return rc == RC_OK ? insert_block(s, db, HISTORY_RAW, o->olt, label, err) : rc;
}

/* False when there is not one reading among them. */
static bool
scale_all(const double *numbers, size_t n, uint32_t scale, int32_t *ret_values)
{
	bool has_some = false;

	for (size_t i = 0; i < n; i++) {
		ret_values[i] = history_scaled(numbers[i], scale);
		has_some |= ret_values[i] != HISTORY_NULL;
	}
	return has_some;
}

static enum rc
write_metric(struct samples *s, struct db *db, struct olt_series *o,
    const struct run_readings *run, const struct metric *metric, const double *numbers,
    struct err *err)
{
	struct history_label label = { metric->number, metric->scale, 0, (uint32_t)run->n,
		run->time_ms };
	int32_t *values OWNED(free) = calloc(run->n + 1, sizeof(*values));
	enum rc rc;

	if (!values)
		return no_memory(err);
	if (!scale_all(numbers, run->n, metric->scale, values))
		return RC_OK;
	rc = roster_for(s, db, o, run, &label.roster, err);
	return rc == RC_OK ? write_block(s, db, o, &label, values, err) : rc;
}

static enum rc
write_counter(struct samples *s, struct db *db, struct olt_series *o,
    const struct run_readings *run, const struct metric *metric, const double *numbers,
    struct err *err)
{
	struct series *series = &o->series[metric->number];
	double *rates OWNED(free) = calloc(run->n + 1, sizeof(*rates));

	if (!rates || remember(&series->next, run, numbers) != RC_OK)
		return no_memory(err);
	rates_of(&series->last, run, numbers, rates);
	return write_metric(s, db, o, run, metric, rates, err);
}

enum rc
samples_write(struct samples *s, struct db *db, const struct run_readings *run,
    enum purpose purpose, const double *numbers, struct err *err)
{
	const struct metric *metric = metric_of(purpose);
	struct olt_series *o;
	enum rc rc;

	if (!metric || run->n == 0)
		return RC_OK;
	rc = touch_olt(s, run->olt, &o, err);
	if (rc != RC_OK)
		return rc;
	return metric->is_counter ? write_counter(s, db, o, run, metric, numbers, err)
				  : write_metric(s, db, o, run, metric, numbers, err);
}

/* ---- hours --------------------------------------------------------------------------- */

struct sealing {
	const struct history_roster
	    *roster; /* the present one: all ONUs there ever were */
	struct history_sum *sums;
	int32_t *values; /* room for any run's */
	int32_t *moved;
	size_t n_runs;
};

static enum rc
add_run(void *ctx, struct block_reader *r, const struct history_roster *roster)
{
	struct sealing *x = ctx;
	uint32_t n = history_roster_count(x->roster);

	/* What cannot be unpacked is missing from its hour, and reported by reading. */
	if (history_walk_values(r->walk, x->values) != RC_OK)
		return RC_OK;
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
	struct series *series = &o->series[label->metric];
	struct history_hour *hours OWNED(free) = calloc(label->n + 1, sizeof(*hours));
	enum rc rc;

	if (!series->hours)
		series->hours = history_chain_new(HISTORY_KEY_HOUR_MS);
	if (!hours || !series->hours)
		return no_memory(err);
	history_sum_finish(x->sums, label->n, hours);
	buf_clear(&s->bytes);
	rc = history_chain_encode_hours(
	    series->hours, s->codec, label, hours, &s->bytes, err);
	return rc == RC_OK ? insert_block(s, db, HISTORY_HOUR, o->olt, label, err) : rc;
}

static enum rc
seal(struct samples *s, struct db *db, struct olt_series *o, const struct metric *metric,
    int64_t hour_ms, struct err *err)
{
	uint32_t n = history_roster_count(o->roster);
	struct history_label label = { metric->number, metric->scale, o->version, n,
		hour_ms };
	struct history_sum *sums OWNED(free) = calloc(n + 1, sizeof(*sums));
	int32_t *values OWNED(free) = calloc(HISTORY_ONUS_MAX, sizeof(*values));
	int32_t *moved OWNED(free) = calloc(n + 1, sizeof(*moved));
	struct sealing x = { o->roster, sums, values, moved, 0 };
	enum rc rc;

	if (!sums || !values || !moved)
		return no_memory(err);
	rc = sum_hour(db, o->olt, metric->number, hour_ms, &x, err);
	if (rc != RC_OK || x.n_runs == 0)
		return rc;
	return write_hours(s, db, o, &label, &x, err);
}

static enum rc
is_sealed(struct db *db, struct olt_id olt, uint32_t metric, int64_t hour_ms,
    bool *ret_is_sealed, struct err *err)
{
	static const char sql[] = "SELECT 1 FROM history_hours "
				  "WHERE olt_id = $1 AND metric = $2 AND time_ms = $3";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, olt.v);
	db_bind_int(q, 2, metric);
	db_bind_int(q, 3, hour_ms);
	rc = db_first(q, err);
	if (rc != RC_OK && rc != RC_NOT_FOUND)
		return rc;
	*ret_is_sealed = rc == RC_OK;
	return RC_OK;
}

enum rc
samples_seal_hour(struct samples *s, struct db *db, struct olt_id olt,
    enum purpose purpose, int64_t hour_ms, struct err *err)
{
	const struct metric *metric = metric_of(purpose);
	struct olt_series *o;
	bool was_sealed;
	enum rc rc;

	if (!metric)
		return RC_OK;
	rc = is_sealed(db, olt, metric->number, hour_ms, &was_sealed, err);
	if (rc != RC_OK || was_sealed)
		return rc;
	rc = touch_olt(s, olt, &o, err);
	if (rc == RC_OK && !o->is_loaded)
		rc = load_roster(s, db, o, err);
	if (rc != RC_OK || !o->roster)
		return rc;
	return seal(s, db, o, metric, hour_ms, err);
}

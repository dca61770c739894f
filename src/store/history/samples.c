/* SPDX-License-Identifier: Apache-2.0
 *
 * What is remembered of an OLT comes in twos: what the database has for sure, and
 * what the open transaction would make of it. A commit turns the second into the
 * first, a rollback forgets it.
 */
#include "store/history/samples.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/map.h"
#include "base/vec.h"
#include "store/db/query.h"
#include "store/history/samples_block.h"

enum { BLOCK_BYTES_MAX = 1 << 20 };

/* ---- life ---------------------------------------------------------------------- */

static struct series *
series_at(const struct olt_series *o, size_t i)
{
	return VEC_AT(&o->series, struct series, i);
}

static void
olt_series_free(struct olt_series *o)
{
	for (size_t i = 0; i < o->series.n; i++) {
		history_chain_free(series_at(o, i)->raw);
		history_chain_free(series_at(o, i)->hours);
	}
	vec_fini(&o->series);
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
	s->metrics = map_new();
	s->touched = (struct vec)VEC_INIT(struct olt_series *);
	s->bytes = (struct buf)BUF_INIT(BLOCK_BYTES_MAX);
	if (s->codec && s->olts && s->metrics)
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
	samples_forget_metrics(s);
	map_free(s->metrics);
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
	for (size_t i = 0; i < o->series.n; i++) {
		const struct series *series = series_at(o, i);

		if (series->raw)
			history_chain_keep(series->raw);
		if (series->hours)
			history_chain_keep(series->hours);
	}
}

/* The roster is looked up again: perhaps another program wrote one. */
static void
drop_olt(struct olt_series *o)
{
	o->is_touched = false;
	o->is_loaded = false;
	history_roster_free(GIVE(o->next_roster));
	for (size_t i = 0; i < o->series.n; i++) {
		const struct series *series = series_at(o, i);

		if (series->raw)
			history_chain_drop(series->raw);
		if (series->hours)
			history_chain_drop(series->hours);
	}
}

void
samples_keep(struct samples *s)
{
	for (size_t i = 0; i < s->touched.n; i++)
		keep_olt(*VEC_AT(&s->touched, struct olt_series *, i));
	vec_clear(&s->touched);
	s->seal = s->next_seal;
}

void
samples_drop(struct samples *s)
{
	for (size_t i = 0; i < s->touched.n; i++)
		drop_olt(*VEC_AT(&s->touched, struct olt_series *, i));
	vec_clear(&s->touched);
	samples_forget_metrics(s);
	s->next_seal = s->seal;
}

/* ---- an OLT and its roster --------------------------------------------------------- */

static enum rc
no_memory(struct err *err)
{
	return err_set(err, RC_NOMEM, "no memory for history");
}

enum rc
samples_touch(struct samples *s, struct olt_id olt, enum samples_subject subject,
    struct olt_series **ret_olt, struct err *err)
{
	uint64_t key = (uint64_t)olt.v << 2 | (uint64_t)subject;
	struct olt_series *o = map_find_u64(s->olts, key), **touched;

	if (!o) {
		o = calloc(1, sizeof(*o));
		if (!o || map_add_u64(s->olts, key, o) != RC_OK) {
			free(o);
			return no_memory(err);
		}
		o->olt = olt;
		o->subject = subject;
		o->series = (struct vec)VEC_INIT(struct series);
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
enum rc
samples_load_roster(
    struct samples *s, struct db *db, struct olt_series *o, struct err *err)
{
	static const char sql[] = "SELECT MAX(version) FROM history_rosters "
				  "WHERE olt_id = $1 AND version >= $2 AND version < $3";
	struct db_stmt *q OWNED(db_done) = NULL;
	struct history_roster *roster = NULL;
	uint32_t version = ROSTER_FIRST(o->subject);
	enum rc rc = db_query_first(
	    db, sql, DB_ARGS(o->olt.v, version, ROSTER_FIRST(o->subject + 1)), &q, err);

	if (rc != RC_OK)
		return rc;
	if (!db_is_null(q, 0))
		version = (uint32_t)db_int(q, 0);
	if (version > ROSTER_FIRST(o->subject))
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
	enum rc rc = db_exec(db, sql,
	    DB_ARGS(o->olt.v, version, now_ms, db_blob_of(s->bytes.data, s->bytes.len)),
	    err);

	if (rc == RC_OK && o->subject == SUBJECT_ONUS)
		rc = db_exec(db, use, DB_ARGS(o->olt.v, version), err);
	return rc;
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
	enum rc rc = o->is_loaded ? RC_OK : samples_load_roster(s, db, o, err);

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

/* ---- blocks ------------------------------------------------------------------------ */

enum rc
samples_insert_block(struct samples *s, struct db *db, enum history_kind kind,
    struct olt_id olt, const struct history_label *label, struct err *err)
{
	static const char raw[] =
	    "INSERT INTO history_blocks (olt_id, metric, time_ms, bytes) "
	    "VALUES ($1, $2, $3, $4)";
	static const char hours[] =
	    "INSERT INTO history_hours (olt_id, metric, time_ms, bytes) "
	    "VALUES ($1, $2, $3, $4)";

	return db_exec(db, kind == HISTORY_RAW ? raw : hours,
	    DB_ARGS(olt.v, label->metric, label->time_ms,
		db_blob_of(s->bytes.data, s->bytes.len)),
	    err);
}

struct series *
samples_series(struct olt_series *o, uint32_t metric)
{
	struct series *series;

	for (size_t i = 0; i < o->series.n; i++) {
		if (series_at(o, i)->metric == metric)
			return series_at(o, i);
	}
	series = vec_add(&o->series);
	if (series)
		series->metric = metric;
	return series;
}

static enum rc
write_block(struct samples *s, struct db *db, struct olt_series *o,
    const struct history_label *label, const int32_t *values, struct err *err)
{
	struct series *series = samples_series(o, label->metric);
	enum rc rc;

	if (series && !series->raw)
		series->raw = history_chain_new(HISTORY_KEY_RAW_MS);
	if (!series || !series->raw)
		return no_memory(err);
	buf_clear(&s->bytes);
	rc = history_chain_encode(series->raw, s->codec, label, values, &s->bytes, err);
	return rc == RC_OK ? samples_insert_block(s, db, HISTORY_RAW, o->olt, label, err)
			   : rc;
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

enum rc
samples_write(struct samples *s, struct db *db, const struct run_readings *run,
    const struct metric *metric, const double *numbers, struct err *err)
{
	struct history_label label = { metric->number, metric->scale, 0, (uint32_t)run->n,
		run->time_ms };
	int32_t *values OWNED(free) = calloc(run->n + 1, sizeof(*values));
	struct olt_series *o;
	enum rc rc;

	if (!values)
		return no_memory(err);
	if (!scale_all(numbers, run->n, metric->scale, values))
		return RC_OK;
	rc = samples_touch(s, run->olt, metric->subject, &o, err);
	if (rc == RC_OK)
		rc = roster_for(s, db, o, run, &label.roster, err);
	return rc == RC_OK ? write_block(s, db, o, &label, values, err) : rc;
}

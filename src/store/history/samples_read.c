/* SPDX-License-Identifier: Apache-2.0 */
#include "store/history/samples.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/map.h"
#include "base/vec.h"
#include "store/db/query.h"
#include "store/history/samples_block.h"

/* ---- blocks and rosters ------------------------------------------------------ */

enum rc
roster_load(struct db *db, struct history_codec *codec, struct olt_id olt,
    uint32_t version, struct history_roster **ret_roster, struct err *err)
{
	static const char sql[] =
	    "SELECT bytes FROM history_rosters WHERE olt_id = $1 AND version = $2";
	struct db_stmt *q OWNED(db_done) = NULL;
	const void *bytes;
	size_t n;
	enum rc rc = db_query_first(db, sql, DB_ARGS(olt.v, version), &q, err);

	if (rc == RC_NOT_FOUND)
		return err_set(err, rc, "roster %u of OLT %lld is gone",
		    (unsigned)version, (long long)olt.v);
	if (rc != RC_OK)
		return rc;
	bytes = db_blob(q, 0, &n);
	return history_roster_open(codec, bytes, n, ret_roster, err);
}

enum rc
block_reader_init(struct block_reader *r, struct err *err)
{
	r->codec = history_codec_new();
	r->walk = history_walk_new();
	r->rosters = map_new();
	if (!r->codec || !r->walk || !r->rosters)
		return err_set(err, RC_NOMEM, "no memory to read history");
	return RC_OK;
}

void
block_reader_fini(struct block_reader *r)
{
	size_t at = 0;
	struct history_roster *roster;

	while (r->rosters && (roster = map_next(r->rosters, &at)))
		history_roster_free(roster);
	map_free(r->rosters);
	history_walk_free(r->walk);
	history_codec_free(r->codec);
}

static void
note_damage(struct block_reader *r, int64_t time_ms, const struct err *why)
{
	if (r->report->damaged++ > 0)
		return;
	(void)snprintf(r->report->first_damage, sizeof(r->report->first_damage),
	    "OLT %lld, metric %u, block of %lld: %.300s", (long long)r->olt.v,
	    (unsigned)r->metric, (long long)time_ms, why->msg);
}

/* Errors of the database end a reading; what it holds does not. */
static bool
is_damage(enum rc rc)
{
	return rc == RC_INVALID || rc == RC_CONFLICT || rc == RC_NOT_FOUND;
}

/* RC_NOT_FOUND: retention has removed it. */
static enum rc
give_base(struct block_reader *r, int64_t base_ms, struct err *err)
{
	static const char raw[] = "SELECT bytes FROM history_blocks "
				  "WHERE olt_id = $1 AND metric = $2 AND time_ms = $3";
	static const char hours[] = "SELECT bytes FROM history_hours "
				    "WHERE olt_id = $1 AND metric = $2 AND time_ms = $3";
	struct db_stmt *q OWNED(db_done) = NULL;
	const void *bytes;
	size_t n;
	enum rc rc = db_query_first(r->db, r->kind == HISTORY_RAW ? raw : hours,
	    DB_ARGS(r->olt.v, r->metric, base_ms), &q, err);

	if (rc != RC_OK)
		return rc;
	bytes = db_blob(q, 0, &n);
	return history_walk_base(r->walk, r->codec, bytes, n, err);
}

static enum rc
find_roster(struct block_reader *r, uint32_t version,
    const struct history_roster **ret_roster, struct err *err)
{
	struct history_roster *roster = map_find_u64(r->rosters, version);
	enum rc rc;

	if (!roster) {
		rc = roster_load(r->db, r->codec, r->olt, version, &roster, err);
		if (rc != RC_OK)
			return rc;
		rc = map_add_u64(r->rosters, version, roster);
		if (rc != RC_OK) {
			history_roster_free(roster);
			return err_set(err, rc, "no memory to read history");
		}
	}
	*ret_roster = roster;
	return RC_OK;
}

/* Does the block say of itself what its row says of it? */
static bool
is_in_place(
    const struct block_reader *r, const struct history_head *head, int64_t time_ms)
{
	return head->kind == r->kind && head->label.metric == r->metric &&
	    head->label.time_ms == time_ms;
}

enum rc
block_reader_open(struct block_reader *r, int64_t time_ms, const void *bytes, size_t n,
    const struct history_roster **ret_roster, struct err *err)
{
	struct err why = { 0 };
	const struct history_head *head;
	enum rc rc = history_walk_next(r->walk, r->codec, bytes, n, &why);

	*ret_roster = NULL;
	r->report->blocks++;
	if (rc == RC_NOT_FOUND) {
		rc = give_base(r, history_walk_head(r->walk)->base_ms, &why);
		if (rc == RC_NOT_FOUND) {
			r->report->gone++;
			return RC_OK;
		}
	}
	head = history_walk_head(r->walk);
	if (rc == RC_OK && !is_in_place(r, head, time_ms))
		rc = err_set(&why, RC_INVALID, "it is a block of another place");
	if (rc == RC_OK)
		rc = find_roster(r, head->label.roster, ret_roster, &why);
	if (rc == RC_OK && history_roster_count(*ret_roster) != head->label.n) {
		*ret_roster = NULL;
		rc = err_set(&why, RC_INVALID, "its roster has another number of ONUs");
	}
	if (rc == RC_OK)
		return RC_OK;
	if (!is_damage(rc))
		return err_set(err, rc, "%s", why.msg);
	note_damage(r, time_ms, &why);
	return RC_OK;
}

enum rc
block_reader_range(struct block_reader *r, int64_t from_ms, int64_t to_ms,
    enum rc (*each)(
	void *ctx, struct block_reader *r, const struct history_roster *roster),
    void *ctx, struct err *err)
{
	static const char raw[] =
	    "SELECT time_ms, bytes FROM history_blocks WHERE olt_id = $1 AND metric = $2 "
	    "AND time_ms >= $3 AND time_ms < $4 ORDER BY time_ms";
	static const char hours[] =
	    "SELECT time_ms, bytes FROM history_hours WHERE olt_id = $1 AND metric = $2 "
	    "AND time_ms >= $3 AND time_ms < $4 ORDER BY time_ms";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(r->db, r->kind == HISTORY_RAW ? raw : hours,
	    DB_ARGS(r->olt.v, r->metric, from_ms, to_ms), &q, err);

	while (db_next(q, &rc, err)) {
		const struct history_roster *roster;
		size_t n;
		const void *bytes = db_blob(q, 1, &n);

		rc = block_reader_open(r, db_int(q, 0), bytes, n, &roster, err);
		if (rc == RC_OK && roster)
			rc = each(ctx, r, roster);
	}
	return rc;
}

/* ---- one ONU --------------------------------------------------------------------- */

struct telling {
	uint64_t onu;
	void (*found)(void *ctx, const struct sample *sample);
	void *ctx;
};

static struct sample
sample_of_hour(int64_t time_ms, uint32_t scale, const struct history_hour *hour)
{
	return (struct sample){ time_ms, history_unscaled(hour->avg, scale),
		history_unscaled(hour->min, scale), history_unscaled(hour->max, scale),
		hour->count };
}

static struct sample
sample_of_value(int64_t time_ms, uint32_t scale, int32_t value)
{
	double v = history_unscaled(value, scale);

	return (struct sample){ time_ms, v, v, v, value != HISTORY_NULL };
}

static enum rc
read_sample(const struct block_reader *r, uint32_t at, struct sample *ret)
{
	const struct history_head *head = history_walk_head(r->walk);
	struct history_hour hour;
	int32_t value;
	enum rc rc;

	if (head->kind == HISTORY_HOUR) {
		rc = history_walk_hour(r->walk, at, &hour);
		if (rc == RC_OK)
			*ret =
			    sample_of_hour(head->label.time_ms, head->label.scale, &hour);
		return rc;
	}
	rc = history_walk_value(r->walk, at, &value);
	if (rc == RC_OK)
		*ret = sample_of_value(head->label.time_ms, head->label.scale, value);
	return rc;
}

static enum rc
tell_onu(void *ctx, struct block_reader *r, const struct history_roster *roster)
{
	const struct telling *t = ctx;
	struct sample sample;
	struct err why = { 0 };
	uint32_t at;
	enum rc rc;

	if (!history_roster_find(roster, t->onu, &at))
		return RC_OK;
	rc = read_sample(r, at, &sample);
	if (rc == RC_OK) {
		t->found(t->ctx, &sample);
	} else {
		(void)err_set(&why, rc, "a value that no encoder writes");
		note_damage(r, history_walk_head(r->walk)->label.time_ms, &why);
	}
	return RC_OK;
}

enum rc
samples_of_onu(struct db *db, const struct sample_query *query,
    void (*found)(void *ctx, const struct sample *sample), void *ctx,
    struct sample_report *ret, struct err *err)
{
	struct telling t = { (uint64_t)query->onu.v, found, ctx };
	struct sample_report report = { 0 };
	struct block_reader r = {
		.db = db, .olt = query->olt, .kind = query->kind, .report = &report
	};
	enum rc rc = RC_OK;

	r.metric = query->metric;
	if (!r.metric)
		rc = samples_find_metric(
		    db, query->purpose, query->custom, &r.metric, err);
	if (rc == RC_OK)
		rc = block_reader_init(&r, err);
	if (rc == RC_OK)
		rc = block_reader_range(
		    &r, query->from_ms, query->to_ms, tell_onu, &t, err);
	block_reader_fini(&r);
	if (rc == RC_OK)
		*ret = report;
	return rc;
}

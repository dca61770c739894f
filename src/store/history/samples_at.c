/* SPDX-License-Identifier: Apache-2.0
 *
 * Many ONUs at one moment: a port, or an OLT.
 */
#include <stdlib.h>

#include "base/vec.h"
#include "store/db/query.h"
#include "store/history/samples.h"
#include "store/history/samples_block.h"

/* The ids of a port's ONUs, ascending; a vec of int64_t. */
static enum rc
load_port(struct db *db, struct olt_id olt, const struct position *port, struct vec *ids,
    struct err *err)
{
	static const char sql[] =
	    "SELECT id FROM onus WHERE olt_id = $1 AND slot = $2 AND port = $3 "
	    "AND frame = $4 AND rack = $5 ORDER BY id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql,
	    DB_ARGS(olt.v, port->part[POS_SLOT], port->part[POS_PORT],
		port->part[POS_FRAME], port->part[POS_RACK]),
	    &q, err);

	while (db_next(q, &rc, err)) {
		int64_t *id = vec_add(ids);

		if (!id)
			return err_set(err, RC_NOMEM, "no memory for a port's ONUs");
		*id = db_int(q, 0);
	}
	return rc;
}

static int
compare_ids(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static bool
is_wanted(const struct sample_moment *m, const struct vec *ids, int64_t onu)
{
	if (!m->port)
		return true;
	return ids->n && bsearch(&onu, ids->data, ids->n, sizeof(onu), compare_ids);
}

/* Stand on the block of the moment. RC_NOT_FOUND: there is none to be read. */
static enum rc
open_block(struct block_reader *r, const struct sample_moment *m,
    const struct history_roster **ret_roster, struct err *err)
{
	static const char raw[] =
	    "SELECT time_ms, bytes FROM history_blocks WHERE olt_id = $1 AND metric = $2 "
	    "AND time_ms <= $3 AND time_ms >= $4 ORDER BY time_ms DESC LIMIT 1";
	static const char hours[] =
	    "SELECT time_ms, bytes FROM history_hours WHERE olt_id = $1 AND metric = $2 "
	    "AND time_ms <= $3 AND time_ms >= $4 ORDER BY time_ms DESC LIMIT 1";
	struct db_stmt *q OWNED(db_done) = NULL;
	const void *bytes;
	size_t n;
	enum rc rc = db_query_first(r->db, m->by_hour ? hours : raw,
	    DB_ARGS(m->olt.v, r->metric, m->at_ms, m->at_ms - m->max_age_ms), &q, err);

	if (rc == RC_NOT_FOUND)
		return err_set(err, rc, "no reading of that time is kept");
	if (rc != RC_OK)
		return rc;
	bytes = db_blob(q, 1, &n);
	rc = block_reader_open(r, db_int(q, 0), bytes, n, ret_roster, err);
	if (rc == RC_OK && !*ret_roster)
		return err_set(err, RC_NOT_FOUND, "%s",
		    *r->report->first_damage ? r->report->first_damage
					     : "the reading it was made to is gone");
	return rc;
}

/* The values of a block by place: those of its run, or the averages of its hour. */
static enum rc
unpack(const struct block_reader *r, uint32_t n, int32_t *values)
{
	struct history_hour *hours OWNED(free) = NULL;
	enum rc rc;

	if (r->kind == HISTORY_RAW)
		return history_walk_values(r->walk, values);
	hours = calloc(n + 1, sizeof(*hours));
	rc = hours ? history_walk_hours(r->walk, hours) : RC_NOMEM;
	for (uint32_t i = 0; rc == RC_OK && i < n; i++)
		values[i] = hours[i].avg;
	return rc;
}

static enum rc
tell_all(const struct block_reader *r, const struct history_roster *roster,
    const struct sample_moment *m, const struct vec *ids,
    void (*found)(void *ctx, struct onu_id onu, const struct sample *sample), void *ctx)
{
	const struct history_head *head = history_walk_head(r->walk);
	const uint64_t *onus = history_roster_ids(roster);
	int32_t *values OWNED(free) = calloc(head->label.n + 1, sizeof(*values));
	enum rc rc = values ? unpack(r, head->label.n, values) : RC_NOMEM;

	for (uint32_t i = 0; rc == RC_OK && i < head->label.n; i++) {
		double v = history_unscaled(values[i], head->label.scale);
		struct sample sample = { head->label.time_ms, v, v, v, 1 };

		if (values[i] != HISTORY_NULL && is_wanted(m, ids, (int64_t)onus[i]))
			found(ctx, (struct onu_id){ (int64_t)onus[i] }, &sample);
	}
	return rc;
}

static enum rc
read_moment(struct block_reader *r, const struct sample_moment *m, const struct vec *ids,
    void (*found)(void *ctx, struct onu_id onu, const struct sample *sample), void *ctx,
    struct err *err)
{
	const struct history_roster *roster = NULL;
	enum rc rc = block_reader_init(r, err);

	if (rc == RC_OK)
		rc = open_block(r, m, &roster, err);
	if (rc != RC_OK)
		return rc;
	rc = tell_all(r, roster, m, ids, found, ctx);
	return rc == RC_OK ? rc : err_set(err, rc, "a reading could not be unpacked");
}

enum rc
samples_at(struct db *db, const struct sample_moment *moment,
    void (*found)(void *ctx, struct onu_id onu, const struct sample *sample), void *ctx,
    struct err *err)
{
	struct vec ids = VEC_INIT(int64_t);
	struct sample_report report = { 0 };
	struct block_reader r = { .db = db,
		.olt = moment->olt,
		.kind = moment->by_hour ? HISTORY_HOUR : HISTORY_RAW,
		.report = &report };
	enum rc rc = RC_OK;

	r.metric = moment->metric;
	if (!r.metric)
		rc = samples_find_metric(
		    db, moment->purpose, moment->custom, &r.metric, err);
	if (rc == RC_OK && moment->port)
		rc = load_port(db, moment->olt, moment->port, &ids, err);
	if (rc == RC_OK)
		rc = read_moment(&r, moment, &ids, found, ctx, err);
	block_reader_fini(&r);
	vec_fini(&ids);
	return rc;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "store/history/level_base.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/own.h"
#include "store/db/query.h"
#include "store/history/samples_block.h"

#define HOUR_MS INT64_C(3600000)
#define DAY_MS (24 * HOUR_MS)

enum {
	WEEK_HOURS = 7 * 24,
	SPAN_HOURS = LEVEL_BASE_DAYS * 24,
	BODY_MAX = 256 << 20,
};

static const enum purpose PURPOSES_OF[LEVEL_BASE_SIDES] = {
	[LEVEL_BASE_ONU_RX] = PURPOSE_ONU_RX, [LEVEL_BASE_OLT_RX] = PURPOSE_OLT_RX
};

void
level_bases_fini(struct level_bases *b)
{
	free(b->rows);
	*b = (struct level_bases){ 0 };
}

static enum rc
no_memory(struct err *err)
{
	return err_set(err, RC_NOMEM, "no memory for the levels of an OLT");
}

static int16_t
hundredths(double dbm)
{
	double v = round(dbm * 100);

	return v > INT16_MIN && v <= INT16_MAX ? (int16_t)v : LEVEL_BASE_NONE;
}

/* ---- who is due ---------------------------------------------------------------------- */

enum rc
level_base_due(struct db *db, int64_t hour_ms, bool *ret_is_due, struct olt_id *ret_olt,
    struct err *err)
{
	static const char sql[] =
	    "SELECT l.id FROM olts l LEFT JOIN olt_levels x ON x.olt_id = l.id "
	    "WHERE l.deleted_ms IS NULL AND (x.until_ms IS NULL OR x.until_ms <= $1 "
	    "OR (x.onus = 0 AND x.until_ms < $2)) ORDER BY l.id LIMIT 1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_ARGS(hour_ms - DAY_MS, hour_ms), &q, err);

	if (rc != RC_OK && rc != RC_NOT_FOUND)
		return rc;
	*ret_is_due = rc == RC_OK;
	if (rc == RC_OK)
		ret_olt->v = db_int(q, 0);
	return RC_OK;
}

/* ---- making them --------------------------------------------------------------------- */

/* The hourly averages of one direction. */
struct gathering {
	const struct level_bases *bases;
	int64_t from_ms;
	size_t n_hours;
	int16_t *hours; /* of each ONU n_hours, oldest first */
};

static enum rc
load_onus(struct db *db, struct level_bases *b, struct err *err)
{
	static const char sql[] =
	    "SELECT id FROM onus WHERE olt_id = $1 AND is_present = 1 ORDER BY id";
	struct vec rows = VEC_INIT(struct level_base);
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query(db, sql, DB_ARGS(b->olt.v), &q, err);

	while (db_next(q, &rc, err)) {
		struct level_base *row = vec_add(&rows);

		if (!row) {
			rc = no_memory(err);
			break;
		}
		row->onu = db_int(q, 0);
	}
	b->rows = rows.data;
	b->n = rows.n;
	return rc;
}

/* Both lists of ids ascend. */
static enum rc
gather_block(void *ctx, struct block_reader *r, const struct history_roster *roster)
{
	struct gathering *g = ctx;
	const struct history_head *head = history_walk_head(r->walk);
	const uint64_t *onus = history_roster_ids(roster);
	int64_t hour = (head->label.time_ms - g->from_ms) / HOUR_MS;
	struct history_hour *hours OWNED(free) =
	    calloc(head->label.n + 1, sizeof(*hours));
	size_t at = 0;
	enum rc rc = hours ? history_walk_hours(r->walk, hours) : RC_NOMEM;

	for (uint32_t i = 0; rc == RC_OK && i < head->label.n; i++) {
		while (at < g->bases->n && (uint64_t)g->bases->rows[at].onu < onus[i])
			at++;
		if (at < g->bases->n && (uint64_t)g->bases->rows[at].onu == onus[i] &&
		    hours[i].count > 0 && hour >= 0 && (size_t)hour < g->n_hours)
			g->hours[at * g->n_hours + (size_t)hour] =
			    hundredths(history_unscaled(hours[i].avg, head->label.scale));
	}
	return rc == RC_INVALID ? RC_OK : rc; /* damage costs that block */
}

static int
by_value(const void *a, const void *b)
{
	return *(const int16_t *)a - *(const int16_t *)b;
}

/* Of those that are there; NONE if they are fewer than least. */
static int16_t
median(const int16_t *values, size_t n, size_t least)
{
	int16_t there[SPAN_HOURS];
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		if (values[i] != LEVEL_BASE_NONE)
			there[count++] = values[i];
	if (count < least)
		return LEVEL_BASE_NONE;
	qsort(there, count, sizeof(there[0]), by_value);
	if (count % 2)
		return there[count / 2];
	return (int16_t)((there[count / 2 - 1] + there[count / 2]) / 2);
}

static void
take_hours(
    struct level_base *row, enum level_base_side side, const int16_t *hours, size_t n)
{
	row->usual[side] = median(hours + n - WEEK_HOURS, WEEK_HOURS, LEVEL_BASE_HOURS);
	for (size_t day = 0; side == LEVEL_BASE_ONU_RX && day < LEVEL_BASE_DAYS; day++)
		row->days[day] = median(hours + day * 24, 24, 1);
}

static enum rc
find_side(
    struct db *db, struct level_bases *b, enum level_base_side side, struct err *err)
{
	struct sample_report report = { 0 };
	struct block_reader r = { .db = db,
		.olt = b->olt,
		.kind = HISTORY_HOUR,
		.metric = metric_of(PURPOSES_OF[side])->number,
		.report = &report };
	struct gathering g = { .bases = b,
		.n_hours = side == LEVEL_BASE_ONU_RX ? SPAN_HOURS : WEEK_HOURS };
	enum rc rc;

	g.from_ms = b->until_ms - (int64_t)g.n_hours * HOUR_MS;
	g.hours = malloc((b->n * g.n_hours + 1) * sizeof(*g.hours));
	if (!g.hours)
		return no_memory(err);
	for (size_t i = 0; i < b->n * g.n_hours; i++)
		g.hours[i] = LEVEL_BASE_NONE;
	rc = block_reader_init(&r, err);
	if (rc == RC_OK)
		rc =
		    block_reader_range(&r, g.from_ms, b->until_ms, gather_block, &g, err);
	block_reader_fini(&r);
	for (size_t i = 0; rc == RC_OK && i < b->n; i++)
		take_hours(&b->rows[i], side, g.hours + i * g.n_hours, g.n_hours);
	free(g.hours);
	return rc;
}

enum rc
level_base_find(struct db *db, struct olt_id olt, int64_t hour_ms,
    struct level_bases *ret, struct err *err)
{
	struct level_bases b = { .olt = olt, .until_ms = hour_ms };
	enum rc rc = load_onus(db, &b, err);

	for (int side = 0; rc == RC_OK && side < LEVEL_BASE_SIDES; side++)
		rc = find_side(db, &b, (enum level_base_side)side, err);
	if (rc == RC_OK)
		*ret = b;
	else
		level_bases_fini(&b);
	return rc;
}

/* ---- keeping them ----------------------------------------------------------------------
 *
 * "FLB1", then of each ONU that has a level: its id as difference to the one before (seven
 * bits a byte, the least first), the usual levels and the days, two bytes each, the low one
 * first. */

static const char HEAD[] = { 'F', 'L', 'B', '1' };

static void
put_id(struct buf *b, uint64_t v)
{
	for (; v >= 128; v >>= 7)
		buf_putc(b, (char)((v & 127) | 128));
	buf_putc(b, (char)v);
}

static void
put_levels(struct buf *b, const int16_t *levels, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint16_t v = (uint16_t)levels[i];
		char bytes[2] = { (char)(v & 255), (char)(v >> 8) };

		buf_add(b, bytes, sizeof(bytes));
	}
}

static bool
has_usual(const struct level_base *row)
{
	return row->usual[LEVEL_BASE_ONU_RX] != LEVEL_BASE_NONE ||
	    row->usual[LEVEL_BASE_OLT_RX] != LEVEL_BASE_NONE;
}

static bool
has_day(const struct level_base *row)
{
	for (size_t i = 0; i < LEVEL_BASE_DAYS; i++)
		if (row->days[i] != LEVEL_BASE_NONE)
			return true;
	return false;
}

/* Returns how many have a usual level. */
static int64_t
pack(const struct level_bases *bases, struct buf *ret)
{
	int64_t before = 0, n = 0;

	buf_add(ret, HEAD, sizeof(HEAD));
	for (size_t i = 0; i < bases->n; i++) {
		const struct level_base *row = &bases->rows[i];

		if (!has_usual(row) && !has_day(row))
			continue;
		n += has_usual(row);
		put_id(ret, (uint64_t)(row->onu - before));
		put_levels(ret, row->usual, LEVEL_BASE_SIDES);
		put_levels(ret, row->days, LEVEL_BASE_DAYS);
		before = row->onu;
	}
	return n;
}

enum rc
level_base_keep(struct db *db, const struct level_bases *bases, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO olt_levels (olt_id, until_ms, onus, body) "
	    "SELECT id, CAST($2 AS BIGINT), CAST($3 AS BIGINT), $4 FROM olts WHERE id = "
	    "$1 "
	    "ON CONFLICT (olt_id) DO UPDATE SET until_ms = excluded.until_ms, "
	    "onus = excluded.onus, body = excluded.body";
	struct buf body = BUF_INIT(BODY_MAX);
	int64_t n = pack(bases, &body);
	enum rc rc = buf_ok(&body) ? db_exec(db, sql,
					 DB_ARGS(bases->olt.v, bases->until_ms, n,
					     db_blob_of(body.data, body.len)),
					 err)
				   : no_memory(err);

	buf_fini(&body);
	return rc;
}

/* ---- loading them ------------------------------------------------------------------------ */

struct reading {
	const unsigned char *at, *end;
};

static bool
get_id(struct reading *r, uint64_t *ret)
{
	uint64_t v = 0;

	for (unsigned shift = 0; r->at < r->end && shift < 63; shift += 7) {
		unsigned char byte = *r->at++;

		v |= (uint64_t)(byte & 127) << shift;
		if (byte < 128) {
			*ret = v;
			return true;
		}
	}
	return false;
}

static bool
get_levels(struct reading *r, int16_t *levels, size_t n)
{
	if ((size_t)(r->end - r->at) < 2 * n)
		return false;
	for (size_t i = 0; i < n; i++, r->at += 2)
		levels[i] = (int16_t)(uint16_t)(r->at[0] | r->at[1] << 8);
	return true;
}

/* RC_INVALID: it is damaged. */
static enum rc
unpack(const void *bytes, size_t n, struct vec *rows)
{
	struct reading r = { bytes, (const unsigned char *)bytes + n };
	int64_t before = 0;

	if (n < sizeof(HEAD) || memcmp(bytes, HEAD, sizeof(HEAD)) != 0)
		return RC_INVALID;
	r.at += sizeof(HEAD);
	while (r.at < r.end) {
		struct level_base *row = vec_add(rows);
		uint64_t more = 0;

		if (!row)
			return RC_NOMEM;
		if (!get_id(&r, &more) || !more || more > INT64_MAX / 2 ||
		    before > INT64_MAX / 2 ||
		    !get_levels(&r, row->usual, LEVEL_BASE_SIDES) ||
		    !get_levels(&r, row->days, LEVEL_BASE_DAYS))
			return RC_INVALID;
		before += (int64_t)more;
		row->onu = before;
		for (int side = 0; side < LEVEL_BASE_SIDES; side++)
			row->now[side] = LEVEL_BASE_NONE;
	}
	return RC_OK;
}

enum rc
level_base_load(
    struct db *db, struct olt_id olt, struct level_bases *ret, struct err *err)
{
	static const char sql[] =
	    "SELECT until_ms, body FROM olt_levels WHERE olt_id = $1";
	struct db_stmt *q OWNED(db_done) = NULL;
	struct vec rows = VEC_INIT(struct level_base);
	const void *bytes;
	size_t n = 0;
	enum rc rc = db_query_first(db, sql, DB_ARGS(olt.v), &q, err);

	if (rc != RC_OK)
		return rc;
	bytes = db_blob(q, 1, &n);
	rc = unpack(bytes, n, &rows);
	if (rc == RC_OK) {
		*ret = (struct level_bases){ olt, db_int(q, 0), rows.data, rows.n };
		return RC_OK;
	}
	vec_fini(&rows);
	if (rc == RC_NOMEM)
		return no_memory(err);
	return RC_NOT_FOUND; /* damaged: the next day makes it anew */
}

/* ---- comparing ---------------------------------------------------------------------------- */

struct comparing {
	struct level_bases *bases;
	enum level_base_side side;
};

static enum rc
take_block(void *ctx, struct block_reader *r, const struct history_roster *roster)
{
	struct comparing *c = ctx;
	const struct history_head *head = history_walk_head(r->walk);
	const uint64_t *onus = history_roster_ids(roster);
	int32_t *values OWNED(free) = calloc(head->label.n + 1, sizeof(*values));
	size_t at = 0;
	enum rc rc = values ? history_walk_values(r->walk, values) : RC_NOMEM;

	for (uint32_t i = 0; rc == RC_OK && i < head->label.n; i++) {
		while (at < c->bases->n && (uint64_t)c->bases->rows[at].onu < onus[i])
			at++;
		if (at < c->bases->n && (uint64_t)c->bases->rows[at].onu == onus[i] &&
		    values[i] != HISTORY_NULL)
			c->bases->rows[at].now[c->side] =
			    hundredths(history_unscaled(values[i], head->label.scale));
	}
	return rc == RC_INVALID ? RC_OK : rc;
}

static enum rc
read_side(
    struct db *db, struct comparing *c, int64_t from_ms, int64_t to_ms, struct err *err)
{
	struct sample_report report = { 0 };
	struct block_reader r = { .db = db,
		.olt = c->bases->olt,
		.kind = HISTORY_RAW,
		.metric = metric_of(PURPOSES_OF[c->side])->number,
		.report = &report };
	enum rc rc = block_reader_init(&r, err);

	if (rc == RC_OK)
		rc = block_reader_range(&r, from_ms, to_ms, take_block, c, err);
	block_reader_fini(&r);
	return rc;
}

enum rc
level_base_read(struct db *db, struct level_bases *bases, int64_t from_ms, int64_t to_ms,
    size_t *ret_n, struct err *err)
{
	struct comparing c = { .bases = bases };
	size_t n = 0;
	enum rc rc = RC_OK;

	for (int side = 0; rc == RC_OK && side < LEVEL_BASE_SIDES; side++) {
		c.side = (enum level_base_side)side;
		rc = read_side(db, &c, from_ms, to_ms, err);
	}
	for (size_t i = 0; i < bases->n; i++)
		n += bases->rows[i].now[LEVEL_BASE_ONU_RX] != LEVEL_BASE_NONE ||
		    bases->rows[i].now[LEVEL_BASE_OLT_RX] != LEVEL_BASE_NONE;
	if (rc == RC_OK)
		*ret_n = n;
	return rc;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "store/value/onu_set.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/vec.h"
#include "store/db/db.h"

/* ---- reading --------------------------------------------------------------- */

enum { SQL_MAX = 4096 };

/* Beside the values. */
#define LATEST_COLUMNS "olt_id, run_since_ms, values_ms, execution_id, stamps"
enum { LATEST_COLUMN_COUNT = 5 };

/* In the order of store/value/latest.c; a state has three columns. Numbers are in onu_numbers
 * (latest_is_number), the rest in onus. */
static const char *const COLUMNS[LATEST_MAX][3] = {
	{ "mac" },
	{ "description" },
	{ "name" },
	{ "subscriber" },
	{ "admin_code", "admin_label", "admin_state" },
	{ "run_code", "run_label", "run_state" },
	{ "cause_code", "cause_label", "cause_state" },
	{ "last_up_ms" },
	{ "last_down_ms" },
	{ "distance_m" },
	{ "onu_rx_dbm" },
	{ "onu_tx_dbm" },
	{ "olt_rx_dbm" },
	{ "temperature_c" },
	{ "voltage_v" },
	{ "bias_ma" },
	{ "model" },
	{ "hw_version" },
	{ "sw_version" },
	{ "line_profile" },
	{ "service_profile" },
	{ "uptime_s" },
	{ "ip" },
	{ "in_octets" },
	{ "out_octets" },
};

const char *
known_column(size_t place, size_t i)
{
	return i < 3 ? COLUMNS[place][i] : NULL;
}

static bool
has_place(uint32_t places, size_t i)
{
	return places >> i & 1;
}

/* How many of the places stand before this one. */
static size_t
slot_of(uint32_t places, size_t place)
{
	return (size_t)__builtin_popcount(places & ((UINT32_C(1) << place) - 1));
}

struct value *
onu_set_value(const struct onu_set *known, size_t at, size_t place)
{
	assert(has_place(known->places, place));
	return &known->latest[at].at[slot_of(known->places, place)];
}

/* Text in the arena; "" for NULL. False when out of memory. */
static bool
keep_text(struct arena *arena, const struct db_value *cell, const char **ret)
{
	bool has_text = cell->type == DB_TEXT && cell->len > 0;

	*ret = has_text ? arena_copy(arena, cell->bytes, cell->len) : "";
	return *ret != NULL;
}

static bool
text_from_row(
    const struct db_stmt *q, unsigned column, struct arena *arena, const char **ret)
{
	struct db_value cell;

	db_value(q, column, &cell);
	return keep_text(arena, &cell, ret);
}

static struct position
position_from_row(const struct db_stmt *q, unsigned first)
{
	static const enum position_part PARTS[] = { POS_RACK, POS_FRAME, POS_SLOT,
		POS_PORT, POS_ONU };
	struct position p = { .has = (uint8_t)db_int(q, first) };
	size_t n = 0;
	const void *serial;

	for (unsigned i = 0; i < 5; i++)
		p.part[PARTS[i]] = (uint32_t)db_int(q, first + 1 + i);
	serial = db_blob(q, first + 6, &n);
	if (serial && n <= POSITION_SERIAL_MAX) {
		memcpy(p.serial, serial, n);
		p.serial_len = (uint8_t)n;
	}
	return p;
}

bool
onu_set_from_row(
    const struct db_stmt *q, struct olt_id olt, struct arena *arena, struct onu *onu)
{
	*onu = (struct onu){ .id = { db_int(q, 0) },
		.olt = olt,
		.position = position_from_row(q, 1),
		.is_present = db_int(q, 9) != 0,
		.is_duplicate = db_int(q, 10) != 0,
		.missed = (int32_t)db_int(q, 11),
		.first_seen_ms = db_int(q, 12),
		.last_seen_ms = db_int(q, 13) };
	return text_from_row(q, 8, arena, &onu->serial);
}

static int64_t
whole_number(const struct db_value *cell)
{
	if (cell->type == DB_REAL)
		return (int64_t)cell->r;
	return cell->type == DB_INT ? cell->i : 0;
}

/* Beside its code, which is v->i. */
static bool
state_from_row(
    const struct db_stmt *q, unsigned label, struct arena *arena, struct value *v)
{
	const char *state = db_text(q, label + 1);

	if (!state || !state_from_name(state, &v->state))
		v->state = STATE_NONE;
	return text_from_row(q, label, arena, &v->text);
}

/* One value from one column, or three; returns how many. 0: out of memory. A cell is
 * looked up once: there are ten thousand and more at the end of each run. */
static unsigned
value_from_row(const struct db_stmt *q, unsigned column, enum value_kind kind,
    struct arena *arena, struct value *v)
{
	struct db_value cell;

	db_value(q, column, &cell);
	v->kind = cell.type == DB_NULL ? VALUE_NULL : kind;
	if (cell.type == DB_NULL)
		return kind == VALUE_STATE ? 3 : 1;
	switch (kind) {
	case VALUE_INT:
	case VALUE_TIME:
		v->i = whole_number(&cell);
		return 1;
	case VALUE_REAL:
		v->r = cell.type == DB_REAL ? cell.r : (double)whole_number(&cell);
		return 1;
	case VALUE_TEXT:
		return keep_text(arena, &cell, &v->text) ? 1 : 0;
	case VALUE_STATE:
		v->i = whole_number(&cell);
		return state_from_row(q, column + 1, arena, v) ? 3 : 0;
	case VALUE_NULL:
		break;
	}
	return 1;
}

static bool
stamps_from_row(
    const struct db_stmt *q, unsigned column, struct arena *arena, struct latest *latest)
{
	const void *bytes;

	latest->changed.at_ms = db_int(q, column);
	latest->changed.execution.v = db_int(q, column + 1);
	bytes = db_blob(q, column + 2, &latest->stamps_len);
	if (bytes)
		latest->stamps = arena_copy(arena, bytes, latest->stamps_len);
	return !bytes || latest->stamps;
}

/* Reads what select_sql() asks for behind the identity. */
static bool
latest_from_row(
    const struct db_stmt *q, uint32_t places, struct arena *arena, struct latest *latest)
{
	unsigned column = KNOWN_COLUMN_COUNT;

	latest->run_since_ms = db_int(q, column + 1);
	if (!stamps_from_row(q, column + 2, arena, latest))
		return false;
	column += LATEST_COLUMN_COUNT;
	latest->at =
	    arena_alloc(arena, (slot_of(places, LATEST_MAX) + 1) * sizeof(*latest->at));
	for (size_t i = 0, slot = 0; latest->at && i < LATEST_MAX; i++) {
		if (!has_place(places, i))
			continue;
		enum value_kind kind = purpose_info(latest_purpose(i))->kind;
		unsigned n = value_from_row(q, column, kind, arena, &latest->at[slot++]);

		if (n == 0)
			return false;
		column += n;
	}
	return latest->at != NULL;
}

struct row {
	struct onu onu;
	struct latest latest;
};

static bool
add_row(const struct db_stmt *q, const struct onu_set *known, struct arena *arena,
    struct vec *rows)
{
	struct olt_id olt = { db_int(q, KNOWN_COLUMN_COUNT) };
	struct row *row = vec_add(rows);

	return row && onu_set_from_row(q, olt, arena, &row->onu) &&
	    latest_from_row(q, known->places, arena, &row->latest);
}

static int
by_id(const void *a, const void *b)
{
	int64_t x = ((const struct row *)a)->onu.id.v;
	int64_t y = ((const struct row *)b)->onu.id.v;

	return (x > y) - (x < y);
}

static bool
is_sorted(const struct row *rows, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		if (by_id(&rows[i - 1], &rows[i]) > 0)
			return false;
	}
	return true;
}

/* Sorted here: the database would carry all columns through its sorter, which is half
 * the cost of reading them, and they mostly come in this order anyway. */
static void
sort(struct vec *rows)
{
	if (rows->n && !is_sorted(rows->data, rows->n))
		qsort(rows->data, rows->n, sizeof(struct row), by_id);
}

/* From a vector, which grows, to the arena, which does not. */
static enum rc
settle(struct arena *arena, const struct vec *rows, struct onu_set *ret)
{
	const struct row *row = rows->data;
	struct onu *onus = arena_alloc(arena, (rows->n + 1) * sizeof(*onus));
	struct latest *latest = arena_alloc(arena, (rows->n + 1) * sizeof(*latest));

	if (!onus || !latest)
		return RC_NOMEM;
	for (size_t i = 0; i < rows->n; i++) {
		onus[i] = row[i].onu;
		latest[i] = row[i].latest;
	}
	ret->n = rows->n;
	ret->onus = onus;
	ret->latest = latest;
	return RC_OK;
}

static enum rc
load_rows(struct db_stmt *q, struct arena *arena, struct onu_set *known, struct err *err)
{
	struct vec rows = VEC_INIT(struct row);
	bool has_row;
	enum rc rc;

	while ((rc = db_step(q, &has_row, err)) == RC_OK && has_row) {
		if (!add_row(q, known, arena, &rows)) {
			rc = err_set(err, RC_NOMEM, "no memory for an OLT's ONUs");
			break;
		}
	}
	sort(&rows);
	if (rc == RC_OK)
		rc = settle(arena, &rows, known);
	vec_fini(&rows);
	return rc;
}

/* Put together from the constants above. Jobs ask for few different sets of
 * columns, so that there are few such statements. */
static void
select_sql(uint32_t places, const char *where, struct buf *sql)
{
	buf_puts(sql, "SELECT " KNOWN_COLUMNS ", " LATEST_COLUMNS);
	for (size_t i = 0; i < LATEST_MAX; i++) {
		for (size_t j = 0; has_place(places, i) && known_column(i, j); j++)
			buf_printf(sql, ", %s", known_column(i, j));
	}
	buf_printf(sql, " FROM onus LEFT JOIN onu_numbers ON onu_id = id %s", where);
}

static enum rc
load(struct db *db, const char *where, int64_t key, struct arena *arena,
    struct onu_set *known, struct err *err)
{
	struct buf sql = BUF_INIT(SQL_MAX);
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc;

	select_sql(known->places, where, &sql);
	rc = buf_ok(&sql) ? db_prepare(db, buf_text(&sql), &q, err)
			  : err_set(err, RC_NOMEM, "no memory for an OLT's ONUs");
	buf_fini(&sql);
	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, key);
	return load_rows(q, arena, known, err);
}

enum rc
onu_set_load(struct db *db, struct olt_id olt, uint32_t places, struct arena *arena,
    struct onu_set *ret, struct err *err)
{
	struct onu_set known = { .olt = olt, .places = places };
	enum rc rc = load(db, "WHERE olt_id = $1", olt.v, arena, &known, err);

	if (rc == RC_OK)
		*ret = known;
	return rc;
}

enum rc
onu_set_load_onu(struct db *db, struct onu_id onu, struct arena *arena,
    struct onu_set *ret, struct err *err)
{
	struct onu_set known = { .places = (UINT32_C(1) << LATEST_MAX) - 1 };
	enum rc rc = load(db, "WHERE id = $1", onu.v, arena, &known, err);

	if (rc != RC_OK)
		return rc;
	if (known.n == 0)
		return err_set(
		    err, RC_NOT_FOUND, "there is no ONU %lld", (long long)onu.v);
	known.olt = known.onus[0].olt;
	*ret = known;
	return RC_OK;
}

/* ---- writing --------------------------------------------------------------- */

const char onu_set_update_sql[] =
    "UPDATE onus SET pos_has = $2, rack = $3, frame = $4, slot = $5, port = $6, "
    "onu = $7, index_serial = $8, place = $9, serial = $10, is_present = $11, "
    "is_duplicate = $12, missed = $13, first_seen_ms = $14, last_seen_ms = $15 "
    "WHERE id = $1";

/* Fourteen parameters from n on: the same for adding and changing. The text must last
 * until they are sent. */
static void
bind_identity(
    struct db_stmt *q, unsigned n, const struct onu *onu, char text[POSITION_TEXT_MAX])
{
	const struct position *p = &onu->position;

	db_bind_int(q, n, p->has);
	db_bind_int(q, n + 1, p->part[POS_RACK]);
	db_bind_int(q, n + 2, p->part[POS_FRAME]);
	db_bind_int(q, n + 3, p->part[POS_SLOT]);
	db_bind_int(q, n + 4, p->part[POS_PORT]);
	db_bind_int(q, n + 5, p->part[POS_ONU]);
	db_bind_blob(q, n + 6, p->serial_len ? p->serial : NULL, p->serial_len);
	db_bind_text(q, n + 7, position_format(p, text));
	db_bind_text(q, n + 8, onu->serial ? onu->serial : "");
	db_bind_int(q, n + 9, onu->is_present);
	db_bind_int(q, n + 10, onu->is_duplicate);
	db_bind_int(q, n + 11, onu->missed);
	db_bind_int(q, n + 12, onu->first_seen_ms);
	db_bind_int(q, n + 13, onu->last_seen_ms);
}

enum { INSERT_WIDTH = 15, INSERT_ROWS = DB_PARAMS_MAX / INSERT_WIDTH };

static void
insert_sql(unsigned rows, struct buf *sql)
{
	buf_puts(sql,
	    "INSERT INTO onus (olt_id, pos_has, rack, frame, slot, port, onu, "
	    "index_serial, place, serial, is_present, is_duplicate, missed, "
	    "first_seen_ms, last_seen_ms) VALUES ");
	onu_set_rows_sql(1, rows * INSERT_WIDTH, INSERT_WIDTH, sql);
}

static enum rc
insert_rows(
    struct db *db, const struct onu *onus, size_t n, unsigned rows, struct err *err)
{
	char places[INSERT_ROWS][POSITION_TEXT_MAX];
	struct buf sql = BUF_INIT(SQL_MAX);
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc;

	if (n < rows)
		return RC_OK;
	insert_sql(rows, &sql);
	rc = buf_ok(&sql) ? db_prepare(db, buf_text(&sql), &q, err)
			  : err_set(err, RC_NOMEM, "no memory for new ONUs");
	buf_fini(&sql);
	for (size_t at = 0; rc == RC_OK && n - at >= rows; at += rows) {
		for (unsigned i = 0; i < rows; i++) {
			db_bind_int(q, i * INSERT_WIDTH + 1, onus[at + i].olt.v);
			bind_identity(q, i * INSERT_WIDTH + 2, &onus[at + i], places[i]);
		}
		rc = db_bulk(q, err);
	}
	return rc == RC_OK ? db_bulk_end(q, err) : rc;
}

enum rc
onu_set_insert(struct db *db, const struct onu *onus, size_t n, struct err *err)
{
	size_t rest = n % INSERT_ROWS;
	enum rc rc = insert_rows(db, onus, n, INSERT_ROWS, err);

	return rc == RC_OK ? insert_rows(db, onus + n - rest, rest, 1, err) : rc;
}

enum rc
onu_set_update(struct db_stmt *q, const struct onu *onu, struct err *err)
{
	char text[POSITION_TEXT_MAX];

	db_bind_int(q, 1, onu->id.v);
	bind_identity(q, 2, onu, text);
	return db_bulk(q, err);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Names change rarely, one ONU at a time. Numbers change all at once, so that as many
 * ONUs as a statement has parameters for go into one.
 */
#include "base/buf.h"
#include "store/db/db.h"
#include "store/known.h"

enum { SQL_MAX = 4096 };

static bool
is_written(const struct known *known, size_t place, bool numbers)
{
	return known->places >> place & 1 && latest_is_number(place) == numbers;
}

static enum rc
prepare(struct db *db, struct buf *sql, struct db_stmt **ret_stmt, struct err *err)
{
	enum rc rc = buf_ok(sql) ? db_prepare(db, buf_text(sql), ret_stmt, err)
				 : err_set(err, RC_NOMEM, "no memory for ONUs' values");

	buf_fini(sql);
	return rc;
}

/* ---- binding ----------------------------------------------------------------- */

/* One value as one parameter, or three; returns the next. */
static unsigned
bind_value(struct db_stmt *q, unsigned n, enum value_kind kind, const struct value *v)
{
	unsigned next = n + (kind == VALUE_STATE ? 3 : 1);

	if (v->kind != kind) {
		while (n < next)
			db_bind_null(q, n++);
		return next;
	}
	switch (kind) {
	case VALUE_INT:
	case VALUE_TIME:
		db_bind_int(q, n, v->i);
		break;
	case VALUE_REAL:
		db_bind_real(q, n, v->r);
		break;
	case VALUE_TEXT:
		db_bind_text(q, n, v->text ? v->text : "");
		break;
	case VALUE_STATE:
		db_bind_int(q, n, v->i);
		db_bind_text(q, n + 1, v->text ? v->text : "");
		db_bind_text(q, n + 2, state_name(v->state));
		break;
	case VALUE_NULL:
		break;
	}
	return next;
}

static unsigned
bind_values(
    struct db_stmt *q, unsigned n, const struct known *known, size_t at, bool numbers)
{
	for (size_t i = 0; i < LATEST_MAX; i++) {
		enum value_kind kind = purpose_info(latest_purpose(i))->kind;

		if (is_written(known, i, numbers))
			n = bind_value(q, n, kind, known_value(known, at, i));
	}
	return n;
}

static void
bind_moment(struct db_stmt *q, unsigned n, int64_t ms)
{
	if (ms)
		db_bind_int(q, n, ms);
	else
		db_bind_null(q, n);
}

/* ---- names ------------------------------------------------------------------- */

/* $1 and $2 are always there; the values follow. */
static void
names_sql(const struct known *known, struct buf *sql)
{
	unsigned n = 3;

	buf_puts(sql, "UPDATE onus SET run_since_ms = $2");
	for (size_t i = 0; i < LATEST_MAX; i++) {
		for (size_t j = 0; is_written(known, i, false) && known_column(i, j); j++)
			buf_printf(sql, ", %s = $%u", known_column(i, j), n++);
	}
	buf_puts(sql, " WHERE id = $1");
}

enum rc
known_write_names(
    struct db *db, const struct known *known, const bool *which, struct err *err)
{
	struct buf sql = BUF_INIT(SQL_MAX);
	struct db_stmt *q OWNED(db_done) = NULL;
	bool has_some = false;
	enum rc rc;

	names_sql(known, &sql);
	rc = prepare(db, &sql, &q, err);
	for (size_t i = 0; rc == RC_OK && i < known->n; i++) {
		if (!which[i])
			continue;
		db_bind_int(q, 1, known->onus[i].id.v);
		bind_moment(q, 2, known->latest[i].run_since_ms);
		(void)bind_values(q, 3, known, i, false);
		rc = db_bulk(q, err);
		has_some = true;
	}
	return rc == RC_OK && has_some ? db_bulk_end(q, err) : rc;
}

/* ---- numbers ----------------------------------------------------------------- */

/* Parameters of one ONU: itself, when and by what it changed, its stamps; numbers. */
static unsigned
numbers_width(const struct known *known)
{
	unsigned n = 4;

	for (size_t i = 0; i < LATEST_MAX; i++)
		n += is_written(known, i, true);
	return n;
}

static void
rows_sql(unsigned rows, unsigned width, struct buf *sql)
{
	for (unsigned n = 1; n <= rows * width; n++) {
		buf_puts(sql, n % width != 1 ? ", " : n == 1 ? " VALUES (" : "), (");
		buf_printf(sql, "$%u", n);
	}
	buf_puts(sql, ")");
}

static void
numbers_sql(const struct known *known, unsigned rows, struct buf *sql)
{
	buf_puts(sql, "INSERT INTO onu_numbers (onu_id, values_ms, execution_id, stamps");
	for (size_t i = 0; i < LATEST_MAX; i++) {
		if (is_written(known, i, true))
			buf_printf(sql, ", %s", known_column(i, 0));
	}
	buf_puts(sql, ")");
	rows_sql(rows, numbers_width(known), sql);
	buf_puts(sql,
	    " ON CONFLICT (onu_id) DO UPDATE SET values_ms = excluded.values_ms, "
	    "execution_id = excluded.execution_id, stamps = excluded.stamps");
	for (size_t i = 0; i < LATEST_MAX; i++) {
		if (is_written(known, i, true))
			buf_printf(sql, ", %s = excluded.%s", known_column(i, 0),
			    known_column(i, 0));
	}
}

static unsigned
bind_numbers(struct db_stmt *q, unsigned n, const struct known *known, size_t at)
{
	const struct latest *latest = &known->latest[at];

	db_bind_int(q, n, known->onus[at].id.v);
	bind_moment(q, n + 1, latest->changed.at_ms);
	bind_moment(q, n + 2, latest->changed.execution.v);
	db_bind_blob(q, n + 3, latest->stamps, latest->stamps_len);
	return bind_values(q, n + 4, known, at, true);
}

/* Write as many full statements of so many rows as there are ONUs for, from *at on. */
static enum rc
write_full(struct db *db, const struct known *known, const bool *which, unsigned rows,
    size_t n_left, size_t *at, struct err *err)
{
	struct buf sql = BUF_INIT(SQL_MAX);
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc;

	if (n_left < rows)
		return RC_OK;
	numbers_sql(known, rows, &sql);
	rc = prepare(db, &sql, &q, err);
	for (; rc == RC_OK && n_left >= rows; n_left -= rows) {
		unsigned n = 1;

		for (unsigned i = 0; i < rows; (*at)++) {
			if (!which[*at])
				continue;
			n = bind_numbers(q, n, known, *at);
			i++;
		}
		rc = db_bulk(q, err);
	}
	return rc == RC_OK ? db_bulk_end(q, err) : rc;
}

enum rc
known_write_numbers(
    struct db *db, const struct known *known, const bool *which, struct err *err)
{
	unsigned rows = DB_PARAMS_MAX / numbers_width(known);
	size_t n = 0, at = 0;
	enum rc rc;

	for (size_t i = 0; i < known->n; i++)
		n += which[i];
	rc = write_full(db, known, which, rows, n, &at, err);
	return rc == RC_OK ? write_full(db, known, which, 1, n % rows, &at, err) : rc;
}

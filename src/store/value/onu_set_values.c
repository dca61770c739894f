/* SPDX-License-Identifier: Apache-2.0
 *
 * As many ONUs as a statement has parameters for go into one.
 */
#include "base/buf.h"
#include "store/db/db.h"
#include "store/value/onu_set.h"

enum { SQL_MAX = 4096 };

static bool
is_written(const struct onu_set *known, size_t place, bool numbers)
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
    struct db_stmt *q, unsigned n, const struct onu_set *known, size_t at, bool numbers)
{
	for (size_t i = 0; i < LATEST_MAX; i++) {
		enum value_kind kind = purpose_info(latest_purpose(i))->kind;

		if (is_written(known, i, numbers))
			n = bind_value(q, n, kind, onu_set_value(known, at, i));
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

void
onu_set_rows_sql(unsigned first, unsigned last, unsigned width, struct buf *sql)
{
	for (unsigned n = first; n <= last; n++) {
		buf_puts(sql, n % width != 1 ? ", " : n == 1 ? "(" : ", (");
		buf_printf(sql, n % width ? "$%u" : "$%u)", n);
	}
}

/* ---- many ONUs in one statement ------------------------------------------------ */

/* What names and numbers have in common: parameters of one ONU, and how a statement of
 * so many rows is put together and filled. */
struct writing {
	struct db *db;
	const struct onu_set *known;
	const bool *which;
	unsigned width;
	void (*sql)(const struct onu_set *known, unsigned rows, struct buf *sql);
	unsigned (*bind)(
	    struct db_stmt *q, unsigned n, const struct onu_set *known, size_t at);
	struct err *err;
};

/* Write as many full statements of so many rows as there are ONUs for, from *at on. */
static enum rc
write_full(const struct writing *w, unsigned rows, size_t n_left, size_t *at)
{
	struct buf sql = BUF_INIT(SQL_MAX);
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc;

	if (n_left < rows)
		return RC_OK;
	w->sql(w->known, rows, &sql);
	rc = prepare(w->db, &sql, &q, w->err);
	for (; rc == RC_OK && n_left >= rows; n_left -= rows) {
		unsigned n = 1;

		for (unsigned i = 0; i < rows; (*at)++) {
			if (!w->which[*at])
				continue;
			n = w->bind(q, n, w->known, *at);
			i++;
		}
		rc = db_bulk(q, w->err);
	}
	return rc == RC_OK ? db_bulk_end(q, w->err) : rc;
}

static enum rc
write_which(const struct writing *w)
{
	unsigned rows = DB_PARAMS_MAX / w->width;
	size_t n = 0, at = 0;
	enum rc rc;

	for (size_t i = 0; i < w->known->n; i++)
		n += w->which[i];
	rc = write_full(w, rows, n, &at);
	return rc == RC_OK ? write_full(w, 1, n % rows, &at) : rc;
}

/* ---- names ------------------------------------------------------------------- */

/* Every column of names, with its type, in order. */
static const char *
type_of(size_t place, size_t i)
{
	switch (purpose_info(latest_purpose(place))->kind) {
	case VALUE_INT:
	case VALUE_TIME:
		return "BIGINT";
	case VALUE_STATE:
		return i == 0 ? "BIGINT" : "TEXT";
	case VALUE_TEXT:
	case VALUE_REAL: /* those are numbers */
	case VALUE_NULL:
		break;
	}
	return "TEXT";
}

/* Parameters of one ONU: itself, since when it is as it is; names. */
static unsigned
names_width(const struct onu_set *known)
{
	unsigned n = 2;

	for (size_t i = 0; i < LATEST_MAX; i++) {
		for (size_t j = 0; is_written(known, i, false) && known_column(i, j); j++)
			n++;
	}
	return n;
}

/* PostgreSQL takes the types of all rows from the first. */
static void
first_row_sql(const struct onu_set *known, struct buf *sql)
{
	unsigned n = 3;

	buf_puts(sql, "(CAST($1 AS BIGINT), CAST($2 AS BIGINT)");
	for (size_t i = 0; i < LATEST_MAX; i++) {
		for (size_t j = 0; is_written(known, i, false) && known_column(i, j); j++)
			buf_printf(sql, ", CAST($%u AS %s)", n++, type_of(i, j));
	}
	buf_puts(sql, ")");
}

/* One statement for many: to SQLite each is a savepoint, at which its index for
 * searching writes out what it has. */
static void
names_sql(const struct onu_set *known, unsigned rows, struct buf *sql)
{
	unsigned width = names_width(known), n = 3;

	buf_puts(sql, "UPDATE onus SET run_since_ms = v.column2");
	for (size_t i = 0; i < LATEST_MAX; i++) {
		for (size_t j = 0; is_written(known, i, false) && known_column(i, j); j++)
			buf_printf(sql, ", %s = v.column%u", known_column(i, j), n++);
	}
	buf_puts(sql, " FROM (VALUES ");
	first_row_sql(known, sql);
	onu_set_rows_sql(width + 1, rows * width, width, sql);
	buf_puts(sql, ") AS v WHERE id = v.column1");
}

static unsigned
bind_names(struct db_stmt *q, unsigned n, const struct onu_set *known, size_t at)
{
	db_bind_int(q, n, known->onus[at].id.v);
	bind_moment(q, n + 1, known->latest[at].run_since_ms);
	return bind_values(q, n + 2, known, at, false);
}

enum rc
onu_set_write_names(
    struct db *db, const struct onu_set *known, const bool *which, struct err *err)
{
	struct writing w = { db, known, which, names_width(known), names_sql, bind_names,
		err };

	return write_which(&w);
}

/* ---- numbers ----------------------------------------------------------------- */

/* Parameters of one ONU: itself, when and by what it changed, its stamps; numbers. */
static unsigned
numbers_width(const struct onu_set *known)
{
	unsigned n = 4;

	for (size_t i = 0; i < LATEST_MAX; i++)
		n += is_written(known, i, true);
	return n;
}

static void
numbers_sql(const struct onu_set *known, unsigned rows, struct buf *sql)
{
	unsigned width = numbers_width(known);

	buf_puts(sql, "INSERT INTO onu_numbers (onu_id, values_ms, execution_id, stamps");
	for (size_t i = 0; i < LATEST_MAX; i++) {
		if (is_written(known, i, true))
			buf_printf(sql, ", %s", known_column(i, 0));
	}
	buf_puts(sql, ") VALUES ");
	onu_set_rows_sql(1, rows * width, width, sql);
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
bind_numbers(struct db_stmt *q, unsigned n, const struct onu_set *known, size_t at)
{
	const struct latest *latest = &known->latest[at];

	db_bind_int(q, n, known->onus[at].id.v);
	bind_moment(q, n + 1, latest->changed.at_ms);
	bind_moment(q, n + 2, latest->changed.execution.v);
	db_bind_blob(q, n + 3, latest->stamps, latest->stamps_len);
	return bind_values(q, n + 4, known, at, true);
}

enum rc
onu_set_write_numbers(
    struct db *db, const struct onu_set *known, const bool *which, struct err *err)
{
	struct writing w = { db, known, which, numbers_width(known), numbers_sql,
		bind_numbers, err };

	return write_which(&w);
}

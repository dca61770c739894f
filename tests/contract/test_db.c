/* SPDX-License-Identifier: Apache-2.0
 *
 * What every database driver owes its callers. A new one adds itself to
 * db_drivers and to backends.c.
 */
#include "backends.h"
#include "base/clock.h"

#include <float.h>
#include <math.h>

#include "store/db/db_int.h"
#include "store/db/query.h"

static void
make_table(struct backend *b)
{
	static const char SQLITE[] =
	    "CREATE TABLE parents (id INTEGER PRIMARY KEY) STRICT;"
	    "CREATE TABLE things (id INTEGER PRIMARY KEY, i INTEGER, r REAL, t TEXT,"
	    " b BLOB, n INTEGER NOT NULL DEFAULT 0 CHECK (n < 100),"
	    " parent INTEGER REFERENCES parents (id), u TEXT UNIQUE) STRICT";
	static const char PGSQL[] =
	    "CREATE TABLE parents (id BIGINT PRIMARY KEY);"
	    "CREATE TABLE things (id BIGINT PRIMARY KEY, i BIGINT, r DOUBLE PRECISION,"
	    " t TEXT, b BYTEA, n BIGINT NOT NULL DEFAULT 0 CHECK (n < 100),"
	    " parent BIGINT REFERENCES parents (id), u TEXT UNIQUE)";
	bool sqlite = strcmp(b->name, "sqlite") == 0;

	check_rc(db_script(b->db, sqlite ? SQLITE : PGSQL, NULL), RC_OK);
}

static struct db_stmt *
prepared(struct db *db, const char *sql)
{
	struct db_stmt *q = NULL;
	struct err err = { 0 };

	if (db_prepare(db, sql, &q, &err) != RC_OK)
		fail_msg("%s: %s", sql, err.msg);
	return q;
}

static void
run(struct db *db, const char *sql)
{
	struct db_stmt *q = prepared(db, sql);
	struct err err = { 0 };

	if (db_run(q, NULL, &err) != RC_OK)
		fail_msg("%s: %s", sql, err.msg);
	db_done(q);
}

static int64_t
number(struct db *db, const char *sql)
{
	struct db_stmt *q = prepared(db, sql);
	int64_t n;

	check_rc(db_first(q, NULL), RC_OK);
	n = db_int(q, 0);
	db_done(q);
	return n;
}

static enum rc
outcome(struct db *db, const char *sql, struct err *err)
{
	struct db_stmt *q = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc == RC_OK)
		rc = db_run(q, NULL, err);
	db_done(q);
	return rc;
}

/* ---- the ops table --------------------------------------------------------- */

static void
no_driver_has_a_hole(void **state)
{
	(void)state;
	for (size_t i = 0; db_drivers[i]; i++) {
		const struct db_ops *o = db_drivers[i];

		assert_non_null(o->name);
		assert_true(o->knows && o->open && o->close);
		assert_true(o->set_patience && o->set_deadline);
		assert_true(o->prepare && o->finalize && o->step && o->changed);
		assert_true(o->column && o->reset && o->bulk && o->bulk_end);
		assert_true(
		    o->begin && o->commit && o->rollback && o->script && o->backup);
	}
}

static void
a_place_that_is_no_database_is_refused_with_the_forms_there_are(void **state)
{
	struct db *db = (struct db *)state; /* anything but NULL */
	struct err err = { 0 };

	check_rc(db_open("/var/lib/facho.db", DB_CREATE, &db, &err), RC_INVALID);
	check_contains(err.msg, "sqlite:PATH");
	check_rc(db_open("sqlite:/nonexistent/x", DB_CREATE, &db, &err), RC_IO);
	check_contains(err.msg, "/nonexistent/x");
	check_rc(db_open("host=/nonexistent dbname=x", DB_WRITE, &db, &err), RC_IO);
	check_rc(db_open("host=/tmp nosuchword=1", DB_WRITE, &db, &err), RC_INVALID);
	assert_ptr_equal(db, state);
}

/* ---- values ------------------------------------------------------------------ */

static const char INSERT[] =
    "INSERT INTO things (id, i, r, t, b) VALUES ($1, $2, $3, $4, $5)";
static const char SELECT[] = "SELECT i, r, t, b FROM things WHERE id = $1";

static void
every_type_comes_back_as_it_went(void **state)
{
	static const struct {
		int64_t i;
		double r;
		const char *t;
		size_t n;
		const char *b;
	} ROWS[] = {
		{ 0, 0.0, "", 0, "" },
		{ INT64_MAX, DBL_MAX, "O'Brien \"quoted\" $1 %s \\ ;--", 1, "\0" },
		{ INT64_MIN, -DBL_MAX, "añó 光 \xF0\x9F\x98\x80", 4, "\xFF\x00\xFE\x00" },
		{ -1, 5e-324, "line\nline\ttab\r", 3, "abc" },
		{ 1LL << 53, -0.1, "\x01\x7F", 5, "'\\x41" },
	};
	struct backend *b = backend_empty(state);
	struct db_stmt *q;

	make_table(b);
	for (int k = 0; k < 5; k++) {
		q = prepared(b->db, INSERT);
		db_bind_int(q, 1, k);
		db_bind_int(q, 2, ROWS[k].i);
		db_bind_real(q, 3, ROWS[k].r);
		db_bind_text(q, 4, ROWS[k].t);
		db_bind_blob(q, 5, ROWS[k].b, ROWS[k].n);
		check_rc(db_run(q, NULL, NULL), RC_OK);
		db_done(q);
	}
	for (int k = 0; k < 5; k++) {
		size_t n;
		const void *bytes;

		q = prepared(b->db, SELECT);
		db_bind_int(q, 1, k);
		check_rc(db_first(q, NULL), RC_OK);
		assert_true(db_int(q, 0) == ROWS[k].i);
		assert_true(db_real(q, 1) == ROWS[k].r);
		assert_string_equal(db_text(q, 2), ROWS[k].t);
		bytes = db_blob(q, 3, &n);
		assert_non_null(bytes);
		assert_int_equal(n, ROWS[k].n);
		assert_memory_equal(bytes, ROWS[k].b, n);
		db_done(q);
	}
}

static void
nulls_and_what_is_not_bound_and_nan_are_null(void **state)
{
	struct backend *b = backend_empty(state);
	struct db_stmt *q;
	struct db_value v;
	size_t n = 7;

	make_table(b);
	q = prepared(b->db, INSERT);
	db_bind_int(q, 1, 1);
	db_bind_null(q, 2);
	db_bind_real(q, 3, NAN);
	db_bind_text(q, 4, NULL);
	check_rc(db_run(q, NULL, NULL), RC_OK);
	db_done(q);
	q = prepared(b->db, SELECT);
	db_bind_int(q, 1, 1);
	check_rc(db_first(q, NULL), RC_OK);
	for (unsigned c = 0; c < 4; c++) {
		assert_true(db_is_null(q, c));
		db_value(q, c, &v);
		assert_int_equal(v.type, DB_NULL);
	}
	assert_int_equal(db_int(q, 0), 0);
	assert_true(isnan(db_real(q, 1)));
	assert_null(db_text(q, 2));
	assert_null(db_blob(q, 3, &n));
	assert_int_equal(n, 0);
	db_done(q);
}

static void
a_statement_takes_its_values_in_one_call(void **state)
{
	struct backend *b = backend_empty(state);
	struct db_stmt *q = NULL;
	int64_t n = 0;
	size_t len;
	enum rc rc;

	make_table(b);
	check_rc(db_exec(b->db, INSERT,
		     DB_ARGS(1, true, 2.5, "one", db_blob_of("abc", 3)), NULL),
	    RC_OK);
	check_rc(
	    db_exec(b->db, INSERT,
		DB_ARGS(2, db_or_null(0), NAN, (const char *)NULL, db_blob_of(NULL, 0)),
		NULL),
	    RC_OK);
	check_rc(db_query_first(b->db, SELECT, DB_ARGS(1), &q, NULL), RC_OK);
	assert_int_equal(db_int(q, 0), 1);
	assert_true(db_real(q, 1) == 2.5);
	assert_string_equal(db_text(q, 2), "one");
	assert_memory_equal(db_blob(q, 3, &len), "abc", 3);
	db_done(q);
	check_rc(db_query_first(b->db, SELECT, DB_ARGS(2), &q, NULL), RC_OK);
	for (unsigned c = 0; c < 4; c++)
		assert_true(db_is_null(q, c));
	db_done(q);
	check_rc(db_query_int(b->db, "SELECT id FROM things WHERE i = $1",
		     DB_ARGS(db_int_if(true, 1)), &n, NULL),
	    RC_OK);
	assert_int_equal(n, 1);
	check_rc(db_query_int(
		     b->db, "SELECT id FROM things WHERE i = $1", DB_ARGS(7), &n, NULL),
	    RC_NOT_FOUND);
	assert_int_equal(n, 1);
	check_rc(db_change(b->db, "DELETE FROM things WHERE id = $1", DB_ARGS(9), NULL),
	    RC_NOT_FOUND);
	q = NULL;
	rc = db_query(b->db, "SELECT id FROM things ORDER BY id", DB_NO_ARGS, &q, NULL);
	for (n = 0; db_next(q, &rc, NULL); n++)
		assert_int_equal(db_int(q, 0), n + 1);
	check_rc(rc, RC_OK);
	assert_int_equal(n, 2);
	rc = RC_NOMEM;
	assert_false(db_next(NULL, &rc, NULL));
	check_rc(rc, RC_NOMEM);
	db_done(q);
}

static void
values_bound_before_do_not_linger(void **state)
{
	struct backend *b = backend_empty(state);
	struct db_stmt *q;

	make_table(b);
	q = prepared(b->db, INSERT);
	db_bind_int(q, 1, 1);
	db_bind_int(q, 2, 77);
	check_rc(db_run(q, NULL, NULL), RC_OK);
	db_done(q);
	q = prepared(b->db, INSERT);
	db_bind_int(q, 1, 2);
	check_rc(db_run(q, NULL, NULL), RC_OK);
	db_done(q);
	assert_int_equal(number(b->db, "SELECT count(*) FROM things WHERE i IS NULL"), 1);
}

static void
parameters_are_found_by_number_and_not_by_place(void **state)
{
	struct backend *b = backend_empty(state);
	struct db_stmt *q = prepared(b->db,
	    "SELECT CAST($3 AS TEXT), CAST($1 AS BIGINT), CAST($2 AS BIGINT),"
	    " CAST($1 AS BIGINT)");

	db_bind_int(q, 1, 10);
	db_bind_int(q, 2, 20);
	db_bind_text(q, 3, "thirty");
	check_rc(db_first(q, NULL), RC_OK);
	assert_string_equal(db_text(q, 0), "thirty");
	assert_int_equal(db_int(q, 1), 10);
	assert_int_equal(db_int(q, 2), 20);
	assert_int_equal(db_int(q, 3), 10);
	db_done(q);
}

static void
whole_numbers_and_reals_meet_halfway(void **state)
{
	struct backend *b = backend_empty(state);
	struct db_stmt *q;
	struct err err = { 0 };

	make_table(b);
	q = prepared(b->db, INSERT);
	db_bind_int(q, 1, 1);
	db_bind_real(q, 2, 12.0); /* whole: a BIGINT takes it */
	db_bind_int(q, 3, -3); /* a real column takes any number */
	check_rc(db_run(q, NULL, NULL), RC_OK);
	db_done(q);
	assert_int_equal(number(b->db, "SELECT i FROM things"), 12);
	assert_int_equal(number(b->db, "SELECT r FROM things"), -3);
	q = prepared(b->db, "SELECT i < 13, count(*) FROM things GROUP BY i");
	check_rc(db_first(q, &err), RC_OK);
	assert_int_equal(db_int(q, 0), 1); /* truth is a number */
	db_done(q);
}

static void
text_with_a_nul_or_broken_utf8_is_refused(void **state)
{
	static const struct {
		const char *text;
		size_t n;
	} BAD[] = {
		{ "a\0b", 3 },
		{ "\x80", 1 },
		{ "\xC3", 1 },
		{ "\xC0\x80", 2 },
		{ "\xED\xA0\x80", 3 },
		{ "\xF4\x90\x80\x80", 4 },
		{ "\xE0\x80\x80", 3 },
		{ "\xFFok", 3 },
	};
	struct backend *b = backend_empty(state);
	struct err err = { 0 };

	make_table(b);
	for (size_t i = 0; i < sizeof(BAD) / sizeof(BAD[0]); i++) {
		struct db_stmt *q = prepared(b->db, INSERT);
		bool has_row = true;

		db_bind_int(q, 1, (int64_t)i);
		db_bind_text_n(q, 4, BAD[i].text, BAD[i].n);
		check_rc(db_step(q, &has_row, &err), RC_INVALID);
		assert_true(has_row); /* untouched */
		check_contains(err.msg, "UTF-8");
		db_done(q);
	}
	assert_int_equal(number(b->db, "SELECT count(*) FROM things"), 0);
}

static void
large_values_and_many_rows_pass(void **state)
{
	enum { BIG = 3 << 20, ROWS = 5000 };
	struct backend *b = backend_empty(state);
	char *big = malloc(BIG);
	struct db_stmt *q;
	const char *bytes;
	size_t n;
	bool has_row;
	int64_t sum = 0;

	make_table(b);
	for (int i = 0; i < BIG; i++)
		big[i] = (char)(i * 31);
	q = prepared(b->db, INSERT);
	db_bind_int(q, 1, -1);
	db_bind_blob(q, 5, big, BIG);
	check_rc(db_run(q, NULL, NULL), RC_OK);
	db_done(q);
	q = prepared(b->db, SELECT);
	db_bind_int(q, 1, -1);
	check_rc(db_first(q, NULL), RC_OK);
	bytes = db_blob(q, 3, &n);
	assert_int_equal(n, BIG);
	assert_memory_equal(bytes, big, BIG);
	db_done(q);
	free(big);
	run(b->db,
	    "INSERT INTO things (id) WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL"
	    " SELECT x + 1 FROM c WHERE x < 5000) SELECT x FROM c");
	q = prepared(b->db, "SELECT id FROM things WHERE id > 0 ORDER BY id");
	while (db_step(q, &has_row, NULL) == RC_OK && has_row)
		sum += db_int(q, 0);
	db_done(q);
	assert_int_equal(sum, ROWS * (ROWS + 1) / 2);
}

/* ---- statements -------------------------------------------------------------- */

static void
the_number_of_changed_rows_is_told(void **state)
{
	struct backend *b = backend_empty(state);
	struct db_stmt *q;
	int64_t n = -1;

	make_table(b);
	q = prepared(b->db, "INSERT INTO things (id) VALUES (1), (2), (3) RETURNING id");
	check_rc(db_run(q, &n, NULL), RC_OK);
	assert_int_equal(n, 3);
	db_done(q);
	q = prepared(b->db, "UPDATE things SET i = 1 WHERE id < $1");
	db_bind_int(q, 1, 3);
	check_rc(db_run(q, &n, NULL), RC_OK);
	assert_int_equal(n, 2);
	db_bind_int(q, 1, 0); /* again, with another value */
	check_rc(db_run(q, &n, NULL), RC_OK);
	assert_int_equal(n, 0);
	db_done(q);
	q = prepared(b->db, "SELECT id FROM things");
	check_rc(db_run(q, &n, NULL), RC_OK);
	assert_int_equal(n, 0);
	db_done(q);
}

static void
a_missing_row_is_not_found_and_an_upsert_returns_its_id(void **state)
{
	static const char UPSERT[] =
	    "INSERT INTO things (id, u, i) VALUES ($1, $2, $3)"
	    " ON CONFLICT (u) DO UPDATE SET i = excluded.i RETURNING id, i";
	struct backend *b = backend_empty(state);
	struct db_stmt *q;

	make_table(b);
	q = prepared(b->db, SELECT);
	db_bind_int(q, 1, 5);
	check_rc(db_first(q, NULL), RC_NOT_FOUND);
	db_done(q);
	for (int i = 0; i < 2; i++) {
		q = prepared(b->db, UPSERT);
		db_bind_int(q, 1, 10 + i);
		db_bind_text(q, 2, "same");
		db_bind_int(q, 3, i);
		check_rc(db_first(q, NULL), RC_OK);
		assert_int_equal(db_int(q, 0), 10);
		assert_int_equal(db_int(q, 1), i);
		db_done(q);
	}
}

static void
the_same_text_can_be_run_inside_itself(void **state)
{
	static const char sql[] = "SELECT id FROM things ORDER BY id";
	struct backend *b = backend_empty(state);
	struct db_stmt *outer, *inner;
	int pairs = 0;
	bool more, less;

	make_table(b);
	run(b->db, "INSERT INTO things (id) VALUES (1), (2), (3)");
	outer = prepared(b->db, sql);
	while (db_step(outer, &more, NULL) == RC_OK && more) {
		inner = prepared(b->db, sql);
		while (db_step(inner, &less, NULL) == RC_OK && less)
			pairs++;
		db_done(inner);
	}
	db_done(outer);
	assert_int_equal(pairs, 9);
}

static void
more_texts_than_are_kept_do_no_harm(void **state)
{
	struct backend *b = backend_empty(state);
	char sql[64];

	for (int i = 0; i < 600; i++) {
		(void)snprintf(sql, sizeof(sql), "SELECT CAST(%d AS BIGINT)", i);
		assert_int_equal(number(b->db, sql), i);
	}
	assert_int_equal(number(b->db, "SELECT CAST(0 AS BIGINT)"), 0);
}

static void
wrong_sql_is_invalid_and_says_where(void **state)
{
	struct backend *b = backend_empty(state);
	struct db_stmt *q = (struct db_stmt *)state;
	struct err err = { 0 };

	check_rc(db_prepare(b->db, "SELECT nonsense FROM nowhere", &q, &err), RC_INVALID);
	assert_ptr_equal(q, state);
	check_contains(err.msg, "nowhere");
	check_rc(db_prepare(b->db, "SELEKT 1", &q, &err), RC_INVALID);
	check_rc(db_script(b->db, "SELECT 1; SELEKT 1", &err), RC_INVALID);
}

/* ---- constraints ------------------------------------------------------------- */

static void
constraints_are_told_apart(void **state)
{
	struct backend *b = backend_empty(state);
	struct err err = { 0 };

	make_table(b);
	run(b->db, "INSERT INTO parents (id) VALUES (1)");
	run(b->db, "INSERT INTO things (id, u, parent) VALUES (1, 'x', 1)");
	check_rc(outcome(b->db, "INSERT INTO things (id) VALUES (1)", &err), RC_CONFLICT);
	assert_true(strlen(err.msg) > 10);
	check_rc(outcome(b->db, "INSERT INTO things (id, u) VALUES (2, 'x')", NULL),
	    RC_CONFLICT);
	check_rc(outcome(b->db, "INSERT INTO things (id, parent) VALUES (2, 9)", NULL),
	    RC_CONFLICT);
	check_rc(outcome(b->db, "DELETE FROM parents", NULL), RC_CONFLICT);
	check_rc(outcome(b->db, "INSERT INTO things (id, n) VALUES (2, 100)", NULL),
	    RC_INVALID);
	check_rc(outcome(b->db, "INSERT INTO things (id, n) VALUES (2, NULL)", NULL),
	    RC_INVALID);
	assert_int_equal(number(b->db, "SELECT count(*) FROM things"), 1);
}

/* ---- transactions ------------------------------------------------------------ */

static void
what_is_rolled_back_was_never_there(void **state)
{
	struct backend *b = backend_empty(state);

	make_table(b);
	check_rc(db_begin(b->db, NULL), RC_OK);
	assert_true(db_in_transaction(b->db));
	run(b->db, "INSERT INTO things (id) VALUES (1)");
	db_rollback(b->db);
	assert_false(db_in_transaction(b->db));
	db_rollback(b->db); /* harmless */
	check_rc(db_begin(b->db, NULL), RC_OK);
	run(b->db, "INSERT INTO things (id) VALUES (2)");
	check_rc(db_commit(b->db, NULL), RC_OK);
	assert_int_equal(number(b->db, "SELECT id FROM things"), 2);
}

static void
a_failure_spoils_its_transaction(void **state)
{
	struct backend *b = backend_empty(state);
	struct err err = { 0 };

	make_table(b);
	check_rc(db_begin(b->db, NULL), RC_OK);
	run(b->db, "INSERT INTO things (id) VALUES (1)");
	check_rc(outcome(b->db, "INSERT INTO things (id) VALUES (1)", NULL), RC_CONFLICT);
	check_rc(outcome(b->db, "INSERT INTO things (id) VALUES (2)", &err), RC_INVALID);
	check_contains(err.msg, "earlier");
	check_rc(db_commit(b->db, NULL), RC_INVALID);
	assert_false(db_in_transaction(b->db));
	assert_int_equal(number(b->db, "SELECT count(*) FROM things"), 0);
}

static void
a_reader_sees_one_moment_and_may_not_write(void **state)
{
	struct backend *b = backend_empty(state);
	struct db *reader = NULL;

	make_table(b);
	run(b->db, "INSERT INTO things (id) VALUES (1)");
	check_rc(db_open(b->where, DB_READ, &reader, NULL), RC_OK);
	assert_int_equal(number(reader, "SELECT count(*) FROM things"), 1);
	check_rc(db_begin(reader, NULL), RC_OK);
	assert_int_equal(number(reader, "SELECT count(*) FROM things"), 1);
	run(b->db, "INSERT INTO things (id) VALUES (2)");
	assert_int_equal(number(reader, "SELECT count(*) FROM things"), 1);
	check_rc(db_commit(reader, NULL), RC_OK);
	assert_int_equal(number(reader, "SELECT count(*) FROM things"), 2);
	check_rc(outcome(reader, "INSERT INTO things (id) VALUES (3)", NULL), RC_REFUSED);
	db_close(reader);
}

static void
a_lock_of_somebody_else_is_busy_and_then_it_is_not(void **state)
{
	static const char UPDATE[] = "UPDATE things SET i = 5 WHERE id = 1";
	struct backend *b = backend_empty(state);
	struct db *other = NULL;
	enum rc rc;

	make_table(b);
	run(b->db, "INSERT INTO things (id) VALUES (1)");
	check_rc(db_open(b->where, DB_WRITE, &other, NULL), RC_OK);
	check_rc(db_set_patience(other, 50, NULL), RC_OK);
	check_rc(db_begin(b->db, NULL), RC_OK);
	run(b->db, UPDATE);
	rc = db_begin(other, NULL);
	if (rc == RC_OK)
		rc = outcome(other, UPDATE, NULL);
	check_rc(rc, RC_BUSY);
	db_rollback(other);
	check_rc(db_commit(b->db, NULL), RC_OK);
	check_rc(db_begin(other, NULL), RC_OK);
	check_rc(outcome(other, UPDATE, NULL), RC_OK);
	check_rc(db_commit(other, NULL), RC_OK);
	db_close(other);
}

/* ---- the end of long statements ------------------------------------------------ */

/* Nobody lives to see its end. */
static const char ENDLESS[] =
    "WITH RECURSIVE c(n) AS (SELECT CAST(1 AS BIGINT) UNION ALL "
    "SELECT n + 1 FROM c WHERE n < 1000000000000) "
    "SELECT CAST(count(*) AS BIGINT) FROM c";

static void
a_statement_beyond_its_deadline_is_ended_and_the_next_one_is_not(void **state)
{
	struct backend *b = backend_empty(state);
	struct db *reader = NULL;
	struct err err = { 0 };

	make_table(b);
	check_rc(db_open(b->where, DB_READ, &reader, NULL), RC_OK);
	check_rc(db_set_deadline(reader, 200, NULL), RC_OK);
	check_rc(outcome(reader, ENDLESS, &err), RC_TIMEOUT);
	check_contains(err.msg, "too long");
	assert_int_equal(number(reader, "SELECT count(*) FROM things"), 0);
	check_rc(db_begin(reader, NULL), RC_OK);
	check_rc(outcome(reader, ENDLESS, &err), RC_TIMEOUT);
	db_rollback(reader);
	assert_int_equal(number(reader, "SELECT count(*) FROM things"), 0);
	db_close(reader);
}

/* One moment for all statements of a request. */
static void
statements_end_at_the_moment_that_is_theirs_and_no_more_begin(void **state)
{
	struct backend *b = backend_empty(state);
	struct db *reader = NULL;
	struct err err = { 0 };

	make_table(b);
	check_rc(db_open(b->where, DB_READ, &reader, NULL), RC_OK);
	assert_int_equal(number(reader, "SELECT count(*) FROM things"), 0);
	db_set_until(reader, clock_mono_ms() + 200);
	check_rc(outcome(reader, ENDLESS, &err), RC_TIMEOUT);
	check_contains(err.msg, "too long");
	check_rc(outcome(reader, "SELECT count(*) FROM things", &err), RC_TIMEOUT);
	db_set_until(reader, 0);
	assert_int_equal(number(reader, "SELECT count(*) FROM things"), 0);
	db_close(reader);
}

/* It is asked some times, and then no more. */
static bool
is_wanted_for_a_while(void *ctx)
{
	int *left = ctx;

	return --*left > 0;
}

static bool
is_always_wanted(void *ctx)
{
	(void)ctx;
	return true;
}

static void
a_statement_that_nobody_wants_any_more_is_ended(void **state)
{
	struct backend *b = backend_empty(state);
	struct db *reader = NULL;
	struct err err = { 0 };
	int left = 3;

	make_table(b);
	check_rc(db_open(b->where, DB_READ, &reader, NULL), RC_OK);
	db_set_wanted(reader, is_wanted_for_a_while, &left);
	check_rc(outcome(reader, ENDLESS, &err), RC_CANCELLED);
	db_set_wanted(reader, is_always_wanted, NULL);
	assert_int_equal(number(reader, "SELECT count(*) FROM things"), 0);
	check_rc(db_set_deadline(reader, 200, NULL), RC_OK);
	check_rc(outcome(reader, ENDLESS, &err), RC_TIMEOUT);
	db_set_wanted(reader, NULL, NULL);
	assert_int_equal(number(reader, "SELECT count(*) FROM things"), 0);
	db_close(reader);
}

/* ---- many at once ------------------------------------------------------------ */

static void
many_rows_go_in_at_once(void **state)
{
	enum { ROWS = 2000 };
	struct backend *b = backend_empty(state);
	struct db_stmt *q;
	char text[32];

	make_table(b);
	check_rc(db_begin(b->db, NULL), RC_OK);
	q = prepared(b->db, INSERT);
	for (int i = 0; i < ROWS; i++) {
		(void)snprintf(text, sizeof(text), "row %d", i); /* reused at once */
		db_bind_int(q, 1, i);
		db_bind_text(q, 4, text);
		check_rc(db_bulk(q, NULL), RC_OK);
	}
	check_rc(db_bulk_end(q, NULL), RC_OK);
	db_done(q);
	assert_int_equal(number(b->db, "SELECT count(*) FROM things"), ROWS);
	check_rc(db_commit(b->db, NULL), RC_OK);
	assert_int_equal(
	    number(b->db, "SELECT id FROM things WHERE t = 'row 1999'"), 1999);
}

static void
one_bad_row_among_many_undoes_all(void **state)
{
	struct backend *b = backend_empty(state);
	struct err err = { 0 };
	enum rc rc = RC_OK;
	struct db_stmt *q;

	make_table(b);
	check_rc(db_begin(b->db, NULL), RC_OK);
	q = prepared(b->db, INSERT);
	for (int i = 0; i < 1000 && rc == RC_OK; i++) {
		db_bind_int(q, 1, i == 700 ? 5 : i);
		rc = db_bulk(q, &err);
	}
	if (rc == RC_OK)
		rc = db_bulk_end(q, &err);
	check_rc(rc, RC_CONFLICT);
	assert_true(strlen(err.msg) > 10);
	db_done(q);
	check_rc(db_commit(b->db, NULL), RC_INVALID);
	assert_int_equal(number(b->db, "SELECT count(*) FROM things"), 0);
	check_rc(db_begin(b->db, NULL), RC_OK); /* and the connection is as good as new */
	run(b->db, "INSERT INTO things (id) VALUES (1)");
	check_rc(db_commit(b->db, NULL), RC_OK);
}

static void
a_bulk_of_nothing_is_fine(void **state)
{
	struct backend *b = backend_empty(state);
	struct db_stmt *q;

	make_table(b);
	check_rc(db_begin(b->db, NULL), RC_OK);
	q = prepared(b->db, INSERT);
	check_rc(db_bulk_end(q, NULL), RC_OK);
	db_done(q);
	check_rc(db_commit(b->db, NULL), RC_OK);
}

/* ---- PostgreSQL's own troubles ------------------------------------------------- */

/* Have the server end our connection, as when it is restarted. */
static void
cut(struct backend *b)
{
	struct db *other = NULL;

	check_rc(db_open(b->where, DB_WRITE, &other, NULL), RC_OK);
	run(other,
	    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
	    " WHERE datname = current_database() AND pid <> pg_backend_pid()");
	db_close(other);
}

static void
a_lost_connection_is_opened_again_by_the_next_transaction(void **state)
{
	struct backend *b = backend_empty(state);
	struct err err = { 0 };

	make_table(b);
	run(b->db, "INSERT INTO things (id) VALUES (1)");
	check_rc(db_begin(b->db, NULL), RC_OK);
	run(b->db, "INSERT INTO things (id) VALUES (2)");
	cut(b);
	check_rc(outcome(b->db, "INSERT INTO things (id) VALUES (3)", &err), RC_IO);
	check_rc(db_commit(b->db, NULL), RC_INVALID);
	check_rc(db_begin(b->db, NULL), RC_OK);
	run(b->db, "INSERT INTO things (id) VALUES (2)"); /* a kept statement */
	check_rc(db_commit(b->db, NULL), RC_OK);
	assert_int_equal(number(b->db, "SELECT count(*) FROM things"), 2);
	cut(b);
	check_rc(outcome(b->db, "SELECT id FROM things", NULL), RC_IO);
	check_rc(outcome(b->db, "SELECT id FROM things", NULL), RC_OK);
}

static void
a_connection_lost_among_many_rows_is_told(void **state)
{
	struct backend *b = backend_empty(state);
	enum rc rc = RC_OK;
	struct db_stmt *q;

	make_table(b);
	check_rc(db_begin(b->db, NULL), RC_OK);
	q = prepared(b->db, INSERT);
	for (int i = 0; i < 1000 && rc == RC_OK; i++) {
		if (i == 300)
			cut(b);
		db_bind_int(q, 1, i);
		rc = db_bulk(q, NULL);
	}
	if (rc == RC_OK)
		rc = db_bulk_end(q, NULL);
	check_rc(rc, RC_IO);
	db_done(q);
	db_rollback(b->db);
	check_rc(db_begin(b->db, NULL), RC_OK);
	run(b->db, "INSERT INTO things (id) VALUES (1)");
	check_rc(db_commit(b->db, NULL), RC_OK);
	assert_int_equal(number(b->db, "SELECT count(*) FROM things"), 1);
}

static void
a_type_we_do_not_read_is_an_error_of_the_sql(void **state)
{
	struct backend *b = backend_empty(state);
	struct db_stmt *q = NULL;
	struct err err = { 0 };

	check_rc(db_prepare(b->db, "SELECT 1.5 AS half", &q, &err), RC_INVALID);
	check_contains(err.msg, "half");
	check_contains(err.msg, "CAST");
}

/* ---- SQLite's own troubles ----------------------------------------------------- */

static void
a_file_that_is_no_database_is_said_to_be_none(void **state)
{
	struct backend *b = backend_empty(state);
	char path[128], where[160];
	struct db *db = NULL;
	struct err err = { 0 };
	FILE *f;

	(void)snprintf(path, sizeof(path), "%s/letter.txt", b->folder);
	(void)snprintf(where, sizeof(where), "sqlite:%s", path);
	f = fopen(path, "w");
	for (int i = 0; i < 200; i++)
		(void)fputs("Dear reader, this is no database.\n", f);
	(void)fclose(f);
	check_rc(db_open(where, DB_WRITE, &db, &err), RC_PROTOCOL);
	check_contains(err.msg, "letter.txt");
	(void)snprintf(where, sizeof(where), "sqlite:%s/missing", b->folder);
	check_rc(db_open(where, DB_WRITE, &db, &err), RC_IO);
	assert_null(db);
}

static void
a_backup_is_a_whole_database_of_its_moment(void **state)
{
	struct backend *b = backend_empty(state);
	char file[128], where[160];
	struct db *copy = NULL;
	struct err err = { 0 };

	make_table(b);
	run(b->db, "INSERT INTO things (id, t) VALUES (1, 'before')");
	(void)snprintf(file, sizeof(file), "%s/copy", b->folder);
	(void)snprintf(where, sizeof(where), "sqlite:%s", file);
	check_rc(db_backup(b->db, file, &err), RC_OK);
	run(b->db, "INSERT INTO things (id, t) VALUES (2, 'after')");
	check_rc(db_open(where, DB_READ, &copy, &err), RC_OK);
	assert_int_equal(number(copy, "SELECT count(*) FROM things"), 1);
	db_close(copy);
	check_rc(db_backup(b->db, file, &err), RC_CONFLICT);
	check_contains(err.msg, "exists");
	check_rc(db_backup(b->db, "/nonexistent/copy", &err), RC_IO);
}

/* pg_dump and pg_restore do it; a copy of SQLite opens by itself, too. */
static void
a_backup_fills_an_empty_database(void **state)
{
	struct backend *b = backend_empty(state);
	char file[128];
	struct err err = { 0 };

	make_table(b);
	run(b->db, "INSERT INTO things (id, t) VALUES (1, 'before')");
	(void)snprintf(file, sizeof(file), "%s/copy", b->folder);
	if (db_backup(b->db, file, &err) != RC_OK)
		fail_msg("%s", err.msg);
	run(b->db, "DROP TABLE things");
	run(b->db, "DROP TABLE parents");
	if (db_restore(b->db, file, &err) != RC_OK)
		fail_msg("%s", err.msg);
	assert_int_equal(number(b->db, "SELECT count(*) FROM things"), 1);
	check_rc(db_backup(b->db, file, &err), RC_CONFLICT);
	check_rc(db_backup(b->db, "/nonexistent/copy", &err), RC_IO);
	check_contains(err.msg, "/nonexistent/copy");
	(void)snprintf(file, sizeof(file), "%s/nothing", b->folder);
	assert_true(db_restore(b->db, file, &err) != RC_OK);
	check_contains(err.msg, file);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_driver_has_a_hole),
		cmocka_unit_test(
		    a_place_that_is_no_database_is_refused_with_the_forms_there_are),
		ON_EACH(every_type_comes_back_as_it_went),
		ON_EACH(nulls_and_what_is_not_bound_and_nan_are_null),
		ON_EACH(a_statement_takes_its_values_in_one_call),
		ON_EACH(values_bound_before_do_not_linger),
		ON_EACH(parameters_are_found_by_number_and_not_by_place),
		ON_EACH(whole_numbers_and_reals_meet_halfway),
		ON_EACH(text_with_a_nul_or_broken_utf8_is_refused),
		ON_EACH(large_values_and_many_rows_pass),
		ON_EACH(the_number_of_changed_rows_is_told),
		ON_EACH(a_missing_row_is_not_found_and_an_upsert_returns_its_id),
		ON_EACH(the_same_text_can_be_run_inside_itself),
		ON_EACH(more_texts_than_are_kept_do_no_harm),
		ON_EACH(wrong_sql_is_invalid_and_says_where),
		ON_EACH(constraints_are_told_apart),
		ON_EACH(what_is_rolled_back_was_never_there),
		ON_EACH(a_failure_spoils_its_transaction),
		ON_EACH(a_reader_sees_one_moment_and_may_not_write),
		ON_EACH(a_lock_of_somebody_else_is_busy_and_then_it_is_not),
		ON_EACH(a_statement_beyond_its_deadline_is_ended_and_the_next_one_is_not),
		ON_EACH(statements_end_at_the_moment_that_is_theirs_and_no_more_begin),
		ON_EACH(a_statement_that_nobody_wants_any_more_is_ended),
		ON_EACH(many_rows_go_in_at_once),
		ON_EACH(one_bad_row_among_many_undoes_all),
		ON_EACH(a_bulk_of_nothing_is_fine),
		ON_PGSQL(a_lost_connection_is_opened_again_by_the_next_transaction),
		ON_PGSQL(a_connection_lost_among_many_rows_is_told),
		ON_PGSQL(a_type_we_do_not_read_is_an_error_of_the_sql),
		ON_EACH(a_backup_fills_an_empty_database),
		ON_SQLITE(a_backup_is_a_whole_database_of_its_moment),
		ON_SQLITE(a_file_that_is_no_database_is_said_to_be_none),
	};

	return CHECK_ALL(tests);
}

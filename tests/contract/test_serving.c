/* SPDX-License-Identifier: Apache-2.0
 *
 * The row that says which program writes to a database, on both back-ends.
 */
#include "backends.h"

#include <string.h>

#include "store/upkeep/migrate.h"
#include "store/upkeep/serving.h"

static struct serving
program(const char *run)
{
	struct serving s = { .what = "serve",
		.machine = "nodo1",
		.place = "boot ns",
		.pid = 77,
		.born = 1234 };

	(void)snprintf(s.run, sizeof(s.run), "%s", run);
	return s;
}

/* A second connection, for the second program. */
static struct db *
another(struct backend *b)
{
	struct db *db = NULL;
	struct err err = { 0 };

	if (db_open(b->where, DB_WRITE, &db, &err) != RC_OK ||
	    db_set_patience(db, 300, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return db;
}

static void
take(struct db *db, const char *run, int64_t now_ms)
{
	struct serving me = program(run);
	struct err err = { 0 };

	if (store_serving_take(db, &me, NULL, now_ms, &err) != RC_OK)
		fail_msg("%s", err.msg);
}

static void
a_database_of_an_earlier_version_has_no_row(void **state)
{
	struct backend *b = backend_empty(state);
	bool is_known = true;

	check_rc(store_serving_is_known(b->db, &is_known, NULL), RC_OK);
	assert_false(is_known);
	check_rc(store_migrate(b->db, 1000, NULL, NULL), RC_OK);
	check_rc(store_serving_is_known(b->db, &is_known, NULL), RC_OK);
	assert_true(is_known);
}

static void
the_first_takes_it_and_the_second_is_told_who_has_it(void **state)
{
	struct backend *b = backend_of(state);
	struct serving first = program("aaaa"), second = program("bbbb"), row;
	char text[SERVING_TEXT_MAX];
	struct err err = { 0 };

	memset(&row, 7, sizeof(row));
	check_rc(store_serving_get(b->db, &row, &err), RC_NOT_FOUND);
	assert_int_equal(row.pid, 0x0707070707070707); /* untouched */
	check_rc(store_serving_take(b->db, &first, NULL, 5000, &err), RC_OK);
	check_rc(store_serving_take(b->db, &second, NULL, 6000, &err), RC_CONFLICT);
	check_rc(store_serving_get(b->db, &row, &err), RC_OK);
	assert_string_equal(row.run, "aaaa");
	assert_string_equal(row.what, "serve");
	assert_string_equal(row.machine, "nodo1");
	assert_string_equal(row.place, "boot ns");
	assert_int_equal(row.pid, 77);
	assert_int_equal(row.born, 1234);
	assert_int_equal(row.since_ms, 5000);
	assert_int_equal(row.beat_ms, 5000);
	assert_string_equal(serving_text(&row, 8900, text),
	    "facho serve on nodo1 (process 77) since 1970-01-01 00:00:05 UTC, last heard "
	    "3 s ago");
}

static void
a_beat_moves_the_row_and_one_that_was_replaced_is_told(void **state)
{
	struct backend *b = backend_of(state);
	struct serving second = program("bbbb"), row;
	struct err err = { 0 };

	take(b->db, "aaaa", 5000);
	check_rc(store_serving_beat(b->db, "aaaa", 15000, &err), RC_OK);
	check_rc(store_serving_get(b->db, &row, &err), RC_OK);
	assert_int_equal(row.beat, 1);
	assert_int_equal(row.beat_ms, 15000);
	assert_int_equal(row.since_ms, 5000);
	check_rc(store_serving_take(b->db, &second, &row, 90000, &err), RC_OK);
	check_rc(store_serving_beat(b->db, "aaaa", 91000, &err), RC_CANCELLED);
	check_contains(err.msg, "nodo1 (process 77)");
	check_contains(err.msg, "taken this database over");
	check_rc(store_serving_beat(b->db, "bbbb", 91000, &err), RC_OK);
}

static void
one_that_told_a_beat_meanwhile_is_not_replaced(void **state)
{
	struct backend *b = backend_of(state);
	struct serving second = program("bbbb"), row;
	struct err err = { 0 };

	take(b->db, "aaaa", 5000);
	check_rc(store_serving_get(b->db, &row, &err), RC_OK);
	check_rc(store_serving_beat(b->db, "aaaa", 15000, &err), RC_OK);
	check_rc(store_serving_take(b->db, &second, &row, 16000, &err), RC_CONFLICT);
	check_rc(store_serving_beat(b->db, "aaaa", 25000, &err), RC_OK);
}

static void
given_back_it_is_nobodys_and_only_its_owner_gives_it_back(void **state)
{
	struct backend *b = backend_of(state);
	struct serving row;
	struct err err = { 0 };

	take(b->db, "aaaa", 5000);
	check_rc(store_serving_give(b->db, "bbbb", &err), RC_OK);
	check_rc(store_serving_get(b->db, &row, &err), RC_OK);
	check_rc(store_serving_give(b->db, "aaaa", &err), RC_OK);
	check_rc(store_serving_get(b->db, &row, &err), RC_NOT_FOUND);
	check_rc(store_serving_beat(b->db, "aaaa", 6000, &err), RC_CANCELLED);
	check_contains(err.msg, "removed");
	take(b->db, "bbbb", 7000);
}

static enum rc
guard(void *ctx, struct db *db, struct err *err)
{
	return store_serving_check(db, ctx, err);
}

static enum rc
write_in_transaction(struct db *db, struct err *err)
{
	enum rc rc = db_begin(db, err);

	if (rc == RC_OK)
		rc = db_script(db,
		    "INSERT INTO settings (key, value, updated_ms, updated_by)"
		    " VALUES ('k', 'v', 0, '')"
		    " ON CONFLICT (key) DO UPDATE SET value = 'again'",
		    err);
	if (rc == RC_OK)
		rc = db_commit(db, err);
	db_rollback(db);
	return rc;
}

static void
one_that_was_replaced_begins_no_transaction(void **state)
{
	struct backend *b = backend_of(state);
	struct db *other = another(b);
	struct serving second = program("bbbb"), row;
	char first[] = "aaaa";
	struct err err = { 0 };

	take(b->db, first, 5000);
	db_set_guard(b->db, guard, first);
	check_rc(write_in_transaction(b->db, &err), RC_OK);
	check_rc(store_serving_get(other, &row, &err), RC_OK);
	check_rc(store_serving_take(other, &second, &row, 90000, &err), RC_OK);
	check_rc(write_in_transaction(b->db, &err), RC_CANCELLED);
	check_contains(err.msg, "taken this database over");
	assert_false(db_in_transaction(b->db));
	db_set_guard(b->db, NULL, NULL);
	check_rc(write_in_transaction(b->db, &err), RC_OK);
	db_close(other);
}

/* Beats go on while a long transaction of the same program is open. */
static void
a_beat_does_not_wait_for_a_transaction(void **state)
{
	struct backend *b = backend_of(state);
	struct db *beats = another(b);
	char first[] = "aaaa";
	struct err err = { 0 };

	take(b->db, first, 5000);
	db_set_guard(b->db, guard, first);
	check_rc(db_begin(b->db, &err), RC_OK);
	if (store_serving_beat(beats, first, 15000, &err) != RC_OK)
		fail_msg("%s", err.msg);
	check_rc(db_commit(b->db, &err), RC_OK);
	db_close(beats);
}

/* It was stopped between its look at the row and its commit. */
static void
a_transaction_that_one_who_is_replaced_left_open_is_ended(void **state)
{
	struct backend *b = backend_of(state);
	struct db *other = another(b);
	struct serving second = program("bbbb"), row;
	char first[] = "aaaa";
	struct err err = { 0 };

	take(b->db, first, 5000);
	db_set_guard(b->db, guard, first);
	check_rc(db_begin(b->db, &err), RC_OK);
	check_rc(db_script(b->db,
		     "INSERT INTO settings (key, value, updated_ms, updated_by)"
		     " VALUES ('late', 'v', 0, '')",
		     &err),
	    RC_OK);
	check_rc(store_serving_get(other, &row, &err), RC_OK);
	if (store_serving_take(other, &second, &row, 90000, &err) != RC_OK)
		fail_msg("%s", err.msg);
	check_rc(db_commit(b->db, &err), RC_IO);
	check_rc(write_in_transaction(b->db, &err), RC_CANCELLED);
	check_rc(db_script(other,
		     "INSERT INTO settings (key, value, updated_ms, updated_by)"
		     " VALUES ('late', 'mine', 0, '')",
		     &err),
	    RC_OK);
	db_close(other);
}

/* On SQLite whoever is in a transaction has the file: it cannot be replaced meanwhile. */
static void
one_in_a_transaction_is_not_replaced(void **state)
{
	struct backend *b = backend_of(state);
	struct db *other = another(b);
	struct serving second = program("bbbb"), row;
	char first[] = "aaaa";
	struct err err = { 0 };

	take(b->db, first, 5000);
	db_set_guard(b->db, guard, first);
	check_rc(db_begin(b->db, &err), RC_OK);
	check_rc(store_serving_get(other, &row, &err), RC_OK);
	check_rc(store_serving_take(other, &second, &row, 90000, &err), RC_BUSY);
	check_rc(db_commit(b->db, &err), RC_OK);
	check_rc(store_serving_take(other, &second, &row, 90000, &err), RC_OK);
	db_close(other);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(a_database_of_an_earlier_version_has_no_row),
		ON_EACH(the_first_takes_it_and_the_second_is_told_who_has_it),
		ON_EACH(a_beat_moves_the_row_and_one_that_was_replaced_is_told),
		ON_EACH(one_that_told_a_beat_meanwhile_is_not_replaced),
		ON_EACH(given_back_it_is_nobodys_and_only_its_owner_gives_it_back),
		ON_EACH(one_that_was_replaced_begins_no_transaction),
		ON_PGSQL(a_beat_does_not_wait_for_a_transaction),
		ON_PGSQL(a_transaction_that_one_who_is_replaced_left_open_is_ended),
		ON_SQLITE(one_in_a_transaction_is_not_replaced),
	};

	return CHECK_ALL(tests);
}

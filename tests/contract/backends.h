/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/contract/backends.h - a fresh database of each kind for each test.
 *
 *	static void
 *	a_name_is_taken_once(void **state)
 *	{
 *		struct backend *b = backend_of(state);
 *		...
 *	}
 *
 *	const struct CMUnitTest tests[] = { ON_EACH(a_name_is_taken_once) };
 *
 * SQLite's is a file in a temporary folder, PostgreSQL's a database on the server of
 * $FACHO_TEST_PGSQL (tests/pgsql.sh); without it the test says that it was skipped.
 *
 * Both are copies of one that was migrated before, because migrating takes longer than most
 * tests do. A test of migrating, or of tables of its own, asks for an empty one.
 */
#ifndef FACHO_TESTS_BACKENDS_H
#define FACHO_TESTS_BACKENDS_H

#include "check.h"

#include "store/db/db.h"

struct backend {
	const char *name; /* "sqlite", "pgsql" */
	char where[512]; /* for db_open */
	char folder[64]; /* for files of the test; removed at its end */
	char database[64]; /* pgsql */
	struct db *db; /* an open connection, DB_CREATE */
};

extern char BACKEND_SQLITE[], BACKEND_PGSQL[];

int backend_setup(void **state);
int backend_teardown(void **state);

/* The test's database, with the tables of this program and nothing in them; the first call
 * of a test makes it, the others give the same. Skips the test when its back-end is not
 * there. */
struct backend *backend_of(void **state);

/* The same, without any table. */
struct backend *backend_empty(void **state);

#define ON_SQLITE(test)                                                                 \
	{                                                                               \
		"sqlite: " #test, test, backend_setup, backend_teardown, BACKEND_SQLITE \
	}
#define ON_PGSQL(test)                                                                \
	{                                                                             \
		"pgsql: " #test, test, backend_setup, backend_teardown, BACKEND_PGSQL \
	}
#define ON_EACH(test) ON_SQLITE(test), ON_PGSQL(test)

#endif

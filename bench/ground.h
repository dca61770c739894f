/* SPDX-License-Identifier: Apache-2.0
 *
 * bench/ground.h - a fresh database of each kind for a benchmark: SQLite in a
 * temporary folder, PostgreSQL on the server of $FACHO_TEST_PGSQL, which
 * script/bench starts.
 */
#ifndef FACHO_BENCH_GROUND_H
#define FACHO_BENCH_GROUND_H

#include <stdint.h>

#include "store/db/db.h"

enum ground_kind {
	GROUND_SQLITE,
	GROUND_PGSQL,
	GROUNDS,
};

struct ground {
	enum ground_kind kind;
	const char *name; /* "sqlite", "pgsql" */
	struct db *db; /* migrated */
	char folder[64];
	char where[512];
	char database[64];
};

/* A place for a database, which is empty; db is not open. */
struct ground ground_new(enum ground_kind kind);

/* With OLTs 1 to n_olts. Ends the program on failure. */
struct ground ground_open(enum ground_kind kind, int n_olts);
void ground_close(struct ground *g);

void ground_do(const struct ground *g, const char *sql);

/* CPU seconds used by all processes of the PostgreSQL server, including those that have
 * ended; 0 for SQLite, which has none. db is open. */
double ground_server_cpu(const struct ground *g);

/* From now on PostgreSQL writes commits to the disk, as in production; or not, as in
 * tests/pgsql.sh. */
void ground_fsync(bool is_on);

/* Bytes of a table with all its indexes. */
double ground_bytes(const struct ground *g, const char *table);

#endif

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

/* A place for a database and nothing in it; db is not open. */
struct ground ground_new(enum ground_kind kind);

/* With OLTs 1 to n_olts. Dies when it cannot. */
struct ground ground_open(enum ground_kind kind, int n_olts);
void ground_close(struct ground *g);

void ground_do(const struct ground *g, const char *sql);

/* Seconds of processor time that the processes of the PostgreSQL server have used, all of
 * them together, those that have ended too; 0 for SQLite, which has none. db is open. */
double ground_server_cpu(const struct ground *g);

/* From now on what PostgreSQL commits is on the disk, as where it is used; or not, as
 * tests/pgsql.sh has it. */
void ground_fsync(bool is_on);

/* Bytes of a table with all its indexes. */
double ground_bytes(const struct ground *g, const char *table);

#endif

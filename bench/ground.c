/* SPDX-License-Identifier: Apache-2.0 */
#include "ground.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lab.h"
#include "store/migrate.h"

void
ground_do(const struct ground *g, const char *sql)
{
	struct err err = { 0 };

	if (db_script(g->db, sql, &err) != RC_OK)
		lab_die("%s: %s", sql, err.msg);
}

static void
on_server(const char *verb, const char *database)
{
	struct ground g = { 0 };
	struct err err = { 0 };
	char sql[128];

	if (db_open(getenv("FACHO_TEST_PGSQL"), DB_WRITE, &g.db, &err) != RC_OK)
		lab_die("%s", err.msg);
	(void)snprintf(sql, sizeof(sql), "%s DATABASE %s", verb, database);
	ground_do(&g, sql);
	db_close(g.db);
}

static void
find_place(struct ground *g)
{
	static int count;
	const char *server = getenv("FACHO_TEST_PGSQL");

	if (g->kind == GROUND_SQLITE) {
		(void)snprintf(g->folder, sizeof(g->folder), "/tmp/facho-bench.XXXXXX");
		if (!mkdtemp(g->folder))
			lab_die("no temporary folder");
		(void)snprintf(g->where, sizeof(g->where), "sqlite:%s/db", g->folder);
		return;
	}
	if (!server)
		lab_die("FACHO_TEST_PGSQL is not set; script/bench does that");
	(void)snprintf(
	    g->database, sizeof(g->database), "bench_%d_%d", (int)getpid(), ++count);
	on_server("CREATE", g->database);
	(void)snprintf(
	    g->where, sizeof(g->where), "%.300s dbname=%s", server, g->database);
}

static void
add_olts(const struct ground *g, int n)
{
	static const char sql[] =
	    "INSERT INTO olts (id, name, address, created_ms, updated_ms) "
	    "VALUES ($1, $2, '192.0.2.1', 0, 0)";
	struct err err = { 0 };
	struct db_stmt *q OWNED(db_done) = NULL;
	char name[32];

	if (db_prepare(g->db, sql, &q, &err) != RC_OK)
		lab_die("%s", err.msg);
	for (int i = 1; i <= n; i++) {
		(void)snprintf(name, sizeof(name), "OLT-%d", i);
		db_bind_int(q, 1, i);
		db_bind_text(q, 2, name);
		if (db_run(q, NULL, &err) != RC_OK)
			lab_die("%s", err.msg);
		db_again(q);
	}
}

struct ground
ground_new(enum ground_kind kind)
{
	struct ground g = { .kind = kind,
		.name = kind == GROUND_SQLITE ? "sqlite" : "pgsql" };

	find_place(&g);
	return g;
}

struct ground
ground_open(enum ground_kind kind, int n_olts)
{
	struct ground g = ground_new(kind);
	struct err err = { 0 };

	if (db_open(g.where, DB_CREATE, &g.db, &err) != RC_OK ||
	    store_migrate(g.db, 1, NULL, &err) != RC_OK)
		lab_die("%s", err.msg);
	add_olts(&g, n_olts);
	return g;
}

void
ground_close(struct ground *g)
{
	DIR *dir = *g->folder ? opendir(g->folder) : NULL;
	const struct dirent *entry;
	char path[512];

	db_close(g->db);
	if (*g->database)
		on_server("DROP", g->database);
	while (dir && (entry = readdir(dir))) {
		(void)snprintf(path, sizeof(path), "%s/%s", g->folder, entry->d_name);
		(void)unlink(path);
	}
	if (dir)
		(void)closedir(dir);
	if (*g->folder)
		(void)rmdir(g->folder);
}

double
ground_bytes(const struct ground *g, const char *table)
{
	static const char sqlite[] =
	    "SELECT SUM(pgsize) FROM dbstat WHERE name IN "
	    "(SELECT name FROM sqlite_master WHERE tbl_name = $1)";
	static const char pgsql[] =
	    "SELECT pg_total_relation_size(CAST(CAST($1 AS TEXT) AS regclass))";
	struct err err = { 0 };
	struct db_stmt *q OWNED(db_done) = NULL;

	if (db_prepare(g->db, g->kind == GROUND_SQLITE ? sqlite : pgsql, &q, &err) !=
	    RC_OK)
		lab_die("%s", err.msg);
	db_bind_text(q, 1, table);
	if (db_first(q, &err) != RC_OK)
		lab_die("%s", err.msg);
	return (double)db_int(q, 0);
}

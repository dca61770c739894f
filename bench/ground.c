/* SPDX-License-Identifier: Apache-2.0 */
#include "ground.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lab.h"
#include "store/upkeep/migrate.h"

void
ground_do(const struct ground *g, const char *sql)
{
	struct err err = { 0 };

	if (db_script(g->db, sql, &err) != RC_OK)
		lab_die("%s: %s", sql, err.msg);
}

static int64_t
ground_number(const struct ground *g, const char *sql)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	struct err err = { 0 };

	if (db_prepare(g->db, sql, &q, &err) != RC_OK || db_first(q, &err) != RC_OK)
		lab_die("%s: %s", sql, err.msg);
	return db_int(q, 0);
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

void
ground_fsync(bool is_on)
{
	struct ground g = { 0 };
	struct err err = { 0 };

	if (db_open(getenv("FACHO_TEST_PGSQL"), DB_WRITE, &g.db, &err) != RC_OK)
		lab_die("%s", err.msg);
	ground_do(&g, is_on ? "ALTER SYSTEM SET fsync = on" : "ALTER SYSTEM RESET fsync");
	ground_do(&g,
	    is_on ? "ALTER SYSTEM SET full_page_writes = on"
		  : "ALTER SYSTEM RESET full_page_writes");
	ground_do(&g, "SELECT pg_reload_conf()");
	db_close(g.db);
}

/* From /proc/PID/stat: the parent, and the ticks of the process and of its children that
 * have ended. False: the process does not exist. */
static bool
read_stat(int pid, int *ret_parent, double *ret_own, double *ret_waited)
{
	char path[64], text[1024];
	long own_user, own_system, user, system;
	const char *behind;
	FILE *f;
	size_t n;

	(void)snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	f = fopen(path, "re");
	if (!f)
		return false;
	n = fread(text, 1, sizeof(text) - 1, f);
	(void)fclose(f);
	text[n] = '\0';
	behind = strrchr(text, ')'); /* the name may contain any character */
	if (!behind ||
	    sscanf(behind, ") %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld %ld %ld",
		ret_parent, &own_user, &own_system, &user, &system) != 5)
		return false;
	*ret_own = (double)(own_user + own_system) / (double)sysconf(_SC_CLK_TCK);
	*ret_waited = (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
	return true;
}

double
ground_server_cpu(const struct ground *g)
{
	DIR *all;
	const struct dirent *entry;
	int server, parent;
	double own, waited, sum;

	if (g->kind == GROUND_SQLITE)
		return 0;
	if (!read_stat((int)ground_number(g, "SELECT CAST(pg_backend_pid() AS BIGINT)"),
		&server, &own, &waited) ||
	    !read_stat(server, &parent, &own, &waited))
		lab_die("the processes of PostgreSQL cannot be seen");
	sum = own + waited;
	all = opendir("/proc");
	while (all && (entry = readdir(all))) {
		int pid = (int)strtol(entry->d_name, NULL, 10);

		if (pid > 0 && read_stat(pid, &parent, &own, &waited) && parent == server)
			sum += own;
	}
	if (all)
		(void)closedir(all);
	return sum;
}

static void
find_place(struct ground *g)
{
	static int count;
	const char *server = getenv("FACHO_TEST_PGSQL");

	(void)snprintf(g->folder, sizeof(g->folder), "/tmp/facho-bench.XXXXXX");
	if (!mkdtemp(g->folder))
		lab_die("no temporary folder");
	if (g->kind == GROUND_SQLITE) {
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

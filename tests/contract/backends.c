/* SPDX-License-Identifier: Apache-2.0 */
#include "backends.h"

#include <dirent.h>
#include <unistd.h>

char BACKEND_SQLITE[] = "sqlite", BACKEND_PGSQL[] = "pgsql";

static void
on_server(const char *verb, const char *database)
{
	const char *server = getenv("FACHO_TEST_PGSQL");
	struct db *db = NULL;
	struct err err = { 0 };
	char sql[128];

	(void)snprintf(sql, sizeof(sql), "%s DATABASE %s", verb, database);
	if (db_open(server, DB_WRITE, &db, &err) != RC_OK ||
	    db_script(db, sql, &err) != RC_OK)
		fail_msg("%s: %s", sql, err.msg);
	db_close(db);
}

static void
make_pgsql(struct backend *b)
{
	static unsigned count;
	const char *server = getenv("FACHO_TEST_PGSQL");

	if (!server)
		return;
	(void)snprintf(
	    b->database, sizeof(b->database), "facho_%d_%u", (int)getpid(), ++count);
	on_server("CREATE", b->database);
	/* The later of two values counts. */
	(void)snprintf(b->where, sizeof(b->where), "%s dbname=%s", server, b->database);
}

int
backend_setup(void **state)
{
	struct backend *b = calloc(1, sizeof(*b));
	struct err err = { 0 };

	b->name = *state;
	(void)snprintf(b->folder, sizeof(b->folder), "/tmp/facho-test.XXXXXX");
	if (!mkdtemp(b->folder))
		return -1;
	if (*state == BACKEND_PGSQL)
		make_pgsql(b);
	else
		(void)snprintf(b->where, sizeof(b->where), "sqlite:%s/db", b->folder);
	if (*b->where && db_open(b->where, DB_CREATE, &b->db, &err) != RC_OK)
		fail_msg("%s: %s", b->where, err.msg);
	*state = b;
	return 0;
}

static void
remove_folder(const char *folder)
{
	DIR *dir = opendir(folder);
	const struct dirent *entry;
	char path[512];

	while (dir && (entry = readdir(dir))) {
		(void)snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
		(void)unlink(path);
	}
	if (dir)
		(void)closedir(dir);
	(void)rmdir(folder);
}

int
backend_teardown(void **state)
{
	struct backend *b = *state;

	db_close(b->db);
	if (*b->database)
		on_server("DROP", b->database);
	remove_folder(b->folder);
	free(b);
	return 0;
}

struct backend *
backend_of(void **state)
{
	struct backend *b = *state;

	if (!*b->where) {
		print_message("# FACHO_TEST_PGSQL is not set (tests/pgsql.sh sets it)\n");
		skip();
	}
	return b;
}

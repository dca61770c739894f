/* SPDX-License-Identifier: Apache-2.0 */
#include "backends.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/upkeep/migrate.h"
#include "store/upkeep/migrate_int.h"

char BACKEND_SQLITE[] = "sqlite", BACKEND_PGSQL[] = "pgsql";

static void
migrate(const char *where)
{
	struct db *db = NULL;
	struct err err = { 0 };

	if (db_open(where, DB_CREATE, &db, &err) != RC_OK ||
	    store_migrate(db, 1, NULL, &err) != RC_OK)
		fail_msg("%s: %s", where, err.msg);
	db_close(db);
}

/* ---- SQLite: the file of the first is kept, and written again for the others ------- */

static struct {
	char *bytes;
	size_t len;
} kept;

static void
keep_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;

	if (fd < 0 || fstat(fd, &st) != 0)
		fail_msg("%s cannot be read", path);
	kept.len = (size_t)st.st_size;
	kept.bytes = malloc(kept.len);
	assert_int_equal(read(fd, kept.bytes, kept.len), kept.len);
	(void)close(fd);
}

static void
write_file(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd < 0)
		fail_msg("%s cannot be written", path);
	assert_int_equal(write(fd, kept.bytes, kept.len), kept.len);
	(void)close(fd);
}

static void
make_sqlite(struct backend *b, bool is_migrated)
{
	char path[128];

	(void)snprintf(path, sizeof(path), "%s/db", b->folder);
	(void)snprintf(b->where, sizeof(b->where), "sqlite:%s", path);
	if (!is_migrated)
		return;
	if (kept.bytes) {
		write_file(path);
	} else {
		migrate(b->where);
		keep_file(path);
	}
}

/* ---- PostgreSQL: one migrated database on the server, which is copied ------------- */

static struct db *
server_open(void)
{
	struct db *db = NULL;
	struct err err = { 0 };

	if (db_open(getenv("FACHO_TEST_PGSQL"), DB_WRITE, &db, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return db;
}

static void
server_do(struct db *db, const char *sql)
{
	struct err err = { 0 };

	if (db_script(db, sql, &err) != RC_OK)
		fail_msg("%s: %s", sql, err.msg);
}

static bool
server_has(struct db *db, const char *database)
{
	static const char sql[] = "SELECT count(*) FROM pg_database WHERE datname = $1";
	struct db_stmt *q OWNED(db_done) = NULL;

	check_rc(db_prepare(db, sql, &q, NULL), RC_OK);
	db_bind_text(q, 1, database);
	check_rc(db_first(q, NULL), RC_OK);
	return db_int(q, 0) > 0;
}

/* The later of two values counts. */
static void
where_is(const char *database, char ret_where[static 512])
{
	(void)snprintf(
	    ret_where, 512, "%s dbname=%s", getenv("FACHO_TEST_PGSQL"), database);
}

/* What is in the migrations (FNV-1a): a server that outlives a change of them has a
 * template for each. */
static uint64_t
digest_of_migrations(void)
{
	uint64_t digest = UINT64_C(14695981039346656037);

	for (size_t i = 0; i < N_MIGRATIONS; i++) {
		for (size_t at = 0; at < MIGRATIONS[i].len; at++)
			digest =
			    (digest ^ MIGRATIONS[i].sql[at]) * UINT64_C(1099511628211);
	}
	return digest;
}

/* The name of the template; it is made by the first program that wants it, and has this
 * name when it is whole. The others wait: the lock goes with the connection. */
static const char *
template_of(struct db *server)
{
	static char name[64];
	char made[64], sql[256], where[512];

	if (*name)
		return name;
	(void)snprintf(name, sizeof(name), "facho_template_%016llx",
	    (unsigned long long)digest_of_migrations());
	server_do(server, "SELECT pg_advisory_lock(1180787561)");
	if (server_has(server, name))
		return name;
	(void)snprintf(made, sizeof(made), "facho_%d_template", (int)getpid());
	(void)snprintf(sql, sizeof(sql), "CREATE DATABASE %s", made);
	server_do(server, sql);
	where_is(made, where);
	migrate(where);
	(void)snprintf(sql, sizeof(sql), "ALTER DATABASE %s RENAME TO %s", made, name);
	server_do(server, sql);
	return name;
}

static void
make_pgsql(struct backend *b, bool is_migrated)
{
	static unsigned count;
	struct db *server;
	char sql[256];

	if (!getenv("FACHO_TEST_PGSQL")) {
		print_message("# FACHO_TEST_PGSQL is not set (tests/pgsql.sh sets it)\n");
		skip();
	}
	server = server_open();
	(void)snprintf(
	    b->database, sizeof(b->database), "facho_%d_%u", (int)getpid(), ++count);
	/* Copying files takes a third of the time of writing all of them to the log too. */
	(void)snprintf(sql, sizeof(sql),
	    "CREATE DATABASE %s TEMPLATE %s STRATEGY file_copy", b->database,
	    is_migrated ? template_of(server) : "template0");
	server_do(server, sql);
	db_close(server);
	where_is(b->database, b->where);
}

/* ---- both ------------------------------------------------------------------------ */

int
backend_setup(void **state)
{
	struct backend *b = calloc(1, sizeof(*b));

	b->name = *state;
	(void)snprintf(b->folder, sizeof(b->folder), "/tmp/facho-test.XXXXXX");
	if (!mkdtemp(b->folder))
		return -1;
	*state = b;
	return 0;
}

static struct backend *
make(struct backend *b, bool is_migrated)
{
	struct err err = { 0 };

	if (b->db)
		return b;
	if (b->name == BACKEND_PGSQL)
		make_pgsql(b, is_migrated);
	else
		make_sqlite(b, is_migrated);
	if (db_open(b->where, DB_CREATE, &b->db, &err) != RC_OK)
		fail_msg("%s: %s", b->where, err.msg);
	return b;
}

struct backend *
backend_of(void **state)
{
	return make(*state, true);
}

struct backend *
backend_empty(void **state)
{
	return make(*state, false);
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
	struct db *server;
	char sql[128];

	db_close(b->db);
	if (*b->where && *b->database) {
		(void)snprintf(sql, sizeof(sql), "DROP DATABASE %s", b->database);
		server = server_open();
		server_do(server, sql);
		db_close(server);
	}
	remove_folder(b->folder);
	free(b);
	return 0;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * From every version of the database to this program's, with rows in every table: the schema
 * is the one that an empty database gets, and the rows are still there.
 *
 * tests/data/schema/NNNN.{sqlite,pgsql}.sql are databases of version NNNN; a new migration
 * brings the one of the version before it (tools/schema-dump.js).
 */
#include "backends.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/vec.h"
#include "store/upkeep/migrate.h"

static const char *
next_text(struct db_stmt *q)
{
	struct err err = { 0 };
	bool has_row;

	if (db_step(q, &has_row, &err) != RC_OK)
		fail_msg("%s", err.msg);
	return has_row ? db_text(q, 0) : NULL;
}

static struct db_stmt *
ask(struct db *db, const char *sql)
{
	struct db_stmt *q = NULL;
	struct err err = { 0 };

	if (db_prepare(db, sql, &q, &err) != RC_OK)
		fail_msg("%s: %s", sql, err.msg);
	return q;
}

static char *
read_dump(const struct backend *b, int64_t version)
{
	char path[512];
	FILE *f;
	long size;
	char *text;

	(void)snprintf(path, sizeof(path), "%s/%04lld.%s.sql", SCHEMA_FOLDER,
	    (long long)version, b->name);
	f = fopen(path, "r");
	if (!f)
		fail_msg("version %lld has no dump: tests/pgsql.sh node "
			 "tools/schema-dump.js makes %s",
		    (long long)version, path);
	assert_int_equal(fseek(f, 0, SEEK_END), 0);
	size = ftell(f);
	rewind(f);
	text = calloc(1, (size_t)size + 1);
	assert_int_equal(fread(text, 1, (size_t)size, f), size);
	(void)fclose(f);
	return text;
}

static void
load(struct backend *b, int64_t version)
{
	char *sql = read_dump(b, version);
	struct err err = { 0 };
	int64_t is = 0;

	if (db_script(b->db, sql, &err) != RC_OK)
		fail_msg("version %lld: %s", (long long)version, err.msg);
	free(sql);
	check_rc(store_version_of(b->db, &is, &err), RC_OK);
	assert_int_equal(is, version);
}

/* The database without anything in it. */
static void
empty_again(struct backend *b)
{
	static const char PGSQL[] = "DROP SCHEMA public CASCADE; CREATE SCHEMA public";
	struct err err = { 0 };
	char path[128];

	if (strcmp(b->name, "pgsql") == 0) {
		if (db_script(b->db, PGSQL, &err) != RC_OK)
			fail_msg("%s", err.msg);
		db_close(b->db);
	} else {
		db_close(b->db);
		(void)snprintf(path, sizeof(path), "%s/db", b->folder);
		assert_int_equal(remove(path), 0);
	}
	b->db = NULL;
	if (db_open(b->where, DB_CREATE, &b->db, &err) != RC_OK)
		fail_msg("%s", err.msg);
}

static void
migrate(struct backend *b, int64_t from)
{
	struct err err = { 0 };
	int64_t was = -1;

	if (store_migrate(b->db, 1000, &was, &err) != RC_OK)
		fail_msg("from version %lld: %s", (long long)from, err.msg);
	assert_int_equal(was, from);
}

/* ---- the schema -------------------------------------------------------------------- */

/* SQLite keeps the text of each statement; white space may differ after an ALTER. */
static const char SQLITE_SCHEMA[] =
    "SELECT type || ' ' || name || ' on ' || tbl_name || ': ' || sql FROM sqlite_schema"
    " WHERE sql IS NOT NULL AND name NOT LIKE 'onu_search_%'"
    " ORDER BY type, name";

static const char PGSQL_SCHEMA[] =
    "SELECT CAST(line AS TEXT) FROM ("
    "SELECT concat_ws(' ', 'column', c.table_name, c.column_name, c.data_type,"
    " c.is_nullable, c.column_default, c.is_identity, c.generation_expression,"
    " a.attstorage) AS line FROM information_schema.columns c"
    " JOIN pg_attribute a ON a.attname = c.column_name"
    " AND a.attrelid = CAST(quote_ident(c.table_name) AS regclass)"
    " WHERE c.table_schema = 'public'"
    " UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public'"
    " UNION ALL SELECT 'constraint ' || CAST(conrelid AS regclass) || ' ' || conname ||"
    " ' ' || pg_get_constraintdef(oid) FROM pg_constraint"
    " WHERE connamespace = CAST('public' AS regnamespace)"
    " UNION ALL SELECT 'view ' || viewname || ' ' || definition FROM pg_views"
    " WHERE schemaname = 'public'"
    " UNION ALL SELECT 'trigger ' || pg_get_triggerdef(t.oid) FROM pg_trigger t"
    " WHERE NOT tgisinternal"
    " UNION ALL SELECT 'function ' || proname || prosrc FROM pg_proc p WHERE pronamespace"
    " = CAST('public' AS regnamespace) AND NOT EXISTS (SELECT 1 FROM pg_depend d"
    " WHERE d.objid = p.oid AND d.deptype = 'e')"
    " UNION ALL SELECT 'options ' || relname || ' ' || CAST(reloptions AS TEXT)"
    " FROM pg_class WHERE relnamespace = CAST('public' AS regnamespace)"
    " AND reloptions IS NOT NULL) lines ORDER BY 1";

/* Without what is of no matter: white space, and quotes around names. */
static void
add_plain(struct buf *b, const char *text)
{
	for (; *text; text++) {
		if (!strchr(" \t\n\"", *text))
			buf_putc(b, *text);
	}
	buf_putc(b, '\n');
}

static char *
schema_of(struct backend *b)
{
	bool is_sqlite = strcmp(b->name, "sqlite") == 0;
	struct db_stmt *q = ask(b->db, is_sqlite ? SQLITE_SCHEMA : PGSQL_SCHEMA);
	struct buf text = BUF_INIT(1 << 22);
	const char *line;
	char *copy;

	while ((line = next_text(q)))
		add_plain(&text, line);
	db_done(q);
	assert_true(buf_ok(&text));
	copy = strdup(buf_text(&text));
	buf_fini(&text);
	assert_non_null(copy);
	return copy;
}

static void
check_same_lines(int64_t from, const char *is, const char *wanted)
{
	while (*is || *wanted) {
		size_t n = strcspn(is, "\n"), m = strcspn(wanted, "\n");

		if (n != m || strncmp(is, wanted, n) != 0)
			fail_msg("from version %lld:\n%.*s\nand a new one has\n%.*s",
			    (long long)from, (int)n, is, (int)m, wanted);
		is += n + (is[n] != '\0');
		wanted += m + (wanted[m] != '\0');
	}
}

/* ---- the rows ---------------------------------------------------------------------- */

/* Columns whose values a migration changes on purpose, with the first version that has the
 * new ones. */
static const struct {
	const char *column;
	int64_t since;
} CHANGED[] = {
	{ "facho_migrations.version", INT64_MAX }, { "facho_migrations.name", INT64_MAX },
	{ "facho_migrations.applied_ms", INT64_MAX },
	{ "quota_trackers.pending", 5 }, /* those in progress end */
	{ "quota_trackers.status", 5 },
	{ "violations.notified_ms", 5 }, /* nobody was told */
	{ "onus.run_state", 10 }, /* "los" is a cause, not a state */
	{ "onus.cause_state", 10 }, { "state_labels.meaning", 10 },
	{ "onu_custom.state", 10 }, { "olt_values.state", 10 }, { "pon_ports.state", 10 },
	{ "onus.search_text", 11 }, /* folded */
};

static bool
may_change(const char *column, int64_t from)
{
	for (size_t i = 0; i < sizeof(CHANGED) / sizeof(CHANGED[0]); i++) {
		if (strcmp(CHANGED[i].column, column) == 0)
			return from < CHANGED[i].since;
	}
	return false;
}

struct column {
	char name[128]; /* "olts.name" */
	uint64_t print; /* of all its values */
	int64_t rows, values; /* that are not NULL */
};

static uint64_t
mix(uint64_t print, const void *bytes, size_t n)
{
	const unsigned char *p = bytes;

	for (size_t i = 0; i < n; i++)
		print = (print ^ p[i]) * UINT64_C(1099511628211);
	return print;
}

static uint64_t
print_of(const struct db_value *v)
{
	uint64_t print = UINT64_C(14695981039346656037);

	if (v->type == DB_TEXT || v->type == DB_BLOB)
		return mix(print, v->bytes, v->len);
	if (v->type == DB_NULL)
		return mix(print, "null", 4);
	return mix(print, &v->i, sizeof(v->i));
}

/* Whatever order they come in. */
static struct column
look_at(struct db *db, const char *table, const char *column)
{
	struct column c = { 0 };
	struct db_stmt *q;
	char sql[256];
	struct err err = { 0 };
	bool has_row = true;

	(void)snprintf(c.name, sizeof(c.name), "%s.%s", table, column);
	(void)snprintf(sql, sizeof(sql), "SELECT \"%s\" FROM \"%s\"", column, table);
	q = ask(db, sql);
	while (db_step(q, &has_row, &err) == RC_OK && has_row) {
		struct db_value v;

		db_value(q, 0, &v);
		c.print += print_of(&v);
		c.rows++;
		c.values += v.type != DB_NULL;
	}
	if (err.rc != RC_OK)
		fail_msg("%s: %s", c.name, err.msg);
	db_done(q);
	return c;
}

static const char SQLITE_COLUMNS[] =
    "SELECT t.name || '.' || c.name FROM sqlite_schema t"
    " JOIN pragma_table_xinfo(t.name) c WHERE t.type = 'table'"
    " AND t.name NOT LIKE 'onu_search%' AND t.name NOT LIKE 'sqlite_%' ORDER BY 1";
static const char PGSQL_COLUMNS[] =
    "SELECT CAST(c.table_name || '.' || c.column_name AS TEXT)"
    " FROM information_schema.columns c JOIN information_schema.tables t"
    " ON t.table_name = c.table_name AND t.table_schema = c.table_schema"
    " WHERE t.table_type = 'BASE TABLE' AND c.table_schema = 'public' ORDER BY 1";

static struct vec
columns_of(struct backend *b)
{
	bool is_sqlite = strcmp(b->name, "sqlite") == 0;
	struct db_stmt *q = ask(b->db, is_sqlite ? SQLITE_COLUMNS : PGSQL_COLUMNS);
	struct vec all = VEC_INIT(struct column);
	const char *name;

	while ((name = next_text(q))) {
		const char *dot = strchr(name, '.');
		struct column *c = vec_add(&all);
		char table[64];

		(void)snprintf(table, sizeof(table), "%.*s", (int)(dot - name), name);
		*c = look_at(b->db, table, dot + 1);
	}
	db_done(q);
	assert_true(all.n > 100);
	return all;
}

static const struct column *
find(const struct vec *all, const char *name)
{
	for (size_t i = 0; i < all->n; i++) {
		const struct column *c = VEC_AT(all, struct column, i);

		if (strcmp(c->name, name) == 0)
			return c;
	}
	return NULL;
}

/* What was there is there. Columns that a migration moved have their own tests. */
static void
check_same_rows(int64_t from, const struct vec *before, const struct vec *after)
{
	for (size_t i = 0; i < before->n; i++) {
		const struct column *was = VEC_AT(before, struct column, i);
		const struct column *is = find(after, was->name);

		if (!is || may_change(was->name, from))
			continue;
		if (is->rows != was->rows || is->values != was->values ||
		    is->print != was->print)
			fail_msg(
			    "from version %lld: %s had %lld values in %lld rows, and "
			    "has %lld in %lld, or others",
			    (long long)from, was->name, (long long)was->values,
			    (long long)was->rows, (long long)is->values,
			    (long long)is->rows);
	}
}

/* ---- all of it --------------------------------------------------------------------- */

static void
every_version_becomes_the_present_one_with_all_its_rows(void **state)
{
	struct backend *b = backend_empty(state);
	char *wanted;

	migrate(b, 0);
	wanted = schema_of(b);
	for (int64_t from = 1; from < store_version_known(); from++) {
		struct vec before, after;
		char *is;

		empty_again(b);
		load(b, from);
		before = columns_of(b);
		migrate(b, from);
		after = columns_of(b);
		check_same_rows(from, &before, &after);
		is = schema_of(b);
		check_same_lines(from, is, wanted);
		free(is);
		vec_fini(&before);
		vec_fini(&after);
	}
	free(wanted);
}

/* A dump that has nothing in a table proves nothing about it. */
static void
the_dumps_have_something_in_every_table(void **state)
{
	struct backend *b = backend_empty(state);

	for (int64_t version = 1; version < store_version_known(); version++) {
		struct vec all;

		empty_again(b);
		load(b, version);
		all = columns_of(b);
		for (size_t i = 0; i < all.n; i++) {
			const struct column *c = VEC_AT(&all, struct column, i);

			if (c->rows == 0)
				fail_msg("version %lld has no row for %s: write it into "
					 "tests/data/schema/rows-%04lld.sql",
				    (long long)version, c->name, (long long)version);
		}
		vec_fini(&all);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(every_version_becomes_the_present_one_with_all_its_rows),
		ON_EACH(the_dumps_have_something_in_every_table),
	};

	return CHECK_ALL(tests);
}

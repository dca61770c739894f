/* SPDX-License-Identifier: Apache-2.0 */
#include "store/upkeep/transfer.h"

#include <stdio.h>
#include <string.h>

#include "base/own.h"
#include "model/catalogue_entity.h"
#include "model/job.h"
#include "model/limit.h"
#include "model/notify.h"
#include "model/olt.h"
#include "model/text.h"
#include "store/core/entity.h"
#include "store/secret/vault.h"
#include "store/db/query.h"

/* Tables in an order in which rows find those that they refer to. Entities say their columns
 * themselves (model/entity.h). */
static const struct transfer_table {
	const char *name; /* of one that is no entity */
	const char *columns;
	const struct entity_type *entity; /* NULL: it is none */
	const char *which; /* rows that travel; NULL: all */
	const char *order; /* NULL: by id, which new rows count on */
	const char
	    *key; /* rows that are there are replaced; NULL: they are cleared before */
} TABLES[] = {
	{ "settings", "key, value, updated_ms, updated_by",
	    .which = "key NOT LIKE 'vault.%'", .order = "key", .key = "key" },
	{ .entity = &BRAND_ENTITY },
	{ .entity = &MODEL_ENTITY },
	{ .entity = &OID_ENTITY },
	{ .entity = &FORMULA_ENTITY },
	{ .entity = &STATE_ENTITY },
	{ "snmp_settings",
	    "operation, timeout_ms, retries, repetitions, in_flight, batch, updated_ms",
	    .order = "operation", .key = "operation" },
	{ .entity = &OLT_ENTITY },
	{ .entity = &JOB_ENTITY },
	{ "job_oids", "job_id, oid_id, place", .order = "job_id, oid_id" },
	{ "workflows", "id, olt_id, enabled, created_ms, updated_ms" },
	{ "nodes",
	    "id, workflow_id, olt_id, job_id, master_id, enabled, interval_ms, "
	    "cron, priority, created_ms, updated_ms",
	    .order = "master_id IS NOT NULL, id" },
	{ .entity = &CHANNEL_ENTITY },
	{ "contacts",
	    "id, name, language, zone, quiet_from, quiet_until, created_ms, updated_ms, "
	    "user_name" },
	{ "contact_addresses", "id, contact_id, channel_id, address, verified_ms" },
	{ .entity = &TARGET_ENTITY },
	{ .entity = &ROUTE_ENTITY },
	{ .entity = &MAINTENANCE_ENTITY },
	{ .entity = &TEMPLATE_ENTITY },
	{ .entity = &LIMIT_ENTITY },
};

enum { N_TABLES = sizeof(TABLES) / sizeof(TABLES[0]) };

static const char *
name_of(const struct transfer_table *t)
{
	return t->entity ? t->entity->table : t->name;
}

/* ---- statements: made of the constants above, never of what a file says ----- */

static void
put_columns(struct buf *text, const struct transfer_table *t)
{
	const struct entity_type *e = t->entity;

	if (!e) {
		buf_puts(text, t->columns);
		return;
	}
	buf_puts(text, "id, ");
	for (size_t i = 0; i < e->n_fields; i++) {
		if (!(e->fields[i].flags & ENTITY_COMPUTED) &&
		    entity_is_stored(&e->fields[i]))
			buf_printf(text, "%s, ", entity_column(&e->fields[i]));
	}
	buf_puts(text, e->upkeep_columns);
}

/* Users do not travel: a file has the name of a user, and the row the number of who has that
 * name here, if anybody has. */
static bool
is_user_name(const struct transfer_cell *cell)
{
	return strcmp(cell->column, "user_name") == 0;
}

static void
put_select(struct buf *sql, const struct transfer_table *t,
    const struct transfer_cell *cells, size_t n)
{
	buf_puts(sql, "SELECT ");
	for (size_t i = 0; i < n; i++)
		buf_printf(sql, "%s%s", i ? ", " : "",
		    is_user_name(&cells[i])
			? "(SELECT u.name FROM users u WHERE u.id = user_id)"
			: cells[i].column);
	buf_printf(sql, " FROM %s", name_of(t));
	if (t->which)
		buf_printf(sql, " WHERE %s", t->which);
	buf_printf(sql, " ORDER BY %s", t->order ? t->order : "id");
}

/* NULL: it is none of an entity. */
static const struct entity_field *
field_of(const struct transfer_table *t, const char *column)
{
	for (size_t i = 0; t->entity && i < t->entity->n_fields; i++) {
		if (strcmp(entity_column(&t->entity->fields[i]), column) == 0)
			return &t->entity->fields[i];
	}
	return NULL;
}

/* A file of a version before does not have a column that came later. */
static void
put_value(struct buf *sql, const struct entity_field *f, size_t n)
{
	const char *fallback = f && f->fallback ? f->fallback : "";

	if (!f || !(f->flags & ENTITY_ADDED) || f->flags & ENTITY_NULL)
		buf_printf(sql, "$%zu", n);
	else if (entity_is_text(f))
		buf_printf(sql, "COALESCE(CAST($%zu AS TEXT), '%s')", n, fallback);
	else if (entity_is_bool(f))
		buf_printf(sql, "COALESCE(CAST($%zu AS BIGINT), %d)", n,
		    strcmp(fallback, "true") == 0);
	else
		buf_printf(sql, "COALESCE(CAST($%zu AS BIGINT), %s)", n,
		    *fallback ? fallback : "0");
}

static void
put_insert(struct buf *sql, const struct transfer_table *t,
    const struct transfer_cell *cells, size_t n)
{
	buf_printf(sql, "INSERT INTO %s (", name_of(t));
	for (size_t i = 0; i < n; i++)
		buf_printf(sql, "%s%s", i ? ", " : "",
		    is_user_name(&cells[i]) ? "user_id" : cells[i].column);
	buf_puts(sql, ") VALUES (");
	for (size_t i = 0; i < n; i++) {
		buf_puts(sql, i ? ", " : "");
		if (is_user_name(&cells[i]))
			buf_printf(sql,
			    "(SELECT id FROM users WHERE name = CAST($%zu AS TEXT))",
			    i + 1);
		else
			put_value(sql, field_of(t, cells[i].column), i + 1);
	}
	buf_puts(sql, ")");
	if (!t->key)
		return;
	buf_printf(sql, " ON CONFLICT (%s) DO UPDATE SET ", t->key);
	for (size_t i = 0, k = 0; i < n; i++) {
		if (strcmp(cells[i].column, t->key) != 0)
			buf_printf(sql, "%s%s = EXCLUDED.%s", k++ ? ", " : "",
			    cells[i].column, cells[i].column);
	}
}

/* PostgreSQL: where new ids go on. */
static void
put_renumber(struct buf *sql, const struct transfer_table *t)
{
	buf_printf(sql,
	    "SELECT setval(pg_get_serial_sequence('%s', 'id'), "
	    "(SELECT COALESCE(MAX(id), 0) + 1 FROM %s), false)",
	    name_of(t), name_of(t));
}

static bool
has_id(const struct transfer_table *t)
{
	return t->entity || strncmp(t->columns, "id, ", 4) == 0;
}

static enum rc
run_once(struct db *db, struct buf *sql, struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = entity_prepare(db, sql, &q, err);

	return rc == RC_OK ? db_run(q, NULL, err) : rc;
}

/* ---- out ---------------------------------------------------------------------- */

/* A cell for each of its columns. */
static size_t
split_columns(const struct transfer_table *t, struct transfer_cell *cells)
{
	struct buf text = BUF_INIT(ENTITY_SQL_MAX);
	const char *columns;
	size_t n = 0;

	put_columns(&text, t);
	columns = buf_text(&text);

	while (*columns && n < TRANSFER_COLUMNS_MAX) {
		size_t len = strcspn(columns, ",");

		(void)snprintf(
		    cells[n].column, sizeof(cells[n].column), "%.*s", (int)len, columns);
		cells[n++].value = (struct db_value){ .type = DB_NULL };
		columns += len;
		columns += strspn(columns, ", ");
	}
	buf_fini(&text);
	return n;
}

static enum rc
export_table(struct db *db, const struct transfer_table *t, transfer_row row, void *ctx,
    struct err *err)
{
	struct transfer_cell cells[TRANSFER_COLUMNS_MAX];
	size_t n = split_columns(t, cells);
	struct buf sql = BUF_INIT(ENTITY_SQL_MAX);
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc;

	put_select(&sql, t, cells, n);
	rc = entity_prepare(db, &sql, &q, err);
	while (db_next(q, &rc, err)) {
		for (size_t i = 0; i < n; i++)
			db_value(q, (unsigned)i, &cells[i].value);
		rc = row(ctx, name_of(t), cells, n);
	}
	return rc;
}

enum rc
store_export(struct db *db, transfer_row row, void *ctx, struct err *err)
{
	enum rc rc = db_begin(db, err); /* one moment for all tables */

	for (size_t i = 0; rc == RC_OK && i < N_TABLES; i++)
		rc = export_table(db, &TABLES[i], row, ctx, err);
	db_rollback(db);
	return rc;
}

static enum rc
check_is_empty(struct db *db, struct err *err)
{
	static const char sql[] =
	    "SELECT CAST((SELECT COUNT(*) FROM olts) + (SELECT COUNT(*) FROM jobs) + "
	    "(SELECT COUNT(*) FROM channels) AS BIGINT)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(db, sql, DB_NO_ARGS, &q, err);

	if (rc == RC_OK && db_int(q, 0) > 0)
		rc = err_set(err, RC_CONFLICT,
		    "this installation has OLTs, jobs or channels already: import into a "
		    "new database");
	return rc;
}

/* ---- in ----------------------------------------------------------------------- */

enum rc
store_import_begin(struct db *db, struct err *err)
{
	enum rc rc = db_begin(db, err);

	if (rc == RC_OK)
		rc = check_is_empty(db, err);
	for (size_t i = 1; rc == RC_OK && i <= N_TABLES; i++) {
		const struct transfer_table *t = &TABLES[N_TABLES - i]; /* backwards */
		struct buf sql = BUF_INIT(ENTITY_SQL_MAX);

		if (t->key)
			continue;
		buf_printf(&sql, "DELETE FROM %s", name_of(t));
		rc = run_once(db, &sql, err);
	}
	if (rc != RC_OK)
		db_rollback(db);
	return rc;
}

static const struct transfer_table *
find_table(const char *name)
{
	for (size_t i = 0; i < N_TABLES; i++) {
		if (strcmp(name_of(&TABLES[i]), name) == 0)
			return &TABLES[i];
	}
	return NULL;
}

/* The given cells in the order of the table's columns. */
static enum rc
arrange(const struct transfer_table *t, const struct transfer_cell *cells, size_t n,
    struct transfer_cell *places, size_t n_places, struct err *err)
{
	for (size_t i = 0; i < n; i++) {
		size_t at = 0;

		while (at < n_places && strcmp(places[at].column, cells[i].column) != 0)
			at++;
		if (at == n_places)
			return err_set(err, RC_INVALID, "%s has no column \"%s\"",
			    name_of(t), cells[i].column);
		places[at].value = cells[i].value;
	}
	return RC_OK;
}

/* What is shown on one line has no control characters, wherever it comes from. */
static enum rc
check_names(const struct transfer_table *t, const struct transfer_cell *places, size_t n,
    struct err *err)
{
	static const char *const NAMES[] = { "name", "label", "raw" };

	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < sizeof(NAMES) / sizeof(NAMES[0]); k++) {
			if (places[i].value.type == DB_TEXT &&
			    strcmp(places[i].column, NAMES[k]) == 0 &&
			    text_has_control(places[i].value.bytes))
				return err_set(err, RC_INVALID,
				    "%s: a %s has control characters", name_of(t),
				    NAMES[k]);
		}
	}
	return RC_OK;
}

enum rc
store_import_row(struct db *db, const char *table, const struct transfer_cell *cells,
    size_t n, struct err *err)
{
	const struct transfer_table *t = find_table(table);
	struct transfer_cell places[TRANSFER_COLUMNS_MAX] = { 0 };
	struct buf sql = BUF_INIT(ENTITY_SQL_MAX);
	struct db_stmt *q OWNED(db_done) = NULL;
	size_t n_places;
	enum rc rc;

	if (!t)
		return err_set(err, RC_INVALID, "there is no table \"%s\"", table);
	n_places = split_columns(t, places);
	rc = arrange(t, cells, n, places, n_places, err);
	if (rc == RC_OK)
		rc = check_names(t, places, n_places, err);
	if (rc != RC_OK)
		return rc;
	put_insert(&sql, t, places, n_places);
	rc = entity_prepare(db, &sql, &q, err);
	if (rc != RC_OK)
		return rc;
	/* Which key belongs to a database is its own affair. */
	if (strcmp(table, "settings") == 0 && places[0].value.type == DB_TEXT &&
	    strncmp(places[0].value.bytes, "vault.", 6) == 0)
		return err_set(
		    err, RC_INVALID, "settings of the vault cannot be imported");
	for (size_t i = 0; i < n_places; i++)
		db_bind(q, (unsigned)i + 1, places[i].value);
	return db_run(q, NULL, err);
}

/* Seal one secret into its column; an empty one stays NULL. */
static void
bind_sealed(struct db_stmt *q, unsigned n, const struct vault *vault,
    const struct vault_place *place, const struct secret *secret,
    struct vault_sealed *sealed)
{
	if (secret_is_empty(secret)) {
		db_bind_null(q, n);
		return;
	}
	vault_seal(vault, place, secret, sealed);
	db_bind_blob(q, n, sealed->bytes, sealed->len);
}

enum rc
store_import_secrets(struct db *db, const struct vault *vault, struct olt_id olt,
    const struct olt_secrets *secrets, struct err *err)
{
	static const char sql[] = "UPDATE olts SET community = $2, v3_auth_key = $3, "
				  "v3_priv_key = $4 WHERE id = $1";
	struct vault_sealed sealed[3];
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t changed = 0;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, olt.v);
	bind_sealed(q, 2, vault, &(struct vault_place){ "olts.community", olt.v },
	    &secrets->community, &sealed[0]);
	bind_sealed(q, 3, vault, &(struct vault_place){ "olts.v3_auth_key", olt.v },
	    &secrets->auth_key, &sealed[1]);
	bind_sealed(q, 4, vault, &(struct vault_place){ "olts.v3_priv_key", olt.v },
	    &secrets->priv_key, &sealed[2]);
	rc = db_run(q, &changed, err);
	if (rc == RC_OK && changed != 1)
		rc = err_set(
		    err, RC_NOT_FOUND, "secrets of an OLT that is not in the file");
	return rc;
}

enum rc
store_import_end(struct db *db, enum rc rc, struct err *err)
{
	bool is_pgsql = strcmp(db_backend(db), "pgsql") == 0;

	for (size_t i = 0; rc == RC_OK && is_pgsql && i < N_TABLES; i++) {
		struct buf sql = BUF_INIT(ENTITY_SQL_MAX);

		if (!has_id(&TABLES[i]))
			continue;
		put_renumber(&sql, &TABLES[i]);
		rc = run_once(db, &sql, err);
	}
	if (rc == RC_OK)
		return db_commit(db, err);
	db_rollback(db);
	return rc;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "store/upkeep/transfer.h"

#include <stdio.h>
#include <string.h>

#include "base/own.h"
#include "model/text.h"
#include "store/secret/vault.h"

/* Each table's columns stand here once, for reading and for writing. */
#define SETTINGS_COLUMNS "key, value, updated_ms, updated_by"
#define BRANDS_COLUMNS                                                            \
	"id, name, description, builtin_key, is_edited, deleted_ms, created_ms, " \
	"updated_ms"
#define MODELS_COLUMNS                                                           \
	"id, brand_id, name, profile, technology, slots, ports, onus_per_port, " \
	"notes, builtin_key, is_edited, deleted_ms, created_ms, updated_ms"
#define OIDS_COLUMNS                                                           \
	"id, brand_id, model_id, profile, table_name, name, oid, purpose, "    \
	"formula, transform, unit, invalid, keep_previous, is_slow, enabled, " \
	"in_metrics, builtin_key, is_edited, deleted_ms, created_ms, updated_ms"
#define INDEX_FORMULAS_COLUMNS                                             \
	"id, brand_id, model_id, profile, name, definition, builtin_key, " \
	"is_edited, deleted_ms, created_ms, updated_ms"
#define STATE_LABELS_COLUMNS                                                 \
	"id, brand_id, profile, column_name, purpose, raw, label, meaning, " \
	"builtin_key, is_edited, deleted_ms, created_ms, updated_ms"
#define SNMP_SETTINGS_COLUMNS                                             \
	"operation, timeout_ms, retries, repetitions, in_flight, batch, " \
	"updated_ms"
#define OLTS_COLUMNS                                                           \
	"id, name, brand_id, model_id, profile, address, port, snmp_version, " \
	"v3_user, v3_context, v3_auth, v3_priv, description, site, latitude, " \
	"longitude, enabled, timeout_ms, retries, repetitions, in_flight, "    \
	"batch, deleted_ms, deleted_by, deleted_why, created_ms, updated_ms"
#define JOBS_COLUMNS                                                            \
	"id, name, description, brand_id, type, interval_ms, cron, priority, "  \
	"max_retries, retry_delay_ms, retry_grows, timeout_ms, lane, enabled, " \
	"target, target_brand_id, target_model_id, target_site, deleted_ms, "   \
	"created_ms, updated_ms"
#define JOB_OIDS_COLUMNS "job_id, oid_id, place"
#define WORKFLOWS_COLUMNS "id, olt_id, enabled, created_ms, updated_ms"
#define NODES_COLUMNS                                                        \
	"id, workflow_id, olt_id, job_id, master_id, enabled, interval_ms, " \
	"cron, priority, created_ms, updated_ms"

static const struct transfer_table {
	const char *name;
	const char *columns; /* also their names, between commas */
	const char *select;
	const char *insert;
	const char *clear; /* before an import; NULL: rows are replaced */
	const char *renumber; /* PostgreSQL: where new ids go on; NULL: it has none */
} TABLES[] = {
	{ "settings", SETTINGS_COLUMNS,
	    "SELECT " SETTINGS_COLUMNS
	    " FROM settings WHERE key NOT LIKE 'vault.%' ORDER BY key",
	    "INSERT INTO settings (" SETTINGS_COLUMNS ") VALUES ("
	    "$1, $2, $3, $4)"
	    " ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value, "
	    "updated_ms = EXCLUDED.updated_ms, updated_by = EXCLUDED.updated_by",
	    NULL, NULL },
	{ "brands", BRANDS_COLUMNS, "SELECT " BRANDS_COLUMNS " FROM brands ORDER BY id",
	    "INSERT INTO brands (" BRANDS_COLUMNS ") VALUES ("
	    "$1, $2, $3, $4, $5, $6, $7, $8)",
	    "DELETE FROM brands",
	    "SELECT setval(pg_get_serial_sequence('brands', 'id'), "
	    "(SELECT COALESCE(MAX(id), 0) + 1 FROM brands), false)" },
	{ "models", MODELS_COLUMNS, "SELECT " MODELS_COLUMNS " FROM models ORDER BY id",
	    "INSERT INTO models (" MODELS_COLUMNS ") VALUES ("
	    "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
	    "DELETE FROM models",
	    "SELECT setval(pg_get_serial_sequence('models', 'id'), "
	    "(SELECT COALESCE(MAX(id), 0) + 1 FROM models), false)" },
	{ "oids", OIDS_COLUMNS, "SELECT " OIDS_COLUMNS " FROM oids ORDER BY id",
	    "INSERT INTO oids (" OIDS_COLUMNS ") VALUES ("
	    "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, "
	    /* A file of a version before has none. */
	    "COALESCE(CAST($16 AS BIGINT), 0), $17, $18, $19, $20, $21)",
	    "DELETE FROM oids",
	    "SELECT setval(pg_get_serial_sequence('oids', 'id'), "
	    "(SELECT COALESCE(MAX(id), 0) + 1 FROM oids), false)" },
	{ "index_formulas", INDEX_FORMULAS_COLUMNS,
	    "SELECT " INDEX_FORMULAS_COLUMNS " FROM index_formulas ORDER BY id",
	    "INSERT INTO index_formulas (" INDEX_FORMULAS_COLUMNS ") VALUES ("
	    "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
	    "DELETE FROM index_formulas",
	    "SELECT setval(pg_get_serial_sequence('index_formulas', 'id'), "
	    "(SELECT COALESCE(MAX(id), 0) + 1 FROM index_formulas), false)" },
	{ "state_labels", STATE_LABELS_COLUMNS,
	    "SELECT " STATE_LABELS_COLUMNS " FROM state_labels ORDER BY id",
	    "INSERT INTO state_labels (" STATE_LABELS_COLUMNS ") VALUES ("
	    "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
	    "DELETE FROM state_labels",
	    "SELECT setval(pg_get_serial_sequence('state_labels', 'id'), "
	    "(SELECT COALESCE(MAX(id), 0) + 1 FROM state_labels), false)" },
	{ "snmp_settings", SNMP_SETTINGS_COLUMNS,
	    "SELECT " SNMP_SETTINGS_COLUMNS " FROM snmp_settings ORDER BY operation",
	    "INSERT INTO snmp_settings (" SNMP_SETTINGS_COLUMNS ") VALUES ("
	    "$1, $2, $3, $4, $5, $6, $7)"
	    " ON CONFLICT (operation) DO UPDATE SET timeout_ms = EXCLUDED.timeout_ms, "
	    "retries = EXCLUDED.retries, repetitions = EXCLUDED.repetitions, "
	    "in_flight = EXCLUDED.in_flight, batch = EXCLUDED.batch, "
	    "updated_ms = EXCLUDED.updated_ms",
	    NULL, NULL },
	{ "olts", OLTS_COLUMNS, "SELECT " OLTS_COLUMNS " FROM olts ORDER BY id",
	    "INSERT INTO olts (" OLTS_COLUMNS ") VALUES ("
	    "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, "
	    "$17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27)",
	    "DELETE FROM olts",
	    "SELECT setval(pg_get_serial_sequence('olts', 'id'), "
	    "(SELECT COALESCE(MAX(id), 0) + 1 FROM olts), false)" },
	{ "jobs", JOBS_COLUMNS, "SELECT " JOBS_COLUMNS " FROM jobs ORDER BY id",
	    "INSERT INTO jobs (" JOBS_COLUMNS ") VALUES ("
	    "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, "
	    "$17, $18, $19, $20, $21)",
	    "DELETE FROM jobs",
	    "SELECT setval(pg_get_serial_sequence('jobs', 'id'), "
	    "(SELECT COALESCE(MAX(id), 0) + 1 FROM jobs), false)" },
	{ "job_oids", JOB_OIDS_COLUMNS,
	    "SELECT " JOB_OIDS_COLUMNS " FROM job_oids ORDER BY job_id, oid_id",
	    "INSERT INTO job_oids (" JOB_OIDS_COLUMNS ") VALUES ("
	    "$1, $2, $3)",
	    "DELETE FROM job_oids", NULL },
	{ "workflows", WORKFLOWS_COLUMNS,
	    "SELECT " WORKFLOWS_COLUMNS " FROM workflows ORDER BY id",
	    "INSERT INTO workflows (" WORKFLOWS_COLUMNS ") VALUES ("
	    "$1, $2, $3, $4, $5)",
	    "DELETE FROM workflows",
	    "SELECT setval(pg_get_serial_sequence('workflows', 'id'), "
	    "(SELECT COALESCE(MAX(id), 0) + 1 FROM workflows), false)" },
	{ "nodes", NODES_COLUMNS,
	    "SELECT " NODES_COLUMNS " FROM nodes ORDER BY master_id IS NOT NULL, id",
	    "INSERT INTO nodes (" NODES_COLUMNS ") VALUES ("
	    "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
	    "DELETE FROM nodes",
	    "SELECT setval(pg_get_serial_sequence('nodes', 'id'), "
	    "(SELECT COALESCE(MAX(id), 0) + 1 FROM nodes), false)" },
};

enum { N_TABLES = sizeof(TABLES) / sizeof(TABLES[0]) };

/* The names between the commas. */
static size_t
split_columns(const char *columns, struct transfer_cell *cells)
{
	size_t n = 0;

	while (*columns && n < TRANSFER_COLUMNS_MAX) {
		size_t len = strcspn(columns, ",");

		(void)snprintf(
		    cells[n].column, sizeof(cells[n].column), "%.*s", (int)len, columns);
		cells[n++].value = (struct db_value){ .type = DB_NULL };
		columns += len;
		columns += strspn(columns, ", ");
	}
	return n;
}

static enum rc
export_table(struct db *db, const struct transfer_table *t, transfer_row row, void *ctx,
    struct err *err)
{
	struct transfer_cell cells[TRANSFER_COLUMNS_MAX];
	size_t n = split_columns(t->columns, cells);
	struct db_stmt *q OWNED(db_done) = NULL;
	bool has_row;
	enum rc rc = db_prepare(db, t->select, &q, err);

	if (rc != RC_OK)
		return rc;
	while ((rc = db_step(q, &has_row, err)) == RC_OK && has_row) {
		for (size_t i = 0; i < n; i++)
			db_value(q, (unsigned)i, &cells[i].value);
		rc = row(ctx, t->name, cells, n);
		if (rc != RC_OK)
			return rc;
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
	static const char sql[] = "SELECT CAST((SELECT COUNT(*) FROM olts) + (SELECT "
				  "COUNT(*) FROM jobs) AS BIGINT)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc == RC_OK)
		rc = db_first(q, err);
	if (rc == RC_OK && db_int(q, 0) > 0)
		rc = err_set(err, RC_CONFLICT,
		    "this installation has OLTs or jobs already: import into a new "
		    "database");
	return rc;
}

static enum rc
run_once(struct db *db, const char *sql, struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	return rc == RC_OK ? db_run(q, NULL, err) : rc;
}

enum rc
store_import_begin(struct db *db, struct err *err)
{
	enum rc rc = db_begin(db, err);

	if (rc == RC_OK)
		rc = check_is_empty(db, err);
	for (size_t i = 1; rc == RC_OK && i <= N_TABLES; i++) {
		const struct transfer_table *t = &TABLES[N_TABLES - i]; /* backwards */

		if (t->clear)
			rc = run_once(db, t->clear, err);
	}
	if (rc != RC_OK)
		db_rollback(db);
	return rc;
}

static void
bind_value(struct db_stmt *q, unsigned n, const struct db_value *v)
{
	switch (v->type) {
	case DB_NULL:
		db_bind_null(q, n);
		break;
	case DB_INT:
		db_bind_int(q, n, v->i);
		break;
	case DB_REAL:
		db_bind_real(q, n, v->r);
		break;
	case DB_TEXT:
		db_bind_text_n(q, n, v->bytes, v->len);
		break;
	case DB_BLOB:
		db_bind_blob(q, n, v->bytes, v->len);
		break;
	}
}

static const struct transfer_table *
find_table(const char *name)
{
	for (size_t i = 0; i < N_TABLES; i++) {
		if (strcmp(TABLES[i].name, name) == 0)
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
			    t->name, cells[i].column);
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
				    "%s: a %s has control characters", t->name, NAMES[k]);
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
	struct db_stmt *q OWNED(db_done) = NULL;
	size_t n_places;
	enum rc rc;

	if (!t)
		return err_set(err, RC_INVALID, "there is no table \"%s\"", table);
	n_places = split_columns(t->columns, places);
	rc = arrange(t, cells, n, places, n_places, err);
	if (rc == RC_OK)
		rc = check_names(t, places, n_places, err);
	if (rc == RC_OK)
		rc = db_prepare(db, t->insert, &q, err);
	if (rc != RC_OK)
		return rc;
	/* Which key belongs to a database is its own affair. */
	if (strcmp(table, "settings") == 0 && places[0].value.type == DB_TEXT &&
	    strncmp(places[0].value.bytes, "vault.", 6) == 0)
		return err_set(
		    err, RC_INVALID, "settings of the vault cannot be imported");
	for (size_t i = 0; i < n_places; i++)
		bind_value(q, (unsigned)i + 1, &places[i].value);
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
		if (TABLES[i].renumber)
			rc = run_once(db, TABLES[i].renumber, err);
	}
	if (rc == RC_OK)
		return db_commit(db, err);
	db_rollback(db);
	return rc;
}

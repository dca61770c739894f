/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "model/text.h"
#include "store/catalogue/brand.h"
#include "store/catalogue/catalogue_row.h"
#include "store/core/tx.h"

static enum rc
missing(struct model_id id, struct err *err)
{
	return err_set(err, RC_NOT_FOUND, "there is no model %lld", (long long)id.v);
}

static enum rc
taken(const char *name, struct err *err)
{
	return err_set(
	    err, RC_CONFLICT, "name: the brand has a model \"%s\" already", name);
}

static enum rc
check(const struct stored_model *m, struct err *err)
{
	enum rc rc = catalogue_check_name("name", m->name, err);

	if (rc != RC_OK)
		return rc;
	if (m->slots < 0 || m->ports < 0 || m->onus_per_port < 0)
		return err_set(
		    err, RC_INVALID, "slots, ports, onus_per_port: not less than 0");
	if (text_length(m->notes) > CATALOGUE_TEXT_MAX)
		return err_set(
		    err, RC_INVALID, "notes: at most %d characters", CATALOGUE_TEXT_MAX);
	return RC_OK;
}

/* ---- reading ------------------------------------------------------------- */

#define MODEL_COLUMNS                                                            \
	"id, brand_id, name, profile, technology, slots, ports, onus_per_port, " \
	"notes, builtin_key IS NOT NULL, is_edited"

/* The one reader of MODEL_COLUMNS: keep the two next to each other. */
static struct stored_model
model_from_row(const struct db_stmt *q)
{
	return (struct stored_model){ .id = { db_int(q, 0) },
		.brand = { db_int(q, 1) },
		.name = db_text(q, 2),
		.profile = db_text(q, 3),
		.technology = db_text(q, 4),
		.slots = db_int(q, 5),
		.ports = db_int(q, 6),
		.onus_per_port = db_int(q, 7),
		.notes = db_text(q, 8),
		.is_builtin = db_int(q, 9) != 0,
		.is_edited = db_int(q, 10) != 0 };
}

enum rc
store_model_get(struct db *db, struct model_id id, struct arena *arena,
    struct stored_model *ret_model, struct err *err)
{
	static const char sql[] =
	    "SELECT " MODEL_COLUMNS " FROM models WHERE id = $1 AND deleted_ms IS NULL";
	struct db_stmt *q OWNED(db_done) = NULL;
	struct stored_model m = { 0 };
	const char **texts[] = { &m.name, &m.profile, &m.technology, &m.notes };
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, id.v);
	rc = db_first(q, err);
	if (rc == RC_NOT_FOUND)
		return missing(id, err);
	if (rc != RC_OK)
		return rc;
	m = model_from_row(q);
	if (!catalogue_keep_texts(arena, texts, sizeof(texts) / sizeof(texts[0])))
		return err_set(err, RC_NOMEM, "out of memory");
	*ret_model = m;
	return RC_OK;
}

/* ---- writing ------------------------------------------------------------- */

/* $1 to $9. */
static void
bind_model(struct db_stmt *q, const struct stored_model *m, int64_t now_ms)
{
	db_bind_int(q, 1, now_ms);
	db_bind_int(q, 2, catalogue_brand(m->brand));
	db_bind_text(q, 3, m->name);
	catalogue_bind_words(q, 4, m->profile);
	catalogue_bind_words(q, 5, m->technology);
	catalogue_bind_some(q, 6, m->slots);
	catalogue_bind_some(q, 7, m->ports);
	catalogue_bind_some(q, 8, m->onus_per_port);
	catalogue_bind_words(q, 9, m->notes);
}

static enum rc
insert(struct db *db, const struct stored_model *m, int64_t now_ms, int64_t *ret_id,
    struct err *err)
{
	static const char sql[] =
	    "INSERT INTO models (created_ms, updated_ms, brand_id, name, profile, "
	    "technology, slots, ports, onus_per_port, notes) "
	    "VALUES ($1, $1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	bind_model(q, m, now_ms);
	rc = db_first(q, err);
	if (rc == RC_OK)
		*ret_id = db_int(q, 0);
	return rc;
}

static enum rc
update(struct db *db, const struct stored_model *m, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE models SET updated_ms = $1, name = $3, profile = $4, "
	    "technology = $5, slots = $6, ports = $7, onus_per_port = $8, notes = $9, "
	    "is_edited = CASE WHEN builtin_key IS NULL THEN 0 ELSE 1 END "
	    "WHERE id = $10 AND brand_id = $2 AND deleted_ms IS NULL";
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t changed = 0;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	bind_model(q, m, now_ms);
	db_bind_int(q, 10, m->id.v);
	rc = db_run(q, &changed, err);
	if (rc == RC_OK && changed == 0)
		return err_set(err, RC_NOT_FOUND, "there is no model %lld of this brand",
		    (long long)m->id.v);
	return rc;
}

static enum rc
write_model(struct db *db, const struct stored_model *m, int64_t now_ms, int64_t *ret_id,
    struct err *err)
{
	enum rc rc = catalogue_check_place(db, m->brand, (struct model_id){ 0 }, err);

	if (rc != RC_OK)
		return rc;
	*ret_id = m->id.v;
	if (m->id.v == 0)
		rc = insert(db, m, now_ms, ret_id, err);
	else
		rc = update(db, m, now_ms, err);
	return rc == RC_CONFLICT ? taken(m->name, err) : rc;
}

enum rc
store_model_put(
    struct db *db, struct stored_model *model, int64_t now_ms, struct err *err)
{
	struct tx tx;
	int64_t id = 0;
	enum rc rc = check(model, err);

	if (rc != RC_OK)
		return rc;
	rc = tx_begin(db, &tx, err);
	if (rc == RC_OK)
		rc = write_model(db, model, now_ms, &id, err);
	rc = tx_end(&tx, rc, err);
	if (rc == RC_OK)
		model->id.v = id;
	return rc;
}

/* ---- deleting ------------------------------------------------------------ */

static enum rc
check_unused(struct db *db, struct model_id id, struct err *err)
{
	static const char sql[] =
	    "SELECT kind, name FROM ("
	    "SELECT CAST('OLT' AS TEXT) AS kind, name FROM olts "
	    "WHERE model_id = $1 AND deleted_ms IS NULL UNION ALL "
	    "SELECT CAST('job' AS TEXT), name FROM jobs "
	    "WHERE target_model_id = $1 AND deleted_ms IS NULL UNION ALL "
	    "SELECT CAST('job' AS TEXT), j.name FROM oids o "
	    "JOIN job_oids u ON u.oid_id = o.id JOIN jobs j ON j.id = u.job_id "
	    "WHERE o.model_id = $1 AND j.deleted_ms IS NULL) AS users "
	    "ORDER BY kind, name LIMIT 1";

	return catalogue_check_unused(db, sql, id.v, err);
}

static enum rc
mark(struct db *db, struct model_id id, int64_t now_ms, struct err *err)
{
	static const char model[] =
	    "UPDATE models SET deleted_ms = $2, name = name || ' (deleted ' || id || ')' "
	    "WHERE id = $1 AND deleted_ms IS NULL";
	static const char oids[] = "UPDATE oids SET deleted_ms = $2 "
				   "WHERE model_id = $1 AND deleted_ms IS NULL";
	static const char formulas[] = "UPDATE index_formulas SET deleted_ms = $2 "
				       "WHERE model_id = $1 AND deleted_ms IS NULL";
	int64_t changed = 0;
	enum rc rc = catalogue_run(db, model, id.v, now_ms, &changed, err);

	if (rc == RC_OK && changed == 0)
		return missing(id, err);
	if (rc == RC_OK)
		rc = catalogue_run(db, oids, id.v, now_ms, NULL, err);
	if (rc == RC_OK)
		rc = catalogue_run(db, formulas, id.v, now_ms, NULL, err);
	return rc;
}

enum rc
store_model_delete(struct db *db, struct model_id id, int64_t now_ms, struct err *err)
{
	struct tx tx;
	enum rc rc = tx_begin(db, &tx, err);

	if (rc == RC_OK)
		rc = check_unused(db, id, err);
	if (rc == RC_OK)
		rc = mark(db, id, now_ms, err);
	return tx_end(&tx, rc, err);
}

/* ---- copies -------------------------------------------------------------- */

static enum rc
copy_model(
    struct db *db, const struct catalogue_copy *copy, int64_t *ret_id, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO models (brand_id, name, profile, technology, slots, ports, "
	    "onus_per_port, notes, created_ms, updated_ms) "
	    "SELECT brand_id, CAST($2 AS TEXT), profile, technology, slots, ports, "
	    "onus_per_port, notes, CAST($3 AS BIGINT), CAST($3 AS BIGINT) "
	    "FROM models WHERE id = $1 AND deleted_ms IS NULL RETURNING id";
	enum rc rc = catalogue_copy(db, sql, copy, ret_id, err);

	if (rc == RC_NOT_FOUND)
		return missing((struct model_id){ copy->id }, err);
	return rc == RC_CONFLICT ? taken(copy->name, err) : rc;
}

/* sql copies the rows of model $1 for model $2, at the moment $3. */
static enum rc
copy_rows(struct db *db, const char *sql, const struct catalogue_copy *copy, int64_t to,
    struct err *err)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, copy->id);
	db_bind_int(q, 2, to);
	db_bind_int(q, 3, copy->now_ms);
	return db_run(q, NULL, err);
}

static enum rc
copy_all(
    struct db *db, const struct catalogue_copy *copy, int64_t *ret_id, struct err *err)
{
	static const char oids[] =
	    "INSERT INTO oids (model_id, brand_id, profile, table_name, name, oid, "
	    "purpose, formula, transform, unit, invalid, keep_previous, is_slow, "
	    "enabled, in_metrics, created_ms, updated_ms) SELECT CAST($2 AS BIGINT), "
	    "brand_id, "
	    "profile, table_name, name, oid, purpose, formula, transform, unit, invalid, "
	    "keep_previous, is_slow, enabled, in_metrics, CAST($3 AS BIGINT), CAST($3 AS "
	    "BIGINT) "
	    "FROM oids WHERE model_id = $1 AND deleted_ms IS NULL";
	static const char formulas[] =
	    "INSERT INTO index_formulas (model_id, brand_id, profile, name, definition, "
	    "created_ms, updated_ms) SELECT CAST($2 AS BIGINT), brand_id, profile, name, "
	    "definition, CAST($3 AS BIGINT), CAST($3 AS BIGINT) FROM index_formulas "
	    "WHERE model_id = $1 AND deleted_ms IS NULL";
	enum rc rc = copy_model(db, copy, ret_id, err);

	if (rc == RC_OK)
		rc = copy_rows(db, oids, copy, *ret_id, err);
	if (rc == RC_OK)
		rc = copy_rows(db, formulas, copy, *ret_id, err);
	return rc;
}

enum rc
store_model_duplicate(struct db *db, struct model_id id, const char *name, int64_t now_ms,
    struct model_id *ret_id, struct err *err)
{
	struct catalogue_copy copy = { id.v, name, now_ms };
	int64_t made = 0;
	struct tx tx;
	enum rc rc = catalogue_check_name("name", name, err);

	if (rc != RC_OK)
		return rc;
	rc = tx_begin(db, &tx, err);
	if (rc == RC_OK)
		rc = copy_all(db, &copy, &made, err);
	rc = tx_end(&tx, rc, err);
	if (rc == RC_OK)
		ret_id->v = made;
	return rc;
}

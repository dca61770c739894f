/* SPDX-License-Identifier: Apache-2.0 */
#include "store/catalogue/oid.h"

#include <string.h>

#include "model/oid.h"
#include "store/catalogue/catalogue_row.h"
#include "store/catalogue/oid_row.h"
#include "store/core/tx.h"

static enum rc
missing(struct oid_id id, struct err *err)
{
	return err_set(err, RC_NOT_FOUND, "there is no OID %lld", (long long)id.v);
}

/* ---- checking ------------------------------------------------------------ */

static enum rc
check(const struct stored_oid *o, struct err *err)
{
	struct oid parsed;
	enum rc rc = catalogue_check_name("name", o->name, err);

	if (rc != RC_OK)
		return rc;
	rc = oid_parse(o->oid ? o->oid : "", &parsed, err);
	if (rc != RC_OK)
		return err_prefix(err, rc, "oid: ");
	rc = catalogue_check_purpose(o->purpose, err);
	if (rc == RC_OK)
		rc = catalogue_check_json(
		    "transform", o->transform, CATALOGUE_OBJECT, err);
	if (rc == RC_OK)
		rc = catalogue_check_json("invalid", o->invalid, CATALOGUE_ARRAY, err);
	return rc;
}

/* A formula of that name for its brand and model, of whatever profile: which one it is
 * depends on the OLT. */
static enum rc
check_formula(struct db *db, const struct stored_oid *o, struct err *err)
{
	static const char sql[] =
	    "SELECT id FROM index_formulas WHERE name = $3 AND deleted_ms IS NULL "
	    "AND ((brand_id = $1 AND (model_id IS NULL OR model_id = $2)) "
	    "OR (brand_id = 1 AND model_id IS NULL)) LIMIT 1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc;

	if (!o->formula || !*o->formula)
		return RC_OK;
	rc = db_prepare(db, sql, &q, err);
	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, catalogue_brand(o->brand));
	db_bind_int(q, 2, o->model.v);
	db_bind_text(q, 3, o->formula);
	rc = db_first(q, err);
	if (rc == RC_NOT_FOUND)
		return err_set(err, RC_CONFLICT,
		    "formula: this brand and model have no index formula \"%.64s\"",
		    o->formula);
	return rc;
}

/* ---- reading ------------------------------------------------------------- */

struct stored_oid
oid_from_row(const struct db_stmt *q)
{
	return (struct stored_oid){ .id = { db_int(q, 0) },
		.brand = { db_int(q, 1) },
		.model = { db_int(q, 2) },
		.name = db_text(q, 3),
		.oid = db_text(q, 4),
		.purpose = db_text(q, 5),
		.formula = db_text(q, 6),
		.transform = db_text(q, 7),
		.unit = db_text(q, 8),
		.invalid = db_text(q, 9),
		.keep_previous = db_int(q, 10) != 0,
		.is_slow = db_int(q, 11) != 0,
		.enabled = db_int(q, 12) != 0,
		.profile = db_text(q, 13),
		.table = db_text(q, 14),
		.is_builtin = db_int(q, 15) != 0,
		.is_edited = db_int(q, 16) != 0,
		.in_metrics = db_int(q, 17) != 0 };
}

bool
oid_keep_texts(struct arena *arena, struct stored_oid *o)
{
	const char **texts[] = { &o->name, &o->oid, &o->purpose, &o->formula,
		&o->transform, &o->unit, &o->invalid, &o->profile, &o->table };

	return catalogue_keep_texts(arena, texts, sizeof(texts) / sizeof(texts[0]));
}

/* The first row of a statement that is bound; RC_NOT_FOUND without a sentence. */
static enum rc
read_first(
    struct db_stmt *q, struct arena *arena, struct stored_oid *ret_oid, struct err *err)
{
	struct stored_oid o;
	enum rc rc = db_first(q, err);

	if (rc != RC_OK)
		return rc;
	o = oid_from_row(q);
	if (!oid_keep_texts(arena, &o))
		return err_set(err, RC_NOMEM, "out of memory");
	*ret_oid = o;
	return RC_OK;
}

enum rc
store_oid_get(struct db *db, struct oid_id id, struct arena *arena,
    struct stored_oid *ret_oid, struct err *err)
{
	static const char sql[] =
	    "SELECT " OID_COLUMNS " FROM oids WHERE id = $1 AND deleted_ms IS NULL";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, id.v);
	rc = read_first(q, arena, ret_oid, err);
	return rc == RC_NOT_FOUND ? missing(id, err) : rc;
}

enum rc
store_oid_find(struct db *db, const struct oid_wanted *wanted, struct arena *arena,
    struct stored_oid *ret_oid, struct err *err)
{
	static const char sql[] =
	    "SELECT " OID_COLUMNS " FROM oids WHERE purpose = $4 AND enabled = 1 "
	    "AND deleted_ms IS NULL AND (profile = $3 OR profile = '' OR $3 = '') "
	    "AND ((brand_id = $1 AND (model_id IS NULL OR model_id = $2)) "
	    "OR (brand_id = 1 AND model_id IS NULL)) "
	    "ORDER BY CASE WHEN brand_id = $1 AND model_id = $2 THEN 0 "
	    "WHEN brand_id = $1 THEN 1 ELSE 2 END, "
	    "CASE WHEN profile = '' THEN 0 ELSE 1 END, id LIMIT 1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, catalogue_brand(wanted->brand));
	db_bind_int(q, 2, wanted->model.v);
	catalogue_bind_words(q, 3, wanted->profile);
	db_bind_text(q, 4, wanted->purpose);
	rc = read_first(q, arena, ret_oid, err);
	if (rc == RC_NOT_FOUND)
		return err_set(err, rc, "no OID is known for %s", wanted->purpose);
	return rc;
}

/* ---- writing ------------------------------------------------------------- */

/* $1 to $14. */
static void
bind_oid(struct db_stmt *q, const struct stored_oid *o, int64_t now_ms)
{
	db_bind_int(q, 1, now_ms);
	db_bind_int(q, 2, catalogue_brand(o->brand));
	catalogue_bind_some(q, 3, o->model.v);
	db_bind_text(q, 4, o->name);
	db_bind_text(q, 5, o->oid);
	db_bind_text(q, 6, o->purpose);
	catalogue_bind_words(q, 7, o->formula);
	catalogue_bind_words(q, 8, o->transform);
	catalogue_bind_words(q, 9, o->unit);
	catalogue_bind_words(q, 10, o->invalid);
	db_bind_int(q, 11, o->keep_previous);
	db_bind_int(q, 12, o->is_slow);
	db_bind_int(q, 13, o->enabled);
	db_bind_int(q, 14, o->in_metrics);
}

static enum rc
insert(struct db *db, const struct stored_oid *oid, int64_t now_ms, int64_t *ret_id,
    struct err *err)
{
	static const char sql[] =
	    "INSERT INTO oids (created_ms, updated_ms, brand_id, model_id, name, oid, "
	    "purpose, formula, transform, unit, invalid, keep_previous, is_slow, "
	    "enabled, in_metrics) VALUES ($1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, "
	    "$11, $12, $13, $14) "
	    "RETURNING id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	bind_oid(q, oid, now_ms);
	rc = db_first(q, err);
	if (rc == RC_OK)
		*ret_id = db_int(q, 0);
	return rc;
}

static enum rc
update(struct db *db, const struct stored_oid *oid, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE oids SET updated_ms = $1, brand_id = $2, model_id = $3, name = $4, "
	    "oid = $5, purpose = $6, formula = $7, transform = $8, unit = $9, "
	    "invalid = $10, keep_previous = $11, is_slow = $12, enabled = $13, "
	    "in_metrics = $14, "
	    "is_edited = CASE WHEN builtin_key IS NULL THEN 0 ELSE 1 END "
	    "WHERE id = $15 AND deleted_ms IS NULL";
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t changed = 0;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	bind_oid(q, oid, now_ms);
	db_bind_int(q, 15, oid->id.v);
	rc = db_run(q, &changed, err);
	return rc == RC_OK && changed == 0 ? missing(oid->id, err) : rc;
}

static enum rc
taken(const char *name, struct err *err)
{
	return err_set(err, RC_CONFLICT,
	    "name: this brand and model have an OID \"%s\" already", name);
}

static enum rc
write_oid(struct db *db, const struct stored_oid *oid, int64_t now_ms, int64_t *ret_id,
    struct err *err)
{
	enum rc rc = catalogue_check_place(db, oid->brand, oid->model, err);

	if (rc == RC_OK)
		rc = check_formula(db, oid, err);
	if (rc != RC_OK)
		return rc;
	*ret_id = oid->id.v;
	if (oid->id.v == 0)
		rc = insert(db, oid, now_ms, ret_id, err);
	else
		rc = update(db, oid, now_ms, err);
	return rc == RC_CONFLICT ? taken(oid->name, err) : rc;
}

enum rc
store_oid_put(struct db *db, struct stored_oid *oid, int64_t now_ms, struct err *err)
{
	struct tx tx;
	int64_t id = 0;
	enum rc rc = check(oid, err);

	if (rc != RC_OK)
		return rc;
	rc = tx_begin(db, &tx, err);
	if (rc == RC_OK)
		rc = write_oid(db, oid, now_ms, &id, err);
	rc = tx_end(&tx, rc, err);
	if (rc == RC_OK)
		oid->id.v = id;
	return rc;
}

/* ---- deleting and copying ------------------------------------------------------ */

static enum rc
check_unused(struct db *db, struct oid_id id, struct err *err)
{
	static const char sql[] =
	    "SELECT CAST('job' AS TEXT), j.name FROM job_oids u "
	    "JOIN jobs j ON j.id = u.job_id "
	    "WHERE u.oid_id = $1 AND j.deleted_ms IS NULL ORDER BY j.name LIMIT 1";

	return catalogue_check_unused(db, sql, id.v, err);
}

/* Marked and not removed: a row that shipped would come back, and jobs that are
 * deleted may still name it. The name is changed, so that it is free again. */
static enum rc
mark(struct db *db, struct oid_id id, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE oids SET deleted_ms = $2, name = name || ' (deleted ' || id || ')' "
	    "WHERE id = $1 AND deleted_ms IS NULL";
	int64_t changed = 0;
	enum rc rc = catalogue_run(db, sql, id.v, now_ms, &changed, err);

	return rc == RC_OK && changed == 0 ? missing(id, err) : rc;
}

enum rc
store_oid_delete(struct db *db, struct oid_id id, int64_t now_ms, struct err *err)
{
	struct tx tx;
	enum rc rc = tx_begin(db, &tx, err);

	if (rc == RC_OK)
		rc = check_unused(db, id, err);
	if (rc == RC_OK)
		rc = mark(db, id, now_ms, err);
	return tx_end(&tx, rc, err);
}

enum rc
store_oid_duplicate(struct db *db, struct oid_id id, const char *name, int64_t now_ms,
    struct oid_id *ret_id, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO oids (brand_id, model_id, name, oid, purpose, formula, "
	    "transform, unit, invalid, keep_previous, is_slow, enabled, in_metrics, "
	    "created_ms, updated_ms) SELECT brand_id, model_id, CAST($2 AS TEXT), oid, "
	    "purpose, formula, transform, unit, invalid, keep_previous, is_slow, "
	    "enabled, in_metrics, "
	    "CAST($3 AS BIGINT), CAST($3 AS BIGINT) FROM oids "
	    "WHERE id = $1 AND deleted_ms IS NULL RETURNING id";
	struct catalogue_copy copy = { id.v, name, now_ms };
	enum rc rc = catalogue_check_name("name", name, err);

	if (rc == RC_OK)
		rc = catalogue_copy(db, sql, &copy, &ret_id->v, err);
	if (rc == RC_NOT_FOUND)
		return missing(id, err);
	return rc == RC_CONFLICT ? taken(name, err) : rc;
}

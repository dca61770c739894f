/* SPDX-License-Identifier: Apache-2.0 */
#include "store/catalogue/brand.h"

#include "store/catalogue/catalogue_row.h"
#include "store/core/tx.h"

static enum rc
missing(struct brand_id id, struct err *err)
{
	return err_set(err, RC_NOT_FOUND, "there is no brand %lld", (long long)id.v);
}

static enum rc
taken(const char *name, struct err *err)
{
	return err_set(err, RC_CONFLICT, "name: there is a brand \"%s\" already", name);
}

/* ---- reading ------------------------------------------------------------- */

enum rc
store_brand_get(struct db *db, struct brand_id id, struct arena *arena,
    struct stored_brand *ret_brand, struct err *err)
{
	static const char sql[] =
	    "SELECT id, name, description, builtin_key IS NOT NULL, is_edited "
	    "FROM brands WHERE id = $1 AND deleted_ms IS NULL";
	struct db_stmt *q OWNED(db_done) = NULL;
	struct stored_brand b = { 0 };
	const char **texts[] = { &b.name, &b.description };
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, id.v);
	rc = db_first(q, err);
	if (rc == RC_NOT_FOUND)
		return missing(id, err);
	if (rc != RC_OK)
		return rc;
	b = (struct stored_brand){ { db_int(q, 0) }, db_text(q, 1), db_text(q, 2),
		db_int(q, 3) != 0, db_int(q, 4) != 0 };
	if (!catalogue_keep_texts(arena, texts, sizeof(texts) / sizeof(texts[0])))
		return err_set(err, RC_NOMEM, "out of memory");
	*ret_brand = b;
	return RC_OK;
}

/* ---- writing ------------------------------------------------------------- */

static enum rc
insert(struct db *db, const struct stored_brand *b, int64_t now_ms, int64_t *ret_id,
    struct err *err)
{
	static const char sql[] =
	    "INSERT INTO brands (created_ms, updated_ms, name, description) "
	    "VALUES ($1, $1, $2, $3) RETURNING id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, now_ms);
	db_bind_text(q, 2, b->name);
	catalogue_bind_words(q, 3, b->description);
	rc = db_first(q, err);
	if (rc == RC_OK)
		*ret_id = db_int(q, 0);
	return rc;
}

static enum rc
update(struct db *db, const struct stored_brand *b, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE brands SET updated_ms = $1, name = $2, description = $3, "
	    "is_edited = CASE WHEN builtin_key IS NULL THEN 0 ELSE 1 END "
	    "WHERE id = $4 AND deleted_ms IS NULL";
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t changed = 0;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, now_ms);
	db_bind_text(q, 2, b->name);
	catalogue_bind_words(q, 3, b->description);
	db_bind_int(q, 4, b->id.v);
	rc = db_run(q, &changed, err);
	return rc == RC_OK && changed == 0 ? missing(b->id, err) : rc;
}

enum rc
store_brand_put(
    struct db *db, struct stored_brand *brand, int64_t now_ms, struct err *err)
{
	int64_t id = brand->id.v;
	enum rc rc = catalogue_check_name("name", brand->name, err);

	if (rc != RC_OK)
		return rc;
	if (id == 0)
		rc = insert(db, brand, now_ms, &id, err);
	else
		rc = update(db, brand, now_ms, err);
	if (rc == RC_CONFLICT)
		return taken(brand->name, err);
	if (rc == RC_OK)
		brand->id.v = id;
	return rc;
}

/* ---- deleting ------------------------------------------------------------ */

static enum rc
check_unused(struct db *db, struct brand_id id, struct err *err)
{
	static const char sql[] =
	    "SELECT kind, name FROM ("
	    "SELECT CAST('OLT' AS TEXT) AS kind, name FROM olts "
	    "WHERE brand_id = $1 AND deleted_ms IS NULL UNION ALL "
	    "SELECT CAST('job' AS TEXT), name FROM jobs WHERE deleted_ms IS NULL "
	    "AND (brand_id = $1 OR target_brand_id = $1) UNION ALL "
	    "SELECT CAST('job' AS TEXT), j.name FROM oids o "
	    "JOIN job_oids u ON u.oid_id = o.id JOIN jobs j ON j.id = u.job_id "
	    "WHERE o.brand_id = $1 AND j.deleted_ms IS NULL) AS users "
	    "ORDER BY kind, name LIMIT 1";

	return catalogue_check_unused(db, sql, id.v, err);
}

/* Its own rows keep their names: nobody can take them under a brand that is gone. */
static enum rc
mark_rows(struct db *db, struct brand_id id, int64_t now_ms, struct err *err)
{
	static const char *const ROWS[] = {
		"UPDATE models SET deleted_ms = $2 "
		"WHERE brand_id = $1 AND deleted_ms IS NULL",
		"UPDATE oids SET deleted_ms = $2 "
		"WHERE brand_id = $1 AND deleted_ms IS NULL",
		"UPDATE index_formulas SET deleted_ms = $2 "
		"WHERE brand_id = $1 AND deleted_ms IS NULL",
		"UPDATE state_labels SET deleted_ms = $2 "
		"WHERE brand_id = $1 AND deleted_ms IS NULL",
	};
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && i < sizeof(ROWS) / sizeof(ROWS[0]); i++)
		rc = catalogue_run(db, ROWS[i], id.v, now_ms, NULL, err);
	return rc;
}

static enum rc
mark(struct db *db, struct brand_id id, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE brands SET deleted_ms = $2, name = name || ' (deleted ' || id || ')' "
	    "WHERE id = $1 AND deleted_ms IS NULL";
	int64_t changed = 0;
	enum rc rc = catalogue_run(db, sql, id.v, now_ms, &changed, err);

	return rc == RC_OK && changed == 0 ? missing(id, err) : rc;
}

enum rc
store_brand_delete(struct db *db, struct brand_id id, int64_t now_ms, struct err *err)
{
	struct tx tx;
	enum rc rc;

	if (id.v == CATALOGUE_GENERIC)
		return err_set(err, RC_INVALID,
		    "Generic stands for any brand and cannot be deleted");
	rc = tx_begin(db, &tx, err);
	if (rc == RC_OK)
		rc = check_unused(db, id, err);
	if (rc == RC_OK)
		rc = mark(db, id, now_ms, err);
	if (rc == RC_OK)
		rc = mark_rows(db, id, now_ms, err);
	return tx_end(&tx, rc, err);
}

/* ---- copies -------------------------------------------------------------- */

/* The rows of brand $1 for brand $2, at the moment $3. The profile stays with them: it
 * tells the columns of one device family from those of another. */
static const char *const COPY_ROWS[] = {
	"INSERT INTO models (brand_id, name, profile, technology, slots, ports, "
	"onus_per_port, notes, created_ms, updated_ms) "
	"SELECT CAST($2 AS BIGINT), name, profile, technology, slots, ports, "
	"onus_per_port, notes, CAST($3 AS BIGINT), CAST($3 AS BIGINT) "
	"FROM models WHERE brand_id = $1 AND deleted_ms IS NULL",
	"INSERT INTO oids (brand_id, model_id, profile, table_name, name, oid, purpose, "
	"formula, transform, unit, invalid, keep_previous, is_slow, enabled, in_metrics, "
	"created_ms, "
	"updated_ms) SELECT CAST($2 AS BIGINT), t.id, o.profile, o.table_name, o.name, "
	"o.oid, o.purpose, o.formula, o.transform, o.unit, o.invalid, o.keep_previous, "
	"o.is_slow, o.enabled, o.in_metrics, CAST($3 AS BIGINT), CAST($3 AS BIGINT) FROM "
	"oids o "
	"LEFT JOIN models m ON m.id = o.model_id "
	"LEFT JOIN models t ON t.brand_id = $2 AND t.name = m.name "
	"WHERE o.brand_id = $1 AND o.deleted_ms IS NULL",
	"INSERT INTO index_formulas (brand_id, model_id, profile, name, definition, "
	"created_ms, updated_ms) SELECT CAST($2 AS BIGINT), t.id, f.profile, f.name, "
	"f.definition, CAST($3 AS BIGINT), CAST($3 AS BIGINT) FROM index_formulas f "
	"LEFT JOIN models m ON m.id = f.model_id "
	"LEFT JOIN models t ON t.brand_id = $2 AND t.name = m.name "
	"WHERE f.brand_id = $1 AND f.deleted_ms IS NULL",
	"INSERT INTO state_labels (brand_id, profile, column_name, purpose, raw, label, "
	"meaning, created_ms, updated_ms) SELECT CAST($2 AS BIGINT), profile, "
	"column_name, purpose, raw, label, meaning, CAST($3 AS BIGINT), "
	"CAST($3 AS BIGINT) FROM state_labels WHERE brand_id = $1 AND deleted_ms IS NULL",
};

static enum rc
copy_rows(
    struct db *db, struct brand_id from, int64_t to, int64_t now_ms, struct err *err)
{
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && i < sizeof(COPY_ROWS) / sizeof(COPY_ROWS[0]);
	     i++) {
		struct db_stmt *q OWNED(db_done) = NULL;

		rc = db_prepare(db, COPY_ROWS[i], &q, err);
		if (rc != RC_OK)
			return rc;
		db_bind_int(q, 1, from.v);
		db_bind_int(q, 2, to);
		db_bind_int(q, 3, now_ms);
		rc = db_run(q, NULL, err);
	}
	return rc;
}

static enum rc
copy_brand(
    struct db *db, const struct catalogue_copy *copy, int64_t *ret_id, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO brands (name, description, created_ms, updated_ms) "
	    "SELECT CAST($2 AS TEXT), description, CAST($3 AS BIGINT), "
	    "CAST($3 AS BIGINT) FROM brands WHERE id = $1 AND deleted_ms IS NULL "
	    "RETURNING id";
	enum rc rc = catalogue_copy(db, sql, copy, ret_id, err);

	if (rc == RC_NOT_FOUND)
		return missing((struct brand_id){ copy->id }, err);
	return rc == RC_CONFLICT ? taken(copy->name, err) : rc;
}

enum rc
store_brand_duplicate(struct db *db, struct brand_id id, const char *name, int64_t now_ms,
    struct brand_id *ret_id, struct err *err)
{
	struct catalogue_copy copy = { id.v, name, now_ms };
	int64_t made = 0;
	struct tx tx;
	enum rc rc = catalogue_check_name("name", name, err);

	if (rc != RC_OK)
		return rc;
	rc = tx_begin(db, &tx, err);
	if (rc == RC_OK)
		rc = copy_brand(db, &copy, &made, err);
	if (rc == RC_OK)
		rc = copy_rows(db, id, made, now_ms, err);
	rc = tx_end(&tx, rc, err);
	if (rc == RC_OK)
		ret_id->v = made;
	return rc;
}

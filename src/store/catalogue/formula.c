/* SPDX-License-Identifier: Apache-2.0 */
#include "store/catalogue/formula.h"

#include <string.h>

#include "store/catalogue/catalogue_row.h"
#include "store/core/tx.h"
#include "store/catalogue/words.h"

static enum rc
missing(struct formula_id id, struct err *err)
{
	return err_set(
	    err, RC_NOT_FOUND, "there is no index formula %lld", (long long)id.v);
}

static enum rc
taken(const char *name, struct err *err)
{
	return err_set(err, RC_CONFLICT,
	    "name: this brand and model have a formula \"%s\" already", name);
}

static enum rc
check(const struct stored_formula *f, struct err *err)
{
	enum rc rc = catalogue_check_name("name", f->name, err);

	if (rc != RC_OK)
		return rc;
	if (!f->definition || !*f->definition)
		return err_set(err, RC_INVALID, "definition: a JSON object, {...}");
	return catalogue_check_json("definition", f->definition, CATALOGUE_OBJECT, err);
}

/* ---- reading ------------------------------------------------------------- */

struct stored_formula
formula_from_row(const struct db_stmt *q)
{
	return (struct stored_formula){ .id = { db_int(q, 0) },
		.brand = { db_int(q, 1) },
		.model = { db_int(q, 2) },
		.name = db_text(q, 3),
		.definition = db_text(q, 4),
		.profile = db_text(q, 5),
		.is_builtin = db_int(q, 6) != 0,
		.is_edited = db_int(q, 7) != 0 };
}

bool
formula_keep_texts(struct arena *arena, struct stored_formula *f)
{
	const char **texts[] = { &f->name, &f->definition, &f->profile };

	return catalogue_keep_texts(arena, texts, sizeof(texts) / sizeof(texts[0]));
}

/* The first row of a statement that is bound. RC_NOT_FOUND without a sentence. */
static enum rc
read_first(struct db_stmt *q, struct arena *arena, struct stored_formula *ret_formula,
    struct err *err)
{
	struct stored_formula f;
	enum rc rc = db_first(q, err);

	if (rc != RC_OK)
		return rc;
	f = formula_from_row(q);
	if (!formula_keep_texts(arena, &f))
		return err_set(err, RC_NOMEM, "out of memory");
	*ret_formula = f;
	return RC_OK;
}

enum rc
store_formula_get(struct db *db, struct formula_id id, struct arena *arena,
    struct stored_formula *ret_formula, struct err *err)
{
	static const char sql[] = "SELECT " FORMULA_COLUMNS " FROM index_formulas "
				  "WHERE id = $1 AND deleted_ms IS NULL";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, id.v);
	rc = read_first(q, arena, ret_formula, err);
	return rc == RC_NOT_FOUND ? missing(id, err) : rc;
}

enum rc
store_formula_find(struct db *db, const struct formula_wanted *wanted,
    struct arena *arena, struct stored_formula *ret_formula, struct err *err)
{
	static const char sql[] =
	    "SELECT " FORMULA_COLUMNS " FROM index_formulas WHERE name = $4 "
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
	catalogue_bind_words(q, 4, wanted->name);
	rc = read_first(q, arena, ret_formula, err);
	if (rc == RC_NOT_FOUND)
		return err_set(err, rc, "there is no index formula \"%s\" for it",
		    wanted->name ? wanted->name : "");
	return rc;
}

/* ---- writing ------------------------------------------------------------- */

/* $1 to $5. */
static void
bind_formula(struct db_stmt *q, const struct stored_formula *f, int64_t now_ms)
{
	db_bind_int(q, 1, now_ms);
	db_bind_int(q, 2, catalogue_brand(f->brand));
	catalogue_bind_some(q, 3, f->model.v);
	db_bind_text(q, 4, f->name);
	db_bind_text(q, 5, f->definition);
}

static enum rc
insert(struct db *db, const struct stored_formula *f, int64_t now_ms, int64_t *ret_id,
    struct err *err)
{
	static const char sql[] =
	    "INSERT INTO index_formulas (created_ms, updated_ms, brand_id, model_id, "
	    "name, definition) VALUES ($1, $1, $2, $3, $4, $5) RETURNING id";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	bind_formula(q, f, now_ms);
	rc = db_first(q, err);
	if (rc == RC_OK)
		*ret_id = db_int(q, 0);
	return rc;
}

/* OIDs of the same brand and profile, by name; a formula for one model serves that
 * model's. $2 is the name that stays: an OID that asks for it loses nothing. */
static enum rc
check_unused(struct db *db, struct formula_id id, const char *kept, struct err *err)
{
	static const char sql[] =
	    "SELECT o.name FROM index_formulas f JOIN oids o ON o.formula = f.name "
	    "AND o.brand_id = f.brand_id AND o.profile = f.profile "
	    "AND (f.model_id IS NULL OR f.model_id = o.model_id) "
	    "WHERE f.id = $1 AND f.name <> $2 AND o.deleted_ms IS NULL "
	    "ORDER BY o.name LIMIT 1";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, id.v);
	db_bind_text(q, 2, kept);
	rc = db_first(q, err);
	if (rc == RC_NOT_FOUND)
		return RC_OK;
	if (rc == RC_OK)
		return err_set(err, RC_CONFLICT, "OID \"%s\" uses it", db_text(q, 0));
	return rc;
}

static enum rc
update(struct db *db, const struct stored_formula *f, int64_t now_ms, struct err *err)
{
	static const char sql[] =
	    "UPDATE index_formulas SET updated_ms = $1, brand_id = $2, model_id = $3, "
	    "name = $4, definition = $5, "
	    "is_edited = CASE WHEN builtin_key IS NULL THEN 0 ELSE 1 END "
	    "WHERE id = $6 AND deleted_ms IS NULL";
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t changed = 0;
	enum rc rc = db_prepare(db, sql, &q, err);

	if (rc != RC_OK)
		return rc;
	bind_formula(q, f, now_ms);
	db_bind_int(q, 6, f->id.v);
	rc = db_run(q, &changed, err);
	return rc == RC_OK && changed == 0 ? missing(f->id, err) : rc;
}

static enum rc
write_formula(struct db *db, const struct stored_formula *f, int64_t now_ms,
    int64_t *ret_id, struct err *err)
{
	enum rc rc = catalogue_check_place(db, f->brand, f->model, err);

	if (rc == RC_OK && f->id.v)
		rc = check_unused(db, f->id, f->name, err);
	if (rc != RC_OK)
		return rc;
	*ret_id = f->id.v;
	if (f->id.v == 0)
		rc = insert(db, f, now_ms, ret_id, err);
	else
		rc = update(db, f, now_ms, err);
	return rc == RC_CONFLICT ? taken(f->name, err) : rc;
}

enum rc
store_formula_put(
    struct db *db, struct stored_formula *formula, int64_t now_ms, struct err *err)
{
	struct tx tx;
	int64_t id = 0;
	enum rc rc = check(formula, err);

	if (rc != RC_OK)
		return rc;
	rc = tx_begin(db, &tx, err);
	if (rc == RC_OK)
		rc = write_formula(db, formula, now_ms, &id, err);
	rc = tx_end(&tx, rc, err);
	if (rc == RC_OK)
		formula->id.v = id;
	return rc;
}

/* ---- deleting and copying ------------------------------------------------ */

static enum rc
mark(struct db *db, struct formula_id id, int64_t now_ms, struct err *err)
{
	static const char sql[] = "UPDATE index_formulas SET deleted_ms = $2, "
				  "name = name || ' (deleted ' || id || ')' "
				  "WHERE id = $1 AND deleted_ms IS NULL";
	int64_t changed = 0;
	enum rc rc = catalogue_run(db, sql, id.v, now_ms, &changed, err);

	return rc == RC_OK && changed == 0 ? missing(id, err) : rc;
}

enum rc
store_formula_delete(struct db *db, struct formula_id id, int64_t now_ms, struct err *err)
{
	struct tx tx;
	enum rc rc = tx_begin(db, &tx, err);

	if (rc == RC_OK)
		rc = check_unused(db, id, "", err);
	if (rc == RC_OK)
		rc = mark(db, id, now_ms, err);
	return tx_end(&tx, rc, err);
}

enum rc
store_formula_duplicate(struct db *db, struct formula_id id, const char *name,
    int64_t now_ms, struct formula_id *ret_id, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO index_formulas (brand_id, model_id, name, definition, "
	    "created_ms, updated_ms) SELECT brand_id, model_id, CAST($2 AS TEXT), "
	    "definition, CAST($3 AS BIGINT), CAST($3 AS BIGINT) FROM index_formulas "
	    "WHERE id = $1 AND deleted_ms IS NULL RETURNING id";
	struct catalogue_copy copy = { id.v, name, now_ms };
	enum rc rc = catalogue_check_name("name", name, err);

	if (rc == RC_OK)
		rc = catalogue_copy(db, sql, &copy, &ret_id->v, err);
	if (rc == RC_NOT_FOUND)
		return missing(id, err);
	return rc == RC_CONFLICT ? taken(name, err) : rc;
}

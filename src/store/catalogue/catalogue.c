/* SPDX-License-Identifier: Apache-2.0
 *
 * Brands and models may meet a row that people made under the same name before we
 * shipped ours; then theirs stays and serves for both. OIDs, formulas and labels
 * that ship carry the name of their profile and meet nobody. Of a brand that people
 * deleted nothing new is brought in.
 */
#include "store/catalogue/catalogue.h"

#include "store/core/tx.h"
#include "store/db/query.h"

struct load {
	struct db *db;
	const struct catalogue *c;
	int64_t now_ms;
	int64_t *brand_ids; /* of c->brands; 0: people deleted it */
};

/* ---- brands -------------------------------------------------------------- */

static enum rc
insert_brand(const struct load *l, const struct catalogue_brand *b, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO brands (builtin_key, name, description, created_ms, updated_ms) "
	    "VALUES ($1, $2, $3, $4, $4) ON CONFLICT DO NOTHING";

	return db_exec(
	    l->db, sql, DB_ARGS(b->key, b->name, b->description, l->now_ms), err);
}

static enum rc
update_brand(const struct load *l, const struct catalogue_brand *b, struct err *err)
{
	static const char sql[] =
	    "UPDATE brands SET description = $2, updated_ms = $3 "
	    "WHERE builtin_key = $1 AND is_edited = 0 AND deleted_ms IS NULL "
	    "AND description <> $2";

	return db_exec(l->db, sql, DB_ARGS(b->key, b->description, l->now_ms), err);
}

/* Ours under whatever name it has by now, or else theirs of that name; 0 when it is
 * deleted. */
static enum rc
find_brand(const struct load *l, const struct catalogue_brand *b, int64_t *ret_id,
    struct err *err)
{
	static const char sql[] =
	    "SELECT CASE WHEN deleted_ms IS NULL THEN id ELSE 0 END FROM brands "
	    "WHERE builtin_key = $1 OR name = $2 "
	    "ORDER BY CASE WHEN builtin_key = $1 THEN 0 ELSE 1 END LIMIT 1";
	enum rc rc = db_query_int(l->db, sql, DB_ARGS(b->key, b->name), ret_id, err);

	/* What it met when it was to be added was not its name but its number. */
	if (rc == RC_NOT_FOUND)
		return err_set(err, RC_CONFLICT,
		    "the brand \"%s\" cannot be added: its number is taken (the sequence "
		    "of brands.id is behind its rows)",
		    b->name);
	return rc;
}

static enum rc
load_brands(const struct load *l, struct err *err)
{
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && i < l->c->n_brands; i++) {
		const struct catalogue_brand *b = &l->c->brands[i];

		rc = insert_brand(l, b, err);
		if (rc == RC_OK)
			rc = update_brand(l, b, err);
		if (rc == RC_OK)
			rc = find_brand(l, b, &l->brand_ids[i], err);
	}
	return rc;
}

/* ---- models -------------------------------------------------------------- */

static enum rc
insert_models(const struct load *l, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO models (builtin_key, brand_id, name, profile, technology, "
	    "created_ms, updated_ms) VALUES ($1, $2, $3, $4, $5, $6, $6) "
	    "ON CONFLICT DO NOTHING";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(l->db, sql, &q, err);

	for (size_t i = 0; rc == RC_OK && i < l->c->n_models; i++) {
		const struct catalogue_model *m = &l->c->models[i];

		if (l->brand_ids[m->brand] == 0)
			continue;
		db_bind_args(q,
		    DB_ARGS(m->key, l->brand_ids[m->brand], m->name, m->profile,
			m->technology, l->now_ms));
		rc = db_bulk(q, err);
	}
	return rc == RC_OK ? db_bulk_end(q, err) : rc;
}

static enum rc
update_models(const struct load *l, struct err *err)
{
	static const char sql[] =
	    "UPDATE models SET profile = $2, technology = $3, updated_ms = $4 "
	    "WHERE builtin_key = $1 AND is_edited = 0 AND deleted_ms IS NULL "
	    "AND (profile, technology) <> ($2, $3)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(l->db, sql, &q, err);

	for (size_t i = 0; rc == RC_OK && i < l->c->n_models; i++) {
		const struct catalogue_model *m = &l->c->models[i];

		db_bind_args(q, DB_ARGS(m->key, m->profile, m->technology, l->now_ms));
		rc = db_bulk(q, err);
	}
	return rc == RC_OK ? db_bulk_end(q, err) : rc;
}

/* ---- OIDs, formulas, labels ------------------------------------------------ */

static enum rc
load_oids(const struct load *l, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO oids (builtin_key, profile, table_name, name, oid, purpose, "
	    "formula, transform, unit, invalid, is_slow, brand_id, created_ms, "
	    "updated_ms) "
	    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13) "
	    "ON CONFLICT (builtin_key) DO UPDATE SET oid = excluded.oid, "
	    "purpose = excluded.purpose, formula = excluded.formula, "
	    "transform = excluded.transform, unit = excluded.unit, "
	    "invalid = excluded.invalid, is_slow = excluded.is_slow, "
	    "updated_ms = excluded.updated_ms "
	    "WHERE oids.is_edited = 0 AND oids.deleted_ms IS NULL "
	    "AND (oids.oid, oids.purpose, oids.formula, oids.transform, oids.unit, "
	    "oids.invalid, oids.is_slow) <> (excluded.oid, excluded.purpose, "
	    "excluded.formula, excluded.transform, excluded.unit, excluded.invalid, "
	    "excluded.is_slow)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(l->db, sql, &q, err);

	for (size_t i = 0; rc == RC_OK && i < l->c->n_oids; i++) {
		const struct catalogue_oid *o = &l->c->oids[i];

		if (l->brand_ids[o->brand] == 0)
			continue;
		db_bind_args(q,
		    DB_ARGS(o->key, o->profile, o->table, o->name, o->oid, o->purpose,
			o->formula, o->transform, o->unit, o->invalid, o->is_slow,
			l->brand_ids[o->brand], l->now_ms));
		rc = db_bulk(q, err);
	}
	return rc == RC_OK ? db_bulk_end(q, err) : rc;
}

static enum rc
load_formulas(const struct load *l, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO index_formulas (builtin_key, profile, name, definition, "
	    "brand_id, created_ms, updated_ms) VALUES ($1, $2, $3, $4, $5, $6, $6) "
	    "ON CONFLICT (builtin_key) DO UPDATE SET definition = excluded.definition, "
	    "updated_ms = excluded.updated_ms WHERE index_formulas.is_edited = 0 "
	    "AND index_formulas.deleted_ms IS NULL "
	    "AND index_formulas.definition <> excluded.definition";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(l->db, sql, &q, err);

	for (size_t i = 0; rc == RC_OK && i < l->c->n_formulas; i++) {
		const struct catalogue_formula *f = &l->c->formulas[i];

		if (l->brand_ids[f->brand] == 0)
			continue;
		db_bind_args(q,
		    DB_ARGS(f->key, f->profile, f->name, f->definition,
			l->brand_ids[f->brand], l->now_ms));
		rc = db_bulk(q, err);
	}
	return rc == RC_OK ? db_bulk_end(q, err) : rc;
}

static enum rc
load_labels(const struct load *l, struct err *err)
{
	static const char sql[] =
	    "INSERT INTO state_labels (builtin_key, profile, column_name, purpose, raw, "
	    "label, meaning, brand_id, created_ms, updated_ms) "
	    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) "
	    "ON CONFLICT (builtin_key) DO UPDATE SET label = excluded.label, "
	    "meaning = excluded.meaning, updated_ms = excluded.updated_ms "
	    "WHERE state_labels.is_edited = 0 AND state_labels.deleted_ms IS NULL "
	    "AND (state_labels.label, state_labels.meaning) <> "
	    "(excluded.label, excluded.meaning)";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(l->db, sql, &q, err);

	for (size_t i = 0; rc == RC_OK && i < l->c->n_labels; i++) {
		const struct catalogue_label *b = &l->c->labels[i];

		if (l->brand_ids[b->brand] == 0)
			continue;
		db_bind_args(q,
		    DB_ARGS(b->key, b->profile, b->column, b->purpose, b->raw, b->label,
			b->meaning, l->brand_ids[b->brand], l->now_ms));
		rc = db_bulk(q, err);
	}
	return rc == RC_OK ? db_bulk_end(q, err) : rc;
}

/* ---- counting ------------------------------------------------------------ */

struct totals_cache {
	int64_t rows;
	int64_t changes; /* at this moment */
	int64_t kept;
};

/* Rows that shipped, those changed at $1 after they were added, those protected. */
static enum rc
count(const struct load *l, struct totals_cache *ret, struct err *err)
{
	static const char sql[] =
	    "SELECT count(*), "
	    "CAST(COALESCE(sum(CASE WHEN updated_ms = $1 AND created_ms <> $1 "
	    "THEN 1 ELSE 0 END), 0) AS BIGINT), "
	    "CAST(COALESCE(sum(CASE WHEN is_edited = 1 OR deleted_ms IS NOT NULL "
	    "THEN 1 ELSE 0 END), 0) AS BIGINT) FROM ("
	    "SELECT updated_ms, created_ms, is_edited, deleted_ms FROM brands "
	    "WHERE builtin_key IS NOT NULL UNION ALL "
	    "SELECT updated_ms, created_ms, is_edited, deleted_ms FROM models "
	    "WHERE builtin_key IS NOT NULL UNION ALL "
	    "SELECT updated_ms, created_ms, is_edited, deleted_ms FROM oids "
	    "WHERE builtin_key IS NOT NULL UNION ALL "
	    "SELECT updated_ms, created_ms, is_edited, deleted_ms FROM index_formulas "
	    "WHERE builtin_key IS NOT NULL UNION ALL "
	    "SELECT updated_ms, created_ms, is_edited, deleted_ms FROM state_labels "
	    "WHERE builtin_key IS NOT NULL) AS shipped";
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_query_first(l->db, sql, DB_ARGS(l->now_ms), &q, err);

	if (rc == RC_OK)
		*ret = (struct totals_cache){ db_int(q, 0), db_int(q, 1), db_int(q, 2) };
	return rc;
}

static enum rc
load_all(const struct load *l, struct catalogue_result *ret, struct err *err)
{
	struct totals_cache before, after;
	enum rc rc = count(l, &before, err);

	if (rc == RC_OK)
		rc = load_brands(l, err);
	if (rc == RC_OK)
		rc = insert_models(l, err);
	if (rc == RC_OK)
		rc = update_models(l, err);
	if (rc == RC_OK)
		rc = load_oids(l, err);
	if (rc == RC_OK)
		rc = load_formulas(l, err);
	if (rc == RC_OK)
		rc = load_labels(l, err);
	if (rc == RC_OK)
		rc = count(l, &after, err);
	if (rc == RC_OK)
		*ret = (struct catalogue_result){ after.rows - before.rows,
			after.changes - before.changes, after.kept };
	return rc;
}

enum rc
store_catalogue_load(struct db *db, const struct catalogue *catalogue, int64_t now_ms,
    struct catalogue_result *ret, struct err *err)
{
	int64_t *ids OWNED(free) = calloc(catalogue->n_brands + 1, sizeof(*ids));
	struct load l = { db, catalogue, now_ms, ids };
	struct catalogue_result result = { 0 };
	struct tx tx;
	enum rc rc;

	if (!ids)
		return err_set(err, RC_NOMEM, "out of memory");
	rc = tx_begin(db, &tx, err);
	if (rc == RC_OK)
		rc = load_all(&l, &result, err);
	rc = tx_end(&tx, rc, err);
	if (rc == RC_OK)
		*ret = result;
	return rc;
}

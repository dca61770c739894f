/* SPDX-License-Identifier: Apache-2.0 */
#include "store/catalogue/change.h"

#include "store/catalogue/rules_int.h"
#include "store/core/tx.h"
#include "store/db/query.h"

static const struct catalogue_rules *const RULES[] = {
	&BRAND_RULES,
	&MODEL_RULES,
	&FORMULA_RULES,
	&OID_RULES,
	&LABEL_RULES,
};

static const struct catalogue_rules *
rules_of(const struct entity_type *type)
{
	size_t i = 0;

	while (RULES[i]->type != type)
		i++; /* every table of model/catalogue_entity.h has some */
	return RULES[i];
}

/* ---- reading --------------------------------------------------------------- */

enum rc
store_catalogue_get(struct db *db, const struct entity_type *type, int64_t id,
    struct arena *arena, void *ret_row, struct err *err)
{
	struct buf rest = BUF_INIT(ENTITY_SQL_MAX);
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc;

	buf_printf(&rest, "FROM %s WHERE id = $1 AND deleted_ms IS NULL", type->table);
	rc = entity_query(db, type, buf_text(&rest), DB_ARGS(id), &q, err);
	buf_fini(&rest);
	if (rc == RC_OK)
		rc = entity_first(type, q, arena, ret_row, err);
	return rc == RC_NOT_FOUND ? rules_of(type)->missing(id, err) : rc;
}

/* ---- writing --------------------------------------------------------------- */

static enum rc
write_row(
    struct db *db, const struct catalogue_change *c, int64_t *ret_id, struct err *err)
{
	const struct catalogue_rules *rules = rules_of(c->type);
	struct entity_update update = { c->type, c->row, c->fields, c->now_ms };
	enum rc rc = RC_OK;

	*ret_id = entity_id(c->row);
	if (rules->check_place)
		rc = rules->check_place(db, c->row, err);
	if (rc != RC_OK)
		return rc;
	if (*ret_id == 0)
		rc = entity_insert(db, c->type, c->row, c->now_ms, ret_id, err);
	else
		rc = entity_update(db, &update, err);
	if (rc == RC_NOT_FOUND)
		return rules->missing(*ret_id, err);
	if (rc == RC_CONFLICT)
		return rules->taken(
		    entity_text(entity_find(c->type, c->type->key), c->row), err);
	return rc;
}

enum rc
store_catalogue_change(
    struct db *db, const struct catalogue_change *change, struct err *err)
{
	const struct catalogue_rules *rules = rules_of(change->type);
	struct tx tx;
	int64_t id = 0;
	enum rc rc = entity_check(change->type, change->row, err);

	if (rc == RC_OK && rules->check)
		rc = rules->check(change->row, err);
	if (rc != RC_OK)
		return rc;
	rc = tx_begin(db, &tx, err);
	if (rc == RC_OK)
		rc = write_row(db, change, &id, err);
	rc = tx_end(&tx, rc, err);
	if (rc == RC_OK)
		entity_set_id(change->row, id);
	return rc;
}

enum rc
store_catalogue_put(struct db *db, const struct entity_type *type, void *row,
    int64_t now_ms, struct err *err)
{
	struct catalogue_change change = { type, row, ENTITY_ALL, now_ms };

	return store_catalogue_change(db, &change, err);
}

/* ---- deleting -------------------------------------------------------------- */

/* Parts keep their names: nobody can take them under a brand that is gone. */
static enum rc
delete_parts(struct db *db, const struct catalogue_parts *parts, int64_t id,
    int64_t now_ms, struct err *err)
{
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && parts && parts->types[i]; i++) {
		struct buf sql = BUF_INIT(ENTITY_SQL_MAX);

		buf_printf(&sql,
		    "UPDATE %s SET deleted_ms = $2 WHERE %s = $1 AND deleted_ms IS NULL",
		    parts->types[i]->table, parts->column);
		rc = catalogue_run(db, buf_text(&sql), id, now_ms, err);
		buf_fini(&sql);
	}
	return rc;
}

static enum rc
delete_row(struct db *db, const struct catalogue_rules *rules, int64_t id, int64_t now_ms,
    struct err *err)
{
	enum rc rc = RC_OK;

	if (rules->check_unused)
		rc = rules->check_unused(db, id, err);
	if (rc == RC_OK)
		rc = entity_delete(db, rules->type, id, now_ms, err);
	if (rc == RC_NOT_FOUND)
		return rules->missing(id, err);
	return rc == RC_OK ? delete_parts(db, rules->parts, id, now_ms, err) : rc;
}

enum rc
store_catalogue_delete(struct db *db, const struct entity_type *type, int64_t id,
    int64_t now_ms, struct err *err)
{
	struct tx tx;
	enum rc rc = tx_begin(db, &tx, err);

	if (rc == RC_OK)
		rc = delete_row(db, rules_of(type), id, now_ms, err);
	return tx_end(&tx, rc, err);
}

/* ---- copies ---------------------------------------------------------------- */

/* The rows that refer to $1, for $2. The profile stays with them: it tells the columns of
 * one device family from those of another. */
static void
put_copy_part(
    struct buf *sql, const struct catalogue_parts *parts, const struct entity_type *type)
{
	entity_copy_sql(sql, type, 0, parts->swaps);
	buf_printf(sql, " FROM %s r %s WHERE r.%s = $1 AND r.deleted_ms IS NULL",
	    type->table, entity_find(type, "model") ? parts->model_join : "",
	    parts->column);
}

static enum rc
copy_parts(struct db *db, const struct catalogue_parts *parts,
    const struct catalogue_copy *copy, int64_t to, struct err *err)
{
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && parts && parts->types[i]; i++) {
		struct buf sql = BUF_INIT(ENTITY_SQL_MAX);
		struct db_stmt *q OWNED(db_done) = NULL;

		put_copy_part(&sql, parts, parts->types[i]);
		rc = entity_prepare(db, &sql, &q, err);
		if (rc != RC_OK)
			return rc;
		db_bind_args(q, DB_ARGS(copy->from, to, copy->now_ms));
		rc = db_run(q, NULL, err);
	}
	return rc;
}

static enum rc
copy_row(
    struct db *db, const struct catalogue_copy *copy, int64_t *ret_id, struct err *err)
{
	const struct catalogue_rules *rules = rules_of(copy->type);
	struct entity_copy row = { copy->type, copy->from, copy->name, copy->now_ms };
	enum rc rc = entity_copy(db, &row, ret_id, err);

	if (rc == RC_NOT_FOUND)
		return rules->missing(copy->from, err);
	if (rc == RC_CONFLICT)
		return rules->taken(copy->name, err);
	return rc == RC_OK ? copy_parts(db, rules->parts, copy, *ret_id, err) : rc;
}

enum rc
store_catalogue_duplicate(
    struct db *db, const struct catalogue_copy *copy, int64_t *ret_id, struct err *err)
{
	const struct entity_field *key = entity_find(copy->type, copy->type->key);
	struct tx tx;
	int64_t made = 0;
	enum rc rc = entity_check_text(key, copy->name, err);

	if (rc != RC_OK)
		return rc;
	rc = tx_begin(db, &tx, err);
	if (rc == RC_OK)
		rc = copy_row(db, copy, &made, err);
	rc = tx_end(&tx, rc, err);
	if (rc == RC_OK)
		*ret_id = made;
	return rc;
}

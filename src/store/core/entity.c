/* SPDX-License-Identifier: Apache-2.0 */
#include "store/core/entity.h"

#include <assert.h>
#include <string.h>

enum rc
entity_prepare(struct db *db, struct buf *sql, struct db_stmt **ret_stmt, struct err *err)
{
	enum rc rc = buf_ok(sql) ? db_prepare(db, buf_text(sql), ret_stmt, err)
				 : err_set(err, RC_NOMEM, "out of memory");

	buf_fini(sql);
	return rc;
}

/* Is it in the row when it is made? */
static bool
is_inserted(const struct entity_field *f)
{
	return entity_is_written(f) && entity_is_stored(f);
}

static bool
is_updated(const struct entity_update *u, size_t i)
{
	const struct entity_field *f = &u->type->fields[i];

	return is_inserted(f) && !(f->flags & ENTITY_FIXED) &&
	    (u->fields & entity_bit(i));
}

/* ---- values ----------------------------------------------------------------- */

static void
bind_number(struct db_stmt *q, unsigned n, const struct entity_field *f, int64_t number)
{
	if (number == f->none && f->flags & ENTITY_NULL)
		db_bind_null(q, n);
	else if (number == 0 && f->kind == ENTITY_BRAND)
		db_bind_int(q, n, ENTITY_GENERIC);
	else
		db_bind_int(q, n, number);
}

static void
bind_field(struct db_stmt *q, unsigned n, const struct entity_field *f, const void *row)
{
	const char *word;
	size_t len;

	if (entity_is_text(f)) {
		db_bind_text(q, n,
		    f->flags & ENTITY_UNSET ? entity_text_or_null(f, row)
					    : entity_text(f, row));
	} else if (f->kind == ENTITY_REAL) {
		db_bind_real(q, n, entity_real(f, row));
	} else if (f->kind == ENTITY_CHOICE) {
		word = entity_word(f, entity_number(f, row), &len);
		db_bind_text_n(q, n, word, len);
	} else {
		bind_number(q, n, f, entity_number(f, row));
	}
}

/* ---- reading ---------------------------------------------------------------- */

enum rc
entity_select(struct db *db, const struct entity_type *type, const char *rest,
    struct db_stmt **ret_stmt, struct err *err)
{
	struct buf sql = BUF_INIT(ENTITY_SQL_MAX);

	buf_puts(&sql, "SELECT id");
	for (size_t i = 0; i < type->n_fields; i++) {
		const struct entity_field *f = &type->fields[i];

		buf_printf(&sql, ", %s%s", entity_is_stored(f) ? entity_column(f) : "0",
		    f->kind == ENTITY_PRESENT ? " IS NOT NULL" : "");
	}
	buf_printf(&sql, " %s", rest);
	return entity_prepare(db, &sql, ret_stmt, err);
}

enum rc
entity_query(struct db *db, const struct entity_type *type, const char *rest,
    struct db_args args, struct db_stmt **ret_stmt, struct err *err)
{
	enum rc rc = entity_select(db, type, rest, ret_stmt, err);

	if (rc == RC_OK)
		db_bind_args(*ret_stmt, args);
	return rc;
}

/* False: a word that is none of the choices. */
static bool
read_field(const struct entity_field *f, const struct db_stmt *q, unsigned n, void *row)
{
	int64_t number = 0;
	bool is_known = true;

	if (entity_is_text(f)) {
		entity_set_text(f, row, db_text(q, n));
	} else if (f->kind == ENTITY_REAL) {
		entity_set_real(f, row, db_real(q, n));
	} else if (f->kind == ENTITY_CHOICE) {
		is_known = entity_from_word(f, db_text(q, n), &number);
		entity_set_number(f, row, number);
	} else if (entity_is_stored(f)) {
		entity_set_number(f, row, db_is_null(q, n) ? f->none : db_int(q, n));
	}
	return is_known;
}

enum rc
entity_from_row(const struct entity_type *type, const struct db_stmt *q, void *ret_row,
    struct err *err)
{
	entity_set_id(ret_row, db_int(q, 0));
	for (unsigned i = 0; i < type->n_fields; i++) {
		if (!read_field(&type->fields[i], q, i + 1, ret_row))
			return err_set(err, RC_PROTOCOL, "%s %lld has an unknown %s",
			    type->name, (long long)db_int(q, 0), type->fields[i].name);
	}
	return RC_OK;
}

enum rc
entity_read(const struct entity_type *type, const struct db_stmt *q, struct arena *arena,
    void *ret_row, struct err *err)
{
	_Alignas(max_align_t) char row[ENTITY_ROW_MAX] = { 0 };
	enum rc rc;

	assert(type->row_bytes <= sizeof(row));
	rc = entity_from_row(type, q, row, err);
	if (rc != RC_OK)
		return rc;
	if (!entity_keep_texts(type, row, arena))
		return err_set(err, RC_NOMEM, "out of memory");
	memcpy(ret_row, row, type->row_bytes);
	return RC_OK;
}

enum rc
entity_first(const struct entity_type *type, struct db_stmt *q, struct arena *arena,
    void *ret_row, struct err *err)
{
	enum rc rc = db_first(q, err);

	return rc == RC_OK ? entity_read(type, q, arena, ret_row, err) : rc;
}

/* ---- writing ---------------------------------------------------------------- */

/* $1 is the moment, $2 and those behind it the fields, then comes what is not read. */
static void
put_insert(struct buf *sql, const struct entity_update *all)
{
	const struct entity_type *type = all->type;
	unsigned n = 1;

	buf_printf(sql, "INSERT INTO %s (created_ms, updated_ms", type->table);
	for (size_t i = 0; i < type->n_fields; i++) {
		if (is_inserted(&type->fields[i]))
			buf_printf(sql, ", %s", entity_column(&type->fields[i]));
	}
	if (all->unread)
		buf_printf(sql, ", %s", all->unread);
	buf_puts(sql, ") VALUES ($1, $1");
	for (size_t i = 0; i < type->n_fields; i++) {
		if (is_inserted(&type->fields[i]))
			buf_printf(sql, ", $%u", ++n);
	}
	if (all->unread)
		buf_printf(sql, ", $%u", ++n);
	buf_puts(sql, ") RETURNING id");
}

enum rc
entity_insert_all(
    struct db *db, const struct entity_update *all, int64_t *ret_id, struct err *err)
{
	struct buf sql = BUF_INIT(ENTITY_SQL_MAX);
	struct db_stmt *q OWNED(db_done) = NULL;
	unsigned n = 1;
	enum rc rc;

	put_insert(&sql, all);
	rc = entity_prepare(db, &sql, &q, err);
	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, all->now_ms);
	for (size_t i = 0; i < all->type->n_fields; i++) {
		if (is_inserted(&all->type->fields[i]))
			bind_field(q, ++n, &all->type->fields[i], all->row);
	}
	if (all->unread)
		db_bind_text(q, ++n, all->unread_text);
	rc = db_first(q, err);
	if (rc == RC_OK)
		*ret_id = db_int(q, 0);
	return rc;
}

enum rc
entity_insert(struct db *db, const struct entity_type *type, const void *row,
    int64_t now_ms, int64_t *ret_id, struct err *err)
{
	struct entity_update all = { type, row, ENTITY_ALL, now_ms };

	return entity_insert_all(db, &all, ret_id, err);
}

/* $1 is the moment, $2 the id, then come the fields that are changed, what is not read, and
 * the fields that are fixed. */
static void
put_update(struct buf *sql, const struct entity_update *u)
{
	const struct entity_type *type = u->type;
	unsigned n = 2;

	buf_printf(sql, "UPDATE %s SET updated_ms = $1", type->table);
	for (size_t i = 0; i < type->n_fields; i++) {
		if (is_updated(u, i))
			buf_printf(
			    sql, ", %s = $%u", entity_column(&type->fields[i]), ++n);
	}
	if (type->ships)
		buf_puts(
		    sql, ", is_edited = CASE WHEN builtin_key IS NULL THEN 0 ELSE 1 END");
	if (u->unread)
		buf_printf(sql, ", %s = $%u", u->unread, ++n);
	buf_puts(sql,
	    type->is_removed ? " WHERE id = $2"
			     : " WHERE id = $2 AND deleted_ms IS NULL");
	for (size_t i = 0; i < type->n_fields; i++) {
		if (type->fields[i].flags & ENTITY_FIXED)
			buf_printf(
			    sql, " AND %s = $%u", entity_column(&type->fields[i]), ++n);
	}
}

static void
bind_update(struct db_stmt *q, const struct entity_update *u)
{
	unsigned n = 2;

	db_bind_int(q, 1, u->now_ms);
	db_bind_int(q, 2, entity_id(u->row));
	for (size_t i = 0; i < u->type->n_fields; i++) {
		if (is_updated(u, i))
			bind_field(q, ++n, &u->type->fields[i], u->row);
	}
	if (u->unread)
		db_bind_text(q, ++n, u->unread_text);
	for (size_t i = 0; i < u->type->n_fields; i++) {
		if (u->type->fields[i].flags & ENTITY_FIXED)
			bind_field(q, ++n, &u->type->fields[i], u->row);
	}
}

enum rc
entity_update(struct db *db, const struct entity_update *update, struct err *err)
{
	struct buf sql = BUF_INIT(ENTITY_SQL_MAX);
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t changed = 0;
	enum rc rc;

	put_update(&sql, update);
	rc = entity_prepare(db, &sql, &q, err);
	if (rc != RC_OK)
		return rc;
	bind_update(q, update);
	rc = db_run(q, &changed, err);
	return rc == RC_OK && changed == 0 ? RC_NOT_FOUND : rc;
}

/* Marked and not removed: a row that shipped would come back, and what is deleted may still
 * refer to it. */
enum rc
entity_delete(struct db *db, const struct entity_type *type, int64_t id, int64_t now_ms,
    struct err *err)
{
	struct buf sql = BUF_INIT(ENTITY_SQL_MAX);
	struct db_stmt *q OWNED(db_done) = NULL;
	int64_t changed = 0;
	enum rc rc;

	buf_printf(&sql,
	    "UPDATE %s SET deleted_ms = $2, %s = %s || ' (deleted ' || id || ')' "
	    "WHERE id = $1 AND deleted_ms IS NULL",
	    type->table, type->key, type->key);
	rc = entity_prepare(db, &sql, &q, err);
	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, id);
	db_bind_int(q, 2, now_ms);
	rc = db_run(q, &changed, err);
	return rc == RC_OK && changed == 0 ? RC_NOT_FOUND : rc;
}

/* ---- copies ----------------------------------------------------------------- */

static void
put_copied(struct buf *sql, const struct entity_field *f, const struct entity_swap *swaps)
{
	for (; swaps->field; swaps++) {
		if (strcmp(swaps->field, f->name) == 0) {
			buf_printf(sql, "%s, ", swaps->sql);
			return;
		}
	}
	buf_printf(sql, "r.%s, ", entity_column(f));
}

void
entity_copy_sql(struct buf *sql, const struct entity_type *type, unsigned without,
    const struct entity_swap *swaps)
{
	without |= ENTITY_COMPUTED; /* no type with secrets is copied */
	buf_printf(sql, "INSERT INTO %s (", type->table);
	for (size_t i = 0; i < type->n_fields; i++) {
		if (!(type->fields[i].flags & without))
			buf_printf(sql, "%s, ", entity_column(&type->fields[i]));
	}
	buf_puts(sql, "created_ms, updated_ms) SELECT ");
	for (size_t i = 0; i < type->n_fields; i++) {
		if (!(type->fields[i].flags & without))
			put_copied(sql, &type->fields[i], swaps);
	}
	buf_puts(sql, "CAST($3 AS BIGINT), CAST($3 AS BIGINT)");
}

enum rc
entity_copy(
    struct db *db, const struct entity_copy *copy, int64_t *ret_id, struct err *err)
{
	const struct entity_swap swaps[] = { { copy->type->key, "CAST($2 AS TEXT)" },
		{ NULL, NULL } };
	struct buf sql = BUF_INIT(ENTITY_SQL_MAX);
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc;

	entity_copy_sql(&sql, copy->type, ENTITY_READ_ONLY, swaps);
	buf_printf(&sql,
	    " FROM %s r WHERE r.id = $1 AND r.deleted_ms IS NULL RETURNING id",
	    copy->type->table);
	rc = entity_prepare(db, &sql, &q, err);
	if (rc != RC_OK)
		return rc;
	db_bind_int(q, 1, copy->from);
	db_bind_text(q, 2, copy->name);
	db_bind_int(q, 3, copy->now_ms);
	rc = db_first(q, err);
	if (rc == RC_OK)
		*ret_id = db_int(q, 0);
	return rc;
}

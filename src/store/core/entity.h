/* SPDX-License-Identifier: Apache-2.0
 *
 * store/core/entity.h - rows of an entity by its table (model/entity.h): read, inserted,
 * updated, copied. For the files of store/.
 *
 * The text of a statement is made of the constants of the table and of the caller, never
 * of input. RC_NOT_FOUND and RC_CONFLICT come without a sentence for people: what is missing,
 * or taken, the caller says. Owner of the connection only.
 */
#ifndef FACHO_STORE_CORE_ENTITY_H
#define FACHO_STORE_CORE_ENTITY_H

#include "base/arena.h"
#include "base/buf.h"
#include "model/entity.h"
#include "store/db/query.h"

enum { ENTITY_SQL_MAX = 8192 };

/* ---- reading ---------------------------------------------------------------- */

/* Prepare "SELECT id, ..." with the columns of the table, and the rest of the statement. */
enum rc entity_select(struct db *db, const struct entity_type *type, const char *rest,
    struct db_stmt **ret_stmt, struct err *err) MUST_CHECK;

/* The same with its values bound. */
enum rc entity_query(struct db *db, const struct entity_type *type, const char *rest,
    struct db_args args, struct db_stmt **ret_stmt, struct err *err) MUST_CHECK;

/* The number of the first column of such a statement that is the caller's own. */
static inline unsigned
entity_columns(const struct entity_type *type)
{
	return (unsigned)type->n_fields + 1;
}

/* Read the current row of a statement. Texts belong to the statement. RC_PROTOCOL: a word
 * that is not one of the choices; the row is read in part then. */
enum rc entity_from_row(const struct entity_type *type, const struct db_stmt *q,
    void *ret_row, struct err *err) MUST_CHECK;

/* The same with the texts in the arena. On failure *ret_row is untouched. */
enum rc entity_read(const struct entity_type *type, const struct db_stmt *q,
    struct arena *arena, void *ret_row, struct err *err) MUST_CHECK;

/* The same of the first row of a statement that is bound. */
enum rc entity_first(const struct entity_type *type, struct db_stmt *q,
    struct arena *arena, void *ret_row, struct err *err) MUST_CHECK;

/* ---- writing ---------------------------------------------------------------- */

/* With all fields that may be written. */
enum rc entity_insert(struct db *db, const struct entity_type *type, const void *row,
    int64_t now_ms, int64_t *ret_id, struct err *err) MUST_CHECK;

struct entity_update {
	const struct entity_type *type;
	const void *row; /* with its id */
	entity_set fields; /* these, if they may be changed; the rest stays */
	int64_t now_ms;
	/* A column that is written and never read, and so is no field; NULL: none. */
	const char *unread, *unread_text;
};

/* The same as entity_insert, with the unread column. */
enum rc entity_insert_all(struct db *db, const struct entity_update *all, int64_t *ret_id,
    struct err *err) MUST_CHECK;

/* RC_NOT_FOUND: it is gone or deleted, or differs in a field that is fixed. */
enum rc entity_update(struct db *db, const struct entity_update *update, struct err *err)
    MUST_CHECK;

/* Mark row id as deleted, and give its name free. RC_NOT_FOUND. */
enum rc entity_delete(struct db *db, const struct entity_type *type, int64_t id,
    int64_t now_ms, struct err *err) MUST_CHECK;

/* ---- copies ----------------------------------------------------------------- */

/* What a copy has instead of a field. */
struct entity_swap {
	const char *field; /* NULL ends a list */
	const char *sql;
};

/* "INSERT INTO ... SELECT ..." of rows r, up to where FROM follows. $3 is the moment.
 * Fields with one of the flags `without` are left to their defaults, computed ones always. */
void entity_copy_sql(struct buf *sql, const struct entity_type *type, unsigned without,
    const struct entity_swap *swaps);

struct entity_copy {
	const struct entity_type *type;
	int64_t from;
	const char *name; /* in its key */
	int64_t now_ms;
};

/* One row under another name, no longer a part of what shipped. RC_NOT_FOUND. */
enum rc entity_copy(struct db *db, const struct entity_copy *copy, int64_t *ret_id,
    struct err *err) MUST_CHECK;

/* Prepare the statement of a buffer, which is empty afterwards. */
enum rc entity_prepare(struct db *db, struct buf *sql, struct db_stmt **ret_stmt,
    struct err *err) MUST_CHECK;

#endif

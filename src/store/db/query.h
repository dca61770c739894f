/* SPDX-License-Identifier: Apache-2.0
 *
 * store/db/query.h - a statement and its values in one call.
 *
 *	static const char sql[] = "UPDATE olts SET name = $2 WHERE id = $1";
 *
 *	return db_exec(db, sql, DB_ARGS(id.v, name), err);
 *
 * The values are $1, $2, ... in this order; DB_ARGS takes 1 to 16 of them. Whole numbers,
 * bools, texts and doubles are written as they are. A text that is NULL is stored as NULL, and
 * so is NaN. For other values there are functions: db_int_if, db_or_null, db_blob_of. A
 * statement with more values uses db_prepare and db_bind_* (store/db/db.h).
 *
 * Outcomes, owners and threads are those of store/db/db.h.
 */
#ifndef FACHO_STORE_DB_QUERY_H
#define FACHO_STORE_DB_QUERY_H

#include "store/db/db.h"

/* ---- values ------------------------------------------------------------------ */

/* The array is borrowed for the call; what values point at is borrowed as in db_bind_text. */
struct db_args {
	const struct db_value *values;
	unsigned n;
};

#define DB_NO_ARGS ((struct db_args){ NULL, 0 })

#ifndef __cppcheck__
#define DB_ARGS(...)                                                                 \
	((struct db_args){ (const struct db_value[]){                                \
			       DB_ARG_NTH(__VA_ARGS__, DB_ARG_LISTS)(__VA_ARGS__) }, \
	    DB_ARG_NTH(__VA_ARGS__, DB_ARG_COUNTS) })
#else /* it does not parse _Generic */
#define DB_ARGS(...) db_args_of(__VA_ARGS__)
#endif

static inline struct db_value
db_int_of(int64_t number)
{
	return (struct db_value){ .type = DB_INT, .i = number };
}

/* A NULL unless there is a number. */
static inline struct db_value
db_int_if(bool has_number, int64_t number)
{
	return (struct db_value){ .type = has_number ? DB_INT : DB_NULL, .i = number };
}

/* 0 is a NULL. */
static inline struct db_value
db_or_null(int64_t number)
{
	return db_int_if(number != 0, number);
}

struct db_value db_text_of(const char *text);
struct db_value db_real_of(double number);
struct db_value db_blob_of(const void *bytes, size_t len);

static inline struct db_value
db_value_of(struct db_value value)
{
	return value;
}

/* The value of one argument, by its type. */
#define DB_ARG(x) \
	_Generic((x),                      \
	    char *: db_text_of,            \
	    const char *: db_text_of,      \
	    float: db_real_of,             \
	    double: db_real_of,            \
	    struct db_value: db_value_of,  \
	    default: db_int_of)(x)

/* ---- statements -------------------------------------------------------------- */

/* Bind $1 and those that follow; the others keep their values. For a statement that runs more
 * than once. */
void db_bind_args(struct db_stmt *q, struct db_args args);

/* Prepare it and bind the values. */
enum rc db_query(struct db *db, const char *sql, struct db_args args,
    struct db_stmt **ret_stmt, struct err *err) MUST_CHECK;

/* The same, and stand on its first row. RC_NOT_FOUND, without a sentence: there is none. */
enum rc db_query_first(struct db *db, const char *sql, struct db_args args,
    struct db_stmt **ret_stmt, struct err *err) MUST_CHECK;

/* The number in the first column of its first row, 0 for NULL: an id, a count.
 * RC_NOT_FOUND, without a sentence: there is no row. */
enum rc db_query_int(struct db *db, const char *sql, struct db_args args,
    int64_t *ret_number, struct err *err) MUST_CHECK;

/* Run it for its effect. */
enum rc db_exec(struct db *db, const char *sql, struct db_args args, struct err *err)
    MUST_CHECK;

/* The same; *ret_changed: how many rows it inserted, updated or deleted. */
enum rc db_exec_count(struct db *db, const char *sql, struct db_args args,
    int64_t *ret_changed, struct err *err) MUST_CHECK;

/* The same; RC_NOT_FOUND, without a sentence: no row was changed. */
enum rc db_change(struct db *db, const char *sql, struct db_args args, struct err *err)
    MUST_CHECK;

/* The next row of a statement as long as nothing fails:
 *
 *	enum rc rc = db_query(db, sql, DB_NO_ARGS, &q, err);
 *
 *	while (db_next(q, &rc, err))
 *		rc = use(db_int(q, 0));
 *	return rc;
 *
 * False: there are no more rows, or *rc is a failure (of before, or of reading this row).
 * q may be NULL if *rc is a failure. */
bool db_next(struct db_stmt *q, enum rc *rc, struct err *err);

/* ---- the lists of DB_ARGS ---------------------------------------------------- */

/* Behind n arguments stand 16 lists, or 16 numbers, in descending order: the 17th of all is
 * the one for n. */
#define DB_ARG_NTH(...) DB_ARG_17TH(__VA_ARGS__, 0)
#define DB_ARG_17TH(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, seventeenth, ...) \
	seventeenth
#define DB_ARG_COUNTS 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1
#define DB_ARG_LISTS                                                            \
	DB_ARGS_16, DB_ARGS_15, DB_ARGS_14, DB_ARGS_13, DB_ARGS_12, DB_ARGS_11, \
	    DB_ARGS_10, DB_ARGS_9, DB_ARGS_8, DB_ARGS_7, DB_ARGS_6, DB_ARGS_5,  \
	    DB_ARGS_4, DB_ARGS_3, DB_ARGS_2, DB_ARGS_1
#define DB_ARGS_1(x) DB_ARG(x)
#define DB_ARGS_2(x, ...) DB_ARG(x), DB_ARGS_1(__VA_ARGS__)
#define DB_ARGS_3(x, ...) DB_ARG(x), DB_ARGS_2(__VA_ARGS__)
#define DB_ARGS_4(x, ...) DB_ARG(x), DB_ARGS_3(__VA_ARGS__)
#define DB_ARGS_5(x, ...) DB_ARG(x), DB_ARGS_4(__VA_ARGS__)
#define DB_ARGS_6(x, ...) DB_ARG(x), DB_ARGS_5(__VA_ARGS__)
#define DB_ARGS_7(x, ...) DB_ARG(x), DB_ARGS_6(__VA_ARGS__)
#define DB_ARGS_8(x, ...) DB_ARG(x), DB_ARGS_7(__VA_ARGS__)
#define DB_ARGS_9(x, ...) DB_ARG(x), DB_ARGS_8(__VA_ARGS__)
#define DB_ARGS_10(x, ...) DB_ARG(x), DB_ARGS_9(__VA_ARGS__)
#define DB_ARGS_11(x, ...) DB_ARG(x), DB_ARGS_10(__VA_ARGS__)
#define DB_ARGS_12(x, ...) DB_ARG(x), DB_ARGS_11(__VA_ARGS__)
#define DB_ARGS_13(x, ...) DB_ARG(x), DB_ARGS_12(__VA_ARGS__)
#define DB_ARGS_14(x, ...) DB_ARG(x), DB_ARGS_13(__VA_ARGS__)
#define DB_ARGS_15(x, ...) DB_ARG(x), DB_ARGS_14(__VA_ARGS__)
#define DB_ARGS_16(x, ...) DB_ARG(x), DB_ARGS_15(__VA_ARGS__)

#endif

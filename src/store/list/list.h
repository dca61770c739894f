/* SPDX-License-Identifier: Apache-2.0
 *
 * store/list/list.h - pages of rows for people: what may be listed, by which fields it
 * may be filtered and ordered, is one table (list_tables.c and list_setup.c).
 *
 * A name that a user chooses is looked up in that table and never becomes SQL. The
 * order always ends with the row's own number, so that pages neither repeat nor
 * skip rows that are equal in what was asked for.
 *
 * Any connection; reading pages in one db_begin gives one moment of the database.
 */
#ifndef FACHO_STORE_LIST_LIST_H
#define FACHO_STORE_LIST_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "model/value.h"

struct arena;
struct db;
struct vec;

enum {
	LIST_PAGE_MAX = 1000,
	LIST_FIELDS_MAX = 80,
	LIST_FILTERS_MAX = 16,
	LIST_KEYS_MAX = 6,
};

enum list_type {
	LIST_INT,
	LIST_REAL,
	LIST_TEXT,
	LIST_TIME, /* epoch milliseconds */
	LIST_BOOL, /* 0 or 1 */
	LIST_JSON, /* a text that is JSON; it is shown as such */
	/* When the run state was read: the ONU's own stamp (store/value/stamps.h), or else the
	 * moment in the next field, its OLT's. Neither filtered nor ordered by. */
	LIST_STATE_STAMP,
};

enum {
	LIST_FILTER = 1, /* field=, field__lt=, field__gte= */
	LIST_ORDER = 2,
	LIST_SEARCH = 4, /* part of what `search` looks through */
	LIST_NULLS = 8, /* may have none; those come last, whichever way */
};

struct list_field {
	const char *name; /* as in the API */
	const char *sql; /* an expression over the list's tables */
	enum list_type type;
	unsigned may; /* LIST_FILTER | ... */
	/* Who orders by it means these expressions, one after the other, of which none is
	 * ever null: the tenth port comes behind the second. NULL: the field itself.
	 * At most LIST_KEYS_MAX, and a NULL behind the last. */
	const char *const *keys;
};

struct list {
	const char *name; /* "executions" */
	const char *tables; /* FROM ... */
	const char *id; /* the expression that makes the order whole */
	const char
	    *order; /* when none is asked for; a field's name, "-" in front: down */
	const struct list_field *fields; /* ends with a NULL name */
	/* Where an index finds the ids of what is searched: a SELECT that goes on with
	 * conditions on search_text. NULL: the fields are looked through, row by row. */
	const char *search;
	/* With it: a SELECT of the ids that belong to the text as a whole, which goes on
	 * with "=": an OLT's address finds its ONUs. */
	const char *search_by;
};

/* NULL when there is no such list. */
const struct list *list_find(const char *name);
/* All of them, from 0 on; NULL behind the last. */
const struct list *list_at(size_t i);

enum list_test {
	LIST_EQUAL,
	LIST_BELOW,
	LIST_AT_LEAST,
};

struct list_filter {
	const char *field;
	enum list_test test;
	const char *value; /* as it was written; "" equals NULL and the empty text */
};

struct list_query {
	size_t n_filters; /* at most LIST_FILTERS_MAX */
	const struct list_filter *filters;
	/* NULL or "": none. Every word is part of a field that may be searched, whatever
	 * its case and accents; of ONUs also what store/list/search.h says of notations. */
	const char *search;
	const char *order; /* NULL or "": the list's own */
	int64_t page; /* from 1 */
	int64_t page_size; /* 1 to LIST_PAGE_MAX */
	bool is_uncounted; /* nobody wants to know how many there are: 0 comes back */
};

/* A row: one value a field, in the order of the table; moments are VALUE_TIME.
 * Borrowed. */
typedef enum rc (*list_row)(void *ctx, const struct list *list, const struct value *row);

/* Calls row for each row of the page; *ret_count is how many there are on all of
 * them. RC_INVALID names the field or the value that cannot be, and those that can. */
enum rc store_list(struct db *db, const struct list *list, const struct list_query *query,
    list_row row, void *ctx, int64_t *ret_count, struct err *err) MUST_CHECK;

/* A place between two rows: the values of the row before it. */
struct list_mark {
	bool is_set; /* not: before the first row */
	size_t n; /* of order: as many as the field has keys */
	struct value order[LIST_KEYS_MAX], id;
	struct arena *arena; /* where text of them is kept */
};

/* The next query->page_size rows behind the mark, which moves on to the last of them; it
 * is not set when there are none any more. Nothing is counted, and the query's page does
 * not matter: whoever reads a long list to its end neither pays for the rows before nor
 * meets one twice. Without an order the rows come in that of their ids. */
enum rc store_list_on(struct db *db, const struct list *list,
    const struct list_query *query, struct list_mark *mark, list_row row, void *ctx,
    struct err *err) MUST_CHECK;

/* The order that store_list_on takes when none is asked for, whose name views of it have
 * too. */
const char *list_order_on(const struct list *list, const char *order);

/* The mark behind the row with this id. RC_NOT_FOUND, without a sentence: it is gone. */
enum rc store_list_mark(struct db *db, const struct list *list,
    const struct list_query *query, int64_t id, struct list_mark *mark, struct err *err)
    MUST_CHECK;

/* ---- views: which rows, and in which order ----------------------------------------- */

/* Are its rows known by a number? */
bool list_has_views(const struct list *list);

/* The ids of all rows of the query, in its order, behind those that are in ids (of
 * int64_t). Its page does not matter. On failure ids is as it was. */
enum rc store_list_ids(struct db *db, const struct list *list,
    const struct list_query *query, struct vec *ids, struct err *err) MUST_CHECK;

/* The rows with these ids, in no order; those that are gone are left out. */
enum rc store_list_rows(struct db *db, const struct list *list, const int64_t *ids,
    size_t n, list_row row, void *ctx, struct err *err) MUST_CHECK;

#endif

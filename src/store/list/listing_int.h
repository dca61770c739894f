/* SPDX-License-Identifier: Apache-2.0
 *
 * store/list/listing_int.h - a statement about a list on its way: what the ways of reading one
 * (pages in list.c, behind a mark in list_on.c, views in list_view.c) share.
 *
 * SQL is put together from the constants of list_tables.c and list_setup.c and from
 * nothing else; whatever a user wrote is bound.
 */
#ifndef FACHO_STORE_LIST_LISTING_INT_H
#define FACHO_STORE_LIST_LISTING_INT_H

#include "base/buf.h"
#include "store/list/list.h"
#include "store/list/search_int.h"

struct db_stmt;

enum {
	LISTING_SQL_MAX = 16384,
	LISTING_PATTERNS_MAX = SEARCH_WORDS_MAX + SEARCH_FORMS_MAX,
	LISTING_PATTERN_MAX = 2 * SEARCH_TEXT_MAX + 8, /* with escapes */
	LISTING_BOUND_MAX = LIST_FILTERS_MAX + 2 + LIST_KEYS_MAX + LISTING_PATTERNS_MAX +
	    SEARCH_PLACES_MAX + 1,
};

/* A value on its way to a parameter. */
struct bound {
	enum list_type type;
	int64_t i;
	double r;
	const char *text;
};

struct listing {
	const struct list *list;
	const struct list_query *query;
	struct buf where; /* " WHERE ..." or nothing */
	struct buf sql;
	struct bound bound[LISTING_BOUND_MAX];
	unsigned n_bound;
	const struct list_field *order;
	const char *keys[LIST_KEYS_MAX]; /* what that means */
	unsigned n_keys;
	bool is_down;
	struct search_terms terms; /* of query->search */
	unsigned n_patterns;
	char patterns[LISTING_PATTERNS_MAX][LISTING_PATTERN_MAX];
	char places[SEARCH_PLACES_MAX][SEARCH_PLACE_MAX];
	struct err *err;
};

#define LISTING(of, asked, trouble)                                                 \
	{                                                                           \
		.list = (of), .query = (asked), .where = BUF_INIT(LISTING_SQL_MAX), \
		.sql = BUF_INIT(LISTING_SQL_MAX), .err = (trouble)                  \
	}
void listing_fini(struct listing *x);

/* RC_INVALID names what cannot be. */
enum rc listing_check_page(const struct listing *x) MUST_CHECK;
enum rc listing_where(struct listing *x) MUST_CHECK;
enum rc listing_order(struct listing *x) MUST_CHECK;
/* " AND " or " WHERE ", for one condition more. */
void listing_condition(struct listing *x);

/* "SELECT" with all fields; " FROM ... WHERE ... ORDER BY". */
void listing_select(struct listing *x);
void listing_from(struct listing *x);
/* RC_NOMEM when it did not fit. */
enum rc listing_is_whole(const struct listing *x) MUST_CHECK;

void listing_bind(struct db_stmt *q, const struct listing *x);
const struct list_field *listing_field(
    const struct list *list, const char *name, size_t n, unsigned may);
/* The columns of the row it stands on, as the list has them. */
void listing_read(const struct db_stmt *q, const struct list *list,
    struct value values[LIST_FIELDS_MAX]);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Views: which rows a query has and in which order, apart from what is in them.
 */
#include "store/list/listing_int.h"

#include <string.h>

#include "base/vec.h"
#include "store/db/query.h"

/* Parameters of one statement that reads rows; the last id fills those left over. */
enum { ROWS_AT_ONCE = 50 };

bool
list_has_views(const struct list *list)
{
	const struct list_field *id = list->fields;

	return strcmp(id->name, "id") == 0 && id->type == LIST_INT;
}

static enum rc
make_ids(struct listing *x)
{
	enum rc rc = listing_where(x);

	if (rc == RC_OK)
		rc = listing_order(x);
	if (rc != RC_OK)
		return rc;
	buf_printf(&x->sql, "SELECT %s", x->list->id);
	listing_from(x);
	return listing_is_whole(x);
}

static enum rc
read_ids(struct db *db, const struct listing *x, struct vec *ids)
{
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = db_prepare(db, buf_text(&x->sql), &q, x->err);

	if (rc != RC_OK)
		return rc;
	listing_bind(q, x);
	while (db_next(q, &rc, x->err)) {
		int64_t *id = vec_add(ids);

		if (!id)
			return err_set(x->err, RC_NOMEM, "no memory for a list");
		*id = db_int(q, 0);
	}
	return rc;
}

enum rc
store_list_ids(struct db *db, const struct list *list, const struct list_query *query,
    struct vec *ids, struct err *err)
{
	struct listing x = LISTING(list, query, err);
	size_t before = ids->n;
	enum rc rc = make_ids(&x);

	if (rc == RC_OK)
		rc = read_ids(db, &x, ids);
	if (rc != RC_OK)
		ids->n = before;
	listing_fini(&x);
	return rc;
}

static enum rc
make_rows(struct listing *x)
{
	listing_select(x);
	buf_printf(&x->sql, " FROM %s WHERE %s IN (", x->list->tables, x->list->id);
	for (unsigned i = 1; i <= ROWS_AT_ONCE; i++)
		buf_printf(&x->sql, "%s$%u", i > 1 ? ", " : "", i);
	buf_puts(&x->sql, ")");
	return listing_is_whole(x);
}

static enum rc
read_rows(struct db_stmt *q, const struct listing *x, list_row row, void *ctx)
{
	struct value values[LIST_FIELDS_MAX];
	enum rc rc = RC_OK;

	while (db_next(q, &rc, x->err)) {
		listing_read(q, x->list, values);
		rc = row(ctx, x->list, values);
	}
	return rc;
}

enum rc
store_list_rows(struct db *db, const struct list *list, const int64_t *ids, size_t n,
    list_row row, void *ctx, struct err *err)
{
	struct listing x = LISTING(list, NULL, err);
	struct db_stmt *q OWNED(db_done) = NULL;
	enum rc rc = make_rows(&x);

	if (rc == RC_OK)
		rc = db_prepare(db, buf_text(&x.sql), &q, err);
	for (size_t i = 0; rc == RC_OK && i < n; i += ROWS_AT_ONCE) {
		for (unsigned j = 0; j < ROWS_AT_ONCE; j++)
			db_bind_int(q, j + 1, ids[i + j < n ? i + j : n - 1]);
		rc = read_rows(q, &x, row, ctx);
		db_again(q);
	}
	listing_fini(&x);
	return rc;
}

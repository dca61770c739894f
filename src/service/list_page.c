/* SPDX-License-Identifier: Apache-2.0
 *
 * One page of a list: from the database, or on a large site through a view.
 */
#include <stdlib.h>

#include "base/clock.h"
#include "service/service_int.h"
#include "service/totals_cache_int.h"
#include "service/list_cache_int.h"
#include "store/list/list.h"

/* From so many ONUs on lists may be long. A page behind so many rows is deep: the database
 * would read all of those before it. */
enum {
	LARGE_ONUS = 20000,
	DEEP_ROWS = 20000,
	USUAL_ROWS = 50, /* of a page; more of them may take longer */
};

/* A list that is long itself says so before the first count is there. */
static bool
is_large(const struct service *s, int64_t n_rows)
{
	const struct count *count =
	    s->totals_cache ? totals_cache_get(s->totals_cache) : NULL;
	bool is_so =
	    count && count->totals.onus_present + count->totals.onus_absent >= LARGE_ONUS;

	if (count)
		count_release(count);
	return is_so || n_rows >= LARGE_ONUS;
}

/* A row as an object, whose keys stay in the order of the table. */
static enum rc
append_row(void *ctx, const struct list *list, const struct value *row)
{
	return json_array_append_new(ctx, show_list_row(list, row)) == 0 ? RC_OK
									 : RC_NOMEM;
}

/* ---- through a view ---------------------------------------------------------------------- */

/* Rows come in any order, and go to the place of their id. */
struct places {
	size_t n;
	const int64_t *ids;
	json_t **rows; /* in the arena; NULL: it is gone */
};

static enum rc
place_row(void *ctx, const struct list *list, const struct value *row)
{
	struct places *p = ctx;

	for (size_t i = 0; i < p->n; i++) {
		if (p->ids[i] != row[0].i || p->rows[i])
			continue;
		p->rows[i] = show_list_row(list, row);
		return p->rows[i] ? RC_OK : RC_NOMEM;
	}
	return RC_OK;
}

static enum rc
read_places(struct ask *a, const struct list *list, const int64_t *ids, size_t n,
    json_t *results, struct err *err)
{
	struct places p = { n, ids, arena_alloc(a->arena, (n + 1) * sizeof(json_t *)) };
	enum rc rc;

	if (!p.rows)
		return err_set(err, RC_NOMEM, "out of memory");
	for (size_t i = 0; i < n; i++)
		p.rows[i] = NULL;
	rc = store_list_rows(a->db, list, ids, n, place_row, &p, err);
	for (size_t i = 0; i < n; i++) {
		if (p.rows[i])
			(void)json_array_append_new(results, p.rows[i]);
	}
	return rc;
}

/* ---- either way ---------------------------------------------------------------------------- */

static enum rc
pass_row(void *ctx, const struct list *list, const struct value *row)
{
	(void)ctx;
	(void)list;
	(void)row;
	return RC_OK;
}

/* Without a view, a deep page is empty or refused: the database reads nothing but the
 * number of rows. */
static enum rc
refuse_deep(struct ask *a, const struct list *list, const struct list_query *query,
    int64_t *ret_count, struct err *err)
{
	struct list_query one = *query;
	enum rc rc;

	one.page = one.page_size = 1;
	rc = store_list(a->db, list, &one, pass_row, NULL, ret_count, err);
	if (rc != RC_OK || *ret_count <= (query->page - 1) * query->page_size)
		return rc;
	return err_set(err, RC_INVALID,
	    "page: so deep in %s pages cannot be had; read on from the first rows with "
	    "after= instead, or narrow it with filters",
	    list->name);
}

/* Deep pages are served by views only, which one thread makes one by one. */
static enum rc
deep_page(struct ask *a, const struct list *list, const struct list_query *query,
    json_t *results, int64_t *ret_count, struct err *err)
{
	struct list_cache *views = a->s->views;
	int64_t ids[LIST_PAGE_MAX];
	size_t n = 0;

	if (!views || !list_has_views(list))
		return refuse_deep(a, list, query, ret_count, err);
	list_cache_want(views, list, query);
	if (!list_cache_page(views, list, query, ids, &n, ret_count))
		return err_set(err, RC_TIMEOUT,
		    "%s is being sorted for deep pages: try again in a moment, or read "
		    "on "
		    "from the first rows with after=",
		    list->name);
	return read_places(a, list, ids, n, results, err);
}

enum rc
list_page(struct ask *a, const struct list *list, const struct list_query *query,
    json_t *results, int64_t *ret_count, struct err *err)
{
	struct list_cache *views = a->s->views;
	int64_t ids[LIST_PAGE_MAX];
	int64_t begun_ms = clock_mono_ms();
	size_t n = 0;
	enum rc rc;

	if (views && list_cache_page(views, list, query, ids, &n, ret_count))
		return read_places(a, list, ids, n, results, err);
	if ((query->page - 1) * query->page_size >= DEEP_ROWS)
		return deep_page(a, list, query, results, ret_count, err);
	rc = store_list(a->db, list, query, append_row, results, ret_count, err);
	if (rc == RC_OK && views && is_large(a->s, *ret_count))
		list_cache_note(views, list, query, clock_mono_ms() - begun_ms);
	return rc;
}

/* ---- on behind a row --------------------------------------------------------------------- */

/* Through a view; false: there is none, or it does not know the row of the mark. */
static bool
behind_in_view(struct ask *a, const struct list *list, const struct list_query *query,
    struct list_mark *mark, json_t *results, enum rc *ret_rc, struct err *err)
{
	int64_t ids[LIST_PAGE_MAX], count;
	int64_t id = mark->is_set ? mark->id.i : 0;
	struct list_mark next = *mark;
	size_t n = 0;
	enum rc rc = RC_OK;

	if (!a->s->views || !list_has_views(list) ||
	    (mark->is_set && mark->id.kind != VALUE_INT) ||
	    !list_cache_behind(a->s->views, list, query, id, ids, &n, &count))
		return false;
	/* The last of them may be gone, but hardly all. */
	next.is_set = false;
	if (n == (size_t)query->page_size) {
		rc = RC_NOT_FOUND;
		for (size_t i = n; i > 0 && rc == RC_NOT_FOUND; i--)
			rc = store_list_mark(a->db, list, query, ids[i - 1], &next, err);
	}
	if (rc == RC_NOT_FOUND)
		return false;
	if (rc == RC_OK)
		rc = read_places(a, list, ids, n, results, err);
	if (rc == RC_OK)
		*mark = next;
	*ret_rc = rc;
	return true;
}

enum rc
list_behind(struct ask *a, const struct list *list, const struct list_query *query,
    struct list_mark *mark, json_t *results, struct err *err)
{
	struct list_query on = *query;
	int64_t begun_ms = clock_mono_ms();
	enum rc rc = RC_OK;

	on.page = 1;
	on.order = list_order_on(list, query->order);
	if (behind_in_view(a, list, &on, mark, results, &rc, err))
		return rc;
	rc = store_list_on(a->db, list, &on, mark, append_row, results, err);
	if (rc == RC_OK && a->s->views && is_large(a->s, 0))
		list_cache_note_behind(a->s->views, list, &on,
		    (clock_mono_ms() - begun_ms) * USUAL_ROWS /
			(on.page_size > USUAL_ROWS ? on.page_size : USUAL_ROWS));
	return rc;
}

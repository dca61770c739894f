/* SPDX-License-Identifier: Apache-2.0
 *
 * One page of a list: from the database, or on a large site through a view.
 */
#include <stdlib.h>

#include "base/clock.h"
#include "service/service_int.h"
#include "service/tally.h"
#include "service/views.h"
#include "store/list.h"

/* From so many ONUs on lists may be long. */
enum { LARGE_ONUS = 20000 };

/* A list that is long itself says so before the first count is there. */
static bool
is_large(const struct service *s, int64_t n_rows)
{
	const struct count *count = s->tally ? tally_get(s->tally) : NULL;
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

enum rc
list_page(struct ask *a, const struct list *list, const struct list_query *query,
    json_t *results, int64_t *ret_count, struct err *err)
{
	struct views *views = a->s->views;
	int64_t ids[LIST_PAGE_MAX];
	int64_t begun_ms = clock_mono_ms();
	size_t n = 0;
	enum rc rc;

	if (views && views_page(views, list, query, ids, &n, ret_count))
		return read_places(a, list, ids, n, results, err);
	rc = store_list(a->db, list, query, append_row, results, ret_count, err);
	if (rc == RC_OK && views && is_large(a->s, *ret_count))
		views_note(views, list, query, clock_mono_ms() - begun_ms);
	return rc;
}

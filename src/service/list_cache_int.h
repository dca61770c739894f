/* SPDX-License-Identifier: Apache-2.0
 *
 * service/list_cache_int.h - views of long lists, to avoid counting and sorting for every
 * page.
 *
 * Counting or sorting a million ONUs takes a second, and users of such a list request
 * many pages. So a slow query is stored as a view: the ids of its rows in their order,
 * created by a thread with its own connection. A page is then read from an array; the
 * values of the rows are read for each request.
 *
 * A view in use is created again when it is a second old, or twenty times as old as its
 * creation takes; until then the old one is used. A view that was not used for a minute
 * is deleted. Therefore the set of rows may be some seconds old, but their values are
 * current; see api.md.
 *
 * Order of calls: list_cache_start, list_cache_free (waits). Other functions: any thread.
 */
#ifndef FACHO_SERVICE_LIST_CACHE_INT_H
#define FACHO_SERVICE_LIST_CACHE_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/own.h"

struct list;
struct list_query;
struct list_cache;

/* database: for db_open; borrowed during the call. */
enum rc list_cache_start(
    const char *database, struct list_cache **ret_list_cache, struct err *err) MUST_CHECK;
void list_cache_free(struct list_cache *v);
OWNED_BY(struct list_cache, list_cache_free);

/* The page of the query: at most page_size ids, and how many rows there are in all. False:
 * there is no view of it. Waits for one that is being made for the first time. */
bool list_cache_page(struct list_cache *v, const struct list *list,
    const struct list_query *query, int64_t *ret_ids, size_t *ret_n, int64_t *ret_count);

/* The same for the rows behind the one with this id, for who reads a list to its end; 0:
 * from the first on. Such a view is one of its own and stays as it is while it is read: no
 * row is met twice or left out. Who begins when it is a minute old has it made again, and
 * who is in the middle goes on behind the same row. False also when that row is not in it. */
bool list_cache_behind(struct list_cache *v, const struct list *list,
    const struct list_query *query, int64_t id, int64_t *ret_ids, size_t *ret_n,
    int64_t *ret_count);

/* Make a view of it, if the list has any. */
void list_cache_want(
    struct list_cache *v, const struct list *list, const struct list_query *query);

/* The database was asked for a page of it, which took so long: if that was long, make a
 * view of it. */
void list_cache_note(struct list_cache *v, const struct list *list,
    const struct list_query *query, int64_t took_ms);
/* The same for rows behind another. */
void list_cache_note_behind(struct list_cache *v, const struct list *list,
    const struct list_query *query, int64_t took_ms);

#endif

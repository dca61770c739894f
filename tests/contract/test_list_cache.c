/* SPDX-License-Identifier: Apache-2.0
 *
 * Views of long lists: the same pages as the database's own, also while rows come.
 */
#include "site.h"

#include <pthread.h>
#include <unistd.h>

#include "base/clock.h"
#include "service/list_cache_int.h"
#include "store/list/list.h"

enum { ONUS = 250, PAGE = 40, LONG_MS = 1000, THREADS = 3, ROUNDS = 200 };

static const struct list_filter ONLINE = { "run_state", LIST_EQUAL, "online" };

static void
add_onus(struct backend *b, int first, int n)
{
	char sql[512];

	(void)snprintf(sql, sizeof(sql),
	    "INSERT INTO onus (id, olt_id, place, serial, run_state, first_seen_ms, "
	    "last_seen_ms) WITH RECURSIVE c (i) AS (SELECT %d UNION ALL "
	    "SELECT i + 1 FROM c WHERE i < %d) SELECT i, 1, '0/1:' || i, "
	    "'S' || (i * 7919 %% 1000), CASE i %% 5 WHEN 0 THEN 'offline' "
	    "ELSE 'online' END, 0, 0 FROM c",
	    first, first + n - 1);
	site_do(b->db, sql);
}

static struct list_query
query_of(int64_t page)
{
	return (struct list_query){ .n_filters = 1,
		.filters = &ONLINE,
		.order = "-serial",
		.page = page,
		.page_size = PAGE };
}

struct page {
	int64_t ids[LIST_PAGE_MAX];
	size_t n;
	int64_t count;
};

static enum rc
take_id(void *ctx, const struct list *list, const struct value *row)
{
	struct page *p = ctx;

	(void)list;
	p->ids[p->n++] = row[0].i;
	return RC_OK;
}

/* All of a query behind one row after the other, through views. */
static size_t
read_behind(struct list_cache *v, const struct list *list, const struct list_query *q,
    int64_t *ret_ids)
{
	int64_t ids[LIST_PAGE_MAX], count = 0, last = 0;
	size_t n, all = 0;

	do {
		assert_true(list_cache_behind(v, list, q, last, ids, &n, &count));
		memcpy(ret_ids + all, ids, n * sizeof(*ids));
		all += n;
		last = n ? ids[n - 1] : 0;
	} while (n == (size_t)q->page_size);
	assert_int_equal(all, count);
	return all;
}

static void
same_as_the_database(struct backend *b, struct list_cache *v, int64_t number)
{
	struct list_query query = query_of(number);
	struct page theirs = { .n = 0 }, ours = { .n = 0 };

	check_rc(store_list(b->db, list_find("onus"), &query, take_id, &theirs,
		     &theirs.count, NULL),
	    RC_OK);
	assert_true(list_cache_page(
	    v, list_find("onus"), &query, ours.ids, &ours.n, &ours.count));
	assert_int_equal(ours.count, theirs.count);
	assert_int_equal(ours.n, theirs.n);
	assert_memory_equal(ours.ids, theirs.ids, ours.n * sizeof(ours.ids[0]));
}

static struct list_cache *
list_cache_of(struct backend *b)
{
	struct list_query query = query_of(1);
	struct list_cache *v = NULL;
	struct page p;

	site_make(b);
	add_onus(b, 1, ONUS);
	check_rc(list_cache_start(b->where, &v, NULL), RC_OK);
	assert_false(
	    list_cache_page(v, list_find("onus"), &query, p.ids, &p.n, &p.count));
	return v;
}

static void
a_query_that_took_long_has_a_view_from_then_on(void **state)
{
	struct backend *b = backend_of(state);
	struct list_cache *v OWNED(list_cache_free) = list_cache_of(b);
	struct list_query query = query_of(1), other = query_of(1);
	struct page p;

	list_cache_note(v, list_find("onus"), &query, 1);
	assert_false(
	    list_cache_page(v, list_find("onus"), &query, p.ids, &p.n, &p.count));
	list_cache_note(v, list_find("onus"), &query, LONG_MS);
	/* 200 are online: five full pages, and nothing behind them. */
	for (int64_t number = 1; number <= 7; number++)
		same_as_the_database(b, v, number);
	other.order = "serial";
	assert_false(
	    list_cache_page(v, list_find("onus"), &other, p.ids, &p.n, &p.count));
}

static void
what_comes_later_is_in_the_view_soon(void **state)
{
	struct backend *b = backend_of(state);
	struct list_cache *v OWNED(list_cache_free) = list_cache_of(b);
	struct list_query query = query_of(1);
	int64_t until_ms = clock_mono_ms() + 60000;
	struct page p = { .count = 0 };

	list_cache_note(v, list_find("onus"), &query, LONG_MS);
	same_as_the_database(b, v, 1);
	add_onus(b, ONUS + 1, 5);
	while (p.count != 204 && clock_mono_ms() < until_ms) {
		assert_true(
		    list_cache_page(v, list_find("onus"), &query, p.ids, &p.n, &p.count));
		(void)usleep(20000);
	}
	same_as_the_database(b, v, 6);
}

static void
a_query_that_cannot_be_made_has_none(void **state)
{
	struct backend *b = backend_of(state);
	struct list_cache *v OWNED(list_cache_free) = list_cache_of(b);
	struct list_query query = query_of(1);
	struct page p;

	query.order = "colour";
	list_cache_note(v, list_find("onus"), &query, LONG_MS);
	assert_false(
	    list_cache_page(v, list_find("onus"), &query, p.ids, &p.n, &p.count));
	/* Rows that are known by no number have no views. */
	query = (struct list_query){ .page = 1, .page_size = PAGE };
	list_cache_note(v, list_find("chassis"), &query, LONG_MS);
	assert_false(
	    list_cache_page(v, list_find("chassis"), &query, p.ids, &p.n, &p.count));
}

static void
who_reads_to_the_end_meets_each_row_once_whatever_comes_meanwhile(void **state)
{
	struct backend *b = backend_of(state);
	struct list_cache *v OWNED(list_cache_free) = list_cache_of(b);
	const struct list *list = list_find("onus");
	struct list_query query = query_of(1), all = query_of(1);
	struct page theirs = { .n = 0 };
	int64_t ids[2 * ONUS], first[LIST_PAGE_MAX], count;
	size_t n;

	assert_false(list_cache_behind(v, list, &query, 0, first, &n, &count));
	list_cache_note_behind(v, list, &query, LONG_MS);
	/* A view of pages is another one. */
	assert_false(list_cache_page(v, list, &query, first, &n, &count));
	all.page_size = LIST_PAGE_MAX;
	check_rc(
	    store_list(b->db, list, &all, take_id, &theirs, &theirs.count, NULL), RC_OK);
	assert_true(list_cache_behind(v, list, &query, 0, first, &n, &count));
	add_onus(b, ONUS + 1, 5);
	(void)usleep(1100 * 1000); /* one of pages would be made again now */
	assert_true(list_cache_behind(v, list, &query, 0, first, &n, &count));
	n = read_behind(v, list, &query, ids);
	assert_int_equal(n, theirs.n);
	assert_memory_equal(ids, theirs.ids, n * sizeof(ids[0]));
	assert_false(list_cache_behind(v, list, &query, 1000000, first, &n, &count));
}

/* ---- several at once ------------------------------------------------------------------- */

static void *
ask_around(void *arg)
{
	struct list_cache *v = arg;
	struct page p;

	for (int i = 0; i < ROUNDS; i++) {
		char text[16];
		struct list_filter filter = { "id", LIST_AT_LEAST, text };
		struct list_query query = query_of(1 + i % 3);

		(void)snprintf(
		    text, sizeof(text), "%d", i % 50); /* more than there is room for */
		query.filters = &filter;
		list_cache_note(v, list_find("onus"), &query, LONG_MS);
		if (list_cache_page(
			v, list_find("onus"), &query, p.ids, &p.n, &p.count) &&
		    p.n > PAGE)
			return arg; /* never: a page is a page */
	}
	return NULL;
}

static void
many_may_ask_for_many(void **state)
{
	struct backend *b = backend_of(state);
	struct list_cache *v OWNED(list_cache_free) = list_cache_of(b);
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, ask_around, v), 0);
	for (int i = 0; i < THREADS; i++) {
		void *wrong = v;

		assert_int_equal(pthread_join(threads[i], &wrong), 0);
		assert_null(wrong);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ON_EACH(a_query_that_took_long_has_a_view_from_then_on),
		ON_EACH(what_comes_later_is_in_the_view_soon),
		ON_EACH(a_query_that_cannot_be_made_has_none),
		ON_EACH(
		    who_reads_to_the_end_meets_each_row_once_whatever_comes_meanwhile),
		ON_SQLITE(many_may_ask_for_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

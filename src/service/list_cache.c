/* SPDX-License-Identifier: Apache-2.0
 *
 *	(nothing) ──a page took long──► WANTED ──made──► READY ──used, and old──┐
 *	    ▲                              └── failed ──►│ ▲                     │
 *	    └────────── not used for a minute, no room ──┘ └──────── made ───────┘
 *
 * The lock is held for looks and swaps, never while the database is asked.
 */
#include "service/list_cache_int.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/condition.h"
#include "base/vec.h"
#include "store/db/db.h"
#include "store/list/list.h"

enum {
	LONG_MS = 10, /* a page that takes longer is worth a view */
	FRESH_MS = 1000,
	REST = 20, /* times as long as making it takes, until it is made again */
	IDLE_MS = 60000,
	STAYS_MS = 60000, /* for those who begin to read it to its end */
	PATIENCE_MS = 10000, /* for the first one */
	VIEWS_MAX = 32,
	IDS_MAX = 6 * 1000 * 1000, /* of all views together: 48 MB */
	KEY_MAX = 8192,
	DEADLINE_MS = 60000, /* to make one */
};

struct view {
	char *key; /* owned */
	struct arena *arena; /* of the query */
	const struct list *list;
	struct list_query query;
	struct vec ids; /* int64_t */
	bool is_ready; /* ids are there */
	bool is_wanted; /* to be made, or made again */
	bool is_making; /* the thread has it: it stays */
	int64_t made_ms, took_ms, used_ms; /* monotonic */
};

struct list_cache {
	struct db *db; /* the thread's */
	pthread_t thread;
	bool is_running; /* the owner's: thread is to be joined */

	pthread_mutex_t lock; /* guards all below */
	pthread_cond_t wake; /* something is wanted */
	pthread_cond_t made;
	_Atomic bool is_over; /* read without it while the database is asked */
	struct vec all; /* struct view *, owned */
};

static void
view_free(struct view *w)
{
	if (!w)
		return;
	free(w->key);
	arena_free(w->arena);
	vec_fini(&w->ids);
	free(w);
}
OWNED_BY(struct view, view_free);

/* ---- which one ---------------------------------------------------------------------------- */

/* Who looks at pages wants the list of now; who reads it to its end wants it to stay. */
enum purpose { FOR_PAGES, FOR_READING };

/* All that tells one query from another, but its page. */
static void
write_key(const struct list *list, const struct list_query *q, enum purpose purpose,
    struct buf *key)
{
	buf_printf(key, "%d\x1f%s\x1f%s\x1f%s", (int)purpose, list->name,
	    q->order ? q->order : "", q->search ? q->search : "");
	for (size_t i = 0; i < q->n_filters; i++)
		buf_printf(key, "\x1f%s\x1e%d\x1e%s", q->filters[i].field,
		    (int)q->filters[i].test, q->filters[i].value);
}

static struct view *
find(const struct list_cache *v, const char *key)
{
	struct view *const *all = v->all.data;

	for (size_t i = 0; i < v->all.n; i++) {
		if (strcmp(all[i]->key, key) == 0)
			return all[i];
	}
	return NULL;
}

static const char *
keep(struct arena *arena, const char *text)
{
	return text ? arena_copy(arena, text, strlen(text)) : NULL;
}

static struct view *
view_new(const struct list *list, const struct list_query *q, const char *key)
{
	struct view *w OWNED(view_free) = calloc(1, sizeof(*w));
	struct list_filter *filters;

	if (!w)
		return NULL;
	w->ids = (struct vec)VEC_INIT(int64_t);
	w->list = list;
	w->key = strdup(key);
	w->arena = arena_new(0);
	filters = w->arena ? arena_alloc(w->arena, (q->n_filters + 1) * sizeof(*filters))
			   : NULL;
	if (!w->key || !filters)
		return NULL;
	for (size_t i = 0; i < q->n_filters; i++)
		filters[i] = (struct list_filter){ keep(w->arena, q->filters[i].field),
			q->filters[i].test, keep(w->arena, q->filters[i].value) };
	w->query = (struct list_query){ .n_filters = q->n_filters,
		.filters = filters,
		.search = keep(w->arena, q->search),
		.order = keep(w->arena, q->order),
		.page = 1,
		.page_size = 1 };
	w->is_wanted = true;
	w->used_ms = clock_mono_ms();
	return GIVE(w);
}

/* ---- room -------------------------------------------------------------------------------- */

static void
drop_at(struct list_cache *v, size_t i)
{
	struct view **all = v->all.data;

	view_free(all[i]);
	all[i] = all[--v->all.n];
}

static size_t
count_ids(const struct list_cache *v)
{
	size_t n = 0;

	for (size_t i = 0; i < v->all.n; i++)
		n += (*VEC_AT(&v->all, struct view *, i))->ids.n;
	return n;
}

/* Those that nobody uses go, and while there are too many the one used longest ago. */
static void
make_room(struct list_cache *v, int64_t now_ms)
{
	struct view *const *all = v->all.data;

	for (;;) {
		size_t oldest = v->all.n;
		bool is_full = v->all.n > VIEWS_MAX || count_ids(v) > IDS_MAX;

		for (size_t i = 0; i < v->all.n; i++) {
			if (!all[i]->is_making &&
			    (oldest == v->all.n ||
				all[i]->used_ms < all[oldest]->used_ms))
				oldest = i;
		}
		if (oldest == v->all.n ||
		    (!is_full && now_ms - all[oldest]->used_ms < IDLE_MS))
			return;
		drop_at(v, oldest);
	}
}

/* ---- the thread --------------------------------------------------------------------------- */

static struct view *
next_wanted(const struct list_cache *v)
{
	struct view *const *all = v->all.data;
	struct view *next = NULL;

	for (size_t i = 0; i < v->all.n; i++) {
		if (all[i]->is_wanted && (!next || next->is_ready))
			next = all[i]; /* somebody waits for those that are not ready */
	}
	return next;
}

/* Under the lock, which it lets go of meanwhile. */
static void
make_view(struct list_cache *v, struct view *w)
{
	struct vec ids = VEC_INIT(int64_t);
	int64_t begun_ms = clock_mono_ms();
	enum rc rc;

	w->is_wanted = false;
	w->is_making = true;
	pthread_mutex_unlock(&v->lock);
	rc = store_list_ids(v->db, w->list, &w->query, &ids, NULL);
	pthread_mutex_lock(&v->lock);
	w->is_making = false;
	w->made_ms = clock_mono_ms();
	w->took_ms = w->made_ms - begun_ms;
	if (rc == RC_OK) {
		vec_fini(&w->ids);
		w->ids = ids;
		w->is_ready = true;
	} else {
		vec_fini(&ids);
		w->is_ready =
		    false; /* what it had is too old, and the database says why */
		w->used_ms = 0;
	}
	make_room(v, w->made_ms);
	pthread_cond_broadcast(&v->made);
}

/* Under the lock. */
static void
rest(struct list_cache *v)
{
	struct timespec until = condition_moment(IDLE_MS);

	(void)condition_wait(&v->wake, &v->lock, &until);
	make_room(v, clock_mono_ms());
}

static void *
run_list_cache(void *arg)
{
	struct list_cache *v = arg;
	sigset_t all;

	(void)sigfillset(&all);
	(void)pthread_sigmask(SIG_BLOCK, &all, NULL); /* signals are the main thread's */
	(void)pthread_setname_np(pthread_self(), "views");
	pthread_mutex_lock(&v->lock);
	while (!v->is_over) {
		struct view *w = next_wanted(v);

		if (w)
			make_view(v, w);
		else
			rest(v);
	}
	pthread_mutex_unlock(&v->lock);
	return NULL;
}

/* ---- pages -------------------------------------------------------------------------------- */

/* Under the lock; false: it did not come in time, or cannot be made. */
static bool
wait_for_first(struct list_cache *v, const char *key, struct view **ret)
{
	struct timespec until = condition_moment(PATIENCE_MS);
	bool has_time = true;

	while ((*ret = find(v, key)) && !(*ret)->is_ready && !v->is_over &&
	    ((*ret)->is_wanted || (*ret)->is_making) && has_time)
		has_time = condition_wait(&v->made, &v->lock, &until);
	return *ret && (*ret)->is_ready;
}

static bool
is_old(const struct view *w, int64_t now_ms)
{
	int64_t rest_ms = w->took_ms * REST > FRESH_MS ? w->took_ms * REST : FRESH_MS;

	return now_ms - w->made_ms > rest_ms;
}

/* Which rows of a view are wanted. */
struct stretch {
	const struct list_query *query; /* for its page and page_size */
	const int64_t *behind; /* the id of the row before them, 0: none; NULL: a page */
};

/* The place of the first of them; false: the row before them is not there. */
static bool
find_first(const struct view *w, const struct stretch *s, size_t *ret_from)
{
	const struct list_query *q = s->query;
	const int64_t *ids = w->ids.data;

	*ret_from = 0;
	if (s->behind && *s->behind) {
		while (*ret_from < w->ids.n && ids[*ret_from] != *s->behind)
			++*ret_from;
		return (*ret_from)++ < w->ids.n;
	}
	if (!s->behind)
		*ret_from = q->page - 1 < (int64_t)w->ids.n / q->page_size + 1
		    ? (size_t)((q->page - 1) * q->page_size)
		    : w->ids.n;
	return true;
}

static void
copy_ids(const struct view *w, size_t from, size_t most, int64_t *ret_ids, size_t *ret_n)
{
	size_t n = from < w->ids.n ? w->ids.n - from : 0;

	*ret_n = n < most ? n : most;
	if (*ret_n)
		memcpy(
		    ret_ids, VEC_AT(&w->ids, int64_t, from), *ret_n * sizeof(*ret_ids));
}

/* Is it to be made again? */
static bool
is_due(const struct view *w, const struct stretch *s, int64_t now_ms)
{
	if (w->is_making || w->is_wanted)
		return false;
	if (s->behind)
		return *s->behind == 0 && now_ms - w->made_ms > STAYS_MS;
	return is_old(w, now_ms);
}

static bool
look(struct list_cache *v, const char *key, const struct stretch *s, int64_t *ret_ids,
    size_t *ret_n, int64_t *ret_count)
{
	struct view *w;
	int64_t now_ms;
	size_t from;

	if (!wait_for_first(v, key, &w))
		return false;
	now_ms = clock_mono_ms();
	w->used_ms = now_ms;
	if (is_due(w, s, now_ms)) {
		w->is_wanted = true;
		w->is_ready = !s->behind;
		pthread_cond_signal(&v->wake);
	}
	if (!w->is_ready || !find_first(w, s, &from))
		return false;
	copy_ids(w, from, (size_t)s->query->page_size, ret_ids, ret_n);
	*ret_count = (int64_t)w->ids.n;
	return true;
}

static bool
take(struct list_cache *v, const struct list *list, const struct stretch *s,
    int64_t *ret_ids, size_t *ret_n, int64_t *ret_count)
{
	struct buf key = BUF_INIT(KEY_MAX);
	bool is_there = false;

	write_key(list, s->query, s->behind ? FOR_READING : FOR_PAGES, &key);
	if (buf_ok(&key)) {
		pthread_mutex_lock(&v->lock);
		is_there = look(v, buf_text(&key), s, ret_ids, ret_n, ret_count);
		pthread_mutex_unlock(&v->lock);
	}
	buf_fini(&key);
	return is_there;
}

bool
list_cache_page(struct list_cache *v, const struct list *list,
    const struct list_query *query, int64_t *ret_ids, size_t *ret_n, int64_t *ret_count)
{
	struct stretch s = { query, NULL };

	return take(v, list, &s, ret_ids, ret_n, ret_count);
}

bool
list_cache_behind(struct list_cache *v, const struct list *list,
    const struct list_query *query, int64_t id, int64_t *ret_ids, size_t *ret_n,
    int64_t *ret_count)
{
	struct stretch s = { query, &id };

	return take(v, list, &s, ret_ids, ret_n, ret_count);
}

static void
add_view(struct list_cache *v, const struct list *list, const struct list_query *query,
    const char *key)
{
	struct view *w = find(v, key) ? NULL : view_new(list, query, key);
	struct view **slot = w ? vec_add(&v->all) : NULL;

	if (slot)
		*slot = w;
	else
		view_free(w); /* no memory for one: the database is asked as before */
	pthread_cond_signal(&v->wake);
}

static void
want(struct list_cache *v, const struct list *list, const struct list_query *query,
    enum purpose purpose)
{
	struct buf key = BUF_INIT(KEY_MAX);

	if (!list_has_views(list))
		return;
	write_key(list, query, purpose, &key);
	if (buf_ok(&key)) {
		pthread_mutex_lock(&v->lock);
		add_view(v, list, query, buf_text(&key));
		pthread_mutex_unlock(&v->lock);
	}
	buf_fini(&key);
}

void
list_cache_want(
    struct list_cache *v, const struct list *list, const struct list_query *query)
{
	want(v, list, query, FOR_PAGES);
}

void
list_cache_note(struct list_cache *v, const struct list *list,
    const struct list_query *query, int64_t took_ms)
{
	if (took_ms > LONG_MS)
		want(v, list, query, FOR_PAGES);
}

void
list_cache_note_behind(struct list_cache *v, const struct list *list,
    const struct list_query *query, int64_t took_ms)
{
	if (took_ms > LONG_MS)
		want(v, list, query, FOR_READING);
}

/* ---- life ---------------------------------------------------------------------------------- */

static enum rc
make_lock(struct list_cache *v)
{
	if (condition_init(&v->made) != RC_OK)
		return RC_NOMEM;
	if (condition_init_with_lock(&v->wake, &v->lock) == RC_OK)
		return RC_OK;
	(void)pthread_cond_destroy(&v->made);
	return RC_NOMEM;
}

static bool
goes_on(void *ctx)
{
	return !atomic_load(&((struct list_cache *)ctx)->is_over);
}

enum rc
list_cache_start(
    const char *database, struct list_cache **ret_list_cache, struct err *err)
{
	struct list_cache *v = calloc(1, sizeof(*v));
	enum rc rc;

	if (!v || make_lock(v) != RC_OK) {
		free(v);
		return err_set(err, RC_NOMEM, "no memory for views");
	}
	v->all = (struct vec)VEC_INIT(struct view *);
	rc = db_open(database, DB_READ, &v->db, err);
	if (rc == RC_OK)
		rc = db_set_deadline(v->db, DEADLINE_MS, err);
	if (rc == RC_OK) {
		db_set_wanted(v->db, goes_on, v);
		v->is_running = pthread_create(&v->thread, NULL, run_list_cache, v) == 0;
		if (!v->is_running)
			rc = err_set(err, RC_NOMEM, "no thread for views");
	}
	if (rc == RC_OK)
		*ret_list_cache = v;
	else
		list_cache_free(v);
	return rc;
}

void
list_cache_free(struct list_cache *v)
{
	if (!v)
		return;
	pthread_mutex_lock(&v->lock);
	v->is_over = true;
	pthread_cond_broadcast(&v->wake);
	pthread_cond_broadcast(&v->made);
	pthread_mutex_unlock(&v->lock);
	if (v->is_running)
		(void)pthread_join(v->thread, NULL);
	for (size_t i = 0; i < v->all.n; i++)
		view_free(*VEC_AT(&v->all, struct view *, i));
	vec_fini(&v->all);
	db_close(v->db);
	(void)pthread_cond_destroy(&v->made);
	condition_fini_with_lock(&v->wake, &v->lock);
	free(v);
}

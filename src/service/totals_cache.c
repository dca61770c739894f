/* SPDX-License-Identifier: Apache-2.0 */
#include "service/totals_cache_int.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/condition.h"
#include "base/vec.h"
#include "store/db/db.h"
#include "store/list/list.h"
#include "store/part/olt_values.h"
#include "store/ledger/totals.h"

enum {
	HOUR_MS = 3600000,
	REST = 20, /* times as long as the count took */
	VALUES_BYTES_MAX = 64 * 1024 * 1024,
};

struct counted {
	struct count count; /* first: it is what others see */
	_Atomic int references;
	struct vec olts; /* of struct totals_cache_olt */
	struct vec values; /* of struct totals_cache_value */
	struct arena *arena; /* their texts */
};

struct totals_cache {
	struct db *db; /* the thread's */
	int64_t every_ms;
	pthread_t thread;
	bool is_running; /* the owner's: thread is to be joined */

	pthread_mutex_t lock; /* guards all below */
	pthread_cond_t wake;
	_Atomic bool is_over; /* read without it while the database is asked */
	struct counted *last;
	char trouble[ERR_MAX];
};

/* ---- counts ------------------------------------------------------------------------------ */

static void
counted_unref(struct counted *c)
{
	if (!c || atomic_fetch_sub(&c->references, 1) > 1)
		return;
	vec_fini(&c->olts);
	vec_fini(&c->values);
	arena_free(c->arena);
	free(c);
}
OWNED_BY(struct counted, counted_unref);

void
count_release(const struct count *count)
{
	/* It is the first member of what we gave out. */
	counted_unref((struct counted *)(uintptr_t)count);
}

static enum rc
take_olt(void *ctx, const struct list *list, const struct value *row)
{
	struct totals_cache_olt *olt = vec_add(ctx);

	if (!olt)
		return RC_NOMEM;
	for (size_t i = 0; list->fields[i].name; i++) {
		const char *name = list->fields[i].name;

		if (strcmp(name, "id") == 0)
			olt->id.v = row[i].i;
		else if (strcmp(name, "name") == 0)
			(void)snprintf(olt->name, sizeof(olt->name), "%s",
			    row[i].text ? row[i].text : "");
	}
	return RC_OK;
}

static enum rc
count_olts(struct db *db, struct counted *c, struct err *err)
{
	const struct list_filter live = { "deleted_at", LIST_EQUAL, "" };
	struct list_query query = { .n_filters = 1,
		.filters = &live,
		.order = "id",
		.page_size = LIST_PAGE_MAX };
	int64_t n = 1;
	enum rc rc = RC_OK;

	for (query.page = 1; rc == RC_OK && (query.page - 1) * LIST_PAGE_MAX < n;
	     query.page++)
		rc = store_list(
		    db, list_find("olts"), &query, take_olt, &c->olts, &n, err);
	return rc;
}

static enum rc
take_value(void *ctx, const struct olt_value_metric *v)
{
	struct counted *c = ctx;
	struct totals_cache_value *to;

	if (c->values.n == TALLY_VALUES_MAX) {
		c->count.has_more_values = true;
		return RC_OK;
	}
	to = vec_add(&c->values);
	if (!to)
		return RC_NOMEM;
	*to = (struct totals_cache_value){ .olt = v->olt,
		.name = arena_copy(c->arena, v->name, strlen(v->name)),
		.index = arena_copy(c->arena, v->index, strlen(v->index)),
		.place = arena_copy(c->arena, v->place, strlen(v->place)),
		.number = v->number,
		.at_ms = v->at_ms };
	return to->name && to->index && to->place ? RC_OK : RC_NOMEM;
}

static enum rc
count_all(struct db *db, struct counted **ret_counted, struct err *err)
{
	int64_t begun_ms = clock_mono_ms(), now_ms = clock_wall_ms();
	struct counted *c OWNED(counted_unref) = calloc(1, sizeof(*c));
	enum rc rc;

	if (!c)
		return err_set(err, RC_NOMEM, "out of memory");
	atomic_init(&c->references, 1);
	c->olts = (struct vec)VEC_INIT(struct totals_cache_olt);
	c->values = (struct vec)VEC_INIT(struct totals_cache_value);
	c->arena = arena_new(VALUES_BYTES_MAX);
	if (!c->arena)
		return err_set(err, RC_NOMEM, "out of memory");
	rc = store_totals(
	    db, (struct olt_id){ 0 }, now_ms - HOUR_MS, &c->count.totals, err);
	if (rc == RC_OK)
		rc = count_olts(db, c, err);
	if (rc == RC_OK)
		rc = olt_values_in_metrics(db, TALLY_VALUES_MAX + 1, take_value, c, err);
	if (rc != RC_OK)
		return rc;
	c->count.n_olts = c->olts.n;
	c->count.olts = c->olts.data;
	c->count.n_values = c->values.n;
	c->count.values = c->values.data;
	c->count.at_ms = clock_wall_ms();
	c->count.took_ms = clock_mono_ms() - begun_ms;
	*ret_counted = GIVE(c);
	return RC_OK;
}

/* ---- the thread ---------------------------------------------------------------------------- */

/* Under the lock; waits. False: it is over. */
static bool
rest(struct totals_cache *t, int64_t ms)
{
	struct timespec until = condition_moment(ms);

	while (!t->is_over && condition_wait(&t->wake, &t->lock, &until))
		;
	return !t->is_over;
}

/* Count, and show it. How long to rest then. */
static int64_t
count_once(struct totals_cache *t)
{
	struct counted *c = NULL;
	struct err err = { 0 };
	enum rc rc = count_all(t->db, &c, &err);
	int64_t rest_ms = t->every_ms;

	pthread_mutex_lock(&t->lock);
	if (rc == RC_OK) {
		if (c->count.took_ms * REST > rest_ms)
			rest_ms = c->count.took_ms * REST;
		counted_unref(t->last);
		t->last = c;
	}
	(void)snprintf(t->trouble, sizeof(t->trouble), "%s", err.msg);
	pthread_mutex_unlock(&t->lock);
	return rest_ms;
}

static void *
run_totals_cache(void *arg)
{
	struct totals_cache *t = arg;
	bool goes_on = true;
	sigset_t all;

	(void)sigfillset(&all);
	(void)pthread_sigmask(SIG_BLOCK, &all, NULL); /* signals are the main thread's */
	while (goes_on) {
		int64_t rest_ms = count_once(t);

		pthread_mutex_lock(&t->lock);
		goes_on = rest(t, rest_ms);
		pthread_mutex_unlock(&t->lock);
	}
	return NULL;
}

/* ---- life ------------------------------------------------------------------------------------ */

static bool
goes_on(void *ctx)
{
	return !atomic_load(&((struct totals_cache *)ctx)->is_over);
}

enum rc
totals_cache_start(const char *database, int64_t every_ms,
    struct totals_cache **ret_totals_cache, struct err *err)
{
	struct totals_cache *t = calloc(1, sizeof(*t));
	enum rc rc;

	if (!t || condition_init_with_lock(&t->wake, &t->lock) != RC_OK) {
		free(t);
		return err_set(err, RC_NOMEM, "no memory to count with");
	}
	t->every_ms = every_ms;
	rc = db_open(database, DB_READ, &t->db, err);
	if (rc == RC_OK) {
		db_set_wanted(t->db, goes_on, t);
		t->is_running =
		    pthread_create(&t->thread, NULL, run_totals_cache, t) == 0;
		if (!t->is_running)
			rc = err_set(err, RC_NOMEM, "no thread to count with");
	}
	if (rc == RC_OK)
		*ret_totals_cache = t;
	else
		totals_cache_free(t);
	return rc;
}

void
totals_cache_free(struct totals_cache *t)
{
	if (!t)
		return;
	pthread_mutex_lock(&t->lock);
	t->is_over = true;
	pthread_cond_broadcast(&t->wake);
	pthread_mutex_unlock(&t->lock);
	if (t->is_running)
		(void)pthread_join(t->thread, NULL);
	db_close(t->db);
	counted_unref(t->last);
	condition_fini_with_lock(&t->wake, &t->lock);
	free(t);
}

const struct count *
totals_cache_get(struct totals_cache *t)
{
	struct counted *c;

	pthread_mutex_lock(&t->lock);
	c = t->last;
	if (c)
		atomic_fetch_add(&c->references, 1);
	pthread_mutex_unlock(&t->lock);
	return c ? &c->count : NULL;
}

void
tally_trouble(struct totals_cache *t, char text[ERR_MAX])
{
	pthread_mutex_lock(&t->lock);
	(void)snprintf(text, ERR_MAX, "%s", t->trouble);
	pthread_mutex_unlock(&t->lock);
}

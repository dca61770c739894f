/* SPDX-License-Identifier: Apache-2.0 */
#include "api/pool_int.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/queue.h>

/* Work that is waiting or running. */
struct item {
	TAILQ_ENTRY(item) link;
	struct pool_work work;
};

TAILQ_HEAD(item_list, item);

struct pool {
	size_t capacity;
	pthread_mutex_t lock; /* guards the lists and is_closed */
	pthread_cond_t turned; /* work was added or ended, or the pool was closed */
	struct item_list waiting, running;
	size_t n_waiting;
	bool is_closed;
	int n_wanted; /* threads */
	int n_threads; /* owner only: threads to be joined */
	pthread_t threads[];
};

static size_t
half(size_t n)
{
	return n > 1 ? n / 2 : 1;
}

static size_t
count_of(const struct item_list *list, uint64_t owner)
{
	const struct item *i;
	size_t n = 0;

	TAILQ_FOREACH(i, list, link)
	n += i->work.owner == owner;
	return n;
}

/* The first item whose owner may use one more thread. */
static struct item *
next_item(const struct pool *p)
{
	struct item *i;

	TAILQ_FOREACH(i, &p->waiting, link)
	{
		if (count_of(&p->running, i->work.owner) < half((size_t)p->n_wanted))
			return i;
	}
	return NULL;
}

/* Under the lock. NULL: the pool is closed and there is no more work. */
static struct item *
take(struct pool *p)
{
	struct item *i;

	while (!(i = next_item(p)) && !(p->is_closed && TAILQ_EMPTY(&p->waiting)))
		pthread_cond_wait(&p->turned, &p->lock);
	if (i) {
		TAILQ_REMOVE(&p->waiting, i, link);
		p->n_waiting--;
		TAILQ_INSERT_TAIL(&p->running, i, link);
	}
	return i;
}

static void *
run(void *arg)
{
	struct pool *p = arg;
	struct item *i;

	pthread_mutex_lock(&p->lock);
	while ((i = take(p))) {
		pthread_mutex_unlock(&p->lock);
		i->work.run(i->work.ctx);
		pthread_mutex_lock(&p->lock);
		TAILQ_REMOVE(&p->running, i, link);
		free(i);
		pthread_cond_broadcast(&p->turned);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

static struct pool *
pool_new(int threads, size_t capacity)
{
	struct pool *p = calloc(1, sizeof(*p) + (size_t)threads * sizeof(p->threads[0]));

	if (!p || pthread_mutex_init(&p->lock, NULL) != 0) {
		free(p);
		return NULL;
	}
	if (pthread_cond_init(&p->turned, NULL) != 0) {
		(void)pthread_mutex_destroy(&p->lock);
		free(p);
		return NULL;
	}
	p->capacity = capacity;
	p->n_wanted = threads;
	TAILQ_INIT(&p->waiting);
	TAILQ_INIT(&p->running);
	return p;
}

enum rc
pool_start(int threads, size_t capacity, struct pool **ret_pool, struct err *err)
{
	struct pool *p OWNED(pool_free) = pool_new(threads, capacity);

	if (!p)
		return err_set(err, RC_NOMEM, "no memory for threads of the API");
	while (p->n_threads < threads) {
		if (pthread_create(&p->threads[p->n_threads], NULL, run, p) != 0)
			return err_set(err, RC_NOMEM, "no memory for threads of the API");
		p->n_threads++;
	}
	*ret_pool = GIVE(p);
	return RC_OK;
}

/* Under the lock. */
static enum rc
may_wait(const struct pool *p, const struct pool_work *work)
{
	if (p->is_closed)
		return RC_CANCELLED;
	if (work->is_more)
		return RC_OK;
	if (p->n_waiting >= p->capacity)
		return RC_BUSY;
	return count_of(&p->waiting, work->owner) < half(p->capacity) ? RC_OK
								      : RC_REFUSED;
}

enum rc
pool_put(struct pool *p, const struct pool_work *work)
{
	struct item *i = malloc(sizeof(*i));
	enum rc rc;

	if (!i)
		return RC_NOMEM;
	i->work = *work;
	pthread_mutex_lock(&p->lock);
	rc = may_wait(p, work);
	if (rc == RC_OK) {
		TAILQ_INSERT_TAIL(&p->waiting, i, link);
		p->n_waiting++;
		pthread_cond_signal(&p->turned);
	}
	pthread_mutex_unlock(&p->lock);
	if (rc != RC_OK)
		free(i);
	return rc;
}

void
pool_free(struct pool *p)
{
	if (!p)
		return;
	pthread_mutex_lock(&p->lock);
	p->is_closed = true;
	pthread_cond_broadcast(&p->turned);
	pthread_mutex_unlock(&p->lock);
	for (int i = 0; i < p->n_threads; i++)
		(void)pthread_join(p->threads[i], NULL);
	(void)pthread_cond_destroy(&p->turned);
	(void)pthread_mutex_destroy(&p->lock);
	free(p);
}

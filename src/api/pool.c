/* SPDX-License-Identifier: Apache-2.0 */
#include "api/pool.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/queue.h"

struct work {
	void (*run)(void *ctx);
	void *ctx;
};

struct pool {
	struct queue *queue;
	int n_threads;
	pthread_t threads[];
};

static void *
run(void *arg)
{
	struct pool *p = arg;
	void *item = NULL;

	while (queue_take(p->queue, -1, &item) == RC_OK) {
		struct work work = *(struct work *)item;

		free(item);
		work.run(work.ctx);
	}
	return NULL;
}

enum rc
pool_start(int threads, size_t capacity, struct pool **ret_pool, struct err *err)
{
	struct pool *p OWNED(pool_free) =
	    calloc(1, sizeof(*p) + (size_t)threads * sizeof(p->threads[0]));

	if (p)
		p->queue = queue_new(capacity, QUEUE_WAIT, free);
	if (!p || !p->queue)
		return err_set(err, RC_NOMEM, "no memory for threads of the API");
	while (p->n_threads < threads) {
		if (pthread_create(&p->threads[p->n_threads], NULL, run, p) != 0)
			return err_set(err, RC_NOMEM, "no memory for threads of the API");
		p->n_threads++;
	}
	*ret_pool = GIVE(p);
	return RC_OK;
}

enum rc
pool_put(struct pool *p, void (*run_it)(void *ctx), void *ctx)
{
	struct work *work = malloc(sizeof(*work));
	enum rc rc;

	if (!work)
		return RC_NOMEM;
	*work = (struct work){ run_it, ctx };
	rc = queue_try_put(p->queue, work);
	if (rc != RC_OK)
		free(work);
	return rc;
}

void
pool_free(struct pool *p)
{
	if (!p)
		return;
	if (p->queue)
		queue_close(p->queue);
	for (int i = 0; i < p->n_threads; i++)
		(void)pthread_join(p->threads[i], NULL);
	queue_free(p->queue);
	free(p);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "api/runs_int.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/map.h"
#include "coordinator/coordinator.h"

struct runs {
	pthread_mutex_t lock; /* guards all below */
	struct map *olts; /* array of struct runs_figures, owned */
	struct runs_figures all;
};

struct runs *
runs_new(void)
{
	struct runs *r = calloc(1, sizeof(*r));

	if (!r)
		return NULL;
	r->olts = map_new();
	if (r->olts && pthread_mutex_init(&r->lock, NULL) == 0)
		return r;
	map_free(r->olts);
	free(r);
	return NULL;
}

void
runs_free(struct runs *r)
{
	struct runs_figures *f;
	size_t at = 0;

	if (!r)
		return;
	while ((f = map_next(r->olts, &at)) != NULL)
		free(f);
	map_free(r->olts);
	(void)pthread_mutex_destroy(&r->lock);
	free(r);
}

/* Under the lock; NULL: too many OLTs, or no memory. */
static struct runs_figures *
find_or_add(struct runs *r, struct olt_id olt)
{
	struct runs_figures *f = map_find_u64(r->olts, (uint64_t)olt.v);

	if (f || map_count(r->olts) >= RUNS_OLTS_MAX)
		return f;
	f = calloc(1, sizeof(*f));
	if (f && map_add_u64(r->olts, (uint64_t)olt.v, f) != RC_OK) {
		free(f);
		f = NULL;
	}
	return f;
}

static void
add(struct runs_figures *f, const struct coordinator_event *e)
{
	if (e->kind == COORDINATOR_RETRY) {
		f->retries++;
		f->retry_delay_ms += e->number;
	}
	if (e->kind == COORDINATOR_ENDED || e->kind == COORDINATOR_INTERRUPTED) {
		f->ended[e->kind == COORDINATOR_ENDED ? e->state
						      : EXECUTION_INTERRUPTED]++;
		f->duration_ms += e->duration_ms;
	}
}

void
runs_count(struct runs *r, const struct coordinator_event *event)
{
	struct runs_figures *f;

	if (!event->olt.v)
		return;
	pthread_mutex_lock(&r->lock);
	add(&r->all, event);
	f = find_or_add(r, event->olt);
	if (f)
		add(f, event);
	pthread_mutex_unlock(&r->lock);
}

struct runs_figures
runs_of(struct runs *r, struct olt_id olt)
{
	struct runs_figures figures = { 0 };
	const struct runs_figures *f;

	pthread_mutex_lock(&r->lock);
	f = olt.v ? map_find_u64(r->olts, (uint64_t)olt.v) : &r->all;
	if (f)
		figures = *f;
	pthread_mutex_unlock(&r->lock);
	return figures;
}

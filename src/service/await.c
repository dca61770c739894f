/* SPDX-License-Identifier: Apache-2.0 */
#include "service/await_int.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/condition.h"

enum { NAP_MS = 500 };

struct await {
	pthread_mutex_t lock; /* guards all below */
	pthread_cond_t done;
	int refs;
	bool is_done;
	json_t *result; /* owned; NULL: no memory */
};

void
await_unref(struct await *w)
{
	bool is_last;

	pthread_mutex_lock(&w->lock);
	is_last = --w->refs == 0;
	pthread_mutex_unlock(&w->lock);
	if (!is_last)
		return;
	json_decref(w->result);
	condition_fini_with_lock(&w->done, &w->lock);
	free(w);
}

struct await *
await_new(void)
{
	struct await *w = calloc(1, sizeof(*w));

	if (!w)
		return NULL;
	if (condition_init_with_lock(&w->done, &w->lock) != RC_OK) {
		free(w);
		return NULL;
	}
	w->refs = 2;
	return w;
}

void
await_done(struct await *w, json_t *result)
{
	pthread_mutex_lock(&w->lock);
	w->is_done = true;
	w->result = result;
	pthread_cond_signal(&w->done);
	pthread_mutex_unlock(&w->lock);
	await_unref(w);
}

/* In short naps, to notice that the program ends, or that nobody waits for it any more.
 * Under the lock. */
static bool
is_done_in_time(struct ask *a, struct await *w, int64_t patience_ms)
{
	int64_t end_ms = clock_mono_ms() + patience_ms;

	while (!w->is_done && clock_mono_ms() < end_ms && ask_is_wanted(a)) {
		struct timespec until = condition_moment(NAP_MS);

		(void)condition_wait(&w->done, &w->lock, &until);
	}
	return w->is_done;
}

json_t *
await_wait(struct ask *a, struct await *w, int64_t patience_ms)
{
	json_t *result = NULL;

	ask_let_go(a);
	pthread_mutex_lock(&w->lock);
	if (is_done_in_time(a, w, patience_ms)) {
		result = w->result;
		w->result = NULL;
	}
	pthread_mutex_unlock(&w->lock);
	ask_take_back(a);
	await_unref(w);
	return result;
}

json_t *
await_take(struct ask *a, struct await *w, int64_t patience_ms)
{
	json_t *result = await_wait(a, w, patience_ms);

	if (!result)
		(void)ask_fail(a, RC_TIMEOUT, "the device has not been through in %lld s",
		    (long long)(patience_ms / 1000));
	return result;
}

json_t *
await_refused(struct ask *a, struct await *w, enum rc rc)
{
	if (!w) {
		(void)ask_fail(a, RC_NOMEM, "out of memory");
		return NULL;
	}
	await_unref(w);
	await_unref(w);
	(void)ask_fail(a, rc, "the engine cannot do it now: %s", rc_name(rc));
	return NULL;
}

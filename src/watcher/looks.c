/* SPDX-License-Identifier: Apache-2.0
 *
 * Looks: passes requests of the watch to the engine, and the results back.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "watcher/watcher_int.h"

enum {
	WAIT_MS = 15000, /* time limit for the lock of the OLT */
	PATIENCE_MS = 120000, /* after this time a look counts as not answered */
};

/* The context of the engine's answer. */
struct asked {
	struct watcher *watcher;
	uint64_t number;
};

static struct pending_look *
find_pending(struct watcher *w, uint64_t number)
{
	for (size_t i = 0; i < w->looks.n; i++) {
		struct pending_look *p = VEC_AT(&w->looks, struct pending_look, i);

		if (p->number == number)
			return p;
	}
	return NULL;
}

static void
note_begun(struct watcher *w, uint64_t number, enum rc rc, struct execution_id execution)
{
	struct pending_look *p;

	pthread_mutex_lock(&w->lock);
	p = find_pending(w, number);
	if (p && rc == RC_OK)
		p->look.execution = execution;
	else if (p)
		p->is_refused = true;
	if (p && p->is_refused) {
		w->has_news = true;
		pthread_cond_signal(&w->wake);
	}
	pthread_mutex_unlock(&w->lock);
}

/* Called by the engine's thread. */
static void
begun(void *ctx, const struct refreshed *result)
{
	struct asked *asked = ctx;

	note_begun(asked->watcher, asked->number, result->rc, result->execution);
	free(asked);
}

static bool
keep_pending(
    struct watcher *w, const struct watch_look *look, int64_t now_ms, struct asked *asked)
{
	struct pending_look *p;

	pthread_mutex_lock(&w->lock);
	p = vec_add(&w->looks);
	if (p) {
		p->number = asked->number = ++w->last_look;
		p->look = (struct watch_looking){ .incident = look->incident,
			.olt = look->olt,
			.asked_ms = now_ms,
			.n = look->n < WATCH_LOOK_MAX ? look->n : WATCH_LOOK_MAX };
		memcpy(p->look.onus, look->onus, p->look.n * sizeof(look->onus[0]));
	}
	pthread_mutex_unlock(&w->lock);
	return p != NULL;
}

static enum rc
ask_look(
    struct watcher *w, const struct watch_look *look, int64_t now_ms, struct err *err)
{
	struct position positions[WATCH_LOOK_MAX];
	struct asked *asked = malloc(sizeof(*asked));
	char asked_by[48];
	struct engine_look ask = { .olt = look->olt,
		.onus = positions,
		.wait_ms = WAIT_MS,
		.asked_by = asked_by,
		.begun = begun,
		.ctx = asked };
	size_t n = look->n < WATCH_LOOK_MAX ? look->n : WATCH_LOOK_MAX;
	enum rc rc = asked ? store_watch_look_positions(
				 w->db, look->onus, n, positions, &ask.n_onus, err)
			   : err_set(err, RC_NOMEM, "no memory for a look");

	if (asked)
		*asked = (struct asked){ w, 0 };
	if (rc != RC_OK || !keep_pending(w, look, now_ms, asked)) {
		free(asked);
		return rc;
	}
	(void)snprintf(
	    asked_by, sizeof(asked_by), "incident %lld", (long long)look->incident);
	if (ask.n_onus == 0 || w->options.ops.look(w->options.ops.ctx, &ask) != RC_OK) {
		note_begun(w, asked->number, RC_BUSY, (struct execution_id){ 0 });
		free(asked);
	}
	return RC_OK;
}

enum rc
watcher_ask_looks(struct watcher *w, int64_t now_ms, struct err *err)
{
	struct watch_look look;
	enum rc rc = RC_OK;

	while (rc == RC_OK && watch_take_look(w->watch, &look))
		rc = ask_look(w, &look, now_ms, err);
	return rc;
}

/* Under the lock. */
static void
forget(struct watcher *w, struct pending_look *p)
{
	*p = *VEC_AT(&w->looks, struct pending_look, w->looks.n - 1);
	w->looks.n--;
}

/* The next look that will not end; false: none. */
static bool
take_lost(struct watcher *w, int64_t now_ms, struct watch_looking *ret)
{
	bool is_found = false;

	pthread_mutex_lock(&w->lock);
	for (size_t i = 0; i < w->looks.n && !is_found; i++) {
		struct pending_look *p = VEC_AT(&w->looks, struct pending_look, i);

		is_found = p->is_refused || now_ms - p->look.asked_ms > PATIENCE_MS ||
		    now_ms < p->look.asked_ms;
		if (is_found) {
			*ret = p->look;
			forget(w, p);
		}
	}
	pthread_mutex_unlock(&w->lock);
	return is_found;
}

void
watcher_end_looks(struct watcher *w, int64_t now_ms)
{
	struct watch_looking look;

	while (take_lost(w, now_ms, &look))
		watch_looked(w->watch,
		    &(struct watch_look_result){
			.incident = look.incident, .olt = look.olt, .at_ms = now_ms });
}

bool
watcher_take_look(struct watcher *w, int64_t execution, struct watch_looking *ret)
{
	bool is_found = false;

	pthread_mutex_lock(&w->lock);
	for (size_t i = 0; i < w->looks.n && !is_found; i++) {
		struct pending_look *p = VEC_AT(&w->looks, struct pending_look, i);

		is_found = p->look.execution.v == execution && execution;
		if (is_found) {
			*ret = p->look;
			forget(w, p);
		}
	}
	pthread_mutex_unlock(&w->lock);
	return is_found;
}

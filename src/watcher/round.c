/* SPDX-License-Identifier: Apache-2.0
 *
 * From the watch to the database: each round is one transaction of the writer.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/condition.h"
#include "store/core/writer.h"
#include "store/incident/watch_load.h"
#include "watcher/watcher_int.h"

enum {
	LOOK_MS = 200, /* time between two checks whether the program ends */
	BUSY_MS = 100, /* time before a full queue is tried again */
	MEMORY_MS = 600000, /* time between two writes of the learnt data */
	MEMORY_MAX = 64 << 20,
};

/* The data to be written. It is freed by the last user, the watcher or the writer: a
 * program that ends does not wait for a database that is not available. */
struct work {
	pthread_mutex_t lock; /* guards refs, is_done, rc, message */
	pthread_cond_t turned;
	int refs;
	bool is_done;
	enum rc rc;
	char message[ERR_MAX];

	/* Used by the writer until it is done. */
	struct watch_batch *batch; /* owned; NULL: a term is taken */
	struct tell_batch *tell; /* owned; NULL: no messages */
	bool was_written;
	char machine[64];
	int64_t now_ms, term;
};

static void
unref(struct work *k)
{
	bool is_last;

	pthread_mutex_lock(&k->lock);
	is_last = --k->refs == 0;
	pthread_mutex_unlock(&k->lock);
	if (!is_last)
		return;
	condition_fini_with_lock(&k->turned, &k->lock);
	watch_batch_free(k->batch);
	tell_batch_free(k->tell);
	free(k);
}

/* ---- in the writer's thread -------------------------------------------------------------- */

static enum rc
write_work(void *ctx, struct db *db, struct err *err)
{
	struct work *k = ctx;
	enum rc rc;

	if (!k->batch)
		return store_watch_take(db, k->machine, k->now_ms, &k->term, err);
	rc = store_watch_write(db, k->batch, &k->was_written, err);
	if (rc != RC_OK || k->was_written || !k->tell)
		return rc;
	return tell_batch_write(k->tell, db, err);
}

static void
work_done(void *ctx, enum rc rc, const char *message)
{
	struct work *k = ctx;

	pthread_mutex_lock(&k->lock);
	k->is_done = true;
	k->rc = rc;
	if (message)
		(void)snprintf(k->message, sizeof(k->message), "%s", message);
	pthread_cond_broadcast(&k->turned);
	pthread_mutex_unlock(&k->lock);
}

static void
work_free(void *ctx)
{
	unref(ctx);
}

/* ---- in the watcher's -------------------------------------------------------------------- */

static struct work *
work_new(void)
{
	struct work *k = calloc(1, sizeof(*k));

	if (!k || condition_init_with_lock(&k->turned, &k->lock) != RC_OK) {
		free(k);
		return NULL;
	}
	k->refs = 1;
	return k;
}

/* Waits while the queue is full. */
static enum rc
hand_over(struct watcher *w, struct work *k)
{
	const struct timespec nap = { 0, BUSY_MS * 1000000L };
	struct writer_work work = {
		.write = write_work, .done = work_done, .free_ctx = work_free, .ctx = k
	};
	enum rc rc;

	k->refs++; /* no other thread knows it yet */
	rc = writer_put(w->options.writer, &work);
	while (rc == RC_BUSY && !atomic_load(&w->is_over)) {
		(void)nanosleep(&nap, NULL);
		rc = writer_put(w->options.writer, &work);
	}
	if (rc != RC_OK)
		k->refs--;
	return rc;
}

static enum rc
wait_for(struct watcher *w, struct work *k, struct err *err)
{
	int64_t began_ms = clock_mono_ms();
	enum rc rc = RC_CANCELLED;

	pthread_mutex_lock(&k->lock);
	while (!k->is_done &&
	    !(atomic_load(&w->is_over) && writer_figures(w->options.writer).is_away)) {
		struct timespec until = condition_moment(LOOK_MS);

		(void)condition_wait(&k->turned, &k->lock, &until);
	}
	if (k->is_done)
		rc = k->rc == RC_OK ? RC_OK : err_set(err, k->rc, "%s", k->message);
	pthread_mutex_unlock(&k->lock);
	w->waited_ms += clock_mono_ms() - began_ms;
	return rc;
}

enum rc
watcher_take_term(struct watcher *w, struct err *err)
{
	struct work *k = work_new();
	enum rc rc;

	if (!k)
		return err_set(err, RC_NOMEM, "no memory to watch");
	(void)snprintf(k->machine, sizeof(k->machine), "%s", w->machine);
	k->now_ms = clock_wall_ms();
	rc = hand_over(w, k);
	if (rc == RC_OK)
		rc = wait_for(w, k, err);
	if (rc == RC_OK) {
		w->term = k->term;
		w->round = 0;
	}
	unref(k);
	return rc;
}

static void
take_memory(struct watcher *w, struct watch_batch *b)
{
	struct buf bytes = BUF_INIT(MEMORY_MAX);
	int64_t mono_ms = clock_mono_ms();

	if (w->memory_ms && mono_ms - w->memory_ms < MEMORY_MS)
		return;
	if (watch_memory_save(w->watch, &bytes) == RC_OK && bytes.len)
		watch_batch_memory(b, bytes.data, bytes.len);
	w->memory_ms = mono_ms;
	buf_fini(&bytes);
}

/* The watch does not know the number of an ONU on its port, but the sentence needs it. */
static enum rc
add_incident(struct watcher *w, struct watch_batch *b, const struct watch_incident *taken,
    struct err *err)
{
	struct watch_incident named = *taken;
	enum rc rc = RC_OK;

	if (named.root == WATCH_ROOT_ONU && *named.params.onu)
		rc = store_watch_onu_place(w->db, (struct onu_id){ named.subject },
		    named.params.onu, sizeof(named.params.onu), err);
	if (rc != RC_OK && rc != RC_NOT_FOUND)
		return rc;
	watch_batch_incident(b, &named);
	return RC_OK;
}

static enum rc
fill(struct watcher *w, struct watch_batch *b, int64_t now_ms, struct err *err)
{
	const struct watch_incident *incident;
	struct watch_fact fact;
	struct watch_group group;
	enum rc rc = RC_OK;

	while (rc == RC_OK && (incident = watch_take_incident(w->watch)) != NULL)
		rc = add_incident(w, b, incident, err);
	while (watch_take_fact(w->watch, &fact))
		watch_batch_fact(b, &fact);
	while (watch_take_group(w->watch, &group))
		watch_batch_group(b, &group);
	take_memory(w, b);
	watch_batch_position(b, &w->at, now_ms);
	return rc;
}

static bool
has_moved(const struct watcher *w)
{
	return w->at.tx != w->stored.tx || w->at.id != w->stored.id;
}

/* The state of the database after the commit. */
static void
settle(struct watcher *w, const struct work *k)
{
	uint32_t key;
	int64_t node;

	w->round++;
	w->stored = w->at;
	w->must_load = w->must_load || k->was_written;
	for (size_t i = 0; watch_batch_stored_group(k->batch, i, &key, &node); i++)
		watch_group_stored(w->watch, key, node);
}

static enum rc
write_batch(struct watcher *w, struct work *k, struct err *err)
{
	enum rc rc = hand_over(w, k);

	if (rc == RC_OK)
		rc = wait_for(w, k, err);
	if (rc == RC_OK)
		settle(w, k);
	return rc;
}

/* The messages about the decisions of the watch. */
static enum rc
decide_messages(struct watcher *w, struct work *k, int64_t now_ms, struct err *err)
{
	const struct watch_incident *incident;
	enum rc rc = RC_OK;

	for (size_t i = 0; rc == RC_OK && (incident = watch_batch_at(k->batch, i)); i++)
		rc = tell_incident(w->tell, w->db, incident, err);
	return rc == RC_OK ? tell_decide(w->tell, w->db, now_ms, &k->tell, err) : rc;
}

enum rc
watcher_write(struct watcher *w, int64_t now_ms, struct err *err)
{
	struct work *k = work_new();
	enum rc rc = RC_OK;

	if (k)
		k->batch = watch_batch_new(w->term, w->round + 1);
	if (!k || !k->batch) {
		if (k)
			unref(k);
		return err_set(err, RC_NOMEM, "no memory for incidents");
	}
	rc = fill(w, k->batch, now_ms, err);
	if (rc == RC_OK)
		rc = decide_messages(w, k, now_ms, err);
	if (rc == RC_OK && (watch_batch_has_news(k->batch) || k->tell || has_moved(w)))
		rc = write_batch(w, k, err);
	unref(k);
	return rc;
}

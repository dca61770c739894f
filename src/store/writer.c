/* SPDX-License-Identifier: Apache-2.0
 *
 * Two locks that never meet: the queue's own, and `lock` for the figures and the
 * end of the back-off's sleep. No callback runs under either.
 */
#include "store/writer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/condition.h"
#include "base/grumble.h"
#include "base/queue.h"
#include "store/db/db.h"

struct writer {
	struct db *db; /* the thread's */
	struct writer_options options;
	struct queue *queue; /* of struct writer_work, owned */
	struct grumble grumble; /* the thread's */
	struct writer_work **hand; /* the thread's: taken and not done; options.batch */
	size_t n_hand;
	pthread_t thread;
	bool is_running; /* the owner's: thread is to be joined */

	pthread_mutex_t lock; /* guards all below */
	pthread_cond_t wake; /* gives_up changed */
	bool gives_up;
	bool is_over; /* the thread has nothing left to do */
	bool was_cancelled; /* it ended with work unwritten */
	struct writer_figures figures;
};

/* ---- pieces of work ---------------------------------------------------------- */

static void
free_work(void *item)
{
	struct writer_work *work = item;

	if (work->free_ctx)
		work->free_ctx(work->ctx);
	free(work);
}

/* Tell it, count it, and let it go. */
static void
finish_work(struct writer *w, struct writer_work *work, enum rc rc, const char *message)
{
	pthread_mutex_lock(&w->lock);
	w->figures.waiting--;
	if (rc == RC_OK)
		w->figures.written++;
	else if (rc == RC_CANCELLED)
		w->was_cancelled = true;
	else
		w->figures.failed++;
	pthread_mutex_unlock(&w->lock);
	if (work->done)
		work->done(work->ctx, rc, message);
	free_work(work);
}

/* Will trying again help? */
static bool
is_away(enum rc rc)
{
	switch (rc) {
	case RC_NOMEM:
	case RC_TIMEOUT:
	case RC_REFUSED:
	case RC_BUSY:
	case RC_UNREACHABLE:
	case RC_IO:
		return true;
	case RC_OK:
	case RC_INVALID:
	case RC_NOT_FOUND:
	case RC_CONFLICT:
	case RC_PROTOCOL:
	case RC_CANCELLED:
		break;
	}
	return false;
}

/* ---- transactions -------------------------------------------------------------- */

/* All or nothing of these. */
static enum rc
write_together(struct writer *w, struct writer_work **work, size_t n, struct err *err)
{
	enum rc rc = db_begin(w->db, err);

	for (size_t i = 0; rc == RC_OK && i < n; i++)
		rc = work[i]->write(work[i]->ctx, w->db, err);
	if (rc == RC_OK)
		rc = db_commit(w->db, err);
	if (rc == RC_OK) {
		if (w->options.on_commit)
			w->options.on_commit(w->options.ctx);
		return RC_OK;
	}
	db_rollback(w->db);
	if (w->options.on_rollback)
		w->options.on_rollback(w->options.ctx);
	return rc;
}

static void
count_try(struct writer *w, enum rc rc)
{
	pthread_mutex_lock(&w->lock);
	if (rc == RC_OK)
		w->figures.transactions++;
	if (is_away(rc))
		w->figures.retries++;
	w->figures.is_away = is_away(rc);
	pthread_mutex_unlock(&w->lock);
}

static void
say(struct writer *w, enum rc rc, const char *message)
{
	bool news = is_away(rc) ? grumble_bad(&w->grumble, clock_mono_ms())
				: grumble_good(&w->grumble);

	if (news && w->options.say)
		w->options.say(w->options.ctx, !is_away(rc), message);
}

/* Sleep; false when it is time to give up. */
static bool
pause_ms(struct writer *w, int64_t ms)
{
	struct timespec until = condition_moment(ms);
	bool goes_on;

	pthread_mutex_lock(&w->lock);
	while (!w->gives_up && condition_wait(&w->wake, &w->lock, &until))
		;
	goes_on = !w->gives_up;
	pthread_mutex_unlock(&w->lock);
	return goes_on;
}

static bool
has_given_up(struct writer *w)
{
	bool gives_up;

	pthread_mutex_lock(&w->lock);
	gives_up = w->gives_up;
	pthread_mutex_unlock(&w->lock);
	return gives_up;
}

/* Try until it is in, or fails by its own fault, or we give up (RC_CANCELLED). */
static enum rc
write_patiently(struct writer *w, struct writer_work **work, size_t n, struct err *err)
{
	int64_t pause = w->options.pause_ms;

	for (;;) {
		enum rc rc =
		    has_given_up(w) ? RC_CANCELLED : write_together(w, work, n, err);

		if (rc == RC_CANCELLED)
			return rc;
		count_try(w, rc);
		say(w, rc, is_away(rc) ? err->msg : "the database answers again");
		if (!is_away(rc))
			return rc;
		if (!pause_ms(w, pause))
			return RC_CANCELLED;
		pause = pause * 2 < w->options.longest_pause_ms
		    ? pause * 2
		    : w->options.longest_pause_ms;
	}
}

/* One of them spoils the transaction: let each have its own. */
static void
write_one_by_one(struct writer *w)
{
	for (size_t i = 0; i < w->n_hand; i++) {
		struct err err = { 0 };
		enum rc rc = write_patiently(w, &w->hand[i], 1, &err);

		finish_work(w, w->hand[i], rc, err.msg);
	}
}

static void
write_hand(struct writer *w)
{
	struct err err = { 0 };
	enum rc rc = write_patiently(w, w->hand, w->n_hand, &err);

	if (rc == RC_OK || rc == RC_CANCELLED || w->n_hand == 1) {
		for (size_t i = 0; i < w->n_hand; i++)
			finish_work(w, w->hand[i], rc, err.msg);
	} else {
		write_one_by_one(w);
	}
	w->n_hand = 0;
}

/* ---- the thread ------------------------------------------------------------------ */

/* Wait for one, then take what else is there. False at the end. */
static bool
take_hand(struct writer *w)
{
	void *item;

	if (queue_take(w->queue, -1, &item) != RC_OK)
		return false;
	w->hand[w->n_hand++] = item;
	while (w->n_hand < w->options.batch && queue_take(w->queue, 0, &item) == RC_OK)
		w->hand[w->n_hand++] = item;
	return true;
}

static void *
run(void *arg)
{
	struct writer *w = arg;

	(void)pthread_setname_np(pthread_self(), "writer"); /* for those who look */
	while (take_hand(w))
		write_hand(w);
	pthread_mutex_lock(&w->lock);
	w->is_over = true;
	pthread_cond_broadcast(&w->wake);
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

/* ---- the owner --------------------------------------------------------------------- */

enum rc
writer_start(struct db *db, const struct writer_options *options,
    struct writer **ret_writer, struct err *err)
{
	struct writer *w = calloc(1, sizeof(*w));

	assert(options->bound > 0 && options->batch > 0);
	if (!w || condition_init_with_lock(&w->wake, &w->lock) != RC_OK) {
		free(w);
		return err_set(err, RC_NOMEM, "no memory for the writer");
	}
	w->options = *options;
	w->figures.bound = options->bound;
	w->queue = queue_new(options->bound, QUEUE_WAIT, free_work);
	w->hand = calloc(options->batch, sizeof(struct writer_work *));
	w->db = db;
	if (w->queue && w->hand && pthread_create(&w->thread, NULL, run, w) == 0) {
		w->is_running = true;
		*ret_writer = w;
		return RC_OK;
	}
	w->db = NULL; /* still the caller's */
	writer_free(w);
	return err_set(err, RC_NOMEM, "no memory for the writer");
}

enum rc
writer_put(struct writer *w, const struct writer_work *work)
{
	struct writer_work *copy = malloc(sizeof(*copy));
	enum rc rc;

	if (!copy)
		return RC_NOMEM;
	*copy = *work;
	/* Counted first: the thread may be done with it before we are back. */
	pthread_mutex_lock(&w->lock);
	w->figures.waiting++;
	pthread_mutex_unlock(&w->lock);
	rc = queue_try_put(w->queue, copy);
	if (rc == RC_OK)
		return RC_OK;
	pthread_mutex_lock(&w->lock);
	w->figures.waiting--;
	w->figures.refused += rc == RC_BUSY;
	pthread_mutex_unlock(&w->lock);
	free(copy);
	return rc;
}

void
writer_close(struct writer *w)
{
	queue_close(w->queue);
}

/* Patience counts only while the database is away: what can be written is. */
static void
wait_until_over(struct writer *w, int64_t patience_ms)
{
	enum { LOOK_MS = 20 };

	pthread_mutex_lock(&w->lock);
	while (!w->is_over && !w->gives_up) {
		bool was_away = w->figures.is_away;
		struct timespec nap = { 0, LOOK_MS * 1000000L };

		pthread_mutex_unlock(&w->lock);
		(void)nanosleep(&nap, NULL);
		pthread_mutex_lock(&w->lock);
		if (was_away && w->figures.is_away)
			patience_ms -= LOOK_MS;
		if (patience_ms < 0) {
			w->gives_up = true;
			pthread_cond_broadcast(&w->wake);
		}
	}
	pthread_mutex_unlock(&w->lock);
}

static void
end_thread(struct writer *w, int64_t patience_ms)
{
	if (!w->is_running)
		return;
	writer_close(w);
	wait_until_over(w, patience_ms);
	(void)pthread_join(w->thread, NULL);
	w->is_running = false;
}

enum rc
writer_stop(struct writer *w, int64_t patience_ms)
{
	end_thread(w, patience_ms);
	return w->was_cancelled ? RC_CANCELLED : RC_OK;
}

struct writer_figures
writer_figures(struct writer *w)
{
	struct writer_figures figures;

	pthread_mutex_lock(&w->lock);
	figures = w->figures;
	pthread_mutex_unlock(&w->lock);
	return figures;
}

void
writer_free(struct writer *w)
{
	if (!w)
		return;
	end_thread(w, 0);
	queue_free(w->queue);
	free(w->hand);
	db_close(w->db);
	condition_fini_with_lock(&w->wake, &w->lock);
	free(w);
}

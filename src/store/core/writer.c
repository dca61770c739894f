/* SPDX-License-Identifier: Apache-2.0
 *
 * One lock, for the lanes of work, the figures and the end of the back-off's sleep. No
 * callback runs under it.
 */
#include "store/core/writer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <time.h>

#include "base/clock.h"
#include "base/condition.h"
#include "base/grumble.h"
#include "store/db/db.h"

struct piece {
	TAILQ_ENTRY(piece) link;
	struct writer_work work;
	bool is_urgent;
};

/* Pieces that wait, first come first. */
struct lane {
	TAILQ_HEAD(piece_list, piece) pieces;
	size_t n;
};

struct writer {
	struct db *db; /* the thread's */
	struct writer_options options;
	struct grumble grumble; /* the thread's */
	struct piece **hand; /* the thread's: taken and not done; options.batch */
	size_t n_hand;
	pthread_t thread;
	bool is_running; /* the owner's: thread is to be joined */

	pthread_mutex_t lock; /* guards all below */
	pthread_cond_t wake; /* something of it changed */
	struct lane usual, urgent;
	bool is_closed; /* nothing more comes */
	bool gives_up;
	bool is_over; /* the thread has nothing left to do */
	bool was_cancelled; /* it ended with work unwritten */
	struct writer_figures figures;
};

/* ---- pieces of work ---------------------------------------------------------- */

static void
free_piece(struct piece *p)
{
	if (p->work.free_ctx)
		p->work.free_ctx(p->work.ctx);
	free(p);
}

static struct piece *
lane_take(struct lane *l)
{
	struct piece *p = TAILQ_FIRST(&l->pieces);

	if (!p)
		return NULL;
	TAILQ_REMOVE(&l->pieces, p, link);
	l->n--;
	return p;
}

/* Tell it, count it, and let it go. */
static void
finish_piece(struct writer *w, struct piece *p, enum rc rc, const char *message)
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
	if (p->work.done)
		p->work.done(p->work.ctx, rc, message);
	free_piece(p);
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
	case RC_TOO_MUCH:
	case RC_CANCELLED:
		break;
	}
	return false;
}

/* ---- transactions -------------------------------------------------------------- */

static bool
has_urgent(struct writer *w)
{
	bool has;

	pthread_mutex_lock(&w->lock);
	has = w->urgent.n > 0;
	pthread_mutex_unlock(&w->lock);
	return has;
}

/* All or nothing of these; when urgent work comes meanwhile, of the first *n. */
static enum rc
write_together(struct writer *w, struct piece **pieces, size_t *n, struct err *err)
{
	enum rc rc = db_begin(w->db, err);
	size_t i = 0;

	while (rc == RC_OK && i < *n) {
		struct writer_work *work = &pieces[i]->work;

		rc = work->write(work->ctx, w->db, err);
		i++;
		if (!pieces[i - 1]->is_urgent && has_urgent(w))
			break;
	}
	if (rc == RC_OK)
		rc = db_commit(w->db, err);
	if (rc == RC_OK) {
		*n = i;
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
	if (is_away(rc) != w->figures.is_away)
		w->figures.away_ms = is_away(rc) ? clock_wall_ms() : 0;
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

/* Try until they are in, or fail by their own fault, or we give up (RC_CANCELLED). On
 * success *n is how many of them are in. */
static enum rc
write_patiently(struct writer *w, struct piece **pieces, size_t *n, struct err *err)
{
	int64_t pause = w->options.pause_ms;

	for (;;) {
		enum rc rc =
		    has_given_up(w) ? RC_CANCELLED : write_together(w, pieces, n, err);

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

/* What of the hand is not in goes back to where it came from, ahead of all there. */
static void
give_back(struct writer *w, size_t from)
{
	pthread_mutex_lock(&w->lock);
	for (size_t i = w->n_hand; i > from; i--) {
		TAILQ_INSERT_HEAD(&w->usual.pieces, w->hand[i - 1], link);
		w->usual.n++;
	}
	pthread_mutex_unlock(&w->lock);
}

/* One of them spoils the transaction: let each have its own. */
static void
write_one_by_one(struct writer *w)
{
	for (size_t i = 0; i < w->n_hand; i++) {
		bool is_urgent = w->hand[i]->is_urgent;
		struct err err = { 0 };
		size_t one = 1;
		enum rc rc = write_patiently(w, &w->hand[i], &one, &err);

		finish_piece(w, w->hand[i], rc, err.msg);
		if (!is_urgent && has_urgent(w)) {
			give_back(w, i + 1);
			return;
		}
	}
}

static void
write_hand(struct writer *w)
{
	struct err err = { 0 };
	size_t n = w->n_hand;
	enum rc rc = write_patiently(w, w->hand, &n, &err);

	if (rc == RC_OK || rc == RC_CANCELLED || w->n_hand == 1) {
		give_back(w, n);
		for (size_t i = 0; i < n; i++)
			finish_piece(w, w->hand[i], rc, err.msg);
	} else {
		write_one_by_one(w);
	}
	w->n_hand = 0;
}

/* ---- the thread ------------------------------------------------------------------ */

/* Wait for some, then take what is there: urgent ones, or else the others. False at the
 * end. */
static bool
take_hand(struct writer *w)
{
	struct lane *lane;
	struct piece *p;

	pthread_mutex_lock(&w->lock);
	while (!w->urgent.n && !w->usual.n && !w->is_closed)
		pthread_cond_wait(&w->wake, &w->lock);
	lane = w->urgent.n ? &w->urgent : &w->usual;
	while (w->n_hand < w->options.batch && (p = lane_take(lane)))
		w->hand[w->n_hand++] = p;
	pthread_mutex_unlock(&w->lock);
	return w->n_hand > 0;
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
	TAILQ_INIT(&w->usual.pieces);
	TAILQ_INIT(&w->urgent.pieces);
	w->hand = calloc(options->batch, sizeof(struct piece *));
	w->db = db;
	if (w->hand && pthread_create(&w->thread, NULL, run, w) == 0) {
		w->is_running = true;
		*ret_writer = w;
		return RC_OK;
	}
	w->db = NULL; /* still the caller's */
	writer_free(w);
	return err_set(err, RC_NOMEM, "no memory for the writer");
}

static enum rc
put(struct writer *w, struct lane *lane, const struct writer_work *work)
{
	struct piece *p = malloc(sizeof(*p));
	enum rc rc = RC_OK;

	if (!p)
		return RC_NOMEM;
	p->work = *work;
	p->is_urgent = lane == &w->urgent;
	pthread_mutex_lock(&w->lock);
	if (w->is_closed)
		rc = RC_CANCELLED;
	else if (lane->n >= w->options.bound)
		rc = RC_BUSY;
	if (rc == RC_OK) {
		TAILQ_INSERT_TAIL(&lane->pieces, p, link);
		lane->n++;
		w->figures.waiting++;
		pthread_cond_broadcast(&w->wake);
	}
	w->figures.refused += rc == RC_BUSY;
	pthread_mutex_unlock(&w->lock);
	if (rc != RC_OK)
		free(p);
	return rc;
}

enum rc
writer_put(struct writer *w, const struct writer_work *work)
{
	return put(w, &w->usual, work);
}

enum rc
writer_put_urgent(struct writer *w, const struct writer_work *work)
{
	return put(w, &w->urgent, work);
}

static void
writer_close(struct writer *w)
{
	pthread_mutex_lock(&w->lock);
	w->is_closed = true;
	pthread_cond_broadcast(&w->wake);
	pthread_mutex_unlock(&w->lock);
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
	struct piece *p;

	if (!w)
		return;
	end_thread(w, 0);
	while ((p = lane_take(&w->usual)) || (p = lane_take(&w->urgent)))
		free_piece(p);
	free(w->hand);
	db_close(w->db);
	condition_fini_with_lock(&w->wake, &w->lock);
	free(w);
}

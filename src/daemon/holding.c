/* SPDX-License-Identifier: Apache-2.0 */
#include "daemon/holding_int.h"

#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/condition.h"
#include "base/log.h"
#include "daemon/place_int.h"
#include "store/db/db.h"
#include "store/upkeep/serving.h"

enum {
	LOOK_MS = 1000, /* time between two checks of a holder that may be dead */
	RETRY_MS = 1000, /* time after a beat that could not be written */
	TAKE_MS = 2 * SERVING_DEAD_MS, /* maximum time to wait, for any reason */
};

struct holding {
	struct holding_options options;
	struct serving me;
	struct db *db; /* used only by the thread while it runs */
	enum rc last; /* result of its last beat */
	pthread_t thread;
	bool is_running; /* owner only: thread must be joined */

	pthread_mutex_t lock; /* guards all below */
	pthread_cond_t wake; /* is_over changed */
	bool is_over;
	char why[ERR_MAX]; /* it was lost; set once */
};

/* ---- losing it -------------------------------------------------------------------- */

static void
lose(struct holding *h, const char *why)
{
	bool is_news;

	pthread_mutex_lock(&h->lock);
	is_news = !*h->why;
	if (is_news)
		(void)snprintf(h->why, sizeof(h->why), "%s", why);
	pthread_mutex_unlock(&h->lock);
	if (is_news && h->options.lost)
		h->options.lost(h->options.ctx);
}

const char *
holding_lost(struct holding *h)
{
	const char *why;

	pthread_mutex_lock(&h->lock);
	why = *h->why ? h->why : NULL; /* does not change any more */
	pthread_mutex_unlock(&h->lock);
	return why;
}

static enum rc
check(void *ctx, struct db *db, struct err *err)
{
	struct holding *h = ctx;
	struct err own = { 0 };
	enum rc rc = store_serving_check(db, h->me.run, &own);

	if (rc == RC_CANCELLED)
		lose(h, own.msg);
	return rc == RC_OK ? rc : err_set(err, rc, "%s", own.msg);
}

void
holding_guard(struct holding *h, struct db *db)
{
	db_set_guard(db, check, h);
}

/* ---- beats ------------------------------------------------------------------------ */

static enum rc
beat(struct holding *h)
{
	struct err err = { 0 };
	int64_t now_ms = 0;
	enum rc rc = store_serving_now(h->db, &now_ms, &err);

	if (rc == RC_OK)
		rc = store_serving_beat(h->db, h->me.run, now_ms, &err);
	if (rc == RC_CANCELLED)
		lose(h, err.msg);
	return rc;
}

/* False: it must end. */
static bool
nap(struct holding *h, int64_t ms)
{
	struct timespec until = condition_moment(ms);
	bool goes_on;

	pthread_mutex_lock(&h->lock);
	while (!h->is_over && condition_wait(&h->wake, &h->lock, &until))
		;
	goes_on = !h->is_over;
	pthread_mutex_unlock(&h->lock);
	return goes_on;
}

/* If the database is not available, the writer reports it. */
static void *
run(void *arg)
{
	struct holding *h = arg;

	/* for other programs that check */
	(void)pthread_setname_np(pthread_self(), "beat");
	while (h->last != RC_CANCELLED &&
	    nap(h, h->last == RC_OK ? SERVING_BEAT_MS : RETRY_MS))
		h->last = beat(h);
	return NULL;
}

/* ---- taking it -------------------------------------------------------------------- */

struct watch {
	struct serving other;
	bool has_other;
	int64_t same_since_ms; /* monotonic: since when its beat has not changed */
};

static void
look(struct watch *w, const struct serving *now)
{
	if (!w->has_other || strcmp(w->other.run, now->run) != 0 ||
	    w->other.beat != now->beat)
		w->same_since_ms = clock_mono_ms();
	w->has_other = true;
	w->other = *now;
}

static enum rc
refuse(const struct serving *other, int64_t now_ms, struct err *err)
{
	char text[SERVING_TEXT_MAX];

	return err_set(err, RC_CONFLICT,
	    "%s has this database: stop it first; when that machine is dead, try again "
	    "in "
	    "a minute",
	    serving_text(other, now_ms, text));
}

static bool
is_interrupted(void)
{
	sigset_t set;

	return sigpending(&set) == 0 &&
	    (sigismember(&set, SIGTERM) == 1 || sigismember(&set, SIGINT) == 1);
}

/* Another program has it. RC_BUSY: check again later. */
static enum rc
try_replace(struct holding *h, struct watch *w, int64_t now_ms, struct err *err)
{
	int64_t age_ms = now_ms - w->other.beat_ms;
	int64_t watched_ms = clock_mono_ms() - w->same_since_ms;
	char text[SERVING_TEXT_MAX];
	enum rc rc;

	if (!place_is_gone(&h->me, &w->other)) {
		if (age_ms < SERVING_LATE_MS)
			return refuse(&w->other, now_ms, err);
		if (age_ms < SERVING_DEAD_MS || watched_ms < SERVING_WATCH_MS)
			return RC_BUSY;
	}
	rc = store_serving_take(h->db, &h->me, &w->other, now_ms, err);
	if (rc == RC_OK)
		log_warn("serve", "%s is dead: this program replaces it",
		    serving_text(&w->other, now_ms, text));
	return rc == RC_CONFLICT ? RC_BUSY : rc;
}

static enum rc
try_take(struct holding *h, struct watch *w, struct err *err)
{
	struct serving now = { 0 };
	struct err none = { 0 };
	int64_t now_ms = 0;
	enum rc rc = store_serving_now(h->db, &now_ms, err);

	if (rc != RC_OK)
		return rc;
	rc = store_serving_get(h->db, &now, &none);
	if (rc == RC_NOT_FOUND) {
		rc = store_serving_take(h->db, &h->me, NULL, now_ms, err);
		return rc == RC_CONFLICT ? RC_BUSY : rc;
	}
	if (rc != RC_OK)
		return err_set(err, rc, "%s", none.msg);
	look(w, &now);
	return try_replace(h, w, now_ms, err);
}

static void
say_waiting(const struct watch *w)
{
	if (w->has_other)
		log_info("serve",
		    "facho %s on %s (process %lld) has this database and is not heard: "
		    "waiting for a minute at most",
		    w->other.what, w->other.machine, (long long)w->other.pid);
}

static enum rc
take(struct holding *h, struct err *err)
{
	struct watch w = { 0 };
	int64_t began_ms = clock_mono_ms();
	enum rc rc;

	for (int i = 0; (rc = try_take(h, &w, err)) == RC_BUSY; i++) {
		if (is_interrupted())
			return err_set(err, RC_CANCELLED, "interrupted while waiting");
		if (clock_mono_ms() - began_ms > TAKE_MS)
			return err_set(err, RC_BUSY,
			    "another program keeps this database locked: stop it first");
		if (i == 0)
			say_waiting(&w);
		(void)nap(h, LOOK_MS); /* nothing ends it yet */
	}
	return rc;
}

static enum rc
name_run(struct serving *me, struct err *err)
{
	unsigned char bytes[(sizeof(me->run) - 1) / 2];

	if (sodium_init() < 0)
		return err_set(err, RC_IO, "libsodium has no source of random numbers");
	randombytes_buf(bytes, sizeof(bytes));
	(void)sodium_bin2hex(me->run, sizeof(me->run), bytes, sizeof(bytes));
	return RC_OK;
}

static enum rc
start_thread(struct holding *h, struct err *err)
{
	if (pthread_create(&h->thread, NULL, run, h) != 0)
		return err_set(err, RC_NOMEM, "no memory for the beat");
	h->is_running = true;
	return RC_OK;
}

enum rc
holding_take(
    const struct holding_options *options, struct holding **ret_holding, struct err *err)
{
	struct holding *h OWNED(holding_give) = calloc(1, sizeof(*h));
	enum rc rc;

	if (!h || condition_init_with_lock(&h->wake, &h->lock) != RC_OK) {
		free(GIVE(h));
		return err_set(err, RC_NOMEM, "out of memory");
	}
	h->options = *options;
	(void)snprintf(h->me.what, sizeof(h->me.what), "%s", options->what);
	place_fill(&h->me);
	rc = name_run(&h->me, err);
	if (rc == RC_OK)
		rc = db_open(options->database, DB_WRITE, &h->db, err);
	if (rc == RC_OK)
		rc = take(h, err);
	h->options.database = NULL; /* owned by the caller, and secret */
	if (rc == RC_OK)
		rc = start_thread(h, err);
	if (rc == RC_OK)
		*ret_holding = GIVE(h);
	return rc;
}

void
holding_give(struct holding *h)
{
	struct err err = { 0 };

	if (!h)
		return;
	pthread_mutex_lock(&h->lock);
	h->is_over = true;
	pthread_cond_broadcast(&h->wake);
	pthread_mutex_unlock(&h->lock);
	if (h->is_running)
		(void)pthread_join(h->thread, NULL);
	/* A database that is not available is not waited for: other programs will see
	 * that this process has ended. */
	if (h->db && h->last == RC_OK && !*h->why &&
	    store_serving_give(h->db, h->me.run, &err) != RC_OK)
		log_debug("serve", "the row of this program stays: %s", err.msg);
	db_close(h->db);
	condition_fini_with_lock(&h->wake, &h->lock);
	free(h);
}

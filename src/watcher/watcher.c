/* SPDX-License-Identifier: Apache-2.0
 *
 * The thread and its life.
 */
#include "watcher/watcher.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/condition.h"
#include "base/log.h"
#include "store/db/db.h"
#include "store/incident/watch_load.h"
#include "watcher/watcher_int.h"

enum {
	BREAK_MS = 100, /* between two rounds */
	IDLE_MS =
	    1000, /* without news: other programs write too, and OLTs may be silent */
	TROUBLE_MS = 1000, /* after a failure */
};

/* ---- rounds ---------------------------------------------------------------------------- */

static double
cpu_seconds(void)
{
	struct timespec t = { 0 };

	(void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void
take_rules(struct watcher *w)
{
	struct watch_rules before = w->options.rules;
	bool has_rules;

	pthread_mutex_lock(&w->lock);
	has_rules = w->has_rules;
	if (has_rules) {
		w->options.rules = w->rules;
		/* These come from the database: watcher_load_limits(). */
		w->options.rules.onu_rx_low = before.onu_rx_low;
		w->options.rules.olt_rx_low = before.olt_rx_low;
	}
	w->has_rules = false;
	pthread_mutex_unlock(&w->lock);
	if (has_rules)
		watch_rule(w->watch, &w->options.rules);
}

static void
publish(struct watcher *w, double cpu, bool is_all)
{
	struct watch_figures figures = watch_figures(w->watch);

	pthread_mutex_lock(&w->lock);
	w->figures.watch = figures;
	w->figures.rounds++;
	w->figures.seconds += cpu;
	if (is_all)
		w->figures.judged_ms = clock_wall_ms();
	pthread_mutex_unlock(&w->lock);
}

/* Everything that is new, in pieces; *ret_n: events of the last piece. */
static enum rc
go_round(struct watcher *w, size_t *ret_n, struct err *err)
{
	double cpu = cpu_seconds();
	int64_t now_ms = clock_wall_ms();
	enum rc rc = RC_OK;

	*ret_n = 0;
	if (w->must_load || watch_is_short(w->watch))
		rc = watcher_load(w, now_ms, err);
	if (rc != RC_OK)
		return rc;
	take_rules(w);
	rc = watcher_windows(w, now_ms, err);
	if (rc == RC_OK)
		rc = watcher_feed(w, now_ms, ret_n, err);
	if (rc == RC_OK)
		rc = watcher_look_around(w, now_ms, err);
	if (rc == RC_OK) {
		watcher_end_looks(w, now_ms);
		watch_run(w->watch, now_ms);
		rc = watcher_write(w, now_ms, err);
	}
	if (rc == RC_OK)
		rc = watcher_ask_looks(w, now_ms, err);
	publish(w, cpu_seconds() - cpu, rc == RC_OK && *ret_n < WATCHER_AT_ONCE);
	return rc;
}

static enum rc
go_rounds(struct watcher *w, struct err *err)
{
	size_t n = WATCHER_AT_ONCE;
	enum rc rc = RC_OK;

	while (rc == RC_OK && (n == WATCHER_AT_ONCE || w->must_load) &&
	    !atomic_load(&w->is_over))
		rc = go_round(w, &n, err);
	return rc;
}

/* What was passed to the watch and not written is read again. */
static void
complain(struct watcher *w, enum rc rc, const struct err *err)
{
	w->must_load = true;
	if (grumble_bad(&w->trouble, clock_mono_ms()))
		log_error("watch", "incidents are not judged now: %s",
		    *err->msg ? err->msg : rc_name(rc));
}

/* ---- the thread ------------------------------------------------------------------------- */

static int64_t
pause_ms(const struct watcher *w, enum rc rc)
{
	int64_t next_ms, told_ms, now_ms = clock_wall_ms();

	if (rc != RC_OK)
		return TROUBLE_MS; /* there may be no watch */
	next_ms = watch_next_ms(w->watch);
	told_ms = tell_next_ms(w->tell);
	if (told_ms < next_ms)
		next_ms = told_ms;
	if (next_ms <= now_ms)
		return 0;
	return next_ms - now_ms < IDLE_MS ? next_ms - now_ms : IDLE_MS;
}

/* False: it is over. */
static bool
rest(struct watcher *w, int64_t ms)
{
	struct timespec until = condition_moment(ms);
	bool goes_on;

	pthread_mutex_lock(&w->lock);
	while (!w->is_over && !w->has_news && condition_wait(&w->wake, &w->lock, &until))
		;
	w->has_news = false;
	goes_on = !w->is_over;
	pthread_mutex_unlock(&w->lock);
	return goes_on;
}

/* Does another program watch? A row that the database refuses looks alike, and is tried
 * again. */
static bool
has_lost_term(struct watcher *w)
{
	int64_t term = 0;

	return store_watch_term(w->db, &term, NULL) == RC_OK && term != w->term;
}

static void
give_up(struct watcher *w)
{
	log_error("watch",
	    "another program watches this database: no incidents are "
	    "made here any more");
	pthread_mutex_lock(&w->lock);
	w->figures.is_over = true;
	w->is_over = true;
	pthread_mutex_unlock(&w->lock);
}

static void *
run_watcher(void *arg)
{
	const struct timespec nap = { 0, BREAK_MS * 1000000L };
	struct watcher *w = arg;
	sigset_t all;

	(void)sigfillset(&all);
	(void)pthread_sigmask(SIG_BLOCK, &all, NULL); /* signals are the main thread's */
	for (bool goes_on = true; goes_on;) {
		struct err err = { 0 };
		enum rc rc = go_rounds(w, &err);

		if (rc == RC_CONFLICT && has_lost_term(w))
			give_up(w);
		else if (rc != RC_OK && rc != RC_CANCELLED)
			complain(w, rc, &err);
		else if (rc == RC_OK && grumble_good(&w->trouble))
			log_info("watch", "incidents are judged again");
		(void)nanosleep(&nap, NULL);
		goes_on = rest(w, pause_ms(w, rc));
	}
	return NULL;
}

/* ---- life --------------------------------------------------------------------------------- */

static bool
goes_on(void *ctx)
{
	return !atomic_load(&((struct watcher *)ctx)->is_over);
}

static enum rc
begin(struct watcher *w, struct err *err)
{
	enum rc rc = db_open(w->options.database, DB_READ, &w->db, err);

	if (rc == RC_OK)
		rc = watcher_take_term(w, err);
	if (rc == RC_OK)
		rc = watcher_load(w, clock_wall_ms(), err);
	if (rc != RC_OK)
		return rc;
	db_set_wanted(w->db, goes_on, w);
	w->is_running = pthread_create(&w->thread, NULL, run_watcher, w) == 0;
	return w->is_running ? RC_OK : err_set(err, RC_NOMEM, "no thread to watch");
}

enum rc
watcher_start(
    const struct watcher_options *options, struct watcher **ret_watcher, struct err *err)
{
	struct watcher *w = calloc(1, sizeof(*w));
	enum rc rc;

	if (!w || condition_init_with_lock(&w->wake, &w->lock) != RC_OK) {
		free(w);
		return err_set(err, RC_NOMEM, "no memory to watch");
	}
	w->options = *options;
	(void)snprintf(w->machine, sizeof(w->machine), "%s", options->machine);
	w->contacts = (struct vec)VEC_INIT(struct olt_contact);
	w->fresh = (struct vec)VEC_INIT(struct watch_fresh);
	w->days = (struct vec)VEC_INIT(struct olt_days);
	w->looks = (struct vec)VEC_INIT(struct pending_look);
	w->events = calloc(WATCHER_AT_ONCE, sizeof(*w->events));
	w->tell = tell_new(&options->telling);
	rc = w->events && w->tell ? begin(w, err)
				  : err_set(err, RC_NOMEM, "no memory to watch");
	if (rc == RC_OK)
		*ret_watcher = w;
	else
		watcher_free(w);
	return rc;
}

void
watcher_stop(struct watcher *w)
{
	pthread_mutex_lock(&w->lock);
	w->is_over = true;
	pthread_cond_broadcast(&w->wake);
	pthread_mutex_unlock(&w->lock);
	if (w->is_running)
		(void)pthread_join(w->thread, NULL);
	w->is_running = false;
}

void
watcher_free(struct watcher *w)
{
	if (!w)
		return;
	watcher_stop(w);
	watch_free(w->watch);
	tell_free(w->tell);
	db_close(w->db);
	vec_fini(&w->contacts);
	vec_fini(&w->fresh);
	vec_fini(&w->days);
	vec_fini(&w->looks);
	free(w->events);
	condition_fini_with_lock(&w->wake, &w->lock);
	free(w);
}

void
watcher_wake(struct watcher *w)
{
	if (!w)
		return;
	pthread_mutex_lock(&w->lock);
	w->has_news = true;
	pthread_cond_signal(&w->wake);
	pthread_mutex_unlock(&w->lock);
}

void
watcher_set(struct watcher *w, const struct watch_rules *rules)
{
	pthread_mutex_lock(&w->lock);
	w->rules = *rules;
	w->has_rules = true;
	pthread_mutex_unlock(&w->lock);
	watcher_wake(w);
}

struct watcher_figures
watcher_figures(struct watcher *w)
{
	struct watcher_figures figures;

	pthread_mutex_lock(&w->lock);
	figures = w->figures;
	pthread_mutex_unlock(&w->lock);
	return figures;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "service/event_tail.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/condition.h"
#include "store/db/db.h"
#include "store/event/event_log.h"

enum {
	AT_ONCE = 128,
	BREAK_MS = 100, /* between two looks */
	LOOK_MS = 1000, /* PostgreSQL, without a commit of ours; and after a failure */
	IDLE_MS = 3600000,
	KINDS = 1 << EVENT_ONUS | 1 << EVENT_PARTS | 1 << EVENT_DECISION |
	    1 << EVENT_CHANGE | 1 << EVENT_INCIDENT | 1 << EVENT_DELIVERY,
};

struct event_tail {
	/* The thread's. */
	struct db *db;
	struct event_cursor at;
	int64_t look_ms;
	struct event_entry fresh[AT_ONCE];
	pthread_t thread;
	bool is_running; /* the owner's: thread is to be joined */

	pthread_mutex_t lock; /* guards all below */
	pthread_cond_t wake;
	_Atomic bool is_over; /* read without it while the database is asked */
	bool has_commit; /* since the last look */
	uint64_t commits;
	struct event_entry ring[EVENT_TAIL_MAX];
	uint64_t last; /* number of the newest; the first is 1 */
	uint64_t lost; /* what is before this number was lost */
};

/* ---- the thread ------------------------------------------------------------------ */

/* Of decisions only those about an OLT: each run has some, and they come from the engine. */
static bool
is_wanted(const struct event_entry *e)
{
	return e->kind != EVENT_DECISION || strncmp(e->what, "OLT_", 4) == 0;
}

static void
keep(struct event_tail *t, size_t n)
{
	pthread_mutex_lock(&t->lock);
	for (size_t i = 0; i < n; i++) {
		if (is_wanted(&t->fresh[i]))
			t->ring[++t->last % EVENT_TAIL_MAX] = t->fresh[i];
	}
	pthread_mutex_unlock(&t->lock);
	if (n > 0)
		t->at = t->fresh[n - 1].at;
}

static void
tell_lost(struct event_tail *t)
{
	pthread_mutex_lock(&t->lock);
	t->lost = ++t->last; /* a number without an event */
	pthread_mutex_unlock(&t->lock);
}

/* Everything that is new. */
static enum rc
look(struct event_tail *t)
{
	size_t n = AT_ONCE;
	bool is_lost = false;
	enum rc rc = RC_OK;

	while (rc == RC_OK && n == AT_ONCE && !atomic_load(&t->is_over)) {
		struct event_wish wish = { KINDS, t->at, AT_ONCE };

		rc = store_events_read(t->db, &wish, t->fresh, &n, &is_lost, NULL);
		if (rc == RC_OK && is_lost) {
			tell_lost(t);
			rc = store_events_end(t->db, &t->at, NULL);
		}
		if (rc == RC_OK)
			keep(t, n);
	}
	return rc;
}

/* Under the lock; waits for a commit, or so long. False: it is over. */
static bool
rest(struct event_tail *t, int64_t ms)
{
	struct timespec until = condition_moment(ms);

	while (
	    !t->is_over && !t->has_commit && condition_wait(&t->wake, &t->lock, &until))
		;
	t->has_commit = false;
	return !t->is_over;
}

static void *
run_tail(void *arg)
{
	const struct timespec nap = { 0, BREAK_MS * 1000000L };
	struct event_tail *t = arg;
	bool goes_on = true;
	sigset_t all;

	(void)sigfillset(&all);
	(void)pthread_sigmask(SIG_BLOCK, &all, NULL); /* signals are the main thread's */
	while (goes_on) {
		enum rc rc = look(t);

		(void)nanosleep(&nap, NULL);
		pthread_mutex_lock(&t->lock);
		goes_on = rest(t, rc == RC_OK ? t->look_ms : LOOK_MS);
		pthread_mutex_unlock(&t->lock);
	}
	return NULL;
}

/* ---- life ------------------------------------------------------------------------ */

static bool
goes_on(void *ctx)
{
	return !atomic_load(&((struct event_tail *)ctx)->is_over);
}

static enum rc
begin(struct event_tail *t, const char *database, struct err *err)
{
	enum rc rc = db_open(database, DB_READ, &t->db, err);

	if (rc == RC_OK)
		rc = store_events_end(t->db, &t->at, err);
	if (rc != RC_OK)
		return rc;
	db_set_wanted(t->db, goes_on, t);
	t->look_ms = strcmp(db_backend(t->db), "sqlite") == 0 ? IDLE_MS : LOOK_MS;
	t->is_running = pthread_create(&t->thread, NULL, run_tail, t) == 0;
	return t->is_running ? RC_OK
			     : err_set(err, RC_NOMEM, "no thread to read the event log");
}

enum rc
event_tail_start(const char *database, struct event_tail **ret_tail, struct err *err)
{
	struct event_tail *t = calloc(1, sizeof(*t));
	enum rc rc;

	if (!t || condition_init_with_lock(&t->wake, &t->lock) != RC_OK) {
		free(t);
		return err_set(err, RC_NOMEM, "no memory to read the event log");
	}
	rc = begin(t, database, err);
	if (rc == RC_OK)
		*ret_tail = t;
	else
		event_tail_free(t);
	return rc;
}

void
event_tail_free(struct event_tail *t)
{
	if (!t)
		return;
	pthread_mutex_lock(&t->lock);
	t->is_over = true;
	pthread_cond_broadcast(&t->wake);
	pthread_mutex_unlock(&t->lock);
	if (t->is_running)
		(void)pthread_join(t->thread, NULL);
	db_close(t->db);
	condition_fini_with_lock(&t->wake, &t->lock);
	free(t);
}

void
event_tail_wake(struct event_tail *t)
{
	if (!t)
		return;
	pthread_mutex_lock(&t->lock);
	t->has_commit = true;
	t->commits++;
	pthread_cond_signal(&t->wake);
	pthread_mutex_unlock(&t->lock);
}

uint64_t
event_tail_commits(struct event_tail *t)
{
	uint64_t commits;

	pthread_mutex_lock(&t->lock);
	commits = t->commits;
	pthread_mutex_unlock(&t->lock);
	return commits;
}

enum rc
event_tail_read(struct event_tail *t, uint64_t *last, struct event_entry *ret_events,
    size_t max, size_t *ret_n)
{
	enum rc rc = RC_OK;

	*ret_n = 0;
	pthread_mutex_lock(&t->lock);
	if (*last < t->lost ||
	    (t->last > EVENT_TAIL_MAX && *last < t->last - EVENT_TAIL_MAX)) {
		*last = t->last;
		rc = RC_NOT_FOUND;
	}
	while (*last < t->last && *ret_n < max)
		ret_events[(*ret_n)++] = t->ring[++*last % EVENT_TAIL_MAX];
	pthread_mutex_unlock(&t->lock);
	return rc;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * watcher/watcher_int.h - internals of the watcher.
 */
#ifndef FACHO_WATCHER_WATCHER_INT_H
#define FACHO_WATCHER_WATCHER_INT_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/grumble.h"
#include "base/vec.h"
#include "events/event.h"
#include "store/incident/watch_looks.h"
#include "store/incident/watch_write.h"
#include "watcher/watcher.h"

struct db;

enum { WATCHER_AT_ONCE = 500 };

/* The known state of an OLT. */
struct olt_contact {
	struct olt_id olt;
	int64_t silent_ms, up_since_ms;
	bool is_known; /* was it passed to the watch? */
};

/* Until when the daily levels of an OLT were passed to the watch. */
struct olt_days {
	struct olt_id olt;
	int64_t days_ms;
};

/* A look between its request and its end. */
struct pending_look {
	uint64_t number; /* the context with which the engine's answer finds it */
	struct watch_looking look;
	bool is_refused;
};

struct watcher {
	struct watcher_options options;
	char machine[64];
	pthread_t thread;
	bool is_running; /* owner only: thread must be joined */

	/* Used only by the thread. */
	struct db *db;
	struct watch *watch;
	struct tell *tell;
	int64_t term, round;
	struct event_cursor at; /* after the events that were passed to the watch */
	struct event_cursor stored; /* as stored in the database */
	struct event_entry *events;
	struct vec fresh; /* of struct watch_fresh */
	struct vec contacts; /* of struct olt_contact, by id */
	struct vec days; /* of struct olt_days */
	int64_t contacts_ms, memory_ms; /* when they were last read, written; monotonic */
	int64_t wall_less_mono_ms; /* to detect changes of the clock */
	bool is_clock_told, is_engine_late, is_store_away, is_cut_off;
	/* the last check of the program; since when the database has problems;
	 * monotonic */
	int64_t round_ms, waited_ms;
	uint64_t refused; /* by the writer, so far */
	int64_t refused_ms, store_bad_ms; /* monotonic; wall clock */
	int64_t windows_ms,
	    windows_next_ms; /* looked at until, and again at; wall clock */
	/* nothing was evaluated from then until it was loaded; 0 */
	int64_t away_since_ms;
	bool must_load; /* load everything before the next round */
	struct grumble trouble;

	pthread_mutex_t lock; /* guards all below */
	pthread_cond_t wake;
	_Atomic bool is_over; /* read without the lock while the database is queried */
	bool has_news;
	struct vec looks; /* of struct pending_look */
	uint64_t last_look;
	bool has_rules; /* new rules, in rules */
	struct watch_rules rules;
	struct watcher_figures figures;
};

/* ---- feed.c: from the database to the watch --------------------------------------- */

/* Make a new watch with all stored data, and set the cursor to where the watcher stopped
 * last. */
enum rc watcher_load(struct watcher *w, int64_t now_ms, struct err *err) MUST_CHECK;

/* Pass the next events, at most WATCHER_AT_ONCE; *ret_n is their number. */
enum rc watcher_feed(struct watcher *w, int64_t now_ms, size_t *ret_n, struct err *err)
    MUST_CHECK;

/* ---- around.c ----------------------------------------------------------------------- */

/* The state of the OLTs and of the program: what is silent, late or not available. */
enum rc watcher_look_around(struct watcher *w, int64_t now_ms, struct err *err)
    MUST_CHECK;

/* ---- levels.c: levels of ONUs and ports --------------------------------------------- */

/* A run has ended. */
enum rc watcher_feed_levels(
    struct watcher *w, const struct event_entry *e, struct err *err) MUST_CHECK;
/* The limits of levels may have changed: copy them to the rules. */
enum rc watcher_load_limits(struct watcher *w, struct err *err) MUST_CHECK;

/* Maintenance windows that begin or end, by time or by a change. Called before events are
 * passed, because what happens in a window is not evaluated. */
enum rc watcher_windows(struct watcher *w, int64_t now_ms, struct err *err) MUST_CHECK;

/* The number of open incidents, for the figures. */
enum rc watcher_count(struct watcher *w, struct err *err) MUST_CHECK;

/* ---- looks.c ------------------------------------------------------------------------- */

/* Pass the looks that the watch wants to the engine. */
enum rc watcher_ask_looks(struct watcher *w, int64_t now_ms, struct err *err) MUST_CHECK;
/* Report refused and unanswered looks to the watch. */
void watcher_end_looks(struct watcher *w, int64_t now_ms);
/* The look of this execution, which ends with it; false: it is not a look. */
bool watcher_take_look(struct watcher *w, int64_t execution, struct watch_looking *ret);

/* ---- round.c: from the watch to the database ------------------------------------------ */

/* Write the decisions of the watch and wait for the commit. RC_CONFLICT: another watcher
 * has the term; RC_CANCELLED: the program ends. */
enum rc watcher_write(struct watcher *w, int64_t now_ms, struct err *err) MUST_CHECK;
/* Start a term. */
enum rc watcher_take_term(struct watcher *w, struct err *err) MUST_CHECK;

#endif

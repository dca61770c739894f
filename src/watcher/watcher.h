/* SPDX-License-Identifier: Apache-2.0
 *
 * watcher/watcher.h - the thread that finds incidents.
 *
 * It reads the event log from a cursor, loads the rows behind each event, passes them to
 * the watch (watch/watch.h), which decides, and writes what was decided in one
 * transaction of the writer, with the new cursor. It waits for the commit before it goes
 * on: what is stored and what the watch knows are never further apart than one round.
 *
 * Nothing is lost and nothing is repeated: after a restart, kill -9 included, it goes on
 * from the stored cursor with the stored incidents. While the database is away it keeps
 * what it has and goes on later. If the log has been cut behind it, it loads everything
 * anew. If another watcher took the term (store/incident/watch_write.h), it stops.
 *
 * Life: watcher_start, watcher_stop (before the writer is stopped), watcher_free.
 */
#ifndef FACHO_WATCHER_WATCHER_H
#define FACHO_WATCHER_WATCHER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/canaries.h"
#include "base/err.h"
#include "base/own.h"
#include "store/notify/figures.h"
#include "tell/tell.h"
#include "watch/watch.h"

struct engine_look;
struct snapshot;
struct watcher;
struct writer;

struct watcher_around {
	int64_t engine_ms; /* when it last did something (wall clock); 0: not begun */
	int64_t saturated_ms; /* the pollers, since then; 0: they are not */
	char saturation[WATCH_TEXT_MAX]; /* why */
	bool is_disk_full; /* almost */
	struct canaries canaries;
	bool are_canaries_dead; /* no address of them answers; OLTs the watcher knows */
};

/* What it asks of others; none may be NULL. Its thread calls them. */
struct watcher_ops {
	/* As engine_look(). */
	enum rc (*look)(void *ctx, const struct engine_look *look);
	/* How the program itself is. */
	void (*around)(void *ctx, struct watcher_around *ret_around);
	void *ctx;
};

struct watcher_options {
	const char *database; /* for db_open */
	struct writer *writer; /* borrowed; outlives it */
	const char *machine; /* copied: who watches */
	struct watch_rules rules;
	struct tell_options telling; /* copied */
	struct watcher_ops ops;
};

/* Takes the term and loads everything, which may take some seconds on a large site; then
 * the thread runs. Before other threads write. */
enum rc watcher_start(const struct watcher_options *options, struct watcher **ret_watcher,
    struct err *err) MUST_CHECK;

/* What is being written is written, if the database is there. Waits for the thread. */
void watcher_stop(struct watcher *w);
void watcher_free(struct watcher *w); /* stops it; NULL is fine */
OWNED_BY(struct watcher, watcher_free);

/* Something was committed. Any thread; does not wait. NULL is fine. */
void watcher_wake(struct watcher *w);

/* Other rules from now on. Any thread. */
void watcher_set(struct watcher *w, const struct watch_rules *rules);

struct watcher_figures {
	struct watch_figures watch;
	int64_t judged_ms; /* when it last had judged everything; wall clock */
	int64_t rounds;
	double seconds; /* CPU time of all rounds */
	int64_t open[WATCH_SEVERITIES][WATCH_CAUSE_CLASSES];
	int64_t false_alarms; /* of those that are stored */
	struct notify_figures notify;
	bool is_over; /* its term was taken: another program watches */
};

/* Of the last round. Any thread; does not wait. */
struct watcher_figures watcher_figures(struct watcher *w);

#endif

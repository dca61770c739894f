/* SPDX-License-Identifier: Apache-2.0
 *
 * watcher/watcher.h - the thread that finds incidents.
 *
 * It reads the event log from a cursor, loads the rows behind each event, passes them to
 * the watch (watch/watch.h), which decides, and writes the decisions in one transaction
 * of the writer, with the new cursor. It waits for the commit before it continues: the
 * stored state and the state of the watch differ by one round at most.
 *
 * Nothing is lost and nothing is repeated: after a restart, also after kill -9, it
 * continues from the stored cursor with the stored incidents. While the database is not
 * available it keeps its data and continues later. If events after its cursor were
 * deleted, it loads everything again. If another watcher took the term
 * (store/incident/watch_write.h), it stops.
 *
 * Order of calls: watcher_start, watcher_stop (before the writer is stopped),
 * watcher_free.
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
	int64_t engine_ms; /* time of its last activity (wall clock); 0: not started */
	int64_t saturated_ms; /* since when the pollers are saturated; 0: they are not */
	char saturation[WATCH_TEXT_MAX]; /* why */
	bool is_disk_full; /* almost */
	struct canaries canaries;
	/* none of their addresses answers; OLTs the watcher knows */
	bool are_canaries_dead;
};

/* Functions of other parts; none may be NULL. Called by the watcher's thread. */
struct watcher_ops {
	/* As engine_look(). */
	enum rc (*look)(void *ctx, const struct engine_look *look);
	/* The state of the program itself. */
	void (*around)(void *ctx, struct watcher_around *ret_around);
	void *ctx;
};

struct watcher_options {
	const char *database; /* for db_open */
	struct writer *writer; /* borrowed; exists longer than the watcher */
	const char *machine; /* copied: name of this watcher */
	struct watch_rules rules;
	struct tell_options telling; /* copied */
	struct watcher_ops ops;
};

/* Takes the term and loads everything, which may take some seconds on a large site; then
 * the thread runs. Before other threads write. */
enum rc watcher_start(const struct watcher_options *options, struct watcher **ret_watcher,
    struct err *err) MUST_CHECK;

/* Pending writes are completed if the database is available. Waits for the thread. */
void watcher_stop(struct watcher *w);
void watcher_free(struct watcher *w); /* stops it; NULL is allowed */
OWNED_BY(struct watcher, watcher_free);

/* Something was committed. Any thread; does not wait. NULL is allowed. */
void watcher_wake(struct watcher *w);

/* Replaces the rules. Any thread. */
void watcher_set(struct watcher *w, const struct watch_rules *rules);

struct watcher_figures {
	struct watch_figures watch;
	int64_t judged_ms; /* when it last had evaluated everything; wall clock */
	int64_t rounds;
	double seconds; /* CPU time of all rounds */
	int64_t open[WATCH_SEVERITIES][WATCH_CAUSE_CLASSES];
	int64_t false_alarms; /* stored incidents */
	struct notify_figures notify;
	bool is_over; /* its term was taken: another program is the watcher */
};

/* Of the last round. Any thread; does not wait. */
struct watcher_figures watcher_figures(struct watcher *w);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/watching_int.h - the watcher with its settings, and the parts of the engine that
 * it uses.
 */
#ifndef FACHO_DAEMON_WATCHING_INT_H
#define FACHO_DAEMON_WATCHING_INT_H

#include "base/err.h"
#include "service/live.h"
#include "watch/watch.h"

struct conf;
struct engine;
struct watcher;
struct writer;

struct canary_watch;

/* Data for the watcher's thread; exists longer than the thread. */
struct watching_view {
	struct engine *engine;
	struct canary_watch *canaries;
	char folder[4096]; /* path of the database, if it is a file; "" */
};

struct watching {
	const char *database;
	const char *machine;
	const char *timezone; /* name of the time zone; "": UTC */
	struct writer *writer;
	struct watching_view *view;
};

struct watch_rules watching_rules(const struct conf *conf);

/* All of w is borrowed. */
enum rc watching_start(const struct watching *w, const struct conf *conf,
    struct watcher **ret_watcher, struct err *err) MUST_CHECK;

/* For the metrics; ctx is a watcher. */
void watching_figures(void *ctx, struct service_watch *ret_figures);

#endif

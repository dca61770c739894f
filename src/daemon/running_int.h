/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/running_int.h - everything of a program that runs, put together and taken apart:
 * database, writer, engine, upkeep, service, control socket, API, logs.
 *
 * Main thread only.
 */
#ifndef FACHO_DAEMON_RUNNING_INT_H
#define FACHO_DAEMON_RUNNING_INT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/own.h"
#include "base/secret.h"
#include "conf/conf.h"

struct running;
struct web_bundle;

struct running_options {
	const struct conf_loaded *conf; /* borrowed */
	const char *data; /* the folder */
	const char *database; /* for db_open; NULL: facho.db in the folder */
	const char *listen, *tls_cert, *tls_key; /* NULL: as the settings say */
	const struct web_bundle *web; /* borrowed; NULL: there is no web admin */
	bool no_backup; /* before a database of an older version is changed */
	bool is_quiet; /* the log goes to its file only, not to stderr */
	/* Another program took the database over: time to stop. Once, from any thread; may
	 * be NULL. */
	void (*lost)(void *ctx);
	void *ctx;
};

/* All of it or nothing. What it does is in the log. */
enum rc running_start(const struct running_options *options, struct running **ret_running,
    struct err *err) MUST_CHECK;

/* Hand out nothing more, end or interrupt what runs, write everything; at most about ten
 * seconds. RC_CANCELLED: the database was away, and not all of it is written. */
enum rc running_stop(struct running *r) MUST_CHECK;
void running_free(struct running *r); /* stops it if need be */
OWNED_BY(struct running, running_free);

/* The log files were moved away: begin new ones. The certificate may be another. */
void running_reload(struct running *r);

/* Why the database is another program's now, or NULL. Borrowed until running_stop. */
const char *running_lost(const struct running *r);

/* Has the engine done anything lately? */
bool running_is_alive(struct running *r);

/* Where the API is, from 0 on, like "http://127.0.0.1:8080"; NULL behind the last.
 * Borrowed. */
const char *running_address(const struct running *r, size_t i);

/* The password that was made up for "admin" when there was no user, to be shown once and
 * wiped; empty the next time, and when there was no need for one. */
void running_take_password(struct running *r, struct secret *ret_password);

/* Where commands reach it. Borrowed. */
const char *running_socket(const struct running *r);

/* What is said about how it runs, in the log and by facho doctor. */
#define WARNING_PLAIN_HTTP                                                               \
	"%s speaks HTTP without TLS to other machines: passwords and tokens can be "     \
	"read "                                                                          \
	"on the way; set http.tls_cert and http.tls_key, or listen on 127.0.0.1 behind " \
	"a "                                                                             \
	"proxy that speaks TLS"
#define WARNING_ROOT                                                                 \
	"facho serve runs as root: give it a user of its own (User= in its systemd " \
	"unit)"

#endif

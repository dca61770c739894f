/* SPDX-License-Identifier: Apache-2.0
 *
 * daemon/running_int.h - starts and stops all parts of a running program: database,
 * writer, engine, upkeep, service, control socket, API, logs.
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
	const char *data; /* the data folder */
	const char *database; /* for db_open; NULL: facho.db in the folder */
	const char *listen, *tls_cert, *tls_key; /* NULL: from the settings */
	const struct web_bundle *web; /* borrowed; NULL: there is no web admin */
	/* make a backup before a database of an older version is changed */
	bool no_backup;
	bool is_quiet; /* the log goes to its file only, not to stderr */
	/* Another program took over the database: the program must stop. Called once,
	 * from any thread; may be NULL. */
	void (*lost)(void *ctx);
	void *ctx;
};

/* Starts all parts, or none. Progress is in the log. */
enum rc running_start(const struct running_options *options, struct running **ret_running,
    struct err *err) MUST_CHECK;

/* Starts no more executions, ends or interrupts running ones, and writes everything;
 * takes at most about ten seconds. RC_CANCELLED: the database was not available, and not
 * everything is written. */
enum rc running_stop(struct running *r) MUST_CHECK;
void running_free(struct running *r); /* stops it if necessary */
OWNED_BY(struct running, running_free);

/* The log files were moved: start new ones. The certificate is read again too. */
void running_reload(struct running *r);

/* Why another program has the database now, or NULL. Borrowed until running_stop. */
const char *running_lost(const struct running *r);

/* Has the engine been active recently? */
bool running_is_alive(struct running *r);

/* Address i of the API, from 0, like "http://127.0.0.1:8080"; NULL after the last.
 * Borrowed. */
const char *running_address(const struct running *r, size_t i);

/* The password that was generated for "admin" because there was no user. It is shown once
 * and wiped; empty at later calls, and if none was generated. */
void running_take_password(struct running *r, struct secret *ret_password);

/* The path of the control socket. Borrowed. */
const char *running_socket(const struct running *r);

/* Messages about how the program is run, for the log and facho doctor. */
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

/* SPDX-License-Identifier: Apache-2.0
 *
 * api/server_int.h - internals of the server: addresses and connections.
 */
#ifndef FACHO_API_SERVER_INT_H
#define FACHO_API_SERVER_INT_H

#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>

#include "api/exchange_int.h"
#include "api/keys_int.h"
#include "api/live_int.h"
#include "api/pool_int.h"
#include "api/proxies_int.h"
#include "api/rate_int.h"
#include "api/server.h"
#include "api/watchman_int.h"

enum {
	LISTENERS_MAX = 8,
	FORMERS_MAX = 8,
	LISTEN_TEXT_MAX = API_LISTEN_MAX,
	ADDRESS_SHOWN_MAX = 128,
};

/* A daemon with its listening descriptor; NULL: none. */
struct serving {
	struct MHD_Daemon *daemon;
	/* closed after the daemon was stopped, because its threads may still use it */
	int fd;
};

/* One listening address. */
struct listener {
	struct api *api;
	bool is_tls;
	int fd; /* the socket; daemons have duplicates */
	struct serving now;
	/* Daemons with previous certificates, until their connections end. */
	struct serving formers[FORMERS_MAX];
	char shown[ADDRESS_SHOWN_MAX]; /* "https://[::1]:8443" */
};

struct api {
	struct api_options options;
	struct networks proxies; /* trusted proxies */
	size_t n_listeners;
	struct listener listeners[LISTENERS_MAX];
	struct pool *pools[EXCHANGE_PLACES]; /* NULL for EXCHANGE_HERE */
	struct watchman *watch;
	struct rate *rate;
	struct keys *keys;
	struct live *live; /* NULL: not created yet */
	pthread_mutex_t edits;
	bool is_stopped;
	_Atomic bool is_closing;
	_Atomic int64_t n_exchanges; /* requests in progress */
	_Atomic uint64_t requests, by_class[6], refused_rate, refused_busy;
};

/* ---- listener.c ---------------------------------------------------------------------------- */

/* Opens all addresses of the options. On failure listeners_close closes those that are
 * open. */
enum rc listeners_open(struct api *api, struct err *err) MUST_CHECK;
/* read the certificates again */
enum rc listeners_renew(struct api *api, struct err *err) MUST_CHECK;
void listeners_quiet(struct api *api); /* accept no new connections */
void listeners_close(struct api *api); /* end the connections */

/* ---- connection.c: called by libmicrohttpd, on its threads ------------------------------------ */

void *connection_uri(void *cls, const char *uri, struct MHD_Connection *connection);
enum MHD_Result connection_access(void *cls, struct MHD_Connection *connection,
    const char *url, const char *method, const char *version, const char *upload,
    size_t *upload_size, void **con_cls);
void connection_done(void *cls, struct MHD_Connection *connection, void **con_cls,
    enum MHD_RequestTerminationCode why);
void connection_turn(void *cls, struct MHD_Connection *connection, void **socket_context,
    enum MHD_ConnectionNotificationCode what);
size_t connection_raw(void *cls, struct MHD_Connection *connection, char *text);

#endif

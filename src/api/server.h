/* SPDX-License-Identifier: Apache-2.0
 *
 * api/server.h - HTTP: connections, their limits, and the way of a request through the
 * route table (route.h) to an operation and back.
 *
 * Threads: libmicrohttpd has some for each address it listens on; they read requests, run
 * what only reads, and write answers. What changes something waits for the database, and
 * goes to workers meanwhile; what may wait for a device goes to others (ROUTE_SLOW), so that
 * ten slow OLTs hold nobody up. Queues of both are bounded: a full one answers 503. One
 * watchman cuts connections that take too long to say what they want.
 *
 * Life: api_start, api_reload (certificates, any time), api_close (no new connections),
 * api_stop (waits for requests under way), api_free. The owner's.
 */
#ifndef FACHO_API_SERVER_H
#define FACHO_API_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api/access_int.h"
#include "base/err.h"
#include "base/own.h"
#include "service/service.h"

struct api;
struct web_bundle;

struct api_limits {
	size_t body_bytes; /* of a request: 413 beyond */
	size_t header_bytes; /* of a request: 431 beyond */
	int connections; /* at the same time, on each address that is listened on */
	int connections_per_client; /* 0: as many as there are */
	int rate; /* requests a second of one client, 429 beyond; 0: any */
	int64_t patience_ms; /* for a request to arrive whole, and for silence */
	int readers; /* threads for what reads little */
	int lists; /* threads for what may read a lot */
	int workers; /* threads for changes */
	int waiters; /* threads for what waits for devices */
	int threads; /* that read and write, on each address */
};

#define API_LIMITS                                                               \
	{                                                                        \
		.body_bytes = 1024 * 1024, .header_bytes = 32 * 1024,            \
		.connections = 1000, .connections_per_client = 200, .rate = 500, \
		.patience_ms = 20000, .readers = 4, .lists = 4, .workers = 4,    \
		.waiters = 8, .threads = 2                                       \
	}

/* Where live events come from; NULL: there are none. As engine_listen(). */
struct api_events {
	enum rc (*listen)(void *ctx, uint64_t *last, struct engine_event *events,
	    size_t max, size_t *ret_n, int64_t timeout_ms);
	void *ctx;
};

struct api_options {
	struct service *service; /* borrowed, as all below until api_free */
	/* "127.0.0.1:8080,[::1]:8080"; port 0: any free one. With a certificate they speak
	 * HTTPS, but for those that begin with "http://". */
	const char *listen;
	const char *tls_cert, *tls_key; /* files; NULL or "": no TLS */
	const char *proxies; /* "127.0.0.1,::1": whose X-Forwarded-For is believed */
	struct api_access access;
	struct api_events events;
	struct api_limits limits;
	const struct web_bundle *web; /* NULL: there is none */
	const char *version;
};

enum rc api_start(
    const struct api_options *options, struct api **ret_api, struct err *err) MUST_CHECK;

/* Read the certificate again; new connections get it. On failure the old one stays. */
enum rc api_reload(struct api *api, struct err *err) MUST_CHECK;

/* Those who stream should end; nobody new gets in. Any thread, does not wait. */
void api_close(struct api *api);
void api_stop(struct api *api, int64_t patience_ms);
void api_free(struct api *api); /* stops it if need be */
OWNED_BY(struct api, api_free);

/* Is it closing? For those who stream. */
bool api_is_closing(const struct api *api);
struct service *api_service(struct api *api);

/* "http://127.0.0.1:8080": where it listens, from 0 on; NULL behind the last. */
const char *api_address(const struct api *api, size_t i);

/* Does one of the addresses of api_options.listen speak plain HTTP to other machines? Then
 * *ret_address is the first of them, as it was written. Pure. */
enum { API_LISTEN_MAX = 300 };
bool api_is_exposed(
    const char *listen, const char *tls_cert, char ret_address[API_LISTEN_MAX]);

/* Since the start; any thread. */
struct api_figures {
	uint64_t requests;
	uint64_t by_class[6]; /* answers by hundreds: [2] is 200 to 299 */
	uint64_t refused_rate, refused_busy, cut;
	uint64_t connections; /* now */
	uint64_t exchanges; /* requests under way now */
};
struct api_figures api_figures(const struct api *api);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * api/server.h - the HTTP server: connections, limits, and the processing of requests
 * with the route table (route.h).
 *
 * Threads: libmicrohttpd has some for each listening address; they read requests, run
 * handlers that do not wait, and write answers. Other requests run on pools of threads by
 * kind (readers, lists, workers, waiters), so that, for example, ten slow OLTs
 * (ROUTE_SLOW) do not delay other requests. Queues are bounded: if one is full, the
 * answer is 503. A watchman closes connections that are too slow.
 *
 * Order of calls: api_start, api_reload (certificates, any time), api_close (no new
 * connections), api_stop (waits for current requests), api_free. Owner only.
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
struct event_tail;
struct web_bundle;

struct api_limits {
	size_t body_bytes; /* of a request; larger: 413 */
	size_t header_bytes; /* of a request; larger: 431 */
	int connections; /* at the same time, on each listening address */
	int connections_per_client; /* 0: no limit */
	int rate; /* requests per second of one client; more: 429; 0: no limit */
	int64_t patience_ms; /* for a request to arrive, and for idle connections */
	int readers; /* threads for small reads */
	int lists; /* threads for large reads */
	int workers; /* threads for changes */
	int waiters; /* threads for requests that wait for devices */
	int threads; /* I/O threads, on each address */
};

#define API_LIMITS                                                               \
	{                                                                        \
		.body_bytes = 1024 * 1024, .header_bytes = 32 * 1024,            \
		.connections = 1000, .connections_per_client = 200, .rate = 500, \
		.patience_ms = 20000, .readers = 4, .lists = 4, .workers = 4,    \
		.waiters = 8, .threads = 2                                       \
	}

/* The source of live events; NULL: none. As engine_listen(). */
struct api_events {
	enum rc (*listen)(void *ctx, uint64_t *last, struct engine_event *events,
	    size_t max, size_t *ret_n, int64_t timeout_ms);
	void *ctx;
	struct event_tail *tail; /* of the event log; NULL: none */
};

struct api_options {
	struct service *service; /* borrowed, as all below until api_free */
	/* "127.0.0.1:8080,[::1]:8080"; port 0: any free one. With a certificate they use
	 * HTTPS, except those that begin with "http://". */
	const char *listen;
	const char *tls_cert, *tls_key; /* files; NULL or "": no TLS */
	const char
	    *proxies; /* "127.0.0.1,::1": proxies whose X-Forwarded-For is trusted */
	struct api_access access;
	struct api_events events;
	struct api_limits limits;
	const struct web_bundle *web; /* NULL: none */
	const char *version;
};

enum rc api_start(
    const struct api_options *options, struct api **ret_api, struct err *err) MUST_CHECK;

/* Read the certificate again, for new connections. On failure the old one is kept. */
enum rc api_reload(struct api *api, struct err *err) MUST_CHECK;

/* Streams should end; no new connections are accepted. Any thread, does not wait. */
void api_close(struct api *api);
void api_stop(struct api *api, int64_t patience_ms);
void api_free(struct api *api); /* stops it if necessary */
OWNED_BY(struct api, api_free);

/* Is it closing? For streams. */
bool api_is_closing(const struct api *api);
struct service *api_service(struct api *api);

/* "http://127.0.0.1:8080": listening address i, from 0 on; NULL after the last. */
const char *api_address(const struct api *api, size_t i);

/* Does one of the addresses of api_options.listen serve plain HTTP to other machines?
 * Then *ret_address is the first of them, as configured. Pure. */
enum { API_LISTEN_MAX = 300 };
bool api_is_exposed(
    const char *listen, const char *tls_cert, char ret_address[API_LISTEN_MAX]);

/* Since the start; any thread. */
struct api_figures {
	uint64_t requests;
	uint64_t by_class[6]; /* answers by hundreds: [2] is 200 to 299 */
	uint64_t refused_rate, refused_busy, cut;
	uint64_t connections; /* now */
	uint64_t exchanges; /* current requests */
};
struct api_figures api_figures(const struct api *api);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * api/exchange_int.h - one request in progress: its data, its caller and its reply.
 *
 *	NEW ──head──► READING ──whole──► RUNNING ──► ANSWERED
 *	 (refused:       └───────────────────────────►┘)
 *
 * NEW, READING, ANSWERED   owned by the thread of its connection
 * RUNNING                  owned by a worker; the connection is suspended
 *
 * For the files of api/; not for handles.
 */
#ifndef FACHO_API_EXCHANGE_INT_H
#define FACHO_API_EXCHANGE_INT_H

#include <stdbool.h>

#include "api/request_int.h"
#include "api/server.h"
#include "base/buf.h"
#include "base/networks.h"

enum { EXCHANGE_URI_MAX = 16 * 1024, HOST_MAX = 260 };

struct listener;
struct peer;
struct pool_work;

enum exchange_state {
	EXCHANGE_NEW,
	EXCHANGE_READING,
	EXCHANGE_RUNNING,
	EXCHANGE_ANSWERED
};

struct exchange {
	enum exchange_state state;
	struct listener *listener; /* the listener that received it */
	char *uri; /* owned: as received, with the query cut off */
	size_t n_uri; /* as received, complete */
	bool is_cut; /* it was longer than EXCHANGE_URI_MAX */
	const char *query; /* inside uri; NULL: none */
	char *method; /* owned */
	char address[ADDRESS_TEXT_MAX]; /* address of the client */
	/* the host requested from a trusted proxy; "": none was given */
	char host[HOST_MAX];
	struct request request;
	json_t *asked; /* owned: the parsed query */
	struct buf body;
	size_t n_received; /* length of the body, stored or not */
	bool is_refused; /* the reply is ready; the rest of the body is ignored */
	struct reply reply;
	int64_t begun_us;
	struct peer *peer; /* its connection, for the watchman; NULL: not watched */
};

/* ---- the way (call.c); request->api etc. are set ------------------------------------------- */

/* All checks that are possible before the body was received: routing, rights, types,
 * sizes. */
void exchange_head(struct exchange *x);
/* The request is complete. May wait, depending on its route. */
void exchange_run(struct exchange *x);
/* Where the request runs. Each kind has its own threads, so that it waits only for
 * requests of the same kind. */
enum exchange_place {
	EXCHANGE_HERE, /* the thread of the connection: no database, no device */
	EXCHANGE_READER, /* reads little */
	EXCHANGE_LIST, /* may read a lot */
	EXCHANGE_WORKER, /* changes something: waits for the writer */
	EXCHANGE_WAITER, /* waits for a device */
	EXCHANGE_HASHER, /* hashes a password */
	EXCHANGE_PLACES
};
enum exchange_place exchange_place(const struct exchange *x);

/* ---- parts of it ---------------------------------------------------------------------------- */

/* "\"0123456789abcdef\"": a hash of the fields that can be changed, as defined by the
 * route that changes the object. Values that change by themselves do not change the
 * version. */
enum { ETAG_MAX = 24 };
void etag_make(const struct route *route, const json_t *thing, char etag[ETAG_MAX]);
/* Does a header If-Match or If-None-Match name it? */
bool etag_is_in(const char *header, const char *etag);

/* Makes {"count", "next", "previous", "results"} from the answer of the operation "list":
 * takes result. query: as received. (links.c) */
json_t *links_add(
    const char *path, const struct schema *beside, json_t *query, json_t *result);

/* All rows of a list, as a stream (csv.c). */
void csv_reply(struct exchange *x, json_t *args);

/* Runs the operation for each of ids (bulk.c). */
void bulk_run(struct exchange *x, json_t *args);

/* ---- of the server (server.c): any thread ---------------------------------------------------- */

const struct api_options *api_options_of(const struct api *api);
struct keys *api_keys(struct api *api);
/* Held while an ETag is compared and its object is changed. */
void api_lock_edits(struct api *api);
void api_unlock_edits(struct api *api);
bool api_allows(struct api *api, const char *address);
/* Run it on a thread of this place. RC_BUSY: the queue is full; RC_REFUSED: too many
 * requests of this owner; RC_CANCELLED: the server is stopping. */
enum rc api_hand_over(
    struct api *api, enum exchange_place place, const struct pool_work *work) MUST_CHECK;
/* The owner in the pool (pool_int.h): the user, or the address. */
uint64_t owner_of(const struct caller *caller);

#endif

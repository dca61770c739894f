/* SPDX-License-Identifier: Apache-2.0
 *
 * api/exchange_int.h - one request in progress: its data, its caller and its reply.
 *
 *	NEW ──head──► READING ──whole──► RUNNING ──► ANSWERED
 *	 (refused:       └───────────────────────────►┘)
 *
 * NEW, READING, ANSWERED   the thread of its connection has it
 * RUNNING                  a worker has it; the connection is suspended
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
	struct listener *listener; /* that it came through */
	char *uri; /* owned: as it came, its query cut off */
	size_t n_uri; /* as it came, whole */
	bool is_cut; /* it was longer than EXCHANGE_URI_MAX */
	const char *query; /* inside uri; NULL: none */
	char *method; /* owned */
	char address[ADDRESS_TEXT_MAX]; /* of the client */
	char host[HOST_MAX]; /* that a trusted proxy was asked for; "": none says */
	struct request request;
	json_t *asked; /* owned: the query, read */
	struct buf body;
	size_t n_received; /* of the body, kept or not */
	bool is_refused; /* the reply is made; the body does not matter any more */
	struct reply reply;
	int64_t begun_us;
	struct peer *peer; /* its connection, for the watchman; NULL: nobody watches it */
};

/* ---- the way (call.c); request->api etc. are set ------------------------------------------- */

/* Whatever can be said before the body is there: routing, rights, types, sizes. */
void exchange_head(struct exchange *x);
/* All of it is there. May wait, as its route says. */
void exchange_run(struct exchange *x);
/* Where it runs: each kind has its own threads, so that it waits only for its own
 * kind. */
enum exchange_place {
	EXCHANGE_HERE, /* the connection's thread: no database, no device */
	EXCHANGE_READER, /* reads little */
	EXCHANGE_LIST, /* may read a lot */
	EXCHANGE_WORKER, /* changes something: waits for the writer */
	EXCHANGE_WAITER, /* waits for a device */
	EXCHANGE_HASHER, /* hashes a password */
	EXCHANGE_PLACES
};
enum exchange_place exchange_place(const struct exchange *x);

/* ---- parts of it ---------------------------------------------------------------------------- */

/* "\"0123456789abcdef\"": of what can be changed about it, which the route that changes it
 * says; figures that move by themselves make no other version. */
enum { ETAG_MAX = 24 };
void etag_make(const struct route *route, const json_t *thing, char etag[ETAG_MAX]);
/* Does a header If-Match or If-None-Match name it? */
bool etag_is_in(const char *header, const char *etag);

/* {"count", "next", "previous", "results"} of what the operation "list" answered: takes
 * result. query: as it came. (links.c) */
json_t *links_add(
    const char *path, const struct schema *beside, json_t *query, json_t *result);

/* All rows of a list, bit by bit (csv.c). */
void csv_reply(struct exchange *x, json_t *args);

/* The operation for each of ids (bulk.c). */
void bulk_run(struct exchange *x, json_t *args);

/* ---- of the server (server.c): any thread ---------------------------------------------------- */

const struct api_options *api_options_of(const struct api *api);
struct keys *api_keys(struct api *api);
/* Held while somebody compares an ETag and changes what it is of. */
void api_lock_edits(struct api *api);
void api_unlock_edits(struct api *api);
bool api_allows(struct api *api, const char *address);
/* Run it on a thread of the place. RC_BUSY: too many wait; RC_REFUSED: too many of this
 * owner's; RC_CANCELLED: it is stopping. */
enum rc api_hand_over(
    struct api *api, enum exchange_place place, const struct pool_work *work) MUST_CHECK;
/* Whose share of the threads it takes: the user's, or the address's. */
uint64_t owner_of(const struct caller *caller);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * channel/courier_int.h - the parts of the courier that its files share. The courier's
 * thread owns everything except the mailbox.
 */
#ifndef FACHO_CHANNEL_COURIER_INT_H
#define FACHO_CHANNEL_COURIER_INT_H

#include <curl/curl.h>
#include <event2/event.h>
#include <pthread.h>

#include "base/map.h"
#include "channel/courier.h"
#include "channel/pace_int.h"
#include "channel/request_int.h"

/* State of a channel. */
struct line {
	struct channel_id id;
	int64_t updated_ms; /* version of the settings for which this is valid */
	struct bucket bucket;
	struct circuit circuit;
	int64_t hold_ms; /* no attempt before; monotonic */
	int in_flight;
	int once; /* messages that must not be sent twice */
	/* number of the notes that contain the end of the last such message */
	uint64_t once_notes;
	int64_t noted_ms; /* when its health was last written */
	bool is_noted_bad;
};

/* State of one chat. */
struct chat {
	char *key; /* "channel address" */
	struct bucket bucket;
	int64_t hold_ms;
};

/* The rows of one claim are kept while one of them is in use. */
struct claim {
	struct courier_write *write;
	size_t left;
	int64_t at_ms; /* monotonic */
};

/* A message in use: it waits, or it is being sent. */
struct delivery {
	struct courier *courier;
	struct claim *claim;
	struct outbox_claimed *row; /* in the claim */
	struct line *line;
	struct chat *chat; /* NULL: not of Telegram */
	struct delivery *prev, *next; /* in one of the two lists */
	/* While it is being sent. */
	CURL *easy; /* NULL: it waits */
	struct request request;
	struct curl_slist *headers, *recipients;
	curl_mime *mime;
	struct buf answer;
	char reply[512]; /* the last line of a mail server */
	int64_t retry_after_s;
	char forbidden[ADDRESS_TEXT_MAX]; /* the address that is not allowed; "" */
	char curl_error[CURL_ERROR_SIZE];
	int64_t started_ms, started_wall_ms;
	bool is_once; /* the receiver cannot detect that it is a repetition */
};

struct delivery_list {
	struct delivery *first, *last;
	size_t n;
};

/* Finished writes, and requests of other threads. It exists until the courier and the
 * last submitted write have ended. */
struct courier_mailbox {
	pthread_mutex_t lock;
	/* Protected by the lock: */
	int references;
	int wake_fd; /* -1: the courier has ended */
	struct courier_write *done; /* a list */
	bool is_stopping;
	struct courier_figures figures;
};

struct courier {
	struct courier_options options;
	char proxy[512], ca_file[512];
	pthread_t thread;
	bool has_thread;

	struct event_base *base;
	struct event *tick, *curl_timer, *waker;
	CURLM *multi;
	struct map *lines, *chats;
	struct delivery_list waiting, in_flight;
	struct courier_write *notes; /* being filled; NULL: nothing to write */
	uint64_t notes_begun, notes_done; /* numbers of these writes */
	bool is_claiming, is_noting;
	int64_t due_ms; /* time of the next useful claim; monotonic */
	int64_t looked_ms; /* when ops->next was called last */
	int64_t stop_ms; /* when it stops waiting; 0: it is not being stopped */
	bool is_ended;
	struct courier_mailbox *mailbox;
};

/* ---- courier.c ----------------------------------------------------------------------- */

void deliveries_add(struct delivery_list *list, struct delivery *d);
void deliveries_remove(struct delivery_list *list, struct delivery *d);
void delivery_free(struct delivery *d);

/* ---- courier_curl.c: libcurl on libevent --------------------------------------------- */

enum rc courier_curl_init(struct courier *c, struct err *err) MUST_CHECK;
void courier_curl_fini(struct courier *c);
/* Start sending. Not RC_OK: it cannot be sent. */
enum rc courier_curl_send(struct delivery *d, struct err *err) MUST_CHECK;
/* Cancel the transfer in any state. */
void courier_curl_drop(struct delivery *d);
bool courier_may_connect(const struct networks *allowed, const struct address *address);

/* ---- courier_settle.c: what became of an attempt -------------------------------------- */

void courier_settle(struct delivery *d, const struct answer *answer, int64_t now_ms);
/* A transfer has ended. */
void courier_ended(struct delivery *d, CURLcode code);
/* Put it back without an attempt, until wait_ms from now. */
void courier_put_back(struct delivery *d, int64_t wait_ms);

/* ---- courier_mailbox.c ----------------------------------------------------------------- */

struct courier_mailbox *mailbox_new(void);
/* The courier has ended: writes that finish later are freed. */
void mailbox_close(struct courier_mailbox *box);
void mailbox_ref(struct courier_mailbox *box);
void mailbox_unref(struct courier_mailbox *box);
void mailbox_poke(struct courier_mailbox *box); /* under its lock */

/* ---- courier_notes.c -------------------------------------------------------------------- */

struct courier_write *courier_write_new(struct courier *c);
void courier_write_free(struct courier_write *w);
/* The notes that are being filled. NULL: no memory; then the claims expire. */
struct courier_write *courier_notes(struct courier *c);
void courier_note_health(
    struct courier *c, struct delivery *d, enum channel_health health, const char *error);
/* Is this address of Telegram a chat of several people? */
bool courier_is_group(const char *address);
/* Submit the notes if no other notes are being written. */
void courier_write_notes(struct courier *c);

/* ---- courier_dispatch.c ------------------------------------------------------------------ */

/* A new message: find its channel and chat, and add it to the waiting ones. */
void courier_accept(struct courier *c, struct claim *claim, struct outbox_claimed *row);
/* Send what can be sent now. Returns the time until more can be sent; -1: nothing
 * waits. */
int64_t courier_dispatch(struct courier *c, int64_t now_ms);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * channel/courier.h - the thread that delivers the messages of the outbox.
 *
 * It claims rows that are due, sends at most COURIER_IN_FLIGHT of them at the same time
 * (libcurl's multi interface on a libevent loop), and stores the result of each attempt.
 * It respects the limits of each channel and chat, waits as long as the receiver asks,
 * repeats attempts with increasing delays, and tries a failing channel only once a
 * minute. It never logs or stores a secret or the URL of a bot.
 *
 * It uses the database only through struct courier_ops, so tests need no database;
 * courier_db (courier_db.h) is the implementation of the program. Writes are submitted
 * and finish later: the loop never waits for a transaction.
 *
 * Order of calls: courier_start, courier_stop (ends what is being sent, waits),
 * courier_free. courier_figures, courier_write_done: any thread. The rest: owner only.
 */
#ifndef FACHO_CHANNEL_COURIER_H
#define FACHO_CHANNEL_COURIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/networks.h"
#include "base/own.h"
#include "base/vec.h"
#include "store/notify/channel.h"
#include "store/notify/outbox.h"

enum {
	COURIER_IN_FLIGHT = 32,
	COURIER_PER_CHANNEL = 4,
	/* when it is stopped, messages that are being sent have this long */
	COURIER_STOP_MS = 2000,
};

struct courier;
struct courier_mailbox;

/* The receiver wants no messages for some time. */
struct courier_hold {
	struct channel_id channel;
	struct target_id target; /* 0: the whole channel */
	int64_t until_ms;
};

struct courier_unverified {
	struct channel_id channel;
	const char *address;
};

/* One transaction: a claim, or results of attempts. Texts are in the arena. */
struct courier_write {
	struct courier_mailbox *mailbox; /* its destination when it is done */
	struct arena *arena;
	/* A claim if most > 0; rows has memory for that many. */
	char token[OUTBOX_TOKEN_MAX];
	int64_t now_ms;
	size_t most;
	struct outbox_claimed *rows;
	size_t n;
	/* Otherwise notes, to be written in this order. */
	uint64_t number;
	struct vec moves; /* struct telegram_move */
	struct vec outcomes; /* struct outbox_outcome */
	struct vec holds; /* struct courier_hold */
	struct vec channels; /* struct channel_note */
	struct vec unverified; /* struct courier_unverified */
	/* The outcome, and the next finished write. */
	enum rc rc;
	struct courier_write *next;
};

struct courier_dead {
	struct channel_id channel;
	const char *name;
	const char *error;
	int64_t since_ms; /* wall clock */
};

struct courier_ops {
	/* When the next row is due (store_outbox_next). Called by the courier's thread
	 * about twice a second; may take as long as one short read. */
	enum rc (*next)(void *ctx, int64_t now_ms, int64_t *ret_ms, struct err *err);
	/* Start to write w, and call courier_write_done when it is committed or has
	 * failed permanently: from any thread, also before this function returns. Called
	 * by the courier's thread; must not wait. Not RC_OK: w was not accepted, and
	 * courier_write_done is not called. */
	enum rc (*write)(void *ctx, struct courier_write *w);
	/* A channel has failed for ten minutes. Called by the courier's thread; must not
	 * wait. */
	void (*dead)(void *ctx, const struct courier_dead *dead);
};

/* Messages per second; 0: no limit. */
struct courier_rates {
	double telegram, telegram_chat, telegram_group, email, webhook;
};
#define COURIER_RATES                                                          \
	{                                                                      \
		.telegram = 25, .telegram_chat = 1, .telegram_group = 1.0 / 3, \
		.email = 0.5, .webhook = 10                                    \
	}

struct courier_options {
	const struct courier_ops *ops;
	void *ctx;
	/* Empty: all addresses except loopback, link-local, multicast and the addresses
	 * at which cloud providers publish secrets of their machines. */
	struct networks allowed;
	/* For HTTP; "": none. A proxy decides itself which addresses are reached. */
	const char *proxy;
	const char *ca_file; /* NULL: the system's certificates */
	struct courier_rates rates;
};

struct courier_figures {
	uint64_t sent;
	uint64_t failed; /* attempts */
	uint64_t given_up; /* messages */
	size_t waiting, in_flight;
};

/* Copies options; ops and ctx must exist until courier_stop has returned. */
enum rc courier_start(const struct courier_options *options, struct courier **ret_courier,
    struct err *err) MUST_CHECK;
struct courier_figures courier_figures(struct courier *c);
/* Start nothing more, wait for what is being sent for at most COURIER_STOP_MS, and store
 * the results. Writes that are not done by then may finish later, also after
 * courier_free. */
void courier_stop(struct courier *c);
void courier_free(struct courier *c); /* stops it if necessary; NULL is allowed */
OWNED_BY(struct courier, courier_free);

void courier_write_done(struct courier_write *w, enum rc rc);

#endif

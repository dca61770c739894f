/* SPDX-License-Identifier: Apache-2.0
 *
 * channel/listener.h - the thread that reads what users send to our Telegram bots:
 * presses of buttons, and "/start CODE", which links a chat to a contact.
 *
 * Long polling (getUpdates) works behind NAT and needs no public address. An update is
 * completed when its action is committed; only then its offset is stored. So after a kill
 * a press may be processed twice, but it is never lost.
 *
 * Only one program can read the updates of a bot: Telegram refuses the second one (409),
 * which then waits for a minute.
 *
 * Order of calls: listener_start, listener_free (stops it and waits). Owner only.
 */
#ifndef FACHO_CHANNEL_LISTENER_H
#define FACHO_CHANNEL_LISTENER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/networks.h"
#include "base/own.h"
#include "channel/button_int.h"
#include "channel/update_int.h"
#include "store/notify/channel.h"

enum { LISTENER_ANSWER_MAX = 400, LISTENER_TEXT_MAX = 4000 };

/* The sender. A private chat has the number of its user, so `user` is also the address of
 * a linked contact. */
struct listener_sender {
	struct channel_id channel;
	const char *user;
	const char *chat;
	const char *name; /* name in Telegram; only for the log */
	const char *lang; /* "es", "en", or another one */
};

/* All are called from the listener's thread and may wait for the database. */
struct listener_ops {
	/* The bots to be read (store_telegram_bots). */
	enum rc (*bots)(void *ctx, struct arena *arena,
	    struct telegram_bot ret_bots[TELEGRAM_BOTS_MAX], size_t *ret_n,
	    struct err *err);
	/* A button was pressed: do the action if the user is allowed to, and return the
	 * result as one sentence. RC_OK: it is committed, or refused permanently;
	 * otherwise it is tried again. */
	enum rc (*press)(void *ctx, const struct listener_sender *from,
	    enum button button, int64_t incident, char ret_answer[LISTENER_ANSWER_MAX]);
	/* A code was sent. As above. */
	enum rc (*link)(void *ctx, const struct listener_sender *from, const char *code,
	    char ret_answer[LISTENER_ANSWER_MAX]);
	/* A command was written; words: the text after it. As above; "": no
	 * answer. */
	enum rc (*command)(void *ctx, const struct listener_sender *from,
	    enum command command, const char *words, char ret_answer[LISTENER_TEXT_MAX]);
	/* Updates below this one are completed. */
	enum rc (*offset)(
	    void *ctx, struct channel_id channel, int64_t offset, struct err *err);
	/* A bot cannot be read. Called rarely. message has no secrets. */
	void (*say)(void *ctx, const char *channel_name, const char *message);
};

struct listener_options {
	const struct listener_ops *ops;
	void *ctx;
	struct networks allowed; /* like the courier's */
	const char *proxy;
	const char *ca_file; /* NULL: the system's certificates */
};

struct listener;

enum rc listener_start(const struct listener_options *options,
    struct listener **ret_listener, struct err *err) MUST_CHECK;
void listener_free(struct listener *l); /* NULL is allowed */
OWNED_BY(struct listener, listener_free);

#endif

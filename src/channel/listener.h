/* SPDX-License-Identifier: Apache-2.0
 *
 * channel/listener.h - the thread that reads what people write to our Telegram bots: presses
 * of the buttons under messages, and "/start CODE", which links a chat to a person.
 *
 * Long polling (getUpdates) works behind NAT and needs no public address. An update is done
 * with when its act is committed; only then its offset is stored. So a press may be seen
 * twice after a kill, and never lost.
 *
 * Only one program may read the updates of a bot: Telegram refuses the second (409), which
 * then waits a minute.
 *
 * Life: listener_start, listener_free (stops it and waits). Owner only.
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

/* Who sent it. A private chat has the number of its user, so `user` is also the address of
 * a linked person. */
struct listener_sender {
	struct channel_id channel;
	const char *user;
	const char *chat;
	const char *name; /* as Telegram has it; for the log only */
	const char *lang; /* "es", "en", or another one */
};

/* All are called from the listener's thread and may wait for the database. */
struct listener_ops {
	/* The bots to be read (store_telegram_bots). */
	enum rc (*bots)(void *ctx, struct arena *arena,
	    struct telegram_bot ret_bots[TELEGRAM_BOTS_MAX], size_t *ret_n,
	    struct err *err);
	/* Somebody pressed a button: do it if they may, and say what happened in one
	 * sentence. RC_OK: it is committed, or refused for good; else it is tried again. */
	enum rc (*press)(void *ctx, const struct listener_sender *from,
	    enum button button, int64_t incident, char ret_answer[LISTENER_ANSWER_MAX]);
	/* Somebody sent a code. As above. */
	enum rc (*link)(void *ctx, const struct listener_sender *from, const char *code,
	    char ret_answer[LISTENER_ANSWER_MAX]);
	/* Somebody wrote a command; words: what stands behind it. As above; "": no
	 * answer. */
	enum rc (*command)(void *ctx, const struct listener_sender *from,
	    enum command command, const char *words, char ret_answer[LISTENER_TEXT_MAX]);
	/* Updates below this one are done with. */
	enum rc (*offset)(
	    void *ctx, struct channel_id channel, int64_t offset, struct err *err);
	/* A bot cannot be read. Rarely. message has no secrets. */
	void (*say)(void *ctx, const char *channel_name, const char *message);
};

struct listener_options {
	const struct listener_ops *ops;
	void *ctx;
	struct networks allowed; /* as of the courier */
	const char *proxy;
	const char *ca_file; /* NULL: the system's certificates */
};

struct listener;

enum rc listener_start(const struct listener_options *options,
    struct listener **ret_listener, struct err *err) MUST_CHECK;
void listener_free(struct listener *l); /* NULL is fine */
OWNED_BY(struct listener, listener_free);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * store/notify/channel.h - the secret of a channel, what the courier found out about it, and
 * what Telegram needs: how far updates were read, codes that link a chat to a person, and who
 * is behind a chat.
 *
 * The writing functions are steps of a transaction in the writer's thread and may be repeated.
 * Owner of the connection only.
 */
#ifndef FACHO_STORE_NOTIFY_CHANNEL_H
#define FACHO_STORE_NOTIFY_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/secret.h"
#include "model/notify.h"
#include "model/user.h"

struct db;
struct vault;

enum {
	TELEGRAM_CODE_MAX = 32, /* bytes of a code with its NUL */
	TELEGRAM_CODE_MS = 600000, /* how long a code can be used */
	TELEGRAM_BOTS_MAX = 32,
};

/* Seal the secret; an empty one takes it away. RC_NOT_FOUND. */
enum rc store_channel_secret_put(struct db *db, const struct vault *vault,
    struct channel_id id, const struct secret *secret, struct err *err) MUST_CHECK;

/* A person has changed it: one that was failing or off is tried again. */
enum rc store_channel_changed(struct db *db, struct channel_id id, struct err *err)
    MUST_CHECK;

/* ---- the courier ------------------------------------------------------------------------ */

enum channel_health {
	CHANNEL_WELL,
	CHANNEL_FAILING,
	CHANNEL_OFF, /* the other end is gone for good (410); a change switches it on */
};

/* Note how the channel is; `error` is kept with its time unless it is CHANNEL_WELL. */
struct channel_note {
	struct channel_id channel;
	enum channel_health health;
	const char *error;
	int64_t at_ms;
};
enum rc store_channel_note(
    struct db *db, const struct channel_note *note, struct err *err) MUST_CHECK;

/* ---- Telegram ----------------------------------------------------------------------------- */

/* A bot whose updates are read. Texts are in the arena; wipe the secret. */
struct telegram_bot {
	struct channel_id channel;
	const char *name, *settings;
	struct secret token;
	int64_t offset; /* of the next update; 0: from the oldest */
	int64_t updated_ms; /* of the channel */
};

/* The enabled Telegram channels with a secret that can be opened. */
enum rc store_telegram_bots(struct db *db, const struct vault *vault, struct arena *arena,
    struct telegram_bot ret_bots[TELEGRAM_BOTS_MAX], size_t *ret_n, struct err *err)
    MUST_CHECK;

/* Updates below the offset are done with. It never goes back. */
enum rc store_telegram_offset(
    struct db *db, struct channel_id channel, int64_t offset, struct err *err) MUST_CHECK;

/* A new code, as text; it is a secret until it is used. */
void telegram_code_make(char ret_code[TELEGRAM_CODE_MAX]);

struct telegram_link {
	struct contact_id contact;
	struct channel_id channel;
};

/* Until expires_ms this code links a chat of the channel to the contact. Older codes of the
 * contact are void. */
enum rc store_telegram_link_add(struct db *db, const struct telegram_link *link,
    const char *code, int64_t expires_ms, struct err *err) MUST_CHECK;

/* Use a code that came from a chat of this channel: the chat is an address of the contact from
 * now on, and verified. RC_NOT_FOUND: wrong code, used, or too old. */
struct telegram_use {
	struct channel_id channel;
	const char *code, *chat;
	int64_t now_ms;
};
enum rc store_telegram_link_use(struct db *db, const struct telegram_use *use,
    struct contact_id *ret_contact, struct err *err) MUST_CHECK;

/* The person behind a chat who may act: a contact with a verified address and a user that is
 * enabled. RC_NOT_FOUND: nobody. */
struct telegram_person {
	struct contact_id contact;
	struct user_id user;
	enum role role;
	char user_name[TEXT_USER_NAME_BYTES];
	char language[8];
};
enum rc store_telegram_person(struct db *db, struct channel_id channel, const char *chat,
    struct telegram_person *ret_person, struct err *err) MUST_CHECK;

/* A group has another number now: targets and addresses get it. */
struct telegram_move {
	struct channel_id channel;
	const char *from, *to;
};
enum rc store_telegram_move(
    struct db *db, const struct telegram_move *move, struct err *err) MUST_CHECK;

/* The person has blocked the bot: the address is not verified any more. */
enum rc store_address_unverify(struct db *db, struct channel_id channel,
    const char *address, struct err *err) MUST_CHECK;

#endif

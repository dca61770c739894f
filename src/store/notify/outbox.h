/* SPDX-License-Identifier: Apache-2.0
 *
 * store/notify/outbox.h - messages on their way: added in the transaction of the decision,
 * claimed and delivered by the courier, kept as proof.
 *
 *	QUEUED ─claim─► SENDING ─accepted─► SENT ─receipt─► CONFIRMED
 *	   ▲──later──────┤ └─the claim is old: killed, or no answer─► UNSURE ─claim─► SENDING
 *	   └─ DEAD ◄─refused for good, or expired        superseded, by a person ─► DROPPED
 *
 * Every function is one step of a transaction of the caller's, in the writer's thread
 * (store/core/writer.h), and may be repeated after a commit whose outcome is unknown:
 * adding the same key, claiming with the same token and noting the same attempt again change
 * nothing.
 *
 * Order: a message waits for the older ones of the same incident and target; tests wait for
 * nothing. Among the rest the lowest priority number goes first. Several machines may claim at the same time on
 * PostgreSQL (SKIP LOCKED); a row is given to one of them.
 */
#ifndef FACHO_STORE_NOTIFY_OUTBOX_H
#define FACHO_STORE_NOTIFY_OUTBOX_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/secret.h"
#include "model/notify.h"

struct db;
struct vault;

enum {
	OUTBOX_CLAIM_MS = 60000, /* a claim that is older was left behind */
	OUTBOX_KILLS_MAX = 10, /* attempts after which a kill ends it, see claim */
	OUTBOX_CLAIM_MAX = 64, /* rows of one claim */
	OUTBOX_TOKEN_MAX = 64, /* bytes of a claim's token */
	OUTBOX_KEY_MAX = 128, /* bytes of a row's key */
	OUTBOX_BODY_MAX = 65536, /* bytes of a document */
	OUTBOX_ANSWER_MAX = 500, /* bytes of an answer that are kept */
};

/* ---- the watcher, and tests of a channel ------------------------------------------- */

struct outbox_new {
	const char *key; /* of the decision: hash(incident, target, act, version) */
	int64_t incident; /* 0: about no single one, or a storm */
	struct target_id target;
	enum outbox_act act;
	enum outbox_priority priority;
	const char *body; /* the document, JSON */
	int64_t version; /* of the incident */
	int64_t not_before_ms; /* 0: now */
	int64_t expires_ms; /* 0: never */
	bool is_test;
};

/* Add a message. One with this key changes nothing, and *ret_id is its number. *ret_id may be
 * 0 with RC_OK: there is no such target any more. RC_INVALID: the body or the key is too
 * long. */
enum rc store_outbox_add(struct db *db, const struct outbox_new *add, int64_t now_ms,
    int64_t *ret_id, struct err *err) MUST_CHECK;

/* Drop what is queued for this incident (0: the storm) and target: newer words replace it.
 * What is being sent stays. *ret_n (may be NULL): how many. */
enum rc store_outbox_supersede(struct db *db, int64_t incident, struct target_id target,
    int64_t *ret_n, struct err *err) MUST_CHECK;

/* What became of a message, for the ledger. */
struct outbox_result {
	int64_t id, incident;
	struct target_id target;
	enum outbox_state state;
	bool is_expired; /* DEAD because it was too old: it is written again */
	bool is_test;
	int64_t at_ms; /* of its last attempt, or of its making */
};

/* Of one message: what an event of kind delivery is about. RC_NOT_FOUND. Any connection. */
enum rc store_outbox_result(struct db *db, int64_t id, struct outbox_result *ret_result,
    struct err *err) MUST_CHECK;

/* Of the newest message of each pair of the ledger that has one of these flags and is not
 * under way any more: at the start. Any connection. */
typedef enum rc (*outbox_result_row)(void *ctx, const struct outbox_result *result);
enum rc store_outbox_results(struct db *db, int64_t flags, outbox_result_row row,
    void *ctx, struct err *err) MUST_CHECK;

/* ---- the courier -------------------------------------------------------------------- */

/* A message that was claimed, with all that is needed to send it. Texts are in the arena. */
struct outbox_claimed {
	int64_t id;
	const char *key;
	int64_t incident; /* 0: none */
	struct target_id target;
	struct channel_id channel;
	enum channel_kind kind;
	const char *channel_name;
	const char *settings; /* of the channel, JSON */
	int64_t channel_updated_ms; /* differs when somebody has changed the channel */
	/* Of the channel, opened; empty when there is none. Wipe it with
	 * outbox_claimed_wipe. */
	struct secret secret;
	const char *target_name;
	const char *address; /* a chat, a mail address; of a webhook "" : its settings */
	const char *thread;
	enum outbox_act act;
	enum outbox_priority priority;
	const char *body;
	int64_t version;
	int64_t expires_ms; /* 0: never */
	int64_t attempts; /* before this one */
	bool is_test;
	bool may_repeat; /* an attempt before may have arrived: say so in the message */
	const char *message_ref; /* what an edit changes; "": nothing was sent yet */
	const char *thread_ref; /* the first message to this target; "" */
	int64_t created_ms;
};

void outbox_claimed_wipe(struct outbox_claimed *claimed);

struct outbox_claim {
	const char *token; /* no other claim has it: a random text, new for each claim */
	int64_t now_ms;
	size_t most; /* at most OUTBOX_CLAIM_MAX */
};

/* Rows that are due, now SENDING with this token. First what is old is put right: claims
 * older than OUTBOX_CLAIM_MS become UNSURE (they are sent again, at once where the channel
 * knows its own messages, otherwise after a minute and with a mark; the tenth time: DEAD), and
 * expired ones DEAD. Rows of channels and targets that are switched off wait. The rows are in
 * ret_rows (room for claim->most), in the order in which they must be sent. A secret that
 * cannot be opened is empty. RC_OK with *ret_n = 0: nothing is due. */
enum rc store_outbox_claim(struct db *db, const struct vault *vault,
    const struct outbox_claim *claim, struct arena *arena,
    struct outbox_claimed *ret_rows, size_t *ret_n, struct err *err) MUST_CHECK;

/* When the next row is due, in epoch milliseconds: the earliest not_before of what is queued,
 * or the end of a claim; 0: nothing waits. Any connection. */
enum rc store_outbox_next(struct db *db, int64_t now_ms, int64_t *ret_ms, struct err *err)
    MUST_CHECK;

/* What became of an attempt. */
struct outbox_outcome {
	int64_t id;
	const char *token; /* of the claim; another one has the row by now: RC_CONFLICT */
	/* SENT, CONFIRMED, QUEUED (again at not_before_ms), UNSURE (the same, and it may be a
	 * repetition), DEAD. */
	enum outbox_state state;
	int64_t not_before_ms; /* of QUEUED and UNSURE */
	/* False: it was put back without an attempt (a limit of the channel); nothing is
	 * noted but not_before_ms. */
	bool was_tried;
	int64_t at_ms, took_ms; /* of the attempt */
	int64_t code; /* HTTP or SMTP; 0: none */
	const char *error; /* a sentence; NULL or "": none */
	const char *answer; /* at most OUTBOX_ANSWER_MAX bytes are kept; no secrets */
	const char *provider_id; /* of the message at the other end; NULL: none */
	/* The reference that edits and answers use from now on (told); NULL: as it was. */
	const char *message_ref;
};

/* Note it: the row, a row of outbox_attempts, and, when it was sent, told (message_ref of what
 * was sent, thread_ref if it was the first, sent_at_ms) and the violation that a quota's
 * incident is about. RC_NOT_FOUND: there is no such row. RC_CONFLICT: it is not claimed
 * with this token; nothing is written. */
enum rc store_outbox_finish(
    struct db *db, const struct outbox_outcome *outcome, struct err *err) MUST_CHECK;

/* How many messages wait for this channel. Any connection. */
enum rc store_outbox_waiting(
    struct db *db, struct channel_id channel, int64_t *ret_n, struct err *err) MUST_CHECK;

/* The other end wants to be left alone until then: what is queued for the channel, or for one
 * target of it (0: all), does not begin before. */
enum rc store_outbox_hold(struct db *db, struct channel_id channel,
    struct target_id target, int64_t until_ms, struct err *err) MUST_CHECK;

/* ---- people ---------------------------------------------------------------------------- */

/* The document of a message, in the arena. RC_NOT_FOUND. */
enum rc store_outbox_body(struct db *db, int64_t id, struct arena *arena,
    const char **ret_body, struct err *err) MUST_CHECK;

/* An attempt; texts are borrowed. */
struct outbox_attempt {
	int64_t n, at_ms, took_ms;
	int64_t code; /* 0: none */
	const char *error, *answer;
};
typedef enum rc (*outbox_attempt_row)(void *ctx, const struct outbox_attempt *attempt);
/* In their order. It stops at the first outcome that is not RC_OK. */
enum rc store_outbox_attempts(struct db *db, int64_t id, outbox_attempt_row row,
    void *ctx, struct err *err) MUST_CHECK;

/* Queue a DEAD, DROPPED or UNSURE one again, now and without the time at which it expires; a
 * QUEUED one goes now. RC_CONFLICT: it is being sent, or was sent. RC_NOT_FOUND. */
enum rc store_outbox_retry(struct db *db, int64_t id, int64_t now_ms, struct err *err)
    MUST_CHECK;

/* Drop a QUEUED, UNSURE or DEAD one. RC_CONFLICT, RC_NOT_FOUND as above. */
enum rc store_outbox_drop(struct db *db, int64_t id, struct err *err) MUST_CHECK;

#endif

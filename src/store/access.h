/* SPDX-License-Identifier: Apache-2.0
 *
 * store/access.h - what a request may come with instead of a password: a session's
 * cookie or a token. Only hashes of them are kept (store/credential.h).
 *
 * All functions may be called inside a transaction of the caller's or without one.
 * Owner of the connection only.
 */
#ifndef FACHO_STORE_ACCESS_H
#define FACHO_STORE_ACCESS_H

#include "base/err.h"
#include "model/user.h"
#include "store/credential.h"

struct db;

/* ---- tokens ------------------------------------------------------------------ */

/* Make one; its id is filled in and its text given, for the only time. RC_CONFLICT: the
 * user has one of that name, or there is no such user. */
enum rc store_token_add(struct db *db, struct token *token, char ret_text[TOKEN_TEXT_MAX],
    struct err *err) MUST_CHECK;

/* Who comes with this text, and as what: the lesser of the token's role and the
 * user's. RC_REFUSED: unknown, revoked, expired, or the user is disabled; the sentence
 * is the same. Its use is noted, at most once a minute. */
enum rc store_token_use(struct db *db, const char *text, int64_t now_ms,
    struct user_id *ret_user, enum role *ret_role, struct err *err) MUST_CHECK;

/* RC_NOT_FOUND: no such token, or revoked already. */
enum rc store_token_revoke(
    struct db *db, struct token_id id, int64_t now_ms, struct err *err) MUST_CHECK;

/* All of a user, by name; as store_olt_list. */
typedef enum rc (*store_token_row)(void *ctx, const struct token *token);
enum rc store_token_list(struct db *db, struct user_id user, store_token_row row,
    void *ctx, struct err *err) MUST_CHECK;

/* ---- sessions ---------------------------------------------------------------- */

struct session {
	struct user_id user;
	int64_t created_ms;
	int64_t expires_ms;
	const char *address, *agent; /* for people; NULL is "" */
};

/* What the browser keeps: the cookie, and the text that forms send back. */
struct session_texts {
	char cookie[TOKEN_TEXT_MAX];
	char csrf[TOKEN_TEXT_MAX];
};

enum rc store_session_add(struct db *db, const struct session *session,
    struct session_texts *ret_texts, struct err *err) MUST_CHECK;

/* RC_REFUSED: unknown or expired, the user is disabled, or texts->csrf, where it is
 * needed (a request that changes something), is not the session's. */
enum rc store_session_use(struct db *db, const struct session_texts *texts,
    bool needs_csrf, int64_t now_ms, struct user_id *ret_user, enum role *ret_role,
    struct err *err) MUST_CHECK;

/* Log out. RC_NOT_FOUND. */
enum rc store_session_end(struct db *db, const char *cookie, struct err *err) MUST_CHECK;

/* Forget the expired ones; *ret_n (may be NULL) says how many. */
enum rc store_sessions_sweep(
    struct db *db, int64_t now_ms, int64_t *ret_n, struct err *err) MUST_CHECK;

#endif

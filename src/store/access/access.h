/* SPDX-License-Identifier: Apache-2.0
 *
 * store/access/access.h - what a request may come with instead of a password: a session's
 * cookie or a token. Only hashes of them are kept (store/secret/credential.h).
 *
 * All functions may be called inside a transaction of the caller's or without one.
 * Owner of the connection only.
 */
#ifndef FACHO_STORE_ACCESS_ACCESS_H
#define FACHO_STORE_ACCESS_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "model/text.h"
#include "model/user.h"
#include "store/secret/credential.h"

struct db;

/* Who comes with one. */
struct bearer {
	struct user_id user;
	enum role role;
	char name[TEXT_USER_NAME_BYTES]; /* the user's */
	struct token_id token; /* 0: it is a session */
	int64_t created_ms; /* the token or the session */
	bool is_news; /* its use was not noted for a minute: it should be */
};

/* ---- tokens ------------------------------------------------------------------ */

/* Make one; its id is filled in and its text given, for the only time. RC_CONFLICT: the
 * user has one of that name, or there is no such user. */
enum rc store_token_add(struct db *db, struct token *token, char ret_text[TOKEN_TEXT_MAX],
    struct err *err) MUST_CHECK;

/* Who comes with this text, and as what: the lesser of the token's role and the
 * user's. RC_REFUSED: unknown, revoked, expired, or the user is disabled; the sentence
 * is the same. Only reads. */
enum rc store_token_use(struct db *db, const char *text, int64_t now_ms,
    struct bearer *ret_bearer, struct err *err) MUST_CHECK;
/* It was used. */
enum rc store_token_note(
    struct db *db, struct token_id id, int64_t now_ms, struct err *err) MUST_CHECK;

/* RC_NOT_FOUND: no such token, or revoked already. */
enum rc store_token_revoke(
    struct db *db, struct token_id id, int64_t now_ms, struct err *err) MUST_CHECK;

/* All of a user's that are not revoked yet. */
enum rc store_tokens_revoke(
    struct db *db, struct user_id user, int64_t now_ms, struct err *err) MUST_CHECK;

/* ---- sessions ---------------------------------------------------------------- */

struct session {
	struct user_id user;
	int64_t created_ms;
	int64_t expires_ms;
	const char *address, *agent; /* for people; NULL is "" */
};

/* What the browser keeps: the cookie, and the text that its pages send with changes. The
 * latter follows from the former, so that a page that is loaded again can have it again. */
struct session_texts {
	char cookie[TOKEN_TEXT_MAX];
	char csrf[TOKEN_TEXT_MAX];
};

void session_csrf(const char *cookie, char ret_csrf[TOKEN_TEXT_MAX]);

enum rc store_session_add(struct db *db, const struct session *session,
    struct session_texts *ret_texts, struct err *err) MUST_CHECK;

/* RC_REFUSED: unknown or expired, or the user is disabled. RC_INVALID: csrf (NULL: not
 * needed, because nothing is to be changed) is not this session's. Only reads. */
enum rc store_session_use(struct db *db, const char *cookie, const char *csrf,
    int64_t now_ms, struct bearer *ret_bearer, struct err *err) MUST_CHECK;
/* It was used, and lasts until expires_ms now. */
enum rc store_session_note(struct db *db, const char *cookie, int64_t now_ms,
    int64_t expires_ms, struct err *err) MUST_CHECK;

/* Log out. RC_NOT_FOUND. */
enum rc store_session_end(struct db *db, const char *cookie, struct err *err) MUST_CHECK;
/* All of a user; *ret_n (may be NULL) says how many. */
enum rc store_sessions_end(
    struct db *db, struct user_id user, int64_t *ret_n, struct err *err) MUST_CHECK;

/* Only the `most` that were used last stay of a user's. */
enum rc store_sessions_trim(
    struct db *db, struct user_id user, int64_t most, struct err *err) MUST_CHECK;

/* Forget the expired ones; *ret_n (may be NULL) says how many. */
enum rc store_sessions_sweep(
    struct db *db, int64_t now_ms, int64_t *ret_n, struct err *err) MUST_CHECK;

#endif

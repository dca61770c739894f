/* SPDX-License-Identifier: Apache-2.0
 *
 * store/access/user.h - users and their passwords, of which only Argon2id hashes are kept.
 *
 * All functions may be called inside a transaction of the caller's or without one.
 * Owner of the connection only.
 */
#ifndef FACHO_STORE_ACCESS_USER_H
#define FACHO_STORE_ACCESS_USER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "model/user.h"
#include "store/secret/credential.h"

struct db;

/* A zero id inserts and is filled in, and needs a password; otherwise the row is
 * changed (RC_NOT_FOUND), and the password too unless it is NULL. hash is what
 * password_hash() made of it, before: a tenth of a second is too long for a transaction.
 * RC_INVALID as user_check(); RC_CONFLICT: the name is taken. */
enum rc store_user_put(struct db *db, struct user *user, const char *hash, int64_t now_ms,
    struct err *err) MUST_CHECK;

/* Texts are in the arena. RC_NOT_FOUND. */
enum rc store_user_get(struct db *db, struct user_id id, struct arena *arena,
    struct user *ret_user, struct err *err) MUST_CHECK;

/* All by name; as store_olt_list. */
typedef enum rc (*store_user_row)(void *ctx, const struct user *user);
enum rc store_user_list(struct db *db, store_user_row row, void *ctx, struct err *err)
    MUST_CHECK;

/* With their sessions and tokens. RC_NOT_FOUND. */
enum rc store_user_delete(struct db *db, struct user_id id, struct err *err) MUST_CHECK;

/* How many enabled administrators there are besides this one (0: all of them). */
enum rc store_admins(struct db *db, struct user_id but, int64_t *ret_n, struct err *err)
    MUST_CHECK;

/* ---- logging in ---------------------------------------------------------- */

/* What a password is compared with, by password_is(). */
struct user_login {
	struct user_id user; /* 0: there is nobody of that name */
	bool enabled;
	char hash[PASSWORD_HASH_MAX]; /* "" for nobody, which takes as long to compare */
};

/* Whoever has this name; nobody is an answer too. */
enum rc store_user_login(struct db *db, const char *name, struct user_login *ret_login,
    struct err *err) MUST_CHECK;

/* The password was right: note the moment. RC_NOT_FOUND: meanwhile the user was deleted
 * or disabled, or has another password. */
enum rc store_user_logged_in(struct db *db, const struct user_login *login,
    int64_t now_ms, struct err *err) MUST_CHECK;

#endif

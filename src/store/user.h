/* SPDX-License-Identifier: Apache-2.0
 *
 * store/user.h - users and their passwords, of which only Argon2id hashes are kept.
 *
 * All functions may be called inside a transaction of the caller's or without one.
 * Owner of the connection only.
 */
#ifndef FACHO_STORE_USER_H
#define FACHO_STORE_USER_H

#include "base/arena.h"
#include "base/err.h"
#include "base/secret.h"
#include "model/user.h"

struct db;

/* A zero id inserts and is filled in, and needs a password; otherwise the row is
 * changed (RC_NOT_FOUND), and the password too unless it is NULL. RC_INVALID as
 * user_check() and password_hash(); RC_CONFLICT: the name is taken. */
enum rc store_user_put(struct db *db, struct user *user, const struct secret *password,
    int64_t now_ms, struct err *err) MUST_CHECK;

/* Texts are in the arena. RC_NOT_FOUND. */
enum rc store_user_get(struct db *db, struct user_id id, struct arena *arena,
    struct user *ret_user, struct err *err) MUST_CHECK;

/* The user with this name and password, who is enabled. RC_REFUSED otherwise, in the
 * same time and with the same sentence whatever was wrong. */
enum rc store_user_login(struct db *db, const char *name, const struct secret *password,
    int64_t now_ms, struct user_id *ret_user, struct err *err) MUST_CHECK;

/* All by name; as store_olt_list. */
typedef enum rc (*store_user_row)(void *ctx, const struct user *user);
enum rc store_user_list(struct db *db, store_user_row row, void *ctx, struct err *err)
    MUST_CHECK;

/* With their sessions and tokens. RC_NOT_FOUND. */
enum rc store_user_delete(struct db *db, struct user_id id, struct err *err) MUST_CHECK;

#endif
